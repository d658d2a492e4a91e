//! The explanation of a code, read from its file in `code/`.

use crate::refusal::Code;

/// The line that begins the transcript in a file.
const OPENING: &str = "\n```console\n";

/// The line that ends the transcript.
const CLOSING: &str = "\n```\n";

/// The explanation of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The code.
    pub code: Code,
    /// The meaning, in a few lines.
    pub meaning: &'static str,
    /// A transcript: commands after `$ ` (continuation lines after `> `) and their output, with standard output and
    /// standard error together. A nonzero exit status is in brackets. The last command is refused with the code.
    pub example: &'static str,
    /// The fixes as list items, the best first.
    pub ways_out: &'static str,
}

impl Explanation {
    /// The explanation of `code`.
    pub fn new(code: Code) -> Self {
        let text = page(code);
        let (meaning, rest) = text.split_once(OPENING).unwrap_or((text, ""));
        // The example keeps its final line ending.
        let end = rest.find(CLOSING).map_or(rest.len(), |newline| newline + 1);
        let (example, ways_out) = rest.split_at(end);
        Self {
            code,
            meaning: meaning.trim_end(),
            example,
            ways_out: ways_out.trim_start_matches(['`', '\n']),
        }
    }
}

/// The file of `code`.
fn page(code: Code) -> &'static str {
    match code {
        Code::NotFound => include_str!("code/not_found.md"),
        Code::Ambiguous => include_str!("code/ambiguous.md"),
        Code::CountMismatch => include_str!("code/count_mismatch.md"),
        Code::AlreadyApplied => include_str!("code/already_applied.md"),
        Code::Exists => include_str!("code/exists.md"),
        Code::OutOfRange => include_str!("code/out_of_range.md"),
        Code::Overlap => include_str!("code/overlap.md"),
        Code::HunkFailed => include_str!("code/hunk_failed.md"),
        Code::PartlyApplied => include_str!("code/partly_applied.md"),
        Code::MergeConflict => include_str!("code/merge_conflict.md"),
        Code::Shrink => include_str!("code/shrink.md"),
        Code::Residue => include_str!("code/residue.md"),
        Code::Indentation => include_str!("code/indentation.md"),
        Code::Form => include_str!("code/form.md"),
        Code::NotThatSymbol => include_str!("code/not_that_symbol.md"),
        Code::Encoding => include_str!("code/encoding.md"),
        Code::Syntax => include_str!("code/syntax.md"),
        Code::ValidationFailed => include_str!("code/validation_failed.md"),
        Code::NotEditable => include_str!("code/not_editable.md"),
        Code::NothingToUndo => include_str!("code/nothing_to_undo.md"),
        Code::Usage => include_str!("code/usage.md"),
        Code::BadRequest => include_str!("code/bad_request.md"),
        Code::MixedModes => include_str!("code/mixed_modes.md"),
        Code::BadPatch => include_str!("code/bad_patch.md"),
        Code::LeftoverLines => include_str!("code/leftover_lines.md"),
        Code::Stale => include_str!("code/stale.md"),
        Code::Conflict => include_str!("code/conflict.md"),
        Code::UndoConflict => include_str!("code/undo_conflict.md"),
        Code::Locked => include_str!("code/locked.md"),
        Code::RecoveryPending => include_str!("code/recovery_pending.md"),
        Code::Missing => include_str!("code/missing.md"),
        Code::MissingParent => include_str!("code/missing_parent.md"),
        Code::Permission => include_str!("code/permission.md"),
        Code::NoSpace => include_str!("code/no_space.md"),
        Code::NotAFile => include_str!("code/not_a_file.md"),
        Code::Io => include_str!("code/io.md"),
        Code::OpenElsewhere => include_str!("code/open_elsewhere.md"),
        Code::Attributes => include_str!("code/attributes.md"),
        Code::SyncFailed => include_str!("code/sync_failed.md"),
        Code::OutsideRoot => include_str!("code/outside_root.md"),
        Code::Protected => include_str!("code/protected.md"),
        Code::Binary => include_str!("code/binary.md"),
        Code::TooLarge => include_str!("code/too_large.md"),
        Code::ReadOnly => include_str!("code/read_only.md"),
    }
}
