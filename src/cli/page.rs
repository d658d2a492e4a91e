//! The page of a command: name, purpose and usage.

use std::path::PathBuf;

use super::foreign;
use crate::refusal::Reason;

/// The text of a command's page, without its flags.
pub(crate) struct CommandPage {
    /// The words after `incise`. `check` may precede the words of an editing command.
    pub(crate) words: &'static str,
    /// The purpose of the command, in one line.
    pub(crate) about: &'static str,
    pub(crate) examples: [&'static str; 2],
    /// The usage line.
    pub(crate) usage: &'static str,
    /// The tables with flags of other tools for this command, the most similar tool first.
    pub(crate) foreign_flags: &'static [&'static str],
}

impl CommandPage {
    /// `paths`, or the refusal if there are none.
    pub(crate) fn require_paths(&self, paths: Vec<PathBuf>) -> Result<Vec<PathBuf>, Reason> {
        if paths.is_empty() {
            return Err(self.no_path());
        }
        Ok(paths)
    }

    /// `path`, or the refusal if it is missing.
    pub(crate) fn require_path(&self, path: Option<PathBuf>) -> Result<PathBuf, Reason> {
        path.ok_or_else(|| self.no_path())
    }

    fn no_path(&self) -> Reason {
        Reason::usage(
            "no PATH is given",
            format!("name the file: `incise {}`", self.usage),
        )
    }

    /// The refusal of a call without a text. The last of several `paths` was probably meant as the text.
    pub(crate) fn missing_text(&self, paths: &[PathBuf], missing: Reason) -> Reason {
        match (paths, foreign::operand(self.words)) {
            ([_, .., last], Some(hint)) => Reason::usage(
                format!(
                    "`{}` is read as a file, and the new text is missing",
                    last.display()
                ),
                hint,
            ),
            _ => missing,
        }
    }
}
