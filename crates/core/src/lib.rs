//! Requests to edit text, resolved into checked change sets.
//!
//! A [`Request`](request::Request) says what is asked. [`resolve`] finds the places and makes a change set of each
//! file. [`guard::check`] turns the result into a plan that `incise-store` can write. Everything here is a pure
//! function of its arguments: no file is opened and nothing is printed.

pub mod guard;
pub mod refusal;
pub mod request;
pub mod resolve;

/// The algebra of change sets, and what becomes of the file at one place.
pub mod change {
    pub use incise_store::place::{NewText, Provenance, Transition};
    pub use incise_text::change::*;
}

/// One reading of a file, its facts and its place.
pub mod snapshot {
    pub use incise_store::place::{RESERVED, RootedPath};
    pub use incise_text::snapshot::*;
}

use incise_merge as merge;
use incise_patch as patch;
use incise_store::{disk, error, journal, memory, threads};
use incise_syntax as syntax;
use incise_text::{damage, encoding, text};
