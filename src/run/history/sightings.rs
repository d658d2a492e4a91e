//! Lines that are about to be shown. The code that shows them records them in the journal.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::super::world::World;
use super::workspace_journal::WorkspaceJournal;
use crate::disk::Disk;
use crate::journal::{JournalStore, ReadMark, Unavailable};
use crate::report::{Notice, ViewBounds, ViewReport, Warning};
use crate::request::Terms;
use crate::snapshot::Snapshot;
use crate::text::{LineNumber, LineRange};

/// The lines that a task is about to see. Clones share the list.
#[derive(Clone, Debug, Default)]
pub struct Sightings(Arc<Mutex<Vec<Sighting>>>);

/// Lines of one file that a task is about to see.
#[derive(Debug)]
struct Sighting {
    journal: JournalStore,
    mark: ReadMark,
    /// The path of the file as the user typed it.
    shown: PathBuf,
}

impl Sightings {
    /// Adds the lines of `mark`. `shown` is the path of the file as the user typed it.
    pub(super) fn add(&self, journal: JournalStore, mark: ReadMark, shown: PathBuf) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push(Sighting {
            journal,
            mark,
            shown,
        });
    }

    /// Records the lines after they were shown. Returns a warning for each failure, because edits by others then
    /// remain in conflict with the task.
    pub fn note(&self) -> Vec<Warning> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut warnings = Vec::new();
        for sighting in waiting.drain(..) {
            if let Err(error) = sighting.journal.mark_read(sighting.mark) {
                warnings.push(unmarked(sighting.shown, &error));
            }
        }
        warnings
    }
}

/// The warning that lines of `shown` could not be noted as seen.
pub(super) fn unmarked(shown: PathBuf, error: &Unavailable) -> Warning {
    Warning::about(shown, Notice::NotMarked(error.to_string()))
}

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
