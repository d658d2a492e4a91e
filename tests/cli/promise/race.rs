//! Another process writes between our read and our lock. Both changes are kept, or ours is refused.
//!
//! The test holds the lock that the program waits for, so every run sees the change at the same point.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Stdio};

use rustix::fs::{FlockOperation, flock};
use serde_json::Value;

use crate::bench::Bench;

const LINES: &str = "one\ntwo\nthree\nfour\nfive\n";

/// A run that has read and staged its files, and waits for the lock of a directory.
struct Waiting {
    child: Child,
    lock: File,
}

/// The result of a finished run.
struct Ended {
    status: Option<i32>,
    report: Value,
}

impl Waiting {
    /// Starts the program, which must wait for the lock of `directory`.
    fn start(bench: &Bench, directory: &str, args: &[&str], stdin: &str) -> Self {
        let at = bench.path().join(directory);
        let lock = File::open(&at).unwrap();
        flock(&lock, FlockOperation::LockExclusive).unwrap();
        let mut child = bench
            .command()
            .args(args)
            .arg("--json")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(stdin.as_bytes())
            .unwrap();
        while !has_own_files(&at) {
            let ended = child.try_wait().unwrap();
            assert!(ended.is_none(), "it does not wait for the lock: {args:?}");
            std::thread::yield_now();
        }
        Self { child, lock }
    }

    fn release(self) -> Ended {
        flock(&self.lock, FlockOperation::Unlock).unwrap();
        let output = self.child.wait_with_output().unwrap();
        Ended {
            status: output.status.code(),
            report: serde_json::from_slice(&output.stdout).unwrap(),
        }
    }
}

impl Ended {
    #[track_caller]
    fn is_refused(&self, status: i32, code: &str) {
        assert_eq!(self.status, Some(status), "{}", self.report);
        assert_eq!(self.report["error"]["code"], code, "{}", self.report);
    }
}

fn has_own_files(directory: &Path) -> bool {
    let mut names = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    names.any(|name| name.to_string_lossy().starts_with(".incise-"))
}

/// Writes a file without locks, like an editor.
fn overwrite(bench: &Bench, path: &str, old: &str, new: &str) {
    let text = bench.text(path);
    assert!(text.contains(old));
    fs::write(bench.path().join(path), text.replace(old, new)).unwrap();
}

const EDIT: [&str; 6] = ["replace", "a", "--old", "two", "--new", "2"];

#[test]
fn a_change_elsewhere_in_the_file_stays_and_survives_the_undo() {
    let bench = Bench::with("a", LINES);
    let waiting = Waiting::start(&bench, ".", &EDIT, "");
    overwrite(&bench, "a", "five", "FIVE");
    let ended = waiting.release();
    assert_eq!(ended.status, Some(0), "{}", ended.report);
    assert_eq!(bench.text("a"), "one\n2\nthree\nfour\nFIVE\n");
    assert!(!has_own_files(bench.path()));
    bench.line("undo").status_is(0);
    assert_eq!(bench.text("a"), "one\ntwo\nthree\nfour\nFIVE\n");
}

#[test]
fn a_change_of_the_same_lines_refuses_and_stays() {
    let cases: [(&[&str], &str, i32, &str); 4] = [
        (&EDIT, "deux", 1, "not_found"),
        (&EDIT, "2", 1, "not_found"),
        (&["lines", "a", "2", "--text", "x"], "deux", 3, "stale"),
        (
            &["insert", "a", "--line", "4", "--text", "x"],
            "deux\nII",
            3,
            "stale",
        ),
    ];
    for (args, foreign, status, code) in cases {
        let bench = Bench::with("a", LINES);
        let waiting = Waiting::start(&bench, ".", args, "");
        overwrite(&bench, "a", "two", foreign);
        let tree = bench.tree();
        let ended = waiting.release();
        ended.is_refused(status, code);
        assert!(!has_own_files(bench.path()), "{args:?}");
        assert_eq!(bench.text("a"), LINES.replace("two", foreign), "{args:?}");
        assert_eq!(bench.tree().len(), tree.len() - 1, "{args:?}");
    }
}

/// If another file changes, only requests that count lines in the changed file are stale.
#[test]
fn only_a_change_of_the_file_that_is_counted_in_is_stale() {
    let lines = r#"{"op":"lines","path":"a","start":2,"end":2,"text":"2"}"#;
    let text = r#"{"op":"replace","path":"b","old":"two","new":"2"}"#;
    let request = format!("[{lines},{text}]");
    let bench = Bench::with("a", LINES).file("b", LINES);
    let waiting = Waiting::start(&bench, ".", &["apply", "-"], &request);
    overwrite(&bench, "b", "five", "FIVE");
    let ended = waiting.release();
    assert_eq!(ended.status, Some(0), "{}", ended.report);
    assert_eq!(bench.text("a"), "one\n2\nthree\nfour\nfive\n");
    assert_eq!(bench.text("b"), "one\n2\nthree\nfour\nFIVE\n");
    bench.line("undo").status_is(0);
    for changed in [&["a"][..], &["a", "b"]] {
        let waiting = Waiting::start(&bench, ".", &["apply", "-"], &request);
        let before: Vec<String> = ["a", "b"].map(|path| bench.text(path)).into();
        for path in changed {
            overwrite(&bench, path, "one", "ONE\nmore");
        }
        let ended = waiting.release();
        ended.is_refused(3, "stale");
        assert_eq!(ended.report["error"]["path"], "a");
        for (path, text) in ["a", "b"].iter().zip(before) {
            let expected = if changed.contains(path) {
                text.replace("one", "ONE\nmore")
            } else {
                text
            };
            assert_eq!(bench.text(path), expected);
            fs::write(bench.path().join(path), LINES).unwrap();
        }
    }
}

/// Line numbers refer to the file that was read, whatever its name becomes. The same is true for a search range. A
/// file that was saved again with the same text has the same lines.
#[test]
fn lines_are_counted_in_the_text_that_was_read() {
    let moved = r#"[{"op":"move","path":"a","to":"n"},
        {"op":"lines","path":"n","start":2,"end":2,"text":"2"}]"#;
    let scoped = r#"{"op":"insert","path":"a","after":"two","within":"1:3","text":"2"}"#;
    for request in [moved, scoped] {
        let bench = Bench::with("a", LINES);
        let waiting = Waiting::start(&bench, ".", &["apply", "-"], request);
        overwrite(&bench, "a", "one", "zero\none");
        waiting.release().is_refused(3, "stale");
        assert_eq!(bench.text("a"), LINES.replace("one", "zero\none"));
        assert_eq!(bench.tree().len(), 1);
    }
    let bench = Bench::with("a", LINES);
    let waiting = Waiting::start(&bench, ".", &["lines", "a", "2", "--text", "2"], "");
    fs::remove_file(bench.path().join("a")).unwrap();
    fs::write(bench.path().join("a"), LINES).unwrap();
    let ended = waiting.release();
    assert_eq!(ended.status, Some(0), "{}", ended.report);
    assert_eq!(bench.text("a"), LINES.replace("two", "2"));
}

/// A directory in the path was replaced by another one, in which the file of that name has other lines.
#[test]
fn lines_are_not_counted_in_another_file_of_that_name() {
    for (other, status) in [("zero\none\ntwo\n", 3), (LINES, 0)] {
        let bench = Bench::with("d/a", LINES).file("e/a", other);
        let waiting = Waiting::start(&bench, "d", &["lines", "d/a", "2", "--text", "2"], "");
        fs::rename(bench.path().join("d"), bench.path().join("was")).unwrap();
        fs::rename(bench.path().join("e"), bench.path().join("d")).unwrap();
        let ended = waiting.release();
        assert_eq!(ended.status, Some(status), "{}", ended.report);
        assert_eq!(bench.text("was/a"), LINES);
        let expected = match status {
            0 => other.replace("two", "2"),
            _ => other.to_owned(),
        };
        assert_eq!(bench.text("d/a"), expected);
    }
}

/// A stale error includes the current hash, whether the caller expected lines or a hash.
#[test]
fn a_stale_error_includes_the_current_hash() {
    let hash = |text: &str| format!("blake3:{}", blake3::hash(text.as_bytes()).to_hex());
    let (old, new) = (hash(LINES), hash(&LINES.replace("five", "FIVE")));
    for args in [
        vec!["lines", "a", "2", "--text", "x"],
        [&EDIT[..], &["--expect-hash", &old]].concat(),
    ] {
        let bench = Bench::with("a", LINES);
        let waiting = Waiting::start(&bench, ".", &args, "");
        overwrite(&bench, "a", "five", "FIVE");
        let ended = waiting.release();
        ended.is_refused(3, "stale");
        let error = &ended.report["error"];
        assert_eq!(error["expected"], old.as_str(), "{error}");
        assert_eq!(error["found"], new.as_str(), "{error}");
        assert!(!error["message"].as_str().unwrap().contains("no file"));
        assert_eq!(bench.text("a"), LINES.replace("five", "FIVE"));
    }
    let bench = Bench::with("a", LINES);
    let waiting = Waiting::start(&bench, ".", &["lines", "a", "2", "--text", "x"], "");
    fs::remove_file(bench.path().join("a")).unwrap();
    let ended = waiting.release();
    ended.is_refused(3, "stale");
    assert_eq!(ended.report["error"]["found"], Value::Null);
    assert_eq!(bench.tree().len(), 0);
}

/// A name that another process takes in the meantime belongs to that process.
#[test]
fn a_name_that_is_taken_meanwhile_stays_with_its_file() {
    for args in [vec!["create", "n", "--text", "x"], vec!["move", "a", "n"]] {
        let bench = Bench::with("a", LINES);
        let waiting = match args[0] {
            // A rename stages nothing, so an edit of another file makes it wait.
            "move" => {
                let request =
                    r#"[{"op":"move","path":"a","to":"n"},{"op":"create","path":"m","text":"m"}]"#;
                Waiting::start(&bench, ".", &["apply", "-"], request)
            }
            _ => Waiting::start(&bench, ".", &args, ""),
        };
        fs::write(bench.path().join("n"), "foreign\n").unwrap();
        waiting.release().is_refused(1, "exists");
        assert_eq!(bench.text("n"), "foreign\n");
        assert_eq!(bench.text("a"), LINES);
        assert_eq!(bench.tree().len(), 2);
    }
}

#[test]
fn one_of_several_files_that_changed_refuses_all() {
    let bench = Bench::with("a", LINES).file("b", LINES).file("c", LINES);
    let edit = |path: &str| format!(r#"{{"op":"replace","path":"{path}","old":"two","new":"2"}}"#);
    let request = format!("[{},{},{}]", edit("a"), edit("b"), edit("c"));
    let waiting = Waiting::start(&bench, ".", &["apply", "-"], &request);
    overwrite(&bench, "b", "two", "deux");
    waiting.release().is_refused(1, "not_found");
    assert_eq!(bench.text("a"), LINES);
    assert_eq!(bench.text("b"), LINES.replace("two", "deux"));
    assert_eq!(bench.text("c"), LINES);
    assert_eq!(bench.tree().len(), 3);
}

/// The directory or the file is replaced by a link that leads out of the root.
#[test]
fn a_link_placed_during_an_edit_cannot_escape_the_root() {
    let root = ["-C", "w", "--root", "."];
    for args in [
        vec!["replace", "d/a", "--old", "two", "--new", "2"],
        vec!["create", "d/n", "--text", "x"],
        vec!["write", "d/a", "--overwrite", "--text", "x"],
        vec!["append", "d/a", "--text", "x"],
    ] {
        let bench = Bench::with("w/d/a", LINES).file("out/a", LINES);
        let args = [&args[..], &root].concat();
        let waiting = Waiting::start(&bench, "w/d", &args, "");
        fs::rename(bench.path().join("w/d"), bench.path().join("w/real")).unwrap();
        symlink("../out", bench.path().join("w/d")).unwrap();
        waiting.release().is_refused(5, "outside_root");
        assert_eq!(bench.text("out/a"), LINES, "{args:?}");
        assert_eq!(bench.text("w/real/a"), LINES, "{args:?}");
        assert_eq!(bench.tree().len(), 6, "{:?}", bench.tree());
    }
    for args in [
        &EDIT[..],
        &["write", "a", "--overwrite", "--text", "x"],
        &["append", "a", "--text", "x"],
    ] {
        let bench = Bench::with("w/a", LINES).file("out/a", LINES);
        let args = [args, &root].concat();
        let waiting = Waiting::start(&bench, "w", &args, "");
        fs::rename(bench.path().join("w/a"), bench.path().join("w/b")).unwrap();
        symlink("../out/a", bench.path().join("w/a")).unwrap();
        waiting.release().is_refused(5, "outside_root");
        assert_eq!(bench.text("out/a"), LINES, "{args:?}");
        assert_eq!(bench.text("w/b"), LINES, "{args:?}");
        assert_eq!(bench.tree().len(), 5, "{:?}", bench.tree());
    }
}
