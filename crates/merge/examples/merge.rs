//! Merges two versions of a file, and prints the result with markers around the conflicts.
//!
//! ```sh
//! cargo run --example merge -- BASE OURS THEIRS
//! ```

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "an example reads the files that it is given and prints"
)]

use std::process::ExitCode;
use std::{env, fs};

use incise_merge::{
    ConflictStyle, MarkedConflicts, MarkerLabels, Markers, MergeReach, RuleSet, Versions, merge,
};

/// Returns the merged text and the number of conflicts.
pub fn merged(versions: &Versions) -> (Vec<u8>, usize) {
    let merged = merge(versions, MergeReach::Rules(RuleSet::All));
    let conflicts = merged.conflicts().count();
    if conflicts == 0 {
        return (merged.text(), 0);
    }
    let text = merged.marked(ConflictStyle::Diff3, |_| Markers {
        size: MarkedConflicts::USUAL_SIZE,
        labels: MarkerLabels {
            ours: "ours".into(),
            base: "base".into(),
            theirs: "theirs".into(),
        },
    });
    (text, conflicts)
}

#[allow(dead_code, reason = "the test calls the function above")]
fn main() -> ExitCode {
    let texts: Result<Vec<_>, _> = env::args().skip(1).map(fs::read).collect();
    let Ok([base, ours, theirs]) = <[Vec<u8>; 3]>::try_from(texts.unwrap_or_default()) else {
        println!("usage: merge BASE OURS THEIRS");
        return ExitCode::from(2);
    };
    let versions = Versions {
        base: base.into(),
        ours: ours.into(),
        theirs: theirs.into(),
    };
    let (text, conflicts) = merged(&versions);
    print!("{}", String::from_utf8_lossy(&text));
    if conflicts > 0 {
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
