//! Difficult names, through an edit, a transaction, a crash with recovery, and an undo.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::trace::traced;
use crate::bench::Bench;

/// Newline, tab, quotes, a terminal escape, invalid UTF-8, a leading dash, spaces, 255 bytes.
fn names() -> Vec<Vec<u8>> {
    let names: [&[u8]; 8] = [
        b"new\nline",
        b"t\tab",
        b"\"quotes'`",
        b"esc\x1b[2J",
        b"\xff\xfe",
        b"--json",
        b" ",
        b"$(x);*",
    ];
    let long = vec![b'n'; 255];
    names
        .iter()
        .map(|name| name.to_vec())
        .chain([long])
        .collect()
}

fn bench() -> Bench {
    let names = names();
    let files = names.iter().map(|name| OsStr::from_bytes(name));
    files.fold(Bench::new(), |bench, name| bench.file(name, "old\n"))
}

fn path(name: &[u8]) -> Value {
    json!({ "base64": STANDARD.encode(name) })
}

/// Edits every file except the first two: one is removed, and the other gets another difficult name.
fn transaction() -> String {
    let names = names();
    let mut edits = vec![
        json!({"op": "remove", "path": path(&names[0])}),
        json!({"op": "move", "path": path(&names[1]), "to": path(b"to\n\xff")}),
        json!({"op": "create", "path": path(b"made\n'\xfe"), "text": "made\n"}),
    ];
    let edit = |name: &Vec<u8>| json!({"op": "append", "path": path(name), "text": "more"});
    edits.extend(names[2..].iter().map(edit));
    Value::from(edits).to_string()
}

#[test]
fn any_name_survives_an_edit_and_its_undo() {
    let bench = bench();
    for name in names() {
        let name = OsStr::from_bytes(&name);
        let args = ["append", "--text", "more", "--json", "--"].map(OsStr::new);
        let ran = bench.run(args.iter().chain([&name]));
        ran.status_is(0)
            .became(&[(name, Some(b"old\nmore\n".as_slice()))]);
        let report = ran.json();
        match name.to_str() {
            Some(name) => assert_eq!(report["path"], name),
            None => assert_eq!(report["path"], path(name.as_bytes())),
        }
        bench
            .line("undo --json")
            .status_is(0)
            .became(&[(name, Some(b"old\n".as_slice()))]);
    }
    let log = bench.line("log --json");
    log.status_is(0);
    assert!(log.stdout.lines().count() > 0);
}

#[test]
fn any_name_survives_a_transaction_and_its_undo() {
    let bench = bench();
    let before = bench.tree();
    let ran = bench.pipe(transaction(), ["apply", "-", "--json"]);
    ran.status_is(0);
    let after = bench.tree();
    assert_eq!(
        ran.json()["files"].as_array().unwrap().len(),
        names().len() + 1
    );
    assert_ne!(before, after);
    bench.line("undo -q").status_is(0).tree_is(&before);
    bench.line("redo -q").status_is(0).tree_is(&after);
}

/// Kills the program at each renaming call in turn. The next run must recover.
#[test]
fn any_name_survives_a_crash_and_its_recovery() {
    let (old, new) = {
        let bench = bench();
        let old = bench.tree();
        bench.pipe(transaction(), ["apply", "-", "-q"]).status_is(0);
        (old, bench.tree())
    };
    let mut ends = Vec::new();
    for (call, number) in [
        ("symlinkat", 1),
        ("renameat", 2),
        ("renameat", 4),
        ("renameat2", 1),
        ("renameat2", 3),
        ("unlinkat", 1),
        ("unlinkat", 6),
    ] {
        let bench = bench();
        let kill = format!("inject={call}:signal=KILL:when={number}");
        let Some(mut command) = traced(&bench, &[&format!("trace={call}"), &kill]) else {
            return;
        };
        command.args(["apply", "-"]);
        let ran = bench.run_command(command, transaction().as_bytes());
        if ran.status.is_some() {
            // There are fewer calls of this kind.
            continue;
        }
        bench.line("recover --json").status_is(0);
        let now = bench.tree();
        assert!(now == old || now == new, "{call} {number}: {now:?}");
        ends.push(now == new);
        if now == new {
            bench.line("undo -q").status_is(0).tree_is(&old);
        }
    }
    assert!(ends.contains(&true) && ends.contains(&false), "{ends:?}");
}

/// The name of a backup would exceed the maximum length.
#[test]
fn a_name_too_long_for_a_backup_is_refused() {
    let long = "n".repeat(255);
    let bench = Bench::with(&long, "old\n");
    let ran = bench.run(["append", &long, "--text", "x", "--backup"]);
    ran.status_is(4).restored();
}
