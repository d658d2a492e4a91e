//! Reports on placed and failed hunks, and writes conflict markers.

pub mod advise;
pub mod conflict_writer;
pub mod failure;
pub mod marked;

pub mod unplaced;
