//! The text with everything a patch has a place for, and the rest between conflict markers.
//!
//! Each hunk without a place stands at the best one known: where a more tolerant mode would put it, at the nearest
//! of its candidates, else at the line it states, else at the end. `conflict_writer` writes it there.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use similar::{Algorithm, DiffOp};

use crate::change::{Bias, ChangeSet};
use crate::patch::{Content, FileOperation, FilePatch, Hunk};
use crate::refusal::{Candidate, HunkFailure, HunkWhy, Reason};
use crate::request::{ConflictStyle, PatchMode, Repeat, Threshold};
use crate::snapshot::Snapshot;
use crate::text::{self, LineEnding, LineNumber, LineRange, Span};

use super::conflict_writer::{Conflict, ConflictWriter, Marked};
use crate::resolve::mark::mark_first;
use crate::resolve::place::choose::contest::Open;
use crate::resolve::place::evidence::exact::{is_cut, lines};
use crate::resolve::place::hunk::pattern::Pattern;
use crate::resolve::place::hunk::{other_readings, read_hunk};
use crate::resolve::place::place;
use crate::resolve::place::placing::Placing;
use crate::resolve::place::rounds::without_failing;

/// Places what has a place in `now`, as [`place`] does, and marks the rest. `name` is the file's in the
/// markers. Hunks that are applied already are left as they are.
///
/// # Errors
/// Nothing can be shown: a binary patch for another file.
pub fn marked(
    patch: &FilePatch,
    now: &Snapshot,
    how: &Placing,
    style: ConflictStyle,
    name: &Path,
) -> Result<Marked, Reason> {
    let how = Placing {
        repeat: Repeat::Accept,
        ..how.clone()
    };
    let (changes, failures) = match &patch.content {
        Content::Hunks(hunks) if is_in_the_way(patch, now) => {
            (unchanged(now), failed(hunks, &BTreeMap::new()))
        }
        Content::Hunks(hunks) => what_has_a_place(patch, hunks, now, &how)?,
        Content::Binary(_) => (place(patch, now, &how)?.changes, Vec::new()),
    };
    let text = changes.apply(now.bytes()).map_err(|error| Reason::Io {
        during: "compose the edits of",
        error: error.to_string(),
    })?;
    let conflicts = failures
        .iter()
        .map(|(hunk, failure)| {
            let region = region(patch, hunk, failure.as_ref(), now);
            let (region, limits) = clear(region, hunk, &changes, now);
            Conflict {
                region: carried(bounded(region, limits, hunk, now), &changes, &text),
                number: patch.hunks().iter().position(|other| other == *hunk),
                hunk,
            }
        })
        .collect();
    let marked = ConflictWriter { text, style, name }.with(conflicts);
    Ok(Marked {
        text: mark_first(now.bytes(), marked.text.into()).into(),
        ..marked
    })
}

/// Whether the patch makes a file that is there with another text.
fn is_in_the_way(patch: &FilePatch, now: &Snapshot) -> bool {
    let new = || -> Vec<u8> {
        let hunks = patch.hunks().iter();
        hunks.flat_map(Hunk::new_side).flatten().copied().collect()
    };
    patch.operation == FileOperation::Create
        && !now.bytes().is_empty()
        && new()[..] != now.bytes()[..]
}

fn unchanged(now: &Snapshot) -> ChangeSet {
    ChangeSet::identity(now.bytes().len())
}

type Failed<'h> = Vec<(&'h Hunk, Option<HunkFailure>)>;

/// All of `hunks` as failed, each with what is known of it by its number (0-based).
fn failed<'h>(hunks: &'h [Hunk], known: &BTreeMap<usize, HunkFailure>) -> Failed<'h> {
    let numbered = hunks.iter().enumerate();
    numbered
        .map(|(number, hunk)| (hunk, known.get(&number).cloned()))
        .collect()
}

/// The changes of the hunks that have a place without the others, and the others.
fn what_has_a_place<'h>(
    patch: &FilePatch,
    hunks: &'h [Hunk],
    now: &Snapshot,
    how: &Placing,
) -> Result<(ChangeSet, Failed<'h>), Reason> {
    let mut known: BTreeMap<usize, HunkFailure> = BTreeMap::new();
    let placed = without_failing(hunks, &mut known, |hunks| {
        let of_rest = FilePatch {
            content: Content::Hunks(hunks.to_vec()),
            operation: match patch.operation {
                // What is left of the text is for the reader to see.
                FileOperation::Delete => FileOperation::Modify,
                operation => operation,
            },
            ..patch.clone()
        };
        match place(&of_rest, now, how) {
            Ok(resolution) => Ok(Ok(resolution.changes)),
            Err(Reason::HunkFailed { failures, .. }) => Ok(Err(failures)),
            Err(reason) => Err(reason),
        }
    })?;
    let Some((_, changes)) = placed else {
        return Ok((unchanged(now), failed(hunks, &known)));
    };
    let numbered = hunks.iter().enumerate();
    let failed = numbered
        .filter_map(|(number, hunk)| Some((hunk, Some(known.remove(&number)?))))
        .collect();
    Ok((changes, failed))
}

/// The bytes of `now`, whole lines, that `hunk` is about as far as is known.
fn region(patch: &FilePatch, hunk: &Hunk, failure: Option<&HunkFailure>, now: &Snapshot) -> Span {
    if is_in_the_way(patch, now) {
        return now.span();
    }
    let stated = stated(hunk, now);
    let would = failure.and_then(|failure| failure.would_place.as_ref());
    let known = match (would, failure.map(|failure| &failure.why)) {
        (Some(would), _) => Some(would.lines),
        (None, Some(HunkWhy::Doubtful(doubt))) => Some(doubt.candidate.lines),
        (None, Some(HunkWhy::Ambiguous { candidates, .. })) => nearest(candidates, stated, now),
        (None, Some(HunkWhy::AlreadyApplied { lines })) => Some(*lines),
        _ => None,
    };
    let known = known.and_then(|lines| now.span_of(lines));
    known.or_else(|| candidate(hunk, now)).unwrap_or(stated)
}

/// Lines beyond a hunk's own that are looked at for its old ones.
const BESIDE: usize = 3;

/// The part of `region` that has most lines of `hunk` of those that the `changes` of other hunks leave, and what
/// they leave around it: a line that such a change made would be lost for who takes the hunk's side.
fn clear(region: Span, hunk: &Hunk, changes: &ChangeSet, now: &Snapshot) -> (Span, Span) {
    let text = now.bytes();
    let changed = changes.line_blocks(text).map(|block| block.old);
    let mut start = 0;
    let left: Vec<Span> = changed
        .chain([Span::empty_at(text.len())])
        .map(|changed| {
            let left = Span::of_len(start, changed.start() - start);
            start = changed.end();
            left
        })
        .collect();
    let part = |limits: Span| {
        let start = region.start().clamp(limits.start(), limits.end());
        let end = region.end().clamp(start, limits.end());
        Span::of_len(start, end - start)
    };
    let old: HashSet<&[u8]> = hunk
        .old_side()
        .map(|line| LineEnding::strip(line))
        .collect();
    let lines_of_hunk = |part: Span| {
        let lines = lines(&text[part.range()]).map(LineEnding::strip);
        lines.filter(|line| old.contains(line)).count()
    };
    let distance = |part: Span| region.start().abs_diff(part.start());
    left.into_iter()
        .map(|limits| (part(limits), limits))
        .max_by_key(|&(part, _)| (lines_of_hunk(part), Reverse(distance(part))))
        .unwrap_or((region, region))
}

/// `region` with the old lines of `hunk` that stand above and below it within `limits`, which would stand there twice
/// for who takes the hunk's side of the conflict; without lines before the first and after the last old line of the
/// hunk that stand for none of its lines, which would be lost.
fn bounded(region: Span, limits: Span, hunk: &Hunk, now: &Snapshot) -> Span {
    let text = now.bytes();
    let old: Vec<&[u8]> = hunk
        .old_side()
        .map(|line| LineEnding::strip(line))
        .collect();
    let bare = |text| -> Vec<&[u8]> { lines(text).map(LineEnding::strip).collect() };
    let inside = bare(&text[region.range()]);
    let ops = text::compare(Algorithm::Myers, &old, &inside);
    let mut same = ops.iter().filter(|op| matches!(op, DiffOp::Equal { .. }));
    let Some(first) = same.next() else {
        return region;
    };
    let last = same.next_back().unwrap_or(first);
    let (before, after) = (
        &old[..first.old_range().start],
        &old[last.old_range().end..],
    );
    let len = |lines: &[&[u8]]| -> usize { lines.iter().map(|line| line.len()).sum() };
    let whole: Vec<&[u8]> = lines(&text[region.range()]).collect();
    let above: Vec<&[u8]> = lines(&text[limits.start()..region.start()]).collect();
    let below: Vec<&[u8]> = lines(&text[region.end()..limits.end()]).collect();
    let up = matched_len(before.iter().rev(), above.iter().rev());
    let down = matched_len(after.iter(), below.iter());
    let (head, tail) = (
        &whole[..first.new_range().start],
        &whole[last.new_range().end..],
    );
    // Each of the hunk's lines that stand nowhere may have become one of those.
    let head = match up {
        0 => len(&head[..head.len().saturating_sub(before.len())]),
        _ => 0,
    };
    let tail = match down {
        0 => len(&tail[after.len().min(tail.len())..]),
        _ => 0,
    };
    let start = region.start() + head - up;
    Span::of_len(start, region.end() - tail + down - start)
}

/// Matches the lines of `wanted` in `text` in order, skipping those that are missing. Returns the length in bytes of
/// `text` up to the last match.
fn matched_len<'l>(
    wanted: impl ExactSizeIterator<Item = &'l &'l [u8]>,
    text: impl Iterator<Item = &'l &'l [u8]>,
) -> usize {
    let reach = wanted.len() + BESIDE;
    let near: Vec<&[u8]> = text.take(reach).copied().collect();
    let mut next = 0;
    for wanted in wanted {
        let found = near[next..]
            .iter()
            .position(|line| LineEnding::strip(line) == *wanted);
        next = found.map_or(next, |found| next + found + 1);
    }
    near[..next].iter().map(|line| line.len()).sum()
}

/// The candidate that is nearest to the stated place.
fn nearest(candidates: &[Candidate], stated: Span, now: &Snapshot) -> Option<LineRange> {
    let stated = now.line_at(stated.start()).number();
    let distance = |candidate: &&Candidate| candidate.lines.first().number().abs_diff(stated);
    candidates
        .iter()
        .min_by_key(distance)
        .map(|candidate| candidate.lines)
}

/// The lines that most of `hunk` is similar to.
fn candidate(hunk: &Hunk, now: &Snapshot) -> Option<Span> {
    let hunks = std::slice::from_ref(hunk);
    let reads = read_hunk::primary(hunks);
    let pattern = Pattern::of(reads.first()?);
    let index = other_readings::index(&[vec![read_hunk::primary(hunks)]], now);
    let expected = pattern.stated_before();
    let why = HunkWhy::NoMatch { difference: None };
    let mode = PatchMode::Fuzzy(Threshold::DEFAULT);
    let open = Open::of(&pattern, &index, expected, mode, why);
    let span = (!open.candidates.is_empty()).then(|| open.span(0, &index));
    span.filter(|span| !span.is_empty())
}

/// The lines that `hunk` states, as far as the text has them; its end where none is stated.
fn stated(hunk: &Hunk, now: &Snapshot) -> Span {
    let end = now.bytes().len();
    let Some(range) = hunk.old else {
        return Span::empty_at(end);
    };
    let before = match range.count {
        0 => range.start,
        _ => range.start.saturating_sub(1),
    };
    let start_of = |before: usize| now.start_of(LineNumber::after_lines(before)).unwrap_or(end);
    let (start, stop) = (start_of(before), start_of(before + hunk.old_side().count()));
    Span::new(start, stop).unwrap_or(Span::empty_at(end))
}

/// `region`, whole lines of the text before `changes`, in the `text` after them.
fn carried(region: Span, changes: &ChangeSet, text: &[u8]) -> Span {
    let mut start = changes.map(region.start(), Bias::After);
    let mut end = changes.map(region.end(), Bias::Before).max(start);
    while !is_cut(text, start) {
        start -= 1;
    }
    while !is_cut(text, end) {
        end += 1;
    }
    Span::new(start, end).unwrap_or(Span::empty_at(start))
}
