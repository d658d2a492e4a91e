//! Taking back what was done before.

/// What is to be taken back.
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
    /// The word for taking it back, as far as it can be told without the journal.
    pub fn operation(&self) -> &'static str {
        match self {
            Self::LatestUndo | Self::Undo(_) => "redo",
            Self::LatestEdit | Self::Entry(_) | Self::Task(_) => "undo",
        }
    }
}
