//! `incise lines`: replaces a range of lines.

use serde_json::json;

use crate::bench::Bench;
use crate::notation::{joined, numbered, rows};

const FOUR: &str = "1\n2\n3\n4\n";

/// Asserts the result of `incise lines a.txt RANGE --text TEXT` for [`FOUR`].
fn becomes(range: &str, text: &str, result: &str) {
    Bench::with("a.txt", FOUR)
        .run(["lines", "a.txt", range, "--text", text])
        .edits(&[("a.txt", result)]);
}

#[test]
fn a_range_becomes_another_text() {
    Bench::with("a.txt", FOUR)
        .line("lines a.txt 2:3 --text x")
        .done(
            "a.txt: lines 2-3; +1 -2\n 1\n-2\n-3\n+x\n 4\n",
            &[("a.txt", "1\nx\n4\n")],
        );
}

#[test]
fn one_line_the_first_the_last_all() {
    becomes("2", "x", "1\nx\n3\n4\n");
    becomes("1:1", "x\ny", "x\ny\n2\n3\n4\n");
    becomes("4", "x\n", "1\n2\n3\nx\n");
    becomes("1:4", "x", "x\n");
}

/// A file without a final newline gets none, unless the new text has one.
#[test]
fn the_last_line_keeps_its_missing_newline() {
    for (line, text, result) in [
        ("1", "A", "A\nb"),
        ("2", "B", "a\nB"),
        ("2", "B\n", "a\nB\n"),
        ("2", "", "a\n"),
    ] {
        Bench::with("a.txt", "a\nb")
            .run(["lines", "a.txt", line, "--text", text])
            .edits(&[("a.txt", result)]);
    }
}

/// Ranges as in `view`.
#[test]
fn lines_are_counted_from_the_end_too() {
    becomes("3:", "x", "1\n2\nx\n");
    becomes("4:", "x", "1\n2\n3\nx\n");
    becomes("3:$", "", "1\n2\n");
    becomes("$", "x", "1\n2\n3\nx\n");
    becomes("-1", "x", "1\n2\n3\nx\n");
    becomes("-4", "x", "x\n2\n3\n4\n");
    let bench = Bench::with("a.txt", FOUR);
    for (range, shown) in [
        ("3:", "\n   3\t3\n   4\t4\n"),
        ("$", "\n   4\t4\n"),
        ("-1", "\n   4\t4\n"),
    ] {
        let ran = bench.run(["view", "a.txt", range]);
        ran.status_is(0).unchanged();
        assert!(ran.stdout.ends_with(shown), "{}", ran.stdout);
        assert_eq!(ran.stdout.lines().count(), shown.lines().count());
    }
    for (range, line) in [("5:", 5), ("-5", -5)] {
        let said = format!("line {line} is out of range: the file has 4 lines");
        let ran = bench.run(["lines", "a.txt", range, "--text", "x"]);
        ran.fails(1, &said);
        bench.run(["view", "a.txt", range]).fails(1, &said);
    }
    for empty in ["$", "-1", "1:"] {
        Bench::with("a.txt", "")
            .run(["lines", "a.txt", empty, "--text", "x"])
            .fails(1, "the file is empty");
    }
}

#[test]
fn an_empty_text_deletes() {
    becomes("2:3", "", "1\n4\n");
    becomes("1:3", "", "4\n");
}

#[test]
fn lines_beyond_the_end_are_refused_with_the_valid_range() {
    for (range, asked) in [("5", 5), ("4:5", 5), ("9:12", 12)] {
        let bench = Bench::with("a.txt", FOUR);
        let ran = bench.run(["lines", "a.txt", range, "--text", "x"]);
        ran.fails(1, "the file has 4 lines");
        ran.says(&format!("line {asked} is out of range"));
    }
}

#[test]
fn any_line_of_an_empty_file_is_out_of_range() {
    Bench::with("a.txt", "")
        .line("lines a.txt 1 --text x")
        .fails(1, "line 1 is out of range: the file is empty");
}

#[test]
fn an_invalid_range_is_a_usage_error() {
    let bench = Bench::with("a.txt", FOUR);
    for range in ["0", "0:2", "3:2", "-0", "$:2", "3:-2", "a:b", ":", ""] {
        bench
            .run(["lines", "a.txt", range, "--text", "x"])
            .fails(2, "hint: ");
    }
    bench.line("lines a.txt 3:2 --text x").refused(
        2,
        &joined(&[
            "incise: `3:2` is not a range of lines",
            "hint: a range is A, A:B, A: or :B, with lines from 1; `$` is the last line; with anchors, A:HASH..B:HASH from `incise view PATH --anchors`",
        ]),
    );
}

#[test]
fn lines_of_a_crlf_file_end_as_it_does() {
    Bench::with("a.txt", "1\r\n2\r\n3\r\n")
        .line("lines a.txt 2 --text 'x\ny'")
        .edits(&[("a.txt", "1\r\nx\r\ny\r\n3\r\n")]);
}

#[test]
fn deleting_most_lines_is_a_shrink() {
    let bench = Bench::with("a.txt", numbered(30));
    bench
        .line("lines a.txt 1:21 --text ''")
        .refused(
            1,
            &joined(&[
                "incise: a.txt: would shrink the file from 30 lines to 9, less than a third",
                "hint: check that the new text is complete; if it is meant to be that short, --force-shrink",
            ]),
        );
    bench.line("lines a.txt 1:20 --text '' -q").status_is(0);
    assert_eq!(bench.text("a.txt").lines().count(), 10);
}

/// A range counted from the end looks like a flag, but is accepted as an argument at any position.
#[test]
fn a_range_from_the_end_needs_no_dashes_before_it() {
    for words in [
        &["lines", "a.txt", "-2:-1", "--text", "x"][..],
        &["lines", "-C", ".", "a.txt", "--text", "x", "-2:-1"],
        &["lines", "a.txt", "--text", "x", "--", "-2:-1"],
        &["lines", "a.txt", "-2:$", "--text=x"],
    ] {
        let bench = Bench::with("a.txt", "1\n2\n3\n");
        bench.run(words).status_is(0);
        assert_eq!(bench.text("a.txt"), "1\nx\n", "{words:?}");
    }
    let bench = Bench::with("a.txt", "1\n2\n3\n");
    let ran = bench.line("view a.txt -2:-1");
    ran.status_is(0).unchanged();
    assert!(
        ran.stdout.ends_with("\n   2\t2\n   3\t3\n"),
        "{}",
        ran.stdout
    );
    // The value of a flag is not a range.
    bench.line("lines a.txt --text -3:-1 -2:-1").status_is(0);
    assert_eq!(bench.text("a.txt"), "1\n-3:-1\n");
    bench
        .line("lines a.txt --text -1:-1")
        .status_is(2)
        .says("no lines are named");
    bench
        .line("lines a.txt -2:-1 --txt x")
        .status_is(2)
        .says("unknown flag");
    bench
        .line("lines a.txt -5 --text x")
        .status_is(1)
        .says("line -5 is out of range: the file has 2 lines; valid: 1 to 2");
}

/// `--within` and `within` accept the same ranges.
#[test]
fn a_search_within_lines_counts_from_the_end_too() {
    let text = "x\nx\nx\n";
    for (range, result) in [
        ("$", "x\nx\ny\n"),
        ("3:", "x\nx\ny\n"),
        ("-1", "x\nx\ny\n"),
        ("-1:$", "x\nx\ny\n"),
        ("2", "x\ny\nx\n"),
    ] {
        let bench = Bench::with("a.txt", text);
        bench
            .run([
                "replace", "a.txt", "--old", "x", "--new", "y", "--within", range,
            ])
            .status_is(0);
        assert_eq!(bench.text("a.txt"), result, "{range}");
        let bench = Bench::with("a.txt", text);
        let request = serde_json::json!({ "op": "replace", "path": "a.txt", "old": "x", "new": "y", "within": range });
        bench.pipe(request.to_string(), ["apply"]).status_is(0);
        assert_eq!(bench.text("a.txt"), result, "{range}");
    }
    let bench = Bench::with("a.txt", text);
    bench
        .line("replace a.txt --old x --new y --within -4")
        .status_is(1)
        .says("line -4 is out of range: the file has 3 lines");
}

#[test]
fn a_request_counts_lines_from_the_end_too() {
    for (start, end, after) in [
        (json!(2), json!("$"), "1\nx\n"),
        (json!("$"), json!(null), "1\n2\nx\n"),
        (json!(-2), json!(-1), "1\nx\n"),
        (json!(-3), json!(-3), "x\n2\n3\n"),
        (json!(3), json!(-1), "1\n2\nx\n"),
    ] {
        let request = json!({"op": "lines", "path": "f", "start": start, "end": end, "text": "x"});
        Bench::with("f", "1\n2\n3\n")
            .pipe(request.to_string(), ["apply"])
            .edits(&[("f", after)]);
    }
    for (start, end) in [
        (json!("x"), json!(2)),
        (json!(-1), json!(2)),
        (json!(0), json!(1)),
    ] {
        let request = json!({"op": "lines", "path": "f", "start": start, "end": end, "text": "x"});
        Bench::with("f", "1\n2\n3\n")
            .pipe(request.to_string(), ["apply"])
            .fails(2, "`start`");
    }
}

/// Each range gets a separate text. All numbers refer to the text before the call.
#[test]
fn several_ranges_are_edited_in_one_call() {
    let text = "1\n2\n3\n4\n5\n6\n";
    Bench::with("f", text)
        .line("lines f 1 --text 'one\nmore' 3:4 --text '' 6: --text six -q")
        .done("", &[("f", "one\nmore\n2\n5\nsix\n")]);
    for [arguments, problem] in rows(
        r"
        3 5 --delete | `A:B` is given 2 times, `--text TEXT` 0
        3 5 --text x | `A:B` is given 2 times, `--text TEXT` 1
        3 --text x --text y | `A:B` is given 1 times, `--text TEXT` 2
        3 x --text a --text b | `x` is not a range of lines
        1 2 --symbol f --text x --text y | `1` and `--symbol` both select lines
        ",
    ) {
        let line = format!("lines f {arguments}");
        Bench::with("f", text).line(&line).fails(2, problem);
    }
    Bench::with("f", text)
        .line("lines f 1:3 --text x 3:4 --text y")
        .fails(1, "two edits change the same text");
}

/// Line numbers mean lines of the original, which an earlier edit may have joined.
#[test]
fn a_line_without_its_line_break_is_no_place() {
    let bench = Bench::with("f", "a\nb\nc\n");
    for (old, edit) in [
        (
            "c\n",
            json!({"op": "insert", "path": "f", "line": 3, "text": "N"}),
        ),
        (
            "a\n",
            json!({"op": "insert", "path": "f", "line": 1, "text": "N"}),
        ),
        (
            "\nb\n",
            json!({"op": "insert", "path": "f", "line": 2, "text": "N"}),
        ),
        (
            "a\n",
            json!({"op": "lines", "path": "f", "start": 2, "end": 2, "text": "N"}),
        ),
    ] {
        let replace =
            json!({"op": "replace", "path": "f", "old": old, "new": "X", "match": "exact"});
        bench
            .pipe(json!([replace, edit]).to_string(), ["apply"])
            .fails(1, "two edits change the same text");
    }
    let edits = json!([
        {"op": "remove", "path": "f"},
        {"op": "create", "path": "f", "text": "X\nY\n"},
        {"op": "insert", "path": "f", "line": 0, "text": "N"},
    ]);
    bench
        .pipe(edits.to_string(), ["apply", "-q"])
        .done("", &[("f", "N\nX\nY\n")]);
    bench.line("undo -q").status_is(0);
    // Insertions at line 0 are above appended text, also in an empty file.
    let empty = Bench::with("f", "");
    let append = json!({"op": "append", "path": "f", "text": "P"});
    let insert = |text: &str| json!({"op": "insert", "path": "f", "line": 0, "text": text});
    let edits = json!([append, insert("A"), insert("B"), append, insert("C")]);
    empty
        .pipe(edits.to_string(), ["apply", "-q"])
        .done("", &[("f", "A\nB\nC\nP\nP\n")]);
    let edits = json!([
        {"op": "replace", "path": "f", "old": "a\nb\n", "new": "A\nB\n"},
        {"op": "insert", "path": "f", "line": 2, "text": "N"},
        {"op": "lines", "path": "f", "start": 3, "end": 3, "text": "C"},
    ]);
    bench
        .pipe(edits.to_string(), ["apply", "-q"])
        .done("", &[("f", "A\nB\nN\nC\n")]);
}
