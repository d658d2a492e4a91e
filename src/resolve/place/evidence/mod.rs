//! What the lines of a text say: where they stand, how much they tell, and what they begin.

pub mod definition;
pub mod exact;
pub mod heading;
pub mod index;
pub mod line;
pub mod nesting;
pub mod outline;
pub mod scope;
