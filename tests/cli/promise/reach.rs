//! Names and links that lead out of the root, and names of things other than files. Every command refuses them, and
//! nothing is created, read or changed.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::net::UnixListener;
use std::process::Command;

use crate::bench::Bench;

/// Every way to pass a path, with the root `w` as the working directory.
const COMMANDS: &[&[&str]] = &[
    &["replace", "PATH", "--old", "text", "--new", "x"],
    &["insert", "PATH", "--line", "0", "--text", "x"],
    &["append", "PATH", "--text", "x"],
    &["lines", "PATH", "1", "--text", "x"],
    &["create", "PATH", "--text", "x", "--parents"],
    &["write", "PATH", "--text", "x", "--overwrite"],
    &["remove", "PATH"],
    &["move", "PATH", "elsewhere"],
    &["move", "inside", "PATH", "--parents"],
    &["check", "replace", "PATH", "--old", "text", "--new", "x"],
    &["view", "PATH"],
];

fn bench() -> Bench {
    Bench::with("w/inside", "text\n")
        .file("w/d/below", "text\n")
        .file("secret", "text\n")
        .file("out/file", "text\n")
        .link("w/relative", "d/below")
        .link("w/up", "../secret")
        .link("w/directory", "../out")
        .link("w/dangling", "nowhere")
        .link("w/circle", "circle")
        .link("w/magic", "/proc/self/fd/0")
        .link("w/magic-directory", "/proc/self/cwd")
}

/// Names of links.
const LINKS: &[&str] = &["up", "magic", "dangling", "circle"];

/// Replaces `PATH` in `args` with `path`.
fn with_path(args: &[&str], path: &OsStr) -> Vec<OsString> {
    let word = |word: &&str| match *word {
        "PATH" => path.to_owned(),
        other => other.into(),
    };
    args.iter().map(word).collect()
}

/// Names that lead out of the root, or that no file can have, with the permitted statuses.
fn names(bench: &Bench) -> Vec<(OsString, &'static [i32])> {
    let absolute = bench.path().join("secret");
    let long = "n".repeat(256);
    let deep = "d/".repeat(2048) + "x";
    let outside: &[i32] = &[5];
    let no_file: &[i32] = &[2, 4];
    let mut names: Vec<(OsString, &[i32])> = vec![
        ("../secret".into(), outside),
        ("../new".into(), outside),
        ("d/../../secret".into(), outside),
        ("none/../../secret".into(), &[4, 5]),
        (absolute.into(), outside),
        ("/etc/incise-test".into(), outside),
        ("up".into(), outside),
        ("directory/file".into(), outside),
        ("directory/new".into(), outside),
        ("magic".into(), outside),
        ("magic-directory/inside".into(), outside),
        ("dangling".into(), no_file),
        ("circle".into(), no_file),
        ("circle/x".into(), &[4, 5]),
        ("d".into(), no_file),
        ("".into(), no_file),
        (".".into(), no_file),
        ("d/..".into(), no_file),
        ("inside/x".into(), no_file),
        (long.into(), no_file),
        (deep.into(), no_file),
    ];
    // `..` is not a file, and is also outside.
    names.push(("..".into(), &[2, 4, 5]));
    names
}

/// A command that reads a file, and a command that creates one.
pub(super) const TWO: &[&[&str]] = &[COMMANDS[0], COMMANDS[4]];

/// Asserts all of this for `commands`; `make` creates the command that starts the program.
pub(super) fn holds(commands: &[&[&str]], make: impl Fn(&Bench) -> Command) {
    let bench = bench();
    for (name, statuses) in names(&bench) {
        for args in commands {
            let is_directory = ["d", ".", "d/.."]
                .iter()
                .any(|directory| name == *directory);
            let looks_into = |word: &&str| ["replace", "files"].contains(word);
            if is_directory && args.iter().any(looks_into) {
                continue;
            }
            let is_link = LINKS.iter().any(|link| name == *link);
            let statuses = match (is_link, &args[..]) {
                // The link itself is inside the root: see `links`.
                (true, ["remove", ..] | ["move", "PATH", ..]) => continue,
                (true, ["move", ..]) => &[1],
                _ => statuses,
            };
            let mut command = make(&bench);
            command.args(with_path(args, &name));
            command.args(["-C", "w", "--root", "."]);
            let ran = bench.run_command(command, b"");
            let status = ran.status.unwrap_or(-1);
            let name = name.to_string_lossy();
            let shown = &name[..name.len().min(60)];
            assert!(
                statuses.contains(&status),
                "{args:?} {shown}: {}",
                ran.stderr
            );
            assert!(
                !ran.stdout.contains("text"),
                "{args:?} {shown}: {}",
                ran.stdout
            );
            ran.unchanged();
        }
    }
    // Paths that stay inside are accepted in any spelling.
    for path in ["d/../inside", "relative", "d//below", "./d/./below"] {
        let mut command = make(&bench);
        command.args([
            "append", path, "--text", "x", "-C", "w", "--root", ".", "-q",
        ]);
        bench.run_command(command, b"").status_is(0);
    }
    assert_eq!(bench.text("w/inside"), "text\nx\n");
    assert_eq!(bench.text("w/d/below"), "text\nx\nx\nx\n");
    assert!(
        fs::symlink_metadata(bench.path().join("w/relative"))
            .unwrap()
            .is_symlink()
    );
}

#[test]
fn no_command_leaves_the_root() {
    holds(COMMANDS, Bench::command);
}

/// The same for names in a document, which can contain bytes that an argument cannot.
#[test]
fn no_document_leaves_the_root() {
    let bench = bench();
    let absolute = bench.path().join("secret");
    let absolute = absolute.to_str().unwrap();
    for path in [
        "../secret",
        absolute,
        "up",
        "directory/file",
        "a\0b",
        "in\0side",
        "",
    ] {
        for op in ["append", "create", "write"] {
            let edit = serde_json::json!({"op": op, "path": path, "text": "x"});
            let ran = bench.pipe(edit.to_string(), ["apply", "-", "-C", "w"]);
            assert!(
                matches!(ran.status, Some(2 | 4 | 5)),
                "{path:?}: {}",
                ran.stderr
            );
            ran.unchanged();
        }
    }
}

/// Another hard link of a file may be outside. It keeps its content, and the report mentions it.
#[test]
fn a_hard_link_to_the_outside_is_split_off() {
    let bench = Bench::with("secret", "text\n").directory("w");
    let bench = bench.hard_link("w/linked", "secret");
    let ran = bench.line("append linked --text x -C w --root . --json");
    ran.edits(&[("w/linked", "text\nx\n")]);
    let warnings = ran.json()["warnings"].to_string();
    assert!(warnings.contains("hard link"), "{warnings}");
    assert!(warnings.contains("1 other name"), "{warnings}");
}

/// The program does not wait: opening a pipe without a writer would block.
#[test]
fn every_command_refuses_paths_that_are_not_files() {
    let bench = Bench::with("inside", "text\n")
        .pipe_file("pipe")
        .directory("d");
    let _socket = UnixListener::bind(bench.path().join("socket")).unwrap();
    for path in ["pipe", "socket", "d", "/dev/null", "/proc/self/status"] {
        for args in COMMANDS {
            let ran = bench.run(with_path(args, path.as_ref()));
            // `replace` searches the directory, which is empty.
            let is_refused = matches!(ran.status, Some(1 | 2 | 4));
            assert!(
                is_refused,
                "{args:?} {path}: {:?} {}",
                ran.status, ran.stderr
            );
            ran.unchanged();
        }
    }
}
