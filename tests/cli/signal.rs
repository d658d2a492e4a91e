//! Signals before the commit point: staged files are deleted, nothing is written, and the status shows the signal.

use std::fs::{self, File};
use std::process::Stdio;

use rustix::fs::{FlockOperation, flock};
use rustix::process::{Pid, Signal, kill_process};

use crate::bench::Bench;

/// Interrupts an edit that has staged its file and waits for a lock. Returns the signal that ended it.
fn interrupted_by(signal: Signal) -> Option<i32> {
    let bench = Bench::with("a.txt", "one\n");
    let before = bench.tree();
    let directory = File::open(bench.path()).unwrap();
    flock(&directory, FlockOperation::LockExclusive).unwrap();
    let mut child = bench
        .command()
        .args(["append", "a.txt", "--text", "two"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let is_staged = || {
        let mut names = fs::read_dir(bench.path()).unwrap();
        names.any(|entry| {
            let name = entry.unwrap().file_name();
            name.to_string_lossy().starts_with(".incise-")
        })
    };
    while !is_staged() {
        let ended = child.try_wait().unwrap();
        assert!(ended.is_none(), "it does not wait for the lock: {ended:?}");
        std::thread::yield_now();
    }
    kill_process(Pid::from_child(&child), signal).unwrap();
    let status = child.wait().unwrap();
    assert_eq!(bench.tree(), before);
    status.code()
}

#[test]
fn an_interrupted_edit_writes_nothing_and_leaves_nothing() {
    assert_eq!(interrupted_by(Signal::TERM), Some(143));
    assert_eq!(interrupted_by(Signal::INT), Some(130));
}
