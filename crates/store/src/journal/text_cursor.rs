//! Moves the text of a file between the states of its history. No I/O.
//!
//! A move applies only the changes between the two states, not all changes up to the current text.

use bytes::Bytes;

use super::file_history::{Edges, State};
use crate::change::ChangeSet;

/// The text at one state.
pub(super) struct TextCursor {
    at: State,
    text: Vec<u8>,
    present: State,
    current: Bytes,
}

impl TextCursor {
    pub(super) fn new(current: &Bytes, present: State) -> Self {
        Self {
            at: present,
            text: current.to_vec(),
            present,
            current: current.clone(),
        }
    }

    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Moves to `state`. `None` if the changes from `state` on are unknown, or if the changes of a damaged journal do
    /// not fit.
    pub(super) fn move_to(&mut self, state: State, edges: &Edges) -> Option<()> {
        let moved = self.apply_edges(state, edges);
        if moved.is_none() {
            self.at = self.present;
            self.text = self.current.to_vec();
        }
        moved
    }

    fn apply_edges(&mut self, state: State, edges: &Edges) -> Option<()> {
        // The edges from both states lead to the current state: go forward to the first common state, then back.
        let mut common = state;
        let mut back = Vec::new();
        while common != self.at {
            if self.at < common {
                let edge = edges.get(self.at)?;
                apply_in_place(&mut self.text, &edge.changes)?;
                self.at = edge.next;
            } else {
                let edge = edges.get(common)?;
                back.push((common, edge));
                common = edge.next;
            }
        }
        for (state, edge) in back.into_iter().rev() {
            apply_in_place(&mut self.text, &edge.inverse)?;
            self.at = state;
        }
        Some(())
    }
}

/// Applies `changes` to `text`. Returns `None`, with `text` unchanged, if the changes do not fit.
pub(super) fn apply_in_place(text: &mut Vec<u8>, changes: &ChangeSet) -> Option<()> {
    match changes.edits() {
        [] => {}
        [edit] => {
            changes.check(text).ok()?;
            text.splice(edit.span().range(), edit.new.iter().copied());
        }
        _ => *text = changes.apply(text).ok()?,
    }
    Some(())
}
