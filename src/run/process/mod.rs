//! Programs that a run starts: the command that has to accept its files, and git where it is asked for blobs.

pub mod blobs;
mod child;
pub mod validate;
