//! `incise completions`

use clap::Args;
use clap_complete::Shell;

/// What was typed after `incise completions`.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// bash, zsh, fish, powershell or elvish
    #[arg(value_name = "SHELL", hide_possible_values = true)]
    pub(in crate::cli) shell: Shell,
}
