//! Regions: expressions that select exactly one span of a text.

use std::fmt;

use bytes::Bytes;

use super::{AskedLines, KeyPath, Malformed};
use crate::text::LineNumber;

/// An expression that selects exactly one span of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Region {
    /// A definition, by its name (`--symbol`).
    Symbol(NamedRegion),
    /// A heading with everything below it, or a table, by its title (`--section`).
    Section(NamedRegion),
    /// The entry of a key in a document (`--key`).
    Key(KeyPath),
    /// The lines between two marker lines (`--between`).
    Between {
        /// The line before the region, or a part of that line.
        begin: Bytes,
        /// The line after the region, or a part of that line.
        end: Bytes,
    },
}

/// A region with a name in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedRegion {
    /// The name, or the last parts of the path from the top of the file.
    pub name: String,
    /// The first line of the region in the original file, which distinguishes regions with the same name.
    pub line: Option<LineNumber>,
    /// The selected part of the region.
    pub part: NamedPart,
}

/// The part of a named region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NamedPart {
    /// The complete region.
    #[default]
    Whole,
    /// Only the body, without the signature or heading (`--body`).
    Inside,
    /// The complete region, in the way that language server tools name and show it. Comments and attributes above a
    /// definition stay if the new text has none of that kind. A full path does not take precedence over the end of
    /// another path.
    Shown,
}

impl NamedRegion {
    /// Parses `NAME` or `NAME@LINE`.
    ///
    /// # Errors
    /// The name is empty.
    pub fn parse(text: &str, part: NamedPart) -> Result<Self, Malformed> {
        let (mut name, mut line) = (text, None);
        if let Some((before, after)) = text.rsplit_once('@')
            && let Some(number) = after.parse().ok().and_then(LineNumber::new)
        {
            (name, line) = (before, Some(number));
        }
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
    /// One of the markers is empty.
    pub fn between(begin: Bytes, end: Bytes) -> Result<Self, Malformed> {
        if begin.trim_ascii().is_empty() || end.trim_ascii().is_empty() {
            return Err(Malformed::wrong(
                "a marker line is empty",
                "give the line before the region and the line after it",
            ));
        }
        Ok(Self::Between { begin, end })
    }

    /// The name of the region kind in flags and fields.
    pub fn option(&self) -> &'static str {
        match self {
            Self::Symbol(_) => "symbol",
            Self::Section(_) => "section",
            Self::Key(_) => "key",
            Self::Between { .. } => "between",
        }
    }

    /// The line of the original file that distinguishes the region from others with the same name.
    pub fn line(&self) -> Option<LineNumber> {
        match self {
            Self::Symbol(named) | Self::Section(named) => named.line,
            Self::Key(_) | Self::Between { .. } => None,
        }
    }
}

/// The form in messages, such as ``section `Usage` ``.
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

/// The part of a file to show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FilePart {
    /// The complete file.
    #[default]
    Whole,
    /// These lines.
    Lines(AskedLines),
    /// A region.
    Region(Region),
    /// The value of a key by itself (`--raw`).
    Value(KeyPath),
    /// Only the names of definitions and sections (`--outline`), down to this level or completely.
    Outline(Option<usize>),
}

/// A side of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Before the region.
    Before,
    /// After the region.
    After,
    /// At the start of its body.
    Start,
    /// At the end of its body.
    End,
}

#[cfg(test)]
mod tests {
    use super::{NamedPart, NamedRegion};

    #[test]
    fn a_name_may_be_followed_by_a_line() {
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
