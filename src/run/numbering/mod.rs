//! Edits of lines that the task was shown: what they name becomes line numbers of the present text before anything is
//! resolved.

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

/// A request whose lines all have numbers.
pub struct Numbered<'r> {
    /// The request.
    pub request: Cow<'r, Request>,
    /// The lines that have moved since they were shown.
    moved: Vec<(PathBuf, MovedLines)>,
}

impl<'r> Numbered<'r> {
    /// Looks up the lines of the steps of `request`. Each of these steps then expects the text that was read.
    ///
    /// # Errors
    /// Every step that names no lines.
    pub fn new(request: Cow<'r, Request>, world: &World) -> Result<Self, Vec<Refusal>> {
        let mut numbered = Self {
            request,
            moved: Vec::new(),
        };
        if numbered
            .request
            .steps
            .iter()
            .all(|step| step.shown.is_none())
        {
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
        if refusals.is_empty() {
            Ok(numbered)
        } else {
            Err(refusals)
        }
    }

    /// Looks up the lines of the step at `number`, if it names any that were shown.
    fn look_up(&mut self, number: usize, disk: &mut Disk, world: &World) -> Result<(), Refusal> {
        let step = &self.request.steps[number];
        let Some(asked) = step.shown.clone() else {
            return Ok(());
        };
        let terms = &self.request.terms;
        // A file that cannot be read is refused where it is edited.
        let Some((place, now)) = read(&step.path, terms, disk) else {
            return Ok(());
        };
        let mut action = step.action.clone();
        let found = texts(&asked, &place, &now, terms, (disk, world))
            .and_then(|shown| search::renumber(&mut action, &asked, &shown, &now));
        let moved = found.map_err(|reason| Refusal::new(reason).at(place.shown()))?;
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

    /// Says in `report` which lines have moved.
    pub fn tell_moved(&self, report: &mut Report) {
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

/// The texts of the file at `place`, which is `now`, that the task of `terms` was shown.
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
