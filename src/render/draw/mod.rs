//! Draws the unified diff of a file from its change set. No diff algorithm runs over the texts, only over the two
//! sides of an edit.

mod canvas;
mod emphasis;
pub(super) mod header;
mod hunk;

use std::borrow::Cow;

use bytes::Bytes;

use self::header::HeaderTexts;
use self::hunk::hunks;
use super::style::Role;
use crate::change::{ChangeSet, LineDelta, TransitionKind};
use crate::report::FileReport;
use crate::text::LineEnding;

pub use self::canvas::Canvas;
pub use emphasis::{EmphasisPiece, pairs};
pub use hunk::{DrawnHunk, HunkPart};

/// The number of bytes at the start of a text that are checked for a NUL byte.
const BINARY_WINDOW: usize = 8 * 1024;

/// The old content of a file and its change, prepared for drawing.
pub struct FileDrawing<'a> {
    file: &'a FileReport,
    base: Bytes,
    changes: Cow<'a, ChangeSet>,
}

impl<'a> FileDrawing<'a> {
    pub fn new(file: &'a FileReport) -> Self {
        let base = file
            .before
            .as_ref()
            .map(|before| before.bytes().clone())
            .unwrap_or_default();
        let changes = match file.transition {
            TransitionKind::Removed => Cow::Owned(ChangeSet::whole(base.clone(), Bytes::new())),
            _ => emphasis::refine(&file.changes),
        };
        Self {
            file,
            base,
            changes,
        }
    }

    /// The number of added and removed lines; zero for a binary file.
    pub fn line_delta(&self) -> LineDelta {
        match self.texts() {
            HeaderTexts::Differ | HeaderTexts::DifferInSecret => {
                self.changes.line_delta(&self.base)
            }
            HeaderTexts::DifferInBinary | HeaderTexts::Equal => LineDelta::default(),
        }
    }

    /// The old and the new size of a changed binary file, in bytes; `None` for any other file.
    pub fn binary_lengths(&self) -> Option<(usize, usize)> {
        match self.texts() {
            HeaderTexts::DifferInBinary => Some((self.base.len(), self.changes.result_len())),
            _ => None,
        }
    }

    /// The hunks, with parts for at least `room` lines each; none if the content does not differ or is not shown.
    pub fn hunks(&self, context: usize, room: usize) -> impl Iterator<Item = DrawnHunk<'_>> {
        let mut drawn = None;
        if self.texts() == HeaderTexts::Differ {
            drawn = Some(hunks(&self.changes, &self.base, context, room));
        }
        drawn.into_iter().flatten()
    }

    /// Draws the header and the hunks; nothing if the file does not change.
    pub fn draw(&self, canvas: &mut Canvas, context: usize) {
        if !self.file.is_changed() {
            return;
        }
        if let Some(parts) = self.file.as_removal_and_creation() {
            for part in &parts {
                FileDrawing::new(part).draw(canvas, context);
            }
            return;
        }
        canvas.begin_file(self.file.transition);
        for line in header::lines(self.file, self.texts()) {
            canvas.line(Role::Header, &line);
        }
        for hunk in self.hunks(context, canvas.room()) {
            if canvas.room() == 0 {
                canvas.omit(hunk.line_count());
            } else {
                draw_hunk(canvas, &hunk);
            }
        }
    }

    fn texts(&self) -> HeaderTexts {
        if !self.changes.changes_text() {
            HeaderTexts::Equal
        } else if self.file.is_hidden {
            HeaderTexts::DifferInSecret
        } else if has_nul(&self.base)
            || self
                .changes
                .counted_edits()
                .any(|(edit, _)| has_nul(edit.new))
        {
            HeaderTexts::DifferInBinary
        } else {
            HeaderTexts::Differ
        }
    }
}

/// True if `text` has a NUL byte near its start, so it is binary.
fn has_nul(text: &[u8]) -> bool {
    memchr::memchr(0, &text[..text.len().min(BINARY_WINDOW)]).is_some()
}

/// Draws the header and the lines of `hunk`.
pub fn draw_hunk(canvas: &mut Canvas, hunk: &DrawnHunk<'_>) {
    canvas.line(Role::Hunk, hunk.header().as_bytes());
    draw_parts(canvas, hunk);
}

/// Draws the lines of `hunk`.
pub fn draw_parts(canvas: &mut Canvas, hunk: &DrawnHunk<'_>) {
    for part in &hunk.parts {
        match part {
            HunkPart::Context(text) => canvas.context(text),
            HunkPart::Change { removed, added } => canvas.change(removed, added),
        }
    }
    canvas.omit(hunk.omitted.lines);
}

/// True if `line` has no line ending.
pub fn is_unterminated(line: &[u8]) -> bool {
    LineEnding::of_line(line).is_none()
}
