//! The message that answers a complete tool call.

use super::{Answer, refusal_text, success_text};
use crate::dialect::call::Call;
use crate::dialect::payload::PayloadOutcome;
use crate::render::{self, Style};
use crate::report::Report;

/// Wraps `answer` in the message that `call` expects for `outcome`. Returns `answer` if `call` expects no message.
pub(super) fn message(call: &Call, answer: Answer, outcome: &PayloadOutcome) -> Answer {
    let Some(form) = call.answer_form() else {
        return answer;
    };
    let text = match (answer, outcome) {
        (Answer::Text(text), _) => String::from_utf8_lossy(&text).into_owned(),
        (Answer::Json(answer), _) => answer.to_string(),
        (Answer::Report, PayloadOutcome::Report(report)) => report_text(report),
        (Answer::Report, PayloadOutcome::View(_) | PayloadOutcome::Listing(_)) => String::new(),
    };
    let is_failed = matches!(outcome, PayloadOutcome::Report(report) if !report.is_ok());
    Answer::Json(call.message(form, text, is_failed))
}

/// The report as text: the list of files for a patch, otherwise the output for people.
fn report_text(report: &Report) -> String {
    if !report.is_ok() {
        return refusal_text(report);
    }
    let text = if report.operation == "patch" {
        success_text(report)
    } else {
        let printed = render::human(report, &Style::piped());
        [printed.stdout, printed.stderr].concat()
    };
    String::from_utf8_lossy(&text).into_owned()
}
