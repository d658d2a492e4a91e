//! `incise create`: creates a new file, and never overwrites another file.

use crate::bench::Bench;
use crate::notation::joined;

#[test]
fn a_new_file() {
    Bench::new()
        .line("create a.txt --text 'one\ntwo\n'")
        .done("created a.txt: +2\n", &[("a.txt", "one\ntwo\n")]);
}

#[test]
fn the_text_is_literal() {
    Bench::new()
        .run(["create", "a.txt", "--text", "one\\n"])
        .done("created a.txt: +1\n", &[("a.txt", "one\\n\n")]);
}

#[test]
fn an_empty_file() {
    Bench::new()
        .line("create a.txt --text ''")
        .done("created a.txt\n", &[("a.txt", "")]);
}

#[test]
fn a_create_over_an_existing_file_is_refused() {
    Bench::with("a.txt", "one\ntwo\n")
        .line("create a.txt --text new")
        .refused(
            1,
            &joined(&[
                "incise: a.txt: the file already exists (2 lines, 8 bytes)",
                "hint: change it with `incise replace a.txt`, or replace it with `incise write a.txt --overwrite`",
            ]),
        );
}

#[test]
fn a_create_over_an_empty_file_a_link_or_a_directory_is_refused() {
    let bench = Bench::with("a.txt", "")
        .directory("d")
        .link("dangling", "nowhere");
    for (path, status) in [("a.txt", 1), ("d", 4), ("dangling", 4)] {
        bench
            .run(["create", path, "--text", "new"])
            .status_is(status)
            .unchanged();
    }
}

#[test]
fn creating_a_file_with_the_same_text_changes_nothing() {
    Bench::with("a.txt", "one\n")
        .line("create a.txt --text 'one\n'")
        .done("unchanged a.txt\n", &[]);
}

#[test]
fn a_missing_parent_is_refused() {
    Bench::new()
        .line("create d/e/a.txt --text x")
        .fails(4, "does not exist\n")
        .says("hint: --parents creates it");
}

#[test]
fn parents_makes_it() {
    Bench::new()
        .line("create d/e/a.txt --text 'x\n' --parents")
        .done("created d/e/a.txt: +1\n", &[("d/e/a.txt", "x\n")]);
}

#[test]
fn a_directory_of_an_earlier_step_needs_no_parents_flag() {
    let made = r#"{"op":"create","path":"d/e/x","text":"1","parents":true}"#;
    for next in [
        r#"{"op":"create","path":"d/y","text":"2"}"#,
        r#"{"op":"write","path":"d/e/y","text":"2"}"#,
        r#"{"op":"move","path":"a","to":"d/y"}"#,
    ] {
        let bench = Bench::with("a", "2");
        bench
            .pipe(format!("[{made},{next}]"), ["apply"])
            .status_is(0);
        bench.line("undo").status_is(0);
        assert_eq!(bench.tree().len(), 1);
        let bench = Bench::with("a", "2");
        let ran = bench.pipe(format!("[{next},{made}]"), ["apply"]);
        ran.fails(4, "does not exist");
    }
}

#[test]
fn no_directory_is_created_before_dots() {
    let bench = Bench::new();
    bench.line("create d/../y --parents --text x").fails(
        4,
        "hint: check the path; `mkdir -p d/..` creates the directory",
    );
}

#[test]
fn a_create_that_is_refused_leaves_no_parents() {
    Bench::with("there.txt", "x\n")
        .pipe(
            r#"[{"op":"create","path":"d/a.txt","text":"x","parents":true},
                {"op":"create","path":"there.txt","text":"y"}]"#,
            ["apply"],
        )
        .status_is(1)
        .unchanged();
}

/// Text given as an argument is completed to whole lines. Text from other sources is used as it is.
#[test]
fn a_typed_text_ends_its_last_line_and_no_other_does() {
    for (typed, made) in [
        ("one", "one\n"),
        ("one\n", "one\n"),
        ("one\ntwo", "one\ntwo\n"),
        ("one\r\ntwo", "one\r\ntwo\r\n"),
        ("", ""),
    ] {
        let bench = Bench::with("old", "1\n");
        bench.run(["create", "a", "--text", typed]).status_is(0);
        bench
            .run(["write", "b", "--overwrite", "--text", typed])
            .status_is(0);
        bench
            .pipe(typed, ["create", "c", "--text-file", "-"])
            .status_is(0);
        let request = serde_json::json!({ "op": "create", "path": "d", "text": typed });
        bench
            .pipe(request.to_string(), ["create", "--from-json", "-"])
            .status_is(0);
        let payload = serde_json::json!({ "file_path": "e", "content": typed });
        bench.pipe(payload.to_string(), ["apply"]).status_is(0);
        let texts = ["a", "b", "c", "d", "e"].map(|name| bench.text(name));
        assert_eq!(texts, [made, made, typed, typed, typed]);
    }
}
