//! Selects the parts of a large text that may be similar to the wanted lines: the parts around their rarest words.
//!
//! A sample of the text shows which words are rare. One search for the rare words finds the parts. The sample is also
//! included, because similar lines that occur throughout the text have no rare words.

use std::cmp::Reverse;
use std::collections::HashMap;

use foldhash::fast::FixedState;
use regex_automata::util::prefilter::Prefilter;
use regex_automata::{MatchKind, Span as Range};

use super::words::{LinePart, for_each_part, for_each_word};
use crate::resolve::locate::{Line, line_above, line_below};
use crate::text::{Span, has_word_boundaries, merged};

/// Texts of up to this length are read completely. The sample of a longer text has this length. In bytes.
const SAMPLE_LEN: usize = 1 << 20;

/// The number of pieces of the sample, evenly spaced.
const PIECES: usize = 64;

/// Shorter words are not searched for, because the search would be half as fast. In bytes.
const SHORTEST_WORD: usize = 4;

/// The most words that are searched for. A search for more words is several times slower.
const MAX_WORDS: usize = 64;

/// Words are rare as long as the lines around all of them are at most the lines of the sample divided by this.
const RARITY: usize = 8;

/// The excerpts of the bytes `window` of `text` that may contain lines similar to `wanted`, in order.
pub(super) fn excerpts(wanted: &[Line<'_>], text: &[u8], window: Span) -> Vec<Span> {
    if window.len() <= SAMPLE_LEN {
        return vec![window];
    }
    let sample = sample(text, window);
    let words = rare_words(wanted, text, &sample);
    match excerpts_around(&words, wanted.len(), text, window) {
        Some(excerpts) => {
            let mut all = [sample, excerpts].concat();
            all.sort_unstable_by_key(|excerpt| excerpt.start());
            merged(all)
        }
        None => vec![window],
    }
}

/// The whole lines in evenly spaced pieces of the bytes `window` of `text`.
fn sample(text: &[u8], window: Span) -> Vec<Span> {
    let mut pieces = Vec::with_capacity(PIECES);
    for number in 0..PIECES {
        let start = window.start() + window.len() / PIECES * number;
        let piece = &text[start..start + SAMPLE_LEN / PIECES];
        let first = memchr::memchr(b'\n', piece).map(|newline| start + newline + 1);
        let last = memchr::memrchr(b'\n', piece).map(|newline| start + newline + 1);
        if let (Some(first), Some(last)) = (first, last)
            && let Some(lines) = Span::new(first, last)
        {
            pieces.push(lines);
        }
    }
    pieces
}

/// The rarest words of `wanted`, judged by the `sample` of `text`. Stops before their surroundings are too much of
/// the text.
fn rare_words<'w>(wanted: &[Line<'w>], text: &[u8], sample: &[Span]) -> Vec<&'w [u8]> {
    let mut counts: HashMap<&[u8], usize, FixedState> = HashMap::default();
    for line in wanted {
        for_each_word(line.content, |word| {
            if word.len() >= SHORTEST_WORD {
                counts.insert(word, 0);
            }
        });
    }
    let mut lines = 0;
    for piece in sample {
        for_each_part(&text[piece.range()], |part| match part {
            LinePart::Word(word) => {
                if let Some(count) = counts.get_mut(word) {
                    *count += 1;
                }
            }
            LinePart::End(_) => lines += 1,
        });
    }
    let mut words: Vec<(&[u8], usize)> = counts.into_iter().collect();
    words.sort_unstable_by_key(|&(word, count)| (count, Reverse(word.len()), word));
    words.truncate(MAX_WORDS);
    // Each occurrence of a word adds as many lines on both sides as `wanted` has.
    let mut lines_left = lines / RARITY;
    let mut rare = Vec::new();
    for (word, count) in words {
        let lines_around = 2 * wanted.len() * count;
        if lines_around > lines_left {
            break;
        }
        lines_left -= lines_around;
        rare.push(word);
    }
    // If a word is a prefix of another word, the search must try the longer word first.
    rare.sort_unstable_by_key(|word| Reverse(word.len()));
    rare
}

/// The `count` lines on both sides of each occurrence of `words`. `None` if the result is too much of the text, or if
/// there are no words.
fn excerpts_around(words: &[&[u8]], count: usize, text: &[u8], window: Span) -> Option<Vec<Span>> {
    let searcher = Prefilter::new(MatchKind::LeftmostFirst, words)?;
    let mut excerpts: Vec<Span> = Vec::new();
    let mut bytes_left = window.len() / 2;
    // The end of the line with the last occurrence.
    let mut line_end = window.start();
    let mut at = window.start();
    while let Some(found) = searcher.find(text, Range::from(at..window.end())) {
        at = found.end;
        let word = Span::of_len(found.start, found.len());
        if word.start() < line_end || !has_word_boundaries(text, word) {
            continue;
        }
        // Do not include the lines of the last excerpt again.
        let from = excerpts.last().map_or(window.start(), |last| last.end());
        let above = Span::new(from.min(word.start()), window.end())?;
        let start = line_above(text, word.start(), count, above);
        let end = line_below(text, word.start(), count + 1, window);
        line_end = line_below(text, word.start(), 1, window);
        bytes_left = bytes_left.checked_sub(end - start)?;
        excerpts.extend(Span::new(start, end));
    }
    Some(excerpts)
}

#[cfg(test)]
mod tests {
    use super::{PIECES, SAMPLE_LEN, excerpts};
    use crate::resolve::locate::{Line, lines_of};
    use crate::text::Span;

    fn text(lines: usize) -> String {
        (0..lines)
            .map(|number| format!("    let name_{number} = find({number}, 7); // some text\n"))
            .collect()
    }

    fn excerpts_for(wanted: &str, text: &str) -> Vec<Span> {
        let lines: Vec<Line<'_>> = lines_of(wanted.as_bytes()).collect();
        let excerpts = excerpts(&lines, text.as_bytes(), Span::of_len(0, text.len()));
        for pair in excerpts.windows(2) {
            assert!(pair[0].end() < pair[1].start());
        }
        excerpts
    }

    fn read(excerpts: &[Span]) -> usize {
        excerpts.iter().map(|excerpt| excerpt.len()).sum()
    }

    #[test]
    fn the_lines_around_a_rare_word_are_read() {
        let text = text(60_000);
        let wanted = "other();\n    let name_31234 = find(0, 7);\n} // some text\n";
        let excerpts = excerpts_for(wanted, &text);
        let place = text.find("name_31231").unwrap()..text.find("name_31238").unwrap();
        assert!(
            excerpts
                .iter()
                .any(|excerpt| excerpt.start() <= place.start && place.end <= excerpt.end())
        );
        assert!(read(&excerpts) < SAMPLE_LEN + 2_000);
    }

    #[test]
    fn a_word_inside_another_one_is_not_a_place() {
        let text = text(60_000);
        let sample = read(&excerpts_for("let name_ = 1;\n", &text));
        assert!(sample <= SAMPLE_LEN);
        assert!(sample > SAMPLE_LEN / 2);
    }

    #[test]
    fn short_texts_and_common_words_have_the_whole_text_read() {
        let (short, long) = (text(10), text(60_000));
        assert_eq!(read(&excerpts_for("name_3\n", &short)), short.len());
        for wanted in ["let some = find(text);\n", "a b c\n", "\n"] {
            assert_eq!(read(&excerpts_for(wanted, &long)), long.len(), "{wanted:?}");
        }
    }

    /// The word occurs only between the pieces of the sample, so the sample shows no occurrence.
    #[test]
    fn a_word_that_the_sample_missed_has_the_whole_text_read() {
        let mut text = text(60_000);
        let stride = text.len() / PIECES;
        for number in 0..PIECES {
            let at = stride * number + (stride + SAMPLE_LEN / PIECES) / 2;
            text.replace_range(at..at + 8, " missed ");
        }
        let few = excerpts_for("missed\n", &text);
        assert!(few.len() > PIECES && read(&few) < text.len() / 2);
        let many = "missed\n".to_owned() + &"\n".repeat(500);
        assert_eq!(read(&excerpts_for(&many, &text)), text.len());
    }

    #[test]
    fn one_line_of_any_length_is_read_once() {
        let text = "word rare_".repeat(SAMPLE_LEN / 4) + " rare";
        assert_eq!(read(&excerpts_for("rare\n", &text)), text.len());
    }
}
