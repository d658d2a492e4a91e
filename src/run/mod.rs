//! The only place that sees every stage.
//!
//! `pipeline` is their order: `steps` resolves a request against what is on disk, `guard` judges the result, `disk`
//! commits it, and `ending` says what happened. `history` is where a run meets the journal, `process` what programs it
//! starts.

mod attempt;
mod attribution;
mod base_finder;
mod choice;
mod chooser;
mod ending;
mod history;
#[cfg(feature = "cli")]
mod inspect;
mod interrupted;
mod numbering;
#[cfg(feature = "cli")]
mod perform;
mod pipeline;
mod process;
#[cfg(feature = "cli")]
mod recover;
#[cfg(feature = "cli")]
mod repaired_diff;
#[cfg(feature = "cli")]
mod save_side_file;
mod steps;
mod unsolved;
mod world;

pub use chooser::Chooser;
#[cfg(feature = "cli")]
pub use chooser::Offer;
#[cfg(feature = "cli")]
pub use history::caught_up::CaughtUp;
#[cfg(feature = "cli")]
pub use history::entries::{entry, export, log_with_changes, prune};
#[cfg(feature = "cli")]
pub use history::external_edit::{keep_before, known_hash, note_edit};
#[cfg(feature = "cli")]
pub use history::foreign_writes::conflicts;
pub use history::log::{LogFilter, log};
#[cfg(feature = "mcp")]
pub use history::session::Session;
#[cfg(feature = "cli")]
pub use history::sightings::Sightings;
#[cfg(feature = "mcp")]
pub use history::viewed::note_view;
#[cfg(feature = "cli")]
pub use inspect::{findings, view};
#[cfg(feature = "cli")]
pub use perform::perform;
pub use pipeline::{filter, run};
#[cfg(feature = "cli")]
pub use process::changed::{changed, tracked};
#[cfg(feature = "cli")]
pub use recover::recover;
#[cfg(feature = "cli")]
pub use repaired_diff::repaired_diff;
#[cfg(feature = "cli")]
pub use save_side_file::{SideFileKind, SourceFile, foresee, save_side_file};
#[cfg(feature = "cli")]
pub use steps::files::meant;
#[cfg(feature = "cli")]
pub use world::{DiffShown, PrivateTexts, Shows};
pub use world::{JournalContext, World};
