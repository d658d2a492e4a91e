//! Distinguishes a sibling of a block from a changed version of the block, by the words that differ.
//!
//! `add_membership` and `drop_membership` differ in one word. If one of them is missing, the other is the most
//! similar text, so the amount of difference does not help. A change introduces a word that occurs nowhere else in
//! the file, and keeps a part of the old word. A sibling has words of other lines, or nothing in common with the old
//! words.

use std::collections::HashSet;

use memchr::memmem;
use similar::{Algorithm, DiffOp};

use crate::resolve::modified::{is_modified, words};
use crate::text::{self, Span, has_word_boundaries};

/// The most differing words that are searched for. Lines with more differing words also differ in something else.
const MAX_WORDS: usize = 32;

/// True if a line of `pairs` (wanted, found) differs as siblings do. Either its new words have nothing in common with
/// the old words, or all of them also occur in `text` outside `place`.
pub(super) fn is_sibling(pairs: &[(Vec<u8>, Vec<u8>)], text: &[u8], place: Span) -> bool {
    for (old, found) in pairs {
        let differing = WordDifference::new(old, found);
        let distinctive = differing.distinctive_words();
        if distinctive.is_empty() {
            continue;
        }
        let occurs_elsewhere = distinctive.len() <= MAX_WORDS
            && distinctive
                .iter()
                .all(|word| occurs_outside(word, text, place));
        if !differing.keeps_part || occurs_elsewhere {
            return true;
        }
    }
    false
}

/// The words in which one line differs from another.
struct WordDifference<'l> {
    removed: Vec<&'l [u8]>,
    added: Vec<&'l [u8]>,
    /// True if all words that replace other words keep a part of them.
    keeps_part: bool,
}

impl<'l> WordDifference<'l> {
    fn new(old: &'l [u8], found: &'l [u8]) -> Self {
        let (old_words, found_words) = (words(old), words(found));
        let mut differing = Self {
            removed: Vec::new(),
            added: Vec::new(),
            keeps_part: true,
        };
        for op in text::compare(Algorithm::Myers, &old_words, &found_words) {
            if matches!(op, DiffOp::Equal { .. }) {
                continue;
            }
            let (removed, added) = (&old_words[op.old_range()], &found_words[op.new_range()]);
            if removed.iter().any(is_word) && added.iter().any(is_word) {
                differing.keeps_part &= is_modified(&removed.concat(), &added.concat());
            }
            differing.removed.extend_from_slice(removed);
            differing.added.extend_from_slice(added);
        }
        differing
    }

    /// The added words, otherwise the removed words, otherwise the added or removed punctuation.
    fn distinctive_words(&self) -> HashSet<&'l [u8]> {
        for is_kept in [is_word, is_visible] {
            for words in [&self.added, &self.removed] {
                let kept: HashSet<&[u8]> = words.iter().copied().filter(is_kept).collect();
                if !kept.is_empty() {
                    return kept;
                }
            }
        }
        HashSet::new()
    }
}

fn is_visible(piece: &&[u8]) -> bool {
    !piece.iter().all(u8::is_ascii_whitespace)
}

/// True if a piece of a line contains more than punctuation.
fn is_word(piece: &&[u8]) -> bool {
    piece
        .iter()
        .any(|byte| !byte.is_ascii() || byte.is_ascii_alphanumeric())
}

/// True if `word` occurs as a separate word in `text` outside `place`.
fn occurs_outside(word: &[u8], text: &[u8], place: Span) -> bool {
    for at in memmem::find_iter(text, word) {
        let found = Span::of_len(at, word.len());
        let is_outside = found.end() <= place.start() || place.end() <= found.start();
        if is_outside && has_word_boundaries(text, found) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::is_sibling;
    use crate::text::Span;

    /// True if `found`, a line of a file with the lines `rest`, is a sibling of `old`.
    fn swapped(old: &str, found: &str, rest: &str) -> bool {
        let text = [found, "\n", rest].concat();
        let pair = (old.as_bytes().to_vec(), found.as_bytes().to_vec());
        is_sibling(&[pair], text.as_bytes(), Span::of_len(0, found.len()))
    }

    #[test]
    fn a_line_with_a_word_of_its_own_is_changed() {
        for (old, found) in [
            ("let member = find(1);", "let member_now = find(1);"),
            (
                "let member = find(1);",
                "let member = find(1).unless(busy);",
            ),
            ("timeout = 10", "timeout = 100"),
            ("first - second", "first + second"),
            ("same", "same"),
        ] {
            assert!(!swapped(old, found, "let member = 1;"), "{old} / {found}");
        }
    }

    #[test]
    fn a_line_with_the_words_of_others_is_a_siblings() {
        for (old, found, rest) in [
            ("add_member(x)", "drop_member(x)", "drop_member(y)"),
            ("add(x)", "drop(x)", ""),
            ("fn get(&self)", "fn get(&mut self)", "let mut a;"),
            ("pub fn get()", "fn get()", "pub struct A;"),
            ("a < b", "a > b", "c > d"),
        ] {
            assert!(swapped(old, found, rest), "{old} / {found}");
        }
    }
}
