//! Payloads of other tools through `incise apply`: one edit in every vocabulary, and the answers.

use serde_json::{Value, json};

use crate::bench::Bench;
#[cfg(feature = "mcp")]
use crate::client::{Client, Revision};

const DIFF: &str = "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n";
const V4A: &str =
    "*** Begin Patch\n*** Update File: a.txt\n@@\n one\n-two\n+2\n three\n*** End Patch\n";

/// The ways to change the line `two` to `2`: arguments and standard input.
fn doors(root: &str) -> Vec<(&'static str, Vec<&'static str>, String)> {
    let absolute = format!("{root}/a.txt");
    let apply = |name, payload: Value| (name, vec!["apply"], payload.to_string());
    let hunk = "@@\n one\n-two\n+2\n three\n";
    vec![
        (
            "replace",
            vec![
                "replace", "a.txt", "--old", "two\n", "--new", "2\n", "--match", "exact",
            ],
            String::new(),
        ),
        (
            "lines",
            vec!["lines", "a.txt", "2", "--text", "2\n"],
            String::new(),
        ),
        ("patch", vec!["patch"], DIFF.to_owned()),
        ("envelope", vec!["apply"], V4A.to_owned()),
        apply(
            "request",
            json!({"op":"replace","path":"a.txt","old":"two\n","new":"2\n"}),
        ),
        apply(
            "list",
            json!([{"op":"replace","path":"a.txt","old":"two\n","new":"2\n"}]),
        ),
        apply(
            "text editor",
            json!({"command":"str_replace","path":absolute,"old_str":"two\n","new_str":"2\n"}),
        ),
        apply(
            "Edit",
            json!({"file_path":absolute,"old_string":"two\n","new_string":"2\n"}),
        ),
        apply(
            "Write",
            json!({"file_path":absolute,"content":"one\n2\nthree\n"}),
        ),
        apply(
            "Gemini",
            json!({"file_path":absolute,"old_string":"two\n","new_string":"2\n",
                "expected_replacements":1}),
        ),
        apply(
            "filesystem",
            json!({"path":"a.txt","edits":[{"oldText":"two\n","newText":"2\n"}],"dryRun":false}),
        ),
        apply(
            "edits",
            json!({"path":"a.txt","edits":[{"old_string":"two\n","new_string":"2\n"}]}),
        ),
        apply(
            "old_content",
            json!({"path":"a.txt","old_content":"two\n","new_content":"2\n","occurrence":1}),
        ),
        apply(
            "old_text",
            json!({"path":absolute,"old_text":"two\n","new_text":"2\n","replace_all":false}),
        ),
        apply(
            "expected_matches",
            json!({"path":"a.txt","old_text":"two\n","new_text":"2\n","expected_matches":1}),
        ),
        apply(
            "lines by number",
            json!({"path":"a.txt","start_line":2,"end_line":2,"new_content":"2\n"}),
        ),
        apply(
            "mode",
            json!({"path":"a.txt","mode":"edit","old_text":"two\n","content":"2\n"}),
        ),
        apply(
            "needle",
            json!({"relative_path":"a.txt","needle":"two\n","repl":"2\n","mode":"literal"}),
        ),
        apply(
            "lines from 0",
            json!({"name":"replace_lines","arguments":
                {"relative_path":"a.txt","start_line":1,"end_line":1,"content":"2"}}),
        ),
        apply("patch of a file", json!({"path":"a.txt","patch":DIFF})),
        apply(
            "diff",
            json!({"diff":DIFF,"target":"a.txt","mode":"strict"}),
        ),
        apply(
            "patch call",
            json!({"type":"apply_patch_call","call_id":"c",
                "operation":{"type":"update_file","path":"a.txt","diff":hunk}}),
        ),
        apply("input", json!({"input":V4A})),
        apply("command", json!({"command":["apply_patch",V4A]})),
    ]
}

/// The same over MCP in each vocabulary: profile, tool, arguments.
#[cfg(feature = "mcp")]
fn calls() -> Vec<(&'static str, &'static str, Value)> {
    vec![
        (
            "native",
            "edit",
            json!({"op":"replace","path":"a.txt","old":"two\n","new":"2\n"}),
        ),
        ("native", "apply_patch", json!({"patch":DIFF})),
        ("native", "apply_patch", json!({"patch":V4A})),
        (
            "anthropic",
            "str_replace_based_edit_tool",
            json!({"command":"str_replace","path":"a.txt","old_str":"two\n","new_str":"2\n"}),
        ),
        ("openai", "apply_patch", json!({"input":V4A})),
        (
            "filesystem",
            "edit_file",
            json!({"path":"a.txt","edits":[{"oldText":"two\n","newText":"2\n"}]}),
        ),
        (
            "serena",
            "replace_content",
            json!({"relative_path":"a.txt","needle":"two\n","repl":"2\n","mode":"literal"}),
        ),
    ]
}

/// The journal record of the only edit.
fn record(bench: &Bench) -> Value {
    let exported = bench.line("log --export");
    let lines: Vec<_> = exported.status_is(0).stdout.lines().collect();
    assert_eq!(lines.len(), 1, "{lines:?}");
    let transaction: Value = serde_json::from_str(lines[0]).unwrap();
    transaction["files"].clone()
}

#[test]
fn one_edit_through_every_door_gives_the_same_bytes_status_and_record() {
    let mut expected = None;
    let root = Bench::new().path().to_owned();
    for number in 0..doors(root.to_str().unwrap()).len() {
        let bench = Bench::with("a.txt", "one\ntwo\nthree\n");
        let root = bench.path().to_str().unwrap().to_owned();
        let (name, args, stdin) = doors(&root).swap_remove(number);
        let ran = bench.pipe(&stdin, &args);
        println!("{name}");
        ran.edits(&[("a.txt", "one\n2\nthree\n")]);
        let record = record(&bench);
        assert_eq!(
            expected.get_or_insert_with(|| record.clone()),
            &record,
            "{name}"
        );
        bench
            .line("undo -q")
            .done("", &[("a.txt", "one\ntwo\nthree\n")]);
    }
    #[cfg(feature = "mcp")]
    for (profile, tool, arguments) in calls() {
        for revision in [Revision::Of2025, Revision::Of2026] {
            let bench = Bench::with("a.txt", "one\ntwo\nthree\n");
            let mut client = Client::new(&bench, revision, &["--profile", profile]);
            client.call(tool, arguments.clone()).done();
            assert_eq!(bench.text("a.txt"), "one\n2\nthree\n", "{profile}");
            assert_eq!(Some(record(&bench)), expected, "{profile}");
        }
    }
}

#[test]
fn an_edit_without_a_place_is_refused_with_one_status_at_every_door() {
    let bench = Bench::with("a.txt", "other\n");
    let root = bench.path().to_str().unwrap().to_owned();
    for (name, args, stdin) in doors(&root) {
        if name == "Write" {
            continue;
        }
        println!("{name}");
        bench.pipe(&stdin, &args).status_is(1).unheard().unchanged();
        bench
            .pipe(&stdin, args.iter().chain(&["--json"]))
            .status_is(1)
            .unheard()
            .unchanged();
    }
    #[cfg(feature = "mcp")]
    for (profile, tool, arguments) in calls() {
        let mut client = Client::new(&bench, Revision::Of2025, &["--profile", profile]);
        let answer = client.call(tool, arguments);
        assert!(answer.is_error, "{profile}: {answer:?}");
        let code = &answer.structured["error"]["exit"];
        assert!(
            *code == 1 || code.is_null() && profile != "native",
            "{profile}"
        );
        assert_eq!(bench.text("a.txt"), "other\n", "{profile}");
    }
}

#[test]
fn reports_have_the_fields_that_earlier_tools_had() {
    for (payload, operation, changed) in [
        (
            json!({"path":"a.txt","old_content":"two","new_content":"2"}),
            "replace",
            true,
        ),
        (
            json!({"path":"a.txt","old_content":"zwei","new_content":"2"}),
            "replace",
            false,
        ),
        (
            json!({"path":"a.txt","mode":"append","content":"four"}),
            "append",
            true,
        ),
        (
            json!({"path":"a.txt","start_line":9,"end_line":9,"new_content":"x"}),
            "lines",
            false,
        ),
        (json!({"diff":DIFF,"target":"a.txt"}), "patch", true),
    ] {
        let bench = Bench::with("a.txt", "one\ntwo\nthree\n");
        let ran = bench.pipe(payload.to_string(), ["apply", "--json"]);
        let report = ran.json();
        assert_eq!(report["success"], changed, "{report}");
        assert_eq!(report["operation"], operation, "{report}");
        assert_eq!(report["path"], "a.txt", "{report}");
        assert_eq!(report["changed"], changed, "{report}");
        assert_eq!(report["bytes_before"], 14, "{report}");
        assert_eq!(
            report["bytes_after"],
            bench.bytes("a.txt").len(),
            "{report}"
        );
    }
}

#[test]
fn the_text_editor_is_answered_in_its_own_words() {
    let bench = Bench::with("a.txt", "one\ntwo\nthree\n")
        .file("d/e/f.txt", "")
        .file(".h", "");
    bench
        .pipe(
            r#"{"command":"view","path":"a.txt","view_range":[2,-1]}"#,
            ["apply"],
        )
        .done(
            "Here's the result of running `cat -n` on a.txt:\n     2\ttwo\n     3\tthree\n",
            &[],
        );
    bench
        .pipe(r#"{"command":"view","path":"."}"#, ["apply"])
        .done(
            "Here're the files and directories up to 2 levels deep in ., excluding hidden items:\n\
             .\n./a.txt\n./d/\n./d/e/\n",
            &[],
        );
    bench
        .pipe(
            r#"{"command":"insert","path":"a.txt","insert_line":3,"insert_text":"four"}"#,
            ["apply"],
        )
        .done(
            "The file a.txt has been edited. Here's the result of running `cat -n` on a snippet of a.txt:\n     \
             1\tone\n     2\ttwo\n     3\tthree\n     4\tfour\n\
             Review the changes and make sure they are as expected. Edit the file again if necessary.\n",
            &[("a.txt", "one\ntwo\nthree\nfour\n")],
        );
    bench
        .pipe(r#"{"command":"undo_edit","path":"a.txt"}"#, ["apply"])
        .done(
            "Last edit to a.txt undone successfully. Here's the result of running `cat -n` on a.txt:\n     \
             1\tone\n     2\ttwo\n     3\tthree\n",
            &[("a.txt", "one\ntwo\nthree\n")],
        );
    bench
        .pipe(r#"{"command":"undo_edit","path":"a.txt"}"#, ["apply"])
        .fails(1, "there is no edit left to undo");
    bench
        .pipe(
            r#"{"command":"create","path":"n/b.txt","file_text":"x\n"}"#,
            ["apply"],
        )
        .done(
            "File created successfully at: n/b.txt\n",
            &[("n/b.txt", "x\n")],
        );
    bench
        .pipe(
            r#"{"command":"create","path":"a.txt","file_text":"x\n"}"#,
            ["apply"],
        )
        .fails(1, "the file already exists");
    bench
        .pipe(
            r#"{"command":"view","path":"d","view_range":[1,2]}"#,
            ["apply"],
        )
        .fails(2, "a directory has no lines or regions");
    bench
        .pipe(r#"{"command":"view","path":"nowhere"}"#, ["apply"])
        .fails(4, "there is no such file");
    bench
        .pipe(r#"{"command":"view","path":"d/"}"#, ["apply"])
        .status_is(0)
        .prints(":\nd/\nd/e/\nd/e/f.txt\n");
    bench
        .pipe(
            r#"{"command":"view","path":"../"}"#,
            ["apply", "--root", "."],
        )
        .status_is(5)
        .unchanged();
}

#[test]
fn undo_edit_is_refused_if_the_entry_changed_other_files() {
    let bench = Bench::with("a.txt", "a\n").file("b.txt", "b\n");
    let both =
        r#"[{"op":"append","path":"a.txt","text":"x"},{"op":"append","path":"b.txt","text":"y"}]"#;
    bench.pipe(both, ["apply", "-q"]).status_is(0);
    bench
        .pipe(r#"{"command":"undo_edit","path":"a.txt"}"#, ["apply"])
        .fails(2, "also changed 1 file more")
        .says("undoes all of it");
    bench
        .pipe(
            r#"{"command":"str_replace","path":"a.txt","old_str":"x","new_str":"z"}"#,
            ["apply", "-q"],
        )
        .status_is(0);
    bench
        .pipe(r#"{"command":"undo_edit","path":"a.txt"}"#, ["apply", "-q"])
        .done("", &[("a.txt", "a\nx\n")]);
}

#[test]
fn a_format_that_is_typed_gives_our_report() {
    let bench = Bench::with("a.txt", "one\n");
    let payload = r#"{"command":"str_replace","path":"a.txt","old_str":"one","new_str":"1"}"#;
    let ran = bench.pipe(payload, ["apply", "--json", "-n"]);
    assert_eq!(
        ran.status_is(0).unchanged().json()["schema"],
        "incise.report/1"
    );
    bench
        .pipe(payload, ["apply", "--format", "diff", "-n"])
        .status_is(0)
        .prints("--- a/a.txt\n")
        .unchanged();
    let view = bench.pipe(r#"{"command":"view","path":"."}"#, ["apply", "--json"]);
    assert_eq!(view.json()["entries"], json!(["a.txt"]));
    bench
        .pipe(payload, ["check", "apply"])
        .status_is(0)
        .prints("dry run, nothing written:\nThe file a.txt has been edited.")
        .unchanged();
    let call = r#"{"call_id":"c","operation":{"type":"delete_file","path":"a.txt"}}"#;
    for args in [vec!["apply", "-n"], vec!["apply", "-n", "--json"]] {
        let ran = bench.pipe(call, args);
        let answer = ran.status_is(0).unchanged().json();
        assert_eq!(answer["type"], "apply_patch_call_output");
        assert_eq!(
            (&answer["call_id"], &answer["status"]),
            (&"c".into(), &"completed".into())
        );
    }
}

#[test]
fn a_call_of_the_patch_tool_that_fails_says_so_and_exits_so() {
    let bench = Bench::with("a.txt", "one\n");
    for (operation, status, output) in [
        (
            json!({"type":"create_file","path":"a.txt","diff":"+x"}),
            1,
            "the file already exists",
        ),
        (
            json!({"type":"update_file","path":"a.txt","diff":"@@\n-no\n+x\n y"}),
            1,
            "does not match",
        ),
        (
            json!({"type":"delete_file","path":"b.txt"}),
            4,
            "no such file",
        ),
        (
            json!({"type":"delete_file","path":"../b.txt"}),
            5,
            "outside the root",
        ),
        // The diff mentions a file other than this path.
        (
            json!({"type":"delete_file","path":"a.txt\n*** Delete File: b"}),
            2,
            "a name with a line break",
        ),
    ] {
        let ran = bench.pipe(json!({"operation":operation}).to_string(), ["apply"]);
        ran.status_is(status).unchanged();
        let answer = ran.json();
        assert_eq!(answer["status"], "failed");
        assert!(
            answer["output"].as_str().unwrap().contains(output),
            "{answer}"
        );
    }
}

#[test]
fn exact_text_is_exact_and_the_refusal_names_the_tier() {
    let bench = Bench::with("a.txt", "one \ntwo\n");
    for (payload, names) in [
        (
            json!({"file_path":"a.txt","old_string":"one\ntwo\n","new_string":"x\n"}),
            "match",
        ),
        (
            json!({"command":"str_replace","path":"a.txt","old_str":"one\ntwo\n","new_str":"x\n"}),
            "match",
        ),
        (
            json!({"path":"a.txt","edits":[{"oldText":"one\ntwo\n","newText":"x\n"}]}),
            "match",
        ),
    ] {
        bench
            .pipe(payload.to_string(), ["apply"])
            .fails(
                1,
                "\"match\": \"mechanical\" would match lines 1-2 (tier trailing-space)",
            )
            .says(names);
    }
    let wider = json!({"file_path":"a.txt","old_string":"one\ntwo\n","new_string":"x\n","match":"mechanical"});
    bench
        .pipe(wider.to_string(), ["apply", "-q"])
        .done("", &[("a.txt", "x\n")]);
}

#[test]
fn several_places_are_reported_in_the_terms_of_the_payload() {
    let bench = Bench::with("a.txt", "x\ny\nx\n");
    for (payload, hint) in [
        (
            json!({"file_path":"a.txt","old_string":"x","new_string":"z"}),
            "`old_string`, or \"replace_all\": true for every one",
        ),
        (
            json!({"path":"a.txt","old_content":"x","new_content":"z"}),
            "`old_content`, or \"occurrence\": 1 for one place, or \"occurrence\": 0 for every one",
        ),
        (
            json!({"command":"str_replace","path":"a.txt","old_str":"x","new_str":"z"}),
            "add a line of context to `old_str`\n",
        ),
        (
            json!({"path":"a.txt","old_text":"x","new_text":"z","expected_matches":1}),
            "or expect 2 if you mean all",
        ),
    ] {
        bench.pipe(payload.to_string(), ["apply"]).fails(1, hint);
    }
}

#[test]
fn an_occurrence_selects_one_and_reports_the_others() {
    for (occurrence, text, told) in [
        (1, "z x x\n", "number 1 of 3 places"),
        (2, "x z x\n", "number 2 of 3 places"),
        (-1, "x x z\n", "the last of 3 places"),
        (-2, "x z x\n", "number 2 from the end of 3 places"),
    ] {
        let payload =
            json!({"path":"a.txt","old_content":"x","new_content":"z","occurrence":occurrence});
        let bench = Bench::with("a.txt", "x x x\n");
        let ran = bench.pipe(payload.to_string(), ["apply"]);
        ran.status_is(0)
            .says(told)
            .says("2 others unchanged")
            .changed(&[("a.txt", text)]);
    }
    let all = json!({"path":"a.txt","old_content":"x","new_content":"z","occurrence":0});
    let bench = Bench::with("a.txt", "x x x\n");
    let ran = bench.pipe(all.to_string(), ["apply", "--json"]);
    assert_eq!(ran.status_is(0).json()["warnings"], json!([]));
    let only = json!({"path":"a.txt","old_content":"z z","new_content":"y","occurrence":1});
    let ran = bench.pipe(only.to_string(), ["apply", "--json"]);
    // `z z z` contains `z z` twice, with an overlap.
    assert_eq!(
        ran.status_is(0).json()["warnings"][0]["code"],
        "one_of_several"
    );
    let beyond = json!({"path":"a.txt","old_content":"y","new_content":"x","occurrence":2});
    bench.pipe(beyond.to_string(), ["apply"]).fails(1, "1");
}

#[test]
fn files_that_must_be_there_are_not_made() {
    let bench = Bench::new();
    let absolute = bench.path().join("new.txt");
    let absolute = absolute.to_str().unwrap();
    for payload in [
        json!({"path":absolute,"old_text":"","new_text":"x"}),
        json!({"path":absolute,"old_text":"","new_text":"x","insert_line":1}),
        json!({"path":"new.txt","mode":"append","content":"x"}),
        json!({"path":"new.txt","old_string":"x","new_string":"y"}),
        json!({"path":"new.txt","start_line":1,"end_line":1,"new_content":"x"}),
    ] {
        bench
            .pipe(payload.to_string(), ["apply"])
            .status_is(4)
            .unchanged();
    }
    let payload = json!({"file_path":"n/new.txt","old_string":"","new_string":"x\n"});
    bench
        .pipe(payload.to_string(), ["apply", "-q"])
        .done("", &[("n/new.txt", "x\n")]);
    bench
        .pipe(payload.to_string().replace("x\\n", "y\\n"), ["apply"])
        .fails(1, "the file already exists");
    let written = json!({"file_path":"m/w.txt","content":"w\n"});
    bench
        .pipe(written.to_string(), ["apply", "-q"])
        .done("", &[("m/w.txt", "w\n")]);
}

#[test]
fn a_whole_file_is_still_guarded() {
    let long: String = (1..=30).map(|line| format!("{line}\n")).collect();
    let bench = Bench::with("a.txt", &long);
    let payload = json!({"file_path":"a.txt","content":"short\n"});
    bench
        .pipe(payload.to_string(), ["apply"])
        .fails(1, "would shrink the file");
    bench
        .pipe(payload.to_string(), ["apply", "-q", "--force-shrink"])
        .done("", &[("a.txt", "short\n")]);
}

#[test]
fn a_diff_file_is_read_inside_the_root_only() {
    let bench = Bench::with("w/a.txt", "one\ntwo\nthree\n")
        .file("w/fix.diff", DIFF)
        .file("out.diff", DIFF);
    for (file, status) in [("../out.diff", 5), ("/etc/hostname", 5), ("none.diff", 4)] {
        let payload = json!({"diff_file":file,"target":"a.txt"});
        bench
            .pipe(payload.to_string(), ["apply", "-C", "w"])
            .status_is(status)
            .unchanged();
    }
    let payload = json!({"diff_file":"fix.diff","target":"a.txt"});
    bench
        .pipe(payload.to_string(), ["apply", "-C", "w", "-q"])
        .done("", &[("w/a.txt", "one\n2\nthree\n")]);
}

#[test]
fn payloads_of_different_dialects_are_one_transaction() {
    let bench = Bench::with("a.txt", "one\ntwo\n").file("b.txt", "b\n");
    let list = json!([
        {"file_path":"a.txt","old_string":"one","new_string":"1"},
        {"op":"append","path":"b.txt","text":"c"},
        V4A.replace(" one\n", " 1\n").replace(" three\n", ""),
        {"path":"b.txt","line":0,"content":"a"},
    ]);
    bench
        .pipe(list.to_string(), ["apply", "-q"])
        .done("", &[("a.txt", "1\n2\n"), ("b.txt", "a\nb\nc\n")]);
    bench.pipe(list.to_string(), ["apply"]).fails(
        1,
        "edit 1: already applied: entry 1 made this edit, and the new text is at line 1",
    );
    let views = json!([{"path":"a.txt","line":0,"content":"a"},{"command":"view","path":"a.txt"}]);
    bench
        .pipe(views.to_string(), ["apply"])
        .fails(2, "edit 2 asks for `view`, which is not an edit")
        .says("--each");
    let mixed = json!([
        {"path":"a.txt","edits":[{"oldText":"1","newText":"x"}],"dryRun":true},
        {"path":"a.txt","line":0,"content":"a"},
    ]);
    bench
        .pipe(mixed.to_string(), ["apply"])
        .fails(2, "edit 2 has other conditions");
}

#[test]
fn the_root_is_listed_by_its_absolute_path() {
    let bench = Bench::with("a.txt", "one\n");
    let root = bench.path().to_str().unwrap();
    for path in [root.to_owned(), format!("{root}/")] {
        let view = json!({"command":"view","path":path}).to_string();
        for args in [&["apply"][..], &["apply", "--root", root]] {
            bench.pipe(&view, args).status_is(0).prints("a.txt");
        }
    }
}

#[test]
fn a_list_of_edits_whose_first_old_text_is_empty_creates_the_file() {
    let edits = json!({ "file_path": "d/new.txt", "edits": [
        { "old_string": "", "new_string": "hello\n" },
        { "old_string": "hello", "new_string": "bye" },
    ] });
    let bench = Bench::with("a.txt", "x\n");
    bench
        .pipe(edits.to_string(), ["apply", "-q"])
        .done("", &[("d/new.txt", "bye\n")]);
    bench
        .pipe(edits.to_string(), ["apply"])
        .status_is(1)
        .unchanged();
    let later = json!({ "file_path": "a.txt", "edits": [
        { "old_string": "x", "new_string": "y" },
        { "old_string": "", "new_string": "z" },
    ] });
    bench
        .pipe(later.to_string(), ["apply"])
        .fails(2, "edit 2: the text to find is empty");
}
