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

const fn work(
    name: &'static str,
    size: usize,
    set_up: fn(&Scratch, usize),
    line: &'static str,
) -> Work {
    Work {
        name,
        size,
        set_up,
        line,
    }
}

const REPLACE_ALL: &str = "replace a.txt --old some --new any --all -q";
const REPLACE_ONE: &str = "replace a.txt --old 'line 9 ' --new x -q";
const REPLACE_EVERYWHERE: &str = "replace --glob '**/*' --old 'line 9 ' --new x --all -q";
const PATCH: &str = "patch fix.diff -q";
const APPLY: &str = "apply edits -q";
const STREAM: &str = "apply --each edits --task a -q";
const UNDO: &str = "undo -q";

#[rustfmt::skip] // A table: the name, the size, the setup and the call of each kind of work.
const WORKS: &[Work] = &[
    work("file size: replace one", 100_000, text, REPLACE_ONE),
    work("file size: replace by an expression", 20_000, text, "replace a.txt --regex --old 'line [9] of' --new x -q"),
    work("file size: replace in any spacing", 20_000, text,
        "replace a.txt --match mechanical --old 'line  9 of\nx' --new x"),
    work("file size: replace what is alike", 20_000, |at, size| {
        at.write("a.txt", &lines(size));
        let place = size / 10 * 7;
        let old: String = (place..place + 20).map(nearly).collect();
        at.write("old", &old);
    }, "replace a.txt --match fuzzy --old-file old --new 'x\n' -q"),
    work("file size: not found", 50_000, text, "replace a.txt --old 'line 9 of no text\nat all' --new x"),
    work("file size: insert", 100_000, text, "insert a.txt --line -1 --text x -q"),
    work("file size: view one line", 100_000, text, "view a.txt -1"),
    work("comments above a definition", 4_000, |at, size| at.write("a.rb", &format!("{}def x\nend\n", "# c\n".repeat(size))),
        "view a.rb --symbol x"),
    work("definitions below comments", 2_000, |at, size| {
        let definitions = "def x\nend\n".repeat(size);
        at.write("a.rb", &format!("{}{definitions}", "# c\n".repeat(size)));
    }, "view a.rb --outline"),
    work("nested definitions, side by side", 20, |at, size| {
        let nested = format!("{}{}", "class A {\n".repeat(60), "}\n".repeat(60));
        at.write("a.java", &nested.repeat(size));
    }, "view a.java --outline"),
    work("functions: view one", 5_000, |at, size| {
        let function = |number: usize| format!("int f{number}(void) {{ return 1; }}\n");
        at.write("a.c", &(0..size).map(function).collect::<String>());
    }, "view a.c --symbol f9"),
    work("definitions of one name: one by its number", 1_000, |at, size| at.write("a.py", &"def x():\n    return 1\n\n\n".repeat(size)),
        "lines a.py --symbol 'x[3]' --text 'def x():\n    return 2' -q"),
    work("entries of JSON in one line: set", 2_000, |at, size| {
        let entries: Vec<String> = (0..size)
            .map(|number| format!(r#""k{number}":{{"x":[1,2],"y":"z"}}"#))
            .collect();
        at.write("a.json", &format!("{{{}}}", entries.join(",")));
    }, "set a.json k9.y w -q"),
    work("file size: patch of one hunk", 50_000, |at, size| {
        at.write("a.txt", &lines(size));
        at.write("fix.diff", &diff(size, size, 0));
    }, PATCH),
    work("file size: patch of one hunk that is alike", 20_000, |at, size| {
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
    }, "patch fix.diff --mode fuzzy -q"),
    work("matches: replace all", 50_000, text, REPLACE_ALL),
    work("matches: replace all by an expression", 10_000, text,
        "replace a.txt --regex --old 's[o]me' --new any --all -q"),
    work("matches: not one alone", 50_000, text, "replace a.txt --old some --new any"),
    work("matches: report in JSON", 20_000, text, "replace a.txt --old some --new any --all --json --full"),
    work("matches: diff of every line", 20_000, text, "check replace a.txt --old some --new any --all --full"),
    work("matches: undo", 20_000, |at, size| {
        at.write("a.txt", &lines(size));
        at.run(REPLACE_ALL);
    }, UNDO),
    work("hunks: patch", 4_000, |at, size| {
        at.write("a.txt", &lines(10 * size));
        at.write("fix.diff", &diff(10 * size, 10, 0));
    }, PATCH),
    work("hunks: patch whose lines have moved", 1_000, |at, size| {
        at.write("a.txt", &lines(10 * size));
        at.write("fix.diff", &diff(10 * size, 10, 3));
    }, PATCH),
    work("hunks: patch as a merge", 1_000, |at, size| {
        at.write("a.txt", &lines(10 * size));
        at.write("fix.diff", &diff(10 * size, 10, 3));
    }, "patch fix.diff --mode merge -q"),
    work("hunks: patch that is refused", 500, |at, size| {
        at.write("a.txt", &lines(10 * size).replace("text", "other text"));
        at.write("fix.diff", &diff(10 * size, 10, 0));
    }, PATCH),
    work("files: replace in those that have it", 400, Scratch::files, REPLACE_EVERYWHERE),
    work("files: replace in those that are found", 2_000, Scratch::files,
        "replace --glob '**/*' --old nowhere --new x --all -q"),
    work("files: patch", 400, |at, size| {
        at.files(size);
        let hunk = diff(3, 10, 0);
        let of = |file: usize| hunk.replace("a.txt", &format!("d{}/{file}.txt", file % 7));
        at.write("fix.diff", &(0..size).map(of).collect::<String>());
    }, PATCH),
    work("files: undo", 300, |at, size| {
        at.files(size);
        at.run(REPLACE_EVERYWHERE);
    }, UNDO),
    work("files: check", 1_000, Scratch::files, "check files --glob '**/*.txt'"),
    // Each edit searches the whole file, so only one of the two dimensions doubles.
    work("edits of one file: by text", 2_000, |at, size| {
        at.write("a.txt", &lines(4_000));
        at.write("edits", &batch(size, by_text));
    }, APPLY),
    work("edits of one file: by text, of a longer file", 20_000, |at, size| {
        at.write("a.txt", &lines(size));
        at.write("edits", &batch(200, by_text));
    }, APPLY),
    work("edits of one file: by line", 2_000, |at, size| {
        at.write("a.txt", &lines(4_000));
        at.write("edits", &batch(size, by_line));
    }, APPLY),
    work("edits of one file: appended", 2_000, |at, size| {
        at.write("a.txt", "one\n");
        let append = |_| json!({"op": "append", "path": "a.txt", "text": "more\n"});
        at.write("edits", &batch(size, append));
    }, APPLY),
    work("edits of one file: refused", 1_000, |at, size| {
        at.write("a.txt", &lines(4_000));
        let other = |line| json!({"op": "replace", "path": "a.txt", "old": format!("no {line} of"), "new": "x"});
        at.write("edits", &batch(size, other));
    }, APPLY),
    work("edits of many files", 300, |at, size| {
        at.files(size);
        let edit = |file| json!({"op": "replace", "path": format!("d{}/{file}.txt", file % 7), "old": "line 2 ", "new": "x"});
        at.write("edits", &batch(size, edit));
    }, APPLY),
    work("line length: replace one", 2_000_000, long_line, REPLACE_ONE),
    work("line length: replace all", 500_000, long_line, REPLACE_ALL),
    work("line length: diff", 500_000, long_line, "check replace a.txt --old some --new any --all --full"),
    work("line length: not found", 500_000, long_line, "replace a.txt --old 'line 9 of no text' --new x"),
    work("line length: not found in any spacing", 500_000, long_line,
        "replace a.txt --match mechanical --old 'line  9 of no text' --new x"),
    work("line length: the text that is looked for", 200_000, |at, size| {
        at.write("a.txt", &lines(size / 10));
        at.write("old", &one_line(size));
    }, "replace a.txt --old-file old --new x"),
    work("line length: patch", 200_000, |at, size| {
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
    }, PATCH),
    work("journal entries: a stream of a task", 200, edits_one_by_one, STREAM),
    work("journal entries: another's edit", 1_000, journaled, "replace a.txt --old 'number 70 of' --new x --task b -q"),
    work("journal entries: another's edit of all that was written", 300, journaled,
        "replace a.txt --old number --new NUMBER --all --task b -q"),
    work("journal entries: what others wrote", 300, journaled, "check conflicts --task b"),
    work("journal entries: undo of a task", 500, journaled, "undo --task a -q"),
    work("journal entries: undo of a task below another's edit", 500, |at, size| {
        journaled(at, size);
        at.run("append a.txt --text x --task b -q");
    }, "undo --task a -q"),
    work("journal entries: undo of the oldest", 500, journaled, "undo 1 -q"),
    work("journal entries: undo of the newest", 2_000, journaled, UNDO),
    work("journal entries: redo of a task", 300, |at, size| {
        journaled(at, size);
        at.run("undo --task a -q");
    }, "redo -q"),
    work("journal entries: log", 500, journaled, "log --max 1000000 -q"),
    work("tasks: an edit beside those of many", 500, many_tasks,
        "replace a.txt --old 'number 70 of' --new x --task b -q"),
    work("tasks: what many wrote", 200, many_tasks, "check conflicts --task b"),
    work("tasks: undo of one task between two", 300, two_tasks, "undo --task a -q"),
    work("tasks: what one has read", 200, |at, size| {
        at.write("a.txt", &numbered());
        let view = |line: usize| json!({"command": "view", "path": "a.txt", "view_range": [line % 290 + 1, line % 290 + 3]});
        at.write("views", &stream(size, view));
        at.run("apply --each views --task b -q");
        edits_one_by_one(at, 20);
        at.run(STREAM);
    }, "replace a.txt --old 'it\nLINE number 7 of' --new x --task b -q"),
    work("--files-from: replace", 400, |at, size| {
        at.files(size);
        at.write("list", &names(size));
    }, "replace --files-from list --old 'line 9 ' --new x --all -q"),
    work("--files-from: check", 1_000, |at, size| {
        at.files(size);
        at.write("list", &names(size));
    }, "check files --files-from list"),
];

fn text(at: &Scratch, size: usize) {
    at.write("a.txt", &lines(size));
}

fn long_line(at: &Scratch, size: usize) {
    at.write("a.txt", &one_line(size));
}

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
