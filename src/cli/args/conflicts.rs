//! `incise check conflicts`

use std::path::PathBuf;

use clap::Args;

use crate::cli::foreign::ALL;
use crate::cli::page::CommandPage;

/// The arguments of `incise check conflicts`.
#[derive(Debug, Args)]
pub(crate) struct ConflictsArgs {
    /// Files to look at; those of the task if none is given, or, before it has any, of all tasks
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Who asks; INCISE_TASK if none is given
    #[arg(long, value_name = "ID")]
    pub(crate) task: Option<String>,
}

impl ConflictsArgs {
    /// The help page of the command.
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "check conflicts",
        about: "Tell what other tasks wrote since this one last read or wrote its files",
        examples: [
            "check conflicts --task t2",
            "check conflicts --task t2 src/a.rs",
        ],
        usage: "check conflicts [PATH...] --task ID [FLAGS]",
        elsewhere: &[ALL],
    };
}
