//! C and C++ code that the grammar cannot parse: macros, and conditions that split statements.

mod branches;
mod macros;
mod recovery;
mod skeleton;

pub(super) use macros::{bodies, is_single_signature, without_leading_macros, without_macros};
pub(super) use recovery::parse_again;
