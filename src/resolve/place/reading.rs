//! Which reading of a damaged hunk the text supports.
//!
//! The patch alone cannot say whether `&lt;` is meant, or whether context lines lost their first blank; the
//! text can. The primary reading stays unless another has more of its lines in the text.

use std::borrow::Cow;

use crate::patch::{Hunk, LineKind, RepairKind};
use crate::snapshot::Snapshot;

use super::index::Index;
use super::line;
use super::pattern::Pattern;
use super::strict;

/// What a line that is the same but for blanks counts, beside one that is the same.
const LOOSE: f32 = 0.6;
/// What a missing line costs, as part of its weight.
const MISSING: f32 = 0.3;

/// A hunk as it is going to be placed.
#[derive(Clone, Debug)]
pub(super) struct Read<'h> {
    /// 0-based number in the patch; the pieces of one hunk share it.
    pub(super) number: usize,
    /// Its lines.
    pub(super) hunk: Cow<'h, Hunk>,
    /// The damage that was undone, unless it is the primary reading.
    pub(super) repair: Option<RepairKind>,
    /// Whether it is all of the hunk.
    pub(super) extent: Extent,
}

/// How much of a hunk is read as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// All of it.
    Whole,
    /// What stands before or after lines that were left out.
    Piece,
}

/// Every hunk as it stands.
pub(super) fn primary(hunks: &[Hunk]) -> Vec<Read<'_>> {
    hunks
        .iter()
        .enumerate()
        .map(|(number, hunk)| Read {
            number,
            hunk: Cow::Borrowed(hunk),
            repair: None,
            extent: Extent::Whole,
        })
        .collect()
}

/// Every hunk in the reading that stands in `now` exactly, if its primary one does not and another does.
pub(super) fn exact<'h>(hunks: &'h [Hunk], now: &Snapshot) -> Vec<Read<'h>> {
    let primary = primary(hunks);
    let stands = |reads: &[Read]| {
        let patterns: Vec<Pattern> = reads.iter().map(Pattern::of).collect();
        strict::View::of(&patterns, now).verdicts().1.is_empty()
    };
    let mut chosen = Vec::with_capacity(hunks.len());
    for read in primary {
        if stands(std::slice::from_ref(&read)) {
            chosen.push(read);
            continue;
        }
        let other = others(&read).into_iter().find(|reads| stands(reads));
        chosen.extend(other.unwrap_or_else(|| vec![read]));
    }
    chosen
}

/// Every hunk in the reading that most lines of the text speak for.
pub(super) fn supported<'h>(hunks: &'h [Hunk], now: &Snapshot) -> Vec<Read<'h>> {
    let all: Vec<Vec<Vec<Read>>> = primary(hunks).into_iter().map(alternatives).collect();
    let lines = all
        .iter()
        .flatten()
        .flatten()
        .flat_map(|read| read.hunk.lines.iter().map(|line| &line.text));
    let index = Index::new(now.bytes(), lines);
    let mut chosen = Vec::with_capacity(hunks.len());
    for readings in &all {
        let mut best = (f32::NEG_INFINITY, None);
        for reads in readings {
            let evidence = evidence(reads, &index);
            if evidence > best.0 + 1e-3 {
                best = (evidence, Some(reads));
            }
        }
        chosen.extend(best.1.into_iter().flatten().cloned());
    }
    chosen
}

/// The primary reading, the others, and the others of those that are one hunk.
fn alternatives(primary: Read<'_>) -> Vec<Vec<Read<'_>>> {
    let mut all = vec![vec![primary.clone()]];
    for reads in others(&primary) {
        if let [only] = &reads[..] {
            all.extend(others(only).into_iter().filter(|more| {
                // Undoing the same damage twice is no reading of its own.
                more.iter().all(|read| read.repair != only.repair)
            }));
        }
        all.insert(1, reads);
    }
    all[1..].sort_by_key(|reads| reads.len() > 1);
    all
}

fn others<'h>(read: &Read<'h>) -> Vec<Vec<Read<'h>>> {
    let of = |repair, hunks: Vec<Hunk>| {
        let extent = match hunks.len() {
            1 => read.extent,
            _ => Extent::Piece,
        };
        hunks
            .into_iter()
            .map(|hunk| Read {
                number: read.number,
                hunk: Cow::Owned(hunk),
                repair: Some(repair),
                extent,
            })
            .collect()
    };
    let readings = read.hunk.readings().into_iter();
    readings
        .map(|reading| of(reading.kind, reading.hunks))
        .collect()
}

/// The weight of the old lines that the text has, less a part of those it lacks.
fn evidence(reads: &[Read], index: &Index) -> f32 {
    let old = |read: &Read| -> f32 {
        let lines = read.hunk.lines.iter();
        lines
            .filter(|line| line.kind != LineKind::Added)
            .map(|line| {
                let weight = if line::is_common(&line.text) {
                    0.12
                } else {
                    1.0
                };
                match index.frequencies(&line.text) {
                    (0, 0) => -MISSING * weight,
                    (0, _) => LOOSE * weight,
                    _ => weight,
                }
            })
            .sum()
    };
    reads.iter().map(old).sum()
}
