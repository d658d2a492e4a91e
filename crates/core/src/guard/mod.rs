//! Reasons to stop although every place was found, and the only way to a [`Plan`](crate::disk::Plan).
//!
//! One file for each guard, all pure; each refusal names the flag that lifts it.

mod check;
mod form;
pub mod residue;
pub mod shrink;
pub mod syntax;

pub use check::check;
pub use form::{check_binary, is_binary};
