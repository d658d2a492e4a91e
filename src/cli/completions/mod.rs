//! What a shell offers behind a word that is begun.
//!
//! clap writes the scripts for commands, flags and fixed words. Names that the file of a line has are asked for while
//! it is typed, with `view --outline --raw`: for these, every shell has a few functions of ours.

use std::collections::BTreeSet;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Command};
use clap_complete::{Shell, generate};

use super::command::CommandId;
use super::generated::tree;
use super::output::{Format, When};
use crate::disk;
#[cfg(feature = "mcp")]
use crate::mcp::Profile;
use crate::refusal::Code;
use crate::request::rule::{self, Choices};
use crate::schema::Document;

/// The functions that bash and zsh share.
const NAMES: &str = include_str!("names.sh");
const BASH: &str = include_str!("names.bash");
const ZSH: &str = include_str!("names.zsh");
const FISH: &str = include_str!("names.fish");
const ELVISH: &str = include_str!("names.elv");
const POWER_SHELL: &str = include_str!("names.ps1");

/// The completions for `shell`.
pub(super) fn completions(shell: Shell) -> Vec<u8> {
    let mut text = Vec::new();
    let described = worded(tree()).subcommand(help());
    generate(shell, &mut described.clone(), "incise", &mut text);
    let text = String::from_utf8_lossy(&text);
    match shell {
        Shell::Bash => bash(&text),
        Shell::Zsh => zsh(&text),
        Shell::Fish => fish(&text, &described),
        Shell::Elvish => elvish(&text),
        Shell::PowerShell => power_shell(&text),
        _ => text.into_owned(),
    }
    .into_bytes()
}

/// `help COMMAND`, which is read without clap.
fn help() -> Command {
    let commands = CommandId::all().filter(|command| !command.is_check());
    let words = commands.map(CommandId::operation).chain(["check", "flags"]);
    Command::new("help")
        .about("Show the page of a command, or of the flags that commands share")
        .disable_help_flag(true)
        .arg(Arg::new("COMMAND").value_parser(PossibleValuesParser::new(words)))
}

/// What a flag or argument that only the file of the line has words for is called in the functions of ours.
const NAMED_FLAGS: [&str; 3] = ["symbol", "section", "key"];
const NAMED_ARGUMENTS: [(&str, &str); 2] = [("pairs", "pair"), ("keys", "key")];

fn bash(text: &str) -> String {
    let own = text.replace("complete -F _incise ", "complete -F _incise_or_names ");
    own + &with_lists(NAMES, "|") + &with_lists(BASH, "|")
}

fn zsh(text: &str) -> String {
    // After `*::` zsh forgets the words before, and with them the flags; after `*:` it does not.
    let text = text.replace("'*::", "'*:");
    let own = |line: &str| {
        let flag = NAMED_FLAGS
            .iter()
            .find(|flag| line.contains(&format!("--{flag}=[")))
            .map(|flag| format!(" _incise_offer {flag}"));
        let argument = NAMED_ARGUMENTS
            .iter()
            .find(|(argument, _)| line.starts_with(&format!("'*:{argument} -- ")))
            .map(|(_, wanted)| format!(" _incise_offer_keys {wanted}"));
        let of_type = line
            .contains("]:TYPE:_default")
            .then(|| " _incise_offer_types".to_owned());
        match flag.or(argument).or(of_type) {
            Some(action) => line.replace(":_default'", &format!(":{action}'")),
            None => line.to_owned(),
        }
    };
    // The last lines of the script call it.
    let (body, end) = text.split_at(text.rfind("\nif [ ").unwrap_or(text.len()));
    let body: Vec<String> = body.lines().map(own).collect();
    let names = with_lists(NAMES, "|") + &with_lists(ZSH, " ");
    format!("{}\n{names}{end}", body.join("\n"))
}

fn elvish(text: &str) -> String {
    let own = text
        .replace("\nuse str;\n", "\nuse path;\nuse re;\nuse str;\n")
        .replace(
            "set edit:completion:arg-completer[incise] = {|@words|",
            "fn incise-words {|@words|",
        )
        // Behind an argument the command is still the one before it.
        .replace(
            "    $completions[$command]\n",
            "    while (not (has-key $completions $command)) {\n        set command = (re:replace ';[^;]*$' '' $command)\n    }\n    $completions[$command]\n",
        );
    own + &with_lists(ELVISH, " ")
}

fn power_shell(text: &str) -> String {
    let first = "param($wordToComplete, $commandAst, $cursorPosition)\n";
    let names = "\n    $names = @(Get-InciseName $wordToComplete $commandAst $cursorPosition)\n    if ($names.Count -gt 0) {\n        return $names\n    }\n";
    let own = text.replace(first, &format!("{first}{names}"));
    own + &with_lists(POWER_SHELL, "', '")
}

fn fish(text: &str, described: &Command) -> String {
    let own = |line: &str| {
        let flag = NAMED_FLAGS
            .iter()
            .find(|flag| line.contains(&format!(" -l {flag} ")))
            .map(|flag| format!("(__incise_names {flag})"));
        let is_type = line.contains(" -l type ") || line.contains(" -l type-not ");
        let of_type = is_type.then(|| "(__incise_types)".to_owned());
        match flag.or(of_type) {
            Some(words) => format!("{line} -f -a \"{words}\""),
            None => line.to_owned(),
        }
    };
    let lines: Vec<String> = text.lines().map(own).collect();
    let names = with_lists(FISH, " ");
    format!("{}\n{}{names}", lines.join("\n"), fish_values(described))
}

/// `functions` with the flags that take a value, parted by `sign`, and the types of files in them.
fn with_lists(functions: &str, sign: &str) -> String {
    let flags: Vec<String> = flags_with_values().into_iter().collect();
    functions
        .replace("FLAGS_WITH_VALUES", &flags.join(sign))
        .replace("FILE_TYPES", &file_types().join(" "))
}

/// What `--type` takes.
fn file_types() -> Vec<String> {
    disk::file_types()
        .into_iter()
        .chain(["all".to_owned()])
        .collect()
}

/// The flags that take a value, in any command.
fn flags_with_values() -> BTreeSet<String> {
    let mut flags = BTreeSet::new();
    for command in CommandId::all().map(CommandId::describe) {
        for arg in command.get_arguments() {
            if matches!(arg.get_action(), ArgAction::Set | ArgAction::Append) {
                flags.extend(arg.get_long().map(|long| format!("--{long}")));
                flags.extend(arg.get_short().map(|short| format!("-{short}")));
            }
        }
    }
    flags
}

/// The words that arguments without a flag take, which clap leaves out for fish.
fn fish_values(described: &Command) -> String {
    let of_commands = |commands: &Command, using: &dyn Fn(&str) -> String| {
        let commands = commands.get_subcommands();
        let lines = commands.map(|command| fish_arguments(command, &using(command.get_name())));
        lines.collect::<String>()
    };
    let top = of_commands(described, &|name| {
        format!("__fish_incise_using_subcommand {name}")
    });
    let check = described.find_subcommand("check").map(|check| {
        of_commands(check, &|name| {
            let check = "__fish_incise_using_subcommand check";
            format!("{check}; and __fish_seen_subcommand_from {name}")
        })
    });
    top + &check.unwrap_or_default()
}

/// The lines about the arguments of `command`, which stands on a line if `using` holds.
fn fish_arguments(command: &Command, using: &str) -> String {
    let line = |condition: &str, words: &str| {
        format!("complete -c incise -n \"{condition}\" -f -a \"{words}\"\n")
    };
    let of_argument = |arg: &Arg| {
        let is_it = |(argument, _): &&(&str, &str)| arg.get_id() == *argument;
        if let Some((_, wanted)) = NAMED_ARGUMENTS.iter().find(is_it) {
            let names = format!("__incise_names {wanted}");
            let condition = format!("{using}; and {names} >/dev/null");
            return line(&condition, &format!("({names})"));
        }
        let possible = arg.get_possible_values();
        let words: Vec<&str> = possible.iter().map(|word| word.get_name()).collect();
        if words.is_empty() {
            return String::new();
        }
        line(using, &words.join(" "))
    };
    command.get_positionals().map(of_argument).collect()
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
