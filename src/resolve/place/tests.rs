//! Places, refusals and traps, written as a text and the hunks of a diff.

pub mod notation;
mod strict;
