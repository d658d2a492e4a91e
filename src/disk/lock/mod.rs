//! Locks of directories: who changes what is in one holds its lock.

pub(super) mod file;
pub(super) mod held;
