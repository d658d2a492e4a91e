//! `--base git`: reads the blobs in the `index` lines of a diff from git.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;

use super::super::steps::diff;
use super::super::world::World;
use super::git::{self, GitBlob};
use crate::patch::{FileOperation, FilePatch};
use crate::refusal::{Fault, Reason, Refusal};
use crate::request::{Action, Base, PatchDiff, Request, Terms};

/// `request` with the blobs instead of [`Base::Git`].
///
/// # Errors
/// `bad_request` if a part has no `index` line or git does not have its blob; `too_large`; `io` if git cannot be run.
pub fn with_blobs<'r>(request: &'r Request, world: &World) -> Result<Cow<'r, Request>, Refusal> {
    let mut request = Cow::Borrowed(request);
    for number in 0..request.steps.len() {
        let Action::Patch(diff) = &request.steps[number].action else {
            continue;
        };
        if diff.base != Some(Base::Git) {
            continue;
        }
        let blobs = diff_blobs(diff, &request.terms, world)?;
        if let Action::Patch(diff) = &mut request.to_mut().steps[number].action {
            diff.base = Some(Base::Blobs(blobs));
        }
    }
    Ok(request)
}

/// The blobs that the parts of `diff` were made from, by the names in the diff.
fn diff_blobs(
    diff: &PatchDiff,
    terms: &Terms,
    world: &World,
) -> Result<BTreeMap<String, Bytes>, Refusal> {
    // Applying the diff reports that it cannot be read.
    let parts =
        diff::read_diff(diff, terms.encoding).map_or_else(|_| Vec::new(), |read| read.parts);
    let mut wanted = BTreeSet::new();
    for part in &parts {
        if part.operation == FileOperation::Create || part.hunks().is_empty() {
            continue;
        }
        let (old, _) = part.blobs.as_ref().ok_or_else(|| no_index_line(part))?;
        wanted.insert(old.clone());
    }
    let names: Vec<String> = wanted.into_iter().collect();
    if names.is_empty() {
        return Ok(BTreeMap::new());
    }
    let blobs = find_blobs(&names, terms.limits.max_size, world)?;
    let texts = git::contents(&blobs, &world.cwd, world)?;
    Ok(names.into_iter().zip(texts).collect())
}

fn no_index_line(part: &FilePatch) -> Refusal {
    let name = part.names.new_or_old();
    Reason::no_index_line(name.map(|name| name.display())).into()
}

/// The blobs with these names, which may be abbreviated.
fn find_blobs(names: &[String], max_size: u64, world: &World) -> Result<Vec<GitBlob>, Refusal> {
    let input: String = names.iter().map(|name| format!("{name}\n")).collect();
    let output = git::output(&["cat-file", "--batch-check"], input, &world.cwd, world)?;
    let answer = String::from_utf8_lossy(&output);
    let mut lines = answer.lines();
    let mut blobs = Vec::new();
    for name in names {
        let line = lines.next().unwrap_or_default();
        let Some(blob) = GitBlob::parse(line) else {
            return Err(missing_blob(name, line));
        };
        let len = blob.len as u64;
        if len > max_size {
            let limit = max_size;
            return Err(Refusal::from(Fault::TooLarge { len, limit }));
        }
        blobs.push(blob);
    }
    Ok(blobs)
}

fn missing_blob(name: &str, answer: &str) -> Refusal {
    let reason = if answer.ends_with(" ambiguous") {
        Reason::ambiguous_blob(name)
    } else {
        Reason::no_blob(name)
    };
    reason.into()
}
