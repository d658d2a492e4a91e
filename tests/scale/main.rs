//! Large inputs: work must grow at most linearly, and memory is bounded.
//!
//! These tests are slow, so they run only on request, with an optimized program:
//!
//! ```sh
//! cargo test --release --test scale -- --ignored --nocapture
//! ```
//!
//! No test measures time. Work is counted in instructions, and compared with the work for half the input. `prlimit`
//! limits memory, so a program that needs more fails. A test whose tool is not installed says so and passes.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test makes its own files, fails by panicking, and says what it skips"
)]

mod growth;
mod memory;

use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A working directory on the same disk as the build, with a separate journal.
struct Scratch {
    work: TempDir,
    state: TempDir,
}

impl Scratch {
    fn new() -> Self {
        let empty = || TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        Self {
            work: empty(),
            state: empty(),
        }
    }

    fn path(&self) -> &Path {
        self.work.path()
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path().join(name), text).unwrap();
    }

    /// The program with the words of `line` as arguments, run by the command `before`.
    fn command(&self, before: &[&str], line: &str) -> Command {
        let mut words = before.iter().chain([&env!("CARGO_BIN_EXE_incise")]);
        let mut command = Command::new(words.next().unwrap());
        command
            .args(words)
            .args(shell_words::split(line).unwrap())
            .current_dir(self.path())
            .env("HOME", self.state.path())
            .env("INCISE_STATE_DIR", self.state.path());
        command
    }

    /// Runs the program, which must succeed.
    fn run(&self, line: &str) {
        let mut command = self.command(&[], line);
        let ran = command.stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success(), "{line}: {said}");
    }
}

/// True if `tool` can be run.
fn has(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok();
    if !found {
        println!("skipped: {tool} is not installed");
    }
    found
}
