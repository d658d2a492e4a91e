//! The promises of a write, one by one, under the circumstances that break them elsewhere.
//!
//! [`PROMISES`] names for each promise the tests that show it, here and in the rest of the project; a test
//! holds the names true. What needs root, mounts or `strace` is skipped by name where that is missing. The slow
//! ones are run by `.ci/slow`.

mod limit;
mod name;
mod race;
mod reach;
mod state;
mod trace;
mod undo;

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::bench::Bench;

/// The program of `bench`, started by `words`.
fn behind(bench: &Bench, words: &[&str]) -> Command {
    let plain = bench.command();
    let mut command = Command::new(words[0]);
    command
        .env_clear()
        .args(&words[1..])
        .arg(plain.get_program())
        .current_dir(plain.get_current_dir().unwrap());
    for (name, value) in plain.get_envs() {
        command.env(name, value.unwrap());
    }
    command
}

/// Whether `words` can start a program here.
fn works(words: &[&str]) -> bool {
    let output = Command::new(words[0])
        .args(&words[1..])
        .arg("true")
        .output();
    output.is_ok_and(|output| output.status.success())
}

/// Says that a test could not be made, and why.
fn skipped(why: &str) {
    println!("skipped: {why}");
}
