//! What the file system says about a file beside its bytes.

/// Device and inode: the same file under whatever name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    /// Device number.
    pub device: u64,
    /// Inode number.
    pub inode: u64,
}

/// Mode, owner, links, identity and times of a regular file when it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileFacts {
    /// Device and inode.
    pub identity: Identity,
    /// Permission bits, `0o7777` at most.
    pub mode: u32,
    /// Owner.
    pub uid: u32,
    /// Group.
    pub gid: u32,
    /// Number of names (hard links).
    pub links: u64,
    /// Length in bytes.
    pub len: u64,
    /// Modification time, seconds and nanoseconds.
    pub modified: (i64, u32),
    /// Inode change time, seconds and nanoseconds.
    pub changed: (i64, u32),
}

/// The permission bits a file shall have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileMode {
    /// These bits.
    Exact(u32),
    /// What it has or, for a new file, gets by umask, and whoever may read it may execute it.
    Executable,
}

impl FileMode {
    /// The bits, for a file that has `usual` otherwise.
    pub fn of(self, usual: u32) -> u32 {
        match self {
            Self::Exact(mode) => mode,
            Self::Executable => usual | (usual & 0o444) >> 2,
        }
    }
}
