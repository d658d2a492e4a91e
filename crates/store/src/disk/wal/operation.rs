//! One step of a log: how far it has come, and the way forward, back and out.
//!
//! Every way may be cut off by a crash and walked again, so each looks at what is there and does what is
//! missing.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, Mode, OFlags, fchmod, openat, unlinkat};
use rustix::io::Errno;

use super::log_directory::errno;
use super::open_directories::{FoundFile, OpenDirectories, os};
use super::record::{
    LoggedInPlace, LoggedMode, LoggedName, LoggedRemoval, LoggedStep, TransactionLog,
};
use crate::disk::commit::rename::{rename_free, rename_numbered};
use crate::disk::sandbox::attributes::bits;
use crate::disk::sandbox::directory::Directory;
use crate::disk::sandbox::inodes::Inodes;
use crate::disk::sandbox::leaf;
use crate::text;

/// The name that an old file gets which cannot go back.
const KEPT: &str = "incise-kept.found";

/// How far a step has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepState {
    /// It is applied; or was, and another process has changed the file since.
    Done,
    /// It can be applied.
    Doable,
    /// It cannot be applied without overwriting what another process wrote.
    Blocked,
}

/// The outcome of taking back a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Back {
    /// The old state is there again.
    Restored,
    /// Another process has written there since: it was left alone.
    Left,
}

impl LoggedStep {
    /// The name it is reported by.
    pub(super) fn target(&self) -> &LoggedName {
        match self {
            Self::Put(put) => &put.at,
            Self::Removal(removal) => &removal.at,
            Self::Move(step) => &step.at,
            Self::SetMode(step) => &step.at,
            Self::InPlace(step) => &step.at,
        }
    }

    /// How far it has come. In a directory that is gone nothing is left to be done.
    pub(super) fn state(&self, directories: &OpenDirectories) -> Result<StepState, Errno> {
        if self
            .targets()
            .iter()
            .any(|at| directories.base(at).is_none())
        {
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

    /// Applies what is missing of a step that is [`StepState::Doable`].
    pub(super) fn forward(&self, directories: &OpenDirectories) -> Result<(), Errno> {
        match self {
            Self::Put(put) => put.forward(directories),
            Self::Removal(removal) => removal.forward(directories),
            Self::Move(step) => step.forward(directories),
            Self::SetMode(step) => step.set(directories, step.modes.1),
            Self::InPlace(step) => step.pour(directories, &step.new, step.modes.1),
        }
    }

    /// Takes back what was applied.
    pub(super) fn backward(&self, directories: &OpenDirectories) -> Result<Back, Errno> {
        if self
            .targets()
            .iter()
            .any(|at| directories.base(at).is_none())
        {
            return Ok(Back::Left);
        }
        match self {
            Self::Put(put) => put.backward(directories),
            Self::Removal(removal) => removal.backward(directories),
            Self::Move(step) => step.backward(directories),
            Self::SetMode(step) => {
                if directories.look(&step.at)?.is(step.own) {
                    step.set(directories, step.modes.0).map(|()| Back::Restored)
                } else {
                    Ok(Back::Left)
                }
            }
            Self::InPlace(step) => match step.text(directories)? {
                InPlaceText::Untouched => Ok(Back::Restored),
                InPlaceText::Ours => step
                    .pour(directories, &step.old, step.modes.0)
                    .map(|()| Back::Restored),
                InPlaceText::Foreign => Ok(Back::Left),
            },
        }
    }

    /// Whether another process has written in place since to a file that the step writes in place, perhaps in the
    /// middle of it: what is there is a mixture that cannot be told apart.
    pub(super) fn is_overtaken(&self, directories: &OpenDirectories) -> Result<bool, Errno> {
        match self {
            Self::InPlace(step) if directories.base(&step.at).is_some() => {
                Ok(matches!(step.text(directories)?, InPlaceText::Foreign))
            }
            _ => Ok(false),
        }
    }

    /// Gives the old file that waits, and cannot go back, a name that no process sweeps: where it is now. `None` where
    /// it does not wait.
    pub(super) fn keep(&self, directories: &OpenDirectories) -> Result<Option<PathBuf>, Errno> {
        let name = match self {
            Self::InPlace(step) => &step.old,
            Self::Removal(removal) if removal.kept_entry(directories)?.is(removal.old) => {
                &removal.kept
            }
            Self::Move(step) if step.respelled => &step.kept,
            _ => return Ok(None),
        };
        let Some(directory) = directories.base(self.target()) else {
            return Ok(None);
        };
        match rename_numbered(directory, os(name), KEPT) {
            Ok(name) => Ok(Some(directory.outward(&name))),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Removes the staged and kept files of a step that is wholly applied or wholly taken back.
    pub(super) fn tidy(&self, directories: &OpenDirectories) -> Result<(), Errno> {
        let at = self.target();
        let names: &[&PathBuf] = match self {
            Self::Put(put) => &[&put.temp, &put.kept],
            Self::Removal(removal) => {
                return removal.tidy(directories);
            }
            // The file itself was there.
            Self::Move(step) if step.respelled => &[],
            Self::Move(step) => {
                if let Some(directory) = directories.base(&step.from) {
                    discard(directory, &step.kept)?;
                }
                &[&step.kept]
            }
            Self::SetMode(_) => &[],
            Self::InPlace(step) => &[&step.new, &step.old],
        };
        let Some(directory) = directories.base(at) else {
            return Ok(());
        };
        names.iter().try_for_each(|name| discard(directory, name))
    }
}

impl LoggedRemoval {
    fn state(&self, directories: &OpenDirectories) -> Result<StepState, Errno> {
        let leaf = directories.look(&self.at)?;
        let kept = self.kept_entry(directories)?;
        Ok(match (leaf, &kept) {
            (_, FoundFile::File { .. }) if kept.is(self.old) => StepState::Done,
            (_, FoundFile::File { .. } | FoundFile::Other) => StepState::Blocked,
            (leaf, FoundFile::Nothing) if leaf.is(self.old) => StepState::Doable,
            // Moved aside and removed for good.
            (FoundFile::Nothing, FoundFile::Nothing) => StepState::Done,
            (_, FoundFile::Nothing) => StepState::Blocked,
        })
    }

    fn kept_entry(&self, directories: &OpenDirectories) -> Result<FoundFile, Errno> {
        match directories.base(&self.at) {
            Some(directory) => super::open_directories::look(directory, &self.kept),
            None => Ok(FoundFile::Nothing),
        }
    }

    fn forward(&self, directories: &OpenDirectories) -> Result<(), Errno> {
        let directory = directories.base(&self.at).ok_or(Errno::NOENT)?;
        rename_free((directory, os(&self.at.name)), (directory, os(&self.kept)))
    }

    fn backward(&self, directories: &OpenDirectories) -> Result<Back, Errno> {
        let directory = directories.base(&self.at).ok_or(Errno::NOENT)?;
        let leaf = directories.look(&self.at)?;
        match (self.kept_entry(directories)?, leaf) {
            (FoundFile::Nothing, leaf) if leaf.is(self.old) => Ok(Back::Restored),
            (FoundFile::Nothing, _) => Ok(Back::Left),
            (_, FoundFile::Nothing) => {
                rename_free((directory, os(&self.kept)), (directory, os(&self.at.name)))?;
                Ok(Back::Restored)
            }
            // Where renaming means linking, both names show it.
            (kept, leaf) if kept.is_also(&leaf) => {
                discard(directory, &self.kept).map(|()| Back::Restored)
            }
            _ => Ok(Back::Left),
        }
    }

    /// Removes the file for good, if it is the one that was meant.
    fn tidy(&self, directories: &OpenDirectories) -> Result<(), Errno> {
        match directories.base(&self.at) {
            Some(directory) if self.kept_entry(directories)?.is(self.old) => {
                discard(directory, &self.kept)
            }
            _ => Ok(()),
        }
    }
}

impl LoggedMode {
    fn state(&self, directories: &OpenDirectories) -> Result<StepState, Errno> {
        Ok(if directories.look(&self.at)?.is(self.own) {
            StepState::Doable
        } else {
            StepState::Done
        })
    }

    fn set(&self, directories: &OpenDirectories, mode: u32) -> Result<(), Errno> {
        let directory = directories.base(&self.at).ok_or(Errno::NOENT)?;
        match leaf::open(directory, os(&self.at.name)) {
            Ok(Some((file, _))) => fchmod(&file, bits(mode)),
            _ => Err(Errno::NOENT),
        }
    }
}

/// The content of a file that is written in place.
enum InPlaceText {
    /// The text before.
    Untouched,
    /// The new text up to some place, the old one from there.
    Ours,
    /// Something else.
    Foreign,
}

impl LoggedInPlace {
    fn state(&self, directories: &OpenDirectories) -> Result<StepState, Errno> {
        Ok(match self.text(directories)? {
            InPlaceText::Untouched | InPlaceText::Ours => StepState::Doable,
            InPlaceText::Foreign => StepState::Done,
        })
    }

    /// Compares the file with the staged texts; all three are read whole.
    fn text(&self, directories: &OpenDirectories) -> Result<InPlaceText, Errno> {
        let directory = directories.base(&self.at).ok_or(Errno::NOENT)?;
        let FoundFile::File { facts, .. } = directories.look(&self.at)? else {
            return Ok(InPlaceText::Foreign);
        };
        let read = |name: &Path| read_whole(directory, name);
        let (Some(now), Some(new), Some(old)) =
            (read(&self.at.name)?, read(&self.new)?, read(&self.old)?)
        else {
            return Ok(InPlaceText::Foreign);
        };
        if facts.identity.inode != self.inode && directory.inodes() == Inodes::Kept {
            return Ok(InPlaceText::Foreign);
        }
        let written = text::common_head(&now, &new);
        Ok(match (now == old, old.get(written..)) {
            (true, _) => InPlaceText::Untouched,
            _ if written == now.len() => InPlaceText::Ours,
            (_, Some(rest)) if now[written..] == *rest => InPlaceText::Ours,
            // Not yet cut to its new length.
            _ if written == new.len() && old.ends_with(&now[written..]) => InPlaceText::Ours,
            _ => InPlaceText::Foreign,
        })
    }

    fn pour(&self, directories: &OpenDirectories, source: &Path, mode: u32) -> Result<(), Errno> {
        let directory = directories.base(&self.at).ok_or(Errno::NOENT)?;
        let text = read_whole(directory, source)?.ok_or(Errno::NOENT)?;
        let flags = OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let fd = openat(directory, &self.at.name, flags, Mode::empty())?;
        let mut file = File::from(fd);
        let write = |file: &mut File| {
            file.rewind()?;
            file.write_all(&text)?;
            if file.metadata()?.len() != text.len() as u64 {
                file.set_len(text.len() as u64)?;
            }
            file.sync_all()
        };
        write(&mut file).map_err(errno)?;
        fchmod(&file, bits(mode))
    }
}

fn read_whole(directory: &Directory, name: &Path) -> Result<Option<Vec<u8>>, Errno> {
    match leaf::open(directory, os(name)) {
        Ok(Some((mut file, _))) => {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).map_err(errno)?;
            Ok(Some(bytes))
        }
        Ok(None) => Ok(None),
        Err(_) => Err(Errno::IO),
    }
}

/// Removes one of our own files, if it is there.
pub(super) fn discard(directory: &Directory, name: &Path) -> Result<(), Errno> {
    match unlinkat(directory, name, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Takes away the directories that `log` makes, innermost first. One that another process uses stays.
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
    let depth = |entry: &(usize, PathBuf, PathBuf)| std::cmp::Reverse(entry.1.components().count());
    let mut made: Vec<_> = made.into_iter().collect();
    made.sort_by_key(depth);
    for (directory, parents, name) in made {
        let target = LoggedName {
            directory,
            parents: Some(parents).filter(|parents| !parents.as_os_str().is_empty()),
            name,
        };
        let Some(parent) = directories.below(&target)? else {
            continue;
        };
        match unlinkat(&parent, &target.name, AtFlags::REMOVEDIR) {
            Ok(()) | Err(Errno::NOENT | Errno::NOTEMPTY | Errno::EXIST | Errno::NOTDIR) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
