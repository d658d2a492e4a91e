//! `merge`: the changes that the file and another text made to a base become the text of the file.

use std::cell::OnceCell;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use bytes::Bytes;

use crate::change::{ChangeSet, Edit, LineChange};
use crate::merge::{
    self, ConflictCause, KeyedChildren, MarkedBlock, MarkedText, MarkerLabels, Markers, MergeReach,
    MergedText, RegionTexts, SettledEdits, Versions,
};
use crate::patch::{FileOperation, FilePatch};
use crate::refusal::{MergeConflict, Reason};
use crate::request::{Favour, Merge, MergeSides, OnStale, PatchMode, Repeat};
use crate::snapshot::Snapshot;
use crate::syntax;
use crate::syntax::NodeList;

use super::ending::whole_lines_known;
use super::mark::mark_first;
use super::place::{Placing, place};
use super::rebase::Followed;
use super::{Decider, HunkStatus, PlacedHunk, Resolution, SettledRegion, Site, Tier};

/// Merges both sides of `action`. Returns the edits of `now`, and the regions that had to be settled.
///
/// # Errors
/// `MergeConflict` with every region that both changed and nothing settles; `BadMarkers`.
pub fn merge(
    action: &Merge,
    path: &Path,
    now: &Snapshot,
) -> Result<(Resolution, Vec<SettledRegion>), Reason> {
    whole_lines_known(now)?;
    let how = MergeWay::new(action, path, now);
    let (edits, settled) = match &action.sides {
        MergeSides::Given { base, theirs } => {
            let versions = versions(base, theirs, now);
            merge_given(&how.merged(&versions), now)?
        }
        MergeSides::Marked => {
            let marked = marked_text(now)?;
            let merged = how.merge_marked(&marked);
            solve(&marked, &merged, now)?
        }
    };
    let mut sites = Vec::with_capacity(edits.len());
    for edit in &edits {
        sites.push(Site {
            span: edit.span(),
            lines: now.lines_of(edit.span()),
            tier: Tier::Exact,
        });
    }
    let changes = ChangeSet::new(now.bytes().len(), edits).map_err(|error| Reason::Io {
        during: "merge the changes of",
        error: error.to_string(),
    })?;
    let resolution = Resolution {
        changes,
        sites: sites.into(),
        hunks: Vec::new(),
    };
    Ok((resolution, settled))
}

/// The options of a merge.
#[derive(Clone, Copy)]
pub(super) struct MergeWay<'a> {
    /// The name of the file, which shows its language.
    name: &'a Path,
    /// Rules settle conflicts, but not in the output of a tool.
    reach: MergeReach,
    favour: Option<Favour>,
}

impl<'a> MergeWay<'a> {
    /// The way of `action` on the file at `path`, which has the text `now`.
    fn new(action: &'a Merge, path: &'a Path, now: &Snapshot) -> Self {
        let name = action.name.as_deref().unwrap_or(path);
        Self {
            favour: action.favour,
            ..Self::by_rules(name, now)
        }
    }

    /// The way for a file called `name`, which has the text `now`, if rules settle conflicts.
    fn by_rules(name: &'a Path, now: &Snapshot) -> Self {
        Self {
            name,
            reach: if merge::is_generated(name, now.bytes()) {
                MergeReach::Git
            } else {
                MergeReach::Rules
            },
            favour: None,
        }
    }

    /// The way of an edit that was made against an earlier text of the file called `name`, and is put onto `now`.
    pub(super) fn of_rebase(name: &'a Path, on_stale: OnStale, now: &Snapshot) -> Self {
        match on_stale {
            OnStale::Merge => Self::by_rules(name, now),
            OnStale::Refuse | OnStale::Rebase => Self {
                name,
                reach: MergeReach::Apart,
                favour: None,
            },
        }
    }

    pub(super) fn merged(self, versions: &Versions) -> MergedText<'_> {
        let merged = merge::merge_by_grammar(versions, self.reach, &|text| self.lists(text));
        self.settled(merged, versions)
    }

    /// Merges the conflicts in `marked`.
    fn merge_marked(self, marked: &MarkedText) -> MergedText<'_> {
        let merged = marked.merge(self.reach, &|text| self.lists(text));
        self.settled(merged, marked.versions())
    }

    fn lists(self, text: &[u8]) -> Vec<NodeList> {
        syntax::lists(self.name, text)
    }

    /// Takes back the rules if they make `merged` worse than both sides of `versions`, and settles the rest as the
    /// caller favours.
    fn settled<'t>(self, merged: MergedText<'t>, versions: &Versions) -> MergedText<'t> {
        let judge = MergeJudge {
            how: self,
            versions,
            known: OnceCell::new(),
        };
        if merged.settled().next().is_none() || !judge.condemns(&merged.text()) {
            return merged.favouring(self.favour);
        }
        let judged =
            merged.without_rules(ConflictCause::BadSyntax, |text: &[u8]| judge.condemns(text));
        judged.favouring(self.favour)
    }
}

/// The objections of a grammar to a text that rules made of both sides.
struct MergeJudge<'a> {
    how: MergeWay<'a>,
    versions: &'a Versions,
    /// The duplicate names of a side, and the named entries of each version, computed on first use.
    known: OnceCell<(usize, [KeyedChildren<'a>; 3])>,
}

impl MergeJudge<'_> {
    /// True if `text` has more syntax errors than either side, more parameters or keys of the same name, or a key with
    /// the value of another one.
    fn condemns(&self, text: &[u8]) -> bool {
        let Versions { base, ours, theirs } = self.versions;
        if self.adds_errors(ours, text) && self.adds_errors(theirs, text) {
            return true;
        }
        let lists = self.how.lists(text);
        if lists.is_empty() {
            return false;
        }
        let (twice, keyed) = self.known.get_or_init(|| {
            let lists = [base, ours, theirs].map(|side| self.how.lists(side));
            let [of_base, of_ours, of_theirs] = &lists;
            let twice =
                merge::names_twice(ours, of_ours).max(merge::names_twice(theirs, of_theirs));
            let keyed = [
                KeyedChildren::of(base, of_base),
                KeyedChildren::of(ours, of_ours),
                KeyedChildren::of(theirs, of_theirs),
            ];
            (twice, keyed)
        });
        let merged = KeyedChildren::of(text, &lists);
        merge::names_twice(text, &lists) > *twice || merged.are_mixed_up(keyed.each_ref())
    }

    /// True if `text` has syntax errors that `side` does not have, or is too large to tell.
    fn adds_errors(&self, side: &[u8], text: &[u8]) -> bool {
        match syntax::added(self.how.name, side, text) {
            Ok(errors) => !errors.is_empty(),
            Err(_) => true,
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
        return Err(Reason::MergeConflict { conflicts });
    }
    Ok((merged.edits(), settled_regions(merged, now)))
}

/// The regions that rules, or the caller, settled in `merged`, by the lines of `now`, our side.
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

/// The edits of our side of `versions`, the file at `path`, that merge them, and the regions that rules settled. `None`
/// if a conflict is left.
pub fn settle(path: &Path, versions: &Versions) -> Option<SettledEdits> {
    let now = Snapshot::of_text(versions.ours.clone());
    let merged = MergeWay::by_rules(path, &now).merged(versions);
    merged.settled_edits()
}

/// Merges `patch` with the changes of `now` to the base that the patch was made from, if `how` has a base and lets
/// hunks drift. `None` if a conflict is left.
pub fn merge_patch(
    patch: &FilePatch,
    path: &Path,
    now: &Snapshot,
    how: &Placing,
) -> Option<(Resolution, Vec<SettledRegion>)> {
    if how.mode == PatchMode::Strict {
        return None;
    }
    patch_merged(patch, now, how, MergeWay::by_rules(path, now))
}

/// Like [`merge_patch`], merged as git does it. `None` if there is no base, or a conflict. Changes that both sides made
/// are applied already.
pub fn merge_cleanly(
    patch: &FilePatch,
    path: &Path,
    now: &Snapshot,
    how: &Placing,
) -> Option<Resolution> {
    let by_lines = MergeWay {
        name: path,
        reach: MergeReach::Git,
        favour: None,
    };
    let (resolution, _) = patch_merged(patch, now, how, by_lines)?;
    Some(resolution)
}

/// Like [`merge_patch`], merged in this `way`.
fn patch_merged(
    patch: &FilePatch,
    now: &Snapshot,
    how: &Placing,
    way: MergeWay<'_>,
) -> Option<(Resolution, Vec<SettledRegion>)> {
    let base = Snapshot::of_text(how.base.clone()?);
    if patch.operation != FileOperation::Modify || patch.is_of_link() {
        return None;
    }
    whole_lines_known(now).ok()?;
    let as_written = Placing {
        mode: PatchMode::Strict,
        repeat: Repeat::Refuse,
        base: None,
    };
    let placed = place(patch, &base, &as_written).ok()?;
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
    let settled = settled_regions(&merged, now);
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
    let mut hunks = Vec::with_capacity(placed.hunks.len());
    for hunk in placed.hunks {
        let is_applied = hunk.lines.is_some_and(|lines| merged.is_in_ours(lines));
        let status = if is_applied {
            HunkStatus::Already
        } else {
            HunkStatus::Merged
        };
        hunks.push(merged_hunk(hunk, status, &since, &in_result));
    }
    let resolution = Resolution {
        changes,
        hunks,
        sites: sites.into(),
    };
    Some((resolution, settled))
}

/// The report on `hunk`, placed in the base, in terms of the file and of the result.
fn merged_hunk(
    hunk: PlacedHunk,
    status: HunkStatus,
    since: &Followed,
    in_result: &Followed,
) -> PlacedHunk {
    let lines = hunk.lines.map(|lines| since.lines(lines));
    let mut offset = None;
    if let (Some(stated), Some(now), Some(then)) = (hunk.offset, lines, hunk.lines) {
        offset = Some(stated + now.first().number() as i64 - then.first().number() as i64);
    }
    let (kept, all) = hunk.lines.map_or((0, 0), |lines| since.kept(lines));
    PlacedHunk {
        status,
        lines,
        new_lines: hunk.new_lines.map(|lines| in_result.lines(lines)),
        offset,
        decided_by: Some(Decider::Base),
        score: kept as f64 / all.max(1) as f64,
        context_changed: all - kept,
        ..hunk
    }
}

/// The text that `action` makes of `now`, with conflicts between markers, and their number. `None` if no markers are
/// wanted. Conflicts that `now` has already keep their markers.
pub fn merge_marked(action: &Merge, path: &Path, now: &Snapshot) -> Option<(Vec<u8>, usize)> {
    let marked = action.conflicts?;
    let how = MergeWay::new(action, path, now);
    let (base, theirs) = match &action.sides {
        MergeSides::Given { base, theirs } => (base, theirs),
        MergeSides::Marked => {
            let marked = marked_text(now).ok()?;
            let merged = how.merge_marked(&marked);
            return Some(partly_solved(&marked, &merged, now));
        }
    };
    let versions = versions(base, theirs, now);
    let merged = how.merged(&versions);
    let names = &action.labels;
    let mut ours = label(&names.ours, "ours");
    if let Some(name) = &action.name {
        ours.extend_from_slice(b": ");
        ours.extend_from_slice(name.as_os_str().as_bytes());
    }
    let markers = |cause: ConflictCause| Markers {
        size: marked.size,
        labels: MarkerLabels {
            ours: [&ours[..], b": ", cause.words().as_bytes()].concat(),
            base: label(&names.base, "base"),
            theirs: label(&names.theirs, "theirs"),
        },
    };
    let text = mark_first(now.bytes(), merged.marked(marked.style, markers));
    Some((text, merged.conflicts().count()))
}

fn label(name: &Option<Bytes>, usual: &str) -> Vec<u8> {
    match name {
        Some(name) => name.to_vec(),
        None => usual.as_bytes().to_vec(),
    }
}

/// The text of `now`, read as `marked`, with the conflicts that are solved in `merged`, and the number of the others.
fn partly_solved(marked: &MarkedText, merged: &MergedText<'_>, now: &Snapshot) -> (Vec<u8>, usize) {
    let mut text = Vec::with_capacity(now.bytes().len());
    let (mut done, mut left) = (0, 0);
    for (block, solved) in marked.solved(merged) {
        let Ok((solved, _)) = solved else {
            left += 1;
            continue;
        };
        text.extend_from_slice(&now.bytes()[done..block.span.start()]);
        text.extend_from_slice(&solved);
        done = block.span.end();
    }
    text.extend_from_slice(&now.bytes()[done..]);
    (text, left)
}

/// The edits that solve all conflicts in `now`, read as `marked`, as `merged` has them, and the rules that settled
/// them.
fn solve(
    marked: &MarkedText,
    merged: &MergedText<'_>,
    now: &Snapshot,
) -> Result<(Vec<Edit>, Vec<SettledRegion>), Reason> {
    let (mut edits, mut settled, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for (block, solved) in marked.solved(merged) {
        let (new, rules) = match solved {
            Ok(solved) => solved,
            Err(cause) => {
                open.push(conflict_of(block, cause, now));
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
    if open.is_empty() {
        Ok((edits, settled))
    } else {
        Err(Reason::MergeConflict { conflicts: open })
    }
}

/// `now` with its conflicts.
fn marked_text(now: &Snapshot) -> Result<MarkedText, Reason> {
    MarkedText::read(now.bytes()).map_err(|(at, why)| Reason::BadMarkers {
        line: now.line_at(at),
        why,
    })
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

/// The conflict at the region of `texts` in `now`, our side.
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
