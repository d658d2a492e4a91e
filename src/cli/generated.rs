//! Files that are made from the description of the commands: man pages and completions.
//!
//! They are checked in; `INCISE_REGENERATE=1 cargo test --test generated` makes them anew.

use std::io;

use clap::Command;
use clap_complete::{Shell, generate};
use clap_mangen::Man;

use super::command::tree;
use super::help;

/// A file to be checked in.
#[derive(Debug)]
pub struct Generated {
    /// Its path, relative to the package.
    pub path: String,
    /// Its text.
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
/// When a page cannot be formatted; writing to memory does not fail otherwise.
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
    files.push(Generated {
        path: "man/incise.1".to_owned(),
        text: program_page(root.clone())?,
    });
    for command in root.get_subcommands() {
        if command.get_subcommands().next().is_none() {
            files.push(command_page(command)?);
        }
        for below in command.get_subcommands() {
            files.push(command_page(below)?);
        }
    }
    Ok(files)
}

/// The completions for `shell`.
pub(super) fn completions(shell: Shell) -> Vec<u8> {
    let mut text = Vec::new();
    generate(shell, &mut tree(), "incise", &mut text);
    text
}

fn program_page(root: Command) -> io::Result<Vec<u8>> {
    let exit_codes = format!("Exit codes:\n{}", help::exit_codes());
    page(root.after_help(exit_codes))
}

fn command_page(command: &Command) -> io::Result<Generated> {
    let name = command.get_bin_name().unwrap_or_default().replace(' ', "-");
    Ok(Generated {
        path: format!("man/{name}.1"),
        text: page(command.clone().display_name(name))?,
    })
}

fn page(command: Command) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    Man::new(command).date("").render(&mut text)?;
    Ok(text)
}
