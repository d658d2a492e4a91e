//! Edits of lines as hashline and its relatives write them: by numbers, with a short hash of each line or a tag of the
//! whole text.

use std::path::PathBuf;

use bytes::Bytes;

use crate::text::LineNumber;

/// An edit whose line numbers are those of a text that the task was shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Hashline {
    /// The place.
    pub place: HashlinePlace,
    /// The tag of the text that the numbers are of.
    pub tag: Option<String>,
    /// The text to put there; an empty one deletes lines.
    pub text: Bytes,
}

impl Hashline {
    /// The word for what it does.
    pub(super) fn operation(&self) -> &'static str {
        match self.place {
            HashlinePlace::Lines(..) => "lines",
            HashlinePlace::Remove => "remove",
            HashlinePlace::Move(_) => "move",
            _ => "insert",
        }
    }
}

/// The place of such an edit.
#[derive(Clone, Debug, PartialEq)]
pub enum HashlinePlace {
    /// These lines become the text.
    Lines(ShortAnchor, ShortAnchor),
    /// The text goes before this line.
    Before(ShortAnchor),
    /// The text goes after this line.
    After(ShortAnchor),
    /// The text goes to the beginning.
    Start,
    /// The text goes to the end.
    End,
    /// The file is removed.
    Remove,
    /// The file gets another name.
    Move(PathBuf),
}

impl HashlinePlace {
    /// The first and the last of the lines that are named, where any are.
    pub fn ends(&self) -> Option<(&ShortAnchor, &ShortAnchor)> {
        match self {
            Self::Lines(first, last) => Some((first, last)),
            Self::Before(line) | Self::After(line) => Some((line, line)),
            Self::Start | Self::End | Self::Remove | Self::Move(_) => None,
        }
    }
}

/// A line by its number and a short hash (`12:a3`, `12#ZP`), by its number alone beside a tag, or by its hash alone
/// where a hash names one line of a text (`szJ`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortAnchor {
    /// The number.
    pub line: Option<LineNumber>,
    /// The hash.
    pub hash: Option<String>,
    /// The start of the line, if it was copied with the anchor (`12:a3|let x`).
    pub beginning: String,
}

impl ShortAnchor {
    /// The line `line` of a text that has a tag.
    pub fn numbered(line: LineNumber) -> Self {
        Self {
            line: Some(line),
            hash: None,
            beginning: String::new(),
        }
    }
}

/// The notation.
impl std::fmt::Display for ShortAnchor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.line, &self.hash) {
            (Some(line), Some(hash)) => write!(f, "{line}:{hash}"),
            (Some(line), None) => write!(f, "{line}"),
            (None, hash) => f.write_str(hash.as_deref().unwrap_or_default()),
        }
    }
}
