//! Lines that are about to be shown. The code that shows them records them in the journal.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::journal::{JournalStore, ReadMark, Unavailable};
use crate::report::{Notice, Warning};

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
