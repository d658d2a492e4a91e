//! Outcomes in the form that the callers of each dialect expect.

use bytes::Bytes;
use serde_json::json;

use super::call::Call;
use super::members::{has_member, member_text};
use super::payload::{Listing, Payload, PayloadOutcome, Shape};
use crate::change::TransitionKind;
use crate::render::escape::path_bytes;
use crate::render::wording::{self, Caller};
use crate::render::{self, Style};
use crate::report::Report;
use crate::request::json::Node;

mod editor;
mod message;
mod read;

/// The maximum number of details to list for a refusal.
const MAX_DETAILS: usize = 10;

/// The answer to a patch that changes nothing.
const NOTHING_TO_UPDATE: &[u8] = b"Success. Nothing to update: every change is already there.\n";

/// The answer to a payload.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Our report, in the chosen format.
    Report,
    /// A text. For a refusal, it is the text of an error message.
    Text(Bytes),
    /// A JSON object.
    Json(serde_json::Value),
}

impl Payload {
    /// The outcome in the form that the caller expects.
    pub fn answer(&self, outcome: &PayloadOutcome) -> Answer {
        let answer = self.answer_without_call(outcome);
        match &self.call {
            Some(call) => message::message(call, answer, outcome),
            None => answer,
        }
    }

    /// The outcome in the form of the payload, without the message of a surrounding call.
    fn answer_without_call(&self, outcome: &PayloadOutcome) -> Answer {
        if let PayloadOutcome::Report(report) = outcome
            && !report.is_ok()
        {
            return refused(&self.shape, report);
        }
        match (&self.shape, outcome) {
            (Shape::Editor(command, path), outcome) => {
                Answer::Text(editor::answer(*command, path, outcome))
            }
            (Shape::Read(reading), PayloadOutcome::View(view)) => {
                Answer::Text(read::answer(*reading, view))
            }
            (Shape::PatchCall(id), PayloadOutcome::Report(report)) => {
                call_output(id.as_deref(), report)
            }
            (Shape::Summary, PayloadOutcome::Report(report))
                if report.is_changed() && !report.dry_run =>
            {
                Answer::Text(patch_summary(report).into())
            }
            _ => Answer::Report,
        }
    }
}

impl Listing {
    /// The entries, one per line.
    pub fn to_text(&self) -> Vec<u8> {
        editor::listing(self)
    }
}

/// The message that the sender of a document expects, even if the document cannot be parsed.
#[derive(Clone, Debug, PartialEq)]
pub struct AwaitedAnswer {
    shape: Shape,
    call: Option<Call>,
}

impl AwaitedAnswer {
    /// The message for a complete call; `None` if `node` is not a call or its sender expects no message.
    pub fn for_call(node: &Node) -> Option<Self> {
        let Node::Object(members) = node else {
            return None;
        };
        if let Some(call) = Call::from_members(members)
            && call.answer_form().is_some()
        {
            return Some(Self {
                shape: Shape::Report,
                call: Some(call),
            });
        }
        Some(Self {
            shape: patch_call(members)?,
            call: None,
        })
    }

    /// The message with the refusals of `report`.
    pub fn refusal(&self, report: &Report) -> Answer {
        let answer = refused(&self.shape, report);
        match &self.call {
            Some(call) => message::message(call, answer, &PayloadOutcome::Report(report.clone())),
            None => answer,
        }
    }
}

/// The form of the answer to a call of OpenAI's patch tool; `None` if `members` are not such a call.
fn patch_call(members: &[(String, Node)]) -> Option<Shape> {
    let has_type = member_text(members, "type") == Some("apply_patch_call");
    if !has_type && !has_member(members, "operation") {
        return None;
    }
    let id = member_text(members, "call_id");
    Some(Shape::PatchCall(id.map(str::to_owned)))
}

fn refused(shape: &Shape, report: &Report) -> Answer {
    match shape {
        Shape::Report | Shape::Summary | Shape::Read(_) => Answer::Report,
        Shape::Editor(..) => Answer::Text(refusal_text(report).into()),
        Shape::PatchCall(id) => call_output(id.as_deref(), report),
    }
}

/// Every refusal of `report` with its details and its hint, one per line.
pub fn refusal_text(report: &Report) -> String {
    let caller = Caller::from_report(report);
    let mut text = String::new();
    for refusal in &report.refusals {
        text += &format!("{}\n", wording::message(refusal, caller));
        for detail in wording::details(&refusal.reason, caller, MAX_DETAILS) {
            text += &format!("  {detail}\n");
        }
        text += &format!("hint: {}\n", wording::hint(refusal, caller));
    }
    text
}

/// The success message of a patch tool. For a dry run, the output for people.
pub fn success_text(report: &Report) -> Vec<u8> {
    if !report.is_changed() {
        return NOTHING_TO_UPDATE.to_vec();
    }
    if report.dry_run {
        let printed = render::human(report, &Style::default());
        return [printed.stdout, printed.stderr].concat();
    }
    patch_summary(report)
}

/// The success message: added, modified and deleted files, in this order.
fn patch_summary(report: &Report) -> Vec<u8> {
    let mut out = b"Success. Updated the following files:\n".to_vec();
    let kinds: [(&[u8], &[TransitionKind]); 3] = [
        (b"A", &[TransitionKind::Created, TransitionKind::Copied]),
        (b"M", &[TransitionKind::Edited, TransitionKind::Moved]),
        (b"D", &[TransitionKind::Removed]),
    ];
    for (letter, transitions) in kinds {
        for file in &report.files {
            if file.is_changed() && transitions.contains(&file.transition) {
                out.extend([letter, b" ", path_bytes(&file.path), b"\n"].concat());
            }
        }
    }
    out
}

/// The `apply_patch_call_output` for the call `id`.
pub fn call_output(id: Option<&str>, report: &Report) -> Answer {
    let (status, output) = if report.is_ok() {
        let text = success_text(report);
        ("completed", String::from_utf8_lossy(&text).into_owned())
    } else {
        ("failed", refusal_text(report))
    };
    let mut object = serde_json::Map::new();
    object.insert("type".into(), json!("apply_patch_call_output"));
    if let Some(id) = id {
        object.insert("call_id".into(), json!(id));
    }
    object.insert("status".into(), json!(status));
    object.insert("output".into(), json!(output));
    Answer::Json(object.into())
}
