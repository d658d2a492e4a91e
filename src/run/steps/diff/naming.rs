//! Finds the file that a part of a diff is for.
//!
//! A part with no name, or only a base name, does not say where it belongs. Its file is the only one below the
//! working directory that contains every hunk exactly. The report says that the file was found by its content.

use std::path::{Path, PathBuf};

use super::super::files::{RequestFiles, is_plausible_path, refuse_windows_path};
use super::DiffApplier;
use super::part::{nameless, place_options};
use super::target_names::{leads_into, possible_targets};
use crate::patch::{
    FileOperation, FilePatch, PatchFormat, PatchTarget, Strictness, is_blob_prefix,
};
use crate::refusal::{Reason, Refusal, TargetFault};
use crate::report::Notice;
use crate::request::{Limits, PatchMode, Repeat};
use crate::resolve::place::{self, PlaceOptions};
use crate::snapshot::RootedPath;

/// The maximum number of directory entries for a search below the working directory.
const MAX_ENTRIES: usize = 20_000;
/// The maximum number of files to compare.
const MAX_FILES: usize = 2_000;
/// The maximum number of similar files to list.
const MAX_ALIKE: usize = 3;
/// The maximum size of a compared file, in bytes.
const MAX_FILE_SIZE: u64 = 4 << 20;

/// The file that a part is for.
pub(super) struct LocatedTarget {
    pub(super) place: RootedPath,
    /// The number of components to strip from the names of the part.
    pub(super) strip: usize,
}

/// The directories that `diff -r old new` compared.
pub(super) struct TwoTrees {
    old: PathBuf,
    new: PathBuf,
}

impl DiffApplier<'_, '_> {
    /// The file that `part` is for.
    pub(super) fn target(&mut self, part: &FilePatch) -> Result<LocatedTarget, Refusal> {
        if let Some(target) = &self.diff.target {
            let place = self.load_target(part, target)?;
            return Ok(LocatedTarget { place, strip: 0 });
        }
        if part.operation == FileOperation::Create {
            return self.target_to_create(part);
        }
        let candidates = possible_targets(part, self.diff.strip)?;
        if let Some(found) = self.find_existing(part, candidates)? {
            return Ok(found);
        }
        let may_be_gone = part.operation == FileOperation::Delete && self.repeat == Repeat::Accept;
        // With a stated number of components or with the prefixes of a git header, the name is certain.
        let is_certain = self.diff.strip.is_some()
            || part.format == PatchFormat::Git && part.has_certain_prefix();
        if !may_be_gone
            && !is_certain
            && let Some(path) = only_exact_match(part, &mut self.files.origin)
        {
            let place = self.load_of(part, &path)?;
            let named = part.names.new_or_old().map(Path::to_path_buf);
            self.outcome.warn(&place, Notice::FoundByText(named));
            return Ok(LocatedTarget { place, strip: 0 });
        }
        let first = possible_targets(part, self.diff.strip)?
            .next()
            .ok_or_else(nameless)?;
        let place = self.load_of(part, &first.path)?;
        let draft = self.files.drafts.at(&place);
        let was_there = draft.is_ok_and(|draft| draft.before().is_some());
        if may_be_gone || was_there {
            let strip = first.strip;
            return Ok(LocatedTarget { place, strip });
        }
        let removes = matches!(
            part.operation,
            FileOperation::Delete | FileOperation::Rename
        );
        let reason = Reason::MissingTarget {
            alike: files_alike(&first.path, &self.files.origin),
            removes,
        };
        Err(reason.at(place.shown()))
    }

    fn target_to_create(&mut self, part: &FilePatch) -> Result<LocatedTarget, Refusal> {
        let target = self.name_to_create(part)?;
        let place = self.load_of(part, &target.path)?;
        if !self.files.exists_at(&place) {
            self.refuse_foreign(part, &target.path)?;
        }
        let strip = target.strip;
        Ok(LocatedTarget { place, strip })
    }

    /// The name of the file that `part` creates. Of two trees, it is in the one that is edited. It loses as many components as the names of existing files. The name
    /// of a tree may also be the name of a directory here: `diff -ruN lib.orig lib`.
    fn name_to_create(&mut self, part: &FilePatch) -> Result<PatchTarget, Refusal> {
        let mut strip = self.learned_strip;
        if strip.is_none()
            && part.has_two_prefixes
            && !part.has_git_prefix()
            && let Some(name) = &part.names.new
            && self.has_first_directory(name)
        {
            strip = Some(0);
        }
        let mut first = None;
        for mut target in possible_targets(part, self.diff.strip)? {
            if let Some(trees) = &self.edited_tree
                && let Ok(path) = target.path.strip_prefix(&trees.new)
            {
                target.path = trees.old.join(path);
            }
            if Some(target.strip) == strip {
                return Ok(target);
            }
            first.get_or_insert(target);
        }
        first.ok_or_else(nameless)
    }

    /// True if no file that `part` may be for exists.
    pub(super) fn is_missing(&mut self, part: &FilePatch) -> Result<bool, Refusal> {
        if let Some(target) = &self.diff.target {
            let place = self.load_target(part, target)?;
            return Ok(!self.files.exists_at(&place));
        }
        if part.names.is_unnamed() {
            return Ok(false);
        }
        let candidates = possible_targets(part, self.diff.strip)?;
        Ok(self.find_existing(part, candidates)?.is_none())
    }

    /// The file that the rename `part` has already renamed, if repeating it is a success. The old name must be gone.
    /// The file with the new name must contain the new lines of the part, or the journal must list the move.
    pub(super) fn already_renamed(
        &mut self,
        part: &FilePatch,
    ) -> Result<Option<RootedPath>, Refusal> {
        let may_be_done = part.operation == FileOperation::Rename && self.repeat == Repeat::Accept;
        if !may_be_done || self.diff.target.is_some() || !self.is_missing(part)? {
            return Ok(None);
        }
        for target in possible_targets(part, self.diff.strip)? {
            let names = part.names.stripped(target.strip);
            let Some(new_name) = names.and_then(|names| names.new) else {
                continue;
            };
            let (Ok(from), Ok(to)) = (
                self.load_of(part, &target.path),
                self.load_of(part, &new_name),
            ) else {
                continue;
            };
            let is_done = if part.hunks().is_empty() {
                self.earlier.was_moved(&from, &to, &self.files.origin)
            } else {
                self.would_change(part, &to) == Some(false)
            };
            self.files.drafts.forget_untouched(&from);
            if is_done {
                return Ok(Some(to));
            }
            self.files.drafts.forget_untouched(&to);
        }
        Ok(None)
    }

    /// Replaces backslashes in the names of `part` by `/`, as other systems write `src\a.py` for `src/a.py`. The
    /// result must lead into an existing directory, and no file may have the original name. Names from git are never
    /// changed.
    pub(super) fn turn_backslashes(&mut self, part: &mut FilePatch) {
        if part.format == PatchFormat::Git || self.diff.target.is_some() {
            return;
        }
        let Some(slashed) = part.names.slashed() else {
            return;
        };
        let named = match possible_targets(part, self.diff.strip) {
            Ok(candidates) => self.find_existing(part, candidates),
            Err(_) => Ok(None),
        };
        if !matches!(named, Ok(None)) {
            self.turn_new_name(part, slashed.new);
            return;
        }
        let turned = FilePatch {
            names: slashed,
            ..part.clone()
        };
        let is_plausible =
            possible_targets(&turned, self.diff.strip).is_ok_and(|mut candidates| {
                candidates.any(|target| self.is_plausible_path(&target.path))
            });
        if is_plausible {
            *part = turned;
        }
    }

    /// Replaces backslashes in the new name of an existing file that keeps its old name.
    fn turn_new_name(&mut self, part: &mut FilePatch, slashed: Option<PathBuf>) {
        let (Some(slashed), Some(named)) = (slashed, &part.names.new) else {
            return;
        };
        if !matches!(part.operation, FileOperation::Rename | FileOperation::Copy) {
            return;
        }
        let named = self.path_below(named);
        if !self.files.may_exist(&named) && self.is_plausible_path(&slashed) {
            part.names.new = Some(slashed);
        }
    }

    /// True if `path` leads into an existing directory, or outside the allowed directories.
    fn is_plausible_path(&mut self, path: &Path) -> bool {
        is_plausible_path(&self.directory.join(path), &mut self.files.origin)
    }

    /// Refuses to create a file if `path` is absolute on another system. Names from git are never refused.
    pub(super) fn refuse_foreign(&self, part: &FilePatch, path: &Path) -> Result<(), Refusal> {
        match part.format {
            PatchFormat::Git => Ok(()),
            _ => refuse_windows_path(path),
        }
    }

    /// True if the first directory in `path` exists.
    fn has_first_directory(&mut self, path: &Path) -> bool {
        let directories = path.components().count() - 1;
        self.files
            .origin
            .locate(&self.path_below(path))
            .is_ok_and(|place| place.missing_parents().len() < directories)
    }

    /// The first of `candidates` that exists.
    fn find_existing(
        &mut self,
        part: &FilePatch,
        candidates: impl Iterator<Item = PatchTarget>,
    ) -> Result<Option<LocatedTarget>, Refusal> {
        for (number, target) in candidates.enumerate() {
            match self.load_existing(part, &target.path) {
                Ok(Some(place)) => {
                    let strip = target.strip;
                    return Ok(Some(LocatedTarget { place, strip }));
                }
                Err(refusal) if number == 0 => return Err(refusal),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Loads the file `path` of `part`; `None` if it does not exist.
    fn load_existing(
        &mut self,
        part: &FilePatch,
        path: &Path,
    ) -> Result<Option<RootedPath>, Refusal> {
        let place = self.load_of(part, path)?;
        if self.files.exists_at(&place) {
            return Ok(Some(place));
        }
        self.files.drafts.forget_untouched(&place);
        Ok(None)
    }

    /// In a subdirectory of a git repository, decides whether the names of a git diff are relative to the top, as for
    /// `git apply`, or to the subdirectory, as in the output of `git diff --relative`. The files with the blobs of the
    /// diff decide, then the files that exist, then the names.
    ///
    /// # Errors
    /// If the same files exist in both directories, and no name leads to the subdirectory.
    pub(super) fn choose_directory(&mut self, parts: &[FilePatch]) -> Result<(), Refusal> {
        if self.diff.target.is_some() || parts.iter().all(|part| part.format != PatchFormat::Git) {
            return Ok(());
        }
        let Some(from_top) = self.files.origin.path_in_repository(self.directory) else {
            return Ok(());
        };
        let mut leads_here = false;
        for part in parts {
            leads_here |= leads_into(part, self.diff.strip, &from_top);
        }
        let (blobs_here, here) = self.existing_files(parts);
        self.path_from_top = Some(from_top);
        let (blobs_at_top, at_top) = self.existing_files(parts);
        let order = (blobs_at_top, at_top.len()).cmp(&(blobs_here, here.len()));
        if order.is_gt() || order.is_eq() && leads_here {
            return Ok(());
        }
        self.path_from_top = None;
        if order.is_eq()
            && let (Some(here), Some(at_top)) = (here.first(), at_top.first())
        {
            let why = TargetFault::AlsoAtTop(at_top.shown().to_path_buf());
            return Err(Reason::BadTarget(why).at(here.shown()));
        }
        Ok(())
    }

    /// The existing files of `parts`, and how many of them contain a blob that their part names.
    fn existing_files(&mut self, parts: &[FilePatch]) -> (usize, Vec<RootedPath>) {
        let mut blobs = 0;
        let mut places = Vec::new();
        for part in parts {
            if part.operation == FileOperation::Create {
                continue;
            }
            let Ok(candidates) = possible_targets(part, self.diff.strip) else {
                continue;
            };
            if let Ok(Some(target)) = self.find_existing(part, candidates) {
                if let (Some((old, new)), Some(text)) =
                    (&part.blobs, self.text_before(part, &target.place))
                {
                    let text = text.bytes();
                    blobs += usize::from(is_blob_prefix(text, old) || is_blob_prefix(text, new));
                }
                self.files.drafts.forget_untouched(&target.place);
                places.push(target.place);
            }
        }
        (blobs, places)
    }

    /// Finds the number of components to strip from the names of this diff, so that they lead to existing files.
    pub(super) fn learn_strip(&mut self, parts: &[FilePatch]) {
        for part in parts {
            if part.operation == FileOperation::Create {
                continue;
            }
            if let Ok(candidates) = possible_targets(part, self.diff.strip)
                && let Ok(Some(target)) = self.find_existing(part, candidates)
            {
                self.learned_strip = Some(target.strip);
                self.edited_tree = self.edited_tree(part, &target);
                return;
            }
        }
    }

    /// The trees in which `part` names its file, if `target` is the file in the old one.
    fn edited_tree(&mut self, part: &FilePatch, target: &LocatedTarget) -> Option<TwoTrees> {
        let names = part.names.stripped(target.strip)?;
        let (old, new) = (names.old?, names.new?);
        let old_tree = old.components().next()?.as_os_str();
        let new_tree = new.components().next()?.as_os_str();
        let is_in_both = old.strip_prefix(old_tree).ok()? == new.strip_prefix(new_tree).ok()?;
        let is_directory = old.components().count() > 1;
        if old_tree == new_tree || !is_in_both || !is_directory {
            return None;
        }
        let old_place = self.load_of(part, &old).ok()?;
        if old_place != target.place {
            return None;
        }
        Some(TwoTrees {
            old: old_tree.into(),
            new: new_tree.into(),
        })
    }

    /// The other file that `part` names besides `first`, if both exist (`conf` and `conf.new`).
    pub(super) fn second_target(
        &mut self,
        part: &FilePatch,
        first: &LocatedTarget,
    ) -> Option<RootedPath> {
        if self.diff.target.is_some() || part.operation != FileOperation::Modify {
            return None;
        }
        let targets = part.targets(first.strip);
        if targets.len() < 2 {
            return None;
        }
        for target in targets {
            if let Ok(Some(other)) = self.load_existing(part, &target.path)
                && other != first.place
            {
                return Some(other);
            }
        }
        None
    }

    /// Refuses `part` if it is applied in the file at `place` already, but not in the one at `other`, which it names
    /// too.
    pub(super) fn refuse_applied_to_one(
        &mut self,
        part: &FilePatch,
        place: &RootedPath,
        other: &RootedPath,
    ) -> Result<(), Refusal> {
        let is_applied = self.would_change(part, place) == Some(false);
        if is_applied && self.would_change(part, other) == Some(true) {
            let why = TargetFault::OtherIsUnpatched(other.shown().to_path_buf());
            return Err(Reason::BadTarget(why).at(place.shown()));
        }
        Ok(())
    }

    /// True if `part` changes the file at `place`; `None` if it does not apply there.
    fn would_change(&mut self, part: &FilePatch, place: &RootedPath) -> Option<bool> {
        let options = place_options(self.diff, self.repeat, part);
        let text = self.text_before(part, place)?;
        let placed = place::place(part, &text, &options).ok()?;
        Some(!placed.changes.is_empty())
    }

    /// The refusal of `part` for `reason`, without reading its file.
    pub(super) fn refusal_of_unread(&self, part: &FilePatch, reason: Reason) -> Refusal {
        if let Some(path) = &self.diff.target {
            return reason.at(path);
        }
        if let Ok(mut candidates) = possible_targets(part, self.diff.strip)
            && let Some(target) = candidates.next()
        {
            return reason.at(self.path_below(&target.path));
        }
        Refusal::new(reason)
    }
}

/// The only file that contains `part` exactly. `None` if there is no such file or several, if the part names a
/// directory, or if there are too many files to check.
fn only_exact_match(part: &FilePatch, files: &mut RequestFiles) -> Option<PathBuf> {
    if part.operation != FileOperation::Modify
        || part.strictness != Strictness::Repair
        || part.hunks().is_empty()
    {
        return None;
    }
    let mut candidates = files.below(MAX_ENTRIES)?;
    match name_given(part) {
        NameGiven::None => {}
        NameGiven::Base(name) => candidates.retain(|path| path.file_name() == name.file_name()),
        NameGiven::WithDirectory => return None,
    }
    if candidates.len() > MAX_FILES {
        return None;
    }
    let mut only = None;
    for path in candidates {
        if applies_exactly(part, &path, files) {
            if only.is_some() {
                return None;
            }
            only = Some(path);
        }
    }
    only
}

/// The kind of name that a part gives its file.
enum NameGiven<'p> {
    None,
    /// A base name, possibly with a prefix such as git's `a/`.
    Base(&'p Path),
    WithDirectory,
}

fn name_given(part: &FilePatch) -> NameGiven<'_> {
    let Some(name) = part.names.new_or_old() else {
        return NameGiven::None;
    };
    let components: Vec<_> = name.components().collect();
    match components[..] {
        [_] => NameGiven::Base(name),
        [_, _] if part.has_prefix(1) => NameGiven::Base(name),
        _ => NameGiven::WithDirectory,
    }
}

/// The first files below the working directory with the base name of `path`, sorted.
fn files_alike(path: &Path, files: &RequestFiles) -> Vec<PathBuf> {
    let mut alike = files.below(MAX_ENTRIES).unwrap_or_default();
    alike.retain(|other| other.file_name() == path.file_name());
    alike.sort_unstable();
    alike.truncate(MAX_ALIKE);
    alike
}

fn applies_exactly(part: &FilePatch, path: &Path, files: &mut RequestFiles) -> bool {
    let limits = Limits {
        max_size: MAX_FILE_SIZE,
        ..Limits::default()
    };
    let strictly = PlaceOptions::in_mode(PatchMode::Strict);
    let text = files
        .locate(path)
        .and_then(|place| files.read(&place, &limits));
    match text {
        Ok(Some(text)) => place::place(part, &text.decoded(None), &strictly).is_ok(),
        _ => false,
    }
}
