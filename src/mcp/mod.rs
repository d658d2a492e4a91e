//! The same requests and reports over the Model Context Protocol, on standard input and output.
//!
//! [`catalog`] says which tools there are and what they look like, [`call`] does what one call asks,
//! [`protocol`] knows what a client may ask besides, and [`server`] holds the conversation. Nothing is decided here that
//! `run` does not decide: a call becomes a request, its report the answer. A refusal is an answer that says so, never an
//! error of the protocol.
//!
//! The calls of one client are done one after the other, in the order they came, by the [`worker`]; those that came
//! before a client went away too. Several servers on one root are kept apart by the locks that every command takes.

mod answer;
mod arguments;
mod call;
mod catalog;
mod foreign;
mod frame;
#[cfg(debug_assertions)]
mod hook;
mod lines;
mod outbox;
mod outline;
mod protocol;
mod server;
mod tree;
mod worker;

use std::path::PathBuf;

use crate::disk::Interrupt;
use crate::journal::{PrivateNames, StateBase};

pub use catalog::Profile;
pub use server::serve;

/// The rights of a server, and its clients.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// The directories of files, absolute; at the first one relative paths start, and its journal is kept.
    /// At least one.
    pub roots: Vec<PathBuf>,
    /// True if only tools are offered that change nothing.
    pub is_read_only: bool,
    /// The vocabulary of the tools.
    pub profile: Profile,
    /// The names of the tools to offer; all of the profile's when there are none.
    pub tools: Vec<String>,
    /// True if answers are objects whose schemas are listed with the tools, in vocabularies that have them.
    pub gives_objects: bool,
    /// The task, where a call names none.
    pub task: Option<String>,
    /// The directory of journals; `None` where the user has no place for state.
    pub state: Option<StateBase>,
    /// The names of files whose texts are neither stored nor shown.
    pub private_names: PrivateNames,
    /// The requests for an end.
    pub interrupt: Interrupt,
}

#[cfg(test)]
mod tests;
