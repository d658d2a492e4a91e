//! Reasons why a key was not found, or its value cannot be changed.

use super::Code;
use crate::text::LineNumber;

/// A problem with a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyFault {
    /// The key does not exist.
    Missing {
        /// The table without the key. `None` for the document.
        table: Option<String>,
        /// The most similar names in the table.
        near: Vec<String>,
        /// True if the key can be created. List items cannot, because they have no names.
        can_be_created: bool,
    },
    /// The key exists several times.
    Several {
        /// The lines of all matches.
        lines: Vec<LineNumber>,
        /// The key of the first match, if an index distinguishes the matches.
        first: Option<String>,
    },
    /// An ancestor of the key has no keys, or the value cannot be changed in place.
    NotEditable {
        /// The key of the value. `None` for the whole file.
        of: Option<String>,
        /// The kind of value.
        name: &'static str,
        /// The line of the value.
        line: LineNumber,
    },
    /// The existing value has a different type from the new value.
    OtherType {
        /// The existing type.
        existing: &'static str,
    },
    /// The format cannot write the value.
    Unwritable {
        /// The name of the format.
        format: &'static str,
        /// The unsupported kind of value.
        what: &'static str,
    },
    /// The document cannot be parsed.
    Unparsed {
        /// The name of the format.
        format: &'static str,
        /// The line of the problem.
        line: LineNumber,
        /// The problem.
        problem: String,
        /// True for a line-based format, which files of other formats can resemble.
        is_line_based: bool,
    },
    /// Readers of the format would parse the number as a different one.
    OtherNumber {
        /// The name of the format.
        format: &'static str,
        /// The number as it was typed.
        number: String,
    },
    /// The requested dialect is unknown.
    UnknownDialect {
        /// The requested name.
        name: String,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// The edit would change something else too.
    Unproven,
    /// The file name does not show a format with keys.
    NoFormat {
        /// The names that `--dialect` accepts.
        known: Vec<&'static str>,
    },
}

impl KeyFault {
    pub(super) fn code(&self) -> Code {
        match self {
            Self::Missing { .. } => Code::NotFound,
            Self::Several { .. } => Code::Ambiguous,
            Self::NoFormat { .. } | Self::UnknownDialect { .. } => Code::BadRequest,
            Self::NotEditable { .. }
            | Self::OtherType { .. }
            | Self::Unwritable { .. }
            | Self::Unparsed { .. }
            | Self::OtherNumber { .. }
            | Self::Unproven => Code::NotEditable,
        }
    }
}
