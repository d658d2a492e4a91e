//! The notation of hashline and related tools: edits that identify lines by a number and a short hash or tag. The
//! hashes are checked later, with the lines that the task has read.

mod anchor;
mod list;
mod notation;
mod place;

pub use list::{is_list, list};
pub use notation::steps;

use super::payload::{Ask, Dialect, Payload, Shape};
use crate::request::{Malformed, Options, Request, Terms, Words};

/// The payload of a text in this notation.
///
/// # Errors
/// The first line that cannot be read.
pub fn payload(text: &[u8]) -> Result<Payload, Malformed> {
    let terms = Terms {
        words: Words::TYPED.with(Options::CommonFlags),
        ..Terms::default()
    };
    Ok(Payload {
        dialect: Dialect::Hashline,
        ask: Ask::Request(Request::from(steps(text)?).under(terms)),
        shape: Shape::Report,
        call: None,
    })
}
