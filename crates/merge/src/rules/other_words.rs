//! `words`: the sides changed different words of the same lines.

use bytes::Bytes;

use crate::changes::{self, LineAlgorithm};
use crate::conflict::Conflict;
use crate::doubts::has_moved_words;
use crate::pieces::Piece;
use crate::region::{self, MergeRegion, RegionOutcome};
use crate::versions::{VersionLines, Versions};
use crate::words::is_space;

/// The lines of `piece` with the words that each side changed. Each line must still be a single line.
pub fn settle(conflict: &Conflict<'_, '_>, piece: &Piece) -> Option<Bytes> {
    let len = piece.base.len();
    if !piece.is_ours || len == 0 || piece.ours.len() != len || piece.theirs.len() != len {
        return None;
    }
    let versions = conflict
        .lines()
        .texts(&piece.base, &piece.ours, &piece.theirs);
    let words = WordMerge::new(&versions);
    if words.has_moved_words || words.repeats_words() {
        return None;
    }
    region::joined(&words.words, 0..words.words.ours.len(), &words.regions).ok()
}

struct WordMerge<'t> {
    words: VersionLines<'t>,
    regions: Vec<MergeRegion>,
    has_moved_words: bool,
}

impl<'t> WordMerge<'t> {
    fn new(versions: &'t Versions) -> Self {
        let words = VersionLines::in_words(versions);
        let [ours, theirs] = changes::of_both_sides(&words, LineAlgorithm::Myers);
        Self {
            has_moved_words: has_moved_words(&ours, &words.base, &words.ours)
                || has_moved_words(&theirs, &words.base, &words.theirs),
            regions: region::regions(&words, &words.whole(), &ours, &theirs),
            words,
        }
    }

    /// True if both sides insert the same words of the base (say `, %d`), and a side changes something else (its
    /// argument). Git keeps such words once, which would be one too few.
    fn repeats_words(&self) -> bool {
        let mut repeats = false;
        let mut changes = false;
        for region in &self.regions {
            if region.outcome != RegionOutcome::Same {
                changes = true;
            } else if region.base.is_empty() && self.is_of_base_words(region) {
                repeats = true;
            }
        }
        repeats && changes
    }

    /// True if our side inserts words in `region`, and the base contains all of them.
    fn is_of_base_words(&self, region: &MergeRegion) -> bool {
        let base = &self.words.base;
        let mut has_words = false;
        for word in self.words.ours.each(region.ours.clone()) {
            if is_space(word) || word == b"," {
                continue;
            }
            has_words = true;
            if !base.each(0..base.len()).any(|old| old == word) {
                return false;
            }
        }
        has_words
    }
}
