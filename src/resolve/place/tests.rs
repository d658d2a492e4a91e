//! Places, refusals and traps, written as a text and the hunks of a diff.

mod anchor;
mod drift;
mod marked;
mod merge;
pub mod notation;
mod property;
mod series;
mod strict;
mod twins;
