//! Chooses the reading of a damaged hunk that the text supports.
//!
//! The patch alone does not show if `&lt;` is intended, or if context lines lost their leading space. The text does.
//! The primary reading is kept unless the text has more lines of another reading.

use std::borrow::Cow;

use crate::patch::{Hunk, RepairKind};
use crate::snapshot::Snapshot;

use super::pattern::Pattern;
use super::read_hunk::{EdgeContext, Extent, ReadHunk, primary};
use crate::resolve::place::candidates::exact_search::ExactSearch;
use crate::resolve::place::evidence::index::Index;
use crate::resolve::place::evidence::line;
use crate::resolve::place::weights;

/// A way to read a hunk: as one piece, or as several if lines are omitted.
pub type Reading<'h> = Vec<ReadHunk<'h>>;

/// A hunk, and the readings of it that the text has exactly.
struct ExactReadings<'h> {
    primary: ReadHunk<'h>,
    has_primary: bool,
    /// The other readings that the text has.
    others: Vec<Reading<'h>>,
}

impl<'h> ExactReadings<'h> {
    /// All hunks. `None` if the text has no other reading of any hunk.
    fn find_all(hunks: &'h [Hunk], now: &Snapshot, index: &Index) -> Option<Vec<Self>> {
        let primary = primary(hunks);
        let mut others_of: Vec<Vec<Reading>> = primary.iter().map(others).collect();
        let pieces: Vec<ReadHunk> = others_of.iter().flatten().flatten().cloned().collect();
        let mut has_piece = have_match(&pieces, now, index).into_iter();
        for readings in &mut others_of {
            readings.retain(|reading| {
                let found = has_piece.by_ref().take(reading.len());
                found.filter(|is_found| *is_found).count() == reading.len()
            });
        }
        if others_of.iter().all(Vec::is_empty) {
            return None;
        }
        let has_primary = have_match(&primary, now, index);
        let mut all = Vec::with_capacity(hunks.len());
        for ((primary, has_primary), others) in primary.into_iter().zip(has_primary).zip(others_of)
        {
            all.push(Self {
                primary,
                has_primary,
                others,
            });
        }
        Some(all)
    }

    /// The reading to use if the text does not have the primary reading.
    fn replacement(&self) -> Option<&Reading<'h>> {
        if self.has_primary {
            return None;
        }
        self.others.first()
    }

    /// The reading that repairs one of `kinds` of damage.
    fn repaired_as(&self, kinds: &[RepairKind]) -> Option<&Reading<'h>> {
        let mut others = self.others.iter();
        others.find(|reading| reading[0].repair.is_some_and(|kind| kinds.contains(&kind)))
    }
}

/// Chooses another reading of each hunk whose primary reading is not in `now` exactly, if that other reading is.
/// `None` if `now` contains no other reading of any hunk. `index` has the lines of [`all`] readings.
pub fn exact<'h>(hunks: &'h [Hunk], now: &Snapshot, index: &Index) -> Option<Vec<ReadHunk<'h>>> {
    let all = ExactReadings::find_all(hunks, now, index)?;
    let mut repairs = Vec::new();
    for hunk in &all {
        if let Some(reading) = hunk.replacement()
            && let Some(kind) = reading[0].repair
        {
            repairs.push(kind);
        }
    }
    let mut reads = Vec::with_capacity(hunks.len());
    for hunk in all {
        match hunk.replacement().or_else(|| hunk.repaired_as(&repairs)) {
            Some(reading) => reads.extend_from_slice(reading),
            None => reads.push(hunk.primary),
        }
    }
    Some(reads)
}

/// For each of `reads`, true if `now` contains one of its sides exactly.
fn have_match(reads: &[ReadHunk], now: &Snapshot, index: &Index) -> Vec<bool> {
    let patterns: Vec<Pattern> = reads.iter().map(Pattern::new).collect();
    let search = ExactSearch::in_index(&patterns, now, index);
    (0..reads.len())
        .map(|number| search.has_match(number))
        .collect()
}

/// All readings of every hunk, the primary reading first.
pub fn all(hunks: &[Hunk]) -> Vec<Vec<Reading<'_>>> {
    primary(hunks).into_iter().map(alternatives).collect()
}

/// The index of `now` for all lines of `readings`.
pub fn index<'n>(readings: &[Vec<Reading>], now: &'n Snapshot) -> Index<'n> {
    let reads = readings.iter().flatten().flatten();
    let lines = reads.flat_map(|read| read.hunk.lines.iter().map(|line| &line.text));
    Index::new(now, lines)
}

/// For each hunk, chooses the reading with the most evidence in the text. Dots that do not occur in the text are
/// omitted lines.
pub fn supported<'h>(all: Vec<Vec<Reading<'h>>>, index: &Index) -> Vec<ReadHunk<'h>> {
    let mut chosen = Vec::with_capacity(all.len());
    for mut readings in all {
        let lines = readings[0].iter().flat_map(|read| &read.hunk.lines);
        let mut dots = lines.filter(|line| line.is_elision());
        let has_unknown_dots = dots.any(|line| !index.contains(&line.text));
        if has_unknown_dots && readings.iter().any(|reading| is_elided(reading)) {
            readings.retain(|reading| is_elided(reading));
        }
        let best = strongest(&readings, index);
        chosen.extend(readings.swap_remove(best));
    }
    chosen
}

fn is_elided(reads: &[ReadHunk]) -> bool {
    matches!(reads[0].extent, Extent::Elided(_))
}

/// The number of the reading with the most evidence. Prefers the primary reading.
fn strongest(readings: &[Reading], index: &Index) -> usize {
    let (mut best, mut most) = (0, evidence(&readings[0], index));
    for (number, reads) in readings.iter().enumerate().skip(1) {
        let evidence = evidence(reads, index);
        if evidence > most + 1e-3 {
            (best, most) = (number, evidence);
        }
    }
    best
}

/// The primary reading and the others, those with one piece first.
fn alternatives(primary: ReadHunk<'_>) -> Vec<Reading<'_>> {
    let mut all = vec![vec![primary.clone()]];
    all.extend(others(&primary).into_iter().rev());
    all[1..].sort_by_key(|reads| reads.len() > 1);
    all
}

/// The readings of `read` that repair damage.
fn others<'h>(read: &ReadHunk<'h>) -> Vec<Reading<'h>> {
    let mut others = Vec::new();
    for reading in read.hunk.readings() {
        let mut pieces = Vec::with_capacity(reading.hunks.len());
        for (piece, hunk) in reading.hunks.into_iter().enumerate() {
            pieces.push(ReadHunk {
                hunk_index: read.hunk_index,
                context: EdgeContext::count(&hunk),
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

/// The weight of the old lines that are in the text, at least up to whitespace.
fn evidence(reads: &[ReadHunk], index: &Index) -> f32 {
    let mut evidence = 0.0;
    for line in reads.iter().flat_map(|read| read.hunk.old_side()) {
        if index.contains(line) {
            evidence += if line::is_common(line) {
                weights::COMMON_LINE
            } else {
                1.0
            };
        }
    }
    evidence
}
