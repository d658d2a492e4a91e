//! Transactions over several files: a write-ahead log, and recovery from it.
//!
//! A commit of several steps first writes down all of them ([`record`]) in a private directory
//! ([`log_directory`]), marks the directories it is about to change ([`marker`]), and then gives the log its final
//! name: the commit point. Whoever finds a log whose directories it can lock knows that the owner is dead,
//! and completes the transaction or takes it back ([`recover`]): forward as long as every step can go
//! forward, else backward. What another process wrote in between is never touched: files are known by inode,
//! length and time of modification, and a name that shows another file is left alone.
//!
//! The state of a log is in its name, so that no state is ever half written: `new-ID` is being written,
//! `ID.wal` goes forward, `ID.undo` backward, `ID.done` needs only tidying up.

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
