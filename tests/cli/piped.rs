//! Requests on standard input for a command without arguments, and edits whose fields determine the operation.

use std::io::{BufRead, BufReader, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Child, Stdio};

use crate::bench::Bench;
use crate::notation::rows;

const TEXT: &str = "a\nb\n";

/// Every call that reads a request, the request, and the resulting file.
#[test]
fn a_command_that_is_given_nothing_reads_its_request() {
    let replace = r#"{"path":"f","old":"a","new":"A"}"#;
    let diff = r#"{"diff":"--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n"}"#;
    for (words, request, text) in [
        (&["replace"][..], replace, "A\nb\n"),
        (&["replace", "-"], replace, "A\nb\n"),
        (&["replace", "--json"], replace, "A\nb\n"),
        (&["replace", "--from-json"], replace, "A\nb\n"),
        (
            &["replace", "f", "--from-json"],
            r#"{"old":"a","new":"A"}"#,
            "A\nb\n",
        ),
        (
            &["insert", "-"],
            r#"{"path":"f","line":1,"text":"x"}"#,
            "a\nx\nb\n",
        ),
        (&["append"], r#"{"path":"f","text":"x"}"#, "a\nb\nx\n"),
        (
            &["lines", "-q"],
            r#"{"path":"f","start":1,"text":"x"}"#,
            "x\nb\n",
        ),
        (
            &["write"],
            r#"{"path":"f","text":"x\n","overwrite":true}"#,
            "x\n",
        ),
        (&["patch"], diff, "A\nb\n"),
        (&["patch", "-"], diff, "A\nb\n"),
    ] {
        Bench::with("f", TEXT)
            .pipe(request, words)
            .edits(&[("f", text)]);
    }
    let made = Bench::new();
    made.pipe(r#"{"path":"n","text":"x\n"}"#, ["create", "-q"])
        .edits(&[("n", "x\n")]);
}

#[test]
fn check_alone_reads_a_request_of_any_kind() {
    let bench = Bench::with("f", TEXT);
    let request = r#"{"op":"append","path":"f","text":"x"}"#;
    for words in [&["check"][..], &["check", "--json"], &["check", "replace"]] {
        let ran = bench.pipe(request, words);
        ran.unchanged();
        if words.len() == 2 && words[1] == "replace" {
            ran.status_is(2).says("the command is `replace`");
        } else {
            ran.status_is(0);
        }
    }
}

/// Each command reads the payloads of other tools that express its operation.
#[test]
fn other_vocabularies_are_read_by_their_command() {
    let payload = r#"{"path":"f","old_text":"a","new_text":"A"}"#;
    Bench::with("f", TEXT)
        .pipe(payload, ["replace", "-q"])
        .edits(&[("f", "A\nb\n")]);
    Bench::with("f", TEXT)
        .pipe(
            r#"{"old_string":"a","new_string":"A"}"#,
            ["replace", "f", "--from-json", "-", "-q"],
        )
        .edits(&[("f", "A\nb\n")]);
    let ran = Bench::with("f", TEXT);
    let ran = ran.pipe(payload, ["append"]);
    ran.fails(2, "the request is `replace`, but the command is `append`")
        .says("`incise apply`");
    let other = Bench::with("f", TEXT).file("g", TEXT);
    other
        .pipe(payload, ["replace", "g", "--from-json", "-"])
        .fails(2, "the request is for `f`, and the command line names `g`");
    let stray = Bench::with("f", TEXT);
    stray
        .pipe(r#"{"path":"f","old":"a","new_text":"A"}"#, ["replace"])
        .fails(2, "unknown field `new_text`");
}

#[test]
fn empty_standard_input_is_reported() {
    let bench = Bench::with("f", TEXT);
    bench
        .line("replace")
        .refused(2, "incise: no PATH is given, and standard input is empty\nhint: `incise replace PATH... --old TEXT --new TEXT [FLAGS]`, or a request as JSON on standard input\n");
    let mut command = bench.command();
    command.arg("replace").stdin(Stdio::null());
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("standard input is empty"),
        "{output:?}"
    );
    bench.pipe("x", ["append", "f"]).fails(2, "--text-file -");
    bench.pipe("x", ["create", "n"]).fails(2, "--text-file -");
    bench
        .pipe("not JSON", ["replace"])
        .fails(2, "not valid JSON");
    bench
        .pipe(
            r#"{"path":"f","diff":"--- a/f\n"}"#,
            ["patch", "--mode", "tolerant"],
        )
        .fails(2, "standard input is a JSON request");
}

/// Waits for the line on standard error, then sends `document`. The child must succeed.
fn answers_after_telling(mut child: Child, mut input: impl Write, named: &str, document: &str) {
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    assert_eq!(
        line,
        format!("incise: reading a {named} from standard input\n")
    );
    input.write_all(document.as_bytes()).unwrap();
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_silent_open_standard_input_is_reported() {
    let replace = r#"{"op":"replace","path":"f","old":"a","new":"A"}"#;
    let diff = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n";
    for (word, named, document) in [
        ("replace", "request", replace),
        ("apply", "request", replace),
        ("patch", "diff", diff),
    ] {
        let bench = Bench::with("f", TEXT);
        let mut command = bench.command();
        command.args([word, "-q"]);
        command.stdin(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take().unwrap();
        answers_after_telling(child, input, named, document);
        assert_eq!(bench.text("f"), "A\nb\n");
    }
    let bench = Bench::with("f", TEXT);
    let (ours, theirs) = UnixStream::pair().unwrap();
    let mut command = bench.command();
    command.args(["replace", "-q"]);
    command
        .stdin(Stdio::from(OwnedFd::from(theirs)))
        .stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    // The command holds the other end of the socket.
    drop(command);
    answers_after_telling(child, ours, "request", replace);
    assert_eq!(bench.text("f"), "A\nb\n");
}

/// Tests all inputs that accept edits as JSON.
#[test]
fn fields_that_mean_one_thing_need_no_operation() {
    for [request, text] in rows(
        r#"
        {"path":"f","old":"a","new":"A"} | A\nb\n
        {"path":"f","old":"a","new":"A","match":"exact"} | A\nb\n
        [{"path":"f","old":"a","new":"A"}] | A\nb\n
        {"edits":[{"path":"f","old":"a","new":"A"}]} | A\nb\n
        {"path":"f","edits":[{"old":"a","new":"A"},{"start":2,"text":"B"}]} | A\nB\n
        {"edits":{"path":"f","old":"a","new":"A"}} | A\nb\n
        {"edits":"[{\"path\":\"f\",\"old\":\"a\",\"new\":\"A\"}]"} | A\nb\n
        {"path":"f","after":"a","text":"x"} | a\nx\nb\n
        "#,
    ) {
        let bench = Bench::with("f", TEXT);
        bench.pipe(request, ["apply", "-q"]).edits(&[("f", text)]);
    }
    for (request, says) in [
        (r#"{"path":"f","text":"x"}"#, "has no `op`"),
        (r#"{"path":"f","old":"a"}"#, "has no `op`"),
        (
            r#"{"path":"f","edits":[{"path":"g","old":"a","new":"A"}]}"#,
            "edit 1 names `g`, and `f` is named too",
        ),
        (
            r#"{"path":"f","old":"a","new":"A","before":"b","text":"x"}"#,
            "has no `op`",
        ),
    ] {
        Bench::with("f", TEXT)
            .pipe(request, ["apply"])
            .fails(2, says);
    }
}
