//! The entry of a key in a document, by its lines.

use super::lines::is_blank;
use super::place::{RegionPlace, Spacing};
use crate::refusal::Reason;
use crate::request::KeyPath;
use crate::resolve::{FileText, key};
use crate::text::{self, Span};

/// The lines of the entry of `key` in the document `file`.
///
/// # Errors
/// `Key` if the key does not exist.
pub(super) fn find(key: &KeyPath, file: FileText<'_>) -> Result<RegionPlace, Reason> {
    let entry = key::find(key, file)?.entry;
    let text = file.bytes();
    let start = text::line_start(text, entry.start()).max(text::bom_len(text));
    let end = text::line_end(text, entry.end().max(entry.start() + 1) - 1);
    let before = &text[start..entry.start()];
    let after = &text[entry.end().min(end)..end];
    let mut place = RegionPlace {
        lines: Span::of_len(start, end - start),
        body: None,
        spacing: Spacing::Entry(Box::new(key.clone())),
        name_if_shared: None,
    };
    if !is_blank(before) || !ends_line(after) {
        place.lines = entry;
        place.name_if_shared = Some(key.to_string());
    }
    Ok(place)
}

/// True if the rest of the line contains only a comma and a comment.
fn ends_line(rest: &[u8]) -> bool {
    let trimmed = rest.trim_ascii();
    let behind_comma = trimmed.strip_prefix(b",").unwrap_or(trimmed);
    let comment = behind_comma.trim_ascii_start();
    comment.is_empty() || comment.starts_with(b"#") || comment.starts_with(b"//")
}
