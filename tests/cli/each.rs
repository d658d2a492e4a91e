//! Streams: one transaction, or one per element.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::bench::Bench;
use crate::notation::rows;

const STREAM: &str = concat!(
    r#"{"path":"a.txt","old_string":"one","new_string":"1"}"#,
    "\n\n",
    r#"{"path":"a.txt","old_string":"nowhere","new_string":"x"}"#,
    "\n",
    r#"{"op":"append","path":"b.txt","text":"b"}"#,
    "\n",
);

#[test]
fn lines_are_one_transaction_and_errors_name_the_line() {
    let bench = Bench::with("a.txt", "one\n");
    bench
        .pipe(STREAM, ["apply"])
        .fails(
            1,
            "incise: a.txt: line 3 of the request: `nowhere` is not in the file\n",
        )
        .says("nothing was written");
    let error = bench.pipe(STREAM, ["apply", "--json"]).json()["error"].clone();
    assert_eq!(
        (&error["edit"], &error["request_line"]),
        (&2.into(), &3.into())
    );
    let good = STREAM.replace("nowhere", "1");
    bench
        .pipe(good, ["apply", "-q"])
        .edits(&[("a.txt", "x\n"), ("b.txt", "b\n")]);
}

#[test]
fn a_line_that_cannot_be_read_is_named() {
    let bench = Bench::with("a.txt", "one\n");
    let first = r#"{"op":"append","path":"a.txt","text":"x"}"#;
    for [second, message] in rows(
        r#"
        {"op": | line 2 of the request: it is not valid JSON:\s
        {} {} | line 2 of the request: it is not valid JSON: trailing characters
        {"op":"append","path":"a.txt"} | line 2 of the request: the request has no `text`
        {"op":"append","path":"a.txt","text":3} | line 2 of the request: `text` is a number
        {"old_string":"x","new_string":"y"} | line 2 of the request: the request has no `path`
        {"command":"undo_edit","path":"a.txt"} | line 2 of the request: the request asks for `undo`
        "#,
    ) {
        let ran = bench.pipe(format!("{first}\n{second}\n{first}\n"), ["apply"]);
        ran.fails(2, message).says("\nhint: ");
    }
}

#[test]
fn each_element_is_a_separate_transaction_with_one_report_line() {
    let bench = Bench::with("a.txt", "one\n");
    let ran = bench.pipe(STREAM, ["apply", "--each"]);
    ran.status_is(1)
        .prints("line 1: a.txt: line 1; +1 -1\n")
        .prints("line 4: created b.txt: +1\n")
        .says("incise: a.txt: line 3 of the request: `nowhere` is not in the file\n")
        .changed(&[("a.txt", "1\n"), ("b.txt", "b\n")]);
    let list = format!(
        "[{}]",
        STREAM.trim().replace("\n\n", "\n").replace('\n', ",")
    );
    let bench = Bench::with("a.txt", "one\n");
    let ran = bench.pipe(&list, ["apply", "--each", "--json"]);
    ran.status_is(1)
        .changed(&[("a.txt", "1\n"), ("b.txt", "b\n")]);
    let reports: Vec<Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let done: Vec<_> = reports
        .iter()
        .map(|report| report["ok"].as_bool().unwrap())
        .collect();
    assert_eq!(done, [true, false, true]);
    assert_eq!(reports[0]["undo"], "1");
    assert_eq!(reports[2]["undo"], "2");
}

#[test]
fn the_status_is_the_worst_and_a_bad_line_does_not_end_the_stream() {
    let bench = Bench::with("a.txt", "one\n");
    let stream = concat!(
        r#"{"op":"replace","path":"a.txt","old":"x","new":"y"}"#,
        "\n{\n",
        r#"{"op":"append","path":"../a.txt","text":"x"}"#,
        "\n",
        r#"{"op":"append","path":"a.txt","text":"end"}"#,
        "\n",
    );
    bench
        .pipe(stream, ["apply", "--each"])
        .status_is(5)
        .says("line 2 of the request: it is not valid JSON")
        .says("line 3 of the request: the path leads outside the root")
        .prints("line 4: a.txt: appended at 2; +1\n")
        .changed(&[("a.txt", "one\nend\n")]);
    bench
        .pipe("--- a/a.txt\n+++ b/a.txt\n", ["apply", "--each"])
        .fails(2, "malformed diff");
    for blocks in [
        "a.txt\n<<<<<<< SEARCH\none\n=======\n1\n>>>>>>> REPLACE\n",
        "```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+1\n```\n",
    ] {
        let bench = Bench::with("a.txt", "one\n");
        bench
            .pipe(blocks, ["apply", "-q"])
            .edits(&[("a.txt", "1\n")]);
    }
    bench.pipe("[]", ["apply", "--each"]).fails(2, "no edits");
    bench
        .pipe("", ["apply", "--each"])
        .fails(2, "the request is empty");
}

#[test]
fn each_may_look_and_undo_and_answers_calls() {
    let bench = Bench::with("a.txt", "one\n");
    let stream = concat!(
        r#"{"command":"str_replace","path":"a.txt","old_str":"one","new_str":"1"}"#,
        "\n",
        r#"{"command":"view","path":"a.txt"}"#,
        "\n",
        r#"{"command":"undo_edit","path":"a.txt"}"#,
        "\n",
        r#"{"call_id":"c","operation":{"type":"create_file","path":"b.txt","diff":"+b"}}"#,
        "\n",
    );
    bench
        .pipe(stream, ["apply", "--each"])
        .status_is(0)
        .prints("line 1: a.txt:")
        .prints("     1\t1\n")
        .prints("line 3: a.txt:")
        .prints("apply_patch_call_output")
        .changed(&[("b.txt", "b\n")]);
}

#[test]
fn a_dry_run_of_each_writes_nothing() {
    let bench = Bench::with("a.txt", "one\n");
    let stream = STREAM.replace("nowhere", "one");
    bench
        .pipe(&stream, ["check", "apply", "--each"])
        .status_is(0)
        .prints("would edit a.txt")
        .says("warning: b.txt: the file did not exist")
        .unchanged();
}

#[test]
fn conflicting_edits_may_be_skipped() {
    let bench = Bench::with("a.txt", "one\ntwo\nthree\nfour\nfive\nsix\n");
    bench
        .line("replace a.txt --old two --new 2 --task t1 -q")
        .done("", &[("a.txt", "one\n2\nthree\nfour\nfive\nsix\n")]);
    let stream = concat!(
        r#"{"op":"replace","path":"a.txt","old":"2","new":"zwei"}"#,
        "\n",
        r#"{"op":"replace","path":"a.txt","old":"six","new":"6"}"#,
        "\n",
    );
    bench
        .pipe(stream, ["apply", "--each", "--task", "t2", "-n"])
        .status_is(3)
        .prints("line 2: dry run, nothing written")
        .unchanged();
    bench
        .pipe(stream, ["apply", "--on-conflict", "skip", "--task", "t2"])
        .fails(2, "incise apply --each --on-conflict skip");
    let ran = bench.pipe(
        stream,
        [
            "apply",
            "--each",
            "--on-conflict",
            "skip",
            "--task",
            "t2",
            "-n",
            "--json",
        ],
    );
    let first: Value = serde_json::from_str(ran.stdout.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&first["ok"], &first["skipped"], &first["changed"]),
        (&true.into(), &true.into(), &false.into())
    );
    assert_eq!(first["warnings"][0]["code"], "skipped");
    ran.status_is(0).unchanged();
    bench
        .pipe(
            stream,
            ["apply", "--each", "--on-conflict", "skip", "--task", "t2"],
        )
        .status_is(0)
        .prints("line 1: skipped\n")
        .says("task `t1` wrote line 2")
        .prints("line 2: a.txt:")
        .changed(&[("a.txt", "one\n2\nthree\nfour\nfive\n6\n")]);
}

/// Edits in a stream do not show its task what others wrote. Lines that the stream wrote belong to its task.
#[test]
fn an_edit_of_the_stream_does_not_open_the_lines_of_others() {
    let stream = r#"{"op":"replace","path":"a.txt","old":"2","new":"II"}
{"op":"replace","path":"a.txt","old":"six","new":"6"}
{"op":"replace","path":"a.txt","old":"2","new":"zwei"}
{"op":"replace","path":"a.txt","old":"6","new":"VI"}
"#;
    for (choice, status) in [("skip", 0), ("refuse", 3)] {
        let bench = Bench::with("a.txt", "one\ntwo\nthree\nfour\nfive\nsix\n");
        bench
            .line("replace a.txt --old two --new 2 --task t1")
            .status_is(0);
        let args = ["apply", "--each", "--task", "t2", "--on-conflict", choice];
        bench
            .pipe(stream, args)
            .status_is(status)
            .prints("a.txt: line 6; +1 -1\n")
            .says("task `t1` wrote line 2 in entry 1")
            .changed(&[("a.txt", "one\n2\nthree\nfour\nfive\nVI\n")]);
    }
}

#[test]
fn an_exported_log_is_replayed_entry_by_entry() {
    let bench = Bench::with("a.txt", "one\n")
        .file("w/a.txt", "one\n")
        .directory("w/.git");
    bench.line("append a.txt --text two -q").status_is(0);
    bench.line("append a.txt --text three -q").status_is(0);
    let exported = bench.line("log --export").stdout.clone();
    bench
        .pipe(&exported, ["apply", "--each", "--root", "w"])
        .edits(&[("w/a.txt", "one\ntwo\nthree\n")]);
}

/// A stream that stays open, and is answered element by element.
struct Stream {
    child: Child,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Stream {
    fn open(bench: &Bench, args: &[&str]) -> Self {
        let mut child = bench
            .command()
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, answers }
    }

    /// Sends one more edit, and returns its report.
    fn replace(&mut self, old: &str, new: &str) -> Value {
        let element = json!({"op": "replace", "path": "a.txt", "old": old, "new": new});
        let input = self.child.stdin.as_mut().unwrap();
        writeln!(input, "{element}").unwrap();
        let answer = self.answers.next().unwrap().unwrap();
        serde_json::from_str(&answer).unwrap()
    }

    fn end(mut self) {
        drop(self.child.stdin.take());
        self.child.wait().unwrap();
    }
}

/// A caller may wait for each answer before sending more.
#[test]
fn every_element_is_answered_before_the_next_one_comes() {
    let bench = Bench::with("a.txt", "one\n");
    let mut stream = Stream::open(&bench, &["apply", "--each", "--json"]);
    for (old, new) in [("one", "two"), ("two", "three"), ("three", "four")] {
        assert_eq!(stream.replace(old, new)["ok"], true);
        assert_eq!(bench.text("a.txt"), format!("{new}\n"));
    }
    assert_eq!(stream.replace("nowhere", "x")["error"]["request_line"], 4);
    stream.end();
    // A single edit is also a stream.
    let edit = r#"{"op":"append","path":"a.txt","text":"end"}"#;
    bench
        .pipe(edit, ["apply", "--each"])
        .status_is(0)
        .prints("line 1: a.txt:");
}

/// A process must not rely on what it learned about the journal from earlier elements.
#[test]
fn a_stream_sees_writes_of_others_between_its_elements() {
    let bench = Bench::with("a.txt", "one\ntwo\nthree\nfour\n");
    let run = |args: &[&str]| {
        bench.run(args).status_is(0);
    };
    let mut stream = Stream::open(&bench, &["apply", "--each", "--json", "--task", "mine"]);
    let mut edit = |old: &str, new: &str, code: &str| {
        let report = stream.replace(old, new);
        let found = report["error"]["code"].as_str().unwrap_or("done");
        assert_eq!(found, code, "{old} {new}: {report}");
    };
    edit("one", "1", "done");
    edit("1", "I", "done");
    // Edits without a task conflict with nobody.
    run(&["replace", "a.txt", "--old", "four", "--new", "4"]);
    edit("4", "IV", "done");
    run(&[
        "replace", "a.txt", "--old", "two", "--new", "2", "--task", "other",
    ]);
    edit("2", "II", "conflict");
    edit("I\n", "one\n", "done");
    // After the task has read the whole file, there is no conflict.
    run(&["view", "a.txt", "--task", "mine"]);
    edit("2", "II", "done");
    edit("II", "2", "done");
    run(&[
        "replace", "a.txt", "--old", "three", "--new", "3", "--task", "third",
    ]);
    edit("3", "drei", "conflict");
    run(&["undo", "--task", "third"]);
    edit("three", "drei", "done");
    run(&["move", "a.txt", "b.txt", "--task", "other"]);
    run(&["create", "a.txt", "--text", "two\n", "--task", "other"]);
    edit("two", "zwei", "conflict");
    stream.end();
}

/// An anchor next to our fields, or next to fields of a third tool, belongs to no known payload.
#[test]
fn anchors_of_other_tools_among_other_fields_are_refused_by_name() {
    let bench = Bench::with("a.txt", "one\ntwo\nthree\n");
    for payload in [
        r#"{"path":"a.txt","edits":[{"old_string":"two","new_string":"x","anchor":"2:a3"}]}"#,
        r#"{"edits":[{"op":"replace","path":"a.txt","pos":"2#ZP","lines":["x"]}]}"#,
        r#"{"op":"lines","path":"a.txt","anchor":"2:a3","text":"x"}"#,
    ] {
        bench
            .pipe(payload, ["apply"])
            .fails(2, "names lines in the way of another tool");
    }
    for payload in ["[a.txt#1F2A]\n", "[1]\nDEL 2\n"] {
        let ran = bench.pipe(payload, ["apply"]);
        assert!(!ran.status_is(2).unchanged().stderr.contains("hashline"));
    }
}
