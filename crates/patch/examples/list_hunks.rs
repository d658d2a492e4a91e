//! Lists the hunks of a diff, and the damage that was repaired while parsing it.
//!
//! ```sh
//! git diff | cargo run --example list_hunks
//! ```

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use std::fmt::Write;
use std::io::{self, Read};
use std::process::ExitCode;

use bytes::Bytes;
use incise_patch::{FilePatch, Hunk, LineKind, ParseError, Strictness, parse};

/// Returns one line per hunk of `diff` and one line per repair.
///
/// # Errors
/// If `diff` is not a diff.
pub fn list(diff: &Bytes) -> Result<String, ParseError> {
    let patch = parse(diff, Strictness::Repair)?;
    let mut list = String::new();
    for file in &patch.files {
        for hunk in file.hunks() {
            let added = count(hunk, LineKind::Added);
            let removed = count(hunk, LineKind::Removed);
            let _ = writeln!(list, "{}: +{added} -{removed}", name(file));
        }
    }
    for repair in &patch.repairs {
        let _ = writeln!(list, "line {}: {}", repair.line, repair.kind.summary());
    }
    Ok(list)
}

fn name(file: &FilePatch) -> String {
    let name = file.names.new_or_old();
    name.map_or_else(|| "(no name)".to_owned(), |name| name.display().to_string())
}

fn count(hunk: &Hunk, kind: LineKind) -> usize {
    hunk.lines.iter().filter(|line| line.kind == kind).count()
}

#[allow(dead_code, reason = "the test calls the function above")]
fn main() -> ExitCode {
    let mut diff = Vec::new();
    if let Err(error) = io::stdin().read_to_end(&mut diff) {
        println!("{error}");
        return ExitCode::FAILURE;
    }
    match list(&diff.into()) {
        Ok(list) => {
            print!("{list}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("not a diff: {error:?}");
            ExitCode::FAILURE
        }
    }
}
