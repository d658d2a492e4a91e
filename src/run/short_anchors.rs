//! Edits by the short anchors of other tools: the anchors become line numbers of the present text before anything is
//! resolved.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::history::shown_texts::shown_texts;
use super::world::World;
use crate::disk::Disk;
use crate::refusal::{Reason, Refusal, Unshown};
use crate::report::Report;
use crate::request::{Action, ExpectedHash, Hashline, HashlinePlace, Journaling, Request, Terms};
use crate::resolve::{self, MovedLines};
use crate::snapshot::{RootedPath, Snapshot};

/// A request whose lines all have numbers.
pub struct Numbered<'r> {
    /// The request.
    pub request: Cow<'r, Request>,
    /// The lines that have moved since they were shown.
    moved: Vec<(PathBuf, MovedLines)>,
}

impl<'r> Numbered<'r> {
    /// `request`, its short anchors as numbers; each step with one expects the text that it was looked up in.
    ///
    /// # Errors
    /// Every step that names no lines.
    pub fn new(request: Cow<'r, Request>, world: &World) -> Result<Self, Vec<Refusal>> {
        let mut numbered = Self {
            request,
            moved: Vec::new(),
        };
        let mut actions = numbered.request.steps.iter().map(|step| &step.action);
        if !actions.any(|action| matches!(action, Action::Hashline(_))) {
            return Ok(numbered);
        }
        let mut disk =
            Disk::open(&world.cwd, world.reach.clone()).map_err(|error| vec![error.into()])?;
        let mut refusals = Vec::new();
        for number in 0..numbered.request.steps.len() {
            if let Err(refusal) = numbered.look_up(number, &mut disk, world) {
                let step = &numbered.request.steps[number];
                refusals.push(match numbered.request.steps.len() {
                    1 => refusal,
                    _ => refusal.of_edit(number + 1).doing(step.action.operation()),
                });
            }
        }
        if refusals.is_empty() {
            Ok(numbered)
        } else {
            Err(refusals)
        }
    }

    /// Puts the step in place `number` into numbers, if it has short anchors.
    fn look_up(&mut self, number: usize, disk: &mut Disk, world: &World) -> Result<(), Refusal> {
        let (step, terms) = (&self.request.steps[number], &self.request.terms);
        let Action::Hashline(asked) = &step.action else {
            return Ok(());
        };
        // A file that cannot be read is refused where it is edited.
        let Some((place, now)) = read(&step.path, terms, disk) else {
            return Ok(());
        };
        let found = placed(asked, &place, &now, terms, (disk, world))
            .map_err(|reason| Refusal::new(reason).at(place.shown()))?;
        if let Some(lines) = found.moved
            && lines.from != lines.to
        {
            self.moved.push((place.shown().to_owned(), lines));
        }
        let step = &mut self.request.to_mut().steps[number];
        step.action = found.action;
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
                file.moved.push(*lines);
            }
        }
    }
}

fn read(path: &Path, terms: &Terms, disk: &mut Disk) -> Option<(RootedPath, Snapshot)> {
    let place = disk.locate(path).ok()?;
    let now = disk.read(&place, terms.limits.max_size).ok()??;
    Some((place, now.decoded(terms.encoding)))
}

/// The edit `asked` of the file at `place`, which is `now`, by what the task of `terms` was shown of it.
fn placed(
    asked: &Hashline,
    place: &RootedPath,
    now: &Snapshot,
    terms: &Terms,
    (disk, world): (&Disk, &World),
) -> Result<resolve::PlacedHashline, Reason> {
    let is_anywhere =
        asked.tag.is_none() && matches!(asked.place, HashlinePlace::Start | HashlinePlace::End);
    if is_anywhere {
        return resolve::hashline(asked, &[], now);
    }
    if terms.journaling == Journaling::Off || world.journal.base.is_none() {
        let anchor = first_anchor(asked);
        return Err(Unshown::NoJournal { anchor }.into());
    }
    let Some(task) = &terms.task else {
        let anchor = first_anchor(asked);
        return Err(Unshown::NoTask { anchor }.into());
    };
    let shown = shown_texts(task, place, now, disk, world)?;
    resolve::hashline(asked, &shown, now)
}

/// The tag or the first anchor of `asked`, for messages.
fn first_anchor(asked: &Hashline) -> String {
    match (&asked.tag, asked.place.ends()) {
        (Some(tag), _) => format!("#{tag}"),
        (None, Some((first, _))) => first.to_string(),
        (None, None) => String::new(),
    }
}
