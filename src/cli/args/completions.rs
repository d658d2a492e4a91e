//! `incise completions`

use clap::Args;

use crate::cli::page::CommandPage;
use clap_complete::Shell;

/// The arguments of `incise completions`.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// bash, zsh, fish, powershell or elvish
    #[arg(value_name = "SHELL", hide_possible_values = true)]
    pub(crate) shell: Shell,
}

impl CompletionsArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "completions",
        about: "Print completions for a shell",
        examples: [
            "completions bash > ~/.local/share/bash-completion/completions/incise",
            "completions fish > ~/.config/fish/completions/incise.fish",
        ],
        usage: "completions SHELL",
        foreign_flags: &[],
    };
}
