//! One text of a file's past at a time. Pure.
//!
//! Who wants the text at one state after the other goes from each to the next, and pays for what is between them, not
//! for all of the way to the present.

use bytes::Bytes;

use super::file_history::{Edges, State};
use crate::change::ChangeSet;

/// The text at the state that was gone to last.
pub(super) struct TextCursor {
    at: State,
    text: Vec<u8>,
    /// Where it began.
    present: (State, Bytes),
}

impl TextCursor {
    /// Begins with the `current` text.
    pub(super) fn new(current: &Bytes, present: State) -> Self {
        Self {
            at: present,
            text: current.to_vec(),
            present: (present, current.clone()),
        }
    }

    /// The text there.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Goes to `state`; `None` when the way from there is not known, or what a damaged journal says of it cannot be.
    pub(super) fn move_to(&mut self, state: State, edges: &Edges) -> Option<()> {
        let passed = self.passed(state, edges);
        if passed.is_none() {
            (self.at, self.text) = (self.present.0, self.present.1.to_vec());
        }
        passed
    }

    fn passed(&mut self, state: State, edges: &Edges) -> Option<()> {
        // Both states lead to the present: forth to where they meet, and back from there.
        let (mut meeting, mut back) = (state, Vec::new());
        while meeting != self.at {
            if self.at < meeting {
                let (edge, next) = edges.edge(self.at)?;
                pass(&mut self.text, &edge.changes)?;
                self.at = next;
            } else {
                let (edge, next) = edges.edge(meeting)?;
                back.push((meeting, edge));
                meeting = next;
            }
        }
        for (state, edge) in back.into_iter().rev() {
            pass(&mut self.text, &edge.inverse)?;
            self.at = state;
        }
        Some(())
    }
}

/// Applies `changes` to `text`, in place where it is one change; `None`, and `text` as it was, when they do not fit.
pub(super) fn pass(text: &mut Vec<u8>, changes: &ChangeSet) -> Option<()> {
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
