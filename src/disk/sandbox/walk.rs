//! Which files there are beneath the working directory: for a diff that does not say where it belongs.

use std::fs;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, statat};

use crate::disk::sandbox::disk::Disk;
use crate::disk::sandbox::facts::identity;
use crate::snapshot::Identity;

use crate::disk::sandbox::protected;

/// Entries that are looked through for the other names of a file.
const ENTRIES: usize = 100_000;

impl Disk {
    /// Whether the file of this `identity` has a name in `top` or below, hidden ones included, that is one of the
    /// `wanted`. Links are not followed, and what cannot be read has none.
    pub fn has_name(&self, top: &Path, identity: Identity, wanted: fn(&Path) -> bool) -> bool {
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
                    if protected::refuse_names(Path::new(&entry.file_name())).is_ok() {
                        directories.push(path);
                    }
                } else if wanted(&path) && is_of(&path, identity) {
                    return true;
                }
            }
        }
        false
    }

    /// The regular files beneath the working directory, relative to it and sorted; hidden ones and what is in
    /// hidden directories left out, links not followed. `None` when there are more than `most` entries, or some
    /// cannot be read: an incomplete list proves nothing.
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
        files.sort();
        Some(files)
    }
}

fn is_of(path: &Path, wanted: Identity) -> bool {
    statat(CWD, path, AtFlags::SYMLINK_NOFOLLOW).is_ok_and(|stat| identity(&stat) == wanted)
}
