//! What may be committed: the state each file has and the state it shall have.

use crate::change::ChangeSet;
use crate::refusal::Reason;
use crate::snapshot::{Attributes, FileMode, LINK, RootedPath, Snapshot};

/// Transitions of files, all guards passed. Only this module's parent can make one; `disk::commit`
/// accepts nothing else.
#[derive(Clone, Debug)]
pub struct Plan {
    files: Vec<FilePlan>,
}

impl Plan {
    /// A plan of `files`, which all guards have seen. Sorted by place; no place occurs twice.
    pub(super) fn passed(mut files: Vec<FilePlan>) -> Self {
        files.sort_by(|left, right| left.place.cmp(&right.place));
        Self { files }
    }

    /// A plan no guard has seen, for tests of what is done with one.
    #[cfg(test)]
    pub(crate) fn of_test(files: Vec<FilePlan>) -> Self {
        Self::passed(files)
    }

    /// The transitions, sorted by place.
    pub fn files(&self) -> &[FilePlan] {
        &self.files
    }

    /// Whether nothing is to be written.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}

/// The transition of one place from one state to another.
///
/// A rename is two of these: the old place becomes absent, the new one gets a text whose `model` is the
/// old place. `disk` may then rename instead of copying, which keeps the inode.
#[derive(Clone, Debug)]
pub struct FilePlan {
    /// Where.
    pub place: RootedPath,
    /// What was read there; `None` when nothing was. Checked again under the lock.
    pub before: Option<Snapshot>,
    /// What shall be there.
    pub after: After,
}

/// What shall be at a place.
#[derive(Clone, Debug)]
pub enum After {
    /// Nothing.
    Absent,
    /// A regular file, or a symbolic link ([`NewText::is_link`]).
    Text(NewText),
}

/// The text and the attributes of a file after the commit.
#[derive(Clone, Debug)]
pub struct NewText {
    /// The text the changes apply to: the file's own, that of `source`, or the empty one.
    pub base: Snapshot,
    /// From `base` to the new text.
    pub changes: ChangeSet,
    /// Whose attributes the file has.
    pub model: Model,
    /// Permission bits to have; `None` leaves those of the model.
    pub mode: Option<FileMode>,
    /// Extended attributes that a new file has, and no others; `None` leaves it those that new files get.
    pub attributes: Option<Attributes>,
}

impl NewText {
    /// Whether it is a symbolic link, and the text the path that it leads to.
    pub fn is_link(&self) -> bool {
        let before = self.base.facts().map_or(0, |facts| facts.mode);
        self.mode.map_or(before, |mode| mode.of(before)) == LINK
    }

    /// The text in one piece.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub fn text(&self) -> Result<Vec<u8>, Reason> {
        self.check()?;
        let pieces: Vec<_> = self.changes.pieces(self.base.bytes()).collect();
        Ok(pieces.concat())
    }

    /// Whether the changes are those of the base.
    ///
    /// # Errors
    /// `io` when they are not.
    pub fn check(&self) -> Result<(), Reason> {
        let checked = self.changes.check(self.base.bytes());
        checked.map_err(|error| Reason::Io {
            during: "write the new text of",
            error: error.to_string(),
        })
    }
}

/// Whose mode, owner and extended attributes a file has after the commit. The text goes with its attributes: what
/// only its owner may read does not become open to all because it takes the name of another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Model {
    /// Those of the file that is there, whose text is changed.
    Own,
    /// Those of the file that was here, and is moved or copied.
    Of(RootedPath),
    /// Those that new files get.
    Usual,
}

impl Model {
    /// Where the file was that is moved or copied.
    pub fn place(&self) -> Option<&RootedPath> {
        match self {
            Self::Of(place) => Some(place),
            Self::Own | Self::Usual => None,
        }
    }
}
