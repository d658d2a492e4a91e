//! Obstacles at a file, its path or its lock.

use std::path::PathBuf;

/// A lock that is a file, and can outlive its maker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLock {
    /// Its path.
    pub path: PathBuf,
    /// The machine of its maker, if it is another one: its processes cannot be looked at.
    pub machine: Option<String>,
}

/// A process of this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// Its number.
    pub id: u32,
    /// Its own name.
    pub name: Option<String>,
}

/// The kind of thing at a path that is no regular file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAFile {
    /// A directory.
    Directory,
    /// A symbolic link that leads nowhere, or in a circle.
    DanglingLink,
    /// A symbolic link where a report was to be written.
    Link,
    /// A symbolic link where a file's text was to be edited, and the link cannot be followed.
    LinkItself,
    /// A symbolic link that a diff deletes or renames without saying that it is one.
    LinkUnsaid,
    /// No symbolic link, where a diff or a record is about one.
    NoLink,
    /// A named pipe.
    Fifo,
    /// A socket.
    Socket,
    /// A block or character device.
    Device,
    /// A path through a symbolic link that the same request makes, changes or takes away.
    ChangedLink,
    /// A submodule that a patch adds, moves or takes away.
    SubmoduleInPatch,
    /// An empty path, or one whose last component is `.` or `..`.
    NoName,
    /// A path that ends in `/`.
    TrailingSlash,
    /// A path that goes on behind a file as if it were a directory.
    BelowAFile,
}

/// How a path leaves the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escape {
    /// It is absolute, or climbs with `..`.
    Name,
    /// A symbolic link on the way leads out.
    Link,
    /// It is absolute on another system.
    Elsewhere,
}
