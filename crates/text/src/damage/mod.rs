//! The damage that texts take on their way: what word processors, shells, serialisers, listings, chats and models do to
//! them. One table for each kind, for all who recognise it, undo it or keep it out of files.
//!
//! Pure, and about single texts and lines: whether a damage is meant, only somebody who knows the target can tell.

pub mod elision;
pub mod entity;
pub mod escape;
pub mod fence;
mod fold;
pub mod listing;
pub mod typography;

pub use fold::{Folded, fold, is_its_own_fold};
