//! Decodes text in encodings other than UTF-8, and converts edits back to the original bytes.
//!
//! A text is decoded once, and every search uses the decoded text. The decoded text is never written. Its edits are
//! converted to edits of the original bytes, so all other bytes stay the same. Invalid bytes decode to sequences that
//! are not valid UTF-8, so searches do not match them by accident and edits keep them.
//!
//! Every supported encoding is stateless: the meaning of a unit does not depend on the units before it.

mod decoded;
mod stray;
#[cfg(test)]
mod tests;
mod text_encoding;
mod utf16;

pub use decoded::{Decoded, Walk};
pub use text_encoding::{EncodingFault, NoEncoding, TextEncoding};
