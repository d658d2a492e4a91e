//! The command line: arguments, standard input, environment, clock and exit code.
//!
//! [`run`] is the whole program, with everything external as parameters. [`args`] parses the command line without
//! I/O. The [`intake`] reads the texts and standard input of an edit, and builds the request. [`output`] decides the
//! form of the outcome.

mod apply_patch;
mod args;
mod call;
mod command;
mod completions;
mod context;
mod dialogue;
mod each;
mod edit;
mod elements;
mod environment;
mod flags;
mod foreign;
mod generated;
mod git_driver;
mod help;
mod hook;
mod intake;
mod man;
mod meter;
mod output;
mod output_files;
mod page;
mod payloads;
mod records;
mod select;
mod settings;
mod source;
mod streams;
mod text_source;
mod usage;

use std::ffi::OsString;

use clap::ArgMatches;
use clap::error::ErrorKind;

pub use environment::Environment;
pub use generated::all as generated;
pub use streams::{Input, Output, Streams};

use crate::refusal::{ExitClass, Reason, Refusal};
use crate::report::Report;
use crate::request::AskedLines;
use args::{
    CompletionsArgs, ExplainArgs, GuideArgs, RedoArgs, SchemaArgs, UndoArgs, Verb, from_matches,
};
use call::Call;
use command::{CommandId, CommandLine};
use output::{CommandResult, Outcome, Presentation};
use streams::{Sinks, Terminals};

/// Runs the program with the arguments, streams and environment of this process.
pub fn main() -> u8 {
    let mut args = std::env::args_os();
    let program = args.next();
    let args: Vec<OsString> = args.collect();
    let environment = Environment::of_process();
    streams::of_process(|streams| match program.as_deref() {
        Some(name) if apply_patch::is_name(name) => {
            apply_patch::apply_patch(&args, streams, &environment)
        }
        _ => run(&args, streams, &environment),
    })
}

/// Runs the program with `args`, which do not include the program name. Returns the exit code.
///
/// Standard output and standard error are each written at most once. A refusal never panics: it is printed like a
/// success, as JSON if `--json` is set.
pub fn run(args: &[OsString], streams: Streams<'_>, environment: &Environment) -> u8 {
    let Streams {
        stdin,
        mut stdout,
        mut stderr,
    } = streams;
    let sinks = Sinks {
        stdout: stdout.lend(),
        stderr: stderr.lend(),
    };
    let args = &command::with_flags_after_command(args)[..];
    let args = &git_driver::with_end_of_flags(args)[..];
    let outcome = run_command(args, stdin, sinks, environment);
    let delivered = output::deliver(&outcome, &mut stdout, &mut stderr);
    if hook::is_event(args) {
        return ExitClass::Done.code();
    }
    if git_driver::is_driver_call(args) {
        return git_driver::status(&outcome, environment.signal_status());
    }
    match delivered {
        Ok(()) => status(&outcome, environment),
        Err(error) => output_failed(&outcome, &error, &mut stderr, environment),
    }
}

/// The exit code of a run whose output could not be written. If files are written, the code still reports that,
/// because scripts depend on it. If the output was the only result, the run has failed.
fn output_failed(
    outcome: &Outcome,
    error: &anyhow::Error,
    stderr: &mut Output<'_>,
    environment: &Environment,
) -> u8 {
    let message = if outcome.is_written {
        format!("warning: {error:#}; the files are written\n")
    } else {
        format!("incise: {error:#}\n")
    };
    // If this fails too, nobody can be notified.
    let _ = stderr.write(message.as_bytes());
    if !outcome.is_written && outcome.class == ExitClass::Done {
        return ExitClass::Io.code();
    }
    status(outcome, environment)
}

/// The exit code of `outcome`, or of the signal that ended the run before anything was written.
fn status(outcome: &Outcome, environment: &Environment) -> u8 {
    match environment.signal_status() {
        Some(status) if outcome.class != ExitClass::Done => status,
        _ => outcome.class.code(),
    }
}

fn run_command<'e>(
    args: &'e [OsString],
    stdin: Input<'_>,
    sinks: Sinks<'e>,
    environment: &'e Environment,
) -> Outcome {
    let terminals = Terminals {
        stdout: sinks.stdout.is_terminal,
        stderr: sinks.stderr.is_terminal,
    };
    match command_outcome(args, stdin, sinks, terminals, environment) {
        Ok(outcome) => outcome,
        Err((operation, refusal)) => {
            let presentation = Presentation::for_usage_error(args, environment, terminals);
            presentation.report(&Report::refused(operation, refusal))
        }
    }
}

/// The outcome of the command that `args` call. An error includes the command's name in reports.
fn command_outcome<'e>(
    args: &'e [OsString],
    stdin: Input<'_>,
    sinks: Sinks<'e>,
    terminals: Terminals,
    environment: &'e Environment,
) -> Result<Outcome, (&'static str, Refusal)> {
    let (name, arguments) = match command::parse(args) {
        Ok(CommandLine::Command { id, name_len }) => (id, &args[name_len..]),
        Ok(CommandLine::Help(page)) => return Ok(Outcome::text(help::program(page))),
        Ok(CommandLine::CommandHelp(name)) => return Ok(Outcome::text(help::full(name))),
        Ok(CommandLine::Version { has_details }) => {
            return Ok(Outcome::text(help::version(has_details)));
        }
        Err(reason) => return Err(("", reason.into())),
    };
    let mut matches = match parse(name, arguments) {
        Ok(Parsed::Matches(matches)) => matches,
        Ok(Parsed::Help(text)) => return Ok(Outcome::text(text)),
        Err(reason) => return Err((name.operation(), reason.into())),
    };
    let call = Call {
        stdin,
        sinks,
        terminals,
        environment,
        words: args,
    };
    let outcome = run_call(call, name, &mut matches);
    outcome.map_err(|refusal| (name.operation(), refusal))
}

fn run_call(call: Call<'_, '_>, name: CommandId, matches: &mut ArgMatches) -> CommandResult {
    match name {
        CommandId::Edit(verb) | CommandId::Check(verb) => call.edit(name, verb, matches),
        CommandId::View => call.view(matches),
        CommandId::Log => call.log(matches),
        CommandId::Undo => {
            let (target, task) = from_matches::<UndoArgs>(matches)?.target_and_task()?;
            call.undo(target, task, matches)
        }
        CommandId::Redo => {
            let (target, task) = from_matches::<RedoArgs>(matches)?.target_and_task()?;
            call.undo(target, task, matches)
        }
        CommandId::Recover => call.recover(matches),
        CommandId::Hook => call.hook(matches),
        CommandId::CheckFiles => call.check_files(matches),
        #[cfg(feature = "mcp")]
        CommandId::Mcp => call.mcp(matches),
        CommandId::Schema => {
            let document = from_matches::<SchemaArgs>(matches)?.document()?;
            Ok(Outcome::text(document.text().to_owned()))
        }
        CommandId::Explain => {
            let output = from_matches::<ExplainArgs>(matches)?.output()?;
            Ok(Outcome::printed(output))
        }
        CommandId::Guide => Ok(Outcome::text(from_matches::<GuideArgs>(matches)?.text())),
        CommandId::CheckConflicts => call.check_conflicts(matches),
        CommandId::Completions => {
            let CompletionsArgs { shell } = from_matches(matches)?;
            Ok(Outcome::printed(completions::completions(shell)))
        }
    }
}

/// The outcome of parsing the arguments of one command.
enum Parsed {
    /// The values of the arguments.
    Matches(ArgMatches),
    /// The requested help.
    Help(String),
}

fn parse(name: CommandId, args: &[OsString]) -> Result<Parsed, Reason> {
    let parsed = parse_words(name, args)?;
    if let Parsed::Matches(matches) = &parsed
        && let Some(reason) = usage::flag_without_companion(name, matches)
    {
        return Err(reason);
    }
    Ok(parsed)
}

fn parse_words(name: CommandId, args: &[OsString]) -> Result<Parsed, Reason> {
    let mut command = name.describe().no_binary_name(true);
    match command.try_get_matches_from_mut(args) {
        Ok(matches) => Ok(Parsed::Matches(matches)),
        Err(error) if error.kind() == ErrorKind::DisplayVersion => {
            Ok(Parsed::Help(help::brief(name)))
        }
        Err(error) if error.kind() == ErrorKind::DisplayHelp => Ok(Parsed::Help(help::full(name))),
        Err(error) => {
            if error.kind() == ErrorKind::UnknownArgument
                && let Some(matches) =
                    parse_range_from_end(name, args).or_else(|| parse_dashed_values(name, args))
            {
                return Ok(Parsed::Matches(matches));
            }
            Err(usage::refusal(&error, name, &command, args))
        }
    }
}

/// Parses `args` of `set` if a value in them begins like a flag: `set jvm.properties args -Xmx2g`.
fn parse_dashed_values(name: CommandId, args: &[OsString]) -> Option<ArgMatches> {
    let takes_values = matches!(
        name,
        CommandId::Edit(Verb::Set) | CommandId::Check(Verb::Set)
    );
    if !takes_values || args.iter().any(|word| word == "--") {
        return None;
    }
    // clap's `allow_hyphen_values` also accepts flags of the command as values: `set f a -x --dry-run` would write
    // the file.
    let mut words = args.to_vec();
    let mut unmatched = 0;
    for word in &mut words {
        if word.as_encoded_bytes().starts_with(b"-") && !command::is_flag(name, word) {
            let mut dashed = OsString::from(args::DASHED);
            dashed.push(&*word);
            *word = dashed;
            unmatched += 1;
        }
    }
    let matches = try_parse(name, words)?;
    for value in matches.get_many::<OsString>("pairs")?.skip(1).step_by(2) {
        if value
            .as_encoded_bytes()
            .starts_with(args::DASHED.as_bytes())
        {
            unmatched -= 1;
        }
    }
    // A marked word that is not a value is an unknown flag.
    if unmatched == 0 { Some(matches) } else { None }
}

/// Parses `args` if a range in it looks like a flag (`-3:-1`). The range is read as if it came after `--`.
fn parse_range_from_end(name: CommandId, args: &[OsString]) -> Option<ArgMatches> {
    let range = match name {
        CommandId::View => "paths",
        CommandId::Edit(Verb::Lines) | CommandId::Check(Verb::Lines) => "ranges",
        _ => return None,
    };
    if args.iter().any(|word| word == "--") {
        return None;
    }
    for (index, word) in args.iter().enumerate() {
        if !is_range_from_end(word) {
            continue;
        }
        let (before, rest) = (&args[..index], &args[index + 1..]);
        // A line number in the place of the word must parse as the range. Otherwise, the word is the value of a flag.
        let with_line = [before, &["1".into()], rest].concat();
        let Some(matches) = try_parse(name, with_line) else {
            continue;
        };
        let mut ranges = matches.get_raw(range).into_iter().flatten();
        // With several texts, the order of the ranges matters, so no range may move.
        let texts = matches.try_get_raw("text").ok().flatten();
        let is_paired = texts.is_some_and(|texts| texts.len() > 1);
        if !is_paired && ranges.any(|word| word == "1") {
            let behind_dashes = [before, rest, &["--".into(), word.clone()]].concat();
            if let Some(matches) = try_parse(name, behind_dashes) {
                return Some(matches);
            }
        }
    }
    None
}

fn is_range_from_end(word: &OsString) -> bool {
    word.to_str()
        .is_some_and(|text| text.starts_with('-') && AskedLines::parse(text).is_some())
}

fn try_parse(name: CommandId, words: Vec<OsString>) -> Option<ArgMatches> {
    let mut command = name.describe().no_binary_name(true);
    command.try_get_matches_from_mut(words).ok()
}

#[cfg(test)]
mod tests;
