//! The report of `view`.

use std::path::PathBuf;

use super::Warning;
use crate::resolve::region::OutlineEntry;
use crate::snapshot::Snapshot;
use crate::text::LineRange;

/// One file as `view` shows it.
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
    /// What has a name in it, where that is shown instead of lines.
    pub outline: Option<Vec<OutlineEntry>>,
    /// Whether each line has the hash of its content beside its number, as `lines` takes them (`--anchors`).
    pub has_anchors: bool,
    /// Whether an outline is a name and its kind for each entry and nothing else, for programs (`--raw`).
    pub is_raw: bool,
    /// Things worth knowing.
    pub warnings: Vec<Warning>,
}
