//! The indentation of new lines at the place of a definition.
//!
//! Whoever copies a definition may have it as the file has it, without the blanks before its first line, or without
//! those of all its lines. The lines inside a string say something else when they are indented otherwise: they go with
//! the rest where the old definition tells that they did, or stay where it has them as they are given.

use std::collections::HashSet;
use std::path::Path;

use bytes::Bytes;

use crate::refusal::Reason;
use crate::resolve::locate::{indent_of, trim};
use crate::syntax;
use crate::text;

/// Where new lines go.
pub(super) struct FitPlace<'t> {
    pub(super) path: &'t Path,
    /// The blanks before its lines.
    pub(super) indent: &'t [u8],
    /// The lines that stand there.
    pub(super) old: &'t [u8],
}

impl FitPlace<'_> {
    /// `new` as it may be meant here, the likeliest first. Each reading changes nothing but the blanks before lines, all
    /// by the same.
    ///
    /// # Errors
    /// `IndentedString` where it is not known whether a line inside a string goes with the rest.
    pub(super) fn readings(&self, new: &Bytes) -> Result<Vec<Bytes>, Reason> {
        let indent = self.indent;
        let solid = |line: &&[u8]| !trim(line.trim_ascii_end()).is_empty();
        let mut lines = text::lines(new).filter(solid);
        let Some(first) = lines.next() else {
            return Ok(vec![new.clone()]);
        };
        let later: Vec<&[u8]> = lines.collect();
        let given = indent_of(first);
        if given == indent {
            return Ok(vec![new.clone()]);
        }
        let first_only = given.is_empty().then(|| with_first(new, indent));
        let is_as_the_file = later.iter().all(|line| line.starts_with(indent));
        let all = self.with_all(new, given);
        let mut readings = Vec::new();
        if is_as_the_file {
            readings.extend(first_only);
            readings.extend(all.unwrap_or_default());
        } else {
            readings.extend(all?);
            readings.extend(first_only);
        }
        if readings.is_empty() {
            readings.push(new.clone());
        }
        readings.dedup();
        Ok(readings)
    }

    /// `new` with the indentation of the place for `given` before each line; `None` where a line does not begin so.
    fn with_all(&self, new: &Bytes, given: &[u8]) -> Result<Option<Bytes>, Reason> {
        let strings = syntax::lines_in_strings(self.path, new);
        let known = if strings.is_empty() { b"" } else { self.old };
        let old: HashSet<&[u8]> = text::lines(known).map(<[u8]>::trim_ascii_end).collect();
        let is_old = |line: &[u8]| old.contains(line.trim_ascii_end());
        let mut lines = Vec::new();
        for (number, line) in text::lines(new).enumerate() {
            let is_blank = trim(line.trim_ascii_end()).is_empty();
            let moved = match line.strip_prefix(given) {
                _ if is_blank => Some(line.to_vec()),
                Some(rest) => Some([self.indent, rest].concat()),
                None => None,
            };
            let in_string = strings.contains(&number) && !is_blank;
            let told = in_string.then(|| [moved.as_deref().is_some_and(is_old), is_old(line)]);
            lines.push((line, moved, told));
        }
        let tells = |told: [bool; 2]| lines.iter().any(|line| line.2 == Some(told));
        // Where both may be meant, the other lines in strings tell, if all of them say the same.
        let all_told = (tells([true, false]), tells([false, true]));
        let mut shifted = Vec::with_capacity(new.len());
        for (line, moved, told) in &lines {
            let stays = match (told, all_told) {
                (None, _) | (Some([true, false]), _) | (Some([true, true]), (true, false)) => false,
                (Some([false, true]), _) | (Some([true, true]), (false, true)) => true,
                _ => {
                    return Err(Reason::IndentedString {
                        text: Bytes::copy_from_slice(line.trim_ascii()),
                    });
                }
            };
            match moved {
                _ if stays => shifted.extend_from_slice(line),
                Some(moved) => shifted.extend_from_slice(moved),
                None => return Ok(None),
            }
        }
        Ok(Some(shifted.into()))
    }
}

/// `new` with `indent` before its first line.
fn with_first(new: &[u8], indent: &[u8]) -> Bytes {
    let blank = new.len() - without_blank_lines(new).len();
    [&new[..blank], indent, &new[blank..]].concat().into()
}

fn without_blank_lines(mut text: &[u8]) -> &[u8] {
    while let Some(line) = text::lines(text)
        .next()
        .filter(|line| line.trim_ascii().is_empty())
    {
        text = &text[line.len()..];
    }
    text
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::FitPlace;
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
                Err(Reason::IndentedString { text }) => vec![format!("refused: {}", words(&text))],
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
        // One line stands there both ways, and another one only moved.
        let nested = "    def f(self):\n        x = \"\"\"\n    a\n        a\n            b\n        \"\"\"\n";
        let flat = "def f(self):\n    x = \"\"\"\na\n    a\n        b\n    \"\"\"\n";
        assert_eq!(read(nested, flat)[0], nested);
        let only = "    def f(self):\n        x = \"\"\"\n        a\"\"\"\n        y = \"\"\"\n    a\"\"\"\n";
        assert_eq!(
            read(only, "def f(self):\n  x = \"\"\"\n    a\"\"\"\n"),
            ["refused: a\"\"\""]
        );
        let documented = "def f(self):\n    \"\"\"Does.\n\n    a\n    \"\"\"\n";
        let whole = "    def f(self):\n        \"\"\"Does.\n\n        a\n        \"\"\"\n";
        assert!(read(other, documented).contains(&whole.to_owned()));
    }
}
