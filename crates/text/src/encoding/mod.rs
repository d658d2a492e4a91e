//! Texts in other encodings than UTF-8: read as UTF-8, with the way back to their bytes.
//!
//! A text is decoded once, and everything that looks for places works on that. What is written is never the decoded
//! text: an edit of it is translated into an edit of the bytes that were read, so bytes outside of edits are not even
//! looked at again. Bytes that mean nothing in the encoding stand in the decoded text as a sequence that is no UTF-8:
//! nobody finds them by accident, and they go back as they came.
//!
//! Every encoding here is read unit by unit: what a unit means does not depend on what stands before it.

mod decoded;
mod stray;
#[cfg(test)]
mod tests;
mod text_encoding;
mod utf16;

pub use decoded::{Decoded, Walk};
pub use text_encoding::{EncodingFault, NoEncoding, TextEncoding};
