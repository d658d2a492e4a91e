//! The reach of paths, and how files are located and read. Nothing here writes to targets.

pub(super) mod attributes;
pub(super) mod beneath;
pub(super) mod directory;
pub(super) mod disk;
pub(super) mod facts;
pub(super) mod ignored;
pub(super) mod inodes;
pub(super) mod leaf;
pub(super) mod listing;
pub(super) mod locate;
pub(super) mod reach;
pub(super) mod read;
pub(super) mod readers;
pub(super) mod selection;
pub(super) mod skim;
pub(super) mod spelling;
pub(super) mod walk;
