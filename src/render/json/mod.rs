//! Reports for programs: exactly one object on one line, byte-identical for the same report.

pub(super) mod error;
mod file;
pub mod wire;

use serde::Serialize;

use self::wire::{JsonText, Length};
use super::short::ShownHunks;
use super::style::{DiffForm, ShownLimits};
use super::wording::{self, Caller};
use crate::patch::PatchRepair;
use crate::report::{DiffReport, Notice, Report, SideFileReport, Warning};
use crate::text::LineNumber;

/// The name and version of the shape.
pub const SCHEMA: &str = "incise.report/1";

/// `value` on one line, with its newline.
pub fn line(value: &impl Serialize) -> Vec<u8> {
    // The shapes have string keys and finite numbers only, so this cannot fail.
    let mut out = serde_json::to_vec(value).unwrap_or_default();
    out.push(b'\n');
    out
}

/// The report as one `incise.report/1` object.
pub fn json(report: &Report, limits: &ShownLimits) -> wire::JsonReport {
    let is_told = report.is_ok() || report.is_written();
    let (files, files_total) = if is_told {
        let mut left = *limits;
        let shown = match limits.diff_form(report) {
            DiffForm::Whole => None,
            DiffForm::Short => Some(ShownHunks::new(report)),
        };
        let one = |file| file::of_file(file, report, shown, &mut left);
        let (files, total) = listed(&report.files, limits, one);
        (Some(files), total)
    } else {
        (None, None)
    };
    let (path, before, after) = the_file(report, files.as_deref());
    let (warnings, warnings_total) = listed(&report.warnings, limits, |warning| {
        of_warning(warning, Caller::from_report(report))
    });
    let (errors, errors_total) = error::all(report, limits);
    let (would_apply, would_apply_total) = error::would_apply(report, limits);
    wire::JsonReport {
        schema: SCHEMA,
        ok: report.is_ok(),
        success: report.is_ok(),
        operation: report.operation.clone(),
        path,
        changed: report.is_changed(),
        skipped: report.is_skipped(),
        bytes_before: before,
        bytes_after: after,
        dry_run: report.dry_run,
        error: error::of_report(report, limits).map(Box::new),
        errors,
        errors_total,
        would_apply,
        would_apply_total,
        files,
        files_total,
        asides: report.side_files.iter().map(of_side_file).collect(),
        repairs_total: cut(report.diffs.iter().map(|diff| diff.repairs.len()), limits),
        repairs: repairs(report, limits),
        ignored_total: cut(report.diffs.iter().map(|diff| diff.ignored.len()), limits),
        ignored: ignored(report, limits),
        warnings,
        warnings_total,
        undo: report.undo.map(|entry| entry.to_string()),
        takes_back: report.takes_back.iter().map(u64::to_string).collect(),
        plan: report.plan_file.as_deref().map(JsonText::of_path),
    }
}

/// The total of `counts`, if it is more than what is shown.
fn cut(counts: impl Iterator<Item = usize>, limits: &ShownLimits) -> Option<usize> {
    Some(counts.sum()).filter(|total| *total > limits.entries.count())
}

fn repairs(report: &Report, limits: &ShownLimits) -> Vec<wire::JsonRepair> {
    let of_diff = |diff: &DiffReport| {
        let edit = (report.steps > 1).then_some(diff.edit);
        let of_repair = |repair: &PatchRepair| wire::JsonRepair {
            edit,
            line: repair.line.number(),
            kind: repair.kind.name(),
        };
        diff.repairs.iter().map(of_repair).collect::<Vec<_>>()
    };
    let all = report.diffs.iter().flat_map(of_diff);
    all.take(limits.entries.count()).collect()
}

fn ignored(report: &Report, limits: &ShownLimits) -> Vec<wire::Ignored> {
    let of_diff = |diff: &DiffReport| {
        let edit = (report.steps > 1).then_some(diff.edit);
        let of_line = |line: &LineNumber| wire::Ignored {
            edit,
            line: line.number(),
        };
        diff.ignored.iter().map(of_line).collect::<Vec<_>>()
    };
    let all = report.diffs.iter().flat_map(of_diff);
    all.take(limits.entries.count()).collect()
}

/// The first of `items`, as many as are shown, and how many there are if that is not all.
pub(super) fn listed<'a, T, U>(
    items: &'a [T],
    limits: &ShownLimits,
    shown: impl FnMut(&'a T) -> U,
) -> (Vec<U>, Option<usize>) {
    let most = limits.entries.count();
    let total = (items.len() > most).then_some(items.len());
    (items.iter().take(most).map(shown).collect(), total)
}

/// Path and lengths of the one file that the report is about, if it is about one.
fn the_file(
    report: &Report,
    files: Option<&[wire::JsonFile]>,
) -> (Option<JsonText>, Option<Length>, Option<Length>) {
    if let Some([file]) = files {
        let length = |bytes| Some(Length(Some(bytes)));
        return (
            Some(file.path.clone()),
            length(file.bytes_before),
            length(file.bytes_after),
        );
    }
    let refused = report
        .refusals
        .first()
        .and_then(|refusal| refusal.path.as_deref());
    let (path, before) = match (&report.files[..], refused) {
        ([file], _) => {
            let len = file.before.as_ref().map(|before| before.fingerprint().len);
            (&*file.path, len)
        }
        ([], Some(path)) => (path, None),
        _ => return (None, None, None),
    };
    let before = Some(Length(before));
    (Some(JsonText::of_path(path)), before, before)
}

fn of_side_file(side_file: &SideFileReport) -> wire::JsonSideFile {
    wire::JsonSideFile {
        path: JsonText::of_path(&side_file.path),
        content: side_file.content.name(),
        hunks: side_file.hunks,
    }
}

/// Warnings of a command that edits nothing, in the shape of the wire.
#[cfg(feature = "cli")]
pub(super) fn warnings(warnings: &[Warning]) -> Vec<wire::JsonWarning> {
    let of_warning = |warning| of_warning(warning, Caller::OTHER);
    warnings.iter().map(of_warning).collect()
}

/// A warning in the shape of the wire.
fn of_warning(warning: &Warning, caller: Caller) -> wire::JsonWarning {
    wire::JsonWarning {
        code: wording::notice_code(&warning.notice),
        path: warning.path.as_deref().map(JsonText::of_path),
        message: wording::notice(&warning.notice, caller),
        conflict: match &warning.notice {
            Notice::Overruled { conflict } | Notice::Skipped { conflict } => {
                Some(error::of_task(conflict))
            }
            _ => None,
        },
    }
}
