//! The README's console blocks, run as they stand: each command prints what the README says.
//!
//! A block fenced as `console` is a transcript; all blocks share one scratch directory.
//! `INCISE_REGENERATE=1 cargo test --test readme` writes what they print now.

#![allow(
    clippy::disallowed_methods,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test reads and makes its own files, and fails by panicking"
)]

mod transcript;

use std::fs;

use transcript::Shell;

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");

#[test]
fn console_blocks_print_what_they_say() {
    let readme = fs::read_to_string(README).unwrap();
    let found = Shell::new().rerun(&readme);
    if std::env::var_os("INCISE_REGENERATE").is_some() {
        fs::write(README, &found).unwrap();
    }
    assert!(
        readme.contains("```console\n"),
        "the README shows no command"
    );
    assert_eq!(
        found, readme,
        "run with INCISE_REGENERATE=1 to update the README"
    );
}
