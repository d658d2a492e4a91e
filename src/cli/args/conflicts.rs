//! `incise check conflicts`

use std::path::PathBuf;

use clap::Args;

/// What was typed after `incise check conflicts`.
#[derive(Debug, Args)]
pub(crate) struct Conflicts {
    /// Files to look at; all that the task has read or written if none is given
    #[arg(value_name = "PATH")]
    pub(in crate::cli) paths: Vec<PathBuf>,
    /// Who asks; INCISE_TASK if none is given
    #[arg(long, value_name = "ID")]
    pub(in crate::cli) task: Option<String>,
}
