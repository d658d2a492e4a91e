//! Guards refuse an edit although every location was found. Only guards create a [`Plan`](crate::disk::Plan).
//!
//! Each guard has a separate file and is pure. Each refusal names the flag that disables the guard.

mod check;
mod form;
pub mod residue;
pub mod shrink;
pub mod syntax;

pub use check::check;
pub use form::{check_binary, is_binary};
