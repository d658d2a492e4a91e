//! Writes the text with all placed hunks, and the others between conflict markers.
//!
//! A failed hunk is written at the best known place: where a more tolerant mode would place it, at its nearest
//! candidate, at its line number, or at the end. `conflict_writer` writes it there.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use similar::{Algorithm, DiffOp};

use crate::change::{Bias, ChangeSet};
use crate::patch::{Content, FileOperation, FilePatch, Hunk};
use crate::refusal::{Candidate, Fault, HunkFailure, HunkWhy, Reason};
use crate::request::{ConflictStyle, MarkedConflicts, PatchMode, Repeat, Threshold};
use crate::snapshot::Snapshot;
use crate::text::{self, LineEnding, LineNumber, LineRange, Span};

use super::conflict_writer::{Conflict, ConflictWriter, Marked};
use crate::resolve::mark::with_leading_bom;
use crate::resolve::place::choose::hunk_places::UncertainHunk;
use crate::resolve::place::evidence::exact::{is_line_boundary, lines};
use crate::resolve::place::hunk::pattern::{Pattern, lines_before};
use crate::resolve::place::hunk::{other_readings, read_hunk};
use crate::resolve::place::place;
use crate::resolve::place::place_options::PlaceOptions;
use crate::resolve::place::report::unplaced::Unplaced;
use crate::resolve::place::rounds::without_failing;

/// Places the hunks that have a place in `now`, like [`place`], and writes the others between markers. `name` is the
/// name of the file in the markers. Hunks that are already applied are skipped.
///
/// # Errors
/// If a binary patch cannot be applied, or if the patch as a whole is refused.
pub fn marked(
    patch: &FilePatch,
    now: &Snapshot,
    options: &PlaceOptions,
    style: ConflictStyle,
    name: &Path,
) -> Result<Marked, Reason> {
    let options = PlaceOptions {
        repeat: Repeat::Accept,
        ..options.clone()
    };
    let creates_existing = creates_existing(patch, now);
    let (changes, failed) = match &patch.content {
        Content::Hunks(hunks) if creates_existing => {
            (unchanged(now), failed_hunks(hunks, BTreeMap::new()))
        }
        Content::Hunks(hunks) => place_possible(patch, hunks, now, &options)?,
        Content::Binary(_) => (place(patch, now, &options)?.changes, Vec::new()),
    };
    let text = changes
        .apply(now.bytes())
        .map_err(|error| Fault::io("compose the edits of", error))?;
    let mut conflicts = Vec::with_capacity(failed.len());
    for failed in &failed {
        let region = if creates_existing {
            now.span()
        } else {
            failed.likely_region(now)
        };
        let region = conflict_region(region, failed.hunk, &changes, now);
        conflicts.push(Conflict {
            region: map_to_result(region, &changes, &text),
            hunk_index: failed.hunk_index,
            hunk: failed.hunk,
        });
    }
    let marked = ConflictWriter { text, style, name }.write_all(conflicts);
    Ok(Marked {
        text: with_leading_bom(now.bytes(), marked.text.into(), MarkedConflicts::USUAL_SIZE).into(),
        ..marked
    })
}

/// True if the patch creates a file that exists with another text.
fn creates_existing(patch: &FilePatch, now: &Snapshot) -> bool {
    if patch.operation != FileOperation::Create || now.bytes().is_empty() {
        return false;
    }
    let mut rest = &now.bytes()[..];
    for line in patch.hunks().iter().flat_map(Hunk::new_side) {
        match rest.strip_prefix(&line[..]) {
            Some(after) => rest = after,
            None => return true,
        }
    }
    !rest.is_empty()
}

fn unchanged(now: &Snapshot) -> ChangeSet {
    ChangeSet::identity(now.bytes().len())
}

struct FailedHunk<'h> {
    /// The index of the hunk in the patch.
    hunk_index: usize,
    hunk: &'h Hunk,
    failure: Option<HunkFailure>,
}

/// All of `hunks` as failed, each with its failure in `failures`, by index.
fn failed_hunks(hunks: &[Hunk], mut failures: BTreeMap<usize, HunkFailure>) -> Vec<FailedHunk<'_>> {
    let mut failed = Vec::with_capacity(hunks.len());
    for (hunk_index, hunk) in hunks.iter().enumerate() {
        failed.push(FailedHunk {
            hunk_index,
            hunk,
            failure: failures.remove(&hunk_index),
        });
    }
    failed
}

/// Places as many hunks as possible. Returns their changes, and the failed hunks.
fn place_possible<'h>(
    patch: &FilePatch,
    hunks: &'h [Hunk],
    now: &Snapshot,
    options: &PlaceOptions,
) -> Result<(ChangeSet, Vec<FailedHunk<'h>>), Reason> {
    let mut failures: BTreeMap<usize, HunkFailure> = BTreeMap::new();
    let placed = without_failing(hunks, &mut failures, |hunks| {
        let reduced = FilePatch {
            content: Content::Hunks(hunks.to_vec()),
            operation: match patch.operation {
                // The conflicts show the rest of the text to the reader.
                FileOperation::Delete => FileOperation::Modify,
                operation => operation,
            },
            ..patch.clone()
        };
        match place(&reduced, now, options) {
            Ok(resolution) => Ok(resolution.changes),
            Err(Reason::HunkFailed { failures, .. }) => Err(Unplaced::Failing(failures)),
            Err(reason) => Err(Unplaced::Refused(reason)),
        }
    })?;
    let mut failed = failed_hunks(hunks, failures);
    let Some((_, changes)) = placed else {
        return Ok((unchanged(now), failed));
    };
    failed.retain(|failed| failed.failure.is_some());
    Ok((changes, failed))
}

impl FailedHunk<'_> {
    /// The whole lines of `now` that the hunk would probably replace.
    fn likely_region(&self, now: &Snapshot) -> Span {
        let stated = stated_region(self.hunk, now);
        let mut lines = None;
        if let Some(failure) = &self.failure {
            lines = match (&failure.would_place, &failure.why) {
                (Some(would), _) => Some(would.lines),
                (None, HunkWhy::Doubtful(doubt)) => Some(doubt.candidate.lines),
                (None, HunkWhy::Ambiguous { candidates, .. }) => {
                    nearest_candidate(candidates, stated, now)
                }
                (None, HunkWhy::AlreadyApplied(applied)) => Some(*applied),
                _ => None,
            };
        }
        if let Some(lines) = lines
            && let Some(span) = now.span_of(lines)
        {
            return span;
        }
        best_candidate(self.hunk, now).unwrap_or(stated)
    }
}

/// The number of lines beyond the length of a hunk that are searched for its old lines.
const MAX_LINES_BEYOND: usize = 3;

/// The part of `region` that is shown as a conflict with `hunk`. Contains no lines that other hunks change, because a
/// reader who takes the side of `hunk` would lose them.
fn conflict_region(region: Span, hunk: &Hunk, changes: &ChangeSet, now: &Snapshot) -> Span {
    let text = now.bytes();
    let old: Vec<_> = hunk
        .old_side()
        .map(|line| LineEnding::strip(line))
        .collect();
    let old_lines: HashSet<&[u8]> = old.iter().copied().collect();
    let unchanged = unchanged_spans(changes, text);
    let best = unchanged.into_iter().max_by_key(|limits| {
        let part = clamp(region, *limits);
        let mut old_count = 0;
        for line in lines(&text[part.range()]) {
            old_count += usize::from(old_lines.contains(LineEnding::strip(line)));
        }
        (old_count, Reverse(region.start().abs_diff(part.start())))
    });
    let limits = best.unwrap_or(region);
    extend_region(clamp(region, limits), limits, &old, text)
}

/// The spans of `text` between `changes`.
fn unchanged_spans(changes: &ChangeSet, text: &[u8]) -> Vec<Span> {
    let mut unchanged = Vec::new();
    let mut start = 0;
    for block in changes.line_blocks(text) {
        unchanged.push(Span::of_len(start, block.old.start() - start));
        start = block.old.end();
    }
    unchanged.push(Span::of_len(start, text.len() - start));
    unchanged
}

fn clamp(region: Span, limits: Span) -> Span {
    let start = region.start().clamp(limits.start(), limits.end());
    let end = region.end().clamp(start, limits.end());
    Span::of_len(start, end - start)
}

/// Extends `region` by the `old` lines of a hunk above and below it, within `limits`. A reader who takes the side of
/// the hunk would otherwise have these lines twice. Excludes lines before the first and after the last old line that
/// the hunk does not have, because the reader would lose them.
fn extend_region(region: Span, limits: Span, old: &[&[u8]], text: &[u8]) -> Span {
    let inside: Vec<&[u8]> = lines(&text[region.range()]).collect();
    let stripped: Vec<&[u8]> = inside.iter().map(|line| LineEnding::strip(line)).collect();
    let ops = text::compare(Algorithm::Myers, old, &stripped);
    let mut equal = ops.iter().filter(|op| matches!(op, DiffOp::Equal { .. }));
    let Some(first) = equal.next() else {
        return region;
    };
    let last = equal.next_back().unwrap_or(first);
    let old_before = &old[..first.old_range().start];
    let old_after = &old[last.old_range().end..];
    let above: Vec<&[u8]> = lines(&text[limits.start()..region.start()]).collect();
    let below: Vec<&[u8]> = lines(&text[region.end()..limits.end()]).collect();
    let up = matched_len(old_before.iter().rev(), above.iter().rev());
    let down = matched_len(old_after.iter(), below.iter());
    let mut start = region.start() - up;
    let mut end = region.end() + down;
    // Each missing line of the hunk may have become one of the lines at the ends.
    if up == 0 {
        let head = &inside[..first.new_range().start];
        start += total_len(&head[..head.len().saturating_sub(old_before.len())]);
    }
    if down == 0 {
        let tail = &inside[last.new_range().end..];
        end -= total_len(&tail[old_after.len().min(tail.len())..]);
    }
    Span::of_len(start, end - start)
}

fn total_len(lines: &[&[u8]]) -> usize {
    lines.iter().map(|line| line.len()).sum()
}

/// Matches the lines of `wanted` in `text` in order, skipping missing lines. Returns the length of `text` up to the
/// last match, in bytes.
fn matched_len<'l>(
    wanted: impl ExactSizeIterator<Item = &'l &'l [u8]>,
    text: impl Iterator<Item = &'l &'l [u8]>,
) -> usize {
    let reach = wanted.len() + MAX_LINES_BEYOND;
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

/// The candidate nearest to the stated place.
fn nearest_candidate(candidates: &[Candidate], stated: Span, now: &Snapshot) -> Option<LineRange> {
    let stated = now.line_at(stated.start()).number();
    let nearest = candidates
        .iter()
        .min_by_key(|candidate| candidate.lines.first().number().abs_diff(stated))?;
    Some(nearest.lines)
}

/// The lines of the best candidate of `hunk`.
fn best_candidate(hunk: &Hunk, now: &Snapshot) -> Option<Span> {
    let hunks = std::slice::from_ref(hunk);
    let reads = read_hunk::primary(hunks);
    let pattern = Pattern::new(reads.first()?);
    let index = other_readings::index(&[vec![read_hunk::primary(hunks)]], now);
    let expected = pattern.stated_before();
    let why = HunkWhy::NoMatch(None);
    let mode = PatchMode::Fuzzy(Threshold::DEFAULT);
    let uncertain = UncertainHunk::search(0, &pattern, &index, expected, mode, why);
    if uncertain.candidates.is_empty() {
        return None;
    }
    let span = uncertain.span(0);
    if span.is_empty() { None } else { Some(span) }
}

/// The lines that `hunk` states, limited to the text. The end of the text if none are stated.
fn stated_region(hunk: &Hunk, now: &Snapshot) -> Span {
    let end = now.bytes().len();
    let Some(range) = hunk.old else {
        return Span::empty_at(end);
    };
    let before = lines_before(range);
    let after = before + hunk.old_side().count();
    let start = now.start_of(LineNumber::after_lines(before)).unwrap_or(end);
    let stated_end = now.start_of(LineNumber::after_lines(after)).unwrap_or(end);
    Span::new(start, stated_end).unwrap_or(Span::empty_at(end))
}

/// Maps `region`, whole lines of the text before `changes`, to whole lines of `text` after them.
fn map_to_result(region: Span, changes: &ChangeSet, text: &[u8]) -> Span {
    let mut start = changes.map(region.start(), Bias::After);
    let mut end = changes.map(region.end(), Bias::Before).max(start);
    while !is_line_boundary(text, start) {
        start -= 1;
    }
    while !is_line_boundary(text, end) {
        end += 1;
    }
    Span::new(start, end).unwrap_or(Span::empty_at(start))
}
