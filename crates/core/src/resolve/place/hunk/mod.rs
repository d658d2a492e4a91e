//! The hunks as they are read: which reading of a damaged one the text supports, and both its sides.

pub mod other_readings;
pub mod pattern;
pub mod read_hunk;
pub mod slide;
