//! Large files: memory, and work that grows with the input and no faster.
//!
//! Slow, and therefore only run when asked for, with an optimised program:
//!
//! ```sh
//! cargo test --release --test scale -- --ignored --nocapture
//! ```
//!
//! No test judges time. Memory is bounded by `prlimit`: a program that needs more fails. Work is counted in
//! instructions by callgrind, and compared with that for half the input. A test whose tool is not
//! installed says so and passes.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test makes its own files, fails by panicking, and says what it skips"
)]

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

const MIB: u64 = 1 << 20;

/// Most times the instructions that twice the input may take.
const GROWTH: f64 = 2.2;

/// An empty directory on the disk that the build is on.
fn scratch() -> TempDir {
    TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// The program with these arguments in `directory`, behind the words of `before`.
fn command(before: &[&str], directory: &Path, args: &[&str]) -> Command {
    let mut words = before.iter().chain([&env!("CARGO_BIN_EXE_incise")]);
    let mut command = Command::new(words.next().unwrap());
    command
        .args(words)
        .args(args)
        .current_dir(directory)
        .env("HOME", directory.join("home"))
        .env("INCISE_STATE_DIR", directory.join("state"));
    command
}

/// Whether `tool` can be run.
fn has(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok();
    if !found {
        println!("skipped: {tool} is not installed");
    }
    found
}

/// The hash of what `fill` writes.
fn hash_of(fill: impl Fn(&mut dyn Write)) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    let mut writer = BufWriter::with_capacity(1 << 20, &mut hasher);
    fill(&mut writer);
    drop(writer);
    hasher.finalize()
}

/// The hash of a file.
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

/// Fills the file at `path`.
fn write_file(path: &Path, fill: impl Fn(&mut dyn Write)) {
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path).unwrap());
    fill(&mut file);
    file.flush().unwrap();
}

/// A gibibyte of numbered lines with `token` in one of them.
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

#[test]
#[ignore = "writes two files of a gibibyte"]
fn one_replacement_in_a_gibibyte_does_not_hold_the_new_text() {
    if !has("prlimit") {
        return;
    }
    let directory = scratch();
    let path = directory.path().join("big.txt");
    write_file(&path, |out| gibibyte(out, "the old token"));
    let len = std::fs::metadata(&path).unwrap().len();
    assert_eq!(len, 1024 * MIB);
    // The file can be mapped once, and next to nothing be kept beside it.
    let address_space = format!("--as={}", len + 512 * MIB);
    let data = format!("--data={}", 64 * MIB);
    let args = [
        "replace",
        "big.txt",
        "--old",
        "the old token",
        "--new",
        "the new token",
        "-q",
    ];
    let ran = command(&["prlimit", &address_space, &data], directory.path(), &args).output();
    let ran = ran.unwrap();
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    let expected = hash_of(|out| gibibyte(out, "the new token"));
    assert_eq!(hash_of_file(&path), expected);
}

/// A million lines of a hundred bytes, each with `token`.
fn million(out: &mut dyn Write, token: &str) {
    for line in 0..1_000_000 {
        writeln!(out, "{line:07} {token} {:<80}", "filler").unwrap();
    }
}

#[test]
#[ignore = "writes files of a hundred megabytes"]
fn a_million_matches_in_a_hundred_megabytes() {
    let directory = scratch();
    let path = directory.path().join("many.txt");
    write_file(&path, |out| million(out, "old token"));
    let args = [
        "replace",
        "many.txt",
        "--old",
        "old token",
        "--new",
        "newer",
        "--all",
        "--json",
        "--no-journal",
    ];
    let ran = command(&[], directory.path(), &args).output().unwrap();
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    let report: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!(report["files"][0]["replacements"], 1_000_000);
    assert_eq!(hash_of_file(&path), hash_of(|out| million(out, "newer")));
    if !has("prlimit") {
        return;
    }
    // Beside the file, which is mapped, the places are kept and not much else.
    write_file(&path, |out| million(out, "old token"));
    let data = format!("--data={}", 64 * MIB);
    let quiet = args.map(|arg| if arg == "--json" { "-q" } else { arg });
    let ran = command(&["prlimit", &data], directory.path(), &quiet).output();
    let ran = ran.unwrap();
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    assert_eq!(hash_of_file(&path), hash_of(|out| million(out, "newer")));
}

/// One kind of work: a file, its arguments and its standard input, for a size.
struct Work {
    name: &'static str,
    text: fn(usize) -> String,
    args: &'static [&'static str],
    stdin: fn(usize) -> String,
}

fn lines(count: usize) -> String {
    text_of(count, |line| format!("line {line} of some text\n"))
}

fn text_of(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

/// A batch of edits, each of another line.
fn batch(count: usize) -> String {
    let edits: Vec<String> = (0..count)
        .map(|line| {
            format!(
                r#"{{"op":"replace","path":"a.txt","old":"line {line} of","new":"LINE {line} OF"}}"#
            )
        })
        .collect();
    format!("[{}]", edits.join(","))
}

/// A diff with a hunk for every tenth of `count` lines.
fn diff(count: usize) -> String {
    let mut diff = "--- a/a.txt\n+++ b/a.txt\n".to_owned();
    for line in (1..count).step_by(10) {
        let text = |line: usize| format!("line {} of some text", line - 1);
        write!(
            diff,
            "@@ -{line},3 +{line},3 @@\n-{}\n+changed\n {}\n {}\n",
            text(line),
            text(line + 1),
            text(line + 2)
        )
        .unwrap();
    }
    diff
}

const WORKS: [Work; 8] = [
    Work {
        name: "replace --all",
        text: lines,
        args: &[
            "replace", "a.txt", "--old", "some", "--new", "any", "--all", "-q",
        ],
        stdin: |_| String::new(),
    },
    Work {
        name: "replace one",
        text: lines,
        args: &["replace", "a.txt", "--old", "line 9 ", "--new", "x", "-q"],
        stdin: |_| String::new(),
    },
    Work {
        name: "not found",
        text: lines,
        args: &[
            "replace",
            "a.txt",
            "--old",
            "line 9 of no text\nat all",
            "--new",
            "x",
        ],
        stdin: |_| String::new(),
    },
    Work {
        name: "insert",
        text: lines,
        args: &["insert", "a.txt", "--line", "-1", "--text", "x", "-q"],
        stdin: |_| String::new(),
    },
    // Each edit looks through the whole file: what doubles is one of the two.
    Work {
        name: "batch, more edits",
        text: |_| lines(4000),
        args: &["apply", "-q"],
        stdin: |count| batch(count / 50),
    },
    Work {
        name: "batch, longer file",
        text: |count| lines(count / 5),
        args: &["apply", "-q"],
        stdin: |_| batch(200),
    },
    Work {
        name: "patch",
        text: |count| lines(count / 10),
        args: &["patch", "-q"],
        stdin: |count| diff(count / 10),
    },
    Work {
        name: "diff of every line",
        text: lines,
        args: &[
            "check", "replace", "a.txt", "--old", "some", "--new", "any", "--all", "--full",
        ],
        stdin: |_| String::new(),
    },
];

/// How many instructions the work takes for this size.
fn instructions(work: &Work, count: usize) -> f64 {
    let directory = scratch();
    let path = directory.path().join("a.txt");
    write_file(&path, |out| {
        out.write_all((work.text)(count).as_bytes()).unwrap()
    });
    let stdin = directory.path().join("stdin");
    write_file(&stdin, |out| {
        out.write_all((work.stdin)(count).as_bytes()).unwrap()
    });
    let counts = directory.path().join("counts");
    let out_file = format!("--callgrind-out-file={}", counts.display());
    let valgrind = ["valgrind", "--tool=callgrind", &out_file];
    let ran = command(&valgrind, directory.path(), work.args)
        .stdin(File::open(stdin).unwrap())
        .output()
        .unwrap();
    let is_refusal = work.name == "not found";
    let stderr = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(i32::from(is_refusal)), "{stderr}");
    let counts = std::fs::read_to_string(counts).unwrap();
    let total = counts
        .lines()
        .find_map(|line| line.strip_prefix("summary: "));
    total.unwrap().trim().parse().unwrap()
}

#[test]
#[ignore = "runs the program in a simulator"]
fn twice_the_input_is_about_twice_the_work() {
    if !has("valgrind") {
        return;
    }
    const LINES: usize = 50_000;
    let mut steep = Vec::new();
    for work in WORKS {
        let (half, whole) = (instructions(&work, LINES), instructions(&work, 2 * LINES));
        let growth = whole / half;
        println!(
            "{}: {half:.0} -> {whole:.0} instructions, x{growth:.2}",
            work.name
        );
        if growth > GROWTH {
            steep.push(work.name);
        }
    }
    assert!(steep.is_empty(), "more than x{GROWTH}: {steep:?}");
}
