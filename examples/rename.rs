//! Renames a function in all given files. One transaction changes all files or none.
//!
//! `cargo run --example rename -- old_name new_name src/a.rs src/b.rs` makes a dry run and then writes. The journal in
//! `.incise-journal` allows `Workspace::undo` to undo the rename.

#![allow(clippy::print_stdout, reason = "a program prints")]

use std::path::Path;

use incise::request::{Action, Find, Pick, Replace};
use incise::{Report, Request, Workspace};

/// A request to replace every occurrence of the word `old` in `files`.
pub fn rename(old: &str, new: &str, files: &[String]) -> Request {
    let mut replace = Replace::only(Find::literal(old), new);
    replace.find.options.whole_words = true;
    replace.pick = Pick::All;
    let steps = files.iter();
    steps.fold(Request::new(), |request, file| {
        request.step(file, Action::Replace(replace.clone()))
    })
}

/// The number of places and files in `report`.
pub fn counted(report: &Report) -> String {
    let places: usize = report
        .files
        .iter()
        .map(|file| file.outcome.sites.len())
        .sum();
    format!("{places} places in {} files", report.files.len())
}

/// A workspace for the files below `directory`, with a journal.
pub fn workspace(directory: &Path) -> std::io::Result<Workspace> {
    Ok(Workspace::open(directory)?.with_journal(".incise-journal"))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [old, new, files @ ..] = &args[..] else {
        return Err("usage: rename OLD NEW FILE...".into());
    };
    let request = rename(old, new, files);
    let workspace = workspace(Path::new("."))?;
    let foreseen = workspace.run(&request.clone().dry_run())?;
    println!("would change {}", counted(&foreseen));
    let done = workspace.run(&request)?;
    println!("changed {}", counted(&done));
    Ok(())
}
