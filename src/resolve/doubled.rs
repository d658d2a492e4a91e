//! Lines that a patch would add a second time. Where the text has drifted, or is compared with the base, the lines that
//! are there may be taken for others: they begin or end like what stands beside them, or people changed one of them.

use std::collections::HashSet;

use memchr::memmem;

use super::{HunkStatus, PlacedHunk, Resolution};
use crate::change::{ChangeSet, Edit};
use crate::patch::FilePatch;
use crate::refusal::{HunkFailure, HunkWhy, Reason};
use crate::snapshot::Snapshot;
use crate::text::{LineRange, Span, is_telling, lines};

/// Added lines from which on they are compared one by one with those around their place.
const MANY: usize = 6;
/// Part of them that must stand there.
const MOST: f64 = 0.8;
/// Lines around the place of an insertion that are looked at, beside as many as it has.
const AROUND: usize = 12;

/// `resolution`, which puts a patch onto `now`, without the lines that stand at their place already and are not from the
/// `base` of the patch.
///
/// # Errors
/// `HunkFailed` where most of the lines that a hunk adds stand near its place, or all of them elsewhere.
pub fn without_doubled(
    resolution: Resolution,
    patch: &FilePatch,
    now: &Snapshot,
    base: Option<&[u8]>,
) -> Result<Resolution, Reason> {
    let (mut doubled, mut kept) = (Vec::new(), Vec::new());
    for edit in resolution.changes.edits() {
        let is_from_base = base.is_none_or(|base| memmem::find(base, &edit.new).is_some());
        if is_from_base || !is_insertion(edit) {
            kept.push(edit.clone());
        } else if memmem::find(
            &now.bytes()[around(edit, now.bytes(), 0).range()],
            &edit.new,
        )
        .is_some()
        {
            doubled.push(edit.clone());
        } else {
            kept.push(edit.clone());
        }
    }
    for edit in &kept {
        if let Some(place) = twin(edit, now.bytes(), base) {
            let sites = resolution.sites.iter();
            let mut sites = sites.zip(&resolution.hunks);
            let hunk = sites.find(|(site, _)| site.span.touches(edit.span()));
            let is_drifted =
                |hunk: &PlacedHunk| matches!(hunk.status, HunkStatus::Merged | HunkStatus::Fuzzy);
            if let Some((_, hunk)) = hunk
                && (is_drifted(hunk) || base.is_some())
            {
                return Err(already_there(hunk, patch, now.lines_of(place)));
            }
        }
    }
    if doubled.is_empty() {
        return Ok(resolution);
    }
    let Ok(changes) = ChangeSet::new(now.bytes().len(), kept) else {
        return Ok(resolution);
    };
    let holds = |lines: Option<LineRange>, edits: &[Edit]| {
        let span = lines.and_then(|lines| now.span_of(lines));
        span.is_some_and(|span| edits.iter().any(|edit| edit.span().touches(span)))
    };
    let mut hunks = resolution.hunks;
    for hunk in &mut hunks {
        if holds(hunk.lines, &doubled) && !holds(hunk.lines, changes.edits()) {
            hunk.status = HunkStatus::Already;
        }
    }
    Ok(Resolution {
        changes,
        hunks,
        ..resolution
    })
}

fn is_insertion(edit: &Edit) -> bool {
    edit.old.is_empty() && is_telling(&edit.new)
}

/// The part of `text` around `edit`: as many bytes as that adds, and some `more`.
fn around(edit: &Edit, text: &[u8], more: usize) -> Span {
    let reach = edit.new.len() + more;
    let start = edit.at.saturating_sub(reach);
    let end = (edit.at + reach).min(text.len());
    Span::of_len(start, end - start)
}

/// The place near that of `edit` in `now` which has most of the lines that it adds, the first one among them; with a
/// base, which lacks them, also a place elsewhere that has all of them.
fn twin(edit: &Edit, now: &[u8], base: Option<&[u8]>) -> Option<Span> {
    if !is_insertion(edit) {
        return None;
    }
    let telling = |text| {
        lines(text)
            .map(<[u8]>::trim_ascii)
            .filter(|line| is_telling(line))
    };
    let added: Vec<&[u8]> = telling(&edit.new).collect();
    if let Some(base) = base
        && added.len() > 1
        && memmem::find(base, &edit.new).is_none()
        && let Some(at) = memmem::find(now, &edit.new)
    {
        return Some(Span::of_len(at, edit.new.len()));
    }
    if added.len() < MANY {
        return None;
    }
    let average = edit.new.len() / lines(&edit.new).count().max(1);
    let near = around(edit, now, AROUND * average);
    let there: HashSet<&[u8]> = telling(&now[near.range()]).collect();
    let count = added.iter().filter(|line| there.contains(*line)).count();
    let is_first_there = there.contains(added[0]);
    (is_first_there && count as f64 >= MOST * added.len() as f64).then_some(near)
}

/// The refusal of `hunk`, whose lines stand at `lines`.
fn already_there(hunk: &PlacedHunk, patch: &FilePatch, lines: LineRange) -> Reason {
    let hunks = patch.hunks();
    let failure = HunkFailure {
        hunk: hunk.hunk,
        patch_line: hunks
            .get(hunk.hunk - 1)
            .map_or(patch.line, |hunk| hunk.line),
        why: HunkWhy::AlreadyApplied { lines },
        would_place: None,
    };
    Reason::HunkFailed {
        failures: vec![failure],
        total: hunks.len(),
    }
}
