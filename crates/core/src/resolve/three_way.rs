//! `merge`: replaces the file with a merge of the file and another text with the same base.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use bytes::Bytes;

use crate::change::{ChangeSet, Edit, LineChange};
use crate::merge::{
    self, ConflictCause, MarkedBlock, MarkedText, MarkerLabels, Markers, MergeReach, MergedText,
    RegionTexts, SettledEdits, Versions,
};
use crate::patch::{FileOperation, FilePatch};
use crate::refusal::{Fault, MergeConflict, Reason};
use crate::request::{Favour, Merge, MergeSides, OnStale, PatchMode, Proposals, RuleSet};
use crate::snapshot::Snapshot;

use super::FileText;
use super::ending::refuse_lone_returns;
use super::follow::Followed;
use super::mark::with_leading_bom;
use super::place::{PlaceOptions, place};
use super::replace::sites;
use super::{Decider, HunkStatus, PlacedHunk, Resolution, Resolved, SettledRegion, Site, Tier};

/// Leaves conflicts in the same cases as git.
const GIT: MergeReach = MergeReach::Rules(RuleSet::None);

/// A merge that cannot be written.
pub struct MergeRefusal {
    /// The remaining conflicts, or another error.
    pub reason: Reason,
    /// The result with markers around conflicts, if the request asks for markers.
    pub marked: Option<MarkedMerge>,
}

impl From<Reason> for Box<MergeRefusal> {
    fn from(reason: Reason) -> Self {
        Self::new(MergeRefusal {
            reason,
            marked: None,
        })
    }
}

/// Merges the sides of `action` into `now`.
///
/// # Errors
/// `MergeConflict` with all remaining conflicts, or for malformed markers.
pub fn merge(action: &Merge, path: &Path, now: &Snapshot) -> Result<Resolution, Box<MergeRefusal>> {
    refuse_lone_returns(now)?;
    let way = MergeWay::new(action, path, now);
    let (edits, settled) = match &action.sides {
        MergeSides::Given { base, theirs } => {
            let sides = versions(base, theirs, now);
            let merged = way.merged(&sides);
            merge_given(&merged, now).map_err(|reason| {
                let marked = with_markers(action, &merged, now);
                Box::new(MergeRefusal { reason, marked })
            })?
        }
        MergeSides::Marked => {
            let marked = marked_text(now)?;
            let merged = way.solved(&marked);
            solve(action, &marked, &merged, now).map_err(|reason| {
                let marked = partly_solved(action, &marked, &merged, now);
                Box::new(MergeRefusal { reason, marked })
            })?
        }
    };
    resolution(now, edits, settled).map_err(Box::from)
}

fn resolution(now: &Snapshot, edits: Vec<Edit>, settled: Vec<SettledRegion>) -> Resolved {
    let sites = sites(now, Tier::Exact, edits.iter().map(Edit::span));
    let changes = ChangeSet::new(now.bytes().len(), edits)
        .map_err(|error| Fault::io("merge the changes of", error))?;
    Ok(Resolution {
        settled,
        ..Resolution::new(changes, sites)
    })
}

/// The options of a merge.
#[derive(Clone, Copy)]
pub(super) struct MergeWay<'a> {
    /// The name of the file, which determines its language.
    name: &'a Path,
    reach: MergeReach,
    favour: Option<Favour>,
    proposals: Proposals,
}

impl<'a> MergeWay<'a> {
    /// The options of `action` for the file at `path` with the text `now`.
    fn new(action: &'a Merge, path: &'a Path, now: &Snapshot) -> Self {
        let name = action.name.as_deref().unwrap_or(path);
        let mut way = Self::by_rules(name, now);
        if way.reach != GIT {
            way.reach = MergeReach::Rules(action.rules);
        }
        way.favour = action.favour;
        way.proposals = action.proposals;
        way
    }

    /// Resolves conflicts in the file `name` with rules, unless its text `now` is generated.
    fn by_rules(name: &'a Path, now: &Snapshot) -> Self {
        let reach = if merge::is_generated(name, now.bytes()) {
            GIT
        } else {
            MergeReach::Rules(RuleSet::All)
        };
        Self {
            name,
            reach,
            favour: None,
            proposals: Proposals::Settle,
        }
    }

    /// The options for an edit that was made for an earlier text of the file `name`. `now` is the current text.
    pub(super) fn of_rebase(name: &'a Path, on_stale: OnStale, now: &Snapshot) -> Self {
        let mut way = Self::by_rules(name, now);
        way.reach = if on_stale == OnStale::Merge && way.reach != GIT {
            MergeReach::Touching
        } else {
            MergeReach::Apart
        };
        way
    }

    pub(super) fn merged(self, versions: &'a Versions) -> MergedText<'a> {
        let merged = match self.reach {
            MergeReach::Apart | MergeReach::Agreed => merge::merge(versions, self.reach),
            MergeReach::Touching | MergeReach::Rules(_) => {
                merge::merge_file(self.name, versions, self.reach)
            }
        };
        self.finished(merged)
    }

    /// Merges the conflicts in `marked`.
    fn solved(self, marked: &'a MarkedText) -> MergedText<'a> {
        self.finished(marked.merge(self.name, self.reach))
    }

    fn finished(self, merged: MergedText<'a>) -> MergedText<'a> {
        match self.proposals {
            Proposals::Settle | Proposals::Accept => merged.favouring(self.favour),
            Proposals::Show => merged.proposing().favouring(self.favour),
        }
    }
}

fn merge_given(
    merged: &MergedText<'_>,
    now: &Snapshot,
) -> Result<(Vec<Edit>, Vec<SettledRegion>), Reason> {
    let conflicts: Vec<MergeConflict> = merged
        .conflicts()
        .map(|(region, cause)| conflict(merged.texts(region), cause, now))
        .collect();
    if !conflicts.is_empty() {
        return Err(Reason::MergeConflict(conflicts));
    }
    Ok((merged.edits(), settled_regions(merged, now)))
}

/// The regions that rules or the caller resolved in `merged`, with the lines of `now`, our side.
pub(super) fn settled_regions(merged: &MergedText<'_>, now: &Snapshot) -> Vec<SettledRegion> {
    let mut settled = Vec::new();
    for (region, rule) in merged.settled() {
        settled.push(SettledRegion {
            lines: now.lines_of(merged.texts(region).place),
            rule,
        });
    }
    settled
}

/// Merges `versions` of the file at `path`. `None` if a conflict remains.
pub fn settle(path: &Path, versions: &Versions) -> Option<SettledEdits> {
    let now = Snapshot::of_text(versions.ours.clone());
    let merged = MergeWay::by_rules(path, &now).merged(versions);
    merged.settled_edits()
}

/// Merges `patch` into `file` with its base, if `options` has one and allows drift. `None` if a conflict remains.
pub fn merge_patch(
    patch: &FilePatch,
    file: FileText<'_>,
    options: &PlaceOptions,
) -> Option<Resolution> {
    if options.mode == PatchMode::Strict {
        return None;
    }
    let way = MergeWay::by_rules(file.path, file.now);
    patch_merged(patch, file.now, options, way)
}

/// Merges `patch` into `file` like git, with the base of the patch. Changes that both sides made count as already
/// applied. `None` if there is no base, or if a conflict remains.
pub fn merge_cleanly(
    patch: &FilePatch,
    file: FileText<'_>,
    options: &PlaceOptions,
) -> Option<Resolution> {
    let mut by_lines = MergeWay::by_rules(file.path, file.now);
    by_lines.reach = GIT;
    patch_merged(patch, file.now, options, by_lines)
}

fn patch_merged(
    patch: &FilePatch,
    now: &Snapshot,
    options: &PlaceOptions,
    way: MergeWay<'_>,
) -> Option<Resolution> {
    let base = options.base.clone()?;
    if patch.operation != FileOperation::Modify || patch.is_of_link() {
        return None;
    }
    refuse_lone_returns(now).ok()?;
    let base = Snapshot::of_text(base);
    let strict = PlaceOptions::in_mode(PatchMode::Strict);
    let placed = place(patch, &base, &strict).ok()?;
    let patched = Snapshot::of_text(Bytes::from(placed.changes.apply(base.bytes()).ok()?));
    let versions = Versions {
        base: base.bytes().clone(),
        ours: now.bytes().clone(),
        theirs: patched.bytes().clone(),
    };
    let merged = way.merged(&versions);
    if merged.conflicts().next().is_some() {
        return None;
    }
    let changes = ChangeSet::new(now.bytes().len(), merged.edits()).ok()?;
    let result = Snapshot::of_text(Bytes::from(changes.apply(now.bytes()).ok()?));
    let since = Followed::new(&base, now);
    let in_result = Followed::new(&patched, &result);
    let mut sites = Vec::new();
    for site in placed.sites.iter() {
        sites.push(Site {
            span: since.span(site.span),
            lines: since.lines(site.lines),
            tier: site.tier,
        });
    }
    let mut hunks = Vec::new();
    for hunk in placed.hunks {
        hunks.push(merged_hunk(hunk, &since, &in_result, &merged));
    }
    Some(Resolution {
        changes,
        hunks,
        sites: sites.into(),
        settled: settled_regions(&merged, now),
    })
}

/// The result of `hunk`, which was placed in the base, after the merge. `since` maps the base to the current text, and
/// `in_result` maps the patched base to the merged text.
fn merged_hunk(
    hunk: PlacedHunk,
    since: &Followed<'_>,
    in_result: &Followed<'_>,
    merged: &MergedText<'_>,
) -> PlacedHunk {
    let mut result = PlacedHunk {
        status: HunkStatus::Merged,
        lines: None,
        new_lines: hunk.new_lines.map(|lines| in_result.lines(lines)),
        offset: None,
        decided_by: Some(Decider::Base),
        score: 0.0,
        context_changed: 0,
        ..hunk
    };
    let Some(base_lines) = hunk.lines else {
        return result;
    };
    let lines = since.lines(base_lines);
    let (kept, all) = since.kept(base_lines);
    if merged.is_in_ours(base_lines) {
        result.status = HunkStatus::Already;
    }
    result.lines = Some(lines);
    result.offset = hunk
        .offset
        .map(|stated| stated + lines.first().number() as i64 - base_lines.first().number() as i64);
    result.score = kept as f64 / all.max(1) as f64;
    result.context_changed = all - kept;
    result
}

/// A merged text with conflict markers.
pub struct MarkedMerge {
    /// The text with markers.
    pub text: Vec<u8>,
    /// The number of conflicts.
    pub conflicts: usize,
    /// The resolved regions.
    pub settled: Vec<SettledRegion>,
}

/// `merged`, the result of `action` for the text of `now`, with markers around conflicts. `None` if `action` does not
/// ask for markers.
fn with_markers(action: &Merge, merged: &MergedText<'_>, now: &Snapshot) -> Option<MarkedMerge> {
    let output = action.conflicts?;
    let names = &action.labels;
    let mut ours = label(names.ours.as_ref(), "ours");
    if let Some(name) = &action.name {
        ours.extend_from_slice(b": ");
        ours.extend_from_slice(name.as_os_str().as_bytes());
    }
    let markers = |cause: ConflictCause| Markers {
        size: output.size,
        labels: MarkerLabels {
            ours: [&ours, cause.words().as_bytes()].join(&b": "[..]),
            base: label(names.base.as_ref(), "base"),
            theirs: label(names.theirs.as_ref(), "theirs"),
        },
    };
    Some(MarkedMerge {
        text: with_leading_bom(
            now.bytes(),
            merged.marked(output.style, markers),
            output.size,
        ),
        conflicts: merged.conflicts().count(),
        settled: settled_regions(merged, now),
    })
}

/// Resolves as many conflicts in `now` as possible, and counts the others. `marked` is the parsed text. `None` if
/// `action` does not ask for markers.
fn partly_solved(
    action: &Merge,
    marked: &MarkedText,
    merged: &MergedText<'_>,
    now: &Snapshot,
) -> Option<MarkedMerge> {
    action.conflicts?;
    let mut text = Vec::with_capacity(now.bytes().len());
    let (mut copied_end, mut conflicts) = (0, 0);
    for (block, solved) in marked.solved(merged) {
        let solved = match (accepted(action, block), solved) {
            (Some(proposal), _) => proposal,
            (None, Ok((solved, _))) => solved,
            (None, Err(_)) => {
                conflicts += 1;
                continue;
            }
        };
        text.extend_from_slice(&now.bytes()[copied_end..block.span.start()]);
        text.extend_from_slice(&solved);
        copied_end = block.span.end();
    }
    text.extend_from_slice(&now.bytes()[copied_end..]);
    Some(MarkedMerge {
        text,
        conflicts,
        settled: Vec::new(),
    })
}

/// The proposal in `block`, if `action` accepts proposals.
fn accepted(action: &Merge, block: &MarkedBlock) -> Option<Bytes> {
    match action.proposals {
        Proposals::Accept => block.proposal.clone(),
        Proposals::Settle | Proposals::Show => None,
    }
}

/// The edits that resolve all conflicts in `now`, parsed as `marked`, and the resolved regions.
fn solve(
    action: &Merge,
    marked: &MarkedText,
    merged: &MergedText<'_>,
    now: &Snapshot,
) -> Result<(Vec<Edit>, Vec<SettledRegion>), Reason> {
    let (mut edits, mut settled, mut conflicts) = (Vec::new(), Vec::new(), Vec::new());
    for (block, solved) in marked.solved(merged) {
        let (new, rules) = match (accepted(action, block), solved) {
            (Some(proposal), _) => (proposal, Vec::new()),
            (None, Ok(solved)) => solved,
            (None, Err(cause)) => {
                conflicts.push(conflict_of(block, cause, now));
                continue;
            }
        };
        let lines = now.lines_of(block.span);
        settled.extend(rules.into_iter().map(|rule| SettledRegion { lines, rule }));
        edits.push(Edit {
            at: block.span.start(),
            old: now.slice(block.span),
            new,
        });
    }
    if !conflicts.is_empty() {
        return Err(Reason::MergeConflict(conflicts));
    }
    Ok((edits, settled))
}

fn marked_text(now: &Snapshot) -> Result<MarkedText, Reason> {
    MarkedText::read(now.bytes())
        .map_err(|error| Reason::bad_markers(now.line_at(error.at), error.fault))
}

fn conflict_of(block: &MarkedBlock, cause: ConflictCause, now: &Snapshot) -> MergeConflict {
    let texts = RegionTexts {
        place: block.span,
        base: block.base.clone(),
        ours: block.ours.clone(),
        theirs: block.theirs.clone(),
    };
    conflict(texts, cause, now)
}

fn versions(base: &Bytes, theirs: &Bytes, now: &Snapshot) -> Versions {
    Versions {
        base: now.decoded_alike(base),
        ours: now.bytes().clone(),
        theirs: now.decoded_alike(theirs),
    }
}

fn label(name: Option<&Bytes>, default: &str) -> Vec<u8> {
    match name {
        Some(name) => name.to_vec(),
        None => default.into(),
    }
}

/// The conflict in the region of `texts`, with the lines of `now`, our side.
pub(super) fn conflict(texts: RegionTexts, cause: ConflictCause, now: &Snapshot) -> MergeConflict {
    MergeConflict {
        lines: now.lines_of(texts.place),
        cause,
        ours: LineChange {
            old: texts.base.clone(),
            new: texts.ours,
        },
        theirs: LineChange {
            old: texts.base,
            new: texts.theirs,
        },
    }
}
