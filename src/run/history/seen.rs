//! Records the lines that a diff shows to a task.
//!
//! A refused run shows no diff, so it marks nothing as seen. The code that writes the output records the marks.

use super::super::world::{DiffShown, World};
use super::sightings::unmarked;
use super::workspace_journal::WorkspaceJournal;
use crate::disk::Disk;
use crate::journal::Unavailable;
use crate::report::{DiffBounds, FileReport, Report, Warning};
use crate::request::{Run, Terms};
use crate::snapshot::{RootedPath, Snapshot};
use crate::text::{LineNumber, LineRange, Span, count_lines};

/// Records the lines of the diff in `report` as seen by the task once they are shown, and adds warnings about
/// failures. Records only lines that others wrote, because other lines cause no conflicts.
pub fn note_diff(mut report: Report, terms: &Terms, world: &World) -> Report {
    let shows = world.journal.shows.unwrap_or_default();
    let bounds = match (shows.diff, terms.run) {
        (DiffShown::Always(bounds), _) | (DiffShown::OfDryRuns(bounds), Run::DryRun) => bounds,
        (DiffShown::Never | DiffShown::OfDryRuns(_), _) => return report,
    };
    let Some(task) = terms.task.as_deref() else {
        return report;
    };
    if !report.is_ok() {
        return report;
    }
    let shown: Vec<ShownFile<'_>> = report
        .files
        .iter()
        .filter_map(|file| ShownFile::new(file, terms.run, bounds))
        .collect();
    let lines: usize = shown.iter().map(|file| file.lines).sum();
    let bytes: usize = shown.iter().map(|file| file.bytes).sum();
    if lines > bounds.lines || bytes > bounds.bytes {
        return report;
    }
    let warnings: Vec<Warning> = shown
        .iter()
        .filter_map(|shown| shown.note(task, world))
        .collect();
    report.warnings.extend(warnings);
    report
}

/// A file of a report, with the lines that its diff shows.
struct ShownFile<'a> {
    file: &'a FileReport,
    text: Snapshot,
    /// Complete lines of `text`.
    parts: Vec<Span>,
    /// The number of lines of the diff.
    lines: usize,
    /// The number of bytes of the diff.
    bytes: usize,
}

impl<'a> ShownFile<'a> {
    /// The changed lines of `file` and their context. A dry run shows the old content, an edit the new content.
    fn new(file: &'a FileReport, run: Run, bounds: DiffBounds) -> Option<Self> {
        if file.is_hidden {
            return None;
        }
        let before = file.before.as_ref()?;
        let text = match run {
            Run::DryRun => before.clone(),
            Run::Commit => {
                let (bytes, changes) = file.of_bytes();
                Snapshot::of_text(changes.apply(bytes).ok()?).decoded(before.encoding())
            }
        };
        let mut shown = Self {
            file,
            text,
            parts: Vec::new(),
            lines: 0,
            bytes: 0,
        };
        for block in file.changes.line_blocks(before.bytes()) {
            let old = &before.bytes()[block.old.range()];
            let (first, count) = match run {
                Run::DryRun => (block.old_line, count_lines(old)),
                Run::Commit => (block.new_line, count_lines(&block.new)),
            };
            let lines_before = first.lines_before();
            let start = lines_before.saturating_sub(bounds.context);
            let end = (lines_before + count + bounds.context).min(shown.text.line_count());
            let lines = LineNumber::new(end)
                .and_then(|last| LineRange::new(LineNumber::after_lines(start), last));
            let part = lines.and_then(|lines| shown.text.span_of(lines));
            let context = (end - start).saturating_sub(count);
            shown.lines += 1 + context + count_lines(old) + count_lines(&block.new);
            shown.bytes += part.map_or(0, Span::len) + old.len() + block.new.len();
            shown.parts.extend(part);
        }
        Some(shown)
    }

    /// Records the lines if others wrote some of them. Returns a warning if this fails.
    fn note(&self, task: &str, world: &World) -> Option<Warning> {
        let mut disk = Disk::open(&world.cwd, world.reach.clone()).ok()?;
        let place = disk.locate(&self.file.path).ok()?;
        match self.add_mark(task, &place, &disk, world) {
            Ok(()) => None,
            Err(error) => Some(unmarked(place.shown().to_owned(), &error)),
        }
    }

    fn shows(&self, span: Span) -> bool {
        self.parts.iter().any(|part| part.touches(span))
    }

    /// Adds a mark for the shown lines, if others wrote some of them.
    fn add_mark(
        &self,
        task: &str,
        place: &RootedPath,
        disk: &Disk,
        world: &World,
    ) -> Result<(), Unavailable> {
        let Some(journal) = WorkspaceJournal::find(&world.journal)? else {
            return Ok(());
        };
        let found = journal.claims(disk, place, task, (&self.text, &self.parts))?;
        let mut regions = found.claims.iter().flat_map(|claim| &claim.regions);
        if regions.any(|region| self.shows(region.span)) {
            let parts = self.parts.iter();
            let originals = parts.map(|part| self.text.original_span(*part)).collect();
            let text = self.text.fingerprint();
            let mark = journal.read_mark(disk, place, task, text, Some(originals));
            let shown = place.shown().to_owned();
            world.journal.sightings.add(journal.store, mark, shown);
        }
        Ok(())
    }
}
