//! C and C++ that the grammar alone cannot parse: macros, and conditions that split statements.

mod branches;
mod macros;
mod recovery;
mod skeleton;

pub(super) use macros::{blanked, bodies, is_one_head, without_leading_macros};
pub(super) use recovery::reading;
