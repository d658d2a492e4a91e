//! The only place that sees every stage.
//!
//! `pipeline` is their order: `steps` resolves a request against what is on disk, `guard` judges the result, `disk`
//! commits it, and `ending` says what happened. An `attempt` is one such run; `retry` makes another one as often as
//! others get in the way.

mod aside;
mod attempt;
mod attribution;
mod conflicts;
mod contention;
mod done_before;
mod ending;
mod inspect;
mod ledger;
mod log;
mod noting;
mod perform;
mod pipeline;
mod plan;
mod process;
mod records;
mod recovery;
mod retry;
mod seen;
mod steps;
mod told;
mod world;

pub use aside::{Aside, foresee, set_aside};
pub use conflicts::conflicts;
pub use inspect::{findings, view};
pub use ledger::Chronicle;
pub use log::{LogFilter, entry, export, log, prune};
pub use perform::perform;
pub use pipeline::{filter, run, understood};
pub use recovery::recover;
#[cfg(feature = "mcp")]
pub use seen::note_view;
pub use seen::{DiffShown, Shows};
pub use world::World;
