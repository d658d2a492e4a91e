//! `--validate`: a command must accept every staged file before anything is committed.
//!
//! The command gets the path of the staged file, which has the extension of its target. It also has the directory of
//! its target, or the nearest existing one. The command must not change the staged file, because exactly the resolved
//! text is committed.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::time::{Duration, Instant};

use bytes::Bytes;
use memchr::memmem;

use super::super::world::World;
use super::child::{self, ChildEnd};
use crate::change::Transition;
use crate::disk::{Plan, Staged, StagedText};
use crate::refusal::{Fault, Reason, Refusal, ValidationFault};
use crate::request::Validate;

/// Runs `validate` on every staged file of `plan`, in the order of the plan.
///
/// # Errors
/// - `validation_failed` for each rejected file. Stops if the command cannot be run or exceeds its timeout.
/// - `stale` if all commands together take longer than `max_time`, which is set while other processes wait.
/// - `io` if an interrupt was received.
pub fn validate_all(
    validate: &Validate,
    plan: &Plan,
    staged: &Staged,
    world: &World,
    max_time: Option<Duration>,
) -> Result<(), Vec<Refusal>> {
    let mut refusals = Vec::new();
    let begin = Instant::now();
    for file in plan.files() {
        let Some(staged_text) = staged
            .staged_text(file)
            .map_err(|error| vec![error.into()])?
        else {
            continue;
        };
        let time_left = max_time.map(|max_time| max_time.saturating_sub(begin.elapsed()));
        if let Err(reason) = validate_one(validate, &staged_text, file, world, time_left) {
            let may_continue = may_accept_others(&reason);
            refusals.push(reason.at(file.place.shown()));
            if !may_continue {
                break;
            }
        }
    }
    if !refusals.is_empty() {
        return Err(refusals);
    }
    Ok(())
}

/// True if the command may accept another file.
fn may_accept_others(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::ValidationFailed {
            why: ValidationFault::Exit(_) | ValidationFault::Signal(_) | ValidationFault::Touched,
            ..
        }
    )
}

fn validate_one(
    validate: &Validate,
    staged_text: &StagedText<'_>,
    file: &Transition,
    world: &World,
    time_left: Option<Duration>,
) -> Result<(), Reason> {
    let timeout = time_left.map_or(validate.timeout, |time_left| {
        time_left.min(validate.timeout)
    });
    let path = world.cwd.join(staged_text.path());
    let words: Vec<_> = validate
        .command
        .iter()
        .map(|word| replace_all(word.as_bytes(), b"{}", path.as_os_str().as_bytes()))
        .map(OsString::from_vec)
        .collect();
    let (end, output) = child::run(&words, &world.cwd, timeout, &world.interrupt);
    world.interrupt.check()?;
    let why = match end {
        ChildEnd::Status(status) => match child::status_or_signal(status) {
            Ok(0) if staged_text.is_intact()? => return Ok(()),
            Ok(0) => ValidationFault::Touched,
            Ok(code) => ValidationFault::Exit(code),
            Err(signal) => ValidationFault::Signal(signal),
        },
        ChildEnd::TimedOut if timeout < validate.timeout => {
            return Err(Fault::KeepsChanging.into());
        }
        ChildEnd::TimedOut | ChildEnd::Interrupted => ValidationFault::TimedOut(validate.timeout),
        ChildEnd::NotStarted(error) => ValidationFault::NotStarted(error.to_string()),
    };
    Err(Reason::ValidationFailed {
        command: validate.to_string(),
        why,
        output: with_target_name(output, &path, file.place.shown()),
    })
}

/// Replaces the name of the staged file, which users never see, with the name of the target.
fn with_target_name(output: Vec<u8>, staged: &Path, target: &Path) -> Bytes {
    let whole = replace_all(
        &output,
        staged.as_os_str().as_bytes(),
        target.as_os_str().as_bytes(),
    );
    replace_all(&whole, base_name(staged), base_name(target)).into()
}

fn base_name(path: &Path) -> &[u8] {
    path.file_name().map(OsStr::as_bytes).unwrap_or_default()
}

/// Replaces every `from` in `text` with `to`.
fn replace_all(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut result = Vec::with_capacity(text.len());
    let mut rest = 0;
    if !from.is_empty() {
        for at in memmem::find_iter(text, from) {
            result.extend_from_slice(&text[rest..at]);
            result.extend_from_slice(to);
            rest = at + from.len();
        }
    }
    result.extend_from_slice(&text[rest..]);
    result
}
