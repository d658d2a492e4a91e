//! Lists directories: the entries of one that was named instead of a file, and all files below the working directory,
//! for diffs whose file names are missing or do not match.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, statat};

use super::disk::Disk;
use super::facts::identity;
use super::reach;
use crate::disk::fault::fault;
use crate::error::{Error, Fault, NotAFile};
use crate::snapshot::Identity;

/// The entries of a directory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DirectoryListing {
    /// Paths relative to the directory, sorted by bytes; directories end in `/`. Hidden entries and their contents
    /// are omitted. Links are not followed.
    pub names: Vec<Vec<u8>>,
    /// The number of entries that are omitted because of the limit.
    pub more: usize,
}

impl Disk {
    /// Lists the directory `typed`, `levels` deep, up to `most` entries.
    ///
    /// # Errors
    /// If a file in the directory could not be located, or the directory is missing or cannot be read.
    pub fn list(
        &mut self,
        typed: &Path,
        levels: usize,
        most: usize,
    ) -> Result<DirectoryListing, Error> {
        let directory = self.real_directory(typed)?;
        let at = |reason: Fault| reason.at(typed);
        let mut names = Vec::new();
        collect(&directory, &PathBuf::new(), levels, &mut names).map_err(at)?;
        names.sort_unstable();
        let more = names.len().saturating_sub(most);
        names.truncate(most);
        Ok(DirectoryListing { names, more })
    }

    /// The path of the directory `typed` without links.
    ///
    /// # Errors
    /// See [`Self::list`].
    pub(in crate::disk) fn real_directory(&mut self, typed: &Path) -> Result<PathBuf, Error> {
        // Locating a name in the directory applies the limits of the roots.
        let inside = self.locate_name(&typed.join("entry"));
        let inside = inside.map_err(|refusal| Error {
            path: Some(typed.to_owned()),
            ..refusal
        })?;
        let at = |reason: Fault| reason.at(typed);
        if !inside.missing_parents().is_empty() {
            return Err(at(Fault::Missing));
        }
        let real = self.real_path(&inside);
        let directory = real.as_deref().and_then(Path::parent);
        directory
            .map(Path::to_owned)
            .ok_or_else(|| at(Fault::NotAFile(NotAFile::NoName)))
    }

    /// True if the file with this `identity` has a `wanted` name in `top` or below, hidden names included. Links are
    /// not followed, and unreadable directories are skipped.
    pub fn has_name(&self, top: &Path, identity: Identity, wanted: impl Fn(&Path) -> bool) -> bool {
        let mut seen = 0;
        let mut directories = vec![top.to_owned()];
        while let Some(directory) = directories.pop() {
            let entries = fs::read_dir(&directory).into_iter().flatten().flatten();
            for entry in entries {
                seen += 1;
                if seen > ENTRIES {
                    return false;
                }
                let path = entry.path();
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    if reach::refuse_names(Path::new(&entry.file_name())).is_ok() {
                        directories.push(path);
                    }
                } else if wanted(&path) && is_of(&path, identity) {
                    return true;
                }
            }
        }
        false
    }

    /// The regular files below the working directory, relative to it and sorted. Hidden files and directories are
    /// omitted, and links are not followed. `None` if there are more than `most` entries or a directory cannot be
    /// read, because an incomplete list proves nothing.
    pub fn files_below(&self, most: usize) -> Option<Vec<PathBuf>> {
        let mut files = Vec::new();
        let mut seen = 0;
        let mut directories = vec![PathBuf::new()];
        while let Some(directory) = directories.pop() {
            for entry in fs::read_dir(self.cwd.join(&directory)).ok()? {
                let entry = entry.ok()?;
                seen += 1;
                if seen > most {
                    return None;
                }
                if entry.file_name().as_encoded_bytes().starts_with(b".") {
                    continue;
                }
                let kind = entry.file_type().ok()?;
                let path = directory.join(entry.file_name());
                if kind.is_dir() {
                    directories.push(path);
                } else if kind.is_file() {
                    files.push(path);
                }
            }
        }
        files.sort_unstable();
        Some(files)
    }
}

/// Adds the entries of `top`/`below` to `names`. A nested directory that cannot be read is listed without contents.
fn collect(top: &Path, below: &Path, levels: usize, names: &mut Vec<Vec<u8>>) -> Result<(), Fault> {
    let entries = fs::read_dir(top.join(below)).map_err(|error| fault("list", error))?;
    for entry in entries {
        let entry = entry.map_err(|error| fault("list", error))?;
        let name = entry.file_name();
        if name.as_bytes().starts_with(b".") {
            continue;
        }
        let path = below.join(&name);
        let mut shown = path.as_os_str().as_bytes().to_vec();
        let is_directory = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_directory {
            shown.push(b'/');
        }
        names.push(shown);
        if is_directory && levels > 1 {
            let _ = collect(top, &path, levels - 1, names);
        }
    }
    Ok(())
}

/// The maximum number of entries to search for another name of a file.
const ENTRIES: usize = 100_000;

fn is_of(path: &Path, wanted: Identity) -> bool {
    statat(CWD, path, AtFlags::SYMLINK_NOFOLLOW).is_ok_and(|stat| identity(&stat) == wanted)
}
