//! Edit text files exactly as asked, or not at all.
//!
//! Exit status 0 means that exactly the requested edit was written, once, where it was meant. A refused edit writes
//! nothing, unless the caller asked for conflict markers in the file. In the library, an `Err` means that nothing was
//! written, unless [`Refused::is_written`] is true.
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
//! journal, so that edits can be undone. `examples/` has complete programs. `default-features = false` removes the
//! command line and the parsers for programming languages.
//!
//! | module | contents |
//! |---|---|
//! | [`request`] | all edit operations, and their JSON form |
//! | [`report`], [`refusal`] | the result of a request, and every reason for a refusal |
//! | [`change`] | the algebra of change sets: apply, invert, compose, rebase |
//! | [`patch`] | a parser for unified diffs, envelopes and search/replace blocks |
//! | [`snapshot`], [`text`] | the content of a file at one moment; lines, spans and endings |
//! | [`schema`] | the JSON schemas of requests and reports |
//!
//! New versions add fields and variants to requests, reports and reasons. Match enums with a wildcard arm.
//!
//! # How it works
//!
//! Every edit of a text becomes a [`change::ChangeSet`]: a sorted list of disjoint byte replacements. The change of one
//! file is a transition: its change set, or its removal, with its new name and mode.
//!
//! ```text
//! argv ------------------> cli ------+
//! JSON, agent payloads --> dialect --+--> Request
//!                                           |
//! run/steps: read each file and the journal | resolve each step (a diff is parsed here)
//!                                           v
//!                              ResolvedFile { text, outcome }  --encode-->  bytes
//!                                           |
//!                              guard::check --> Plan              (each changed file, every guard passed)
//!                                           |
//!                              disk: Plan --> Staged --> Locked --> Committed
//!                                           |                     (not for `check` and --dry-run; noted in
//!                                           |                      the journal as Records under the locks)
//!                              run: Ending --> Report --> render --> cli, mcp
//! ```
//!
//! The plan, the record, the journal and the report refer to the transitions. If a file changes meanwhile, `run`
//! resolves the request again.
//!
//! - The crates `text`, `patch`, `syntax`, `merge` and `core` are pure: no files, no processes, no output.
//! - Only `disk` opens, writes, renames or removes a target.
//! - `run` reads files and the journal through `store`, and starts other programs.
//! - Only `cli` and `mcp` read standard input and write standard output.

#![cfg_attr(
    not(feature = "cli"),
    allow(
        dead_code,
        unused_imports,
        reason = "the library uses only part of the code of the program"
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
