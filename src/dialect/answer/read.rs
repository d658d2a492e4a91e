//! What was read, as its caller expects it.

use bytes::Bytes;
use serde_json::json;

use crate::dialect::payload::Reading;
use crate::render::escape::path_bytes;
use crate::render::{self, Style};
use crate::report::ViewReport;

/// The answer with what `view` shows.
pub fn answer(reading: Reading, view: &ViewReport) -> Bytes {
    let span = view.lines.and_then(|lines| view.text.span_of(lines));
    let text = span.map_or(&[][..], |span| &view.text.bytes()[span.range()]);
    match reading {
        Reading::Text => Bytes::copy_from_slice(text),
        Reading::Symbol => symbol(view, text).into(),
        Reading::Editor | Reading::Shown => render::view(view, &Style::default()).stdout.into(),
    }
}

/// A list with the one symbol, whose lines are counted from 0.
fn symbol(view: &ViewReport, text: &[u8]) -> String {
    let outer = view.lines.and_then(|lines| {
        let mut entries = view.outline.iter().flatten();
        entries.find(|entry| entry.lines == lines)
    });
    let index = |line: usize| line - 1;
    let found = json!([{
        "name_path": outer.map(|entry| entry.name.as_str()),
        "kind": outer.map(|entry| entry.kind),
        "relative_path": String::from_utf8_lossy(&path_bytes(&view.path)),
        "body_location": view.lines.map(|lines| json!({
            "start_line": index(lines.first().number()),
            "end_line": index(lines.last().number()),
        })),
        "body": String::from_utf8_lossy(text),
    }]);
    format!("{found}\n")
}
