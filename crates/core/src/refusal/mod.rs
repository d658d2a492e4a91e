//! Refusals: the code, exit class and data of each expected failure.
//!
//! A refusal is a value and reaches the report in the same way as a success. This module contains only data; the
//! messages are in `render`, except for the requests in `impossible`, which differ only in their words. [`Code`]
//! lists all names, and [`Reason`] contains the data of each refusal.

mod code;
mod file;
mod hidden;
mod hunk;
mod impossible;
mod key;
mod lines;
mod merge;
mod reason;
mod search;
mod store;
mod suggestion;
mod unshown;

use std::path::PathBuf;

use crate::request::json::{Operation, operation};
use crate::request::{Malformed, OneOrMore};
use crate::text::LineNumber;

pub use crate::encoding::EncodingFault;
pub use crate::error::{Escape, Fault, FileLock, NotAFile, NotKept, Nothing, Process, UndoBlock};
pub use crate::merge::ConflictCause;
pub use crate::syntax::SyntaxError;
pub use code::{Code, ExitClass};
pub use file::{FormChange, LinkFault, Residue, ResidueKind, TargetFault, ValidationFault};
pub use hidden::NOT_SHOWN;
pub use hidden::hide_errors;
pub use hunk::{
    Doubt, FileEdge, HunkFailure, HunkWhy, Likeness, LooserMode, MissingEvidence, WouldPlace,
};
pub use key::KeyFault;
pub use merge::MergeConflict;
pub use reason::Reason;
pub use search::{
    AnchoredLine, Candidate, Difference, EarlierEdit, ExpectedCount, FuzzyRejection, LineReadings,
    Nearest, RegionCandidate, SearchExtent, TextRepair, WhyNot,
};
pub use suggestion::SuggestionFault;
pub use unshown::Unshown;

/// The refusals of one call. Contains at least one.
pub type Refusals = OneOrMore<Refusal>;

/// An edit that was not made, with the reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The reason, with its data.
    pub reason: Reason,
    /// The file, as reports display it.
    pub path: Option<PathBuf>,
    /// The 1-based number of the edit in a batch.
    pub edit: Option<usize>,
    /// The operation of that edit, if the edit has a number. Edits of a batch may have different operations.
    pub operation: Option<&'static Operation>,
    /// The line of the edit in the request, for requests with one edit per line.
    pub request_line: Option<LineNumber>,
    /// True if a merge of the edit with later changes would succeed.
    pub would_merge: bool,
    /// The earlier edit that deleted the lines of a failed hunk.
    pub deleted_by: Option<Box<EarlierEdit>>,
    /// The newest journal entry that can be undone, if the requested one cannot.
    pub undoable: Option<u64>,
}

impl Refusal {
    /// A refusal without a path.
    pub fn new(reason: Reason) -> Self {
        Self {
            reason,
            path: None,
            edit: None,
            operation: None,
            request_line: None,
            would_merge: false,
            deleted_by: None,
            undoable: None,
        }
    }

    /// Sets the path, unless the refusal already has one.
    #[must_use]
    pub fn at(mut self, path: impl Into<PathBuf>) -> Self {
        self.path.get_or_insert_with(|| path.into());
        self
    }

    /// Sets the 1-based number of the edit, unless the refusal already has one.
    #[must_use]
    pub fn of_edit(mut self, edit: usize) -> Self {
        self.edit.get_or_insert(edit);
        self
    }

    /// Sets the operation to the one called `word`.
    #[must_use]
    pub fn with_operation(self, word: &str) -> Self {
        Self {
            operation: operation(word),
            ..self
        }
    }

    /// Sets the line of the request, unless the refusal already has one. `None` if edits do not have separate lines.
    #[must_use]
    pub fn on_line(mut self, line: Option<usize>) -> Self {
        self.request_line = self.request_line.or(line.and_then(LineNumber::new));
        self
    }

    /// Returns the refusal without any content of the file.
    #[must_use]
    pub fn without_text(self) -> Self {
        Self {
            reason: self.reason.without_text(),
            ..self
        }
    }

    /// The stable code.
    pub fn code(&self) -> Code {
        self.reason.code()
    }
}

impl Reason {
    /// The refusal with this reason about the file at `path`.
    #[must_use]
    pub fn at(self, path: impl Into<PathBuf>) -> Refusal {
        Refusal::new(self).at(path)
    }
}

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Self {
        Self::new(reason)
    }
}

impl From<Reason> for Refusals {
    fn from(reason: Reason) -> Self {
        Refusal::from(reason).into()
    }
}

impl From<Malformed> for Refusals {
    fn from(malformed: Malformed) -> Self {
        Refusal::from(malformed).into()
    }
}

impl From<OneOrMore<Malformed>> for Refusals {
    fn from(malformed: OneOrMore<Malformed>) -> Self {
        malformed.map(Refusal::from)
    }
}

impl From<Malformed> for Refusal {
    fn from(malformed: Malformed) -> Self {
        Self {
            edit: malformed.edit,
            ..Self::new(malformed.into())
        }
    }
}
