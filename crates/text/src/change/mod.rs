//! The algebra of change sets: sorted, disjoint byte replacements in one version of a text.
//!
//! No I/O. Everything that is written, shown, undone, replayed or compared is a [`ChangeSet`]. The methods state the
//! laws, and the property tests in `tests` check them.

mod by_line;
mod claim;
mod compose;
mod composition;
mod concurrent;
mod encoded;
mod line_block;
mod position;
mod quoted_lines;
mod record;
mod set;
#[cfg(test)]
mod tests;
mod transaction;
mod transition;
mod wire;

pub use claim::{Claim, KnownBy, LineChange, Region, TaskConflict};
pub use composition::{Composition, Source};
pub use concurrent::{ClaimConflict, Tie};
pub use line_block::{LineBlock, LineDelta};
pub use position::{Bias, Origin};
pub use record::Record;
pub use set::{ChangeSet, ChangeSetError, Edit, EditRef};
pub use transaction::{Deed, EDIT_SCHEMA, Transaction};
pub use transition::{NewText, Provenance, Transition, TransitionKind};
pub use wire::RECORD_SCHEMA;
