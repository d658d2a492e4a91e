//! The style of a report. The caller decides it once and passes it on. No other module handles colors.

use colored::{ColoredString, Colorize};

use crate::report::{DiffBounds, Report, ViewBounds};

/// The style of output for people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// True if colors are used.
    pub paint: Paint,
    /// True if the output goes to a terminal. Control characters in file content are then escaped. A file or a pipe
    /// gets the bytes unchanged.
    pub is_terminal: bool,
    /// True if a successful run prints nothing (`-q`).
    pub is_quiet: bool,
    /// The limits of the output.
    pub limits: ShownLimits,
    /// The way to see omitted output, for hints.
    pub rest: Rest,
    /// True if the summary of a file has the anchors of its written lines. The caller can then edit by line number
    /// without reading the file again.
    pub has_anchors: bool,
}

impl Style {
    /// The style of text for a program.
    pub fn plain(limits: ShownLimits) -> Self {
        Self {
            limits,
            ..Self::default()
        }
    }

    /// The style of a text answer for a program.
    pub fn piped() -> Self {
        Self::plain(ShownLimits {
            form: DiffForm::Short,
            ..ShownLimits::default()
        })
    }
}

/// The way to see omitted output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rest {
    /// The flag `--full`, which a hint names.
    #[default]
    ByFull,
    /// The journal entry with this number. The edit is already made, and the same call would repeat it.
    ByEntry(u64),
    /// No hint, because the reader cannot use flags.
    NoHint,
}

impl Rest {
    /// The hint after the number of omitted items: `separator`, then the flag or command and what it `does`.
    pub(super) fn words(self, separator: &str, does: &str) -> String {
        match self {
            Self::ByFull => format!("{separator} --full {does}"),
            Self::ByEntry(entry) => {
                format!("{separator} `incise log show {entry} --full` {does}")
            }
            Self::NoHint => String::new(),
        }
    }
}

/// The form of the diff of an edit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DiffForm {
    /// Every hunk, with a header for each file, up to the limits.
    #[default]
    Whole,
    /// A line for each file, and the hunks that the caller cannot predict or that are short.
    Short,
}

/// The limits on the output of a report. `usize::MAX` is no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownLimits {
    /// The form of the diff of an applied edit. See [`Self::diff_form`].
    pub form: DiffForm,
    /// The number of unchanged lines around a change (`--context`).
    pub context: usize,
    /// The number of lines in the diffs of all files (`--max-diff-lines`). `--format diff` has no limit.
    pub diff_lines: usize,
    /// The number of lines in the diff of a file that is created or removed. The caller has just sent its content, or
    /// no longer needs it.
    pub whole_lines: usize,
    /// The number of bytes in the diffs of all files, after which no new line is started.
    pub diff_bytes: usize,
    /// The number of bytes of a line. `--format diff` has no limit.
    pub line_bytes: usize,
    /// The number of lines that `view` shows of a whole file.
    pub view_lines: usize,
    /// The number of bytes that `view` shows of a whole file, after which no new line is started.
    pub view_bytes: usize,
    /// The number of bytes that are added to the length of each line of a view.
    pub mark_bytes: usize,
    /// The number of entries in every list: files, sites of a file, hunks, failures, warnings, findings.
    pub entries: usize,
}

impl ShownLimits {
    /// No limits, with the default context (`--full`).
    pub const FULL: Self = Self {
        form: DiffForm::Whole,
        context: 3,
        diff_lines: usize::MAX,
        whole_lines: usize::MAX,
        diff_bytes: usize::MAX,
        line_bytes: usize::MAX,
        view_lines: usize::MAX,
        view_bytes: usize::MAX,
        mark_bytes: 0,
        entries: usize::MAX,
    };

    /// The form of the diff of `report`. The diff is the purpose of a dry run, so it is complete.
    pub fn diff_form(&self, report: &Report) -> DiffForm {
        if report.dry_run {
            DiffForm::Whole
        } else {
            self.form
        }
    }

    /// The limit on entries, but at most `most`. No limit stays no limit.
    pub(super) fn entries_at_most(&self, most: usize) -> usize {
        match self.entries {
            usize::MAX => usize::MAX,
            entries => entries.min(most),
        }
    }

    /// The limits for a file that is viewed as a whole.
    pub fn view_bounds(&self) -> ViewBounds {
        ViewBounds {
            lines: self.view_lines,
            bytes: self.view_bytes,
            line_bytes: self.line_bytes,
            mark_bytes: self.mark_bytes,
        }
    }

    /// The limits for a diff.
    pub fn diff_bounds(&self) -> DiffBounds {
        DiffBounds {
            context: self.context,
            lines: self.diff_lines,
            bytes: self.diff_bytes,
        }
    }
}

impl Default for ShownLimits {
    fn default() -> Self {
        Self {
            diff_lines: 200,
            whole_lines: 25,
            diff_bytes: 32 << 10,
            line_bytes: 1000,
            view_lines: 2000,
            view_bytes: 100_000,
            entries: 100,
            ..Self::FULL
        }
    }
}

/// Writes text in the color of its role.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    /// True if colors are used. Otherwise no escape sequence is written.
    is_coloured: bool,
}

/// The role of a text, which determines its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The header lines of a file in a diff.
    Header,
    /// The `@@` line of a hunk.
    Hunk,
    /// A removed line.
    Removed,
    /// The part of a removed line that the added line does not contain.
    RemovedPart,
    /// An added line.
    Added,
    /// The part of an added line that the removed line does not contain.
    AddedPart,
    /// Secondary text: line numbers, omitted lines, `dry run`.
    Aside,
    /// The verb for a completed change.
    Done,
    /// The word `incise:` before a refusal.
    Refused,
    /// The word `warning:`.
    Warning,
    /// The word `hint:`.
    Hint,
}

impl Role {
    fn styled(self, text: &str) -> ColoredString {
        match self {
            Self::Header => text.bold(),
            Self::Hunk => text.cyan(),
            Self::Removed => text.red(),
            Self::RemovedPart => text.red().bold().reversed(),
            Self::Added => text.green(),
            Self::AddedPart => text.green().bold().reversed(),
            Self::Aside => text.dimmed(),
            Self::Done => text.green().bold(),
            Self::Refused => text.red().bold(),
            Self::Warning => text.yellow().bold(),
            Self::Hint => text.cyan().bold(),
        }
    }
}

impl Paint {
    /// Enables colors. The caller has checked that its stream shows them, so `colored` must not check the environment
    /// again.
    pub fn coloured() -> Self {
        colored::control::set_override(true);
        Self { is_coloured: true }
    }

    pub(super) fn is_coloured(self) -> bool {
        self.is_coloured
    }

    /// Writes `text` in the color of `role`.
    pub fn write(self, out: &mut Vec<u8>, role: Role, text: impl AsRef<[u8]>) {
        let text = text.as_ref();
        if !self.is_coloured || text.is_empty() {
            out.extend_from_slice(text);
            return;
        }
        // `colored` only accepts UTF-8, and file content can be any bytes.
        let styled = role.styled("|").to_string();
        let (before, after) = styled.split_once('|').unwrap_or_default();
        out.extend_from_slice(before.as_bytes());
        out.extend_from_slice(text);
        out.extend_from_slice(after.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::{Paint, Role};

    fn written(paint: Paint, role: Role, text: &str) -> String {
        let mut out = Vec::new();
        paint.write(&mut out, role, text);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn plain_writes_no_escape_and_colour_does() {
        assert_eq!(written(Paint::default(), Role::Removed, "x"), "x");
        assert_eq!(
            written(Paint::coloured(), Role::Removed, "x"),
            "\x1b[31mx\x1b[0m"
        );
        assert_eq!(
            written(Paint::coloured(), Role::Done, "x"),
            "\x1b[1;32mx\x1b[0m"
        );
        assert_eq!(written(Paint::coloured(), Role::Header, ""), "");
        let mut out = Vec::new();
        Paint::coloured().write(&mut out, Role::Added, b"a\xff");
        assert_eq!(out, b"\x1b[32ma\xff\x1b[0m");
    }
}
