//! Places, refusals and traps, written as a text and the hunks of a diff.

mod notation;
mod strict;
