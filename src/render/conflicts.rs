//! The output of `check conflicts`.

use serde::Serialize;

use super::escape::{path, visible};
use super::human::{self, Printed};
use super::json::wire::{self, JsonLines, JsonText};
use super::json::{error, listed, warnings};
use super::style::{Role, ShownLimits, Style};
use super::wording::{self, Caller};
use crate::change::{KnownBy, LineChange, TaskConflict};
use crate::refusal::{Reason, Refusal};
use crate::report::{ConflictsReport, Foreign, ForeignWrite};

/// `incise.report/1` of `check conflicts`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Conflicts"))]
pub struct JsonConflicts {
    /// The first keys, as in other reports.
    #[serde(flatten)]
    pub head: wire::JsonHead,
    /// The task of the call.
    pub task: String,
    /// The number of files that were checked.
    pub files_checked: usize,
    /// The changes of other tasks, sorted by path, then line.
    pub conflicts: Vec<JsonWrite>,
    /// The total, if `conflicts` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflicts_total: Option<usize>,
    /// Warnings.
    pub warnings: Vec<wire::JsonWarning>,
}

/// A change that another task made, and that the task of the call has not seen.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Write"))]
pub struct JsonWrite {
    /// The path of the file.
    pub path: JsonText,
    /// The other task.
    pub task: String,
    /// The journal entry of the change.
    pub record: String,
    /// `wrote`, `unknown` (the task wrote lines that cannot be located now), `removed` or `moved`.
    pub what: &'static str,
    /// The lines in the current file; after a deletion, the line that follows. Null unless `what` is `wrote`.
    pub lines: Option<JsonLines>,
    /// The change: `-` before each old line, `+` before each new line. Absent unless `what` is `wrote`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theirs: Option<JsonText>,
    /// The new path of the file; absent unless `what` is `moved`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<JsonText>,
    /// How the task of the call last knew the file: `read`, `wrote` or `never`.
    pub known: &'static str,
    /// The journal entry in which the task of the call wrote the file; absent unless `known` is `wrote`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known_record: Option<String>,
}

/// The report as an `incise.report/1` object.
pub fn conflicts_json(report: &ConflictsReport, limits: &ShownLimits) -> JsonConflicts {
    let (conflicts, conflicts_total) = listed(&report.writes, limits, json_write);
    let error = refusal(report).map(|refusal| wire::JsonError {
        // `conflicts` of the report has them.
        conflicts: Vec::new(),
        ..error::one(&refusal, Caller::OTHER, limits)
    });
    let (class, refusals) = (report.exit_class(), &report.refusals);
    JsonConflicts {
        head: wire::JsonHead {
            error,
            ..wire::JsonHead::new("check conflicts", class, refusals, Caller::OTHER, limits)
        },
        task: report.task.clone(),
        files_checked: report.files,
        conflicts,
        conflicts_total,
        warnings: warnings(&report.warnings),
    }
}

/// The refusal that determines the exit status.
fn refusal(report: &ConflictsReport) -> Option<Refusal> {
    if let Some(refusal) = report.refusals.first() {
        return Some(refusal.clone());
    }
    let path = &report.writes.first()?.path;
    let mut conflicts = Vec::new();
    for write in &report.writes {
        if write.path == *path {
            conflicts.extend(task_conflict(write));
        }
    }
    Some(Reason::Conflict(conflicts).at(path))
}

/// The conflict that `write` causes; `None` if its lines are not known.
fn task_conflict(write: &ForeignWrite) -> Option<TaskConflict> {
    let Foreign::Lines { lines, change } = &write.what else {
        return None;
    };
    Some(TaskConflict {
        task: write.task.clone(),
        entry: write.entry,
        lines: *lines,
        mine: LineChange::default(),
        theirs: change.clone(),
    })
}

fn json_write(write: &ForeignWrite) -> JsonWrite {
    let (what, theirs, to) = match &write.what {
        Foreign::Lines { change, .. } => ("wrote", Some(change), None),
        Foreign::Unknown => ("unknown", None, None),
        Foreign::Gone(None) => ("removed", None, None),
        Foreign::Gone(Some(to)) => ("moved", None, Some(to)),
    };
    let (known, known_record) = match write.known {
        KnownBy::Nothing => ("never", None),
        KnownBy::Read => ("read", None),
        KnownBy::Wrote(entry) => ("wrote", Some(entry.to_string())),
    };
    JsonWrite {
        path: JsonText::from_path(&write.path),
        task: write.task.clone(),
        record: write.entry.to_string(),
        what,
        lines: write.lines().map(Into::into),
        theirs: theirs.map(|change| JsonText::from_bytes(&wording::line_change(change))),
        to: to.map(|to| JsonText::from_path(to)),
        known,
        known_record,
    }
}

/// The report as text: a line for each location, with the text that was written there.
pub fn conflicts(report: &ConflictsReport, style: &Style) -> Printed {
    let mut printed = Printed::default();
    let limit = style.limits.entries;
    for write in report.writes.iter().take(limit) {
        print_write(&mut printed.stdout, write, style);
    }
    human::note_omitted(
        &mut printed.stdout,
        report.writes.len(),
        limit,
        "more conflict",
        style,
    );
    if report.writes.is_empty() && report.refusals.is_empty() && !style.is_quiet {
        let files = wording::count(report.files, "file");
        let line = format!("{files} checked, no conflict\n");
        printed.stdout.extend(line.into_bytes());
    }
    printed.stderr = human::warnings(&report.warnings, Caller::OTHER, style);
    let mut writes = report.writes.iter();
    if let Some(first) = writes.find(|write| !matches!(write.what, Foreign::Gone(_)))
        && report.refusals.is_empty()
    {
        let file = wording::shell_word(&first.path);
        let task = visible(shell_words::quote(&report.task).as_bytes());
        style.paint.write(&mut printed.stderr, Role::Aside, "hint:");
        let hint =
            format!(" `incise view {file} --task={task}` records that the task has seen it\n");
        printed.stderr.extend(hint.into_bytes());
    }
    for refusal in &report.refusals {
        human::refusal::write_one(&mut printed.stderr, refusal, Caller::OTHER, style);
    }
    printed
}

/// Prints a change of another task, with its lines if they are known.
fn print_write(out: &mut Vec<u8>, write: &ForeignWrite, style: &Style) {
    let mut location = path(&write.path);
    if let Some(lines) = write.lines() {
        location += &format!(":{}", lines.first());
    }
    out.extend(format!("{location}: ").into_bytes());
    style.paint.write(out, Role::Warning, "conflict:");
    out.extend(format!(" {}\n", sentence(write)).into_bytes());
    if let Foreign::Lines { change, .. } = &write.what {
        for line in wording::line_change(change).split(|&byte| byte == b'\n') {
            if !line.is_empty() {
                out.extend(format!("  {}\n", visible(line)).into_bytes());
            }
        }
    }
}

fn sentence(write: &ForeignWrite) -> String {
    let task = visible(write.task.as_bytes());
    let what = match &write.what {
        Foreign::Lines { lines, .. } => format!("wrote {}", wording::in_words(*lines)),
        Foreign::Unknown => "wrote the file; the lines are unknown".to_owned(),
        Foreign::Gone(None) => "removed the file".to_owned(),
        Foreign::Gone(Some(to)) => format!("moved the file to {}", path(to)),
    };
    let known = match write.known {
        KnownBy::Nothing => "which this task never read".to_owned(),
        KnownBy::Read => "since this task read the file".to_owned(),
        KnownBy::Wrote(entry) => format!("since entry {entry} of this task"),
    };
    format!("task `{task}` {what} in entry {}, {known}", write.entry)
}
