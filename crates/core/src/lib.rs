//! Resolves edit requests into checked change sets.
//!
//! A [`Request`](request::Request) describes edits. [`resolve`] finds their locations and creates the change of
//! each file. [`guard::check`] turns the result into a plan that `incise-store` can write. All functions are pure:
//! they open no file and print nothing.

pub mod guard;
pub mod refusal;
pub mod request;
pub mod resolve;
#[cfg(test)]
#[path = "../../../tests/cli/table.rs"]
mod table;

/// Change sets, and the changes to files.
pub mod change {
    pub use incise_store::place::{NewText, Provenance, Transition};
    pub use incise_text::change::*;
}

/// The content, metadata and location of a file at one moment.
pub mod snapshot {
    pub use incise_store::place::{RESERVED, RootedPath};
    pub use incise_text::snapshot::*;
}

use incise_merge as merge;
use incise_patch as patch;
use incise_store::{disk, error, journal, memory, threads};
use incise_syntax as syntax;
use incise_text::{damage, encoding, text};
