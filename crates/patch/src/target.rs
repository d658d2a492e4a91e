//! The files that a part of a patch may refer to.

use std::path::{Path, PathBuf};

use super::name::stripped;
use super::{FileOperation, FilePatch, PatchFormat};

/// A file that a patch may refer to, relative to the directory where it is applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatchTarget {
    /// The number of leading components that were dropped from both names.
    pub strip: usize,
    /// The file to read.
    pub path: PathBuf,
}

impl FilePatch {
    /// The files it may mean, most likely first: the caller takes the first that exists (for a new file
    /// the first whose directory exists, else the first of all).
    ///
    /// With git's prefixes one component is dropped first, then none, then more; without them none first.
    /// For each count the names come in the order of [`Self::targets`].
    ///
    /// Each is worked out when it is asked for: hardly ever is it not the first.
    pub fn target_candidates(&self) -> impl Iterator<Item = PatchTarget> {
        let names = self.names_before();
        let deepest = names
            .iter()
            .flatten()
            .map(|path| path.components().count())
            .max()
            .unwrap_or(0);
        let mut counts: Vec<usize> = (0..deepest).collect();
        let may_be_prefixed = matches!(self.format, PatchFormat::Unified | PatchFormat::Git);
        let has_prefix = may_be_prefixed && self.names.are_prefixed();
        let has_tree = self.operation == FileOperation::Create && self.is_of_two_trees;
        if (has_prefix || has_tree) && deepest > 1 {
            counts.swap(0, 1);
        }
        let stripped = counts.into_iter().flat_map(|strip| self.targets(strip));
        let mut known: Vec<PathBuf> = Vec::new();
        stripped.filter(move |target| {
            let is_new = !known.contains(&target.path);
            if is_new {
                known.push(target.path.clone());
            }
            is_new
        })
    }

    /// The files it may mean when its names lose `strip` components. Where it has two names for one file (`foo.orig`
    /// and `foo`), they are in GNU patch's order: fewest components, shortest base name, shortest name, old name.
    pub fn targets(&self, strip: usize) -> Vec<PatchTarget> {
        let mut targets: Vec<PatchTarget> = Vec::new();
        for name in self.names_before().into_iter().flatten() {
            if let Some(path) = stripped(name, strip) {
                targets.push(PatchTarget { strip, path });
            }
        }
        targets.sort_by_key(|target| {
            let path = &target.path;
            let base_len = path.file_name().map_or(0, |base| base.len());
            (path.components().count(), base_len, path.as_os_str().len())
        });
        targets.dedup();
        targets
    }

    /// The names that its file may have before. One of two that is a stream of the process that made the diff is none.
    pub(super) fn names_before(&self) -> [Option<&Path>; 2] {
        let (old, new) = (self.names.old.as_deref(), self.names.new.as_deref());
        match self.operation {
            FileOperation::Create => [new, None],
            FileOperation::Delete | FileOperation::Rename | FileOperation::Copy => [old, None],
            FileOperation::Modify => match (old.is_some_and(is_stream), new.is_some_and(is_stream))
            {
                (true, false) => [new, None],
                (false, true) => [old, None],
                _ => [old, new],
            },
        }
    }
}

/// True if `name` is what `diff` calls its standard input or a pipe of the shell.
fn is_stream(name: &Path) -> bool {
    let streams = ["/dev/fd", "/dev/stdin", "/proc/self/fd"];
    name == Path::new("-") || streams.iter().any(|stream| name.starts_with(stream))
}
