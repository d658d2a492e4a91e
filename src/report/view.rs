//! The report of `view`.

use std::path::PathBuf;

use super::Warning;
use crate::resolve::region::OutlineEntry;
use crate::snapshot::Snapshot;
use crate::text::LineRange;

/// The parts of a file that `view` shows.
#[derive(Clone, Debug)]
pub struct ViewReport {
    /// The path, as reports show it.
    pub path: PathBuf,
    /// The whole text, with the fingerprint for `--expect-hash`.
    pub text: Snapshot,
    /// The lines to show, all inside the text; `None` if the text has no lines.
    pub lines: Option<LineRange>,
    /// The value of a key, if it is shown instead of lines.
    pub value: Option<String>,
    /// The named parts of the file, if they are shown instead of lines.
    pub outline: Option<Vec<OutlineEntry>>,
    /// True if each line number comes with the hash of the line, for `lines` (`--anchors`).
    pub has_anchors: bool,
    /// True if other lines of the same file were shown before. A separator then replaces the name and the hash.
    pub is_continued: bool,
    /// True if an outline shows only the name and the kind of each entry, for scripts (`--raw`).
    pub is_raw: bool,
    /// Warnings.
    pub warnings: Vec<Warning>,
}

impl ViewReport {
    /// A view of the file at `path` with the content `text` that shows nothing yet.
    pub(crate) fn new(path: PathBuf, text: Snapshot) -> Self {
        Self {
            path,
            text,
            lines: None,
            value: None,
            outline: None,
            has_anchors: false,
            is_continued: false,
            is_raw: false,
            warnings: Vec::new(),
        }
    }

    /// The text of the lines to show.
    pub fn shown_bytes(&self) -> &[u8] {
        let span = self.lines.and_then(|lines| self.text.span_of(lines));
        span.map_or(&[], |span| &self.text.bytes()[span.range()])
    }
}
