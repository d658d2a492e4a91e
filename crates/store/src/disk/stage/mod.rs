//! Writes the new texts to temporary files next to their targets. Every step that is likely to fail happens here,
//! before the locks.

pub(super) mod backup;
pub(super) mod name_marks;
pub(super) mod save;
pub(super) mod staged_text;
pub(super) mod staging;
pub(super) mod sync;
pub(super) mod temp;
