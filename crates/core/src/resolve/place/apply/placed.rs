//! Placed hunks: the edits of each hunk, and the changes of all hunks together.

use crate::change::{ChangeSet, Edit};
use crate::refusal::Reason;
use crate::resolve::{PlacedHunk, Resolution, Site, Tier};
use crate::snapshot::Snapshot;

use super::fit_edits;
use super::report;
use super::verify;
use crate::resolve::place::choose::fit::{Fit, Side};
use crate::resolve::place::hunk::pattern::Pattern;

/// Hunks that all have a place in one text.
#[derive(Debug)]
pub struct Placed {
    pub changes: ChangeSet,
    /// The hunks, or pieces of hunks, in the order of the patch.
    pub pieces: Vec<PlacedPiece>,
}

/// A hunk, or a piece of a hunk, with its place.
#[derive(Debug)]
pub struct PlacedPiece {
    /// The index of the hunk in the patch.
    pub hunk_index: usize,
    pub side: Side,
    /// The place that matched.
    pub site: Site,
    pub report: PlacedHunk,
}

impl Placed {
    /// Applies one fit for each of `patterns`, in the order of the patch.
    ///
    /// # Errors
    /// `Unverified` if the edits do not match the hunks, which is a bug.
    pub fn new(fits: &[Fit], patterns: &[Pattern], now: &Snapshot) -> Result<Self, Reason> {
        let edits: Vec<Vec<Edit>> = fits
            .iter()
            .map(|fit| fit_edits::edits(fit, &patterns[fit.pattern_index], now))
            .collect();
        let changes = combine(edits.iter().flatten().cloned().collect(), now.bytes().len())?;
        verify::check(&changes, fits, patterns, now)?;
        let reports = report::hunks(fits, &edits, patterns, now);
        let mut pieces = Vec::with_capacity(fits.len());
        for (fit, report) in fits.iter().zip(reports) {
            pieces.push(PlacedPiece {
                hunk_index: patterns[fit.pattern_index].hunk_index(),
                side: fit.side,
                site: Site {
                    span: fit.span,
                    lines: report.lines.unwrap_or_else(|| now.lines_of(fit.span)),
                    tier: report.tier,
                },
                report,
            });
        }
        Ok(Self { changes, pieces })
    }

    /// True if every matched line equals the text exactly.
    pub fn is_exact(&self) -> bool {
        let mut pieces = self.pieces.iter();
        pieces.all(|piece| piece.site.tier == Tier::Exact)
    }

    pub fn resolution(self) -> Resolution {
        let pieces = self.pieces.into_iter();
        let (sites, hunks): (Vec<_>, _) = pieces.map(|piece| (piece.site, piece.report)).unzip();
        Resolution {
            changes: self.changes,
            sites: sites.into(),
            hunks,
            settled: Vec::new(),
        }
    }
}

/// Combines `edits` of a text of `len` bytes, in any order, into one change set. An insertion precedes a replacement
/// at the same offset.
fn combine(mut edits: Vec<Edit>, len: usize) -> Result<ChangeSet, Reason> {
    edits.sort_by_key(|edit| (edit.at, !edit.old.is_empty()));
    ChangeSet::new(len, edits).map_err(|error| verify::invalid_changes(&error))
}
