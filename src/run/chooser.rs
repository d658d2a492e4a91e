//! Somebody who looks at each place that was found, and takes or leaves it.

use std::fmt;
use std::sync::Arc;

use crate::change::{ChangeSet, Edit};
use crate::refusal::Reason;
use crate::report::FileReport;
use crate::text::Span;

/// A change to be taken or left.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The files, each with this change alone: a single one, unless changes of names depend on each other.
    pub files: Vec<FileReport>,
    /// The lines of the place; `None` for a change that has no place, such as that of a name.
    pub(super) lines: Option<OfferedLines>,
}

/// Whole lines around a place, as far as no other place has a part of them.
#[derive(Clone, Debug)]
pub(super) struct OfferedLines {
    /// Their place in the original.
    pub(super) span: Span,
    /// The lines as they shall be.
    pub(super) new: Vec<u8>,
}

impl Offer {
    /// A change without a place of its own, of all of `files` together.
    pub(super) fn of_files(files: Vec<FileReport>) -> Self {
        Self { files, lines: None }
    }

    /// The lines of the place as they shall be; `None` for a change that has no text of its own.
    pub fn new_lines(&self) -> Option<&[u8]> {
        self.lines.as_ref().map(|lines| &lines.new[..])
    }

    /// The same place with other new lines.
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
        Self {
            files: vec![file],
            lines: Some(OfferedLines {
                span: lines.span,
                new,
            }),
        }
    }
}

/// Answers for each of some offers: itself, perhaps with other new lines, or nothing.
type Choose = dyn Fn(&[Offer]) -> Result<Vec<Option<Offer>>, Reason> + Send + Sync;

/// Somebody who chooses; nobody by default, and all is taken.
#[derive(Clone, Default)]
pub struct Chooser(Option<Arc<Choose>>);

impl Chooser {
    /// Asks `choose`.
    pub fn new(
        choose: impl Fn(&[Offer]) -> Result<Vec<Option<Offer>>, Reason> + Send + Sync + 'static,
    ) -> Self {
        Self(Some(Arc::new(choose)))
    }

    /// True if somebody is asked.
    pub fn is_asked(&self) -> bool {
        self.0.is_some()
    }

    /// The answer for each of `offers`.
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
