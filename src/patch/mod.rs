//! Diff text in every format that people and programs write, read into one type: [`FilePatch`].
//!
//! Pure: no file system, no target text. A patch says what should become what; where that is in a file
//! is the business of `resolve::place`.

mod file;
mod hunk;

pub use file::{Binary, BinaryDelta, Content, FilePatch, Mode, Names, Operation};
pub use hunk::{Hunk, HunkLine, HunkRange, LineKind};
