//! Reports for people: the diff and the summary on standard output; warnings, refusals and repairs of a diff on
//! standard error.

pub(super) mod refusal;
pub(super) mod summary;

use super::draw::{Canvas, FileDrawing};
use super::escape::path;
use super::short::{self, ShownHunks};
use super::style::{DiffForm, Rest, Role, Style};
use super::wording::{self, Caller, count, numbers};
use crate::change::Deed;
use crate::report::{DiffReport, FileReport, Report, Warning};

/// The number of files from which on the list ends with a total.
const MANY: usize = 5;

/// The maximum number of warnings, unless there is no limit.
const WARNINGS: usize = 20;

/// The maximum number of repairs to list, unless there is no limit.
const REPAIRS: usize = 10;

/// The output for the two standard streams.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// The requested output.
    pub stdout: Vec<u8>,
    /// Warnings and refusals.
    pub stderr: Vec<u8>,
}

/// The report as text for people.
pub fn human(report: &Report, style: &Style) -> Printed {
    unless_refused(report, style, changes)
}

/// Standard output of `print` if the report is a success, otherwise the refusals.
pub(super) fn unless_refused(
    report: &Report,
    style: &Style,
    print: impl FnOnce(&Report, &Style) -> Vec<u8>,
) -> Printed {
    if !report.is_ok() {
        return refused(report, style);
    }
    Printed {
        stdout: print(report, style),
        stderr: repairs_and_warnings(report, style),
    }
}

/// The changes that were made or would be made.
fn changes(report: &Report, style: &Style) -> Vec<u8> {
    if style.is_quiet {
        return Vec::new();
    }
    let mut stdout = Vec::new();
    if report.dry_run {
        style
            .paint
            .write(&mut stdout, Role::Aside, dry_run_head(report));
        stdout.push(b'\n');
    }
    let limit = style.limits.entries;
    let files = &report.files[..report.files.len().min(limit)];
    match style.limits.diff_form(report) {
        DiffForm::Whole => {
            stdout.extend(diffs(report, style));
            for file in files {
                summary::write(&mut stdout, file, report, style);
            }
        }
        DiffForm::Short => write_short_diffs(&mut stdout, files, report, style),
    }
    note_omitted(&mut stdout, report.files.len(), limit, "more file", style);
    if report.files.len() >= MANY {
        stdout.extend(summary::total(report).into_bytes());
    }
    if !report.kind.takes_back().is_empty() {
        stdout.extend(undone_line(report).into_bytes());
    }
    if let Some(plan) = &report.plan_file {
        let line = format!("plan saved: {}\n", path(plan));
        stdout.extend(line.into_bytes());
    }
    stdout
}

fn dry_run_head(report: &Report) -> String {
    match report.side_files.first() {
        Some(side_file) => format!(
            "written to {}; the file itself is unchanged:",
            refusal::side_file(side_file)
        ),
        None => "dry run, nothing written:".to_owned(),
    }
}

/// The line about the entries that an undo or a redo reverted.
fn undone_line(report: &Report) -> String {
    let (verb, done) = match (report.dry_run, matches!(report.kind, Deed::Redo(_))) {
        (false, false) => ("undid", "undone"),
        (true, false) => ("would undo", "undone"),
        (false, true) => ("redid", "redone"),
        (true, true) => ("would redo", "redone"),
    };
    let mut line = format!("{verb} {}", numbers("entry", report.kind.takes_back()));
    if !report.is_changed() {
        line += &format!(": nothing changes, because it is already {done}");
    }
    line + "\n"
}

/// The report as a unified diff for `git apply` and `patch`, without limits.
pub fn diff(report: &Report, style: &Style) -> Printed {
    unless_refused(report, style, |report, style| {
        drawn(report, Canvas::whole(style), style).0
    })
}

/// The diffs of all files, and the number of lines that `canvas` omits.
fn drawn(report: &Report, mut canvas: Canvas, style: &Style) -> (Vec<u8>, usize) {
    for file in &report.files {
        FileDrawing::new(file).draw(&mut canvas, style.limits.context);
    }
    canvas.finish()
}

/// The repaired diff and its repairs, or the refusal.
pub fn repaired_diff(report: &Report, diff: Vec<u8>, style: &Style) -> Printed {
    unless_refused(report, style, |_, _| diff)
}

/// The plan of a dry run, as an `incise.edit/1` object and a newline.
pub fn plan(report: &Report, style: &Style) -> Printed {
    let Some(plan) = &report.plan else {
        return refused(report, style);
    };
    Printed {
        stdout: super::transactions(std::slice::from_ref(plan)).into_bytes(),
        stderr: repairs_and_warnings(report, style),
    }
}

/// The refusals of the report.
pub(super) fn refused(report: &Report, style: &Style) -> Printed {
    let mut stderr = repairs_and_warnings(report, style);
    refusal::write(&mut stderr, report, style);
    Printed {
        stdout: if report.is_written() {
            changes(report, style)
        } else {
            Vec::new()
        },
        stderr,
    }
}

/// The repairs and warnings, unless the output is quiet.
pub(super) fn repairs_and_warnings(report: &Report, style: &Style) -> Vec<u8> {
    if style.is_quiet {
        return Vec::new();
    }
    [repair_lines(report, style), warnings_only(report, style)].concat()
}

/// The warnings of `report`, one per line.
pub fn warnings_only(report: &Report, style: &Style) -> Vec<u8> {
    warnings(&report.warnings, Caller::from_report(report), style)
}

/// Warnings that occur after the rest of the output was written.
pub fn late_warnings(late: &[Warning]) -> Vec<u8> {
    warnings(late, Caller::OTHER, &Style::default())
}

/// Only the diffs of all files, up to the limits.
pub fn excerpt(report: &Report, style: &Style) -> Printed {
    unless_refused(report, style, diffs)
}

/// The diffs of all files, up to the limits.
fn diffs(report: &Report, style: &Style) -> Vec<u8> {
    if style.limits.diff_lines == 0 {
        return Vec::new();
    }
    let (mut out, omitted) = drawn(report, Canvas::new(style), style);
    note_omitted(&mut out, omitted, 0, "more diff line", style);
    out
}

/// Writes a line for each of `files`, followed by its hunks in the short form.
fn write_short_diffs(out: &mut Vec<u8>, files: &[FileReport], report: &Report, style: &Style) {
    let mut shown = ShownHunks::new(report);
    let mut limits = style.limits;
    for file in files {
        summary::write_with_lines(out, file, report, style);
        let mut canvas = Canvas::short(&Style { limits, ..*style });
        short::draw_below_summary(file, &mut shown, &mut canvas);
        limits = canvas.remaining_limits();
        let (drawn, omitted) = canvas.finish();
        out.extend(drawn);
        if omitted > 0 && style.limits.diff_lines > 0 {
            let note = format!("... {}", count(omitted, "more line"));
            style.paint.write(out, Role::Aside, note);
            out.push(b'\n');
        }
    }
}

/// `warnings`, one per line, with their details below.
pub(super) fn warnings(warnings: &[Warning], caller: Caller, style: &Style) -> Vec<u8> {
    let mut out = Vec::new();
    let limit = style.limits.entries_at_most(WARNINGS);
    for warning in warnings.iter().take(limit) {
        style.paint.write(&mut out, Role::Warning, "warning:");
        if let Some(file) = &warning.path {
            out.extend_from_slice(format!(" {}:", path(file)).as_bytes());
        }
        let sentence = wording::notice(&warning.notice, caller);
        out.extend_from_slice(format!(" {sentence}\n").as_bytes());
        for detail in wording::notice_details(&warning.notice) {
            out.extend_from_slice(format!("  {detail}\n").as_bytes());
        }
    }
    // The journal entry does not contain the warnings.
    let rest = if style.rest == Rest::ByFull {
        Rest::ByFull
    } else {
        Rest::NoHint
    };
    let style = Style { rest, ..*style };
    note_omitted(&mut out, warnings.len(), limit, "more warning", &style);
    out
}

/// Adds a note about the number of omitted items, if `total` exceeds `limit`.
pub(super) fn note_omitted(
    out: &mut Vec<u8>,
    total: usize,
    limit: usize,
    noun: &str,
    style: &Style,
) {
    if total > limit {
        let more = count(total - limit, noun);
        let note = format!("... {more}{}", style.rest.words(";", "shows them"));
        style.paint.write(out, Role::Aside, note);
        out.push(b'\n');
    }
}

/// The repairs, one per line, and a line for all ignored lines.
pub fn repair_lines(report: &Report, style: &Style) -> Vec<u8> {
    let mut out = Vec::new();
    let mut repairs = Vec::new();
    for diff in &report.diffs {
        let edit = edit_prefix(report, diff);
        for repair in &diff.repairs {
            let (line, summary) = (repair.line, repair.kind.summary());
            repairs.push(format!("{edit}line {line} of the diff: {summary}"));
        }
    }
    let limit = style.limits.entries_at_most(REPAIRS);
    if repairs.len() > limit {
        let more = count(repairs.len() - limit, "more place");
        repairs.truncate(limit);
        repairs.push(format!("... and {more}"));
    }
    for line in &repairs {
        push_line(&mut out, "repaired:", line, style);
    }
    for diff in &report.diffs {
        if !diff.ignored.is_empty() {
            let (edit, lines) = (edit_prefix(report, diff), numbers("line", &diff.ignored));
            let line = format!("{edit}{lines} of the diff (prose, despite the `+` or `-`)");
            push_line(&mut out, "ignored:", &line, style);
        }
    }
    out
}

/// The number of the edit as a prefix, if there are several edits.
fn edit_prefix(report: &Report, diff: &DiffReport) -> String {
    if report.steps <= 1 {
        return String::new();
    }
    format!("edit {}: ", diff.edit)
}

fn push_line(out: &mut Vec<u8>, word: &str, line: &str, style: &Style) {
    style.paint.write(out, Role::Warning, word);
    out.extend_from_slice(format!(" {line}\n").as_bytes());
}
