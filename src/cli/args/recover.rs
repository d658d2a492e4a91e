//! `incise recover`

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::shared::set_lock_timeout;
use crate::cli::foreign::ALL;
use crate::cli::page::CommandPage;
use crate::refusal::Reason;
use crate::request::Limits;

/// The arguments of `incise recover`.
#[derive(Debug, Args)]
pub(crate) struct RecoverArgs {
    /// Directories to search for leftover files of killed processes (default: here)
    #[arg(value_name = "DIR")]
    directories: Vec<PathBuf>,
    /// How long to wait for a lock: 200ms, 10s (default)
    #[arg(long, value_name = "TIME")]
    lock_timeout: Option<String>,
}

impl RecoverArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "recover",
        about: "Complete or undo changes that a crash interrupted",
        examples: ["recover src docs", "recover --json"],
        usage: "recover [DIR...] [FLAGS]",
        foreign_flags: &[ALL],
    };

    /// The directories to search, and the lock timeout.
    pub(crate) fn directories_and_timeout(self) -> Result<(Vec<PathBuf>, Duration), Reason> {
        let mut limits = Limits::default();
        set_lock_timeout(&mut limits, self.lock_timeout.as_deref())?;
        let mut directories = self.directories;
        if directories.is_empty() {
            directories.push(PathBuf::from("."));
        }
        Ok((directories, limits.lock_timeout))
    }
}
