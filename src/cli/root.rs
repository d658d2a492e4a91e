//! How far the paths of a command line may lead.

use std::path::{Path, PathBuf};

use crate::disk::Reach;

/// What marks the top of a workspace.
const MARKERS: [&str; 3] = [".git", ".jj", ".hg"];

/// The origin of the names of targets, which decides their root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamesFrom {
    /// Somebody typed them: they may be anywhere.
    CommandLine,
    /// A diff or a JSON request: they stay in the workspace.
    Document,
    /// Records: they start from the root and stay inside.
    Records,
}

/// The roots that were named (`--root`, else `INCISE_ROOT`), seen from `cwd`.
pub(super) fn named(
    flags: Vec<PathBuf>,
    environment: Option<&PathBuf>,
    cwd: &Path,
) -> Vec<PathBuf> {
    let roots = if flags.is_empty() {
        environment.cloned().into_iter().collect()
    } else {
        flags
    };
    roots.into_iter().map(|root| cwd.join(root)).collect()
}

/// How far names from there may lead: into `roots`, those that were named; without one typed paths lead
/// anywhere and names from documents stay in the workspace.
pub(super) fn reach(roots: &[PathBuf], names_from: NamesFrom, workspace: &Path) -> Reach {
    match (roots.is_empty(), names_from) {
        (false, _) => Reach::Roots(roots.to_vec()),
        (true, NamesFrom::Document | NamesFrom::Records) => {
            Reach::Roots(vec![workspace.to_owned()])
        }
        (true, NamesFrom::CommandLine) => Reach::Anywhere,
    }
}

/// The directory whose journal is used: the first root that was named, else the workspace of `cwd`.
pub(super) fn journaled(roots: &[PathBuf], cwd: &Path) -> PathBuf {
    roots.first().cloned().unwrap_or_else(|| workspace(cwd))
}

/// The nearest directory from `cwd` up that version control marks, else `cwd`.
fn workspace(cwd: &Path) -> PathBuf {
    let is_marked =
        |directory: &&Path| MARKERS.iter().any(|marker| directory.join(marker).exists());
    cwd.ancestors().find(is_marked).unwrap_or(cwd).to_owned()
}

#[cfg(test)]
#[allow(
    clippy::disallowed_methods,
    reason = "the test makes its own directories"
)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::{NamesFrom, named, reach, workspace};
    use crate::disk::Reach;

    #[test]
    fn the_workspace_is_the_nearest_marked_directory() {
        let directory = tempfile::tempdir().unwrap();
        let top = directory.path().canonicalize().unwrap();
        let below = top.join("a/b");
        fs::create_dir_all(&below).unwrap();
        fs::create_dir(top.join("a/.jj")).unwrap();
        assert_eq!(workspace(&below), top.join("a"));
        fs::create_dir(below.join(".hg")).unwrap();
        assert_eq!(workspace(&below), below);
    }

    #[test]
    fn named_roots_win_and_typed_paths_have_none() {
        let here = PathBuf::from("/nowhere/at/all");
        let variable = PathBuf::from("v");
        let with = |flags: &[&str], variable, names_from| {
            let flags = flags.iter().map(PathBuf::from).collect();
            reach(&named(flags, variable, &here), names_from, &here)
        };
        let roots = |names: &[&str]| Reach::Roots(names.iter().map(PathBuf::from).collect());
        let (typed, document) = (NamesFrom::CommandLine, NamesFrom::Document);
        assert_eq!(
            with(&["/f", "g"], Some(&variable), document),
            roots(&["/f", "/nowhere/at/all/g"])
        );
        assert_eq!(
            with(&[], Some(&variable), typed),
            roots(&["/nowhere/at/all/v"])
        );
        assert_eq!(with(&[], None, typed), Reach::Anywhere);
        assert_eq!(with(&[], None, document), roots(&["/nowhere/at/all"]));
    }
}
