//! Shell completions.
//!
//! clap generates the scripts for commands, flags and fixed values. For names in a file, each script calls
//! `view --outline --raw` through functions of ours.

use std::collections::BTreeSet;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Command};
use clap_complete::{Shell, generate};

use super::command::CommandId;
use super::generated::tree;
use super::output::{COLORS, Format};
use crate::disk;
#[cfg(feature = "mcp")]
use crate::mcp::Profile;
use crate::refusal::Code;
use crate::request::rule::{self, Choices};
use crate::schema::Document;

const NAMES: &str = include_str!("names.sh");
const BASH: &str = include_str!("names.bash");
const ZSH: &str = include_str!("names.zsh");
const FISH: &str = include_str!("names.fish");
const ELVISH: &str = include_str!("names.elv");
const POWER_SHELL: &str = include_str!("names.ps1");

/// The completion script for `shell`.
pub(super) fn completions(shell: Shell) -> Vec<u8> {
    let mut text = Vec::new();
    let described = with_possible_values(tree()).subcommand(help_command());
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

/// `help COMMAND`, which is parsed without clap.
fn help_command() -> Command {
    let commands = CommandId::all().filter(|command| !command.is_check());
    let names = commands.map(CommandId::operation).chain(["check", "flags"]);
    Command::new("help")
        .about("Show the page of a command, or of the flags that commands share")
        .disable_help_flag(true)
        .arg(Arg::new("COMMAND").value_parser(PossibleValuesParser::new(names)))
}

/// Flags and arguments whose values are names in the file on the command line, with the names that our functions use.
const NAMED_FLAGS: [&str; 3] = ["symbol", "section", "key"];
const NAMED_ARGUMENTS: [(&str, &str); 2] = [("pairs", "pair"), ("keys", "key")];

fn bash(text: &str) -> String {
    let script = text.replace("complete -F _incise ", "complete -F _incise_or_names ");
    script + &with_lists(NAMES, "|") + &with_lists(BASH, "|")
}

fn zsh(text: &str) -> String {
    // After `*::`, zsh drops the earlier words, including the flags. `*:` keeps them.
    let script = text.replace("'*::", "'*:");
    // The last lines of the script call the function.
    let (body, end) = script.split_at(script.rfind("\nif [ ").unwrap_or(script.len()));
    let mut lines = Vec::new();
    for line in body.lines() {
        lines.push(match zsh_action(line) {
            Some(action) => line.replace(":_default'", &format!(": {action}'")),
            None => line.to_owned(),
        });
    }
    let names = with_lists(NAMES, "|") + &with_lists(ZSH, " ");
    format!("{}\n{names}{end}", lines.join("\n"))
}

/// The function of ours that offers the values for the flag or argument of a line.
fn zsh_action(line: &str) -> Option<String> {
    for flag in NAMED_FLAGS {
        if line.contains(&format!("--{flag}=[")) {
            return Some(format!("_incise_offer {flag}"));
        }
    }
    for (argument, kind) in NAMED_ARGUMENTS {
        if line.starts_with(&format!("'*:{argument} -- ")) {
            return Some(format!("_incise_offer_keys {kind}"));
        }
    }
    if line.contains("]:TYPE:_default") {
        return Some("_incise_offer_types".to_owned());
    }
    None
}

fn elvish(text: &str) -> String {
    let script = text
        .replace("\nuse str;\n", "\nuse path;\nuse re;\nuse str;\n")
        .replace(
            "set edit:completion:arg-completer[incise] = {|@words|",
            "fn incise-words {|@words|",
        )
        // After an argument, the command is still the last command before it.
        .replace(
            "    $completions[$command]\n",
            "    while (not (has-key $completions $command)) {\n        set command = (re:replace ';[^;]*$' '' $command)\n    }\n    $completions[$command]\n",
        );
    script + &with_lists(ELVISH, " ")
}

fn power_shell(text: &str) -> String {
    let first = "param($wordToComplete, $commandAst, $cursorPosition)\n";
    let names = "\n    $names = @(Get-InciseName $wordToComplete $commandAst $cursorPosition)\n    if ($names.Count -gt 0) {\n        return $names\n    }\n";
    let script = text.replace(first, &format!("{first}{names}"));
    script + &with_lists(POWER_SHELL, "', '")
}

fn fish(text: &str, described: &Command) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        lines.push(match fish_words(line) {
            Some(possible_values) => format!("{line} -f -a \"{possible_values}\""),
            None => line.to_owned(),
        });
    }
    let names = with_lists(FISH, " ");
    format!("{}\n{}{names}", lines.join("\n"), fish_values(described))
}

/// The function of ours that prints the values for the flag of a line.
fn fish_words(line: &str) -> Option<String> {
    for flag in NAMED_FLAGS {
        if line.contains(&format!(" -l {flag} ")) {
            return Some(format!("(__incise_names {flag})"));
        }
    }
    if line.contains(" -l type ") || line.contains(" -l type-not ") {
        return Some("(__incise_types)".to_owned());
    }
    None
}

/// Fills the flags that take a value, separated by `separator`, and the file types into `functions`.
fn with_lists(functions: &str, separator: &str) -> String {
    let flags: Vec<String> = flags_with_values().into_iter().collect();
    functions
        .replace("FLAGS_WITH_VALUES", &flags.join(separator))
        .replace("FILE_TYPES", &file_types().join(" "))
}

/// The values of `--type`.
fn file_types() -> Vec<String> {
    disk::file_types()
        .into_iter()
        .chain(["all".to_owned()])
        .collect()
}

/// The flags of all commands that take a value.
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

/// The values of arguments without a flag, which clap omits for fish.
fn fish_values(described: &Command) -> String {
    let mut lines = String::new();
    for command in described.get_subcommands() {
        let using = format!("__fish_incise_using_subcommand {}", command.get_name());
        lines += &fish_arguments(command, &using);
    }
    if let Some(check) = described.find_subcommand("check") {
        for command in check.get_subcommands() {
            let using = format!(
                "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from {}",
                command.get_name()
            );
            lines += &fish_arguments(command, &using);
        }
    }
    lines
}

/// The lines for the arguments of `command`, which apply if the condition `using` is true.
fn fish_arguments(command: &Command, using: &str) -> String {
    let mut lines = String::new();
    for arg in command.get_positionals() {
        let named = NAMED_ARGUMENTS
            .iter()
            .find(|(argument, _)| arg.get_id() == *argument);
        if let Some((_, kind)) = named {
            let names = format!("__incise_names {kind}");
            let condition = format!("{using}; and {names} >/dev/null");
            lines += &fish_line(&condition, &format!("({names})"));
            continue;
        }
        let possible = arg.get_possible_values();
        let possible_values: Vec<&str> = possible.iter().map(|word| word.get_name()).collect();
        if !possible_values.is_empty() {
            lines += &fish_line(using, &possible_values.join(" "));
        }
    }
    lines
}

fn fish_line(condition: &str, possible_values: &str) -> String {
    format!("complete -c incise -n \"{condition}\" -f -a \"{possible_values}\"\n")
}

/// Adds the possible values of flags to `command`. The description that parses command lines has none, so that our
/// refusal of a wrong word can suggest the nearest one.
fn with_possible_values(command: Command) -> Command {
    let name = command.get_name().to_owned();
    let below: Vec<_> = command
        .get_subcommands()
        .map(|below| below.get_name().to_owned())
        .collect();
    let mut described = command.mut_args(|arg| match possible_values(&name, &arg) {
        Some(possible_values) => arg.value_parser(PossibleValuesParser::new(possible_values)),
        None => arg,
    });
    for name in below {
        described = described.mut_subcommand(name, with_possible_values);
    }
    described
}

/// The possible values of `arg` of `command`, if it has a fixed set.
fn possible_values(command: &str, arg: &Arg) -> Option<Vec<&'static str>> {
    fn names<T>(choices: Choices<T>) -> Option<Vec<&'static str>> {
        Some(rule::words(choices).collect())
    }
    match (command, arg.get_long()) {
        (_, Some("match")) => names(rule::MATCH_WORDS),
        (_, Some("fix")) => names(rule::FIX_WORDS),
        (_, Some("mode")) => names(rule::MODE_WORDS),
        (_, Some("conflicts")) => names(rule::CONFLICT_WORDS),
        (_, Some("on-stale")) => names(rule::ON_STALE_WORDS),
        ("apply", Some("on-conflict")) => names(rule::ON_CONFLICT_WORDS),
        // Only a stream of edits can skip one.
        (_, Some("on-conflict")) => {
            let possible_values = rule::words(rule::ON_CONFLICT_WORDS);
            Some(possible_values.filter(|&word| word != "skip").collect())
        }
        (_, Some("syntax")) => names(rule::SYNTAX_WORDS),
        (_, Some("at")) => names(rule::EDGE_WORDS),
        (_, Some("sync")) => names(rule::SYNC_WORDS),
        (_, Some("on-open")) => names(rule::ON_OPEN_WORDS),
        (_, Some("format")) => names(Format::WORDS),
        (_, Some("color")) => names(COLORS),
        #[cfg(feature = "mcp")]
        ("mcp", Some("profile")) => names(Profile::WORDS),
        ("schema", None) => Some(Document::ALL.iter().map(|kind| kind.name()).collect()),
        ("explain", None) => Some(Code::ALL.iter().map(|code| code.name()).collect()),
        _ => None,
    }
}
