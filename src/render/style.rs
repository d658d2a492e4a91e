//! The style of a report. The caller decides it once and passes it down. Nothing else knows a colour.

use colored::{ColoredString, Colorize};

use crate::report::Report;
use crate::report::{DiffBounds, ViewBounds};

/// The look of output for people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// True if colours are used.
    pub paint: Paint,
    /// True if a terminal shows the report and obeys control characters: those of file content are made visible. To a file
    /// or a pipe it is passed on byte for byte.
    pub is_terminal: bool,
    /// True if nothing is said on success (`-q`).
    pub is_quiet: bool,
    /// The bounds on what is shown.
    pub limits: ShownLimits,
    /// The way to see what was cut.
    pub rest: Rest,
    /// True if the anchors of what was written are told.
    pub anchors: Anchors,
}

impl Style {
    /// The look of an answer to a program, in words.
    pub fn piped() -> Self {
        let limits = ShownLimits {
            form: DiffForm::Short,
            ..ShownLimits::default()
        };
        Self {
            limits,
            ..Self::default()
        }
    }
}

/// True if the anchors of what was written are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchors {
    /// No.
    #[default]
    Left,
    /// Yes: who edits next by line needs not read again.
    #[cfg_attr(
        not(feature = "mcp"),
        allow(dead_code, reason = "the server alone asks for them")
    )]
    OfWritten,
}

/// The way to see what was cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rest {
    /// By the flag `--full`, which is named where something was cut.
    #[default]
    ByFull,
    /// From the journal, under this number: the edit is made, and the same call would make another.
    ByEntry(u64),
    /// In another way than by a flag: the reader types none.
    Otherwise,
}

impl Rest {
    /// The words behind the count of what was cut: `separator`, then the flag or the command and what it `does`.
    pub(super) fn words(self, separator: &str, does: &str) -> String {
        match self {
            Self::ByFull => format!("{separator} --full {does}"),
            Self::ByEntry(entry) => {
                format!("{separator} `incise log show {entry} --full` {does}")
            }
            Self::Otherwise => String::new(),
        }
    }
}

/// The part of the diff of an edit that is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DiffForm {
    /// Every hunk and the header of each file, up to the limits.
    #[default]
    Whole,
    /// A line for each file, then the hunks that the caller cannot know or that are short.
    Short,
}

/// The part of a report that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownLimits {
    /// The form of the diff of an edit that is made; see [`Self::diff_form`].
    pub form: DiffForm,
    /// Unchanged lines around a change (`--context`).
    pub context: usize,
    /// Lines of the diffs of all files together (`--max-diff-lines`); `--format diff` is never cut.
    pub diff_lines: Bound,
    /// Lines of the diff of a file that is made or removed: the caller has just given its text, or gives
    /// it up.
    pub whole_lines: Bound,
    /// Bytes of the diffs of all files together, after which no further line is begun.
    pub diff_bytes: Bound,
    /// Bytes of one line of a diff; `--format diff` is never cut.
    pub line_bytes: Bound,
    /// Lines that `view` shows of a whole file.
    pub view_lines: Bound,
    /// Bytes that `view` shows of a whole file, after which no further line is begun.
    pub view_bytes: Bound,
    /// Bytes that each line of a view counts for, added to its length.
    pub mark_bytes: usize,
    /// Entries of every list: files, sites of a file, hunks, failures, warnings, findings.
    pub entries: Bound,
}

impl ShownLimits {
    /// The default context, and everything else without bound (`--full`).
    pub const FULL: Self = Self {
        form: DiffForm::Whole,
        context: 3,
        diff_lines: Bound::All,
        whole_lines: Bound::All,
        diff_bytes: Bound::All,
        line_bytes: Bound::All,
        view_lines: Bound::All,
        view_bytes: Bound::All,
        mark_bytes: 0,
        entries: Bound::All,
    };

    /// The form of the diff of `report`: a dry run is made for its diff, which is whole.
    pub fn diff_form(&self, report: &Report) -> DiffForm {
        if report.dry_run {
            DiffForm::Whole
        } else {
            self.form
        }
    }
}

impl ShownLimits {
    /// The part of a viewed file that is shown.
    pub fn view_bounds(&self) -> ViewBounds {
        ViewBounds {
            lines: self.view_lines.count(),
            bytes: self.view_bytes.count(),
            line_bytes: self.line_bytes.count(),
            mark_bytes: self.mark_bytes,
        }
    }

    /// The part of a diff that is shown.
    pub fn diff_bounds(&self) -> DiffBounds {
        DiffBounds {
            context: self.context,
            lines: self.diff_lines.count(),
            bytes: self.diff_bytes.count(),
        }
    }
}

impl Default for ShownLimits {
    fn default() -> Self {
        Self {
            diff_lines: Bound::First(200),
            whole_lines: Bound::First(25),
            diff_bytes: Bound::First(32 << 10),
            line_bytes: Bound::First(1000),
            view_lines: Bound::First(2000),
            view_bytes: Bound::First(100_000),
            entries: Bound::First(100),
            ..Self::FULL
        }
    }
}

/// A bound on the number of things that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The first so many.
    First(usize),
    /// All.
    All,
}

impl Bound {
    /// The number, the largest there is for [`Self::All`].
    pub fn count(self) -> usize {
        match self {
            Self::First(count) => count,
            Self::All => usize::MAX,
        }
    }

    /// This bound, but at most `most`; none if there is none.
    pub(super) fn at_most(self, most: usize) -> Self {
        match self {
            Self::First(count) => Self::First(count.min(most)),
            Self::All => Self::All,
        }
    }

    /// The bound on what comes after the first `used`.
    pub(super) fn less(self, used: usize) -> Self {
        match self {
            Self::First(count) => Self::First(count.saturating_sub(used)),
            Self::All => Self::All,
        }
    }
}

/// Writes pieces of text in the look of their roles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    /// True if roles are written in their colours. Otherwise no escape sequence is written.
    is_coloured: bool,
}

/// The role of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The header lines of a file in a diff.
    Header,
    /// The `@@` line of a hunk.
    Hunk,
    /// A removed line.
    Removed,
    /// The part of a removed line that differs from its new form.
    RemovedPart,
    /// An added line.
    Added,
    /// The part of an added line that differs from its old form.
    AddedPart,
    /// A side remark: line numbers, what was cut, `dry run`.
    Aside,
    /// The word that says what was done.
    Done,
    /// The word that says that something was refused.
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
    /// A paint with colours. The caller has decided that its stream shows them, so the environment is not asked again.
    pub fn coloured() -> Self {
        colored::control::set_override(true);
        Self { is_coloured: true }
    }

    pub(super) fn is_coloured(self) -> bool {
        self.is_coloured
    }

    /// Writes `text` in the look of `role`.
    pub fn write(self, out: &mut Vec<u8>, role: Role, text: impl AsRef<[u8]>) {
        let text = text.as_ref();
        if !self.is_coloured || text.is_empty() {
            out.extend_from_slice(text);
            return;
        }
        // `colored` styles UTF-8 alone, and a text of a file may be any bytes.
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
