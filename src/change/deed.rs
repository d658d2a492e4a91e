//! The sorts of transactions.

use serde::{Deserialize, Serialize};

/// An edit, or the undoing or redoing of one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// A change of its own.
    #[default]
    Edit,
    /// Takes back these edits, or a redo.
    Undo(Vec<u64>),
    /// Takes back these undos.
    Redo(Vec<u64>),
}

impl Deed {
    /// The word for it, where it takes something back.
    pub fn operation(&self) -> &'static str {
        match self {
            Self::Edit | Self::Undo(_) => "undo",
            Self::Redo(_) => "redo",
        }
    }

    /// The entries of the journal that it takes back.
    pub fn takes_back(&self) -> &[u64] {
        match self {
            Self::Edit => &[],
            Self::Undo(ids) | Self::Redo(ids) => ids,
        }
    }
}
