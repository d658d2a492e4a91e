//! Runs all guards over all files, and returns the plan if all pass.

use std::collections::HashSet;

use super::{form, residue, shrink, syntax};
use crate::change::{NewText, Transition};
use crate::disk::Plan;
use crate::refusal::{Fault, NotAFile, Reason, Refusal};
use crate::request::{Lift, Limits, OnSyntax, Terms};
use crate::resolve::Tier;
use crate::resolve::draft::ResolvedFile;
use crate::snapshot::{RootedPath, Snapshot};
use crate::threads;

/// The amount of text, in bytes, that a thread checks at a time. Less text is checked faster than a thread starts.
const SHARE: usize = 32 << 10;

/// Returns the plan to write `resolved`.
///
/// # Errors
/// All refusals of all files, each with its path.
pub fn check(resolved: &[ResolvedFile], terms: &Terms) -> Result<Plan, Vec<Refusal>> {
    let mut files = Vec::new();
    let mut refusals = Vec::new();
    let touched: Vec<_> = resolved.iter().filter(|file| file.is_touched()).collect();
    let texts = touched
        .iter()
        .filter_map(|file| file.written().after.as_ref());
    let total_len: usize = texts.map(|text| text.changes.result_len()).sum();
    let batch_len = (SHARE * touched.len() / total_len.max(1)).max(1);
    let verdicts = threads::map(&touched, batch_len, |file| judge(file, terms));
    for (file, verdict) in touched.into_iter().zip(verdicts) {
        let transition = file.written();
        match verdict {
            Ok(()) if transition.is_changed() => files.push(transition.clone()),
            Ok(()) => {}
            Err(reason) => refusals.push(reason.at(transition.place.shown())),
        }
    }
    refusals.extend(refuse_below_files(&files));
    // `resolved` is sorted by canonical directory, which may differ from the order of the displayed paths.
    refusals.sort_by(|left, right| left.path.cmp(&right.path));
    if refusals.is_empty() {
        Ok(Plan::checked(files))
    } else {
        Err(refusals)
    }
}

/// Refuses to create a file in a directory that is another file of the plan.
fn refuse_below_files(files: &[Transition]) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    if files
        .iter()
        .all(|file| file.place.missing_parents().is_empty())
    {
        return refusals;
    }
    let mut written: HashSet<&RootedPath> = HashSet::new();
    for file in files {
        if file.after.is_some() {
            written.insert(&file.place);
        }
    }
    for file in files {
        let mut directories = file.place.directories_to_make();
        if file.after.is_some() && directories.any(|directory| written.contains(&directory)) {
            let fault = Fault::NotAFile(NotAFile::BelowAFile);
            refusals.push(Refusal::from(fault).at(file.place.shown()));
        }
    }
    refusals
}

/// Runs the guards over one file.
fn judge(file: &ResolvedFile, terms: &Terms) -> Result<(), Reason> {
    let transition = &file.text;
    if let Some(after) = &transition.after {
        if !terms.leaves_targets {
            transition.place.refuse_reserved().map_err(Reason::Store)?;
        }
        if !file.outcome.free_texts.is_empty() {
            refuse_too_large(after.changes.result_len(), &terms.limits)?;
        }
        judge_text(file, after, &terms.lift)?;
        form::check_requested_encoding(file, terms.encoding)?;
        judge_syntax(file, terms.on_syntax)?;
    }
    if let Some(before) = &transition.before
        && file.written().is_changed()
        && !terms.leaves_targets
        && !terms.lift.read_only
    {
        refuse_read_only(before)?;
    }
    Ok(())
}

/// Refuses a result that a later edit could not read. `--max-size` can raise the limit, and lowers it only for the
/// files that are read.
fn refuse_too_large(len: usize, limits: &Limits) -> Result<(), Reason> {
    let limit = limits.max_size.max(Limits::default().max_size);
    let len = len as u64;
    if len <= limit {
        return Ok(());
    }
    Err(Reason::Store(Fault::TooLarge { len, limit }))
}

/// Runs the guards over the text. Most guards are about typed text. A diff or a merge is only checked for a mix of
/// encodings, and a restored text is not checked at all. Text of another file must keep the form.
fn judge_text(file: &ResolvedFile, after: &NewText, lift: &Lift) -> Result<(), Reason> {
    let (base, changes) = (&after.base, &after.changes);
    if file.outcome.free_texts.is_empty() {
        return if file.outcome.has_pieces {
            judge_form(file, after, lift)
        } else if file.outcome.skips_encoding_check {
            Ok(())
        } else if lift.form {
            form::check_encoding(base, changes)
        } else {
            form::check_diff(base, changes)
        };
    }
    if !lift.binary {
        form::check_binary(base)?;
        form::refuse_nul(base, changes)?;
    }
    if !lift.shrink {
        // The author of a complete text knows that the text is empty.
        shrink::check(base, changes, file.outcome.is_given_whole)?;
    }
    if !lift.residue {
        residue::check(base, changes)?;
    }
    judge_form(file, after, lift)
}

fn judge_form(file: &ResolvedFile, after: &NewText, lift: &Lift) -> Result<(), Reason> {
    let (base, changes) = (&after.base, &after.changes);
    if lift.form || file.outcome.is_given_whole {
        form::check_encoding(base, changes)?;
    } else {
        form::refuse_utf8(base, changes)?;
    }
    if lift.form {
        return Ok(());
    }
    form::check(base, changes)
}

/// Refuses new syntax errors if `on_syntax` asks for it. Lines matched at another indentation were fitted to their
/// neighbors. If such lines cause the first syntax errors of a file, the fit was wrong, so `Warn` refuses them too.
fn judge_syntax(file: &ResolvedFile, on_syntax: OnSyntax) -> Result<(), Reason> {
    match on_syntax {
        OnSyntax::Refuse => {
            let errors = syntax::added_by(&file.text).map_err(|_| Reason::NotParsed)?;
            if !errors.is_empty() {
                return Err(Reason::Syntax(errors));
            }
        }
        OnSyntax::Warn if has_fitted_lines(file) => {
            let errors = syntax::first_errors(&file.text);
            if !errors.is_empty() {
                return Err(Reason::Misfit(errors));
            }
        }
        OnSyntax::Warn | OnSyntax::Ignore => {}
    }
    Ok(())
}

fn has_fitted_lines(file: &ResolvedFile) -> bool {
    let mut tiers = file.outcome.sites.tiers();
    tiers.any(|tier| matches!(tier, Tier::Indent | Tier::Whitespace | Tier::Layout))
}

fn refuse_read_only(before: &Snapshot) -> Result<(), Reason> {
    match before.facts() {
        Some(facts) if !facts.is_link() && facts.mode & 0o222 == 0 => {
            Err(Reason::ReadOnly { mode: facts.mode })
        }
        _ => Ok(()),
    }
}
