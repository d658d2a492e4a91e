//! The output: turns a report into bytes in the chosen presentation, and writes both streams.

mod presentation;

use anyhow::Context;
use serde::Serialize;

use super::streams::Output;
use crate::dialect::{self, Answer, AwaitedAnswer, Payload};
use crate::refusal::{ExitClass, Refusal};
use crate::render::{self, Printed, Rest, ShownLimits, Style, Tallies};
use crate::report::{
    ConflictsReport, FindingsReport, LogEntry, LogReport, RecoveryReport, Report, ViewReport,
};
use crate::run::{Offer, Sightings};

pub(super) use presentation::COLORS;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Format {
    /// Diff and sentences, for people.
    #[default]
    Human,
    /// A unified diff.
    Diff,
    /// A JSON object.
    Json,
    /// The plan of a dry run.
    Plan,
    /// An HTML page for reviewers.
    Html,
}

/// The presentation of each stream.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Presentation {
    format: Format,
    tallies: Tallies,
    /// True if the command line sets the format.
    is_format_typed: bool,
    has_private_texts: bool,
    stdout: Style,
    stderr: Style,
}

/// The name of an element of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ElementName {
    /// The line of the request with the element. Refusals name the line too.
    Line(usize),
    /// The number of the element.
    Number(usize),
}

impl ElementName {
    /// `text` with the name before it, unless `text` is empty.
    fn before(self, text: &[u8]) -> Vec<u8> {
        if text.is_empty() {
            return Vec::new();
        }
        let name = match self {
            Self::Line(line) => format!("line {line}: "),
            Self::Number(number) => format!("edit {number}: "),
        };
        [name.as_bytes(), text].concat()
    }
}

/// `style` for the report of an edit. If the edit was made, the hint must not suggest `--full`, which would make it
/// again.
fn style_of_edit(report: &Report, style: &Style) -> Style {
    let is_made = !report.dry_run && report.is_changed();
    let rest = match (style.rest, report.undo) {
        (Rest::ByFull, Some(entry)) => Rest::ByEntry(entry),
        (Rest::ByFull, None) if is_made => Rest::NoHint,
        (rest, _) => rest,
    };
    Style { rest, ..*style }
}

impl Presentation {
    /// A diff, as repaired.
    pub(super) fn repaired_diff(&self, report: &Report, diff: Vec<u8>) -> Outcome {
        let printed = render::repaired_diff(report, diff, &self.stderr);
        Outcome::new(printed, report.exit_class())
    }

    pub(super) fn report(&self, report: &Report) -> Outcome {
        let printed = match self.format {
            _ if !self.tallies.is_empty() => {
                self.render_both(|style| render::tallied(report, self.tallies, style))
            }
            Format::Human => {
                self.render_both(|style| render::human(report, &style_of_edit(report, style)))
            }
            Format::Diff => {
                self.render_both(|style| render::diff(report, &style_of_edit(report, style)))
            }
            Format::Json => json_line(&render::json(report, &self.stdout.limits)),
            Format::Plan => self.render_both(|style| render::plan(report, style)),
            Format::Html => self.render_both(|style| render::html(report, style)),
        };
        Outcome {
            is_written: report.plan_file.is_some()
                || !report.side_files.is_empty()
                || !report.dry_run && report.is_changed(),
            ..Outcome::new(printed, report.exit_class())
        }
    }

    /// Answers a payload in the form that belongs to it, or with the report if the user set a format. A call gets its
    /// JSON message even with `--format json`.
    pub(super) fn answer(&self, payload: &Payload, outcome: &dialect::PayloadOutcome) -> Outcome {
        let class = outcome.exit_class();
        let form = if !self.is_format_typed || payload.answers_json() && self.sends_messages() {
            payload.answer(outcome)
        } else {
            Answer::Report
        };
        match form {
            Answer::Json(message) => Outcome::new(json_line(&message), class),
            Answer::Text(text) if class == ExitClass::Done => {
                let mut printed = Printed {
                    stdout: Vec::new(),
                    stderr: self.warnings(outcome),
                };
                if !self.stdout.is_quiet {
                    printed.stdout = text.to_vec();
                }
                Outcome::new(printed, class)
            }
            Answer::Text(_) | Answer::Report => match outcome {
                dialect::PayloadOutcome::Report(report) => self.report(report),
                dialect::PayloadOutcome::View(view) => self.view(view),
                dialect::PayloadOutcome::Listing(listing) => {
                    let printed = self
                        .json_or_text(|_| listing.to_object(), |_| to_stdout(listing.to_text()));
                    Outcome::new(printed, class)
                }
            },
        }
    }

    /// The warnings that accompany a text answer.
    fn warnings(&self, outcome: &dialect::PayloadOutcome) -> Vec<u8> {
        match outcome {
            dialect::PayloadOutcome::Report(report) if !self.stderr.is_quiet => {
                render::warnings_only(report, &self.stderr)
            }
            _ => Vec::new(),
        }
    }

    /// True if calls are answered with the messages that their senders expect.
    fn sends_messages(&self) -> bool {
        !self.is_format_typed || self.format == Format::Json
    }

    /// The refusal of an unreadable payload. For a call, the refusal is in the message that its sender expects.
    pub(super) fn misread(&self, report: &Report, awaited: Option<&AwaitedAnswer>) -> Outcome {
        if let Some(awaited) = awaited
            && self.sends_messages()
            && let Answer::Json(message) = awaited.refusal(report)
        {
            return Outcome::new(json_line(&message), report.exit_class());
        }
        self.report(report)
    }

    /// Like [`Self::misread`], for an element of a stream.
    pub(super) fn misread_element(
        &self,
        name: ElementName,
        report: &Report,
        awaited: Option<&AwaitedAnswer>,
    ) -> Outcome {
        let outcome = self.for_element().misread(report, awaited);
        let is_message = awaited.is_some() && self.sends_messages();
        self.with_name(name, outcome, is_message)
    }

    /// The output about an element of a stream.
    pub(super) fn element(
        &self,
        name: ElementName,
        payload: &Payload,
        outcome: &dialect::PayloadOutcome,
    ) -> Outcome {
        let presentation = self.for_element();
        let is_message = payload.answers_json() && self.sends_messages();
        let mut printed = match outcome {
            dialect::PayloadOutcome::Report(report) if !is_message => presentation.report(report),
            outcome => presentation.answer(payload, outcome),
        };
        let is_skipped =
            matches!(outcome, dialect::PayloadOutcome::Report(report) if report.is_skipped());
        if self.format == Format::Human && !is_message && is_skipped && !self.stdout.is_quiet {
            printed.stdout = b"skipped\n".to_vec();
        }
        self.with_name(name, printed, is_message)
    }

    /// `outcome` with the name of the element before it, in human format. A message is not changed.
    fn with_name(&self, name: ElementName, mut outcome: Outcome, is_message: bool) -> Outcome {
        if self.format == Format::Human && !is_message {
            outcome.stdout = name.before(&outcome.stdout);
            if let ElementName::Number(_) = name {
                outcome.stderr = name.before(&outcome.stderr);
            }
        }
        outcome
    }

    /// A change to ask the user about.
    pub(super) fn offer(&self, offer: &Offer) -> Vec<u8> {
        let report = Report {
            files: offer.files.clone(),
            ..Report::new("", 1)
        };
        render::excerpt(&report, &self.stdout).stdout
    }

    /// The edited text on standard output, and the report on standard error.
    pub(super) fn edited_text(&self, report: &Report, text: Option<Vec<u8>>) -> Outcome {
        let rendered = match self.format {
            Format::Human | Format::Plan | Format::Html => render::human(report, &self.stderr),
            Format::Diff => render::diff(report, &self.stderr),
            Format::Json => json_line(&render::json(report, &self.stderr.limits)),
        };
        let printed = Printed {
            stdout: text.unwrap_or_default(),
            stderr: [rendered.stdout, rendered.stderr].concat(),
        };
        Outcome::new(printed, report.exit_class())
    }

    pub(super) fn view(&self, view: &ViewReport) -> Outcome {
        let printed = self.json_or_text(
            |limits| render::view_json(view, limits),
            |style| render::view(view, style),
        );
        Outcome::new(printed, ExitClass::Done)
    }

    pub(super) fn log(&self, log: &LogReport) -> Outcome {
        let printed = self.json_or_text(
            |limits| render::log_json(log, limits),
            |style| render::log(log, style),
        );
        Outcome::new(printed, ExitClass::Done)
    }

    /// The entries of the journal with their changes, as an HTML page.
    pub(super) fn log_page(&self, entries: &[(LogEntry, Report)]) -> Outcome {
        let printed = render::log_html(entries, &self.stdout);
        Outcome::new(printed, ExitClass::Done)
    }

    /// The diff of `report` without the summary. The human format shortens it as usual.
    pub(super) fn diff(&self, report: &Report) -> Outcome {
        match self.format {
            Format::Json | Format::Diff | Format::Html => self.with_whole_diff().report(report),
            Format::Human | Format::Plan => {
                let printed = self.render_both(|style| render::excerpt(report, style));
                Outcome::new(printed, report.exit_class())
            }
        }
    }

    pub(super) fn findings(&self, report: &FindingsReport) -> Outcome {
        let printed = self.json_or_text(
            |limits| render::findings_json(report, limits),
            |style| render::findings(report, style),
        );
        Outcome::new(printed, report.exit_class())
    }

    pub(super) fn conflicts(&self, report: &ConflictsReport) -> Outcome {
        let printed = self.json_or_text(
            |limits| render::conflicts_json(report, limits),
            |style| render::conflicts(report, style),
        );
        Outcome::new(printed, report.exit_class())
    }

    pub(super) fn recovery(&self, report: &RecoveryReport) -> Outcome {
        let printed = self.json_or_text(
            |limits| render::recovery_json(report, limits),
            |style| render::recovery(report, style),
        );
        Outcome {
            is_written: report.is_changed(),
            ..Outcome::new(printed, report.exit_class())
        }
    }

    /// The JSON object in JSON format, otherwise the text.
    fn json_or_text<S: Serialize>(
        &self,
        json: impl FnOnce(&ShownLimits) -> S,
        text: impl Fn(&Style) -> Printed,
    ) -> Printed {
        match self.format {
            Format::Json => json_line(&json(&self.stdout.limits)),
            Format::Human | Format::Diff | Format::Plan | Format::Html => self.render_both(text),
        }
    }

    /// Renders for standard output, and again for standard error if the styles differ.
    fn render_both(&self, render: impl Fn(&Style) -> Printed) -> Printed {
        let printed = render(&self.stdout);
        if self.stdout == self.stderr || printed.stderr.is_empty() {
            return printed;
        }
        Printed {
            stderr: render(&self.stderr).stderr,
            ..printed
        }
    }
}

/// The outcome of a command, or the refusal of its arguments.
pub(crate) type CommandResult = Result<Outcome, Refusal>;

/// The output and the exit class of a run.
pub(crate) struct Outcome {
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    pub(crate) class: ExitClass,
    /// True if the run wrote files, in addition to its output.
    pub(crate) is_written: bool,
    /// The parts of files that the caller has seen after standard output is written.
    pub(crate) sightings: Sightings,
}

impl Outcome {
    /// The outcome of a run that wrote no files.
    fn new(printed: Printed, class: ExitClass) -> Self {
        let Printed { stdout, stderr } = printed;
        Self {
            stdout,
            stderr,
            class,
            is_written: false,
            sightings: Sightings::default(),
        }
    }

    /// This outcome, with the parts of files that it shows.
    pub(crate) fn showing(self, sightings: Sightings) -> Self {
        Self { sightings, ..self }
    }

    /// Appends the output of `next`. The first failure determines the exit status.
    pub(crate) fn append(&mut self, next: Self) {
        self.stdout.extend(next.stdout);
        self.stderr.extend(next.stderr);
        if self.class == ExitClass::Done {
            self.class = next.class;
        }
    }

    /// An outcome without output.
    pub(crate) fn silent(class: ExitClass) -> Self {
        Self::new(Printed::default(), class)
    }

    /// A successful outcome that prints `text`.
    pub(crate) fn text(text: String) -> Self {
        Self::printed(text.into())
    }

    /// A successful outcome that prints `stdout`.
    pub(crate) fn printed(stdout: Vec<u8>) -> Self {
        Self::new(to_stdout(stdout), ExitClass::Done)
    }
}

/// Prints bytes to standard output only.
fn to_stdout(stdout: Vec<u8>) -> Printed {
    Printed {
        stdout,
        stderr: Vec::new(),
    }
}

/// Prints `value` to standard output as one line of JSON.
fn json_line(value: &impl Serialize) -> Printed {
    to_stdout(render::line(value))
}

/// Writes both streams. The report is last, so that the reader sees it at the end, and is written even if standard
/// output fails. If the output was read, the parts of files that it shows are recorded as seen.
pub(crate) fn deliver(
    outcome: &Outcome,
    stdout: &mut Output<'_>,
    stderr: &mut Output<'_>,
) -> anyhow::Result<()> {
    let printed = stdout.write(&outcome.stdout);
    let unrecorded = match printed {
        Ok(true) => outcome.sightings.note(),
        _ => Vec::new(),
    };
    let reported = stderr.write(&outcome.stderr);
    let warned = stderr.write(&render::late_warnings(&unrecorded));
    printed.context("cannot write to standard output")?;
    reported
        .and(warned)
        .context("cannot write to standard error")?;
    Ok(())
}
