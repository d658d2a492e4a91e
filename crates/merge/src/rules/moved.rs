//! A block that one side moved and the other edited: the edit goes to where the block stands now.

use std::ops::Range;

use crate::changes::LineEdit;
use crate::meeting::inside;
use crate::region::{MergeRegion, MergeRule, RegionOutcome};
use crate::versions::{NumberedLines, VersionLines};
use incise_text::text;

/// How many lines with words in them a block has at least, to be known again elsewhere.
const TELLING: usize = 3;

/// A block that one side moved and the other edited.
pub struct MovedBlock {
    /// What becomes of the region that it left, and of the one that it stands in now, by their numbers.
    pub outcomes: [(usize, RegionOutcome); 2],
}

/// One side of a merge.
struct MergeSide<'a, 't> {
    lines: &'a NumberedLines<'t>,
    /// What it changed of the base.
    changes: &'a [LineEdit],
    /// Its lines in a region.
    of: fn(&MergeRegion) -> &Range<usize>,
    /// The outcome of a region that it alone changed.
    alone: RegionOutcome,
}

impl MovedBlock {
    /// The block in the conflict with this number among `regions` of `lines`, which the sides changed as `ours` and
    /// `theirs` say; `None` if there is none, or its place is not certain.
    pub fn find(
        regions: &[MergeRegion],
        number: usize,
        lines: &VersionLines<'_>,
        ours: &[LineEdit],
        theirs: &[LineEdit],
    ) -> Option<Self> {
        let ours = MergeSide {
            lines: &lines.ours,
            changes: ours,
            of: |region| &region.ours,
            alone: RegionOutcome::Ours,
        };
        let theirs = MergeSide {
            lines: &lines.theirs,
            changes: theirs,
            of: |region| &region.theirs,
            alone: RegionOutcome::Theirs,
        };
        let by = |mover, editor| Self::moved_by(mover, editor, regions, number, &lines.base);
        by(&ours, &theirs).or_else(|| by(&theirs, &ours))
    }

    fn moved_by(
        mover: &MergeSide<'_, '_>,
        editor: &MergeSide<'_, '_>,
        regions: &[MergeRegion],
        number: usize,
        base: &NumberedLines<'_>,
    ) -> Option<Self> {
        let conflict = &regions[number];
        let left = (mover.of)(conflict).clone();
        if mover.lines.each(left.clone()).any(text::is_telling) {
            return None;
        }
        let block = telling_part(base, conflict.base.clone())?;
        let there = text::only_place(&base.numbers[block.clone()], &mover.lines.numbers)?;
        let is_new =
            |change: &LineEdit| change.other.start <= there.start && there.end <= change.other.end;
        let holds = |region: &MergeRegion| {
            let lines = (mover.of)(region);
            lines.start <= there.start && there.end <= lines.end && region.outcome == mover.alone
        };
        let target = regions.iter().position(holds)?;
        let is_inside = |edit: &LineEdit| {
            if edit.base.is_empty() {
                block.start < edit.base.start && edit.base.start < block.end
            } else {
                block.start <= edit.base.start && edit.base.end <= block.end
            }
        };
        let mut edits = inside(editor.changes, &conflict.base);
        if !mover.changes.iter().any(is_new) || !edits.all(is_inside) {
            return None;
        }
        let edited = (editor.of)(conflict);
        let head = block.start - conflict.base.start;
        let tail = conflict.base.end - block.end;
        let place = (mover.of)(&regions[target]);
        let text = [
            mover.lines.bytes(place.start..there.start),
            editor.lines.bytes(edited.start + head..edited.end - tail),
            mover.lines.bytes(there.end..place.end),
        ];
        let settled = |text| RegionOutcome::Settled(text, MergeRule::Moved);
        Some(Self {
            outcomes: [
                (number, settled(mover.lines.bytes(left))),
                (target, settled(text.concat().into())),
            ],
        })
    }
}

/// `lines` of the base without those at both ends that have no word; `None` where they say too little.
fn telling_part(base: &NumberedLines<'_>, lines: Range<usize>) -> Option<Range<usize>> {
    let telling: Vec<usize> = lines
        .filter(|line| text::is_telling(base.line(*line)))
        .collect();
    let (first, last) = (telling.first()?, telling.last()?);
    (telling.len() >= TELLING).then_some(*first..last + 1)
}
