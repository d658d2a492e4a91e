//! Top-level pieces of a file. Most pieces can be parsed alone, which is much faster than parsing the file.

use std::path::Path;

use incise_text::text::{line_end, line_start, lines};

/// The extensions of languages whose pieces depend on each other: a here-document or an anchor of one piece reaches
/// into the next pieces. PHP without its opening tag is plain text.
const DEPENDENT: [&str; 6] = ["bash", "php", "rb", "sh", "yaml", "yml"];

/// The start of the top-level piece of `text` that contains byte `at`.
pub fn piece_start(text: &[u8], at: usize) -> usize {
    let mut start = line_start(text, at);
    while start > 0 && !begins_piece_at(text, start) {
        start = line_start(text, start - 1);
    }
    start
}

/// The end of the top-level piece of `text` that contains byte `at`.
pub fn piece_end(text: &[u8], at: usize) -> usize {
    let mut end = line_end(text, at);
    while end < text.len() && !begins_piece_at(text, end) {
        end = line_end(text, end);
    }
    end
}

/// True if the line of `text` that starts at `start` begins a piece. It is not the first line.
fn begins_piece_at(text: &[u8], start: usize) -> bool {
    start < text.len() && begins_piece(&text[line_start(text, start - 1)..start], &text[start..])
}

/// True if a piece begins at `line`, which follows the line `above`: it is not indented, and `above` is blank.
pub fn begins_piece(above: &[u8], line: &[u8]) -> bool {
    let first = line[0];
    !first.is_ascii_whitespace() && !b")]}".contains(&first) && above.trim_ascii().is_empty()
}

/// True if `text`, consecutive pieces of the file at `path`, has no syntax error on its own.
pub fn is_valid_alone(path: &Path, text: &[u8]) -> bool {
    // Without an extension, only the first line of a file tells its language.
    let Some(extension) = path.extension() else {
        return false;
    };
    !DEPENDENT.iter().any(|dependent| extension == *dependent)
        && !lines(text).any(is_conditional)
        && super::errors(path, text).is_ok_and(|errors| errors.is_empty())
}

/// True if `line` is a directive of a preprocessor that depends on directives in other pieces.
fn is_conditional(line: &[u8]) -> bool {
    let directives = [&b"#if"[..], b"#el", b"#endif"];
    directives
        .iter()
        .any(|directive| line.trim_ascii_start().starts_with(directive))
}

#[cfg(all(test, feature = "grammars"))]
mod tests {
    use std::path::Path;

    use super::{is_valid_alone, piece_end, piece_start};

    #[test]
    fn a_piece_begins_below_a_blank_line() {
        let text = b"a {\n    1\n\n    2\n}\n\nb {\n}\n";
        assert_eq!((piece_start(text, 10), piece_end(text, 10)), (0, 20));
        assert_eq!(
            (piece_start(text, 20), piece_end(text, 20)),
            (20, text.len())
        );
        assert_eq!(piece_start(text, text.len()), 20);
    }

    #[test]
    fn a_piece_is_not_valid_if_it_depends_on_others() {
        for (path, text, expected) in [
            ("a.rs", "fn a() {}\n", true),
            ("a.rs", "fn a() {\n", false),
            ("a.c", "#endif\n", false),
            ("a.sh", "echo\n", false),
            ("a", "echo\n", false),
        ] {
            assert_eq!(
                is_valid_alone(Path::new(path), text.as_bytes()),
                expected,
                "{path} {text}"
            );
        }
    }
}
