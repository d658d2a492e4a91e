//! Calls in the format of other tools. `dialect` parses them, and they are answered in the format of that tool.

use std::path::Path;

use bytes::Bytes;
use serde_json::{Value, json};

use super::answer::{CallOutcome, CallResult};
use super::arguments::Arguments;
use super::call::{Calls, Members, patch};
use crate::dialect::{self, Ask, Dialect, Payload, PayloadOutcome, success_text};
use crate::refusal::{Refusal, Refusals};
use crate::request::{
    Action, FilePart, Malformed, Move, Options, Request, Step, Terms, Words, Write,
};
use crate::run::{self, World};
use crate::text::{LineNumber, LineRange};

impl Calls {
    /// Anthropic's text editor.
    pub(super) fn text_editor(&self, arguments: Members, world: &World) -> CallResult {
        let mut payload = payload(arguments, Dialect::TextEditor, world)?;
        let is_view = matches!(payload.ask, Ask::View { .. });
        if self.settings.is_read_only && !is_view {
            return Err(Malformed::wrong(
                "this server is read-only: `command` can only be `view`",
                "ask the user to start it without --read-only",
            )
            .into());
        }
        self.set_common_terms(payload.ask.terms_mut());
        let mut world = world.clone();
        if let Some(shows) = &mut world.journal.shows {
            // The answers of this tool are not shortened.
            shows.view = None;
        }
        let outcome = run::perform(&payload.ask, &world);
        let text = match payload.answer(&outcome) {
            dialect::Answer::Text(text) => text,
            dialect::Answer::Report | dialect::Answer::Json(_) => Bytes::new(),
        };
        Ok(match outcome {
            PayloadOutcome::Report(report) if !report.is_ok() => CallOutcome::Report(report),
            _ => CallOutcome::Text(text),
        })
    }

    /// OpenAI's `apply_patch`: a function of `input`, a call with an `operation`, or a call with our fields.
    pub(super) fn patch_call(&self, arguments: Members, world: &World) -> CallResult {
        let request = patch(arguments, world)?;
        let report = self.report(request, world);
        if !report.is_ok() {
            return Ok(CallOutcome::Report(report));
        }
        Ok(CallOutcome::Text(success_text(&report).into()))
    }

    /// Runs the edit of `payload`.
    pub(super) fn foreign_edit(&self, payload: Payload, world: &World) -> CallResult {
        let request = edit_request(payload)?;
        Ok(CallOutcome::Report(self.report(request, world)))
    }

    /// `write_file`, which replaces the whole file.
    pub(super) fn write_file(&self, arguments: Members, world: &World) -> CallResult {
        let mut arguments = Arguments::new("write_file", arguments);
        let path = arguments.needed_path("path")?;
        let text = arguments.needed_text("content")?.into();
        arguments.finish()?;
        let write = Write {
            text,
            overwrites: true,
            makes_parents: false,
        };
        Ok(self.run_step(Step::new(path, Action::Write(write)), world))
    }

    /// `move_file`
    pub(super) fn move_file(&self, arguments: Members, world: &World) -> CallResult {
        let mut arguments = Arguments::new("move_file", arguments);
        let path = arguments.needed_path("source")?;
        let to = arguments.needed_path("destination")?;
        arguments.finish()?;
        let makes_parents = false;
        let step = Step::new(path, Action::Move(Move { to, makes_parents }));
        Ok(self.run_step(step, world))
    }

    fn run_step(&self, step: Step, world: &World) -> CallOutcome {
        let words = Words::default().with(Options::Unavailable);
        let terms = Terms {
            words,
            ..Terms::default()
        };
        CallOutcome::Report(self.report(Request::from(step).under(terms), world))
    }

    /// `read_text_file`
    pub(super) fn read_text(&self, arguments: Members, world: &World) -> CallResult {
        let mut arguments = Arguments::new("read_text_file", arguments);
        let path = arguments.needed_path("path")?;
        let (head, tail) = (arguments.count("head")?, arguments.count("tail")?);
        arguments.finish()?;
        let whole = run::view(&path, &FilePart::Whole, &Terms::default(), world)?;
        let count = whole.text.line_count();
        let lines = match (head, tail) {
            (Some(_), Some(_)) => {
                return Err(Malformed::mixed(
                    "`head` and `tail` both select lines",
                    "give one of them",
                )
                .into());
            }
            (None, None) => None,
            (Some(head), None) => lines(1, head.min(count)),
            (None, Some(tail)) => lines(count.saturating_sub(tail) + 1, count),
        };
        let bytes = match lines.and_then(|lines| whole.text.span_of(lines)) {
            Some(span) => &whole.text.bytes()[span.range()],
            None => whole.text.bytes(),
        };
        if std::str::from_utf8(bytes).is_err() {
            return Err(Refusal::from(Malformed::wrong(
                "the text is not valid UTF-8 and cannot be sent as it is",
                "`read_lines` of the native profile gives such lines in Base64",
            ))
            .at(&path)
            .into());
        }
        let mut terms = Terms::default();
        self.set_common_terms(&mut terms);
        // A failure to record this is reported later, when lines of other tasks are in the way.
        let _ = run::note_view(&whole, lines, &terms, world);
        Ok(CallOutcome::Text(bytes.to_vec().into()))
    }

    /// A tool of Serena that only reads.
    pub(super) fn read_symbol(&self, name: &str, arguments: Members, world: &World) -> CallResult {
        let mut payload = symbol_payload(name, arguments, world)?;
        self.set_common_terms(payload.ask.terms_mut());
        let outcome = run::perform(&payload.ask, world);
        Ok(match (payload.answer(&outcome), outcome) {
            (dialect::Answer::Text(text), _) => CallOutcome::Text(text),
            (_, PayloadOutcome::Report(report)) => CallOutcome::Report(report),
            _ => CallOutcome::Text(Bytes::new()),
        })
    }

    /// `list_allowed_directories`
    pub(super) fn allowed_directories(&self, arguments: Members) -> CallResult {
        Arguments::new("list_allowed_directories", arguments).finish()?;
        let mut text = "Allowed directories:\n".to_owned();
        for root in &self.settings.roots {
            text += &format!("{}\n", root.display());
        }
        Ok(CallOutcome::Text(text.into()))
    }
}

fn lines(first: usize, last: usize) -> Option<LineRange> {
    LineRange::new(LineNumber::new(first)?, LineNumber::new(last)?)
}

/// The payload of the arguments, in any dialect. Messages call the arguments `label`.
pub(super) fn read_payload(
    arguments: impl Into<Value>,
    label: &str,
    world: &World,
) -> Result<Payload, Refusals> {
    let document = arguments.into().into();
    dialect::recognise(document, label, &mut |path| read_inside(path, world))
}

/// The payload of a call of Serena's tool `name`.
pub(super) fn symbol_payload(
    name: &str,
    arguments: Members,
    world: &World,
) -> Result<Payload, Refusals> {
    let call = json!({ "name": name, "arguments": arguments });
    read_payload(call, "the request", world)
}

/// The payload of the arguments, which must be in the dialect `expected`.
pub(super) fn payload(
    arguments: Members,
    expected: Dialect,
    world: &World,
) -> Result<Payload, Refusals> {
    let payload = read_payload(arguments, "the arguments", world)?;
    if payload.dialect != expected {
        return Err(Malformed::wrong(
            format!(
                "the arguments have the fields of {}",
                payload.dialect.name()
            ),
            format!("this tool has the fields of {}", expected.name()),
        )
        .into());
    }
    Ok(payload)
}

/// The edit of `payload`.
pub(super) fn edit_request(payload: Payload) -> Result<Request, Malformed> {
    match payload.ask {
        Ask::Request(request) => Ok(request),
        ask => Err(Malformed::wrong(
            format!(
                "the arguments ask for `{}`, which is not an edit",
                ask.operation()
            ),
            "another tool does that, if this server offers it",
        )),
    }
}

/// The text of a file that a payload names. The file must be inside the root.
fn read_inside(path: &Path, world: &World) -> Result<Bytes, Refusal> {
    let view = run::view(path, &FilePart::Whole, &Terms::default(), world)?;
    Ok(view.text.bytes().clone())
}
