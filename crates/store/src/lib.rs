//! Crash-safe transactions over several files, with history and undo. For Unix.
//!
//! [`Files`] replaces whole files, and undoes the change. Programs can also use the modules on their own:
//!
//! | module | contents |
//! |---|---|
//! | [`disk`] | a directory tree, limited to its roots: locate, read, stage, lock, commit, recover |
//! | [`journal`] | the history of a workspace: its commits, the lines of each task, the effect of an undo |
//! | [`place`] | the location of a file, and the change to the file there |
//! | [`error`] | every reason why nothing was written |
//! | [`memory`], [`threads`] | support for allocators that report running out of memory; a work queue for threads |
//!
//! A transaction is a [`disk::Plan`]: transitions of files, each from the content that was read. A commit
//! stages the new files next to their targets, locks the targets, compares them with the content that was read, and
//! renames. After a crash, a write-ahead log completes or undoes a transaction of several steps; a single rename needs
//! no log. `examples/replace_three.rs` replaces three files and undoes the change.

pub mod disk;
pub mod error;
mod files;
pub mod journal;
pub mod memory;
pub mod place;
mod random;
pub mod threads;
mod user;

pub use error::{Error, Fault};
pub use files::{Files, FilesError};

use incise_merge as merge;
use incise_text::{change, encoding, snapshot, text};

/// The examples of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
