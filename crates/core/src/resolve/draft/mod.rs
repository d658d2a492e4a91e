//! The growing state of every file of a request: what was read, and what the steps so far made of it.
//!
//! Pure. `run` loads the files that a step names, the step's action is resolved here against the state so
//! far, and `guard` turns the final states into a plan. Text is searched in the result of the steps before;
//! line numbers always mean the original file.

mod file;
mod file_sites;
mod lookahead;
mod site;
#[cfg(test)]
mod tests;
mod working_text;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use std::sync::OnceLock;

use bytes::Bytes;
use foldhash::fast::RandomState;

use super::{MovedLines, PlacedHunk, Rebased, SettledRegion};
use crate::change::{Provenance, Transition};
use crate::encoding::TextEncoding;
use crate::refusal::{Impossible, Reason};
use crate::request::{Action, OnStale, PatternOptions, Pick, Repeat, Replace, Scope, Step};
use crate::snapshot::{RootedPath, Snapshot};
use crate::text::NameStyle;
use working_text::FreeText;

pub use file::Draft;
pub use file_sites::FileSites;
pub use site::{DraftSite, SitePlace};
pub use working_text::WorkingText;

/// Whether `action` has no place in `text`, that of the file at `path`, which no step has changed, and nothing but that
/// is wrong with it.
pub fn lacks(action: &Replace, text: Snapshot, path: &Path) -> bool {
    WorkingText::own(text).lacks(action, path)
}

/// The text that `step` looks for, if all it needs to know is that it stands at one place, whatever is around that.
pub fn looked_for(step: &Step) -> Option<&Bytes> {
    match &step.action {
        Action::Replace(action) if step.repeat == Repeat::Refuse => looked_for_by(action),
        _ => None,
    }
}

fn looked_for_by(action: &Replace) -> Option<&Bytes> {
    let find = &action.find;
    let has_lines = |text: &[u8]| memchr::memchr2(b'\r', b'\n', text).is_some();
    let is_plain = find.scope == Scope::File
        && find.options == PatternOptions::default()
        && action.pick == Pick::Only
        && find.old != action.new;
    let is_inside_line = !has_lines(&find.old) && !has_lines(&action.new);
    (is_plain && is_inside_line && !find.old.is_empty()).then_some(&find.old)
}

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
    /// Earlier texts of files, which the steps were made against.
    bases: Bases,
    /// What becomes of steps that touch what was changed since.
    on_stale: OnStale,
    /// The encoding that the files are in, as the request says; see [`Snapshot::decoded`].
    encoding: Option<TextEncoding>,
    /// The place that the file of a place has now whose name was given other letters, in a directory that takes
    /// them for the same.
    respelled: HashMap<RootedPath, RootedPath>,
}

/// Earlier texts of files, by place.
pub type Bases = HashMap<RootedPath, Snapshot, RandomState>;

impl Drafts {
    /// None so far. The steps were made against `bases` of the files that have one, and are put onto what these are as
    /// `on_stale` says; the files are said to be in `encoding`.
    pub fn made_against(bases: Bases, on_stale: OnStale, encoding: Option<TextEncoding>) -> Self {
        Self {
            bases,
            on_stale,
            encoding,
            ..Self::default()
        }
    }

    /// The encoding that the files are said to be in.
    pub fn encoding(&self) -> Option<TextEncoding> {
        self.encoding
    }

    /// Forgets every file.
    pub fn clear(&mut self) {
        *self = Self::made_against(Bases::default(), self.on_stale, self.encoding);
    }

    /// Whether the file at `place` has been loaded.
    pub fn has(&self, place: &RootedPath) -> bool {
        self.numbers.contains_key(place)
    }

    /// Adds what was read at `place`; `None` when there was no file.
    pub fn load(&mut self, place: RootedPath, before: Option<Snapshot>) {
        if !self.has(&place) {
            self.numbers.insert(place.clone(), self.drafts.len());
            let before = before.map(|before| before.decoded(self.encoding));
            let draft = match (before, self.bases.get(&place)) {
                (Some(onto), Some(base)) if !onto.is_link() => {
                    let draft = Draft::made_against(place, base, onto, self.encoding);
                    draft.put_onto(self.on_stale)
                }
                (before, _) => Draft::new(place, before, self.encoding),
            };
            self.drafts.push(draft);
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
        let number = self.numbers.get(place);
        if number.is_some_and(|&number| !self.drafts[number].is_touched()) {
            self.forget(place);
        }
    }

    /// Forgets the file at `place`.
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

    /// Puts every file whose steps were made against an earlier text onto the text that was read.
    ///
    /// # Errors
    /// As [`Draft::rebase`], with the place of each.
    pub fn rebase(&mut self) -> Result<(), Vec<(RootedPath, Reason)>> {
        let refused = |draft: &mut Draft| Some((draft.place().clone(), draft.rebase().err()?));
        let refused: Vec<_> = self.drafts.iter_mut().filter_map(refused).collect();
        if refused.is_empty() {
            Ok(())
        } else {
            Err(refused)
        }
    }

    /// The transitions of the files, sorted by place, now that every step is resolved.
    pub fn resolved(mut self) -> Vec<ResolvedFile> {
        let moved = |draft: &Draft| match draft.now()?.provenance() {
            Provenance::Moved(from) => Some(from.clone()),
            _ => None,
        };
        let moved: HashSet<RootedPath> = self.drafts.iter().filter_map(moved).collect();
        self.drafts
            .sort_unstable_by(|left, right| left.place().cmp(right.place()));
        let resolved = |draft: Draft| {
            let is_moved_away = moved.contains(draft.place());
            draft.resolved(is_moved_away)
        };
        self.drafts.into_iter().map(resolved).collect()
    }

    /// Gives the file at `from` the place `to`, which must be loaded and empty; where that is.
    ///
    /// # Errors
    /// `missing` or `exists`; `usage` when both are one place.
    pub fn relocate(&mut self, from: &RootedPath, to: &RootedPath) -> Result<RootedPath, Reason> {
        let to = self.destination(from, to);
        if *from == to && self.at(from)?.now().is_some() {
            let name = to.name().display().to_string();
            return Err(Impossible::MovedToItself { name }.into());
        }
        if self.at(from)?.now().is_none() {
            return Err(Reason::Missing);
        }
        self.at(&to)?.refuse_present()?;
        let now = self.at(from)?.take("move")?;
        self.at(&to)?
            .put("move", now.come_from(Provenance::Moved(from.clone())))?;
        Ok(to)
    }

    /// The new place of the file at `from` that is to be called `to`: that place, or where it leads to the file itself,
    /// the one that is spelled as it was typed. From now on both spellings lead there.
    pub fn destination(&mut self, from: &RootedPath, to: &RootedPath) -> RootedPath {
        let Some(apart) = to.respelled().filter(|_| from == to) else {
            return to.clone();
        };
        self.load(apart.clone(), None);
        match self.respelled.values_mut().find(|now| *now == to) {
            Some(now) => *now = apart.clone(),
            None => {
                self.respelled.insert(to.clone(), apart.clone());
            }
        }
        apart
    }

    /// The present place of the file that was located at `place`: under another spelling, if it was given one.
    pub fn present(&self, place: RootedPath) -> RootedPath {
        match self.respelled.get(&place) {
            Some(now) => now.meant_by(&place),
            None => place,
        }
    }
}

/// Refuses to copy a file to its own name in other letters, which lead to the file itself in this directory.
///
/// # Errors
/// `usage`.
pub fn refuse_copy_over_itself(from: &RootedPath, to: &RootedPath) -> Result<(), Reason> {
    let Some(apart) = to.respelled().filter(|_| from == to) else {
        return Ok(());
    };
    let why = Impossible::CopiedToItself {
        name: to.name().display().to_string(),
        respelled: apart.name().display().to_string(),
    };
    Err(why.into())
}

/// The result of a request for one file that was read for it.
#[derive(Clone, Debug)]
pub struct ResolvedFile {
    /// The transition of the file: of its text, until that is [encoded](Self::encode), and of its bytes then.
    pub transition: Transition,
    /// The transition of its text, once that is encoded and where it is not the same.
    decoded: Option<Box<Transition>>,
    /// The word of the first step that touched it; `None` when none did.
    pub operation: Option<&'static str>,
    /// Every place the steps matched or addressed.
    pub sites: FileSites,
    /// The outcome of each hunk.
    pub hunks: Vec<PlacedHunk>,
    /// What both sides of a merge changed, and what settled it.
    pub settled: Vec<SettledRegion>,
    /// The earlier text that its steps were made against, if that is not the one that was read.
    pub rebased: Option<Rebased>,
    /// Lines that had moved since they were given by their anchors.
    pub moved: Vec<MovedLines>,
    /// Whether all lines that were given by their anchors stand in the text that was read as they were.
    pub anchors_stand: bool,
    /// How many names in each style were replaced.
    pub styles: BTreeMap<NameStyle, usize>,
    /// The texts that were typed: those that the guards for free text judge.
    pub free_texts: Vec<FreeText>,
    /// Whether a step gave all of the text at once: who made it knows every line.
    pub is_given_whole: bool,
    /// Whether a step that takes the file away found it gone.
    pub was_already_absent: bool,
}

impl ResolvedFile {
    /// Whether any step touched the file.
    pub fn is_touched(&self) -> bool {
        self.operation.is_some()
    }

    /// The transition of the text: its lines are those that people see.
    pub fn of_text(&self) -> &Transition {
        self.decoded.as_deref().unwrap_or(&self.transition)
    }

    /// The transition of the bytes, where that is not the one of the text.
    pub fn of_bytes(&self) -> Option<&Transition> {
        self.decoded.is_some().then_some(&self.transition)
    }

    /// Translates the transition of the text into that of the bytes, which is written and noted. The files are said to be in
    /// `named`.
    ///
    /// # Errors
    /// `encoding`.
    pub fn encode(&mut self, named: Option<TextEncoding>) -> Result<(), Reason> {
        let encoded = self.transition.encoded().map_err(|(encoding, fault)| {
            let encoding = encoding.name();
            Reason::Encoding { encoding, fault }
        })?;
        self.decoded = match encoded {
            Some(encoded) => Some(std::mem::replace(&mut self.transition, encoded)),
            // An undo is made of bytes.
            None => self.transition.decoded(named),
        }
        .map(Box::new);
        Ok(())
    }
}
