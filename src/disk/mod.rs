//! The only module that touches targets: resolves names inside the sandbox, reads, stages, commits.
//!
//! [`Disk`] opens directories and reads leaves, never for writing: a dry run needs nothing else. Writing
//! is two steps. [`Disk::stage`] prepares everything that can fail beside the targets, without a lock:
//! new texts under names of their own, with mode, owner and attributes. [`Staged::lock`] locks the
//! parent directories, and [`Locked::commit`] verifies that every target is still what was read, gives the
//! new texts their names and takes all of it back if one step fails. Before the lock the staged files can be
//! looked at; under it what is about to happen can be noted.
//!
//! What is decided elsewhere: which bytes (`resolve`), whether they may be written (`guard`), what is
//! remembered (`journal`).

mod attributes;
mod backup;
mod claim;
mod commit;
mod descriptors;
mod directory;
mod disk;
mod exhibit;
mod facts;
mod failure;
mod fault;
mod incumbent;
mod inodes;
mod interrupt;
mod leaf;
mod lease;
mod link;
mod listing;
mod locate;
mod lock;
mod lock_file;
mod made;
mod map;
mod moves;
mod promises;
mod protected;
mod put;
mod reach;
mod read;
mod readers;
mod removal;
mod rename;
mod save;
mod shift;
mod spelling;
mod stage;
mod step;
mod swap;
mod sync;
mod temp;
#[cfg(test)]
mod tests;
mod through;
mod verify;
mod wal;
mod walk;
mod watch;
mod writers;

pub use commit::{Committed, Moved, NotCommitted};
pub use disk::Disk;
pub use exhibit::Exhibit;
pub use interrupt::Interrupt;
pub use lock::Held;
pub use promises::{Promises, Writing};
pub use reach::Reach;
pub use readers::Readers;
pub use stage::Staged;
pub use wal::{LogPlaces, Pending, recover_all};
pub use watch::{Progress, Stage, Watch};
