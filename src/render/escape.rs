//! Makes bytes of files and arguments safe and readable for people.
//!
//! A terminal obeys escape sequences, carriage returns and bidirectional controls. In a file, they could make a diff
//! look different from its content. They are shown as visible text instead.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::text::{self, LineEnding, character_start};

/// The maximum length of user text in a message, in characters.
const EXCERPT: usize = 120;

/// The maximum number of bytes to show before and after the differing part of a long line.
const MAX_AROUND: usize = 100;

/// The maximum length of a sentence, in characters.
const SENTENCE: usize = 600;

/// The number of characters to keep at the end of a longer sentence.
const TAIL: usize = 150;

/// Escapes control characters and bytes that are not UTF-8 in `text`. Tabs stay.
pub fn visible(text: &[u8]) -> String {
    let mut shown = String::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        for character in chunk.valid().chars() {
            push_visible(&mut shown, character);
        }
        for byte in chunk.invalid() {
            let _ = write!(shown, "\\x{byte:02x}");
        }
    }
    shown
}

/// The first line of `text` in backticks, with control characters escaped and long text cut. `...` marks omitted text.
pub fn excerpt(text: &[u8]) -> String {
    let first_line = &text[..text::line_end(text, 0)];
    let line = LineEnding::strip(first_line);
    let head = excerpt_head(line);
    let (shown, is_cut) = cut_characters(&visible(head).replace('\t', "\\t"), EXCERPT);
    let is_whole = !is_cut && head.len() == line.len() && first_line.len() == text.len();
    format!("`{shown}{}`", if is_whole { "" } else { "..." })
}

/// A line of a file without its line ending, cut if it is long, with control characters escaped.
pub fn preview(line: &[u8]) -> String {
    let head = excerpt_head(line);
    let (shown, is_cut) = cut_characters(&visible(head), EXCERPT);
    if is_cut || head.len() < line.len() {
        format!("{shown}...")
    } else {
        shown
    }
}

/// The bytes of `line` that an excerpt can show. A character has at most four bytes.
fn excerpt_head(line: &[u8]) -> &[u8] {
    &line[..line.len().min(EXCERPT * 4)]
}

/// The beginning of `line`, at most `bound` bytes, followed by `...` if the line is longer.
pub fn beginning(line: &[u8], bound: usize) -> Cow<'_, [u8]> {
    if line.len() <= bound {
        return line.into();
    }
    [&line[..character_start(line, bound)], b"..."]
        .concat()
        .into()
}

/// `part` of `line`, with `...` where text is omitted.
pub fn cut_out(line: &[u8], part: Range<usize>) -> Vec<u8> {
    let before = if part.start > 0 { "..." } else { "" };
    let after = if part.end < line.len() { "..." } else { "" };
    [before.as_bytes(), &line[part], after.as_bytes()].concat()
}

/// The parts of `old` and `new` around their differing bytes, at most `bound` bytes each. Shorter lines are whole. No
/// UTF-8 character is split.
pub fn windows(old: &[u8], new: &[u8], bound: usize) -> [Range<usize>; 2] {
    if old.len().max(new.len()) <= bound {
        return [0..old.len(), 0..new.len()];
    }
    let around = MAX_AROUND.min(bound / 2);
    let head = text::common_head(old, new);
    let tail = text::common_tail(&old[head..], &new[head..]);
    [old, new].map(|line| {
        let start = character_start(line, head.saturating_sub(around));
        let end = (line.len() - tail)
            .saturating_add(around)
            .min(start.saturating_add(bound))
            .min(line.len());
        start..character_start(line, end).max(start)
    })
}

/// `sentence`, without its middle if it is too long, for example because of a long argument.
pub fn shortened(sentence: String) -> String {
    let length = sentence.chars().count();
    if length <= SENTENCE {
        return sentence;
    }
    let head: String = sentence.chars().take(SENTENCE - TAIL).collect();
    let tail: String = sentence.chars().skip(length - TAIL).collect();
    format!("{head}...{tail}")
}

/// A path for output: control characters escaped.
pub fn path(path: &Path) -> String {
    visible(path_bytes(path))
}

/// The bytes of a path.
pub fn path_bytes(path: &Path) -> &[u8] {
    path.as_os_str().as_bytes()
}

/// The parts of `expected` and `found` around their first difference. If they differ in whitespace, tabs are shown as
/// `→` and spaces as `·`.
pub fn pair(expected: &[u8], found: &[u8]) -> (String, String) {
    let head = text::common_head(expected, found);
    let differ_in_blanks = is_blank(expected.get(head)) || is_blank(found.get(head));
    let [expected_part, found_part] = windows(expected, found, EXCERPT);
    let expected = visible(&cut_out(expected, expected_part));
    let found = visible(&cut_out(found, found_part));
    if differ_in_blanks {
        (mark_blanks(&expected), mark_blanks(&found))
    } else {
        (expected, found)
    }
}

fn is_blank(byte: Option<&u8>) -> bool {
    matches!(byte, Some(b' ' | b'\t' | b'\r'))
}

fn mark_blanks(text: &str) -> String {
    text.replace('\t', "→").replace(' ', "·")
}

/// The first `bound` characters of `text`, and true if `text` is longer.
fn cut_characters(text: &str, bound: usize) -> (String, bool) {
    match text.char_indices().nth(bound) {
        Some((end, _)) => (text[..end].to_owned(), true),
        None => (text.to_owned(), false),
    }
}

fn push_visible(shown: &mut String, character: char) {
    match character {
        '\t' => shown.push('\t'),
        '\n' => shown.push_str("\\n"),
        '\r' => shown.push_str("\\r"),
        '\x1b' => shown.push_str("\\e"),
        _ if character.is_control() || is_deceptive(character) => {
            // Writing to a `String` cannot fail.
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(character));
        }
        _ => shown.push(character),
    }
}

/// True for characters that reorder or hide text: bidirectional controls, invisible joiners, line separators and tag
/// characters.
fn is_deceptive(character: char) -> bool {
    matches!(
        character,
        '\u{61c}'
            | '\u{200b}'
            | '\u{200e}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::{excerpt, pair, preview, shortened, visible, windows};

    #[test]
    fn hostile_characters_become_visible() {
        assert_eq!(visible(b"a\x1b[31mb\x07"), "a\\e[31mb\\u{7}");
        assert_eq!(visible(b"over\rwritten"), "over\\rwritten");
        assert_eq!(visible("a\u{202e}b".as_bytes()), "a\\u{202e}b");
        assert_eq!(visible(b"caf\xe9\tx"), "caf\\xe9\tx");
        assert_eq!(visible("größe 日本".as_bytes()), "größe 日本");
    }

    #[test]
    fn excerpts_are_one_bounded_line_in_back_ticks() {
        assert_eq!(excerpt(b"x = 1"), "`x = 1`");
        assert_eq!(excerpt(b"x\r\n"), "`x`");
        assert_eq!(excerpt(b"x\ny"), "`x...`");
        assert_eq!(excerpt(b"\tx"), "`\\tx`");
        assert_eq!(excerpt(&[b'x'; 121]), format!("`{}...`", "x".repeat(120)));
        assert_eq!(excerpt(&vec![b'x'; 1 << 20]).len(), 120 + 5);
        assert_eq!(preview(&[b'x'; 121]).len(), 123);
    }

    #[test]
    fn sentences_are_bounded_and_keep_both_ends() {
        let usual = "ä".repeat(600);
        assert_eq!(shortened(usual.clone()), usual);
        let long = format!("begin{}end", "ä".repeat(100_000));
        let short = shortened(long);
        assert_eq!(short.chars().count(), 603);
        assert!(short.starts_with("begin") && short.ends_with("end"));
    }

    #[test]
    fn blanks_are_marked_only_where_they_differ() {
        let marked = pair(b"\tx = 1", b"    x = 1");
        assert_eq!(marked, ("→x·=·1".to_owned(), "····x·=·1".to_owned()));
        let plain = pair(b"x = 1", b"x = 2");
        assert_eq!(plain, ("x = 1".to_owned(), "x = 2".to_owned()));
        assert_eq!(pair(b"x ", b"x").0, "x·");
    }

    #[test]
    fn the_difference_of_long_lines_is_shown() {
        let (expected, found) = pair(
            format!("{}OLD{}", "ä".repeat(300), "b".repeat(300)).as_bytes(),
            format!("{}NEW{}", "ä".repeat(300), "b".repeat(300)).as_bytes(),
        );
        assert!(expected.contains("äOLDb") && found.contains("äNEWb"));
        assert!(expected.len() < 200 && found.len() < 200);
    }

    #[test]
    fn windows_hold_the_difference_and_some_of_its_neighbourhood() {
        let long = "a".repeat(1000);
        let (old, new) = (format!("{long}OLD{long}"), format!("{long}NEWER{long}"));
        let [left, right] = windows(old.as_bytes(), new.as_bytes(), 1000);
        assert_eq!((left, right), (900..1103, 900..1105));
    }

    #[test]
    fn windows_are_bounded_and_begin_and_end_with_the_line() {
        let (old, new) = ("b".repeat(5000), "c".repeat(10));
        let [left, right] = windows(old.as_bytes(), new.as_bytes(), 1000);
        assert_eq!((left, right), (0..1000, 0..10));
        let gone = windows(b"", "d".repeat(2000).as_bytes(), 1000);
        assert_eq!(gone, [0..0, 0..1000]);
    }

    #[test]
    fn windows_split_no_character() {
        let long = "ä".repeat(1000);
        for shift in ["", "x"] {
            let old = format!("{shift}{long}1{long}");
            let new = format!("{shift}{long}2{long}");
            for range in windows(old.as_bytes(), new.as_bytes(), 500) {
                assert!(std::str::from_utf8(&old.as_bytes()[range.clone()]).is_ok());
                assert!(old[range].contains('1'));
            }
        }
    }
}
