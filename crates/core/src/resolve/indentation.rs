//! Handles text whose first line has lost its indentation.
//!
//! Copied lines often lack the whitespace before the first one. The other new lines then have either the file's
//! indentation or none, and the new text shows which. If it shows neither, their indentation is unclear.

use super::locate::{indent_of, trim};
use crate::text::is_telling;

/// The new lines that lost their indentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LostIndentation {
    /// Only the first line; the others are as the file will have them.
    FirstLine,
    AllLines,
    /// The lines contradict each other.
    Unclear,
}

/// A first line as it arrived, and its indentation in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstLine<'t> {
    /// The indentation that the file has and the request does not.
    pub(super) lost: &'t [u8],
    /// The indentation in the file.
    pub(super) indent: &'t [u8],
}

impl<'t> FirstLine<'t> {
    /// The first line of a request, indented with `request` there and with `file` in the file; `None` if it lost
    /// nothing.
    pub(super) fn new(request: &[u8], file: &'t [u8]) -> Option<Self> {
        let lost = file.strip_suffix(request)?;
        if lost.is_empty() {
            return None;
        }
        Some(Self { lost, indent: file })
    }

    /// Decides which of the `new` lines lost their indentation. `given` is the first old line as requested; `after` are
    /// the old lines below it, found exactly as given.
    ///
    /// Lines in `after` prove that the text below the first line was written as the file has it.
    /// The new text was not if a line that both share lost as much as the first, or if no line of it can be there
    /// as it was written.
    pub(super) fn cause(self, given: &[u8], after: &[&[u8]], new: &[&[u8]]) -> LostIndentation {
        let new_solid = solid(new);
        let Some((&first, later)) = new_solid.split_first() else {
            return LostIndentation::FirstLine;
        };
        let after_solid = solid(after);
        let is_outside = !self.has_line_outside(&after_solid) && self.has_line_outside(later);
        if trim(first) != trim(given) && self.is_indented_otherwise(first, &after_solid) {
            return LostIndentation::Unclear;
        }
        let shared = self.shared_lost(&after_solid, later);
        let is_shifted = shared == Some(true);
        if !(is_outside || self.is_flat(first, later) || is_shifted && opens(first)) {
            return LostIndentation::FirstLine;
        }
        let is_even = match later.first() {
            Some(second) => opens(first) || indent_of(second) == indent_of(first),
            None => false,
        };
        let is_shown = match shared {
            Some(shared) => shared,
            None => after_solid.is_empty() || is_outside && self.are_all_outside(later),
        };
        if is_even && is_shown && !spans_lines(new) {
            LostIndentation::AllLines
        } else {
            LostIndentation::Unclear
        }
    }

    /// True if a line is outside of the block of this one.
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

    /// True if `first` is one of the lines `after` this one, with another indentation.
    fn is_indented_otherwise(self, first: &[u8], after: &[&[u8]]) -> bool {
        after
            .iter()
            .any(|line| trim(line) == trim(first) && indent_of(line) != self.indent)
    }

    /// True if `first` ends in a colon, and the line after it would not be deeper.
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

    /// Compares the telling lines that occur once `after` this one and once among the `later` new ones. True if all
    /// have lost as much as the first line; `None` if there are none.
    fn shared_lost(self, after: &[&[u8]], later: &[&[u8]]) -> Option<bool> {
        let mut shared = None;
        for line in after {
            let content = trim(line);
            if is_telling(content)
                && let Some(there) = only_indent(after, content)
                && let Some(here) = only_indent(later, content)
            {
                if there != [self.lost, here].concat() {
                    return Some(false);
                }
                shared = Some(true);
            }
        }
        shared
    }
}

fn solid<'l>(lines: &[&'l [u8]]) -> Vec<&'l [u8]> {
    let mut solid = lines.to_vec();
    solid.retain(|line| !trim(line).is_empty());
    solid
}

/// The indentation of the only one of `lines` with this `content`.
fn only_indent<'l>(lines: &[&'l [u8]], content: &[u8]) -> Option<&'l [u8]> {
    let mut same = lines.iter().filter(|line| trim(line) == content);
    let only = same.next()?;
    if same.next().is_some() {
        return None;
    }
    Some(indent_of(only))
}

/// True if lines after this one are deeper.
fn opens(line: &[u8]) -> bool {
    let line = trim(line);
    line.last().is_some_and(|last| b":{([,\\=>".contains(last))
}

/// True if a literal that begins in one line seems to end in another: its lines are not code.
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

    /// The cause for lines (parted by `/`, blanks as `.`) that replace a first line with `indent` before it and `after`.
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
            assert_eq!(
                cause(indent, after, new),
                LostIndentation::FirstLine,
                "{new}"
            );
        }
    }

    #[test]
    fn all_lines_from_the_first_column() {
        for (indent, after, new) in [
            ("....", "", "one/two"),
            ("........", "", "if a:/....one"),
            ("....", "", "if a:/....one"),
            ("....", "........one/....else:", "if a:/....one/else:"),
            // No line stands as the file would have it.
            ("........", "............one", "if a:/....two/three"),
        ] {
            assert_eq!(
                cause(indent, after, new),
                LostIndentation::AllLines,
                "{new}"
            );
        }
    }

    #[test]
    fn lines_that_contradict_each_other() {
        for (indent, after, new) in [
            // `one` stands where the old text has it, `two` does not.
            ("....", "........one", "if a:/........one/two"),
            // The second line is deeper, and nothing says why.
            ("........", "", "one/....else:/........two"),
            // `one` stands where the old text has it: what replaces it does, too, and the rest does not.
            ("....", "........one", "if a:/........two/....three/four"),
            ("....", "........one", "if a:/........two/three"),
            // The old text shows that later lines are as the file has them, and these are not.
            ("....", "........one", "if a:/....two"),
            ("....", "........one/six", "if a:/....two/six"),
            // The first line went, and the second lost its indentation.
            ("....", "........one", "one"),
            // The text of a literal.
            ("....", "", "a = \"\"\"/text/\"\"\""),
            ("....", "", "cat <<EOF/text/EOF"),
        ] {
            assert_eq!(cause(indent, after, new), LostIndentation::Unclear, "{new}");
        }
    }
}
