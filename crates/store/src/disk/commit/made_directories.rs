//! The directories that a commit creates for new files, and removes again if it fails.

use std::collections::HashMap;
use std::ffi::OsString;
use std::sync::Arc;

use rustix::fs::{AtFlags, Mode, mkdirat, unlinkat};
use rustix::io::Errno;

use crate::snapshot::Identity;

use super::failure::Failure;
use crate::disk::fault::fault;
use crate::disk::sandbox::directory::Directory;
use crate::disk::slot::Slot;

/// The directories that were created so far, in order.
#[derive(Debug, Default)]
pub(in crate::disk) struct MadeDirectories {
    entries: Vec<MadeEntry>,
    by_name: HashMap<(Identity, OsString), Arc<Directory>>,
}

#[derive(Debug)]
struct MadeEntry {
    parent: Arc<Directory>,
    name: OsString,
    directory: Arc<Directory>,
}

impl MadeDirectories {
    /// The directory of `slot`. Missing directories are created.
    pub(in crate::disk) fn directory(&mut self, slot: &Slot) -> Result<Arc<Directory>, Failure> {
        let mut directory = Arc::clone(&slot.directory);
        for name in &slot.parents {
            let key = (directory.identity(), name.clone());
            directory = match self.by_name.get(&key) {
                Some(directory) => Arc::clone(directory),
                None => {
                    let directory = self.make(&directory, name)?;
                    self.by_name.insert(key, Arc::clone(&directory));
                    directory
                }
            };
        }
        Ok(directory)
    }

    fn make(
        &mut self,
        parent: &Arc<Directory>,
        name: &OsString,
    ) -> Result<Arc<Directory>, Failure> {
        let refused = |error| Failure::Refused(fault("make the directory of", error));
        match mkdirat(parent, name, Mode::from_raw_mode(0o777)) {
            Ok(()) => {}
            Err(Errno::EXIST) => return Err(Failure::Stale),
            Err(error) => return Err(refused(error)),
        }
        match parent.enter(name) {
            Ok(directory) => {
                let directory = Arc::new(directory);
                self.entries.push(MadeEntry {
                    parent: Arc::clone(parent),
                    name: name.clone(),
                    directory: Arc::clone(&directory),
                });
                Ok(directory)
            }
            Err(error) => {
                let _ = unlinkat(parent, name, AtFlags::REMOVEDIR);
                Err(refused(error))
            }
        }
    }

    /// The created directories, outermost first.
    pub(in crate::disk) fn directories(&self) -> impl Iterator<Item = &Arc<Directory>> {
        self.entries.iter().map(|entry| &entry.directory)
    }

    /// Removes the directories, innermost first. A directory that another process uses by now is kept.
    pub(in crate::disk) fn undo(&mut self) {
        for entry in self.entries.drain(..).rev() {
            let _ = unlinkat(&entry.parent, &entry.name, AtFlags::REMOVEDIR);
        }
        self.by_name.clear();
    }
}
