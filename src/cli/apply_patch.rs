//! The program when it is called `apply_patch` or `applypatch`: the patch tool that some models were trained on, with
//! the same arguments, output and exit codes.
//!
//! The program differs from the tool in two points, on purpose: a patch is applied completely or not at all, and
//! `Add File` never overwrites.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use bytes::Bytes;

use super::context::{CommandContext, NamesFrom};
use super::environment::Environment;
use super::output::{Outcome, deliver};
use super::source;
use super::streams::{Input, Streams};
use crate::dialect::{self, Answer, PROGRAMS};
use crate::refusal::ExitClass;
use crate::render::wording::{Caller, message};
use crate::render::{self, Style};
use crate::report::Report;
use crate::request::{Backup, Options, Terms, rule};
use crate::run;
use crate::text;

const USAGE: &str = "Usage: apply_patch 'PATCH'\n       echo 'PATCH' | apply_patch\n";

/// A flag of later versions of the tool. It has no effect, because line endings are always kept.
const KEEP_LINE_ENDINGS: &str = "--preserve-crlf";

/// True if the program was called by one of these names.
pub(super) fn is_name(program: &OsStr) -> bool {
    let name = Path::new(program).file_name().and_then(OsStr::to_str);
    name.is_some_and(|name| PROGRAMS.contains(&name))
}

/// An outcome with only an error message. The tool's exit codes are ours, except that every refusal is 1.
fn failed(message: impl Into<Vec<u8>>, class: ExitClass) -> Outcome {
    Outcome {
        stderr: message.into(),
        ..Outcome::silent(class)
    }
}

/// Applies the patch in the only argument, or from standard input. Returns the exit code.
pub fn apply_patch(args: &[OsString], streams: Streams<'_>, environment: &Environment) -> u8 {
    let Streams {
        stdin,
        mut stdout,
        mut stderr,
    } = streams;
    let outcome = match patch_text(args, stdin) {
        Ok(text) => apply(text, environment),
        Err(outcome) => outcome,
    };
    let delivered = deliver(&outcome, &mut stdout, &mut stderr);
    // The edit is done, even if the report could not be written.
    if delivered.is_ok()
        && outcome.class == ExitClass::Refused
        && let Some(status) = environment.signal_status()
    {
        return status;
    }
    outcome.class.code()
}

/// The patch, from the only argument or from standard input. `Err` is the outcome of a call without a patch.
fn patch_text(args: &[OsString], stdin: Input<'_>) -> Result<Bytes, Outcome> {
    let args = match args {
        [first, rest @ ..] if first == KEEP_LINE_ENDINGS => rest,
        args => args,
    };
    match args {
        [help] if help == "--help" || help == "-h" => Err(Outcome::text(USAGE.to_owned())),
        [text] => Ok(text.as_encoded_bytes().to_vec().into()),
        [] if stdin.is_terminal => Err(failed(USAGE, ExitClass::Usage)),
        [] => match source::read_all(stdin.reader, Terms::default().limits.max_size) {
            Err(reason) => {
                let refusal = reason.at("-");
                let reason = message(&refusal, Caller::OTHER);
                Err(failed(
                    format!("Error: Failed to read PATCH from stdin.\n{reason}\n"),
                    ExitClass::Refused,
                ))
            }
            Ok(text) if text.is_empty() => Err(failed(USAGE, ExitClass::Usage)),
            Ok(text) => Ok(text.into()),
        },
        _ => Err(failed(
            "Error: apply_patch accepts exactly one PATCH argument.\n",
            ExitClass::Usage,
        )),
    }
}

fn apply(text: Bytes, environment: &Environment) -> Outcome {
    if !dialect::is_envelope(without_here_document(&text)) {
        return failed(
            "Invalid patch: it does not begin with `*** Begin Patch`\n\
             hint: `incise patch` reads diffs of every kind\n",
            ExitClass::Refused,
        );
    }
    let mut payload = dialect::of_envelope(text);
    let cwd = match &environment.cwd {
        Ok(cwd) => cwd.clone(),
        Err(error) => {
            let message = format!("Error: Failed to determine current directory.\n{error}\n");
            return failed(message, ExitClass::Refused);
        }
    };
    set_terms(payload.ask.terms_mut(), environment);
    let words = [OsString::from(PROGRAMS[0])];
    let context = CommandContext::new(cwd, Vec::new(), environment, &words);
    let outcome = run::perform(&payload.ask, &context.world(NamesFrom::Document));
    match (&outcome, payload.answer(&outcome)) {
        (dialect::PayloadOutcome::Report(report), Answer::Report) => summary(report),
        _ => failed(Vec::new(), ExitClass::Refused),
    }
}

/// Sets the conditions that come from the environment. The call has none.
fn set_terms(terms: &mut Terms, environment: &Environment) {
    terms.task = environment.task();
    if let Some(suffix) = &environment.backup
        && rule::is_backup_suffix(suffix.as_encoded_bytes())
    {
        terms.backup = Some(Backup {
            suffix: suffix.clone(),
        });
    }
    terms.words = terms.words.with(Options::Unavailable);
}

fn summary(report: &Report) -> Outcome {
    let mut stderr = render::warnings_only(report, &Style::default());
    if report.is_ok() {
        return Outcome {
            stderr,
            ..Outcome::printed(dialect::success_text(report))
        };
    }
    stderr.extend(dialect::refusal_text(report).into_bytes());
    if !report.is_written() {
        stderr.extend_from_slice(b"nothing was written\n");
    }
    failed(stderr, ExitClass::Refused)
}

/// `text` without a leading `<<EOF` line, which models leave in the argument.
fn without_here_document(text: &[u8]) -> &[u8] {
    let trimmed = text.trim_ascii_start();
    if trimmed.starts_with(b"<<") {
        &trimmed[text::line_end(trimmed, 0)..]
    } else {
        trimmed
    }
}
