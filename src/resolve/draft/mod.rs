//! The growing state of every file of a request: what was read, and what the steps so far made of it.
//!
//! Pure. `run` loads the files that a step names, the step's action is resolved here against the state so
//! far, and `guard` turns the final states into a plan. Text is searched in the result of the steps before;
//! line numbers always mean the original file.

mod file;
mod now;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::refusal::Reason;
use crate::snapshot::{RootedPath, Snapshot};

pub use file::{Draft, DraftSite, Stood};
pub use now::{Now, Passage, Source};

/// The files of a request, by place.
#[derive(Debug, Default)]
pub struct Drafts {
    by_place: BTreeMap<RootedPath, Draft>,
}

impl Drafts {
    /// Whether the file at `place` has been loaded.
    pub fn has(&self, place: &RootedPath) -> bool {
        self.by_place.contains_key(place)
    }

    /// Adds what was read at `place`; `None` when there was no file.
    pub fn load(&mut self, place: RootedPath, before: Option<Snapshot>) {
        let draft = Draft::new(place.clone(), before);
        self.by_place.entry(place).or_insert(draft);
    }

    /// The file at `place`.
    ///
    /// # Errors
    /// `missing` when nothing has been loaded for it.
    pub fn at(&mut self, place: &RootedPath) -> Result<&mut Draft, Reason> {
        self.by_place.get_mut(place).ok_or(Reason::Missing)
    }

    /// Forgets the file at `place` if no step has touched it: a selected file without a match takes no
    /// part in the request.
    pub fn forget_untouched(&mut self, place: &RootedPath) {
        if self
            .by_place
            .get(place)
            .is_some_and(|draft| !draft.is_touched())
        {
            self.by_place.remove(place);
        }
    }

    /// The files, sorted by place.
    pub fn iter(&self) -> impl Iterator<Item = &Draft> {
        self.by_place.values()
    }

    /// The files, to be taken apart.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Draft> {
        self.by_place.values_mut()
    }

    /// Gives the file at `from` the place `to`, which must be loaded and empty.
    ///
    /// # Errors
    /// `missing` or `exists`.
    pub fn relocate(&mut self, from: &RootedPath, to: &RootedPath) -> Result<(), Reason> {
        self.at(to)?.refuse_present()?;
        let now = self.at(from)?.take("move")?;
        self.at(to)?
            .put("move", now.come_from(from, Passage::Moved))
    }
}
