//! The vocabularies of other tools in every form of request: documents, and the native tools of the server.

use serde_json::{Value, json};

use crate::bench::Bench;
use crate::client::{Client, Revision};

const TEXT: &str = "one\ntwo\nthree\n";

/// A payload of each vocabulary, and the text of `a.txt` after it.
fn payloads() -> Vec<(Value, &'static str)> {
    vec![
        (
            json!({ "path": "a.txt", "old_content": "two", "new_content": "2" }),
            "one\n2\nthree\n",
        ),
        (
            json!({ "path": "a.txt", "old_text": "two", "new_text": "2", "expected_matches": 1 }),
            "one\n2\nthree\n",
        ),
        (
            json!({ "file_path": "a.txt", "old_string": "two", "new_string": "2" }),
            "one\n2\nthree\n",
        ),
        (
            json!({ "path": "a.txt", "edits": [{ "oldText": "two", "newText": "2" }] }),
            "one\n2\nthree\n",
        ),
        (
            json!({ "path": "a.txt", "edits": [{ "old_string": "two", "new_string": "2" }] }),
            "one\n2\nthree\n",
        ),
        (
            json!({ "path": "a.txt", "start_line": 2, "end_line": 3, "new_content": "2\n" }),
            "one\n2\n",
        ),
        (
            json!({ "path": "a.txt", "start_line": 2, "new_content": "2\n" }),
            "one\n2\nthree\n",
        ),
        (
            json!({ "path": "a.txt", "line": 1, "content": "1.5\n" }),
            "one\n1.5\ntwo\nthree\n",
        ),
        (
            json!({ "path": "a.txt", "mode": "append", "content": "four\n" }),
            "one\ntwo\nthree\nfour\n",
        ),
        (
            json!({ "command": "str_replace", "path": "a.txt", "old_str": "two", "new_str": "2" }),
            "one\n2\nthree\n",
        ),
        (
            json!({ "path": "a.txt", "patch": "@@ -2 +2 @@\n-two\n+2\n" }),
            "one\n2\nthree\n",
        ),
        (
            json!({ "filePath": "a.txt", "oldString": "two", "newString": "2" }),
            "one\n2\nthree\n",
        ),
        (
            json!({ "filepath": "a.txt", "old_string": "two", "new_string": "2" }),
            "one\n2\nthree\n",
        ),
        (
            json!({ "replacements": [
                { "filePath": "a.txt", "oldString": "one", "newString": "1" },
                { "filePath": "a.txt", "oldString": "two", "newString": "2" },
            ] }),
            "1\n2\nthree\n",
        ),
        (
            json!({ "path": "a.txt", "diff": "------- SEARCH\ntwo\n=======\n2\n+++++++ REPLACE\n" }),
            "one\n2\nthree\n",
        ),
        (
            json!({ "path": "a.txt", "diff":
                "<<<<<<< SEARCH\n:start_line:2\n-------\n2 | two\n=======\n2 | 2\n>>>>>>> REPLACE\n" }),
            "one\n2\nthree\n",
        ),
        (
            json!({ "patchText": "*** Begin Patch\n*** Update File: a.txt\n@@\n-two\n+2\n*** End Patch" }),
            "one\n2\nthree\n",
        ),
        (
            json!({ "command": ["bash", "-lc",
                "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.txt\n@@\n-two\n+2\n*** End Patch\nEOF\n"] }),
            "one\n2\nthree\n",
        ),
        (
            json!({ "tool_name": "Edit", "tool_input": { "file_path": "a.txt", "old_string": "two", "new_string": "2" } }),
            "one\n2\nthree\n",
        ),
        (
            json!({ "type": "tool_use", "id": "t", "name": "Edit",
                "input": { "file_path": "a.txt", "old_string": "two", "new_string": "2" } }),
            "one\n2\nthree\n",
        ),
        (
            json!({ "edits": [
                { "path": "a.txt", "old_text": "one", "new_text": "1" },
                { "file_path": "a.txt", "old_string": "two", "new_string": "2" },
            ], "task": "t" }),
            "1\n2\nthree\n",
        ),
    ]
}

#[test]
fn a_document_and_a_call_of_edit_mean_the_same() {
    for (payload, text) in payloads() {
        let bench = Bench::with("a.txt", TEXT);
        bench
            .pipe(payload.to_string(), ["apply", "-q"])
            .status_is(0);
        assert_eq!(bench.text("a.txt"), text, "{payload}");
        let bench = Bench::with("a.txt", TEXT);
        let mut client = Client::new(&bench, Revision::Of2025, &[]);
        client.call("preview", payload.clone()).done();
        assert_eq!(bench.text("a.txt"), TEXT, "{payload}");
        let answer = client.call("edit", payload.clone()).done();
        assert_eq!(bench.text("a.txt"), text, "{payload}");
        assert_eq!(answer.structured["schema"], "incise.report/1");
    }
}

#[test]
fn the_edit_tool_refuses_payloads_that_are_not_plain_edits() {
    let bench = Bench::with("a.txt", TEXT);
    let before = bench.tree();
    let mut client = Client::new(&bench, Revision::Of2025, &[]);
    for payload in [
        json!({ "command": "view", "path": "a.txt" }),
        json!({ "command": "undo_edit", "path": "a.txt" }),
        json!({ "edits": [{ "path": "a.txt", "old_text": "one", "new_text": "1", "dry_run": true }] }),
        json!({ "edits": [{ "path": "a.txt", "old_text": "one", "new_text": "1" }], "colour": 1 }),
        json!({ "edits": [{ "path": "a.txt", "old_text": "one", "new_text": "1" }, { "path": "a.txt", "old_text": "two" }] }),
    ] {
        let answer = client.call("edit", payload.clone());
        assert!(answer.is_error, "{payload}");
    }
    let second = json!({ "edits": [
        { "path": "a.txt", "old_text": "one", "new_text": "1" },
        { "path": "a.txt", "old_text": "two" },
    ] });
    let answer = client.call("edit", second).refused("bad_request");
    assert_eq!(answer.structured["error"]["edit"], 2);
    assert_eq!(bench.tree(), before);
}

#[test]
fn apply_patch_takes_every_documented_name() {
    let hunk = "@@ -2 +2 @@\n-two\n+2\n";
    let whole = format!("--- a/a.txt\n+++ b/a.txt\n{hunk}");
    let envelope = "*** Begin Patch\n*** Update File: a.txt\n@@\n-two\n+2\n*** End Patch\n";
    let operation = json!({ "type": "update_file", "path": "a.txt", "diff": "@@\n-two\n+2\n" });
    let calls = [
        json!({ "patch": whole }),
        json!({ "diff": whole }),
        json!({ "diff": whole, "mode": "tolerant", "dry_run": false }),
        json!({ "patch": whole, "target": "a.txt" }),
        json!({ "diff": whole, "target": "a.txt", "mode": "strict", "strict_validation": true }),
        json!({ "diff": hunk, "target": "a.txt", "mode": "fuzzy", "fuzzy_threshold": 0.9 }),
        json!({ "diff_file": "fix.diff", "target": "a.txt" }),
        json!({ "path": "a.txt", "patch": hunk }),
        json!({ "input": envelope }),
        json!({ "patch": envelope }),
        json!({ "operation": operation }),
    ];
    for flags in [&[][..], &["--profile", "openai"]] {
        for call in &calls {
            let bench = Bench::with("a.txt", TEXT).file("fix.diff", &whole);
            let mut client = Client::new(&bench, Revision::Of2025, flags);
            client.call("apply_patch", call.clone()).done();
            assert_eq!(bench.text("a.txt"), "one\n2\nthree\n", "{call}");
        }
        let bench = Bench::with("a.txt", TEXT);
        let mut client = Client::new(&bench, Revision::Of2025, flags);
        for (call, code) in [
            (json!({ "patch": whole, "diff": whole }), "mixed_modes"),
            (json!({ "input": envelope, "patch": whole }), "mixed_modes"),
            (
                json!({ "path": "a.txt", "old_text": "two", "new_text": "2" }),
                "bad_request",
            ),
            (
                json!({ "diff_file": "../fix.diff", "target": "a.txt" }),
                "outside_root",
            ),
        ] {
            client.call("apply_patch", call).refused(code);
        }
        assert_eq!(bench.text("a.txt"), TEXT);
    }
}

#[test]
fn a_mix_shows_an_example_of_each_mode_that_is_meant() {
    let bench = Bench::with("a.txt", TEXT);
    for payload in [
        json!({ "path": "/a.txt", "old_text": "one", "new_text": "x", "insert_line": 1 }),
        json!({ "path": "/a.txt", "old_text": "", "new_text": "x", "insert_line": 1, "replace_all": true }),
        json!({ "path": "/a.txt", "new_text": "x", "insert_line": 1 }),
        json!({ "path": "/a.txt", "old_text": "x", "insert_line": 1 }),
    ] {
        let ran = bench.pipe(payload.to_string(), ["apply"]);
        ran.status_is(2).unchanged();
        for part in [
            "REPLACE {\"path\":\"/a.txt\",\"old_text\":\"x\"",
            "INSERT {\"path\":\"/a.txt\",\"old_text\":\"\",\"new_text\":\"x\\n\",\"insert_line\":3}",
            "APPEND {\"path\":\"/a.txt\",\"old_text\":\"\",\"new_text\":\"x\\n\"}",
        ] {
            ran.says(part);
        }
    }
}

#[test]
fn a_number_with_a_fraction_is_no_whole_number() {
    let bench = Bench::with("a.txt", TEXT);
    let absolute = bench.path().join("a.txt");
    for (payload, name) in [
        (
            json!({ "path": absolute, "old_text": "", "new_text": "x", "insert_line": 1.5 }),
            "insert_line",
        ),
        (
            json!({ "command": "insert", "path": "a.txt", "insert_line": 1.5, "insert_text": "x" }),
            "insert_line",
        ),
        (
            json!({ "path": "a.txt", "start_line": 1.5, "new_content": "x" }),
            "start_line",
        ),
        (
            json!({ "op": "lines", "path": "a.txt", "start": 1.5, "end": 2, "text": "x" }),
            "start",
        ),
    ] {
        bench.pipe(payload.to_string(), ["apply"]).fails(
            2,
            &format!("`{name}` is 1.5, which is not a whole number\n"),
        );
    }
}

/// As in JSON Schema, a number without a fraction is a whole number, however it is written.
#[test]
fn whole_numbers_may_have_a_point() {
    Bench::with("a.txt", "one\ntwo\n")
        .pipe(
            r#"{"op":"lines","path":"a.txt","start":2.0,"end":2e0,"text":"x"}"#,
            ["apply", "-q"],
        )
        .done("", &[("a.txt", "one\nx\n")]);
}

/// `on_conflict` in a document and over MCP. Both sides are shown in every case.
#[test]
fn conflicts_are_decided_and_shown_at_every_door() {
    let bench = || {
        let bench = Bench::with("a.txt", TEXT);
        let other = "replace a.txt --old two --new '2 of other' --task other";
        bench.line(other).status_is(0);
        bench
    };
    let edit = |word: &str| {
        json!({ "edits": [{ "op": "replace", "path": "a.txt", "old": "2 of other", "new": "2 of mine" }],
            "task": "mine", "on_conflict": word })
    };
    let sides = ["-two\n", "+2 of other\n", "-2 of other\n", "+2 of mine\n"];
    for (word, status) in [("refuse", 3), ("warn", 0), ("force", 0)] {
        let shell = bench();
        let ran = shell.pipe(edit(word).to_string(), ["apply"]);
        ran.status_is(status);
        let server = bench();
        let mut client = Client::new(&server, Revision::Of2025, &[]);
        let answer = client.call("edit", edit(word));
        assert_eq!(answer.is_error, status == 3);
        assert_eq!(server.text("a.txt"), shell.text("a.txt"));
        let is_shown = word != "force";
        for side in sides {
            assert_eq!(ran.stderr.contains(side), is_shown, "{word} {}", ran.stderr);
        }
        let conflict = match word {
            "refuse" => &answer.structured["error"]["conflicts"][0],
            _ => &answer.structured["warnings"][0]["conflict"],
        };
        assert_eq!(
            conflict["task"] == "other",
            is_shown,
            "{}",
            answer.structured
        );
        assert_eq!(conflict["mine"] == "-2 of other\n+2 of mine\n", is_shown);
        assert_eq!(conflict["theirs"] == "-two\n+2 of other\n", is_shown);
    }
    let shell = bench();
    shell
        .pipe(edit("refuse").to_string(), ["apply"])
        .says("\"on_conflict\": \"force\" overrules the other task\n");
    shell
        .pipe(
            edit("force").to_string(),
            ["apply", "-n", "--on-conflict", "refuse"],
        )
        .status_is(3);
    shell
        .pipe(edit("ask").to_string(), ["apply"])
        .status_is(2)
        .unchanged();
    shell
        .pipe(edit("skip").to_string(), ["apply"])
        .status_is(2)
        .unchanged();
    let mut client = Client::new(&shell, Revision::Of2025, &[]);
    client.call("edit", edit("skip")).refused("bad_request");
    let single = json!({ "op": "replace", "path": "a.txt", "old": "2 of other", "new": "2 of mine",
        "task": "mine", "on_conflict": "skip" });
    let ran = shell.pipe(single.to_string(), ["apply", "--each"]);
    ran.status_is(0);
    for side in sides {
        ran.says(side);
    }
    assert_eq!(shell.text("a.txt"), "one\n2 of other\nthree\n");
}

/// Hints use the vocabulary of the list that was sent.
#[test]
fn a_list_of_edits_is_answered_in_its_own_words() {
    let bench = Bench::with("a.txt", "x\nx\n");
    for (old, new) in [("oldText", "newText"), ("old_string", "new_string")] {
        let payload = json!({ "path": "a.txt", "edits": [{ old: "x", new: "y" }] });
        let ran = bench.pipe(payload.to_string(), ["apply"]);
        ran.status_is(1).unchanged();
        ran.says(&format!("`{old}`"));
    }
}

/// The reported range of lines is the range that the vocabulary accepts.
#[test]
fn the_reported_line_range_is_the_accepted_range() {
    let old_text = |line: i64| json!({ "path": "$ROOT/a.txt", "old_text": "", "new_text": "x\n", "insert_line": line });
    let editor = |line: i64| json!({ "command": "insert", "path": "a.txt", "insert_line": line, "insert_text": "x\n" });
    let native =
        |line: i64| json!({ "op": "insert", "path": "a.txt", "line": line, "text": "x\n" });
    let asked: [(&dyn Fn(i64) -> Value, i64); 3] = [(&old_text, 1), (&editor, 0), (&native, 0)];
    for text in ["", "1\n", "1\n2\n3\n"] {
        for (ask, lowest) in asked {
            let count = i64::try_from(text.lines().count()).unwrap();
            let status = |line: i64| {
                let bench = Bench::with("a.txt", text);
                let root = bench.path().display().to_string();
                let request = ask(line).to_string().replace("$ROOT", &root);
                let ran = bench.pipe(request, ["apply", "--json"]);
                (ran.status, ran.json()["error"]["expected"].clone())
            };
            for line in lowest..=count {
                assert_eq!(status(line).0, Some(0), "{text:?}: {}", ask(line));
            }
            if lowest > 0 {
                assert_eq!(status(lowest - 1).0, Some(1));
            }
            let told = match (lowest, count) {
                (1, 0) => "none, it is empty".to_owned(),
                (lowest, count) if lowest == count => count.to_string(),
                (lowest, count) => format!("{lowest} to {count}"),
            };
            assert_eq!(
                status(count + 1),
                (Some(1), json!(told)),
                "{text:?}: {}",
                ask(count + 1)
            );
        }
    }
}

#[test]
fn a_line_that_is_none_is_named_alone() {
    for (end, told) in [
        ("", "`start_line` 0 is not a line"),
        (
            r#","end_line":3"#,
            "`start_line` 0 and `end_line` 3 are not a range of lines",
        ),
    ] {
        Bench::with("a.txt", "one\n")
            .pipe(
                format!(r#"{{"path":"a.txt","start_line":0{end},"new_content":"x"}}"#),
                ["apply"],
            )
            .fails(2, told);
    }
}
