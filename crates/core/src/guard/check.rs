//! Every guard over every file; the plan if all pass.

use std::collections::HashSet;

use super::{form, residue, shrink, syntax};
use crate::change::{NewText, Transition};
use crate::disk::Plan;
use crate::refusal::{Fault, Impossible, NotAFile, Reason, Refusal};
use crate::request::{Lift, OnSyntax, Terms};
use crate::resolve::Tier;
use crate::resolve::draft::ResolvedFile;
use crate::snapshot::{RootedPath, Snapshot};
use crate::syntax::LARGEST;
use crate::threads;

/// The plan to write what becomes of `resolved`, or every reason against it.
///
/// # Errors
/// All refusals of all files, each with its path.
pub fn check(resolved: &[ResolvedFile], terms: &Terms) -> Result<Plan, Vec<Refusal>> {
    let mut files = Vec::new();
    let mut refusals = Vec::new();
    let touched: Vec<_> = resolved.iter().filter(|file| file.is_touched()).collect();
    let verdicts = threads::map(&touched, 1, |_| {}, |file| judge(file, terms));
    for (file, verdict) in touched.into_iter().zip(verdicts) {
        let transition = &file.transition;
        match verdict {
            Ok(()) if transition.is_changed() => files.push(transition.clone()),
            Ok(()) => {}
            Err(reason) => refusals.push(Refusal::new(reason).at(transition.place.shown())),
        }
    }
    refusals.extend(refuse_below_files(&files));
    // Places are in the order of what the file system calls their directories.
    refusals.sort_by(|left, right| left.path.cmp(&right.path));
    if refusals.is_empty() {
        Ok(Plan::checked(files))
    } else {
        Err(refusals)
    }
}

/// A file or link that is made is no directory in which another can be made.
fn refuse_below_files(files: &[Transition]) -> Vec<Refusal> {
    let is_there = |file: &&Transition| file.after.is_some();
    let is_deeper = |file: &Transition| !file.place.missing_parents().is_empty();
    if !files.iter().any(is_deeper) {
        return Vec::new();
    }
    let made: HashSet<&RootedPath> = files
        .iter()
        .filter(is_there)
        .map(|file| &file.place)
        .collect();
    let is_below = |file: &&Transition| {
        let mut directories = file.place.directories_to_make();
        directories.any(|directory| made.contains(&directory))
    };
    let kind = NotAFile::BelowAFile;
    let below = files.iter().filter(is_there).filter(is_below);
    below
        .map(|file| Refusal::new(Reason::NotAFile { kind }).at(file.place.shown()))
        .collect()
}

/// Every guard over one file.
fn judge(file: &ResolvedFile, terms: &Terms) -> Result<(), Reason> {
    let Transition {
        place,
        before,
        after,
        ..
    } = file.text_transition();
    if let Some(after) = after {
        if !terms.leaves_targets {
            refuse_reserved(place)?;
        }
        judge_text(file, after, &terms.lift)?;
        form::check_named(file, terms.encoding)?;
        judge_syntax(file, terms.on_syntax)?;
        judge_fit(file, terms.on_syntax)?;
    }
    match before {
        Some(before) if file.transition.is_changed() && !terms.leaves_targets => {
            refuse_read_only(before, &terms.lift)
        }
        _ => Ok(()),
    }
}

/// No edit makes what a later one would take for its own.
fn refuse_reserved(place: &RootedPath) -> Result<(), Reason> {
    match place.reserved() {
        None => Ok(()),
        Some(name) => Err(Reason::Store(Fault::Protected {
            component: name.to_string_lossy().into_owned(),
        })),
    }
}

/// The guards that look at texts. Those about typed text leave the hunks of diffs, moves and modes alone; but a diff
/// may have been written by who took the file for UTF-8.
fn judge_text(file: &ResolvedFile, after: &NewText, lift: &Lift) -> Result<(), Reason> {
    let (base, changes) = (&after.base, &after.changes);
    if file.outcome.free_texts.is_empty() {
        return if file.outcome.hunks.is_empty() {
            Ok(())
        } else {
            form::check_encoding(base, changes)
        };
    }
    if !lift.binary {
        form::check_binary(base)?;
    }
    if !lift.shrink {
        shrink::check(base, changes)?;
        // Who gives the whole text has seen that it is empty.
        if !file.outcome.is_given_whole {
            shrink::refuse_emptying(base, changes)?;
        }
    }
    if !lift.residue {
        residue::check(base, changes)?;
    }
    if lift.form {
        form::check_encoding(base, changes)
    } else {
        form::check(base, changes)
    }
}

/// Syntax is judged however the text came in.
fn judge_syntax(file: &ResolvedFile, on_syntax: OnSyntax) -> Result<(), Reason> {
    let errors = match on_syntax {
        OnSyntax::Ignore | OnSyntax::Warn => return Ok(()),
        OnSyntax::Refuse => syntax::added_by(file.text_transition(), LARGEST)
            .map_err(|_| Reason::from(Impossible::NotParsed))?,
    };
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Reason::Syntax { errors })
    }
}

/// Lines that were found in another indentation were fitted to it on the ground of what surrounds them. If a text
/// without errors gets some by that, the ground was not good enough.
fn judge_fit(file: &ResolvedFile, on_syntax: OnSyntax) -> Result<(), Reason> {
    let is_fitted = |tier| matches!(tier, Tier::Indent | Tier::Whitespace);
    let errors = match on_syntax {
        OnSyntax::Warn if file.outcome.sites.tiers().any(is_fitted) => {
            syntax::first_of(file.text_transition())
        }
        _ => return Ok(()),
    };
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Reason::Misfit { errors })
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
