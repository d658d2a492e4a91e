//! The facts about a call that messages need, and the names of options in the caller's vocabulary.

use std::fmt::Display;

use crate::refusal::Refusal;
use crate::report::{FindingsReport, Report};
use crate::request::json::{ENVELOPE, OPERATIONS};
use crate::request::{Means, Options, Words};

/// The facts about a call that messages need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The command, as far as hints depend on it.
    pub command: CommandKind,
    /// The vocabulary of the caller.
    pub words: Words,
    /// True if there are several steps, so that messages name the edit.
    pub has_steps: bool,
    /// True if several files were searched, so that a hint cannot select a match in one of them.
    pub has_files: bool,
    /// True if failed hunks were left in the files as conflicts.
    pub leaves_conflicts: bool,
}

/// The commands that have different hints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandKind {
    /// `replace`, which can select among several matches.
    Replace,
    /// `insert`, which needs a single match.
    Insert,
    /// `ensure`, which needs at most one matching line.
    Ensure,
    /// `set`, which can create a key.
    Set,
    /// `lines`.
    Lines,
    /// `write`.
    Write,
    /// `create`, which can create directories.
    Create,
    /// `move`, which can create directories.
    Move,
    /// `patch`.
    Patch,
    /// `replay`, and a plan: recorded edits, which accept no hash.
    Replay,
    /// `remove`, which does not write to a file.
    Remove,
    /// `view`, which only prints.
    View,
    /// `undo` and `redo`, which have few flags.
    Undo,
    /// Any other.
    Other,
}

/// The flags of `undo` and `redo` that a hint can name.
const UNDO_FLAGS: &[&str] = &["allow_read_only", "in_place", "lock_timeout", "on_conflict"];

/// The fields of the MCP tool `undo` that a hint can name.
const UNDO_FIELDS: &[&str] = &["on_conflict"];

impl CommandKind {
    /// The kind of the command `word`, which may begin with `check`.
    fn from_word(word: &str) -> Self {
        match word.strip_prefix("check ").unwrap_or(word) {
            "replace" => Self::Replace,
            "insert" => Self::Insert,
            "ensure" => Self::Ensure,
            "set" => Self::Set,
            "lines" => Self::Lines,
            "write" => Self::Write,
            "create" => Self::Create,
            "move" => Self::Move,
            "patch" => Self::Patch,
            "replay" => Self::Replay,
            "remove" => Self::Remove,
            "view" => Self::View,
            "undo" | "redo" => Self::Undo,
            _ => Self::Other,
        }
    }

    /// True if the command has the flag for the option `name`, which at least one command has.
    fn has_flag(self, name: &str) -> bool {
        match self {
            Self::Undo => UNDO_FLAGS.contains(&name),
            _ => self.can_use(name),
        }
    }

    /// True if the option `name` can change the outcome of the command.
    fn can_use(self, name: &str) -> bool {
        name != "in_place" || !matches!(self, Self::Remove | Self::Move)
    }

    /// True if an edit of `incise.request/1` for this command has a field `name`.
    fn has_field(self, name: &str) -> bool {
        if self == Self::Other {
            return false;
        }
        let operation = OPERATIONS
            .iter()
            .find(|operation| Self::from_word(operation.name) == self);
        operation.is_some_and(|operation| operation.has(name))
    }
}

impl Caller {
    /// A typed command without steps and without special hints.
    pub const OTHER: Self = Self {
        command: CommandKind::Other,
        words: Words::TYPED,
        has_steps: false,
        has_files: false,
        leaves_conflicts: false,
    };

    /// The caller of `check files`.
    pub fn of_findings(report: &FindingsReport) -> Self {
        Self {
            words: report.words,
            ..Self::OTHER
        }
    }

    /// The caller of `report`.
    pub fn from_report(report: &Report) -> Self {
        Self {
            command: CommandKind::from_word(&report.operation),
            words: report.words,
            has_steps: report.steps > 1,
            has_files: report.files.len() > 1 || !report.would_apply_files.is_empty(),
            leaves_conflicts: report.leaves_conflicts(),
        }
    }

    /// The caller for the operation of `refusal`. The edits of a batch may have different operations.
    #[must_use]
    pub(super) fn for_refusal(mut self, refusal: &Refusal) -> Self {
        if let Some(operation) = refusal.operation {
            self.command = CommandKind::from_word(operation.name);
        }
        self
    }

    /// The option `name`, enabled, in the caller's vocabulary: `--force-shrink`, `"force_shrink": true`. `None` if
    /// the caller does not have the option.
    pub(super) fn switch(self, name: &str) -> Option<String> {
        self.option(name, String::new(), &"true")
    }

    /// The option `name` with the value `word`: `--mode merge`, `"mode": "merge"`.
    pub(super) fn text_option(self, name: &str, word: impl Display) -> Option<String> {
        self.option(name, format!(" {word}"), &format_args!("\"{word}\""))
    }

    /// The option `name` with a number or a placeholder: `--expect 3`, `"expect": 3`.
    pub(super) fn number_option(self, name: &str, number: impl Display) -> Option<String> {
        self.option(name, format!(" {number}"), &number)
    }

    /// The option `name` alone: `--target`, `"target"`.
    pub(super) fn option_name(self, name: &str) -> Option<String> {
        Some(match self.option_form(name)? {
            OptionForm::Flag => flag(name),
            OptionForm::Field => format!("\"{name}\""),
        })
    }

    /// The option `name` with a value that a flag needs after `=`: `--backup=.orig`, `"backup": ".orig"`.
    pub(super) fn attached_option(self, name: &str, word: &str) -> Option<String> {
        self.option(name, format!("={word}"), &format_args!("\"{word}\""))
    }

    /// True for an edit of `incise.request/1`, so that a hint can name another operation.
    pub(super) fn is_native(self) -> bool {
        self.words.options == Options::Fields
    }

    /// True for a typed command with all its flags, so that a hint can name another command and its flags.
    pub(super) fn is_typed(self) -> bool {
        self.words.options == Options::Flags && self.words.means == Means::Shell
    }

    /// The option `name`: the flag with the `suffix`, or the field with its `value`.
    fn option(self, name: &str, suffix: String, value: &dyn Display) -> Option<String> {
        Some(match self.option_form(name)? {
            OptionForm::Flag => flag(name) + &suffix,
            OptionForm::Field => format!("\"{name}\": {value}"),
        })
    }

    /// The form of the option `name`; `None` if the caller does not have the option.
    fn option_form(self, name: &str) -> Option<OptionForm> {
        let is_common = ENVELOPE.contains(&name) && self.command.can_use(name);
        let (has_option, form) = match self.words.options {
            Options::Flags => (self.command.has_flag(name), OptionForm::Flag),
            Options::CommonFlags => (is_common, OptionForm::Flag),
            Options::Fields if self.command == CommandKind::Undo => {
                (UNDO_FIELDS.contains(&name), OptionForm::Field)
            }
            Options::Fields => (is_common || self.command.has_field(name), OptionForm::Field),
            Options::Payload(names) => {
                (is_common || names.shared.contains(&name), OptionForm::Field)
            }
            Options::Unavailable => return None,
        };
        if has_option { Some(form) } else { None }
    }
}

enum OptionForm {
    Flag,
    Field,
}

/// The flag for the field `name`.
fn flag(name: &str) -> String {
    format!("--{}", name.replace('_', "-"))
}
