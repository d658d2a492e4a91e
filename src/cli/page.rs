//! A command's page: its words, what it does, how to call it.

use std::path::PathBuf;

use super::foreign::ForeignFlag;
use crate::refusal::Reason;

/// The text of a command's page beside its flags.
pub(crate) struct CommandPage {
    /// The words after `incise`; before those of an editing command may stand `check`.
    pub(crate) words: &'static str,
    /// The work of the command, in a line.
    pub(crate) about: &'static str,
    /// Two examples.
    pub(crate) examples: [&'static str; 2],
    /// How to call it.
    pub(crate) usage: &'static str,
    /// The flags that other tools have for it, the nearest first.
    pub(crate) elsewhere: &'static [&'static [ForeignFlag]],
}

impl CommandPage {
    /// The path that the command is about, which must be given.
    pub(crate) fn needed_path(&self, path: Option<PathBuf>) -> Result<PathBuf, Reason> {
        path.ok_or_else(|| {
            Reason::usage(
                "no PATH is given",
                format!("name the file: `incise {}`", self.usage),
            )
        })
    }
}
