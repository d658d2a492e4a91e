//! The links on the way to a file, where steps before have changed links.
//!
//! On disk a link leads where it led before the request: no step goes through one that another has made, changed
//! or taken away.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::files::RequestFiles;
use super::gathered::Gathered;
use crate::refusal::{NotAFile, Reason, Refusal};
use crate::snapshot::{RootedPath, Snapshot};

/// Links followed before it counts as a circle; the kernel's own number.
const HOPS: usize = 40;

impl Gathered {
    /// The place of `path` where a step before has made, changed or taken away a link of that very name.
    ///
    /// # Errors
    /// `not_a_file` where such a link is on the way to it.
    pub(super) fn link_met(
        &mut self,
        path: &Path,
        files: &mut RequestFiles,
    ) -> Result<Option<RootedPath>, Refusal> {
        if self.links.is_empty() {
            return Ok(None);
        }
        self.refuse_changed_way(path, files)?;
        let name = files.locate_name(path)?;
        if self.is_changed_link(&name) {
            return Ok(Some(name));
        }
        PathWay::of(path).follow(path, self, files)?;
        Ok(None)
    }

    /// Refuses a path whose directories lead through a link that a step before has made, changed or taken away.
    pub(super) fn refuse_changed_way(
        &mut self,
        path: &Path,
        files: &mut RequestFiles,
    ) -> Result<(), Refusal> {
        match (self.links.is_empty(), path.parent()) {
            (false, Some(parent)) => PathWay::of(path).pass(parent, self, files),
            _ => Ok(()),
        }
    }

    /// Whether a step has made, changed or taken away a link at `place`.
    fn is_changed_link(&mut self, place: &RootedPath) -> bool {
        self.drafts.at(place).is_ok_and(|draft| {
            let was_link = draft.before().is_some_and(Snapshot::is_link);
            draft.is_touched() && (was_link || draft.is_link())
        })
    }
}

/// The way of one path.
struct PathWay<'a> {
    path: &'a Path,
    hops: usize,
}

impl<'a> PathWay<'a> {
    fn of(path: &'a Path) -> Self {
        Self { path, hops: HOPS }
    }

    /// Looks at each directory on the way to `inner`, itself included.
    fn pass(
        &mut self,
        inner: &Path,
        gathered: &mut Gathered,
        files: &mut RequestFiles,
    ) -> Result<(), Refusal> {
        let named = |at: &&Path| at.file_name().is_some();
        for directory in inner.ancestors().filter(named) {
            self.follow(directory, gathered, files)?;
        }
        Ok(())
    }

    /// Looks at `entry`, and goes where it leads if it is a link. What is wrong with the way is found out where
    /// the file is opened.
    fn follow(
        &mut self,
        entry: &Path,
        gathered: &mut Gathered,
        files: &mut RequestFiles,
    ) -> Result<(), Refusal> {
        let Ok(place) = files.locate_name(entry) else {
            return Ok(());
        };
        if gathered.is_changed_link(&place) {
            let kind = NotAFile::ChangedLink;
            return Err(Refusal::new(Reason::NotAFile { kind }).at(self.path));
        }
        let target = files.read_link(&place).filter(|_| self.hops > 0);
        let Some(target) = target else {
            return Ok(());
        };
        self.hops -= 1;
        let parent = entry.parent().unwrap_or(Path::new(""));
        self.pass(&parent.join(OsStr::from_bytes(&target)), gathered, files)
    }
}
