//! Edit text files exactly as asked, or not at all.
//!
//! Exit status 0 means that exactly the requested edit was written, once, at the intended place. A refused edit
//! writes nothing. In the library, an `Err` means that nothing was written, unless [`Refused::is_written`] is true.
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
//! All steps of a [`Request`] are one transaction. [`edit`] replaces text in a string. A [`Workspace`] can keep a
//! journal, so that edits can be undone. `examples/` has complete programs. A library can set
//! `default-features = false`, which removes the command line and the parsers for programming languages.
//!
//! | module | contents |
//! |---|---|
//! | [`request`] | all edit operations, and their JSON form |
//! | [`report`], [`refusal`] | the result of a request, and every reason for a refusal |
//! | [`change`] | the algebra of change sets: apply, invert, compose, rebase |
//! | [`patch`] | a parser for diffs in every format |
//! | [`snapshot`], [`text`] | the content of a file at one moment; lines, spans and endings |
//! | [`schema`] | the JSON schemas of requests and reports |
//!
//! New versions add members to requests, reports and reasons, so match them with a wildcard arm.
//!
//! # How it works
//!
//! Every command becomes a [`change::ChangeSet`]: a sorted list of disjoint byte replacements in the content of a file.
//! Nothing else ever writes a file.
//!
//! ```text
//! argv ----> cli -----+
//! JSON, diffs, -------+
//! agent payloads      v
//! +> dialect ---> Request --> Disk::read --> Snapshot
//!                                |
//!             resolve: every step on the text so far --> ResolvedFile { text, outcome }
//!                                |
//!             guard::check(&resolved) --> Plan            (every transition, every guard passed)
//!                                |
//!             disk: Plan --> Staged --> Locked --> Committed
//!                                |                        (not for `check` and --dry-run; noted in
//!                                |                         the journal as Records under the locks)
//!             run: Ending --> Report --> render::{human, diff, json, html} --> stdout
//! ```
//!
//! A transition is the change of one file. The plan, the record, the journal and the report refer to it. An undo is
//! an action like any other, and the journal resolves it. Data flows in one direction:
//!
//! - Every stage except `disk`, `journal`, `cli` and `mcp` is a pure function of its arguments.
//! - Only `disk` opens, writes, renames or removes a target.
//! - Only `cli` and `mcp` use stdio, environment and exit code.

#![cfg_attr(
    not(feature = "cli"),
    allow(
        dead_code,
        unused_imports,
        reason = "the library alone needs only a part of what the program runs and shows"
    )
)]

// Private modules. `report` re-exports the types that public signatures name.
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

/// Items for the program, the tests and the benches, which are separate crates. Not part of the public API: they
/// change without notice.
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
