//! A step that merges another version into a file, given their common base.

use super::resolver::StepResolver;
use crate::guard::check_binary;
use crate::refusal::{Reason, Refusal};
use crate::report::Merged;
use crate::request::{Merge, MergeSides, Step};
use crate::snapshot::Snapshot;

impl StepResolver<'_> {
    /// Resolves step `number`. If the merge has conflicts, the outcome contains the text with conflict markers.
    pub(super) fn resolve_merge(
        &mut self,
        number: usize,
        step: &Step,
        merge: &Merge,
    ) -> Result<(), Refusal> {
        let place = self.load_expected(step)?;
        let at = |reason: Reason| reason.at(place.shown());
        let draft = self.files.drafts.at(&place).map_err(at)?;
        if !self.request.terms.lift.binary {
            let now = draft.text().map_err(at)?;
            refuse_binary(merge, &now).map_err(at)?;
        }
        if let Err(refusal) = draft.merge(number, merge) {
            if let Some(marked) = refusal.marked {
                self.outcome.merged = Some(Merged {
                    path: place.shown().to_path_buf(),
                    text: marked.text.into(),
                    encoding: draft.encoding(),
                    conflicts: marked.conflicts,
                    settled: marked.settled,
                    of: draft.fingerprint(),
                });
            }
            return Err(at(refusal.reason));
        }
        self.outcome.touched.push((number, place));
        Ok(())
    }
}

/// Refuses a merge if one of the three texts is binary, because binary files have no lines.
fn refuse_binary(merge: &Merge, now: &Snapshot) -> Result<(), Reason> {
    check_binary(now)?;
    if let MergeSides::Given { base, theirs } = &merge.sides {
        for side in [base, theirs] {
            check_binary(&Snapshot::of_text(now.decoded_alike(side)))?;
        }
    }
    Ok(())
}
