//! Reads payloads of other edit tools into our [`Request`], and answers them in the form that their callers expect.
//!
//! No I/O. A payload is recognized by its fields ([`recognise`]), `run` carries it out, and [`Payload::answer`]
//! formats the outcome. A payload that fits no mode of any dialect is refused. The refusal names the closest dialect
//! and the fields that do not belong, and has an example of each allowed mode. Nothing is guessed.

mod answer;
mod batch;
mod call;
mod choose;
mod command;
mod envelope;
mod fields;
mod hashline;
mod members;
mod mode;
mod patch;
mod payload;
#[cfg(feature = "serena")]
mod python;
#[cfg(feature = "serena")]
mod serena;
mod string;
#[cfg(feature = "suggestions")]
mod suggestions;
mod text_editor;
mod tool;
mod whole;

use std::path::Path;

use bytes::Bytes;

use crate::refusal::Refusals;
use crate::request::json::{self, Node, Preset};
use crate::request::{Malformed, Request, Step};

pub use answer::success_text;
pub use answer::{Answer, AwaitedAnswer, refusal_text};
pub use batch::JoinedPayloads;
use call::Caller;
pub use call::is_prose;
pub use envelope::{PROGRAMS, is_envelope, is_hashline, is_text, of_envelope};
#[cfg(feature = "mcp")]
pub use fields::PATHS;
use fields::ReadText;
#[cfg(test)]
use mode::MODES;
pub use payload::Dialect;
#[cfg(test)]
pub use payload::Entries;
#[cfg(test)]
use payload::Shape;
pub use payload::{Ask, Listing, Payload, PayloadOutcome};
#[cfg(feature = "suggestions")]
pub use suggestions::{SuggestionFormat, read as read_suggestions};

/// Reads a payload of any dialect, including `incise.request/1`. Messages call it `label` ("the request", "line 7").
/// `read` returns the texts that the payload names by file.
///
/// # Errors
/// `bad_request` or `mixed_modes` with the closest dialect, the fields that do not belong and an example of each
/// allowed mode; errors of `read`.
pub fn recognise(node: Node, label: &str, read: ReadText<'_>) -> Result<Payload, Refusals> {
    let form = match &node {
        Node::Object(members) => call::form_of(members),
        _ => None,
    };
    match (form, node) {
        (Some(form), Node::Object(members)) => {
            let (call, payload, caller) = call::split(form, members, label)?;
            let tool = caller.tool.clone();
            let payload = inside(payload, label, read, &caller)?.of_call(call, caller);
            if let Some(tool) = tool {
                tool::check(&tool, &payload)?;
            }
            Ok(payload)
        }
        (_, node) => inside(node, label, read, &Caller::default()),
    }
}

/// Reads a payload that is not a call, or that came in the call of `caller`.
fn inside(
    node: Node,
    label: &str,
    read: ReadText<'_>,
    caller: &Caller,
) -> Result<Payload, Refusals> {
    match with_list_of_edits(node) {
        Node::Object(members) if batch::has_list_of_payloads(&members) => {
            Ok(batch::payloads(members, label, read)?.into())
        }
        Node::Object(members) if hashline::is_list(&members) => {
            let request = hashline::list(members, label)?;
            Ok(Payload {
                dialect: Dialect::Hashline,
                ..request.into()
            })
        }
        Node::Object(members) if !fields::is_native(&members) => {
            choose::payload(members, label, read, caller)
        }
        Node::Text(text) if is_text(text.as_bytes()) => of_text(text.into()),
        node => Ok(json::read(node, label, Preset::default())?.into()),
    }
}

/// The payload of a text: edits in hashline notation, or else a diff.
///
/// # Errors
/// The first line of the edits that cannot be read.
pub fn of_text(text: Bytes) -> Result<Payload, Refusals> {
    if is_hashline(&text) {
        return Ok(hashline::payload(&text)?);
    }
    Ok(of_envelope(text))
}

/// `node` with a list in `edits`. Some callers send a single edit instead of a list, or the list as a JSON string.
fn with_list_of_edits(mut node: Node) -> Node {
    let Node::Object(members) = &mut node else {
        return node;
    };
    for (name, value) in members {
        if name != "edits" {
            continue;
        }
        if let Node::Text(text) = value
            && text.trim_start().starts_with(['[', '{'])
            && let Ok(read) = Node::read(text.as_bytes())
        {
            *value = read;
        }
        if let Node::Object(_) = value {
            *value = Node::List(vec![std::mem::replace(value, Node::Null)]);
        }
    }
    node
}

/// The name of a document on the command line in messages.
const LABEL: &str = "the request";

/// Reads a document with edits of one `operation`, for the file `path` if it is given. The document is our request,
/// or a payload of any dialect with the same meaning.
///
/// # Errors
/// The errors of [`recognise`]; edits with another operation or of another file.
pub fn of_operation(
    node: Node,
    operation: &'static str,
    path: Option<&Path>,
    read: ReadText<'_>,
) -> Result<Request, Refusals> {
    let preset = Preset {
        operation: Some(operation),
        path,
    };
    let ours = match json::read(with_list_of_edits(node.clone()), LABEL, preset) {
        Ok(request) => return Ok(request),
        Err(malformed) => malformed.into(),
    };
    if !is_foreign(&node) || has_field_of(&node, operation) {
        return Err(ours);
    }
    let payload = recognise(with_path(node, path), LABEL, read)?;
    let Ask::Request(request) = payload.ask else {
        return Err(ours);
    };
    for step in &request.steps {
        check_step(step, operation, path)?;
    }
    Ok(request)
}

/// Refuses a step with another operation than `operation`, or of another file than `path`.
fn check_step(step: &Step, operation: &str, path: Option<&Path>) -> Result<(), Malformed> {
    let meant = step.action.operation();
    if meant != operation {
        return Err(Malformed::mixed(
            format!("{LABEL} is `{meant}`, but the command is `{operation}`"),
            "`incise apply` takes edits of every kind",
        ));
    }
    match path {
        Some(path) if step.path != path => Err(Malformed::mixed(
            format!(
                "{LABEL} is for `{}`, and the command line names `{}`",
                step.path.display(),
                path.display()
            ),
            "name the file once",
        )),
        _ => Ok(()),
    }
}

/// True if `node` has `op`, or a field of `operation` that is not common to all operations.
fn has_field_of(node: &Node, operation: &str) -> bool {
    let (Node::Object(members), Some(operation)) = (node, json::operation(operation)) else {
        return false;
    };
    members
        .iter()
        .any(|(name, _)| name == "op" || operation.fields.contains(&name.as_str()))
}

/// `node` with `path`, if it names no file.
fn with_path(mut node: Node, path: Option<&Path>) -> Node {
    if let (Node::Object(members), Some(path)) = (&mut node, path.and_then(Path::to_str))
        && !fields::has_path(members)
    {
        members.push(("path".to_owned(), Node::Text(path.to_owned())));
    }
    node
}

/// True if `node` is a payload of a dialect other than `incise.request/1`, even if it is malformed.
pub fn is_foreign(node: &Node) -> bool {
    match node {
        Node::Object(members) if batch::has_list_of_payloads(members) => true,
        Node::Object(members) if call::is_call(members) || hashline::is_list(members) => true,
        Node::Object(members) => {
            !fields::is_native(members) && members.iter().any(|(name, _)| choose::is_known(name))
        }
        Node::Text(text) => is_text(text.as_bytes()),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
