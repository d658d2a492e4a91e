//! Outcomes in the shape that the callers of each dialect expect.

mod editor;
mod patch;

use bytes::Bytes;

use super::payload::{Listing, Outcome, Payload, Shape};
use crate::render::wording::{self, Setting};
use crate::report::Report;

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

impl Payload {
    /// The outcome in the shape its caller expects.
    pub fn answer(&self, outcome: &Outcome) -> Answer {
        match (&self.shape, outcome) {
            (Shape::Report, _) => Answer::Report,
            (shape, Outcome::Report(report)) if !report.is_ok() => refused(shape, report),
            (Shape::Editor(command, path), outcome) => {
                Answer::Text(editor::answer(*command, path, outcome))
            }
            (Shape::PatchCall(id), Outcome::Report(report)) => {
                patch::call_output(id.as_deref(), report)
            }
            (Shape::PatchCall(_), _) => Answer::Report,
        }
    }
}

impl Listing {
    /// A line for each entry.
    pub fn to_text(&self) -> Vec<u8> {
        editor::listing(self)
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
