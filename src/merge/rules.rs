//! The rules that settle what git calls a conflict. Each has evidence of its own; where it is thin, the conflict
//! stays.

use std::collections::HashSet;

use bytes::Bytes;
use foldhash::fast::FixedState;
use similar::Algorithm;

use super::changes::{self, LineEdit};
use super::insertions;
use super::meeting::{MeetingEdits, inside, meetings};
use super::region::{self, ConflictCause, MergeRegion, MergeRule, RegionOutcome};
use super::versions::{NumberedLines, VersionLines, Versions, words};

/// Most lines of a base of which both sides may change different words, where the lines do not correspond.
const FEW: usize = 4;

/// The conflicts of one merge, and what is known of its texts.
pub struct Conflicts<'t> {
    lines: &'t VersionLines<'t>,
    ours: &'t [LineEdit],
    theirs: &'t [LineEdit],
    /// The names of the base that our side has no more, and those that the other side has no more.
    gone: [HashSet<&'t [u8], FixedState>; 2],
}

impl<'t> Conflicts<'t> {
    /// Those of `versions`, cut into `lines`, which the sides changed as `ours` and `theirs` say.
    pub fn of(
        versions: &'t Versions,
        lines: &'t VersionLines<'t>,
        ours: &'t [LineEdit],
        theirs: &'t [LineEdit],
    ) -> Self {
        let names = |text: &'t [u8]| -> HashSet<&'t [u8], FixedState> {
            words(text).filter(|word| is_name(word)).collect()
        };
        let base = names(&versions.base);
        let gone = |side: &'t [u8]| {
            let left = names(side);
            base.difference(&left).copied().collect()
        };
        Self {
            lines,
            ours,
            theirs,
            gone: [gone(&versions.ours), gone(&versions.theirs)],
        }
    }

    /// What becomes of `conflict`, if rules settle all of it.
    ///
    /// # Errors
    /// What is in the way of the rules, if anything is.
    pub fn settled(
        &self,
        conflict: &MergeRegion,
    ) -> Result<Vec<MergeRegion>, Option<ConflictCause>> {
        let meetings = meetings(conflict, self.ours, self.theirs);
        let regions = meetings.into_iter().map(|meeting| {
            let outcome = self.outcome(&meeting)?;
            Some(MergeRegion {
                base: meeting.base,
                ours: meeting.ours,
                theirs: meeting.theirs,
                outcome,
            })
        });
        let regions: Vec<MergeRegion> = regions.collect::<Option<_>>().ok_or(None)?;
        // A list of releases says of each what was true then.
        let is_release = |region: &MergeRegion| {
            matches!(
                region.outcome,
                RegionOutcome::Settled(_, MergeRule::Releases)
            )
        };
        let is_sound = regions.iter().all(is_release) || !self.names_what_is_gone(conflict);
        if is_sound {
            Ok(regions)
        } else {
            Err(Some(ConflictCause::GoneName))
        }
    }

    fn outcome(&self, meeting: &MeetingEdits) -> Option<RegionOutcome> {
        let lines = self.lines;
        let ours = &lines.ours.numbers[meeting.ours.clone()];
        if !meeting.is_theirs {
            return Some(RegionOutcome::Ours);
        }
        if !meeting.is_ours {
            let text = lines.theirs.bytes(meeting.theirs.clone());
            return Some(RegionOutcome::Settled(text, MergeRule::Adjacent));
        }
        if *ours == lines.theirs.numbers[meeting.theirs.clone()] {
            return Some(RegionOutcome::Same);
        }
        if meeting.base.is_empty() {
            let (text, rule) = insertions::ordered(meeting, lines)?;
            return Some(RegionOutcome::Settled(text, rule));
        }
        let text = self.other_words(meeting)?;
        Some(RegionOutcome::Settled(text, MergeRule::Words))
    }

    /// Whether one side's new text mentions a name that the other side removed from the whole text, or renamed.
    fn names_what_is_gone(&self, conflict: &MergeRegion) -> bool {
        let [gone_ours, gone_theirs] = &self.gone;
        self.mentions(self.theirs, &self.lines.theirs, conflict, gone_ours)
            || self.mentions(self.ours, &self.lines.ours, conflict, gone_theirs)
    }

    /// Whether one of the `changes` that made `side` brings a name that is `gone` into `conflict`.
    fn mentions(
        &self,
        changes: &[LineEdit],
        side: &NumberedLines,
        conflict: &MergeRegion,
        gone: &HashSet<&[u8], FixedState>,
    ) -> bool {
        let mut inside = inside(changes, &conflict.base);
        inside.any(|change| {
            let old = self.lines.base.bytes(change.base.clone());
            let old: HashSet<&[u8], FixedState> = words(&old).collect();
            let new = side.bytes(change.other.clone());
            words(&new).any(|word| gone.contains(word) && !old.contains(word))
        })
    }

    /// The lines of `meeting` with the words that each side changed, where these are different words.
    fn other_words(&self, meeting: &MeetingEdits) -> Option<Bytes> {
        let lengths = [meeting.ours.len(), meeting.theirs.len()];
        let count = meeting.base.len();
        let is_line_for_line = lengths == [count; 2];
        if !is_line_for_line && (count > FEW || lengths.contains(&0)) {
            return None;
        }
        let versions = Versions {
            base: self.lines.base.bytes(meeting.base.clone()),
            ours: self.lines.ours.bytes(meeting.ours.clone()),
            theirs: self.lines.theirs.bytes(meeting.theirs.clone()),
        };
        let units = VersionLines::in_words(&versions);
        let between = |side: &[u32]| changes::between(&units.base.numbers, side, Algorithm::Myers);
        let (ours, theirs) = (between(&units.ours.numbers), between(&units.theirs.numbers));
        let regions = region::regions(&units, &ours, &theirs);
        region::joined(&units, &regions)
    }
}

/// Whether `word` could be what a program calls something.
fn is_name(word: &[u8]) -> bool {
    word.len() > 2
        && word
            .first()
            .is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_')
}
