//! Which reading of a damaged hunk the text supports.
//!
//! The patch alone cannot say whether `&lt;` is meant, or whether context lines lost their first blank; the
//! text can. The primary reading stays unless another has more of its lines in the text.

use std::borrow::Cow;

use crate::patch::{Hunk, HunkLine, HunkRange, LineKind, RepairKind};
use crate::snapshot::Snapshot;

use super::pattern::Pattern;
use super::slide;
use crate::resolve::place::choose::strict;
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::evidence::line;

/// Steps of an alignment (context lines and changes) beyond which a hunk is placed in pieces.
const STEPS: usize = 300;
/// Lines of context on each side of a cut that both pieces keep.
const SHARED: usize = 10;

/// What a line that is the same but for blanks counts, beside one that is the same.
const LOOSE: f32 = 0.6;
/// What a missing line costs, as part of its weight.
const MISSING: f32 = 0.3;

/// Part of what is missing in the primary reading that another must make up for.
const MADE_UP: f32 = 0.25;

/// A hunk as it is going to be placed.
#[derive(Clone, Debug)]
pub struct Read<'h> {
    /// 0-based number in the patch; the pieces of one hunk share it.
    pub number: usize,
    /// Its lines.
    pub hunk: Cow<'h, Hunk>,
    /// The damage that was undone, unless it is the primary reading.
    pub repair: Option<RepairKind>,
    /// Whether it is all of the hunk.
    pub extent: Extent,
    /// Context lines before its first and after its last change, as the patch has them.
    pub context: (usize, usize),
}

impl Read<'_> {
    /// Whether it has as many lines of context before its first change as after its last.
    pub fn is_even(&self) -> bool {
        self.context.0 == self.context.1
    }

    /// The hunk with its changes as far down as they go.
    #[must_use]
    pub fn lowest(self) -> Self {
        Self {
            hunk: Cow::Owned(slide::lowest(&self.hunk)),
            ..self
        }
    }
}

/// Context lines before the first and after the last change of `hunk`.
fn context(hunk: &Hunk) -> (usize, usize) {
    let is_context = |line: &&HunkLine| is_context(line);
    (
        hunk.lines.iter().take_while(is_context).count(),
        hunk.lines.iter().rev().take_while(is_context).count(),
    )
}

/// How much of a hunk is read as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Whole,
    /// A part of a long one.
    Piece,
    /// What stands before or after lines that were left out, by its number from 0.
    Elided(usize),
}

/// Every hunk as it stands.
pub fn primary(hunks: &[Hunk]) -> Vec<Read<'_>> {
    hunks
        .iter()
        .enumerate()
        .map(|(number, hunk)| Read {
            number,
            context: context(hunk),
            hunk: Cow::Borrowed(hunk),
            repair: None,
            extent: Extent::Whole,
        })
        .collect()
}

/// Every hunk in the reading that stands in `now` exactly, if its primary one does not and another does.
pub fn exact<'h>(hunks: &'h [Hunk], now: &Snapshot) -> Vec<Read<'h>> {
    let primary = primary(hunks);
    let is_there = standing(&primary, now);
    let readings: Vec<Vec<Vec<Read>>> = primary.iter().map(others).collect();
    let pieces: Vec<Read> = readings.iter().flatten().flatten().cloned().collect();
    let mut stand = standing(&pieces, now).into_iter();
    // For each hunk, which of its readings stand there with all their pieces.
    let whole: Vec<Vec<bool>> = readings
        .iter()
        .map(|readings| {
            let mut all =
                |reads: &Vec<Read>| stand.by_ref().take(reads.len()).filter(|is| *is).count();
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
        let is_seen = |reads: &Vec<Read>| reads[0].repair.is_some_and(|kind| seen.contains(&kind));
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
fn standing(reads: &[Read], now: &Snapshot) -> Vec<bool> {
    let patterns: Vec<Pattern> = reads.iter().map(Pattern::of).collect();
    let view = strict::View::of(&patterns, now);
    (0..reads.len())
        .map(|number| view.is_there(number))
        .collect()
}

/// All readings of every hunk, the primary one first.
pub fn all(hunks: &[Hunk]) -> Vec<Vec<Vec<Read<'_>>>> {
    primary(hunks).into_iter().map(alternatives).collect()
}

/// Whether damage of this kind in one hunk says nothing of the other hunks.
fn is_of_one_hunk(kind: RepairKind) -> bool {
    kind == RepairKind::ProseAfterHunk
}

/// The text of `now` as the lines of `readings` see it.
pub fn index<'n>(readings: &[Vec<Vec<Read>>], now: &'n Snapshot) -> Index<'n> {
    let reads = readings.iter().flatten().flatten();
    let lines = reads.flat_map(|read| read.hunk.lines.iter().map(|line| &line.text));
    Index::new(now.bytes(), lines)
}

/// Of `all` readings of every hunk the one that most lines of the text speak for. Dots that the text does not
/// have stand for lines left out.
pub fn supported<'h>(mut all: Vec<Vec<Vec<Read<'h>>>>, index: &Index) -> Vec<Read<'h>> {
    for readings in &mut all {
        let is_elided = |reads: &Vec<Read>| matches!(reads[0].extent, Extent::Elided(_));
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
        let even = |reads: &&Vec<Read>| {
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

/// `reads`, the long ones cut between changes: aligning costs the square of their length.
pub fn in_pieces(reads: Vec<Read<'_>>) -> Vec<Read<'_>> {
    reads.into_iter().flat_map(pieces).collect()
}

fn pieces(read: Read<'_>) -> Vec<Read<'_>> {
    let lines = &read.hunk.lines;
    let runs: Vec<usize> = lines
        .chunk_by(|one, two| is_context(one) == is_context(two))
        .map(<[HunkLine]>::len)
        .collect();
    let steps = lines.iter().filter(|line| is_context(line)).count() + runs.len() / 2;
    if steps <= STEPS {
        return vec![read];
    }
    // Lines up to which a piece goes: runs of context are cut where they are long, or the piece is.
    let (mut cuts, mut at, mut from) = (Vec::new(), 0, 0);
    for (number, run) in runs.iter().enumerate() {
        let is_inside = number > 0 && number + 1 < runs.len();
        let is_long = *run > 2 * SHARED || at - from > STEPS / 2;
        let tells = |line: &HunkLine| is_context(line) && !line::is_common(&line.text);
        if is_inside && is_long && lines[at..at + run].iter().any(tells) {
            cuts.push((at + (*run).min(SHARED), at + run - (*run).min(SHARED)));
            from = at;
        }
        at += run;
    }
    let starts = std::iter::once(0).chain(cuts.iter().map(|cut| cut.1));
    let ends = cuts.iter().map(|cut| cut.0).chain([lines.len()]);
    let parts = starts.zip(ends);
    parts.map(|(start, end)| part(&read, start, end)).collect()
}

/// The lines `start..end` of `read` as a hunk of their own.
fn part<'h>(read: &Read<'h>, start: usize, end: usize) -> Read<'h> {
    let lines = read.hunk.lines[start..end].to_vec();
    let before = &read.hunk.lines[..start];
    let range = |range: Option<HunkRange>, other: LineKind| {
        let of = |lines: &[HunkLine]| lines.iter().filter(|line| line.kind != other).count();
        range.map(|range| HunkRange {
            start: range.start.saturating_add(of(before)),
            count: of(&lines),
        })
    };
    let hunk = Hunk {
        old: range(read.hunk.old, LineKind::Added),
        new: range(read.hunk.new, LineKind::Removed),
        at_end: read.hunk.at_end && end == read.hunk.lines.len(),
        in_order: read.hunk.in_order,
        is_last: read.hunk.is_last && end == read.hunk.lines.len(),
        uncounted: 0,
        scopes: if start == 0 {
            read.hunk.scopes.clone()
        } else {
            Vec::new()
        },
        line: read.hunk.line,
        lines,
    };
    Read {
        number: read.number,
        // Where it was cut says nothing about where the text ends.
        context: (0, 0),
        hunk: Cow::Owned(hunk),
        repair: read.repair,
        extent: match (read.extent, start) {
            (Extent::Elided(piece), 0) => Extent::Elided(piece),
            (Extent::Elided(piece), _) => Extent::Elided(piece.max(1)),
            _ => Extent::Piece,
        },
    }
}

fn is_context(line: &HunkLine) -> bool {
    line.kind == LineKind::Context
}

/// The number of the reading that most speaks for: the primary one, unless another makes up for a good
/// part of what is missing there.
fn strongest(readings: &[Vec<Read>], index: &Index) -> usize {
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
        let extent = |piece: usize| match repair {
            RepairKind::ElidedLines => Extent::Elided(piece),
            _ => read.extent,
        };
        let pieces = hunks.into_iter().enumerate();
        pieces
            .map(|(piece, hunk)| Read {
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

/// What the old lines weigh when the text has them all.
fn total(reads: &[Read]) -> f32 {
    let old = reads.iter().flat_map(|read| read.hunk.old_side());
    old.map(|line| weight(line)).sum()
}

fn weight(line: &[u8]) -> f32 {
    if line::is_common(line) { 0.12 } else { 1.0 }
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
