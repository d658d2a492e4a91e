//! Surgical file edits that either happen exactly as asked or not at all.
//!
//! Non-zero means nothing was written; zero means exactly what was asked was written, once, where it was
//! meant. As a library: an `Err` means nothing was written.
//!
//! # Embedding
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let directory = tempfile::tempdir()?;
//! # let directory = directory.path();
//! # std::fs::write(directory.join("job.conf"), "[job]\nretries = 3\n")?;
//! let request = incise::Request::new()
//!     .replace("job.conf", "retries = 3", "retries = 5")
//!     .insert_after("job.conf", "[job]", "timeout = 30\n");
//! match incise::run(&request, directory) {
//!     Ok(report) => print!("{report}"),
//!     Err(refused) => eprintln!("{refused}; {}", refused.hint()),
//! }
//! # assert_eq!(std::fs::read_to_string(directory.join("job.conf"))?, "[job]\ntimeout = 30\nretries = 5\n");
//! # Ok(())
//! # }
//! ```
//!
//! All steps of a [`Request`] are one transaction. [`edit`] replaces in a text in memory; a [`Workspace`] keeps a
//! journal too, so that its runs can be undone. `examples/` has whole programs. Without the default features there
//! is no command line and no parser of programming languages: `default-features = false` is what a library needs.
//!
//! | module | has |
//! |---|---|
//! | [`request`] | everything that can be asked for, and its JSON form |
//! | [`report`], [`refusal`] | what was done, and every reason why nothing was |
//! | [`change`] | the algebra of change sets: apply, invert, compose, rebase |
//! | [`patch`] | diffs of every format, read |
//! | [`snapshot`], [`text`] | one reading of a file; lines, spans and endings |
//! | [`schema`] | the JSON schemas of requests and reports |
//!
//! Requests, reports and reasons gain members as the program learns: match with a wildcard arm.
//!
//! # How it works
//!
//! Every command becomes the same thing: a sorted list of disjoint byte replacements against one
//! reading of a file, a [`change::ChangeSet`]. Nothing else ever writes a file.
//!
//! ```text
//! argv ----> cli -----+
//! JSON, diffs, -------+
//! agent payloads      v
//! +> dialect ---> Request --> Disk::read --> Snapshot
//!                                |
//!             resolve: every step on the text so far --> ResolvedFile { transition, sites, hunks }
//!                                |
//!             guard::check(&resolved) --> Plan            (every transition, every guard passed)
//!                                |
//!             disk: Plan --> Staged --> Locked --> Committed
//!                                |                        (not for `check` and --dry-run; noted in
//!                                |                         the journal as Records under the locks)
//!             run: Ending --> Report --> render::{human, diff, json, html} --> stdout
//! ```
//!
//! A transition is what becomes of one file: plan, record, journal and report refer to it. An undo is an action like
//! any other, which the journal resolves. Data goes one way. Every stage but `disk`, `journal`, `cli` and `mcp` is a
//! pure function of its arguments; only `disk` opens, writes, renames or removes a target; only `cli` and `mcp` touch
//! stdio, environment and exit code.

// Private modules. Public signatures name some of their types, which `report` passes on.
mod allocator;
mod library;
mod render;
mod run;

pub mod report;
pub mod schema;

pub use incise_core::{change, refusal, request, snapshot};
pub use incise_patch as patch;
pub use incise_text::text;

use incise_core::{guard, resolve};
use incise_merge as merge;
use incise_store::{disk, error, journal, memory, threads};
#[cfg(feature = "cli")]
use incise_syntax as syntax;
use incise_text::encoding;

#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "cli")]
mod dialect;
#[cfg(feature = "cli")]
mod manual;
#[cfg(feature = "mcp")]
mod mcp;

pub use library::{Refused, Workspace, edit, run};
pub use report::Report;
pub use request::Request;

/// The program is a crate of its own, and so are the tests and benches of this package: what they use besides.
/// It changes without notice.
#[doc(hidden)]
pub mod internal {
    pub use crate::allocator::{Memory, install};
    #[cfg(feature = "cli")]
    pub use crate::cli::{Environment, Input, Output, Streams, generated, main, run as command};
    pub use crate::disk::{Interrupt, Reach, Watch};
    pub use crate::journal::{OPEN_ENDINGS, PRIVATE_NAMES, StateBase};
    #[cfg(feature = "cli")]
    pub use crate::manual::{Explanation, GUIDE, SHORT, Topic, skill};
    pub use crate::request::UndoTarget;
    pub use crate::resolve::replace;
    pub use crate::run::{Chooser, JournalContext, LogFilter, World, log, run};
}
