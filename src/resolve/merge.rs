//! `merge`: what the file and another text made of a base becomes the text of the file.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use bytes::Bytes;

use crate::change::{ChangeSet, Edit, LineChange};
use crate::merge::{
    self, ConflictCause, MarkedBlock, MarkedText, MarkerLabels, Markers, MergeReach, MergedText,
    RegionTexts, Versions,
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
            let marked = marked_text(now)?;
            let merged = how.settled(marked.merge(how.reach), marked.versions());
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
        self.settled(merge::merge(versions, self.reach), versions)
    }

    /// `merged` without the rules that make a text of more syntax errors than either of `versions` has, and with what is
    /// left as the caller favours.
    fn settled<'t>(self, merged: MergedText<'t>, versions: &Versions) -> MergedText<'t> {
        let sides = [&versions.ours, &versions.theirs];
        let spoils = |text: &[u8]| {
            let is_worse = |side: &&Bytes| !syntax::added(self.name, side, text).is_empty();
            sides.iter().all(is_worse)
        };
        let merged = if merged.settled().next().is_some() && spoils(&merged.text()) {
            merged.without_rules(ConflictCause::BadSyntax, spoils)
        } else {
            merged
        };
        merged.favouring(self.favour)
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
        MergeSides::Marked => {
            let marked = marked_text(now).ok()?;
            let merged = how.settled(marked.merge(how.reach), marked.versions());
            return Some(partly_solved(&marked, &merged, now));
        }
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

/// The text of `now`, which `marked` is, with the conflicts that are solved in `merged`, and how many are not.
fn partly_solved(marked: &MarkedText, merged: &MergedText<'_>, now: &Snapshot) -> (Vec<u8>, usize) {
    let mut text = Vec::with_capacity(now.bytes().len());
    let (mut done, mut left) = (0, 0);
    for (block, solved) in marked.solved(merged) {
        let Some((solved, _)) = solved else {
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
        let Some((new, rules)) = solved else {
            open.push(conflict_of(block, now));
            continue;
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
