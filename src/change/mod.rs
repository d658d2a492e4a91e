//! The algebra of change sets: sorted, disjoint byte replacements against one reading of a text.
//!
//! Pure. Everything that is ever written, drawn, undone, replayed or compared is a [`ChangeSet`]; its
//! laws are stated at the methods and tested by property in `tests`.

mod edit;
mod record;
mod set;

pub use edit::Edit;
pub use record::{Record, Transition};
pub use set::{ChangeSet, ChangeSetError};
