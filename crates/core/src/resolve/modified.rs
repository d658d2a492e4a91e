//! Modifies a line of the file: words that the request keeps in its new line keep the bytes of the file.
//!
//! The file's line and the old line of the request match in a tier, but may differ in whitespace and typographic
//! variants.

use similar::{Algorithm, DiffOp};

use super::locate::{Shift, indent_of, trim, trim_end};
use crate::damage::Folded;
use crate::text;

/// The longest line, in bytes, that can count as modified. Comparing longer lines by words costs too much.
const MAX_LEN: usize = 2_000;

/// True if `new` is a modification of `old`. The bytes that both share, in words or at the two ends, must make up
/// half of both lines. It is also enough if the shorter line consists entirely of bytes shared at the ends.
pub(super) fn is_modified(old: &[u8], new: &[u8]) -> bool {
    let (old_text, new_text) = (trim(old), trim(new));
    let longer = old_text.len().max(new_text.len());
    let shorter = old_text.len().min(new_text.len());
    if shorter == 0 || longer > MAX_LEN {
        return false;
    }
    // Shared bytes count in both lines, so half of both is a quarter of their total.
    let enough = (longer + shorter).div_ceil(4);
    let at_ends = common_ends_len(old_text, new_text);
    if at_ends >= enough || at_ends == shorter {
        return true;
    }
    let (old_words, new_words) = (words(old_text), words(new_text));
    let mut kept = 0;
    for op in text::compare(Algorithm::Myers, &old_words, &new_words) {
        if let DiffOp::Equal { .. } = op {
            kept += old_words[op.old_range()].concat().len();
        }
    }
    kept >= enough
}

/// The number of bytes that both lines share at the start and, after those, at the end.
fn common_ends_len(old: &[u8], new: &[u8]) -> usize {
    let mut head = 0;
    while head < old.len().min(new.len()) && old[head] == new[head] {
        head += 1;
    }
    let ends = old[head..].iter().rev().zip(new[head..].iter().rev());
    head + ends.take_while(|(old, new)| old == new).count()
}

/// Changes the line `file`, which matches `old`, into `new`. `None` if `shift` cannot map the indentation of `new`.
pub(super) fn modified(file: &[u8], old: &[u8], new: &[u8], shift: &Shift) -> Option<Vec<u8>> {
    let mut line = if indent_of(old) == indent_of(new) {
        indent_of(file).to_vec()
    } else {
        shift.indent(indent_of(new))?
    };
    line.extend(merged(trim(file), trim(old), trim(new)));
    let trailing = if trailing_blanks(old) == trailing_blanks(new) {
        trailing_blanks(file)
    } else {
        trailing_blanks(new)
    };
    line.extend_from_slice(trailing);
    Some(line)
}

/// The trailing spaces and tabs of `content`.
fn trailing_blanks(content: &[u8]) -> &[u8] {
    &content[trim_end(content).len()..]
}

/// `new`, with the words that it shares with `old` written as in `file`.
fn merged(file: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    if file == old {
        return new.to_vec();
    }
    let (Ok(file_text), Ok(old_text)) = (std::str::from_utf8(file), std::str::from_utf8(old))
    else {
        return new.to_vec();
    };
    let (folded_file, folded_old) = (Folded::new(file_text), Folded::new(old_text));
    let (old_words, new_words) = (words(old), words(new));
    let mut line = Vec::new();
    let mut old_end = 0;
    for op in text::compare(Algorithm::Myers, &old_words, &new_words) {
        let old_start = old_end;
        for word in &old_words[op.old_range()] {
            old_end += word.len();
        }
        let in_file = [old_start, old_end].map(|at| {
            let folded = folded_old.folded(at)?;
            folded_file.source(folded)
        });
        match (op, in_file) {
            (DiffOp::Equal { .. }, [Some(start), Some(end)]) => {
                line.extend_from_slice(&file[start..end]);
            }
            _ => line.extend(new_words[op.new_range()].concat()),
        }
    }
    line
}

/// The words of `content`: runs of letters, digits and `_`, and single other characters. Invalid UTF-8 is one word.
pub(super) fn words(content: &[u8]) -> Vec<&[u8]> {
    let Ok(text) = std::str::from_utf8(content) else {
        return vec![content];
    };
    let mut words = Vec::new();
    let mut start = 0;
    let mut was_in_word = false;
    for (at, letter) in text.char_indices() {
        let is_in_word = letter.is_alphanumeric() || letter == '_';
        if at > start && !(was_in_word && is_in_word) {
            words.push(&content[start..at]);
            start = at;
        }
        was_in_word = is_in_word;
    }
    if start < content.len() {
        words.push(&content[start..]);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{is_modified, merged, words};

    fn merge(file: &str, old: &str, new: &str) -> String {
        String::from_utf8(merged(file.as_bytes(), old.as_bytes(), new.as_bytes())).unwrap()
    }

    #[test]
    fn words_cover_the_line() {
        let line = "let a_1 = f(\u{201c}x\u{201d});";
        assert_eq!(words(line.as_bytes()).concat(), line.as_bytes());
        assert_eq!(words(b"ab=c d"), [&b"ab"[..], b"=", b"c", b" ", b"d"]);
    }

    #[test]
    fn kept_words_are_spelled_as_in_the_file() {
        let new = merge(
            r#"print("hello", x)"#,
            "print(\u{201c}hello\u{201d}, x)",
            "print(\u{201c}hello\u{201d}, y)",
        );
        assert_eq!(new, r#"print("hello", y)"#);
        let new = merge("a \u{2014} \u{201c}b\u{201d}", "a - \"b\"", "a - \"c\"");
        assert_eq!(new, "a \u{2014} \u{201c}c\u{201d}");
    }

    #[test]
    fn another_line_is_no_modification() {
        assert!(is_modified(b"    let a = one(1);", b"    let a = two(1);"));
        assert!(is_modified(
            b"long_name_of_it = 1",
            b"prefix_long_name_of_it = 1"
        ));
        assert!(is_modified(b"-f", b"-from FILE"));
        assert!(!is_modified(b"a = 1", b"def foo(self):"));
        assert!(!is_modified(b"", b"x"));
        assert!(!is_modified(b"a", b"x"));
    }
}
