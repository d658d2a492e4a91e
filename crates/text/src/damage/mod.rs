//! Damage to quoted text by word processors, shells, serializers, listings, chats and language models. One table for
//! each kind serves the code that detects, undoes or refuses it.
//!
//! Pure, and only about single texts and lines. Whether a damage is intended depends on the target, which this module
//! does not know.

pub mod elision;
pub mod entity;
pub mod escape;
pub mod fence;
mod fold;
pub mod listing;
pub mod typography;

pub use fold::{Folded, fold, is_its_own_fold};
