//! Guards refuse an edit although every location was found. A request becomes a [`Plan`](crate::disk::Plan) only by
//! [`check`].
//!
//! Guards are pure. A refusal names the flag that disables the guard, if there is one.

mod check;
mod form;
pub mod residue;
pub mod shrink;
pub mod syntax;

pub use check::check;
pub use form::{check_binary, check_diff, is_binary};
