//! The files of a request: on disk, or the one text of a filter.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use bytes::Bytes;

use crate::disk::Disk;
use crate::refusal::{Reason, Refusal};
use crate::request::Limits;
use crate::snapshot::{Identity, RootedPath, Snapshot};

/// The files of a request.
pub enum RequestFiles<'a> {
    /// Those in the file system.
    Disk(&'a mut Disk),
    /// One text, under whatever name.
    Filter(Bytes),
}

impl RequestFiles<'_> {
    /// The name of the directory that relative paths start from.
    pub fn directory_name(&self) -> Option<OsString> {
        match self {
            Self::Disk(disk) => disk.cwd().file_name().map(OsString::from),
            Self::Filter(_) => None,
        }
    }

    /// The directory that relative paths start from.
    pub fn directory(&self) -> Option<&Path> {
        match self {
            Self::Disk(disk) => Some(disk.cwd()),
            Self::Filter(_) => None,
        }
    }

    /// The files beneath the working directory; see [`Disk::files_below`].
    pub fn below(&self, most: usize) -> Option<Vec<PathBuf>> {
        match self {
            Self::Disk(disk) => disk.files_below(most),
            Self::Filter(_) => None,
        }
    }

    /// The place of `path`.
    pub fn locate(&mut self, path: &Path) -> Result<RootedPath, Refusal> {
        match self {
            Self::Disk(disk) => disk.locate(path),
            Self::Filter(_) => Ok(RootedPath::new(
                Identity {
                    device: 0,
                    inode: 0,
                },
                Vec::new(),
                OsString::from("-"),
                path.to_path_buf(),
            )),
        }
    }

    /// The place of the name `path`: a link is the place itself.
    pub fn locate_name(&mut self, path: &Path) -> Result<RootedPath, Refusal> {
        match self {
            Self::Disk(disk) => disk.locate_name(path),
            Self::Filter(_) => self.locate(path),
        }
    }

    /// The file at `place`, a link itself included; `None` when there is nothing.
    pub fn read_name(
        &mut self,
        place: &RootedPath,
        limits: &Limits,
    ) -> Result<Option<Snapshot>, Refusal> {
        match self {
            Self::Disk(disk) => disk.read_name(place, limits),
            Self::Filter(_) => self.read(place, limits),
        }
    }

    /// The path that the link at `place` leads to; `None` when there is no link.
    pub fn read_link(&self, place: &RootedPath) -> Option<Bytes> {
        match self {
            Self::Disk(disk) => disk.read_link(place),
            Self::Filter(_) => None,
        }
    }

    /// The file at `place`; `None` when there is none.
    pub fn read(
        &mut self,
        place: &RootedPath,
        limits: &Limits,
    ) -> Result<Option<Snapshot>, Refusal> {
        match self {
            Self::Disk(disk) => disk.read(place, limits),
            Self::Filter(text) if text.len() as u64 > limits.max_size => {
                Err(Refusal::new(Reason::TooLarge {
                    len: text.len() as u64,
                    limit: limits.max_size,
                }))
            }
            Self::Filter(text) => Ok(Some(Snapshot::of_text(text.clone()))),
        }
    }
}
