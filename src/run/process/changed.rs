//! Lists the files in git's index, and the files that git would add. Git must not run programs that the repository
//! configures: filter commands are cleared, external diff programs are off, and submodules are ignored.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use super::git;
use crate::refusal::{Reason, Refusal};
use crate::run::world::World;

/// The existing files in git's index below the working directory.
///
/// # Errors
/// The errors of [`git::output`].
pub fn tracked(world: &World) -> Result<Vec<PathBuf>, Refusal> {
    let names = list(&["ls-files", "-z"], world)?;
    Ok(regular_files(names, world))
}

/// The files below the working directory that differ from the last commit, and new files that are not ignored.
///
/// # Errors
/// The errors of [`git::output`].
pub fn changed(world: &World) -> Result<Vec<PathBuf>, Refusal> {
    let mut names = list(&["ls-files", "-z", "--others", "--exclude-standard"], world)?;
    if list(&["rev-parse", "-q", "--verify", "HEAD"], world).is_err() {
        // Git can read the repository, so there is no commit yet. Every file in the index is new.
        names.extend(list(&["ls-files", "-z"], world)?);
        return Ok(regular_files(names, world));
    }
    let settings = without_filters(world)?;
    let mut words = Vec::new();
    for setting in &settings {
        words.extend(["-c", setting]);
    }
    words.extend([
        "diff",
        "--name-only",
        "-z",
        "--relative",
        "--no-renames",
        "--no-ext-diff",
        "--no-textconv",
        "--ignore-submodules=all",
        "HEAD",
    ]);
    names.extend(list(&words, world)?);
    Ok(regular_files(names, world))
}

/// Settings that clear the command of every configured filter.
///
/// # Errors
/// `bad_request` if the name of a filter cannot be an argument of `-c`.
fn without_filters(world: &World) -> Result<Vec<String>, Refusal> {
    let answer = git::output(
        &["config", "--list", "--name-only", "-z"],
        String::new(),
        &world.cwd,
        world,
    )?;
    let mut settings = Vec::new();
    for name in answer.split(|&byte| byte == 0) {
        if !name.starts_with(b"filter.") {
            continue;
        }
        let name = String::from_utf8_lossy(name);
        // `-c` ends the name at the first `=`.
        if name.contains(['=', '\u{fffd}']) {
            let problem = format!("incise cannot switch off the setting `{name}`");
            return Err(Reason::git_fails(&problem).into());
        }
        if name.ends_with(".required") {
            settings.push(format!("{name}=false"));
        } else {
            settings.push(format!("{name}="));
        }
    }
    Ok(settings)
}

/// The names that git prints, relative to the working directory.
fn list(words: &[&str], world: &World) -> Result<BTreeSet<PathBuf>, Refusal> {
    let answer = git::output(words, String::new(), &world.cwd, world)?;
    let names = answer
        .split(|&byte| byte == 0)
        .filter(|name| !name.is_empty());
    Ok(names
        .map(|name| OsString::from_vec(name.to_vec()).into())
        .collect())
}

/// The regular files among `names`. The others are missing, links or submodules.
fn regular_files(names: BTreeSet<PathBuf>, world: &World) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for name in names {
        let facts = world.cwd.join(&name).symlink_metadata();
        if facts.is_ok_and(|facts| facts.is_file()) {
            files.push(name);
        }
    }
    files
}
