//! The report of `view`.

use std::path::PathBuf;

use super::Warning;
use crate::resolve::region::OutlineEntry;
use crate::snapshot::Snapshot;
use crate::text::LineRange;

/// A file as `view` shows it.
#[derive(Clone, Debug)]
pub struct ViewReport {
    /// The path as reports show it.
    pub path: PathBuf,
    /// The whole text; its fingerprint is what `--expect-hash` takes.
    pub text: Snapshot,
    /// The lines to show, all of them inside the text; `None` when the text has no line.
    pub lines: Option<LineRange>,
    /// The value of a key, where that is shown instead of lines.
    pub value: Option<String>,
    /// The named parts of the file, if they are shown instead of lines.
    pub outline: Option<Vec<OutlineEntry>>,
    /// True if each line has the hash of its content beside its number, as `lines` takes them (`--anchors`).
    pub has_anchors: bool,
    /// True if other lines of the same text were shown before: a mark takes the place of name and hash.
    pub is_continued: bool,
    /// True if an outline is only a name and a kind for each entry, for programs (`--raw`).
    pub is_raw: bool,
    /// Things worth knowing.
    pub warnings: Vec<Warning>,
}

impl ViewReport {
    /// The text of the lines to show.
    pub fn shown_bytes(&self) -> &[u8] {
        let span = self.lines.and_then(|lines| self.text.span_of(lines));
        span.map_or(&[], |span| &self.text.bytes()[span.range()])
    }
}
