//! Every expected "no": its code, its exit class, its data.
//!
//! A refusal is a value and travels to the report as a success does. Here is data only; the sentences are in
//! `render`, but for the requests in `impossible` that only their words tell apart. [`Code`] is the one table of names, [`Reason`] the data of each; what that is made of is in
//! one file for each question: why a text was not found, why a hunk has no place, what is wrong with a new text,
//! what cannot be undone, what is wrong with a file, or with the one that a diff is for.

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
pub use file::{FormChange, LinkFault, Residue, ResidueKind, TargetFault, Unaccepted};
pub use hidden::NOT_SHOWN;
pub use hidden::hide_errors;
pub use hunk::{Doubt, FileEdge, HunkFailure, HunkWhy, Likeness, Wanting, WouldPlace};
pub use key::KeyFault;
pub use merge::MergeConflict;
pub use reason::Reason;
pub use search::{
    AnchoredLine, Candidate, Difference, EarlierEdit, ExpectedCount, LineReadings, Looked, Nearest,
    RegionCandidate, TextRepair, Unlike, WhyNot,
};
pub use suggestion::SuggestionFault;
pub use unshown::Unshown;

/// The refusals of one call: at least one.
pub type Refusals = OneOrMore<Refusal>;

/// An expected "no".
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The reason, with its data.
    pub reason: Reason,
    /// The file it is about, as reports show it.
    pub path: Option<PathBuf>,
    /// 1-based number of the edit in a batch.
    pub edit: Option<usize>,
    /// The operation of that edit, if it has a number: edits of a batch may have different operations.
    pub operation: Option<&'static Operation>,
    /// The line of the request with this edit, for requests with one edit per line.
    pub request_line: Option<LineNumber>,
    /// True if a merge of the edit with the later changes would succeed.
    pub would_merge: bool,
    /// The edit that deleted the lines of a failed hunk.
    pub taken: Option<Box<EarlierEdit>>,
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
            taken: None,
            undoable: None,
        }
    }

    /// The refusal, about the file `path` unless it names one already.
    #[must_use]
    pub fn at(mut self, path: impl Into<PathBuf>) -> Self {
        self.path.get_or_insert_with(|| path.into());
        self
    }

    /// The refusal, of edit number `edit` (1-based) unless it has one already.
    #[must_use]
    pub fn of_edit(mut self, edit: usize) -> Self {
        self.edit.get_or_insert(edit);
        self
    }

    /// This refusal, for an edit with the operation `word`.
    #[must_use]
    pub fn doing(self, word: &str) -> Self {
        Self {
            operation: operation(word),
            ..self
        }
    }

    /// This refusal, for the edit on this line of the request, if each edit has its own line.
    #[must_use]
    pub fn on_line(mut self, line: Option<usize>) -> Self {
        self.request_line = self.request_line.or(line.and_then(LineNumber::new));
        self
    }

    /// The refusal without any content of its file.
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
