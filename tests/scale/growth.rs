//! Work that must grow at most linearly with its input, dimension by dimension.

use std::fmt::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::Scratch;

/// The maximum ratio of instructions when the input doubles. The goal is 2.2. The rest allows for a fixed part that
/// becomes smaller.
const MOST: f64 = 2.4;

/// One kind of work: its setup for a size, and its call.
struct Work {
    /// The dimension that doubles, and the operation.
    name: &'static str,
    size: usize,
    set_up: fn(&Scratch, usize),
    line: &'static str,
}

const REPLACE_ALL: &str = "replace a.txt --old some --new any --all -q";
const REPLACE_ONE: &str = "replace a.txt --old 'line 9 ' --new x -q";
const REPLACE_EVERYWHERE: &str = "replace --glob '**/*' --old 'line 9 ' --new x --all -q";
const PATCH: &str = "patch fix.diff -q";
const APPLY: &str = "apply edits -q";
const STREAM: &str = "apply --each edits --task a -q";
const UNDO: &str = "undo -q";

const WORKS: &[Work] = &[
    Work {
        name: "file size: replace one",
        size: 100_000,
        set_up: |at, size| at.write("a.txt", &lines(size)),
        line: REPLACE_ONE,
    },
    Work {
        name: "file size: replace by an expression",
        size: 20_000,
        set_up: |at, size| at.write("a.txt", &lines(size)),
        line: "replace a.txt --regex --old 'line [9] of' --new x -q",
    },
    Work {
        name: "file size: replace in any spacing",
        size: 20_000,
        set_up: |at, size| at.write("a.txt", &lines(size)),
        line: "replace a.txt --match mechanical --old 'line  9 of\nx' --new x",
    },
    Work {
        name: "file size: replace what is alike",
        size: 20_000,
        set_up: |at, size| {
            at.write("a.txt", &lines(size));
            let place = size / 10 * 7;
            let old: String = (place..place + 20).map(nearly).collect();
            at.write("old", &old);
        },
        line: "replace a.txt --match fuzzy --old-file old --new 'x\n' -q",
    },
    Work {
        name: "file size: not found",
        size: 50_000,
        set_up: |at, size| at.write("a.txt", &lines(size)),
        line: "replace a.txt --old 'line 9 of no text\nat all' --new x",
    },
    Work {
        name: "file size: insert",
        size: 100_000,
        set_up: |at, size| at.write("a.txt", &lines(size)),
        line: "insert a.txt --line -1 --text x -q",
    },
    Work {
        name: "file size: view one line",
        size: 100_000,
        set_up: |at, size| at.write("a.txt", &lines(size)),
        line: "view a.txt -1",
    },
    Work {
        name: "comments above a definition",
        size: 4_000,
        set_up: |at, size| at.write("a.rb", &format!("{}def x\nend\n", "# c\n".repeat(size))),
        line: "view a.rb --symbol x",
    },
    Work {
        name: "definitions below comments",
        size: 2_000,
        set_up: |at, size| {
            let definitions = "def x\nend\n".repeat(size);
            at.write("a.rb", &format!("{}{definitions}", "# c\n".repeat(size)));
        },
        line: "view a.rb --outline",
    },
    Work {
        name: "nested definitions, side by side",
        size: 20,
        set_up: |at, size| {
            let nested = format!("{}{}", "class A {\n".repeat(60), "}\n".repeat(60));
            at.write("a.java", &nested.repeat(size));
        },
        line: "view a.java --outline",
    },
    Work {
        name: "functions: view one",
        size: 5_000,
        set_up: |at, size| {
            let function = |number: usize| format!("int f{number}(void) {{ return 1; }}\n");
            at.write("a.c", &(0..size).map(function).collect::<String>());
        },
        line: "view a.c --symbol f9",
    },
    Work {
        name: "definitions of one name: one by its number",
        size: 1_000,
        set_up: |at, size| at.write("a.py", &"def x():\n    return 1\n\n\n".repeat(size)),
        line: "lines a.py --symbol 'x[3]' --text 'def x():\n    return 2' -q",
    },
    Work {
        name: "entries of JSON in one line: set",
        size: 2_000,
        set_up: |at, size| {
            let entries: Vec<String> = (0..size)
                .map(|number| format!(r#""k{number}":{{"x":[1,2],"y":"z"}}"#))
                .collect();
            at.write("a.json", &format!("{{{}}}", entries.join(",")));
        },
        line: "set a.json k9.y w -q",
    },
    Work {
        name: "file size: patch of one hunk",
        size: 50_000,
        set_up: |at, size| {
            at.write("a.txt", &lines(size));
            at.write("fix.diff", &diff(size, size, 0));
        },
        line: PATCH,
    },
    Work {
        name: "file size: patch of one hunk that is alike",
        size: 20_000,
        set_up: |at, size| {
            at.write("a.txt", &lines(size));
            let place = size / 10 * 7;
            let mut hunk = format!("--- a/a.txt\n+++ b/a.txt\n@@ -{place},20 +{place},20 @@\n");
            for line in place..place + 20 {
                let sign = if line == place + 10 { "-" } else { " " };
                write!(hunk, "{sign}{}", nearly(line)).unwrap();
                if line == place + 10 {
                    hunk.push_str("+changed\n");
                }
            }
            at.write("fix.diff", &hunk);
        },
        line: "patch fix.diff --mode fuzzy -q",
    },
    Work {
        name: "matches: replace all",
        size: 50_000,
        set_up: |at, size| at.write("a.txt", &lines(size)),
        line: REPLACE_ALL,
    },
    Work {
        name: "matches: replace all by an expression",
        size: 10_000,
        set_up: |at, size| at.write("a.txt", &lines(size)),
        line: "replace a.txt --regex --old 's[o]me' --new any --all -q",
    },
    Work {
        name: "matches: not one alone",
        size: 50_000,
        set_up: |at, size| at.write("a.txt", &lines(size)),
        line: "replace a.txt --old some --new any",
    },
    Work {
        name: "matches: report in JSON",
        size: 20_000,
        set_up: |at, size| at.write("a.txt", &lines(size)),
        line: "replace a.txt --old some --new any --all --json --full",
    },
    Work {
        name: "matches: diff of every line",
        size: 20_000,
        set_up: |at, size| at.write("a.txt", &lines(size)),
        line: "check replace a.txt --old some --new any --all --full",
    },
    Work {
        name: "matches: undo",
        size: 20_000,
        set_up: |at, size| {
            at.write("a.txt", &lines(size));
            at.run(REPLACE_ALL);
        },
        line: UNDO,
    },
    Work {
        name: "hunks: patch",
        size: 4_000,
        set_up: |at, size| {
            at.write("a.txt", &lines(10 * size));
            at.write("fix.diff", &diff(10 * size, 10, 0));
        },
        line: PATCH,
    },
    Work {
        name: "hunks: patch whose lines have moved",
        size: 1_000,
        set_up: |at, size| {
            at.write("a.txt", &lines(10 * size));
            at.write("fix.diff", &diff(10 * size, 10, 3));
        },
        line: PATCH,
    },
    Work {
        name: "hunks: patch as a merge",
        size: 1_000,
        set_up: |at, size| {
            at.write("a.txt", &lines(10 * size));
            at.write("fix.diff", &diff(10 * size, 10, 3));
        },
        line: "patch fix.diff --mode merge -q",
    },
    Work {
        name: "hunks: patch that is refused",
        size: 500,
        set_up: |at, size| {
            at.write("a.txt", &lines(10 * size).replace("text", "other text"));
            at.write("fix.diff", &diff(10 * size, 10, 0));
        },
        line: PATCH,
    },
    Work {
        name: "files: replace in those that have it",
        size: 400,
        set_up: |at, size| at.files(size),
        line: REPLACE_EVERYWHERE,
    },
    Work {
        name: "files: replace in those that are found",
        size: 2_000,
        set_up: |at, size| at.files(size),
        line: "replace --glob '**/*' --old nowhere --new x --all -q",
    },
    Work {
        name: "files: patch",
        size: 400,
        set_up: |at, size| {
            at.files(size);
            let hunk = diff(3, 10, 0);
            let of = |file: usize| hunk.replace("a.txt", &format!("d{}/{file}.txt", file % 7));
            at.write("fix.diff", &(0..size).map(of).collect::<String>());
        },
        line: PATCH,
    },
    Work {
        name: "files: undo",
        size: 300,
        set_up: |at, size| {
            at.files(size);
            at.run(REPLACE_EVERYWHERE);
        },
        line: UNDO,
    },
    Work {
        name: "files: check",
        size: 1_000,
        set_up: |at, size| at.files(size),
        line: "check files --glob '**/*.txt'",
    },
    // Each edit searches the whole file, so only one of the two dimensions doubles.
    Work {
        name: "edits of one file: by text",
        size: 2_000,
        set_up: |at, size| {
            at.write("a.txt", &lines(4_000));
            at.write("edits", &batch(size, by_text));
        },
        line: APPLY,
    },
    Work {
        name: "edits of one file: by text, of a longer file",
        size: 20_000,
        set_up: |at, size| {
            at.write("a.txt", &lines(size));
            at.write("edits", &batch(200, by_text));
        },
        line: APPLY,
    },
    Work {
        name: "edits of one file: by line",
        size: 2_000,
        set_up: |at, size| {
            at.write("a.txt", &lines(4_000));
            at.write("edits", &batch(size, by_line));
        },
        line: APPLY,
    },
    Work {
        name: "edits of one file: appended",
        size: 2_000,
        set_up: |at, size| {
            at.write("a.txt", "one\n");
            let append = |_| json!({"op": "append", "path": "a.txt", "text": "more\n"});
            at.write("edits", &batch(size, append));
        },
        line: APPLY,
    },
    Work {
        name: "edits of one file: refused",
        size: 1_000,
        set_up: |at, size| {
            at.write("a.txt", &lines(4_000));
            let other = |line| json!({"op": "replace", "path": "a.txt", "old": format!("no {line} of"), "new": "x"});
            at.write("edits", &batch(size, other));
        },
        line: APPLY,
    },
    Work {
        name: "edits of many files",
        size: 300,
        set_up: |at, size| {
            at.files(size);
            let edit = |file| json!({"op": "replace", "path": format!("d{}/{file}.txt", file % 7), "old": "line 2 ", "new": "x"});
            at.write("edits", &batch(size, edit));
        },
        line: APPLY,
    },
    Work {
        name: "line length: replace one",
        size: 2_000_000,
        set_up: |at, size| at.write("a.txt", &one_line(size)),
        line: REPLACE_ONE,
    },
    Work {
        name: "line length: replace all",
        size: 500_000,
        set_up: |at, size| at.write("a.txt", &one_line(size)),
        line: REPLACE_ALL,
    },
    Work {
        name: "line length: diff",
        size: 500_000,
        set_up: |at, size| at.write("a.txt", &one_line(size)),
        line: "check replace a.txt --old some --new any --all --full",
    },
    Work {
        name: "line length: not found",
        size: 500_000,
        set_up: |at, size| at.write("a.txt", &one_line(size)),
        line: "replace a.txt --old 'line 9 of no text' --new x",
    },
    Work {
        name: "line length: not found in any spacing",
        size: 500_000,
        set_up: |at, size| at.write("a.txt", &one_line(size)),
        line: "replace a.txt --match mechanical --old 'line  9 of no text' --new x",
    },
    Work {
        name: "line length: the text that is looked for",
        size: 200_000,
        set_up: |at, size| {
            at.write("a.txt", &lines(size / 10));
            at.write("old", &one_line(size));
        },
        line: "replace a.txt --old-file old --new x",
    },
    Work {
        name: "line length: patch",
        size: 200_000,
        set_up: |at, size| {
            let line = one_line(size);
            at.write("a.txt", &format!("{line}two\n"));
            at.write(
                "fix.diff",
                &format!(
                    "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-{line}+{}two\n two\n",
                    &line[..size]
                )
                .replace("two\n two", "\n two"),
            );
        },
        line: PATCH,
    },
    Work {
        name: "journal entries: a stream of a task",
        size: 200,
        set_up: |at, size| edits_one_by_one(at, size),
        line: STREAM,
    },
    Work {
        name: "journal entries: another's edit",
        size: 1_000,
        set_up: |at, size| journaled(at, size),
        line: "replace a.txt --old 'number 70 of' --new x --task b -q",
    },
    Work {
        name: "journal entries: another's edit of all that was written",
        size: 300,
        set_up: |at, size| journaled(at, size),
        line: "replace a.txt --old number --new NUMBER --all --task b -q",
    },
    Work {
        name: "journal entries: what others wrote",
        size: 300,
        set_up: |at, size| journaled(at, size),
        line: "check conflicts --task b",
    },
    Work {
        name: "journal entries: undo of a task",
        size: 500,
        set_up: |at, size| journaled(at, size),
        line: "undo --task a -q",
    },
    Work {
        name: "journal entries: undo of a task below another's edit",
        size: 500,
        set_up: |at, size| {
            journaled(at, size);
            at.run("append a.txt --text x --task b -q");
        },
        line: "undo --task a -q",
    },
    Work {
        name: "journal entries: undo of the oldest",
        size: 500,
        set_up: |at, size| journaled(at, size),
        line: "undo 1 -q",
    },
    Work {
        name: "journal entries: undo of the newest",
        size: 2_000,
        set_up: |at, size| journaled(at, size),
        line: UNDO,
    },
    Work {
        name: "journal entries: redo of a task",
        size: 300,
        set_up: |at, size| {
            journaled(at, size);
            at.run("undo --task a -q");
        },
        line: "redo -q",
    },
    Work {
        name: "journal entries: log",
        size: 500,
        set_up: |at, size| journaled(at, size),
        line: "log --max 1000000 -q",
    },
    Work {
        name: "tasks: an edit beside those of many",
        size: 500,
        set_up: |at, size| many_tasks(at, size),
        line: "replace a.txt --old 'number 70 of' --new x --task b -q",
    },
    Work {
        name: "tasks: what many wrote",
        size: 200,
        set_up: |at, size| many_tasks(at, size),
        line: "check conflicts --task b",
    },
    Work {
        name: "tasks: undo of one task between two",
        size: 300,
        set_up: |at, size| two_tasks(at, size),
        line: "undo --task a -q",
    },
    Work {
        name: "tasks: what one has read",
        size: 200,
        set_up: |at, size| {
            at.write("a.txt", &numbered());
            let view = |line: usize| json!({"command": "view", "path": "a.txt", "view_range": [line % 290 + 1, line % 290 + 3]});
            at.write("views", &stream(size, view));
            at.run("apply --each views --task b -q");
            edits_one_by_one(at, 20);
            at.run(STREAM);
        },
        line: "replace a.txt --old 'it\nLINE number 7 of' --new x --task b -q",
    },
    Work {
        name: "--files-from: replace",
        size: 400,
        set_up: |at, size| {
            at.files(size);
            at.write("list", &names(size));
        },
        line: "replace --files-from list --old 'line 9 ' --new x --all -q",
    },
    Work {
        name: "--files-from: check",
        size: 1_000,
        set_up: |at, size| {
            at.files(size);
            at.write("list", &names(size));
        },
        line: "check files --files-from list",
    },
];

fn text_of(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

fn line(number: usize) -> String {
    format!("line {number} of some text\n")
}

fn lines(count: usize) -> String {
    text_of(count, line)
}

/// A line as a user may remember it. Every seventh is different.
fn nearly(number: usize) -> String {
    match number % 7 {
        0 => format!("what was line {number}, more or less\n"),
        _ => line(number),
    }
}

/// A line of about `size` bytes.
fn one_line(size: usize) -> String {
    let mut text = String::new();
    for number in 0.. {
        write!(text, "line {number} of some text, ").unwrap();
        if text.len() >= size {
            break;
        }
    }
    text + "\n"
}

/// Lines that [`edits_one_by_one`] changes in turn.
fn numbered() -> String {
    text_of(300, |number| format!("line number {number} of it\n"))
}

fn batch(count: usize, edit: impl Fn(usize) -> Value) -> String {
    Value::from((0..count).map(edit).collect::<Vec<_>>()).to_string()
}

/// The same edits, one per line.
fn stream(count: usize, edit: impl Fn(usize) -> Value) -> String {
    text_of(count, |number| format!("{}\n", edit(number)))
}

fn by_text(line: usize) -> Value {
    json!({"op": "replace", "path": "a.txt", "old": format!("line {line} of"), "new": format!("LINE {line} OF")})
}

fn by_line(line: usize) -> Value {
    let number = line + 1;
    json!({"op": "lines", "path": "a.txt", "start": number, "end": number, "text": "x"})
}

/// Creates a stream of `count` edits of the lines of a file. The length of the file does not depend on `count`.
fn edits_one_by_one(at: &Scratch, count: usize) {
    at.write("a.txt", &numbered());
    at.write("edits", &stream(count, next_edit));
}

/// Edit `number` of such a stream, which edits every line in turn and then starts again.
fn next_edit(number: usize) -> Value {
    let (round, line) = (number / 300, number % 300);
    let word = |round: usize| match round {
        0 => "line".to_owned(),
        round => "LINE".to_owned() + &"E".repeat(round - 1),
    };
    let text = |round| format!("{} number {line} of", word(round));
    json!({"op": "replace", "path": "a.txt", "old": text(round), "new": text(round + 1)})
}

/// Creates a journal with one entry per edit, for `count` edits of one task.
fn journaled(at: &Scratch, count: usize) {
    edits_one_by_one(at, count);
    at.run(STREAM);
}

/// The same with `count` tasks.
fn many_tasks(at: &Scratch, count: usize) {
    of_tasks(at, count, |number| format!("t{number}"));
}

/// The same with two tasks in turn.
fn two_tasks(at: &Scratch, count: usize) {
    of_tasks(at, count, |number| ["a", "other"][number % 2].to_owned());
}

fn of_tasks(at: &Scratch, count: usize, task: impl Fn(usize) -> String) {
    at.write("a.txt", &numbered());
    let edit = |number| {
        let mut edit = next_edit(number);
        edit["task"] = task(number).into();
        edit
    };
    at.write("edits", &stream(count, edit));
    at.run("apply --each edits -q --on-conflict force");
}

/// A diff of `lines(count)` with a hunk every `step` lines. Stated line numbers are too high by `drift`.
fn diff(count: usize, step: usize, drift: usize) -> String {
    let mut diff = "--- a/a.txt\n+++ b/a.txt\n".to_owned();
    for first in (0..count).step_by(step) {
        let number = first + 1 + drift;
        let [old, second, third] = [first, first + 1, first + 2].map(line);
        write!(
            diff,
            "@@ -{number},3 +{number},3 @@\n-{old}+changed\n {second} {third}"
        )
        .unwrap();
    }
    diff
}

fn names(count: usize) -> String {
    text_of(count, |file| format!("d{}/{file}.txt\n", file % 7))
}

impl Scratch {
    /// Creates `count` small files in a few directories.
    fn files(&self, count: usize) {
        for directory in 0..7 {
            let directory = self.path().join(format!("d{directory}"));
            std::fs::create_dir(directory).unwrap();
        }
        for name in names(count).lines() {
            self.write(name, &lines(20));
        }
    }
}

/// A tool that counts instructions.
struct Counter {
    words: &'static [&'static str],
    /// Finds the count in a line of the tool's output.
    count: fn(&str) -> Option<&str>,
}

const COUNTERS: [Counter; 2] = [
    Counter {
        words: &[
            "valgrind",
            "--tool=callgrind",
            "--callgrind-out-file=/dev/null",
        ],
        count: |line| Some(line.split_once("Collected : ")?.1),
    },
    Counter {
        words: &["perf", "stat", "-x", ",", "-e", "instructions:u"],
        count: |line| line.split_once(",,instructions:u").map(|(count, _)| count),
    },
];

impl Counter {
    /// The first counter that works on this machine.
    fn here() -> Option<&'static Self> {
        let works = |counter: &&Self| {
            let words = counter.words;
            let ran = Command::new(words[0])
                .args(&words[1..])
                .arg("true")
                .output();
            ran.is_ok_and(|ran| counter.of(&String::from_utf8_lossy(&ran.stderr)).is_some())
        };
        COUNTERS.iter().find(works)
    }

    fn of(&self, said: &str) -> Option<f64> {
        let mut counts = said.lines().filter_map(self.count);
        counts.find_map(|count| count.trim().parse().ok())
    }

    /// The number of instructions of the work for this size, and its exit status.
    fn instructions(&self, work: &Work, size: usize) -> (f64, Option<i32>) {
        let scratch = Scratch::new();
        (work.set_up)(&scratch, size);
        let mut command = scratch.command(self.words, work.line);
        let ran = command.stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr);
        let count = self.of(&said);
        assert!(count.is_some(), "{}: {said}", work.name);
        (count.unwrap(), ran.status.code())
    }
}

#[test]
#[ignore = "runs the program in a simulator"]
fn twice_the_input_is_about_twice_the_work() {
    let Some(counter) = Counter::here() else {
        println!("skipped: neither valgrind nor perf counts instructions here");
        return;
    };
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut steep = Vec::new();
    for work in WORKS.iter().filter(|work| work.name.contains(&only)) {
        let (half, status) = counter.instructions(work, work.size);
        let (whole, again) = counter.instructions(work, 2 * work.size);
        let growth = whole / half;
        println!(
            "x{growth:.2} {}: {:.0} -> {:.0} million instructions, status {status:?} {again:?}",
            work.name,
            half / 1e6,
            whole / 1e6
        );
        if growth > MOST || status != again {
            steep.push(work.name);
        }
    }
    assert!(steep.is_empty(), "more than x{MOST}: {steep:?}");
}
