//! `words`: the sides changed different words of the same lines.

use bytes::Bytes;

use crate::changes::{self, LineAlgorithm, SideEdits};
use crate::conflict::Conflict;
use crate::pieces::Piece;
use crate::region::{self, MergeRegion, RegionOutcome};
use crate::versions::{VersionLines, Versions};
use crate::words::{is_space, is_word, tokens};

/// Words and signs that join or negate conditions, or apply to everything that follows.
const LOGICAL: [&[u8]; 12] = [
    b"!", b"&", b"|", b"and", b"await", b"new", b"not", b"or", b"xor", b"AND", b"NOT", b"OR",
];

/// The lines of `piece` with the words that each side changed. Each line must still be a single line.
pub fn settle(conflict: &Conflict<'_, '_>, piece: &Piece) -> Option<Bytes> {
    let len = piece.base.len();
    if !piece.is_ours || len == 0 || piece.ours.len() != len || piece.theirs.len() != len {
        return None;
    }
    let versions = conflict
        .lines()
        .texts(&piece.base, &piece.ours, &piece.theirs);
    let words = VersionLines::in_words(&versions);
    let [ours, theirs] = changes::of_both_sides(&words, LineAlgorithm::Myers);
    let edits = words.edits(&ours, &theirs);
    for changes in [edits.ours, edits.theirs] {
        if has_moved_words(&changes) || changes_quotes(&changes) {
            return None;
        }
    }
    if may_bind_differently(&versions) {
        return None;
    }
    let regions = region::regions(&words, &words.whole(), &ours, &theirs);
    if repeats_words(&words, &regions) {
        return None;
    }
    let merged = region::joined(&words, 0..words.ours.len(), &regions).ok()?;
    let in_sides = count_doubled(&versions.ours).max(count_doubled(&versions.theirs));
    if count_doubled(&merged) > in_sides {
        return None;
    }
    Some(merged)
}

/// True if both sides insert the same words of the base (say `, %d`), and a side changes something else (its
/// argument). Git keeps such words once, which would be one too few.
fn repeats_words(words: &VersionLines<'_>, regions: &[MergeRegion]) -> bool {
    let mut repeats = false;
    let mut changes = false;
    for region in regions {
        if region.outcome != RegionOutcome::Same {
            changes = true;
        } else if region.base.is_empty() && is_of_base_words(words, region) {
            repeats = true;
        }
    }
    repeats && changes
}

/// True if our side inserts words in `region`, and the base contains all of them.
fn is_of_base_words(words: &VersionLines<'_>, region: &MergeRegion) -> bool {
    let base = &words.base;
    let mut has_words = false;
    for word in words.ours.each(region.ours.clone()) {
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

/// True if a side changed the logical operators, and they are not all the same. Each side's operands may bind
/// differently then.
fn may_bind_differently(versions: &Versions) -> bool {
    let base = logical_operators(&versions.base);
    let ours = logical_operators(&versions.ours);
    let theirs = logical_operators(&versions.theirs);
    let mut kinds = [&base[..], &ours, &theirs].concat();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.len() > 1 && (ours != base || theirs != base)
}

fn logical_operators(text: &[u8]) -> Vec<&[u8]> {
    tokens(text).filter(|word| LOGICAL.contains(word)).collect()
}

/// True if `changes` move a word of the base. A change of the other side after that word would end up in the wrong
/// place.
fn has_moved_words(changes: &SideEdits<'_, '_>) -> bool {
    for (number, edit) in changes.edits.iter().enumerate() {
        for word in changes.removed(edit) {
            if !word.iter().any(u8::is_ascii_alphabetic) {
                continue;
            }
            for (other_number, other) in changes.edits.iter().enumerate() {
                if other_number != number && changes.inserted(other).any(|new| new == word) {
                    return true;
                }
            }
        }
    }
    false
}

/// True if one of `changes` adds or removes one end of a quoted text.
fn changes_quotes(changes: &SideEdits<'_, '_>) -> bool {
    for edit in changes.edits {
        let quotes = changes
            .removed(edit)
            .chain(changes.inserted(edit))
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
