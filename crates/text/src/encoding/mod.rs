//! Text in encodings other than UTF-8: decodes it to UTF-8, and translates edits back to its bytes.
//!
//! A text is decoded once, and every search uses the decoded text. The decoded text is never written: its edits are
//! translated into edits of the original bytes, so all other bytes stay the same. Invalid bytes become a sequence that
//! is not UTF-8. No search finds them by accident, and they are kept.
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
