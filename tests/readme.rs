//! The README's console blocks, run as they stand: each command prints what the README says.
//!
//! A block fenced as `console` is run line by line in one scratch directory that all blocks share, by a
//! shell that finds this build first. `$ ` begins a command, `> ` goes on with it; the lines up to the next
//! one are what it prints, stdout and stderr together, followed by `[N]` when it ends with another status than 0.
//! `INCISE_REGENERATE=1 cargo test --test readme` writes what they print now.

#![allow(
    clippy::disallowed_methods,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test reads and makes its own files, and fails by panicking"
)]

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");

#[test]
fn console_blocks_print_what_they_say() {
    let readme = fs::read_to_string(README).unwrap();
    let scratch = TempDir::new().unwrap();
    let directory = scratch.path().join("tree");
    fs::create_dir(&directory).unwrap();
    let found = rerun(&readme, &directory);
    if std::env::var_os("INCISE_REGENERATE").is_some() {
        fs::write(README, &found).unwrap();
    }
    assert!(
        readme.contains("```console\n"),
        "the README shows no command"
    );
    assert_eq!(
        found, readme,
        "run with INCISE_REGENERATE=1 to update the README"
    );
}

/// The README with every block's output as it is now.
fn rerun(readme: &str, directory: &Path) -> String {
    let mut out = String::new();
    let mut inside = false;
    let mut lines = readme.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let is_command = line.starts_with("$ ");
        match (inside, line.trim_end()) {
            (false, "```console") => inside = true,
            (true, "```") => inside = false,
            (true, _) if !is_command => continue,
            _ => {}
        }
        out.push_str(line);
        if inside && is_command {
            let mut command = line[2..].to_owned();
            while let Some(more) = lines.next_if(|next| next.starts_with("> ")) {
                out.push_str(more);
                command.push_str(&more[2..]);
            }
            out.push_str(&run(&command, directory));
        }
    }
    out
}

fn run(command: &str, directory: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_incise"));
    let path = format!(
        "{}:/usr/local/bin:/usr/bin:/bin",
        program.parent().unwrap().display()
    );
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .env_clear()
        .env("PATH", path)
        .env("HOME", directory.join("../home"))
        .env("INCISE_STATE_DIR", directory.join("../state"))
        .current_dir(directory)
        .output()
        .unwrap();
    let mut text = String::from_utf8(output.stdout).unwrap();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    if !output.status.success() {
        text.push_str(&format!("[{}]\n", output.status.code().unwrap_or(-1)));
    }
    text
}
