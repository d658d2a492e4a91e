//! The directories of a log, open; and what is found at a name.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use rustix::fs::{FileType, Mode, mkdirat};
use rustix::io::Errno;

use super::record::{LoggedName, Mark, TransactionLog};
use crate::disk::sandbox::directory::Directory;
use crate::disk::sandbox::facts;
use crate::disk::sandbox::inodes::Inodes;
use crate::disk::sandbox::reach::Reach;
use crate::snapshot::{FileFacts, Identity};

/// The directories of a log. One that is gone, or is another one by now, is `None`: whoever removed it
/// removed what the log wanted to change there.
#[derive(Debug)]
pub(super) struct OpenDirectories {
    directories: Vec<Option<Arc<Directory>>>,
}

/// The file at a name.
#[derive(Clone, Debug)]
pub(super) enum FoundFile {
    Nothing,
    /// A file or a link, in this directory.
    File {
        facts: FileFacts,
        directory: Arc<Directory>,
    },
    /// A directory, a device.
    Other,
}

impl FoundFile {
    pub(super) fn is(&self, mark: Mark) -> bool {
        self.as_file(mark).is_some()
    }

    pub(super) fn is_one_of(&self, mark: Option<Mark>) -> bool {
        mark.is_some_and(|mark| self.is(mark))
    }

    pub(super) fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }

    /// The file of this `mark`, if it is that: where numbers go with names, all but the number counts.
    pub(super) fn as_file(&self, mark: Mark) -> Option<&FileFacts> {
        let Self::File { facts, directory } = self else {
            return None;
        };
        let found = Mark::of(facts);
        let is_it = found == mark || found.is_like(mark) && directory.inodes() != Inodes::Kept;
        is_it.then_some(facts)
    }

    /// Whether all but the number is that of this `mark`: some file systems make up a number for each spelling of a
    /// name.
    pub(super) fn is_like(&self, mark: Mark) -> bool {
        matches!(self, Self::File { facts, .. } if Mark::of(facts).is_like(mark))
    }

    /// Whether `other` is the same file by another name.
    pub(super) fn is_also(&self, other: &Self) -> bool {
        match other {
            Self::File { facts, .. } => self.is(Mark::of(facts)),
            Self::Nothing | Self::Other => false,
        }
    }
}

/// The file at `name`. Only "no such entry" counts as nothing: every other error is one.
pub(super) fn look(directory: &Arc<Directory>, name: &Path) -> Result<FoundFile, Errno> {
    let stat = match directory.stat(name.as_os_str()) {
        Ok(stat) => stat,
        Err(Errno::NOENT) => return Ok(FoundFile::Nothing),
        Err(error) => return Err(error),
    };
    Ok(match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile | FileType::Symlink => FoundFile::File {
            facts: facts::facts(&stat),
            directory: Arc::clone(directory),
        },
        _ => FoundFile::Other,
    })
}

impl OpenDirectories {
    /// Opens the directories of `log`: wherever they are, or beneath `root` only.
    pub(super) fn open(log: &TransactionLog, root: Option<&Path>) -> Result<Self, Errno> {
        let open = |path: &Path| match root {
            None => Directory::open(path),
            Some(root) => open_beneath(path, root),
        };
        let directories = log
            .directories
            .iter()
            .map(|note| match open(&note.path) {
                Ok(directory) if directory.identity().inode == note.inode => {
                    Ok(Some(Arc::new(directory)))
                }
                Ok(_) | Err(Errno::NOENT | Errno::NOTDIR) => Ok(None),
                Err(error) => Err(error),
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { directories })
    }

    /// The directories that are still there.
    pub(super) fn existing(&self) -> impl Iterator<Item = &Arc<Directory>> {
        self.directories.iter().flatten()
    }

    /// The directory of the log that `target` starts from.
    pub(super) fn base(&self, target: &LoggedName) -> Option<&Arc<Directory>> {
        self.directories.get(target.directory)?.as_ref()
    }

    /// The directory `target` is in; `None` while it is missing.
    pub(super) fn below(&self, target: &LoggedName) -> Result<Option<Arc<Directory>>, Errno> {
        let Some(mut here) = self.base(target).cloned() else {
            return Ok(None);
        };
        for name in target.parents() {
            here = match here.enter(name) {
                Ok(next) => Arc::new(next),
                Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => return Ok(None),
                Err(error) => return Err(error),
            };
        }
        Ok(Some(here))
    }

    /// The directory `target` is in, made where it is missing.
    pub(super) fn make_below(&self, target: &LoggedName) -> Result<Arc<Directory>, Errno> {
        let mut here = self.base(target).cloned().ok_or(Errno::NOENT)?;
        for name in target.parents() {
            match mkdirat(&here, name, Mode::from_raw_mode(0o777)) {
                Ok(()) | Err(Errno::EXIST) => {}
                Err(error) => return Err(error),
            }
            here = Arc::new(here.enter(name)?);
        }
        Ok(here)
    }

    /// The file at `target`.
    pub(super) fn look(&self, target: &LoggedName) -> Result<FoundFile, Errno> {
        match self.below(target)? {
            Some(directory) => look(&directory, &target.name),
            None => Ok(FoundFile::Nothing),
        }
    }

    /// Everything to lock: the directories of the log, and those it makes as far as they exist.
    pub(super) fn to_lock(
        &self,
        log: &TransactionLog,
    ) -> Result<BTreeMap<Identity, Arc<Directory>>, Errno> {
        let mut all: BTreeMap<_, _> = self
            .existing()
            .map(|directory| (directory.identity(), Arc::clone(directory)))
            .collect();
        for target in log
            .operations
            .iter()
            .flat_map(|operation| operation.targets())
        {
            if let Some(directory) = self.below(target)? {
                all.insert(directory.identity(), directory);
            }
        }
        Ok(all)
    }
}

/// Opens `path` beneath `root`. What lies outside is an error, not something that is gone.
fn open_beneath(path: &Path, root: &Path) -> Result<Directory, Errno> {
    let reach = Reach::Roots(vec![root.to_owned()]);
    let anchors = reach.open(root).map_err(|_| Errno::IO)?;
    let anchor = anchors.first().ok_or(Errno::IO)?;
    // Names are looked up from the root on; so that the root itself is one, an entry of it is asked for.
    let entry = anchor
        .relative(&path.join("entry"), root)
        .map_err(|_| Errno::PERM)?;
    let relative = entry.parent().unwrap_or(Path::new(""));
    Directory::resolve(anchor, relative)
        .map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::PERM))
}

/// A path that other programs can use for `target`, whether or not its directory is there.
pub(super) fn shown(log: &TransactionLog, target: &LoggedName) -> std::path::PathBuf {
    let base = log
        .directories
        .get(target.directory)
        .map_or_else(|| Path::new(""), |note| note.path.as_path());
    base.join(target.parents()).join(&target.name)
}

/// A name as the system calls take it.
pub(super) fn os(name: &Path) -> &OsStr {
    name.as_os_str()
}
