//! Tests of placing, each written as a text and the hunks of a diff.

mod anchor;
mod both_sides;
mod dice;
mod drift;
mod marked;
mod merge;
pub mod notation;
mod property;
mod series;
mod siblings;
mod strict;
mod twins;
