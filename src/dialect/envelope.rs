//! Payloads without JSON, and the `*** Begin Patch` envelope.

use std::path::Path;

use bytes::Bytes;

use super::payload::{Dialect, Payload};
use crate::request::{Action, PatchDiff, Step};

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

/// The payload of an envelope.
pub fn of_envelope(text: Bytes) -> Payload {
    let step = Step::new(".", Action::Patch(PatchDiff::new(text)));
    Payload::without_fields(Dialect::Envelope, vec![step])
}

/// Wraps `diff` in an envelope with the section `header` ("Add", "Update", "Delete") for the file at `path`. A diff
/// that is an envelope is returned unchanged. `None` if the format cannot represent the name.
pub fn enveloped(header: &str, path: &Path, diff: &Bytes) -> Option<Bytes> {
    if is_envelope(diff) {
        return Some(diff.clone());
    }
    let name = path.as_os_str().as_encoded_bytes();
    if name.contains(&b'\n') || name.contains(&b'\r') || name.trim_ascii() != name {
        return None;
    }
    let head = format!("*** Begin Patch\n*** {header} File: ");
    let mut text = [head.as_bytes(), name, b"\n", diff].concat();
    if !diff.is_empty() && !diff.ends_with(b"\n") {
        text.push(b'\n');
    }
    text.extend_from_slice(b"*** End Patch\n");
    Some(text.into())
}
