//! A callback that accepts or declines each match (`--interactive`).

use std::fmt;
use std::sync::Arc;

use crate::change::{ChangeSet, Edit};
use crate::refusal::Reason;
use crate::report::FileReport;
use crate::text::{LineEnding, Span};

/// A change to accept or decline.
#[derive(Clone, Debug, Default)]
pub struct Offer {
    /// The files, with only this change. A single file unless several name changes depend on each other.
    pub files: Vec<FileReport>,
    /// The indices of `files` among the resolved files.
    pub(super) file_indices: Vec<usize>,
    /// The lines of the match; `None` for a change without a match, such as a rename.
    pub(super) lines: Option<OfferedLines>,
}

/// Complete lines around a match, without lines of another match.
#[derive(Clone, Debug)]
pub(super) struct OfferedLines {
    /// The position of the lines in the original text.
    pub(super) span: Span,
    /// The lines after the change.
    pub(super) new: Vec<u8>,
}

/// The line endings of a match before its change.
#[derive(Clone, Copy, Debug)]
pub struct OldLines {
    /// The line ending of the file there.
    pub ending: LineEnding,
    /// True if a line ends where the match ends.
    pub is_ended: bool,
}

impl Offer {
    /// A change of the file with this index, without a match.
    pub(super) fn of_file(index: usize, file: FileReport) -> Self {
        Self {
            files: vec![file],
            file_indices: vec![index],
            lines: None,
        }
    }

    /// The lines of the match after the change; `None` for a change without a match.
    pub fn new_lines(&self) -> Option<&[u8]> {
        self.lines.as_ref().map(|lines| &lines.new[..])
    }

    /// The lines of the match before the change; `None` for a change without a match.
    pub fn old_lines(&self) -> Option<OldLines> {
        let (Some(lines), [file]) = (&self.lines, &self.files[..]) else {
            return None;
        };
        let text = file.before.as_ref()?.bytes();
        let before_end = text[..lines.span.end()].last();
        Some(OldLines {
            ending: LineEnding::around(text, lines.span.start()),
            is_ended: before_end.is_none_or(|&byte| byte == b'\n'),
        })
    }

    /// The same match with other new lines.
    #[must_use]
    pub fn with_lines(self, new: Vec<u8>) -> Self {
        let (Some(lines), [file]) = (&self.lines, &self.files[..]) else {
            return self;
        };
        let Some(before) = &file.before else {
            return self;
        };
        let old = before.bytes().slice(lines.span.range());
        let changes = ChangeSet::by_line(&old, &new.clone().into());
        let moved = changes.edits().iter().map(|edit| Edit {
            at: edit.at + lines.span.start(),
            ..edit.clone()
        });
        let file = FileReport {
            changes: ChangeSet::of_sorted(before.bytes().len(), moved.collect()),
            ..file.clone()
        };
        let span = lines.span;
        Self {
            files: vec![file],
            lines: Some(OfferedLines { span, new }),
            file_indices: self.file_indices,
        }
    }
}

/// Returns, for each offer, the offer with possibly other new lines, or `None` to decline it.
type Choose = dyn Fn(&[Offer]) -> Result<Vec<Option<Offer>>, Reason> + Send + Sync;

/// The callback. By default there is none, and every change is accepted.
#[derive(Clone, Default)]
pub struct Chooser(Option<Arc<Choose>>);

impl Chooser {
    /// A chooser that calls `choose`.
    pub fn new(
        choose: impl Fn(&[Offer]) -> Result<Vec<Option<Offer>>, Reason> + Send + Sync + 'static,
    ) -> Self {
        Self(Some(Arc::new(choose)))
    }

    /// True if there is a callback.
    pub fn is_asked(&self) -> bool {
        self.0.is_some()
    }

    /// The answers to `offers`.
    ///
    /// # Errors
    /// The error of the chooser.
    pub(super) fn ask(&self, offers: &[Offer]) -> Result<Vec<Option<Offer>>, Reason> {
        match &self.0 {
            Some(choose) => choose(offers),
            None => Ok(offers.iter().cloned().map(Some).collect()),
        }
    }
}

impl fmt::Debug for Chooser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_asked() {
            "Chooser(somebody)"
        } else {
            "Chooser(nobody)"
        })
    }
}
