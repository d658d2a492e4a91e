//! A text that is not in its file: which other files of the request hold it, which earlier edit took it out, and what
//! is said when none of many selected files has it.

use bytes::Bytes;

use super::files::OpenedFiles;
use super::resolver::ResolvedSteps;
use crate::change::LineChange;
use crate::refusal::{Reason, Refusal, WhyNot};
use crate::request::{Action, Find, InsertAt, Request};
use crate::resolve;
use crate::run::history::earlier_runs::EarlierRuns;

/// Refusals that are looked into, files that each is looked for in, and files that are named: so many at most.
const REFUSALS: usize = 8;
const SEARCHED: usize = 64;
const NAMED: usize = 3;
/// Files that are asked why they lack a text, where all of them do: so many at most.
const ASKED: usize = 64;

/// Tells each refusal of `outcome` about a text that is nowhere in its file which other files hold it.
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

/// Tells each refusal of `outcome` about a text that is not in its file which edit of the journal took it out.
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
            // The text stood there as it was given.
            why.repair_is_certain = false;
        }
    }
}

/// A file that was only selected and is not edited.
pub struct Missed {
    /// The place of its step among those of all files.
    pub at: usize,
    /// The number of words of the text that it has.
    kinship: usize,
    /// Why it is not edited, where that is known.
    pub told: Option<Vec<Refusal>>,
}

impl Missed {
    /// A file that lacks the text and was not asked why.
    pub fn lacking(at: usize, kinship: usize) -> Self {
        Self {
            at,
            kinship,
            told: None,
        }
    }

    /// A file that was refused.
    pub fn told(at: usize, refusals: Vec<Refusal>) -> Self {
        Self {
            at,
            kinship: 0,
            told: Some(refusals),
        }
    }
}

/// The files of `missed` with a known reason, and of the others the few that are most likely to tell one, in the order of
/// `missed`.
pub fn most_telling(missed: Vec<Missed>) -> Vec<Missed> {
    let (mut told, mut lacking): (Vec<_>, Vec<_>) =
        missed.into_iter().partition(|missed| missed.told.is_some());
    lacking.sort_by_key(|missed| std::cmp::Reverse(missed.kinship));
    lacking.truncate(ASKED);
    told.append(&mut lacking);
    told.sort_unstable_by_key(|missed| missed.at);
    told
}

/// The refusal for `count` files that were only selected and lack the text: the one of `misses` that tells most about the
/// reason.
pub fn only_miss(misses: Vec<Refusal>, count: usize) -> Option<Refusal> {
    let others = count.saturating_sub(1);
    // The last of the best is taken, and the first one is wanted.
    let mut best = misses
        .into_iter()
        .rev()
        .max_by(|left, right| telling(left).total_cmp(&telling(right)))?;
    if let Some(why) = why(&mut best) {
        why.other_misses = others;
    }
    Some(best)
}

/// The value of the reason of a miss, highest first: the text is in a file that is not searched, the edit is done already,
/// the damage of the text is known; else the similarity of the nearest place.
fn telling(miss: &Refusal) -> f64 {
    match &miss.reason {
        Reason::AlreadyApplied { .. } => 3.0,
        Reason::NotFound { why: Some(why), .. } => match (&why.repair, &why.nearest) {
            (Some(_), _) => 2.0,
            (None, Some(nearest)) => nearest.similarity,
            (None, None) => 0.0,
        },
        Reason::NotFound { why: None, .. } => 0.0,
        // The text is there.
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
