//! `merge`: what the file and another text made of a base becomes the text of the file.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use bytes::Bytes;

use crate::change::{ChangeSet, Edit, LineChange};
use crate::merge::{
    self, ConflictCause, MarkedBlock, MarkerLabels, Markers, MergeReach, MergedText, RegionTexts,
    Versions,
};
use crate::refusal::{MergeConflict, Reason};
use crate::request::{Favour, Merge, MergeSides};
use crate::snapshot::Snapshot;
use crate::syntax;
use crate::text::Span;

use super::ending::whole_lines_known;
use super::mark::mark_first;
use super::{Resolution, SettledRegion, Site, Tier};

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
            let blocks = marked_blocks(how, now)?;
            let open: Vec<MergeConflict> = blocks
                .iter()
                .filter(|block| block.solved.is_none())
                .map(|block| conflict_of(block, now))
                .collect();
            if !open.is_empty() {
                return Err(Reason::MergeConflict { conflicts: open });
            }
            let settled = blocks.iter().filter_map(|block| {
                let (_, rules) = block.solved.as_ref()?;
                let lines = now.lines_of(block.span);
                Some(
                    rules
                        .iter()
                        .map(move |rule| SettledRegion { lines, rule: *rule }),
                )
            });
            let settled = settled.flatten().collect();
            let edits = blocks.iter().filter_map(|block| {
                Some(Edit {
                    at: block.span.start(),
                    old: now.slice(block.span),
                    new: block.solved.as_ref()?.0.clone(),
                })
            });
            (edits.collect(), settled)
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
struct MergeWay<'a> {
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
            name,
            reach: if merge::is_generated(name, now.bytes()) {
                MergeReach::Git
            } else {
                MergeReach::Rules
            },
            favour: action.favour,
        }
    }

    fn merged(self, versions: &Versions) -> MergedText<'_> {
        let merged = merge::merge(versions, self.reach);
        let merged = if self.spoils(&merged, versions) {
            merged.without_rules(ConflictCause::BadSyntax)
        } else {
            merged
        };
        merged.favouring(self.favour)
    }

    /// Whether rules made syntax errors of two sides without any.
    fn spoils(self, merged: &MergedText<'_>, versions: &Versions) -> bool {
        let has_errors = |text: &[u8]| !syntax::find(self.name, text).is_empty();
        let sides = [&versions.ours, &versions.theirs];
        merged.settled().next().is_some()
            && has_errors(&merged.text())
            && !sides.into_iter().any(|side| has_errors(side))
    }
}

fn merge_given(
    merged: &MergedText<'_>,
    now: &Snapshot,
) -> Result<(Vec<Edit>, Vec<SettledRegion>), Reason> {
    let conflicts: Vec<MergeConflict> = merged
        .conflicts()
        .map(|region| conflict(merged.texts(region), now))
        .collect();
    if !conflicts.is_empty() {
        return Err(Reason::MergeConflict { conflicts });
    }
    let settled = merged.settled().map(|(region, rule)| SettledRegion {
        lines: now.lines_of(merged.texts(region).place),
        rule,
    });
    let settled = settled.collect();
    Ok((merged.edits(), settled))
}

/// The text that `action` makes of `now`, conflicts between markers, and how many there are; `None` where no
/// markers are wanted. Those that stand in `now` stay as they are.
pub fn merge_marked(action: &Merge, path: &Path, now: &Snapshot) -> Option<(Vec<u8>, usize)> {
    let marked = action.conflicts?;
    let how = MergeWay::of(action, path, now);
    let (base, theirs) = match &action.sides {
        MergeSides::Given { base, theirs } => (base, theirs),
        MergeSides::Marked => return partly_solved(&marked_blocks(how, now).ok()?, now),
    };
    let versions = versions(base, theirs, now);
    let merged = how.merged(&versions);
    let name = action.name.iter().map(|name| name.as_os_str().as_bytes());
    let name: Vec<&[u8]> = [&b"ours"[..]].into_iter().chain(name).collect();
    let markers = |cause: ConflictCause| Markers {
        size: marked.size,
        labels: MarkerLabels {
            ours: [&name[..], &[cause.words().as_bytes()]]
                .concat()
                .join(&b": "[..]),
            base: b"base".to_vec(),
            theirs: b"theirs".to_vec(),
        },
    };
    let text = mark_first(now.bytes(), merged.marked(marked.style, markers));
    Some((text, merged.conflicts().count()))
}

/// `now` with those of `blocks` that are solved, and how many are not.
fn partly_solved(blocks: &[MarkedBlock], now: &Snapshot) -> Option<(Vec<u8>, usize)> {
    let mut text = Vec::with_capacity(now.bytes().len());
    let mut done = 0;
    for block in blocks {
        let Some((solved, _)) = &block.solved else {
            continue;
        };
        text.extend_from_slice(&now.bytes()[done..block.span.start()]);
        text.extend_from_slice(solved);
        done = block.span.end();
    }
    text.extend_from_slice(&now.bytes()[done..]);
    let left = blocks.iter().filter(|block| block.solved.is_none());
    Some((text, left.count()))
}

/// The conflicts that stand in `now`, each with what it becomes.
fn marked_blocks(how: MergeWay<'_>, now: &Snapshot) -> Result<Vec<MarkedBlock>, Reason> {
    merge::solve(now.bytes(), |versions| how.merged(versions)).map_err(|(at, why)| {
        Reason::BadMarkers {
            line: now.line_at(at),
            why,
        }
    })
}

fn conflict_of(block: &MarkedBlock, now: &Snapshot) -> MergeConflict {
    let texts = RegionTexts {
        place: block.span,
        base: block.base.clone(),
        ours: block.ours.clone(),
        theirs: block.theirs.clone(),
    };
    conflict(texts, now)
}

fn versions(base: &Bytes, theirs: &Bytes, now: &Snapshot) -> Versions {
    Versions {
        base: now.decoded_alike(base),
        ours: now.bytes().clone(),
        theirs: now.decoded_alike(theirs),
    }
}

/// The region of `texts`, which nothing settles, in `now`, our side.
pub(super) fn conflict(texts: RegionTexts, now: &Snapshot) -> MergeConflict {
    let change = |new| LineChange {
        old: texts.base.clone(),
        new,
    };
    MergeConflict {
        lines: now.lines_of(texts.place),
        ours: change(texts.ours),
        theirs: change(texts.theirs),
    }
}
