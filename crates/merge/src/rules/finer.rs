//! The changes of one conflict, cut finer than git has them: lines that were edited are told from lines that were put
//! between them or taken out, and what was put into lines that the other side took out goes to their edge, if the text
//! is the same there.

use std::cmp::Ordering;
use std::iter::zip;
use std::ops::Range;

use super::entry;
use crate::changes::LineEdit;
use crate::versions::{NumberedLines, told_words};
use incise_text::text;

/// How much of the words of two lines must be the same for one to be made of the other.
const ALIKE: f64 = 0.6;

/// Most pairs of lines that are compared for one change.
const COMPARED: usize = 2500;

/// `edits`, which made `side` of `base`, with each edited line by itself, as far as it can be told what became of it.
pub fn line_by_line(
    edits: &[LineEdit],
    base: &NumberedLines<'_>,
    side: &NumberedLines<'_>,
) -> Vec<LineEdit> {
    let mut finer = Vec::with_capacity(edits.len());
    for edit in edits {
        let (mut line, mut other) = (edit.base.start, edit.other.start);
        let ends = (edit.base.end, edit.other.end);
        let pairs = pairs(edit, base, side).into_iter();
        for (next, next_other) in pairs.chain([ends]) {
            if line < next || other < next_other {
                finer.push(LineEdit {
                    base: line..next,
                    other: other..next_other,
                });
            }
            (line, other) = (next, next_other);
            if (next, next_other) != ends {
                finer.push(LineEdit {
                    base: next..next + 1,
                    other: next_other..next_other + 1,
                });
                (line, other) = (next + 1, next_other + 1);
            }
        }
    }
    finer
}

/// The lines of the base in `edit` that were edited, and what they became: those pairs, in order on both sides, that have
/// the most words in common.
fn pairs(
    edit: &LineEdit,
    base: &NumberedLines<'_>,
    side: &NumberedLines<'_>,
) -> Vec<(usize, usize)> {
    let (old, new) = (edit.base.len(), edit.other.len());
    if old * new > COMPARED || old.max(new) < 2 || old.min(new) < 1 {
        return Vec::new();
    }
    let old_words: Vec<_> = base.each(edit.base.clone()).map(sorted_words).collect();
    let new_words: Vec<_> = side.each(edit.other.clone()).map(sorted_words).collect();
    let name = |line| entry::name(line).map(|entry| entry.name);
    let old_names: Vec<_> = base.each(edit.base.clone()).map(name).collect();
    let new_names: Vec<_> = side.each(edit.other.clone()).map(name).collect();
    let score = |line: usize, other: usize| {
        let names = old_names[line].zip(new_names[other]);
        let alike = alike(&old_words[line], &new_words[other]);
        match names {
            Some((old, new)) if old != new => 0.0,
            _ if alike < ALIKE => 0.0,
            _ => alike,
        }
    };
    // What can be had of the lines from `line` and `other` on.
    let width = new + 1;
    let mut best = vec![0.0_f64; (old + 1) * width];
    for line in (0..old).rev() {
        for other in (0..new).rev() {
            let paired = best[(line + 1) * width + other + 1] + score(line, other);
            let passed = best[(line + 1) * width + other].max(best[line * width + other + 1]);
            best[line * width + other] = paired.max(passed);
        }
    }
    let mut found = Vec::new();
    let (mut line, mut other) = (0, 0);
    while line < old && other < new {
        let here = best[line * width + other];
        if here == best[(line + 1) * width + other] {
            line += 1;
        } else if here == best[line * width + other + 1] {
            other += 1;
        } else {
            let pair = (edit.base.start + line, edit.other.start + other);
            if is_laid_out_anew(base.line(pair.0), side.line(pair.1)) {
                return Vec::new();
            }
            found.push(pair);
            line += 1;
            other += 1;
        }
    }
    found
}

/// The words and signs, sorted, of those of `lines` that say something.
fn told_lines<'l>(lines: impl Iterator<Item = &'l [u8]>) -> Vec<Vec<&'l [u8]>> {
    let telling = lines.filter(|line| text::is_telling(line));
    telling.map(sorted_words).collect()
}

/// The words and signs of `line`, sorted.
fn sorted_words(line: &[u8]) -> Vec<&[u8]> {
    let mut told: Vec<&[u8]> = told_words(line).collect();
    told.sort_unstable();
    told
}

/// Whether `old` became `new` by other blanks alone, or by others before its words: what the other side puts beside it
/// would have been laid out like that, too.
fn is_laid_out_anew(old: &[u8], new: &[u8]) -> bool {
    let is_shifted = text::indent_of(old) != text::indent_of(new);
    old != new && (is_shifted || told_words(old).eq(told_words(new)))
}

/// How much of the words of two lines, sorted, is the same, from 0 to 1.
fn alike(old: &[&[u8]], new: &[&[u8]]) -> f64 {
    let (mut one, mut two, mut same) = (0, 0, 0);
    while one < old.len() && two < new.len() {
        match old[one].cmp(new[two]) {
            Ordering::Less => one += 1,
            Ordering::Greater => two += 1,
            Ordering::Equal => {
                (one, two, same) = (one + 1, two + 1, same + 1);
            }
        }
    }
    2.0 * f64::from(same) / (old.len() + new.len()).max(1) as f64
}

/// `edits`, which made `side` of `base`: lines that they put into what `others` changed stand at its edge, where that
/// makes the same text.
pub fn put_beside(
    edits: &[LineEdit],
    base: &NumberedLines<'_>,
    side: &NumberedLines<'_>,
    others: &[LineEdit],
) -> Vec<LineEdit> {
    let mut beside: Vec<LineEdit> = edits.to_vec();
    for number in 0..beside.len() {
        let edit = &beside[number];
        let at = edit.base.start;
        let inside = |other: &&LineEdit| other.base.start < at && at < other.base.end;
        let Some(other) = others.iter().find(inside).filter(|_| edit.base.is_empty()) else {
            continue;
        };
        let floor = number
            .checked_sub(1)
            .map_or(0, |before| beside[before].base.end);
        let ceiling = beside
            .get(number + 1)
            .map_or(base.len(), |next| next.base.start);
        let (up, down) = (at - other.base.start, other.base.end - at);
        let same = |lines: Range<usize>, others: Range<usize>| {
            zip(lines, others).all(|(line, other)| base.numbers[line] == side.numbers[other])
        };
        let (start, end) = (edit.other.start, edit.other.end);
        if at - up >= floor && end >= up && same(at - up..at, end - up..end) {
            beside[number] = LineEdit {
                base: at - up..at - up,
                other: start - up..end - up,
            };
        } else if at + down <= ceiling && same(at..at + down, start..start + down) {
            beside[number] = LineEdit {
                base: at + down..at + down,
                other: start + down..end + down,
            };
        }
    }
    beside
}

/// How many lines at the head and at the tail both sides made alike, where these are all that became of the lines `base`, and
/// say something.
pub fn made_alike(base: &[&[u8]], ours: &[&[u8]], theirs: &[&[u8]]) -> Option<usize> {
    let head = text::common_head(ours, theirs);
    let tail = text::common_tail(&ours[head..], &theirs[head..]);
    let mut shared = ours[..head].iter().chain(&ours[ours.len() - tail..]);
    let base_words = told_lines(base.iter().copied());
    let shared_words = told_lines(shared.clone().copied());
    let rest = [ours, theirs].map(|side| &side[head..side.len() - tail]);
    let rest = told_lines(rest.into_iter().flatten().copied());
    let is_among =
        |old: &[&[u8]], lines: &[Vec<&[u8]>]| lines.iter().any(|new| alike(old, new) >= ALIKE);
    // What one side has of the base, or made of it, and the other has nothing of, that one removed.
    let is_kept = base_words
        .iter()
        .any(|old| rest.contains(old) || is_among(old, &rest) && !is_among(old, &shared_words));
    let is_all = base.len() <= head + tail && !is_kept;
    (is_all && shared.any(|line| text::is_telling(line))).then_some(head + tail)
}
