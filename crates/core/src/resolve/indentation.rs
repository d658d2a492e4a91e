//! Handles text whose first line has lost its indentation.
//!
//! Copied lines often lack the whitespace before the first line. The later new lines then have either the indentation
//! of the file or none. If the new text does not show which, the indentation is unclear.

use super::locate::{indent_of, trim};
use crate::text::is_telling;

/// The new lines that lost their indentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LostIndentation {
    /// Only the first line. The other lines have the indentation of the file.
    FirstLine,
    AllLines,
    /// The lines are contradictory.
    Unclear,
}

/// The first line of a request, and its indentation in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstLine<'t> {
    /// The part of the indentation that the request lacks.
    pub(super) lost: &'t [u8],
    /// The complete indentation in the file.
    pub(super) indent: &'t [u8],
}

impl<'t> FirstLine<'t> {
    /// Compares the indentation of a first line in `request` and in `file`. `None` if the line lost nothing.
    pub(super) fn new(request: &[u8], file: &'t [u8]) -> Option<Self> {
        let lost = file.strip_suffix(request)?;
        if lost.is_empty() {
            return None;
        }
        Some(Self { lost, indent: file })
    }

    /// Decides which of the `new` lines lost their indentation. `requested` is the first old line of the request. `after`
    /// contains the later old lines, which match exactly.
    ///
    /// Lines in `after` prove that the request has the file's indentation after the first line. The new lines lost
    /// their indentation in two cases: a line that both share lost as much as the first line, or no new line fits as
    /// given.
    pub(super) fn cause(self, requested: &[u8], after: &[&[u8]], new: &[&[u8]]) -> LostIndentation {
        let (new_nonblank, after) = (nonblank(new), nonblank(after));
        let Some((&first, later)) = new_nonblank.split_first() else {
            return LostIndentation::FirstLine;
        };
        if trim(first) != trim(requested) && self.is_indented_otherwise(first, &after) {
            return LostIndentation::Unclear;
        }
        let leaves_block = !self.has_line_outside(&after) && self.has_line_outside(later);
        let shared_lost = self.shared_lost(&after, later);
        let lost_some =
            leaves_block || self.is_flat(first, later) || shared_lost == Some(true) && opens(first);
        if !lost_some {
            return LostIndentation::FirstLine;
        }
        let fits_first = match later.first() {
            Some(second) => opens(first) || indent_of(second) == indent_of(first),
            None => false,
        };
        let lost_all = match shared_lost {
            Some(lost) => lost,
            None => after.is_empty() || leaves_block && self.are_all_outside(later),
        };
        if fits_first && lost_all && !spans_lines(new) {
            LostIndentation::AllLines
        } else {
            LostIndentation::Unclear
        }
    }

    /// True if a line is outside the block of the first line.
    fn has_line_outside(self, lines: &[&[u8]]) -> bool {
        lines
            .iter()
            .any(|line| !indent_of(line).starts_with(self.indent))
    }

    fn are_all_outside(self, lines: &[&[u8]]) -> bool {
        lines
            .iter()
            .all(|line| !indent_of(line).starts_with(self.indent))
    }

    /// True if `first` occurs in `after` with another indentation.
    fn is_indented_otherwise(self, first: &[u8], after: &[&[u8]]) -> bool {
        after
            .iter()
            .any(|line| trim(line) == trim(first) && indent_of(line) != self.indent)
    }

    /// True if `first` ends in a colon, and the next line would not be deeper.
    fn is_flat(self, first: &[u8], later: &[&[u8]]) -> bool {
        match later.first() {
            Some(second) => {
                trim(first).ends_with(b":")
                    && indent_of(second) == self.indent
                    && !trim(second).starts_with(b"-")
            }
            None => false,
        }
    }

    /// Compares distinctive lines that occur exactly once in `after` and exactly once in the `later` new lines. True
    /// if all of them lost as much indentation as the first line. `None` if there are no such lines.
    fn shared_lost(self, after: &[&[u8]], later: &[&[u8]]) -> Option<bool> {
        let mut shared = None;
        for line in after {
            let content = trim(line);
            if is_telling(content)
                && let Some(old_indent) = only_indent(after, content)
                && let Some(new_indent) = only_indent(later, content)
            {
                if old_indent != [self.lost, new_indent].concat() {
                    return Some(false);
                }
                shared = Some(true);
            }
        }
        shared
    }
}

fn nonblank<'l>(lines: &[&'l [u8]]) -> Vec<&'l [u8]> {
    let mut nonblank = lines.to_vec();
    nonblank.retain(|line| !trim(line).is_empty());
    nonblank
}

/// The indentation of the only line with this `content`.
fn only_indent<'l>(lines: &[&'l [u8]], content: &[u8]) -> Option<&'l [u8]> {
    let mut same = lines.iter().filter(|line| trim(line) == content);
    let only = same.next()?;
    if same.next().is_some() {
        return None;
    }
    Some(indent_of(only))
}

/// True if the end of `line` opens a block or continues in the next line.
fn opens(line: &[u8]) -> bool {
    let line = trim(line);
    line.last().is_some_and(|last| b":{([,\\=>".contains(last))
}

/// True if a literal seems to span several lines, so its lines are not code.
pub(super) fn spans_lines(lines: &[&[u8]]) -> bool {
    const QUOTES: [&[u8]; 3] = [b"\"\"\"", b"'''", b"`"];
    for line in lines {
        for quote in QUOTES {
            if memchr::memmem::find_iter(line, quote).count() % 2 == 1 {
                return true;
            }
        }
        if let Some(at) = memchr::memmem::find(line, b"<<")
            && is_here_document(&line[at + 2..])
        {
            return true;
        }
    }
    false
}

/// True if `after`, the text after `<<`, names the end of a here document.
fn is_here_document(after: &[u8]) -> bool {
    let mut name = after;
    if let [b'-' | b'~', rest @ ..] = name {
        name = rest;
    }
    if let [b'\'' | b'"', rest @ ..] = name {
        name = rest;
    }
    match name.first() {
        Some(byte) => byte.is_ascii_alphabetic() || *byte == b'_',
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{FirstLine, LostIndentation};

    /// The cause for `new` lines after a first line with `indent`. `/` separates lines, and `.` is a space.
    fn cause(indent: &str, after: &str, new: &str) -> LostIndentation {
        let lines = |text: &str| -> Vec<Vec<u8>> {
            let lines = text.split('/').filter(|line| !line.is_empty());
            lines.map(|line| line.replace('.', " ").into()).collect()
        };
        let indent = indent.replace('.', " ");
        let (after, new) = (lines(after), lines(new));
        let after: Vec<&[u8]> = after.iter().map(Vec::as_slice).collect();
        let new: Vec<&[u8]> = new.iter().map(Vec::as_slice).collect();
        FirstLine::new(b"", indent.as_bytes())
            .unwrap()
            .cause(b"old", &after, &new)
    }

    #[test]
    fn later_lines_as_the_file_has_them() {
        for (indent, after, new) in [
            ("....", "........x", "if b:/........y"),
            ("....", "", "one"),
            ("....", "", "one/....two"),
            ("....", "else", "one/else"),
            ("....", "", "key:/....- item"),
            ("\t", "", "if (a) {/\t\tb/\t}"),
        ] {
            let actual = cause(indent, after, new);
            assert_eq!(actual, LostIndentation::FirstLine, "{new}");
        }
    }

    #[test]
    fn all_lines_from_the_first_column() {
        for (indent, after, new) in [
            ("....", "", "one/two"),
            ("........", "", "if a:/....one"),
            ("....", "", "if a:/....one"),
            ("....", "........one/....else:", "if a:/....one/else:"),
            // No line has its indentation in the file.
            ("........", "............one", "if a:/....two/three"),
        ] {
            let actual = cause(indent, after, new);
            assert_eq!(actual, LostIndentation::AllLines, "{new}");
        }
    }

    #[test]
    fn lines_that_contradict_each_other() {
        for (indent, after, new) in [
            // `one` has its indentation in the old text, and `two` does not.
            ("....", "........one", "if a:/........one/two"),
            // The second line is deeper without a reason.
            ("........", "", "one/....else:/........two"),
            // `one` has its indentation in the file, so its replacement has it too, and the rest does not.
            ("....", "........one", "if a:/........two/....three/four"),
            ("....", "........one", "if a:/........two/three"),
            // The old text shows that later lines have the indentation of the file, and the new lines do not.
            ("....", "........one", "if a:/....two"),
            ("....", "........one/six", "if a:/....two/six"),
            // The first line is deleted, and the second line has lost its indentation.
            ("....", "........one", "one"),
            // The lines are inside a literal.
            ("....", "", "a = \"\"\"/text/\"\"\""),
            ("....", "", "cat <<EOF/text/EOF"),
        ] {
            assert_eq!(cause(indent, after, new), LostIndentation::Unclear, "{new}");
        }
    }
}
