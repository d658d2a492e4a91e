//! The report of `view`.

use std::path::PathBuf;

use super::Warning;
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
    /// The mark before each line.
    pub marking: Marking,
    /// Things worth knowing.
    pub warnings: Vec<Warning>,
}

/// The mark before each line of a view (`--anchors`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marking {
    /// Its number.
    #[default]
    Numbers,
    /// Its number and the hash of its content, as `lines` takes them.
    Anchors,
}
