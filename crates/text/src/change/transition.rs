//! The transition of a file: the type that plans, records, journals and reports share.
//!
//! It is created once, when all steps are resolved, and contains the old and the new state of the file. A plan contains
//! transitions, a record is a stored transition, and a report shows one.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use super::{ChangeSet, ChangeSetError};
use crate::encoding::TextEncoding;
use crate::snapshot::{Attributes, FileMode, LINK, Snapshot};

/// The transition of the file at one location.
///
/// A rename is two of these: one place becomes empty, and the other gets a text that was moved there. `P` is the type
/// of places.
#[derive(Clone, Debug)]
pub struct Transition<P> {
    /// The location of the file.
    pub place: P,
    /// The file read there; `None` if there was none.
    pub before: Option<Snapshot>,
    /// True if the file that was there is moved away.
    pub is_moved_away: bool,
    /// The file that shall be there; `None` for none.
    pub after: Option<NewText<P>>,
    /// The encoding of its text as the request gave it, if the bytes do not show it.
    pub encoding: Option<TextEncoding>,
}

/// A file after its transition: a regular file, or a symbolic link ([`Self::is_link`]).
#[derive(Clone, Debug)]
pub struct NewText<P> {
    /// The source of the text, and with it of mode, owner and extended attributes: a private file does not become
    /// readable for all because it takes the name of another file.
    pub provenance: Provenance<P>,
    /// The text that the changes apply to: the text of this file, of the source of a move or copy, or an empty one.
    pub base: Snapshot,
    /// From `base` to the new text.
    pub changes: ChangeSet,
    /// The new permission bits; `None` keeps the current ones.
    pub mode: Option<FileMode>,
    /// The only extended attributes of a new file; `None` for the usual ones.
    pub attributes: Option<Attributes>,
}

/// The source of the text of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Provenance<P> {
    /// In the file that is there.
    Own,
    /// Nowhere: the file is new.
    New,
    /// In a file that was here, which has nothing any more.
    Moved(P),
    /// In a file that is here, and keeps its text.
    Copied(P),
}

/// The kind of transition a file makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(rename = "Transition")
)]
#[serde(rename_all = "snake_case")]
pub enum TransitionKind {
    /// Was there, is there, the text or mode may differ.
    Edited,
    /// Was not there.
    Created,
    /// Is not there any more.
    Removed,
    /// Came from the record's `from`.
    Moved,
    /// Came from the record's `from`, which stays.
    Copied,
}

impl<P: PartialEq> Transition<P> {
    /// True if there is anything to write.
    pub fn is_changed(&self) -> bool {
        match (&self.before, &self.after) {
            (before, None) => before.is_some(),
            (Some(before), Some(after)) if after.provenance == Provenance::Own => {
                after.changes_mode(before) || after.changes.changes_text()
            }
            (_, Some(_)) => true,
        }
    }

    /// The file that was there, if it is deleted.
    pub fn gone(&self) -> Option<&Snapshot> {
        if let Some(after) = &self.after
            && after.provenance == Provenance::Own
        {
            return None;
        }
        if self.is_moved_away {
            return None;
        }
        self.before.as_ref()
    }

    /// The kind; `None` if there is no file before and after.
    pub fn kind(&self) -> Option<TransitionKind> {
        match &self.after {
            Some(after) => Some(after.provenance.kind()),
            None => self.gone().map(|_| TransitionKind::Removed),
        }
    }
}

impl<P> NewText<P> {
    /// True if it is a symbolic link, and the text the path that it leads to.
    pub fn is_link(&self) -> bool {
        let before = self.base.facts().map_or(0, |facts| facts.mode);
        self.mode.map_or(before, |mode| mode.with_usual(before)) == LINK
    }

    /// The text in one piece.
    ///
    /// # Errors
    /// The changes do not fit the base.
    pub fn text(&self) -> Result<Vec<u8>, ChangeSetError> {
        self.changes.apply(self.base.bytes())
    }

    /// True if the requested mode differs from that of `before`.
    fn changes_mode(&self, before: &Snapshot) -> bool {
        match (self.mode, before.facts()) {
            (Some(mode), Some(facts)) => mode.with_usual(facts.mode) != facts.mode,
            _ => false,
        }
    }
}

impl<P> Provenance<P> {
    /// The location from which the text of the file at `own` was read. `None` if the file is new.
    pub fn read_at<'a>(&'a self, own: &'a P) -> Option<&'a P> {
        match self {
            Self::Own => Some(own),
            Self::New => None,
            Self::Moved(place) | Self::Copied(place) => Some(place),
        }
    }

    /// The source of a file that is moved or copied.
    pub fn elsewhere(&self) -> Option<&P> {
        match self {
            Self::Own | Self::New => None,
            Self::Moved(place) | Self::Copied(place) => Some(place),
        }
    }

    /// The kind of transition that brings such a text to a place.
    pub fn kind(&self) -> TransitionKind {
        match self {
            Self::Own => TransitionKind::Edited,
            Self::New => TransitionKind::Created,
            Self::Moved(_) => TransitionKind::Moved,
            Self::Copied(_) => TransitionKind::Copied,
        }
    }
}

impl ChangeSet {
    /// The removal of all of `text`.
    pub fn removal(text: &Snapshot) -> Self {
        Self::whole(text.bytes().clone(), Bytes::new())
    }
}
