//! Hunks as they are read: the reading of a damaged hunk that the text supports, and both sides of the hunk.

pub mod other_readings;
pub mod pattern;
pub mod read_hunk;
pub mod slide;
