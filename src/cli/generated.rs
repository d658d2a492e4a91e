//! Files that are made from the description of the commands: man pages and completions.
//!
//! They are checked in; `INCISE_REGENERATE=1 cargo test --test generated` makes them anew.

use std::io;

use clap::Command;
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

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
        files.push(command_page(command)?);
        // `check X` has the page of X; `check files` is a command of its own.
        let own = command
            .get_subcommands()
            .filter(|below| below.get_name() == "files");
        for below in own {
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
    let subcommands = |man: &Man, text: &mut Vec<u8>| man.render_subcommands_section(text);
    page(root, subcommands, &[("EXIT STATUS", &help::exit_codes())])
}

fn command_page(command: &Command) -> io::Result<Generated> {
    let name = command.get_bin_name().unwrap_or_default().replace(' ', "-");
    let examples = command
        .get_before_help()
        .map(ToString::to_string)
        .unwrap_or_default();
    let command = command.clone().display_name(name.clone());
    let nothing = |_: &Man, _: &mut Vec<u8>| Ok(());
    Ok(Generated {
        path: format!("man/{name}.1"),
        text: page(command, nothing, &[("EXAMPLES", &examples)])?,
    })
}

/// A page: clap's sections, what `more` adds, then `sections` line by line as they are.
fn page(
    command: Command,
    more: impl Fn(&Man, &mut Vec<u8>) -> io::Result<()>,
    sections: &[(&str, &str)],
) -> io::Result<Vec<u8>> {
    let man = Man::new(command)
        .date("")
        .source(concat!("incise ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    more(&man, &mut text)?;
    for (title, lines) in sections.iter().filter(|(_, lines)| !lines.is_empty()) {
        Roff::new()
            .control("SH", [*title])
            .control("nf", [])
            .text([roman(lines.trim_end())])
            .control("fi", [])
            .to_writer(&mut text)?;
    }
    Ok(text)
}
