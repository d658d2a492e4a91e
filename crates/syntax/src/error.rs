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

/// The errors of a text, in order, by source.
#[derive(Default)]
pub(crate) struct Errors {
    pub(crate) grammar: Vec<SyntaxError>,
    /// Errors of the block structure. Some of these may be consequences of errors in `grammar`.
    pub(crate) indentation: Vec<SyntaxError>,
}
