//! The only module that accesses targets: it resolves names inside the sandbox, reads, stages and commits.
//!
//! [`Disk`] opens directories and reads files, which is all that a dry run needs. A write takes three steps.
//! [`Disk::stage`] prepares the new files next to their targets, with mode, owner and attributes. Every step that is
//! likely to fail happens here, without a lock. [`Staged::lock`] locks the parent directories. `Locked::commit`
//! checks that every target is unchanged, and renames the new files over the old ones. If one step fails, all are
//! undone. Callers can inspect the staged files before the lock, and record the commit under the lock.
//!
//! Other modules decide which bytes to write (`resolve`), whether they may be written (`guard`), and which changes
//! are recorded (`journal`).

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
