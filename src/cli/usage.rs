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
pub(super) fn lonely_flag(name: CommandId, matches: &ArgMatches) -> Option<Reason> {
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
    let argument = shown(error, ContextKind::InvalidArg);
    let operand = operand_of(&argument);
    let argument = operand.unwrap_or(&argument);
    let value = shown(error, ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::UnknownArgument if stands_after_the_end(argument, args) => Reason::usage(
            format!("`{argument}` is after `--`, so it is not read as a flag"),
            "flags come before `--`",
        ),
        ErrorKind::UnknownArgument => unknown(argument, name, command),
        ErrorKind::ArgumentConflict => conflict(error, argument),
        ErrorKind::InvalidValue if value.is_empty() && operand.is_some() => {
            Reason::usage("the empty name names no file", "give the path of a file")
        }
        ErrorKind::InvalidValue if value.is_empty() => Reason::usage(
            format!("`{}` needs a value", flag_of(argument)),
            match flag_of(argument) {
                "--glob" => "-g GLOB selects files; --all replaces every match".to_owned(),
                _ => format!("{argument}; an empty text is ''"),
            },
        ),
        ErrorKind::InvalidValue => Reason::usage(
            format!("`{value}` is not a valid value of `{}`", flag_of(argument)),
            values(error, argument),
        ),
        ErrorKind::ValueValidation => Reason::usage(
            format!("`{value}` is not a valid value of `{}`", flag_of(argument)),
            number(argument, &source(error)),
        ),
        ErrorKind::TooManyValues => Reason::usage(
            format!(
                "`{}` takes no value, `{value}` was given",
                flag_of(argument)
            ),
            format!("write {} alone", flag_of(argument)),
        ),
        ErrorKind::NoEquals => Reason::usage(
            format!("`{}` takes its value after `=`", flag_of(argument)),
            format!("write {}=VALUE", flag_of(argument)),
        ),
        ErrorKind::MissingRequiredArgument => Reason::usage(
            format!("`{argument}` is missing"),
            missing(argument, name, command),
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
fn missing(argument: &str, name: CommandId, command: &Command) -> String {
    for operand in command.get_positionals() {
        let names = operand.get_value_names().unwrap_or_default();
        if let Some(help) = operand.get_help().filter(|_| names == [argument]) {
            return format!("{argument}: {help}");
        }
    }
    format!("`incise {} --help` shows examples", name.words())
}

/// True if `argument` comes after the `--` in `args`.
fn stands_after_the_end(argument: &str, args: &[OsString]) -> bool {
    let after = args.iter().skip_while(|arg| *arg != "--").skip(1);
    argument.starts_with('-') && after.into_iter().any(|arg| arg == argument)
}

fn too_many(argument: &str, name: CommandId) -> Reason {
    let hint = match foreign::operand(name.operation()) {
        Some(told) => told.to_owned(),
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
    longs(&name.describe()).any(|long| long == argument)
}

fn unknown(argument: &str, name: CommandId, command: &Command) -> Reason {
    let words = name.words();
    if !argument.starts_with('-') || argument == "-" {
        return too_many(argument, name);
    }
    let message = format!("unknown flag `{argument}` of `{words}`");
    if let CommandId::Check(verb) = name
        && (has_flag(CommandId::Edit(verb), argument)
            || has_flag(CommandId::Edit(Verb::Replace), argument))
    {
        let way_out = match argument {
            "--save-plan" => {
                "`check` writes nothing: --format plan prints the plan, and the command itself with \
                 -n --save-plan FILE saves it"
                    .to_owned()
            }
            _ => format!("`check` writes nothing: omit {argument}"),
        };
        return Reason::usage(message, way_out);
    }
    if let Some(words) = foreign::way_out(argument, name.page().elsewhere) {
        return Reason::usage(message, words);
    }
    // Compared without dashes, which all flags share.
    let longs: Vec<_> = longs(command).collect();
    let bare = longs.iter().map(|long| long.trim_start_matches('-'));
    if let Some(near) = nearest(argument.trim_start_matches('-'), bare) {
        return Reason::usage(message, format!("did you mean --{near}?"));
    }
    let owners: Vec<&Verb> = Verb::ALL
        .iter()
        .filter(|verb| has_flag(CommandId::Edit(**verb), argument))
        .collect();
    match owners.first() {
        Some(_) if owners.len() == Verb::ALL.len() => Reason::usage(
            message,
            format!("omit {argument}: `{words}` does not use it"),
        ),
        Some(verb) => Reason::usage(
            message,
            format!("{argument} belongs to `incise {}`", verb.page().words),
        ),
        None if has_flag(CommandId::Check(Verb::Patch), argument) => Reason::usage(
            message,
            format!("{argument} belongs to `incise check patch`"),
        ),
        None => Reason::usage(
            message,
            format!(
                "`incise {words} --help` lists its flags; an argument that begins with a dash goes after `--`"
            ),
        ),
    }
}

fn longs(command: &Command) -> impl Iterator<Item = String> {
    command
        .get_arguments()
        .filter_map(|arg| arg.get_long().map(|long| format!("--{long}")))
}

fn conflict(error: &clap::Error, argument: &str) -> Reason {
    let argument = flag_of(argument);
    let others: Vec<String> = match error.get(ContextKind::PriorArg) {
        Some(ContextValue::String(other)) => vec![flag_of(other).to_owned()],
        Some(ContextValue::Strings(others)) => others
            .iter()
            .map(|other| flag_of(other).to_owned())
            .collect(),
        _ => Vec::new(),
    };
    if others.is_empty() || others.iter().all(|other| other == argument) {
        return Reason::usage(
            format!("`{argument}` is given twice"),
            "give it once; several edits go into one request for `incise apply`",
        );
    }
    Reason::usage(
        format!(
            "`{argument}` and `{}` cannot be combined",
            others.join("`, `")
        ),
        "give one of them",
    )
}

/// The possible values of an argument, as a hint.
fn values(error: &clap::Error, argument: &str) -> String {
    match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(words)) => format!("one of {}", words.join(", ")),
        _ => argument.to_owned(),
    }
}

/// The name of an operand, which clap shows as `[PATH]`, `<PATH>` or with dots at the end.
fn operand_of(argument: &str) -> Option<&str> {
    let inner = argument.strip_prefix(['[', '<'])?;
    Some(inner.trim_end_matches(['.', ']', '>']))
}

/// The flag without the name of its value: `--old` for `--old <TEXT>`.
fn flag_of(argument: &str) -> &str {
    argument
        .split([' ', '[', '='])
        .next()
        .filter(|flag| !flag.is_empty())
        .unwrap_or(argument)
}

fn shown(error: &clap::Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(" "),
        _ => String::new(),
    }
}

/// Shortens the errors of clap's number parsers. Other values of `source` are kept.
fn number(argument: &str, source: &str) -> String {
    match source {
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
        "invalid float literal" | "cannot parse float from empty string" => {
            format!("{argument}, a number")
        }
        _ => format!("{argument}: {source}"),
    }
}

fn source(error: &clap::Error) -> String {
    std::error::Error::source(error).map_or_else(String::new, ToString::to_string)
}

fn first_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}
