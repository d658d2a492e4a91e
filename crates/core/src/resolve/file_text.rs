//! The text of a file with its path.

use std::path::Path;

use bytes::Bytes;

use crate::snapshot::Snapshot;

/// A text and the path of its file, which determines the language and the format.
#[derive(Clone, Copy, Debug)]
pub struct FileText<'t> {
    /// The path of the file.
    pub path: &'t Path,
    /// The text.
    pub now: &'t Snapshot,
}

impl<'t> FileText<'t> {
    /// The text `now` of the file at `path`.
    pub fn new(path: &'t Path, now: &'t Snapshot) -> Self {
        Self { path, now }
    }

    /// The bytes of the text.
    pub fn bytes(self) -> &'t Bytes {
        self.now.bytes()
    }
}
