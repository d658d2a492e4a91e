//! Converts the short anchors of shown lines to line numbers of the current text, before the steps are resolved.

mod known_hash;
mod search;
#[cfg(test)]
mod tests;
mod xxh32;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::history::shown_texts::{ShownText, shown_texts};
use super::world::World;
use crate::disk::Disk;
use crate::refusal::{Reason, Refusal, Unshown};
use crate::report::Report;
use crate::request::{ExpectedHash, Journaling, Request, ShownLines, Terms};
use crate::resolve::MovedLines;
use crate::snapshot::{RootedPath, Snapshot};

/// A request in which every line has a number.
pub struct Numbered<'r> {
    pub request: Cow<'r, Request>,
    /// The lines that have moved since the task saw them.
    moved: Vec<(PathBuf, MovedLines)>,
}

impl<'r> Numbered<'r> {
    /// Looks up the shown lines of the steps of `request`. These steps then expect the current text.
    ///
    /// # Errors
    /// The refusals of the steps whose lines cannot be found.
    pub fn new(request: Cow<'r, Request>, world: &World) -> Result<Self, Vec<Refusal>> {
        let mut numbered = Self {
            request,
            moved: Vec::new(),
        };
        let mut steps = numbered.request.steps.iter();
        if steps.all(|step| step.shown.is_none()) {
            return Ok(numbered);
        }
        let mut disk =
            Disk::open(&world.cwd, world.reach.clone()).map_err(|error| vec![error.into()])?;
        let mut refusals = Vec::new();
        for number in 0..numbered.request.steps.len() {
            if let Err(refusal) = numbered.look_up(number, &mut disk, world) {
                refusals.push(match numbered.request.steps.len() {
                    1 => refusal,
                    _ => refusal.of_edit(number + 1),
                });
            }
        }
        if !refusals.is_empty() {
            return Err(refusals);
        }
        Ok(numbered)
    }

    /// Looks up the lines of the step with the index `number`, if it refers to shown lines.
    fn look_up(&mut self, number: usize, disk: &mut Disk, world: &World) -> Result<(), Refusal> {
        let step = &self.request.steps[number];
        let Some(asked) = step.shown.clone() else {
            return Ok(());
        };
        let terms = &self.request.terms;
        // Resolving the edit reports that the file cannot be read.
        let Some((place, now)) = read(&step.path, terms, disk) else {
            return Ok(());
        };
        let mut action = step.action.clone();
        let moved = texts(&asked, &place, &now, terms, (disk, world))
            .and_then(|shown| search::renumber(&mut action, &asked, &shown, &now))
            .map_err(|reason| reason.at(place.shown()))?;
        if let Some(lines) = moved
            && lines.from != lines.to
        {
            self.moved.push((place.shown().to_owned(), lines));
        }
        let step = &mut self.request.to_mut().steps[number];
        step.action = action;
        step.shown = None;
        if step.expect_hash.is_none() {
            step.expect_hash = Some(ExpectedHash::Blake3(now.fingerprint().hex()));
        }
        Ok(())
    }

    /// Adds the moved lines to `report`.
    pub fn report_moved(&self, report: &mut Report) {
        for (path, lines) in &self.moved {
            let mut files = report.files.iter_mut();
            if let Some(file) = files.find(|file| file.path == *path) {
                file.outcome.moved.push(*lines);
            }
        }
    }
}

fn read(path: &Path, terms: &Terms, disk: &mut Disk) -> Option<(RootedPath, Snapshot)> {
    let place = disk.locate(path).ok()?;
    let now = disk.read(&place, terms.limits.max_size).ok()??;
    Some((place, now.decoded(terms.encoding)))
}

/// The contents of the file at `place` that the task of `terms` was shown. `now` is the current content.
fn texts(
    asked: &ShownLines,
    place: &RootedPath,
    now: &Snapshot,
    terms: &Terms,
    (disk, world): (&Disk, &World),
) -> Result<Vec<ShownText>, Reason> {
    let anchor = asked.to_string();
    if terms.journaling == Journaling::Off || world.journal.base.is_none() {
        return Err(Unshown::NoJournal(anchor).into());
    }
    let Some(task) = &terms.task else {
        return Err(Unshown::NoTask(anchor).into());
    };
    Ok(shown_texts(task, place, now, disk, world)?)
}
