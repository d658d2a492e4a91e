//! Regions: expressions that select exactly one span of a text.

use std::fmt;

use bytes::Bytes;

use super::{AskedLines, KeyPath, Malformed};
use crate::text::LineNumber;

/// An expression that stands for exactly one span of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Region {
    /// A definition, by its name (`--symbol`).
    Symbol(NamedRegion),
    /// A heading with all that stands below it, or a table, by its title (`--section`).
    Section(NamedRegion),
    /// The entry of a key in a document (`--key`).
    Key(KeyPath),
    /// The lines between two marker lines (`--between`).
    Between {
        /// The line before them, or a part of it.
        begin: Bytes,
        /// The line after them, or a part of it.
        end: Bytes,
    },
}

/// A region that has a name in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedRegion {
    /// The name, or the end of its path from the root of the file.
    pub name: String,
    /// The line of the original file where it begins, which tells it from others of the name.
    pub line: Option<LineNumber>,
    /// The part of it.
    pub part: NamedPart,
}

/// The part of a named region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NamedPart {
    /// All that belongs to it.
    #[default]
    Whole,
    /// Only the inside, without the head (`--body`).
    Inside,
    /// All of it, as tools name and show it that ask a language server: comments and attributes above a definition stay where
    /// a new text has none of the kind, and a whole path does not come before the end of another one.
    Shown,
}

impl NamedRegion {
    /// Reads `NAME`, or `NAME@LINE`.
    ///
    /// # Errors
    /// When there is no name.
    pub fn parse(text: &str, part: NamedPart) -> Result<Self, Malformed> {
        let (name, line) = match text.rsplit_once('@') {
            Some((name, line)) => match line.parse().ok().and_then(LineNumber::new) {
                Some(line) => (name, Some(line)),
                None => (text, None),
            },
            None => (text, None),
        };
        if name.trim().is_empty() {
            return Err(Malformed::wrong(
                "the name of a region is empty",
                "give the name as the file has it",
            ));
        }
        Ok(Self {
            name: name.trim().to_owned(),
            line,
            part,
        })
    }
}

impl Region {
    /// The lines between the marker lines `begin` and `end`.
    ///
    /// # Errors
    /// When one of them is empty.
    pub fn between(begin: Bytes, end: Bytes) -> Result<Self, Malformed> {
        if begin.trim_ascii().is_empty() || end.trim_ascii().is_empty() {
            return Err(Malformed::wrong(
                "a marker line is empty",
                "give the line before the region and the line after it",
            ));
        }
        Ok(Self::Between { begin, end })
    }

    /// The word for it in flags and fields.
    pub fn option(&self) -> &'static str {
        match self {
            Self::Symbol(_) => "symbol",
            Self::Section(_) => "section",
            Self::Key(_) => "key",
            Self::Between { .. } => "between",
        }
    }

    /// The line of the original file that tells it from others of its name.
    pub fn line(&self) -> Option<LineNumber> {
        match self {
            Self::Symbol(named) | Self::Section(named) => named.line,
            Self::Key(_) | Self::Between { .. } => None,
        }
    }
}

/// The form in messages: section `Usage`.
impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Symbol(named) | Self::Section(named) => {
                write!(f, "{} `{}`", self.option(), named.name)?;
                match named.line {
                    Some(line) => write!(f, " at line {line}"),
                    None => Ok(()),
                }
            }
            Self::Key(key) => write!(f, "key `{key}`"),
            Self::Between { begin, end } => {
                let (begin, end) = (String::from_utf8_lossy(begin), String::from_utf8_lossy(end));
                write!(f, "region from `{}` to `{}`", begin.trim(), end.trim())
            }
        }
    }
}

/// The part of a file that is to be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FilePart {
    /// All of it.
    #[default]
    Whole,
    /// These lines.
    Lines(AskedLines),
    /// A region.
    Region(Region),
    /// The value of a key by itself (`--raw`).
    Value(KeyPath),
    /// None of its lines, but what has a name in it (`--outline`), so many levels deep, or all.
    Outline(Option<usize>),
}

/// A side of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// In front of it.
    Before,
    /// Behind it.
    After,
    /// Inside, at its start.
    Start,
    /// Inside, at its end.
    End,
}

#[cfg(test)]
mod tests {
    use super::{NamedPart, NamedRegion};

    #[test]
    fn a_line_may_stand_behind_the_name() {
        let read = |text| {
            let named = NamedRegion::parse(text, NamedPart::Whole).unwrap();
            (named.name, named.line.map(|line| line.number()))
        };
        assert_eq!(read("a.b"), ("a.b".to_owned(), None));
        assert_eq!(read("a@12"), ("a".to_owned(), Some(12)));
        assert_eq!(read("me@home"), ("me@home".to_owned(), None));
        assert_eq!(read("a@0"), ("a@0".to_owned(), None));
        assert_eq!(read("a@3@12"), ("a@3".to_owned(), Some(12)));
        assert!(NamedRegion::parse(" ", NamedPart::Whole).is_err());
        assert!(NamedRegion::parse("@4", NamedPart::Whole).is_err());
    }
}
