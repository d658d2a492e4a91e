//! Places all hunks of a file in one text: exactly, in another reading, or with drift, depending on the mode.

use std::collections::BTreeMap;

use crate::patch::{FilePatch, Strictness, is_blob_prefix};
use crate::refusal::{HunkFailure, Reason};
use crate::request::{PatchMode, Repeat};
use crate::snapshot::Snapshot;

use super::apply::placed::Placed;
use super::candidates::base::Base;
use super::candidates::exact_search::ExactSearch;
use super::choose::drift::LooseSearch;
use super::choose::fit::{Fit, Side};
use super::choose::strict;
use super::evidence::index::Index;
use super::hunk::other_readings::{self, Reading};
use super::hunk::pattern::Pattern;
use super::hunk::read_hunk::{self, ReadHunk};
use super::place_options::{PlaceOptions, Placement};
use super::report::failure;
use super::report::unplaced::Unplaced;

impl<'p> Placement<'p> {
    /// Places all hunks. No hunk sees the result of another hunk.
    pub fn fit_all(&self) -> Result<Placed, Unplaced> {
        let (hunks, now, options) = (self.hunks, self.now, self.options);
        let reads = read_hunk::primary(hunks);
        let patterns: Vec<Pattern> = reads.iter().map(Pattern::new).collect();
        if let Some((_, new)) = &self.patch.blobs
            && let Some(fits) = strict::fits_in_result(&patterns, now)
            && is_blob_prefix(now.bytes(), new)
        {
            return Ok(place_fits(fits, &patterns, now, options)?);
        }
        let mut fits = exact_fits(&patterns, now, options);
        // No hunk is applied in the text that the patch was made from.
        if !fits
            .as_ref()
            .is_ok_and(|fits| fits.iter().all(|fit| fit.side == Side::Old))
            && is_origin(self.patch, now)
            && let Ok(in_origin) = strict::fits_in_origin(&patterns, now)
        {
            fits = Ok(in_origin);
        }
        let failures = match fits {
            Ok(fits) => return Ok(place_fits(fits, &patterns, now, options)?),
            Err(failures) => failures,
        };
        let all = self.all_readings();
        let index = other_readings::index(&all, now);
        if self.patch.strictness == Strictness::Repair
            && let Some(reads) = other_readings::exact(hunks, now, &index)
        {
            let patterns: Vec<Pattern> = reads.iter().map(Pattern::new).collect();
            if let Ok(fits) = exact_fits(&patterns, now, options) {
                return Ok(place_fits(fits, &patterns, now, options)?);
            }
        }
        if options.mode == PatchMode::Strict && options.base.is_none() {
            return Err(Unplaced::Failing(failures));
        }
        let reads = other_readings::supported(all, &index);
        place_reads(&reads, &index, now, options)
    }

    /// Reads each hunk as the text supports it best, if the patch may be repaired. Also returns the index of the text
    /// for all lines of the readings.
    pub fn supported_reads(&self) -> (Vec<ReadHunk<'p>>, Index<'p>) {
        let all = self.all_readings();
        let index = other_readings::index(&all, self.now);
        let reads = other_readings::supported(all, &index);
        (reads, index)
    }

    /// The readings of each hunk: only the primary one, unless the patch may be repaired.
    fn all_readings(&self) -> Vec<Vec<Reading<'p>>> {
        match self.patch.strictness {
            Strictness::Repair => other_readings::all(self.hunks),
            Strictness::Strict => read_hunk::primary(self.hunks)
                .into_iter()
                .map(|read| vec![vec![read]])
                .collect(),
        }
    }
}

/// An exact fit for each of `patterns` that the base does not contradict.
fn exact_fits(
    patterns: &[Pattern],
    now: &Snapshot,
    options: &PlaceOptions,
) -> Result<Vec<Fit>, Vec<HunkFailure>> {
    let fits = strict::fits(patterns, now)?;
    let Some(base) = base(patterns, now, options) else {
        return Ok(fits);
    };
    let mut checked = Vec::with_capacity(fits.len());
    for fit in fits {
        let verdict = base.check(&fit, &patterns[fit.pattern_index], now);
        checked.push(verdict.map(|()| fit));
    }
    failure::all_or_failures(patterns, checked)
}

/// The text that `patterns` were made from. `None` if the caller does not have it, or if the hunks do not match it.
fn base(patterns: &[Pattern], now: &Snapshot, options: &PlaceOptions) -> Option<Base> {
    let origin = Snapshot::of_text(options.base.clone()?);
    let fits = strict::fits_in_origin(patterns, &origin).ok()?;
    Base::new(&origin, now.bytes(), &fits)
}

/// True if the `index` line of the patch names the hash of this text. Its line numbers are then correct.
fn is_origin(patch: &FilePatch, now: &Snapshot) -> bool {
    match &patch.blobs {
        Some((old, _)) => is_blob_prefix(now.bytes(), old),
        None => false,
    }
}

/// Places `reads` with their changes as given, or moved down as far as possible.
pub fn place_reads(
    reads: &[ReadHunk],
    index: &Index,
    now: &Snapshot,
    options: &PlaceOptions,
) -> Result<Placed, Unplaced> {
    let patterns: Vec<Pattern> = reads.iter().map(Pattern::new).collect();
    let search = ExactSearch::in_index(&patterns, now, index);
    let lowest_reads: Vec<ReadHunk> = reads.iter().cloned().map(ReadHunk::lowest).collect();
    let lowest_patterns: Vec<Pattern> = lowest_reads.iter().map(Pattern::new).collect();
    let lowest_search = search.with_patterns(&lowest_patterns);
    // If hunks lack lines or their whitespace is damaged, a change that seems to slide may only be damaged.
    if !reads.iter().all(ReadHunk::has_even_context) {
        let as_given = place_drifted(&search, index, options);
        if !has_failures(&as_given) {
            return as_given;
        }
        let lowest = place_drifted(&lowest_search, index, options);
        return if has_failures(&lowest) {
            as_given
        } else {
            lowest
        };
    }
    let lowest = place_drifted(&lowest_search, index, options);
    match &lowest {
        Ok(placed) if placed.is_exact() => return lowest,
        Err(Unplaced::Refused(_)) => return lowest,
        Ok(_) | Err(Unplaced::Failing(_)) => {}
    }
    let as_given = place_drifted(&search, index, options);
    if has_failures(&as_given) && lowest.is_ok() {
        return lowest;
    }
    as_given
}

fn has_failures(result: &Result<Placed, Unplaced>) -> bool {
    matches!(result, Err(Unplaced::Failing(_)))
}

/// Places hunks with as much drift as the mode allows.
fn place_drifted(
    exact: &ExactSearch,
    index: &Index,
    options: &PlaceOptions,
) -> Result<Placed, Unplaced> {
    let (patterns, now) = (exact.patterns, exact.now);
    let base = base(patterns, now, options);
    let loose = LooseSearch {
        exact,
        index,
        mode: options.mode,
        base: base.as_ref(),
        layout: options.layout,
    };
    let fits = loose.fits().map_err(Unplaced::Failing)?;
    Ok(place_fits(fits, patterns, now, options)?)
}

/// The edits of `fits`, in the order of the patch. A hunk in pieces has several fits.
fn place_fits(
    fits: Vec<Fit>,
    patterns: &[Pattern],
    now: &Snapshot,
    options: &PlaceOptions,
) -> Result<Placed, Reason> {
    // A hunk in pieces is applied if all its pieces are. Pieces without changes are no evidence.
    let sides = fits
        .iter()
        .filter(|fit| patterns[fit.pattern_index].hunk().changes_text())
        .map(|fit| (patterns[fit.pattern_index].hunk_index(), fit.side));
    if let Err(reason) = refuse_partly_applied(sides, options) {
        // The base shows that both sides made the same change.
        base(patterns, now, options).ok_or(reason)?;
    }
    Placed::new(&fits, patterns, now)
}

/// # Errors
/// `PartlyApplied` if some hunks are applied and others are not, unless `options` accepts that. `sides` has the index
/// of the hunk and the side of each piece.
pub fn refuse_partly_applied(
    sides: impl Iterator<Item = (usize, Side)>,
    options: &PlaceOptions,
) -> Result<(), Reason> {
    let mut hunks: BTreeMap<usize, bool> = BTreeMap::new();
    for (hunk_index, side) in sides {
        let is_applied = hunks.entry(hunk_index).or_insert(true);
        *is_applied &= side == Side::New;
    }
    let applied: Vec<usize> = hunks
        .iter()
        .filter(|(_, is_applied)| **is_applied)
        .map(|(hunk_index, _)| hunk_index + 1)
        .collect();
    let is_partly = !applied.is_empty() && applied.len() < hunks.len();
    if is_partly && options.repeat == Repeat::Refuse {
        Err(Reason::PartlyApplied {
            applied,
            total: hunks.len(),
        })
    } else {
        Ok(())
    }
}
