//! Which files there are beneath the working directory: for a diff that does not say where it belongs.

use std::fs;
use std::path::PathBuf;

use super::Disk;
use super::protected;

impl Disk {
    /// The regular files beneath the working directory, relative to it and sorted; version-control
    /// internals left out, links not followed. `None` when there are more than `most` entries, or some
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
                let kind = entry.file_type().ok()?;
                let path = directory.join(entry.file_name());
                if kind.is_dir() && protected::refuse_names(&path).is_ok() {
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
