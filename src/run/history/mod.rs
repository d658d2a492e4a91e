//! Where a run meets the journal: what it asks before, what it notes, and what `log` shows of it.

pub mod conflicts;
pub mod done_before;
pub mod ledger;
pub mod log;
pub mod note;
pub mod seen;
mod settle;
