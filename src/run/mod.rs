//! The only place that sees every stage.
//!
//! `pipeline` is their order: `steps` resolves a request against what is on disk, `guard` judges the result, `disk`
//! commits it, and `ending` says what happened. `history` is where a run meets the journal, `process` what programs it
//! starts.

mod attribution;
mod choice;
mod chooser;
mod ending;
mod hashline;
mod inspect;
mod journal;
mod perform;
mod pipeline;
mod process;
mod rebase;
mod recovery;
mod side_files;
mod steps;
mod unsolved;
mod world;

pub use chooser::{Chooser, Offer};
pub use inspect::{findings, view};
pub use journal::conflicts::conflicts;
pub use journal::log::{LogFilter, entry, export, log, log_with_changes, prune};
#[cfg(feature = "mcp")]
pub use journal::seen::note_view;
#[cfg(feature = "mcp")]
pub use journal::session::Session;
pub use journal::sightings::Sightings;
pub use journal::undisputed::Undisputed;
pub use perform::perform;
pub use pipeline::{filter, repaired_diff, run};
pub use recovery::recover;
pub use side_files::{SideFileKind, SourceFile, foresee, save_side_file};
pub use steps::files::meant;
pub use world::{DiffShown, JournalContext, PrivateTexts, Shows, World};
