//! The choice among all candidates of all hunks of a file, exact ones first.

pub mod anchor;
pub mod bare;
pub mod chain;
pub mod contest;
pub mod drift;
pub mod fit;
pub mod meant;
pub mod order;
pub mod strict;
pub mod together;
