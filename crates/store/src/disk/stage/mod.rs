//! New texts beside their targets, under names of our own: everything that can fail before the locks are taken.

pub(super) mod backup;
pub(super) mod name_marks;
pub(super) mod save;
pub(super) mod staged_text;
pub(super) mod staging;
pub(super) mod sync;
pub(super) mod temp;
