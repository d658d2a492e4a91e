//! Possible places of a hunk: alignments with the text, and the evidence for each.

pub mod accept;
pub mod align;
pub mod alignment;
pub mod base;
pub mod beyond_headings;
pub mod candidate;
pub mod exact_search;
pub mod path;
pub mod script;
pub mod support;
