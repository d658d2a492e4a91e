//! Lists the files that the names of a part may mean.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::patch::{Cure, FileOperation, FilePatch, PatchFormat, PatchTarget};
use crate::refusal::{Reason, Refusal};

/// The rules for the names of a diff.
pub(super) struct TargetNames {
    /// The number of components to strip from the names, if the caller states it.
    pub(super) strip: Option<usize>,
    /// The name of the working directory.
    pub(super) directory_name: Option<OsString>,
    /// The path of the directory that the names are relative to, from the top of the git repository. `None` at the
    /// top, outside of repositories, and if no name can be relative to the top.
    pub(super) path_in_repository: Option<PathBuf>,
}

impl TargetNames {
    /// The files that `part` may be for. Components are only stripped if the names show that they are a prefix, or if
    /// the last stripped component is the working directory: `lib/f` never means `f`.
    pub(super) fn candidates<'p>(
        &'p self,
        part: &'p FilePatch,
    ) -> Result<impl Iterator<Item = PatchTarget> + 'p, Refusal> {
        let first = match self.strip {
            Some(strip) => stated_targets(part, strip)?,
            None => self.targets_from_repository(part),
        };
        let guessed = part.target_candidates();
        let guessed = guessed.take_while(|_| self.strip.is_none());
        let plausible = guessed.filter(|target| {
            part.has_prefix(target.strip) || self.ends_in_directory(part, target.strip)
        });
        Ok(first.into_iter().chain(plausible))
    }

    /// The files that a git diff names if its names are relative to the top of the repository, as for `git apply`.
    /// Empty if the diff is not for the working directory, or if this is the top.
    fn targets_from_repository(&self, part: &FilePatch) -> Vec<PatchTarget> {
        let Some(directory) = &self.path_in_repository else {
            return Vec::new();
        };
        if part.format != PatchFormat::Git {
            return Vec::new();
        }
        let prefix = usize::from(part.has_prefix(1));
        for name in [&part.names.old, &part.names.new].into_iter().flatten() {
            if !begins_with(name, prefix, directory) {
                return Vec::new();
            }
        }
        part.targets(prefix + directory.components().count())
    }

    /// True if the last stripped component is the name of the working directory.
    fn ends_in_directory(&self, part: &FilePatch, strip: usize) -> bool {
        let name = part.names.old.as_ref().or(part.names.new.as_ref());
        let dropped = name.and_then(|name| name.components().nth(strip - 1));
        dropped.is_some_and(|dropped| Some(dropped.as_os_str()) == self.directory_name.as_deref())
    }
}

/// True if `name` begins with `directory` after its first `skipped` components.
fn begins_with(name: &Path, skipped: usize, directory: &Path) -> bool {
    let rest: PathBuf = name.components().skip(skipped).collect();
    rest.starts_with(directory)
}

/// The files that `part` may be for if `strip` components are stripped from its names.
fn stated_targets(part: &FilePatch, strip: usize) -> Result<Vec<PatchTarget>, Refusal> {
    if part.operation == FileOperation::Modify && !part.names.is_unnamed() {
        let targets = part.targets(strip);
        if targets.is_empty() {
            return Err(too_few_components(part, strip));
        }
        return Ok(targets);
    }
    let Some(names) = part.names.stripped(strip) else {
        return Err(too_few_components(part, strip));
    };
    let (first, second) = match part.operation {
        FileOperation::Delete | FileOperation::Rename | FileOperation::Copy => {
            (names.old, names.new)
        }
        FileOperation::Create | FileOperation::Modify => (names.new, None),
    };
    let paths = first.into_iter().chain(second);
    Ok(paths.map(|path| PatchTarget { strip, path }).collect())
}

fn too_few_components(part: &FilePatch, strip: usize) -> Refusal {
    let problem = format!("its names have no more than {strip} leading components to drop");
    Refusal::new(Reason::bad_patch(part.line, problem, Cure::CountComponents))
}
