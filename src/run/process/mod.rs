//! Programs that a run starts: the command that has to accept its files, and git where it has a text that is needed.

pub mod blobs;
pub mod changed;
mod child;
pub mod committed;
mod git;
pub mod validate;
