//! Decides the presentation of the outcome once: format, color, amount.

use std::ffi::{OsStr, OsString};

use clap::ColorChoice;

use super::{Format, Presentation};
use crate::cli::args::DisplayArgs;
use crate::cli::args::shared::choice;
use crate::cli::environment::Environment;
use crate::cli::streams::Terminals;
use crate::refusal::Reason;
use crate::render::{DiffForm, Paint, ShownLimits, Style, Tallies};
use crate::report::DiffBounds;
use crate::request::rule::Choices;
use crate::run::{DiffShown, Shows};

impl Format {
    /// The values of `--format`.
    pub(crate) const WORDS: Choices<Self> = &[
        ("human", Self::Human),
        ("diff", Self::Diff),
        ("json", Self::Json),
        ("plan", Self::Plan),
        ("html", Self::Html),
    ];
}

/// The values of `--color`.
pub(crate) const COLORS: Choices<ColorChoice> = &[
    ("auto", ColorChoice::Auto),
    ("always", ColorChoice::Always),
    ("never", ColorChoice::Never),
];

impl Presentation {
    /// The presentation for the flags, the environment and the streams.
    pub(crate) fn from_args(
        display: &DisplayArgs,
        environment: &Environment,
        terminals: Terminals,
    ) -> Result<Self, Reason> {
        let format = if display.json {
            Format::Json
        } else {
            choice("--format", display.format.as_deref(), Format::WORDS)?.unwrap_or_default()
        };
        let color = color_choice(display.color.as_deref(), environment)?;
        let limits = shown_limits(display);
        let has_diff_flag = display.whole_diff
            || display.full
            || display.context.is_some()
            || display.max_diff_lines.is_some();
        // The same for both streams, except for the effects of a terminal.
        let style = |is_terminal| Style {
            paint: paint(color, is_terminal),
            is_terminal,
            is_quiet: display.quiet,
            limits: ShownLimits {
                form: if is_terminal || has_diff_flag {
                    DiffForm::Whole
                } else {
                    DiffForm::Short
                },
                ..limits
            },
            ..Style::default()
        };
        Ok(Self {
            format,
            tallies: Tallies::default(),
            is_format_typed: display.json || display.format.is_some(),
            has_private_texts: display.whole_diff,
            stdout: style(terminals.stdout),
            stderr: style(terminals.stderr),
        })
    }

    /// True if only refusals are printed.
    pub(crate) fn is_quiet(&self) -> bool {
        self.stderr.is_quiet
    }

    /// The parts of files that a view shows, and the parts that an edit shows.
    pub(crate) fn shows(&self) -> Shows {
        let limits = self.stdout.limits;
        Shows {
            view: Some(limits.view_bounds()),
            diff: match self.format {
                _ if self.is_quiet() || !self.tallies.is_empty() => DiffShown::Never,
                Format::Plan => DiffShown::Never,
                Format::Diff | Format::Html => DiffShown::Always(DiffBounds {
                    lines: usize::MAX,
                    bytes: usize::MAX,
                    ..limits.diff_bounds()
                }),
                Format::Human | Format::Json => DiffShown::OfDryRuns(limits.diff_bounds()),
            },
            has_private_texts: self.has_private_texts,
        }
    }

    /// The parts of files that the answer to a payload shows. Unless a format is set, a view is answered completely.
    pub(crate) fn shows_of_payload(&self) -> Shows {
        let mut shows = self.shows();
        if !self.is_format_typed {
            shows.view = None;
        }
        shows
    }

    /// The parts of files that the answer to a stream element shows.
    pub(crate) fn shows_of_element(&self) -> Shows {
        self.for_element().shows_of_payload()
    }

    /// The presentation of a stream element. In human format it has no diff, unless flags ask for one.
    pub(crate) fn for_element(mut self) -> Self {
        let default = ShownLimits {
            form: self.stdout.limits.form,
            ..ShownLimits::default()
        };
        if self.format == Format::Human && self.stdout.limits == default {
            self.stdout.limits.diff_lines = 0;
        }
        self
    }

    /// The presentation for a command line that cannot be parsed.
    pub(crate) fn for_usage_error(
        args: &[OsString],
        environment: &Environment,
        terminals: Terminals,
    ) -> Self {
        let display = DisplayArgs {
            json: asks_for_json(args),
            ..DisplayArgs::default()
        };
        Self::from_args(&display, environment, terminals).unwrap_or(Self {
            format: if display.json {
                Format::Json
            } else {
                Format::Human
            },
            ..Self::default()
        })
    }

    /// This presentation with `tallies` instead of the diff.
    pub(crate) fn with_tallies(self, tallies: Tallies) -> Self {
        Self { tallies, ..self }
    }

    /// True if an HTML page is printed.
    pub(crate) fn is_page(&self) -> bool {
        self.format == Format::Html
    }

    /// True if the format can only show changes.
    pub(crate) fn is_of_changes(&self) -> bool {
        matches!(self.format, Format::Diff | Format::Html)
    }

    /// The maximum number of entries in a list.
    pub(crate) fn entries(&self) -> usize {
        self.stdout.limits.entries
    }

    /// True if a plan is printed.
    pub(crate) fn is_plan(&self) -> bool {
        self.format == Format::Plan
    }

    /// This presentation for the complete diff of an earlier change.
    pub(crate) fn with_whole_diff(mut self) -> Self {
        self.stdout.limits.form = DiffForm::Whole;
        self.stderr.limits.form = DiffForm::Whole;
        self
    }

    /// This presentation without limits, for entries or lines that the user asked for by number.
    pub(crate) fn unlimited(mut self) -> Self {
        for style in [&mut self.stdout, &mut self.stderr] {
            style.limits.entries = usize::MAX;
            style.limits.view_lines = usize::MAX;
            style.limits.view_bytes = usize::MAX;
        }
        self
    }
}

/// The default limits or no limits, with the values of the flags.
fn shown_limits(display: &DisplayArgs) -> ShownLimits {
    let mut limits = if display.full {
        ShownLimits::FULL
    } else {
        ShownLimits::default()
    };
    limits.context = display.context.unwrap_or(limits.context);
    if let Some(lines) = display.max_diff_lines {
        limits.diff_lines = lines;
        limits.whole_lines = usize::MAX;
        limits.diff_bytes = usize::MAX;
    }
    if display.whole_diff {
        limits.diff_lines = usize::MAX;
        limits.whole_lines = usize::MAX;
        limits.diff_bytes = usize::MAX;
        limits.line_bytes = usize::MAX;
    }
    limits
}

/// The color choice from the flag, `NO_COLOR`, `CLICOLOR_FORCE` or `INCISE_COLOR`, in this order.
fn color_choice(flag: Option<&str>, environment: &Environment) -> Result<ColorChoice, Reason> {
    if let Some(color) = choice("--color", flag, COLORS)? {
        return Ok(color);
    }
    if environment.no_color {
        return Ok(ColorChoice::Never);
    }
    if environment.force_color {
        return Ok(ColorChoice::Always);
    }
    let word = environment.color.as_deref().map(OsStr::to_string_lossy);
    let chosen = choice("INCISE_COLOR", word.as_deref(), COLORS)?;
    Ok(chosen.unwrap_or(ColorChoice::Auto))
}

fn paint(color: ColorChoice, is_terminal: bool) -> Paint {
    match color {
        ColorChoice::Always => Paint::coloured(),
        ColorChoice::Auto if is_terminal => Paint::coloured(),
        ColorChoice::Auto | ColorChoice::Never => Paint::default(),
    }
}

/// True if `args` ask for JSON output. They could not be parsed.
fn asks_for_json(args: &[OsString]) -> bool {
    let end = args.iter().position(|arg| arg == "--");
    let words = &args[..end.unwrap_or(args.len())];
    words
        .iter()
        .any(|word| word == "--json" || word == "--format=json")
        || words
            .windows(2)
            .any(|pair| pair[0] == "--format" && pair[1] == "json")
}
