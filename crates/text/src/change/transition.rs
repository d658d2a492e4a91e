//! The transition of a file: the type that plans, records, the journal and reports share.
//!
//! A transition is created once, when all steps are resolved, and contains the old and the new state of the file. A
//! plan contains transitions, a record is a stored transition, and a report shows transitions.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use super::{ChangeSet, ChangeSetError};
use crate::encoding::TextEncoding;
use crate::snapshot::{Attributes, FileMode, LINK, Snapshot};

/// The transition of the file at one location.
///
/// A rename is two transitions: one location becomes empty, and the other receives the moved text. `P` is the type of
/// locations.
#[derive(Clone, Debug)]
pub struct Transition<P> {
    /// The location of the file.
    pub place: P,
    /// The file that was read at this location; `None` if there was no file.
    pub before: Option<Snapshot>,
    /// True if the file at this location is moved away.
    pub is_moved_away: bool,
    /// The new file at this location; `None` for no file.
    pub after: Option<NewText<P>>,
    /// The encoding of the text as given in the request, if the bytes do not show it.
    pub encoding: Option<TextEncoding>,
}

/// A file after its transition: a regular file, or a symbolic link ([`Self::is_link`]).
#[derive(Clone, Debug)]
pub struct NewText<P> {
    /// The source of the text, mode, owner and extended attributes. A private file must not become readable by
    /// everyone because it is renamed over another file.
    pub provenance: Provenance<P>,
    /// The text that `changes` apply to: the text of this file, the source of a move or copy, or an empty text.
    pub base: Snapshot,
    /// The changes from `base` to the new text.
    pub changes: ChangeSet,
    /// The new permission bits; `None` keeps the current ones.
    pub mode: Option<FileMode>,
    /// The exact extended attributes of a new file; `None` for the default attributes.
    pub attributes: Option<Attributes>,
}

/// The source of the text of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Provenance<P> {
    /// The file that is already at the location.
    Own,
    /// No source: the file is new.
    New,
    /// A file at this other location, which becomes empty.
    Moved(P),
    /// A file at this other location, which stays.
    Copied(P),
}

/// The kind of change of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(rename = "Transition")
)]
#[serde(rename_all = "snake_case")]
pub enum TransitionKind {
    /// The file exists before and after. Its content or mode may differ.
    Edited,
    /// The file is new.
    Created,
    /// The file was deleted.
    Removed,
    /// The file was moved from `from`, and may have been edited.
    Moved,
    /// The file was copied from `from`, and may have been edited.
    Copied,
}

impl TransitionKind {
    /// True if the file is new. An undo of such a change only deletes the file, and needs no stored content.
    pub fn makes_file(self) -> bool {
        matches!(self, Self::Created | Self::Copied)
    }
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

    /// The old file, if it is deleted.
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

    /// The kind of transition; `None` if there is no file before and after.
    pub fn kind(&self) -> Option<TransitionKind> {
        match &self.after {
            Some(after) => Some(after.provenance.kind()),
            None => self.gone().map(|_| TransitionKind::Removed),
        }
    }
}

impl<P> NewText<P> {
    /// True if the new file is a symbolic link. Its text is the path of the link's target.
    pub fn is_link(&self) -> bool {
        let before = self.base.facts().map_or(0, |facts| facts.mode);
        self.mode.map_or(before, |mode| mode.with_usual(before)) == LINK
    }

    /// The new text as one buffer.
    ///
    /// # Errors
    /// If the changes do not fit the base.
    pub fn text(&self) -> Result<Vec<u8>, ChangeSetError> {
        self.changes.apply(self.base.bytes())
    }

    fn changes_mode(&self, before: &Snapshot) -> bool {
        match (self.mode, before.facts()) {
            (Some(mode), Some(facts)) => mode.with_usual(facts.mode) != facts.mode,
            _ => false,
        }
    }
}

impl<P> Provenance<P> {
    /// The location from which the text was read, where `own` is the location of the file. `None` if the file is new.
    pub fn read_at<'a>(&'a self, own: &'a P) -> Option<&'a P> {
        match self {
            Self::Own => Some(own),
            Self::New => None,
            Self::Moved(place) | Self::Copied(place) => Some(place),
        }
    }

    /// The source location of a file that is moved or copied.
    pub fn elsewhere(&self) -> Option<&P> {
        match self {
            Self::Own | Self::New => None,
            Self::Moved(place) | Self::Copied(place) => Some(place),
        }
    }

    /// The kind of transition for a text from this source.
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
    /// The change that removes all of `text`.
    pub fn removal(text: &Snapshot) -> Self {
        Self::whole(text.bytes().clone(), Bytes::new())
    }
}
