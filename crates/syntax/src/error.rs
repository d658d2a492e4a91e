//! Syntax errors: where a grammar could not make sense of a text.

use bytes::Bytes;
use incise_text::text::LineNumber;

/// A place where a grammar could not make sense of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The line of the error.
    pub line: LineNumber,
    /// The token expected there, where that is known: `)`.
    pub missing: Option<&'static str>,
    /// The line, without blanks around it, at most its first 200 bytes.
    pub text: Bytes,
}
