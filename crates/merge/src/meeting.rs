//! The changes of both sides in one conflict, parted where they do not overlap.

use std::iter::Peekable;
use std::ops::Range;

use super::changes::LineEdit;
use super::region::MergeRegion;

/// Changes that share lines of the base, or put lines at one place; or one that only meets its neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeetingEdits {
    /// The lines of the base.
    pub base: Range<usize>,
    /// What our side made of them.
    pub ours: Range<usize>,
    /// What the other side made of them.
    pub theirs: Range<usize>,
    /// Whether our side changed them.
    pub is_ours: bool,
    /// Whether the other side changed them.
    pub is_theirs: bool,
}

impl MeetingEdits {
    /// Whether `change`, which does not begin before it, shares lines with it or puts lines at the same place.
    fn overlaps(&self, change: &LineEdit) -> bool {
        let (one, two) = (&self.base, &change.base);
        match (one.is_empty(), two.is_empty()) {
            (true, true) => one.start == two.start,
            (true, false) => false,
            (false, true) => one.start < two.start && two.start < one.end,
            (false, false) => two.start < one.end,
        }
    }
}

/// The meetings in `conflict`, in order.
pub fn meetings(
    conflict: &MergeRegion,
    ours: &[LineEdit],
    theirs: &[LineEdit],
) -> Vec<MeetingEdits> {
    let mut ours = inside(ours, &conflict.base);
    let mut theirs = inside(theirs, &conflict.base);
    let mut meetings: Vec<MeetingEdits> = Vec::new();
    // The lines of the base and of both sides up to which all is known.
    let mut known = (
        conflict.base.start,
        conflict.ours.start,
        conflict.theirs.start,
    );
    loop {
        let key = |change: &&LineEdit| (change.base.start, change.base.end);
        let is_ours = match (ours.peek().map(key), theirs.peek().map(key)) {
            (Some(ours), Some(theirs)) => ours <= theirs,
            (ours, _) => ours.is_some(),
        };
        let next = if is_ours { ours.next() } else { theirs.next() };
        let Some(change) = next else {
            return meetings;
        };
        if !meetings.last().is_some_and(|last| last.overlaps(change)) {
            let kept = change.base.start - known.0;
            known = (change.base.start, known.1 + kept, known.2 + kept);
            meetings.push(MeetingEdits {
                base: known.0..known.0,
                ours: known.1..known.1,
                theirs: known.2..known.2,
                is_ours: false,
                is_theirs: false,
            });
        }
        if let Some(last) = meetings.last_mut() {
            last.take(change, is_ours);
            known = (last.base.end, last.ours.end, last.theirs.end);
        }
    }
}

impl MeetingEdits {
    /// Takes in `change`, one of our side or of the other.
    fn take(&mut self, change: &LineEdit, is_ours: bool) {
        let more = change.base.end.saturating_sub(self.base.end);
        self.base.end += more;
        let grow = |side: &mut Range<usize>, is_changed: bool| {
            let made = if is_changed {
                change.other.len()
            } else {
                change.base.len()
            };
            side.end = (side.end + more + made).saturating_sub(change.base.len());
        };
        grow(&mut self.ours, is_ours);
        grow(&mut self.theirs, !is_ours);
        self.is_ours |= is_ours;
        self.is_theirs |= !is_ours;
    }
}

/// The `changes` inside the lines `base`.
pub fn inside<'c>(
    changes: &'c [LineEdit],
    base: &Range<usize>,
) -> Peekable<impl Iterator<Item = &'c LineEdit>> {
    let first = changes.partition_point(|change| change.base.start < base.start);
    let end = base.end;
    changes[first..]
        .iter()
        .take_while(move |change| change.base.end <= end)
        .peekable()
}
