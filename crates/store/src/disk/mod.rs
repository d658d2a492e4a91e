//! The only module that touches targets: resolves names inside the sandbox, reads, stages, commits.
//!
//! [`Disk`] opens directories and reads leaves, never for writing: a dry run needs nothing else. Writing
//! is two steps. [`Disk::stage`] prepares everything that can fail beside the targets, without a lock:
//! new texts under names of their own, with mode, owner and attributes. [`Staged::lock`] locks the
//! parent directories, and `Locked::commit` verifies that every target is still what was read, gives the
//! new texts their names and takes all of it back if one step fails. Before the lock the staged files can be
//! looked at; under it what is about to happen can be noted.
//!
//! Decided elsewhere is: which bytes (`resolve`), whether they may be written (`guard`), what is
//! remembered (`journal`).

mod commit;
mod commit_options;
mod fault;
mod interrupt;
mod lock;
mod notice;
mod plan;
mod sandbox;
mod slot;
mod stage;
#[cfg(test)]
mod tests;
mod wal;
mod watch;

pub use commit::protocol::{Committed, NotCommitted};
pub use commit_options::{Backup, CommitOptions, OnOpen, Sync, WriteMethod};
pub use interrupt::Interrupt;
pub use lock::directory_locks::DirectoryLocks;
pub use notice::{Notice, Unread};
pub use plan::Plan;
pub use sandbox::disk::Disk;
pub use sandbox::reach::Reach;
pub use sandbox::readers::Readers;
pub use sandbox::selection::Selection;
pub use sandbox::skim::Skim;
pub use sandbox::walk::file_types;
pub use stage::staged_text::StagedText;
pub use stage::staging::Staged;
pub use wal::{LogPlaces, Pending, Recovered, recover_all};
pub use watch::{Phase, Progress, Watch};
