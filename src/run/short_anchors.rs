//! Edits by the short anchors of other tools, put into numbers of the text that there is, before anything is resolved.

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
    pub fn of(request: Cow<'r, Request>, world: &World) -> Result<Self, Vec<Refusal>> {
        let mut numbered = Self {
            request,
            moved: Vec::new(),
        };
        let is_short = |action: &Action| matches!(action, Action::Hashline(_));
        let steps = &numbered.request.steps;
        if !steps.iter().any(|step| is_short(&step.action)) {
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
        // What cannot be read is refused where it is edited.
        let Some((place, now)) = read(&step.path, terms, disk) else {
            return Ok(());
        };
        let found = found(asked, &place, &now, terms, (disk, world));
        let found = found.map_err(|reason| Refusal::new(reason).at(place.shown()))?;
        let moved = found.moved.filter(|lines| lines.from != lines.to);
        let shown = place.shown().to_owned();
        self.moved.extend(moved.map(|lines| (shown, lines)));
        let step = &mut self.request.to_mut().steps[number];
        step.action = found.action;
        let hash = || ExpectedHash::Blake3(now.fingerprint().hex());
        step.expect_hash.get_or_insert_with(hash);
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
fn found(
    asked: &Hashline,
    place: &RootedPath,
    now: &Snapshot,
    terms: &Terms,
    (disk, world): (&Disk, &World),
) -> Result<resolve::PlacedHashline, Reason> {
    let anchor = || match (&asked.tag, asked.place.ends()) {
        (Some(tag), _) => format!("#{tag}"),
        (None, Some((first, _))) => first.to_string(),
        (None, None) => String::new(),
    };
    let is_anywhere =
        asked.tag.is_none() && matches!(asked.place, HashlinePlace::Start | HashlinePlace::End);
    if is_anywhere {
        return resolve::hashline(asked, &[], now);
    }
    if terms.journaling == Journaling::Off || world.journal.base.is_none() {
        let anchor = anchor();
        return Err(Unshown::NoJournal { anchor }.into());
    }
    let Some(task) = &terms.task else {
        let anchor = anchor();
        return Err(Unshown::NoTask { anchor }.into());
    };
    let shown = shown_texts(task, place, now, disk, world)?;
    resolve::hashline(asked, &shown, now)
}
