//! The entries of a directory, for callers that look at one instead of a file.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::disk::sandbox::disk::Disk;
use crate::refusal::{NotAFile, Reason, Refusal};

use crate::disk::fault::fault;

/// The entries found in a directory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DirectoryListing {
    /// Relative to the directory, sorted by bytes; those of directories end in `/`. Hidden ones and what is
    /// in them are left out, and links are not followed.
    pub names: Vec<Vec<u8>>,
    /// How many more there are.
    pub more: usize,
}

impl Disk {
    /// The entries of the directory `typed`, `levels` deep, the first `most` of them.
    ///
    /// # Errors
    /// What refuses a file in there; `missing`, `not_a_file`, `permission`, `io`.
    pub fn list(
        &mut self,
        typed: &Path,
        levels: usize,
        most: usize,
    ) -> Result<DirectoryListing, Refusal> {
        // A name in the directory is located as any other, which keeps the listing inside the roots.
        let inside = self.locate(&typed.join("entry"))?;
        let at = |reason: Reason| Refusal::new(reason).at(typed);
        if !inside.missing_parents().is_empty() {
            return Err(at(Reason::Missing));
        }
        let real = self.real_path(&inside);
        let directory = real.as_deref().and_then(Path::parent);
        let directory = directory.ok_or_else(|| {
            at(Reason::NotAFile {
                kind: NotAFile::NoName,
            })
        })?;
        let mut names = Vec::new();
        collect(directory, &PathBuf::new(), levels, &mut names).map_err(at)?;
        names.sort();
        let more = names.len().saturating_sub(most);
        names.truncate(most);
        Ok(DirectoryListing { names, more })
    }
}

/// Adds what is in `top`/`below` to `names`. A directory further down that cannot be read is only named.
fn collect(
    top: &Path,
    below: &Path,
    levels: usize,
    names: &mut Vec<Vec<u8>>,
) -> Result<(), Reason> {
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
