//! Chooses among the candidates of all hunks of a file, exact matches first.

pub mod anchor;
pub mod both_sides;
pub mod chain;
pub mod conflict;
pub mod drift;
pub mod fit;
pub mod hunk_places;
pub mod insertion;
pub mod order;
pub mod other_heading;
pub mod ranking;
pub mod rival;
pub mod strict;
