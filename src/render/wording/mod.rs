//! Every sentence about a refusal or a warning. The data is in `refusal` and `report`; matches are
//! exhaustive, so a new reason cannot be without words.

mod detail;
mod finding;
mod hint;
mod history;
mod message;
mod notice;
mod plural;

use crate::report::Report;
use crate::request::{FieldNames, Words};

pub use detail::details;
pub use finding::finding;
pub use hint::{hint, retry};
pub use history::line_change;
pub use message::{hunk_failure, in_words, message, valid_range};
pub use notice::{foreign, notice, notice_code, recovery};
pub use plural::{count, numbers};

/// What a sentence has to know of the call it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The command, as far as hints depend on it.
    pub command: Command,
    /// Whether edits have numbers.
    pub steps: Steps,
}

/// The commands that hints tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// `replace`, which can pick among several places.
    Replace,
    /// `insert`, which needs one place.
    Insert,
    /// `lines`.
    Lines,
    /// `write`.
    Write,
    /// `create`, which can make directories.
    Make,
    /// `move`, which can make directories.
    Move,
    /// `patch`.
    Patch,
    /// A JSON request: hints name fields instead of flags.
    Apply,
    /// Another tool's payload: hints name its fields.
    Payload(&'static FieldNames),
    /// Any other.
    Other,
}

/// Whether a request has several steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steps {
    /// One.
    One,
    /// Several: messages name the edit.
    Several,
}

impl Setting {
    /// That of a command which hints do not tell apart, and which has no steps.
    pub const OTHER: Self = Self {
        command: Command::Other,
        steps: Steps::One,
    };

    /// That of `report`.
    pub fn of(report: &Report) -> Self {
        let operation = report.operation.as_str();
        let payload = match report.words {
            Words::Payload(names) if operation == "replace" => Some(Command::Payload(names)),
            _ => None,
        };
        let named = || Self::command(operation);
        Self {
            command: payload.unwrap_or_else(named),
            steps: match report.steps {
                0 | 1 => Steps::One,
                _ => Steps::Several,
            },
        }
    }

    fn command(operation: &str) -> Command {
        match operation.strip_prefix("check ").unwrap_or(operation) {
            "replace" => Command::Replace,
            "insert" => Command::Insert,
            "lines" => Command::Lines,
            "write" => Command::Write,
            "create" => Command::Make,
            "move" => Command::Move,
            "patch" => Command::Patch,
            "apply" => Command::Apply,
            _ => Command::Other,
        }
    }
}
