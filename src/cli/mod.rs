//! The command line: argv, stdin, environment, clock and exit code.
//!
//! [`run`] is the whole program with everything that is outside handed in. What was typed is read in
//! [`args`] without any I/O; what it means is built with the [`intake`], the only reader of texts and
//! standard input; how the outcome looks is decided once in [`output`].

mod args;
mod command;
mod environment;
mod generated;
mod help;
mod intake;
mod output;
mod root;
mod select;
mod streams;
mod usage;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{ArgMatches, FromArgMatches};

pub use environment::Environment;
pub use generated::{Generated, all as generated};
pub use streams::{Input, Output, Streams, Terminal};

use crate::refusal::{ExitClass, Reason, Refusal};
use crate::report::Report;
use crate::request::{Request, Run, Terms};
use crate::run::{self, World};
use args::{Completions, Conditions, Display, Files, Place, Reading, Typed, Verb, View, Writing};
use command::{Asked, Name};
use intake::{Intake, TakenIn};
use output::{Outcome, Presentation};

/// Runs the program with the arguments, streams and environment of this process.
pub fn main() -> u8 {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    streams::of_process(|streams| run(&args, streams, &Environment::of_process()))
}

/// Runs the program with `args` (without its name); the exit code.
///
/// Standard output and error are each written at most once. Nothing in here panics on a refusal: a
/// refusal is printed like a success, as JSON when that was asked for.
pub fn run(args: &[OsString], streams: Streams<'_>, environment: &Environment) -> u8 {
    let Streams {
        stdin,
        mut stdout,
        mut stderr,
    } = streams;
    let terminals = (stdout.terminal, stderr.terminal);
    let outcome = outcome(args, stdin, terminals, environment);
    match output::deliver(&outcome, &mut stdout, &mut stderr) {
        Ok(()) => status(&outcome, environment),
        Err(error) => {
            // Nobody is left to tell when this fails too.
            let _ = stderr.write(format!("error: {error:#}\n").as_bytes());
            ExitClass::Io.code()
        }
    }
}

/// The exit code: that of the outcome, or of the signal that ended the run before anything was written.
fn status(outcome: &Outcome, environment: &Environment) -> u8 {
    match (outcome.class, environment.interrupt.received()) {
        (ExitClass::Done, _) | (_, None) => outcome.class.code(),
        (_, Some(signal)) => u8::try_from(128 + signal).unwrap_or(ExitClass::Io.code()),
    }
}

/// Standard output's and standard error's.
type Terminals = (Terminal, Terminal);

fn outcome(
    args: &[OsString],
    stdin: Input<'_>,
    terminals: Terminals,
    environment: &Environment,
) -> Outcome {
    let unread = |operation: &str, refusal: Refusal| {
        let look = Presentation::for_usage_error(args, environment, terminals.0, terminals.1);
        look.report(&refused(operation, refusal))
    };
    let (name, rest) = match command::asked(args) {
        Ok(Asked::Command(name, words)) => (name, &args[words..]),
        Ok(Asked::Help(depth)) => return Outcome::text(help::program(depth)),
        Ok(Asked::Version) => {
            return Outcome::text(concat!("incise ", env!("CARGO_PKG_VERSION"), "\n").to_owned());
        }
        Err(reason) => return unread("", reason.into()),
    };
    let mut matches = match parse(name, rest) {
        Ok(Parsed::Matches(matches)) => matches,
        Ok(Parsed::Help(text)) => return Outcome::text(text),
        Err(reason) => return unread(name.operation(), reason.into()),
    };
    let call = Call {
        stdin,
        terminals,
        environment,
    };
    let outcome = match name {
        Name::Edit(verb) | Name::Check(verb) => call.edit(name, verb, &mut matches),
        Name::View => call.view(&mut matches),
        Name::CheckFiles => call.check_files(&mut matches),
        Name::Completions => completions(&mut matches),
    };
    outcome.unwrap_or_else(|refusal| unread(name.operation(), refusal))
}

/// What clap made of the arguments of one command.
enum Parsed {
    /// Their values.
    Matches(ArgMatches),
    /// Help was asked for; this is it.
    Help(String),
}

fn parse(name: Name, args: &[OsString]) -> Result<Parsed, Reason> {
    let mut command = name.describe().no_binary_name(true);
    match command.try_get_matches_from_mut(args) {
        Ok(matches) => Ok(Parsed::Matches(matches)),
        Err(error) if error.kind() == ErrorKind::DisplayVersion => {
            Ok(Parsed::Help(help::brief(name)))
        }
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            Ok(Parsed::Help(error.render().to_string()))
        }
        Err(error) => Err(usage::refusal(&error, name, &command)),
    }
}

/// A report that says no more than why nothing was done.
fn refused(operation: &str, refusal: Refusal) -> Report {
    Report {
        refusals: vec![refusal],
        ..Report::new(operation, 1)
    }
}

/// One call of one command.
struct Call<'a, 'e> {
    stdin: Input<'a>,
    terminals: Terminals,
    environment: &'e Environment,
}

impl Call<'_, '_> {
    /// An editing command, or `check` of one.
    fn edit(self, name: Name, verb: Verb, matches: &mut ArgMatches) -> Result<Outcome, Refusal> {
        let look = self.look(matches)?;
        let settings = Settings::of(name, matches)?;
        let place: Place = filled(matches)?;
        let typed = verb.typed(matches).map_err(unexpected)?;
        let cwd = self.cwd(place.directory)?;
        let mut intake = Intake::new(cwd.clone(), self.stdin);
        let request = match settings.request(typed, &mut intake, self.environment) {
            Ok(request) => request,
            Err(refusal) => return Ok(look.report(&refused(name.operation(), refusal))),
        };
        let TakenIn { names_from, filter } = intake.finish();
        if let Some(text) = filter {
            refuse_unfilterable(&request)?;
            let (report, edited) = run::filter(&request, text);
            return Ok(match request.terms.run {
                Run::Commit => look.filtered(&report, edited),
                Run::DryRun => look.report(&report),
            });
        }
        let root = self.environment.root.as_ref();
        let reach = root::reach(place.root, root, names_from, &cwd);
        let interrupt = self.environment.interrupt.clone();
        let world = World {
            cwd,
            reach,
            interrupt,
        };
        Ok(look.report(&run::run(&request, &world)))
    }

    fn view(self, matches: &mut ArgMatches) -> Result<Outcome, Refusal> {
        let look = self.look(matches)?;
        let reading: Reading = filled(matches)?;
        let mut terms = Terms::default();
        reading.settle(&mut terms)?;
        let world = self.world(filled(matches)?)?;
        let (path, lines) = filled::<View>(matches)?.meaning()?;
        Ok(match run::view(&path, lines, &terms, &world) {
            Ok(view) => look.view(&view),
            Err(refusal) => look.report(&refused("view", refusal)),
        })
    }

    fn check_files(self, matches: &mut ArgMatches) -> Result<Outcome, Refusal> {
        let look = self.look(matches)?;
        let reading: Reading = filled(matches)?;
        let mut terms = Terms::default();
        reading.settle(&mut terms)?;
        let world = self.world(filled(matches)?)?;
        let files: Files = filled(matches)?;
        let mut intake = Intake::new(world.cwd.clone(), self.stdin);
        let (paths, strictness) = files.meaning(&mut intake)?;
        let findings = run::findings(&paths, strictness, &terms, &world);
        Ok(look.findings(&findings))
    }

    /// How the outcome is shown.
    fn look(&self, matches: &mut ArgMatches) -> Result<Presentation, Reason> {
        let display: Display = filled(matches)?;
        let (stdout, stderr) = self.terminals;
        Presentation::decide(&display, self.environment, stdout, stderr)
    }

    /// Where a command that only reads runs; its paths were typed.
    fn world(&self, place: Place) -> Result<World, Refusal> {
        let Place { directory, root } = place;
        let cwd = self.cwd(directory)?;
        let typed = intake::NamesFrom::CommandLine;
        let reach = root::reach(root, self.environment.root.as_ref(), typed, &cwd);
        Ok(World {
            cwd,
            reach,
            interrupt: self.environment.interrupt.clone(),
        })
    }

    /// The directory paths start from: `-C`, seen from the working directory.
    fn cwd(&self, directory: Option<PathBuf>) -> Result<PathBuf, Refusal> {
        let cwd = self.environment.cwd.as_ref().map_err(|error| {
            Refusal::new(Reason::Io {
                during: "find the working directory",
                error: error.to_string(),
            })
        })?;
        Ok(match directory {
            Some(directory) => cwd.join(directory),
            None => cwd.clone(),
        })
    }
}

/// The flags of every editing command.
struct Settings {
    name: Name,
    conditions: Conditions,
    reading: Reading,
    writing: Option<Writing>,
}

impl Settings {
    fn of(name: Name, matches: &mut ArgMatches) -> Result<Self, Reason> {
        Ok(Self {
            name,
            conditions: filled(matches)?,
            reading: filled(matches)?,
            writing: match name {
                Name::Edit(_) => Some(filled(matches)?),
                _ => None,
            },
        })
    }

    /// The request that was typed, under these settings.
    fn request(
        self,
        typed: Typed,
        intake: &mut Intake<'_>,
        environment: &Environment,
    ) -> Result<Request, Refusal> {
        let mut request = typed.request(intake)?;
        let terms = &mut request.terms;
        self.reading.settle(terms)?;
        self.conditions.settle(terms, &mut request.steps)?;
        match (self.writing, self.name) {
            (Some(writing), Name::Edit(_)) => writing.settle(terms, environment)?,
            _ => terms.run = Run::DryRun,
        }
        if terms.task.is_none() {
            let task = environment.task.as_ref();
            terms.task = task.map(|task| task.to_string_lossy().into_owned());
        }
        Ok(request)
    }
}

/// `-` is a text, not a file: it can be edited, not made, removed or renamed.
fn refuse_unfilterable(request: &Request) -> Result<(), Reason> {
    use crate::request::Action;
    let is_edit = |action: &Action| {
        matches!(
            action,
            Action::Replace(_) | Action::Insert(_) | Action::Append(_) | Action::Lines(_)
        )
    };
    match request.steps.iter().find(|step| !is_edit(&step.action)) {
        Some(step) => Err(Reason::usage(
            format!("`{} -` has no file to work on", step.action.operation()),
            "`-` goes with replace, insert, append and lines; a file of that name is `./-`",
        )),
        None => Ok(()),
    }
}

fn completions(matches: &mut ArgMatches) -> Result<Outcome, Refusal> {
    let Completions { shell } = filled(matches)?;
    Ok(Outcome {
        stdout: generated::completions(shell),
        stderr: Vec::new(),
        class: ExitClass::Done,
    })
}

/// The part `T` of what was typed.
fn filled<T: FromArgMatches>(matches: &mut ArgMatches) -> Result<T, Reason> {
    T::from_arg_matches_mut(matches).map_err(unexpected)
}

/// clap found the arguments right but cannot hand them over: the description is wrong, not the call.
fn unexpected(error: clap::Error) -> Reason {
    Reason::Usage {
        message: error.to_string(),
        hint: None,
    }
}
