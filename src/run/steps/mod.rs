//! The steps of a request, resolved one after the other: each finds its files, on disk or as the steps before
//! left them.

pub mod diff;
mod elsewhere;
mod expected;
pub mod files;
pub mod gather;
pub mod gathered;
mod replay;
mod screen;
mod undo;
