//! The program as users see it: stdout, stderr, status and the whole tree, command by command.

#![allow(
    clippy::disallowed_methods,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test makes its own files, fails by panicking, and says what it skips"
)]

mod anchors;
#[cfg(feature = "mcp")]
mod answers;
mod append;
mod apply;
mod apply_patch;
mod attributes;
mod bench;
mod benchmark;
mod binary;
mod blobs;
mod bounds;
mod calls;
mod check;
#[cfg(feature = "mcp")]
mod client;
mod completions;
mod conflicts;
mod create;
mod cve;
mod dialect;
mod differential;
mod each;
mod economy;
mod encoding;
mod ensure;
mod failures;
mod files;
mod filter;
mod finding;
mod first_sight;
mod form;
mod formats;
mod hashline;
mod headers;
#[cfg(feature = "mcp")]
mod hints;
mod history;
mod hook;
mod hostile;
mod idempotent;
mod ignore_files;
mod in_place;
mod insert;
mod intake;
mod interactive;
mod journal;
mod keys;
mod lacking;
mod layout;
mod lines;
mod links;
mod malformation;
mod manual;
#[cfg(feature = "mcp")]
mod mcp;
mod merge;
mod names;
#[cfg(feature = "syntax")]
mod nesting;
mod notation;
mod outline;
mod output;
mod page;
mod patch;
mod patterns;
mod peer;
mod piped;
mod placement;
mod plan;
mod preserve_case;
mod privacy;
mod promise;
mod random;
mod reading;
mod rebase;
mod recount;
mod refusal;
mod regions;
mod remove;
mod rename;
mod repeated;
mod replace;
mod reserved;
mod retry;
mod schema;
mod seen;
mod selection;
#[cfg(feature = "mcp")]
mod sent;
#[cfg(feature = "serena")]
mod serena;
mod shifted_strings;
mod side_files;
mod signal;
mod stdin_filename;
#[cfg(feature = "suggestions")]
mod suggestions;
mod symbols;
mod syntax;
mod table;
mod tally;
mod threads;
mod tracked;
mod trailers;
mod transfer;
mod traps;
mod twice;
mod two_names;
mod validate;
mod view;
mod vocabularies;
mod walk;
mod words;
mod write;
