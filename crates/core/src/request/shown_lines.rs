//! Lines that an edit identifies by the text's tag or by short hashes, which the caller was shown.

use crate::text::LineNumber;

/// The text that the line numbers of an edit refer to. A run looks up this text before it resolves the edit.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownLines {
    /// The tag of the text.
    pub tag: Option<String>,
    /// The first and the last line of the edit; `None` if the edit names no line.
    pub ends: Option<(ShortAnchor, ShortAnchor)>,
}

/// The tag, or else the first anchor, for messages.
impl std::fmt::Display for ShownLines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.tag, &self.ends) {
            (Some(tag), _) => write!(f, "#{tag}"),
            (None, Some((first, _))) => write!(f, "{first}"),
            (None, None) => Ok(()),
        }
    }
}

/// A line by number and short hash (`12:a3`, `12#ZP`), by number in a tagged text, or by a unique hash (`szJ`).
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
    /// Creates an anchor for line `line` of a tagged text.
    pub fn numbered(line: LineNumber) -> Self {
        Self {
            line: Some(line),
            hash: None,
            beginning: String::new(),
        }
    }
}

/// The notation of the anchor.
impl std::fmt::Display for ShortAnchor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.line, &self.hash) {
            (Some(line), Some(hash)) => write!(f, "{line}:{hash}"),
            (Some(line), None) => write!(f, "{line}"),
            (None, hash) => f.write_str(hash.as_deref().unwrap_or_default()),
        }
    }
}
