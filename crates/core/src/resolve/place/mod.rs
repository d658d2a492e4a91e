//! Places the hunks of a file's patch in a text, and returns a [`Resolved`].
//!
//! Evidence decides, never proximity: a hunk is placed where its lines belong, if only one location fits. `hunk` reads
//! the hunks. `candidates` finds possible locations by the `evidence` in the lines. `choose` decides for all hunks of a
//! file together. Hunks that match exactly need no alignment: `strict` places them, `anchor` and `order` check them.
//! `apply` turns the locations into edits that keep the file's context lines, and compares the edits with the patch
//! before anything uses them. `report` describes placed and failed hunks.

mod apply;
mod at_once;
mod candidates;
mod choose;
pub(super) mod evidence;
mod hunk;
mod place_options;
mod report;
mod rounds;
mod weights;

#[cfg(test)]
mod tests;

pub use place_options::PlaceOptions;
pub use report::marked::marked;

use crate::change::ChangeSet;
use crate::patch::{Content, FileOperation, FilePatch, Hunk, HunkRange, is_blob_prefix};
use crate::refusal::Reason;
use crate::resolve::Resolved;
use crate::resolve::ending::adapt;
use crate::snapshot::Snapshot;
use crate::text::{self, EndingCensus, LineEnding};

use apply::{series, whole};
use place_options::Placement;
use report::unplaced::Unplaced;
use report::{advise, failure};

/// The range that a hunk states for an empty file.
const NO_LINES: HunkRange = HunkRange { start: 0, count: 0 };

/// Places the hunks of `patch` in the text of `now`: the file that the patch names, or an empty text for a new file.
///
/// If every hunk is already applied, the resolution has no changes, and its hunks are `Already`.
///
/// # Errors
/// All with 1-based lines of `now`:
/// - `HunkFailed` with every hunk that has no place
/// - `PartlyApplied`
/// - `Exists` for the creation of a file that exists with another text
pub fn place(patch: &FilePatch, now: &Snapshot, options: &PlaceOptions) -> Resolved {
    if lacks_bom(patch, now) {
        return place_below_bom(patch, now, options);
    }
    let hunks = match &patch.content {
        Content::Hunks(hunks) => hunks,
        Content::Binary(binary) => return whole::apply_binary(patch, binary, now),
    };
    let placement = Placement {
        patch,
        hunks,
        now,
        options,
    };
    let placed = place_normalized(placement);
    if patch.is_of_link() {
        return placed.map_err(without_advice);
    }
    placed
}

/// True if `now` begins with a byte-order mark that the hunks of `patch` do not contain, although the first one may
/// begin at line 1. Git writes the mark.
fn lacks_bom(patch: &FilePatch, now: &Snapshot) -> bool {
    let mut lines = patch.hunks().iter().flat_map(|hunk| &hunk.lines);
    patch.operation == FileOperation::Modify
        && patch.blobs.is_none()
        && now.bytes().starts_with(text::BOM)
        && !lines.any(|line| line.text.starts_with(text::BOM))
}

/// Like [`place`], below the byte-order mark at the start of `now`.
fn place_below_bom(patch: &FilePatch, now: &Snapshot, options: &PlaceOptions) -> Resolved {
    let unmarked = Snapshot::of_text(now.bytes().slice(text::BOM.len()..));
    let mut options = options.clone();
    if let Some(base) = &mut options.base {
        *base = base.slice(text::bom_len(base)..);
    }
    let placed = place(patch, &unmarked, &options)?;
    placed.moved_by(text::BOM.len())
}

/// Like [`place`], for a patch with hunks.
fn place_normalized(placement: Placement<'_>) -> Resolved {
    let Placement {
        patch, hunks, now, ..
    } = placement;
    // A diff counts lines that end in LF. The lines of a text without LF may be unknown, because it may have other
    // line endings.
    if !hunks.is_empty() && !now.bytes().contains(&b'\n') && !replaces_text(hunks, now) {
        super::ending::refuse_lone_returns(now)?;
    }
    let translated = match placement.options.base {
        None => with_endings_of_text(hunks, now.bytes()),
        Some(_) => None,
    };
    if translated.is_some()
        && let Some((_, new)) = &patch.blobs
        && let Ok(placed) = placement.fit_all()
        && gives_blob(&placed.changes, now, new)
    {
        return Ok(placed.resolution());
    }
    let placement = Placement {
        hunks: translated.as_deref().unwrap_or(hunks),
        ..placement
    };
    let begins_file = patch.operation == FileOperation::Create || states_empty_before(patch);
    if begins_file && !now.bytes().is_empty() {
        return whole::already_created(patch, placement.hunks, now);
    }
    let placed = match placement.fit_all() {
        Ok(placed) => placed,
        Err(Unplaced::Refused(reason)) => return Err(reason),
        Err(Unplaced::Failing(failures)) => {
            return Err(advise::refusal(failures, placement));
        }
    };
    series::refuse_dependent(&placed, patch, placement.hunks)?;
    if patch.operation == FileOperation::Delete || states_empty_after(patch) {
        failure::check_emptied(patch, now, &placed.changes)?;
    }
    Ok(placed.resolution())
}

/// True if both the hunk and the `index` line of `patch` say that the old file is empty. Either alone may be wrong: the
/// hunk may be an insertion without context, and models make up `index` lines.
fn states_empty_before(patch: &FilePatch) -> bool {
    match (patch.hunks(), &patch.blobs) {
        ([hunk], Some((old, _))) => hunk.old == Some(NO_LINES) && is_blob_prefix(b"", old),
        _ => false,
    }
}

/// Like [`states_empty_before`], for the new file.
fn states_empty_after(patch: &FilePatch) -> bool {
    match (patch.hunks(), &patch.blobs) {
        ([hunk], Some((_, new))) => hunk.new == Some(NO_LINES) && is_blob_prefix(b"", new),
        _ => false,
    }
}

/// `reason` without the modes that would place a hunk. The target of a symbolic link does not drift.
fn without_advice(mut reason: Reason) -> Reason {
    if let Reason::HunkFailed { failures, .. } = &mut reason {
        for failure in failures {
            failure.would_place = None;
        }
    }
    reason
}

/// True if `changes` to `now` give the blob `name`, which may be abbreviated.
fn gives_blob(changes: &ChangeSet, now: &Snapshot, name: &str) -> bool {
    let after = changes.apply(now.bytes());
    after.is_ok_and(|after| is_blob_prefix(&after, name))
}

/// True if there is only one hunk, and its old side is the whole text of `now`.
fn replaces_text(hunks: &[Hunk], now: &Snapshot) -> bool {
    matches!(hunks, [hunk] if hunk.old_text() == *now.bytes())
}

/// Returns `hunks` with the line endings of `text`, if every line of the hunks has the other line ending. A diff that
/// was pasted or sent as JSON seldom has the carriage returns of the file, and is not meant to remove them.
fn with_endings_of_text(hunks: &[Hunk], text: &[u8]) -> Option<Vec<Hunk>> {
    let ending = LineEnding::of_line(text::lines(text).next()?)?;
    let mut has_lines = false;
    for line in hunks.iter().flat_map(|hunk| &hunk.lines) {
        match LineEnding::of_line(&line.text) {
            Some(line_ending) if line_ending == ending => return None,
            Some(_) => has_lines = true,
            None => {}
        }
    }
    if !has_lines || EndingCensus::count(text).uniform() != Some(ending) {
        return None;
    }
    let mut translated = hunks.to_vec();
    for line in translated.iter_mut().flat_map(|hunk| &mut hunk.lines) {
        line.text = adapt(&line.text, ending);
    }
    Some(translated)
}
