//! The file that a part of a diff means.
//!
//! Nothing is guessed of a part that does not say where it belongs, by no name at all or a base name alone: its file
//! is the only one beneath the working directory in which every hunk stands exactly, and the report says how it was
//! found.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::super::files::{RequestFiles, leads_on, refuse_absolute_elsewhere};
use super::DiffApplier;
use super::part::{nameless, placing};
use crate::patch::{Cure, FileOperation, FilePatch, PatchFormat, PatchTarget, Strictness};
use crate::refusal::{Reason, Refusal, TargetFault};
use crate::report::Notice;
use crate::request::{Limits, PatchMode, Repeat};
use crate::resolve::place::{self, Placing};
use crate::snapshot::RootedPath;

impl<'a> DiffApplier<'a, '_> {
    /// The file `part` means, and how many components its names lose.
    pub(super) fn target(&mut self, part: &FilePatch) -> Result<(RootedPath, usize), Refusal> {
        if let Some(target) = &self.diff.target {
            let place = self.load_as(part, target)?;
            return Ok((place, 0));
        }
        if part.operation == FileOperation::Create {
            let is_here = |path: &PathBuf| self.leads_inside(path);
            let has_tree = part.is_of_two_trees && part.names.new.as_ref().is_some_and(is_here);
            let strip = self.strip.or(has_tree.then_some(0));
            let learned = self
                .candidates(part)?
                .find(|target| Some(target.strip) == strip);
            let first = || self.candidates(part).map(|mut all| all.next());
            let target = learned
                .map_or_else(first, |target| Ok(Some(target)))?
                .ok_or_else(nameless)?;
            let place = self.load_of(part, &target.path)?;
            let draft = self.files.drafts.at(&place);
            if draft.is_ok_and(|draft| draft.now().is_none()) {
                self.refuse_foreign(part, &target.path)?;
            }
            return Ok((place, target.strip));
        }
        let candidates = self.candidates(part)?;
        if let Some(found) = self.existing(part, candidates)? {
            return Ok(found);
        }
        let is_gone = part.operation == FileOperation::Delete && self.repeat == Repeat::Accept;
        // Who says how many components go means the name that is left.
        let is_free = !is_gone && self.diff.strip.is_none();
        if is_free && let Some(path) = only_fit(part, &mut self.files.origin) {
            let place = self.load(&path)?;
            let named = part.names.new.clone().or(part.names.old.clone());
            self.outcome.warn(&place, Notice::FoundByText { named });
            return Ok((place, 0));
        }
        let first = self.candidates(part)?.next().ok_or_else(nameless)?;
        let place = self.load_of(part, &first.path)?;
        let is_there = self
            .files
            .drafts
            .at(&place)
            .is_ok_and(|draft| draft.before().is_some());
        if is_there || is_gone {
            // A part before this one has taken it away.
            Ok((place, first.strip))
        } else {
            let alike = alike(&first.path, &self.files.origin);
            Err(Refusal::new(Reason::MissingTarget { alike }).at(place.shown()))
        }
    }

    /// Whether none of the files that `part` may mean is there.
    pub(super) fn is_missing(&mut self, part: &FilePatch) -> Result<bool, Refusal> {
        if let Some(target) = &self.diff.target {
            let place = self.load_as(part, target)?;
            let draft = self.files.drafts.at(&place);
            return Ok(draft.is_ok_and(|draft| draft.now().is_none()));
        }
        if part.names.is_unnamed() {
            return Ok(false);
        }
        let candidates = self.candidates(part)?;
        Ok(self.existing(part, candidates)?.is_none())
    }

    /// Gives the names of `part` `/` for their backslashes where that leads into a directory that is there
    /// and the names as they stand lead to no file: `src\a.py` is how other systems write `src/a.py`. What git
    /// names is sure.
    pub(super) fn turn_backslashes(&mut self, part: &mut FilePatch) {
        let slashed = match part.names.slashed() {
            Some(slashed) if part.format != PatchFormat::Git && self.diff.target.is_none() => {
                slashed
            }
            _ => return,
        };
        let as_it_stands = self.candidates(part).map(Iterator::collect);
        if let Ok(candidates) = as_it_stands
            && !matches!(self.existing(part, Vec::into_iter(candidates)), Ok(None))
        {
            self.turn_new_name(part, slashed.new);
            return;
        }
        let turned = FilePatch {
            names: slashed,
            ..part.clone()
        };
        let is_in_directory = self
            .candidates(&turned)
            .is_ok_and(|mut candidates| candidates.any(|target| self.leads_on(&target.path)));
        if is_in_directory {
            *part = turned;
        }
    }

    /// Turns the backslashes of the name that a file which is there gets, whose own name stays.
    fn turn_new_name(&mut self, part: &mut FilePatch, slashed: Option<PathBuf>) {
        let (FileOperation::Rename | FileOperation::Copy, Some(slashed), Some(named)) =
            (part.operation, slashed, &part.names.new)
        else {
            return;
        };
        let named = self.path_below(named);
        if !self.files.has(&named) && self.leads_on(&slashed) {
            part.names.new = Some(slashed);
        }
    }

    /// Whether `path` leads into a directory that is there, or to where no name may lead.
    fn leads_on(&mut self, path: &Path) -> bool {
        leads_on(&self.base.join(path), &mut self.files.origin)
    }

    /// Refuses to make a file of the name `path`, which is absolute on another system. What git names is sure.
    pub(super) fn refuse_foreign(&self, part: &FilePatch, path: &Path) -> Result<(), Refusal> {
        match part.format {
            PatchFormat::Git => Ok(()),
            _ => refuse_absolute_elsewhere(path),
        }
    }

    /// Whether the first directory that `path` goes through is there.
    fn leads_inside(&mut self, path: &Path) -> bool {
        let directories = path.components().count() - 1;
        self.files
            .origin
            .locate(&self.base.join(path))
            .is_ok_and(|place| place.missing_parents().len() < directories)
    }

    /// The first of `candidates` that is there.
    fn existing(
        &mut self,
        part: &FilePatch,
        candidates: impl Iterator<Item = PatchTarget>,
    ) -> Result<Option<(RootedPath, usize)>, Refusal> {
        for (number, target) in candidates.enumerate() {
            let place = match self.load_of(part, &target.path) {
                Ok(place) => place,
                Err(refusal) if number == 0 => return Err(refusal),
                Err(_) => continue,
            };
            let draft = self.files.drafts.at(&place);
            if draft.is_ok_and(|draft| draft.now().is_some()) {
                return Ok(Some((place, target.strip)));
            }
            self.files.drafts.forget_untouched(&place);
        }
        Ok(None)
    }

    /// Finds out how many components the names of this diff lose, from the files that are there.
    pub(super) fn learn_strip(&mut self, parts: &[FilePatch]) {
        let old_files = parts
            .iter()
            .filter(|part| part.operation != FileOperation::Create);
        for part in old_files {
            let Ok(candidates) = self.candidates(part) else {
                continue;
            };
            if let Ok(Some((_, strip))) = self.existing(part, candidates) {
                self.strip = Some(strip);
                return;
            }
        }
    }

    /// The other file that `part` names for the one at `place`, where that is there too (`conf` and `conf.new`).
    pub(super) fn other_named(
        &mut self,
        part: &FilePatch,
        place: &RootedPath,
        strip: usize,
    ) -> Option<RootedPath> {
        if self.diff.target.is_some() || part.operation != FileOperation::Modify {
            return None;
        }
        let targets = part.targets(strip);
        if targets.len() < 2 {
            return None;
        }
        for target in targets {
            let Ok(other) = self.load_of(part, &target.path) else {
                continue;
            };
            if other == *place {
                continue;
            }
            let draft = self.files.drafts.at(&other);
            if draft.is_ok_and(|draft| draft.now().is_some()) {
                return Some(other);
            }
            self.files.drafts.forget_untouched(&other);
        }
        None
    }

    /// # Errors
    /// `part` stands in the file at `place` already, and the one at `other`, which it names too, has the text before.
    pub(super) fn refuse_done_beside(
        &mut self,
        part: &FilePatch,
        place: &RootedPath,
        other: &RootedPath,
    ) -> Result<(), Refusal> {
        let how = placing(self.diff, self.repeat, part);
        let mut changes = |place: &RootedPath| {
            let text = self.text_before(part, place)?;
            let placed = place::place(part, &text, &how).ok()?;
            Some(!placed.changes.is_empty())
        };
        if changes(place) == Some(false) && changes(other) == Some(true) {
            let why = TargetFault::OtherIsBefore {
                other: other.shown().to_path_buf(),
            };
            return Err(Refusal::new(Reason::BadTarget { why }).at(place.shown()));
        }
        Ok(())
    }

    /// The refusal of `part` because of `reason`, for which its file need not be read.
    pub(super) fn unread(&self, part: &FilePatch, reason: Reason) -> Refusal {
        let first = || self.candidates(part).ok()?.next();
        let named = self.diff.target.clone();
        match named.or_else(|| first().map(|target| target.path)) {
            Some(path) => Refusal::new(reason).at(path),
            None => Refusal::new(reason),
        }
    }

    /// The files `part` may mean. Its names may lose a first component as a matter of course; more only where
    /// a directory of the name stays or the last one dropped is the one we are in: a base name alone proves
    /// nothing.
    fn candidates<'p>(
        &self,
        part: &'p FilePatch,
    ) -> Result<impl Iterator<Item = PatchTarget> + use<'p, 'a>, Refusal> {
        let stated = self.diff.strip.map(|strip| stated(part, strip));
        let guessed = stated.is_none().then(|| part.target_candidates());
        let directory = self.directory;
        let plausible = move |target: &PatchTarget| {
            let keeps_directory = target.path.components().count() > 1;
            target.strip <= 1 || keeps_directory || is_inside_dropped(part, target.strip, directory)
        };
        let stated = stated.transpose()?.into_iter().flatten();
        Ok(stated.chain(guessed.into_iter().flatten().filter(plausible)))
    }
}

/// The files `part` means when its names lose `strip` components.
fn stated(part: &FilePatch, strip: usize) -> Result<Vec<PatchTarget>, Refusal> {
    let too_few = || {
        Refusal::new(Reason::BadPatch {
            line: part.line,
            problem: format!("its names have no more than {strip} leading components to drop"),
            cure: Cure::CountComponents,
        })
    };
    if part.operation == FileOperation::Modify && !part.names.is_unnamed() {
        let targets = part.targets(strip);
        return if targets.is_empty() {
            Err(too_few())
        } else {
            Ok(targets)
        };
    }
    let names = part.names.stripped(strip).ok_or_else(too_few)?;
    let (first, second) = match part.operation {
        FileOperation::Delete | FileOperation::Rename | FileOperation::Copy => {
            (names.old, names.new)
        }
        FileOperation::Create | FileOperation::Modify => (names.new, None),
    };
    let paths = first.into_iter().chain(second);
    Ok(paths.map(|path| PatchTarget { strip, path }).collect())
}

/// Whether the last of the components dropped from the names of `part` is the `directory` we are in.
fn is_inside_dropped(part: &FilePatch, strip: usize, directory: Option<&OsStr>) -> bool {
    let name = part.names.old.as_ref().or(part.names.new.as_ref());
    let dropped = name.and_then(|name| name.components().nth(strip - 1));
    dropped.is_some_and(|dropped| Some(dropped.as_os_str()) == directory)
}

/// Entries beneath the working directory beyond which nothing is searched.
const ENTRIES: usize = 20_000;
/// Files that are read and compared at most.
const FILES: usize = 2_000;
/// Files of a base name that are named at most.
const ALIKE: usize = 3;
/// Largest file that is compared, bytes.
const FILE_SIZE: u64 = 4 << 20;

/// The only file in which `part` stands exactly. `None` when there is none or several, when the part
/// names a directory, or when there are too many files to be sure.
fn only_fit(part: &FilePatch, files: &mut RequestFiles) -> Option<PathBuf> {
    let is_lost = part.operation == FileOperation::Modify
        && part.strictness == Strictness::Repair
        && !part.hunks().is_empty();
    if !is_lost {
        return None;
    }
    let wanted = base_name(part)?;
    let candidates: Vec<_> = files
        .below(ENTRIES)?
        .into_iter()
        .filter(|path| wanted.is_none_or(|name| path.file_name() == name.file_name()))
        .collect();
    if candidates.len() > FILES {
        return None;
    }
    let mut fitting = candidates
        .into_iter()
        .filter(|path| fits(part, path, files));
    let only = fitting.next()?;
    fitting.next().is_none().then_some(only)
}

/// The base name that is all a part says of its file: `Some(None)` when it says nothing, `None` when it
/// names a directory too.
fn base_name(part: &FilePatch) -> Option<Option<&Path>> {
    let name = part.names.new.as_deref().or(part.names.old.as_deref());
    let Some(name) = name else {
        return Some(None);
    };
    let mut components = name.components();
    let directory = match components.clone().count() {
        1 => return Some(Some(name)),
        2 => components.next()?,
        _ => return None,
    };
    let is_prefix = ["a", "b"]
        .iter()
        .any(|prefix| directory.as_os_str() == *prefix);
    is_prefix.then_some(Some(name))
}

/// The files beneath the working directory with the base name of `path`, the first few of them by name.
fn alike(path: &Path, files: &RequestFiles) -> Vec<PathBuf> {
    let all = files.below(ENTRIES).unwrap_or_default().into_iter();
    let mut alike: Vec<PathBuf> = all
        .filter(|other| other.file_name() == path.file_name())
        .collect();
    alike.sort_unstable();
    alike.truncate(ALIKE);
    alike
}

fn fits(part: &FilePatch, path: &Path, files: &mut RequestFiles) -> bool {
    let limits = Limits {
        max_size: FILE_SIZE,
        ..Limits::default()
    };
    let strictly = Placing {
        mode: PatchMode::Strict,
        repeat: Repeat::Refuse,
        base: None,
    };
    let text = files
        .locate(path)
        .and_then(|place| files.read(&place, &limits));
    match text {
        Ok(Some(text)) => place::place(part, &text.decoded(None), &strictly).is_ok(),
        _ => false,
    }
}
