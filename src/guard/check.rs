//! Every guard over every file; the plan if all pass.

use std::collections::HashSet;

use super::{After, FilePlan, Model, NewText, Plan, binary, form, residue, shrink, syntax};
use crate::change::ChangeSet;
use crate::refusal::{NotAFile, Reason, Refusal};
use crate::request::{Lift, OnSyntax, Terms};
use crate::resolve::Tier;
use crate::resolve::draft::{Draft, DraftSite, Drafts, Now, Source};
use crate::snapshot::{RootedPath, Snapshot};

/// The plan that makes the final states of `drafts` true, or every reason against it.
///
/// # Errors
/// All refusals of all files, each with its path.
pub fn check(drafts: &Drafts, terms: &Terms) -> Result<Plan, Vec<Refusal>> {
    let mut files = Vec::new();
    let mut refusals = Vec::new();
    for draft in drafts.iter().filter(|draft| draft.is_touched()) {
        match judge(draft, terms) {
            Ok(plan) => files.extend(plan),
            Err(reason) => refusals.push(Refusal::new(reason).at(draft.place().shown())),
        }
    }
    refusals.extend(refuse_below_files(&files));
    match refusals.is_empty() {
        true => Ok(Plan::passed(files)),
        false => Err(refusals),
    }
}

/// What is made as a file or a link is no directory in which another can be made.
fn refuse_below_files(files: &[FilePlan]) -> Vec<Refusal> {
    let is_there = |file: &&FilePlan| matches!(file.after, After::Text(_));
    let is_deeper = |file: &FilePlan| !file.place.missing_parents().is_empty();
    if !files.iter().any(is_deeper) {
        return Vec::new();
    }
    let made = files.iter().filter(is_there).map(|file| &file.place);
    let made: HashSet<&RootedPath> = made.collect();
    let is_below = |file: &&FilePlan| {
        let mut directories = file.place.directories_to_make();
        directories.any(|directory| made.contains(&directory))
    };
    let kind = NotAFile::BelowAFile;
    let below = files.iter().filter(is_there).filter(is_below);
    below
        .map(|file| Refusal::new(Reason::NotAFile { kind }).at(file.place.shown()))
        .collect()
}

/// The transition of one file, or `None` when it stays as it is.
fn judge(draft: &Draft, terms: &Terms) -> Result<Option<FilePlan>, Reason> {
    if draft.now().is_some() {
        refuse_reserved(draft)?;
    }
    let lift = &terms.lift;
    let after = match (draft.before(), draft.now()) {
        (None, None) => return Ok(None),
        (Some(_), None) => After::Absent,
        (before, Some(now)) => {
            // Composing a batch's changes costs a pass over all of them, so it is done once.
            let changes = now.changes();
            judge_text(draft, now, &changes, lift)?;
            judge_syntax(draft, terms.on_syntax)?;
            judge_fit(draft, terms.on_syntax)?;
            match stays(before, draft, now, &changes) {
                true => return Ok(None),
                false => After::Text(new_text(draft, now, changes)),
            }
        }
    };
    if let Some(before) = draft.before() {
        refuse_read_only(before, lift)?;
    }
    Ok(Some(FilePlan {
        place: draft.place().clone(),
        before: draft.before().cloned(),
        after,
    }))
}

/// No edit makes what a later one would take for its own.
fn refuse_reserved(draft: &Draft) -> Result<(), Reason> {
    match draft.place().reserved() {
        None => Ok(()),
        Some(name) => Err(Reason::Protected {
            component: name.to_string_lossy().into_owned(),
        }),
    }
}

/// The guards that look at texts. Those about typed text leave the hunks of diffs, moves and modes alone; but a diff
/// may have been written by who took the file for UTF-8.
fn judge_text(draft: &Draft, now: &Now, changes: &ChangeSet, lift: &Lift) -> Result<(), Reason> {
    if now.free_texts().is_empty() {
        return match now.hunks().is_empty() {
            true => Ok(()),
            false => form::check_encoding(now.base(), changes),
        };
    }
    if !lift.binary {
        binary::check(now.base())?;
    }
    if !lift.shrink {
        shrink::check(now.base(), changes)?;
        // Who gives the whole text has seen that it is empty.
        if !draft.is_given_whole() {
            shrink::refuse_emptying(now.base(), changes)?;
        }
    }
    if !lift.residue {
        residue::check(now.base(), changes)?;
    }
    form::check(now.base(), changes)
}

/// Syntax is judged however the text came in.
fn judge_syntax(draft: &Draft, on_syntax: OnSyntax) -> Result<(), Reason> {
    let errors = match on_syntax {
        OnSyntax::Ignore | OnSyntax::Warn => return Ok(()),
        OnSyntax::Refuse => syntax::added_by(draft),
    };
    match errors.is_empty() {
        true => Ok(()),
        false => Err(Reason::Syntax { errors }),
    }
}

/// Lines that were found in another indentation were fitted to it on the ground of what surrounds them. If a text
/// without errors gets some by that, the ground was not good enough.
fn judge_fit(draft: &Draft, on_syntax: OnSyntax) -> Result<(), Reason> {
    let is_fitted = |site: &DraftSite| matches!(site.tier, Tier::Indent | Tier::Whitespace);
    let errors = match on_syntax {
        OnSyntax::Warn if draft.sites().iter().any(is_fitted) => syntax::first_of(draft),
        _ => return Ok(()),
    };
    match errors.is_empty() {
        true => Ok(()),
        false => Err(Reason::Misfit { errors }),
    }
}

fn refuse_read_only(before: &Snapshot, lift: &Lift) -> Result<(), Reason> {
    match before.facts() {
        Some(facts) if !facts.is_link() && facts.mode & 0o222 == 0 && !lift.read_only => {
            Err(Reason::ReadOnly { mode: facts.mode })
        }
        _ => Ok(()),
    }
}

fn stays(before: Option<&Snapshot>, draft: &Draft, now: &Now, changes: &ChangeSet) -> bool {
    let Some(before) = before.filter(|_| is_at_home(draft, now)) else {
        return false;
    };
    let same_mode = match (now.mode(), before.facts()) {
        (Some(mode), Some(facts)) => mode.of(facts.mode) == facts.mode,
        _ => true,
    };
    same_mode && !changes.changes_text()
}

/// Whether the text began in this very file, a detour through other names included.
fn is_at_home(draft: &Draft, now: &Now) -> bool {
    match now.source() {
        Source::Own => true,
        Source::Nothing => false,
        Source::Other { place, .. } => place == draft.place(),
    }
}

fn new_text(draft: &Draft, now: &Now, changes: ChangeSet) -> NewText {
    let model = match now.source() {
        Source::Other { place, .. } if place != draft.place() => Model::Of(place.clone()),
        Source::Other { .. } | Source::Own => Model::Own,
        Source::Nothing => Model::Usual,
    };
    NewText {
        base: now.base().clone(),
        changes,
        model,
        mode: now.mode(),
        attributes: now.attributes().cloned(),
    }
}
