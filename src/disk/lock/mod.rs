//! Locks of directories: who changes what is in one holds its lock.

pub(super) mod directory_locks;
pub(super) mod file;
