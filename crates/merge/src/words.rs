//! Splits lines into words for comparison.

use std::cmp::Ordering;

/// The minimum share of common words if one line is an edited version of the other.
pub const MIN_SHARED_IF_EDITED: f64 = 0.6;

/// The class of a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WordClass {
    Word,
    Space,
    Sign,
}

impl WordClass {
    fn from_byte(byte: u8) -> Self {
        match byte {
            b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => Self::Word,
            b' ' | b'\t' => Self::Space,
            _ => Self::Sign,
        }
    }
}

/// Splits `text` into words, runs of spaces, and single punctuation characters. A number with dots is one word.
pub fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.chunk_by(|byte, next| continues_word(*byte, *next))
}

fn continues_word(last: u8, next: u8) -> bool {
    if is_digit_or_dot(last) && is_digit_or_dot(next) && last != next {
        return true;
    }
    let class = WordClass::from_byte(last);
    class == WordClass::from_byte(next) && class != WordClass::Sign
}

fn is_digit_or_dot(byte: u8) -> bool {
    byte.is_ascii_digit() || byte == b'.'
}

/// The [`words`] of `text` without spaces.
pub fn tokens(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    words(text).filter(|word| !is_space(word))
}

/// True if `word` contains only whitespace.
pub fn is_space(word: &[u8]) -> bool {
    word.trim_ascii().is_empty()
}

/// True if `word` is neither punctuation nor whitespace.
pub fn is_word(word: &[u8]) -> bool {
    word.first()
        .is_some_and(|first| WordClass::from_byte(*first) == WordClass::Word)
}

/// True if `word` could be an identifier.
pub fn is_name(word: &[u8]) -> bool {
    word.first()
        .is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_')
}

/// The [`words`] of `text`, with each number, date, time and version as one word: `1e-5`, `2024-02-01`, `10:20`,
/// `2.7-rc-SNAPSHOT`.
pub fn words_and_literals(text: &[u8]) -> Vec<&[u8]> {
    let mut all: Vec<&[u8]> = Vec::new();
    let mut end = 0;
    for word in words(text) {
        let start = end;
        end += word.len();
        match &all[..] {
            [.., first, [b'-' | b':' | b'/' | b'+']] if continues_literal(first, word) => {
                let literal = start - 1 - first.len()..end;
                all.truncate(all.len() - 2);
                all.push(&text[literal]);
            }
            _ => all.push(word),
        }
    }
    all
}

/// True if `word` begins like a version: `2.1`.
fn is_version(word: &[u8]) -> bool {
    match word {
        [first, inner @ .., _] => first.is_ascii_digit() && inner.contains(&b'.'),
        _ => false,
    }
}

/// True if `word`, after a separator, continues the literal that begins with `first`.
fn continues_literal(first: &[u8], word: &[u8]) -> bool {
    if is_version(first) && is_word(word) {
        return true;
    }
    let number = match first {
        [number @ .., b'e' | b'E'] => number,
        number => number,
    };
    word[0].is_ascii_digit() && number.last().is_some_and(u8::is_ascii_digit)
}

/// The words and punctuation of `line`, sorted.
pub fn sorted_tokens(line: &[u8]) -> Vec<&[u8]> {
    let mut sorted: Vec<&[u8]> = tokens(line).collect();
    sorted.sort_unstable();
    sorted
}

/// True if the lines with these sorted words may be two versions of the same line.
pub fn is_edited(old: &[&[u8]], new: &[&[u8]]) -> bool {
    shared_words(old, new) >= MIN_SHARED_IF_EDITED
}

/// The share of common words in two sorted lists, 0 to 1.
pub fn shared_words(old: &[&[u8]], new: &[&[u8]]) -> f64 {
    let (mut old_at, mut new_at, mut shared) = (0, 0, 0_u32);
    while old_at < old.len() && new_at < new.len() {
        match old[old_at].cmp(new[new_at]) {
            Ordering::Less => old_at += 1,
            Ordering::Greater => new_at += 1,
            Ordering::Equal => {
                old_at += 1;
                new_at += 1;
                shared += 1;
            }
        }
    }
    2.0 * f64::from(shared) / (old.len() + new.len()).max(1) as f64
}
