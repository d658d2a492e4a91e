//! The files that a part of a patch may mean.

use std::path::PathBuf;

use super::name::stripped;
use super::{FileOperation, FilePatch, PatchFormat};

/// A file a patch may mean, relative to where it is applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatchTarget {
    /// How many leading components were dropped from both names.
    pub strip: usize,
    /// The file to read.
    pub path: PathBuf,
}

impl FilePatch {
    /// The files it may mean, most likely first: the caller takes the first that exists (for a new file
    /// the first whose directory exists, else the first of all).
    ///
    /// With git's prefixes one component is dropped first, then none, then more; without them none first.
    /// For each count the name that has to exist beforehand comes first: the new name when both are
    /// given and differ without a rename (`foo.orig` and `foo`).
    ///
    /// Each is worked out when it is asked for: hardly ever is it not the first.
    pub fn target_candidates(&self) -> impl Iterator<Item = PatchTarget> {
        let names = match self.operation {
            FileOperation::Create => [self.names.new.as_deref(), None],
            FileOperation::Delete | FileOperation::Rename | FileOperation::Copy => {
                [self.names.old.as_deref(), None]
            }
            FileOperation::Modify => [self.names.new.as_deref(), self.names.old.as_deref()],
        };
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
        let stripped = counts.into_iter().flat_map(move |strip| {
            let names = names.into_iter().flatten();
            names.filter_map(move |name| {
                let path = stripped(name, strip)?;
                Some(PatchTarget { strip, path })
            })
        });
        let mut known: Vec<PathBuf> = Vec::new();
        stripped.filter(move |target| {
            let is_new = !known.contains(&target.path);
            if is_new {
                known.push(target.path.clone());
            }
            is_new
        })
    }
}
