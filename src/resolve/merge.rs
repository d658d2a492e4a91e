//! `merge`: what the file and another text made of a base becomes the text of the file.

use crate::change::{ChangeSet, LineChange};
use crate::merge::{self, MarkerLabels, Markers, RegionTexts, Versions};
use crate::refusal::{MergeConflict, Reason};
use crate::request::Merge;
use crate::snapshot::Snapshot;
use crate::text::Span;

use super::ending::whole_lines_known;
use super::{Resolution, SettledRegion, Site, Tier};

/// Puts together what `now` and the other text of `action` made of its base: the edits of `now`, and what had to be
/// settled.
///
/// # Errors
/// `MergeConflict` with everything that both changed and nothing settles.
pub fn merge(action: &Merge, now: &Snapshot) -> Result<(Resolution, Vec<SettledRegion>), Reason> {
    whole_lines_known(now)?;
    let versions = versions(action, now);
    let merged = merge::merge(&versions, action.favour);
    let conflicts: Vec<MergeConflict> = merged
        .conflicts()
        .map(|region| conflict(merged.texts(region), now))
        .collect();
    if !conflicts.is_empty() {
        return Err(Reason::MergeConflict { conflicts });
    }
    let edits = merged.edits();
    let site = |span: Span| Site {
        span,
        lines: now.lines_of(span),
        tier: Tier::Exact,
    };
    let sites: Vec<Site> = edits.iter().map(|edit| site(edit.span())).collect();
    let settled = merged.settled().map(|(region, rule)| SettledRegion {
        lines: now.lines_of(merged.texts(region).place),
        rule,
    });
    let settled = settled.collect();
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

/// The text that `action` makes of `now`, conflicts between markers, and how many there are; `None` where no
/// markers are wanted.
pub fn merge_marked(action: &Merge, now: &Snapshot) -> Option<(Vec<u8>, usize)> {
    let marked = action.conflicts?;
    let versions = versions(action, now);
    let merged = merge::merge(&versions, action.favour);
    let markers = Markers {
        size: marked.size,
        labels: MarkerLabels {
            ours: b"ours".to_vec(),
            base: b"base".to_vec(),
            theirs: b"theirs".to_vec(),
        },
    };
    let text = merged.marked(marked.style, |_| markers.clone());
    Some((text, merged.conflicts().count()))
}

fn versions(action: &Merge, now: &Snapshot) -> Versions {
    Versions {
        base: action.base.clone(),
        ours: now.bytes().clone(),
        theirs: action.theirs.clone(),
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
