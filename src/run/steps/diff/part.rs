//! A part of a diff by itself: its placing, and its rejection or refusal.

use std::collections::BTreeSet;

use bytes::Bytes;

use crate::patch::{
    BinaryDelta, Content, Cure, FileOperation, FilePatch, GitMode, Hunk, PatchFormat,
};
use crate::refusal::{LinkFault, Reason, Refusal, TargetFault};
use crate::report::Reject;
use crate::request::{Base, PatchDiff, PatchMode, Repeat};
use crate::resolve::draft::WorkingText;
use crate::resolve::place::Placing;

/// The reject of `part` because of `refusal`: the hunks that it is about, else all of it.
pub(super) fn reject(part: &FilePatch, refusal: &Refusal) -> Reject {
    let failed: Vec<usize> = match &refusal.reason {
        Reason::HunkFailed { failures, .. } => {
            failures.iter().map(|failure| failure.hunk).collect()
        }
        Reason::PartlyApplied { applied, .. } => applied.clone(),
        _ => (1..=part.hunks().len()).collect(),
    };
    let content = match &part.content {
        Content::Hunks(hunks) => {
            let numbered = (1..).zip(hunks);
            let failed = numbered.filter(|(number, _)| failed.contains(number));
            Content::Hunks(failed.map(|(_, hunk)| hunk.clone()).collect())
        }
        binary @ Content::Binary(_) => binary.clone(),
    };
    let part = FilePatch {
        content,
        ..part.clone()
    };
    Reject {
        would_apply: match &refusal.reason {
            Reason::HunkFailed { total, .. } | Reason::PartlyApplied { total, .. } => {
                total.saturating_sub(part.hunks().len())
            }
            _ => 0,
        },
        part,
        path: refusal.path.clone(),
    }
}

/// An output takes the result of a single file, which must be there afterwards.
pub(super) fn refuse_several(parts: &[FilePatch], diff: &PatchDiff) -> Result<(), Reason> {
    let names = parts.iter().map(|part| &part.names);
    let named: BTreeSet<_> = names
        .map(|names| names.new.as_ref().or(names.old.as_ref()))
        .collect();
    if named.len() > 1 && diff.target.is_none() {
        let files = named.len();
        return Err(Reason::output_of_several(files));
    }
    if parts
        .iter()
        .any(|part| part.operation == FileOperation::Delete)
    {
        Err(Reason::output_of_deletion())
    } else {
        Ok(())
    }
}

/// The operation of `part` on the one target it is for, which keeps its name whatever the diff says.
pub(super) fn staying(part: &FilePatch) -> Result<FilePatch, Reason> {
    let moves = matches!(part.operation, FileOperation::Rename | FileOperation::Copy);
    let is_text = matches!(&part.content, Content::Hunks(hunks) if hunks.is_empty());
    if moves && is_text && part.new_mode.is_none() {
        return Err(Reason::BadTarget(TargetFault::OnlyMoves));
    }
    Ok(FilePatch {
        operation: if moves {
            FileOperation::Modify
        } else {
            part.operation
        },
        ..part.clone()
    })
}

pub(super) fn nameless() -> Refusal {
    Refusal::new(Reason::BadTarget(TargetFault::Nameless))
}

/// The placing of the hunks of `part`. Unified and git diffs have line numbers and strict lines, the other formats never
/// do.
pub(super) fn placing(diff: &PatchDiff, repeat: Repeat, part: &FilePatch) -> Placing {
    let usual = match part.format {
        PatchFormat::Unified | PatchFormat::Git => PatchMode::Strict,
        PatchFormat::V4a | PatchFormat::SearchReplace => PatchMode::Tolerant,
    };
    if part.is_of_link() {
        // A path is what it is: nothing of it has drifted.
        return Placing {
            mode: PatchMode::Strict,
            repeat,
            base: None,
            layout: None,
        };
    }
    Placing {
        mode: diff.mode.unwrap_or(usual),
        repeat,
        base: base(diff, part),
        layout: None,
    }
}

/// The text that `part` was made from, where it is known.
fn base(diff: &PatchDiff, part: &FilePatch) -> Option<Bytes> {
    match diff.base.as_ref()? {
        Base::Text(text) => Some(text.clone()),
        Base::Blobs(blobs) => blobs.get(&part.blobs.as_ref()?.0).cloned(),
        Base::Git => None,
    }
}

/// True if a deletion does not say what it deletes (V4A), so that there is nothing to compare.
pub(super) fn states_no_text(part: &FilePatch) -> bool {
    part.format == PatchFormat::V4a && part.hunks().is_empty()
}

/// The bytes that a binary part makes, as it says itself: the larger of its halves.
pub(super) fn binary_output(part: &FilePatch) -> u64 {
    let Content::Binary(binary) = &part.content else {
        return 0;
    };
    let halves = std::iter::once(&binary.forward).chain(&binary.backward);
    halves.map(BinaryDelta::result_len).max().unwrap_or(0)
}

/// True if a part is about a text that is empty before: the file need not be there.
pub(super) fn states_nothing_before(part: &FilePatch) -> bool {
    let [hunk] = part.hunks() else {
        return false;
    };
    let is_empty = hunk.old.is_some_and(|old| old.start == 0 && old.count == 0);
    part.operation == FileOperation::Modify && is_empty && hunk.old_side().next().is_none()
}

/// `part` as one that makes its file.
pub(super) fn creating(part: &FilePatch) -> FilePatch {
    let mut made = part.clone();
    made.operation = FileOperation::Create;
    made.names.new = made.names.new.or(made.names.old.take());
    made.names.old = None;
    made
}

/// Submodules are no files, and a file becomes a link only by being deleted and made anew, as git writes it.
pub(super) fn refuse_modes(part: &FilePatch) -> Result<(), Reason> {
    if let Some(mode) = part.new_mode.filter(|mode| !mode.is_known()) {
        let problem = format!(
            "the mode {:06o} is none that a file gets from a diff",
            mode.0
        );
        return Err(Reason::bad_patch(part.line, problem, Cure::LookAtLine));
    }
    let modes = [part.new_mode, part.old_mode];
    if modes.into_iter().flatten().any(GitMode::is_gitlink) {
        return Err(Reason::Link(LinkFault::Submodule));
    }
    let is_there_twice = !matches!(
        part.operation,
        FileOperation::Create | FileOperation::Delete
    );
    if is_there_twice && part.was_link() != part.becomes_link() {
        return Err(Reason::bad_patch(
            part.line,
            "one part of the diff makes a file of a symbolic link, or a link of a file",
            Cure::Instead(
                "git writes two parts: one deletes the old file, one creates the new one",
            ),
        ));
    }
    let has_ending = part.hunks().iter().any(ends_a_path_with_a_line_ending);
    if part.is_of_link() && has_ending {
        Err(Reason::bad_patch(
            part.line,
            "the path of the symbolic link would end in a line ending",
            Cure::Instead("the line `\\ No newline at end of file` is below the path"),
        ))
    } else {
        Ok(())
    }
}

fn ends_a_path_with_a_line_ending(hunk: &Hunk) -> bool {
    let mut paths = hunk
        .old_side()
        .last()
        .into_iter()
        .chain(hunk.new_side().last());
    paths.any(|path| path.ends_with(b"\n"))
}

/// A link goes only where the diff says that it is one: who wrote the diff may have meant the file behind it.
pub(super) fn refuse_unsaid_link(
    part: &FilePatch,
    now: Option<&WorkingText>,
) -> Result<(), Reason> {
    match now.map(WorkingText::is_link) {
        Some(true) if !part.is_of_link() => Err(Reason::Link(LinkFault::Unsaid)),
        Some(false) if part.was_link() => Err(Reason::Link(LinkFault::NoLink)),
        _ => Ok(()),
    }
}

/// The path that the link leads to, once `part` is applied, has to be one.
pub(super) fn refuse_no_path(part: &FilePatch, path: &[u8]) -> Result<(), Reason> {
    let problem = if path.is_empty() {
        "the symbolic link would lead nowhere: its path is empty"
    } else if path.contains(&0) {
        "the path of the symbolic link has a NUL byte"
    } else {
        return Ok(());
    };
    Err(Reason::bad_patch(part.line, problem, Cure::LookAtLine))
}
