//! Chooses the reading of a damaged hunk that the text supports.
//!
//! The patch alone does not show if `&lt;` is intended, or if context lines lost their leading space. The text does.
//! The primary reading is kept unless the text has more lines of another reading.

use std::borrow::Cow;

use crate::patch::{Hunk, RepairKind};
use crate::snapshot::Snapshot;

use super::pattern::Pattern;
use super::read_hunk::{Extent, ReadHunk, context, primary};
use crate::resolve::place::choose::strict;
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::evidence::line;
use crate::resolve::place::weights;

/// Chooses another reading of each hunk whose primary reading is not in `now` exactly, if that other reading is.
/// `None` if `now` contains no other reading of any hunk.
pub fn exact<'h>(hunks: &'h [Hunk], now: &Snapshot) -> Option<Vec<ReadHunk<'h>>> {
    let primary = primary(hunks);
    let readings: Vec<Vec<Vec<ReadHunk>>> = primary.iter().map(others).collect();
    let pieces: Vec<ReadHunk> = readings.iter().flatten().flatten().cloned().collect();
    let mut is_piece_there = have_match(&pieces, now).into_iter();
    // For each hunk, the numbers of its readings of which the text has all pieces.
    let mut whole: Vec<Vec<usize>> = Vec::with_capacity(hunks.len());
    for readings in &readings {
        let mut found = Vec::new();
        for (number, reads) in readings.iter().enumerate() {
            let pieces = is_piece_there.by_ref().take(reads.len());
            if pieces.filter(|is_there| *is_there).count() == reads.len() {
                found.push(number);
            }
        }
        whole.push(found);
    }
    if whole.iter().all(Vec::is_empty) {
        return None;
    }
    let is_primary_there = have_match(&primary, now);
    let mut chosen: Vec<Option<usize>> = vec![None; hunks.len()];
    let mut repairs = Vec::new();
    for (hunk, found) in whole.iter().enumerate() {
        if is_primary_there[hunk] || found.is_empty() {
            continue;
        }
        chosen[hunk] = Some(found[0]);
        if let Some(kind) = readings[hunk][found[0]][0].repair
            // It says nothing about other hunks.
            && kind != RepairKind::ProseAfterHunk
        {
            repairs.push(kind);
        }
    }
    let mut reads = Vec::with_capacity(hunks.len());
    for (hunk, read) in primary.into_iter().enumerate() {
        let like_others = || {
            whole[hunk]
                .iter()
                .copied()
                .find(|&number| is_repaired_as(&readings[hunk][number], &repairs))
        };
        match chosen[hunk].or_else(like_others) {
            Some(other) => reads.extend_from_slice(&readings[hunk][other]),
            None => reads.push(read),
        }
    }
    Some(reads)
}

/// For each of `reads`, true if `now` contains one of its sides exactly.
fn have_match(reads: &[ReadHunk], now: &Snapshot) -> Vec<bool> {
    let patterns: Vec<Pattern> = reads.iter().map(Pattern::new).collect();
    let search = strict::ExactSearch::new(&patterns, now);
    (0..reads.len())
        .map(|number| search.has_match(number))
        .collect()
}

fn is_repaired_as(reads: &[ReadHunk], kinds: &[RepairKind]) -> bool {
    reads[0].repair.is_some_and(|kind| kinds.contains(&kind))
}

/// All readings of every hunk, the primary reading first.
pub fn all(hunks: &[Hunk]) -> Vec<Vec<Vec<ReadHunk<'_>>>> {
    primary(hunks).into_iter().map(alternatives).collect()
}

/// The index of `now` for all lines of `readings`.
pub fn index<'n>(readings: &[Vec<Vec<ReadHunk>>], now: &'n Snapshot) -> Index<'n> {
    let reads = readings.iter().flatten().flatten();
    let lines = reads.flat_map(|read| read.hunk.lines.iter().map(|line| &line.text));
    Index::new(now, lines)
}

/// For each hunk, chooses the reading with the most evidence in the text. Dots that do not occur in the text are
/// omitted lines.
pub fn supported<'h>(mut all: Vec<Vec<Vec<ReadHunk<'h>>>>, index: &Index) -> Vec<ReadHunk<'h>> {
    for readings in &mut all {
        let lines = readings[0].iter().flat_map(|read| &read.hunk.lines);
        let mut dots = lines.filter(|line| line.is_elision());
        let is_known = dots.all(|line| index.frequencies(&line.text) != (0, 0));
        if !is_known && readings.iter().any(|reads| is_elided(reads)) {
            readings.retain(|reads| is_elided(reads));
        }
    }
    let mut best = Vec::with_capacity(all.len());
    for readings in &all {
        best.push(strongest(readings, index));
    }
    let mut chosen = Vec::new();
    for (mut readings, best) in all.into_iter().zip(best) {
        chosen.extend(readings.swap_remove(best));
    }
    chosen
}

fn is_elided(reads: &[ReadHunk]) -> bool {
    matches!(reads[0].extent, Extent::Elided(_))
}

/// The number of the reading with the most evidence. Prefers the primary reading, unless another one recovers much of
/// what the text lacks.
fn strongest(readings: &[Vec<ReadHunk>], index: &Index) -> usize {
    let primary = evidence(&readings[0], index);
    let missing = total(&readings[0]) - primary;
    let (mut best, mut most) = (0, primary + weights::LEAST_RECOVERED * missing);
    for (number, reads) in readings.iter().enumerate().skip(1) {
        let evidence = evidence(reads, index);
        if evidence > most + 1e-3 {
            (best, most) = (number, evidence);
        }
    }
    best
}

/// The primary reading and the others, those with one piece first.
fn alternatives(primary: ReadHunk<'_>) -> Vec<Vec<ReadHunk<'_>>> {
    let mut all = vec![vec![primary.clone()]];
    all.extend(others(&primary).into_iter().rev());
    all[1..].sort_by_key(|reads| reads.len() > 1);
    all
}

fn others<'h>(read: &ReadHunk<'h>) -> Vec<Vec<ReadHunk<'h>>> {
    let mut others = Vec::new();
    for reading in read.hunk.readings() {
        let mut pieces = Vec::with_capacity(reading.hunks.len());
        for (piece, hunk) in reading.hunks.into_iter().enumerate() {
            pieces.push(ReadHunk {
                number: read.number,
                context: context(&hunk),
                hunk: Cow::Owned(hunk),
                repair: Some(reading.kind),
                extent: match reading.kind {
                    RepairKind::ElidedLines => Extent::Elided(piece),
                    _ => read.extent,
                },
            });
        }
        others.push(pieces);
    }
    others
}

/// The weight of all old lines.
fn total(reads: &[ReadHunk]) -> f32 {
    let old = reads.iter().flat_map(|read| read.hunk.old_side());
    old.map(|line| weight(line)).sum()
}

fn weight(line: &[u8]) -> f32 {
    if line::is_common(line) {
        weights::COMMON_LINE
    } else {
        1.0
    }
}

/// The weight of the old lines that are in the text, less a fraction of the weight of the missing lines.
fn evidence(reads: &[ReadHunk], index: &Index) -> f32 {
    reads.iter().map(|read| evidence_of_one(read, index)).sum()
}

fn evidence_of_one(read: &ReadHunk, index: &Index) -> f32 {
    let lines = read.hunk.old_side().map(|line| {
        let weight = weight(line);
        match index.frequencies(line) {
            (0, 0) => -weights::READING_MISSING * weight,
            (0, _) => weights::READING_LOOSE * weight,
            _ => weight,
        }
    });
    lines.sum()
}
