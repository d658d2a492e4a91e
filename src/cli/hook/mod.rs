//! `incise hook`: checks the edits of an agent's edit tools and records them in the journal.
//!
//! An agent runs `hook pre` before an edit and `hook post` after it, each with an event as JSON on standard input.
//! `pre` answers `deny` or `ask`, or prints nothing, so that the agent continues as without a hook. An unreadable
//! event, a bug or an unusable journal does not stop the edit.

mod event;
mod install;

use std::any::Any;
use std::ffi::OsString;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use clap::ArgMatches;
use serde_json::{Value, json};

use self::event::Event;
use super::args::{DirectoryArgs, HookAction, HookArgs, from_matches};
use super::call::Call;
use super::output::{CommandResult, Outcome};
use crate::refusal::{Code, Refusal};
use crate::render::wording::{self, Caller};
use crate::report::{Notice, Report};
use crate::request::{Action, Request, Run, Terms};
use crate::run::{self, World};

/// Refusals of edits that are based on outdated text.
const DENIED: &[Code] = &[Code::Stale, Code::Conflict];
/// Refusals that a flag lifts. The tools of an agent have no flags, so the user decides.
const ASKED: &[Code] = &[
    Code::Shrink,
    Code::Residue,
    Code::Form,
    Code::Encoding,
    Code::Syntax,
    Code::OutsideRoot,
    Code::Protected,
];
/// The maximum number of details to print for a refusal.
const DETAILS: usize = 10;

/// True if an agent runs the command in `args` and would treat a nonzero exit status as a denial.
pub(super) fn is_event(args: &[OsString]) -> bool {
    let [command, when, ..] = args else {
        return false;
    };
    command == "hook" && (when == "pre" || when == "post")
}

impl Call<'_, '_> {
    pub(super) fn hook(self, matches: &mut ArgMatches) -> CommandResult {
        let args = from_matches::<HookArgs>(matches)?;
        match args.action()? {
            HookAction::Pre => Ok(self.answer_event(from_matches(matches)?, check_edit)),
            HookAction::Post => Ok(self.answer_event(from_matches(matches)?, record_call)),
            HookAction::Install => self.install_hooks(args, matches),
        }
    }

    /// Answers the event on standard input. If anything fails, the answer is a warning.
    fn answer_event(
        self,
        directory: DirectoryArgs,
        handle: fn(&Event, String, World) -> Result<Option<Value>, String>,
    ) -> Outcome {
        let handled = catch_unwind(AssertUnwindSafe(|| {
            if directory.directory.is_some() {
                return Err("-C does not apply, since the event names its directory".to_owned());
            }
            let mut text = Vec::new();
            self.stdin
                .reader
                .read_to_end(&mut text)
                .map_err(unreadable)?;
            let event: Event = serde_json::from_slice(&text).map_err(unreadable)?;
            let task = event.task(self.environment);
            handle(&event, task, event.world(directory.root, self.environment))
        }));
        let answer = match handled {
            Ok(Ok(answer)) => answer,
            Ok(Err(message)) => Some(warning(&message)),
            Err(panic) => Some(warning(&panic_message(panic.as_ref()))),
        };
        match answer {
            Some(answer) => Outcome::text(format!("{answer}\n")),
            None => Outcome::text(String::new()),
        }
    }
}

/// Checks the edit that `event` announces, and saves the contents that it will change.
fn check_edit(event: &Event, task: String, world: World) -> Result<Option<Value>, String> {
    let mut paths: Vec<PathBuf> = event.path().into_iter().collect();
    let mut answer = None;
    if let Some(request) = event.request() {
        let hint = event.hint(&task);
        let report = run::run(&dry_run(request, task, &world), &world);
        if let Some(messages) = refusal_messages(&report, DENIED) {
            return Ok(Some(decision("deny", &format!("{messages}hint: {hint}"))));
        }
        answer =
            refusal_messages(&report, ASKED).map(|messages| decision("ask", messages.trim_end()));
        if paths.is_empty() {
            paths = report.files.iter().map(|file| file.path.clone()).collect();
        }
    }
    if paths.is_empty() {
        return Ok(answer);
    }
    let kept = run::keep_before(&event.key(), &paths, &world);
    if answer.is_none() {
        // Otherwise, the question to the user matters more.
        kept.map_err(message)?;
    }
    Ok(answer)
}

/// Turns `request` into a dry run for `task`. A file that is overwritten must have the content that the task knows.
fn dry_run(mut request: Request, task: String, world: &World) -> Request {
    for step in &mut request.steps {
        if matches!(step.action, Action::Write(_)) {
            step.expect_hash = run::known_hash(&task, &step.path, world);
        }
    }
    request.terms.run = Run::DryRun;
    request.terms.task = Some(task);
    request
}

/// Records the edit or the read that `event` reports.
fn record_call(event: &Event, task: String, world: World) -> Result<Option<Value>, String> {
    let terms = Terms {
        task: Some(task),
        ..Terms::default()
    };
    if let Some((path, part)) = event.file_read() {
        // A file that cannot be viewed as text has no lines that could conflict.
        if run::view(&path, &part, &terms, &world).is_ok() {
            world.journal.sightings.note();
        }
        return Ok(None);
    }
    let (key, edit) = (event.key(), event.request());
    let warnings = run::note_edit(&key, edit.as_ref(), event.has_whole_text(), terms, &world)
        .map_err(message)?;
    for warning in warnings {
        if let Notice::NoJournal(error) = warning.notice {
            return Err(error);
        }
    }
    Ok(None)
}

/// The messages of the refusals in `report` that have one of `codes`; `None` if there are none.
fn refusal_messages(report: &Report, codes: &[Code]) -> Option<String> {
    let caller = Caller::from_report(report);
    let mut text = String::new();
    for refusal in &report.refusals {
        if !codes.contains(&refusal.reason.code()) {
            continue;
        }
        text += &format!("{}\n", wording::message(refusal, caller));
        for detail in wording::details(&refusal.reason, caller, DETAILS) {
            text += &format!("  {detail}\n");
        }
    }
    if text.is_empty() { None } else { Some(text) }
}

fn decision(word: &str, reason: &str) -> Value {
    json!({
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": word,
            "permissionDecisionReason": reason,
        }
    })
}

fn unreadable(error: impl Display) -> String {
    format!("cannot read the event: {error}")
}

/// The sentence of `refusal`.
fn message(refusal: Refusal) -> String {
    let report = Report::refused("hook", refusal);
    let caller = Caller::from_report(&report);
    let messages: Vec<String> = report
        .refusals
        .iter()
        .map(|refusal| wording::message(refusal, caller))
        .collect();
    messages.join("; ")
}

/// An answer that permits the edit and warns the user that it was not checked or recorded.
fn warning(message: &str) -> Value {
    json!({ "systemMessage": format!("incise hook: {message}; the edit is not checked or logged") })
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let message = if let Some(text) = panic.downcast_ref::<&str>() {
        text
    } else if let Some(text) = panic.downcast_ref::<String>() {
        text.as_str()
    } else {
        "a panic"
    };
    format!("a bug in incise: {message}")
}
