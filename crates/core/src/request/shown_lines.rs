//! Lines that an edit identifies by a tag of the text or by short hashes, as they were shown to the caller.

use crate::text::LineNumber;

/// The text that the line numbers of an edit belong to. A run looks it up before it resolves the edit.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownLines {
    /// The tag of the text.
    pub tag: Option<String>,
    /// The first and the last line of the edit; `None` if the edit names no line.
    pub ends: Option<(ShortAnchor, ShortAnchor)>,
}

/// The tag, or else the first anchor, as messages show it.
impl std::fmt::Display for ShownLines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.tag, &self.ends) {
            (Some(tag), _) => write!(f, "#{tag}"),
            (None, Some((first, _))) => write!(f, "{first}"),
            (None, None) => Ok(()),
        }
    }
}

/// A line by its number and a short hash (`12:a3`, `12#ZP`), by its number if the text has a tag, or by a hash that
/// no other line has (`szJ`).
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
