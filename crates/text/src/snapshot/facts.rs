//! File metadata: everything the file system knows about a file except its bytes.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

/// Device and inode number, which identify a file independently of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    /// Device number.
    pub device: u64,
    /// Inode number.
    pub inode: u64,
}

/// The mode of a symbolic link, as in git. A link has no permission bits.
pub const LINK: u32 = 0o120_000;
/// The assumed permission bits of a new file if none are requested. The actual bits depend on umask.
pub const USUAL_MODE: u32 = 0o644;

/// Mode, owner, link count, identity and times of a file or symbolic link when it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileFacts {
    /// Device and inode.
    pub identity: Identity,
    /// Permission bits, at most `0o7777`; [`LINK`] for a symbolic link.
    pub mode: u32,
    /// User ID of the owner.
    pub uid: u32,
    /// Group ID.
    pub gid: u32,
    /// Number of hard links.
    pub links: u64,
    /// Length in bytes.
    pub len: u64,
    /// Modification time, seconds and nanoseconds.
    pub modified: (i64, u32),
    /// Inode change time, seconds and nanoseconds.
    pub changed: (i64, u32),
}

impl FileFacts {
    /// True for a symbolic link.
    pub fn is_link(&self) -> bool {
        self.mode == LINK
    }

    /// True if both describe the same file, and the metadata shows no write in between. Renaming, linking and changing
    /// permissions are not writes.
    pub fn is_same_text(&self, other: &Self) -> bool {
        self.identity == other.identity && self.len == other.len && self.modified == other.modified
    }

    /// True if type, length and modification time are equal. Unlike [`Self::is_same_text`], ignores device and inode.
    pub fn is_like(&self, other: &Self) -> bool {
        self.is_link() == other.is_link()
            && self.len == other.len
            && self.modified == other.modified
    }
}

/// The requested permission bits of a file, or [`LINK`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileMode {
    /// Exactly these bits, or [`LINK`].
    Exact(u32),
    /// The current bits (for a new file, those that umask allows), plus execute permission for everyone who can read
    /// it.
    Executable,
    /// The current bits (for a new file, those that umask allows), with the difference between `before` and `after`
    /// applied.
    Changed {
        /// The permission bits before the change.
        before: u32,
        /// The permission bits after the change.
        after: u32,
    },
}

impl FileMode {
    /// The resulting bits for a file that would otherwise have the bits `usual`.
    pub fn with_usual(self, usual: u32) -> u32 {
        match self {
            Self::Exact(mode) => mode,
            Self::Executable => usual | (usual & 0o444) >> 2,
            Self::Changed { before, after } if usual == before => after,
            Self::Changed { before, after } => {
                let kept = usual & (after | !before) | after & !before & !EXECUTE;
                let readers = (kept & 0o444) >> 2;
                kept | after & !before & EXECUTE & readers
            }
        }
    }

    /// Combines this requested mode with an `earlier` request.
    #[must_use]
    pub fn after(self, earlier: Option<Self>) -> Self {
        match (earlier, self) {
            (Some(Self::Changed { before, .. }), Self::Changed { after, .. }) => {
                Self::Changed { before, after }
            }
            (Some(Self::Exact(mode)), later) => Self::Exact(later.with_usual(mode)),
            (_, later) => later,
        }
    }
}

const EXECUTE: u32 = 0o111;

/// The extended attributes of a file, in the order of the system, and possibly its owner.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "The extended attributes of a file, in the order of the system.")
)]
#[serde(transparent)]
pub struct Attributes {
    list: Vec<Attribute>,
    /// Not serialized, because user numbers differ between machines.
    #[serde(skip)]
    owner: Option<Owner>,
}

/// The owner of a file: user and group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owner(pub u32, pub u32);

/// An extended attribute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Attribute {
    /// The name, for example `user.note`.
    #[serde(with = "crate::text::wire")]
    #[cfg_attr(feature = "schemars", schemars(with = "crate::text::wire::WireText"))]
    pub name: Bytes,
    /// The value.
    #[serde(with = "crate::text::wire")]
    #[cfg_attr(feature = "schemars", schemars(with = "crate::text::wire::WireText"))]
    pub value: Bytes,
}

impl Attributes {
    /// Attributes from `list`, without an owner.
    pub fn new(list: Vec<Attribute>) -> Self {
        Self { list, owner: None }
    }

    /// The same attributes with this `owner`.
    #[must_use]
    pub fn owned_by(self, owner: Option<Owner>) -> Self {
        Self { owner, ..self }
    }

    /// The owner with which to restore the file, if any.
    pub fn owner(&self) -> Option<Owner> {
        self.owner
    }

    /// True if the list is empty.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Iterates over the attributes in order.
    pub fn iter(&self) -> impl Iterator<Item = &Attribute> {
        self.list.iter()
    }

    /// True if the list is valid: no name is empty, contains NUL or occurs twice.
    pub(crate) fn are_sound(&self) -> bool {
        for (number, attribute) in self.list.iter().enumerate() {
            let name = &attribute.name;
            let mut before = self.list[..number].iter();
            if name.is_empty() || name.contains(&0) || before.any(|other| other.name == *name) {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::FileMode;

    #[test]
    fn a_mode_change_applies_to_other_default_modes() {
        let change = |before, after, usual| FileMode::Changed { before, after }.with_usual(usual);
        assert_eq!(change(0o644, 0o755, 0o644), 0o755);
        assert_eq!(change(0o644, 0o755, 0o600), 0o700);
        assert_eq!(change(0o644, 0o755, 0o664), 0o775);
        assert_eq!(change(0o755, 0o644, 0o700), 0o600);
        assert_eq!(change(0o640, 0o600, 0o644), 0o604);
        assert_eq!(change(0o600, 0o640, 0o400), 0o440);
        assert_eq!(change(0o600, 0o711, 0o600), 0o711);
        assert_eq!(change(0o600, 0o711, 0o640), 0o750);
        assert_eq!(change(0o644, 0o644, 0o600), 0o600);
    }

    #[test]
    fn a_later_mode_change_is_combined_with_the_earlier_one() {
        let change = |before, after| FileMode::Changed { before, after };
        let both = change(0o755, 0o644).after(Some(change(0o644, 0o755)));
        assert_eq!(both.with_usual(0o600), 0o600);
        let exact = change(0o644, 0o755).after(Some(FileMode::Exact(0o640)));
        assert_eq!(exact, FileMode::Exact(0o750));
        assert_eq!(FileMode::Executable.after(None), FileMode::Executable);
    }
}
