//! Text as files have it, and the algebra of changes to it. Pure: nothing here reads or writes a file.
//!
//! | module | has |
//! |---|---|
//! | [`text`] | lines, spans, line endings, and texts in JSON |
//! | [`encoding`] | UTF-16 and other encodings, read and written back byte for byte |
//! | [`damage`] | what tools do to quoted text: escapes, entities, fences, line numbers |
//! | [`snapshot`] | one reading of a file, its fingerprint and what the file system says of it |
//! | [`change`] | change sets: apply, invert, compose, rebase; records of what became of a file |
//!
//! Offsets are bytes. Lines count from 1.

pub mod change;
pub mod damage;
pub mod encoding;
pub mod snapshot;
pub mod text;

/// The examples of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
