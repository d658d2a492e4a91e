//! Report to bytes: sentences, diffs, JSON. Pure: no stream, terminal, environment or clock.

pub mod escape;
pub mod paint;
mod style;

pub use paint::Paint;
pub use style::{Bound, Limits, Medium, Style, Voice};
