//! The notation of hashline and related tools: edits that identify lines by a number and a short hash or tag. The
//! hashes are checked later, with the lines that the task has read.

mod anchor;
mod list;
mod notation;
mod place;

pub use list::{is_list, list};
pub use notation::steps;

use super::payload::{Dialect, Payload};
use crate::request::Malformed;

/// The payload of a text in this notation.
///
/// # Errors
/// The first line that cannot be read.
pub fn payload(text: &[u8]) -> Result<Payload, Malformed> {
    Ok(Payload::without_fields(Dialect::Hashline, steps(text)?))
}
