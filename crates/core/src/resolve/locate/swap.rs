//! Telling a sibling of a block from a changed version of it, by their differing words.
//!
//! `add_membership` and `drop_membership` differ in one word, and if one is missing the other is the most similar place.
//! The amount of the difference does not tell them apart. A change brings a word that the file does not have elsewhere,
//! and keeps a part of the old word. A sibling has words of other lines, or nothing of the old words.

use std::collections::HashSet;

use memchr::memmem;
use similar::{Algorithm, DiffOp};

use crate::resolve::modified::{is_modified, words};
use crate::text::{self, Span, is_apart};

/// Most differing words that are looked for; a pair of lines with more of them differs by something else too.
const WORDS: usize = 32;

/// True if a line of `pairs` (wanted, found) differs as siblings do: its new words have nothing of the old ones, or all
/// occur in `text` outside `place` too.
pub(super) fn is_swap(pairs: &[(Vec<u8>, Vec<u8>)], text: &[u8], place: Span) -> bool {
    for (old, found) in pairs {
        let differing = Differing::new(old, found);
        let telling = differing.telling();
        if telling.is_empty() {
            continue;
        }
        let is_known =
            telling.len() <= WORDS && telling.iter().all(|word| occurs_outside(word, text, place));
        if !differing.is_recognised || is_known {
            return true;
        }
    }
    false
}

/// The words in which one line differs from another.
struct Differing<'l> {
    removed: Vec<&'l [u8]>,
    added: Vec<&'l [u8]>,
    /// True if all words that replace others keep something of them.
    is_recognised: bool,
}

impl<'l> Differing<'l> {
    fn new(old: &'l [u8], found: &'l [u8]) -> Self {
        let (old_words, found_words) = (words(old), words(found));
        let mut differing = Self {
            removed: Vec::new(),
            added: Vec::new(),
            is_recognised: true,
        };
        for op in text::compare(Algorithm::Myers, &old_words, &found_words) {
            if matches!(op, DiffOp::Equal { .. }) {
                continue;
            }
            let (removed, added) = (&old_words[op.old_range()], &found_words[op.new_range()]);
            if removed.iter().any(is_word) && added.iter().any(is_word) {
                differing.is_recognised &= is_modified(&removed.concat(), &added.concat());
            }
            differing.removed.extend_from_slice(removed);
            differing.added.extend_from_slice(added);
        }
        differing
    }

    /// The added words, else the removed words, else the added or removed punctuation.
    fn telling(&self) -> HashSet<&'l [u8]> {
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

/// True if a piece of a line is more than punctuation.
fn is_word(piece: &&[u8]) -> bool {
    piece
        .iter()
        .any(|byte| !byte.is_ascii() || byte.is_ascii_alphanumeric())
}

/// True if `word` occurs by itself in `text` outside `place`.
fn occurs_outside(word: &[u8], text: &[u8], place: Span) -> bool {
    for at in memmem::find_iter(text, word) {
        let found = Span::of_len(at, word.len());
        let is_outside = found.end() <= place.start() || place.end() <= found.start();
        if is_outside && is_apart(text, found) {
            return true;
        }
    }
    false
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
