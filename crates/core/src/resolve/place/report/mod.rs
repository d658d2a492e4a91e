//! The report on hunks: of those that have a place, of those that have none, and between conflict markers.

pub mod advise;
pub mod conflict_writer;
pub mod failure;
pub mod marked;

pub mod unplaced;
