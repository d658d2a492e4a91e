//! The text of files, and the algebra of changes to it. No function reads or writes a file.
//!
//! | module | contents |
//! |---|---|
//! | [`text`] | lines, spans, line endings; text in JSON |
//! | [`encoding`] | UTF-16 and other encodings, with a byte-exact round trip |
//! | [`damage`] | damage that tools do to quoted text: escapes, entities, fences, line numbers |
//! | [`snapshot`] | the content of a file at one moment: bytes, fingerprint, metadata |
//! | [`change`] | change sets: apply, invert, compose, rebase; records of changes to a file |
//!
//! Offsets count bytes, and lines count from 1.

pub mod change;
pub mod damage;
pub mod encoding;
pub mod snapshot;
pub mod text;

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
