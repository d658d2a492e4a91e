//! Payloads without JSON, and how they begin.

pub use crate::patch::is_hashline;

const BEGIN: &[u8] = b"*** Begin Patch";

/// Names of the program that applies envelopes.
pub const PROGRAMS: &[&str] = &["apply_patch", "applypatch"];

/// True if `text` begins with an envelope, possibly after blank lines.
pub fn is_envelope(text: &[u8]) -> bool {
    text.trim_ascii_start().starts_with(BEGIN)
}

/// True if `text` is a payload without JSON: an envelope, or edits in hashline notation.
pub fn is_text(text: &[u8]) -> bool {
    is_envelope(text) || is_hashline(text)
}
