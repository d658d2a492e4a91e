//! The contents of a file in git: in its last commits on every branch, and in the index.

use std::collections::HashSet;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use bytes::Bytes;

use super::git::{self, GitBlob};
use crate::run::world::World;

/// The maximum number of commits to read.
const COMMITS: usize = 64;
/// The maximum size of a file content, in bytes.
const LONGEST: usize = 8 << 20;

/// The contents of the file at `path` in git, newest first. Empty if there is no repository or no git.
pub fn texts(path: &Path, world: &World) -> Vec<Bytes> {
    named(path, world).unwrap_or_default()
}

fn named(path: &Path, world: &World) -> Option<Vec<Bytes>> {
    let directory = path.parent()?;
    let name = path.file_name()?.as_bytes();
    if name.contains(&b'\n') {
        return None;
    }
    let name = String::from_utf8(name.to_vec()).ok()?;
    let commits = git::output(
        &[
            "rev-list",
            "--all",
            &format!("--max-count={COMMITS}"),
            "--",
            &format!("./{name}"),
        ],
        String::new(),
        directory,
        world,
    )
    .ok()?;
    let commits = String::from_utf8(commits).ok()?;
    let names = std::iter::once(format!(":./{name}"))
        .chain(commits.lines().map(|commit| format!("{commit}:./{name}")));
    let asked: String = names.map(|name| name + "\n").collect();
    let answer = git::output(&["cat-file", "--batch-check"], asked, directory, world).ok()?;
    let mut known = HashSet::new();
    let mut blobs = Vec::new();
    for line in String::from_utf8_lossy(&answer).lines() {
        let blob = GitBlob::parse(line).filter(|blob| blob.len <= LONGEST);
        blobs.extend(blob.filter(|blob| known.insert(blob.name.clone())));
    }
    git::contents(&blobs, directory, world).ok()
}
