//! The reading of a damaged hunk that the text supports.
//!
//! The patch alone cannot say whether `&lt;` is meant, or whether context lines lost their first blank; the
//! text can. The primary reading stays unless another has more of its lines in the text.

use std::borrow::Cow;

use crate::patch::{Hunk, LineKind, RepairKind};
use crate::snapshot::Snapshot;

use super::pattern::Pattern;
use super::read_hunk::{Extent, ReadHunk, context, primary};
use crate::resolve::place::choose::strict;
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::evidence::line;

/// The weight of a line that is the same but for blanks, beside one that is the same.
const LOOSE: f32 = 0.6;
/// The cost of a missing line, as part of its weight.
const MISSING: f32 = 0.3;

/// Part of what is missing in the primary reading that another must make up for.
const MADE_UP: f32 = 0.25;

/// Every hunk in the reading that stands in `now` exactly, if its primary one does not and another does.
pub fn exact<'h>(hunks: &'h [Hunk], now: &Snapshot) -> Vec<ReadHunk<'h>> {
    let primary = primary(hunks);
    let is_there = standing(&primary, now);
    let readings: Vec<Vec<Vec<ReadHunk>>> = primary.iter().map(others).collect();
    let pieces: Vec<ReadHunk> = readings.iter().flatten().flatten().cloned().collect();
    let mut stand = standing(&pieces, now).into_iter();
    // For each hunk, which of its readings stand there with all their pieces.
    let whole: Vec<Vec<bool>> = readings
        .iter()
        .map(|readings| {
            let mut all =
                |reads: &Vec<ReadHunk>| stand.by_ref().take(reads.len()).filter(|is| *is).count();
            readings
                .iter()
                .map(|reads| all(reads) == reads.len())
                .collect()
        })
        .collect();
    let first = |hunk: usize| {
        whole[hunk]
            .iter()
            .position(|is| *is)
            .filter(|_| !is_there[hunk])
    };
    let seen: Vec<RepairKind> = (0..hunks.len())
        .filter_map(|hunk| readings[hunk][first(hunk)?][0].repair)
        .filter(|kind| !is_of_one_hunk(*kind))
        .collect();
    let as_others = |hunk: usize| {
        let is_seen =
            |reads: &Vec<ReadHunk>| reads[0].repair.is_some_and(|kind| seen.contains(&kind));
        (0..readings[hunk].len()).find(|&at| whole[hunk][at] && is_seen(&readings[hunk][at]))
    };
    let chosen = primary.into_iter().enumerate();
    chosen
        .flat_map(
            |(hunk, read)| match first(hunk).or_else(|| as_others(hunk)) {
                Some(other) => readings[hunk][other].clone(),
                None => vec![read],
            },
        )
        .collect()
}

/// For each of `reads`, whether one of its sides stands in `now` exactly.
fn standing(reads: &[ReadHunk], now: &Snapshot) -> Vec<bool> {
    let patterns: Vec<Pattern> = reads.iter().map(Pattern::of).collect();
    let search = strict::ExactSearch::of(&patterns, now);
    (0..reads.len())
        .map(|number| search.is_there(number))
        .collect()
}

/// All readings of every hunk, the primary one first.
pub fn all(hunks: &[Hunk]) -> Vec<Vec<Vec<ReadHunk<'_>>>> {
    primary(hunks).into_iter().map(alternatives).collect()
}

/// Whether damage of this kind in one hunk says nothing of the other hunks.
fn is_of_one_hunk(kind: RepairKind) -> bool {
    kind == RepairKind::ProseAfterHunk
}

/// The text of `now` as the lines of `readings` see it.
pub fn index<'n>(readings: &[Vec<Vec<ReadHunk>>], now: &'n Snapshot) -> Index<'n> {
    let reads = readings.iter().flatten().flatten();
    let lines = reads.flat_map(|read| read.hunk.lines.iter().map(|line| &line.text));
    Index::new(now.bytes(), lines)
}

/// Of `all` readings of every hunk the one that most lines of the text speak for. Dots that the text does not
/// have stand for lines left out.
pub fn supported<'h>(mut all: Vec<Vec<Vec<ReadHunk<'h>>>>, index: &Index) -> Vec<ReadHunk<'h>> {
    for readings in &mut all {
        let is_elided = |reads: &Vec<ReadHunk>| matches!(reads[0].extent, Extent::Elided(_));
        let lines = readings[0].iter().flat_map(|read| &read.hunk.lines);
        let mut dots = lines.filter(|line| line.is_elision());
        let is_known = dots.all(|line| index.frequencies(&line.text) != (0, 0));
        if !is_known && readings.iter().any(is_elided) {
            readings.retain(is_elided);
        }
    }
    let mut best: Vec<usize> = all
        .iter()
        .map(|readings| strongest(readings, index))
        .collect();
    // Damage that one hunk shows is damage to the whole patch: where nothing speaks against it, it was done
    // to the other hunks too (to added lines, which nothing in the text can speak for).
    let seen: Vec<RepairKind> = all
        .iter()
        .zip(&best)
        .filter_map(|(readings, &best)| readings[best][0].repair)
        .filter(|kind| !is_of_one_hunk(*kind))
        .collect();
    for (readings, best) in all.iter().zip(&mut best) {
        let even = |reads: &&Vec<ReadHunk>| {
            reads[0].repair.is_some_and(|repair| seen.contains(&repair))
                && evidence(reads, index) >= evidence(&readings[0], index)
        };
        if *best == 0
            && let Some(other) = readings.iter().position(|reads| even(&reads))
        {
            *best = other;
        }
    }
    let chosen = all.into_iter().zip(best);
    chosen
        .flat_map(|(mut readings, best)| readings.swap_remove(best))
        .collect()
}

/// The number of the reading that most speaks for: the primary one, unless another makes up for a good
/// part of what is missing there.
fn strongest(readings: &[Vec<ReadHunk>], index: &Index) -> usize {
    let primary = evidence(&readings[0], index);
    let missing = total(&readings[0]) - primary;
    let (mut best, mut most) = (0, primary + MADE_UP * missing);
    for (number, reads) in readings.iter().enumerate().skip(1) {
        let evidence = evidence(reads, index);
        if evidence > most + 1e-3 {
            (best, most) = (number, evidence);
        }
    }
    best
}

/// The primary reading, the others, and the others of those that are one hunk.
fn alternatives(primary: ReadHunk<'_>) -> Vec<Vec<ReadHunk<'_>>> {
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

fn others<'h>(read: &ReadHunk<'h>) -> Vec<Vec<ReadHunk<'h>>> {
    let of = |repair, hunks: Vec<Hunk>| {
        let extent = |piece: usize| match repair {
            RepairKind::ElidedLines => Extent::Elided(piece),
            _ => read.extent,
        };
        let pieces = hunks.into_iter().enumerate();
        pieces
            .map(|(piece, hunk)| ReadHunk {
                number: read.number,
                context: context(&hunk),
                hunk: Cow::Owned(hunk),
                repair: Some(repair),
                extent: extent(piece),
            })
            .collect()
    };
    let readings = read.hunk.readings().into_iter();
    readings
        .map(|reading| of(reading.kind, reading.hunks))
        .collect()
}

/// The weight of the old lines when the text has them all.
fn total(reads: &[ReadHunk]) -> f32 {
    let old = reads.iter().flat_map(|read| read.hunk.old_side());
    old.map(|line| weight(line)).sum()
}

fn weight(line: &[u8]) -> f32 {
    if line::is_common(line) {
        line::COMMON
    } else {
        1.0
    }
}

/// The weight of the old lines that the text has, less a part of those it lacks.
fn evidence(reads: &[ReadHunk], index: &Index) -> f32 {
    let old = |read: &ReadHunk| -> f32 {
        let lines = read.hunk.lines.iter();
        lines
            .filter(|line| line.kind != LineKind::Added)
            .map(|line| {
                let weight = weight(&line.text);
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
