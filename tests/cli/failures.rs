//! A request with several parts: every failed file and edit is reported with its number, and every part that would
//! have applied is reported by file. The same is true for JSON, text, and the Model Context Protocol.

use serde_json::{Value, json};

use crate::bench::{Bench, Ran};
use crate::client::{Client, Revision};
use crate::notation::joined;

fn bench() -> Bench {
    Bench::with("a.txt", "one\ntwo\n")
        .file("b.txt", "one\ntwo\n")
        .file("c.txt", "x\n")
}

fn replace(path: &str, old: &str, new: &str) -> Value {
    json!({ "op": "replace", "path": path, "old": old, "new": new })
}

/// The code, path and edit number of each error.
fn errors(report: &Value) -> Vec<(&str, &str, Option<u64>)> {
    let errors = report["errors"].as_array().unwrap().iter();
    errors
        .map(|error| {
            let path = error["path"].as_str().unwrap_or_default();
            let code = error["code"].as_str().unwrap();
            (code, path, error["edit"].as_u64())
        })
        .collect()
}

/// The answer of `apply` to `edits`, which a server gives too.
fn refused(bench: &Bench, edits: &Value) -> Value {
    let request = json!({ "edits": edits });
    let ran = bench.pipe(request.to_string(), ["apply", "--json"]);
    ran.unchanged();
    let report = ran.json();
    let mut client = Client::new(bench, Revision::Of2025, &[]);
    let answer = client.call("edit", request);
    assert!(answer.is_error);
    assert_eq!(errors(&answer.structured), errors(&report));
    assert_eq!(answer.structured["would_apply"], report["would_apply"]);
    report
}

fn said(bench: &Bench, edits: &Value) -> String {
    let request = json!({ "edits": edits }).to_string();
    let ran: Ran<'_> = bench.pipe(request, ["apply"]);
    ran.unchanged();
    ran.stderr.clone()
}

#[test]
fn identical_edits_of_different_files_keep_their_numbers() {
    let bench = bench();
    let edits = json!([
        replace("a.txt", "one", "1"),
        replace("c.txt", "one", "1"),
        replace("b.txt", "one", "1"),
        replace("missing.txt", "one", "1"),
    ]);
    let report = refused(&bench, &edits);
    assert_eq!(
        errors(&report),
        [
            ("not_found", "c.txt", Some(2)),
            ("missing", "missing.txt", Some(4))
        ]
    );
    assert_eq!(report["error"]["edit"], 2);
    assert_eq!(report["error"]["would_apply"], json!([1, 3]));
    assert_eq!(
        report["would_apply"],
        json!([{ "path": "a.txt", "edits": [1] }, { "path": "b.txt", "edits": [3] }])
    );
    let said = said(&bench, &edits);
    assert!(
        said.contains("c.txt: edit 2: `one` is not in the file\n"),
        "{said}"
    );
    assert!(said.contains("missing.txt: edit 4: "), "{said}");
    assert!(
        said.ends_with(
            "edit 1 of a.txt and edit 3 of b.txt would have applied\nnothing was written\n"
        ),
        "{said}"
    );
}

#[test]
fn residue_is_reported_for_the_edit_that_adds_it() {
    let bench = bench();
    let placeholder = "// ... rest of code unchanged ...";
    let edits = json!([
        replace("a.txt", "one", "1"),
        replace("a.txt", "two", placeholder),
        { "op": "append", "path": "c.txt", "text": placeholder },
        { "op": "create", "path": "new.txt", "text": "new\n" },
        { "op": "insert", "path": "b.txt", "line": 0, "text": placeholder },
        { "op": "insert", "path": "b.txt", "line": 1, "text": "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n" },
    ]);
    let report = refused(&bench, &edits);
    assert_eq!(
        errors(&report),
        [
            ("residue", "a.txt", Some(2)),
            ("residue", "b.txt", Some(5)),
            ("residue", "b.txt", Some(6)),
            ("residue", "c.txt", Some(3)),
        ]
    );
    assert_eq!(
        report["would_apply"],
        json!([{ "path": "a.txt", "edits": [1] }, { "path": "new.txt", "edits": [4] }])
    );
    assert!(said(&bench, &edits).contains("b.txt: edit 5: the new text contains a placeholder"));
}

#[test]
fn conflicts_are_reported_for_the_edit_that_meets_them() {
    let bench = Bench::with("a.txt", "one\ntwo\nthree\nfour\n");
    let other = "replace a.txt --old one --new '1 of other' --task other";
    bench.line(other).status_is(0);
    let edits = json!([
        replace("a.txt", "three", "3"),
        replace("a.txt", "1 of other", "1")
    ]);
    let request = json!({ "edits": edits, "task": "mine" });
    let ran = bench.pipe(request.to_string(), ["apply", "--json"]);
    let report = ran.status_is(3).json();
    assert_eq!(errors(&report), [("conflict", "a.txt", Some(2))]);
    assert_eq!(
        report["would_apply"],
        json!([{ "path": "a.txt", "edits": [1] }])
    );
}

#[test]
fn a_malformed_edit_is_reported_by_number() {
    let bench = bench();
    let fine = replace("a.txt", "one", "1");
    for (wrong, part) in [
        (
            replace("b.txt", "", "1"),
            "edit 3: the text to find is empty",
        ),
        (
            replace("b.txt", "one", "one"),
            "edit 3: old and new text are the same",
        ),
        (
            json!({ "op": "replace", "path": "b.txt", "old": "x" }),
            "edit 3 has no `new`",
        ),
        (json!({ "op": "fly" }), "edit 3"),
        (json!(7), "edit 3 is a number"),
        (
            json!({ "op": "lines", "path": "a.txt", "start": 0, "text": "" }),
            "edit 3",
        ),
    ] {
        let edits = json!([fine, fine, wrong]);
        let report = refused(&bench, &edits);
        assert_eq!(report["error"]["edit"], 3, "{report}");
        assert_eq!(errors(&report)[0].2, Some(3));
        let message = report["error"]["message"].as_str().unwrap();
        assert!(message.contains(part), "{message}");
        assert_eq!(message.matches("edit 3").count(), 1, "{message}");
    }
    for (payload, part) in [
        (
            json!({ "file_path": "a.txt", "edits": [
                { "old_string": "one", "new_string": "1" },
                { "old_string": "two", "new_string": "two" },
            ] }),
            "same",
        ),
        (
            json!({ "path": "a.txt", "edits": [
                { "oldText": "one", "newText": "1" },
                { "oldText": "", "newText": "2" },
            ] }),
            "empty",
        ),
    ] {
        let ran = bench.pipe(payload.to_string(), ["apply", "--json"]);
        let report = ran.status_is(2).unchanged().json();
        assert_eq!(report["error"]["edit"], 2, "{report}");
        assert!(
            report["error"]["message"].as_str().unwrap().contains(part),
            "{report}"
        );
    }
}

/// All malformed edits are reported at once, with number, code and message, whatever the form of the request.
#[test]
fn every_malformed_edit_is_reported() {
    let bench = bench();
    let fine = replace("a.txt", "one", "1");
    let edits = json!([
        fine,
        { "op": "fly" },
        replace("b.txt", "", "1"),
        fine,
        { "op": "replace", "path": "b.txt", "old": "x" },
        7,
        { "op": "lines", "path": "a.txt", "start": 0, "text": "" },
    ]);
    let report = refused(&bench, &edits);
    let numbers = |report: &Value| -> Vec<Option<u64>> {
        let all = errors(report).into_iter();
        all.map(|(code, _, edit)| {
            assert!(["bad_request", "mixed_modes"].contains(&code), "{report}");
            edit
        })
        .collect()
    };
    assert_eq!(numbers(&report), [2, 3, 5, 6, 7].map(Some));
    assert_eq!(report["error"]["message"], report["errors"][0]["message"]);
    let said = said(&bench, &edits);
    for part in [
        "unknown operation `fly` in edit 2",
        "edit 3: ",
        "edit 5 has no `new`",
        "edit 6 is a number",
        "edit 7: ",
    ] {
        assert!(said.contains(part), "{said}");
    }
    assert!(said.ends_with("\nnothing was written\n"), "{said}");

    // Errors outside the edits come first.
    let request = json!({ "edits": [{ "op": "fly" }, fine, 7], "dry-run": true });
    let report = bench
        .pipe(request.to_string(), ["apply", "--json"])
        .status_is(2)
        .unchanged()
        .json();
    assert_eq!(numbers(&report), [None, Some(1), Some(3)]);

    // Lists of other tools, one JSON value per line, and duplicate names.
    let lists = [
        (
            r#"{"path":"a.txt","edits":[{"old_string":"one"},{"old_string":"two","new_string":"2"},{"old_string":"two","new_string":"two"}]}"#,
            [1, 3],
        ),
        (
            r#"{"path":"a.txt","edits":[{"oldText":"","newText":"2"},{"oldText":"two","newText":"2"},7]}"#,
            [1, 3],
        ),
        (
            r#"{"edits":[{"path":"a.txt","old_text":"one"},{"path":"b.txt","old_text":"one","new_text":"1"},{"file_path":"a.txt","old_string":"x","new_str":"y"}]}"#,
            [1, 3],
        ),
        (
            r#"[{"path":"a.txt","old_text":"one"},{"path":"b.txt","old_text":"one","new_text":"1"},{"path":"a.txt","old_str":"x"}]"#,
            [1, 3],
        ),
        (
            "{\"op\":\"remove\"}\n{\"op\":\"remove\",\"path\":\"a.txt\"}\n{\"op\"\n",
            [1, 3],
        ),
        (
            r#"{"edits":[{"op":"remove","op":"remove","path":"a.txt"},{"op":"remove","path":"b.txt"},{"op":"fly","path":"c.txt","path":"c.txt"}]}"#,
            [1, 3],
        ),
    ];
    for (list, wrong) in lists {
        let ran = bench.pipe(list, ["apply", "--json"]);
        let report = ran.status_is(2).unchanged().json();
        assert_eq!(numbers(&report), wrong.map(Some), "{list}: {report}");
    }
    let request = r#"{"edits":[{"op":"replace","op":"replace","path":"a.txt","old":"one","new":"1"},{"op":"lines","path":"a.txt","start":1,"start":1,"text":""}]}"#;
    let mut client = Client::new(&bench, Revision::Of2025, &[]);
    client.write(format!(
        r#"{{"jsonrpc":"2.0","id":70,"method":"tools/call","params":{{"name":"edit","arguments":{request}}}}}"#
    ));
    let answer = client.read().unwrap();
    let answer = client.checked("edit", &answer).refused("bad_request");
    assert_eq!(numbers(&answer.structured), [1, 2].map(Some));
}

#[test]
fn the_files_of_one_edit_and_of_one_diff_are_reported() {
    let bench = bench();
    let typed = [
        "replace", "a.txt", "b.txt", "c.txt", "--old", "one", "--new", "1",
    ];
    let report = bench
        .run(typed.into_iter().chain(["--json"]))
        .unchanged()
        .json();
    assert_eq!(errors(&report), [("not_found", "c.txt", None)]);
    let fine = json!([{ "path": "a.txt" }, { "path": "b.txt" }]);
    assert_eq!(report["would_apply"], fine);
    bench
        .run(typed)
        .says("the edit of a.txt and b.txt would have applied\nnothing was written\n");
    let diff = |path: &str, old: &str| {
        [
            format!("--- a/{path}"),
            format!("+++ b/{path}"),
            "@@ -1 +1 @@".into(),
            format!("-{old}"),
            "+1".into(),
        ]
    };
    let parts = [
        diff("a.txt", "zz"),
        diff("b.txt", "one"),
        diff("c.txt", "zz"),
    ]
    .concat();
    let text = joined(&parts.iter().map(String::as_str).collect::<Vec<_>>());
    let ran = bench.pipe(&text, ["patch", "--json"]);
    let report = ran.unchanged().json();
    assert_eq!(
        errors(&report),
        [
            ("hunk_failed", "a.txt", None),
            ("hunk_failed", "c.txt", None)
        ]
    );
    assert_eq!(report["errors"][1]["hunks"][0]["why"], "no_match");
    assert_eq!(report["would_apply"], json!([{ "path": "b.txt" }]));
    bench
        .pipe(&text, ["patch"])
        .says("the edit of b.txt would have applied\nnothing was written\n");
}

/// For a request with one part, `error` contains everything.
#[test]
fn a_single_error_is_reported_once() {
    let bench = bench();
    let report = bench.line("replace a.txt --old zz --new 1 --json").json();
    assert!(report["error"].is_object());
    assert!(report.get("errors").is_none() && report.get("would_apply").is_none());
}

#[test]
fn a_hunk_without_a_line_of_the_file_is_compared_with_the_nearest_place() {
    let v4a = "*** Begin Patch\n*** Update File: v.py\n@@\n-    yy = x + 2\n-    return yy\n+    return 3\n*** End Patch\n";
    let block = "v.py\n<<<<<<< SEARCH\n    yy = x + 2\n    return yy\n=======\n    return 3\n>>>>>>> REPLACE\n";
    let bench = Bench::with("v.py", "def foo(x):\n    y = x + 1\n    return y\n");
    for diff in [v4a, block] {
        bench
            .pipe(diff, ["patch"])
            .status_is(1)
            .says("v.py: the hunk does not match: line 2 differs")
            .says("  line 2 expected: ····yy·=·x·+·2\n  line 2    found: ····y·=·x·+·1\n")
            .says("see `incise view v.py 2`")
            .unchanged();
    }
    let nowhere = v4a
        .replace("yy", "zzz")
        .replace("x + 2", "qqq")
        .replace("return zzz", "www");
    bench
        .pipe(nowhere, ["patch"])
        .fails(1, "v.py: the hunk does not match anywhere");
}

/// A move whose old name is refused is not a half that would have applied.
#[test]
fn no_half_of_a_refused_move_would_have_applied() {
    let bench = Bench::with("a", "1\n").mode("a", 0o444).file("c", "1\n");
    let edits = r#"[{"op":"move","path":"a","to":"b"},{"op":"append","path":"c","text":"2"}]"#;
    bench
        .pipe(edits, ["apply"])
        .fails(5, "\nedit 2 of c would have applied\n");
}
