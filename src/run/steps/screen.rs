//! Searches selected files in several threads before the steps run. In a whole tree, most files lack the text and need
//! no step.

use super::files::RequestFiles;
use super::selection::FileStep;
use crate::disk::{Phase, Skim, Watch};
use crate::request::{Action, Repeat, Replace, Terms};
use crate::resolve::draft;
use crate::snapshot::Snapshot;
use crate::threads;

/// The least number of steps that are searched ahead.
const MIN_STEPS: usize = 32;
/// The number of steps that show whether most files lack the text.
const SAMPLE: usize = 256;
/// The number of steps that a thread takes at a time.
const SHARE: usize = 16;
/// The most files that are read ahead.
const MAX_AHEAD: usize = 256;

/// The number of steps whose files can be read ahead: several if no step can change the matches of another.
pub fn readable_ahead(steps: &[FileStep<'_>]) -> usize {
    if shared_replacement(steps).is_some() {
        MAX_AHEAD
    } else {
        1
    }
}

/// For each of `steps`, true if its file lacks the text, so that the step need not be resolved.
///
/// This only works for a request with the same replacement in every file: then no step can insert the text that another
/// step searches for.
pub fn lacking(
    terms: &Terms,
    steps: &[FileStep<'_>],
    files: &RequestFiles,
    watch: &Watch,
) -> Vec<bool> {
    let (Some(skim), Some(action)) = (files.skim(), shared_replacement(steps)) else {
        return vec![false; steps.len()];
    };
    let max_size = terms.limits.max_size;
    let encoding = terms.encoding;
    let search = |from: usize, part: &[FileStep<'_>]| {
        threads::map_watched(
            part,
            SHARE,
            |done| watch.tell(Phase::Finding, from + done, steps.len()),
            |step| {
                screened_text(step, &skim, max_size)
                    .is_some_and(|text| draft::lacks(action, text.decoded(encoding), step.path()))
            },
        )
    };
    let (sample, rest) = steps.split_at(steps.len().min(SAMPLE));
    let mut lacking = search(0, sample);
    // If most files have the text, reading them twice costs more than it saves.
    if lacking.iter().filter(|lacks| **lacks).count() > sample.len() / 2 {
        lacking.extend(search(sample.len(), rest));
    }
    lacking.resize(steps.len(), false);
    lacking
}

/// The replacement that all of `steps` make as one edit, each in another file; `None` for few steps.
fn shared_replacement<'r>(steps: &[FileStep<'r>]) -> Option<&'r Replace> {
    let first = steps.get(MIN_STEPS)?;
    let Action::Replace(action) = &first.stated().action else {
        return None;
    };
    for file_step in steps {
        let step = file_step.stated();
        let is_same = file_step.edit() == first.edit();
        if !is_same || step.expect_hash.is_some() || step.repeat == Repeat::Accept {
            return None;
        }
    }
    Some(action)
}

/// The text of the file of `step`, if the file may be left out.
fn screened_text(step: &FileStep<'_>, skim: &Skim, max_size: u64) -> Option<Snapshot> {
    if !step.is_selected() {
        return None;
    }
    Some(Snapshot::of_text(skim.text(step.path(), max_size)?))
}
