//! Applies edits of an earlier text to the current text of the file. Changes that touch each other are refused.

use std::path::Path;

use super::SettledRegion;
use super::ending::refuse_lone_returns;
use super::locate;
use super::place::evidence::exact;
use super::relaid::rewrite_changed_tokens;
use super::three_way::{MergeWay, conflict, settled_regions};
use crate::change::{ChangeSet, Edit};
use crate::merge::{ConflictCause, RegionTexts, Versions};
use crate::refusal::{Fault, MergeConflict, Reason};
use crate::snapshot::{Fingerprint, Snapshot};
use crate::syntax::Layout;
use crate::text;

/// The fingerprints of the text that edits were made for, and of the text that they were applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rebased {
    /// The earlier text.
    pub from: Fingerprint,
    /// The current text.
    pub onto: Fingerprint,
}

/// Applies the changes from `base` to `made` to `onto`, merged according to `how`. Also returns the regions that
/// rules resolved.
///
/// # Errors
/// `stale` with the lines that both sides changed, `form` for a text whose lines end in lone carriage returns.
pub(super) fn rebase(
    base: &Snapshot,
    made: &Snapshot,
    onto: &Snapshot,
    how: MergeWay<'_>,
) -> Result<(ChangeSet, Vec<SettledRegion>), Reason> {
    for text in [base, made, onto] {
        refuse_lone_returns(text)?;
    }
    // Skip a byte-order mark that all texts have. Otherwise an insertion above the first line would change that line.
    let bom_lens = [base, made, onto].map(|text| text::bom_len(text.bytes()));
    let bom_len = bom_lens.into_iter().min().unwrap_or_default();
    let versions = Versions {
        base: base.bytes().slice(bom_len..),
        ours: onto.bytes().slice(bom_len..),
        theirs: made.bytes().slice(bom_len..),
    };
    let merged = how.merged(&versions);
    let ours = Snapshot::of_text(versions.ours.clone());
    let mut conflicts: Vec<MergeConflict> = merged
        .conflicts()
        .map(|(region, cause)| conflict(merged.texts(region), cause, &ours))
        .collect();
    for texts in merged.same().map(|region| merged.texts(region)) {
        if is_moved(&texts, &versions) {
            conflicts.push(conflict(texts, ConflictCause::Moved, &ours));
        }
    }
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
            at: bom_len + edit.at + line.at,
            ..line.clone()
        }));
    }
    let changes = ChangeSet::new(onto.bytes().len(), edits)
        .map_err(|error| Fault::io("merge the changes of", error))?;
    Ok((changes, settled_regions(&merged, &ours)))
}

/// True if the lines of `texts`, which the edits remove, are in our side as often as in the base. Our side has then
/// only moved them. Blank lines and brackets may be there for another reason.
fn is_moved(texts: &RegionTexts, versions: &Versions) -> bool {
    let is_removal = texts.theirs.is_empty() && text::lines(&texts.base).any(text::is_telling);
    let count = |text| exact::search(text, &texts.base).count;
    is_removal && count(&versions.ours) >= count(&versions.base)
}

/// Applies the changes from `base` to `made` to `onto`, the file at `path`, if `onto` is `base` in another layout.
pub(super) fn rebase_relaid(
    base: &Snapshot,
    made: &Snapshot,
    onto: &Snapshot,
    path: &Path,
) -> Option<ChangeSet> {
    let text = onto.bytes();
    let relaid = locate::relaid(base.bytes(), Layout::from_path(path)?, text, onto.span())?;
    let [place] = &relaid.places[..] else {
        return None;
    };
    let before = &text[text::bom_len(text)..place.span.start()];
    let after = &text[place.span.end()..];
    if !before.trim_ascii().is_empty() || !after.trim_ascii().is_empty() {
        return None;
    }
    let edits = rewrite_changed_tokens(base.bytes(), made.bytes(), &relaid, text).ok()?;
    ChangeSet::over(text, edits).ok()
}
