//! Diff text in every format that people and programs write, read into one type: [`FilePatch`].
//!
//! Pure: no file system, no target text. A patch says what should become what; where that is in a file
//! is the business of `resolve::place`. Reading loses nothing: every removed or added line of the text
//! is in a hunk, or in [`Patch::ignored`], or the text is refused.
//!
//! Damage the text itself can settle is undone here and reported in [`Patch::repairs`]. Damage only the
//! target can settle (did the context lose its leading blank? are these HTML entities meant?) is left as
//! several readings of a hunk: [`Hunk::readings`].

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
mod undress;
mod unified;
mod v4a;

use bytes::Bytes;

pub use binary::{Binary, BinaryDelta, BinaryError};
pub use blob::{blob_name, is_blob, is_blob_prefix, is_null};
pub use error::{Cure, ParseError, Problem};
pub use file::{Content, FileOperation, FilePatch, GitMode, Patch, PatchFormat};
pub use hashline_heads::{is_hashline, is_hashline_section};
pub use hunk::{Hunk, HunkLine, HunkRange, LineKind};
pub use name::{PatchNames, slashed};
pub use reading::HunkReading;
pub use repair::{PatchRepair, RepairKind, Strictness};
pub use target::PatchTarget;

use incise_text::text::LineNumber;

/// Reads `text`, which may hold several formats.
///
/// Linear in the text; nothing is allocated by a number that the text states.
///
/// # Errors
/// When it is no diff, or one that cannot be read without guessing; with [`Strictness::Strict`] also when
/// anything had to be repaired.
pub fn parse(text: &Bytes, strictness: Strictness) -> Result<Patch, ParseError> {
    let text = &mail::decoded(text).unwrap_or_else(|| text.clone());
    if is_hashline(text) {
        return Err(ParseError::Malformed {
            line: LineNumber::FIRST,
            problem: Problem::Hashline,
        });
    }
    let mut patch = match reader::read(text) {
        Ok(patch) => patch,
        Err(error) if error.is_problem(Problem::NoDiff) => match undressed(text) {
            Some(patch) => patch,
            None => return Err(undress::dressing(text).unwrap_or(error)),
        },
        Err(error) => return Err(error),
    };
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

/// Reads a text that is a diff only under line numbers or indentation.
fn undressed(text: &Bytes) -> Option<Patch> {
    for (text, kind) in undress::undressed(text) {
        if let Ok(mut patch) = reader::read(&text) {
            let line = LineNumber::FIRST;
            patch.repairs.insert(0, PatchRepair { line, kind });
            return Some(patch);
        }
    }
    None
}

#[cfg(test)]
mod tests;

/// The examples of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
