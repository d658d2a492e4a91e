//! The text with all hunks that have a place, and the rest between conflict markers.
//!
//! Each hunk without a place goes to the best one known: where a more tolerant mode would put it, to the nearest of its
//! candidates, else to the line it states, else to the end. `conflict_writer` writes it there.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use similar::{Algorithm, DiffOp};

use crate::change::{Bias, ChangeSet};
use crate::patch::{Content, FileOperation, FilePatch, Hunk};
use crate::refusal::{Candidate, Fault, HunkFailure, HunkWhy, Reason};
use crate::request::{ConflictStyle, PatchMode, Repeat, Threshold};
use crate::snapshot::Snapshot;
use crate::text::{self, LineEnding, LineNumber, LineRange, Span};

use super::conflict_writer::{Conflict, ConflictWriter, Marked};
use crate::resolve::mark::mark_first;
use crate::resolve::place::choose::hunk_places::OpenHunk;
use crate::resolve::place::evidence::exact::{is_cut, lines};
use crate::resolve::place::hunk::pattern::Pattern;
use crate::resolve::place::hunk::{other_readings, read_hunk};
use crate::resolve::place::place;
use crate::resolve::place::placing::Placing;
use crate::resolve::place::report::unplaced::AttemptError;
use crate::resolve::place::rounds::without_failing;

/// Places the hunks that have a place in `now`, like [`place`], and marks the rest. `name` is the file's in the
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
        Content::Hunks(hunks) if creates_existing(patch, now) => {
            (unchanged(now), failed(hunks, &BTreeMap::new()))
        }
        Content::Hunks(hunks) => place_some(patch, hunks, now, &how)?,
        Content::Binary(_) => (place(patch, now, &how)?.changes, Vec::new()),
    };
    let text = changes
        .apply(now.bytes())
        .map_err(|error| Fault::io("compose the edits of", error))?;
    let mut conflicts = Vec::with_capacity(failures.len());
    for (hunk, failure) in &failures {
        let region = region(patch, hunk, failure.as_ref(), now);
        let (part, limits) = clear(region, hunk, &changes, now);
        conflicts.push(Conflict {
            region: after_changes(bounded(part, limits, hunk, now), &changes, &text),
            number: patch.hunks().iter().position(|other| other == *hunk),
            hunk,
        });
    }
    let marked = ConflictWriter { text, style, name }.with(conflicts);
    Ok(Marked {
        text: mark_first(now.bytes(), marked.text.into()).into(),
        ..marked
    })
}

/// True if the patch creates a file that exists with another text.
fn creates_existing(patch: &FilePatch, now: &Snapshot) -> bool {
    if patch.operation != FileOperation::Create || now.bytes().is_empty() {
        return false;
    }
    let hunks = patch.hunks().iter();
    let new: Vec<&[u8]> = hunks
        .flat_map(Hunk::new_side)
        .map(|line| &line[..])
        .collect();
    new.concat() != now.bytes()[..]
}

fn unchanged(now: &Snapshot) -> ChangeSet {
    ChangeSet::identity(now.bytes().len())
}

type Failed<'h> = Vec<(&'h Hunk, Option<HunkFailure>)>;

/// All of `hunks` as failed, each with its known failure by its number (0-based).
fn failed<'h>(hunks: &'h [Hunk], known: &BTreeMap<usize, HunkFailure>) -> Failed<'h> {
    let numbered = hunks.iter().enumerate();
    numbered
        .map(|(number, hunk)| (hunk, known.get(&number).cloned()))
        .collect()
}

/// The changes of the hunks that have a place without the others, and the others.
fn place_some<'h>(
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
                // The rest of the text is for the reader to see.
                FileOperation::Delete => FileOperation::Modify,
                operation => operation,
            },
            ..patch.clone()
        };
        match place(&of_rest, now, how) {
            Ok(resolution) => Ok(resolution.changes),
            Err(Reason::HunkFailed { failures, .. }) => Err(AttemptError::Failing(failures)),
            Err(reason) => Err(AttemptError::Refused(reason)),
        }
    })?;
    let Some((_, changes)) = placed else {
        return Ok((unchanged(now), failed(hunks, &known)));
    };
    let mut rest = Vec::with_capacity(known.len());
    for (number, hunk) in hunks.iter().enumerate() {
        if let Some(failure) = known.remove(&number) {
            rest.push((hunk, Some(failure)));
        }
    }
    Ok((changes, rest))
}

/// The bytes of `now`, whole lines, that `hunk` is about as far as is known.
fn region(patch: &FilePatch, hunk: &Hunk, failure: Option<&HunkFailure>, now: &Snapshot) -> Span {
    if creates_existing(patch, now) {
        return now.span();
    }
    let stated = stated(hunk, now);
    let would = failure.and_then(|failure| failure.would_place.as_ref());
    let known = match (would, failure.map(|failure| &failure.why)) {
        (Some(would), _) => Some(would.lines),
        (None, Some(HunkWhy::Doubtful(doubt))) => Some(doubt.candidate.lines),
        (None, Some(HunkWhy::Ambiguous { candidates, .. })) => nearest(candidates, stated, now),
        (None, Some(HunkWhy::AlreadyApplied(lines))) => Some(*lines),
        _ => None,
    };
    if let Some(lines) = known
        && let Some(span) = now.span_of(lines)
    {
        return span;
    }
    candidate(hunk, now).unwrap_or(stated)
}

/// Lines beyond a hunk's own that are searched for its old ones.
const BESIDE: usize = 3;

/// Of the spans that the `changes` of other hunks leave, finds the one with most lines of `hunk` inside `region`.
/// Returns its part of `region` and the span: a line that such a change made would be lost to a reader who takes the
/// hunk's side.
fn clear(region: Span, hunk: &Hunk, changes: &ChangeSet, now: &Snapshot) -> (Span, Span) {
    let text = now.bytes();
    let mut unchanged = Vec::new();
    let mut start = 0;
    for block in changes.line_blocks(text) {
        unchanged.push(Span::of_len(start, block.old.start() - start));
        start = block.old.end();
    }
    unchanged.push(Span::of_len(start, text.len() - start));
    let old: HashSet<&[u8]> = hunk
        .old_side()
        .map(|line| LineEnding::strip(line))
        .collect();
    let parts = unchanged.into_iter().map(|limits| {
        let start = region.start().clamp(limits.start(), limits.end());
        let end = region.end().clamp(start, limits.end());
        (Span::of_len(start, end - start), limits)
    });
    let best = parts.max_by_key(|(part, _)| {
        let lines = lines(&text[part.range()]).map(LineEnding::strip);
        let distance = region.start().abs_diff(part.start());
        (
            lines.filter(|line| old.contains(line)).count(),
            Reverse(distance),
        )
    });
    best.unwrap_or((region, region))
}

/// Extends `region` by the old lines of `hunk` above and below it within `limits`: a reader who takes the hunk's
/// side of
/// the conflict would have them twice. Leaves out lines before the first and after the last old line of the hunk that
/// are none of its lines: they would be lost.
fn bounded(region: Span, limits: Span, hunk: &Hunk, now: &Snapshot) -> Span {
    let text = now.bytes();
    let old: Vec<&[u8]> = hunk
        .old_side()
        .map(|line| LineEnding::strip(line))
        .collect();
    let inside: Vec<&[u8]> = lines(&text[region.range()])
        .map(LineEnding::strip)
        .collect();
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
    let whole: Vec<&[u8]> = lines(&text[region.range()]).collect();
    let above: Vec<&[u8]> = lines(&text[limits.start()..region.start()]).collect();
    let below: Vec<&[u8]> = lines(&text[region.end()..limits.end()]).collect();
    let up = matched_len(before.iter().rev(), above.iter().rev());
    let down = matched_len(after.iter(), below.iter());
    let (head, tail) = (
        &whole[..first.new_range().start],
        &whole[last.new_range().end..],
    );
    // Each of the hunk's lines that are nowhere may have become one of those.
    let head = match up {
        0 => total_len(&head[..head.len().saturating_sub(before.len())]),
        _ => 0,
    };
    let tail = match down {
        0 => total_len(&tail[after.len().min(tail.len())..]),
        _ => 0,
    };
    let start = region.start() + head - up;
    Span::of_len(start, region.end() - tail + down - start)
}

fn total_len(lines: &[&[u8]]) -> usize {
    lines.iter().map(|line| line.len()).sum()
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
    total_len(&near[..next])
}

/// The candidate that is nearest to the stated place.
fn nearest(candidates: &[Candidate], stated: Span, now: &Snapshot) -> Option<LineRange> {
    let stated = now.line_at(stated.start()).number();
    let nearest = candidates
        .iter()
        .min_by_key(|candidate| candidate.lines.first().number().abs_diff(stated))?;
    Some(nearest.lines)
}

/// The lines that are most similar to `hunk`.
fn candidate(hunk: &Hunk, now: &Snapshot) -> Option<Span> {
    let hunks = std::slice::from_ref(hunk);
    let reads = read_hunk::primary(hunks);
    let pattern = Pattern::new(reads.first()?);
    let index = other_readings::index(&[vec![read_hunk::primary(hunks)]], now);
    let expected = pattern.stated_before();
    let why = HunkWhy::NoMatch(None);
    let mode = PatchMode::Fuzzy(Threshold::DEFAULT);
    let open = OpenHunk::search(&pattern, &index, expected, mode, why);
    if open.candidates.is_empty() {
        return None;
    }
    let span = open.span(0, &index);
    if span.is_empty() { None } else { Some(span) }
}

/// The lines that `hunk` states, as far as the text has them; its end if none is stated.
fn stated(hunk: &Hunk, now: &Snapshot) -> Span {
    let end = now.bytes().len();
    let Some(range) = hunk.old else {
        return Span::empty_at(end);
    };
    let before = match range.count {
        0 => range.start,
        _ => range.start.saturating_sub(1),
    };
    let after = before + hunk.old_side().count();
    let start = now.start_of(LineNumber::after_lines(before)).unwrap_or(end);
    let stop = now.start_of(LineNumber::after_lines(after)).unwrap_or(end);
    Span::new(start, stop).unwrap_or(Span::empty_at(end))
}

/// The place of `region`, whole lines of the text before `changes`, in the `text` after them.
fn after_changes(region: Span, changes: &ChangeSet, text: &[u8]) -> Span {
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
