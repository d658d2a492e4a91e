//! Block scalars of YAML: text on lines of its own below `|`, or `>`, which folds them.
//!
//! The indentation is that of the first line that is not blank. A header that tells it is left alone.

use crate::text;

/// What a block scalar says, and where it ends.
pub(super) struct Block {
    pub text: String,
    /// Behind its last line, without the end of that line; with `+`, behind the blank lines that count.
    pub end: usize,
}

/// The block scalar whose header is at `at` of `text`; `None` where it is not certain what it says.
pub(super) fn read(text: &str, at: usize) -> Option<Block> {
    let header_end = text::line_end(text.as_bytes(), at);
    let header = Header::of(&text[at..header_end])?;
    let mut lines = Vec::new();
    let mut start = header_end;
    let mut indent = None;
    while start < text.len() {
        let end = text::line_end(text.as_bytes(), start);
        let line = without_end(&text[start..end]);
        let spaces = line.len() - line.trim_start_matches(' ').len();
        let is_blank = spaces == line.len();
        match indent {
            None if is_blank => {}
            None if spaces == 0
                || lines
                    .iter()
                    .any(|&(blank, _): &(&str, usize)| blank.len() > spaces) =>
            {
                return None;
            }
            None => indent = Some(spaces),
            Some(indent) if spaces < indent && !is_blank => break,
            Some(_) => {}
        }
        lines.push((line, end));
        start = end;
    }
    let indent = indent?;
    let said: Vec<Option<&str>> = lines.iter().map(|(line, _)| line.get(indent..)).collect();
    let is_solid = |line: &Option<&str>| line.is_some_and(|line| !line.is_empty());
    let last = said.iter().rposition(is_solid)?;
    let kept = if header.chomping == Some('+') {
        said.len() - 1
    } else {
        last
    };
    let mut words = header.joined(&said[..=last]);
    // A last line without an end has no line break to keep.
    let breaks = said.len() - last - usize::from(!text[..lines[said.len() - 1].1].ends_with('\n'));
    match header.chomping {
        Some('-') => {}
        Some(_) => words.extend(std::iter::repeat_n('\n', breaks)),
        None => words.extend(std::iter::repeat_n('\n', breaks.min(1))),
    }
    Some(Block {
        text: words,
        end: without_end(&text[..lines[kept].1]).len(),
    })
}

fn without_end(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

/// Whether the value written as `raw` is a block scalar that would get a line break from a line below it, if it has none.
pub(super) fn is_open(raw: &str) -> bool {
    Header::of(raw.lines().next().unwrap_or(raw)).is_some_and(|header| header.chomping != Some('-'))
}

/// The line that a block scalar begins with.
struct Header<'t> {
    is_folded: bool,
    /// `-` without line breaks at the end, `+` with all of them, else with one.
    chomping: Option<char>,
    /// Blanks and a comment.
    rest: &'t str,
}

impl<'t> Header<'t> {
    fn of(line: &'t str) -> Option<Self> {
        let is_folded = match line.chars().next()? {
            '|' => false,
            '>' => true,
            _ => return None,
        };
        let rest = &line[1..];
        let chomping = rest.chars().next().filter(|sign| "+-".contains(*sign));
        let rest = if chomping.is_some() { &rest[1..] } else { rest };
        let comment = rest.trim();
        let is_known =
            comment.is_empty() || comment.starts_with('#') && rest.starts_with([' ', '\t']);
        is_known.then_some(Self {
            is_folded,
            chomping,
            rest: rest.trim_end_matches(['\r', '\n']),
        })
    }

    /// The text of `lines`, whose last one is not blank, without its line break.
    fn joined(&self, lines: &[Option<&str>]) -> String {
        let mut words = String::new();
        // The line before, and how many blank ones follow it.
        let mut before: Option<&str> = None;
        let mut blank = 0;
        for line in lines {
            let line = line.unwrap_or_default();
            if line.is_empty() {
                blank += 1;
                continue;
            }
            let breaks = blank + usize::from(before.is_some());
            let is_folded = self.is_folded && before.is_some_and(is_flush) && is_flush(line);
            match (is_folded, breaks) {
                (true, 1) => words.push(' '),
                (true, _) => words.extend(std::iter::repeat_n('\n', breaks - 1)),
                (false, _) => words.extend(std::iter::repeat_n('\n', breaks)),
            }
            words.push_str(line);
            before = Some(line);
            blank = 0;
        }
        words
    }
}

/// Whether `line` is folded together with its likes.
fn is_flush(line: &str) -> bool {
    !line.starts_with([' ', '\t'])
}

/// Whether the last line of a value has a line break behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LastLine {
    Ended,
    /// The text ends there without one.
    Open,
}

/// `words` as a block scalar in the place of `old`; `None` where another notation is needed.
pub(super) fn written(words: &str, old: &str, last: LastLine) -> Option<String> {
    let first = old.lines().next()?;
    let header = Header::of(first)?;
    let solid = old.lines().skip(1).find(|line| !line.trim().is_empty())?;
    let indent = &solid[..solid.len() - solid.trim_start_matches(' ').len()];
    let ending = if old.contains("\r\n") { "\r\n" } else { "\n" };
    let body = words.trim_end_matches('\n');
    let breaks = words.len() - body.len();
    let chomping = match (breaks, header.chomping) {
        // What has no line break to keep needs no sign that leaves it out.
        (0, None) if last == LastLine::Open => "",
        (0, _) => "-",
        (_, Some('+')) => "+",
        (1, _) => "",
        _ => return None,
    };
    let begins = body.trim_start_matches('\n');
    let is_odd = |c: char| {
        c.is_control() && c != '\n' && c != '\t' || "\u{feff}\u{2028}\u{2029}".contains(c)
    };
    if begins.is_empty() || !is_flush(begins) || body.contains(is_odd) {
        return None;
    }
    let sign = if header.is_folded { '>' } else { '|' };
    let mut written = format!("{sign}{chomping}{}", header.rest);
    let mut before: Option<&str> = None;
    for line in body.split('\n') {
        let is_parted =
            header.is_folded && !line.is_empty() && before.is_some_and(is_flush) && is_flush(line);
        if is_parted {
            written.push_str(ending);
        }
        written.push_str(ending);
        if !line.is_empty() {
            written.push_str(indent);
            written.push_str(line);
            before = Some(line);
        }
    }
    let own = usize::from(last == LastLine::Ended);
    written.extend(std::iter::repeat_n(ending, breaks.saturating_sub(own)));
    Some(written)
}

#[cfg(test)]
mod tests {
    use super::{LastLine, read, written};

    fn said(text: &str) -> Option<(String, &str)> {
        let at = text.find(['|', '>'])?;
        read(text, at).map(|block| (block.text, &text[block.end..]))
    }

    #[test]
    fn a_block_says_its_lines() {
        for (text, words, rest) in [
            ("a: |\n  b\n  c\n", "b\nc\n", "\n"),
            ("a: |-\n  b\n\n   c\n\nd: 1\n", "b\n\n c", "\n\nd: 1\n"),
            ("a: |+ # why\n  b\n\n\nd: 1\n", "b\n\n\n", "\nd: 1\n"),
            ("a: |\r\n\r\n  b\r\n# c\r\n", "\nb\n", "\r\n# c\r\n"),
            ("a: >\n  b\n  c\n\n  d\n\n\n  e\n", "b c\nd\n\ne\n", "\n"),
            ("a: >-\n  b\n    c\n  d\n", "b\n  c\nd", "\n"),
            ("a: >\n\n  b\n   \n  c\n", "\nb\n \nc\n", "\n"),
            ("- |\n # no comment\n- 1\n", "# no comment\n", "\n- 1\n"),
            ("a: |\n  b\n  c", "b\nc", ""),
            ("a: |\n  b\n  ", "b\n", "\n  "),
            ("a: |+\r\n  b\r\n\r\n", "b\n\n", "\r\n"),
        ] {
            assert_eq!(said(text), Some((words.to_owned(), rest)), "{text:?}");
        }
        for text in ["a: |2\n    b\n", "a: |\nb: 1\n", "a: |\n    \n  b\n"] {
            assert_eq!(said(text), None, "{text:?}");
        }
    }

    #[test]
    fn what_is_written_says_the_text() {
        let texts = [
            "x",
            "x\n",
            "x\ny",
            "\nx\n\ny\n",
            "x\n  y\nz\n",
            "x \n\n\n y",
            "a: b # c\n",
        ];
        for old in [
            "|\n  b\n  c",
            "|-\n b",
            ">\n    b\n    c",
            ">+ # why\n  b\n",
            "|\r\n  b\r\n  c",
        ] {
            for text in texts {
                let block = written(text, old, LastLine::Ended).unwrap();
                let document = format!("a: {block}\nd: 1\n");
                let (words, rest) = said(&document).unwrap();
                assert_eq!((words.as_str(), rest), (text, "\nd: 1\n"), "{document:?}");
            }
        }
        for text in ["", "\n", " x", "x\u{7}", "x\n\n"] {
            assert_eq!(written(text, "|\n  b", LastLine::Ended), None, "{text:?}");
        }
        let ended = |text, old| written(text, old, LastLine::Ended).unwrap();
        assert_eq!(ended("x\n\n", "|+\n  b\n"), "|+\n  x\n");
        assert_eq!(ended("x", "| # why\n  b"), "|- # why\n  x");
        let open = |text, old| written(text, old, LastLine::Open).unwrap();
        assert_eq!(open("x", "|\n  b"), "|\n  x");
        assert_eq!(open("x\n", "|-\n  b"), "|\n  x\n");
        assert_eq!(open("x", "|+\n  b"), "|-\n  x");
    }
}
