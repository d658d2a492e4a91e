//! The requests and reports of the command line over the Model Context Protocol, on standard input and output.
//!
//! [`catalog`] defines the tools, [`call`] runs a call, [`protocol`] answers the other methods, and [`server`]
//! handles the messages. `run` makes all decisions: a call becomes a request, and the report becomes the answer. A
//! refusal is an answer with `isError`, never an error of the protocol.
//!
//! The [`worker`] runs the calls of a client one after the other, in the order of arrival. It also runs the calls
//! that arrived before the client disconnected. As with commands, locks separate several servers on the same root.

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

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// The directories that the server can access, absolute; at least one. Relative paths start from the first, whose
    /// journal is used.
    pub roots: Vec<PathBuf>,
    /// True if the server only offers tools that change nothing.
    pub is_read_only: bool,
    /// The set of tools.
    pub profile: Profile,
    /// The names of the tools to offer. Empty for all tools of the profile.
    pub tools: Vec<String>,
    /// True if answers are objects, and the tool list has their schemas. Not every profile supports this.
    pub gives_objects: bool,
    /// The task of calls that name none.
    pub task: Option<String>,
    /// The directory of journals; `None` if there is no state directory.
    pub state: Option<StateBase>,
    /// The names of private files, whose content is neither stored nor shown.
    pub private_names: PrivateNames,
    /// The signals that end the server.
    pub interrupt: Interrupt,
}

#[cfg(test)]
mod tests;
