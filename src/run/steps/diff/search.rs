//! The file of a diff that does not say where it belongs: no name at all, or a base name alone.
//!
//! Nothing is guessed: the file is the only one beneath the working directory in which every hunk stands
//! exactly, and the report says how it was found.

use std::path::{Path, PathBuf};

use super::super::files::RequestFiles;
use crate::patch::{FileOperation, FilePatch, Strictness};
use crate::request::{Limits, PatchMode};
use crate::resolve::place::{Applied, Placing, place};

/// Entries beneath the working directory beyond which nothing is searched.
const ENTRIES: usize = 20_000;
/// Files that are read and compared at most.
const FILES: usize = 2_000;
/// Files of a base name that are named at most.
const ALIKE: usize = 3;
/// Largest file that is compared, bytes.
const FILE_SIZE: u64 = 4 << 20;

/// The only file in which `part` stands exactly. `None` when there is none or several, when the part
/// names a directory, or when there are too many files to be sure.
pub fn only_fit(part: &FilePatch, files: &mut RequestFiles) -> Option<PathBuf> {
    let is_lost = part.operation == FileOperation::Modify
        && part.strictness == Strictness::Repair
        && !part.hunks().is_empty();
    if !is_lost {
        return None;
    }
    let wanted = base_name(part)?;
    let candidates: Vec<_> = files
        .below(ENTRIES)?
        .into_iter()
        .filter(|path| wanted.is_none_or(|name| path.file_name() == name.file_name()))
        .collect();
    if candidates.len() > FILES {
        return None;
    }
    let mut fitting = candidates
        .into_iter()
        .filter(|path| fits(part, path, files));
    let only = fitting.next()?;
    fitting.next().is_none().then_some(only)
}

/// The base name that is all a part says of its file: `Some(None)` when it says nothing, `None` when it
/// names a directory too.
fn base_name(part: &FilePatch) -> Option<Option<&Path>> {
    let name = part.names.new.as_deref().or(part.names.old.as_deref());
    let Some(name) = name else {
        return Some(None);
    };
    let mut components = name.components();
    let directory = match components.clone().count() {
        1 => return Some(Some(name)),
        2 => components.next()?,
        _ => return None,
    };
    let is_prefix = ["a", "b"]
        .iter()
        .any(|prefix| directory.as_os_str() == *prefix);
    is_prefix.then_some(Some(name))
}

/// The files beneath the working directory with the base name of `path`, the first few of them by name.
pub fn alike(path: &Path, files: &mut RequestFiles) -> Vec<PathBuf> {
    let all = files.below(ENTRIES).unwrap_or_default().into_iter();
    let mut alike: Vec<PathBuf> = all
        .filter(|other| other.file_name() == path.file_name())
        .collect();
    alike.sort();
    alike.truncate(ALIKE);
    alike
}

fn fits(part: &FilePatch, path: &Path, files: &mut RequestFiles) -> bool {
    let limits = Limits {
        max_size: FILE_SIZE,
        ..Limits::default()
    };
    let strictly = Placing {
        mode: PatchMode::Strict,
        applied: Applied::Refuse,
        base: None,
    };
    let text = files
        .locate(path)
        .and_then(|place| files.read(&place, &limits));
    match text {
        Ok(Some(text)) => place(part, &text, &strictly).is_ok(),
        _ => false,
    }
}
