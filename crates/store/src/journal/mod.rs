//! The history of one workspace, and the bytes needed to undo it.
//!
//! The store ([`JournalStore`]) is plain files in a private directory outside the workspace: one line per
//! committed transaction, and objects for what is too large for a line. What is decided from it (what an
//! undo writes, what another task has claimed) is pure. Nothing here touches a target, and no edit
//! depends on it: a journal that cannot be used is [`Unavailable`], said so, and done without.

mod adjoin;
mod carry;
mod choose;
mod claim;
mod earlier_spans;
mod entry;
mod file_history;
mod gaps;
mod later_changes;
mod line;
mod line_file;
mod milestone;
mod name_tracker;
mod object;
mod pending;
mod prepare;
mod private_name;
mod prune;
mod secret;
mod seen_parts;
mod span_tracker;
mod state_directory;
mod store;
#[cfg(test)]
mod tests;
mod text_cursor;
mod tree;
mod unavailable;
mod undo;
mod undo_target;

pub use choose::{choose, standing_edits};
pub use claim::{Departure, Since};
pub use entry::{Entry, FileNote, KeptChanges, ReadMark};
pub use milestone::Milestone;
pub use prepare::{NewEntry, NewFile, Prepared, whole_text};
pub use private_name::{OPEN_ENDINGS, PRIVATE_NAMES, also_private, is_private};
pub use prune::{Bounds, Pruned};
pub use state_directory::{StateBase, WorkspaceRoot};
pub use store::{Durability, Event, Events, JournalStore, Receipt};
pub use tree::{FileUndo, Present};
pub use unavailable::{Unavailable, WhyUnavailable};
pub use undo::{paths, plan};
pub use undo_target::UndoTarget;
