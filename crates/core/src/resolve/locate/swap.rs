//! How a sibling differs from a block that is gone: by other words, not by changed ones.
//!
//! `add_membership` and `drop_membership` are alike but for one word, and when the one is gone the other is the
//! most similar place by far. What tells it from a block that somebody changed is not how much differs but
//! what: a change brings something that the file does not have elsewhere, and leaves a word to be recognised;
//! a sibling has the same words as others, or words that have nothing of the old ones.

use std::collections::HashSet;

use memchr::memmem;
use similar::{Algorithm, DiffOp};

use crate::resolve::modified::{is_modified, words};
use crate::text::{self, Span, is_apart};

/// Most differing words that are looked for; a pair of lines with more of them differs by something else too.
const WORDS: usize = 32;

/// Whether one of `pairs`, each an old line and the one in its place, differs as siblings do: what stands there
/// for an old word has nothing of it, or is all found in `text` outside `place` as well.
pub(super) fn is_swap(pairs: &[(Vec<u8>, Vec<u8>)], text: &[u8], place: Span) -> bool {
    pairs.iter().any(|(old, there)| {
        let differing = Differing::of(old, there);
        let telling = differing.telling();
        let is_nothing_new = || {
            telling.len() <= WORDS && telling.iter().all(|word| stands_outside(word, text, place))
        };
        !telling.is_empty() && (!differing.is_recognised || is_nothing_new())
    })
}

/// How one line differs from another, word by word.
struct Differing<'l> {
    gone: Vec<&'l [u8]>,
    come: Vec<&'l [u8]>,
    /// Whether what stands for other words keeps something of them.
    is_recognised: bool,
}

impl<'l> Differing<'l> {
    fn of(old: &'l [u8], there: &'l [u8]) -> Self {
        let (old, there) = (words(old), words(there));
        let mut differing = Self {
            gone: Vec::new(),
            come: Vec::new(),
            is_recognised: true,
        };
        for op in text::compare(Algorithm::Myers, &old, &there) {
            if matches!(op, DiffOp::Equal { .. }) {
                continue;
            }
            let (gone, come) = (&old[op.old_range()], &there[op.new_range()]);
            let is_replaced = gone.iter().any(is_word) && come.iter().any(is_word);
            differing.is_recognised &= !is_replaced || is_modified(&gone.concat(), &come.concat());
            differing.gone.extend_from_slice(gone);
            differing.come.extend_from_slice(come);
        }
        differing
    }

    /// The words that have come, else those that are gone; where no word differs the signs likewise.
    fn telling(&self) -> HashSet<&'l [u8]> {
        let is_told = |word: &&[u8]| !word.iter().all(u8::is_ascii_whitespace);
        let kept: [HashSet<&[u8]>; 4] = [
            self.come.iter().copied().filter(is_word).collect(),
            self.gone.iter().copied().filter(is_word).collect(),
            self.come.iter().copied().filter(is_told).collect(),
            self.gone.iter().copied().filter(is_told).collect(),
        ];
        let first = kept.into_iter().find(|words| !words.is_empty());
        first.unwrap_or_default()
    }
}

/// Whether a piece of a line is a word, no sign.
fn is_word(word: &&[u8]) -> bool {
    let is_sign = |byte: &u8| byte.is_ascii() && !byte.is_ascii_alphanumeric();
    !word.iter().all(is_sign)
}

/// Whether `word` stands by itself somewhere in `text` outside `place`.
fn stands_outside(word: &[u8], text: &[u8], place: Span) -> bool {
    memmem::find_iter(text, word)
        .map(|at| Span::of_len(at, word.len()))
        .any(|found| {
            (found.end() <= place.start() || place.end() <= found.start()) && is_apart(text, found)
        })
}

#[cfg(test)]
mod tests {
    use super::is_swap;
    use crate::text::Span;

    /// Whether `there`, a line of `rest`, is that of a sibling of `old`.
    fn swapped(old: &str, there: &str, rest: &str) -> bool {
        let text = [there, "\n", rest].concat();
        let pair = (old.as_bytes().to_vec(), there.as_bytes().to_vec());
        is_swap(&[pair], text.as_bytes(), Span::of_len(0, there.len()))
    }

    #[test]
    fn a_line_with_a_word_of_its_own_is_changed() {
        for (old, there) in [
            ("let member = find(1);", "let member_now = find(1);"),
            (
                "let member = find(1);",
                "let member = find(1).unless(busy);",
            ),
            ("timeout = 10", "timeout = 100"),
            ("first - second", "first + second"),
            ("same", "same"),
        ] {
            assert!(!swapped(old, there, "let member = 1;"), "{old} / {there}");
        }
    }

    #[test]
    fn a_line_with_the_words_of_others_is_a_siblings() {
        for (old, there, rest) in [
            ("add_member(x)", "drop_member(x)", "drop_member(y)"),
            ("add(x)", "drop(x)", ""),
            ("fn get(&self)", "fn get(&mut self)", "let mut a;"),
            ("pub fn get()", "fn get()", "pub struct A;"),
            ("a < b", "a > b", "c > d"),
        ] {
            assert!(swapped(old, there, rest), "{old} / {there}");
        }
    }
}
