//! Patches that treat a text as a whole: binary ones, creations, and text that goes to the end.

use crate::change::{ChangeSet, Edit};
use crate::patch::{Binary, FilePatch, Hunk, LineKind};
use crate::refusal::{HunkWhy, Reason};
use crate::resolve::Resolution;
use crate::snapshot::Snapshot;
use crate::text::LineEnding;

use super::failure;
use super::fit::{Fit, Side};
use super::laid::Placed;
use super::pattern::Pattern;
use super::{reading, verify};

/// A binary patch: the whole text becomes another, if it is the one the patch was made from.
pub(super) fn binary(
    patch: &FilePatch,
    binary: &Binary,
    now: &Snapshot,
) -> Result<Resolution, Reason> {
    let before = now.bytes();
    let is_applied = match &binary.backward {
        Some(backward) => backward
            .apply(before)
            .is_ok_and(|old| old != before && binary.apply(&old).as_ref() == Ok(before)),
        None => binary.apply(before).as_ref() == Ok(before),
    };
    let after = match binary.apply(before) {
        Ok(after) if binary.is_undone_by(before, &after) != Some(false) => after,
        _ if is_applied => before.clone(),
        _ => return Err(failure::of_whole(patch, HunkWhy::OtherSource)),
    };
    let edit = Edit {
        at: 0,
        old: before.clone(),
        new: after.clone(),
    };
    let edits = match after == before {
        true => Vec::new(),
        false => vec![edit],
    };
    changed(edits, now)
}

/// The added lines of all hunks go to the end, on lines of their own.
pub(super) fn append(hunks: &[Hunk], now: &Snapshot) -> Result<Resolution, Reason> {
    let text = now.bytes();
    let ending = LineEnding::around(text, text.len());
    let mut new = Vec::new();
    if !text.is_empty() && !text.ends_with(b"\n") {
        new.extend_from_slice(ending.as_bytes());
    }
    let lines = hunks.iter().flat_map(|hunk| &hunk.lines);
    for line in lines.filter(|line| line.kind == LineKind::Added) {
        new.extend_from_slice(&line.text);
    }
    let edit = Edit {
        at: text.len(),
        old: text.slice(text.len()..),
        new: new.into(),
    };
    changed(vec![edit], now)
}

/// A creation onto a text: done already if that is the very text, refused otherwise.
pub(super) fn already_created(hunks: &[Hunk], now: &Snapshot) -> Result<Resolution, Reason> {
    let reads = reading::primary(hunks);
    let patterns: Vec<Pattern> = reads.iter().map(Pattern::of).collect();
    match &patterns[..] {
        [only] if only.old().is_empty() && only.new_side() == now.bytes() => {
            let fit = Fit::exact(0, Side::New, 0, only);
            Ok(Placed::of(&[fit], &patterns, now)?.resolution())
        }
        _ => Err(Reason::Exists {
            len: now.bytes().len() as u64,
            lines: now.line_count(),
        }),
    }
}

fn changed(edits: Vec<Edit>, now: &Snapshot) -> Result<Resolution, Reason> {
    let changes =
        ChangeSet::new(now.bytes().len(), edits).map_err(|error| verify::broken(&error))?;
    Ok(Resolution {
        changes,
        sites: Vec::new(),
        hunks: Vec::new(),
    })
}
