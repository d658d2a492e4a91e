//! The evidence in the lines of a text: their places, their weight, and the blocks that they begin.

pub mod definition;
pub mod exact;
mod filter;
pub mod heading;
pub mod index;
pub mod line;
pub mod nesting;
pub mod outline;
pub mod scope;
