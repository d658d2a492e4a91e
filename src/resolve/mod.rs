//! From intent to change set: an action and a snapshot in, a [`Resolution`] or a refusal out.
//!
//! Pure, and the only place that decides where an edit goes. One file for each action; what they share:
//! `locate` finds text tier by tier, `nearest` explains why there was none, `place` puts hunks.

pub mod place;
mod resolution;

pub use resolution::{Decider, HunkStatus, PlacedHunk, Resolution, Site, Tier, Transform};
