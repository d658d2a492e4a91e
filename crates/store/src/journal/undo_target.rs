//! What an undo or a redo is to take back.

/// The target of an undo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UndoTarget {
    /// The newest edit or redo that stands: what was done last is taken back first.
    LatestEdit,
    /// The newest undo that stands and that no edit of its files followed, nor an undo that one followed.
    LatestUndo,
    /// This entry of the journal: an edit or a redo is undone, an undo redone.
    Entry(u64),
    /// This entry, which must be an undo.
    Undo(u64),
    /// Every edit of this task that stands.
    Task(String),
}

impl UndoTarget {
    /// The target of an undo, and the task that does it. Without an id, a task is that whose edits are all taken back.
    pub fn to_undo(id: Option<u64>, task: Option<String>) -> (Self, Option<String>) {
        match (id, task) {
            (Some(id), task) => (Self::Entry(id), task),
            (None, Some(task)) => (Self::Task(task), None),
            (None, None) => (Self::LatestEdit, None),
        }
    }

    /// The target of a redo.
    pub fn to_redo(id: Option<u64>) -> Self {
        id.map_or(Self::LatestUndo, Self::Undo)
    }

    /// The word for taking it back, as far as it can be told without the journal.
    pub fn operation(&self) -> &'static str {
        match self {
            Self::LatestUndo | Self::Undo(_) => "redo",
            Self::LatestEdit | Self::Entry(_) | Self::Task(_) => "undo",
        }
    }
}
