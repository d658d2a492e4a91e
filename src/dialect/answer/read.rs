//! The answer to a payload that reads a part of a file.

use bytes::Bytes;
use serde_json::json;

use crate::dialect::payload::Reading;
use crate::render::escape::path_bytes;
use crate::render::{self, Style};
use crate::report::ViewReport;

/// The answer that contains the text of `view`.
pub fn answer(reading: Reading, view: &ViewReport) -> Bytes {
    match reading {
        Reading::Text => Bytes::copy_from_slice(view.shown_bytes()),
        Reading::Symbol => symbol(view).into(),
        Reading::Editor | Reading::Shown => render::view(view, &Style::default()).stdout.into(),
    }
}

/// A list with one symbol, with 0-based line numbers.
fn symbol(view: &ViewReport) -> String {
    let entry = view.lines.and_then(|lines| {
        let mut entries = view.outline.iter().flatten();
        entries.find(|entry| entry.lines == lines)
    });
    let found = json!([{
        "name_path": entry.map(|entry| entry.name.as_str()),
        "kind": entry.map(|entry| entry.kind),
        "relative_path": String::from_utf8_lossy(path_bytes(&view.path)),
        "body_location": view.lines.map(|lines| json!({
            "start_line": lines.first().number() - 1,
            "end_line": lines.last().number() - 1,
        })),
        "body": String::from_utf8_lossy(view.shown_bytes()),
    }]);
    format!("{found}\n")
}
