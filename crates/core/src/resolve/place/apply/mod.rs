//! Turns places into edits, and checks that the edits match the patch.

pub mod drifted;
pub mod fit_edits;
pub mod placed;
pub mod report;
pub mod respace;
pub mod series;
pub mod verify;
pub mod whole;
