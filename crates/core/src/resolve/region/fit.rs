//! Fits new lines to the indentation of a definition.
//!
//! In a copied definition, all lines may have the indentation of the file, or the first line or all lines may have
//! lost it. A shift changes the value of a multi-line string, so the lines of a string are shifted only if the old
//! definition has the shifted lines.

use std::collections::HashSet;
use std::path::Path;

use bytes::Bytes;

use super::lines::blank_start;
use crate::refusal::Reason;
use crate::resolve::locate::{indent_of, trim};
use crate::syntax;
use crate::text;

pub(super) struct FitPlace<'t> {
    pub(super) path: &'t Path,
    /// The indentation of the location.
    pub(super) indent: &'t [u8],
    /// The replaced lines.
    pub(super) old: &'t [u8],
}

struct NewLine<'t> {
    line: &'t [u8],
    /// The line, shifted to the indentation of the location. `None` if the line lacks the indentation of the request.
    shifted: Option<Vec<u8>>,
    /// For a line inside a string, the forms of the line that occur in the old lines.
    in_old: Option<OldForms>,
}

struct OldForms {
    has_line: bool,
    has_shifted: bool,
}

impl FitPlace<'_> {
    /// The possible readings of `new`, most likely first. All readings differ only in indentation.
    ///
    /// # Errors
    /// `IndentedString` if it is unclear whether to shift a line inside a string.
    pub(super) fn readings(&self, new: &Bytes) -> Result<Vec<Bytes>, Reason> {
        let mut nonblank = text::lines(new).filter(|line| !is_blank(line));
        let Some(first) = nonblank.next() else {
            return Ok(vec![new.clone()]);
        };
        let new_indent = indent_of(first);
        if new_indent == self.indent {
            return Ok(vec![new.clone()]);
        }
        let mut readings = Vec::new();
        let mut shifted_first = None;
        if new_indent.is_empty() {
            shifted_first = Some(self.shift_first(new));
        }
        if nonblank.all(|line| line.starts_with(self.indent)) {
            readings.extend(shifted_first);
            readings.extend(self.shift_all(new, new_indent).unwrap_or_default());
        } else {
            readings.extend(self.shift_all(new, new_indent)?);
            readings.extend(shifted_first);
        }
        if readings.is_empty() {
            readings.push(new.clone());
        }
        readings.dedup();
        Ok(readings)
    }

    /// Indents the first non-blank line of `new` to the location.
    fn shift_first(&self, new: &[u8]) -> Bytes {
        let (blank, rest) = new.split_at(blank_start(new));
        [blank, self.indent, rest].concat().into()
    }

    /// Replaces the indentation `new_indent` of all lines of `new`. `None` if a line has another indentation.
    fn shift_all(&self, new: &Bytes, new_indent: &[u8]) -> Result<Option<Bytes>, Reason> {
        let lines = self.new_lines(new, new_indent);
        // If the old lines contain both forms of a line, the other lines of strings decide, provided that they agree.
        let mut some_unshifted = false;
        let mut some_shifted = false;
        for old in lines.iter().filter_map(|line| line.in_old.as_ref()) {
            some_unshifted |= old.has_line && !old.has_shifted;
            some_shifted |= old.has_shifted && !old.has_line;
        }
        let mut text = Vec::with_capacity(new.len());
        for NewLine {
            line,
            shifted,
            in_old,
        } in lines
        {
            let is_kept = match in_old {
                None => false,
                Some(old) if old.has_line != old.has_shifted => old.has_line,
                Some(old) if old.has_line && some_unshifted != some_shifted => some_unshifted,
                Some(_) => {
                    let text = Bytes::copy_from_slice(line.trim_ascii());
                    return Err(Reason::IndentedString(text));
                }
            };
            if is_kept {
                text.extend_from_slice(line);
            } else if let Some(shifted) = shifted {
                text.extend(shifted);
            } else {
                return Ok(None);
            }
        }
        Ok(Some(text.into()))
    }

    fn new_lines<'n>(&self, new: &'n [u8], new_indent: &[u8]) -> Vec<NewLine<'n>> {
        let strings = syntax::lines_in_strings(self.path, new);
        let mut old: HashSet<&[u8]> = HashSet::new();
        if !strings.is_empty() {
            old.extend(text::lines(self.old).map(<[u8]>::trim_ascii_end));
        }
        let mut lines = Vec::new();
        for (number, line) in text::lines(new).enumerate() {
            let shifted = if is_blank(line) {
                Some(line.to_vec())
            } else {
                line.strip_prefix(new_indent)
                    .map(|rest| [self.indent, rest].concat())
            };
            let mut in_old = None;
            if strings.contains(&number) && !is_blank(line) {
                let has = |line: &[u8]| old.contains(line.trim_ascii_end());
                in_old = Some(OldForms {
                    has_line: has(line),
                    has_shifted: shifted.as_deref().is_some_and(has),
                });
            }
            lines.push(NewLine {
                line,
                shifted,
                in_old,
            });
        }
        lines
    }
}

fn is_blank(line: &[u8]) -> bool {
    trim(line.trim_ascii_end()).is_empty()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::FitPlace;
    #[cfg(feature = "syntax")]
    use crate::refusal::Reason;

    fn read(new: &'static str, indent: &str) -> Vec<String> {
        let place = FitPlace {
            path: Path::new("a.rs"),
            indent: indent.as_bytes(),
            old: b"",
        };
        let readings = place.readings(&new.into()).unwrap().into_iter();
        readings
            .map(|text| String::from_utf8(text.into()).unwrap())
            .collect()
    }

    #[test]
    fn the_likeliest_reading_comes_first() {
        let whole = "    f {\n        a\n    }\n";
        assert_eq!(read(whole, "    "), [whole]);
        assert_eq!(read("f {\n        a\n    }\n", "    ")[0], whole);
        assert_eq!(read("f {\n    a\n}\n", "    ")[0], whole);
        assert_eq!(read(whole, ""), ["f {\n    a\n}\n"]);
        assert_eq!(read("f {\n\n    a\n}", "\t")[0], "\tf {\n\n\t    a\n\t}");
        assert_eq!(read("def f:\n    a\n", "    ").len(), 2);
    }

    #[cfg(feature = "syntax")]
    #[test]
    fn lines_in_strings_go_as_the_old_definition_has_them() {
        let read = |old: &'static str, new: &'static str| -> Vec<String> {
            let place = FitPlace {
                path: Path::new("a.py"),
                indent: b"    ",
                old: old.as_bytes(),
            };
            let words = |text: &bytes::Bytes| String::from_utf8_lossy(text).into_owned();
            match place.readings(&new.into()) {
                Ok(readings) => readings.iter().map(words).collect(),
                Err(Reason::IndentedString(text)) => vec![format!("refused: {}", words(&text))],
                Err(other) => panic!("{other:?}"),
            }
        };
        let left = "    def f(self):\n        x = \"\"\"\na\n        \"\"\"\n";
        let dedented = "def f(self):\n    x = \"\"\"\na\n    \"\"\"\n";
        assert_eq!(read(left, dedented)[0], left);
        let moved = "    def f(self):\n        x = \"\"\"\n    a\n        \"\"\"\n";
        assert_eq!(read(moved, dedented)[0], moved);
        let other = "    def f(self):\n        pass\n";
        assert_eq!(read(other, dedented), ["refused: a"]);
        // One line occurs in both forms, and another line only in the shifted form.
        let nested = "    def f(self):\n        x = \"\"\"\n    a\n        a\n            b\n        \"\"\"\n";
        let flat = "def f(self):\n    x = \"\"\"\na\n    a\n        b\n    \"\"\"\n";
        assert_eq!(read(nested, flat)[0], nested);
        let only = "    def f(self):\n        x = \"\"\"\n        a\"\"\"\n        y = \"\"\"\n    a\"\"\"\n";
        let actual = read(only, "def f(self):\n  x = \"\"\"\n    a\"\"\"\n");
        assert_eq!(actual, ["refused: a\"\"\""]);
        let documented = "def f(self):\n    \"\"\"Does.\n\n    a\n    \"\"\"\n";
        let whole = "    def f(self):\n        \"\"\"Does.\n\n        a\n        \"\"\"\n";
        assert!(read(other, documented).contains(&whole.to_owned()));
    }
}
