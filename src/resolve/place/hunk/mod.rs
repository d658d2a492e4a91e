//! The hunks as they are read: which reading of a damaged one the text supports, and both its sides.

pub mod pattern;
pub mod read;
pub mod reading;
pub mod slide;
