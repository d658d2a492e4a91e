//! The state of all files of a request: the original texts, and the results of the steps so far.
//!
//! `run` loads the files that a step names. This module resolves the step's action against the state so far, and
//! `guard` turns the final states into a plan. Text is searched in the result of the preceding steps, but line
//! numbers always refer to the original file.

mod ensured;
mod file;
mod file_sites;
mod lookahead;
mod outcome;
mod patched;
mod site;
mod stale_base;
#[cfg(test)]
mod tests;
mod transfer;
mod working_text;

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::OnceLock;

use bytes::Bytes;
use foldhash::fast::RandomState;

use crate::change::Provenance;
use crate::encoding::TextEncoding;
use crate::refusal::{Fault, Reason, Refusal};
use crate::request::{Action, OnStale, PatternOptions, Pick, Repeat, Replace, Scope, Step};
use crate::snapshot::{RootedPath, Snapshot};

pub use file::Draft;
pub use file_sites::FileSites;
pub use outcome::{Outcome, ResolvedFile};
pub use site::{DraftSite, SitePlace};
pub use working_text::WorkingText;

/// True if the only fault of `action` is that its text does not occur in `text`, the unchanged file at `path`.
pub fn lacks(action: &Replace, text: Snapshot, path: &Path) -> bool {
    WorkingText::of_file(text).lacks(action, path)
}

/// The text that `step` searches for, if that text only has to occur exactly once.
pub fn looked_for(step: &Step) -> Option<&Bytes> {
    match &step.action {
        Action::Replace(action) if step.repeat == Repeat::Refuse => looked_for_by(action),
        _ => None,
    }
}

fn looked_for_by(action: &Replace) -> Option<&Bytes> {
    let find = &action.find;
    if find.scope != Scope::File
        || find.options != PatternOptions::default()
        || action.pick != Pick::Only
        || find.old == action.new
        || find.old.is_empty()
        || has_line_ending(&find.old)
        || has_line_ending(&action.new)
    {
        return None;
    }
    Some(&find.old)
}

fn has_line_ending(text: &[u8]) -> bool {
    memchr::memchr2(b'\r', b'\n', text).is_some()
}

/// The files of a request, by place.
///
/// Every step looks up its file several times, but the sorted order is only needed after the last step. The files are
/// therefore hashed, and sorted once.
#[derive(Debug, Default)]
pub struct Drafts {
    /// The drafts in the order of loading.
    drafts: Vec<Draft>,
    numbers: HashMap<RootedPath, usize, RandomState>,
    /// The indices of `drafts`, sorted by place. Empty after a file was added or removed.
    sorted: OnceLock<Vec<usize>>,
    /// The earlier texts that the steps were made for.
    bases: Bases,
    /// The policy for steps on text that has changed since.
    on_stale: OnStale,
    /// The encoding in the request. See [`Snapshot::decoded`].
    encoding: Option<TextEncoding>,
    /// Case-only renames on a case-insensitive directory: old spelling -> new spelling.
    respelled: HashMap<RootedPath, RootedPath>,
}

/// Earlier texts of files, by place.
pub type Bases = HashMap<RootedPath, Snapshot, RandomState>;

impl Drafts {
    /// Creates an empty collection. `bases` contains the texts that the steps were made for, and `on_stale` the
    /// policy for files that have changed since. `encoding` is the encoding in the request.
    pub fn made_against(bases: Bases, on_stale: OnStale, encoding: Option<TextEncoding>) -> Self {
        Self {
            bases,
            on_stale,
            encoding,
            ..Self::default()
        }
    }

    /// The encoding in the request.
    pub fn encoding(&self) -> Option<TextEncoding> {
        self.encoding
    }

    /// Removes all files.
    pub fn clear(&mut self) {
        *self = Self::made_against(Bases::default(), self.on_stale, self.encoding);
    }

    /// True if the file at `place` has been loaded.
    pub fn has(&self, place: &RootedPath) -> bool {
        self.numbers.contains_key(place)
    }

    /// Adds the original content of `place`. `None` if the file did not exist.
    pub fn load(&mut self, place: RootedPath, before: Option<Snapshot>) {
        if self.has(&place) {
            return;
        }
        self.numbers.insert(place.clone(), self.drafts.len());
        let decoded = before.map(|before| before.decoded(self.encoding));
        let draft = match (decoded, self.bases.get(&place)) {
            (Some(onto), Some(base)) if !onto.is_link() => {
                Draft::made_against(place, base, onto, self.on_stale, self.encoding)
            }
            (before, _) => Draft::new(place, before, self.encoding),
        };
        self.drafts.push(draft);
        self.sorted.take();
    }

    /// The file at `place`.
    ///
    /// # Errors
    /// `missing` if the file was not loaded.
    pub fn at(&mut self, place: &RootedPath) -> Result<&mut Draft, Reason> {
        let number = self.numbers.get(place).ok_or(Fault::Missing)?;
        self.drafts.get_mut(*number).ok_or(Fault::Missing.into())
    }

    /// True if a step creates a file in the missing directories of `place`, or below them.
    pub fn makes_parents_of(&self, place: &RootedPath) -> bool {
        self.drafts.iter().any(|draft| {
            draft.now().is_some()
                && draft.place().directory() == place.directory()
                && draft
                    .place()
                    .missing_parents()
                    .starts_with(place.missing_parents())
        })
    }

    /// Removes the file at `place` if no step has touched it, as for a selected file without a match.
    pub fn forget_untouched(&mut self, place: &RootedPath) {
        if let Some(&number) = self.numbers.get(place)
            && !self.drafts[number].is_touched()
        {
            self.forget(place);
        }
    }

    /// Removes the file at `place`.
    pub fn forget(&mut self, place: &RootedPath) {
        let Some(number) = self.numbers.remove(place) else {
            return;
        };
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

    /// Rebases every file whose steps were made for an earlier text. Returns the refusals of [`Draft::rebase`].
    pub fn rebase(&mut self) -> Vec<Refusal> {
        let mut refusals = Vec::new();
        for draft in &mut self.drafts {
            if let Err(reason) = draft.rebase() {
                refusals.push(reason.at(draft.place().shown()));
            }
        }
        refusals
    }

    /// The transitions of all files, sorted by place, after the last step.
    pub fn resolved(mut self) -> Vec<ResolvedFile> {
        let mut moved: HashSet<RootedPath> = HashSet::new();
        for draft in &self.drafts {
            if let Some(now) = draft.now()
                && let Provenance::Moved(from) = now.provenance()
            {
                moved.insert(from.clone());
            }
        }
        for number in 0..self.drafts.len() {
            self.replace_deleted(number, &mut moved);
        }
        self.drafts
            .sort_unstable_by(|left, right| left.place().cmp(right.place()));
        let mut resolved = Vec::with_capacity(self.drafts.len());
        for draft in self.drafts {
            let is_moved_away = moved.contains(draft.place());
            resolved.push(draft.resolved(is_moved_away));
        }
        resolved
    }

    /// If draft `number` is a new file that was created in place of a deleted file, makes it an edit of that file.
    /// `moved` contains the places of the files that moved away.
    fn replace_deleted(&mut self, number: usize, moved: &mut HashSet<RootedPath>) {
        let draft = &self.drafts[number];
        let place = draft.place().clone();
        let created_at = draft.now().and_then(|now| now.creation_place(&place));
        let Some(from) = created_at.cloned() else {
            return;
        };
        let Ok(source) = self.at(&from) else {
            return;
        };
        let is_taken = moved.contains(&from) || (from != place && source.now().is_some());
        let Some(before) = source
            .before()
            .filter(|before| !before.is_link() && !is_taken)
        else {
            return;
        };
        let before = before.clone();
        if from != place {
            moved.insert(from.clone());
        }
        if let Some(now) = self.drafts[number].now_mut() {
            now.replace_deleted(from, before);
        }
    }

    /// Moves the file at `from` to `to`, which must be loaded and empty. Returns the new place.
    ///
    /// # Errors
    /// `missing`, `exists`, or `usage` if both are the same place.
    pub fn relocate(&mut self, from: &RootedPath, to: &RootedPath) -> Result<RootedPath, Reason> {
        let destination = self.destination(from, to);
        if self.at(from)?.now().is_none() {
            return Err(Fault::Missing.into());
        }
        if *from == destination {
            return Err(Reason::moved_to_itself(destination.name().display()));
        }
        self.at(&destination)?.refuse_present()?;
        let now = self.at(from)?.take("move")?;
        self.at(&destination)?
            .put("move", now.come_from(Provenance::Moved(from.clone())))?;
        Ok(destination)
    }

    /// The place of the file at `from` after a rename to `to`. If both are the same file (on a case-insensitive
    /// directory), returns the place with the spelling of `to`. From then on, both spellings refer to this place.
    pub fn destination(&mut self, from: &RootedPath, to: &RootedPath) -> RootedPath {
        if from != to {
            return to.clone();
        }
        let Some(respelled) = to.respelled() else {
            return to.clone();
        };
        self.load(respelled.clone(), None);
        if let Some(current) = self.respelled.values_mut().find(|current| *current == to) {
            *current = respelled.clone();
        } else {
            self.respelled.insert(to.clone(), respelled.clone());
        }
        respelled
    }

    /// The current place of the file that was located at `place`, after case-only renames.
    pub fn present(&self, place: RootedPath) -> RootedPath {
        match self.respelled.get(&place) {
            Some(current) => current.meant_by(&place),
            None => place,
        }
    }
}

/// Refuses to copy a file to another spelling of its name if both spellings refer to the same file.
///
/// # Errors
/// `usage`.
pub fn refuse_copy_over_itself(from: &RootedPath, to: &RootedPath) -> Result<(), Reason> {
    if from == to
        && let Some(respelled) = to.respelled()
    {
        let (name, respelled) = (to.name().display(), respelled.name().display());
        return Err(Reason::copied_to_itself(name, respelled));
    }
    Ok(())
}
