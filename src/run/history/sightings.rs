//! Lines that a run found out to be shown, and that whoever has shown them notes.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::journal::{JournalStore, ReadMark, Unavailable};
use crate::report::{Notice, Warning};

/// The lines that a task is about to see, shared between the run that finds it out and whoever shows it.
#[derive(Clone, Debug, Default)]
pub struct Sightings(Arc<Mutex<Vec<Unnoted>>>);

/// Lines of one file that a task is about to see.
#[derive(Debug)]
struct Unnoted {
    journal: JournalStore,
    mark: ReadMark,
    /// The file, as it was typed.
    shown: PathBuf,
}

impl Sightings {
    /// Adds the lines of `mark`, of the file that was typed as `shown`.
    pub(super) fn add(&self, journal: JournalStore, mark: ReadMark, shown: PathBuf) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push(Unnoted {
            journal,
            mark,
            shown,
        });
    }

    /// Notes them, now that they are shown; a warning if that fails: others' edits go on being in the
    /// way.
    pub fn note(&self) -> Vec<Warning> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let unnoted = waiting.drain(..).filter_map(|unnoted| {
            let noted = unnoted.journal.mark_read(unnoted.mark);
            noted.err().map(|error| unmarked(unnoted.shown, &error))
        });
        unnoted.collect()
    }
}

/// The warning that lines of `shown` could not be noted as seen.
pub(super) fn unmarked(shown: PathBuf, error: &Unavailable) -> Warning {
    Warning::about(shown, Notice::NotMarked(error.to_string()))
}
