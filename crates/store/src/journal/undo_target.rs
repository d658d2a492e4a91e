//! The entries that an undo or a redo should revert.

/// The target of an undo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UndoTarget {
    /// The newest edit or redo in force.
    LatestEdit,
    /// The newest undo in force that no later edit of its files blocks.
    LatestUndo,
    /// The entry with this number. An edit or a redo is undone, an undo is redone.
    Entry(u64),
    /// The entry with this number, which must be an undo.
    Undo(u64),
    /// All edits of this task that are in force.
    Task(String),
}

impl UndoTarget {
    /// The target of an undo, and the task that makes the undo. Without an ID, all edits of `task` are undone.
    pub fn for_undo(id: Option<u64>, task: Option<String>) -> (Self, Option<String>) {
        match (id, task) {
            (Some(id), task) => (Self::Entry(id), task),
            (None, Some(task)) => (Self::Task(task), None),
            (None, None) => (Self::LatestEdit, None),
        }
    }

    /// The target of a redo.
    pub fn for_redo(id: Option<u64>) -> Self {
        id.map_or(Self::LatestUndo, Self::Undo)
    }

    /// The name of the operation on the target, as far as it is known without the journal.
    pub fn operation(&self) -> &'static str {
        match self {
            Self::LatestUndo | Self::Undo(_) => "redo",
            Self::LatestEdit | Self::Entry(_) | Self::Task(_) => "undo",
        }
    }
}
