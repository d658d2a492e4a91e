//! Turns clap's errors about a command line into refusals with hints.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

use super::args::Verb;
use super::command::CommandId;
use super::foreign;
use crate::refusal::Reason;
use crate::request::nearest;

/// Flags that do nothing without another flag, by command. clap's `requires` is not enough: clap ignores it if the
/// required flag conflicts with another argument. In `merge BASE OURS THEIRS --partial`, `--solve` conflicts with
/// BASE.
const COMPANIONS: [(&str, &str, &str); 6] = [
    ("merge", "partial", "solve"),
    ("merge", "accept", "solve"),
    ("apply", "rule", "from"),
    ("view", "dialect", "key"),
    ("view", "depth", "outline"),
    ("lines", "rename", "symbol"),
];

/// The refusal of a call of `name` that has a flag without its companion.
pub(super) fn flag_without_companion(name: CommandId, matches: &ArgMatches) -> Option<Reason> {
    let is_given = |flag| {
        matches.try_contains_id(flag).is_ok()
            && matches.value_source(flag) == Some(ValueSource::CommandLine)
    };
    for (command, flag, companion) in COMPANIONS {
        if command == name.operation() && is_given(flag) && !is_given(companion) {
            return Some(Reason::usage(
                format!("`--{flag}` needs `--{companion}`"),
                format!("add --{companion}, or omit --{flag}"),
            ));
        }
    }
    None
}

/// The refusal for clap's error in `args`, the arguments of `name`. Long, because each kind of error has a sentence.
pub(super) fn refusal(
    error: &clap::Error,
    name: CommandId,
    command: &Command,
    args: &[OsString],
) -> Reason {
    let shown_argument = context_text(error, ContextKind::InvalidArg);
    let operand = operand_name(&shown_argument);
    let argument = operand.unwrap_or(&shown_argument);
    let flag = flag_name(argument);
    let value = context_text(error, ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::UnknownArgument if is_after_double_dash(argument, args) => Reason::usage(
            format!("`{argument}` is after `--`, so it is not read as a flag"),
            "flags come before `--`",
        ),
        ErrorKind::UnknownArgument => unknown(argument, name, command),
        ErrorKind::ArgumentConflict => conflict(error, flag),
        ErrorKind::InvalidValue if value.is_empty() && operand.is_some() => {
            Reason::usage("the empty name names no file", "give the path of a file")
        }
        ErrorKind::InvalidValue if value.is_empty() => Reason::usage(
            format!("`{flag}` needs a value"),
            match flag {
                "--glob" => "-g GLOB selects files; --all replaces every match".to_owned(),
                _ if argument.ends_with("<TEXT>") => format!("{argument}; an empty text is ''"),
                _ => argument.to_owned(),
            },
        ),
        ErrorKind::InvalidValue => Reason::usage(
            format!("`{value}` is not a valid value of `{flag}`"),
            possible_values(error, argument),
        ),
        ErrorKind::ValueValidation => Reason::usage(
            format!("`{value}` is not a valid value of `{flag}`"),
            number_hint(argument, &parser_error(error)),
        ),
        ErrorKind::TooManyValues if operand.is_some() => too_many(&value, name),
        ErrorKind::TooManyValues => Reason::usage(
            format!("`{flag}` takes no value, `{value}` was given"),
            format!("write {flag} alone"),
        ),
        ErrorKind::NoEquals => Reason::usage(
            format!("`{flag}` takes its value after `=`"),
            format!("write {flag}=VALUE"),
        ),
        ErrorKind::MissingRequiredArgument => Reason::usage(
            format!("`{argument}` is missing"),
            missing_hint(argument, name, command),
        ),
        ErrorKind::InvalidUtf8 => Reason::usage(
            "an argument is not valid UTF-8 where text is needed",
            "--old, --new, --text and files may have any bytes; the rest is UTF-8",
        ),
        _ => Reason::usage(
            first_line(&error.to_string()),
            format!("`incise {} --help` shows examples", name.words()),
        ),
    }
}

/// The hint for the missing operand `argument` of `name`.
fn missing_hint(argument: &str, name: CommandId, command: &Command) -> String {
    for operand in command.get_positionals() {
        let names = operand.get_value_names().unwrap_or_default();
        if names == [argument]
            && let Some(help) = operand.get_help()
        {
            return format!("{argument}: {help}");
        }
    }
    format!("`incise {} --help` shows examples", name.words())
}

/// True if `argument` comes after the `--` in `args`.
fn is_after_double_dash(argument: &str, args: &[OsString]) -> bool {
    let mut after = args.iter().skip_while(|arg| *arg != "--").skip(1);
    argument.starts_with('-') && after.any(|arg| arg == argument)
}

fn too_many(argument: &str, name: CommandId) -> Reason {
    let hint = match foreign::operand(name.operation()) {
        Some(hint) => hint.to_owned(),
        None => format!(
            "the call is `{}`; quote text with spaces to make it one argument",
            name.usage()
        ),
    };
    let words = name.words();
    Reason::usage(
        format!("`{argument}` is one argument too many for `{words}`"),
        hint,
    )
}

fn has_flag(name: CommandId, argument: &str) -> bool {
    long_flags(&name.describe()).any(|long| long == argument)
}

/// The refusal of an argument that clap does not know.
fn unknown(argument: &str, name: CommandId, command: &Command) -> Reason {
    if !argument.starts_with('-') || argument == "-" {
        return too_many(argument, name);
    }
    let hint = unknown_flag_hint(argument, name, command);
    Reason::usage(
        format!("unknown flag `{argument}` of `{}`", name.words()),
        hint,
    )
}

fn unknown_flag_hint(flag: &str, name: CommandId, command: &Command) -> String {
    if let CommandId::Check(verb) = name
        && (has_flag(CommandId::Edit(verb), flag) || has_flag(CommandId::Edit(Verb::Replace), flag))
    {
        return match flag {
            "--save-plan" => {
                "`check` writes nothing: --format plan prints the plan, and the command itself with \
                 -n --save-plan FILE saves it"
                    .to_owned()
            }
            "--rules" | "--accept" => {
                format!("`incise merge -n` writes nothing and accepts {flag}")
            }
            _ => format!("`check` writes nothing: omit {flag}"),
        };
    }
    if let Some(hint) = foreign::lookup(flag, name.page().foreign_flags) {
        return hint.to_owned();
    }
    // Compared without dashes, which all flags share.
    let flags: Vec<_> = long_flags(command).collect();
    let names = flags.iter().map(|long| long.trim_start_matches('-'));
    if let Some(near) = nearest(flag.trim_start_matches('-'), names) {
        return format!("did you mean --{near}?");
    }
    let owners: Vec<&Verb> = Verb::ALL
        .iter()
        .filter(|verb| has_flag(CommandId::Edit(**verb), flag))
        .collect();
    let words = name.words();
    match owners.first() {
        Some(_) if owners.len() == Verb::ALL.len() => {
            format!("omit {flag}: `{words}` does not use it")
        }
        Some(verb) => format!("{flag} belongs to `incise {}`", verb.page().words),
        None if has_flag(CommandId::Check(Verb::Patch), flag) => {
            format!("{flag} belongs to `incise check patch`")
        }
        None => format!(
            "`incise {words} --help` lists its flags; an argument that begins with a dash goes after `--`"
        ),
    }
}

fn long_flags(command: &Command) -> impl Iterator<Item = String> {
    command
        .get_arguments()
        .filter_map(|arg| arg.get_long().map(|long| format!("--{long}")))
}

fn conflict(error: &clap::Error, flag: &str) -> Reason {
    let others: Vec<&str> = match error.get(ContextKind::PriorArg) {
        Some(ContextValue::String(other)) => vec![flag_name(other)],
        Some(ContextValue::Strings(others)) => {
            others.iter().map(|other| flag_name(other)).collect()
        }
        _ => Vec::new(),
    };
    if others.iter().all(|other| *other == flag) {
        return Reason::usage(
            format!("`{flag}` is given twice"),
            "give it once; several edits go into one request for `incise apply`",
        );
    }
    let others = others.join("`, `");
    Reason::usage(
        format!("`{flag}` and `{others}` cannot be combined"),
        "give one of them",
    )
}

/// The possible values of an argument, as a hint.
fn possible_values(error: &clap::Error, argument: &str) -> String {
    match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(words)) => format!("one of {}", words.join(", ")),
        _ => argument.to_owned(),
    }
}

/// The name of an operand, which clap shows as `[PATH]`, `<PATH>` or with dots at the end.
fn operand_name(argument: &str) -> Option<&str> {
    let inner = argument.strip_prefix(['[', '<'])?;
    Some(inner.trim_end_matches(['.', ']', '>']))
}

/// The flag without the name of its value: `--old` for `--old <TEXT>`.
fn flag_name(argument: &str) -> &str {
    argument
        .split([' ', '[', '='])
        .next()
        .filter(|flag| !flag.is_empty())
        .unwrap_or(argument)
}

fn context_text(error: &clap::Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(" "),
        _ => String::new(),
    }
}

/// Shortens the errors of clap's number parsers. Other values of `parser_error` are kept.
fn number_hint(argument: &str, parser_error: &str) -> String {
    match parser_error {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            let more = if argument.contains("ID") {
                "; `incise log --path FILE` lists the entries of a file"
            } else {
                ""
            };
            format!("{argument}, a whole number{more}")
        }
        "number would be zero for non-zero type" => {
            format!("{argument}, a whole number from 1")
        }
        "number too large to fit in target type" => format!("{argument}, a smaller number"),
        "invalid float literal" | "cannot parse float from empty string" => {
            format!("{argument}, a number")
        }
        _ => format!("{argument}: {parser_error}"),
    }
}

fn parser_error(error: &clap::Error) -> String {
    std::error::Error::source(error).map_or_else(String::new, ToString::to_string)
}

fn first_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}
