//! The growing state of every file of a request: what was read, and what the steps so far made of it.
//!
//! Pure. `run` loads the files that a step names, the step's action is resolved here against the state so
//! far, and `guard` turns the final states into a plan. Text is searched in the result of the steps before;
//! line numbers always mean the original file.

mod file;
mod now;
mod site;
#[cfg(test)]
mod tests;
mod told;

use std::collections::HashMap;
use std::sync::OnceLock;

use foldhash::fast::RandomState;

use crate::refusal::Reason;
use crate::snapshot::{RootedPath, Snapshot};

pub use file::Draft;
pub use now::{FreeText, Now, Passage, Source};
pub use site::{DraftSite, Stood};

/// The files of a request, by place.
///
/// Every step looks its file up several times, and the order of places is asked for only when all steps are
/// done: so they are hashed, and sorted once.
#[derive(Debug, Default)]
pub struct Drafts {
    /// In the order they were loaded.
    drafts: Vec<Draft>,
    numbers: HashMap<RootedPath, usize, RandomState>,
    /// The numbers in the order of places, until a file comes or goes.
    sorted: OnceLock<Vec<usize>>,
}

impl Drafts {
    /// Whether the file at `place` has been loaded.
    pub fn has(&self, place: &RootedPath) -> bool {
        self.numbers.contains_key(place)
    }

    /// Adds what was read at `place`; `None` when there was no file.
    pub fn load(&mut self, place: RootedPath, before: Option<Snapshot>) {
        if !self.has(&place) {
            self.numbers.insert(place.clone(), self.drafts.len());
            self.drafts.push(Draft::new(place, before));
            self.sorted.take();
        }
    }

    /// The file at `place`.
    ///
    /// # Errors
    /// `missing` when nothing has been loaded for it.
    pub fn at(&mut self, place: &RootedPath) -> Result<&mut Draft, Reason> {
        let number = self.numbers.get(place).ok_or(Reason::Missing)?;
        self.drafts.get_mut(*number).ok_or(Reason::Missing)
    }

    /// Forgets the file at `place` if no step has touched it: a selected file without a match takes no
    /// part in the request.
    pub fn forget_untouched(&mut self, place: &RootedPath) {
        let untouched = |number: &usize| !self.drafts[*number].is_touched();
        let Some(number) = self.numbers.get(place).copied().filter(untouched) else {
            return;
        };
        self.numbers.remove(place);
        self.drafts.swap_remove(number);
        if let Some(moved) = self.drafts.get(number) {
            self.numbers.insert(moved.place().clone(), number);
        }
        self.sorted.take();
    }

    /// The files, sorted by place.
    pub fn iter(&self) -> impl Iterator<Item = &Draft> {
        let sorted = self.sorted.get_or_init(|| {
            let mut numbers: Vec<usize> = (0..self.drafts.len()).collect();
            numbers.sort_unstable_by_key(|&number| self.drafts[number].place());
            numbers
        });
        sorted.iter().map(|&number| &self.drafts[number])
    }

    /// The files in no order, to be taken apart.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Draft> {
        self.drafts.iter_mut()
    }

    /// Gives the file at `from` the place `to`, which must be loaded and empty.
    ///
    /// # Errors
    /// `missing` or `exists`; `usage` when both are one place.
    pub fn relocate(&mut self, from: &RootedPath, to: &RootedPath) -> Result<(), Reason> {
        if from == to && self.at(from)?.now().is_some() {
            refuse_respelling(from, to)?;
            return Err(Reason::usage(
                format!("`{}` is where it is already", to.name().display()),
                "name another place to move it to",
            ));
        }
        self.at(to)?.refuse_present()?;
        let now = self.at(from)?.take("move")?;
        self.at(to)?
            .put("move", now.come_from(from, Passage::Moved))
    }
}

/// Refuses to move a file to its own name in other letters, which lead to the file itself in this directory:
/// nothing could be told to go first.
///
/// # Errors
/// `usage`.
pub fn refuse_respelling(from: &RootedPath, to: &RootedPath) -> Result<(), Reason> {
    let asked = to.shown().file_name().filter(|asked| *asked != to.name());
    let (Some(asked), true) = (asked, from == to) else {
        return Ok(());
    };
    Err(Reason::usage(
        format!(
            "it is called `{}`, and `{}` is the same name in this directory",
            to.name().display(),
            asked.display()
        ),
        "move it to quite another name first, and from there to this one",
    ))
}
