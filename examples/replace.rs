//! Replaces one text in a file, like `sed -i`, but only if the text occurs exactly once.
//!
//! `cargo run --example replace -- job.conf 'retries = 3' 'retries = 5'` prints the diff. If the text is missing or
//! occurs twice, the example prints an error and leaves the file unchanged.

#![allow(clippy::print_stdout, reason = "a program prints")]

use std::path::Path;

use incise::{Refused, Request};

/// Replaces the only occurrence of `old` with `new`. Returns the diff.
pub fn replace(directory: &Path, file: &str, old: &str, new: &str) -> Result<String, Refused> {
    let request = Request::new().replace(file, old, new);
    let report = incise::run(&request, directory)?;
    Ok(report.to_string())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, old, new] = &args[..] else {
        return Err("usage: replace FILE OLD NEW".into());
    };
    match replace(Path::new("."), file, old, new) {
        Ok(diff) => {
            print!("{diff}");
            Ok(())
        }
        Err(refused) => Err(format!("{refused}; {}", refused.hint()).into()),
    }
}
