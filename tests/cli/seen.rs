//! The parts of a file that a task has seen: lines that others wrote are refused until the task has seen them.

use std::fs::File;
use std::io::Write;
use std::process::Stdio;

use serde_json::json;

use crate::bench::Bench;
use crate::client::{Client, Revision, meta};

/// A hundred lines, `line 1` to `line 100`.
fn text() -> String {
    (1..=100).map(|number| format!("line {number}\n")).collect()
}

/// A bench in which task `a` has edited line 45, and task `b` has read nothing.
fn bench() -> Bench {
    let bench = Bench::with("f", text());
    edit(&bench, "a", "45").status_is(0);
    bench
}

/// Replaces the line with `new TASK LINE` as `task`.
fn edit<'b>(bench: &'b Bench, task: &str, line: &str) -> crate::bench::Ran<'b> {
    let range = format!("{line}:{line}");
    let new = format!("new {task} {line}");
    bench.run(["lines", "f", &range, "--text", &new, "--task", task])
}

/// True if `b` may not edit the line of the current text.
fn is_closed(bench: &Bench, line: &str) -> bool {
    let range = format!("{line}:{line}");
    let report = bench.line("view f --json").json();
    let hash = report["fingerprint"].as_str().unwrap();
    let lines = ["check", "lines", "f", &range, "--text", "of b"];
    let counted = ["--expect-hash", hash, "--task", "b", "-q"];
    let ran = bench.run([&lines[..], &counted].concat());
    ran.unchanged();
    match ran.status {
        Some(0) => false,
        Some(3) => true,
        other => panic!("{other:?}: {}", ran.stderr),
    }
}

/// Runs each command in a new bench, and checks whether line 45 is closed to `b` afterwards.
fn closed_after(commands: &[(&str, &str)], expected: bool) {
    for (line, input) in commands {
        let bench = bench();
        let words = shell_words::split(line).unwrap();
        bench.pipe(input, words).unheard();
        assert_eq!(is_closed(&bench, "45"), expected, "{line} {input}");
    }
}

#[test]
fn an_edit_elsewhere_does_not_open_the_lines_of_others() {
    let bench = bench();
    edit(&bench, "b", "60").status_is(0);
    edit(&bench, "b", "45").status_is(3).unchanged();
    // The line that `b` wrote is closed to `a`.
    edit(&bench, "a", "60").status_is(3).unchanged();
    edit(&bench, "a", "45").status_is(0);
}

const PATCH: &str = "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n-line 1\n+LINE 1\n line 2\n line 3\n";

#[test]
fn nothing_but_seeing_a_line_opens_it() {
    closed_after(
        &[
            ("append f --text x --task b", ""),
            ("view f 90:95 --task b", ""),
            ("view f 46:100 --task b", ""),
            ("view f", ""),
            ("view f --task c", ""),
            ("insert f --line 99 --text x --task b", ""),
            ("replace f --old 'line 44' --new x --task b", ""),
            ("replace f --old 'new a 45' --new x --task b", ""),
            ("patch --task b", PATCH),
            ("apply --task b", r#"{"op":"append","path":"f","text":"x"}"#),
            (
                "apply --task b",
                r#"{"path":"f","old_str":"line 9\n","new_str":"x\n","command":"str_replace"}"#,
            ),
            (
                "apply --task b",
                r#"{"path":"f","command":"view","view_range":[1,44]}"#,
            ),
            (
                "apply --each --task b",
                "{\"op\":\"append\",\"path\":\"f\",\"text\":\"x\"}\n",
            ),
            ("check append f --text x --task b", ""),
            ("append -n f --text x --task b --format diff", ""),
            ("check lines f 45:45 --text x --task b", ""),
            ("check lines f 44:44 --text x --task b -q", ""),
            ("check lines f 44:44 --text x --task b --context 0", ""),
            ("lines f 43:43 --text x --task b", ""),
            ("check conflicts f --task b", ""),
        ],
        true,
    );
}

#[test]
fn a_line_that_was_seen_is_open() {
    closed_after(
        &[
            ("view f --task b", ""),
            ("view f 40:50 --task b", ""),
            ("view f 45 --task b --json", ""),
            (
                "apply --task b",
                r#"{"path":"f","command":"view","view_range":[40,50]}"#,
            ),
            (
                "apply --each --task b",
                "{\"path\":\"f\",\"command\":\"view\"}\n",
            ),
            ("check lines f 44:44 --text x --task b", ""),
            ("lines -n f 48:48 --text x --task b --json", ""),
            ("lines f 43:43 --text x --task b --format diff", ""),
            ("lines f 45:45 --text x --task b --on-conflict force", ""),
        ],
        false,
    );
}

#[test]
fn a_refusal_repeated_stays_one() {
    let bench = bench();
    for _ in 0..3 {
        edit(&bench, "b", "45").status_is(3).unchanged();
    }
    let wrong = "replace f --old 'no such line' --new x --task b";
    bench.line(wrong).status_is(1).unchanged();
    edit(&bench, "b", "45").status_is(3).unchanged();
}

#[test]
fn a_skipped_step_is_skipped_again() {
    let bench = bench();
    let stream = r#"{"op":"lines","path":"f","start":45,"end":45,"text":"mine"}
{"op":"lines","path":"f","start":10,"end":10,"text":"mine"}
"#;
    let args = ["apply", "--each", "--on-conflict", "skip", "--task", "b"];
    let expected = text()
        .replace("line 45\n", "new a 45\n")
        .replace("line 10\n", "mine\n");
    bench
        .pipe(stream, args)
        .status_is(0)
        .says("warning: f: skipped: task `a` wrote line 45 in entry 1")
        .changed(&[("f", &expected)]);
    for _ in 0..2 {
        let ran = bench.pipe(stream, args);
        ran.says("warning: f: skipped: task `a` wrote line 45 in entry 1");
        ran.status_is(0).unchanged();
        ran.prints("line 1: skipped\n");
    }
}

#[test]
fn seen_lines_are_followed_through_later_edits() {
    let bench = bench();
    bench.line("view f 40:50 --task b").status_is(0);
    bench
        .line("insert f --line 0 --text 'x\ny' --task c")
        .status_is(0);
    bench.line("view f 90 --task a").status_is(0);
    edit(&bench, "a", "90").status_is(0);
    bench.line("move f g --task a").status_is(0);
    bench.line("move g f").status_is(0);
    assert!(!is_closed(&bench, "47"));
    assert!(is_closed(&bench, "1"));
    assert!(is_closed(&bench, "90"));
    // Rewritten after `b` saw it.
    edit(&bench, "a", "47").status_is(0);
    assert!(is_closed(&bench, "47"));
}

#[test]
fn writing_the_whole_text_counts_as_reading_it() {
    let bench = bench();
    let write =
        |text: &str| bench.run(["write", "f", "--overwrite", "--text", text, "--task", "b"]);
    write(&text().replace("line 1\n", "LINE 1\n"))
        .status_is(3)
        .unchanged();
    let with_theirs = text().replace("line 45\n", "new a 45\n");
    write(&with_theirs.replace("line 1\n", "LINE 1\n")).status_is(0);
    assert!(!is_closed(&bench, "45"));
    edit(&bench, "a", "46").status_is(0);
    assert!(is_closed(&bench, "46"));
}

#[test]
fn a_file_is_not_removed_or_replaced_over_lines_that_were_not_seen() {
    let whole = serde_json::to_string(&text()).unwrap();
    let make =
        format!(r#"[{{"op":"remove","path":"f"}},{{"op":"create","path":"f","text":{whole}}}]"#);
    for (args, input) in [
        (&["remove", "f", "--task", "b"][..], ""),
        (
            &["patch", "--task", "b"],
            "*** Begin Patch\n*** Delete File: f\n*** End Patch\n",
        ),
        (&["apply", "--task", "b"], &make),
        (
            &["apply", "--task", "b"],
            r#"[{"op":"remove","path":"f"},{"op":"move","path":"g","to":"f"}]"#,
        ),
    ] {
        let bench = bench().file("g", "g\n");
        edit(&bench, "b", "60").status_is(0);
        bench.pipe(input, args).status_is(3).unchanged();
        bench.line("view f --task b").status_is(0);
        bench.pipe(input, args).status_is(0);
    }
}

#[test]
fn the_beginning_of_a_long_file_is_not_all_of_it() {
    let long: String = (1..=3000)
        .map(|number| format!("line {number}\n"))
        .collect();
    let bench = Bench::with("f", &long);
    edit(&bench, "a", "45").status_is(0);
    edit(&bench, "a", "2500").status_is(0);
    bench.line("view f --task b").status_is(0);
    assert!(!is_closed(&bench, "45"));
    assert!(is_closed(&bench, "2500"));
    bench.line("view f --full --task b").status_is(0);
    assert!(!is_closed(&bench, "2500"));
}

#[test]
fn a_check_records_nothing_if_no_other_task_wrote() {
    let bench = Bench::with("f", text()).directory("home");
    let state = bench.path().join("home/state");
    let bench = bench.env("INCISE_STATE_DIR", state.as_os_str());
    edit(&bench, "a", "45").status_is(0);
    for task in ["a", "b"] {
        let args = [
            "check", "lines", "f", "10:10", "--text", "x", "--task", task,
        ];
        bench.run(args).status_is(0).unchanged();
    }
}

#[test]
fn a_view_over_mcp_counts_as_reading_the_shown_lines() {
    let bench = bench();
    let mut client = Client::new(&bench, Revision::Of2025, &["--task", "b"]);
    client
        .call("read_lines", json!({"path": "f", "start": 46, "end": 60}))
        .done();
    assert!(is_closed(&bench, "45"));
    let lines =
        json!({"edits": [{"op": "lines", "path": "f", "start": 45, "end": 45, "text": "x"}]});
    client.call("edit", lines.clone()).refused("conflict");
    client.call("edit", lines.clone()).refused("conflict");
    client
        .call("read_lines", json!({"path": "f", "start": 40, "end": 50}))
        .done();
    client.call("edit", lines).done();
    drop(client);
    let bench = self::bench();
    let mut client = Client::new(&bench, Revision::Of2025, &["--read-only", "--task", "b"]);
    client.call("read_lines", json!({"path": "f"})).done();
    assert!(is_closed(&bench, "45"));
    let mut client = Client::new(
        &bench,
        Revision::Of2025,
        &["--profile", "filesystem", "--task", "b"],
    );
    client
        .call("read_text_file", json!({"path": "f", "tail": 10}))
        .done();
    assert!(is_closed(&bench, "45"));
    client
        .call("read_text_file", json!({"path": "f", "head": 45}))
        .done();
    assert!(!is_closed(&bench, "45"));
}

#[test]
fn creating_another_file_is_not_reading_the_restored_one() {
    let bench = Bench::new();
    bench
        .pipe(
            text(),
            ["create", "f", "--text-file", "-", "--task", "a", "-q"],
        )
        .status_is(0);
    bench.line("remove f -q").status_is(0);
    bench.line("create f --text other --task b -q").status_is(0);
    bench.line("undo -q").status_is(0);
    bench.line("undo 2 -q").status_is(0);
    assert!(is_closed(&bench, "45"));
}

#[test]
fn removing_a_file_counts_as_reading_all_of_it() {
    let bench = bench();
    bench.line("view f --task b").succeeds();
    bench.line("remove f --task b -q").status_is(0);
    bench.line("undo -q").status_is(0);
    assert!(!is_closed(&bench, "45"));
}

/// File `f`, created by task `a`, is moved away and back. In between, another file has its name.
fn away_and_back(between: &[&[&str]]) -> Bench {
    let bench = Bench::new();
    bench
        .pipe(
            text(),
            ["create", "f", "--text-file", "-", "--task", "a", "-q"],
        )
        .status_is(0);
    bench.line("remove f -q").status_is(0);
    for command in between {
        bench.run(*command).succeeds();
    }
    bench.line("undo 2 -q").status_is(0);
    bench
}

#[test]
fn reading_another_file_of_the_same_name_does_not_count() {
    // Neither reading nor writing that other file counts.
    let bench = away_and_back(&[
        &["create", "f", "--text", "other", "-q"],
        &["view", "f", "--task", "b"],
        &["undo", "-q"],
    ]);
    assert!(is_closed(&bench, "45"));
    let bench = away_and_back(&[
        &["create", "g", "--text", "other", "-q"],
        &["move", "g", "f", "-q"],
        &["view", "f", "--task", "b"],
        &["undo", "-q"],
    ]);
    assert!(is_closed(&bench, "45"));
    let bench = away_and_back(&[
        &["create", "f", "--text", "other", "--task", "c", "-q"],
        &["move", "f", "g", "-q"],
        &[
            "lines",
            "g",
            "1",
            "--text",
            "b",
            "--task",
            "b",
            "--on-conflict",
            "force",
            "-q",
        ],
    ]);
    assert!(is_closed(&bench, "45"));
    let log = bench.line("log --path f");
    log.succeeds();
    let entries = log.stdout.lines().map(|line| line.split(' ').next());
    assert_eq!(entries.flatten().collect::<Vec<_>>(), ["6", "2", "1"]);
}

/// The first line begins after the byte-order mark.
#[test]
fn removed_lines_after_a_byte_order_mark_belong_to_no_task() {
    let bench = Bench::with("f", "\u{feff}one\ntwo\nthree\nfour\n");
    bench.line("lines f 2 --text TWO --task a -q").status_is(0);
    bench.line("lines f 1:3 --text '' -q").status_is(0);
    bench.line("lines f 1 --text FOUR --task b -q").status_is(0);
}

#[test]
fn a_copy_is_its_maker_s() {
    let bench = Bench::with("f", text());
    let patch = "diff --git a/f b/g\nsimilarity index 100%\ncopy from f\ncopy to g\n";
    bench
        .pipe(patch, ["patch", "-", "--task", "c", "-q"])
        .status_is(0);
    for (task, status) in [("c", 0), ("b", 3)] {
        bench
            .run([
                "check", "lines", "g", "45", "--text", "x", "--task", task, "-q",
            ])
            .status_is(status)
            .unchanged()
            .unheard();
    }
}

#[test]
fn a_file_that_is_made_where_another_one_was_begins_anew_whatever_was_undone_since() {
    let bench = bench();
    // An older edit of another file is undone later.
    bench.line("create g --text x -q").status_is(0);
    bench.line("append g --text y -q").status_is(0);
    bench.line("move f h -q").status_is(0);
    bench
        .pipe(text(), ["create", "f", "--text-file", "-", "-q"])
        .status_is(0);
    bench.line("undo 3 -q").status_is(0);
    assert!(!is_closed(&bench, "45"));
}

/// Runs the program as task `b` with standard output at `stdout`, and returns its status.
fn status_at(bench: &Bench, (args, stdin): (&[&str], &str), stdout: impl Into<Stdio>) -> i32 {
    let mut command = bench.command();
    command.args(args).env("INCISE_TASK", "b");
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(stdout)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(stdin.as_bytes())
        .unwrap();
    child.wait().unwrap().code().unwrap()
}

#[test]
fn output_that_could_not_be_printed_does_not_count_as_read() {
    let view = r#"{"command":"view","path":"f"}"#;
    let dry = r#"{"op":"lines","path":"f","start":46,"end":46,"text":"x","dry_run":true}"#;
    let calls: [(&[&str], &str); 6] = [
        (&["view", "f"], ""),
        (&["view", "f", "--json"], ""),
        (&["apply"], view),
        (&["apply", "--each"], view),
        (&["check", "lines", "f", "46", "--text", "x"], ""),
        (&["apply", "--each", "--format", "diff"], dry),
    ];
    for call in calls {
        let bench = bench();
        if let Ok(full) = File::options().write(true).open("/dev/full") {
            assert_eq!(status_at(&bench, call, full), 4, "{call:?}");
            assert!(is_closed(&bench, "45"), "{call:?}");
        }
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        assert_eq!(status_at(&bench, call, writer), 0, "{call:?}");
        assert!(is_closed(&bench, "45"), "{call:?}");
        assert_eq!(status_at(&bench, call, Stdio::null()), 0, "{call:?}");
        assert!(!is_closed(&bench, "45"), "{call:?}");
    }
}

#[test]
fn an_answer_that_the_client_does_not_get_was_not_seen() {
    for is_read in [true, false] {
        let bench = bench();
        let (reader, writer) = std::io::pipe().unwrap();
        let reader = Some(reader).filter(|_| is_read);
        let mut server = bench.command();
        let mut server = server
            .args(["mcp", "--root", ".", "--task", "b"])
            .stdin(Stdio::piped())
            .stdout(writer)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let call = json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": { "name": "read_lines", "arguments": { "path": "f" }, "_meta": meta("2026-07-28") },
        });
        let mut input = server.stdin.take().unwrap();
        writeln!(input, "{call}").unwrap();
        drop(input);
        server.wait().unwrap();
        drop(reader);
        assert_eq!(is_closed(&bench, "45"), !is_read);
    }
}

#[test]
fn line_numbers_of_an_earlier_text_are_refused_whoever_changed_it() {
    let bench = Bench::with("f", "1\n2\n3\n4\n");
    bench.line("view f --task a").status_is(0);
    std::fs::write(bench.path().join("f"), "1\nN\n2\n3\n4\n").unwrap();
    edit(&bench, "a", "4").status_is(3).unchanged();
    bench.line("view f --task a").status_is(0);
    edit(&bench, "a", "4").status_is(0);
}

/// The task has not seen the line that another task added, although it has edited or read other lines since.
#[test]
fn line_numbers_are_those_of_the_text_in_which_the_lines_were_seen() {
    let text: String = (1..=20).map(|line| format!("{line}\n")).collect();
    for between in ["replace f --old 17 --new XVII", "view f 15:18"] {
        let bench = Bench::with("f", &text);
        bench.line("view f 1:5 --task a").status_is(0);
        bench
            .line("insert f --line 0 --text top --task b")
            .status_is(0);
        bench.line(&format!("{between} --task a")).status_is(0);
        bench
            .line("lines f 3 --text NEW --task a")
            .status_is(3)
            .unchanged();
        if between.starts_with("view") {
            bench.line("lines f 16 --text NEW --task a").status_is(0);
        }
        bench.line("view f 1:5 --task a").status_is(0);
        bench.line("lines f 4 --text NEW --task a").status_is(0);
    }
}
