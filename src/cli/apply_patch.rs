//! The program under the names `apply_patch` and `applypatch`: the patch tool that some models were trained
//! on, with its arguments, its output and its exit codes.
//!
//! Two things differ, on purpose: a patch is applied whole or not at all, and `Add File` never overwrites.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use bytes::Bytes;

use super::context::CommandContext;
use super::context::NamesFrom;
use super::environment::Environment;
use super::output::{Outcome, deliver};
use super::source;
use super::streams::{Input, Streams};
use crate::dialect::{self, Answer, PROGRAMS};
use crate::refusal::{ExitClass, Refusal};
use crate::render::wording::{Caller, message};
use crate::render::{self, Style};
use crate::report::Report;
use crate::request::{Backup, Options, Terms, rule};
use crate::run::{self, Sightings};
use crate::text;

/// The lines that say how to call it.
const USAGE: &str = "Usage: apply_patch 'PATCH'\n       echo 'PATCH' | apply_patch\n";

/// A flag of later versions of the tool, for what happens here anyway.
const KEEP_LINE_ENDINGS: &str = "--preserve-crlf";

/// Exit codes of the tool: every refusal is 1.
const REFUSED: u8 = 1;
const USAGE_ERROR: u8 = 2;

/// True if the program was called by one of its other names.
pub(super) fn is_name(program: &OsStr) -> bool {
    let name = Path::new(program).file_name().and_then(OsStr::to_str);
    name.is_some_and(|name| PROGRAMS.contains(&name))
}

/// The texts for the streams, and the exit code.
struct Ended {
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    code: u8,
}

impl Ended {
    fn badly(message: impl Into<Vec<u8>>, code: u8) -> Self {
        Self {
            stdout: Vec::new(),
            stderr: message.into(),
            code,
        }
    }
}

/// Applies the patch in the only argument, or in standard input; the exit code.
pub fn apply_patch(args: &[OsString], streams: Streams<'_>, environment: &Environment) -> u8 {
    let Streams {
        stdin,
        mut stdout,
        mut stderr,
    } = streams;
    let ended =
        patch_text(args, stdin).map_or_else(|ended| ended, |text| applied(text, environment));
    let outcome = Outcome {
        stdout: ended.stdout,
        stderr: ended.stderr,
        class: ExitClass::Done,
        is_written: true,
        sightings: Sightings::default(),
    };
    match deliver(&outcome, &mut stdout, &mut stderr) {
        Ok(()) => match (ended.code, environment.interrupt.received()) {
            (REFUSED, Some(signal)) => u8::try_from(128 + signal).unwrap_or(REFUSED),
            (code, _) => code,
        },
        // What is done is done, whether anybody can be told of it or not.
        Err(_) => ended.code,
    }
}

/// The patch, in the only argument or in standard input.
fn patch_text(args: &[OsString], stdin: Input<'_>) -> Result<Bytes, Ended> {
    let args = match args {
        [first, rest @ ..] if first == KEEP_LINE_ENDINGS => rest,
        args => args,
    };
    match args {
        [help] if help == "--help" || help == "-h" => Err(Ended {
            stdout: USAGE.into(),
            stderr: Vec::new(),
            code: 0,
        }),
        [text] => Ok(text.as_encoded_bytes().to_vec().into()),
        [] if stdin.is_terminal => Err(Ended::badly(USAGE, USAGE_ERROR)),
        [] => match source::whole(stdin.reader, Terms::default().limits.max_size) {
            Err(reason) => {
                let refusal = Refusal::new(reason).at("-");
                let why = message(&refusal, Caller::OTHER);
                Err(Ended::badly(
                    format!("Error: Failed to read PATCH from stdin.\n{why}\n"),
                    REFUSED,
                ))
            }
            Ok(text) if text.is_empty() => Err(Ended::badly(USAGE, USAGE_ERROR)),
            Ok(text) => Ok(text.into()),
        },
        _ => Err(Ended::badly(
            "Error: apply_patch accepts exactly one PATCH argument.\n",
            USAGE_ERROR,
        )),
    }
}

fn applied(text: Bytes, environment: &Environment) -> Ended {
    if !dialect::is_envelope(without_here_document(&text)) {
        return Ended::badly(
            "Invalid patch: it does not begin with `*** Begin Patch`\n\
             hint: `incise patch` reads diffs of every kind\n",
            REFUSED,
        );
    }
    let mut payload = dialect::of_envelope(text);
    let cwd = match &environment.cwd {
        Ok(cwd) => cwd.clone(),
        Err(error) => {
            let message = format!("Error: Failed to determine current directory.\n{error}\n");
            return Ended::badly(message, REFUSED);
        }
    };
    apply_to(payload.ask.terms_mut(), environment);
    let words = [OsString::from(PROGRAMS[0])];
    let context = CommandContext::new(cwd, Vec::new(), environment, &words);
    let outcome = run::perform(&payload.ask, &context.world(NamesFrom::Document));
    match (&outcome, payload.answer(&outcome)) {
        (dialect::PayloadOutcome::Report(report), Answer::Report) => summary(report),
        _ => Ended::badly(Vec::new(), REFUSED),
    }
}

/// The conditions that the environment states; the call itself takes none.
fn apply_to(terms: &mut Terms, environment: &Environment) {
    let task = environment.task.as_ref();
    terms.task = task.map(|task| task.to_string_lossy().into_owned());
    let suffix = environment
        .backup
        .clone()
        .filter(|suffix| rule::is_backup_suffix(suffix.as_encoded_bytes()));
    terms.backup = suffix.map(|suffix| Backup { suffix });
    terms.words = terms.words.with(Options::Unavailable);
}

fn summary(report: &Report) -> Ended {
    let warnings = render::warnings_only(report, &Style::default());
    if report.is_ok() {
        Ended {
            stdout: dialect::success_text(report),
            stderr: warnings,
            code: 0,
        }
    } else {
        let mut stderr = warnings;
        stderr.extend(dialect::refusal_text(report).into_bytes());
        if !report.is_written() {
            stderr.extend_from_slice(b"nothing was written\n");
        }
        Ended::badly(stderr, REFUSED)
    }
}

/// The text below a line `<<EOF`, which models leave in the argument.
fn without_here_document(text: &[u8]) -> &[u8] {
    let trimmed = text.trim_ascii_start();
    if trimmed.starts_with(b"<<") {
        &trimmed[text::line_end(trimmed, 0)..]
    } else {
        trimmed
    }
}
