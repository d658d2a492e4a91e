//! Surgical file edits that either happen exactly as asked or not at all.
//!
//! Non-zero means nothing was written; zero means exactly what was asked was written, once, where it was
//! meant. Every command becomes the same thing: a sorted list of disjoint byte replacements against one
//! reading of a file, a [`change::ChangeSet`]. Nothing else ever writes a file.
//!
//! ```text
//! argv ----> cli -----+
//! JSON, diffs, -------+
//! agent payloads      v
//! +> dialect ---> Request --> disk::read --> Snapshot
//!                                |
//!                resolve(action, &snapshot) --> Resolution { changes, sites }
//!                                |
//!                guard::check(resolutions) --> Plan          (every file, every guard passed)
//!                                |
//!                disk::commit(plan) --> Record per file      (skipped by `check` and --dry-run)
//!                                |
//!                              Report --> render::{human, diff, json} --> stdout
//! ```
//!
//! Data goes one way. Every stage but `disk`, `journal`, `cli` and `mcp` is a pure function of its arguments; only `disk`
//! opens, writes, renames or removes a target; only `cli` and `mcp` touch stdio, environment, clock and exit code.

pub mod change;
pub mod damage;
pub mod dialect;
pub mod disk;
pub mod guard;
pub mod journal;
pub mod manual;
pub mod memory;
pub mod patch;
pub mod refusal;
pub mod render;
pub mod report;
pub mod request;
pub mod resolve;
pub mod run;
pub mod schema;
pub mod snapshot;
pub mod text;

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "mcp")]
pub mod mcp;
