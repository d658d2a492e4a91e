//! Builds change sets edit by edit, in order, in linear time.
//!
//! Invariant: what has been pushed is sorted and coalesced; the last edit stays open so that a million
//! touching edits are appended to one text instead of being joined pairwise.

use bytes::Bytes;

use super::{ChangeSet, Edit};

/// Consecutive pieces of one text. The first piece is kept as it is, so that a text of one piece shares
/// its memory; only a second one makes a copy.
#[derive(Debug, Default)]
pub(super) struct PieceRun {
    only: Bytes,
    joined: Vec<u8>,
}

impl PieceRun {
    /// Adds `piece` at the end, sharing its memory if it stays the only one.
    pub(super) fn push(&mut self, piece: Bytes) {
        if self.is_empty() {
            self.only = piece;
        } else {
            self.push_slice(&piece);
        }
    }

    /// Adds a copy of `piece` at the end.
    pub(super) fn push_slice(&mut self, piece: &[u8]) {
        if piece.is_empty() {
            return;
        }
        if self.joined.is_empty() {
            self.joined.extend_from_slice(&self.only);
            self.only = Bytes::new();
        }
        self.joined.extend_from_slice(piece);
    }

    fn is_empty(&self) -> bool {
        self.only.is_empty() && self.joined.is_empty()
    }

    /// The whole text.
    pub(super) fn into_bytes(self) -> Bytes {
        if self.joined.is_empty() {
            self.only
        } else {
            self.joined.into()
        }
    }
}

/// The edit that may still grow.
struct OpenEdit {
    at: usize,
    end: usize,
    old: PieceRun,
    new: PieceRun,
}

/// A change set in the making.
pub(super) struct Builder {
    base_len: usize,
    edits: Vec<Edit>,
    open: Option<OpenEdit>,
    dropped: usize,
}

impl Builder {
    /// Begins a change set for a text of `base_len` bytes with room for `edits` edits.
    pub(super) fn with_capacity(base_len: usize, edits: usize) -> Self {
        Self {
            base_len,
            edits: Vec::with_capacity(edits),
            open: None,
            dropped: 0,
        }
    }

    /// Appends `edit`, which must begin at or after the end of the last one, coalescing if they touch.
    pub(super) fn push(&mut self, edit: Edit) {
        if edit.old.is_empty() && edit.new.is_empty() {
            self.dropped += 1;
            return;
        }
        let end = edit.end();
        if self.open.as_ref().is_none_or(|open| open.end != edit.at) {
            self.close();
            self.open = Some(OpenEdit {
                at: edit.at,
                end,
                old: PieceRun::default(),
                new: PieceRun::default(),
            });
        }
        if let Some(open) = &mut self.open {
            open.end = end;
            open.old.push(edit.old);
            open.new.push(edit.new);
        }
    }

    /// How many edits were pushed that replace nothing by nothing and so were not kept.
    pub(super) fn dropped(&self) -> usize {
        self.dropped
    }

    /// The change set.
    pub(super) fn finish(mut self) -> ChangeSet {
        self.close();
        ChangeSet::of_apart(self.base_len, self.edits)
    }

    fn close(&mut self) {
        if let Some(open) = self.open.take() {
            self.edits.push(Edit {
                at: open.at,
                old: open.old.into_bytes(),
                new: open.new.into_bytes(),
            });
        }
    }
}
