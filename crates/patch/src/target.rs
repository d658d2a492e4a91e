//! The files that a part of a patch may refer to.

use std::path::{Path, PathBuf};

use super::name::stripped;
use super::{FileOperation, FilePatch, PatchFormat};

/// A file that a patch may refer to, relative to the directory where it is applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatchTarget {
    /// The number of leading components that were removed from both names.
    pub strip: usize,
    /// The path of the file to read.
    pub path: PathBuf,
}

impl FilePatch {
    /// The files that this part may refer to, most likely first. The caller uses the first that exists. For a new
    /// file, it uses the first whose directory exists, otherwise the first.
    ///
    /// With [certain prefixes](Self::has_certain_prefix), at least one component is removed. Otherwise, none is tried
    /// first, except for the name of a tree in a new file. For each count, the names are in the order of
    /// [`Self::targets`].
    ///
    /// The iterator is lazy, because the first candidate is almost always the right one.
    pub fn target_candidates(&self) -> impl Iterator<Item = PatchTarget> {
        let names = self.names_before();
        let deepest = names
            .iter()
            .flatten()
            .map(|path| path.components().count())
            .max()
            .unwrap_or(0);
        let has_tree = self.operation == FileOperation::Create && self.has_two_prefixes;
        let mut counts: Vec<usize> = (0..deepest).collect();
        if self.has_certain_prefix() {
            counts.remove(0);
        } else if has_tree && deepest > 1 {
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

    /// True if the first `strip` components of the names are not part of the path: git's prefixes, or the names of
    /// two trees (`linux.orig/a.c` and `linux/a.c`).
    pub fn has_prefix(&self, strip: usize) -> bool {
        match (strip, &self.names.old, &self.names.new) {
            (0, ..) => true,
            (1, ..) if self.has_two_prefixes || self.has_git_prefix() => true,
            (_, Some(old), Some(new)) if self.operation == FileOperation::Modify => {
                stripped(old, strip - 1) != stripped(new, strip - 1)
                    && stripped(old, strip) == stripped(new, strip)
            }
            _ => false,
        }
    }

    /// True if the names begin with prefixes of git. V4A patches and SEARCH/REPLACE blocks never have prefixes. In a
    /// git header, equal names have none.
    pub fn has_git_prefix(&self) -> bool {
        match self.format {
            PatchFormat::Git => self.has_two_prefixes,
            PatchFormat::Unified => self.names.are_prefixed(),
            PatchFormat::V4a | PatchFormat::SearchReplace => false,
        }
    }

    /// True if the names begin with prefixes that are never directories: different ones in a git header, or `a/` and
    /// `b/` in another header, as for `git apply`.
    pub fn has_certain_prefix(&self) -> bool {
        match self.format {
            PatchFormat::Git => self.has_two_prefixes,
            PatchFormat::Unified => self.names.begin_with_a_and_b(),
            PatchFormat::V4a | PatchFormat::SearchReplace => false,
        }
    }

    /// The files that this part may refer to if `strip` components are removed from its names. If the names differ
    /// (`foo.orig` and `foo`), they are in GNU patch's order: fewest components, shortest base name, shortest name,
    /// old name.
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

    /// The possible old names of the file. If only one of two names is a stream, it is omitted.
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

/// True if `name` is the name that `diff` uses for standard input or a shell pipe.
fn is_stream(name: &Path) -> bool {
    let streams = ["/dev/fd", "/dev/stdin", "/proc/self/fd"];
    name == Path::new("-") || streams.iter().any(|stream| name.starts_with(stream))
}
