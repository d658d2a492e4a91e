//! Files generated from the descriptions of the commands: man pages and completions.
//!
//! The files are checked in. `INCISE_REGENERATE=1 cargo test --test generated` regenerates them.

use std::io;

use clap::Command;
use clap_complete::Shell;

use super::command::CommandId;
use super::completions::completions;
use super::{help, man};
use crate::render::fill::WIDTH;

/// A generated file that is checked in.
#[derive(Debug)]
pub struct Generated {
    /// The path of the file, relative to the package.
    pub path: String,
    /// The content of the file.
    pub text: Vec<u8>,
}

const SHELLS: [(Shell, &str); 5] = [
    (Shell::Bash, "incise.bash"),
    (Shell::Zsh, "_incise"),
    (Shell::Fish, "incise.fish"),
    (Shell::PowerShell, "_incise.ps1"),
    (Shell::Elvish, "incise.elv"),
];

/// Every generated file, in a fixed order.
///
/// # Errors
/// An error if a page cannot be formatted.
pub fn all() -> io::Result<Vec<Generated>> {
    let mut files = Vec::new();
    for (shell, name) in SHELLS {
        files.push(Generated {
            path: format!("completions/{name}"),
            text: completions(shell),
        });
    }
    let mut root = tree();
    root.build();
    for (name, text) in man::pages(&root)? {
        files.push(Generated {
            path: format!("man/{name}.1"),
            text,
        });
    }
    Ok(files)
}

/// All commands, for man pages and completions.
pub(super) fn tree() -> Command {
    let check = Command::new("check")
        .about(help::CHECK)
        .before_help(help::CHECK_EXAMPLES)
        .override_usage("incise check COMMAND [ARGUMENTS] [FLAGS]")
        .disable_help_subcommand(true)
        .subcommands(
            CommandId::all()
                .filter(|name| name.is_check())
                .map(CommandId::describe),
        );
    Command::new("incise")
        .about(help::ABOUT)
        .override_usage("incise COMMAND [ARGUMENTS] [FLAGS]")
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_subcommand(true)
        .term_width(WIDTH)
        .subcommands(
            CommandId::all()
                .filter(|name| !name.is_check())
                .map(CommandId::describe),
        )
        .subcommand(check)
}
