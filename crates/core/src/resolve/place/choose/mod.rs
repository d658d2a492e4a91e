//! The choice among all candidates of all hunks of a file, exact ones first.

pub mod anchor;
pub mod astray;
pub mod bare;
pub mod both_sides;
pub mod chain;
pub mod conflict;
pub mod contest;
pub mod drift;
pub mod elsewhere;
pub mod fit;
pub mod meant;
pub mod order;
pub mod ranking;
pub mod strict;
pub mod together;
