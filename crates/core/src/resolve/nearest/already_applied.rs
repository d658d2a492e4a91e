//! Detects from the text alone that an edit is already applied.
//!
//! An occurrence of the new text proves little: a version number or a `return` occurs in many places. The new text
//! counts as evidence if
//! - it is complete and unique,
//! - it shares something with the old text that occurs nowhere else, and
//! - no other place is more similar to the old text.
//!
//! For a value, the shared words must be the name at the start of its line. If lines are only removed, the evidence
//! is the lines around them.

use std::ops::Range;

use memchr::memmem;
use similar::{Algorithm, DiffOp};

use super::region;
use crate::request::{Find, Match, PatternOptions, Pick, Replace};
use crate::resolve::locate::{self, Line, Search, line_above, lines_in, lines_of};
use crate::resolve::modified::words;
use crate::snapshot::Snapshot;
use crate::text::{self, Span, has_word_boundaries, is_telling};

/// The least share of the old text, in words and punctuation, that a place with one short gap must contain.
const SHORT_GAP_SHARE: f64 = 0.5;

/// The same for a place with one long gap.
const LONG_GAP_SHARE: f64 = 0.8;

/// A place this similar to the old text is always a rival.
const RIVAL_SIMILARITY: f64 = 0.6;

/// The most old lines that a short gap may touch.
const SHORT_GAP_LINES: usize = 2;

/// Longer texts are compared only at both ends. In bytes.
const MAX_COMPARED_BYTES: usize = 8_000;

/// The most parts shared by old and new text that are searched for elsewhere, longest first.
const MAX_SEARCHED_PARTS: usize = 16;

/// Words that begin lines of every program, so that they name nothing.
const PLAIN_WORDS: [&[u8]; 21] = [
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

/// An edit that may already be applied.
#[derive(Clone, Copy)]
pub(in crate::resolve) struct PossibleEdit<'e> {
    pub(in crate::resolve) old: &'e [u8],
    pub(in crate::resolve) new: &'e [u8],
    pub(in crate::resolve) rivals: Rivals,
}

/// The other places that cast doubt on the place of the new text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::resolve) enum Rivals {
    /// Similar places: the old text may have been written from memory.
    Similar,
    /// Places that keep as much of the old text. Line numbers show that the old text was read from a file.
    Nearer,
}

impl PossibleEdit<'_> {
    /// True if the new text at `site`, its only match in `window` of `now`, is the result of this edit.
    pub(in crate::resolve) fn is_applied(&self, site: Span, now: &Snapshot, window: Span) -> bool {
        let shared = SharedWords::new(self.old, self.new);
        self.keeps_at(&shared, site, now, window)
    }

    /// Like [`Self::is_applied`], with the `shared` words of both texts.
    fn keeps_at(&self, shared: &SharedWords<'_>, site: Span, now: &Snapshot, window: Span) -> bool {
        let text = now.bytes();
        (is_whole_lines(text, site) || shared.has_both_ends)
            && shared.shows_removal(text, site)
            && shared.is_distinctive(text, site)
            && (self.rivals == Rivals::Nearer
                || shared.has_two_witnesses(text, site)
                || self.has_no_line_outside(text, site))
            && !self.has_rival(site, now, window)
    }

    /// True if no telling line of the old text occurs in `text` outside `site`. Such a line could be left at the
    /// intended place.
    fn has_no_line_outside(&self, text: &[u8], site: Span) -> bool {
        let lines = self
            .old
            .split(|&byte| byte == b'\n')
            .map(<[u8]>::trim_ascii);
        for (number, line) in lines.filter(|line| is_telling(line)).enumerate() {
            if number == MAX_SEARCHED_PARTS || occurs_outside(line, text, site, is_whole_lines) {
                return false;
            }
        }
        true
    }

    /// True if a place of `window` outside `site` is as similar to the old text, or is the old text with one gap.
    pub(in crate::resolve) fn has_rival(&self, site: Span, now: &Snapshot, window: Span) -> bool {
        let text = now.bytes();
        let current = &text[site.range()];
        let least = match self.rivals {
            Rivals::Similar => region::similarity(self.old, current).min(RIVAL_SIMILARITY),
            Rivals::Nearer => region::kept_share(self.old, current),
        };
        let sides = [
            Span::new(window.start(), site.start()),
            Span::new(site.end(), window.end()),
        ];
        for side in sides.into_iter().flatten() {
            for place in region::places(self.old, now, side) {
                if place.similarity >= least || is_gapped(self.old, text, place.span, side) {
                    return true;
                }
            }
        }
        false
    }
}

/// True if `part` occurs in `text` outside `site`, at a place that `counts`.
fn occurs_outside(
    part: &[u8],
    text: &[u8],
    site: Span,
    counts: impl Fn(&[u8], Span) -> bool,
) -> bool {
    for at in memmem::find_iter(text, part) {
        let place = Span::of_len(at, part.len());
        if !site.contains(place) && counts(text, place) {
            return true;
        }
    }
    false
}

/// The place in the bytes `window` of `now` where `action` is already applied. `None` if there is no such place.
pub(super) fn find_site(action: &Replace, now: &Snapshot, window: Span) -> Option<Span> {
    let (find, new) = (&action.find, &action.new);
    if find.options != PatternOptions::default() || !is_telling(new) {
        return None;
    }
    let shared = SharedWords::new(&find.old, new);
    if shared.runs.is_empty() {
        // No place could be distinctive.
        return None;
    }
    let site = only_site(find, new, now, window)?;
    let edit = PossibleEdit {
        old: &find.old,
        new,
        rivals: Rivals::Similar,
    };
    if !edit.keeps_at(&shared, site, now, window) {
        return None;
    }
    Some(site)
}

/// The only match of `new` that is not part of a longer word.
fn only_site(find: &Find, new: &bytes::Bytes, now: &Snapshot, window: Span) -> Option<Span> {
    let text = now.bytes();
    let mut places = memmem::find_iter(&text[window.range()], new).peekable();
    if places.peek().is_some() {
        let spans = places.map(|at| Span::of_len(window.start() + at, new.len()));
        let mut separate = spans.filter(|span| has_word_boundaries(text, *span));
        let site = separate.next()?;
        if separate.next().is_some() {
            return None;
        }
        return Some(site);
    }
    let mechanical = Find {
        old: new.clone(),
        matching: match find.matching {
            Match::Exact => Match::Exact,
            Match::Mechanical | Match::Fuzzy(_) => Match::Mechanical,
        },
        ..find.clone()
    };
    let located = locate::locate(&Search::new(&mechanical, now, window), Pick::Only).ok()??;
    let site = located.spans().into_iter().next()?;
    if !has_word_boundaries(text, site) {
        return None;
    }
    Some(site)
}

/// True if `span` consists of whole lines of `text`, ignoring whitespace at both ends.
fn is_whole_lines(text: &[u8], span: Span) -> bool {
    let before = text[..span.start()].iter().rfind(|byte| !is_blank(**byte));
    let after = text[span.end()..].iter().find(|byte| !is_blank(**byte));
    matches!(before, None | Some(b'\n'))
        && (text[span.range()].ends_with(b"\n") || matches!(after, None | Some(b'\n')))
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// The words that old and new text have in common, in order.
struct SharedWords<'n> {
    /// Runs of shared words in lines of the new text that keep their names, longest first.
    runs: Vec<&'n [u8]>,
    /// The runs of each of these lines.
    lines: Vec<Vec<&'n [u8]>>,
    /// Blocks of several kept lines of the new text.
    blocks: Vec<&'n [u8]>,
    /// True if both texts begin with the same words and end with the same words.
    has_both_ends: bool,
    /// True if the words with which both begin, and those with which both end, are telling.
    has_telling_ends: [bool; 2],
    /// True if the new text is the old text without some of its lines.
    is_removal: bool,
}

impl<'n> SharedWords<'n> {
    fn new(old: &[u8], new: &'n [u8]) -> Self {
        let (old, new) = (Words::new(old), Words::new(new));
        let [head, tail] = common_ends(&old.all, &new.all);
        let kept = kept_words(&old, &new);
        let named = lines_with_kept_names(&old.all, &new.all, &kept);
        let lines: Vec<Vec<&[u8]>> = named
            .iter()
            .map(|line| telling_runs(line, &kept, &new))
            .collect();
        let mut runs = lines.concat();
        runs.sort_by_key(|run| std::cmp::Reverse(run.len()));
        runs.truncate(MAX_SEARCHED_PARTS);
        let ends = [0..head, new.all.len() - tail..new.all.len()];
        let kept_len: usize = kept.iter().map(|kept| kept.new.len()).sum();
        Self {
            runs,
            lines,
            blocks: telling_blocks(&named, &kept, &new),
            has_both_ends: head > 0 && tail > 0,
            has_telling_ends: ends.map(|end| is_telling(new.bytes(end))),
            is_removal: kept_len == new.all.len() && newlines(&new.all) < newlines(&old.all),
        }
    }

    /// For an edit that only deletes lines: true if each side of `site` has telling shared words or is an end of
    /// `text`. Always true for other edits.
    fn shows_removal(&self, text: &[u8], site: Span) -> bool {
        if !self.is_removal {
            return true;
        }
        let [before, after] = self.has_telling_ends;
        (before || text[..site.start()].trim_ascii().is_empty())
            && (after || text[site.end()..].trim_ascii().is_empty())
    }

    /// True if most of the shared text occurs in `text` only at `site`: a block, or all runs at least half as long as
    /// the longest.
    fn is_distinctive(&self, text: &[u8], site: Span) -> bool {
        let Some(longest) = self.runs.first() else {
            return false;
        };
        let mut long = self
            .runs
            .iter()
            .filter(|run| run.len() * 2 >= longest.len());
        long.all(|run| is_unique(run, text, site))
            || self.blocks.iter().any(|block| is_unique(block, text, site))
    }

    /// True if two lines, or a line and a block, have shared text that occurs in `text` only at `site`. A single line
    /// may have been copied from the intended place.
    fn has_two_witnesses(&self, text: &[u8], site: Span) -> bool {
        let mut witnesses = Vec::new();
        for runs in &self.lines {
            witnesses.extend(runs.iter().find(|run| is_unique(run, text, site)));
        }
        if witnesses.len() != 1 {
            return witnesses.len() > 1;
        }
        self.blocks.iter().any(|block| {
            memmem::find(block, witnesses[0]).is_none() && is_unique(block, text, site)
        })
    }
}

/// A text and its words.
struct Words<'t> {
    text: &'t [u8],
    all: Vec<&'t [u8]>,
    /// The offset of each word, and the length of the text.
    offsets: Vec<usize>,
}

impl<'t> Words<'t> {
    fn new(text: &'t [u8]) -> Self {
        let all = words(text);
        let mut offsets = vec![0];
        let mut end = 0;
        for word in &all {
            end += word.len();
            offsets.push(end);
        }
        Self { text, all, offsets }
    }

    /// The bytes of the words with these numbers.
    fn bytes(&self, numbers: Range<usize>) -> &'t [u8] {
        &self.text[self.offsets[numbers.start]..self.offsets[numbers.end]]
    }
}

/// Words of the new text that are kept from the old text, where they start at word `old`.
struct KeptWords {
    old: usize,
    new: Range<usize>,
}

/// The words of `new` that are kept from `old`. For long texts, only those at both ends.
fn kept_words(old: &Words<'_>, new: &Words<'_>) -> Vec<KeptWords> {
    if old.text.len().max(new.text.len()) > MAX_COMPARED_BYTES {
        let [head, tail] = common_ends(&old.all, &new.all);
        let new_len = new.all.len();
        return vec![
            KeptWords {
                old: 0,
                new: 0..head,
            },
            KeptWords {
                old: old.all.len() - tail,
                new: new_len - tail..new_len,
            },
        ];
    }
    let mut kept = Vec::new();
    for op in text::compare(Algorithm::Myers, &old.all, &new.all) {
        if let DiffOp::Equal { .. } = op {
            kept.push(KeptWords {
                old: op.old_range().start,
                new: op.new_range(),
            });
        }
    }
    kept
}

/// The telling runs of kept words in `line`, a range of words of `new`.
fn telling_runs<'n>(line: &Range<usize>, kept: &[KeptWords], new: &Words<'n>) -> Vec<&'n [u8]> {
    let mut runs = Vec::new();
    for kept in kept {
        let run = new.bytes(overlap(line, &kept.new)).trim_ascii();
        if is_telling(run) {
            runs.push(run);
        }
    }
    runs
}

/// The telling blocks of kept lines that share words with one of `lines`, which are ranges of words of `new`.
fn telling_blocks<'n>(
    lines: &[Range<usize>],
    kept: &[KeptWords],
    new: &Words<'n>,
) -> Vec<&'n [u8]> {
    let mut blocks = Vec::new();
    for KeptWords { new: range, .. } in kept {
        if lines.iter().all(|line| overlap(line, range).is_empty()) {
            continue;
        }
        let is_start = range.start == 0 || new.all[range.start - 1] == b"\n";
        let is_end = range.end == new.all.len();
        blocks.extend(telling_block(new.bytes(range.clone()), is_start, is_end));
    }
    blocks.truncate(MAX_SEARCHED_PARTS);
    blocks
}

/// The number of words with which both texts begin, and the number with which both end.
fn common_ends(old: &[&[u8]], new: &[&[u8]]) -> [usize; 2] {
    let most = old.len().min(new.len());
    let head = (0..most).take_while(|&at| old[at] == new[at]).count();
    let tail = (1..=most - head)
        .take_while(|&back| old[old.len() - back] == new[new.len() - back])
        .count();
    [head, tail]
}

fn newlines(words: &[&[u8]]) -> usize {
    words.iter().filter(|word| **word == b"\n").count()
}

/// True if every occurrence of `run` in `text` is at `site` or inside a longer word.
fn is_unique(run: &[u8], text: &[u8], site: Span) -> bool {
    !occurs_outside(run, text, site, has_word_boundaries)
}

/// The lines of `new`, as ranges of words, that keep the names of a line of `old`. The names of a line are its first
/// name and the names that follow with only whitespace between. One of the two lines may have more names.
fn lines_with_kept_names(old: &[&[u8]], new: &[&[u8]], kept: &[KeptWords]) -> Vec<Range<usize>> {
    let old_lines = named_lines(old);
    let mut lines = Vec::new();
    for line in named_lines(new) {
        if keeps_names(&line, &old_lines, old, kept) {
            lines.push(line.words);
        }
    }
    lines
}

fn keeps_names(
    line: &NamedLine,
    old_lines: &[NamedLine],
    old: &[&[u8]],
    kept: &[KeptWords],
) -> bool {
    let mut old_names = Vec::new();
    for &at in &line.names {
        if let Some(kept) = kept.iter().find(|kept| kept.new.contains(&at)) {
            old_names.push(kept.old + (at - kept.new.start));
        }
    }
    let Some(first) = old_names.first() else {
        return false;
    };
    let Some(old_line) = old_lines.iter().find(|line| line.words.contains(first)) else {
        return false;
    };
    old_names.retain(|at| old_line.names.contains(at));
    old_names.len() == line.names.len().min(old_line.names.len())
        && old_names.iter().any(|&at| !PLAIN_WORDS.contains(&old[at]))
}

/// A line of a text, as a range of words, and the positions of the names at its start.
struct NamedLine {
    words: Range<usize>,
    names: Vec<usize>,
}

/// The lines of a text that have a name.
fn named_lines(words: &[&[u8]]) -> Vec<NamedLine> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in words.split_inclusive(|word| *word == b"\n") {
        let range = start..start + line.len();
        start = range.end;
        let mut names = Vec::new();
        for at in range.clone() {
            if is_name(words[at]) {
                names.push(at);
            } else if !names.is_empty() && !words[at].iter().all(u8::is_ascii_whitespace) {
                break;
            }
        }
        if !names.is_empty() {
            lines.push(NamedLine {
                words: range,
                names,
            });
        }
    }
    lines
}

fn is_name(word: &[u8]) -> bool {
    match word.first() {
        Some(byte) => byte.is_ascii_alphabetic() || *byte == b'_' || !byte.is_ascii(),
        None => false,
    }
}

fn overlap(one: &Range<usize>, two: &Range<usize>) -> Range<usize> {
    let start = one.start.max(two.start);
    start..one.end.min(two.end).max(start)
}

/// The whole lines of `kept`, if two or more of them are telling. `is_start` and `is_end` are true if the first and
/// the last line are whole.
fn telling_block(kept: &[u8], is_start: bool, is_end: bool) -> Option<&[u8]> {
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
    telling.nth(1)?;
    Some(block)
}

/// True if the lines near `place` in `side` equal `old` except for one short gap.
fn is_gapped(old: &[u8], text: &[u8], place: Span, side: Span) -> bool {
    let old_lines: Vec<Vec<&[u8]>> = parts_of_lines(lines_of(old));
    let count = old_lines.len();
    let start = line_above(text, place.start(), 1, side);
    let Some(rest) = Span::new(start, side.end()) else {
        return false;
    };
    let current = parts_of_lines(lines_in(text, rest).take(count + 4));
    // The old lines may begin a line above or below the place, and the gap may add or remove a line.
    for first in 0..=2.min(current.len()) {
        for len in count.saturating_sub(1).max(1)..=count + 1 {
            if let Some(lines) = current.get(first..first + len)
                && LineGap::between(&old_lines, lines).is_short()
            {
                return true;
            }
        }
    }
    false
}

fn parts_of_lines<'t>(lines: impl Iterator<Item = Line<'t>>) -> Vec<Vec<&'t [u8]>> {
    lines.map(|line| region::parts(line.content)).collect()
}

/// The difference between old lines and other lines with a common beginning and end.
struct LineGap {
    /// The number of parts at the beginning and the end that both have.
    common_parts: usize,
    old_parts: usize,
    /// The number of old lines that the gap touches.
    touched_lines: usize,
}

impl LineGap {
    fn between(old: &[Vec<&[u8]>], new: &[Vec<&[u8]>]) -> Self {
        let (old_parts, new_parts) = (old.concat(), new.concat());
        let [head, tail] = common_ends(&old_parts, &new_parts);
        let (mut end, mut touched_lines) = (0, 0);
        for line in old {
            let start = end;
            end += line.len();
            if start < old_parts.len() - tail && head < end {
                touched_lines += 1;
            }
        }
        Self {
            common_parts: head + tail,
            old_parts: old_parts.len(),
            touched_lines,
        }
    }

    /// True if only a line or two changed, or so little that the number of lines does not matter.
    fn is_short(&self) -> bool {
        if self.old_parts == 0 {
            return false;
        }
        let share = self.common_parts as f64 / self.old_parts as f64;
        share >= LONG_GAP_SHARE || self.touched_lines <= SHORT_GAP_LINES && share >= SHORT_GAP_SHARE
    }
}

#[cfg(test)]
mod tests {
    use super::LineGap;

    /// Splits `text` into lines at ` / `, and each line at spaces.
    fn parts(text: &str) -> Vec<Vec<&[u8]>> {
        let lines = text.split(" / ");
        lines
            .map(|line| line.split(' ').map(str::as_bytes).collect())
            .collect()
    }

    fn is_short(old: &str, new: &str) -> bool {
        LineGap::between(&parts(old), &parts(new)).is_short()
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
