//! The contents of a file in git: in its last commits on every branch, and in the index.

use std::collections::HashSet;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use bytes::Bytes;

use super::git::{self, GitBlob};
use crate::run::world::World;

/// The maximum number of commits to read.
const MAX_COMMITS: usize = 64;
/// The maximum size of a file content, in bytes.
const MAX_SIZE: usize = 8 << 20;

/// The contents of the file at `path` in git, newest first. Empty if there is no repository or no git.
pub fn texts(path: &Path, world: &World) -> Vec<Bytes> {
    find_texts(path, world).unwrap_or_default()
}

fn find_texts(path: &Path, world: &World) -> Option<Vec<Bytes>> {
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
            &format!("--max-count={MAX_COMMITS}"),
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
    let input: String = names.map(|name| name + "\n").collect();
    let answer = git::output(&["cat-file", "--batch-check"], input, directory, world).ok()?;
    let mut known = HashSet::new();
    let mut blobs = Vec::new();
    for line in String::from_utf8_lossy(&answer).lines() {
        if let Some(blob) = GitBlob::parse(line)
            && blob.len <= MAX_SIZE
            && known.insert(blob.name.clone())
        {
            blobs.push(blob);
        }
    }
    git::contents(&blobs, directory, world).ok()
}
