//! A first line that lost its indentation on the way.
//!
//! Lines that are copied out of a file often lack the blanks before the first one. The lines after it are then
//! written as the file has them, or all new lines are written from the first column on; the new text shows which.
//! If it shows neither, nobody knows how far its lines are to be indented.

use super::locate::{indent_of, trim};
use crate::text::is_telling;

/// How the new lines are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meant {
    /// The first lacks what the file has before it, the others are as the file will have them.
    FirstLost,
    /// All of them lack it.
    AllLost,
    /// They contradict each other.
    Unclear,
}

/// A first line as it arrived, and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstLine<'t> {
    /// The blanks that the file has before it and the request has not.
    pub(super) lost: &'t [u8],
    /// Its indentation in the file.
    pub(super) indent: &'t [u8],
}

impl<'t> FirstLine<'t> {
    /// The first line of a request, indented with `request`, that stands in the file indented with `there`; `None`
    /// where it lost nothing.
    pub(super) fn of(request: &[u8], there: &'t [u8]) -> Option<Self> {
        let lost = there.strip_suffix(request)?;
        (!lost.is_empty()).then_some(Self {
            lost,
            indent: there,
        })
    }

    /// Decides which of the `new` lines lost their indentation. `given` is the first old line as requested; `after` are
    /// the old lines below it, found exactly as given.
    ///
    /// Lines in `after` prove that the text below the first line was written as the file has it.
    /// The new text was not if a line that both share lost as much as the first, or if no line of it can stand there
    /// as it was written.
    pub(super) fn meant(self, given: &[u8], after: &[&[u8]], new: &[&[u8]]) -> Meant {
        let mut solid = new.iter().copied().filter(|line| !trim(line).is_empty());
        let Some(first) = solid.next() else {
            return Meant::FirstLost;
        };
        let later: Vec<&[u8]> = solid.collect();
        let after: Vec<&[u8]> = after
            .iter()
            .copied()
            .filter(|line| !trim(line).is_empty())
            .collect();
        let is_left = |line: &&[u8]| !indent_of(line).starts_with(self.indent);
        let is_outside = !after.iter().any(is_left) && later.iter().any(is_left);
        if trim(first) != trim(given) && self.is_another(first, &after) {
            return Meant::Unclear;
        }
        let shared = self.shared(&after, &later);
        let is_shifted = shared == Some(true);
        if !(is_outside || self.is_flat(first, &later) || is_shifted && opens(first)) {
            return Meant::FirstLost;
        }
        let is_even = later
            .first()
            .is_some_and(|second| opens(first) || indent_of(second) == indent_of(first));
        let is_shown =
            shared.unwrap_or_else(|| after.is_empty() || is_outside && later.iter().all(is_left));
        if is_even && is_shown && !spans_lines(new) {
            Meant::AllLost
        } else {
            Meant::Unclear
        }
    }

    /// Whether `first` is one of the lines `after` this one, which are indented otherwise.
    fn is_another(self, first: &[u8], after: &[&[u8]]) -> bool {
        let mut same = after.iter().filter(|line| trim(line) == trim(first));
        same.any(|line| indent_of(line) != self.indent)
    }

    /// Whether `first` ends in a colon, and what comes after it would be no deeper.
    fn is_flat(self, first: &[u8], later: &[&[u8]]) -> bool {
        let is_block =
            |line: &&[u8]| indent_of(line) == self.indent && !trim(line).starts_with(b"-");
        trim(first).ends_with(b":") && later.first().is_some_and(is_block)
    }

    /// Whether the telling lines that stand once `after` this one and once among the `later` new ones have all lost as
    /// much as the first line; `None` if there is none.
    fn shared(self, after: &[&[u8]], later: &[&[u8]]) -> Option<bool> {
        let only = |lines: &[&[u8]], content: &[u8]| -> Option<Vec<u8>> {
            let mut same = lines.iter().filter(|line| trim(line) == content);
            let line = same.next()?;
            same.next().is_none().then(|| indent_of(line).to_vec())
        };
        let contents = after
            .iter()
            .map(|line| trim(line))
            .filter(|line| is_telling(line));
        let pairs = contents.filter_map(|content| only(after, content).zip(only(later, content)));
        let mut each = pairs
            .map(|(there, here)| there == [self.lost, &here].concat())
            .peekable();
        each.peek()?;
        Some(each.all(|is_shifted| is_shifted))
    }
}

/// Whether lines after this one are deeper.
fn opens(line: &[u8]) -> bool {
    let line = trim(line);
    line.last().is_some_and(|last| b":{([,\\=>".contains(last))
}

/// Whether a literal that begins in one line seems to end in another: its lines are no code.
pub(super) fn spans_lines(lines: &[&[u8]]) -> bool {
    const QUOTES: [&[u8]; 3] = [b"\"\"\"", b"'''", b"`"];
    let is_odd = |line: &&[u8]| {
        QUOTES
            .iter()
            .any(|quote| memchr::memmem::find_iter(line, quote).count() % 2 == 1)
    };
    lines.iter().any(is_odd)
        || lines.iter().any(|line| {
            memchr::memmem::find(line, b"<<").is_some_and(|at| is_here_document(&line[at + 2..]))
        })
}

/// Whether what follows `<<` names the end of a here document.
fn is_here_document(rest: &[u8]) -> bool {
    let rest = rest
        .strip_prefix(b"-")
        .or_else(|| rest.strip_prefix(b"~"))
        .unwrap_or(rest);
    let rest = rest
        .strip_prefix(b"'")
        .or_else(|| rest.strip_prefix(b"\""))
        .unwrap_or(rest);
    rest.first()
        .is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::{FirstLine, Meant};

    /// How lines (parted by `/`, blanks as `.`) are meant in place of a first line with `indent` before it and `after`.
    fn meant(indent: &str, after: &str, new: &str) -> Meant {
        let lines = |text: &str| -> Vec<Vec<u8>> {
            let lines = text.split('/').filter(|line| !line.is_empty());
            lines.map(|line| line.replace('.', " ").into()).collect()
        };
        let indent = indent.replace('.', " ");
        let (after, new) = (lines(after), lines(new));
        let after: Vec<&[u8]> = after.iter().map(Vec::as_slice).collect();
        let new: Vec<&[u8]> = new.iter().map(Vec::as_slice).collect();
        FirstLine::of(b"", indent.as_bytes())
            .unwrap()
            .meant(b"old", &after, &new)
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
            assert_eq!(meant(indent, after, new), Meant::FirstLost, "{new}");
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
            assert_eq!(meant(indent, after, new), Meant::AllLost, "{new}");
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
            assert_eq!(meant(indent, after, new), Meant::Unclear, "{new}");
        }
    }
}
