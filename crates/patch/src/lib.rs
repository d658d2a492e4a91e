//! Parses unified diffs, git diffs, envelopes and search/replace blocks into one type: [`Patch`].
//!
//! The parser opens no file and does not know the target. `resolve::place` in the core crate finds the location of a
//! hunk in a file. The parser loses no line: every removed or added line is in a hunk or in [`Patch::ignored`], or
//! the text is refused. Only lines of Subversion properties are skipped.
//!
//! The parser repairs damage if the patch itself shows how, and reports each repair in [`Patch::repairs`]. If only
//! the target can decide, a hunk has several readings ([`Hunk::readings`]). Examples are context lines without their
//! leading space, and HTML entities that may be part of the text.

mod base85;
mod binary;
mod blob;
mod block;
mod body;
mod directive;
mod error;
mod file;
mod git;
mod hashline_heads;
mod header;
mod hunk;
mod line;
mod mail;
mod name;
mod print;
mod prose;
mod reader;
mod reading;
mod repair;
mod target;
mod unified;
mod v4a;

use bytes::Bytes;

pub use binary::{Binary, BinaryDelta};
pub use blob::{blob_name, is_blob, is_blob_prefix, is_null};
pub use error::{Cure, ParseError, Problem};
pub use file::{Content, FileOperation, FilePatch, GitMode, Patch, PatchFormat};
pub use hashline_heads::{is_hashline, is_hashline_section};
pub use hunk::{Hunk, HunkLine, HunkRange, LineKind, joined};
pub use name::{PatchNames, slashed};
pub use reading::HunkReading;
pub use repair::{PatchRepair, RepairKind, Strictness};
pub use target::PatchTarget;

use incise_text::text::LineNumber;

/// Parses `text`, which may mix several formats.
///
/// The time is linear. No allocation depends on a number in the text.
///
/// # Errors
/// If `text` is not a diff, or is ambiguous. With [`Strictness::Strict`], also if anything had to be repaired.
pub fn parse(text: &Bytes, strictness: Strictness) -> Result<Patch, ParseError> {
    let text = &mail::decoded(text).unwrap_or_else(|| text.clone());
    if is_hashline(text) {
        return Err(ParseError::Malformed {
            line: LineNumber::FIRST,
            problem: Problem::Hashline,
        });
    }
    let mut patch = reader::read(text)?;
    if strictness == Strictness::Strict
        && let Some(repair) = patch.repairs.first()
    {
        return Err(ParseError::Malformed {
            line: repair.line,
            problem: Problem::NeedsRepair(repair.kind),
        });
    }
    for file in &mut patch.files {
        file.strictness = strictness;
    }
    Ok(patch)
}

#[cfg(test)]
mod tests;

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
