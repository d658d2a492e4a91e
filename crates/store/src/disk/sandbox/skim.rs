//! Reads files for a search, on several threads at once. Nothing is located, recorded or kept. [`Disk::read`] reads a
//! file again before an edit.

use std::fs::File;
use std::os::fd::AsFd;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use rustix::fs::{Mode, openat};

use super::reach;
use crate::disk::sandbox::disk::Disk;
use crate::disk::sandbox::leaf::{self, READ};
use crate::disk::sandbox::reach::Anchor;
use crate::disk::sandbox::read::{IN_MEMORY, read_whole};

/// Reads files for a search.
#[derive(Clone, Debug)]
pub struct Skim(Arc<Anchor>);

impl Disk {
    /// A reader for several threads; `None` if there are several roots.
    pub fn skim(&self) -> Option<Skim> {
        match &self.anchors[..] {
            [anchor] => Some(Skim(Arc::clone(anchor))),
            _ => None,
        }
    }
}

impl Skim {
    /// The text of the file `path`, up to `most` bytes. `None` for an absolute or protected path, a link, a large file,
    /// and a file that cannot be read.
    pub fn text(&self, path: &Path, most: u64) -> Option<Bytes> {
        if path.is_absolute() || reach::refuse_names(path).is_err() {
            return None;
        }
        let opened = match &*self.0 {
            Anchor::Cwd { cwd, .. } => openat(cwd, path, READ, Mode::empty()).ok()?,
            Anchor::Root(root) => {
                let path = root.relative_to_cwd(path)?;
                let directory = self.0.open_directory(path.parent()?).ok()?;
                openat(directory.as_fd(), path.file_name()?, READ, Mode::empty()).ok()?
            }
        };
        let file = File::from(opened);
        let facts = leaf::regular(&file).ok()?;
        if facts.len > most.min(IN_MEMORY) {
            return None;
        }
        let text = read_whole(&file, facts.len).ok()?;
        if text.len() as u64 != facts.len {
            return None;
        }
        Some(text)
    }
}
