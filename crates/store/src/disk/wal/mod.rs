//! Transactions over several files: a write-ahead log, and recovery from it.
//!
//! A commit of several steps first writes all of them ([`record`]) to a log in a private directory
//! ([`log_directory`]). It marks the directories that it is about to change ([`marker`]). Then it gives the log its
//! final name: the commit point. If a process finds a log and can lock its directories, the owner is dead. The
//! process then completes or undoes the transaction ([`recover`]): forward if every step can go forward, or else
//! backward. Recovery never touches files that another process wrote in between. A file is recognized by inode,
//! length and modification time, and a name with any other file is left alone.
//!
//! The state of a log is in its name, so that no state is ever half written: `new-ID` is being written, `ID.wal` goes
//! forward, `ID.undo` goes backward, `ID.done` needs only cleanup.

mod file_move;
mod find;
mod log_directory;
mod marker;
mod note;
mod open_directories;
mod operation;
mod put;
mod record;
mod recover;
mod recovered;
mod sweep;
#[cfg(test)]
mod tests;
mod write;

pub use find::Pending;
pub use log_directory::LogPlaces;
pub use recover::recover_all;
pub use recovered::Recovered;

pub(super) use find::find;
pub(super) use note::is_wanted;
pub(super) use sweep::{Sweep, sweep};
pub(super) use write::OpenTransaction;
