//! Many processes on one file and on many files: no edit is lost, and every wait for a lock ends.
//!
//! A small part of `tests/writers.py`, which takes minutes, and also has other tools and changing links as writers.
#![cfg(feature = "cli")]
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "the test prepares and inspects its own files"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const WRITERS: usize = 8;
const EACH: usize = 60;

fn incise(tree: &Path, state: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_incise"))
        .env_clear()
        .env("INCISE_STATE_DIR", state)
        .current_dir(tree)
        .args(args)
        .output()
        .unwrap()
}

/// Every writer makes `EACH` edits. `file` chooses the file of an edit by writer and number.
fn write_all(tree: &Path, state: &Path, file: impl Fn(usize, usize) -> String + Sync) {
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let file = &file;
            scope.spawn(move || {
                for number in 0..EACH {
                    let (path, line) = (file(writer, number), format!("{writer}-{number}"));
                    let args = [
                        "append",
                        &path,
                        "--text",
                        &line,
                        "--sync",
                        "none",
                        "-q",
                        "--no-journal",
                    ];
                    let output = incise(tree, state, &args);
                    let said = String::from_utf8_lossy(&output.stderr);
                    // With `-q` a success prints nothing, not even that it cannot be undone.
                    assert!(output.status.success() && said.is_empty(), "{said}");
                }
            });
        }
    });
}

fn lines_of(tree: &Path, files: usize) -> Vec<String> {
    let text = |number| fs::read_to_string(tree.join(format!("f{number}"))).unwrap_or_default();
    let lines =
        (0..files).flat_map(|number| text(number).lines().map(str::to_owned).collect::<Vec<_>>());
    lines.collect()
}

#[track_caller]
fn assert_all_there(lines: &[String]) {
    let distinct: BTreeSet<_> = lines.iter().collect();
    assert_eq!(
        (lines.len(), distinct.len()),
        (WRITERS * EACH, WRITERS * EACH)
    );
}

#[test]
fn no_edit_of_one_file_is_lost() {
    let (tree, state) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    fs::write(tree.path().join("f0"), "").unwrap();
    write_all(tree.path(), state.path(), |_, _| "f0".to_owned());
    assert_all_there(&lines_of(tree.path(), 1));
    assert_eq!(fs::read_dir(tree.path()).unwrap().count(), 1);
}

#[test]
fn no_edit_of_many_files_is_lost() {
    let (tree, state) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    write_all(tree.path(), state.path(), |writer, number| {
        format!("f{}", (writer * 7 + number) % 100)
    });
    assert_all_there(&lines_of(tree.path(), 100));
}

/// Transactions over the same three files in any order. Each is complete, and there is no deadlock.
#[test]
fn transactions_are_whole() {
    let (tree, state) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let names = ["x/f", "y/f", "z/f"];
    for name in names {
        fs::create_dir(tree.path().join(name).parent().unwrap()).unwrap();
        fs::write(tree.path().join(name), "\n").unwrap();
    }
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let (tree, state) = (tree.path(), state.path());
            scope.spawn(move || {
                for number in 0..10 {
                    let edit = |at: usize| {
                        let path = names[(writer + at) % 3];
                        format!(r#"{{"op":"append","path":"{path}","text":"{writer}-{number}"}}"#)
                    };
                    let request = format!("[{},{},{}]", edit(0), edit(1), edit(2));
                    let file = state.join(format!("{writer}.json"));
                    fs::write(&file, request).unwrap();
                    let file = file.to_str().unwrap();
                    let output = incise(tree, state, &["apply", file, "--sync", "none", "-q"]);
                    assert!(output.status.success(), "{output:?}");
                }
            });
        }
    });
    let text = |name: &str| fs::read_to_string(tree.path().join(name)).unwrap();
    assert_eq!(text(names[0]).lines().count(), 1 + WRITERS * 10);
    assert!(names.iter().all(|name| text(name) == text(names[0])));
    assert_eq!(fs::read_dir(state.path().join("txn")).unwrap().count(), 0);
    assert_eq!(fs::read_dir(tree.path().join("x")).unwrap().count(), 1);
}

/// If several processes create the same file, exactly one succeeds, and the others are refused.
#[test]
fn one_creator_wins_each_name() {
    const NAMES: usize = 30;
    let (tree, state) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let text = |writer: usize| format!("made by {writer}\n").repeat(50);
    let made: Vec<(usize, usize)> = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                let (tree, state) = (tree.path(), state.path());
                scope.spawn(move || {
                    let is_made = |number: &usize| {
                        let (name, text) = (format!("n{number}"), text(writer));
                        let args = ["create", &name, "--text", &text, "--sync", "none", "-q"];
                        let output = incise(tree, state, &args);
                        let said = String::from_utf8_lossy(&output.stderr);
                        let is_told = output.status.code() == Some(1)
                            && said.contains("the file already exists");
                        assert!(output.status.success() || is_told, "{said}");
                        output.status.success()
                    };
                    let numbers: Vec<usize> = (0..NAMES).filter(is_made).collect();
                    numbers.into_iter().map(move |number| (number, writer))
                })
            })
            .collect();
        let made = writers.into_iter().map(|writer| writer.join().unwrap());
        made.flatten().collect()
    });
    let distinct: BTreeSet<_> = made.iter().map(|(number, _)| number).collect();
    assert_eq!((made.len(), distinct.len()), (NAMES, NAMES));
    for (number, writer) in made {
        let path = tree.path().join(format!("n{number}"));
        assert_eq!(fs::read_to_string(path).unwrap(), text(writer));
    }
    assert_eq!(fs::read_dir(tree.path()).unwrap().count(), NAMES);
}

/// Writers that are killed at any time lose no lines of others, and leave no lock.
#[test]
fn a_killed_writer_loses_no_lines_of_others() {
    let (tree, state) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    fs::write(tree.path().join("f0"), "").unwrap();
    let write = |writer: usize| {
        let mut done = BTreeSet::new();
        let mut killed = BTreeSet::new();
        for number in 0..30 {
            let line = format!("{writer}-{number}");
            let mut child = Command::new(env!("CARGO_BIN_EXE_incise"))
                .env_clear()
                .env("INCISE_STATE_DIR", state.path())
                .current_dir(tree.path())
                .args(["append", "f0", "--text", &line, "--sync", "none", "-q"])
                .spawn()
                .unwrap();
            if (writer + number).is_multiple_of(3) {
                // Kill the writer at a later time in each round.
                (0..number * 2).for_each(|_| std::thread::yield_now());
                child.kill().unwrap();
            }
            let status = child.wait().unwrap();
            assert!(status.success() || status.code().is_none(), "{status}");
            if status.success() {
                done.insert(line)
            } else {
                killed.insert(line)
            };
        }
        (done, killed)
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                scope.spawn({
                    let write = &write;
                    move || write(writer)
                })
            })
            .collect();
        let results = writers.into_iter().map(|writer| writer.join().unwrap());
        results.collect()
    });
    let done: BTreeSet<_> = results.iter().flat_map(|(done, _)| done.clone()).collect();
    let killed: BTreeSet<_> = results
        .iter()
        .flat_map(|(_, killed)| killed.clone())
        .collect();
    let lines = lines_of(tree.path(), 1);
    let found: BTreeSet<_> = lines.iter().cloned().collect();
    assert_eq!(lines.len(), found.len(), "no line is there twice");
    assert!(
        done.is_subset(&found),
        "{:?} are lost",
        done.difference(&found)
    );
    let more: Vec<_> = found.difference(&done).collect();
    assert!(more.iter().all(|line| killed.contains(*line)), "{more:?}");
    assert!(!done.is_empty() && !killed.is_empty());
    let output = incise(tree.path(), state.path(), &["recover", "-q"]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(fs::read_dir(tree.path()).unwrap().count(), 1);
}

#[test]
fn a_held_lock_is_waited_for_and_no_longer() {
    let (tree, state) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    fs::write(tree.path().join("f0"), "old\n").unwrap();
    let directory = fs::File::open(tree.path()).unwrap();
    rustix::fs::flock(&directory, rustix::fs::FlockOperation::LockExclusive).unwrap();
    let args = ["append", "f0", "--text", "new", "--lock-timeout", "50ms"];
    let output = incise(tree.path(), state.path(), &args);
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains(&format!(
            "process {} holds the lock of its directory",
            std::process::id()
        )),
        "{said}"
    );
    assert_eq!(fs::read_to_string(tree.path().join("f0")).unwrap(), "old\n");
    assert_eq!(fs::read_dir(tree.path()).unwrap().count(), 1);
}

/// If directories have no locks (as on NFS), a lock file is used. The test makes `flock` fail.
#[test]
fn no_edit_is_lost_where_directories_have_no_locks() {
    let is_traced = Command::new("strace")
        .args(["-qq", "-o", "/dev/null", "true"])
        .status();
    if !is_traced.is_ok_and(|status| status.success()) {
        println!("skipped: strace is not installed, or may not trace");
        return;
    }
    for error in ["ENOLCK", "EOPNOTSUPP", "EBADF"] {
        let (tree, state) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        fs::write(tree.path().join("f0"), "").unwrap();
        let inject = format!("inject=flock:error={error}");
        let append = |line: &str| {
            let output = Command::new("strace")
                .args([
                    "-f",
                    "-qq",
                    "-o",
                    "/dev/null",
                    "-e",
                    "trace=flock",
                    "-e",
                    &inject,
                ])
                .arg(env!("CARGO_BIN_EXE_incise"))
                .args([
                    "append",
                    "f0",
                    "--text",
                    line,
                    "--sync",
                    "none",
                    "-q",
                    "--no-journal",
                ])
                .args(["--lock-timeout", "60s"])
                .env("INCISE_STATE_DIR", state.path())
                .current_dir(tree.path())
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.success() && said.is_empty(),
                "{error}: {said}"
            );
        };
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let append = &append;
                scope
                    .spawn(move || (0..6).for_each(|number| append(&format!("{writer}-{number}"))));
            }
        });
        let lines: BTreeSet<_> = lines_of(tree.path(), 1).into_iter().collect();
        assert_eq!(lines.len(), 24, "{error}");
        assert_eq!(fs::read_dir(tree.path()).unwrap().count(), 1, "{error}");
    }
}
