//! Locks of directories: a process locks a directory before it changes entries of the directory.

pub(super) mod directory_locks;
pub(super) mod file;
