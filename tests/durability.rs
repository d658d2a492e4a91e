//! The order in which a transaction writes to the disk, which determines the state after a power cut.
//!
//! `tests/powercut.py` tests real power cuts, as root and for a long time. This test checks the system calls on which
//! that result depends. Skipped with a message if tracing is not possible.
#![cfg(feature = "cli")]
#![allow(
    clippy::disallowed_methods,
    clippy::panic,
    clippy::unwrap_used,
    reason = "the test prepares and inspects its own files"
)]

use std::fs;
use std::process::Command;

use tempfile::TempDir;

/// The system calls of one run over two files, one per line, with the paths of descriptors.
struct Trace {
    lines: Vec<String>,
    status: Option<i32>,
}

impl Trace {
    /// `None` if tracing is not possible.
    fn new(inject: Option<&str>) -> Option<Self> {
        Self::with_flags(inject, &[])
    }

    /// Like [`Self::new`], with additional flags.
    fn with_flags(inject: Option<&str>, flags: &[&str]) -> Option<Self> {
        let base = TempDir::new().unwrap();
        let (tree, trace) = (base.path().join("tree"), base.path().join("trace"));
        fs::create_dir(&tree).unwrap();
        for name in ["a", "b"] {
            fs::write(tree.join(name), "old\n").unwrap();
        }
        let mut strace = Command::new("strace");
        strace.args([
            "-f",
            "-qq",
            "-y",
            "-e",
            "trace=fsync,fdatasync,/rename,/unlink",
            "-o",
        ]);
        strace
            .arg(&trace)
            .args(inject.map(|inject| format!("--inject={inject}")));
        let status = strace
            .arg(env!("CARGO_BIN_EXE_incise"))
            .args(["replace", "a", "b", "--old", "old", "--new", "new", "-q"])
            .args(flags)
            .env("INCISE_STATE_DIR", base.path().join("state"))
            .current_dir(&tree)
            .output()
            .ok()?
            .status;
        let lines = fs::read_to_string(&trace).ok()?;
        let lines: Vec<_> = lines.lines().map(str::to_owned).collect();
        (!lines.is_empty()).then_some(Self {
            lines,
            status: status.code(),
        })
    }

    /// The number of the first line from `start` on that contains all of `parts`.
    fn find(&self, start: usize, parts: &[&str]) -> usize {
        let lines = self.lines.iter().enumerate().skip(start);
        let found = lines
            .filter(|(_, line)| parts.iter().all(|part| line.contains(part)))
            .map(|(number, _)| number)
            .next();
        found.unwrap_or_else(|| panic!("no {parts:?} from {start} on: {:#?}", self.lines))
    }

    /// Asserts that no line of `range` contains all of `parts`.
    fn lacks(&self, range: std::ops::Range<usize>, parts: &[&str]) {
        for line in &self.lines[range] {
            assert!(!parts.iter().all(|part| line.contains(part)), "{line}");
        }
    }

    /// The call that renames the last file, in the form that `strace` needs to let it fail.
    fn last_naming(&self) -> String {
        let end = self.find(0, &["rename", ".done"]);
        let is_naming = |line: &&String| line.contains("rename") && line.contains("/tree>");
        let last = self.lines[..end]
            .iter()
            .rposition(|line| is_naming(&line))
            .unwrap();
        let name = |line: &String| {
            let call = line.split_whitespace().nth(1).unwrap();
            call.split('(').next().unwrap().to_owned()
        };
        let call = name(&self.lines[last]);
        let same = self.lines[..=last].iter().filter(|line| name(line) == call);
        format!("{call}:error=EIO:when={}", same.count())
    }
}

#[test]
fn a_commit_is_on_disk_before_the_old_files_are_deleted() {
    let Some(trace) = Trace::new(None) else {
        println!("skipped: strace is not installed, or may not trace");
        return;
    };
    assert_eq!(trace.status, Some(0));
    let logged = trace.find(0, &["rename", ".wal"]);
    let committed = trace.find(logged, &["fsync", "/txn>"]);
    trace.lacks(0..committed, &["rename", "\"a\""]);
    let done = trace.find(committed, &["rename", ".done"]);
    trace.find(committed, &["fsync", "/tree>"]);
    let known = trace.find(done, &["fsync", "/txn>"]);
    let tidied = trace.find(0, &["unlink", "/tree>"]);
    assert!(known < tidied, "{:#?}", trace.lines);
    trace.lacks(done..trace.lines.len(), &["rename", "/tree>"]);
}

#[test]
fn a_refused_transaction_is_never_completed_later() {
    let Some(whole) = Trace::new(None) else {
        println!("skipped: strace is not installed, or may not trace");
        return;
    };
    let trace = Trace::new(Some(&whole.last_naming())).unwrap();
    assert_eq!(trace.status, Some(4));
    let turned = trace.find(0, &["rename", ".undo"]);
    let known = trace.find(turned, &["fsync", "/txn>"]);
    trace.lacks(turned..known, &["/tree>"]);
    let gone = trace.find(known, &["unlink", "/txn>", ".undo"]);
    let back = trace.find(known, &["fsync", "/tree>"]);
    assert!(back < gone, "{:#?}", trace.lines);
    trace.find(gone, &["fsync", "/txn>"]);
}

#[test]
fn under_full_sync_the_record_of_an_edit_is_on_the_disk_before_its_files() {
    let Some(trace) = Trace::with_flags(None, &["--sync", "full"]) else {
        println!("skipped: strace is not installed, or may not trace");
        return;
    };
    assert_eq!(trace.status, Some(0));
    let noted = trace.find(0, &["fdatasync", "history"]);
    let named = trace.find(noted, &["fsync", "/state>"]);
    trace.lacks(0..named, &["rename", "\"a\""]);
    let usual = Trace::new(None).unwrap();
    usual.lacks(0..usual.lines.len(), &["history"]);
}
