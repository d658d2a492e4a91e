//! Applies patches to whole files: binary patches and creations.

use bytes::Bytes;

use crate::change::{ChangeSet, Edit};
use crate::patch::{Binary, FileOperation, FilePatch, Hunk, PatchFormat, is_blob, is_null};
use crate::refusal::{HunkWhy, Reason};
use crate::resolve::{Resolution, Resolved};
use crate::snapshot::Snapshot;

use super::placed::Placed;
use super::verify;
use crate::resolve::place::choose::fit::{Fit, Side};
use crate::resolve::place::hunk::pattern::Pattern;
use crate::resolve::place::hunk::read_hunk;
use crate::resolve::place::report::failure;

/// Applies a binary patch, which replaces the whole content. The content must be the one that the patch was made
/// from, as the full hash in the `index` line or the reverse patch shows.
pub fn apply_binary(patch: &FilePatch, binary: &Binary, now: &Snapshot) -> Resolved {
    let before = now.bytes();
    if is_applied(patch, binary, before) {
        return resolution(Vec::new(), now);
    }
    let blobs = patch.blobs.as_ref();
    let is_old = blobs.and_then(|(old, _)| is_blob(before, old));
    if patch.operation == FileOperation::Create && !before.is_empty() {
        return Err(Reason::Exists {
            len: before.len() as u64,
            lines: now.line_count(),
        });
    }
    let Some(after) = binary.apply(before) else {
        return refused(
            patch,
            match is_old {
                Some(true) => HunkWhy::OtherResult,
                _ => HunkWhy::OtherSource,
            },
        );
    };
    let is_undone = binary.is_undone_by(before, &after);
    match (patch.operation, is_old, is_undone) {
        (FileOperation::Create, _, Some(false)) => return refused(patch, HunkWhy::UnnamedSource),
        (FileOperation::Create, ..) => {}
        (_, Some(false), _) | (_, _, Some(false)) => return refused(patch, HunkWhy::OtherSource),
        (_, None, None) => return refused(patch, HunkWhy::UnnamedSource),
        _ => {}
    }
    let is_expected = if patch.operation == FileOperation::Delete {
        after.is_empty()
    } else {
        match blobs {
            Some((_, new)) => is_null(new) || is_blob(&after, new) != Some(false),
            None => true,
        }
    };
    if !is_expected {
        return refused(patch, HunkWhy::OtherResult);
    }
    let edit = Edit {
        at: 0,
        old: before.clone(),
        new: after.clone(),
    };
    let edits = if after == before {
        Vec::new()
    } else {
        vec![edit]
    };
    resolution(edits, now)
}

fn refused(patch: &FilePatch, why: HunkWhy) -> Resolved {
    Err(failure::whole_patch(patch.line, why))
}

fn is_applied(patch: &FilePatch, binary: &Binary, now: &Bytes) -> bool {
    if patch.operation == FileOperation::Delete {
        return false;
    }
    let blobs = patch.blobs.as_ref();
    if let Some(is_new) = blobs.and_then(|(_, new)| is_blob(now, new)) {
        let is_literal = binary.forward.is_literal();
        return is_new && (!is_literal || binary.apply(now).as_ref() == Some(now));
    }
    match &binary.backward {
        Some(backward) => backward
            .apply(now)
            .is_some_and(|old| old != now && binary.apply(&old).as_ref() == Some(now)),
        None => binary.forward.is_literal() && binary.apply(now).as_ref() == Some(now),
    }
}

/// Handles a patch that creates an existing file: already applied if the file has exactly the new text, otherwise
/// refused.
pub fn already_created(patch: &FilePatch, hunks: &[Hunk], now: &Snapshot) -> Resolved {
    let reads = read_hunk::primary(hunks);
    let patterns: Vec<Pattern> = reads.iter().map(Pattern::new).collect();
    let (len, lines) = (now.bytes().len() as u64, now.line_count());
    match &patterns[..] {
        [only] if only.old().is_empty() && only.new_side() == now.bytes() => {
            let fit = Fit::exact(0, Side::New, 0, only);
            Ok(Placed::new(&[fit], &patterns, now)?.resolution())
        }
        _ if patch.format == PatchFormat::SearchReplace => Err(Reason::EmptySearch { len, lines }),
        _ => Err(Reason::Exists { len, lines }),
    }
}

fn resolution(edits: Vec<Edit>, now: &Snapshot) -> Resolved {
    let changes = ChangeSet::new(now.bytes().len(), edits)
        .map_err(|error| verify::invalid_changes(&error))?;
    Ok(Resolution::new(changes, Vec::new()))
}
