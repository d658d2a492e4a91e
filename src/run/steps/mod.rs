//! Resolves the steps of a request one after the other, each on the files as the earlier steps left them.

pub mod diff;
mod elsewhere;
mod expected;
pub mod files;
pub mod line_numbers;
mod merge_step;
pub mod replay;
pub mod resolve_steps;
pub mod resolver;
mod screen;
pub mod selection;
mod step_notices;
mod transfer_step;
mod undo;
