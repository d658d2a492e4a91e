//! Applies edits of an earlier text to the current text of the file. Changes that touch each other are refused.

use std::path::Path;

use super::SettledRegion;
use super::ending::whole_lines_known;
use super::locate::Relaid;
use super::relaid::rewrite_changed_tokens;
use super::three_way::{MergeWay, conflict, settled_regions};
use crate::change::{ChangeSet, Edit};
use crate::merge::Versions;
use crate::refusal::{Fault, MergeConflict, Reason};
use crate::snapshot::{Fingerprint, Snapshot};
use crate::syntax::Layout;
use crate::text;

/// The text that edits were made against, and the text that they were applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rebased {
    /// The earlier text.
    pub from: Fingerprint,
    /// The present text.
    pub onto: Fingerprint,
}

/// The changes from `base` to `made` as changes of `onto`, merged as `how` says, with the regions that rules settled.
///
/// # Errors
/// `stale` with the lines that both sides changed; `form` if lines are not known.
pub(super) fn rebase(
    base: &Snapshot,
    made: &Snapshot,
    onto: &Snapshot,
    how: MergeWay<'_>,
) -> Result<(ChangeSet, Vec<SettledRegion>), Reason> {
    for text in [base, made, onto] {
        whole_lines_known(text)?;
    }
    // A byte-order mark that all texts have is skipped: an insertion above the first line must not change that line.
    let marks = [base, made, onto].map(|text| text::bom_len(text.bytes()));
    let mark = marks.into_iter().min().unwrap_or_default();
    let versions = Versions {
        base: base.bytes().slice(mark..),
        ours: onto.bytes().slice(mark..),
        theirs: made.bytes().slice(mark..),
    };
    let merged = how.merged(&versions);
    let shown = Snapshot::of_text(versions.ours.clone());
    let conflicts: Vec<MergeConflict> = merged
        .conflicts()
        .map(|(region, cause)| conflict(merged.texts(region), cause, &shown))
        .collect();
    if !conflicts.is_empty() {
        return Err(Reason::NotRebased {
            texts: Box::new([base, onto].map(Snapshot::fingerprint)),
            conflicts,
        });
    }
    let mut edits = Vec::new();
    for edit in merged.edits() {
        let lines = ChangeSet::by_line(&edit.old, &edit.new);
        edits.extend(lines.edits().iter().map(|line| Edit {
            at: mark + edit.at + line.at,
            ..line.clone()
        }));
    }
    let changes = ChangeSet::new(onto.bytes().len(), edits)
        .map_err(|error| Fault::io("merge the changes of", error))?;
    Ok((changes, settled_regions(&merged, &shown)))
}

/// The changes from `base` to `made` as changes of `onto`, the file at `path`, if that is `base` in another layout.
pub(super) fn rebase_relaid(
    base: &Snapshot,
    made: &Snapshot,
    onto: &Snapshot,
    path: &Path,
) -> Option<ChangeSet> {
    let text = onto.bytes();
    let relaid = Relaid::whole(base.bytes(), Layout::from_path(path)?, text)?;
    let edits = rewrite_changed_tokens(base.bytes(), made.bytes(), &relaid, text).ok()?;
    ChangeSet::over(text, edits).ok()
}
