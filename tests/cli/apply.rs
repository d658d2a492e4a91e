//! `incise apply`: JSON, one edit or many, all or nothing.

use crate::bench::Bench;

#[test]
fn one_edit() {
    Bench::with("a.txt", "one\n")
        .pipe(
            r#"{"op":"replace","path":"a.txt","old":"one","new":"1"}"#,
            ["apply"],
        )
        .done("a.txt: line 1; +1 -1\n-one\n+1\n", &[("a.txt", "1\n")]);
}

#[test]
fn a_request_is_no_name_of_a_file() {
    for request in [
        r#"{"op":"remove","path":"a.txt"}"#,
        r#"[{"op":"remove","path":"a.txt"}]"#,
    ] {
        Bench::with("a.txt", "one\n").run(["apply", request]).refused(
            2,
            "incise: `apply` reads the request from a file or standard input, but this is the request itself\n\
             hint: put `<<<` before it, or pipe it in; a file of that name is `./...`\n",
        );
    }
}

#[test]
fn every_operation_in_one_request() {
    let request = r#"{"edits":[
        {"op":"replace","path":"a.txt","old":"one","new":"1"},
        {"op":"insert","path":"a.txt","line":1,"text":"1a"},
        {"op":"lines","path":"a.txt","start":2,"end":2,"text":"2"},
        {"op":"append","path":"a.txt","text":"3"},
        {"op":"create","path":"d/new.txt","text":"new\n","parents":true},
        {"op":"write","path":"b.txt","text":"all\n","overwrite":true},
        {"op":"remove","path":"c.txt"},
        {"op":"move","path":"e.txt","to":"f.txt"},
        {"op":"patch","diff":"--- a/g.txt\n+++ b/g.txt\n@@ -1 +1 @@\n-g\n+G\n"}]}"#;
    Bench::with("a.txt", "one\ntwo\n")
        .file("b.txt", "b\n")
        .file("c.txt", "c\n")
        .file("e.txt", "e\n")
        .file("g.txt", "g\n")
        .pipe(request, ["apply", "-q"])
        .status_is(0)
        .became(&[
            ("a.txt", Some(&b"1\n1a\n2\n3\n"[..])),
            ("d/new.txt", Some(b"new\n")),
            ("b.txt", Some(b"all\n")),
            ("c.txt", None),
            ("e.txt", None),
            ("f.txt", Some(b"e\n")),
            ("g.txt", Some(b"G\n")),
        ]);
}

#[test]
fn a_batch_whose_third_edit_fails_leaves_everything_as_it_was() {
    let bench = Bench::with("a.txt", "one\ntwo\n").file("b.txt", "three\n");
    bench
        .pipe(
            r#"{"edits":[
                {"op":"replace","path":"a.txt","old":"one","new":"1"},
                {"op":"create","path":"c.txt","text":"c"},
                {"op":"replace","path":"b.txt","old":"four","new":"4"},
                {"op":"append","path":"b.txt","text":"5"}]}"#,
            ["apply"],
        ).fails(1, "incise: b.txt: edit 3: `four` is not in the file\n").says("edit 1 of a.txt, edit 4 of b.txt and edit 2 of c.txt would have applied\nnothing was written\n");
}

#[test]
fn every_failing_edit_of_a_batch_is_reported() {
    let bench = Bench::with("a.txt", "one\n").file("b.txt", "two\n");
    let ran = bench.pipe(
        r#"[{"op":"replace","path":"a.txt","old":"zzz","new":"1"},
            {"op":"lines","path":"b.txt","start":9,"end":9,"text":"x"}]"#,
        ["apply", "--json"],
    );
    ran.status_is(1).unchanged();
    let error = &ran.json()["error"];
    assert_eq!(
        (&error["code"], &error["edit"]),
        (&"not_found".into(), &1.into())
    );
    let edits: Vec<_> = error["edits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|edit| {
            (
                edit["edit"].as_u64().unwrap(),
                edit["code"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(edits, [(1, "not_found"), (2, "out_of_range")]);
}

#[test]
fn a_batch_whose_second_edit_depends_on_the_first() {
    let bench = Bench::with("a.txt", "one\ntwo\n");
    let request = r#"[{"op":"replace","path":"a.txt","old":"one","new":"first\nsecond"},
                      {"op":"replace","path":"a.txt","old":"second\ntwo","new":"2"}]"#;
    let ran = bench.pipe(request, ["apply", "--json", "-n"]);
    let sites = &ran.status_is(0).unchanged().json()["files"][0]["sites"];
    assert_eq!(sites[1]["edit"], 2);
    assert_eq!(sites[1]["from_edit"], 1, "{sites}");
    bench
        .pipe(request, ["apply", "-q"])
        .done("", &[("a.txt", "first\n2\n")]);
}

#[test]
fn line_numbers_of_the_original_file_in_a_batch() {
    let bench = Bench::with("a.txt", "1\n2\n3\n4\n");
    let request = r#"[{"op":"insert","path":"a.txt","line":0,"text":"a\nb\nc"},
                      {"op":"lines","path":"a.txt","start":2,"end":2,"text":"two"},
                      {"op":"lines","path":"a.txt","start":3,"end":3,"text":""},
                      {"op":"insert","path":"a.txt","line":4,"text":"five"},
                      {"op":"replace","path":"a.txt","old":"4","new":"four"}]"#;
    let ran = bench.pipe(request, ["apply", "--json"]);
    ran.edits(&[("a.txt", "a\nb\nc\n1\ntwo\nfour\nfive\n")]);
    let sites = &ran.json()["files"][0]["sites"];
    assert_eq!(sites[1]["lines"], serde_json::json!([2, 2]));
    assert_eq!(sites[2]["lines"], serde_json::json!([3, 3]));
    assert_eq!(sites[4]["lines"], serde_json::json!([4, 4]));
}

#[test]
fn a_batch_below_and_in_a_last_line_without_ending_leaves_no_empty_line() {
    let request = r#"{"edits": [
        {"op": "append", "path": "f", "text": "X"},
        {"op": "lines", "path": "f", "start": 2, "end": 2, "text": "Y"}
    ]}"#;
    Bench::with("f", "a\nb")
        .pipe(request, ["apply", "-q"])
        .done("", &[("f", "a\nY\nX\n")]);
}

#[test]
fn a_batch_lists_its_edits() {
    Bench::with("a.txt", "one\ntwo\nthree\n")
        .pipe(
            r#"[{"op":"replace","path":"a.txt","old":"one","new":"1"},
                {"op":"replace","path":"a.txt","old":"three","new":"3"}]"#,
            ["apply"],
        )
        .done(
            "a.txt: edits 1 and 2 at 1-3; +2 -2\n-one\n+1\n two\n-three\n+3\n",
            &[("a.txt", "1\ntwo\n3\n")],
        );
}

#[test]
fn a_file_that_is_removed_first_is_not_reported_as_created() {
    let edits = r#"[{"op":"remove","path":"a"},{"op":"append","path":"a","text":"y"}]"#;
    let bench = Bench::with("a", "x\n");
    bench.pipe(edits, ["apply", "-q"]).done("", &[("a", "y\n")]);
}

#[test]
fn edits_that_claim_the_same_text_are_refused() {
    Bench::with("a.txt", "1\n2\n")
        .pipe(
            r#"[{"op":"lines","path":"a.txt","start":1,"end":1,"text":"x"},
                {"op":"lines","path":"a.txt","start":1,"end":2,"text":"y"}]"#,
            ["apply"],
        )
        .fails(1, "edit 2: two edits change the same text in lines 1-2");
}

#[test]
fn bytes_that_are_no_utf_8_come_as_base64() {
    Bench::with("a.txt", b"one \xff\n")
        .pipe(
            r#"{"op":"replace","path":"a.txt","old":{"base64":"/w=="},"new":{"base64":"/v0="}}"#,
            ["apply", "-q"],
        )
        .status_is(0)
        .became(&[("a.txt", Some(b"one \xfe\xfd\n"))]);
}

#[test]
fn a_dry_run_may_be_part_of_the_request() {
    Bench::with("a.txt", "one\n")
        .pipe(
            r#"{"edits":[{"op":"append","path":"a.txt","text":"x"}],"dry_run":true}"#,
            ["apply"],
        )
        .status_is(0)
        .prints("dry run, nothing written:\n")
        .prints("would edit a.txt: appended, +1\n")
        .unchanged();
}

#[test]
fn unknown_fields_and_operations_are_refused_by_name() {
    let bench = Bench::with("a.txt", "one\n");
    for (request, message) in [
        (
            r#"{"op":"replace","path":"a.txt","old":"one","new":"1","pickk":"all"}"#,
            "incise: unknown field `pickk` in the request\nhint: did you mean `pick`?\n",
        ),
        (
            r#"{"op":"frob","path":"a.txt"}"#,
            "incise: unknown operation `frob` in the request\n",
        ),
        (
            r#"{"op":"replace","path":"a.txt","old":"one","new":"1","text":"x"}"#,
            "not to `replace`",
        ),
        ("", "incise: the request is empty\n"),
        ("{", "incise: the request is not valid JSON: "),
        ("[]", "incise: the request has no edits\n"),
        ("7", "incise: "),
        (&"[".repeat(300), "hint: nest fewer lists and objects\n"),
    ] {
        bench
            .pipe(request, ["apply"])
            .fails(2, message)
            .says("\nhint: ");
    }
}

#[test]
fn each_edit_may_expect_a_hash() {
    Bench::with("a.txt", "one\n")
        .pipe(
            r#"{"op":"append","path":"a.txt","text":"x","expect_hash":"00000000"}"#,
            ["apply"],
        )
        .fails(3, "stale: expected blake3:00000000");
}

#[test]
fn a_request_stays_in_the_workspace() {
    let bench = Bench::with("w/a.txt", "one\n").file("b.txt", "one\n");
    for path in ["../b.txt", "/etc/passwd"] {
        let request = serde_json::json!({"op":"append","path":path,"text":"x"}).to_string();
        bench
            .pipe(&request, ["apply", "-C", "w"])
            .status_is(5)
            .unchanged();
    }
    let inside = bench.path().join("w/a.txt");
    let request = serde_json::json!({"op":"append","path":inside,"text":"x"}).to_string();
    bench
        .pipe(&request, ["apply", "-C", "w"])
        .status_is(0)
        .prints("a.txt: appended at 2; +1\n")
        .changed(&[("w/a.txt", "one\nx\n")]);
}

/// If an edit of a batch is refused, nothing is written. The line numbers refer to the unchanged file.
#[test]
fn a_refusal_in_a_batch_names_the_lines_of_the_file() {
    const HEAD: &str = r#"{"op":"insert","path":"a.txt","line":0,"text":"n1\nn2\nn3\nn4\n"}"#;
    let bench = Bench::with("a.txt", "alpha one\nbeta two\ngamma three words here\n");
    let refused = |edit: &str, said: &str| {
        bench
            .pipe(format!("[{HEAD},{edit}]"), ["apply"])
            .fails(1, said);
    };
    refused(
        r#"{"op":"replace","path":"a.txt","old":"gamma three word here","new":"x"}"#,
        "nearest: line 3 (75 % similar)\n  line 3 expected: gamma·three·word·here\n",
    );
    refused(
        r#"{"op":"replace","path":"a.txt","old":"o","new":"x"}"#,
        "matches 3 places; exactly 1 is needed\n  1: alpha one\n  2: beta two\n",
    );
    refused(
        r#"{"op":"insert","path":"a.txt","after":"o","text":"x"}"#,
        "\n  1: alpha one\n  2: beta two\n",
    );
    refused(
        r#"{"op":"replace","path":"a.txt","old":"beta two three","new":"beta two"}"#,
        "a.txt:2: edit 2: already applied: the new text is at line 2\n",
    );
    // The nearest text exists only after the first edit, so it cannot be copied from the file.
    refused(
        r#"{"op":"replace","path":"a.txt","old":"beta two n1","new":"x"}"#,
        "  line 2    found: beta·two\n",
    );
    let copied = r#"[{"op":"replace","path":"a.txt","old":"one","new":"uno due"},{"op":"replace","path":"a.txt","old":"alpha uno tre","new":"x"}]"#;
    let ran = bench.pipe(copied, ["apply"]);
    ran.status_is(1).unchanged();
    assert!(!ran.stderr.contains("due"), "{}", ran.stderr);
    // Text that the first edit changed is reported as that edit left it.
    let taken = r#"[{"op":"replace","path":"a.txt","old":"two","new":"two more"},{"op":"replace","path":"a.txt","old":"alpha one\nbeta two\n","new":"x"}]"#;
    let ran = bench.pipe(taken, ["apply"]);
    ran.status_is(1).unchanged();
    ran.says("  line 2 expected: beta·two\n  line 2    found: beta·two·more\n");
    // Only the first edit creates the text.
    refused(
        r#"{"op":"replace","path":"a.txt","old":"delta","new":"n2"}"#,
        "a.txt: edit 2: `delta` is not in the file\n",
    );
    refused(
        r#"{"op":"patch","diff":"--- a/a.txt\n+++ b/a.txt\n@@ -6,2 +6,2 @@\n beta two\n-gamma three\n+x\n"}"#,
        "does not match: line 3 differs\n",
    );
}

#[test]
fn one_file_may_be_spelled_in_two_ways_next_to_its_hash() {
    let bench = Bench::with("a.txt", "l1\nl2\n");
    let request = r#"{"expect_hash":"00000000","edits":[
        {"op":"replace","path":"a.txt","old":"l1","new":"L"},
        {"op":"replace","path":"./a.txt","old":"l2","new":"L"}]}"#;
    bench
        .pipe(request, ["apply"])
        .status_is(3)
        .says("stale: expected blake3:00000000");
}

#[test]
fn fields_that_contradict_each_other_are_named() {
    let bench = Bench::with("a.txt", "b\nb\n");
    for (request, says) in [
        (
            r#"{"op":"insert","path":"a.txt","before":"b","text":"c","pick":"first","expect":2}"#,
            "`expect` accepts that many matches, `pick` selects one\nhint: give one of the two\n",
        ),
        (
            r#"{"op":"insert","path":"a.txt","line":1,"text":"c","in":{"section":"x"}}"#,
            "`in` belongs to `before`, `after` and `at`, not to `line`",
        ),
        (
            r#"{"op":"lines","path":"a.txt","start":0,"text":"c"}"#,
            "`start` 0 is not a line",
        ),
    ] {
        bench.pipe(request, ["apply"]).fails(2, says);
    }
}
