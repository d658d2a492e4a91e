//! Refusals for people: message, evidence, way out, and what became of the rest.

use crate::refusal::{Reason, Refusal};
use crate::render::escape::path;
use crate::render::paint::Role;
use crate::render::style::{Bound, Style};
use crate::render::wording::{self, Setting};
use crate::report::{AsideContent, AsideReport, Report};

/// Most refusals of one run that are printed.
const REFUSALS: usize = 20;
/// Most candidates of each, unless there is no bound.
const CANDIDATES: usize = 10;

/// Writes the refusals of `report`.
pub fn write(out: &mut Vec<u8>, report: &Report, style: &Style) {
    let setting = Setting::of(report);
    for refusal in report.refusals.iter().take(REFUSALS) {
        write_one(out, refusal, setting, style);
    }
    if report.refusals.len() > REFUSALS {
        let more = report.refusals.len() - REFUSALS;
        out.extend_from_slice(format!("... and {more} more refused\n").as_bytes());
    }
    let others = would_have_applied(report);
    if let Some(others) = &others {
        out.extend_from_slice(format!("{others} would have applied\n").as_bytes());
    }
    if others.is_some() || is_of_several(report) {
        out.extend_from_slice(ending(report).as_bytes());
    }
}

/// Writes one refusal.
pub fn write_one(out: &mut Vec<u8>, refusal: &Refusal, setting: Setting, style: &Style) {
    style.paint.write(out, Role::Refused, "incise:");
    let message = wording::message(refusal, setting);
    out.extend_from_slice(format!(" {message}\n").as_bytes());
    let most = match style.limits.sites {
        Bound::All => usize::MAX,
        Bound::First(count) => count.min(CANDIDATES),
    };
    for line in wording::details(&refusal.reason, setting, most) {
        out.extend_from_slice(format!("  {line}\n").as_bytes());
    }
    style.paint.write(out, Role::Hint, "hint:");
    let hint = wording::hint(refusal, setting);
    out.extend_from_slice(format!(" {hint}\n").as_bytes());
}

/// The other edits of a batch, the other files of one edit, or the other hunks of a patch.
fn would_have_applied(report: &Report) -> Option<String> {
    match (report.would_apply.len(), report.steps) {
        (0, _) => {}
        (files, 0 | 1) => {
            return Some(format!(
                "the edit of {}",
                wording::count(files, "other file")
            ));
        }
        _ => return Some(wording::numbers("edit", &report.would_apply)),
    }
    let Reason::HunkFailed { failures, total } = &report.refusals.first()?.reason else {
        return None;
    };
    let has_failed = |hunk: &usize| failures.iter().any(|failure| failure.hunk == *hunk);
    let others: Vec<usize> = (1..=*total).filter(|hunk| !has_failed(hunk)).collect();
    (!others.is_empty()).then(|| wording::numbers("hunk", &others))
}

/// Whether the request asked for several things, so that the fate of the others must be said.
fn is_of_several(report: &Report) -> bool {
    report.steps > 1 || report.refusals.len() > 1 || report.operation.ends_with("patch")
}

fn ending(report: &Report) -> String {
    if report.is_written_unsynced() {
        return String::new();
    }
    let asides = report.asides.iter().map(aside);
    match report.asides.is_empty() {
        true => "nothing was written\n".to_owned(),
        false => format!(
            "nothing was written but {}\n",
            asides.collect::<Vec<_>>().join(" and ")
        ),
    }
}

/// A file beside the targets, and what is in it.
pub fn aside(aside: &AsideReport) -> String {
    let (name, hunks) = (path(&aside.path), aside.hunks);
    match (aside.content, hunks) {
        (AsideContent::Output, 0) => format!("`{name}`, the result"),
        (AsideContent::Output, _) => {
            format!(
                "`{name}`, the result with {}",
                wording::count(hunks, "conflict")
            )
        }
        (AsideContent::Rejects, 0) => format!("`{name}`, what failed"),
        (AsideContent::Rejects, _) => {
            format!("`{name}`, {} that failed", wording::count(hunks, "hunk"))
        }
    }
}
