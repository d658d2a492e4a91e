//! The thread that runs the calls while the first thread reads input. It also catches panics in calls.

use std::any::Any;
use std::io::{PipeWriter, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, Scope};

use serde_json::{Map, Value, json};

use super::answer::CallAnswer;
use super::call::{Calls, Members, Tool};
use super::frame::{ProtocolError, Request, answer};
use super::protocol::Revision;
use crate::disk::Interrupt;
use crate::memory::{self, WriteProgress};
use crate::request::{Malformed, OneOrMore};
use crate::run::Sightings;

/// The stack size of the thread, in bytes: the usual size for a main thread, so that a call can do the same as a
/// command.
const STACK_SIZE: usize = 8 << 20;

/// A call to run.
#[derive(Debug)]
pub(super) struct ToolCall {
    /// The id of the request, as JSON.
    pub(super) id: String,
    pub(super) tool: Tool,
    /// The name of the tool.
    pub(super) name: String,
    pub(super) arguments: Result<Members, OneOrMore<Malformed>>,
    /// The revision of the protocol for the answer.
    pub(super) revision: Revision,
    /// Cancels the call.
    pub(super) interrupt: Interrupt,
}

impl ToolCall {
    /// The call of `tool` in `request`. The signals of `interrupt` end the call too.
    pub(super) fn new(
        tool: Tool,
        revision: Revision,
        mut request: Request,
        interrupt: &Interrupt,
    ) -> Self {
        let name = match request.params.get("name") {
            Some(Value::String(name)) => name.clone(),
            _ => String::new(),
        };
        let arguments = match (request.repeated, request.params.remove("arguments")) {
            (Some(malformed), _) => Err(malformed),
            (None, Some(Value::Object(arguments))) => Ok(arguments),
            (None, _) => Ok(Members::new()),
        };
        Self {
            id: request.id,
            tool,
            name,
            arguments,
            revision,
            interrupt: interrupt.of_one_run(),
        }
    }
}

/// A completed call.
#[derive(Debug)]
pub(super) struct Answered {
    /// The answer line.
    pub(super) line: String,
    /// The parts of files that the answer shows.
    pub(super) sightings: Sightings,
}

/// The thread that runs the calls.
#[derive(Debug)]
pub(super) struct Worker {
    calls: Sender<ToolCall>,
    answers: Receiver<Answered>,
}

impl Worker {
    /// Starts the thread in `scope`. It writes a byte to `bell` after each call. `None` if the thread cannot be
    /// started.
    pub(super) fn start<'s>(
        scope: &'s Scope<'s, '_>,
        calls: &'s Calls,
        mut bell: PipeWriter,
    ) -> Option<Self> {
        let (calls_in, calls_out) = channel();
        let (answers_in, answers_out) = channel();
        let builder = Builder::new()
            .name("calls".to_owned())
            .stack_size(STACK_SIZE);
        let thread = builder.spawn_scoped(scope, move || {
            for call in calls_out {
                let sent = answers_in.send(perform(calls, call));
                if sent.is_err() || bell.write_all(b"!").is_err() {
                    return;
                }
            }
        });
        thread.ok()?;
        Some(Self {
            calls: calls_in,
            answers: answers_out,
        })
    }

    /// Runs `call` in the thread, which must be idle.
    pub(super) fn give(&self, call: ToolCall) {
        // Cannot fail: the thread runs as long as this end of the channel exists.
        let _ = self.calls.send(call);
    }

    /// The answer to the call, if the call is completed.
    pub(super) fn take(&self) -> Option<Answered> {
        self.answers.try_recv().ok()
    }
}

/// Runs `call`. A panic becomes an internal error.
pub(super) fn perform(calls: &Calls, call: ToolCall) -> Answered {
    let (id, name) = (call.id.clone(), call.name.clone());
    let interrupt = call.interrupt.clone();
    memory::begin();
    let answered = catch_unwind(AssertUnwindSafe(|| answer_to(calls, call)));
    // A signal may kill the server between calls, because no file is being written.
    interrupt.obey();
    answered.unwrap_or_else(|panic| Answered {
        line: ProtocolError::internal(&id, panic_message(&name, panic.as_ref())).answer(),
        sightings: Sightings::default(),
    })
}

fn answer_to(calls: &Calls, call: ToolCall) -> Answered {
    let (outcome, sightings) = calls.answer(call.tool, &call.name, call.arguments, call.interrupt);
    #[cfg(debug_assertions)]
    super::hook::panic_if_asked(&call.name);
    let shown = if call.revision.has_objects() && calls.gives_objects(call.tool) {
        outcome.as_object()
    } else {
        outcome.as_text(calls.has_anchors())
    };
    Answered {
        line: answer(&call.id, &call.revision.result(result(shown))),
        sightings,
    }
}

/// The result of a call in the form of the protocol.
fn result(answer: CallAnswer) -> Map<String, Value> {
    let mut result = Map::new();
    let text = json!([{ "type": "text", "text": answer.text }]);
    result.insert("content".to_owned(), text);
    if let Some(object) = answer.structured {
        result.insert("structuredContent".to_owned(), object);
    }
    result.insert("isError".to_owned(), answer.is_refused.into());
    result
}

/// The message about a call of the tool `name` that ended with `panic`, and about the state of the files.
fn panic_message(name: &str, panic: &(dyn Any + Send)) -> String {
    let fault = match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (None, Some(text)) => text.as_str(),
        (None, None) => "a panic",
    };
    let files = match memory::progress() {
        WriteProgress::Nothing => "nothing was written",
        WriteProgress::Partial => "check the files: some may have been written",
        WriteProgress::Complete => "the files are written; only the report is lost",
    };
    format!("`{name}` failed because of a bug in incise: {fault}; {files}")
}
