//! The notation of hashline and its relatives: edits that name lines by their numbers and a short hash or tag. What
//! these are worth is decided where the task's readings are known.

mod anchor;
mod list;
mod notation;

pub use list::{is_list, list};
pub use notation::steps;

use super::payload::{Ask, Dialect, Payload, Shape};
use crate::request::{Malformed, Options, Request, Terms, Words};

/// The payload that a text in this notation is.
///
/// # Errors
/// The first line that cannot be read.
pub fn of_hashline(text: &[u8]) -> Result<Payload, Malformed> {
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
