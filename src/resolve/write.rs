//! `write`: a whole new text as the smallest set of line edits that makes it.
//!
//! A full-file write claims only the lines it changes: its diff stays readable, its inverse small, and two
//! tasks that rewrite a file but change different lines do not conflict.

use bytes::Bytes;

use crate::change::ChangeSet;
use crate::snapshot::Snapshot;

/// The changes that turn `now` into `text`, by line; none when they are equal.
pub fn write(text: &Bytes, now: &Snapshot) -> ChangeSet {
    ChangeSet::by_line(now.bytes(), text)
}
