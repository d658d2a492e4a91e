//! Memory: each run has a limit, not counting the files that it maps.
//!
//! `prlimit --data` limits the private memory of a process, so a program that needs more fails.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::process::Stdio;

use serde_json::json;

use crate::{Scratch, has};

const MIB: u64 = 1 << 20;

/// The hash of the bytes that `fill` writes.
fn hash_of(fill: impl Fn(&mut dyn Write)) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    let mut writer = BufWriter::with_capacity(1 << 20, &mut hasher);
    fill(&mut writer);
    drop(writer);
    hasher.finalize()
}

fn hash_of_file(path: &Path) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    let mut reader = BufReader::with_capacity(1 << 20, File::open(path).unwrap());
    let mut piece = vec![0; 1 << 20];
    loop {
        match reader.read(&mut piece).unwrap() {
            0 => return hasher.finalize(),
            len => hasher.update(&piece[..len]),
        };
    }
}

/// Writes the output of `fill` to the file at `path`.
fn write_file(path: &Path, fill: impl Fn(&mut dyn Write)) {
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path).unwrap());
    fill(&mut file);
    file.flush().unwrap();
}

/// A gibibyte of numbered lines, one of which contains `token`.
fn gibibyte(out: &mut dyn Write, token: &str) {
    const LINES: u64 = 16 * MIB;
    for line in 0..LINES {
        let token = if line == LINES / 10 * 7 {
            token
        } else {
            "is plain"
        };
        writeln!(out, "{line:010} {token:<52}").unwrap();
    }
}

/// A million lines of a hundred bytes, each of which contains `token`.
fn million(out: &mut dyn Write, token: &str) {
    for line in 0..1_000_000 {
        out.write_all(line_of(line, token).as_bytes()).unwrap();
    }
}

fn line_of(number: usize, token: &str) -> String {
    format!("{number:07} {token} {:<80}\n", "filler")
}

/// A run with its memory limit.
struct Run {
    name: &'static str,
    /// The maximum memory in MiB.
    most: u64,
    line: &'static str,
    status: i32,
}

fn run(name: &'static str, most: u64, line: &'static str, status: i32) -> Run {
    Run {
        name,
        most,
        line,
        status,
    }
}

/// Runs each of `runs` within its limit. `reset` restores the directory before each run.
fn bounded(scratch: &Scratch, runs: &[Run], reset: impl Fn(&Scratch, &Run)) {
    for run in runs {
        reset(scratch, run);
        let data = format!("--data={}", run.most * MIB);
        let mut command = scratch.command(&["prlimit", &data], run.line);
        let ran = command.stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(run.status), "{}: {said}", run.name);
    }
}

#[test]
#[ignore = "writes two files of a gibibyte"]
fn one_replacement_in_a_gibibyte_does_not_hold_the_new_text() {
    if !has("prlimit") {
        return;
    }
    let scratch = Scratch::new();
    let path = scratch.path().join("big.txt");
    write_file(&path, |out| gibibyte(out, "the old token"));
    let len = std::fs::metadata(&path).unwrap().len();
    assert_eq!(len, 1024 * MIB);
    // There is enough address space to map the file once, but little other memory.
    let address_space = format!("--as={}", len + 512 * MIB);
    let data = format!("--data={}", 64 * MIB);
    let line = "replace big.txt --old 'the old token' --new 'the new token' -q";
    let mut command = scratch.command(&["prlimit", &address_space, &data], line);
    let ran = command.output().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{said}");
    let expected = hash_of(|out| gibibyte(out, "the new token"));
    assert_eq!(hash_of_file(&path), expected);
}

#[test]
#[ignore = "writes files of a hundred megabytes"]
fn a_million_matches_in_a_hundred_megabytes() {
    let scratch = Scratch::new();
    let path = scratch.path().join("many.txt");
    write_file(&path, |out| million(out, "old token"));
    let line = "replace many.txt --old 'old token' --new newer --all --json --no-journal";
    let ran = scratch.command(&[], line).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{said}");
    let report: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!(report["files"][0]["replacements"], 1_000_000);
    assert_eq!(hash_of_file(&path), hash_of(|out| million(out, "newer")));
}

#[test]
#[ignore = "writes files of a hundred megabytes"]
fn a_hundred_megabytes_are_edited_in_little_memory() {
    if !has("prlimit") {
        return;
    }
    let scratch = Scratch::new();
    for hunks in [1, 100, 10_000] {
        scratch.write(&format!("{hunks}.diff"), &diff_of_million(hunks));
    }
    #[rustfmt::skip] // A table.
    let runs = [
        run("a text that stands there once", 24, "replace a.txt --old '0700000 old' --new x -q", 0),
        run("a text that stands nowhere", 24, "replace a.txt --old '0700000 new token' --new x", 1),
        run("a million replacements", 64, "replace a.txt --old 'old token' --new newer --all -q --no-journal", 0),
        run("a million replacements and a journal", 160, "replace a.txt --old 'old token' --new newer --all -q", 0),
        run("a patch of one hunk", 24, "patch 1.diff -q", 0),
        run("a patch of a hundred hunks", 24, "patch 100.diff -q", 0),
        run("a patch of ten thousand hunks", 64, "patch 10000.diff -q", 0),
    ];
    bounded(&scratch, &runs, |scratch, _| {
        write_file(&scratch.path().join("a.txt"), |out| {
            million(out, "old token")
        });
    });
}

/// A diff of `hunks` lines of the text that [`million`] writes.
fn diff_of_million(hunks: usize) -> String {
    let mut diff = "--- a/a.txt\n+++ b/a.txt\n".to_owned();
    for hunk in 0..hunks {
        let at = (2 * hunk + 1) * 1_000_000 / (2 * hunks);
        let number = at + 1;
        let [old, next] = [at, at + 1].map(|line| line_of(line, "old token"));
        write!(
            diff,
            "@@ -{number},2 +{number},2 @@\n-{old}+changed\n {next}"
        )
        .unwrap();
    }
    diff
}

#[test]
#[ignore = "writes files of a million lines"]
fn a_similar_place_is_found_with_little_memory() {
    if !has("prlimit") {
        return;
    }
    let scratch = Scratch::new();
    let word = |number: usize| (number as u32).wrapping_mul(0x9e37_79b9);
    let line = |number: usize| format!("    let v{:x} = f{:x}(7);\n", word(number), word(!number));
    write_file(&scratch.path().join("a.rs"), |out| {
        for number in 0..1_000_000 {
            out.write_all(line(number).as_bytes()).unwrap();
        }
    });
    let place = 700_000..700_020;
    let as_remembered = |number: usize| match number % 7 {
        3 => line(number).replace(';', "; // noted"),
        _ => line(number),
    };
    let old: String = place.clone().map(as_remembered).collect();
    scratch.write("old", &old);
    scratch.write("new", &old.replace(&line(700_012), "changed\n"));
    let hunk = old.split_inclusive('\n').map(|line| format!(" {line}"));
    let mut hunk: Vec<String> = hunk.collect();
    hunk.insert(10, "+inserted\n".to_owned());
    let hunk = hunk.concat();
    let header = "--- a/a.rs\n+++ b/a.rs\n@@ -700001,20 +700001,21 @@\n";
    scratch.write("fix.diff", &format!("{header}{hunk}"));
    #[rustfmt::skip] // A table.
    let runs = [
        run("by its text", 64, "check replace a.rs --match fuzzy --old-file old --new-file new -q", 0),
        run("by a hunk", 64, "check patch fix.diff --mode fuzzy -q", 0),
    ];
    bounded(&scratch, &runs, |_, _| ());
}

#[test]
#[ignore = "runs the program many times"]
fn small_edits_take_little_memory() {
    if !has("prlimit") {
        return;
    }
    let scratch = Scratch::new();
    scratch.write(
        "fix.diff",
        "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+1\n",
    );
    #[rustfmt::skip] // A table.
    let runs = [
        run("start", 12, "--version", 0),
        run("an edit", 12, "replace a.txt --old one --new 1 -q", 0),
        run("a patch", 12, "patch fix.diff -q", 0),
    ];
    bounded(&scratch, &runs, |scratch, _| {
        scratch.write("a.txt", "one\ntwo\n")
    });
}

#[test]
#[ignore = "makes a journal of thousands of entries"]
fn a_long_journal_takes_little_memory() {
    if !has("prlimit") {
        return;
    }
    let scratch = Scratch::new();
    const ENTRIES: usize = 8_900;
    let line = |number: usize| format!("line number {number} of it\n");
    let lines: String = (0..ENTRIES).map(line).collect();
    scratch.write("a.txt", &lines);
    let edit = |number| json!({"op": "replace", "path": "a.txt", "old": format!("line number {number} of"), "new": format!("LINE number {number} of")});
    let edits: String = (0..ENTRIES)
        .map(|number| format!("{}\n", edit(number)))
        .collect();
    scratch.write("edits", &edits);
    #[rustfmt::skip] // A table.
    let runs = [
        run("a stream of edits", 48, "apply --each edits --task a -q", 0),
        run("an edit of another task", 64, "append a.txt --text x --task b -q", 0),
        run("undo of all of a task", 96, "undo --task a -q", 0),
    ];
    bounded(&scratch, &runs, |_, _| ());
}

#[test]
#[ignore = "writes thousands of files"]
fn many_files_and_edits_take_little_memory() {
    if !has("prlimit") {
        return;
    }
    const FILES: usize = 10_000;
    let scratch = Scratch::new();
    let name = |file: usize| format!("t/d{:03}/f{file:05}.txt", file / 100);
    let text = |file: usize| {
        let line = |number: usize| format!("line {number} of file {file} with some text in it\n");
        (0..80).map(line).collect::<String>() + "needle\n"
    };
    for directory in 0..FILES / 100 {
        let directory = scratch.path().join(format!("t/d{directory:03}"));
        std::fs::create_dir_all(directory).unwrap();
    }
    for file in 0..FILES {
        scratch.write(&name(file), &text(file));
    }
    let hunk = |file| {
        let name = name(file);
        format!(
            "--- a/{name}\n+++ b/{name}\n@@ -80,2 +80,2 @@\n line 79 of file {file} with some text in it\n-thread\n+needle\n"
        )
    };
    scratch.write("fix.diff", &(0..FILES).map(hunk).collect::<String>());
    let lines = (0..20_000).map(|number| format!("line {number} of some text\n"));
    scratch.write("a.txt", &lines.collect::<String>());
    let edit = |number: usize| json!({"op": "replace", "path": "a.txt", "old": format!("line {} of", 2 * number), "new": "x"});
    let edits: Vec<_> = (0..10_000).map(edit).collect();
    scratch.write("edits", &json!({ "edits": edits }).to_string());
    #[rustfmt::skip] // A table.
    let runs = [
        run("one file of many has it", 64,
            "replace --glob 't/**/*' --old 'line 7 of file 7777 ' --new 'line x of file 7777 ' --all -n -q", 0),
        run("one edit in each", 128, "replace --glob 't/**/*' --old needle --new thread --all -q", 0),
        run("one patch of all", 160, "patch fix.diff -q", 0),
        run("undo of it", 160, "undo -q", 0),
        run("ten thousand edits of one file", 64, "apply edits -q", 0),
    ];
    bounded(&scratch, &runs, |_, _| ());
}

#[test]
#[ignore = "writes two hundred thousand files"]
fn two_hundred_thousand_files_are_looked_through_in_little_memory() {
    if !has("prlimit") {
        return;
    }
    let scratch = Scratch::new();
    for file in 0..200_000 {
        let directory = format!("d{:04}", file / 100);
        if file % 100 == 0 {
            std::fs::create_dir(scratch.path().join(&directory)).unwrap();
        }
        scratch.write(
            &format!("{directory}/{file}.txt"),
            &format!("file {file}\n"),
        );
    }
    #[rustfmt::skip] // A table.
    let runs = [Run {
        name: "one of them has it",
        most: 128,
        line: "replace --glob '**/*' --old 'file 123456' --new x --all -q",
        status: 0,
    }];
    bounded(&scratch, &runs, |_, _| ());
}

#[test]
#[ignore = "asks a server a thousand times"]
fn a_server_takes_no_more_memory_with_every_call() {
    if !has("prlimit") {
        return;
    }
    let scratch = Scratch::new();
    scratch.write("a.txt", "one\n");
    let call = |id: usize| {
        let (old, new) = if id % 2 == 1 {
            ("one", "two")
        } else {
            ("two", "one")
        };
        let arguments = json!({"op": "replace", "path": "a.txt", "old": old, "new": new});
        let params = json!({"name": "edit", "arguments": arguments});
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
    };
    let greeting = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}});
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let mut calls = format!("{greeting}\n{ready}\n");
    for id in 1..=1000 {
        writeln!(calls, "{}", call(id)).unwrap();
    }
    scratch.write("calls", &calls);
    let data = format!("--data={}", 48 * MIB);
    let mut command = scratch.command(&["prlimit", &data], "mcp --root .");
    let calls = File::open(scratch.path().join("calls")).unwrap();
    let ran = command.stdin(calls).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    let done = said.matches("\"isError\":false").count();
    assert!(
        ran.status.success() && done >= 1000,
        "{done} calls were done"
    );
}
