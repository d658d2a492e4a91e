//! Files that are made from the description of the commands: man pages and completions.
//!
//! They are checked in; `INCISE_REGENERATE=1 cargo test --test generated` makes them anew.

use std::io;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::{Shell, generate};

use super::command::CommandId;
use super::output::{Format, When};
use super::{help, man};
#[cfg(feature = "mcp")]
use crate::mcp::Profile;
use crate::refusal::Code;
use crate::render::fill::WIDTH;
use crate::request::rule::{self, Choices};
use crate::schema::Document;

/// A file to be checked in.
#[derive(Debug)]
pub struct Generated {
    /// The path of the file, relative to the package.
    pub path: String,
    /// The text of the file.
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

/// The completions for `shell`.
pub(super) fn completions(shell: Shell) -> Vec<u8> {
    let mut text = Vec::new();
    generate(shell, &mut worded(tree()), "incise", &mut text);
    match shell {
        // After `*::` zsh forgets the words before, and with them the flags; after `*:` it does not.
        Shell::Zsh => replaced(&text, "'*::", "'*:"),
        Shell::Fish => [text, fish_values().into_bytes()].concat(),
        _ => text,
    }
}

fn replaced(text: &[u8], from: &str, to: &str) -> Vec<u8> {
    String::from_utf8_lossy(text).replace(from, to).into_bytes()
}

/// The words that arguments without a flag take, which clap leaves out for fish.
fn fish_values() -> String {
    let of_command = |command: &Command| {
        let name = command.get_name();
        let values = command.get_positionals().filter_map(|arg| words(name, arg));
        let line = |values: Vec<&str>| {
            format!(
                "complete -c incise -n \"__fish_incise_using_subcommand {name}\" -f -a \"{}\"\n",
                values.join(" ")
            )
        };
        values.map(line).collect::<String>()
    };
    tree().get_subcommands().map(of_command).collect()
}

/// `command` with the words that the values of its flags are one of. They are no part of the description that
/// lines are read by: a wrong word gets our sentence there, with the nearest that is right.
fn worded(command: Command) -> Command {
    let name = command.get_name().to_owned();
    let below: Vec<_> = command
        .get_subcommands()
        .map(|below| below.get_name().to_owned())
        .collect();
    let command = command.mut_args(|arg| match words(&name, &arg) {
        Some(words) => arg.value_parser(PossibleValuesParser::new(words)),
        None => arg,
    });
    below.iter().fold(command, |command, name| {
        command.mut_subcommand(name, worded)
    })
}

/// The words that `arg` of `command` takes, where it takes no others.
fn words(command: &str, arg: &Arg) -> Option<Vec<&'static str>> {
    fn fixed<T>(choices: Choices<T>) -> Option<Vec<&'static str>> {
        Some(rule::words(choices).collect())
    }
    match (command, arg.get_long()) {
        (_, Some("match")) => fixed(rule::MATCH_WORDS),
        (_, Some("fix")) => fixed(rule::FIX_WORDS),
        (_, Some("mode")) => fixed(rule::MODE_WORDS),
        (_, Some("conflicts")) => fixed(rule::CONFLICT_WORDS),
        (_, Some("on-stale")) => fixed(rule::ON_STALE_WORDS),
        ("apply", Some("on-conflict")) => fixed(rule::ON_CONFLICT_WORDS),
        // Only a stream of edits has some to leave out.
        (_, Some("on-conflict")) => {
            let words = rule::words(rule::ON_CONFLICT_WORDS);
            Some(words.filter(|&word| word != "skip").collect())
        }
        (_, Some("syntax")) => fixed(rule::SYNTAX_WORDS),
        (_, Some("at")) => fixed(rule::EDGE_WORDS),
        (_, Some("sync")) => fixed(rule::SYNC_WORDS),
        (_, Some("on-open")) => fixed(rule::ON_OPEN_WORDS),
        (_, Some("format")) => fixed(Format::WORDS),
        (_, Some("color")) => fixed(When::WORDS),
        #[cfg(feature = "mcp")]
        ("mcp", Some("profile")) => fixed(Profile::WORDS),
        ("schema", None) => Some(Document::ALL.iter().map(|kind| kind.name()).collect()),
        ("explain", None) => Some(Code::ALL.iter().map(|code| code.name()).collect()),
        _ => None,
    }
}
