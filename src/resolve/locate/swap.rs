//! How a sibling differs from a block that is gone: by words that the file uses elsewhere too.
//!
//! `add_membership` and `drop_membership` are alike but for one word, and when the one is gone the other is the
//! most similar place by far. What tells them from a block that somebody changed is not how much differs but
//! what: a change brings a word that the file did not have, or takes one out of it; between siblings, words
//! are swapped that both go on being used.

use std::collections::HashSet;

use memchr::memmem;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::resolve::modified::words;
use crate::resolve::nearest::is_apart;
use crate::text::Span;

/// Most differing words that are looked for; a pair of lines with more of them differs by something else too.
const WORDS: usize = 32;

/// Whether all that tells the lines of `pairs`, each an old line and the one in its place, from each other are
/// words and signs that `text` has outside `place` as well. Lines that are equal tell nothing.
pub(super) fn is_swap(pairs: &[(Vec<u8>, Vec<u8>)], text: &[u8], place: Span) -> bool {
    pairs.iter().any(|(old, there)| {
        let differing = differing(old, there);
        !differing.is_empty()
            && differing.len() <= WORDS
            && differing
                .iter()
                .all(|word| stands_outside(word, text, place))
    })
}

/// The words that only one of two lines has at its place; signs only where no word differs.
fn differing<'l>(old: &'l [u8], there: &'l [u8]) -> HashSet<&'l [u8]> {
    let (old, there) = (words(old), words(there));
    let mut differing: HashSet<&[u8]> = capture_diff_slices(Algorithm::Myers, &old, &there)
        .into_iter()
        .filter(|op| !matches!(op, DiffOp::Equal { .. }))
        .flat_map(|op| [&old[op.old_range()], &there[op.new_range()]].concat())
        .filter(|word| !word.iter().all(u8::is_ascii_whitespace))
        .collect();
    let is_word = |word: &&[u8]| {
        word.iter()
            .any(|&byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())
    };
    if differing.iter().any(is_word) {
        differing.retain(is_word);
    }
    differing
}

/// Whether `word` stands by itself somewhere in `text` outside `place`.
fn stands_outside(word: &[u8], text: &[u8], place: Span) -> bool {
    memmem::find_iter(text, word)
        .map(|at| Span::of_len(at, word.len()))
        .any(|found| {
            (found.end() <= place.start() || place.end() <= found.start()) && is_apart(text, found)
        })
}
