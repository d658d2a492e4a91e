//! Whether an edit is done already, told by the text alone.
//!
//! That the new text occurs somewhere says little: a version number or a `return` stands in many places. It is
//! evidence where it stands whole and alone, keeps something of the old text that stands nowhere else, and no other
//! place looks like what the old text has become.

use memchr::memmem;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::{is_apart, region};
use crate::request::{Find, Match, Pick, Reading, Replace};
use crate::resolve::locate::{self, Line, is_telling, lines_in, lines_of};
use crate::resolve::modified::words;
use crate::snapshot::Snapshot;
use crate::text::Span;

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

/// Where the new text of `action` stands in the bytes `window` of `now` as what became of the old one.
pub(in crate::resolve) fn done(action: &Replace, now: &Snapshot, window: Span) -> Option<Span> {
    let (find, new) = (&action.find, &action.new);
    if find.reading != Reading::default() || !is_telling(new) {
        return None;
    }
    let text = now.bytes();
    let site = only_site(find, new, now, window)?;
    let shared = Shared::of(&find.old, new);
    let is_whole = is_whole_lines(text, site) || shared.is_around();
    let is_of_old = is_whole && shared.is_distinctive(text, site);
    (is_of_old && !has_rival(&find.old, now, window, site)).then_some(site)
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
            Match::Exact => return None,
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

/// What old and new text have in common, in order.
struct Shared<'n> {
    /// Runs of words in lines of the new text, the longest first.
    runs: Vec<&'n [u8]>,
    /// Whether the first and the last of them begin and end both texts.
    has_ends: [bool; 2],
}

impl<'n> Shared<'n> {
    fn of(old: &[u8], new: &'n [u8]) -> Self {
        let (old_words, new_words) = (words(old), words(new));
        let pairs = |forward: bool| {
            let most = old_words.len().min(new_words.len());
            let is_same = |at: &usize| match forward {
                true => old_words[*at] == new_words[*at],
                false => old_words[old_words.len() - 1 - at] == new_words[new_words.len() - 1 - at],
            };
            (0..most).take_while(is_same).count()
        };
        let head = pairs(true);
        let tail = pairs(false).min(old_words.len().min(new_words.len()) - head);
        let ranges: Vec<_> = match old.len().max(new.len()) <= COMPARED {
            true => capture_diff_slices(Algorithm::Myers, &old_words, &new_words)
                .iter()
                .filter(|op| matches!(op, DiffOp::Equal { .. }))
                .map(DiffOp::new_range)
                .collect(),
            false => vec![0..head, new_words.len() - tail..new_words.len()],
        };
        let offsets: Vec<usize> = std::iter::once(0)
            .chain(new_words.iter().scan(0, |end, word| {
                *end += word.len();
                Some(*end)
            }))
            .collect();
        let mut runs: Vec<&[u8]> = ranges
            .into_iter()
            .map(|range| &new[offsets[range.start]..offsets[range.end]])
            .flat_map(|run| run.split(|&byte| byte == b'\n'))
            .map(<[u8]>::trim_ascii)
            .filter(|run| is_telling(run))
            .collect();
        runs.sort_by_key(|run| std::cmp::Reverse(run.len()));
        runs.truncate(SHARED);
        Self {
            runs,
            has_ends: [head > 0, tail > 0],
        }
    }

    /// Whether the new text stands between the same words that the old one would have had.
    fn is_around(&self) -> bool {
        self.has_ends == [true, true]
    }

    /// Whether most of what is shared stands nowhere in `text` but at `site`: all runs that are not short beside the
    /// longest.
    fn is_distinctive(&self, text: &[u8], site: Span) -> bool {
        let is_alone = |run: &&[u8]| {
            let mut places = memmem::find_iter(text, run).map(|at| Span::of_len(at, run.len()));
            places.all(|place| is_within(place, site) || !is_apart(text, place))
        };
        let longest = self.runs.first().map_or(0, |run| run.len());
        let mut long = self.runs.iter().filter(|run| run.len() * 2 >= longest);
        longest > 0 && long.all(is_alone)
    }
}

fn is_within(inner: Span, outer: Span) -> bool {
    outer.start() <= inner.start() && inner.end() <= outer.end()
}

/// Whether a place other than `site` is nearer to `old` than what stands there, or is `old` with one gap.
fn has_rival(old: &[u8], now: &Snapshot, window: Span, site: Span) -> bool {
    let text = now.bytes();
    let own = region::similarity(old, &text[site.range()]);
    let sides = [
        Span::new(window.start(), site.start()),
        Span::new(site.end(), window.end()),
    ];
    sides.into_iter().flatten().any(|side| {
        let mut places = region::places(old, now, side).into_iter();
        places.any(|(similarity, place)| {
            similarity >= own.min(ALIKE) || is_gapped(old, text, place, side)
        })
    })
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
            .any(|lines| Gap::between(&old_lines, lines).is_short())
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

/// What is left of old lines between what other lines have of them at their beginning and their end.
struct Gap {
    /// Parts that both have.
    same: usize,
    /// All parts of the old lines.
    all: usize,
    /// Old lines that the gap touches.
    lines: usize,
}

impl Gap {
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
    use super::Gap;

    /// The parts of lines that are parted by ` / `.
    fn parts(text: &str) -> Vec<Vec<&[u8]>> {
        let lines = text.split(" / ");
        lines
            .map(|line| line.split(' ').map(str::as_bytes).collect())
            .collect()
    }

    fn is_short(old: &str, there: &str) -> bool {
        Gap::between(&parts(old), &parts(there)).is_short()
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
