//! Records the lines that a view shows to a task.

use super::super::world::World;
use super::sightings::unmarked;
use super::workspace_journal::WorkspaceJournal;
use crate::disk::Disk;
use crate::report::{ViewBounds, ViewReport, Warning};
use crate::request::Terms;
use crate::snapshot::Snapshot;
use crate::text::{LineNumber, LineRange};

/// Records `lines` of `view`, or all of them, as seen by the task of `terms` once they are shown. Returns a warning
/// if this fails, or if entries of the file are lost.
pub fn note_view(
    view: &ViewReport,
    lines: Option<LineRange>,
    terms: &Terms,
    world: &World,
) -> Option<Warning> {
    world.journal.shows.as_ref()?;
    let task = terms.task.as_deref()?;
    let whole = view.text.span();
    let seen = lines
        .and_then(|lines| view.text.span_of(lines))
        .unwrap_or(whole);
    let parts = if seen == whole {
        None
    } else {
        Some(vec![view.text.original_span(seen)])
    };
    let mut disk = Disk::open(&world.cwd, world.reach.clone()).ok()?;
    let place = disk.locate(&view.path).ok()?;
    let shown = place.shown().to_owned();
    let journal = match WorkspaceJournal::open(&world.journal) {
        Ok(journal) => journal?,
        Err(error) => return Some(unmarked(shown, &error)),
    };
    match journal.since(&disk, &place, task) {
        Ok((_, damage)) => {
            let mark = journal.read_mark(&disk, &place, task, view.text.fingerprint(), parts);
            world.journal.sightings.add(journal.store, mark, shown);
            damage
        }
        Err(error) => Some(unmarked(shown, &error)),
    }
}

/// The part of `lines` that fits into `bounds`.
pub fn fitting_lines(lines: LineRange, text: &Snapshot, bounds: ViewBounds) -> Option<LineRange> {
    let span = text.span_of(lines)?;
    let count = bounds.count(&text.bytes()[span.range()]);
    let last = LineNumber::new(lines.first().lines_before() + count)?;
    LineRange::new(lines.first(), last)
}
