//! `--idempotent` for every command that edits: an edit that is already made succeeds without changes.

use std::fs;

use serde_json::{Value, json};

use crate::bench::{Bench, Ran};

const LINES: &str = "one\ntwo\nthree\n";

#[track_caller]
fn is_done(ran: &Ran<'_>, file: &str) {
    ran.status_is(0).unchanged();
    assert_eq!(ran.stdout.trim_end(), format!("unchanged {file}"));
    assert_eq!(ran.stderr, "");
}

/// Sends the request `edits` with `idempotent`.
fn apply<'b>(bench: &'b Bench, edits: &Value) -> Ran<'b> {
    let request = json!({ "edits": edits, "idempotent": true });
    bench.pipe(request.to_string(), ["apply"])
}

#[test]
fn a_second_time_changes_nothing_in_every_command() {
    let commands: &[&[&str]] = &[
        &["replace", "f", "--old", "two", "--new", "2"],
        &["insert", "f", "--line", "1", "--text", "new"],
        &["insert", "f", "--line", "-1", "--text", "new"],
        &["insert", "f", "--after", "one", "--text", "one more"],
        &["insert", "f", "--before", "three", "--text", "new\nlines"],
        &["insert", "f", "--after", "tw", "--text", "-", "--inline"],
        &["append", "f", "--text", "four"],
        &["lines", "f", "2", "--text", "2"],
        &["lines", "f", "2:3", "--text", "2"],
        &["lines", "f", "1", "--text", "one\nand\na half"],
        &["lines", "f", "1:2", "--text", ""],
        &["create", "g", "--text", "new"],
        &["write", "g", "--text", "new"],
        &["write", "f", "--overwrite", "--text", "new"],
        &["remove", "f"],
        &["move", "f", "g"],
    ];
    for command in commands {
        let bench = Bench::with("f", LINES);
        let words = [*command, &["--idempotent"]].concat();
        bench.run(&words).status_is(0);
        let file = match command[0] {
            "move" => "g",
            _ => command[1],
        };
        is_done(&bench.run(&words), file);
        let check = [&["check"], &words[..]].concat();
        let ran = bench.run(&check);
        let line = format!("would not change {file}");
        ran.status_is(0).prints(&line).unchanged();
    }
}

/// The equal neighbor of a deleted line is not its result.
#[test]
fn an_edit_is_repeated_if_the_text_before_it_was_restored() {
    for (file, text, words) in [
        (
            "a.yaml",
            "l:\n- 1\n- 1\n- 2\n",
            &["unset", "a.yaml", "l.0"][..],
        ),
        ("f", "x\n\n\ny\n", &["lines", "f", "2", "--text", ""]),
        (
            "f",
            "x=1\nx=1\n",
            &["replace", "f", "--old", "x=1\n", "--new", "", "--nth", "1"],
        ),
    ] {
        let bench = Bench::with(file, text);
        let words = [words, &["--idempotent", "-q"]].concat();
        bench.run(&words).status_is(0);
        let after = bench.text(file);
        bench
            .line(&format!("append {file} --text '# z' -q"))
            .status_is(0);
        for append in [false, true] {
            fs::write(bench.path().join(file), text).unwrap();
            let mut expected = after.clone();
            if append {
                bench
                    .line(&format!("append {file} --text '# z' -q"))
                    .status_is(0);
                expected += "# z\n";
            }
            bench.run(&words).done("", &[(file, &expected)]);
        }
    }
}

#[test]
fn a_list_gets_an_element_and_loses_one_only_once() {
    let cases = [
        ("a.json", "l.+", "l.0", "{\"l\": [\"a\", \"b\", \"c\"]}\n"),
        ("a.yml", "l.+", "l.0", "l:\n  - a\n  - b\n  - c\n"),
        ("a.toml", "l.+", "l[0]", "l = [\"a\", \"b\", \"c\"]\n"),
        (
            "b.toml",
            "bin.+.name",
            "bin.0",
            "[[bin]]\nname = \"a\"\n\n[[bin]]\nname = \"b\"\n",
        ),
        ("a.service", "S.E.+", "S.E[0]", "[S]\nE=a\nE=b\n"),
        (
            "wg0.conf",
            "Peer.+.PublicKey",
            "Peer[0]",
            "[Peer]\nPublicKey = a\n\n[Peer]\nPublicKey = b\n",
        ),
    ];
    for (file, new, first, before) in cases {
        let bench = Bench::with(file, before);
        let set = ["set", file, new, "z", "--create", "--idempotent"];
        let unset = ["unset", file, first, "--idempotent"];
        bench.run(set).status_is(0);
        bench.run(unset).status_is(0);
        is_done(&bench.run(set), file);
        is_done(&bench.run(unset), file);
        let edits = json!([
            {"op": "set", "path": file, "key": new, "value": "z", "create": true},
            {"op": "unset", "path": file, "key": first},
        ]);
        apply(&bench, &edits).status_is(0).unchanged();
    }
}

#[test]
fn the_rest_of_a_batch_is_not_made_in_other_elements() {
    let bench = Bench::with("a.json", "{\"l\": [1, 2, 3], \"m\": [4]}\n");
    let unset = |key: &str| json!({"op": "unset", "path": "a.json", "key": key});
    let set = json!({"op": "set", "path": "a.json", "key": "l.1", "value": 7});
    apply(&bench, &json!([unset("l.0")])).status_is(0);
    for other in [unset("l.1"), set] {
        apply(&bench, &json!([unset("l.0"), other])).fails(3, "stale: expected blake3:");
    }
    apply(&bench, &json!([unset("l.0"), unset("m")])).edits(&[("a.json", "{\"l\": [2, 3]}\n")]);
}

#[test]
fn a_key_with_a_number_for_a_name_is_deleted_wherever_it_is_now() {
    let bench = Bench::with("a.yml", "ports:\n  80: a\n  81: b\n");
    let unset = ["unset", "a.yml", "ports.80", "--idempotent", "-q"];
    bench.run(unset).status_is(0);
    bench.line("append a.yml --text '  80: c' -q").status_is(0);
    bench.run(unset).done("", &[("a.yml", "ports:\n  81: b\n")]);
}

#[test]
fn a_second_time_changes_nothing_through_a_request() {
    let edits = [
        json!([{"op": "replace", "path": "f", "old": "two", "new": "2"}]),
        json!([{"op": "insert", "path": "f", "line": 1, "text": "new\n"}]),
        json!([{"op": "append", "path": "f", "text": "four\n"}]),
        json!([{"op": "lines", "path": "f", "start": 1, "end": 2, "text": ""}]),
        json!([{"op": "create", "path": "g", "text": "new\n"}]),
        json!([{"op": "write", "path": "g", "text": "new\n"}]),
        json!([{"op": "remove", "path": "f"}]),
        json!([{"op": "move", "path": "f", "to": "g"}]),
        json!([{"op": "lines", "path": "f", "start": 1, "end": 2, "text": "x\n"},
               {"op": "insert", "path": "f", "line": 2, "text": "y\n"},
               {"op": "lines", "path": "f", "start": 3, "text": ""}]),
        json!([{"op": "set", "path": "a.json", "key": "l.+", "value": "z"},
               {"op": "unset", "path": "a.json", "key": "l.0"},
               {"op": "set", "path": "a.json", "key": "l.1", "value": "y"}]),
        json!([{"op": "unset", "path": "a.json", "key": "l.0"},
               {"op": "unset", "path": "a.json", "key": "l.1"}]),
        json!([{"op": "append", "path": "f", "text": "four\n"},
               {"op": "replace", "path": "f", "old": "four", "new": "five"}]),
        json!([{"op": "patch", "diff": "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n"}]),
    ];
    for edits in edits {
        let bench = Bench::with("f", LINES).file("a.json", "{\"l\": [\"a\", \"b\", \"c\"]}\n");
        apply(&bench, &edits).status_is(0);
        apply(&bench, &edits).status_is(0).unchanged();
    }
}

#[test]
fn a_batch_of_which_a_part_is_done_makes_the_rest() {
    let bench = Bench::with("f", LINES);
    let edit =
        |line: u64, text: &str| json!({"op": "insert", "path": "f", "line": line, "text": text});
    apply(&bench, &json!([edit(1, "a\n"), edit(3, "d\n")])).status_is(0);
    let all = json!([edit(1, "a\n"), edit(1, "c\n"), {"op": "append", "path": "f", "text": "e\n"}]);
    apply(&bench, &all).edits(&[("f", "one\nc\na\ntwo\nthree\nd\ne\n")]);
}

#[test]
fn the_rest_of_a_batch_is_not_made_in_other_lines() {
    let bench = Bench::with("f", "1\n2\n3\n4\n5\n6\n");
    let edit =
        |line: u64| json!({"op": "lines", "path": "f", "start": line, "end": line, "text": ""});
    apply(&bench, &json!([edit(3)])).status_is(0);
    // Line 5 of the text before line 3 was deleted is now line 4.
    for batch in [json!([edit(3), edit(5)]), json!([edit(5), edit(3)])] {
        apply(&bench, &batch).fails(3, "stale: expected blake3:");
    }
    let within = json!({"op": "replace", "path": "f", "within": "5:5", "old": "6", "new": "x"});
    apply(&bench, &json!([edit(3), within]))
        .status_is(3)
        .unchanged();
    // Lines above it have not moved.
    apply(&bench, &json!([edit(3), edit(2)])).edits(&[("f", "1\n4\n5\n6\n")]);
}

#[test]
fn without_it_an_insertion_by_number_is_made_again_and_one_by_text_refused() {
    let bench = Bench::with("f", LINES);
    let by_number = ["insert", "f", "--line", "1", "--text", "new"];
    bench.run(by_number).status_is(0);
    bench
        .run(by_number)
        .edits(&[("f", "one\nnew\nnew\ntwo\nthree\n")]);
    let bench = Bench::with("f", LINES);
    let by_text = ["insert", "f", "--after", "one", "--text", "new"];
    bench.run(by_text).status_is(0);
    bench.run(by_text).fails(1, "already applied");
}

#[test]
fn a_longer_word_is_not_the_new_text() {
    for (text, old, new) in [
        ("FROM node:18.10\n", "node:18", "node:18.1"),
        ("port = 80801\n", "port = 80", "port = 8080"),
        ("version: 1.205\n", "1.2", "1.20"),
    ] {
        let bench = Bench::with("f", text);
        let words = ["replace", "f", "--old", old, "--new", new, "--idempotent"];
        let after = text.replacen(old, new, 1);
        bench.run(words).edits(&[("f", &after)]);
        bench.run(words).status_is(0).unchanged();
    }
}

#[test]
fn the_place_may_have_moved_if_the_journal_knows() {
    let commands: &[&[&str]] = &[
        &["insert", "f", "--line", "1", "--text", "new"],
        &["lines", "f", "2:3", "--text", "2"],
        &["lines", "f", "3", "--text", ""],
        &["append", "f", "--text", "four"],
        &["insert", "f", "--after", "one", "--text", "new"],
    ];
    for command in commands {
        let bench = Bench::with("f", LINES);
        let words = [*command, &["--idempotent"]].concat();
        bench.run(&words).status_is(0);
        bench
            .line("insert f --line 0 --text 'above\nthat'")
            .status_is(0);
        bench.line("append f --text below").status_is(0);
        is_done(&bench.run(&words), "f");
        // After an undo, the edit is made again.
        bench.line("undo 3").status_is(0);
        bench.line("undo 2").status_is(0);
        bench.line("undo 1").status_is(0);
        assert_eq!(bench.text("f"), LINES);
        bench.run(&words).status_is(0).prints("f: ");
        assert_ne!(bench.text("f"), LINES);
    }
}

#[test]
fn without_evidence_lines_are_replaced_as_requested() {
    let bench = Bench::with("f", "2\nkept\n");
    // The range is longer than the text at its beginning.
    bench
        .line("lines f 1:2 --text 2 --idempotent")
        .edits(&[("f", "2\n")]);
}

#[test]
fn a_part_of_a_longer_word_does_not_count_as_inserted() {
    let inserted = |text: &str, side: &str, found: &str, new: &str| {
        let bench = Bench::with("f", text);
        let edit = json!([
            {"op": "insert", "path": "f", side: found, "text": new, "inline": true}
        ]);
        apply(&bench, &edit).status_is(0);
        bench.text("f")
    };
    let inserted_after = |text, new| inserted(text, "after", "[a", new);
    assert_eq!(inserted_after("[a, b10]\n", ", b1"), "[a, b1, b10]\n");
    assert_eq!(inserted_after("[a, b1]\n", ", b1"), "[a, b1]\n");
    assert_eq!(inserted_after("[a, b1é]\n", ", b1"), "[a, b1, b1é]\n");
    let inserted_before = |text, new| inserted(text, "before", "z]", new);
    assert_eq!(inserted_before("[ab, z]\n", "b, "), "[ab, b, z]\n");
    assert_eq!(inserted_before("[b, z]\n", "b, "), "[b, z]\n");
}

#[test]
fn other_text_is_in_the_way_as_ever() {
    let bench = Bench::with("f", LINES);
    for command in ["create", "write"] {
        bench
            .run([command, "f", "--text", "other", "--idempotent"])
            .fails(1, "f: ");
        bench
            .run([command, "f", "--text", "one\ntwo\nthree", "--idempotent"])
            .status_is(0)
            .prints("unchanged f")
            .unchanged();
    }
}

#[test]
fn a_file_that_was_never_moved_is_missing() {
    let bench = Bench::with("g", LINES);
    bench
        .line("move f g --idempotent")
        .fails(4, "f: there is no such file");
    bench
        .line("move f h --idempotent")
        .fails(4, "f: there is no such file");
    // A moved file that is edited, followed by an undo.
    let bench = Bench::with("f", LINES);
    bench.line("move f g").status_is(0);
    bench.line("append g --text four").status_is(0);
    is_done(&bench.line("move f g --idempotent"), "g");
    bench.line("undo 2").status_is(0);
    bench.line("undo 1").status_is(0);
    bench.line("move f g --idempotent").status_is(0).prints("g");
    assert_eq!(bench.text("g"), LINES);
}

#[test]
fn a_missing_file_counts_as_removed() {
    let bench = Bench::new();
    is_done(&bench.line("remove gone --idempotent"), "gone");
    is_done(
        &bench.line("remove no/such/gone --idempotent"),
        "no/such/gone",
    );
    let hash = "0123456789abcdef";
    is_done(
        &bench.run(["remove", "gone", "--idempotent", "--expect-hash", hash]),
        "gone",
    );
    bench
        .line("remove gone")
        .status_is(4)
        .says("there is no such file");
    let report = bench.line("remove gone --idempotent --json").json();
    assert_eq!(report["ok"], true);
    assert_eq!(report["changed"], false);
    assert_eq!(report["files"][0]["path"], "gone");
}

#[test]
fn a_diff_that_deletes_a_missing_file_is_done() {
    let diff = "--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n";
    let bench = Bench::new();
    let ran = bench.pipe(diff, ["patch"]);
    assert_ne!(ran.status, Some(0));
    is_done(&bench.pipe(diff, ["patch", "--idempotent"]), "f");
}

#[test]
fn the_old_names_mean_the_same() {
    let bench = Bench::with("f", LINES);
    is_done(&bench.line("append f --text three --once"), "f");
    let one = json!([{"op": "append", "path": "f", "text": "three\n", "once": true}]);
    bench
        .pipe(one.to_string(), ["apply"])
        .status_is(0)
        .unchanged();
    let diff = "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-1\n+one\n@@ -3 +3 @@\n-three\n+3\n";
    bench
        .pipe(diff, ["patch", "--skip-applied"])
        .edits(&[("f", "one\ntwo\n3\n")]);
}

#[test]
fn other_tools_payloads_take_it_too() {
    let bench = Bench::with("f", LINES);
    let payloads = [
        json!({"path": "f", "line": 1, "content": "new", "idempotent": true}),
        json!({"file_path": "f", "old_string": "two\n", "new_string": "two\nand\n", "idempotent": true}),
    ];
    for payload in payloads {
        bench.pipe(payload.to_string(), ["apply"]).status_is(0);
        bench
            .pipe(payload.to_string(), ["apply"])
            .status_is(0)
            .unchanged();
    }
}

/// The match begins inside a word, so only the journal shows that the edit is done.
#[test]
fn an_edit_in_a_region_is_made_once() {
    let edits = [
        "replace g.toml --section s --old oo --new oobar --idempotent -q",
        "replace g.toml --between '[s]' '[t]' --old oo --new oobar --all --idempotent -q",
        "replace g.toml --section s --regex --old 'o(o)' --new 'oo${1}x' --idempotent -q",
    ];
    for edit in edits {
        let bench = Bench::with("g.toml", "[s]\nname = foo\n[t]\n");
        bench.line(edit).status_is(0);
        let edited = bench.text("g.toml");
        assert_ne!(edited, "[s]\nname = foo\n[t]\n");
        bench.line(edit).status_is(0).unchanged();
    }
}

#[test]
fn a_new_match_in_a_region_is_no_repetition() {
    let bench = Bench::with("g.toml", "[s]\nname = foo\n[t]\n");
    let edit = "replace g.toml --section s --old oo --new xxbar --all --idempotent -q";
    bench.line(edit).status_is(0);
    bench
        .line("insert g.toml --after '[s]\n' --text 'other = boo' -q")
        .status_is(0);
    bench.line(edit).done(
        "",
        &[("g.toml", "[s]\nother = bxxbar\nname = fxxbar\n[t]\n")],
    );
}
