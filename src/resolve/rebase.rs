//! What was made of an earlier text, put onto the text that the file has now: changes apart stand both, changes that
//! touch are a refusal.

use super::ending::whole_lines_known;
use super::merge::conflict;
use crate::change::{Bias, ChangeSet, Edit};
use crate::merge::{self, MergeReach, Versions};
use crate::refusal::{MergeConflict, Reason};
use crate::snapshot::{Fingerprint, Snapshot};
use crate::text::{LineRange, Span};

/// The text that edits were made against, and the one that they were put onto.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rebased {
    /// The earlier text.
    pub from: Fingerprint,
    /// The text that was there.
    pub onto: Fingerprint,
}

/// The changes of `onto` that `made` is of `base`.
///
/// # Errors
/// `stale` with what was changed on both sides, line by line; `form` where lines cannot be told.
pub(super) fn rebase(
    base: &Snapshot,
    made: &Snapshot,
    onto: &Snapshot,
) -> Result<ChangeSet, Reason> {
    for text in [base, made, onto] {
        whole_lines_known(text)?;
    }
    let versions = Versions {
        base: base.bytes().clone(),
        ours: onto.bytes().clone(),
        theirs: made.bytes().clone(),
    };
    let merged = merge::merge(&versions, MergeReach::Apart);
    let conflicts: Vec<MergeConflict> = merged
        .conflicts()
        .map(|region| conflict(merged.texts(region), onto))
        .collect();
    if !conflicts.is_empty() {
        return Err(Reason::NotRebased {
            texts: Box::new([base, onto].map(Snapshot::fingerprint)),
            conflicts,
        });
    }
    let edits = merged.edits();
    let edits = edits.iter().flat_map(differing).collect();
    ChangeSet::new(onto.bytes().len(), edits).map_err(|error| Reason::Io {
        during: "merge the changes of",
        error: error.to_string(),
    })
}

/// The lines of `edit` that differ.
fn differing(edit: &Edit) -> impl Iterator<Item = Edit> + use<> {
    let at = edit.at;
    let lines = ChangeSet::by_line(&edit.old, &edit.new);
    let edits = lines.edits().to_vec().into_iter();
    edits.map(move |edit| Edit {
        at: at + edit.at,
        ..edit
    })
}

/// Places of one text, in another that it became.
pub(super) struct Followed<'t> {
    from: &'t Snapshot,
    to: &'t Snapshot,
    changes: ChangeSet,
}

impl<'t> Followed<'t> {
    pub(super) fn new(from: &'t Snapshot, to: &'t Snapshot) -> Self {
        Self {
            changes: ChangeSet::by_line(from.bytes(), to.bytes()),
            from,
            to,
        }
    }

    pub(super) fn span(&self, span: Span) -> Span {
        self.changes.map_span(span, (Bias::After, Bias::Before))
    }

    pub(super) fn lines(&self, lines: LineRange) -> LineRange {
        let span = self.from.span_of(lines);
        span.map_or(lines, |span| self.to.lines_of(self.span(span)))
    }
}
