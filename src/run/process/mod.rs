//! Runs other programs: the validation command, and git to read contents.

pub mod blobs;
pub mod changed;
mod child;
pub mod committed;
mod git;
pub mod validate;
