//! Applies two changes to one text, as if one author had seen the result of the other.
//!
//! ```sh
//! cargo run --example rebase -- BASE OURS THEIRS
//! ```

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "an example reads the files that it is given and prints"
)]

use std::process::ExitCode;
use std::{env, fs};

use bytes::Bytes;
use incise_text::change::{ChangeSet, Tie};

/// Returns `base` with the changes of both sides, or `None` if they touch the same lines.
pub fn with_both(base: &Bytes, ours: &Bytes, theirs: &Bytes) -> Option<Vec<u8>> {
    let our_change = ChangeSet::by_line(base, ours);
    let their_change = ChangeSet::by_line(base, theirs);
    if !our_change.line_conflicts(&their_change, base).is_empty() {
        return None;
    }
    let their_change = their_change.rebase(&our_change, Tie::Before).ok()?;
    their_change.apply(ours).ok()
}

#[allow(dead_code, reason = "the test calls the function above")]
fn main() -> ExitCode {
    let texts: Result<Vec<_>, _> = env::args().skip(1).map(fs::read).collect();
    let Ok([base, ours, theirs]) = <[Vec<u8>; 3]>::try_from(texts.unwrap_or_default()) else {
        println!("usage: rebase BASE OURS THEIRS");
        return ExitCode::from(2);
    };
    match with_both(&base.into(), &ours.into(), &theirs.into()) {
        Some(text) => {
            print!("{}", String::from_utf8_lossy(&text));
            ExitCode::SUCCESS
        }
        None => {
            println!("both changed the same lines");
            ExitCode::FAILURE
        }
    }
}
