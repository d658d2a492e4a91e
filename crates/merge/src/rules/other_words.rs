//! `words`: the sides changed different words of the same lines.

use bytes::Bytes;

use crate::changes::{self, LineAlgorithm, LineEdit};
use crate::conflict::Conflict;
use crate::doubts::has_moved_words;
use crate::pieces::Piece;
use crate::region::{self, MergeRegion, RegionOutcome};
use crate::versions::{NumberedLines, VersionLines, Versions};
use crate::words::{is_space, is_word, tokens};

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
    if words.has_moved_words || words.changes_quotes || words.repeats_words() {
        return None;
    }
    let merged = region::joined(&words.words, 0..words.words.ours.len(), &words.regions).ok()?;
    let in_sides = count_doubled(&versions.ours).max(count_doubled(&versions.theirs));
    if count_doubled(&merged) > in_sides {
        return None;
    }
    Some(merged)
}

struct WordMerge<'t> {
    words: VersionLines<'t>,
    regions: Vec<MergeRegion>,
    has_moved_words: bool,
    /// True if a side may have moved the limits of a quoted text.
    changes_quotes: bool,
}

impl<'t> WordMerge<'t> {
    fn new(versions: &'t Versions) -> Self {
        let words = VersionLines::in_words(versions);
        let [ours, theirs] = changes::of_both_sides(&words, LineAlgorithm::Myers);
        Self {
            has_moved_words: has_moved_words(&ours, &words.base, &words.ours)
                || has_moved_words(&theirs, &words.base, &words.theirs),
            changes_quotes: changes_quotes(&ours, &words.base, &words.ours)
                || changes_quotes(&theirs, &words.base, &words.theirs),
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

/// True if one of `edits`, which turn `base` into `side`, adds or removes one end of a quoted text.
fn changes_quotes(edits: &[LineEdit], base: &NumberedLines<'_>, side: &NumberedLines<'_>) -> bool {
    for edit in edits {
        let old = base.each(edit.base.clone());
        let new = side.each(edit.other.clone());
        let quotes = old
            .chain(new)
            .filter(|word| matches!(word, [b'"' | b'\'' | b'`']));
        if quotes.count() % 2 == 1 {
            return true;
        }
    }
    false
}

/// The number of words in `text` that follow themselves, such as `in in`.
fn count_doubled(text: &[u8]) -> usize {
    let words: Vec<&[u8]> = tokens(text).filter(|word| *word != b",").collect();
    words
        .windows(2)
        .filter(|pair| pair[0] == pair[1] && is_word(pair[0]))
        .count()
}
