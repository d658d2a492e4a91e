//! Texts in C and C++ that a grammar alone makes no sense of: their macros, and conditions that cut statements in pieces.

mod branches;
mod macros;
mod recovery;
mod skeleton;

pub(super) use macros::{blanked, bodies, is_one_head, without_leading_macros};
pub(super) use recovery::reading;
