//! What can be said of one part of a diff by itself: how it is placed, what of it is rejected or refused.

use std::collections::BTreeSet;

use bytes::Bytes;

use crate::patch::{BinaryDelta, Content, Cure, FilePatch, Format, Mode, Operation};
use crate::refusal::{NotAFile, Reason, Refusal, TargetFault};
use crate::report::Reject;
use crate::request::{Base, PatchDiff, PatchMode, Repeat};
use crate::resolve::place::{Applied, Placing};

/// What of `part` is rejected because of `refusal`: the hunks that it is about, else all of it.
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

/// One output has the result of one file, which must be there afterwards.
pub(super) fn refuse_several(parts: &[FilePatch], diff: &PatchDiff) -> Result<(), Reason> {
    let name = |part: &FilePatch| part.names.new.clone().or_else(|| part.names.old.clone());
    let named: BTreeSet<_> = parts.iter().map(name).collect();
    if named.len() > 1 && diff.target.is_none() {
        return Err(Reason::usage(
            format!(
                "`--output` takes the result of one file; the diff has {}",
                named.len()
            ),
            "choose one with --target PATH",
        ));
    }
    match parts.iter().any(|part| part.operation == Operation::Delete) {
        true => Err(Reason::usage(
            "`--output` takes the result of a patch, and this one deletes its file",
            "leave out --output",
        )),
        false => Ok(()),
    }
}

/// What `part` does to the one target it is for, which keeps its name whatever the diff says.
pub(super) fn staying(part: &FilePatch) -> Result<FilePatch, Reason> {
    let moves = matches!(part.operation, Operation::Rename | Operation::Copy);
    let is_text = matches!(&part.content, Content::Hunks(hunks) if hunks.is_empty());
    if moves && is_text && part.new_mode.is_none() {
        return Err(Reason::BadTarget {
            why: TargetFault::OnlyMoves,
        });
    }
    Ok(FilePatch {
        operation: match moves {
            true => Operation::Modify,
            false => part.operation,
        },
        ..part.clone()
    })
}

pub(super) fn nameless() -> Refusal {
    Refusal::new(Reason::BadTarget {
        why: TargetFault::Nameless,
    })
}

/// How the hunks of `part` are placed: unified and git diffs have line numbers and strict lines, the other
/// formats never do.
pub(super) fn placing(diff: &PatchDiff, part: &FilePatch) -> Placing {
    let usual = match part.format {
        Format::Unified | Format::Git => PatchMode::Strict,
        Format::V4a | Format::SearchReplace => PatchMode::Tolerant,
    };
    Placing {
        mode: diff.mode.unwrap_or(usual),
        applied: match diff.applied {
            Repeat::Refuse => Applied::Refuse,
            Repeat::Accept => Applied::Skip,
        },
        base: base(diff, part),
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

/// Whether a deletion does not say what it deletes (V4A), so that there is nothing to compare.
pub(super) fn states_no_text(part: &FilePatch) -> bool {
    part.format == Format::V4a && part.hunks().is_empty()
}

/// How many bytes a binary part makes, as it says itself: the larger of its halves.
pub(super) fn binary_output(part: &FilePatch) -> u64 {
    let Content::Binary(binary) = &part.content else {
        return 0;
    };
    let halves = std::iter::once(&binary.forward).chain(&binary.backward);
    halves.map(BinaryDelta::result_len).max().unwrap_or(0)
}

/// Whether a part is about a text that is empty before: the file need not be there.
pub(super) fn states_nothing_before(part: &FilePatch) -> bool {
    let [hunk] = part.hunks() else {
        return false;
    };
    let is_empty = hunk.old.is_some_and(|old| old.start == 0 && old.count == 0);
    part.operation == Operation::Modify && is_empty && hunk.old_side().next().is_none()
}

/// `part` as one that makes its file.
pub(super) fn creating(part: &FilePatch) -> FilePatch {
    let mut made = part.clone();
    made.operation = Operation::Create;
    made.names.new = made.names.new.or(made.names.old.take());
    made.names.old = None;
    made
}

/// Links and submodules are not texts. A link can be deleted.
pub(super) fn refuse_links(part: &FilePatch) -> Result<(), Reason> {
    if deletes_link(part) {
        return Ok(());
    }
    if let Some(mode) = part.new_mode.filter(|mode| !mode.is_known()) {
        return Err(Reason::BadPatch {
            line: part.line,
            problem: format!(
                "the mode {:06o} is none that a file gets from a diff",
                mode.0
            ),
            cure: Cure::LookAtLine,
        });
    }
    let modes = [part.new_mode, part.old_mode];
    let mut kinds = modes.into_iter().flatten().filter_map(|mode| match mode {
        mode if mode.is_symlink() => Some(NotAFile::LinkInPatch),
        mode if mode.is_gitlink() => Some(NotAFile::SubmoduleInPatch),
        _ => None,
    });
    match kinds.next() {
        Some(kind) => Err(Reason::NotAFile { kind }),
        None => Ok(()),
    }
}

/// A link goes only where the diff says that it is one: who wrote the diff may have meant the file behind it.
pub(super) fn refuse_unsaid_link(part: &FilePatch, is_link: bool) -> Result<(), Reason> {
    let kind = match (deletes_link(part), is_link) {
        (true, false) => NotAFile::NoLink,
        (false, true) => NotAFile::LinkUnsaid,
        (true, true) | (false, false) => return Ok(()),
    };
    Err(Reason::NotAFile { kind })
}

fn deletes_link(part: &FilePatch) -> bool {
    part.operation == Operation::Delete && part.old_mode.is_some_and(Mode::is_symlink)
}
