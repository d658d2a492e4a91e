//! Damage to quoted text by word processors, shells, serializers, listings, chats and language models. The code that
//! detects, undoes or refuses a kind of damage shares one table.
//!
//! No I/O: the functions handle single texts and lines. Only callers know the file, so only they can tell damage
//! from text that is meant.

pub mod elision;
pub mod entity;
pub mod escape;
pub mod fence;
mod fold;
pub mod listing;
pub mod typography;

pub use fold::{Folded, fold, is_its_own_fold};
