//! Reports for programs: an object on a single line, byte-identical for equal reports.

pub(super) mod error;
mod file;
pub mod wire;

use serde::Serialize;

use self::wire::{JsonText, Length};
use super::short::ShownHunks;
use super::style::{DiffForm, ShownLimits};
use super::wording::{self, Caller};
use crate::report::{Notice, Report, SideFileReport, Warning};
use crate::resolve::NameLines;

/// The name and version of the format.
pub const SCHEMA: &str = "incise.report/1";

/// `value` on one line, with a newline.
pub fn line(value: &impl Serialize) -> Vec<u8> {
    // Cannot fail: all keys are strings, and all numbers are finite.
    let mut out = serde_json::to_vec(value).unwrap_or_default();
    out.push(b'\n');
    out
}

/// The report as an `incise.report/1` object.
pub fn json(report: &Report, limits: &ShownLimits) -> wire::JsonReport {
    let (mut files, mut files_total) = (None, None);
    if report.is_ok() || report.is_written() {
        let shown = match limits.diff_form(report) {
            DiffForm::Whole => None,
            DiffForm::Short => Some(ShownHunks::new(report)),
        };
        let mut remaining = *limits;
        let (first, total) = listed(&report.files, limits, |file| {
            file::file(file, report, shown, &mut remaining)
        });
        (files, files_total) = (Some(first), total);
    }
    let single_file = SingleFile::new(report, files.as_deref());
    let (warnings, warnings_total) = listed(&report.warnings, limits, |found| {
        warning(found, Caller::from_report(report))
    });
    let (errors, errors_total) = error::all(report, limits);
    let (would_apply, would_apply_total) = error::would_apply(report, limits);
    let (mut repairs, mut ignored) = (Vec::new(), Vec::new());
    for diff in &report.diffs {
        let edit = edit_number(diff.edit, report);
        for repair in &diff.repairs {
            repairs.push(wire::JsonRepair {
                edit,
                line: repair.line.number(),
                kind: repair.kind.name(),
            });
        }
        for line in &diff.ignored {
            let line = line.number();
            ignored.push(wire::Ignored { edit, line });
        }
    }
    wire::JsonReport {
        schema: SCHEMA,
        ok: report.is_ok(),
        success: report.is_ok(),
        operation: report.operation.clone(),
        path: single_file.path,
        changed: report.is_changed(),
        skipped: report.is_skipped(),
        bytes_before: single_file.bytes_before,
        bytes_after: single_file.bytes_after,
        dry_run: report.dry_run,
        error: error::decisive(report, limits).map(Box::new),
        errors,
        errors_total,
        would_apply,
        would_apply_total,
        files,
        files_total,
        asides: report.side_files.iter().map(side_file).collect(),
        repairs_total: cut(&mut repairs, limits),
        repairs,
        ignored_total: cut(&mut ignored, limits),
        ignored,
        warnings,
        warnings_total,
        undo: report.undo.map(|entry| entry.to_string()),
        takes_back: report
            .kind
            .takes_back()
            .iter()
            .map(u64::to_string)
            .collect(),
        plan: report.plan_file.as_deref().map(JsonText::from_path),
    }
}

/// The number of an edit in a batch; `None` if the request has only one edit.
fn edit_number(edit: usize, report: &Report) -> Option<usize> {
    if report.steps > 1 { Some(edit) } else { None }
}

/// `count`, or `None` for zero.
pub(super) fn nonzero(count: usize) -> Option<usize> {
    if count > 0 { Some(count) } else { None }
}

/// Cuts `list` to the limit. Returns its original length if it was longer.
fn cut<T>(list: &mut Vec<T>, limits: &ShownLimits) -> Option<usize> {
    let (total, limit) = (list.len(), limits.entries);
    list.truncate(limit);
    if total > limit { Some(total) } else { None }
}

/// The first `items` up to the limit, in the form `json`, and the total if some are omitted.
pub(super) fn listed<'a, T, U>(
    items: &'a [T],
    limits: &ShownLimits,
    json: impl FnMut(&'a T) -> U,
) -> (Vec<U>, Option<usize>) {
    let limit = limits.entries;
    let first = items.iter().take(limit).map(json).collect();
    if items.len() <= limit {
        return (first, None);
    }
    (first, Some(items.len()))
}

/// The path and the sizes of the file; `None` if the report is not about a single file.
#[derive(Default)]
struct SingleFile {
    path: Option<JsonText>,
    bytes_before: Option<Length>,
    bytes_after: Option<Length>,
}

impl SingleFile {
    /// The file of `report`, whose `files` are absent after a refusal.
    fn new(report: &Report, files: Option<&[wire::JsonFile]>) -> Self {
        if let Some([file]) = files {
            return Self {
                path: Some(file.path.clone()),
                bytes_before: Some(Length(Some(file.bytes_before))),
                bytes_after: Some(Length(Some(file.bytes_after))),
            };
        }
        let refused_path = report
            .refusals
            .first()
            .and_then(|refusal| refusal.path.as_deref());
        let (path, len) = match (&report.files[..], refused_path) {
            ([file], _) => {
                let len = file.before.as_ref().map(|before| before.fingerprint().len);
                (&*file.path, len)
            }
            ([], Some(path)) => (path, None),
            _ => return Self::default(),
        };
        Self {
            path: Some(JsonText::from_path(path)),
            bytes_before: Some(Length(len)),
            bytes_after: Some(Length(len)),
        }
    }
}

fn side_file(written: &SideFileReport) -> wire::JsonSideFile {
    wire::JsonSideFile {
        path: JsonText::from_path(&written.path),
        content: written.content.name(),
        hunks: written.hunks,
    }
}

/// The warnings of a command that edits nothing.
pub(super) fn warnings(warnings: &[Warning]) -> Vec<wire::JsonWarning> {
    warnings
        .iter()
        .map(|found| warning(found, Caller::OTHER))
        .collect()
}

fn warning(warning: &Warning, caller: Caller) -> wire::JsonWarning {
    wire::JsonWarning {
        code: wording::notice_code(&warning.notice),
        path: warning.path.as_deref().map(JsonText::from_path),
        message: wording::notice(&warning.notice, caller),
        conflict: match &warning.notice {
            Notice::Overruled(conflict) | Notice::Skipped(conflict) => {
                Some(error::task_conflict(conflict))
            }
            _ => None,
        },
        names: match &warning.notice {
            Notice::MissingNames { names, .. }
            | Notice::AlsoImported(names)
            | Notice::StillUsed(names) => names.iter().map(name_lines).collect(),
            _ => Vec::new(),
        },
    }
}

fn name_lines(named: &NameLines) -> wire::JsonNameLines {
    wire::JsonNameLines {
        name: named.name.clone(),
        lines: named.lines.iter().map(|line| line.number()).collect(),
    }
}
