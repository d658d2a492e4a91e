//! A step of a log: its state, and how to complete, undo and clean up after it.
//!
//! A crash may interrupt each of these operations, and the next recovery repeats them. So each operation inspects the
//! files, and does only what is missing.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, Mode, fchmod, openat, unlinkat};
use rustix::io::Errno;

use super::log_directory::errno;
use super::open_directories::{FoundFile, OpenDirectories};
use super::record::{
    LoggedInPlace, LoggedMode, LoggedName, LoggedRemoval, LoggedStep, Mark, TransactionLog,
};
use crate::disk::commit::failure::Failure;
use crate::disk::commit::in_place::{IN_PLACE, overwrite};
use crate::disk::commit::rename::{rename_free, rename_numbered, replace_and_keep};
use crate::disk::commit::replaced_file::ReplacedFile;
use crate::disk::commit_options::Sync;
use crate::disk::sandbox::attributes::bits;
use crate::disk::sandbox::directory::{Directory, DirectoryEntry, discard};
use crate::disk::sandbox::inodes::Inodes;
use crate::disk::sandbox::leaf;
use crate::error::Fault;

/// The name for an old file that cannot be restored.
const KEPT: &str = "incise-kept.found";

/// The progress of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepState {
    /// The step is applied, or was applied before another process changed the file.
    Done,
    /// The step can be applied.
    Doable,
    /// The step cannot be applied without overwriting a file of another process.
    Blocked,
}

/// The outcome of undoing a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UndoOutcome {
    /// The old state is restored.
    Restored,
    /// Another process has written the file since. The file was not touched.
    Left,
}

impl LoggedStep {
    /// The name in reports.
    pub(super) fn target(&self) -> &LoggedName {
        self.targets()[0]
    }

    /// True if a directory of the step no longer exists. There is nothing to do then.
    fn is_out_of_reach(&self, directories: &OpenDirectories) -> bool {
        self.targets()
            .iter()
            .any(|at| directories.start_of(at).is_none())
    }

    pub(super) fn state(&self, directories: &OpenDirectories) -> Result<StepState, Errno> {
        if self.is_out_of_reach(directories) {
            return Ok(StepState::Done);
        }
        match self {
            Self::Put(put) => put.state(directories),
            Self::Removal(removal) => removal.state(directories),
            Self::Move(step) => step.state(directories),
            Self::SetMode(step) => step.state(directories),
            Self::InPlace(step) => step.state(directories),
        }
    }

    /// Applies the rest of a step that is [`StepState::Doable`].
    pub(super) fn forward(&self, directories: &OpenDirectories) -> Result<(), Errno> {
        match self {
            Self::Put(put) => put.forward(directories),
            Self::Removal(removal) => removal.forward(directories),
            Self::Move(step) => step.forward(directories),
            Self::SetMode(step) => step.set(directories, step.modes.1),
            Self::InPlace(step) => step.write(directories, &step.new, step.modes.1),
        }
    }

    /// Undoes the part that was applied.
    pub(super) fn backward(&self, directories: &OpenDirectories) -> Result<UndoOutcome, Errno> {
        if self.is_out_of_reach(directories) {
            return Ok(UndoOutcome::Left);
        }
        match self {
            Self::Put(put) => put.backward(directories),
            Self::Removal(removal) => removal.backward(directories),
            Self::Move(step) => step.backward(directories),
            Self::SetMode(step) => {
                if directories.file_at(&step.at)?.has_mark(step.own) {
                    step.set(directories, step.modes.0)
                        .map(|()| UndoOutcome::Restored)
                } else {
                    Ok(UndoOutcome::Left)
                }
            }
            Self::InPlace(step) => match step.text(directories)? {
                InPlaceText::Untouched => Ok(UndoOutcome::Restored),
                InPlaceText::Ours => step
                    .write(directories, &step.old, step.modes.0)
                    .map(|()| UndoOutcome::Restored),
                InPlaceText::Foreign => Ok(UndoOutcome::Left),
            },
        }
    }

    /// True if another process has written to a file that the step writes in place. The text may be a mixture of both
    /// writes.
    pub(super) fn is_overtaken(&self, directories: &OpenDirectories) -> Result<bool, Errno> {
        match self {
            Self::InPlace(step) if directories.start_of(&step.at).is_some() => {
                Ok(matches!(step.text(directories)?, InPlaceText::Foreign))
            }
            _ => Ok(false),
        }
    }

    /// Renames a kept file that cannot be restored to a name that is never swept. Returns its path; `None` if there
    /// is no kept file.
    pub(super) fn keep(&self, directories: &OpenDirectories) -> Result<Option<PathBuf>, Errno> {
        let name = match self {
            Self::InPlace(step) => &step.old,
            Self::Removal(removal) if removal.kept_file(directories)?.has_mark(removal.old) => {
                &removal.kept
            }
            Self::Move(step) if step.respelled => &step.kept,
            _ => return Ok(None),
        };
        let Some(directory) = directories.start_of(self.target()) else {
            return Ok(None);
        };
        match rename_numbered(directory.at(name), KEPT) {
            Ok(name) => Ok(Some(directory.outward(&name))),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Removes the staged and kept files of a step that is completely applied or completely undone.
    pub(super) fn tidy(&self, directories: &OpenDirectories) -> Result<(), Errno> {
        let ours = match self {
            Self::Put(put) => vec![(&put.at, &put.temp), (&put.at, &put.kept)],
            Self::Removal(removal) => return removal.tidy(directories),
            // The name was only an intermediate name of the file itself.
            Self::Move(step) if step.respelled => Vec::new(),
            Self::Move(step) => vec![(&step.from, &step.kept), (&step.at, &step.kept)],
            Self::SetMode(_) => Vec::new(),
            Self::InPlace(step) => vec![(&step.at, &step.new), (&step.at, &step.old)],
        };
        for (at, name) in ours {
            if let Some(directory) = directories.start_of(at) {
                discard(directory, name)?;
            }
        }
        Ok(())
    }
}

impl LoggedRemoval {
    fn state(&self, directories: &OpenDirectories) -> Result<StepState, Errno> {
        let target = directories.file_at(&self.at)?;
        let kept = self.kept_file(directories)?;
        if kept.has_mark(self.old) {
            return Ok(StepState::Done);
        }
        if !kept.is_nothing() {
            return Ok(StepState::Blocked);
        }
        if target.has_mark(self.old) {
            return Ok(StepState::Doable);
        }
        // The file was moved aside and then deleted, or another process has put a file here.
        Ok(if target.is_nothing() {
            StepState::Done
        } else {
            StepState::Blocked
        })
    }

    fn kept_file(&self, directories: &OpenDirectories) -> Result<FoundFile, Errno> {
        match directories.start_of(&self.at) {
            Some(directory) => FoundFile::at(directory, &self.kept),
            None => Ok(FoundFile::Nothing),
        }
    }

    fn forward(&self, directories: &OpenDirectories) -> Result<(), Errno> {
        let directory = directories.start_of(&self.at).ok_or(Errno::NOENT)?;
        let target = directory.at(&self.at.name);
        rename_free(target, directory.at(&self.kept))
    }

    fn backward(&self, directories: &OpenDirectories) -> Result<UndoOutcome, Errno> {
        let directory = directories.start_of(&self.at).ok_or(Errno::NOENT)?;
        let target = directories.file_at(&self.at)?;
        let kept = self.kept_file(directories)?;
        if kept.is_nothing() {
            return Ok(if target.has_mark(self.old) {
                UndoOutcome::Restored
            } else {
                UndoOutcome::Left
            });
        }
        if target.is_nothing() {
            let kept_at = directory.at(&self.kept);
            rename_free(kept_at, directory.at(&self.at.name))?;
            return Ok(UndoOutcome::Restored);
        }
        if !kept.is_same_file(&target) {
            return Ok(UndoOutcome::Left);
        }
        // The rename was done by linking, so both names lead to the file.
        discard(directory, &self.kept)?;
        Ok(UndoOutcome::Restored)
    }

    /// Removes the kept file if it is the file to remove.
    fn tidy(&self, directories: &OpenDirectories) -> Result<(), Errno> {
        match directories.start_of(&self.at) {
            Some(directory) if self.kept_file(directories)?.has_mark(self.old) => {
                discard(directory, &self.kept)
            }
            _ => Ok(()),
        }
    }
}

impl LoggedMode {
    fn state(&self, directories: &OpenDirectories) -> Result<StepState, Errno> {
        Ok(if directories.file_at(&self.at)?.has_mark(self.own) {
            StepState::Doable
        } else {
            StepState::Done
        })
    }

    fn set(&self, directories: &OpenDirectories, mode: u32) -> Result<(), Errno> {
        let directory = directories.start_of(&self.at).ok_or(Errno::NOENT)?;
        match leaf::open(directory, self.at.name.as_os_str()) {
            Ok(Some((file, _))) => fchmod(&file, bits(mode)),
            _ => Err(Errno::NOENT),
        }
    }
}

/// The content of a file that is written in place.
enum InPlaceText {
    /// The old text.
    Untouched,
    /// A mixture of both texts, left by an interrupted write or an interrupted undo.
    Ours,
    /// Another text.
    Foreign,
}

impl LoggedInPlace {
    fn state(&self, directories: &OpenDirectories) -> Result<StepState, Errno> {
        Ok(match self.text(directories)? {
            InPlaceText::Untouched | InPlaceText::Ours => StepState::Doable,
            InPlaceText::Foreign => StepState::Done,
        })
    }

    /// Compares the file with the staged texts. Reads all three into memory.
    fn text(&self, directories: &OpenDirectories) -> Result<InPlaceText, Errno> {
        let directory = directories.start_of(&self.at).ok_or(Errno::NOENT)?;
        let FoundFile::File { facts, .. } = directories.file_at(&self.at)? else {
            return Ok(InPlaceText::Foreign);
        };
        let (Some(now), Some(new), Some(old)) = (
            read_whole(directory, &self.at.name)?,
            read_whole(directory, &self.new)?,
            read_whole(directory, &self.old)?,
        ) else {
            return Ok(InPlaceText::Foreign);
        };
        if facts.identity.inode != self.inode && directory.inodes() == Inodes::Kept {
            return Ok(InPlaceText::Foreign);
        }
        if now == old {
            return Ok(InPlaceText::Untouched);
        }
        let lengths = old.len().min(new.len())..=old.len().max(new.len());
        let is_mixture = now
            .iter()
            .enumerate()
            .all(|(offset, byte)| old.get(offset) == Some(byte) || new.get(offset) == Some(byte));
        if lengths.contains(&now.len()) && is_mixture {
            Ok(InPlaceText::Ours)
        } else {
            Ok(InPlaceText::Foreign)
        }
    }

    /// Writes the text of the staged file `source` to the target, and sets `mode`.
    fn write(&self, directories: &OpenDirectories, source: &Path, mode: u32) -> Result<(), Errno> {
        let directory = directories.start_of(&self.at).ok_or(Errno::NOENT)?;
        let staged = match leaf::open(directory, source.as_os_str()) {
            Ok(Some((file, _))) => file,
            Ok(None) => return Err(Errno::NOENT),
            Err(_) => return Err(Errno::IO),
        };
        let fd = openat(directory, &self.at.name, IN_PLACE, Mode::empty())?;
        let mut file = File::from(fd);
        overwrite(&mut file, &staged, Sync::Full).map_err(errno)?;
        fchmod(&file, bits(mode))
    }
}

fn read_whole(directory: &Directory, name: &Path) -> Result<Option<Vec<u8>>, Errno> {
    match leaf::open(directory, name.as_os_str()) {
        Ok(Some((mut file, _))) => {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).map_err(errno)?;
            Ok(Some(bytes))
        }
        Ok(None) => Ok(None),
        Err(_) => Err(Errno::IO),
    }
}

/// Renames the file from `from` to `to`. `present` is the file at `to`: the file `old`, or nothing. `old` is kept as
/// `keep_at` if names cannot be exchanged.
///
/// # Errors
/// `EXIST` if another file has the name.
pub(super) fn give_name(
    from: DirectoryEntry<'_>,
    to: DirectoryEntry<'_>,
    present: &FoundFile,
    old: Option<Mark>,
    keep_at: DirectoryEntry<'_>,
) -> Result<(), Errno> {
    let facts = match (present, old) {
        (FoundFile::Nothing, None) => return rename_free(from, to),
        (FoundFile::File { facts, .. }, Some(old)) if present.has_mark(old) => facts,
        _ => return Err(Errno::EXIST),
    };
    // An earlier attempt may have left a copy.
    discard(keep_at.directory, keep_at.name)?;
    let own = from.facts()?.ok_or(Errno::NOENT)?;
    let replaced = ReplacedFile::open_known(to.directory, to.name, facts)
        .map_err(|reason| errno_of(Failure::Refused(reason)))?
        .ok_or(Errno::EXIST)?;
    match replace_and_keep(from, to, &own, &replaced, Some(keep_at.name)) {
        Ok(_) => Ok(()),
        Err(failure) => Err(errno_of(failure)),
    }
}

fn errno_of(failure: Failure) -> Errno {
    match failure {
        Failure::Stale => Errno::EXIST,
        Failure::Stuck(stuck) => stuck.error,
        Failure::Refused(Fault::NoSpace { .. }) => Errno::NOSPC,
        Failure::Refused(Fault::Permission(_)) => Errno::PERM,
        Failure::Refused(_) => Errno::IO,
    }
}

/// Removes the directories that `log` creates, innermost first. A directory with other files is kept.
pub(super) fn remove_made(
    log: &TransactionLog,
    directories: &OpenDirectories,
) -> Result<(), Errno> {
    let mut made = BTreeSet::new();
    for target in log.operations.iter().map(LoggedStep::target) {
        let mut parents = target.parents();
        while let (Some(parent), Some(name)) = (parents.parent(), parents.file_name()) {
            made.insert((target.directory, parent.to_owned(), PathBuf::from(name)));
            parents = parent;
        }
    }
    let mut innermost_first: Vec<_> = made.into_iter().collect();
    innermost_first.sort_by_key(|(_, parents, _)| Reverse(parents.components().count()));
    for (directory, parents, name) in innermost_first {
        let target = LoggedName {
            directory,
            parents: if parents.as_os_str().is_empty() {
                None
            } else {
                Some(parents)
            },
            name,
        };
        let Some(parent) = directories.directory_of(&target)? else {
            continue;
        };
        match unlinkat(&parent, &target.name, AtFlags::REMOVEDIR) {
            Ok(()) | Err(Errno::NOENT | Errno::NOTEMPTY | Errno::EXIST | Errno::NOTDIR) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
