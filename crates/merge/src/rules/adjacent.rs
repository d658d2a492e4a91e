//! `adjacent` and `beside`: changes of the two sides that touch but share no line.

use std::ops::Range;

use bytes::Bytes;

use super::attachment::{self, Edge};
use crate::changes::{LineEdit, SideEdits};
use crate::conflict::Conflict;
use crate::names;
use crate::pieces::{Piece, pieces};
use crate::region::MergeRule;
use crate::versions::VersionLines;
use crate::words::{MIN_SHARED_IF_EDITED, is_edited, shared_words, sorted_tokens, tokens};
use incise_text::text;

/// The maximum number of line pairs to compare for one change.
const MAX_COMPARED_PAIRS: usize = 2500;

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

/// The pieces of `conflict`, with each edited line separated from lines that were inserted or removed next to it.
pub fn line_pieces(conflict: &Conflict<'_, '_>) -> Vec<Piece> {
    let ours = line_by_line(&conflict.ours);
    let theirs = line_by_line(&conflict.theirs);
    pieces(conflict.region, &ours, &theirs)
}

/// The edits of `changes`, with a separate edit for each edited line.
fn line_by_line(changes: &SideEdits<'_, '_>) -> Vec<LineEdit> {
    let mut finer = Vec::with_capacity(changes.edits.len());
    for edit in changes.edits {
        let mut rest = edit.clone();
        for (line, other) in edited_lines(edit, changes) {
            push_if_any(&mut finer, rest.base.start..line, rest.other.start..other);
            finer.push(LineEdit {
                base: line..line + 1,
                other: other..other + 1,
            });
            rest.base.start = line + 1;
            rest.other.start = other + 1;
        }
        push_if_any(&mut finer, rest.base, rest.other);
    }
    finer
}

fn push_if_any(edits: &mut Vec<LineEdit>, base: Range<usize>, other: Range<usize>) {
    if !base.is_empty() || !other.is_empty() {
        edits.push(LineEdit { base, other });
    }
}

/// Pairs the edited lines of the base in `edit`, one of `changes`, with their new lines. The pairs keep the order of
/// both sides and maximize the number of common words. Empty if a line was only reformatted.
fn edited_lines(edit: &LineEdit, changes: &SideEdits<'_, '_>) -> Vec<(usize, usize)> {
    let (old, new) = (edit.base.len(), edit.other.len());
    if old * new > MAX_COMPARED_PAIRS || old.max(new) < 2 || old.min(new) < 1 {
        return Vec::new();
    }
    let old_lines: Vec<LineWords> = changes.removed(edit).map(LineWords::read).collect();
    let new_lines: Vec<LineWords> = changes.inserted(edit).map(LineWords::read).collect();
    // The best total score for the rest of both sides, by line of the base and line of the side.
    let mut best = vec![vec![0.0_f64; new + 1]; old + 1];
    for line in (0..old).rev() {
        for other in (0..new).rev() {
            let paired = best[line + 1][other + 1] + old_lines[line].score(&new_lines[other]);
            let passed = best[line + 1][other].max(best[line][other + 1]);
            best[line][other] = paired.max(passed);
        }
    }
    let mut pairs = Vec::new();
    let (mut line, mut other) = (0, 0);
    while line < old && other < new {
        let score = best[line][other];
        if score == best[line + 1][other] {
            line += 1;
        } else if score == best[line][other + 1] {
            other += 1;
        } else {
            let pair = (edit.base.start + line, edit.other.start + other);
            if is_reformatted(changes.base.line(pair.0), changes.side.line(pair.1)) {
                return Vec::new();
            }
            pairs.push(pair);
            line += 1;
            other += 1;
        }
    }
    pairs
}

/// A line, prepared for comparison.
struct LineWords<'l> {
    name: Option<&'l [u8]>,
    sorted: Vec<&'l [u8]>,
}

impl<'l> LineWords<'l> {
    fn read(line: &'l [u8]) -> Self {
        Self {
            name: names::name(line).map(|entry| entry.name),
            sorted: sorted_tokens(line),
        }
    }

    /// The share of common words; 0 if neither line can be an edited version of the other.
    fn score(&self, other: &Self) -> f64 {
        if let (Some(old), Some(new)) = (self.name, other.name)
            && old != new
        {
            return 0.0;
        }
        let shared = shared_words(&self.sorted, &other.sorted);
        if shared < MIN_SHARED_IF_EDITED {
            0.0
        } else {
            shared
        }
    }
}

/// True if only the spaces or the indentation of `old` changed. The other side's lines may need the same change.
fn is_reformatted(old: &[u8], new: &[u8]) -> bool {
    let old_indent = text::indent_of(old);
    old_indent != text::indent_of(new) || old != new && tokens(old).eq(tokens(new))
}
