//! Properties of a part of a diff that are known without its file: the operation, the rules for placing the hunks, the
//! faults, and the reject.

use std::collections::BTreeSet;

use bytes::Bytes;

use crate::patch::{
    BinaryDelta, Content, Cure, FileOperation, FilePatch, GitMode, Hunk, PatchFormat,
};
use crate::refusal::{LinkFault, Reason, Refusal, TargetFault};
use crate::report::Reject;
use crate::request::{Base, PatchDiff, PatchMode, Repeat};
use crate::resolve::draft::WorkingText;
use crate::resolve::place::PlaceOptions;

/// True if `part` is a deletion that does not contain the deleted text (V4A), so the text cannot be compared.
pub(super) fn has_no_deleted_text(part: &FilePatch) -> bool {
    part.format == PatchFormat::V4a && part.hunks().is_empty()
}

/// True if `part` says that the file was empty. Then the file need not exist.
pub(super) fn states_empty_before(part: &FilePatch) -> bool {
    let [hunk] = part.hunks() else {
        return false;
    };
    let is_empty = hunk.old.is_some_and(|old| old.start == 0 && old.count == 0);
    part.operation == FileOperation::Modify && is_empty && hunk.old_side().next().is_none()
}

/// The size of the result of a binary part in bytes, according to the part; the larger one of its two directions.
pub(super) fn binary_output(part: &FilePatch) -> u64 {
    let Content::Binary(binary) = &part.content else {
        return 0;
    };
    let halves = std::iter::once(&binary.forward).chain(&binary.backward);
    halves.map(BinaryDelta::result_len).max().unwrap_or(0)
}

/// A copy of `part` that creates its file.
pub(super) fn as_creation(part: &FilePatch) -> FilePatch {
    let mut creation = part.clone();
    let old = creation.names.old.take();
    creation.names.new = creation.names.new.or(old);
    creation.operation = FileOperation::Create;
    creation
}

/// A copy of `part` for a target that the caller named. The target keeps its name, even if the diff renames it.
///
/// # Errors
/// `bad_request` if the part does nothing but rename or copy.
pub(super) fn without_rename(part: &FilePatch) -> Result<FilePatch, Reason> {
    let mut part = part.clone();
    if matches!(part.operation, FileOperation::Rename | FileOperation::Copy) {
        part.operation = FileOperation::Modify;
        let has_no_text = matches!(&part.content, Content::Hunks(hunks) if hunks.is_empty());
        if has_no_text && part.new_mode.is_none() {
            return Err(Reason::BadTarget(TargetFault::OnlyRenames));
        }
    }
    Ok(part)
}

/// The rules for placing the hunks of `part`.
pub(super) fn place_options(diff: &PatchDiff, repeat: Repeat, part: &FilePatch) -> PlaceOptions {
    let strict = PlaceOptions {
        repeat,
        ..PlaceOptions::in_mode(PatchMode::Strict)
    };
    if part.is_of_link() {
        // The text of a link is a path, so an approximate match would change its meaning.
        return strict;
    }
    // Programs write unified and git diffs, with line numbers. Models write the other formats, without them.
    let default_mode = match part.format {
        PatchFormat::Unified | PatchFormat::Git => PatchMode::Strict,
        PatchFormat::V4a | PatchFormat::SearchReplace => PatchMode::Tolerant,
    };
    PlaceOptions {
        mode: diff.mode.unwrap_or(default_mode),
        base: base(diff, part),
        ..strict
    }
}

/// The text that `part` was made from, if known.
fn base(diff: &PatchDiff, part: &FilePatch) -> Option<Bytes> {
    match diff.base.as_ref()? {
        Base::Text(text) => Some(text.clone()),
        Base::Blobs(blobs) => blobs.get(&part.blobs.as_ref()?.0).cloned(),
        Base::Git => None,
    }
}

/// Refuses a diff that changes several files or deletes one, since the output is the text of a single file.
pub(super) fn refuse_several(parts: &[FilePatch], diff: &PatchDiff) -> Result<(), Reason> {
    let mut files = BTreeSet::new();
    for part in parts {
        files.insert(part.names.new_or_old());
    }
    if files.len() > 1 && diff.target.is_none() {
        return Err(Reason::output_of_several(files.len()));
    }
    let mut operations = parts.iter().map(|part| part.operation);
    if operations.any(|operation| operation == FileOperation::Delete) {
        return Err(Reason::output_of_deletion());
    }
    Ok(())
}

/// Refuses unknown modes, submodules, and links that git would write differently.
pub(super) fn refuse_modes(part: &FilePatch) -> Result<(), Reason> {
    if let Some(mode) = part.new_mode
        && !mode.is_known()
    {
        let problem = format!("a diff cannot set the mode {:06o}", mode.0);
        return Err(Reason::bad_patch(part.line, problem, Cure::LookAtLine));
    }
    let mut modes = [part.new_mode, part.old_mode].into_iter().flatten();
    if modes.any(GitMode::is_gitlink) {
        return Err(Reason::Link(LinkFault::Submodule));
    }
    refuse_link_unlike_git(part)
}

/// Refuses a link that git would write differently. Git turns a file into a link by a deletion and a creation, and
/// writes the path of a link without a line ending.
fn refuse_link_unlike_git(part: &FilePatch) -> Result<(), Reason> {
    let creates_or_deletes = matches!(
        part.operation,
        FileOperation::Create | FileOperation::Delete
    );
    if !creates_or_deletes && part.was_link() != part.becomes_link() {
        return Err(Reason::bad_patch(
            part.line,
            "one part of the diff turns a symbolic link into a file, or a file into a link",
            Cure::Instead(
                "git writes two parts: one deletes the old file, one creates the new one",
            ),
        ));
    }
    if part.is_of_link() && part.hunks().iter().any(ends_path_with_line_ending) {
        return Err(Reason::bad_patch(
            part.line,
            "the path of the symbolic link would end in a line ending",
            Cure::Instead("add the line `\\ No newline at end of file` below the path"),
        ));
    }
    Ok(())
}

fn ends_path_with_line_ending(hunk: &Hunk) -> bool {
    let paths = [hunk.old_side().last(), hunk.new_side().last()];
    let mut paths = paths.into_iter().flatten();
    paths.any(|path| path.ends_with(b"\n"))
}

/// Refuses a link if the diff does not have the mode of a link. The author may have intended to edit its target.
pub(super) fn refuse_unmarked_link(
    part: &FilePatch,
    now: Option<&WorkingText>,
) -> Result<(), Reason> {
    match now.map(WorkingText::is_link) {
        Some(true) if !part.is_of_link() => Err(Reason::Link(LinkFault::ExpectedFile)),
        Some(false) if part.was_link() => Err(Reason::Link(LinkFault::ExpectedLink)),
        _ => Ok(()),
    }
}

/// Refuses `path`, the text of a link after `part`, if it is not a path.
pub(super) fn refuse_link_without_path(part: &FilePatch, path: &[u8]) -> Result<(), Reason> {
    let problem = if path.is_empty() {
        "the symbolic link would lead nowhere: its path is empty"
    } else if path.contains(&0) {
        "the path of the symbolic link has a NUL byte"
    } else {
        return Ok(());
    };
    Err(Reason::bad_patch(part.line, problem, Cure::LookAtLine))
}

pub(super) fn nameless() -> Refusal {
    Refusal::new(Reason::BadTarget(TargetFault::Unnamed))
}

/// The part of `part` that `refusal` rejects: the hunks that it lists, or all hunks if it lists none.
pub(super) fn reject(part: &FilePatch, refusal: &Refusal) -> Reject {
    let mut rejected = Reject {
        part: part.clone(),
        would_apply: 0,
        path: refusal.path.clone(),
    };
    let (total, refused) = match &refusal.reason {
        Reason::HunkFailed { failures, total } => {
            let failed = failures.iter().map(|failure| failure.hunk);
            (*total, failed.collect())
        }
        Reason::PartlyApplied { applied, total, .. } => (*total, applied.clone()),
        _ => return rejected,
    };
    if let Content::Hunks(hunks) = &mut rejected.part.content {
        let mut number = 0;
        hunks.retain(|_| {
            number += 1;
            refused.contains(&number)
        });
    }
    rejected.would_apply = total.saturating_sub(rejected.part.hunks().len());
    rejected
}
