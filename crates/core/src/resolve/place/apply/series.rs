//! Blocks of formats that some tools apply one after the other. Here all blocks are placed in the original text.

use std::collections::HashMap;

use bytes::Bytes;

use super::placed::{Placed, PlacedPiece};
use crate::patch::{FilePatch, Hunk, LineKind, PatchFormat};
use crate::refusal::{HunkFailure, HunkWhy, Reason};
use crate::resolve::Tier;
use crate::resolve::place::choose::fit::Side;
use crate::resolve::place::evidence::line::is_common;

/// Refuses a block of `patch` that matches inexactly, or seems applied, and has a telling line that an earlier block
/// adds. It may be meant for the result of that block.
///
/// # Errors
/// `Overlap` with the earlier block.
pub fn refuse_dependent(placed: &Placed, patch: &FilePatch, hunks: &[Hunk]) -> Result<(), Reason> {
    if !matches!(patch.format, PatchFormat::V4a | PatchFormat::SearchReplace) {
        return Ok(());
    }
    let mut added: HashMap<&Bytes, usize> = HashMap::new();
    let mut counted = 0;
    for piece in &placed.pieces {
        if is_unapplied_exact(piece) {
            continue;
        }
        for (earlier, hunk) in hunks
            .iter()
            .enumerate()
            .take(piece.hunk_index)
            .skip(counted)
        {
            for line in &hunk.lines {
                if line.kind == LineKind::Added && !is_common(&line.text) {
                    added.insert(&line.text, earlier);
                }
            }
        }
        counted = counted.max(piece.hunk_index);
        let hunk = &hunks[piece.hunk_index];
        if let Some(earlier) = hunk.old_side().find_map(|line| added.get(line)) {
            let failure = HunkFailure {
                hunk: piece.hunk_index + 1,
                patch_line: hunk.line,
                why: HunkWhy::Overlap { other: earlier + 1 },
                would_place: None,
            };
            return Err(Reason::HunkFailed {
                failures: vec![failure],
                total: hunks.len(),
            });
        }
    }
    Ok(())
}

fn is_unapplied_exact(piece: &PlacedPiece) -> bool {
    piece.side == Side::Old && piece.site.tier == Tier::Exact
}
