//! The answer to a call: text for a model, or an object for programs.

use bytes::Bytes;
use serde::Serialize;
use serde_json::{Value, json};

use crate::refusal::{ExitClass, Refusals};
use crate::render::{self, Printed, Rest, ShownLimits, Style, wording};
use crate::report::{FindingsReport, LogReport, Report, ViewReport};
use crate::request::Words;
use crate::run::{DiffShown, Shows};
use crate::text;

/// The maximum size of a `read_lines` page, in bytes. With the header and the last line of a page, which may be long,
/// an answer has at most 16 kB.
const PAGE_SIZE: usize = 14_800;
/// The size of the number and hash before each line of a page, in bytes.
const PREFIX_SIZE: usize = 22;

/// The limits of output for a model.
fn shown_limits() -> ShownLimits {
    ShownLimits {
        view_bytes: PAGE_SIZE,
        mark_bytes: PREFIX_SIZE,
        ..Style::piped().limits
    }
}

/// The style of text that a model reads.
fn style() -> Style {
    Style {
        rest: Rest::NoHint,
        limits: shown_limits(),
        ..Style::default()
    }
}

/// The same style without diffs.
fn brief() -> Style {
    Style {
        limits: ShownLimits {
            diff_lines: 0,
            ..shown_limits()
        },
        ..style()
    }
}

/// The parts of files that an answer shows.
pub(super) fn shows() -> Shows {
    let limits = shown_limits();
    Shows {
        view: Some(limits.view_bounds()),
        diff: DiffShown::OfDryRuns(limits.diff_bounds()),
        has_private_texts: false,
    }
}

/// The outcome of a call, or the refusals that its arguments cause.
pub(super) type CallResult = Result<CallOutcome, Refusals>;

/// The outcome of a call.
#[derive(Clone, Debug)]
pub(super) enum CallOutcome {
    /// The report of an edit, or any refusal.
    Report(Report),
    /// An entry of the journal is shown.
    Entry(Report),
    /// The lines of a file.
    View(ViewReport),
    /// A list of journal entries.
    Log(LogReport),
    /// The findings about files.
    Findings(FindingsReport),
    /// A text in the format of another tool.
    Text(Bytes),
}

/// The answer to one call.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CallAnswer {
    /// The output of `incise` for people. If there is an object, only the first line.
    pub(super) text: String,
    /// The report as an object.
    pub(super) structured: Option<Value>,
    pub(super) is_refused: bool,
}

impl CallOutcome {
    /// A refusal in the vocabulary `words`.
    pub(super) fn refused(operation: &str, refusals: impl Into<Refusals>, words: Words) -> Self {
        Self::Report(Report {
            words,
            ..Report::refused(operation, refusals)
        })
    }

    /// The answer as text. If `has_anchors` is true, the client can use the anchors of written lines.
    pub(super) fn as_text(&self, has_anchors: bool) -> CallAnswer {
        let printed = match self {
            Self::Report(report) => {
                let style = Style {
                    has_anchors,
                    ..style()
                };
                render::human(report, &style)
            }
            Self::Entry(report) => render::diff(report, &style()),
            Self::View(view) => render::view(view, &style()),
            Self::Log(log) if log.entries.is_empty() => plain("nothing was edited here\n"),
            Self::Log(log) => render::log(log, &style()),
            Self::Findings(findings) => render::findings(findings, &style()),
            Self::Text(text) => plain(String::from_utf8_lossy(text)),
        };
        self.to_answer(printed, None)
    }

    /// The answer as an object, with the first line of the text.
    pub(super) fn as_object(&self) -> CallAnswer {
        let limits = shown_limits();
        let (printed, object) = match self {
            Self::Report(report) => (
                render::human(report, &brief()),
                to_value(render::json(report, &limits)),
            ),
            Self::Entry(report) => (
                render::human(report, &brief()),
                to_value(render::json(report, &ShownLimits::default())),
            ),
            Self::View(view) => {
                let mut printed = render::view(view, &style());
                let head = text::first_line(&printed.stdout).len();
                printed.stdout.truncate(head);
                (printed, to_value(render::view_json(view, &limits)))
            }
            Self::Log(log) => {
                let head = format!("{}\n", wording::count(log.entries.len(), "entry"));
                (plain(head), to_value(render::log_json(log, &limits)))
            }
            Self::Findings(findings) => {
                let mut printed = render::findings(findings, &style());
                let head = format!("{}\n", wording::count(findings.findings.len(), "finding"));
                printed.stdout = head.into_bytes();
                (printed, to_value(render::findings_json(findings, &limits)))
            }
            Self::Text(_) => return self.as_text(false),
        };
        self.to_answer(printed, Some(object))
    }

    fn to_answer(&self, printed: Printed, structured: Option<Value>) -> CallAnswer {
        let mut text = printed.stdout;
        text.extend(printed.stderr);
        CallAnswer {
            text: String::from_utf8_lossy(&text).into_owned(),
            structured,
            is_refused: match self {
                Self::Report(report) => !report.is_ok(),
                Self::Findings(findings) => findings.exit_class() != ExitClass::Done,
                _ => false,
            },
        }
    }
}

fn plain(text: impl Into<String>) -> Printed {
    Printed {
        stdout: text.into().into_bytes(),
        ..Printed::default()
    }
}

/// Cannot fail: the keys of `shape` are strings, and its numbers are finite.
fn to_value(shape: impl Serialize) -> Value {
    serde_json::to_value(shape).unwrap_or_else(|_| json!({}))
}
