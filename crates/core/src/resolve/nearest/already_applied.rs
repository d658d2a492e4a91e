//! Whether an edit is done already, told by the text alone.
//!
//! That the new text occurs somewhere says little: a version number or a `return` stands in many places. It is
//! evidence where it stands whole and alone, keeps something of the old text that stands nowhere else, and no other
//! place looks like what the old text has become. A value says nothing of that: what is kept must be what its line is
//! called by. Lines that are only taken out leave a trace between what stood before and behind them, or none.

use std::ops::Range;

use memchr::memmem;
use similar::{Algorithm, DiffOp};

use super::region;
use crate::request::{Find, Match, PatternOptions, Pick, Replace};
use crate::resolve::locate::{self, Line, lines_in, lines_of};
use crate::resolve::modified::words;
use crate::snapshot::Snapshot;
use crate::text::{self, Span, is_apart, is_telling};

/// How much of the old text, in words and signs, a place must hold to be what somebody else made of it: all but the
/// lines that were changed, or nearly all of it.
const HALF: f64 = 0.5;
const MOSTLY: f64 = 0.8;

/// A place this similar to the old text may be what became of it, whatever stands elsewhere.
const ALIKE: f64 = 0.6;

/// Old lines that may have been changed there.
const CHANGED_LINES: usize = 2;

/// Longer texts are compared at their two ends only, bytes.
const COMPARED: usize = 8_000;

/// Parts that old and new text share: so many are looked for elsewhere, the longest first.
const SHARED: usize = 16;

/// Words that lines of every program begin with: they call nothing.
const PLAIN: [&[u8]; 21] = [
    b"return",
    b"break",
    b"continue",
    b"pass",
    b"yield",
    b"if",
    b"else",
    b"elif",
    b"for",
    b"while",
    b"do",
    b"try",
    b"end",
    b"true",
    b"false",
    b"True",
    b"False",
    b"null",
    b"nil",
    b"None",
    b"undefined",
];

/// An edit that may have been made already.
#[derive(Clone, Copy)]
pub(in crate::resolve) struct Made<'e> {
    pub(in crate::resolve) old: &'e [u8],
    pub(in crate::resolve) new: &'e [u8],
    pub(in crate::resolve) rivals: Rivals,
}

/// The other places that are reasons to doubt the one where the new text is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::resolve) enum Rivals {
    /// Places whose lines are alike: the old text may have been written from memory.
    Alike,
    /// Places that keep as much of the old text: numbers show that it was read from a file.
    Nearer,
}

impl Made<'_> {
    /// Whether the new text, which stands at `site` of `now` and nowhere else in `window`, stands there as what
    /// became of the old one.
    pub(in crate::resolve) fn stands_at(&self, site: Span, now: &Snapshot, window: Span) -> bool {
        let text = now.bytes();
        let shared = SharedWords::of(self.old, self.new);
        (is_whole_lines(text, site) || shared.is_around())
            && shared.shows_removal(text, site)
            && shared.is_distinctive(text, site)
            && (self.rivals == Rivals::Nearer
                || shared.is_told_twice(text, site)
                || self.leaves_nothing(text, site))
            && !self.has_rival(site, now, window)
    }

    /// Whether no line of the old text that says something stands in `text` outside of `site`: it could be what is
    /// left of the place that was meant.
    fn leaves_nothing(&self, text: &[u8], site: Span) -> bool {
        let lines = self
            .old
            .split(|&byte| byte == b'\n')
            .map(<[u8]>::trim_ascii);
        let mut telling = lines.filter(|line| is_telling(line));
        let is_left = |line: &[u8]| {
            let mut places = memmem::find_iter(text, line).map(|at| Span::of_len(at, line.len()));
            places.any(|place| !is_within(place, site) && is_whole_lines(text, place))
        };
        telling.by_ref().take(SHARED).all(|line| !is_left(line)) && telling.next().is_none()
    }

    /// Whether a place of `window` other than `site` is as near to the old text as what stands there, or is the old
    /// text with one gap.
    pub(in crate::resolve) fn has_rival(&self, site: Span, now: &Snapshot, window: Span) -> bool {
        let text = now.bytes();
        let there = &text[site.range()];
        let least = match self.rivals {
            Rivals::Alike => region::similarity(self.old, there).min(ALIKE),
            Rivals::Nearer => region::kept(self.old, there),
        };
        let sides = [
            Span::new(window.start(), site.start()),
            Span::new(site.end(), window.end()),
        ];
        sides.into_iter().flatten().any(|side| {
            let mut places = region::places(self.old, now, side).into_iter();
            places.any(|(similarity, place)| {
                similarity >= least || is_gapped(self.old, text, place, side)
            })
        })
    }
}

/// The place where the new text of `action` stands in the bytes `window` of `now` as what became of the old one.
pub(super) fn site(action: &Replace, now: &Snapshot, window: Span) -> Option<Span> {
    let (find, new) = (&action.find, &action.new);
    if find.options != PatternOptions::default() || !is_telling(new) {
        return None;
    }
    let site = only_site(find, new, now, window)?;
    let made = Made {
        old: &find.old,
        new,
        rivals: Rivals::Alike,
    };
    made.stands_at(site, now, window).then_some(site)
}

/// The only place of `new` by itself, not as a part of a longer word.
fn only_site(find: &Find, new: &bytes::Bytes, now: &Snapshot, window: Span) -> Option<Span> {
    let text = now.bytes();
    let places = memmem::find_iter(&text[window.range()], new);
    let mut apart = places
        .map(|at| Span::of_len(window.start() + at, new.len()))
        .filter(|&span| is_apart(text, span));
    if let Some(first) = apart.next() {
        return apart.next().is_none().then_some(first);
    }
    let find = Find {
        old: new.clone(),
        matching: match find.matching {
            Match::Exact => Match::Exact,
            Match::Mechanical | Match::Fuzzy(_) => Match::Mechanical,
        },
        ..find.clone()
    };
    let located = locate::locate(&find, Pick::Only, now, window).ok()??;
    let site = located.spans().into_iter().next()?;
    is_apart(text, site).then_some(site)
}

/// Whether `span` is whole lines of `text`, blanks at their two ends aside.
fn is_whole_lines(text: &[u8], span: Span) -> bool {
    let is_blank = |byte: &&u8| matches!(**byte, b' ' | b'\t' | b'\r');
    let before = text[..span.start()]
        .iter()
        .rev()
        .find(|byte| !is_blank(byte));
    let after = text[span.end()..].iter().find(|byte| !is_blank(byte));
    let is_ended = text[span.range()].ends_with(b"\n");
    before.is_none_or(|&byte| byte == b'\n')
        && (is_ended || after.is_none_or(|&byte| byte == b'\n'))
}

/// The common part of old and new text, in order.
struct SharedWords<'n> {
    /// Runs of words in those lines of the new text that are called as in the old one, the longest first.
    runs: Vec<&'n [u8]>,
    /// Such runs of each of these lines.
    lines: Vec<Vec<&'n [u8]>>,
    /// Kept lines of the new text that stand together.
    blocks: Vec<&'n [u8]>,
    /// Whether words begin and end both texts.
    has_ends: [bool; 2],
    /// Whether these say something.
    has_telling_ends: [bool; 2],
    /// Whether the new text is the old one without some of its lines.
    is_removal: bool,
}

impl<'n> SharedWords<'n> {
    fn of(old: &[u8], new: &'n [u8]) -> Self {
        let (old_words, new_words) = (words(old), words(new));
        let most = old_words.len().min(new_words.len());
        let is_same = |pair: &(&&[u8], &&[u8])| pair.0 == pair.1;
        let head = old_words.iter().zip(&new_words).take_while(is_same).count();
        let behind = old_words.iter().rev().zip(new_words.iter().rev());
        let tail = behind.take_while(is_same).count().min(most - head);
        let (old_tail, new_tail) = (old_words.len() - tail, new_words.len() - tail);
        let kept: Vec<KeptWords> = if old.len().max(new.len()) <= COMPARED {
            text::compare(Algorithm::Myers, &old_words, &new_words)
                .iter()
                .filter(|op| matches!(op, DiffOp::Equal { .. }))
                .map(|op| KeptWords {
                    old: op.old_range().start,
                    new: op.new_range(),
                })
                .collect()
        } else {
            vec![
                KeptWords {
                    old: 0,
                    new: 0..head,
                },
                KeptWords {
                    old: old_tail,
                    new: new_tail..new_words.len(),
                },
            ]
        };
        let offsets: Vec<usize> = std::iter::once(0)
            .chain(new_words.iter().scan(0, |end, word| {
                *end += word.len();
                Some(*end)
            }))
            .collect();
        let text = |words: Range<usize>| &new[offsets[words.start]..offsets[words.end]];
        let lines = called(&old_words, &new_words, &kept);
        let runs_of = |line: &Range<usize>| -> Vec<&[u8]> {
            let words = kept.iter().map(|kept| common(line, &kept.new));
            let runs = words.map(|words| text(words).trim_ascii());
            runs.filter(|run| is_telling(run)).collect()
        };
        let runs_of_lines: Vec<Vec<&[u8]>> = lines.iter().map(runs_of).collect();
        let mut runs = runs_of_lines.concat();
        runs.sort_by_key(|run| std::cmp::Reverse(run.len()));
        runs.truncate(SHARED);
        let has_called =
            |kept: &&KeptWords| lines.iter().any(|line| !common(line, &kept.new).is_empty());
        let blocks = kept.iter().filter(has_called).filter_map(|kept| {
            let is_start = kept.new.start == 0 || new_words[kept.new.start - 1] == b"\n";
            block(
                text(kept.new.clone()),
                is_start,
                kept.new.end == new_words.len(),
            )
        });
        let ends = [0..head, new_tail..new_words.len()];
        let count = |words: &[&[u8]]| words.iter().filter(|word| **word == b"\n").count();
        let all: usize = kept.iter().map(|kept| kept.new.len()).sum();
        Self {
            blocks: blocks.take(SHARED).collect(),
            runs,
            lines: runs_of_lines,
            has_ends: [head > 0, tail > 0],
            has_telling_ends: ends.map(|end| is_telling(text(end))),
            is_removal: all == new_words.len() && count(&new_words) < count(&old_words),
        }
    }

    /// Whether the new text stands between the same words that the old one would have had.
    fn is_around(&self) -> bool {
        self.has_ends == [true, true]
    }

    /// Whether lines that the new text only lacks can be seen to be gone at `site`: between what stood before and
    /// behind them, or at an end of `text`.
    fn shows_removal(&self, text: &[u8], site: Span) -> bool {
        let [before, behind] = self.has_telling_ends;
        let is_blank = |part: &[u8]| part.iter().all(u8::is_ascii_whitespace);
        !self.is_removal
            || (before || is_blank(&text[..site.start()]))
                && (behind || is_blank(&text[site.end()..]))
    }

    /// Whether most of what is shared stands nowhere in `text` but at `site`: all runs that are not short beside the
    /// longest, or lines together.
    fn is_distinctive(&self, text: &[u8], site: Span) -> bool {
        let is_alone = |run: &&[u8]| is_alone(run, text, site);
        let longest = self.runs.first().map_or(0, |run| run.len());
        let mut long = self.runs.iter().filter(|run| run.len() * 2 >= longest);
        longest > 0 && (long.all(is_alone) || self.blocks.iter().any(is_alone))
    }

    /// Whether two lines, or one and some together, share what stands nowhere in `text` but at `site`: one line alone
    /// may have been taken from the place that was meant.
    fn is_told_twice(&self, text: &[u8], site: Span) -> bool {
        let is_alone = |run: &&[u8]| is_alone(run, text, site);
        let lines = self.lines.iter();
        let told: Vec<&[u8]> = lines
            .filter_map(|line| line.iter().copied().find(|run| is_alone(run)))
            .collect();
        let is_other = |block: &&&[u8]| {
            let has_told = |run: &&[u8]| memmem::find(block, run).is_some();
            !told.iter().any(has_told) && is_alone(block)
        };
        told.len() > 1 || told.len() == 1 && self.blocks.iter().any(|block| is_other(&block))
    }
}

/// Whether `run` stands nowhere in `text` but at `site`.
fn is_alone(run: &[u8], text: &[u8], site: Span) -> bool {
    let mut places = memmem::find_iter(text, run).map(|at| Span::of_len(at, run.len()));
    places.all(|place| is_within(place, site) || !is_apart(text, place))
}

/// Words of the new text that are kept from the old one, which has them from `old` on.
struct KeptWords {
    old: usize,
    new: Range<usize>,
}

/// The lines of `new`, as ranges of its words, that are called as lines of `old` are: by the first name and those
/// that follow it behind blanks only. One of the two calls may have more names.
fn called(old: &[&[u8]], new: &[&[u8]], kept: &[KeptWords]) -> Vec<Range<usize>> {
    let old_calls = calls(old);
    let twin = |at: usize| {
        let kept = kept.iter().find(|kept| kept.new.contains(&at))?;
        Some(kept.old + (at - kept.new.start))
    };
    let is_called = |(_, call): &(Range<usize>, Vec<usize>)| {
        let twins: Vec<usize> = call.iter().filter_map(|&at| twin(at)).collect();
        let Some(first) = twins.first() else {
            return false;
        };
        let old_call = old_calls.iter().find(|(line, _)| line.contains(first));
        old_call.is_some_and(|(_, old_call)| {
            let same: Vec<usize> = twins
                .iter()
                .copied()
                .filter(|at| old_call.contains(at))
                .collect();
            same.len() == call.len().min(old_call.len())
                && same.iter().any(|&at| !PLAIN.contains(&old[at]))
        })
    };
    calls(new)
        .into_iter()
        .filter(is_called)
        .map(|(line, _)| line)
        .collect()
}

/// The lines of a text, as ranges of its `words`, with the words that each is called by; those that have none left
/// out.
fn calls(words: &[&[u8]]) -> Vec<(Range<usize>, Vec<usize>)> {
    let is_name = |word: &[u8]| {
        let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_' || !byte.is_ascii();
        word.first().is_some_and(is_letter)
    };
    let is_blank = |word: &[u8]| word.iter().all(u8::is_ascii_whitespace);
    let mut start = 0;
    let lines = words.split_inclusive(|word| *word == b"\n").map(|line| {
        start += line.len();
        start - line.len()..start
    });
    lines
        .filter_map(|line| {
            let first = line.clone().find(|&at| is_name(words[at]))?;
            let call =
                (first..line.end).take_while(|&at| is_name(words[at]) || is_blank(words[at]));
            Some((line, call.filter(|&at| is_name(words[at])).collect()))
        })
        .collect()
}

/// The common part of two ranges.
fn common(one: &Range<usize>, two: &Range<usize>) -> Range<usize> {
    let start = one.start.max(two.start);
    start..one.end.min(two.end).max(start)
}

/// The whole lines of `kept`, if two or more of them say something; `is_start` and `is_end` tell whether its first
/// and its last line are whole.
fn block(kept: &[u8], is_start: bool, is_end: bool) -> Option<&[u8]> {
    let start = if is_start {
        0
    } else {
        memchr::memchr(b'\n', kept)? + 1
    };
    let end = if is_end {
        kept.len()
    } else {
        memchr::memrchr(b'\n', kept)? + 1
    };
    let block = kept.get(start..end)?;
    let mut telling = lines_of(block).filter(|line| is_telling(line.content));
    telling.nth(1).map(|_| block)
}

fn is_within(inner: Span, outer: Span) -> bool {
    outer.start() <= inner.start() && inner.end() <= outer.end()
}

/// Whether the lines from about `place` on, which lie in `side`, are `old` but for one short gap.
fn is_gapped(old: &[u8], text: &[u8], place: Span, side: Span) -> bool {
    let old_lines: Vec<Vec<&[u8]>> = parts_of_lines(lines_of(old));
    let count = old_lines.len();
    let start = before(text, place.start(), side);
    let Some(rest) = Span::new(start, side.end()) else {
        return false;
    };
    let there = parts_of_lines(lines_in(text, rest).take(count + 4));
    (0..=2.min(there.len())).any(|first| {
        (count.saturating_sub(1).max(1)..=count + 1)
            .filter_map(|len| there.get(first..first + len))
            .any(|lines| LineGap::between(&old_lines, lines).is_short())
    })
}

/// The start of the line before the one that starts at `start`, if it is in `side`.
fn before(text: &[u8], start: usize, side: Span) -> usize {
    if start <= side.start() {
        return start;
    }
    let above = memchr::memrchr(b'\n', &text[side.start()..start - 1]);
    above.map_or(side.start(), |newline| side.start() + newline + 1)
}

fn parts_of_lines<'t>(lines: impl Iterator<Item = Line<'t>>) -> Vec<Vec<&'t [u8]>> {
    lines.map(|line| region::parts(line.content)).collect()
}

/// The rest of old lines between what other lines have of them at their beginning and their end.
struct LineGap {
    /// Parts that both have.
    same: usize,
    /// All parts of the old lines.
    all: usize,
    /// Old lines that the gap touches.
    lines: usize,
}

impl LineGap {
    fn between(old: &[Vec<&[u8]>], there: &[Vec<&[u8]>]) -> Self {
        let (one, two) = (old.concat(), there.concat());
        let is_same = |pair: &(&&[u8], &&[u8])| pair.0 == pair.1;
        let head = one.iter().zip(&two).take_while(is_same).count();
        let (left, right) = (one[head..].iter().rev(), two[head..].iter().rev());
        let tail = left.zip(right).take_while(is_same).count();
        let (mut end, mut lines) = (0, 0);
        for line in old {
            let start = end;
            end += line.len();
            lines += usize::from(start < one.len() - tail && head < end);
        }
        Self {
            same: head + tail,
            all: one.len(),
            lines,
        }
    }

    /// Whether somebody changed a line or two there, or so little that it does not matter how many.
    fn is_short(&self) -> bool {
        let holds = |share: f64| self.same as f64 >= share * self.all as f64;
        self.all > 0 && (holds(MOSTLY) || self.lines <= CHANGED_LINES && holds(HALF))
    }
}

#[cfg(test)]
mod tests {
    use super::LineGap;

    /// The parts of lines that are parted by ` / `.
    fn parts(text: &str) -> Vec<Vec<&[u8]>> {
        let lines = text.split(" / ");
        lines
            .map(|line| line.split(' ').map(str::as_bytes).collect())
            .collect()
    }

    fn is_short(old: &str, there: &str) -> bool {
        LineGap::between(&parts(old), &parts(there)).is_short()
    }

    #[test]
    fn a_line_or_two_may_have_changed_but_not_most() {
        assert!(is_short("a b / c d / e f", "a b / x y z / e f"));
        assert!(is_short("a b / c d / e f", "a b / e f"));
        assert!(is_short("a b / c d / e f", "a b / n / c d / e f"));
        assert!(!is_short("a b / c d / e f", "a x / c y / z f"));
        assert!(!is_short("timeout = 10", "retries : 3"));
    }
}
