//! The `*** Begin Patch` envelope.

use std::path::Path;

use bytes::Bytes;

use super::payload::{Ask, Dialect, Payload, Shape};
use crate::request::{Action, Options, PatchDiff, Request, Step, Terms, Words};

const BEGIN: &[u8] = b"*** Begin Patch";

/// Names of the program that the envelope is for.
pub const PROGRAMS: &[&str] = &["apply_patch", "applypatch"];

/// True if the text is an envelope: one begins on its first line that is not blank.
pub fn is_envelope(text: &[u8]) -> bool {
    text.trim_ascii_start().starts_with(BEGIN)
}

/// The payload that an envelope is.
pub fn of_envelope(text: Bytes) -> Payload {
    Payload {
        dialect: Dialect::Envelope,
        ask: Ask::Request(
            Request::from(Step::new(".", Action::Patch(PatchDiff::new(text)))).under(Terms {
                words: Words::TYPED.with(Options::CommonFlags),
                ..Terms::default()
            }),
        ),
        shape: Shape::Report,
        call: None,
    }
}

/// `diff` as the section that does `header` ("Add", "Update", "Delete") to the file at `path`; a diff that
/// has an envelope stays as it is. `None` for a name that the format cannot hold.
pub fn enveloped(header: &str, path: &Path, diff: &Bytes) -> Option<Bytes> {
    if is_envelope(diff) {
        return Some(diff.clone());
    }
    let name = path.as_os_str().as_encoded_bytes();
    if name.contains(&b'\n') || name.contains(&b'\r') || name.trim_ascii() != name {
        return None;
    }
    let mut text = b"*** Begin Patch\n*** ".to_vec();
    text.extend_from_slice(header.as_bytes());
    text.extend_from_slice(b" File: ");
    text.extend_from_slice(name);
    text.push(b'\n');
    text.extend_from_slice(diff);
    if !diff.is_empty() && !diff.ends_with(b"\n") {
        text.push(b'\n');
    }
    text.extend_from_slice(b"*** End Patch\n");
    Some(text.into())
}
