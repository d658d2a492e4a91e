//! Replaces a text in a file and prints the result. The file does not change.
//!
//! ```sh
//! cargo run --example find -- FILE OLD NEW
//! ```

#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "an example reads the file that it is given and prints"
)]

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use incise_core::refusal::Reason;
use incise_core::request::{Find, Repeat, Replace};
use incise_core::resolve::replace;
use incise_core::snapshot::Snapshot;

/// Returns `text` with the only match of `old` replaced by `new`.
pub fn edited(text: Vec<u8>, old: &str, new: &str) -> Result<Vec<u8>, Reason> {
    let text = Snapshot::of_text(text);
    let action = Replace::only(Find::literal(old), new);
    let path = Path::new("");
    let found = replace(&action, Repeat::default(), path, &text, text.span())?;
    let mut result = Vec::new();
    for piece in found.changes.pieces(text.bytes()) {
        result.extend_from_slice(piece);
    }
    Ok(result)
}

#[allow(dead_code, reason = "the test calls the function above")]
fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [path, old, new] = arguments.as_slice() else {
        eprintln!("usage: find FILE OLD NEW");
        return ExitCode::from(2);
    };
    let text = match fs::read(path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::from(2);
        }
    };
    match edited(text, old, new) {
        Ok(text) => {
            print!("{}", String::from_utf8_lossy(&text));
            ExitCode::SUCCESS
        }
        Err(reason) => {
            eprintln!("{path}: {}", reason.code().name());
            ExitCode::FAILURE
        }
    }
}
