//! Explains missing text: other files of the request that contain it, the earlier edit that removed it, and the refusal
//! if none of many selected files contains it.

use bytes::Bytes;

use super::files::OpenedFiles;
use super::resolver::ResolvedSteps;
use crate::change::LineChange;
use crate::refusal::{Reason, Refusal, WhyNot};
use crate::request::{Action, Find, InsertAt, Request};
use crate::resolve;
use crate::run::history::earlier_runs::EarlierRuns;

/// The most refusals that are explained, files that are searched for each, and files that are listed.
const REFUSALS: usize = 8;
const SEARCHED: usize = 64;
const NAMED: usize = 3;
/// The most files that are searched for the nearest match if all files lack the text.
const ASKED: usize = 64;

/// Adds to each refusal of `outcome` for missing text the other files that contain the text.
pub fn tell(outcome: &mut ResolvedSteps, files: &OpenedFiles<'_>, request: &Request) {
    if files.drafts.iter().nth(1).is_none() {
        return;
    }
    let mut refusals = std::mem::take(&mut outcome.refusals);
    for refusal in refusals
        .iter_mut()
        .filter(|one| is_absent(one))
        .take(REFUSALS)
    {
        let Some((find, _)) = searched_text(refusal, request) else {
            continue;
        };
        let others = files.drafts.iter().filter_map(|draft| {
            let path = draft.place().shown();
            let is_other = refusal.path.as_deref() != Some(path);
            Some((path, draft.before().filter(|_| is_other)?))
        });
        let holding = others.take(SEARCHED).filter_map(|(path, text)| {
            let lines = resolve::holds(find, text)?;
            Some((path.to_path_buf(), lines))
        });
        let found: Vec<_> = holding.take(NAMED).collect();
        if let Some(why) = why(refusal) {
            why.other_files = found;
        }
    }
    outcome.refusals = refusals;
}

/// Adds to each refusal of `outcome` for missing text the edit in the journal that removed the text.
pub fn tell_who_took_it(
    outcome: &mut ResolvedSteps,
    files: &OpenedFiles<'_>,
    request: &Request,
    earlier: &EarlierRuns<'_>,
) {
    let absent = outcome.refusals.iter_mut().filter(|one| is_absent(one));
    for refusal in absent.take(REFUSALS) {
        let Some((find, new)) = searched_text(refusal, request) else {
            continue;
        };
        let mut drafts = files.drafts.iter();
        let Some(draft) =
            drafts.find(|draft| Some(draft.place().shown()) == refusal.path.as_deref())
        else {
            continue;
        };
        let Some(mut taken) = earlier.edit_that_took(find, draft, &files.origin) else {
            continue;
        };
        taken.mine = LineChange {
            old: find.old.clone(),
            new: new.clone(),
        };
        if let Some(why) = why(refusal) {
            taken.lines = taken
                .lines
                .or(why.nearest.as_ref().map(|place| place.lines));
            why.taken = Some(Box::new(taken));
            // The file contained the given text, so the text of the request needs no repair.
            why.repair_is_certain = false;
        }
    }
}

/// A selected file that the request does not edit.
pub struct Missed {
    /// The index of its step among the steps of all files.
    pub at: usize,
    /// The number of words of the text that the file contains.
    kinship: usize,
    /// The refusals of the step; `None` if only the text is known to be missing.
    pub told: Option<Vec<Refusal>>,
}

impl Missed {
    /// A file that lacks the text. Its step was not resolved.
    pub fn lacking(at: usize, kinship: usize) -> Self {
        Self {
            at,
            kinship,
            told: None,
        }
    }

    pub fn told(at: usize, refusals: Vec<Refusal>) -> Self {
        Self {
            at,
            kinship: 0,
            told: Some(refusals),
        }
    }
}

/// The files of `missed` that were refused, and the few others that most likely contain a near match. Keeps the order.
pub fn most_telling(missed: Vec<Missed>) -> Vec<Missed> {
    let (mut told, mut lacking): (Vec<_>, Vec<_>) =
        missed.into_iter().partition(|missed| missed.told.is_some());
    lacking.sort_by_key(|missed| std::cmp::Reverse(missed.kinship));
    lacking.truncate(ASKED);
    told.append(&mut lacking);
    told.sort_unstable_by_key(|missed| missed.at);
    told
}

/// The refusal for `count` selected files that lack the text: the most informative one of `misses`.
pub fn only_miss(misses: Vec<Refusal>, count: usize) -> Option<Refusal> {
    let others = count.saturating_sub(1);
    // `max_by` returns the last of equal items. Reversed, that is the first.
    let mut best = misses
        .into_iter()
        .rev()
        .max_by(|left, right| telling(left).total_cmp(&telling(right)))?;
    if let Some(why) = why(&mut best) {
        why.other_misses = others;
    }
    Some(best)
}

/// The rank of a refusal by usefulness. From high to low: the file contains the text but cannot be edited, the edit is
/// already made, the damage of the text is known. Otherwise the similarity of the nearest match.
fn telling(miss: &Refusal) -> f64 {
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

fn is_absent(refusal: &Refusal) -> bool {
    matches!(refusal.reason, Reason::NotFound { .. })
}

fn why(refusal: &mut Refusal) -> Option<&mut WhyNot> {
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
