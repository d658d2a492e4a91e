//! The facts of a call that a sentence about it needs, and what an option is called in the caller's words.

use std::fmt::Display;

use crate::refusal::Refusal;
use crate::report::Report;
use crate::request::json::{ENVELOPE, OPERATIONS};
use crate::request::{Means, Options, Words};

/// The facts of a call that a sentence about it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The command, as far as hints depend on it.
    pub command: CommandKind,
    /// In whose words it was asked.
    pub words: Words,
    /// True if there are several steps: messages name the edit.
    pub has_steps: bool,
    /// True if several files were looked at: a place in one of them cannot be picked for all.
    pub has_files: bool,
    /// True if what has no place was left in the files as conflicts.
    pub leaves_conflicts: bool,
}

/// The commands that hints tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandKind {
    /// `replace`, which can pick among several places.
    Replace,
    /// `insert`, which needs one place.
    Insert,
    /// `ensure`, which needs one line or none.
    Ensure,
    /// `set`, which can make a key.
    Set,
    /// `lines`.
    Lines,
    /// `write`.
    Write,
    /// `create`, which can make directories.
    Create,
    /// `move`, which can make directories.
    Move,
    /// `patch`.
    Patch,
    /// `replay`, and a plan: edits of texts that are recorded, which take no hash.
    Replay,
    /// `remove`, which writes into no file.
    Remove,
    /// `view`, which only shows.
    View,
    /// `check files`.
    Files,
    /// `undo` and `redo`, which have few flags.
    TakeBack,
    /// Any other.
    Other,
}

/// The flags of `undo` and `redo` that a hint may name.
const TAKE_BACK_FLAGS: &[&str] = &["allow_read_only", "lock_timeout", "on_conflict"];

/// The fields of a server's `undo` that a hint may name.
const TAKE_BACK_FIELDS: &[&str] = &["on_conflict"];

impl CommandKind {
    /// The command called `word`, or `check` of it.
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
            "files" => Self::Files,
            "undo" | "redo" => Self::TakeBack,
            _ => Self::Other,
        }
    }

    /// True if the command has the flag for `name`, which some command has.
    fn has_flag(self, name: &str) -> bool {
        match self {
            Self::TakeBack => TAKE_BACK_FLAGS.contains(&name),
            _ => self.is_helped_by(name),
        }
    }

    /// True if the option `name` makes a difference to it.
    fn is_helped_by(self, name: &str) -> bool {
        name != "in_place" || !matches!(self, Self::Remove | Self::Move)
    }

    /// True if an edit of `incise.request/1` that does this has a field `name`.
    fn has(self, name: &str) -> bool {
        self != Self::Other
            && OPERATIONS
                .iter()
                .find(|operation| Self::from_word(operation.name) == self)
                .is_some_and(|operation| operation.has(name))
    }
}

impl Caller {
    /// The caller for a typed command without steps, which hints do not tell apart.
    pub const OTHER: Self = Self {
        command: CommandKind::Other,
        words: Words::TYPED,
        has_steps: false,
        has_files: false,
        leaves_conflicts: false,
    };

    /// The caller for `check files`.
    pub const CHECK_FILES: Self = Self {
        command: CommandKind::Files,
        ..Self::OTHER
    };

    /// The caller that `report` answers.
    pub fn from_report(report: &Report) -> Self {
        Self {
            command: CommandKind::from_word(&report.operation),
            words: report.words,
            has_steps: report.steps > 1,
            has_files: report.files.len() > 1,
            leaves_conflicts: report.leaves_conflicts(),
        }
    }

    /// This caller, asking for what `refusal` is about: edits of a batch may do different things.
    #[must_use]
    pub(super) fn about(self, refusal: &Refusal) -> Self {
        match refusal.operation {
            Some(operation) => Self {
                command: CommandKind::from_word(operation.name),
                ..self
            },
            None => self,
        }
    }

    /// The option `name` turned on, as the caller says it: `--force-shrink`, `"force_shrink": true`. `None`
    /// where the caller has no such option.
    pub(super) fn switch(self, name: &str) -> Option<String> {
        self.said(name, String::new(), &"true")
    }

    /// The option `name` with the value `word`: `--mode merge`, `"mode": "merge"`.
    pub(super) fn worded(self, name: &str, word: impl Display) -> Option<String> {
        self.said(name, format!(" {word}"), &format_args!("\"{word}\""))
    }

    /// The option `name` with a number or a placeholder for one: `--expect 3`, `"expect": 3`.
    pub(super) fn numbered(self, name: &str, number: impl Display) -> Option<String> {
        self.said(name, format!(" {number}"), &number)
    }

    /// The option `name` by itself: `--target`, `"target"`.
    pub(super) fn named(self, name: &str) -> Option<String> {
        let is_flag = self.takes_as_flag(name)?;
        Some(if is_flag {
            flag(name)
        } else {
            format!("\"{name}\"")
        })
    }

    /// The option `name` with a value that a flag needs stuck to it: `--backup=.orig`, `"backup": ".orig"`.
    pub(super) fn stuck(self, name: &str, word: &str) -> Option<String> {
        self.said(name, format!("={word}"), &format_args!("\"{word}\""))
    }

    /// True if an edit of `incise.request/1` was asked for: a hint may name another operation.
    pub(super) fn is_native(self) -> bool {
        self.words.options == Options::Fields
    }

    /// True if a command with flags of its own was typed: a hint may name another, and its flags.
    pub(super) fn is_typed(self) -> bool {
        self.words.options == Options::Flags && self.words.means == Means::Shell
    }

    /// The option `name`: the flag with `behind` it, or the field with its `value`.
    fn said(self, name: &str, behind: String, value: &dyn Display) -> Option<String> {
        let is_flag = self.takes_as_flag(name)?;
        Some(if is_flag {
            flag(name) + &behind
        } else {
            format!("\"{name}\": {value}")
        })
    }

    /// True if the option `name` of the request is a flag, false if it is a field; `None` if there is no such option.
    fn takes_as_flag(self, name: &str) -> Option<bool> {
        let is_common = ENVELOPE.contains(&name) && self.command.is_helped_by(name);
        let (has_it, is_flag) = match self.words.options {
            Options::Flags => (self.command.has_flag(name), true),
            Options::CommonFlags => (is_common, true),
            Options::Fields if self.command == CommandKind::TakeBack => {
                (TAKE_BACK_FIELDS.contains(&name), false)
            }
            Options::Fields => (is_common || self.command.has(name), false),
            Options::Payload(names) => (is_common || names.shared.contains(&name), false),
            Options::Unavailable => return None,
        };
        has_it.then_some(is_flag)
    }
}

/// The flag that does what the field `name` does.
fn flag(name: &str) -> String {
    format!("--{}", name.replace('_', "-"))
}
