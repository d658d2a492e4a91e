//! Locks of directories: a process locks a directory before it changes its entries.

pub(super) mod directory_locks;
pub(super) mod file;
