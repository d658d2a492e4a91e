//! Prints the outline of a source file: the first line, kind and name of each definition.
//!
//! ```sh
//! cargo run --example outline -- src/lib.rs
//! ```

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "an example reads the file that it is given and prints"
)]

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use incise_syntax::Undefined;

/// Returns a line for each definition of `text`: its first line, its kind and its name.
///
/// # Errors
/// If the language of the file at `path` is not supported, or the text is too large.
pub fn outline(path: &Path, text: &[u8]) -> Result<String, Undefined> {
    let mut outline = String::new();
    for definition in incise_syntax::definitions(path, text)?.iter() {
        let before = &text[..definition.signature_at];
        let line = before.split(|&byte| byte == b'\n').count();
        let _ = writeln!(outline, "{line} {} {}", definition.kind, definition.name());
    }
    Ok(outline)
}

#[allow(dead_code, reason = "the test calls the function above")]
fn main() -> ExitCode {
    let Some(path) = env::args().nth(1) else {
        println!("usage: outline FILE");
        return ExitCode::from(2);
    };
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(error) => {
            println!("{path}: {error}");
            return ExitCode::FAILURE;
        }
    };
    match outline(Path::new(&path), &text) {
        Ok(outline) => {
            print!("{outline}");
            ExitCode::SUCCESS
        }
        Err(reason) => {
            println!("{path}: no outline: {reason:?}");
            ExitCode::FAILURE
        }
    }
}
