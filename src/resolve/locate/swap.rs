//! How a sibling differs from a block that is gone: by words that the file uses elsewhere too.
//!
//! `add_membership` and `drop_membership` are alike but for one word, and when the one is gone the other is the
//! most similar place by far. What tells it from a block that somebody changed is not how much differs but
//! what: a change brings words that the file does not have elsewhere; a sibling has the same words as others.

use std::collections::HashSet;

use memchr::memmem;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::resolve::modified::words;
use crate::resolve::nearest::is_apart;
use crate::text::Span;

/// Most differing words that are looked for; a pair of lines with more of them differs by something else too.
const WORDS: usize = 32;

/// Whether one of `pairs`, each an old line and the one in its place, differs by nothing new: what stands there
/// in place of the old words are words that `text` has outside `place` as well.
pub(super) fn is_swap(pairs: &[(Vec<u8>, Vec<u8>)], text: &[u8], place: Span) -> bool {
    pairs.iter().any(|(old, there)| {
        let telling = telling(old, there);
        !telling.is_empty()
            && telling.len() <= WORDS
            && telling.iter().all(|word| stands_outside(word, text, place))
    })
}

/// The words that `there` has and `old` has not; where there are none those that only `old` has, and where
/// no word differs the signs.
fn telling<'l>(old: &'l [u8], there: &'l [u8]) -> HashSet<&'l [u8]> {
    let (old, there) = (words(old), words(there));
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    for op in capture_diff_slices(Algorithm::Myers, &old, &there) {
        if !matches!(op, DiffOp::Equal { .. }) {
            gone.extend_from_slice(&old[op.old_range()]);
            come.extend_from_slice(&there[op.new_range()]);
        }
    }
    let is_sign = |byte: &u8| byte.is_ascii() && !byte.is_ascii_alphanumeric();
    let is_word = |word: &&&[u8]| !word.iter().all(is_sign);
    let is_told = |word: &&&[u8]| !word.iter().all(u8::is_ascii_whitespace);
    let kept: [HashSet<&[u8]>; 3] = [
        come.iter().filter(is_word).copied().collect(),
        gone.iter().filter(is_word).copied().collect(),
        come.iter().chain(&gone).filter(is_told).copied().collect(),
    ];
    kept.into_iter()
        .find(|words| !words.is_empty())
        .unwrap_or_default()
}

/// Whether `word` stands by itself somewhere in `text` outside `place`.
fn stands_outside(word: &[u8], text: &[u8], place: Span) -> bool {
    memmem::find_iter(text, word)
        .map(|at| Span::of_len(at, word.len()))
        .any(|found| {
            (found.end() <= place.start() || place.end() <= found.start()) && is_apart(text, found)
        })
}
