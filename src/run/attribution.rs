//! Maps refusals to the edits of a batch, and lists the edits that would have applied, by file.
//!
//! Guards and the journal refuse a file, which several edits may have changed. The user thinks in edits.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use super::steps::resolver::ResolvedSteps;
use crate::change::{Provenance, TaskConflict};
use crate::refusal::{Reason, Refusal, Residue};
use crate::report::WouldApply;
use crate::request::Request;
use crate::resolve::draft::ResolvedFile;

/// `refusals`, each with the number of its edit if that is known.
pub fn with_edit_numbers(
    refusals: Vec<Refusal>,
    request: &Request,
    resolved: &ResolvedSteps,
) -> Vec<Refusal> {
    if request.steps.len() == 1 {
        return refusals;
    }
    let steps = steps_by_file(resolved);
    let files: HashMap<&Path, &ResolvedFile> = resolved
        .files
        .iter()
        .map(|file| (file.text.place.shown(), file))
        .collect();
    let mut by_edit = Vec::new();
    for refusal in refusals {
        let (None, Some(path)) = (refusal.edit, refusal.path.as_deref()) else {
            by_edit.push(refusal);
            continue;
        };
        match (steps.get(path).map(Vec::as_slice), files.get(path)) {
            (Some([step]), _) => by_edit.push(refusal.of_edit(*step)),
            (Some(_), Some(file)) => by_edit.extend(split(refusal, file)),
            _ => by_edit.push(refusal),
        }
    }
    by_edit
        .into_iter()
        .map(|refusal| with_operation(refusal, request))
        .collect()
}

/// `refusal`, with the operation of its edit.
fn with_operation(refusal: Refusal, request: &Request) -> Refusal {
    let step = refusal.edit.and_then(|edit| request.steps.get(edit - 1));
    match step {
        Some(step) => refusal.with_operation(step.action.operation()),
        None => refusal,
    }
}

fn steps_by_file(resolved: &ResolvedSteps) -> HashMap<&Path, Vec<usize>> {
    let mut steps: HashMap<&Path, Vec<usize>> = HashMap::new();
    for (step, place) in &resolved.touched {
        let of_file = steps.entry(place.shown()).or_default();
        if of_file.last() != Some(step) {
            of_file.push(*step);
        }
    }
    steps
}

/// Splits `refusal` into one refusal for each edit of `file` that it is about.
fn split(refusal: Refusal, file: &ResolvedFile) -> Vec<Refusal> {
    match refusal.reason.clone() {
        Reason::Residue(findings) => by_step(
            &refusal,
            findings,
            |finding| inserting_step(finding, file),
            Reason::Residue,
        ),
        Reason::Conflict(conflicts) => by_step(
            &refusal,
            conflicts,
            |conflict| editing_step(conflict, file),
            Reason::Conflict,
        ),
        _ => vec![refusal],
    }
}

/// Splits the `items` of a refusal of one file by step.
fn by_step<T>(
    refusal: &Refusal,
    items: Vec<T>,
    step_of: impl Fn(&T) -> Option<usize>,
    reason: impl Fn(Vec<T>) -> Reason,
) -> Vec<Refusal> {
    let mut steps: BTreeMap<Option<usize>, Vec<T>> = BTreeMap::new();
    for item in items {
        steps.entry(step_of(&item)).or_default().push(item);
    }
    let mut refusals = Vec::new();
    for (step, items) in steps {
        let of_step = Refusal {
            reason: reason(items),
            ..refusal.clone()
        };
        refusals.push(match step {
            Some(step) => of_step.of_edit(step),
            None => of_step,
        });
    }
    refusals
}

/// The step that inserted the line of `finding`.
fn inserting_step(finding: &Residue, file: &ResolvedFile) -> Option<usize> {
    let mut texts = file.outcome.free_texts.iter();
    let text = texts.find(|free| memchr::memmem::find(&free.text, &finding.text).is_some());
    text.map(|free| free.step)
}

/// The step that edits lines of `conflict`.
fn editing_step(conflict: &TaskConflict, file: &ResolvedFile) -> Option<usize> {
    let mut sites = file.outcome.sites.iter();
    let site = sites.find(|site| {
        site.lines.first() <= conflict.lines.last() && conflict.lines.first() <= site.lines.last()
    });
    site.map(|site| site.step)
}

/// True if one of `refusals` is about the edit of the file at `path` by `step`.
pub fn is_refused(refusals: &[Refusal], step: usize, path: &Path) -> bool {
    refusals.iter().any(|refusal| {
        refusal.edit.is_none_or(|edit| edit == step)
            && refusal.path.as_deref().is_none_or(|of| of == path)
    })
}

/// The edits that would have applied, by file.
pub fn would_apply(resolved: &ResolvedSteps, refusals: &[Refusal]) -> Vec<WouldApply> {
    let moves = other_names(&resolved.files);
    let mut files: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
    for (step, place) in &resolved.touched {
        let path = place.shown();
        // A move needs both of its names.
        let mut names = moves.get(path).into_iter().flatten().chain([&path]);
        if names.any(|name| is_refused(refusals, *step, name)) {
            continue;
        }
        let edits = files.entry(path).or_default();
        if edits.last() != Some(step) {
            edits.push(*step);
        }
    }
    files
        .into_iter()
        .map(|(path, edits)| WouldApply {
            path: path.to_owned(),
            edits,
        })
        .collect()
}

/// For each name of a moved file, its other names.
fn other_names(files: &[ResolvedFile]) -> HashMap<&Path, Vec<&Path>> {
    let mut names: HashMap<&Path, Vec<&Path>> = HashMap::new();
    for file in files {
        if let Some(new) = &file.text.after
            && let Provenance::Moved(from) = &new.provenance
        {
            let (from, to) = (from.shown(), file.text.place.shown());
            names.entry(from).or_default().push(to);
            names.entry(to).or_default().push(from);
        }
    }
    names
}
