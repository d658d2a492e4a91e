//! Applies patches and merges to a file of a request.

use super::super::shifted_strings::refuse_shifted_strings;
use super::super::{
    FileText, MergeRefusal, Resolution, Resolved, SettledRegion, Transform, merge, merge_cleanly,
    merge_patch, place, refuse_doubled,
};
use super::file::Draft;
use super::site::located;
use super::working_text::WorkingText;
use crate::merge::MergeRule;
use crate::patch::{Content, FilePatch};
use crate::refusal::{Fault, Reason};
use crate::request::{Merge, MergeSides};
use crate::syntax::Layout;
use crate::text::{LineEnding, Span};

impl Draft {
    /// Applies the hunks of `patch` to the text so far.
    ///
    /// # Errors
    /// The reason why a hunk cannot be applied. The draft does not change.
    pub fn patch(
        &mut self,
        step: usize,
        patch: &FilePatch,
        options: &place::PlaceOptions,
    ) -> Result<(), Reason> {
        let resolution = self.placed(patch, options)?;
        self.patch_as(step, patch, resolution)
    }

    /// Finds the locations of the hunks of `patch` in the text so far. If the base of the patch is known, a merge
    /// without conflicts takes precedence. If a hunk matches nowhere, a merge by rules is tried.
    ///
    /// # Errors
    /// The reason why a hunk cannot be applied.
    pub fn placed(&mut self, patch: &FilePatch, options: &place::PlaceOptions) -> Resolved {
        let before = self.text.before.clone();
        let path = self.place.shown().to_owned();
        let now = self.patchable(patch)?;
        let base = options.base.as_ref().map(|base| match before {
            Some(before) => before.decoded_alike(base),
            None => base.clone(),
        });
        let options = &place::PlaceOptions {
            base,
            layout: Layout::from_path(&path),
            ..options.clone()
        };
        let file = now.file(&path)?;
        let reason = match place_or_merge(patch, file, options) {
            Ok(placed) => {
                let accepted = refuse_doubled(&placed, patch, file.now, options)
                    .and_then(|()| refuse_shifted(&placed, patch, file));
                match accepted {
                    Ok(()) => return Ok(placed),
                    Err(reason) => reason,
                }
            }
            Err(reason) => match merge_patch(patch, file, options) {
                Some(merged) => return Ok(merged),
                None => reason,
            },
        };
        Err(now.reason_in_original(reason))
    }

    /// Records the regions of the original text that an undo resolved.
    pub fn note_settled(&mut self, settled: &[(Span, MergeRule)]) {
        let Some(before) = &self.text.before else {
            return;
        };
        for (span, rule) in settled {
            self.outcome.settled.push(SettledRegion {
                lines: before.lines_of(*span),
                rule: *rule,
            });
        }
    }

    /// Applies `resolution` of `patch`, made for the text so far.
    ///
    /// # Errors
    /// `missing` if the file does not exist.
    pub fn patch_as(
        &mut self,
        step: usize,
        patch: &FilePatch,
        resolution: Resolution,
    ) -> Result<(), Reason> {
        self.outcome.skips_encoding_check = false;
        let now = self.patchable(patch)?;
        let sites: Vec<_> = resolution
            .sites
            .iter()
            .map(|site| located(now, step, &site))
            .collect();
        let settled = now.settled_in_original(&resolution.settled);
        now.patch(step, patch, resolution)?;
        // Replaces all hunks, because the results of earlier patches may have moved.
        self.outcome.hunks = now.hunks().to_vec();
        self.outcome.settled.extend(settled);
        self.record("patch", sites, None);
        Ok(())
    }

    /// Merges the text so far with the other side in `action`.
    ///
    /// # Errors
    /// The conflicts. The draft does not change.
    pub fn merge(&mut self, step: usize, action: &Merge) -> Result<(), Box<MergeRefusal>> {
        let path = self.place.shown().to_owned();
        let working = self.present()?;
        let is_first = working.is_untouched();
        let now = working.text()?;
        let resolution = merge(action, &path, now)?;
        let theirs = match &action.sides {
            MergeSides::Given { theirs, .. } => theirs,
            MergeSides::Marked => now.bytes(),
        };
        let is_utf8 = |text| std::str::from_utf8(text).is_ok();
        self.outcome.skips_encoding_check = is_first && !is_utf8(now.bytes()) && !is_utf8(theirs);
        Ok(self.edit(step, "merge", resolution, None)?)
    }

    /// A copy of the text so far with `patch` applied, for use at another place.
    ///
    /// # Errors
    /// The same as [`Self::patch`].
    pub fn patched_copy(
        &mut self,
        step: usize,
        patch: &FilePatch,
        options: &place::PlaceOptions,
    ) -> Result<WorkingText, Reason> {
        self.rebase()?;
        let mut copy = self.patchable(patch)?.clone();
        let resolution = place::place(patch, copy.text()?, options)?;
        copy.patch(step, patch, resolution)?;
        Ok(copy)
    }

    /// The text so far, or the target path of a link if `patch` changes a link.
    fn patchable(&mut self, patch: &FilePatch) -> Result<&mut WorkingText, Reason> {
        if matches!(patch.content, Content::Binary(_)) {
            self.treat_as_bytes();
        }
        if patch.is_of_link() {
            self.text.now.as_mut().ok_or(Fault::Missing.into())
        } else {
            self.present()
        }
    }
}

/// Places the hunks of `patch`. A merge without conflicts takes precedence if its result differs.
fn place_or_merge(
    patch: &FilePatch,
    file: FileText<'_>,
    options: &place::PlaceOptions,
) -> Resolved {
    let text = file.bytes();
    let placed = place::place(patch, file.now, options);
    let Some(merged) = merge_cleanly(patch, file, options) else {
        return placed;
    };
    if let Ok(placed) = placed
        && placed.changes.apply(text).ok() == merged.changes.apply(text).ok()
    {
        return Ok(placed);
    }
    Ok(merged)
}

/// Refuses `placed` if it shifts lines inside strings that `patch` adds to `file`.
fn refuse_shifted(
    placed: &Resolution,
    patch: &FilePatch,
    file: FileText<'_>,
) -> Result<(), Reason> {
    let is_indented = placed.hunks.iter().any(|hunk| {
        matches!(
            hunk.transform,
            Some(Transform::Indent(_) | Transform::Tabs(_))
        )
    });
    if !is_indented {
        return Ok(());
    }
    let mut new_lines = Vec::new();
    for hunk in patch.hunks() {
        new_lines.extend(hunk.new_side().map(|line| LineEnding::strip(line)));
    }
    let places = placed.sites.iter().map(|site| site.span);
    refuse_shifted_strings(&placed.changes, file, &new_lines, places)
}
