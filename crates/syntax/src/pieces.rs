//! Top-level pieces of a file. Most pieces can be parsed alone, which is much faster than parsing the file.

use std::path::Path;

use incise_text::text::{Span, indent_of, line_end, line_start, lines, merged};

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
    !line[0].is_ascii_whitespace() && begins_inner_piece(above, line)
}

/// True if a piece of any indentation begins at `line`, which follows the line `above`.
fn begins_inner_piece(above: &[u8], line: &[u8]) -> bool {
    let first = line.trim_ascii_start().first();
    first.is_some_and(|first| !b")]}".contains(first)) && above.trim_ascii().is_empty()
}

/// Returns the parts of `text` that show whether edits of the spans `touched`, in order, break its syntax: the top-level
/// pieces that contain the spans, without most of the inner pieces that do not. The parts are in order and not adjacent.
pub fn parts_around(text: &[u8], touched: &[Span]) -> Vec<Span> {
    let mut pieces: Vec<Span> = Vec::new();
    for span in touched {
        let start = match pieces.last() {
            Some(last) if span.end() < last.end() => continue,
            Some(last) if span.start() < last.end() => last.start(),
            _ => piece_start(text, span.start()),
        };
        let end = piece_end(text, span.end());
        pieces.push(spanning((start, end)));
    }
    let mut parts = Vec::new();
    for piece in merged(pieces) {
        add_parts(text, piece, touched, &mut parts);
    }
    merged(parts)
}

/// Adds the necessary parts of `piece` to `parts`: its first and last lines, the inner pieces at the spans `touched`,
/// and the next code above and below these, because an edit may remove the comma between two pieces. All of `piece` is
/// necessary if its header is touched, because the header says what the other lines mean.
fn add_parts(text: &[u8], piece: Span, touched: &[Span], parts: &mut Vec<Span>) {
    let sections = sections(text, piece);
    let is_touched = |section: Span| {
        let first = touched.partition_point(|span| span.end() < section.start());
        touched.get(first).is_some_and(|span| span.touches(section))
    };
    let last = sections.len() - 1;
    if last == 0 || is_touched(header(text, &sections)) {
        parts.push(piece);
        return;
    }
    let mut is_kept = vec![false; sections.len()];
    (is_kept[0], is_kept[last]) = (true, true);
    // True from a touched piece to the next code, downward and then upward.
    let mut is_near = false;
    for number in (0..=last).chain((0..=last).rev()) {
        let section = sections[number];
        is_kept[number] |= is_near;
        is_near =
            is_touched(section) || is_near && lines(&text[section.range()]).all(may_be_comment);
    }
    for (section, is_kept) in sections.into_iter().zip(is_kept) {
        if is_touched(section) {
            add_parts(text, section, touched, parts);
        } else if is_kept {
            parts.push(section);
        }
    }
}

/// The lines of the first of `sections` that are indented less than the inner pieces.
fn header(text: &[u8], sections: &[Span]) -> Span {
    let inner = indentation(&text[sections[1].range()]);
    let mut end = sections[0].start();
    for line in lines(&text[sections[0].range()]) {
        if indentation(line) >= inner {
            break;
        }
        end += line.len();
    }
    spanning((sections[0].start(), end))
}

/// True if `line` is blank or may be a comment.
fn may_be_comment(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let signs = [&b"//"[..], b"/*", b"*", b"#"];
    line.is_empty() || signs.iter().any(|sign| line.starts_with(sign))
}

fn spanning((start, end): (usize, usize)) -> Span {
    Span::of_len(start, end - start)
}

/// Splits `piece` into its first lines, its inner pieces, and its last lines. Returns only `piece` if it has no inner
/// pieces. Inner pieces begin below a blank line, all with the same indentation, and no line of them has less.
fn sections(text: &[u8], piece: Span) -> Vec<Span> {
    let mut starts = Vec::new();
    let mut start = piece.start();
    let mut above: &[u8] = b"-";
    for line in lines(&text[piece.range()]) {
        if begins_inner_piece(above, line) {
            starts.push((start, indentation(line)));
        }
        start += line.len();
        above = line;
    }
    let outer = indentation(&text[piece.range()]);
    let Some(inner) = starts
        .iter()
        .map(|start| start.1)
        .filter(|&inner| inner > outer)
        .min()
    else {
        return vec![piece];
    };
    starts.retain(|start| start.1 == inner);
    let mut sections = Vec::new();
    let mut start = piece.start();
    for (next, _) in starts {
        sections.push(spanning((start, next)));
        start = next;
    }
    // The last lines begin at a closing bracket, for example.
    let first = sections[0].end();
    let mut end = first;
    for line in lines(&text[first..piece.end()]) {
        if indentation(line) < inner && !line.trim_ascii().is_empty() {
            break;
        }
        end += line.len();
    }
    if end < start {
        return vec![piece];
    }
    sections.extend([(start, end), (end, piece.end())].map(spanning));
    sections
}

fn indentation(line: &[u8]) -> usize {
    indent_of(line).len()
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

    use incise_text::text::Span;

    use super::{is_valid_alone, parts_around, piece_end, piece_start};

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

    /// A class with four methods of one statement, and a function.
    const CLASS: &str = "class A {\n  a() {\n    1\n  }\n\n  b() {\n    2\n  }\n\n  c() {\n    3\n  }\n\n  \
                         d() {\n    4\n  }\n}\n\nf() {\n}\n";

    #[test]
    fn inner_pieces_that_are_not_near_an_edit_are_left_out() {
        for (touched, expected) in [
            (
                &["2"][..],
                "class A {\n  a() {\n    1\n  }\n\n  b() {\n    2\n  }\n\n  c() {\n    3\n  }\n\n}\n\n",
            ),
            (
                &["1"],
                "class A {\n  a() {\n    1\n  }\n\n  b() {\n    2\n  }\n\n}\n\n",
            ),
            (
                &["4"],
                "class A {\n  a() {\n    1\n  }\n\n  c() {\n    3\n  }\n\n  d() {\n    4\n  }\n}\n\n",
            ),
            (&["1", "4"], &CLASS[..CLASS.len() - "f() {\n}\n".len()]),
            (&["f"], "f() {\n}\n"),
        ] {
            let touched: Vec<Span> = touched
                .iter()
                .map(|part| Span::of_len(CLASS.find(part).unwrap(), 1))
                .collect();
            let parts = parts_around(CLASS.as_bytes(), &touched);
            let found: String = parts.iter().map(|part| &CLASS[part.range()]).collect();
            assert_eq!(found, expected, "{touched:?}");
        }
    }
}
