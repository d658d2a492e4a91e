//! Reasons to stop although every place was found, and the only way to a [`Plan`].
//!
//! One file for each guard, all pure; each refusal names the flag that lifts it.

mod binary;
mod check;
mod form;
mod plan;
pub mod residue;
mod shrink;
pub mod syntax;

pub use binary::{check as check_binary, is_binary};
pub use check::check;
pub use plan::Plan;
