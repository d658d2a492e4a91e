//! A diff as it was read: its parts in the direction asked for, and how it had to be read.

use bytes::Bytes;

use super::{filter, target};
use crate::patch::{self, Content, FilePatch, Patch, PatchRepair, Strictness};
use crate::refusal::Reason;
use crate::report::{DiffReport, Warning};
use crate::request::{DiffFormat, Direction, PatchDiff, Repeat};
use crate::text::LineNumber;

/// A diff as it was read.
pub struct UnderstoodDiff {
    /// The parts that are to be applied, in the direction asked for.
    pub parts: Vec<FilePatch>,
    repairs: Vec<PatchRepair>,
    ignored: Vec<LineNumber>,
    /// The warnings about the choice of the parts.
    pub warning: Option<Warning>,
}

impl UnderstoodDiff {
    /// How it had to be read, as step number `edit`; `None` when it is simply well-formed.
    pub fn report(&self, edit: usize) -> Option<DiffReport> {
        let is_plain = self.repairs.is_empty() && self.ignored.is_empty();
        (!is_plain).then(|| DiffReport {
            edit,
            repairs: self.repairs.clone(),
            ignored: self.ignored.clone(),
        })
    }
}

/// Reads `diff` and chooses what is to be applied of it.
///
/// # Errors
/// `bad_patch` and `leftover_lines` for what cannot be read or turned round, `bad_request` when no part is
/// for the target.
pub fn understood(diff: &PatchDiff) -> Result<UnderstoodDiff, Reason> {
    let mut patch = match patch::parse(&diff.diff, strictness(diff.format)) {
        Err(error) if diff.empty == Repeat::Accept && error.is_no_diff() => Patch::default(),
        parsed => parsed?,
    };
    if diff.format == DiffFormat::Recount {
        for file in &mut patch.files {
            if let Content::Hunks(hunks) = &mut file.content {
                hunks.iter_mut().for_each(|hunk| hunk.is_last = false);
            }
        }
    }
    let (chosen, warning) = match &diff.target {
        Some(target) => target::choose(patch.files, target)?,
        None => (patch.files, None),
    };
    let chosen = filter::chosen(chosen, diff)?;
    let mut parts: Vec<FilePatch> = match diff.direction {
        Direction::Forward => chosen,
        Direction::Reverse => {
            let reversed = chosen.iter().rev().map(FilePatch::reversed);
            reversed.collect::<Result<_, _>>()?
        }
    };
    filter::settle_blanks(&mut parts, diff.blanks)?;
    Ok(UnderstoodDiff {
        parts,
        repairs: patch.repairs,
        ignored: told(patch.ignored, &diff.diff),
        warning,
    })
}

/// The lines of `ignored` that may have been meant for the diff: every mail has a `---` above its summary and a
/// `-- ` above its signature.
fn told(mut ignored: Vec<LineNumber>, diff: &Bytes) -> Vec<LineNumber> {
    if ignored.is_empty() {
        return ignored;
    }
    let lines: Vec<&[u8]> = diff.split(|&byte| byte == b'\n').collect();
    let is_of_mail = |number: &LineNumber| {
        let line = lines
            .get(number.lines_before())
            .copied()
            .unwrap_or_default();
        matches!(line.strip_suffix(b"\r").unwrap_or(line), b"---" | b"-- ")
    };
    ignored.retain(|number| !is_of_mail(number));
    ignored
}

fn strictness(format: DiffFormat) -> Strictness {
    match format {
        DiffFormat::Repair | DiffFormat::Recount => Strictness::Repair,
        DiffFormat::Strict => Strictness::Strict,
    }
}
