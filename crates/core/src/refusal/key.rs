//! Reasons why a key was not found, or its value cannot be changed.

use super::Code;
use crate::text::LineNumber;

/// The fault with a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyFault {
    /// It is not there.
    Missing {
        /// The table that it is not in; `None` for the document.
        table: Option<String>,
        /// The names there that are most like it.
        near: Vec<String>,
        /// True if it could be made: a list has no names.
        is_makeable: bool,
    },
    /// It is there several times.
    Several {
        /// The line.
        lines: Vec<LineNumber>,
        /// The key of the first, if an index tells them apart.
        first: Option<String>,
    },
    /// On the way to it is something that has no keys, or what is there cannot be changed in its place.
    Closed {
        /// The name.
        name: &'static str,
        /// The line.
        line: LineNumber,
    },
    /// The value there is of another type than the new one.
    OtherType {
        /// The type there.
        there: &'static str,
    },
    /// The format cannot write the value.
    Unwritable {
        /// The name of the format.
        format: &'static str,
        /// The value that it cannot write.
        what: &'static str,
    },
    /// The document cannot be read.
    Unread {
        /// The name of the format.
        format: &'static str,
        /// The line.
        line: LineNumber,
        /// The fault there.
        problem: String,
        /// True for a format with an entry on each line, which other kinds of files look like.
        is_of_lines: bool,
    },
    /// A number that readers of the format take for another one.
    Reread {
        /// The name of the format.
        format: &'static str,
        /// The number as it was typed.
        number: String,
    },
    /// The dialect that was named is not known.
    UnknownDialect {
        /// The name.
        name: String,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// The result would change something else too.
    Unproven,
    /// The name of the file tells no format with keys.
    NoFormat {
        /// The names that `--dialect` takes.
        known: Vec<&'static str>,
    },
}

impl KeyFault {
    /// The stable name of the fault.
    pub(super) fn code(&self) -> Code {
        match self {
            Self::Missing { .. } => Code::NotFound,
            Self::Several { .. } => Code::Ambiguous,
            Self::NoFormat { .. } | Self::UnknownDialect { .. } => Code::BadRequest,
            Self::Closed { .. }
            | Self::OtherType { .. }
            | Self::Unwritable { .. }
            | Self::Unread { .. }
            | Self::Reread { .. }
            | Self::Unproven => Code::NotEditable,
        }
    }
}
