//! The parts of a conflict in which changes of the two sides overlap.

use std::ops::Range;

use crate::changes::LineEdit;
use crate::region::MergeRegion;

/// Changes that share lines of the base or insert at the same place, or a single change that touches its neighbors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The lines of the base.
    pub base: Range<usize>,
    /// The lines of our side.
    pub ours: Range<usize>,
    /// The lines of the other side.
    pub theirs: Range<usize>,
    /// True if our side changed the lines.
    pub is_ours: bool,
    /// True if the other side changed the lines.
    pub is_theirs: bool,
}

impl Piece {
    /// The whole `region`, as changed by both sides.
    pub fn whole(region: &MergeRegion) -> Self {
        Self {
            base: region.base.clone(),
            ours: region.ours.clone(),
            theirs: region.theirs.clone(),
            is_ours: true,
            is_theirs: true,
        }
    }

    /// True if `edit` shares lines with this piece or inserts at the same place. `edit` must not begin before this
    /// piece.
    fn overlaps(&self, edit: &LineEdit) -> bool {
        let (piece, edited) = (&self.base, &edit.base);
        match (piece.is_empty(), edited.is_empty()) {
            (true, true) => piece.start == edited.start,
            (true, false) => false,
            (false, true) => piece.start < edited.start && edited.start < piece.end,
            (false, false) => edited.start < piece.end,
        }
    }

    /// Adds `edit` of one side to this piece.
    fn add(&mut self, edit: &LineEdit, is_ours: bool) {
        let more = edit.base.end.saturating_sub(self.base.end);
        self.base.end += more;
        self.ours.end += more;
        self.theirs.end += more;
        let side = if is_ours {
            self.is_ours = true;
            &mut self.ours
        } else {
            self.is_theirs = true;
            &mut self.theirs
        };
        side.end = side.end + edit.other.len() - edit.base.len();
    }
}

/// The pieces of `conflict`, in order.
pub fn pieces(conflict: &MergeRegion, ours: &[LineEdit], theirs: &[LineEdit]) -> Vec<Piece> {
    let mut ours = edits_within(ours, &conflict.base).iter().peekable();
    let mut theirs = edits_within(theirs, &conflict.base).iter().peekable();
    let mut pieces: Vec<Piece> = Vec::new();
    // The next line to read in each version.
    let mut base_line = conflict.base.start;
    let mut our_line = conflict.ours.start;
    let mut their_line = conflict.theirs.start;
    loop {
        let is_ours = match (ours.peek(), theirs.peek()) {
            (Some(our_edit), Some(their_edit)) => order(our_edit) <= order(their_edit),
            (our_edit, _) => our_edit.is_some(),
        };
        let next = if is_ours { ours.next() } else { theirs.next() };
        let Some(edit) = next else {
            return pieces;
        };
        if !pieces.last().is_some_and(|last| last.overlaps(edit)) {
            let kept = edit.base.start - base_line;
            base_line += kept;
            our_line += kept;
            their_line += kept;
            pieces.push(Piece {
                base: base_line..base_line,
                ours: our_line..our_line,
                theirs: their_line..their_line,
                is_ours: false,
                is_theirs: false,
            });
        }
        if let Some(last) = pieces.last_mut() {
            last.add(edit, is_ours);
            base_line = last.base.end;
            our_line = last.ours.end;
            their_line = last.theirs.end;
        }
    }
}

/// The sort key of `edit`: an insertion comes before a change of the lines below it.
fn order(edit: &LineEdit) -> (usize, usize) {
    (edit.base.start, edit.base.end)
}

/// The `edits` within the lines `base`.
pub fn edits_within<'e>(edits: &'e [LineEdit], base: &Range<usize>) -> &'e [LineEdit] {
    let first = edits.partition_point(|edit| edit.base.start < base.start);
    let count = edits[first..]
        .iter()
        .take_while(|edit| edit.base.end <= base.end)
        .count();
    &edits[first..first + count]
}
