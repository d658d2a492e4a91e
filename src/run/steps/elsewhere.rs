//! Explains missing text: other files of the request that contain it, the earlier edit that removed it, and the refusal
//! if none of many selected files contains it.

use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::files::OpenedFiles;
use super::resolver::ResolvedSteps;
use crate::change::LineChange;
use crate::refusal::{Reason, Refusal, WhyNot};
use crate::request::{Action, Find, InsertAt, Request};
use crate::resolve;
use crate::run::history::earlier_runs::EarlierRuns;
use crate::text::LineRange;

/// The most refusals that are explained.
const MAX_EXPLAINED: usize = 8;
/// The most files that are searched for the text of one refusal.
const MAX_SEARCHED: usize = 64;
/// The most files that a refusal lists.
const MAX_LISTED: usize = 3;
/// The most files that are searched for the nearest match if all files lack the text.
const MAX_NEAREST_SEARCHED: usize = 64;

/// Adds to each refusal of `outcome` for missing text the other files that contain the text.
pub fn add_other_files(outcome: &mut ResolvedSteps, files: &OpenedFiles<'_>, request: &Request) {
    if files.drafts.iter().nth(1).is_none() {
        return;
    }
    let missing = outcome.refusals.iter_mut().filter(|one| is_not_found(one));
    for refusal in missing.take(MAX_EXPLAINED) {
        let Some((find, _)) = searched_text(refusal, request) else {
            continue;
        };
        let found = other_files_with(find, refusal.path.as_deref(), files);
        if let Some(why) = why_not_found(refusal) {
            why.other_files = found;
        }
    }
}

/// The first files other than the one at `path` that contain the text of `find`, with its lines.
fn other_files_with(
    find: &Find,
    path: Option<&Path>,
    files: &OpenedFiles<'_>,
) -> Vec<(PathBuf, LineRange)> {
    let mut found = Vec::new();
    let mut searched = 0;
    for draft in files.drafts.iter() {
        let shown = draft.place().shown();
        let Some(text) = draft.before() else {
            continue;
        };
        if path == Some(shown) {
            continue;
        }
        if searched == MAX_SEARCHED || found.len() == MAX_LISTED {
            break;
        }
        searched += 1;
        if let Some(lines) = resolve::first_match(find, text) {
            found.push((shown.to_path_buf(), lines));
        }
    }
    found
}

/// Adds to each refusal of `outcome` for missing text the edit in the journal that removed the text.
pub fn add_removing_edits(
    outcome: &mut ResolvedSteps,
    files: &OpenedFiles<'_>,
    request: &Request,
    earlier: &EarlierRuns<'_>,
) {
    let missing = outcome.refusals.iter_mut().filter(|one| is_not_found(one));
    for refusal in missing.take(MAX_EXPLAINED) {
        if is_elsewhere_in_file(refusal) {
            continue;
        }
        let Some((find, new)) = searched_text(refusal, request) else {
            continue;
        };
        let mut drafts = files.drafts.iter();
        let Some(draft) =
            drafts.find(|draft| Some(draft.place().shown()) == refusal.path.as_deref())
        else {
            continue;
        };
        let Some(mut removal) = earlier.removing_edit(find, draft, &files.origin) else {
            continue;
        };
        removal.mine = LineChange {
            old: find.old.clone(),
            new: new.clone(),
        };
        if let Some(why) = why_not_found(refusal) {
            let nearest = why.nearest.as_ref().map(|place| place.lines);
            removal.lines = removal.lines.or(nearest);
            why.deleted_by = Some(Box::new(removal));
            // The file contained the given text, so the text of the request needs no repair.
            why.repair_is_certain = false;
        }
    }
}

/// A selected file that the request does not edit.
pub struct Missed {
    /// The index of its step among the steps of all files.
    pub step_index: usize,
    /// The refusals of the step; `None` if the step was not resolved, because the file lacks the text.
    pub refusals: Option<Vec<Refusal>>,
}

impl Missed {
    /// A file that lacks the text. Its step was not resolved.
    pub fn lacking(step_index: usize) -> Self {
        Self {
            step_index,
            refusals: None,
        }
    }
}

/// The files of `missed` that were refused, and the first of the others.
pub fn most_useful(mut missed: Vec<Missed>) -> Vec<Missed> {
    let mut lacking = 0;
    missed.retain(|missed| {
        lacking += usize::from(missed.refusals.is_none());
        missed.refusals.is_some() || lacking <= MAX_NEAREST_SEARCHED
    });
    missed
}

/// The refusal for `count` selected files that lack the text: the most useful one of `misses`.
pub fn most_useful_refusal(misses: Vec<Refusal>, count: usize) -> Option<Refusal> {
    // The first of equally useful ones.
    let mut best = misses
        .into_iter()
        .min_by(|left, right| usefulness(right).total_cmp(&usefulness(left)))?;
    if let Some(why) = why_not_found(&mut best) {
        why.other_misses = count.saturating_sub(1);
    }
    Some(best)
}

/// The rank of a refusal by usefulness. From high to low: the file contains the text but cannot be edited, the edit is
/// already made, the damage of the text is known. Otherwise the similarity of the nearest match.
fn usefulness(miss: &Refusal) -> f64 {
    match &miss.reason {
        Reason::AlreadyApplied { .. } => 3.0,
        Reason::NotFound { why: Some(why), .. } => match (&why.repair, &why.nearest) {
            (Some(_), _) => 2.0,
            (None, Some(nearest)) => nearest.similarity,
            (None, None) => 0.0,
        },
        Reason::NotFound { why: None, .. } => 0.0,
        Reason::Binary(_) | Reason::Form(_) => 4.0,
        _ => -1.0,
    }
}

fn is_not_found(refusal: &Refusal) -> bool {
    matches!(refusal.reason, Reason::NotFound { .. })
}

/// True if the file contains the text inside a word, or outside of the searched lines.
fn is_elsewhere_in_file(refusal: &Refusal) -> bool {
    match &refusal.reason {
        Reason::NotFound { why: Some(why), .. } => {
            why.inside_word.is_some() || !why.outside_scope.is_empty()
        }
        _ => false,
    }
}

fn why_not_found(refusal: &mut Refusal) -> Option<&mut WhyNot> {
    match &mut refusal.reason {
        Reason::NotFound { why, .. } => Some(why.get_or_insert_default()),
        _ => None,
    }
}

/// The text that the step of `refusal` looks for, and the new text for that place.
fn searched_text<'r>(refusal: &Refusal, request: &'r Request) -> Option<(&'r Find, &'r Bytes)> {
    let number = refusal.edit.unwrap_or(1);
    let step = request.steps.get(number.checked_sub(1)?)?;
    match &step.action {
        Action::Replace(replace) => Some((&replace.find, &replace.new)),
        Action::Insert(insert) => match &insert.at {
            InsertAt::BeforeText(find) | InsertAt::AfterText(find) => Some((find, &insert.text)),
            InsertAt::Beginning | InsertAt::After(_) | InsertAt::End | InsertAt::Region(..) => None,
        },
        _ => None,
    }
}
