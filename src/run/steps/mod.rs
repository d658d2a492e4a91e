//! The steps of a request, resolved one after the other: each finds its files, on disk or as the steps before
//! left them.

pub mod diff;
mod elsewhere;
mod expected;
pub mod files;
pub mod line_numbers;
mod merge_step;
mod replay;
pub mod resolve_steps;
pub mod resolver;
mod screen;
pub mod selection;
mod step_notices;
mod transfer_step;
mod undo;
