//! C and C++ code that the grammar cannot parse: macros, and conditions that split statements.

mod branches;
mod macros;
mod recovery;
mod skeleton;

pub(super) use macros::{blanked, bodies, is_one_head, without_leading_macros};
pub(super) use recovery::reading;
