//! Hunks laid onto a text: what each does to it, and what all do together.

use crate::change::{ChangeSet, Edit};
use crate::refusal::Reason;
use crate::resolve::{PlacedHunk, Resolution, Site, Tier};
use crate::snapshot::Snapshot;

use super::merge;
use super::report;
use super::verify;
use crate::resolve::place::choose::fit::{Fit, Side};
use crate::resolve::place::hunk::pattern::Pattern;

/// Hunks that all have a place in one text.
#[derive(Debug)]
pub struct Placed {
    /// Their common effect on it.
    pub changes: ChangeSet,
    /// Each hunk (or piece of one), in the order of the patch.
    pub laid: Vec<Laid>,
}

/// One hunk, or a piece of one, with its place.
#[derive(Debug)]
pub struct Laid {
    /// 0-based number in the patch.
    pub hunk: usize,
    /// The side of it that stands there.
    pub side: Side,
    /// The edits of the hunk, in order; offsets of the text it was laid onto.
    pub edits: Vec<Edit>,
    /// The place where it was matched.
    pub site: Site,
    /// The report on it.
    pub report: PlacedHunk,
}

impl Laid {
    /// This hunk as number `number` (0-based).
    pub fn renumber(&mut self, number: usize) {
        self.hunk = number;
        self.report.hunk = number + 1;
    }
}

impl Placed {
    /// One fit for each of `patterns`, in the order of the patch.
    ///
    /// # Errors
    /// `Unverified` when the edits are not those of the hunks: a defect here.
    pub fn of(fits: &[Fit], patterns: &[Pattern], now: &Snapshot) -> Result<Self, Reason> {
        let edits_of = |fit: &Fit| merge::edits(fit, &patterns[fit.hunk], now);
        let edits: Vec<Vec<Edit>> = fits.iter().map(edits_of).collect();
        let changes = together(edits.iter().flatten().cloned().collect(), now.bytes().len())?;
        verify::agrees(&changes, fits, patterns, now)?;
        let reports = report::hunks(fits, &edits, patterns, now);
        let laid = fits
            .iter()
            .zip(edits)
            .zip(reports)
            .map(|((fit, edits), report)| Laid {
                hunk: patterns[fit.hunk].number(),
                side: fit.side,
                edits,
                site: Site {
                    span: fit.span,
                    lines: report.lines.unwrap_or_else(|| now.lines_of(fit.span)),
                    tier: report.tier,
                },
                report,
            });
        Ok(Self {
            laid: laid.collect(),
            changes,
        })
    }

    /// Whether every line that was matched is the text's, byte for byte.
    pub fn is_exact(&self) -> bool {
        self.laid.iter().all(|laid| laid.site.tier == Tier::Exact)
    }

    /// The answer.
    pub fn resolution(self) -> Resolution {
        let laid = self.laid.into_iter();
        let (sites, hunks): (Vec<_>, _) = laid.map(|laid| (laid.site, laid.report)).unzip();
        Resolution {
            changes: self.changes,
            sites: sites.into(),
            hunks,
        }
    }
}

/// `edits` of a text of `len` bytes as one change set, whatever their order. What is inserted at a place comes
/// before what replaces the text there.
pub fn together(mut edits: Vec<Edit>, len: usize) -> Result<ChangeSet, Reason> {
    edits.sort_by_key(|edit| (edit.at, !edit.old.is_empty()));
    ChangeSet::new(len, edits).map_err(|error| verify::broken(&error))
}
