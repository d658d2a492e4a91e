//! Reads the journal before a run, records the run, and lists recorded runs.

pub mod caught_up;
pub mod conflicts;
pub mod earlier_runs;
pub mod earlier_texts;
pub mod entries;
mod events_with_ends;
pub mod external_edit;
pub mod foreign_writes;
pub mod history_entry;
pub mod log;
pub mod note;
pub mod repeated;
pub mod seen;
pub mod session;
pub mod shown_texts;
pub mod sightings;
pub mod workspace_journal;
