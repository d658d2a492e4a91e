//! What a call is answered: the report for programs, and the same in few words.

use serde_json::{Value, json};

use crate::refusal::Refusals;
use crate::render::{self, Printed, Rest, ShownLimits, Style};
use crate::report::{LogReport, Report, ViewReport};
use crate::request::Words;
use crate::run::{DiffShown, Shows};

/// How texts for people look to a model.
fn style() -> Style {
    Style {
        rest: Rest::Otherwise,
        ..Style::default()
    }
}

/// What of the files an answer shows.
pub(super) fn shows() -> Shows {
    let limits = ShownLimits::default();
    Shows {
        view: Some(limits.of_view()),
        diff: DiffShown::OfDryRuns(limits.of_diff()),
    }
}

/// The answer to one call.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Answer {
    /// For the model: what `incise` prints for people.
    pub(super) text: String,
    /// For programs: the report; absent where the vocabulary has texts only.
    pub(super) structured: Option<Value>,
    /// Whether it was refused.
    pub(super) verdict: Verdict,
}

/// Whether what was asked is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Done,
    Refused,
}

impl Answer {
    /// The report of an edit.
    pub(super) fn of_report(report: &Report) -> Self {
        let printed = render::human(report, &style());
        let verdict = if report.is_ok() {
            Verdict::Done
        } else {
            Verdict::Refused
        };
        let structured = value(&render::json(report, &ShownLimits::default()));
        Self::of(structured, printed, verdict)
    }

    /// No more than why nothing was done, to who asked in these words.
    pub(super) fn refused(operation: &str, refusals: impl Into<Refusals>, words: Words) -> Self {
        Self::of_report(&Report {
            words,
            ..Report::refused(operation, refusals)
        })
    }

    /// The diff of an entry of the journal.
    pub(super) fn of_entry(report: &Report) -> Self {
        let printed = render::diff(report, &style());
        let structured = value(&render::json(report, &ShownLimits::default()));
        Self::of(structured, printed, Verdict::Done)
    }

    /// Numbered lines.
    pub(super) fn of_view(view: &ViewReport) -> Self {
        let structured = value(&render::view_json(view, &ShownLimits::default()));
        Self::of(structured, render::view(view, &style()), Verdict::Done)
    }

    /// A list of entries of the journal.
    pub(super) fn of_log(log: &LogReport) -> Self {
        let mut printed = render::log(log, &style());
        if log.entries.is_empty() {
            printed.stdout = b"nothing was edited here\n".to_vec();
        }
        Self::of(
            value(&render::log_json(log, &ShownLimits::default())),
            printed,
            Verdict::Done,
        )
    }

    fn of(structured: Value, printed: Printed, verdict: Verdict) -> Self {
        let mut text = printed.stdout;
        text.extend(printed.stderr);
        Self {
            text: String::from_utf8_lossy(&text).into_owned(),
            structured: Some(structured),
            verdict,
        }
    }

    /// A text, in the words of another tool.
    pub(super) fn of_text(text: &[u8]) -> Self {
        Self {
            text: String::from_utf8_lossy(text).into_owned(),
            structured: None,
            verdict: Verdict::Done,
        }
    }

    /// A success by its text alone; a refusal keeps what programs can read.
    pub(super) fn without_structure(self) -> Self {
        let structured = match self.verdict {
            Verdict::Done => None,
            Verdict::Refused => self.structured,
        };
        Self { structured, ..self }
    }
}

/// The JSON that was printed.
fn value(line: &[u8]) -> Value {
    // What was printed a moment ago is JSON; an empty object would fail the tests' schemas.
    serde_json::from_slice(line).unwrap_or_else(|_| json!({}))
}
