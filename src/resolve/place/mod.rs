//! Placing hunks: a file's part of a patch and a text in, a [`Resolution`] or a refusal out.
//!
//! Places are found by evidence, never by nearness: a hunk goes where its lines say, if they say it of one
//! place only. `exact` finds lines as they are, `order` looks at all hunks of a file together, `merge` turns
//! places into edits that leave context lines as the text has them, `verify` compares the edits with the
//! patch before anybody sees them. Pure; names, modes and existence of files are the caller's business.

mod accept;
mod advise;
mod align;
mod alignment;
mod base;
mod candidate;
mod chain;
mod contest;
mod drift;
mod drifted;
mod exact;
mod failure;
mod fit;
mod index;
mod line;
mod marked;
mod merge;
mod order;
mod path;
mod pattern;
mod reading;
mod report;
mod respace;
mod scope;
mod script;
mod slide;
mod strict;
mod support;
mod transform;
mod verify;
mod whole;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use bytes::Bytes;

pub use marked::{Marked, marked};

use crate::change::{ChangeSet, Edit};
use crate::patch::{Content, FilePatch, Hunk, Operation, Strictness};
use crate::refusal::{HunkFailure, Reason};
use crate::request::PatchMode;
use crate::resolve::{Resolution, Site, Tier};
use crate::snapshot::Snapshot;

use base::Base;
use fit::{Fit, Side};
use index::Index;
use pattern::Pattern;
use reading::Read;
use strict::View;

/// How hunks are to be placed.
#[derive(Clone, Debug)]
pub struct Placing {
    /// How far a hunk may have drifted.
    pub mode: PatchMode,
    /// What it means that some hunks are applied already.
    pub applied: Applied,
    /// The whole text the patch was made from, where the caller has it.
    pub base: Option<Bytes>,
}

/// What it means that some hunks, but not all, are applied already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Applied {
    /// A refusal that names them.
    #[default]
    Refuse,
    /// They are left out (`--skip-applied`).
    Skip,
}

/// Places `patch` on the text of `now`: the file it names, or the empty text for one it creates.
///
/// A patch whose every hunk is applied already is a resolution without changes, its hunks `Already`.
///
/// # Errors
/// `HunkFailed` with every hunk that has no place, `PartlyApplied`, `Exists` for a creation onto another
/// text, all with 1-based lines of `now`.
pub fn place(patch: &FilePatch, now: &Snapshot, how: &Placing) -> Result<Resolution, Reason> {
    match &patch.content {
        Content::Hunks(hunks) => place_hunks(patch, hunks, now, how),
        Content::Binary(binary) => whole::binary(patch, binary, now),
    }
}

fn place_hunks(
    patch: &FilePatch,
    hunks: &[Hunk],
    now: &Snapshot,
    how: &Placing,
) -> Result<Resolution, Reason> {
    let reads = reading::primary(hunks);
    let patterns: Vec<Pattern> = reads.iter().map(Pattern::of).collect();
    match patch.operation {
        Operation::Create if !now.bytes().is_empty() => {
            return whole::already_created(&patterns, now);
        }
        Operation::Append => return whole::append(&patterns, now),
        _ => {}
    }
    let resolution = match strict::fits(&patterns, now) {
        Ok(fits) => settle(fits, &patterns, now, how)?,
        Err(failures) => otherwise(patch, hunks, failures, now, how)?,
    };
    if patch.operation == Operation::Delete {
        failure::unless_emptied(patch, now, &resolution.changes)?;
    }
    Ok(resolution)
}

/// The hunks do not all stand there as they are: read them otherwise, or let them drift as far as the mode
/// allows.
fn otherwise(
    patch: &FilePatch,
    hunks: &[Hunk],
    failures: Vec<HunkFailure>,
    now: &Snapshot,
    how: &Placing,
) -> Result<Resolution, Reason> {
    let may_repair = patch.strictness == Strictness::Repair;
    if may_repair {
        let reads = reading::exact(hunks, now);
        let patterns: Vec<Pattern> = reads.iter().map(Pattern::of).collect();
        if let Ok(fits) = strict::fits(&patterns, now) {
            return settle(fits, &patterns, now, how);
        }
    }
    let all = match patch.strictness {
        Strictness::Repair => reading::all(hunks),
        Strictness::Strict => reading::primary(hunks)
            .into_iter()
            .map(|read| vec![vec![read]])
            .collect(),
    };
    let index = reading::index(&all, now);
    let reads = reading::in_pieces(reading::supported(all, &index));
    let failures = match attempt(&reads, &index, failures, now, how) {
        Ok(placed) => return placed,
        Err(failures) => failures,
    };
    let patterns: Vec<Pattern> = reads.iter().map(Pattern::of).collect();
    let view = View::of(&patterns, now);
    let failures = advise::advised(failures, &patterns, &view, &index, now, how.mode);
    Err(Reason::HunkFailed {
        failures,
        total: hunks.len(),
    })
}

/// The answer for `reads` that may drift; the `failures` of exact placing when the mode allows no other.
fn attempt(
    reads: &[Read],
    index: &Index,
    failures: Vec<HunkFailure>,
    now: &Snapshot,
    how: &Placing,
) -> Result<Result<Resolution, Reason>, Vec<HunkFailure>> {
    if how.mode == PatchMode::Strict && how.base.is_none() {
        return Err(failures);
    }
    as_read(reads, index, now, how)
}

/// The answer for `reads`, their changes as low as they go or as written.
fn as_read(
    reads: &[Read],
    index: &Index,
    now: &Snapshot,
    how: &Placing,
) -> Result<Result<Resolution, Reason>, Vec<HunkFailure>> {
    let patterns: Vec<Pattern> = reads.iter().map(Pattern::of).collect();
    let view = View::of(&patterns, now);
    let lowest: Vec<Read> = reads.iter().cloned().map(Read::lowest).collect();
    let lowest: Vec<Pattern> = lowest.iter().map(Pattern::of).collect();
    let as_written = || drifted(&patterns, &view, index, now, how);
    let slid = || drifted(&lowest, &view.again(&lowest), index, now, how);
    // Where hunks lack lines or their blanks are damaged, what seems to slide may be no more than that.
    match reads.iter().all(Read::is_even) {
        true => match slid() {
            Ok(Ok(resolution)) if !is_exact(&resolution) => {
                as_written().or_else(|_| Ok(Ok(resolution)))
            }
            Err(_) => as_written(),
            placed => placed,
        },
        false => as_written().or_else(|failures| slid().map_err(|_| failures)),
    }
}

/// Whether every line that was matched is the text's, byte for byte.
fn is_exact(resolution: &Resolution) -> bool {
    resolution.hunks.iter().all(|hunk| hunk.tier == Tier::Exact)
}

/// The answer for hunks that may drift: a refusal that holds for all of them is an answer, too.
fn drifted(
    patterns: &[Pattern],
    view: &View,
    index: &Index,
    now: &Snapshot,
    how: &Placing,
) -> Result<Result<Resolution, Reason>, Vec<HunkFailure>> {
    let base = how.base.as_ref();
    let base = base.and_then(|base| Base::of(base, now.bytes(), patterns));
    let fits = drift::fits(patterns, view, index, now, how.mode, base.as_ref())?;
    Ok(settle(fits, patterns, now, how))
}

/// One fit for each hunk, in the order of the patch, becomes the answer.
fn settle(
    fits: Vec<Fit>,
    patterns: &[Pattern],
    now: &Snapshot,
    how: &Placing,
) -> Result<Resolution, Reason> {
    // A hunk in pieces is applied already if all of them are.
    let mut hunks: BTreeMap<usize, bool> = BTreeMap::new();
    for fit in &fits {
        let is_applied = hunks.entry(patterns[fit.hunk].number()).or_insert(true);
        *is_applied &= fit.side == Side::New;
    }
    let applied = hunks.iter().filter(|(_, is_applied)| **is_applied);
    let applied: Vec<usize> = applied.map(|(number, _)| number + 1).collect();
    let is_partly = !applied.is_empty() && applied.len() < hunks.len();
    if is_partly && how.applied == Applied::Refuse {
        return Err(Reason::PartlyApplied {
            applied,
            total: hunks.len(),
        });
    }
    resolve(&fits, patterns, now)
}

fn resolve(fits: &[Fit], patterns: &[Pattern], now: &Snapshot) -> Result<Resolution, Reason> {
    let mut edits: Vec<Edit> = Vec::with_capacity(fits.len());
    edits.extend(
        fits.iter()
            .flat_map(|fit| merge::edits(fit, &patterns[fit.hunk], now)),
    );
    // What is inserted at a place comes before what replaces the text there.
    edits.sort_by_key(|edit| (edit.at, !edit.old.is_empty()));
    let changes =
        ChangeSet::new(now.bytes().len(), edits).map_err(|error| verify::broken(&error))?;
    verify::agrees(&changes, fits, patterns, now)?;
    let hunks = report::hunks(fits, patterns, now);
    let sites = fits
        .iter()
        .zip(&hunks)
        .map(|(fit, hunk)| Site {
            span: fit.span,
            lines: hunk.lines.unwrap_or_else(|| now.lines_of(fit.span)),
            tier: hunk.tier,
        })
        .collect();
    Ok(Resolution {
        changes,
        sites,
        hunks,
    })
}
