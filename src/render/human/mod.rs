//! Reports for people: diff and summary on standard output, warnings and refusals on standard error.

pub(super) mod refusal;
mod summary;

use super::draw::{Canvas, Drawing, Look};
use super::escape::path;
use super::paint::Role;
use super::style::{Style, Voice};
use super::wording;
use crate::report::Report;

/// Bytes for each of the two streams.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// For standard output: what was asked for.
    pub stdout: Vec<u8>,
    /// For standard error: warnings and refusals.
    pub stderr: Vec<u8>,
}

/// The report for people.
pub fn human(report: &Report, style: &Style) -> Printed {
    if !report.is_ok() {
        return refused(report, style);
    }
    Printed {
        stdout: done(report, style),
        stderr: said_beside(report, style),
    }
}

/// What was done, or would be.
fn done(report: &Report, style: &Style) -> Vec<u8> {
    if style.voice == Voice::Quiet {
        return Vec::new();
    }
    let mut stdout = Vec::new();
    if report.dry_run {
        style
            .paint
            .write(&mut stdout, Role::Aside, "dry run, nothing written:");
        stdout.push(b'\n');
    }
    stdout.extend(diffs(report, style));
    for file in &report.files {
        summary::write(&mut stdout, file, report, style);
    }
    stdout
}

/// The report as one unified diff that `git apply` and `patch` take; never cut.
pub fn diff(report: &Report, style: &Style) -> Printed {
    if !report.is_ok() {
        return refused(report, style);
    }
    let mut canvas = Canvas::new(Look::whole(style));
    for file in &report.files {
        Drawing::of(file).draw(&mut canvas, style.limits.context);
    }
    Printed {
        stdout: canvas.finish().0,
        stderr: said_beside(report, style),
    }
}

fn refused(report: &Report, style: &Style) -> Printed {
    let mut stderr = said_beside(report, style);
    refusal::write(&mut stderr, report, style);
    Printed {
        stdout: match report.is_written_unsynced() {
            true => done(report, style),
            false => Vec::new(),
        },
        stderr,
    }
}

/// The warnings, unless nothing is to be said.
fn said_beside(report: &Report, style: &Style) -> Vec<u8> {
    match style.voice {
        Voice::Normal => warnings(report, style),
        Voice::Quiet => Vec::new(),
    }
}

/// The diffs of all files together, cut at the bound.
fn diffs(report: &Report, style: &Style) -> Vec<u8> {
    if style.limits.diff_lines.count() == 0 {
        return Vec::new();
    }
    let mut canvas = Canvas::new(Look::of(style));
    for file in &report.files {
        Drawing::of(file).draw(&mut canvas, style.limits.context);
    }
    let (mut out, cut) = canvas.finish();
    if cut > 0 {
        let lines = wording::count(cut, "more line");
        let note = format!("... {lines} of diff; --full shows them");
        style.paint.write(&mut out, Role::Aside, note);
        out.push(b'\n');
    }
    out
}

/// The warnings, a line each.
pub fn warnings(report: &Report, style: &Style) -> Vec<u8> {
    let mut out = Vec::new();
    for warning in &report.warnings {
        style.paint.write(&mut out, Role::Warning, "warning:");
        let place = warning
            .path
            .as_deref()
            .map(|shown| format!(" {}:", path(shown)));
        let sentence = wording::notice(&warning.notice);
        let line = format!("{} {sentence}\n", place.unwrap_or_default());
        out.extend_from_slice(line.as_bytes());
    }
    out
}
