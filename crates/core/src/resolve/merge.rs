//! `merge`: what the file and another text made of a base becomes the text of the file.

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
use crate::text::{LineRange, Span};

use super::ending::whole_lines_known;
use super::mark::mark_first;
use super::place::{Placing, place};
use super::rebase::Followed;
use super::{Decider, HunkStatus, PlacedHunk, Resolution, SettledRegion, Site, Tier};

/// Puts together what the sides of `action` made of its base: the edits of `now`, and what had to be settled.
///
/// # Errors
/// `MergeConflict` with everything that both changed and nothing settles; `BadMarkers`.
pub fn merge(
    action: &Merge,
    path: &Path,
    now: &Snapshot,
) -> Result<(Resolution, Vec<SettledRegion>), Reason> {
    whole_lines_known(now)?;
    let how = MergeWay::of(action, path, now);
    let (edits, settled) = match &action.sides {
        MergeSides::Given { base, theirs } => {
            let versions = versions(base, theirs, now);
            merge_given(&how.merged(&versions), now)?
        }
        MergeSides::Marked => {
            let marked = marked_text(now)?;
            let merged = how.solved(&marked);
            solve(&marked, &merged, now)?
        }
    };
    let site = |span: Span| Site {
        span,
        lines: now.lines_of(span),
        tier: Tier::Exact,
    };
    let sites: Vec<Site> = edits.iter().map(|edit: &Edit| site(edit.span())).collect();
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

/// How texts are merged.
#[derive(Clone, Copy)]
pub(super) struct MergeWay<'a> {
    /// What the file is called, which tells its language.
    name: &'a Path,
    /// Rules settle conflicts, but not in what a tool wrote.
    reach: MergeReach,
    favour: Option<Favour>,
}

impl<'a> MergeWay<'a> {
    /// That of `action` on the file at `path`, which has the text `now`.
    fn of(action: &'a Merge, path: &'a Path, now: &Snapshot) -> Self {
        let name = action.name.as_deref().unwrap_or(path);
        Self {
            favour: action.favour,
            ..Self::by_rules(name, now)
        }
    }

    /// That of a file called `name`, which has the text `now`, where rules settle conflicts.
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

    /// That of an edit which was made against an earlier text of the file called `name`, and is put onto `now`.
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

    /// What becomes of the conflicts that stand in `marked`.
    fn solved(self, marked: &MarkedText) -> MergedText<'_> {
        let merged = marked.merge(self.reach, &|text| self.lists(text));
        self.settled(merged, marked.versions())
    }

    fn lists(self, text: &[u8]) -> Vec<NodeList> {
        syntax::lists(self.name, text)
    }

    /// `merged` without the rules that make a text which is worse than both sides of `versions`, and with what is left as the
    /// caller favours.
    fn settled<'t>(self, merged: MergedText<'t>, versions: &Versions) -> MergedText<'t> {
        let judge = MergeJudge {
            how: self,
            versions,
            known: OnceCell::new(),
        };
        let spoils = |text: &[u8]| judge.condemns(text);
        let merged = if merged.settled().next().is_some() && spoils(&merged.text()) {
            merged.without_rules(ConflictCause::BadSyntax, spoils)
        } else {
            merged
        };
        merged.favouring(self.favour)
    }
}

/// What a grammar says against a text that rules made of both sides.
struct MergeJudge<'a> {
    how: MergeWay<'a>,
    versions: &'a Versions,
    /// What is called alike in a side, and what is named in each version: once it is wanted.
    known: OnceCell<(usize, [KeyedChildren<'a>; 3])>,
}

impl MergeJudge<'_> {
    /// Whether `text` has more syntax errors than either side, more parameters or keys that are called alike, or a key with
    /// the value of another one.
    fn condemns(&self, text: &[u8]) -> bool {
        let Versions { base, ours, theirs } = self.versions;
        // What is too large to be looked through may be worse.
        let is_worse = |side: &&Bytes| {
            let added = syntax::added(self.how.name, side, text);
            added.map_or(true, |errors| !errors.is_empty())
        };
        if [ours, theirs].iter().all(is_worse) {
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

/// What rules, or the caller, settled in `merged`, by the lines of `now`, our side.
pub(super) fn settled_regions(merged: &MergedText<'_>, now: &Snapshot) -> Vec<SettledRegion> {
    let settled = merged.settled().map(|(region, rule)| SettledRegion {
        lines: now.lines_of(merged.texts(region).place),
        rule,
    });
    settled.collect()
}

/// The edits of our side of `versions`, those of the file at `path`, that merge them, and what rules settled; `None`
/// where a conflict is left.
pub fn settle(path: &Path, versions: &Versions) -> Option<SettledEdits> {
    let now = Snapshot::of_text(versions.ours.clone());
    let merged = MergeWay::by_rules(path, &now).merged(versions);
    merged.settled_edits()
}

/// `patch` on `now`, merged with what this is by the base that the patch was made from, if `how` has one and lets hunks
/// drift; `None` where a conflict is left.
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

/// `patch` on `now`, merged as git merges it with what this is by the base that the patch was made from; `None` where
/// there is no base, or a conflict. What both sides did is applied already.
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

/// As [`merge_patch`], merged in this `way`.
fn patch_merged(
    patch: &FilePatch,
    now: &Snapshot,
    how: &Placing,
    way: MergeWay<'_>,
) -> Option<(Resolution, Vec<SettledRegion>)> {
    let base = how.base.clone()?;
    if patch.operation != FileOperation::Modify || patch.is_of_link() {
        return None;
    }
    whole_lines_known(now).ok()?;
    let base = Snapshot::of_text(base);
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
    let beside = Followed::new(&patched, &result);
    let sites = placed.sites.iter().map(|site| Site {
        span: since.span(site.span),
        lines: since.lines(site.lines),
        tier: site.tier,
    });
    let sites: Vec<Site> = sites.collect();
    let hunks = placed.hunks.into_iter().map(|hunk| {
        let lines = hunk.lines.map(|lines| since.lines(lines));
        let first = |lines: Option<LineRange>| i64::try_from(lines?.first().number()).ok();
        let moved = first(lines).zip(first(hunk.lines));
        let further = moved.map(|(now, then)| now - then);
        let (kept, all) = hunk.lines.map_or((0, 0), |lines| since.kept(lines));
        let is_applied = hunk.lines.is_some_and(|lines| merged.is_in_ours(lines));
        PlacedHunk {
            status: if is_applied {
                HunkStatus::Already
            } else {
                HunkStatus::Merged
            },
            lines,
            new_lines: hunk.new_lines.map(|lines| beside.lines(lines)),
            offset: hunk
                .offset
                .zip(further)
                .map(|(stated, further)| stated + further),
            decided_by: Some(Decider::Base),
            score: kept as f64 / all.max(1) as f64,
            context_changed: all - kept,
            ..hunk
        }
    });
    let resolution = Resolution {
        changes,
        hunks: hunks.collect(),
        sites: sites.into(),
    };
    Some((resolution, settled))
}

/// The text that `action` makes of `now`, conflicts between markers, and how many there are; `None` where no
/// markers are wanted. Those that stand in `now` stay as they are.
pub fn merge_marked(action: &Merge, path: &Path, now: &Snapshot) -> Option<(Vec<u8>, usize)> {
    let marked = action.conflicts?;
    let how = MergeWay::of(action, path, now);
    let (base, theirs) = match &action.sides {
        MergeSides::Given { base, theirs } => (base, theirs),
        MergeSides::Marked => {
            let marked = marked_text(now).ok()?;
            let merged = how.solved(&marked);
            return Some(partly_solved(&marked, &merged, now));
        }
    };
    let versions = versions(base, theirs, now);
    let merged = how.merged(&versions);
    let name = action.name.iter().map(|name| name.as_os_str().as_bytes());
    let names = &action.labels;
    let label = |name: &Option<Bytes>, usual: &str| match name {
        Some(name) => name.to_vec(),
        None => usual.as_bytes().to_vec(),
    };
    let ours = label(&names.ours, "ours");
    let name: Vec<&[u8]> = [&ours[..]].into_iter().chain(name).collect();
    let markers = |cause: ConflictCause| Markers {
        size: marked.size,
        labels: MarkerLabels {
            ours: [&name[..], &[cause.words().as_bytes()]]
                .concat()
                .join(&b": "[..]),
            base: label(&names.base, "base"),
            theirs: label(&names.theirs, "theirs"),
        },
    };
    let text = mark_first(now.bytes(), merged.marked(marked.style, markers));
    Some((text, merged.conflicts().count()))
}

/// The text of `now`, which `marked` is, with the conflicts that are solved in `merged`, and how many are not.
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

/// The edits that solve all conflicts in `now`, which `marked` is, as `merged` has them, and what settled each.
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

/// `now` with the conflicts that stand in it.
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

/// The region of `texts`, which nothing settles for `cause`, in `now`, our side.
pub(super) fn conflict(texts: RegionTexts, cause: ConflictCause, now: &Snapshot) -> MergeConflict {
    let change = |new| LineChange {
        old: texts.base.clone(),
        new,
    };
    MergeConflict {
        lines: now.lines_of(texts.place),
        cause,
        ours: change(texts.ours),
        theirs: change(texts.theirs),
    }
}
