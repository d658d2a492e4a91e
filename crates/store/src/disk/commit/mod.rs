//! Commits a staged plan: all of its steps, or none.

pub(super) mod failure;
pub(super) mod file_move;
pub(super) mod in_place;
pub(super) mod lease;
pub(super) mod made_directories;
pub(super) mod protocol;
pub(super) mod put;
pub(super) mod removal;
pub(super) mod rename;
pub(super) mod replaced_file;
pub(super) mod step;
pub(super) mod verify;
pub(super) mod writers;
