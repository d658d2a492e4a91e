//! From places to edits: the effect of each hunk on the text, and the check that it is what the patch says.

pub mod drifted;
pub mod fit_edits;
pub mod placed;
pub mod report;
pub mod respace;
pub mod series;
pub mod verify;
pub mod walk;
pub mod whole;
