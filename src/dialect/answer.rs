//! Outcomes in the shape that the callers of each dialect expect.

mod editor;
mod patch;

use bytes::Bytes;

use super::{Outcome, Payload, Shape};
use crate::render::wording::{self, Setting};
use crate::report::Report;

pub use editor::listing;
pub use patch::patch_summary;

/// What a caller gets.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Our report, in the format that was chosen.
    Report,
    /// This text; on a refusal it is the message of an error.
    Text(Bytes),
    /// This object.
    Json(serde_json::Value),
}

/// The answer to `payload`.
pub fn of(payload: &Payload, outcome: &Outcome) -> Answer {
    match (&payload.shape, outcome) {
        (Shape::Report, _) => Answer::Report,
        (_, Outcome::Report(report)) if !report.is_ok() => refused(&payload.shape, report),
        (Shape::Editor(command, path), outcome) => {
            Answer::Text(editor::answer(*command, path, outcome))
        }
        (Shape::PatchCall(id), Outcome::Report(report)) => {
            patch::call_output(id.as_deref(), report)
        }
        (Shape::PatchCall(_), _) => Answer::Report,
    }
}

fn refused(shape: &Shape, report: &Report) -> Answer {
    match shape {
        Shape::Report => Answer::Report,
        Shape::Editor(..) => Answer::Text(refusal_text(report).into()),
        Shape::PatchCall(id) => patch::call_output(id.as_deref(), report),
    }
}

/// Every refusal of `report` with its hint, a line each.
pub fn refusal_text(report: &Report) -> String {
    let setting = Setting::of(report);
    let mut text = String::new();
    for refusal in &report.refusals {
        text += &format!("{}\n", wording::message(refusal, setting));
        for detail in wording::details(&refusal.reason, setting, DETAILS) {
            text += &format!("  {detail}\n");
        }
        text += &format!("hint: {}\n", wording::hint(refusal, setting));
    }
    text
}

/// Most places listed with one refusal.
const DETAILS: usize = 10;
