//! From places to edits: what each hunk does to the text, and whether that is what the patch says.

pub mod drifted;
pub mod laid;
pub mod merge;
pub mod report;
pub mod respace;
pub mod series;
pub mod verify;
pub mod walk;
pub mod whole;
