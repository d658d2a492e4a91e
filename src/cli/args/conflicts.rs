//! `incise check conflicts`

use std::path::PathBuf;

use clap::Args;

use crate::cli::foreign::ALL;
use crate::cli::page::CommandPage;

/// The arguments of `incise check conflicts`.
#[derive(Debug, Args)]
pub(crate) struct ConflictsArgs {
    /// Files to check (default: the task's files, or all tasks' files if it has none)
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Task to check for; default: INCISE_TASK
    #[arg(long, value_name = "ID")]
    pub(crate) task: Option<String>,
}

impl ConflictsArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "check conflicts",
        about: "List lines that other tasks wrote and this task has not seen",
        examples: [
            "check conflicts --task t2",
            "check conflicts --task t2 src/a.rs",
        ],
        usage: "check conflicts [PATH...] --task ID [FLAGS]",
        foreign_flags: &[ALL],
    };
}
