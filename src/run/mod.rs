//! Runs requests. This is the only module that uses every stage.
//!
//! `attempt` calls the stages in order: `steps` resolves a request against the files on disk, `guard` judges the
//! result, `history` writes the journal entry, and `disk` commits. `pipeline` repeats attempts if files change
//! meanwhile, and `ending` reports the outcome. `process` starts other programs.

mod attempt;
mod attribution;
mod base_finder;
mod choice;
mod chooser;
mod ending;
mod history;
mod inspect;
mod interrupted;
mod numbering;
mod offered_repair;
#[cfg(feature = "cli")]
mod perform;
mod pipeline;
mod process;
mod recover;
mod save_side_file;
mod steps;
mod unsolved;
mod world;

pub use chooser::{Chooser, Offer, OldLines};
pub use history::caught_up::CaughtUp;
pub use history::entries::{entry, export, log_with_changes, prune};
pub use history::external_edit::{keep_before, known_hash, note_edit};
pub use history::foreign_writes::conflicts;
pub use history::log::{LogFilter, log};
#[cfg(feature = "mcp")]
pub use history::session::Session;
pub use history::sightings::Sightings;
#[cfg(feature = "mcp")]
pub use history::sightings::note_view;
pub use inspect::{findings, view};
#[cfg(feature = "cli")]
pub use perform::perform;
pub use pipeline::{applied_transactions, filter, run};
pub use process::changed::{changed, tracked};
pub use recover::recover;
pub use save_side_file::{SideFileKind, SourceFile, foresee, save_side_file};
pub use steps::diff::repaired_diff;
pub use steps::files::{marked_ancestor, native_path};
pub use world::{DiffShown, JournalContext, Shows, World};
