//! The entry of a key in a document, by its lines.

use std::path::Path;

use super::{RegionPlace, Spacing};
use crate::refusal::Reason;
use crate::request::KeyPath;
use crate::resolve::key;
use crate::snapshot::Snapshot;
use crate::text::{self, Span};

/// The place of the entry of `key` in `now`, the document at `path`.
///
/// # Errors
/// `Key` where it is not there.
pub(super) fn find(key: &KeyPath, path: &Path, now: &Snapshot) -> Result<RegionPlace, Reason> {
    let entry = key::find(key, path, now)?.entry;
    let text = now.bytes();
    let start = text::line_start(text, entry.start());
    let start = start.max(text::bom_len(text));
    let end = text::line_end(text, entry.end().max(entry.start() + 1) - 1);
    let rest = text[entry.end().min(end)..end].trim_ascii();
    let rest = rest.strip_prefix(b",").unwrap_or(rest).trim_ascii_start();
    let is_alone = text[start..entry.start()].trim_ascii().is_empty()
        && (rest.is_empty() || rest.starts_with(b"#") || rest.starts_with(b"//"));
    Ok(RegionPlace {
        lines: if is_alone {
            Span::of_len(start, end - start)
        } else {
            entry
        },
        inside: None,
        spacing: Spacing::Entry(Box::new(key.clone())),
        shares: (!is_alone).then(|| key.to_string()),
    })
}
