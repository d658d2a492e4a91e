//! How the outcome is shown, decided once: format, colour, amount. Then report to bytes.

use std::ffi::OsStr;

use super::args::Display;
use super::environment::Environment;
use super::streams::{Output, Terminal};
use super::usage;
use crate::dialect::{self, Answer, Payload};
use crate::refusal::{ExitClass, Reason};
use crate::render::{self, Bound, Limits, Medium, Paint, Printed, Style, Tallies, Voice};
use crate::report::{
    ConflictsReport, FindingsReport, LogReport, RecoveryReport, Report, ViewReport,
};

/// What is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Format {
    /// Diff and sentences.
    #[default]
    Human,
    /// One unified diff.
    Diff,
    /// One object.
    Json,
    /// The plan of a dry run.
    Plan,
}

impl Format {
    const WORDS: &[&str] = &["human", "diff", "json", "plan"];

    fn of(word: &str) -> Option<Self> {
        match word {
            "human" => Some(Self::Human),
            "diff" => Some(Self::Diff),
            "json" => Some(Self::Json),
            "plan" => Some(Self::Plan),
            _ => None,
        }
    }
}

/// Who chose the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chosen {
    /// Somebody typed it.
    Typed,
    /// Nobody.
    Usual,
}

/// How much is shown.
#[derive(Clone, Copy)]
enum Amount {
    Usual,
    All,
}

/// When colours are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    Auto,
    Always,
    Never,
}

impl When {
    const WORDS: &[&str] = &["auto", "always", "never"];

    fn of(word: &str) -> Option<Self> {
        match word {
            "auto" => Some(Self::Auto),
            "always" => Some(Self::Always),
            "never" => Some(Self::Never),
            _ => None,
        }
    }
}

/// The look of each stream.
#[derive(Clone, Copy, Debug)]
pub(super) struct Presentation {
    format: Format,
    tallies: Tallies,
    chosen: Chosen,
    stdout: Style,
    stderr: Style,
}

/// What is written to the streams, and how the run ends.
pub(super) struct Outcome {
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
    pub(super) class: ExitClass,
    pub(super) effect: Effect,
}

/// Whether a run left anything behind beside what it prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// What it prints is all there is.
    Nothing,
    /// Files are written.
    Written,
}

impl Outcome {
    /// Nothing more than a status.
    pub(super) fn silent(class: ExitClass) -> Self {
        Self {
            stdout: Vec::new(),
            stderr: Vec::new(),
            class,
            effect: Effect::Nothing,
        }
    }

    /// Text that was asked for, and success.
    pub(super) fn text(text: String) -> Self {
        Self::printed(text.into())
    }

    /// Bytes that were asked for, and success.
    pub(super) fn printed(stdout: Vec<u8>) -> Self {
        Self {
            stdout,
            stderr: Vec::new(),
            class: ExitClass::Done,
            effect: Effect::Nothing,
        }
    }
}

impl Presentation {
    /// What the flags, the environment and the streams ask for.
    pub(super) fn decide(
        display: &Display,
        environment: &Environment,
        stdout: Terminal,
        stderr: Terminal,
    ) -> Result<Self, Reason> {
        let Display {
            json,
            format,
            quiet,
            color,
            context,
            max_diff_lines,
            full,
        } = display;
        let format = match json {
            true => Format::Json,
            false => usage::choice("--format", format.as_deref(), Format::WORDS, Format::of)?
                .unwrap_or_default(),
        };
        let when = when(color.as_deref(), environment)?;
        let amount = match full {
            true => Amount::All,
            false => Amount::Usual,
        };
        let limits = limits(*context, *max_diff_lines, amount);
        let voice = match quiet {
            true => Voice::Quiet,
            false => Voice::Normal,
        };
        let style = |terminal| Style {
            paint: paint(when, terminal),
            medium: medium(terminal),
            voice,
            limits,
        };
        Ok(Self {
            format,
            tallies: Tallies::default(),
            chosen: match *json || display.format.is_some() {
                true => Chosen::Typed,
                false => Chosen::Usual,
            },
            stdout: style(stdout),
            stderr: style(stderr),
        })
    }

    /// Whether nothing is to be said beside refusals.
    pub(super) fn is_quiet(&self) -> bool {
        self.stderr.voice == Voice::Quiet
    }

    /// The look for a command line that could not be read.
    pub(super) fn for_usage_error(
        args: &[std::ffi::OsString],
        environment: &Environment,
        stdout: Terminal,
        stderr: Terminal,
    ) -> Self {
        let display = Display {
            json: usage::asks_for_json(args),
            ..Display::default()
        };
        let usual = Style::default();
        Self::decide(&display, environment, stdout, stderr).unwrap_or(Self {
            format: if display.json {
                Format::Json
            } else {
                Format::Human
            },
            tallies: Tallies::default(),
            chosen: Chosen::Typed,
            stdout: usual,
            stderr: usual,
        })
    }

    /// The same with these lists in place of the diff.
    pub(super) fn tallying(self, tallies: Tallies) -> Self {
        Self { tallies, ..self }
    }

    /// A diff as it was read.
    pub(super) fn understood(&self, report: &Report, diff: Vec<u8>) -> Outcome {
        let printed = render::understood(report, diff, &self.stderr);
        ended(printed, report.exit_class())
    }

    /// Whether a plan is what is to be printed.
    pub(super) fn is_plan(&self) -> bool {
        self.format == Format::Plan
    }

    /// The same look for what was asked for by its number or range: all of it is shown.
    pub(super) fn of_counted(self) -> Self {
        let lift = |style: Style| Style {
            limits: Limits {
                entries: Bound::All,
                view_lines: Bound::All,
                view_bytes: Bound::All,
                ..style.limits
            },
            ..style
        };
        Self {
            stdout: lift(self.stdout),
            stderr: lift(self.stderr),
            ..self
        }
    }

    /// The report of an edit.
    pub(super) fn report(&self, report: &Report) -> Outcome {
        let printed = match self.format {
            _ if !self.tallies.are_none() => {
                self.each(|style| render::tallied(report, self.tallies, style))
            }
            Format::Human => self.each(|style| render::human(report, style)),
            Format::Diff => self.each(|style| render::diff(report, style)),
            Format::Json => json(render::json(report, &self.stdout.limits)),
            Format::Plan => self.each(|style| render::plan(report, style)),
        };
        let is_written = report.plan_file.is_some() || !report.dry_run && report.is_changed();
        Outcome {
            effect: match is_written {
                true => Effect::Written,
                false => Effect::Nothing,
            },
            ..ended(printed, report.exit_class())
        }
    }

    /// The answer to a payload: in its own shape unless a format was typed, else the report.
    pub(super) fn answer(&self, payload: &Payload, outcome: &dialect::Outcome) -> Outcome {
        let class = outcome.exit_class();
        let answer = match self.chosen {
            Chosen::Usual => payload.answer(outcome),
            Chosen::Typed if payload.answers_json() && self.format == Format::Json => {
                payload.answer(outcome)
            }
            Chosen::Typed => Answer::Report,
        };
        match answer {
            Answer::Json(object) => ended(json(render::line(&object)), class),
            Answer::Text(text) if class == ExitClass::Done => {
                let is_told = self.stdout.voice == Voice::Normal;
                let stdout = if is_told { text.to_vec() } else { Vec::new() };
                ended(
                    Printed {
                        stdout,
                        stderr: self.warnings(outcome),
                    },
                    class,
                )
            }
            Answer::Text(_) | Answer::Report => match outcome {
                dialect::Outcome::Report(report) => self.report(report),
                dialect::Outcome::View(view) => self.view(view),
                dialect::Outcome::Listing(listing) => match self.format {
                    Format::Json => ended(json(render::line(&listing.to_object())), class),
                    Format::Human | Format::Diff | Format::Plan => {
                        ended(json(listing.to_text()), class)
                    }
                },
            },
        }
    }

    /// What is worth knowing beside an answer that is a text.
    fn warnings(&self, outcome: &dialect::Outcome) -> Vec<u8> {
        match outcome {
            dialect::Outcome::Report(report) if self.stderr.voice == Voice::Normal => {
                render::warnings(&report.warnings, &self.stderr)
            }
            _ => Vec::new(),
        }
    }

    /// What is said of one element of a stream called `name`: without a diff unless one was asked for.
    pub(super) fn element(
        &self,
        name: &str,
        payload: Option<&Payload>,
        outcome: &dialect::Outcome,
    ) -> Outcome {
        let mut look = *self;
        if self.format == Format::Human && self.stdout.limits == Limits::default() {
            look.stdout.limits.diff_lines = Bound::First(0);
        }
        let mut told = match (payload, outcome) {
            (Some(payload), outcome) if payload.answers_json() => look.answer(payload, outcome),
            (_, dialect::Outcome::Report(report)) => look.report(report),
            (Some(payload), outcome) => look.answer(payload, outcome),
            (None, _) => Outcome::silent(outcome.exit_class()),
        };
        if self.format == Format::Human {
            let is_skipped =
                matches!(outcome, dialect::Outcome::Report(report) if report.is_skipped());
            if is_skipped && self.stdout.voice == Voice::Normal {
                told.stdout = b"skipped\n".to_vec();
            }
            told.stdout = prefixed(name, &told.stdout);
            if name.starts_with("edit") {
                told.stderr = prefixed(name, &told.stderr);
            }
        }
        told
    }

    /// The edited text on standard output, the report on standard error.
    pub(super) fn filtered(&self, report: &Report, text: Option<Vec<u8>>) -> Outcome {
        let told = match self.format {
            Format::Human | Format::Plan => render::human(report, &self.stderr),
            Format::Diff => render::diff(report, &self.stderr),
            Format::Json => json(render::json(report, &self.stderr.limits)),
        };
        let mut stderr = told.stdout;
        stderr.extend(told.stderr);
        Outcome {
            stdout: text.unwrap_or_default(),
            stderr,
            class: report.exit_class(),
            effect: Effect::Nothing,
        }
    }

    /// Numbered lines.
    pub(super) fn view(&self, view: &ViewReport) -> Outcome {
        let printed = match self.format {
            Format::Json => json(render::view_json(view, &self.stdout.limits)),
            Format::Human | Format::Diff | Format::Plan => {
                self.each(|style| render::view(view, style))
            }
        };
        ended(printed, ExitClass::Done)
    }

    /// What was done, one line each.
    pub(super) fn log(&self, log: &LogReport) -> Outcome {
        let printed = match self.format {
            Format::Json => json(render::log_json(log, &self.stdout.limits)),
            Format::Human | Format::Diff | Format::Plan => {
                self.each(|style| render::log(log, style))
            }
        };
        ended(printed, ExitClass::Done)
    }

    /// The diff of a report without the summary: for people as much of it as is shown elsewhere.
    pub(super) fn diff(&self, report: &Report) -> Outcome {
        match self.format {
            Format::Json | Format::Diff => self.report(report),
            Format::Human | Format::Plan => {
                let printed = self.each(|style| render::excerpt(report, style));
                ended(printed, report.exit_class())
            }
        }
    }

    /// Findings about files.
    pub(super) fn findings(&self, report: &FindingsReport) -> Outcome {
        let printed = match self.format {
            Format::Json => json(render::findings_json(report, &self.stdout.limits)),
            Format::Human | Format::Diff | Format::Plan => {
                self.each(|style| render::findings(report, style))
            }
        };
        ended(printed, report.exit_class())
    }

    /// What other tasks wrote.
    pub(super) fn conflicts(&self, report: &ConflictsReport) -> Outcome {
        let printed = match self.format {
            Format::Json => json(render::conflicts_json(report, &self.stdout.limits)),
            Format::Human | Format::Diff | Format::Plan => {
                self.each(|style| render::conflicts(report, style))
            }
        };
        ended(printed, report.exit_class())
    }

    /// What was recovered.
    pub(super) fn recovery(&self, report: &RecoveryReport) -> Outcome {
        let printed = match self.format {
            Format::Json => json(render::recovery_json(report, &self.stdout.limits)),
            Format::Human | Format::Diff | Format::Plan => {
                self.each(|style| render::recovery(report, style))
            }
        };
        Outcome {
            effect: match report.is_changed() {
                true => Effect::Written,
                false => Effect::Nothing,
            },
            ..ended(printed, report.exit_class())
        }
    }

    /// Rendered once, or once for each stream where they look different.
    fn each(&self, rendered: impl Fn(&Style) -> Printed) -> Printed {
        let printed = rendered(&self.stdout);
        if self.stdout == self.stderr || printed.stderr.is_empty() {
            return printed;
        }
        Printed {
            stderr: rendered(&self.stderr).stderr,
            ..printed
        }
    }
}

/// `text` with the name of the element before it.
fn prefixed(name: &str, text: &[u8]) -> Vec<u8> {
    match text {
        [] => Vec::new(),
        text => [name.as_bytes(), b": ", text].concat(),
    }
}

fn json(stdout: Vec<u8>) -> Printed {
    Printed {
        stdout,
        stderr: Vec::new(),
    }
}

fn ended(printed: Printed, class: ExitClass) -> Outcome {
    Outcome {
        stdout: printed.stdout,
        stderr: printed.stderr,
        class,
        effect: Effect::Nothing,
    }
}

/// How much is shown: the usual amount, or all of it, changed by what was typed.
fn limits(context: Option<usize>, diff_lines: Option<usize>, amount: Amount) -> Limits {
    let mut limits = match amount {
        Amount::All => Limits::FULL,
        Amount::Usual => Limits::default(),
    };
    limits.context = context.unwrap_or(limits.context);
    if let Some(lines) = diff_lines {
        limits.diff_lines = Bound::First(lines);
        limits.whole_lines = Bound::All;
        limits.diff_bytes = Bound::All;
    }
    limits
}

/// The flag, else `NO_COLOR`, else `CLICOLOR_FORCE`, else `INCISE_COLOR`.
fn when(flag: Option<&str>, environment: &Environment) -> Result<When, Reason> {
    if let Some(when) = usage::choice("--color", flag, When::WORDS, When::of)? {
        return Ok(when);
    }
    if environment.no_color {
        return Ok(When::Never);
    }
    if environment.force_color {
        return Ok(When::Always);
    }
    let word = environment.color.as_deref().map(OsStr::to_string_lossy);
    let chosen = usage::choice("INCISE_COLOR", word.as_deref(), When::WORDS, When::of)?;
    Ok(chosen.unwrap_or(When::Auto))
}

fn paint(when: When, terminal: Terminal) -> Paint {
    match (when, terminal) {
        (When::Always, _) | (When::Auto, Terminal::Yes) => Paint::Coloured,
        (When::Never, _) | (When::Auto, Terminal::No) => Paint::Plain,
    }
}

fn medium(terminal: Terminal) -> Medium {
    match terminal {
        Terminal::Yes => Medium::Terminal,
        Terminal::No => Medium::Stream,
    }
}

/// Writes both streams. The report goes last, so that it is what a reader sees at the end; it is told even
/// when standard output fails.
pub(super) fn deliver(
    outcome: &Outcome,
    stdout: &mut Output<'_>,
    stderr: &mut Output<'_>,
) -> anyhow::Result<()> {
    use anyhow::Context;
    let printed = stdout.write(&outcome.stdout);
    let told = stderr.write(&outcome.stderr);
    printed.context("cannot write to standard output")?;
    told.context("cannot write to standard error")
}
