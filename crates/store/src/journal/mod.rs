//! The history of one workspace, and the content needed to undo it.
//!
//! The store ([`JournalStore`]) consists of plain files in a private directory outside the workspace. Each
//! transaction has a line. Content that is too large for a line is in objects. Planning an undo ([`plan`]) and
//! finding the lines of other tasks ([`Since`]) do no I/O. Nothing here writes a target, and no edit depends on the
//! journal. If the journal is [`Unavailable`], a warning is printed.

mod bundle;
mod choose;
mod claim;
mod earlier_spans;
mod entry;
mod file_history;
mod history_end;
mod interference;
mod later_changes;
mod line;
mod line_file;
mod lost_entries;
mod name_tracker;
mod object;
mod pending;
mod prepare;
mod private_name;
mod prune;
mod rebase_inverse;
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

pub use choose::{choose, edits_in_force};
pub use claim::{Departure, Since};
pub use entry::{Entry, FileNote, KeptChanges, ReadMark};
pub use history_end::HistoryEnd;
pub use prepare::{NewEntry, NewFile, Prepared, whole_text};
pub use private_name::{OPEN_ENDINGS, PRIVATE_NAMES, PrivateNames};
pub use prune::{Bounds, Pruned};
pub use state_directory::{StateBase, WorkspaceRoot};
pub use store::{Durability, Event, Events, JournalStore, Receipt};
pub use tree::{FileUndo, Present, Undone};
pub use unavailable::{Unavailable, WhyUnavailable};
pub use undo::{paths, plan};
pub use undo_target::UndoTarget;
