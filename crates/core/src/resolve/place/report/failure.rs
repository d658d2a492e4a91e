//! Reasons why a hunk has no place, with the expected and the found lines.

use bytes::Bytes;

use crate::change::ChangeSet;
use crate::patch::{FilePatch, LineKind};
use crate::refusal::{Candidate, Difference, HunkFailure, HunkWhy, Likeness, Reason};
use crate::snapshot::Snapshot;
use crate::text::{LineEnding, LineNumber, Span};

use crate::resolve::place::choose::fit::Fit;
use crate::resolve::place::evidence::exact::{self, Places};
use crate::resolve::place::hunk::pattern::Pattern;
use crate::resolve::place::hunk::read_hunk::Extent;

/// The most candidates that a refusal lists.
const LISTED: usize = 10;

/// The failure of hunk `number` (0-based) of `patterns`.
pub fn new(patterns: &[Pattern], number: usize, why: HunkWhy) -> HunkFailure {
    HunkFailure {
        hunk: patterns[number].hunk_number(),
        patch_line: patterns[number].hunk().line,
        why,
        would_place: None,
    }
}

/// The fits of all `patterns`.
///
/// # Errors
/// All failures, one for each hunk.
pub fn all_or_failures(
    patterns: &[Pattern],
    fits: Vec<Result<Fit, HunkWhy>>,
) -> Result<Vec<Fit>, Vec<HunkFailure>> {
    let mut placed = Vec::with_capacity(fits.len());
    let mut failures = Vec::new();
    for (number, fit) in fits.into_iter().enumerate() {
        match fit {
            Ok(fit) => placed.push(fit),
            Err(why) => {
                let failure = new(patterns, number, why);
                // For a hunk in pieces, report only the first failing piece.
                let last_hunk = failures.last().map(|last: &HunkFailure| last.hunk);
                if last_hunk != Some(failure.hunk) {
                    failures.push(failure);
                }
            }
        }
    }
    if failures.is_empty() {
        Ok(placed)
    } else {
        Err(failures)
    }
}

/// The refusal of the whole patch at `patch_line`.
pub fn whole_patch(patch_line: LineNumber, why: HunkWhy) -> Reason {
    let failure = HunkFailure {
        hunk: 1,
        patch_line,
        why,
        would_place: None,
    };
    Reason::HunkFailed {
        failures: vec![failure],
        total: 1,
    }
}

pub fn check_emptied(patch: &FilePatch, now: &Snapshot, changes: &ChangeSet) -> Result<(), Reason> {
    if changes.result_len() == 0 {
        return Ok(());
    }
    let removed: usize = changes
        .edits()
        .iter()
        .map(|edit| exact::lines(&edit.old).count())
        .sum();
    let lines = now.line_count() - removed.min(now.line_count());
    Err(whole_patch(patch.line, HunkWhy::LeavesText { lines }))
}

/// Several places, of which the first are listed.
pub fn ambiguous(places: &Places, pattern: &Pattern, now: &Snapshot) -> HunkWhy {
    let shown = places.at.iter().take(LISTED);
    HunkWhy::Ambiguous {
        candidates: shown
            .map(|&at| candidate(Span::of_len(at, pattern.old().len()), now))
            .collect(),
        count: places.count,
        is_numbered: pattern.hunk().old.is_some(),
    }
}

/// Context line `line` (0-based, in the hunk) has lost its `+`.
pub fn lost_sign(pattern: &Pattern, line: usize) -> HunkWhy {
    let hunk = pattern.hunk();
    HunkWhy::LostSign {
        patch_line: LineNumber::after_lines(hunk.line.number() + line),
        line: body(&hunk.lines[line].text),
    }
}

/// The place `span`, with its first line.
pub fn candidate(span: Span, now: &Snapshot) -> Candidate {
    let rest = &now.bytes()[span.start()..];
    let first = exact::lines(rest).next().map_or(&[][..], LineEnding::strip);
    Candidate {
        lines: now.lines_of(span),
        id: None,
        preview: now.slice(Span::of_len(span.start(), first.len())),
    }
}

/// The text has changed the line `expected`, which the hunk removes, to its line `at` (0-based).
pub fn conflict(
    expected: &Bytes,
    now: &Snapshot,
    at: usize,
    likeness: Option<Likeness>,
) -> HunkWhy {
    let found = lines_after(now, at).next();
    HunkWhy::Conflict {
        difference: Difference {
            line: LineNumber::after_lines(at),
            expected: body(expected),
            found: found.map(|line| now.bytes().slice_ref(LineEnding::strip(line))),
        },
        likeness,
    }
}

/// The first line of the old side that differs from the text after `before` lines.
pub fn difference(pattern: &Pattern, now: &Snapshot, before: usize) -> Option<Difference> {
    let mut found = lines_after(now, before);
    for (number, expected) in pattern.hunk().old_side().enumerate() {
        let line = found.next();
        if line != Some(&expected[..]) {
            let line = line.map(|line| now.bytes().slice_ref(line));
            let (expected, found) = without_endings(expected.clone(), line);
            return Some(Difference {
                line: LineNumber::after_lines(before + number),
                expected,
                found,
            });
        }
    }
    None
}

/// The lines of `now` after its first `count` lines.
pub fn lines_after(now: &Snapshot, count: usize) -> impl Iterator<Item = &[u8]> {
    let start = now.start_of(LineNumber::after_lines(count));
    exact::lines(start.map_or(&[], |start| &now.bytes()[start..]))
}

/// The two lines without their endings. With endings if only these differ.
fn without_endings(expected: Bytes, found: Option<Bytes>) -> (Bytes, Option<Bytes>) {
    let expected_body = body(&expected);
    match &found {
        Some(line) if body(line) == expected_body => (expected, found),
        _ => (expected_body, found.as_ref().map(body)),
    }
}

fn body(line: &Bytes) -> Bytes {
    line.slice(..LineEnding::strip(line).len())
}

/// The most lines by which a header may exceed a hunk without suspicion. People and models miscount.
const MAX_MISCOUNT: usize = 3;

/// The number of lines by which the end of a hunk is recognized at the end of a text.
const TAIL_LINES: usize = 3;

/// True if the last lines of the old side are the last lines of the text.
fn ends_text(pattern: &Pattern, now: &Snapshot) -> bool {
    let lines: Vec<&[u8]> = exact::lines(pattern.old()).collect();
    let len: usize = lines
        .iter()
        .rev()
        .take(TAIL_LINES)
        .map(|line| line.len())
        .sum();
    let tail = &pattern.old()[pattern.old().len() - len..];
    match now.bytes().len().checked_sub(len) {
        Some(at) => !tail.is_empty() && exact::occurs_at(now.bytes(), tail, at),
        None => false,
    }
}

/// True if a hunk that ends in context may lack a change, given that its end lacks `missing` lines on each side.
///
/// After its last change, a diff has as many context lines as before the first one, or fewer at the end of the text.
/// Between two changes, it has at most twice as many.
fn may_miss_change(pattern: &Pattern, now: &Snapshot, at: Option<usize>, missing: usize) -> bool {
    if ends_text(pattern, now) {
        return false;
    }
    let leading = pattern.leading_context();
    let context = leading.max(pattern.trailing_context().div_ceil(2));
    if missing > context {
        return true;
    }
    reaches_end(pattern, now, at, missing)
}

/// True if a hunk at `at` would end at the end of the text with `missing` more old lines.
fn reaches_end(pattern: &Pattern, now: &Snapshot, at: Option<usize>, missing: usize) -> bool {
    at.is_some_and(|at| {
        let lines_before = now.line_at(at).lines_before();
        lines_before + pattern.old_lines() + missing == now.line_count()
    })
}

/// Refuses a truncated hunk. Only the last hunk of a patch can be truncated. Its header counts more lines than it
/// has, and one of these is true:
/// - The hunk ends in the middle of a change.
/// - The missing lines may contain a change, such as the lines of one kind that are missing up to the end of the text.
/// - The counts are far off, or a change must be missing, although the hunk is at its stated line. `at` is the place of
///   the hunk.
pub fn check_not_truncated(
    pattern: &Pattern,
    now: &Snapshot,
    at: Option<usize>,
) -> Result<(), HunkWhy> {
    let hunk = pattern.hunk();
    let (Some(old), Some(new)) = (hunk.old, hunk.new) else {
        return Ok(());
    };
    let (old_lines, new_lines) = (pattern.old_lines(), pattern.new_lines());
    let is_complete = old.count == old_lines && new.count == new_lines;
    if is_complete
        || old.count < old_lines
        || new.count < new_lines
        || pattern.extent() != Extent::Whole
        || !hunk.may_be_cut_off
    {
        return Ok(());
    }
    let (missing_old, missing_new) = (old.count - old_lines, new.count - new_lines);
    if let Some(last) = hunk.lines.last()
        && last.is_change()
    {
        // At the end of the text, new lines can be missing, but no old lines.
        let misses_new = missing_new > 0 && !(last.kind == LineKind::Added && missing_old > 0);
        if misses_new || !ends_text(pattern, now) {
            return Err(HunkWhy::Truncated);
        }
    } else if missing_old == missing_new && may_miss_change(pattern, now, at, missing_old) {
        return Err(HunkWhy::Truncated);
    } else if (missing_old == 0 || missing_new == 0) && reaches_end(pattern, now, at, missing_old) {
        // A diff that ends in added or deleted lines ends at the end of the text.
        return Err(HunkWhy::Truncated);
    }
    let is_far_off = missing_old > MAX_MISCOUNT || missing_new > MAX_MISCOUNT;
    // A diff ends in context, so a missing change is followed by missing context.
    let misses_change = missing_old > 0 && missing_new > 0 && missing_old != missing_new;
    if (is_far_off || misses_change)
        && let Some(at) = at
        && Some(now.line_at(at).lines_before()) == pattern.stated_before()
    {
        return Err(HunkWhy::Truncated);
    }
    Ok(())
}
