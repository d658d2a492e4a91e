//! Patches that treat a text as a whole: binary ones and creations.

use crate::change::{ChangeSet, Edit};
use crate::patch::{Binary, FilePatch, Format, Hunk};
use crate::refusal::{HunkWhy, Reason};
use crate::resolve::Resolution;
use crate::snapshot::Snapshot;

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

/// A creation onto a text: done already if that is the very text, refused otherwise.
pub(super) fn already_created(
    patch: &FilePatch,
    hunks: &[Hunk],
    now: &Snapshot,
) -> Result<Resolution, Reason> {
    let reads = reading::primary(hunks);
    let patterns: Vec<Pattern> = reads.iter().map(Pattern::of).collect();
    let (len, lines) = (now.bytes().len() as u64, now.line_count());
    match &patterns[..] {
        [only] if only.old().is_empty() && only.new_side() == now.bytes() => {
            let fit = Fit::exact(0, Side::New, 0, only);
            Ok(Placed::of(&[fit], &patterns, now)?.resolution())
        }
        _ if patch.format == Format::SearchReplace => Err(Reason::EmptySearch { len, lines }),
        _ => Err(Reason::Exists { len, lines }),
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
