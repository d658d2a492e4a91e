//! A command's page: its words, what it does, how to call it.

use std::path::PathBuf;

use super::foreign;
use crate::refusal::Reason;

/// The text of a command's page beside its flags.
pub(crate) struct CommandPage {
    /// The words after `incise`; before those of an editing command may stand `check`.
    pub(crate) words: &'static str,
    /// The work of the command, in a line.
    pub(crate) about: &'static str,
    /// Two examples.
    pub(crate) examples: [&'static str; 2],
    /// The line that says how to call it.
    pub(crate) usage: &'static str,
    /// The flags that other tools have for it, the nearest first.
    pub(crate) elsewhere: &'static [&'static str],
}

impl CommandPage {
    /// The paths that the command is about, at least one.
    pub(crate) fn needed_paths(&self, paths: Vec<PathBuf>) -> Result<Vec<PathBuf>, Reason> {
        if paths.is_empty() {
            self.needed_path(None)?;
        }
        Ok(paths)
    }

    /// The refusal of a call with `paths` and without a text: the last of several was probably meant for one.
    pub(crate) fn text_among(&self, paths: &[PathBuf], missing: Reason) -> Reason {
        match (paths, foreign::operand(self.words)) {
            ([_, .., last], Some(told)) => Reason::usage(
                format!(
                    "`{}` is read as a file, and the new text is missing",
                    last.display()
                ),
                told,
            ),
            _ => missing,
        }
    }

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
