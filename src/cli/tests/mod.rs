//! From arguments to a request, and from wrong arguments to an error message.

#![allow(clippy::disallowed_methods, reason = "the tests make their own files")]

mod meter;
mod pages;
mod selection;
mod settings;
mod table;
mod wrong;

use std::ffi::OsString;
use std::fs;

use bytes::Bytes;
use tempfile::TempDir;

use super::args::{EditInput, from_matches};
use super::command::{self, CommandLine};
use super::context::{CommandContext, NamesFrom};
use super::intake::Intake;
use super::payloads;
use super::settings::Settings;
use super::{CommandId, Environment, Input, Output, Parsed, Streams, parse, run};
use crate::dialect::Ask;
use crate::refusal::{Reason, Refusal, Refusals};
use crate::request::Request;

/// A temporary directory, standard input and an environment.
struct World {
    directory: TempDir,
    stdin: Vec<u8>,
    stdin_is_terminal: bool,
    stderr_is_terminal: bool,
    environment: Environment,
}

/// The result of a run of the whole program.
struct Ran {
    code: u8,
    stdout: String,
    stderr: String,
}

impl World {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        Self {
            environment: Environment::bare(directory.path()),
            directory,
            stdin: Vec::new(),
            stdin_is_terminal: false,
            stderr_is_terminal: false,
        }
    }

    fn stdin(mut self, text: impl Into<Vec<u8>>) -> Self {
        self.stdin = text.into();
        self
    }

    fn file(self, name: &str, text: impl AsRef<[u8]>) -> Self {
        let path = self.directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    /// Parses the editing command `line`. Returns the request, the origin of its names, and the text of the path `-`.
    fn request_of(&self, line: &str) -> Result<(Request, NamesFrom, Option<Bytes>), Refusal> {
        let args = words(line);
        let CommandLine::Command { id, name_len } = command::parse(&args)? else {
            panic!("not a command: {args:?}");
        };
        let (CommandId::Edit(verb) | CommandId::Check(verb)) = id else {
            panic!("not an editing command: {args:?}");
        };
        let Parsed::Matches(mut matches) = parse(id, &args[name_len..])? else {
            panic!("help: {args:?}");
        };
        let settings = Settings::from_matches(id, &mut matches)?;
        let _: super::args::DisplayArgs = from_matches(&mut matches)?;
        let _: super::args::DirectoryArgs = from_matches(&mut matches)?;
        let mut reader = self.stdin.as_slice();
        let stdin = Input {
            reader: &mut reader,
            is_terminal: self.stdin_is_terminal,
            handle: None,
        };
        let directory = self.directory.path().to_owned();
        let roots = vec![directory.clone()];
        let context = CommandContext::new(directory, roots, &self.environment, &args);
        let mut intake = Intake::new(&context, stdin, &settings.limits()?);
        let input = verb.input(&mut matches, &mut intake);
        let request = match input.map_err(|refusals| refusals.first().clone())? {
            EditInput::Request(request) => Ok(request),
            EditInput::EachEntry(source) => intake.recorded(source).map_err(Refusals::from),
            EditInput::Payloads { source, .. } => {
                let read =
                    payloads::read_joined(source, &mut intake).map_err(|misread| misread.refusals);
                read.map(|payload| match payload.ask {
                    Ask::Request(request) => request,
                    ask => panic!("no edit: {ask:?}"),
                })
            }
        };
        let mut request = request.map_err(|refusals| refusals.first().clone())?;
        let (terms, steps) = (&mut request.terms, &mut request.steps);
        settings.apply_to_one(terms, steps, &self.environment)?;
        Ok((request, intake.names_from, intake.stdin_target))
    }

    fn request(&self, line: &str) -> Request {
        match self.request_of(line) {
            Ok((request, ..)) => request,
            Err(refusal) => panic!("{line}: {refusal:?}"),
        }
    }

    /// Runs the whole program with the words of `line`.
    fn run(&self, line: &str) -> Ran {
        let args = words(line);
        let (mut reader, mut stdout, mut stderr) = (self.stdin.as_slice(), Vec::new(), Vec::new());
        let streams = Streams {
            stdin: Input {
                reader: &mut reader,
                is_terminal: self.stdin_is_terminal,
                handle: None,
            },
            stdout: Output {
                writer: &mut stdout,
                is_terminal: false,
            },
            stderr: Output {
                writer: &mut stderr,
                is_terminal: self.stderr_is_terminal,
            },
        };
        let code = run(&args, streams, &self.environment);
        Ran {
            code,
            stdout: String::from_utf8(stdout).unwrap(),
            stderr: String::from_utf8(stderr).unwrap(),
        }
    }
}

/// The words of `line`, which are separated and quoted as in a shell.
fn words(line: &str) -> Vec<OsString> {
    let words = shell_words::split(line).unwrap().into_iter();
    words.map(OsString::from).collect()
}

/// The message and the hint of a worded refusal.
fn sentences(refusal: Refusal) -> (String, String) {
    match refusal.reason {
        Reason::Worded { message, hint, .. } => (message, hint),
        other => panic!("{other:?}"),
    }
}
