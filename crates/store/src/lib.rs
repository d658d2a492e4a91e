//! Crash-safe transactions over many files, with history and undo. For Unix.
//!
//! [`Files`] replaces whole texts and undoes that. It is made of these modules, for programs that want more:
//!
//! | module | has |
//! |---|---|
//! | [`disk`] | a directory tree as one run may see it: locate, read, stage, lock, commit, recover |
//! | [`journal`] | the history of one workspace: what was committed, what a task wrote, what an undo would write |
//! | [`place`] | the place of a file, and what becomes of the file there |
//! | [`error`] | every reason for which nothing was written |
//! | [`memory`], [`threads`] | what a program with an allocator of its own has to know; work done by several threads |
//!
//! A transaction is a [`disk::Plan`] of transitions, each against one reading of a file. It is staged beside its targets,
//! locked, compared with what was read, and gets its names; a write-ahead log takes it forward or back after a crash.
//! `examples/replace_three.rs` replaces three files all or none, and undoes it.

pub mod disk;
pub mod error;
mod files;
pub mod journal;
pub mod memory;
pub mod place;
pub mod threads;

pub use error::{Error, Fault};
pub use files::{Files, FilesError};

use incise_merge as merge;
use incise_text::{change, encoding, snapshot, text};

/// The examples of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
