//! Resource limits: the kind and size of inputs, and memory in proportion to files and request.
//!
//! Tests that try many limits or count instructions are slow, and run only on request: `cargo test --test cli
//! bounds:: -- --ignored`.

use std::fs::File;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use crate::bench::{Bench, Ran};

/// Every command that reads a document, which `@` represents.
const DOCUMENTS: &[&[&str]] = &[
    &["apply", "@"],
    &["apply", "@", "--each"],
    &["apply", "--from-json", "@"],
    &["check", "apply", "@"],
    &["replace", "a.txt", "--from-json", "@"],
    &["replace", "a.txt", "--blocks", "@"],
    &["replace", "a.txt", "--old-file", "@", "--new", "x"],
    &["replace", "a.txt", "--old", "one", "--new-file", "@"],
    &["append", "a.txt", "--text-file", "@"],
    &["create", "n.txt", "--text-file", "@"],
    &["replace", "--files-from", "@", "--old", "one", "--new", "x"],
    &["check", "files", "--files-from", "@"],
    &["patch", "@"],
    &["patch", "fix.diff", "--base", "@"],
    &["replay", "@"],
];

fn bench() -> Bench {
    let diff = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+1\n";
    Bench::with("a.txt", "one\n").file("fix.diff", diff)
}

/// Runs every command on the document `name`, with the additional flags `more`.
fn each(bench: &Bench, name: &str, more: &[&str], check: impl Fn(&Ran<'_>)) {
    for words in DOCUMENTS {
        let words = words.iter().map(|word| match *word {
            "@" => name,
            word => word,
        });
        let ran = bench.run(words.chain(more.iter().copied()));
        check(ran.unchanged());
    }
}

#[test]
fn a_document_that_is_a_pipe_or_a_device_is_refused() {
    let bench = bench().pipe_file("pipe").link("zero", "/dev/zero");
    each(&bench, "pipe", &[], |ran| {
        ran.status_is(4)
            .says("pipe: it is a named pipe, not a file");
    });
    each(&bench, "zero", &[], |ran| {
        ran.status_is(4).says("zero: it is a device, not a file");
    });
}

#[test]
fn a_document_over_the_limit_is_refused_before_it_is_read() {
    let bench = bench();
    let sparse = File::create(bench.path().join("sparse")).unwrap();
    sparse.set_len(100 << 30).unwrap();
    drop(sparse);
    // Does not compare the tree, because that would read the file.
    for words in DOCUMENTS {
        let words = words.iter().map(|word| match *word {
            "@" => "sparse",
            word => word,
        });
        let output = bench.command().args(words).stdin(Stdio::null()).output();
        let output = output.unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(5), "{said}");
        assert!(said.contains("a size of 107374182400 bytes exceeds the limit of 2147483648"));
    }
    std::fs::remove_file(bench.path().join("sparse")).unwrap();
}

#[test]
fn standard_input_is_read_to_the_limit() {
    for words in DOCUMENTS {
        let bench = bench();
        let zero = File::open("/dev/zero").unwrap();
        let words: Vec<&str> = words
            .iter()
            .map(|word| if *word == "@" { "-" } else { word })
            .collect();
        let output = bench
            .command()
            .args(&words)
            .args(["--max-size", "1M"])
            .stdin(zero)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(5), "{words:?}: {said}");
        assert!(
            said.contains("-: the input exceeds the limit of 1048576 bytes"),
            "{said}"
        );
        assert!(
            said.contains("hint: check that the input ends; --max-size SIZE sets another limit")
        );
        assert_eq!(bench.text("a.txt"), "one\n");
    }
}

#[test]
fn an_element_of_a_stream_is_read_to_the_limit_and_the_stream_is_not() {
    let edit =
        |new: usize| json!({"op": "append", "path": "a.txt", "text": new.to_string()}).to_string();
    let stream: String = (0..40).map(|new| edit(new) + "\n").collect();
    assert!(stream.len() > 1024);
    let bench = bench();
    bench
        .pipe(&stream, ["apply", "--each", "--max-size", "1K", "-q"])
        .status_is(0);
    assert_eq!(bench.text("a.txt").lines().count(), 41);
    bench
        .pipe(&stream, ["apply", "--max-size", "1K", "-q"])
        .fails(5, "the input exceeds the limit of 1024 bytes");
}

#[test]
fn a_process_substitution_is_read() {
    let bench = bench();
    let mut command = Command::new("bash");
    command
        .args([
            "-c",
            "exec \"$0\" patch <(cat fix.diff) -q",
            env!("CARGO_BIN_EXE_incise"),
        ])
        .env("INCISE_STATE_DIR", bench.state())
        .current_dir(bench.path());
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(bench.text("a.txt"), "1\n");
}

/// The program with these arguments in the directory of `bench`, run by the command `watcher`.
fn watched(bench: &Bench, watcher: &[&str], args: &[&str]) -> Command {
    let mut command = Command::new(watcher[0]);
    command
        .args(&watcher[1..])
        .arg(env!("CARGO_BIN_EXE_incise"))
        .args(args)
        .env("INCISE_STATE_DIR", bench.state())
        .current_dir(bench.path())
        .stdin(Stdio::null());
    command
}

/// True if `tool` can be run.
fn has(tool: &str) -> bool {
    Command::new(tool).arg("--version").output().is_ok()
}

/// The peak memory of a run of `args` on `request`, in bytes.
fn peak(bench: &Bench, request: &str) -> u64 {
    std::fs::write(bench.path().join("request"), request).unwrap();
    let mut limits = (1_u64 << 20, 1_u64 << 33);
    while limits.1 - limits.0 > 1 << 20 {
        let middle = limits.0.midpoint(limits.1);
        let limit = format!("--data={middle}");
        let args = ["apply", "request", "-n", "-q", "--no-journal"];
        let ran = watched(bench, &["prlimit", &limit], &args).output();
        if ran.unwrap().status.success() {
            limits.1 = middle
        } else {
            limits.0 = middle
        }
    }
    limits.1
}

#[test]
fn the_memory_of_a_batch_is_that_of_its_file_and_its_edits() {
    if !has("prlimit") {
        return;
    }
    let lines = |count: usize| (0..count).map(|number| format!("line number {number} of it\n"));
    let edits = |count: usize| {
        let edit = |number| json!({"op": "replace", "path": "a.txt", "old": format!("number {number} of"), "new": format!("NUMBER {number} of")});
        json!({"edits": (0..count).map(edit).collect::<Vec<_>>()}).to_string()
    };
    let of = |count: usize| {
        peak(
            &Bench::with("a.txt", lines(count).collect::<String>()),
            &edits(count),
        )
    };
    let (half, whole) = (of(1000), of(2000));
    // If the limit allows it, the program reserves 8 MiB for the case that memory runs out.
    assert!(whole < half * 2 + (10 << 20), "{half} {whole}");
}

#[test]
fn lines_of_another_task_cost_the_memory_of_the_file() {
    if !has("prlimit") {
        return;
    }
    let lines = (0..10_000).map(|number| format!("line number {number} of it\n"));
    let bench = Bench::with("a.txt", lines.collect::<String>());
    for args in [
        &[
            "replace", "a.txt", "--old", "of", "--new", "OF", "--all", "--task", "a",
        ][..],
        &["view", "a.txt", "1", "--task", "b"],
    ] {
        let status = watched(&bench, &["env"], args).output().unwrap().status;
        assert!(status.success());
    }
    for args in [
        &[
            "replace", "a.txt", "--old", "line", "--new", "LINE", "--all", "--task", "b",
        ][..],
        &["check", "conflicts", "--task", "b"],
    ] {
        let output = within(&bench, 1 << 29, args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{args:?}: {said}");
    }
}

/// Runs `args` in the directory of `bench` with an address space of at most `limit` bytes.
fn within(bench: &Bench, limit: u64, args: &[&str]) -> Output {
    let limit = format!("--as={limit}");
    watched(bench, &["prlimit", &limit], args).output().unwrap()
}

#[test]
#[ignore = "tries many limits"]
fn the_exit_status_is_right_for_every_memory_limit() {
    const STEP: u64 = 1 << 20;
    if !has("prlimit") {
        return;
    }
    let lines: String = (0..30_000)
        .map(|number| format!("def f{number}(a): return a\n"))
        .collect();
    let edits: Vec<_> = (0..300).map(|number| json!({"op": "replace", "path": "a.py", "old": format!("f{number}("), "new": format!("g{number}(")})).collect();
    let edits = json!({ "edits": edits }).to_string();
    let hunk = |number| {
        let line = |number| format!("def f{number}(a): return a");
        let (before, old, after) = (line(number - 1), line(number), line(number + 1));
        format!("@@ -{number},3 +{number},3 @@\n {before}\n-{old}\n+{old} + 1\n {after}\n")
    };
    let hunks: String = (100..29_000).step_by(100).map(hunk).collect();
    let patch = format!("--- a/a.py\n+++ b/a.py\n{hunks}");
    for args in [
        &["replace", "a.py", "--old", "def", "--new", "  def", "--all"][..],
        &["replace", "a.py", "--old", "f7(", "--new", "g7(", "--json"],
        &["apply", "edits"],
        &["patch", "hunks"],
        &["undo"],
    ] {
        let mut least = 16 * STEP;
        // With less memory, the program cannot even be loaded.
        while within(&bench(), least, &["--version"]).status.code() != Some(0) {
            least += 4 * STEP;
        }
        let (mut refused, mut done, mut limit) = (0, 0, least);
        while done < 2 {
            let bench = Bench::with("a.py", &lines)
                .file("edits", &edits)
                .file("hunks", &patch);
            if args == ["undo"] {
                let edit = ["replace", "a.py", "--old", "def", "--new", "dEf", "--all"];
                let status = watched(&bench, &["env"], &edit).output().unwrap().status;
                assert!(status.success());
            }
            let lines = bench.text("a.py");
            let output = within(&bench, limit, args);
            let said = String::from_utf8_lossy(&output.stderr).into_owned()
                + &String::from_utf8_lossy(&output.stdout);
            let is_written = bench.text("a.py") != lines;
            match output.status.code() {
                Some(0) => {
                    assert!(is_written, "{args:?} {limit}: {said}");
                    done += u32::from(!said.contains("not enough memory"));
                }
                Some(4) => {
                    assert!(!is_written, "{args:?} {limit}: {said}");
                    assert!(said.contains("not enough memory"), "{limit}: {said}");
                    refused += 1;
                    // The next run cleans up everything that is left over.
                    bench
                        .line("replace a.py --old 'f9(' --new 'g9(' -q")
                        .status_is(0);
                    let names = std::fs::read_dir(bench.path()).unwrap();
                    assert_eq!(names.count(), 3, "{args:?} {limit}");
                }
                other => panic!("{args:?} {limit}: {other:?}: {said}"),
            }
            limit += 3 * STEP;
        }
        assert!(refused > 0, "{args:?}: no limit was too low");
    }
}

/// The number of instructions of a run of `args`, whatever its status. `None` if they cannot be counted.
fn instructions(bench: &Bench, args: &[&str]) -> Option<f64> {
    if !has("valgrind") {
        return None;
    }
    let callgrind = [
        "valgrind",
        "--tool=callgrind",
        "--callgrind-out-file=/dev/null",
    ];
    let output = watched(bench, &callgrind, args).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut lines = said.lines();
    let count = lines.find_map(|line| line.split_once("Collected : "));
    let count = count.and_then(|(_, count)| count.trim().parse().ok());
    Some(count.unwrap_or_else(|| panic!("{said}")))
}

/// Asserts that twice the input takes at most 2.2 times the instructions.
fn is_linear(what: &str, args: &[&str], bench: impl Fn(usize) -> Bench, count: usize) {
    let of = |count| instructions(&bench(count), args);
    if let (Some(half), Some(whole)) = (of(count), of(2 * count)) {
        assert!(whole <= half * 2.2, "{what}: {half} {whole}");
    }
}

#[test]
#[ignore = "runs the program in a simulator"]
fn a_batch_costs_what_its_edits_cost() {
    let request = |edit: &dyn Fn(usize) -> Value, count: usize| {
        json!({"edits": (0..count).map(edit).collect::<Vec<_>>()}).to_string()
    };
    let bench = |edit: &dyn Fn(usize) -> Value, count| {
        Bench::with("a.txt", "one\ntwo\n").file("request", request(edit, count))
    };
    let append = |number| json!({"op": "append", "path": "a.txt", "text": format!("{number}\n")});
    let insert =
        |number| json!({"op": "insert", "path": "a.txt", "line": 1, "text": format!("{number}\n")});
    let create = |number| json!({"op": "create", "path": format!("n{number}"), "text": format!("{number}\n")});
    let dry = &["apply", "request", "-q", "-n", "--no-journal"];
    is_linear("appends", dry, |count| bench(&append, count), 500);
    is_linear("inserts", dry, |count| bench(&insert, count), 500);
    let real = &["apply", "request", "-q"];
    is_linear("creates", real, |count| bench(&create, count), 100);
}

#[test]
#[ignore = "runs the program in a simulator"]
fn an_undo_costs_what_its_files_cost() {
    let batch = |bench: &Bench, edit: &dyn Fn(usize) -> Value, count: usize| {
        let edits = (0..count).map(edit).collect::<Vec<_>>();
        let request = json!({ "edits": edits }).to_string();
        bench.pipe(&request, ["apply", "-q"]).status_is(0);
    };
    let create = |number| json!({"op": "create", "path": format!("f{number}"), "text": format!("{number}\n")});
    let relocate =
        |number| json!({"op": "move", "path": format!("f{number}"), "to": format!("g{number}")});
    let created = |count| {
        let bench = Bench::new();
        batch(&bench, &create, count);
        bench
    };
    let moved = |count| {
        let bench = created(count);
        batch(&bench, &relocate, count);
        bench
    };
    let undone = |count| {
        let bench = moved(count);
        bench.line("undo -q").status_is(0);
        bench
    };
    is_linear("made files", &["undo", "-q"], created, 200);
    is_linear("moved files", &["undo", "-q"], moved, 200);
    is_linear("moved files again", &["redo", "-q"], undone, 200);
    is_linear("files moved since", &["undo", "1", "-q"], moved, 200);
}

/// A file, and a stream of edits that rewrites `count` of its lines.
fn rewritten_one_by_one(count: usize) -> Bench {
    let lines = (0..300).map(|number| format!("line number {number} of it\n"));
    let edit = |number| json!({"op": "replace", "path": "a.txt", "old": format!("line number {number} of"), "new": format!("LINE number {number} of")});
    let edits = (0..count).map(|number| format!("{}\n", edit(number)));
    Bench::with("a.txt", lines.collect::<String>()).file("edits", edits.collect::<String>())
}

#[test]
#[ignore = "runs the program in a simulator"]
fn a_journal_costs_what_is_in_it() {
    const STREAM: &[&str] = &["apply", "--each", "edits", "--task", "a", "-q"];
    is_linear("a stream of a task", STREAM, rewritten_one_by_one, 150);
    let journaled = |count| {
        let bench = rewritten_one_by_one(count);
        let output = watched(&bench, &["env"], STREAM).output().unwrap();
        assert!(output.status.success());
        bench
    };
    let other = |old, new| {
        [
            "replace", "a.txt", "--old", old, "--new", new, "--task", "b", "-q",
        ]
    };
    let refused = other("LINE number 70 of", "x");
    is_linear("an edit of another's line", &refused, journaled, 150);
    let own = other("it\nLINE number 70 of", "x");
    is_linear("an edit of two of them", &own, journaled, 150);
}

/// Each undone change is rebased over later changes of others, not over all changes undone before. Otherwise the work
/// would be cubic.
#[test]
#[ignore = "runs the program in a simulator"]
fn an_undo_below_the_edit_of_another_does_not_start_anew_for_each_entry() {
    let bench = |count: usize| {
        let bench = rewritten_one_by_one(count);
        for args in [
            &["apply", "--each", "edits", "--task", "a", "-q"][..],
            &["append", "a.txt", "--text", "x", "--task", "b", "-q"],
        ] {
            let output = watched(&bench, &["env"], args).output().unwrap();
            assert!(output.status.success());
        }
        bench
    };
    let of = |count| instructions(&bench(count), &["undo", "--task", "a", "-q"]);
    if let (Some(half), Some(whole)) = (of(100), of(200)) {
        assert!(whole <= half * 4.4, "{half} {whole}");
    }
}

#[test]
#[ignore = "runs the program in a simulator"]
fn a_patch_costs_what_its_hunks_cost() {
    let bench = |block: &str, count: usize| {
        let hunk = |number| format!("@@ -{0},3 +{0},3 @@\n a\n-b\n+c\n d\n", number * 4 + 1);
        let hunks: String = (0..count).map(hunk).collect();
        Bench::with("a.txt", block.repeat(count))
            .file("fix.diff", format!("--- a/a.txt\n+++ b/a.txt\n{hunks}"))
    };
    let args = &["patch", "fix.diff", "-q", "-n", "--no-journal"];
    is_linear("hunks", args, |count| bench("a\nb\nd\ne\n", count), 300);
    is_linear("failing", args, |count| bench("a\nq\nd\ne\n", count), 100);
    // Each hunk matches at as many places as there are hunks, but not at its stated line.
    let drifted = |block: &str, count| {
        let bench = bench(block, count);
        let text = bench.text("a.txt");
        bench.file("a.txt", format!("first\n{text}"))
    };
    is_linear("drifted", args, |count| drifted("a\nb\nd\ne\n", count), 100);
    // One block in the middle differs, so each offset fails at a different hunk.
    let gap = |count: usize| {
        let bench = drifted("a\nb\nd\ne\n", count);
        let text = bench.text("a.txt");
        let (above, below) = text.split_at("first\n".len() + 8 * (count / 2));
        bench.file("a.txt", format!("{above}other\n{below}"))
    };
    is_linear("drifted about a gap", args, gap, 200);
    // Advice for failures beyond the limit costs little more.
    let of = |count| instructions(&bench("a\nq\nd\ne\n", count), args);
    if let (Some(advised), Some(counted)) = (of(50), of(100)) {
        assert!(advised <= counted * 6.0, "{advised} {counted}");
    }
}

#[test]
fn an_expression_that_looks_far_from_place_after_place_is_stopped() {
    let replace = [
        "replace", "a.txt", "--regex", "--all", "--new", "x", "-q", "--old",
    ];
    let long = "a".repeat(1 << 16);
    let umlauts = "aä ".repeat(1 << 14);
    for (old, text) in [
        ("a+b|a", &long),
        ("(?s)a.*b|a", &long),
        (r"a\B.+z|a", &umlauts),
    ] {
        let bench = Bench::with("a.txt", text);
        bench
            .run(replace.into_iter().chain([old]))
            .fails(2, "the search took too many steps")
            .says("hint: remove the alternative that reads so far");
    }
    // Many matches in a long text are not a reason to stop.
    for old in ["a", r"a\b|a", "a+?", r"\ba|a"] {
        let bench = Bench::with("a.txt", &long);
        bench.run(replace.into_iter().chain([old])).status_is(0);
        assert_eq!(bench.text("a.txt"), "x".repeat(1 << 16));
    }
}

#[test]
#[ignore = "runs the program in a simulator"]
fn a_long_text_in_any_case_costs_what_the_file_costs() {
    let of = |len: usize, flag: &str| {
        let bench = Bench::with("a.txt", "a".repeat(len));
        let old = "a".repeat(len / 2);
        let args = [
            "replace",
            "a.txt",
            "-n",
            "-q",
            "--no-journal",
            "--nth",
            "1",
            "--new",
            "b",
            flag,
            "--old",
            &old,
        ];
        instructions(&bench, &args)
    };
    for flag in ["--ignore-case", "--word"] {
        if let (Some(half), Some(whole)) = (of(16_000, flag), of(32_000, flag)) {
            assert!(whole <= half * 2.2, "{flag}: {half} {whole}");
        }
    }
}

/// Memory runs out at every possible moment of a commit. The status says whether files were written, and an
/// interrupted commit is completed or undone completely. Debug builds can simulate the shortage.
#[test]
fn memory_that_runs_out_in_a_commit_leaves_all_or_nothing() {
    let bench = || {
        Bench::with("a", "old a\n")
            .file("b", "old b\n")
            .file("c", "old c\n")
    };
    let batch = r#"{"edits":[{"op":"replace","path":"a","old":"old","new":"new"},
        {"op":"append","path":"b","text":"x"}, {"op":"create","path":"d/n","text":"n","parents":true},
        {"op":"remove","path":"c"}]}"#;
    let (old, new) = {
        let bench = bench();
        let old = bench.tree();
        bench.pipe(batch, ["apply", "-", "-q"]).status_is(0);
        (old, bench.tree())
    };
    let (mut count, mut seen) = (0, [0; 2]);
    loop {
        let bench = bench().env("INCISE_TEST_MEMORY_OF_A_COMMIT", count.to_string());
        let ran = bench.pipe(batch, ["apply", "-", "-q"]);
        let ended = (ran.status, ran.stderr.contains("not enough memory"));
        match ended {
            (Some(0), false) => break,
            (Some(0), true) => {
                let mut tree = bench.tree();
                tree.retain(|path, _| !path.to_string_lossy().starts_with(".incise-"));
                assert_eq!(tree, new, "{count}: {}", ran.stderr);
            }
            (Some(4), true) => assert!(ran.stderr.contains("in the middle"), "{}", ran.stderr),
            other => panic!("{count}: {other:?}: {}", ran.stderr),
        }
        let bench = bench.env("INCISE_TEST_MEMORY_OF_A_COMMIT", u64::MAX.to_string());
        bench.line("recover").status_is(0);
        let tree = bench.tree();
        assert!(tree == old || tree == new, "{count}: {tree:?}");
        seen[usize::from(ended.0 == Some(0))] += 1;
        count += 1 + count / 8;
    }
    // The shortage occurred in the middle of a commit and after its end.
    assert!(seen.iter().all(|&times| times > 0), "{seen:?}");
}

/// A limit of open files does not limit the files of a batch. If it limits directories, the message says so.
#[test]
fn more_files_than_may_be_open_are_changed_together() {
    const FILES: usize = 300;
    if !has("prlimit") {
        return;
    }
    let few = |bench: &Bench, args: &[&str], edits: &[Value]| {
        std::fs::write(
            bench.state().with_extension("edits"),
            json!({ "edits": edits }).to_string(),
        )
        .unwrap();
        let path = bench.state().with_extension("edits");
        let args = [args, &[path.to_str().unwrap()]].concat();
        watched(bench, &["prlimit", "--nofile=128"], &args)
            .output()
            .unwrap()
    };
    let of = |make: fn(usize) -> Value| (0..FILES).map(make).collect::<Vec<_>>();
    let bench = Bench::new();
    let create =
        of(|number| json!({"op": "create", "path": format!("n{number}"), "text": "old\n"}));
    let replace = of(
        |number| json!({"op": "replace", "path": format!("n{number}"), "old": "old", "new": "new"}),
    );
    for (args, edits, text) in [
        (&["apply", "-q"][..], &create, "old\n"),
        (&["apply", "-q", "--backup"], &replace, "new\n"),
    ] {
        let output = few(&bench, args, edits);
        assert!(output.status.success(), "{output:?}");
        assert!((0..FILES).all(|number| bench.text(format!("n{number}")) == text));
    }
    let mut undo = watched(&bench, &["prlimit", "--nofile=128"], &["undo", "-q"]);
    assert!(undo.status().unwrap().success());
    assert!((0..FILES).all(|number| bench.text(format!("n{number}")) == "old\n"));
    let in_place = few(&bench, &["apply", "-q", "--in-place"], &replace);
    assert!(in_place.status.success(), "{in_place:?}");

    let before = bench.tree();
    let scattered = of(
        |number| json!({"op": "create", "path": format!("d{number}/n"), "text": "", "parents": true}),
    );
    let output = few(&bench, &["apply", "-q"], &scattered);
    assert_eq!(output.status.code(), Some(4), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("Too many open files"), "{said}");
    assert!(said.contains("`ulimit -n`"), "{said}");
    assert_eq!(bench.tree(), before);
}

#[test]
fn a_result_over_the_limit_is_refused() {
    let bench = Bench::with("f", "a\n".repeat(30_000)).file("new", "b".repeat(100_000));
    bench
        .line("replace f --old a --new-file new --all")
        .fails(
            5,
            "f: a size of 3000030000 bytes exceeds the limit of 2147483648",
        )
        .says("--max-size 3000030000 allows it");
}
