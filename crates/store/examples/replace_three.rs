//! Replaces three files together, then undoes the change. The history is in `.history`.

#![allow(
    clippy::disallowed_methods,
    reason = "an example works in the directory that it is started in"
)]

use std::env;

use incise_store::{Files, FilesError};

/// Replaces the three files in `files`, and undoes the change.
pub fn replace_and_undo(files: &mut Files) -> Result<(), FilesError> {
    files.replace(&[("a.txt", "A\n"), ("b.txt", "B\n"), ("c.txt", "C\n")])?;
    files.undo()
}

#[allow(dead_code, reason = "the test calls the function above")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let directory = env::current_dir()?;
    let mut files = Files::open(&directory, &directory.join(".history"))?;
    Ok(replace_and_undo(&mut files)?)
}
