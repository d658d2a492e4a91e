//! Reasons to stop although every place was found, and the only way to a [`Plan`].

mod plan;

pub use plan::{After, FilePlan, NewText, Plan};
