//! `incise mcp`: conversations in both revisions of the protocol, without a network.

use std::fs::{self, File};

use rustix::fs::{FlockOperation, flock};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::bench::Bench;
use crate::client::{Client, Revision, greeting, meta};

const BOTH: [Revision; 2] = [Revision::Of2025, Revision::Of2026];

fn replace(path: &str, old: &str, new: &str) -> Value {
    json!({ "edits": [{ "op": "replace", "path": path, "old": old, "new": new }] })
}

#[test]
fn an_edit_is_made_and_reported() {
    for revision in BOTH {
        let bench = Bench::with("a.txt", "one\r\ntwo\r\n");
        let mut client = Client::new(&bench, revision, &[]);
        let answer = client.call("edit", replace("a.txt", "two", "2")).done();
        assert_eq!(answer.text, "a.txt: line 2; +1 -1\n");
        assert_eq!(answer.structured["files"][0]["sites"][0]["tier"], "exact");
        assert_eq!(answer.structured["undo"], "1");
        assert_eq!(bench.text("a.txt"), "one\r\n2\r\n");
        let (rest, status) = client.close();
        assert!(rest.is_empty() && status.success());
    }
}

/// A call is the same edit as on the command line: same bytes, same report. Only the names of flags differ.
#[test]
fn the_report_is_that_of_the_command_line() {
    for (old, new) in [("two", "2"), ("o", "0"), ("three", "3"), ("2", "two")] {
        let (shell, server) = (
            Bench::with("a.txt", "one\ntwo\n"),
            Bench::with("a.txt", "one\ntwo\n"),
        );
        let words = [
            "replace", "a.txt", "--old", old, "--new", new, "--json", "--root", ".",
        ];
        let ran = shell.run(words);
        let answer =
            Client::new(&server, Revision::Of2025, &[]).call("edit", replace("a.txt", old, new));
        assert_eq!(shell.tree(), server.tree());
        assert_eq!(answer.is_error, ran.status != Some(0));
        let (mut typed, mut called) = (ran.json(), answer.structured);
        for report in [&mut typed, &mut called] {
            if let Some(error) = report.get_mut("error").and_then(Value::as_object_mut) {
                error.remove("hint");
                error.remove("retry");
            }
        }
        assert_eq!(typed, called);
    }
}

#[test]
fn a_refusal_is_an_answer_with_the_error_and_a_hint() {
    let outside = tempfile::NamedTempFile::new().unwrap();
    let outside = outside.path().to_str().unwrap();
    for revision in BOTH {
        let bench = Bench::with("a.txt", "one\none\n")
            .file(".git/config", "[core]\n")
            .link("out", "/etc")
            .link("leaf", outside);
        let before = bench.tree();
        let mut client = Client::new(&bench, revision, &[]);
        let cases = [
            (replace("a.txt", "one", "1"), "ambiguous"),
            (replace("a.txt", "two", "2"), "not_found"),
            (replace("b.txt", "two", "2"), "missing"),
            (replace("../a.txt", "one", "1"), "outside_root"),
            (replace(outside, "one", "1"), "outside_root"),
            (replace("out/passwd", "root", "toor"), "outside_root"),
            (replace("leaf", "one", "1"), "outside_root"),
            (replace(".git/config", "core", "x"), "protected"),
            (replace("a.txt", "", "1"), "bad_request"),
            (json!({}), "bad_request"),
            (json!({ "edits": [] }), "bad_request"),
            (json!({ "edits": "x" }), "bad_request"),
            (json!({ "edit": [] }), "bad_request"),
            (
                json!({ "edits": [{ "op": "append", "path": "a.txt", "old": "x", "text": "y" }] }),
                "mixed_modes",
            ),
        ];
        for (arguments, code) in cases {
            client.call("edit", arguments).refused(code);
        }
        let ambiguous = client.call("edit", replace("a.txt", "one", "1"));
        assert!(
            ambiguous
                .text
                .starts_with("incise: a.txt: `one` matches 2 places; exactly 1 is needed\n"),
            "{}",
            ambiguous.text
        );
        assert!(
            ambiguous.text.ends_with(
                "hint: add a line of context to \"old\", or \"pick\": 1 or \"site\": \"ID\" for one place, or \
                 \"pick\": \"all\" for every one\n"
            ),
            "{}",
            ambiguous.text
        );
        assert_eq!(bench.tree(), before);
    }
}

#[test]
fn one_edit_of_a_batch_that_is_refused_refuses_all() {
    let bench = Bench::with("a.txt", "one\n").file("b.txt", "two\n");
    let before = bench.tree();
    let mut client = Client::new(&bench, Revision::Of2025, &[]);
    let edits = json!({ "edits": [
        { "op": "replace", "path": "a.txt", "old": "one", "new": "1" },
        { "op": "replace", "path": "b.txt", "old": "three", "new": "3" },
    ] });
    let answer = client.call("edit", edits).refused("not_found");
    assert_eq!(answer.structured["error"]["edit"], 2);
    assert_eq!(bench.tree(), before);
}

#[test]
fn the_conflicts_in_a_file_are_solved() {
    let marked = |solved: &str| {
        format!("{solved}end\n<<<<<<< a\nx = 1\n||||||| b\nx = 0\n=======\nx = 2\n>>>>>>> c\n")
    };
    let words = "<<<<<<< a\nf(a, c)\n||||||| b\nf(a, b)\n=======\ng(a, b)\n>>>>>>> c\n";
    let bench = Bench::with("f", marked(words));
    let mut client = Client::new(&bench, Revision::Of2025, &[]);
    let solve = json!({ "op": "merge", "path": "f", "solve": true });
    let ask = |fields: Value| {
        let mut edit = solve.clone();
        let more = fields.as_object().cloned().unwrap_or_default();
        edit.as_object_mut().unwrap().extend(more);
        json!({ "edits": [edit] })
    };
    client
        .call("edit", ask(json!({})))
        .refused("merge_conflict");
    assert_eq!(bench.text("f"), marked(words));
    let partly = client.call("edit", ask(json!({ "partial": true })));
    assert_eq!(partly.structured["asides"][0]["hunks"], 1);
    assert!(partly.is_error);
    assert_eq!(bench.text("f"), marked("g(a, c)\n"));
    let whole = client
        .call("edit", ask(json!({ "favour": "theirs" })))
        .done();
    assert_eq!(whole.structured["files"][0]["settled"][0]["rule"], "theirs");
    assert_eq!(bench.text("f"), "g(a, c)\nend\nx = 2\n");
}

#[test]
fn lines_are_read_and_their_hash_guards_an_edit() {
    let bench = Bench::with("a.txt", "one\ntwo\nthree\n").file("empty", "");
    let mut client = Client::new(&bench, Revision::Of2026, &[]);
    let read = json!({ "path": "a.txt", "start": 2, "end": "3" });
    let mut reader = Client::in_words(&bench, Revision::Of2026, &[]);
    let words = reader.call("read_lines", read.clone()).done().text;
    assert!(words.ends_with("\n   2\ttwo\n   3\tthree\n"), "{words}");
    let answer = client.call("read_lines", read).done();
    assert!(words.starts_with(&answer.text), "{}", answer.text);
    assert_eq!(answer.structured["lines"][0]["line"], 2);
    assert_eq!(answer.structured["lines_total"], 3);
    let empty = client.call("read_lines", json!({ "path": "empty" })).done();
    assert_eq!(empty.structured["lines_total"], 0);
    let hash = answer.structured["fingerprint"].clone();
    let edit = |new: &str| {
        json!({ "edits": [{ "op": "lines", "path": "a.txt", "start": 1, "end": 1, "text": new,
            "expect_hash": hash }] })
    };
    client.call("edit", edit("1")).done();
    let stale = client.call("edit", edit("I")).refused("stale");
    let read_again = r#"`read_lines {"path":"a.txt"}`"#;
    assert!(stale.text.contains(read_again), "{}", stale.text);
    for (arguments, code) in [
        (json!({ "path": "a.txt", "start": 9 }), "out_of_range"),
        (
            json!({ "path": "a.txt", "start": 3, "end": 2 }),
            "bad_request",
        ),
        (json!({ "path": "a.txt", "start": 0 }), "bad_request"),
        (json!({ "path": "a.txt", "first": 1 }), "bad_request"),
        (json!({ "path": 3 }), "bad_request"),
        (json!({}), "bad_request"),
        (json!({ "path": "../a.txt" }), "outside_root"),
    ] {
        client.call("read_lines", arguments).refused(code);
    }
}

#[test]
fn a_long_file_is_read_in_part_with_a_hint_for_the_rest() {
    let bench = Bench::with("a.txt", "line\n".repeat(2500));
    let mut client = Client::new(&bench, Revision::Of2025, &[]);
    let answer = client.call("read_lines", json!({ "path": "a.txt" })).done();
    assert_eq!(answer.structured["lines_cut"], 1951);
    let mut reader = Client::in_words(&bench, Revision::Of2025, &[]);
    let answer = reader.call("read_lines", json!({ "path": "a.txt" })).done();
    let note = "... 1951 more lines; 550:2500 shows the next\n";
    assert!(
        answer.text.ends_with(note),
        "{}",
        answer.text.lines().last().unwrap()
    );
    assert!(answer.text.len() <= 16_000, "{}", answer.text.len());
    // An explicit range is limited to a page too.
    let all = json!({ "path": "a.txt", "start": 1, "end": 2500 });
    let answer = client.call("read_lines", all).done();
    assert_eq!(answer.structured["lines_cut"], 1951);
    let rest = json!({ "path": "a.txt", "start": 2001 });
    let answer = client.call("read_lines", rest).done();
    assert_eq!(answer.structured["lines"].as_array().unwrap().len(), 500);
}

#[test]
fn a_patch_of_two_files_is_applied_whole_or_not_at_all() {
    let bench = Bench::with("a.txt", "one\n").file("b.txt", "two\n");
    let before = bench.tree();
    let mut client = Client::new(&bench, Revision::Of2025, &[]);
    let patch = |second: &str| {
        format!(
            "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+1\n\
             --- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-{second}\n+2\n"
        )
    };
    let answer = client.call("apply_patch", json!({ "patch": patch("three") }));
    answer.refused("hunk_failed");
    let dry = json!({ "patch": patch("two"), "dry_run": true });
    client.call("apply_patch", dry).done();
    let preview = json!({ "patch": patch("two") });
    let preview = client.call("preview", preview).done();
    assert!(preview.text.starts_with("dry run, nothing written:\n"));
    assert_eq!(bench.tree(), before);
    client
        .call("apply_patch", json!({ "patch": patch("two") }))
        .done();
    assert_eq!(
        (bench.text("a.txt"), bench.text("b.txt")),
        ("1\n".into(), "2\n".into())
    );
    client.call("apply_patch", json!({})).refused("bad_request");
    client
        .call("apply_patch", json!({ "patch": "no diff" }))
        .refused("bad_patch");
}

#[test]
fn an_edit_is_listed_undone_and_redone() {
    let bench = Bench::with("a.txt", "one\n");
    let mut client = Client::new(&bench, Revision::Of2025, &["--task", "t1"]);
    client.call("edit", replace("a.txt", "one", "two")).done();
    let listed = client.call("history", json!({})).done();
    let entry = &listed.structured["entries"][0];
    assert_eq!(entry["command"], json!(["mcp", "edit"]));
    assert_eq!(entry["task"], "t1");
    let mut reader = Client::in_words(&bench, Revision::Of2025, &[]);
    let shown = reader.call("history", json!({ "id": 1 })).done();
    assert!(shown.text.contains("-one\n+two\n"), "{}", shown.text);
    client.call("undo", json!({ "dry_run": true })).done();
    assert_eq!(bench.text("a.txt"), "two\n");
    client.call("undo", json!({})).done();
    assert_eq!(bench.text("a.txt"), "one\n");
    client.call("undo", json!({ "redo": true })).done();
    assert_eq!(bench.text("a.txt"), "two\n");
    client.call("undo", json!({ "task": "t1" })).done();
    assert_eq!(bench.text("a.txt"), "one\n");
    client
        .call("undo", json!({ "id": 99 }))
        .refused("nothing_to_undo");
    client
        .call("history", json!({ "id": 1, "max": 3 }))
        .refused("mixed_modes");
}

#[test]
fn undoing_an_edit_of_another_task_requires_reading_or_overruling_it() {
    let bench = Bench::with("a.txt", "one\n");
    let args = ["replace", "a.txt", "--old", "one", "--new", "two", "-q"];
    let mut edit = bench.command();
    edit.args(args).env("INCISE_TASK", "t1");
    bench.run_command(edit, b"").status_is(0);
    let mut client = Client::new(&bench, Revision::Of2025, &["--task", "t2"]);
    for arguments in [
        json!({}),
        json!({ "id": 1 }),
        json!({ "task": "t1" }),
        json!({ "id": 1, "task": "t3" }),
    ] {
        let refused = client.call("undo", arguments).refused("conflict");
        let hint = refused.structured["error"]["hint"].as_str().unwrap();
        assert!(
            hint.contains("\"on_conflict\": \"force\" overrules"),
            "{hint}"
        );
    }
    client
        .call("undo", json!({ "on_conflict": "skip" }))
        .refused("bad_request");
    client
        .call("undo", json!({ "on_conflict": "force" }))
        .done();
    assert_eq!(bench.text("a.txt"), "one\n");
    let listed = client.call("history", json!({})).done();
    assert_eq!(listed.structured["entries"][0]["task"], "t2");
}

#[test]
fn calls_in_loose_forms() {
    let bench = Bench::with("a.txt", "one\ntwo\n");
    let mut client = Client::new(&bench, Revision::Of2025, &[]);
    for arguments in [
        json!({ "path": "a.txt", "old": "one", "new": "1" }),
        json!({ "edits": { "path": "a.txt", "old": "1", "new": "one" } }),
        json!({ "edits": r#"[{"path":"a.txt","old":"one","new":"1"}]"# }),
        json!({ "path": "a.txt", "edits": [{ "old": "two", "new": "2" }] }),
    ] {
        client.call("edit", arguments).done();
    }
    assert_eq!(bench.text("a.txt"), "1\n2\n");
    let empty = client.call("preview", json!({})).refused("bad_request");
    assert!(empty.text.contains("`patch`"), "{empty:?}");
    let history = Client::in_words(&bench, Revision::Of2025, &[]).call("history", json!({}));
    assert!(history.text.contains(" mcp edit "), "{}", history.text);
}

#[test]
fn files_are_looked_at() {
    let bench = Bench::with("a.txt", "one\r\ntwo\n").file("dir/b.json", "{\"a\": }\n");
    let before = bench.tree();
    let mut client = Client::new(&bench, Revision::Of2025, &["--read-only"]);
    let found = client
        .call("check_files", json!({ "paths": ["a.txt", "dir"] }))
        .done();
    let findings = found.structured["findings"].as_array().unwrap();
    let of: Vec<_> = findings.iter().map(|one| &one["path"]).collect();
    assert_eq!(of, ["a.txt", "dir/b.json"], "{found:?}");
    client
        .call("check_files", json!({ "paths": "dir", "glob": "*.txt" }))
        .refused("usage");
    client
        .call("check_files", json!({ "paths": ["missing"] }))
        .refused("missing");
    client.call("check_files", json!({})).refused("bad_request");
    let outside = client
        .call("check_files", json!({ "paths": ["../x"] }))
        .refused("outside_root");
    assert!(!outside.text.contains("--root"), "{outside:?}");
    drop(client);
    assert_eq!(bench.tree(), before);
}

#[test]
fn a_read_only_server_offers_no_edit_and_makes_none() {
    let bench = Bench::with("a.txt", "one\n");
    let before = bench.tree();
    let mut client = Client::new(&bench, Revision::Of2025, &["--read-only", "--task", "t"]);
    assert_eq!(
        client.tools(),
        ["check_files", "history", "preview", "read_lines"]
    );
    client.call("preview", replace("a.txt", "one", "1")).done();
    let forced = json!({ "op": "append", "path": "a.txt", "text": "x", "dry_run": false });
    client.call("preview", forced).done();
    client.call("read_lines", json!({ "path": "a.txt" })).done();
    client.call("history", json!({})).done();
    let edit = json!({ "name": "edit", "arguments": replace("a.txt", "one", "1") });
    let unknown = client.ask("tools/call", edit);
    assert_eq!(unknown["error"]["code"], -32602);
    drop(client);
    assert_eq!(bench.tree(), before);
    assert!(!bench.has_state(), "a journal was made");
}

#[test]
fn chosen_tools_are_offered_alone() {
    let bench = Bench::new();
    let client = Client::new(&bench, Revision::Of2026, &["--tools", "edit, undo"]);
    assert_eq!(client.tools(), ["edit", "undo"]);
}

#[test]
fn a_server_that_makes_no_sense_does_not_start() {
    let bench = Bench::new();
    bench.line("mcp --tools edit,nope").refused(
        2,
        "incise: `--tools` names `nope`, which is not offered\n\
         hint: this profile has edit, preview, apply_patch, read_lines, check_files, history, undo\n",
    );
    bench.line("mcp --profile antropic").refused(
        2,
        "incise: `antropic` is not a valid value of `--profile`\nhint: did you mean --profile anthropic?\n",
    );
    bench
        .line("mcp --profile openai --read-only")
        .refused(
            2,
            "incise: `--read-only` leaves no tool of this profile\n\
             hint: --profile native has tools that only read: preview, read_lines, check_files, history\n",
        );
    bench
        .line("mcp --root nowhere")
        .status_is(4)
        .says("nowhere: cannot work in it: there is no such directory\n");
}

#[test]
fn the_revision_is_agreed_upon() {
    let bench = Bench::with("a.txt", "one\n");
    for (asked, agreed) in [
        ("2025-11-25", "2025-11-25"),
        ("2025-06-18", "2025-06-18"),
        ("1999-01-01", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
    ] {
        let mut client = Client::silent(&bench, Revision::Of2025, &[]);
        let greeted = client.ask("initialize", greeting(asked));
        assert_eq!(greeted["result"]["protocolVersion"], agreed, "{asked}");
        assert_eq!(greeted["result"]["serverInfo"]["name"], "incise");
        assert!(greeted["result"]["capabilities"]["tools"].is_object());
    }
    let mut client = Client::silent(&bench, Revision::Of2026, &[]);
    let told = client.ask("server/discover", json!({}));
    let versions = told["result"]["supportedVersions"].as_array().unwrap();
    for version in ["2025-11-25", "2026-07-28"] {
        assert!(versions.contains(&json!(version)), "{told}");
    }
    let newer = client.ask("tools/list", json!({ "_meta": meta("2031-01-01") }));
    assert_eq!(newer["error"]["code"], -32022, "{newer}");
    let tools = client.ask("tools/list", json!({}));
    assert_eq!(tools["result"]["tools"].as_array().unwrap().len(), 7);
    assert_eq!(tools["result"]["resultType"], "complete");
}

#[test]
fn an_invalid_call_is_a_protocol_error_and_the_server_continues() {
    for revision in BOTH {
        let bench = Bench::with("a.txt", "one\n");
        let mut client = Client::new(&bench, revision, &[]);
        let unknown = client.ask("tools/call", json!({ "name": "nope", "arguments": {} }));
        assert_eq!(unknown["error"]["code"], -32602);
        let message = unknown["error"]["message"].as_str().unwrap();
        assert!(message.contains("offers edit, preview"), "{message}");
        let method = client.ask("tools/fly", json!({}));
        assert_eq!(method["error"]["code"], -32601);
        assert_eq!(method["error"]["message"], "there is no method `tools/fly`");
        for params in [
            json!({ "name": "edit", "arguments": [1] }),
            json!({ "arguments": {} }),
        ] {
            let wrong = client.ask("tools/call", params);
            assert_eq!(wrong["error"]["code"], -32602);
        }
        client.call("edit", replace("a.txt", "one", "1")).done();
    }
}

/// A call as bytes. `bytes` replace the `?` in its arguments.
fn broken(id: i64, bytes: &[u8]) -> Vec<u8> {
    let arguments = replace("a.txt", "one", "?").to_string();
    let (before, after) = arguments.split_once('?').unwrap();
    let call = format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"edit","arguments":{before}"#
    );
    [call.as_bytes(), bytes, after.as_bytes(), b"}}"].concat()
}

/// Every request line gets an answer, with its ID if that can be read. No client waits forever.
#[test]
fn a_line_that_cannot_be_read_is_answered() {
    for revision in BOTH {
        let bench = Bench::with("a.txt", "one\n");
        let before = bench.tree();
        let mut client = Client::new(&bench, revision, &[]);
        let deep = format!("\",\"x\":{}{},\"y\":\"", "[".repeat(200), "]".repeat(200));
        let whole = broken(43, b"1");
        let cases: [(Vec<u8>, i64); 5] = [
            (broken(40, br"\ud800"), -32700),
            (broken(41, b"\xff"), -32700),
            (broken(42, deep.as_bytes()), -32600),
            (whole[..whole.len() - 2].to_vec(), -32700),
            (broken(44, b"\t"), -32700),
        ];
        for (id, (line, code)) in (40..).zip(cases) {
            client.write(line);
            let answer = client.read().unwrap();
            assert_eq!(
                (&answer["id"], &answer["error"]["code"]),
                (&json!(id), &json!(code))
            );
        }
        for (line, code) in [("this is no JSON", -32700), ("[]", -32600), ("{}", -32600)] {
            client.write(line);
            let answer = client.read().unwrap();
            assert_eq!(
                (&answer["id"], &answer["error"]["code"]),
                (&Value::Null, &json!(code))
            );
        }
        assert_eq!(bench.tree(), before);
        client.call("edit", replace("a.txt", "one", "1")).done();
    }
}

#[test]
fn an_unterminated_line_is_read_when_the_client_disconnects() {
    let bench = Bench::with("a.txt", "one\n");
    let mut client = Client::new(&bench, Revision::Of2025, &[]);
    client.write_bytes(&broken(9, b"1"));
    let (answers, status) = client.close();
    assert!(status.success());
    assert_eq!(answers.len(), 1);
    assert_eq!(answers[0]["id"], 9);
    assert_eq!(bench.text("a.txt"), "1\n");
    let mut client = Client::new(&bench, Revision::Of2025, &[]);
    let line = broken(9, b"2");
    client.write_bytes(&line[..line.len() - 1]);
    let (answers, status) = client.close();
    assert!(status.success());
    assert_eq!(answers[0]["error"]["code"], -32700);
    assert_eq!(bench.text("a.txt"), "1\n");
}

/// The server ignores everything before the greeting.
#[test]
fn noise_before_the_handshake_is_skipped() {
    let bench = Bench::with("a.txt", "one\n");
    let mut client = Client::silent(&bench, Revision::Of2025, &[]);
    client.write(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    client.write(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    client.write("");
    client.write("{");
    assert_eq!(client.read().unwrap()["error"]["code"], -32700);
    let greeted = client.ask("initialize", greeting("2025-11-25"));
    assert_eq!(greeted["result"]["protocolVersion"], "2025-11-25");
}

#[test]
fn a_name_that_is_given_twice_in_the_arguments_is_refused() {
    for revision in BOTH {
        let bench = Bench::with("a.txt", "one\n");
        let before = bench.tree();
        let mut client = Client::new(&bench, revision, &[]);
        let twice = [
            (r#"1","new":"2"#, "`new` is given twice in edit 1"),
            (
                r#"1"}],"edits":[{"op":"append"#,
                "`edits` is given twice in the arguments",
            ),
        ];
        for (bytes, message) in twice {
            let meta = match revision {
                Revision::Of2025 => String::new(),
                Revision::Of2026 => format!(r#","_meta":{}"#, meta("2026-07-28")),
            };
            let line = String::from_utf8(broken(70, bytes.as_bytes())).unwrap();
            client.write(format!("{}{meta}}}}}", &line[..line.len() - 2]));
            let answer = client.read().unwrap();
            assert_eq!(answer["id"], 70);
            let answer = client.checked("edit", &answer).refused("bad_request");
            assert!(answer.text.contains(message), "{}", answer.text);
            assert!(
                answer
                    .text
                    .contains("hint: a name occurs once in an object")
            );
        }
        assert_eq!(bench.tree(), before);
    }
}

#[test]
fn a_second_call_of_an_id_in_flight_is_refused_and_the_first_is_done() {
    for revision in BOTH {
        let bench = Bench::with("a.txt", "one\n");
        let mut client = Client::new(&bench, revision, &[]);
        let (lock, id) = waiting(&bench, &mut client);
        client.write(broken(id, b"1"));
        let second = client.read().unwrap();
        // With the id, it would be the answer to the first call.
        assert_eq!(
            (&second["id"], &second["error"]["code"]),
            (&json!(null), &json!(-32600))
        );
        drop(lock);
        let first = client.read().unwrap();
        assert_eq!(
            (&first["id"], &first["result"]["isError"]),
            (&json!(id), &json!(false))
        );
        assert_eq!(bench.text("a.txt"), "two\n");
    }
}

#[test]
fn the_calls_of_one_client_are_done_in_order() {
    let bench = Bench::with("a.txt", "0\n");
    let mut client = Client::new(&bench, Revision::Of2025, &[]);
    for number in 0..20 {
        let edit = replace("a.txt", &number.to_string(), &(number + 1).to_string());
        client.send("tools/call", json!({ "name": "edit", "arguments": edit }));
    }
    let (answers, status) = client.close();
    assert_eq!(answers.len(), 20);
    assert!(
        answers
            .iter()
            .all(|answer| answer["result"]["isError"] == false)
    );
    assert!(status.success());
    assert_eq!(bench.text("a.txt"), "20\n");
}

/// Starts an edit that has staged its file and waits for a lock. Returns the lock and the ID of the call.
fn waiting(bench: &Bench, client: &mut Client) -> (File, i64) {
    let directory = File::open(bench.path()).unwrap();
    flock(&directory, FlockOperation::LockExclusive).unwrap();
    let edit = json!({ "name": "edit", "arguments": replace("a.txt", "one", "two") });
    let id = client.send("tools/call", edit);
    while staged(bench) == 0 {
        std::thread::yield_now();
    }
    (directory, id)
}

/// The number of staged files.
fn staged(bench: &Bench) -> usize {
    let names = fs::read_dir(bench.path()).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name());
    names
        .filter(|name| name.to_string_lossy().starts_with(".incise-"))
        .count()
}

#[test]
fn a_cancelled_call_is_not_done_and_leaves_nothing() {
    for revision in BOTH {
        let bench = Bench::with("a.txt", "one\n");
        let before = bench.tree();
        let mut client = Client::new(&bench, revision, &[]);
        let (lock, id) = waiting(&bench, &mut client);
        client.tell("notifications/cancelled", json!({ "requestId": id }));
        while staged(&bench) > 0 {
            std::thread::yield_now();
        }
        drop(lock);
        assert_eq!(bench.tree(), before);
        // A cancelled call has no answer, so the next answer belongs to the next call.
        client.call("edit", replace("a.txt", "one", "1")).done();
        assert_eq!(bench.text("a.txt"), "1\n");
    }
}

#[test]
fn an_edit_in_progress_is_completed_when_the_client_disconnects() {
    let bench = Bench::with("a.txt", "one\n");
    let mut client = Client::new(&bench, Revision::Of2025, &[]);
    let (lock, id) = waiting(&bench, &mut client);
    let release = std::thread::spawn(move || {
        // The server may or may not have seen the end of its input. In both cases the edit is complete.
        std::thread::yield_now();
        drop(lock);
    });
    let (answers, status) = client.close();
    release.join().unwrap();
    assert!(status.success());
    assert_eq!(answers.len(), 1);
    assert_eq!(answers[0]["id"], id);
    assert_eq!(bench.text("a.txt"), "two\n");
    assert_eq!(staged(&bench), 0);
}

#[test]
fn a_signal_ends_the_server_with_nothing_half_done() {
    let bench = Bench::with("a.txt", "one\n");
    let before = bench.tree();
    let mut client = Client::new(&bench, Revision::Of2025, &[]);
    let (lock, _) = waiting(&bench, &mut client);
    kill_process(Pid::from_child(client.process()), Signal::TERM).unwrap();
    let (_, status) = client.close();
    assert_eq!(status.code(), Some(143));
    drop(lock);
    assert_eq!(bench.tree(), before);
}

/// A bug in one call ends that call only.
#[test]
fn a_panic_in_a_call_is_reported_and_the_server_continues() {
    for threads in ["1", "2"] {
        let bench = Bench::with("a.txt", "one\n")
            .env("INCISE_TEST_PANIC_IN", "edit")
            .env("INCISE_TEST_THREADS", threads);
        let mut client = Client::new(&bench, Revision::Of2025, &[]);
        let fault = "`edit` failed because of a bug in incise: asked to panic in edit";
        for (old, new, files) in [
            ("two", "2", "nothing was written"),
            ("one", "1", "the files are written; only the report is lost"),
            ("two", "2", "nothing was written"),
        ] {
            let edit = json!({ "name": "edit", "arguments": replace("a.txt", old, new) });
            let answer = client.ask("tools/call", edit);
            assert_eq!(answer["error"]["code"], -32603, "{answer}");
            assert_eq!(answer["error"]["message"], format!("{fault}; {files}"));
        }
        assert_eq!(bench.text("a.txt"), "1\n");
        client.call("history", json!({})).done();
        client.call("undo", json!({})).done();
        assert_eq!(bench.text("a.txt"), "one\n");
        assert_eq!(staged(&bench), 0);
        let (rest, status) = client.close();
        assert!(rest.is_empty() && status.success());
    }
}

/// Unwinding in the middle of a change would delete files that the next run needs.
#[test]
fn a_panic_in_the_middle_of_a_change_is_a_crash() {
    let bench = Bench::with("a.txt", "one\n").env("INCISE_TEST_PANIC_IN_A_CHANGE", "1");
    let mut client = Client::new(&bench, Revision::Of2025, &[]);
    client.send(
        "tools/call",
        json!({ "name": "edit", "arguments": replace("a.txt", "one", "1") }),
    );
    let (rest, status) = client.close();
    assert_eq!((rest.len(), status.code()), (0, None));
    assert_eq!(bench.text("a.txt"), "one\n");
}

#[test]
fn a_server_without_a_second_thread_does_the_same() {
    let bench = Bench::with("a.txt", "0\n").env("INCISE_TEST_THREADS", "1");
    let mut client = Client::new(&bench, Revision::Of2025, &[]);
    let read = json!({ "path": "a.txt" });
    client.call("read_lines", read).done();
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
    for number in 0..20 {
        let edit = replace("a.txt", &number.to_string(), &(number + 1).to_string());
        client.send("tools/call", json!({ "name": "edit", "arguments": edit }));
    }
    let (answers, status) = client.close();
    assert_eq!(answers.len(), 20);
    assert!(status.success());
    assert_eq!(bench.text("a.txt"), "20\n");
}

/// Two servers without a task do not overwrite each other's lines.
#[test]
fn a_session_is_a_separate_task() {
    for revision in BOTH {
        let bench = Bench::with("f", "a\nvalue = 1\nz\n");
        let mut one = Client::new(&bench, revision, &[]);
        let mut two = Client::new(&bench, revision, &[]);
        two.call("read_lines", json!({ "path": "f" })).done();
        let longer = replace("f", "value = 1", "value = 11");
        one.call("edit", longer).done();
        let shorter = replace("f", "value = 1", "value = 2");
        let refused = two.call("edit", shorter.clone()).refused("conflict");
        assert!(refused.text.contains("task `mcp-"), "{}", refused.text);
        let hint =
            r#"with `read_lines {"path":"f","start":2,"end":2}`, then edit the current text"#;
        assert!(refused.text.contains(hint), "{}", refused.text);
        let top = json!({ "edits": [{ "op": "insert", "path": "f", "line": 0, "text": "top" }] });
        one.call("edit", top).done();
        let counted =
            json!({ "edits": [{ "op": "lines", "path": "f", "start": 3, "end": 3, "text": "Z" }] });
        two.call("edit", counted.clone()).refused("stale");
        assert_eq!(bench.text("f"), "top\na\nvalue = 11\nz\n");
        // A session may edit lines that it has seen, and always its own lines.
        two.call("read_lines", json!({ "path": "f" })).done();
        two.call("edit", counted.clone()).done();
        two.call("edit", replace("f", "Z", "ZZ")).done();
        assert_eq!(bench.text("f"), "top\na\nZZ\nz\n");
        one.call("edit", replace("f", "ZZ", "Y"))
            .refused("conflict");
    }
}

/// A restarted agent has no conflict with its own earlier edits, or with anything written before it started.
#[test]
fn a_session_has_no_conflict_with_earlier_writes() {
    let bench = Bench::with("f", "a\nb\nc\n");
    let mut command = bench.command();
    command.args(["replace", "f", "--old", "a", "--new", "A", "-q"]);
    command.env("INCISE_TASK", "t1");
    bench.run_command(command, b"").status_is(0);
    let mut early = Client::new(&bench, Revision::Of2025, &[]);
    early.call("edit", replace("f", "b", "B")).done();
    let mut late = Client::new(&bench, Revision::Of2025, &[]);
    late.call("edit", replace("f", "A", "AA")).done();
    late.call("edit", replace("f", "B", "BB")).done();
    early
        .call("edit", replace("f", "BB", "C"))
        .refused("conflict");
    // A named task knows only what it has seen.
    let mut named = Client::new(&bench, Revision::Of2025, &["--task", "t2"]);
    named
        .call("edit", replace("f", "AA", "C"))
        .refused("conflict");
    let mut call = replace("f", "AA", "C");
    call["task"] = json!("t3");
    let refused = late.call("edit", call).refused("conflict");
    assert!(
        refused.text.contains(r#"and your "task", then"#),
        "{}",
        refused.text
    );
    // An undo is an edit, and can conflict.
    let undo = json!({ "id": 3 });
    early.call("undo", undo).refused("conflict");
    let history = late.call("history", json!({})).done();
    let tasks: Vec<&str> = history.structured["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["task"].as_str().unwrap())
        .collect();
    assert_eq!((tasks[0], tasks[3]), (tasks[1], "t1"));
    assert!(tasks[0].starts_with("mcp-") && tasks[2].starts_with("mcp-"));
    assert_ne!(tasks[0], tasks[2]);
}

/// Anchors in the notation of other tools are accepted for lines that the session was shown.
#[test]
fn lines_shown_to_a_session_have_anchors() {
    let bench = Bench::with("f", "a\nb\nz\n");
    let mut client = Client::in_words(&bench, Revision::Of2025, &[]);
    let read = client.call("read_lines", json!({ "path": "f" })).done();
    let (_, hash) = read.text.split_once("blake3:").unwrap();
    let patch = format!("[f#{}]\nSWAP 2.=2:\n+X\n", &hash[..4]);
    client.call("apply_patch", json!({ "patch": patch })).done();
    assert_eq!(bench.text("f"), "a\nX\nz\n");
}

#[test]
fn the_text_editor_of_anthropic() {
    let bench = Bench::with("a.txt", "one\ntwo\n");
    let mut client = Client::new(&bench, Revision::Of2025, &["--profile", "anthropic"]);
    const TOOL: &str = "str_replace_based_edit_tool";
    assert_eq!(client.tools(), [TOOL]);
    let view = json!({ "command": "view", "path": "a.txt" });
    let view = client.call(TOOL, view).done();
    assert!(view.text.contains("     2\ttwo\n"), "{}", view.text);
    assert!(view.structured.is_null());
    let edit =
        json!({ "command": "str_replace", "path": "a.txt", "old_str": "two", "new_str": "2" });
    let edited = client.call(TOOL, edit.clone()).done();
    assert!(edited.text.starts_with("The file a.txt has been edited."));
    client.call(TOOL, edit).refused("already_applied");
    let undo = json!({ "command": "undo_edit", "path": "a.txt" });
    client.call(TOOL, undo).done();
    assert_eq!(bench.text("a.txt"), "one\ntwo\n");
    let native = json!({ "op": "append", "path": "a.txt", "text": "x" });
    client.call(TOOL, native).refused("bad_request");
}

#[test]
fn the_text_editor_of_anthropic_for_readers() {
    let bench = Bench::with("a.txt", "one\n");
    let flags = ["--profile", "anthropic", "--read-only"];
    let mut client = Client::new(&bench, Revision::Of2025, &flags);
    const TOOL: &str = "str_replace_based_edit_tool";
    let view = json!({ "command": "view", "path": "a.txt" });
    client.call(TOOL, view).done();
    let create = json!({ "command": "create", "path": "b.txt", "file_text": "x" });
    client.call(TOOL, create).refused("bad_request");
    let undo = json!({ "command": "undo_edit", "path": "a.txt" });
    client.call(TOOL, undo).refused("bad_request");
    assert_eq!(bench.tree().len(), 1);
}

#[test]
fn the_patch_tool_of_openai() {
    let bench = Bench::with("a.txt", "one\nlast\n");
    let mut client = Client::new(&bench, Revision::Of2025, &["--profile", "openai"]);
    assert_eq!(client.tools(), ["apply_patch"]);
    let input = "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+two\n last\n*** End Patch\n";
    let answer = client.call("apply_patch", json!({ "input": input })).done();
    assert_eq!(
        answer.text,
        "Success. Updated the following files:\nM a.txt\n"
    );
    let operation = json!({ "type": "create_file", "path": "b.txt", "diff": "+new\n" });
    let answer = client.call("apply_patch", json!({ "operation": operation }));
    assert_eq!(
        answer.done().text,
        "Success. Updated the following files:\nA b.txt\n"
    );
    let again = client.call("apply_patch", json!({ "input": input })).done();
    assert!(again.text.contains("Nothing to update"), "{}", again.text);
    // No common line shows that the edit is already made, but the journal does.
    let bare = input.replace(" last\n", "");
    let again = client.call("apply_patch", json!({ "input": bare })).done();
    assert!(again.text.contains("Nothing to update"), "{}", again.text);
    let lost = input.replace("-one\n+two", "-three\n+four");
    client
        .call("apply_patch", json!({ "input": lost }))
        .refused("hunk_failed");
    client.call("apply_patch", json!({})).refused("bad_request");
    assert_eq!(
        (bench.text("a.txt"), bench.text("b.txt")),
        ("two\nlast\n".into(), "new\n".into())
    );
}

#[test]
fn the_tools_of_the_filesystem_server() {
    let bench = Bench::with("a.txt", "one\r\none\r\ntwo\r\n").file("latin", b"\xe9\n");
    let mut client = Client::new(&bench, Revision::Of2025, &["--profile", "filesystem"]);
    let read = |more: Value| {
        let mut arguments = json!({ "path": "a.txt" });
        arguments
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        arguments
    };
    let mut text = |more| client.call("read_text_file", read(more)).done().text;
    assert_eq!(text(json!({})), "one\r\none\r\ntwo\r\n");
    assert_eq!(text(json!({ "head": 1 })), "one\r\n");
    assert_eq!(text(json!({ "tail": 2 })), "one\r\ntwo\r\n");
    assert_eq!(text(json!({ "tail": 9 })), "one\r\none\r\ntwo\r\n");
    client
        .call("read_text_file", json!({ "path": "latin" }))
        .refused("bad_request");
    let absolute = bench.path().join("a.txt").to_str().unwrap().to_owned();
    let edit = |old: &str| json!({ "path": absolute, "edits": [{ "oldText": old, "newText": "2" }], "dryRun": false });
    client.call("edit_file", edit("one")).refused("ambiguous");
    client.call("edit_file", edit("two")).done();
    assert_eq!(bench.text("a.txt"), "one\r\none\r\n2\r\n");
    let write = json!({ "path": "b.txt", "content": "b\n" });
    client.call("write_file", write.clone()).done();
    client.call("write_file", write).done();
    let rename = json!({ "source": "b.txt", "destination": "a.txt" });
    client.call("move_file", rename).refused("exists");
    let rename = json!({ "source": "b.txt", "destination": "c.txt" });
    client.call("move_file", rename).done();
    assert_eq!(bench.text("c.txt"), "b\n");
    let allowed = client.call("list_allowed_directories", json!({})).done();
    assert!(allowed.text.starts_with("Allowed directories:\n/"));
}
