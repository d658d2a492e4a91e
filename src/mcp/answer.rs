//! The answer of a call: the report for programs, and the same in few words.

use serde::Serialize;
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

/// The parts of files that an answer shows.
pub(super) fn shows() -> Shows {
    let limits = ShownLimits::default();
    Shows {
        view: Some(limits.of_view()),
        diff: DiffShown::OfDryRuns(limits.of_diff()),
    }
}

/// The answer to one call.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CallAnswer {
    /// For the model: what `incise` prints for people.
    pub(super) text: String,
    /// For programs: the report; absent where the vocabulary has texts only.
    pub(super) structured: Option<Value>,
    /// Whether it was refused.
    pub(super) is_refused: bool,
}

impl CallAnswer {
    /// The report of an edit.
    pub(super) fn of_report(report: &Report) -> Self {
        let printed = render::human(report, &style());
        let structured = value(render::json(report, &ShownLimits::default()));
        Self::of(structured, printed, !report.is_ok())
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
        let structured = value(render::json(report, &ShownLimits::default()));
        Self::of(structured, printed, false)
    }

    /// Numbered lines.
    pub(super) fn of_view(view: &ViewReport) -> Self {
        let structured = value(render::view_json(view, &ShownLimits::default()));
        Self::of(structured, render::view(view, &style()), false)
    }

    /// A list of entries of the journal.
    pub(super) fn of_log(log: &LogReport) -> Self {
        let mut printed = render::log(log, &style());
        if log.entries.is_empty() {
            printed.stdout = b"nothing was edited here\n".to_vec();
        }
        Self::of(
            value(render::log_json(log, &ShownLimits::default())),
            printed,
            false,
        )
    }

    fn of(structured: Value, printed: Printed, is_refused: bool) -> Self {
        let mut text = printed.stdout;
        text.extend(printed.stderr);
        Self {
            text: String::from_utf8_lossy(&text).into_owned(),
            structured: Some(structured),
            is_refused,
        }
    }

    /// A text, in the words of another tool.
    pub(super) fn of_text(text: &[u8]) -> Self {
        Self {
            text: String::from_utf8_lossy(text).into_owned(),
            structured: None,
            is_refused: false,
        }
    }

    /// A success by its text alone; a refusal keeps what programs can read.
    pub(super) fn without_structure(self) -> Self {
        Self {
            structured: self.structured.filter(|_| self.is_refused),
            ..self
        }
    }
}

/// `shape` as a value: its keys are strings and its numbers finite, so this cannot fail.
fn value(shape: impl Serialize) -> Value {
    serde_json::to_value(shape).unwrap_or_else(|_| json!({}))
}
