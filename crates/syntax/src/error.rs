//! Syntax errors: locations that a grammar cannot parse.

use bytes::Bytes;
use incise_text::text::LineNumber;

/// A location that the grammar cannot parse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The line of the error.
    pub line: LineNumber,
    /// The missing token, if known: `)`.
    pub missing: Option<&'static str>,
    /// The trimmed line, limited to its first 200 bytes.
    pub text: Bytes,
}
