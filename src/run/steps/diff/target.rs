//! `--target`: which parts of a diff are for the one file that was named.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::patch::FilePatch;
use crate::refusal::{Reason, TargetFault};
use crate::report::{Notice, Warning};

/// The parts of `files` that are for `target`, and what is worth knowing about the choice.
///
/// A diff of one file goes there whatever its header says. Of several files, those are taken whose path is
/// the target's, else those with its base name.
///
/// # Errors
/// `bad_request` when none is for the target, or files of different paths share its base name.
pub fn choose(
    files: Vec<FilePatch>,
    target: &Path,
) -> Result<(Vec<FilePatch>, Option<Warning>), Reason> {
    let named: BTreeSet<_> = files.iter().filter_map(name).collect();
    if named.len() <= 1 {
        let other = named.into_iter().find(|name| !means(name, target));
        let notice = other.map(|named| {
            let named = without_prefix(&named);
            warn(target, Notice::OtherName { named })
        });
        return Ok((files, notice));
    }
    let wanted = wanted(&named, target)?;
    let (chosen, rest): (Vec<_>, Vec<_>) = files
        .into_iter()
        .partition(|file| name(file).is_some_and(|name| wanted.contains(&name)));
    let rest: BTreeSet<_> = rest.iter().filter_map(name).collect();
    let notice = warn(
        target,
        Notice::OtherFiles {
            named: rest.iter().map(|name| without_prefix(name)).collect(),
        },
    );
    Ok((chosen, Some(notice)))
}

/// The names in the diff that mean `target`: by path, else the one by base name.
fn wanted(named: &BTreeSet<PathBuf>, target: &Path) -> Result<BTreeSet<PathBuf>, Reason> {
    let by_path: BTreeSet<_> = named
        .iter()
        .filter(|name| means(name, target))
        .cloned()
        .collect();
    if !by_path.is_empty() {
        return Ok(by_path);
    }
    let same_base = |name: &&PathBuf| name.file_name() == target.file_name();
    let by_base: BTreeSet<_> = named.iter().filter(same_base).cloned().collect();
    let known = |names: &BTreeSet<PathBuf>| names.iter().map(|name| without_prefix(name)).collect();
    let why = match by_base.len() {
        1 => return Ok(by_base),
        0 => TargetFault::Unmentioned {
            target: target.to_path_buf(),
            named: known(named),
        },
        _ => TargetFault::Ambiguous {
            named: known(&by_base),
        },
    };
    Err(Reason::BadTarget { why })
}

fn warn(target: &Path, notice: Notice) -> Warning {
    Warning {
        path: Some(target.to_path_buf()),
        notice,
    }
}

/// The name of a part: after the change if there is one.
fn name(file: &FilePatch) -> Option<PathBuf> {
    file.names.new.clone().or_else(|| file.names.old.clone())
}

/// The name as people know it: without `a/` or `b/`, where git puts them.
fn without_prefix(name: &Path) -> PathBuf {
    let inside = ["a", "b"]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix).ok());
    inside
        .filter(|inside| *inside != Path::new(""))
        .unwrap_or(name)
        .to_owned()
}

/// Whether the name in a diff is the target's path, with any number of components dropped from either.
fn means(named: &Path, target: &Path) -> bool {
    let named_inside: PathBuf = named.components().skip(1).collect();
    let whole = named.components().count() > 1 || target.components().count() == 1;
    named == target
        || named_inside == target
        || (whole && (target.ends_with(named) || is_inside(&named_inside, target)))
}

fn is_inside(named: &Path, target: &Path) -> bool {
    named.components().count() > 1 && target.ends_with(named)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::means;

    #[test]
    fn a_name_means_the_target_by_its_path() {
        for (named, target, expected) in [
            ("b/src/a.rs", "src/a.rs", true),
            ("src/a.rs", "src/a.rs", true),
            ("b/src/a.rs", "/home/me/src/a.rs", true),
            ("a.rs", "a.rs", true),
            ("b/a.rs", "a.rs", true),
            ("b/src/a.rs", "a.rs", false),
            ("b/lib/a.rs", "src/a.rs", false),
            ("a.rs", "src/a.rs", false),
        ] {
            assert_eq!(
                means(Path::new(named), Path::new(target)),
                expected,
                "{named} {target}"
            );
        }
    }
}
