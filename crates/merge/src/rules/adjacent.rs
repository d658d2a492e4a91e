//! `adjacent` and `beside`: changes of the two sides that touch but share no line.

use bytes::Bytes;

use super::attachment::{self, Edge};
use crate::conflict::Conflict;
use crate::pieces::Piece;
use crate::region::MergeRule;
use crate::versions::VersionLines;
use crate::words::{is_edited, sorted_tokens};
use incise_text::text;

/// Resolves `piece` if only one side changed it, and neither side of the conflict inserted lines.
pub fn settle(conflict: &Conflict<'_, '_>, piece: &Piece) -> Option<Bytes> {
    theirs_if_unchanged_by_ours(conflict, piece, MergeRule::Adjacent)
}

/// Resolves `piece` if only one side changed it, and a side of the conflict inserted lines.
pub fn settle_beside(conflict: &Conflict<'_, '_>, piece: &Piece) -> Option<Bytes> {
    theirs_if_unchanged_by_ours(conflict, piece, MergeRule::Beside)
}

fn theirs_if_unchanged_by_ours(
    conflict: &Conflict<'_, '_>,
    piece: &Piece,
    applied_rule: MergeRule,
) -> Option<Bytes> {
    if piece.is_ours || rule(conflict) != applied_rule {
        return None;
    }
    Some(conflict.lines().theirs.bytes(piece.theirs.clone()))
}

/// The rule for a `conflict` whose changes only touch.
pub fn rule(conflict: &Conflict<'_, '_>) -> MergeRule {
    let mut edits = conflict.ours.edits.iter().chain(conflict.theirs.edits);
    if edits.any(|edit| edit.base.is_empty()) {
        MergeRule::Beside
    } else {
        MergeRule::Adjacent
    }
}

/// True if one of two adjacent pieces inserts lines, and the other removes or moves the line next to them.
pub fn is_orphaned(lines: &VersionLines<'_>, above: &Piece, below: &Piece) -> bool {
    if above.is_ours == below.is_ours || above.base.end != below.base.start {
        return false;
    }
    inserts_at_changed(lines, above, below, Edge::Above)
        || inserts_at_changed(lines, below, above, Edge::Below)
}

/// True if `inserted` inserts lines at an `edge` of the lines that `changed` replaces, and the line at the edge is not
/// kept there, perhaps edited. If all lines are removed, true if the inserted lines may belong to them.
fn inserts_at_changed(
    lines: &VersionLines<'_>,
    inserted: &Piece,
    changed: &Piece,
    edge: Edge,
) -> bool {
    if changed.base.is_empty()
        || changed.is_ours == changed.is_theirs
        || !inserted.base.is_empty()
        || inserted.is_ours == inserted.is_theirs
    {
        return false;
    }
    let old: Vec<&[u8]> = lines.base.each(changed.base.clone()).collect();
    let (new, inserted): (Vec<&[u8]>, Vec<&[u8]>) = if changed.is_ours {
        let new = lines.ours.each(changed.ours.clone()).collect();
        (new, lines.theirs.each(inserted.theirs.clone()).collect())
    } else {
        let new = lines.theirs.each(changed.theirs.clone()).collect();
        (new, lines.ours.each(inserted.ours.clone()).collect())
    };
    let (old_edge, new_edge) = match edge {
        Edge::Above => (old.first(), new.first()),
        Edge::Below => (old.last(), new.last()),
    };
    match (old_edge, new_edge) {
        (Some(old_line), Some(new_line)) => !is_version_of(old_line, new_line),
        _ => attachment::is_orphaned(&inserted, &old, edge),
    }
}

/// True if `new` is an edited version of the line `old`, with the same indentation.
fn is_version_of(old: &[u8], new: &[u8]) -> bool {
    text::indent_of(old) == text::indent_of(new)
        && is_edited(&sorted_tokens(old), &sorted_tokens(new))
}
