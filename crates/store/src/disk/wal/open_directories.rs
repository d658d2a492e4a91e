//! The open directories of a log, and the files found at its names.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{FileType, Mode, mkdirat};
use rustix::io::Errno;

use super::record::{LoggedName, Mark, TransactionLog};
use crate::disk::sandbox::directory::Directory;
use crate::disk::sandbox::facts;
use crate::disk::sandbox::inodes::Inodes;
use crate::disk::sandbox::reach::Reach;
use crate::snapshot::{FileFacts, Identity};

/// The directories of a log. A directory that no longer exists or was replaced is `None`, because the files that the
/// log would change are gone too.
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
    /// A directory or a special file.
    Other,
}

impl FoundFile {
    /// The file at `name`.
    pub(super) fn at(directory: &Arc<Directory>, name: &Path) -> Result<Self, Errno> {
        let stat = match directory.stat(name.as_os_str()) {
            Ok(stat) => stat,
            Err(Errno::NOENT) => return Ok(Self::Nothing),
            Err(error) => return Err(error),
        };
        Ok(match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile | FileType::Symlink => Self::File {
                facts: facts::facts(&stat),
                directory: Arc::clone(directory),
            },
            _ => Self::Other,
        })
    }

    pub(super) fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }

    /// True if the file has this `mark`. The inode does not count if it changes with the name.
    pub(super) fn has_mark(&self, mark: Mark) -> bool {
        let Self::File { facts, directory } = self else {
            return false;
        };
        let found = Mark::new(facts);
        found == mark || found.differs_only_in_inode(mark) && directory.inodes() != Inodes::Kept
    }

    /// True if the file has this `mark`, whatever its inode: some file systems make up an inode for each spelling of
    /// a name.
    pub(super) fn has_mark_except_inode(&self, mark: Mark) -> bool {
        match self {
            Self::File { facts, .. } => Mark::new(facts).differs_only_in_inode(mark),
            Self::Nothing | Self::Other => false,
        }
    }

    /// True if `other` is the same file under another name.
    pub(super) fn is_same_file(&self, other: &Self) -> bool {
        match other {
            Self::File { facts, .. } => self.has_mark(Mark::new(facts)),
            Self::Nothing | Self::Other => false,
        }
    }
}

impl OpenDirectories {
    /// Opens the directories of `log`, anywhere or only beneath `root`.
    pub(super) fn open(log: &TransactionLog, root: Option<&Path>) -> Result<Self, Errno> {
        let mut directories = Vec::with_capacity(log.directories.len());
        for note in &log.directories {
            let opened = match root {
                None => Directory::open(&note.path),
                Some(root) => open_beneath(&note.path, root),
            };
            directories.push(match opened {
                Ok(directory) if directory.identity().inode == note.inode => {
                    Some(Arc::new(directory))
                }
                Ok(_) | Err(Errno::NOENT | Errno::NOTDIR) => None,
                Err(error) => return Err(error),
            });
        }
        Ok(Self { directories })
    }

    /// The directories that still exist.
    pub(super) fn existing(&self) -> impl Iterator<Item = &Arc<Directory>> {
        self.directories.iter().flatten()
    }

    /// The directory of the log that the path of `target` starts from.
    pub(super) fn start_of(&self, target: &LoggedName) -> Option<&Arc<Directory>> {
        self.directories.get(target.directory)?.as_ref()
    }

    /// The directory of `target`, if it exists.
    pub(super) fn directory_of(
        &self,
        target: &LoggedName,
    ) -> Result<Option<Arc<Directory>>, Errno> {
        let Some(mut directory) = self.start_of(target).cloned() else {
            return Ok(None);
        };
        for name in target.parents() {
            directory = match directory.enter(name) {
                Ok(next) => Arc::new(next),
                // The directory was not created yet, or another process has removed it or put a file or a link in its
                // place.
                Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => return Ok(None),
                Err(error) => return Err(error),
            };
        }
        Ok(Some(directory))
    }

    /// The directory of `target`, created if it is missing.
    pub(super) fn create_directory_of(&self, target: &LoggedName) -> Result<Arc<Directory>, Errno> {
        let mut directory = self.start_of(target).cloned().ok_or(Errno::NOENT)?;
        for name in target.parents() {
            match mkdirat(&directory, name, Mode::from_raw_mode(0o777)) {
                Ok(()) | Err(Errno::EXIST) => {}
                Err(error) => return Err(error),
            }
            directory = Arc::new(directory.enter(name)?);
        }
        Ok(directory)
    }

    /// The file at `target`.
    pub(super) fn file_at(&self, target: &LoggedName) -> Result<FoundFile, Errno> {
        match self.directory_of(target)? {
            Some(directory) => FoundFile::at(&directory, &target.name),
            None => Ok(FoundFile::Nothing),
        }
    }

    /// The directories to lock: those of the log, and the ones it creates if they exist.
    pub(super) fn to_lock(
        &self,
        log: &TransactionLog,
    ) -> Result<BTreeMap<Identity, Arc<Directory>>, Errno> {
        let mut all = BTreeMap::new();
        for directory in self.existing() {
            all.insert(directory.identity(), Arc::clone(directory));
        }
        for step in &log.operations {
            for target in step.targets() {
                if let Some(directory) = self.directory_of(target)? {
                    all.insert(directory.identity(), directory);
                }
            }
        }
        Ok(all)
    }
}

/// Opens `path` beneath `root`. A path outside `root` is an error.
fn open_beneath(path: &Path, root: &Path) -> Result<Directory, Errno> {
    let reach = Reach::Roots(vec![root.to_owned()]);
    let anchors = reach.open(root).map_err(|_| Errno::IO)?;
    let anchor = anchors.first().ok_or(Errno::IO)?;
    // `relative` takes the path of an entry, so this also works for the root itself.
    let entry = anchor
        .relative(&path.join("entry"), root)
        .map_err(|_| Errno::PERM)?;
    let relative = entry.parent().unwrap_or(Path::new(""));
    Directory::resolve(anchor, relative)
        .map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::PERM))
}

/// A path that other programs can use for `target`, even if its directory does not exist.
pub(super) fn display_path(log: &TransactionLog, target: &LoggedName) -> PathBuf {
    let start = match log.directories.get(target.directory) {
        Some(note) => &*note.path,
        None => Path::new(""),
    };
    start.join(target.parents()).join(&target.name)
}
