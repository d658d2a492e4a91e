//! Lines addressed by number and content: `view --anchors`, `lines A:HASH..B:HASH`.

use serde_json::json;

use crate::bench::Bench;

const FIVE: &str = "one\ntwo\nthree\nfour\nfive\n";

/// The anchors that `view` prints for the lines of `a.txt`.
fn anchors(bench: &Bench) -> Vec<String> {
    let ran = bench.run(["view", "a.txt", "--anchors"]);
    ran.status_is(0).unchanged();
    let lines = ran.stdout.lines().skip(1);
    lines
        .map(|line| line.split_once('\t').unwrap().0.trim().to_owned())
        .collect()
}

#[test]
fn a_view_marks_each_line_with_number_and_hash() {
    let bench = Bench::with("a.txt", FIVE);
    let anchors = anchors(&bench);
    assert_eq!(anchors.len(), 5);
    assert!(
        anchors[2].starts_with("3:") && anchors[2].len() == 6,
        "{anchors:?}"
    );
    let ran = bench.run(["view", "a.txt", "3", "--anchors", "--json"]);
    let lines = &ran.json()["lines"];
    assert_eq!(
        *lines,
        json!([{"line": 3, "anchor": anchors[2], "text": "three"}])
    );
}

#[test]
fn lines_are_replaced_while_they_read_as_they_did() {
    let bench = Bench::with("a.txt", FIVE);
    let marks = anchors(&bench);
    let range = format!("{}..{}", marks[1], marks[3]);
    bench
        .run(["lines", "a.txt", &range, "--text", "2-4", "-q"])
        .done("", &[("a.txt", "one\n2-4\nfive\n")]);
    let bench = Bench::with("a.txt", FIVE);
    bench
        .run(["lines", "a.txt", &marks[4], "--text", "", "-q"])
        .done("", &[("a.txt", "one\ntwo\nthree\nfour\n")]);
}

#[test]
fn a_line_that_changed_or_moved_is_stale() {
    let marks = anchors(&Bench::with("a.txt", FIVE));
    let range = format!("{}..{}", marks[1], marks[3]);
    for text in [
        "one\n2\nthree\nfour\n",
        "one\ntwo\nthree\n4\n",
        "zero\none\ntwo\nthree\nfour\n",
    ] {
        let bench = Bench::with("a.txt", text);
        let ran = bench.run(["lines", "a.txt", &range, "--text", "x", "--json"]);
        ran.status_is(3).unchanged();
        let error = &ran.json()["error"];
        assert_eq!(error["code"], "stale");
        assert!(error["line"].is_u64(), "{error}");
    }
    let bench = Bench::with("a.txt", "one\ntwo\nthree\nfour\nFIVE\n");
    let ran = bench.run(["lines", "a.txt", &marks[4], "--text", "x"]);
    ran.status_is(3).says("hint: read it again").unchanged();
}

#[test]
fn white_space_counts_and_line_endings_do_not() {
    let mark = &anchors(&Bench::with("a.txt", FIVE))[1];
    Bench::with("a.txt", "one\r\ntwo\r\n")
        .run(["lines", "a.txt", mark, "--text", "2", "-q"])
        .done("", &[("a.txt", "one\r\n2\r\n")]);
    Bench::with("a.txt", "one\ntwo \n")
        .run(["lines", "a.txt", mark, "--text", "2"])
        .status_is(3)
        .unchanged();
}

#[test]
fn a_number_after_the_colon_is_a_line() {
    let bench = Bench::with("a.txt", FIVE);
    bench
        .run(["lines", "a.txt", "2:1345", "--text", "x"])
        .status_is(1)
        .says("1345")
        .unchanged();
    for wrong in [
        "2:a3f",
        "2:a3f1..",
        "2..4",
        "4:a3f1..2:a3f1",
        "2:1345..4:a3f1",
    ] {
        bench
            .run(["lines", "a.txt", wrong, "--text", "x"])
            .status_is(2)
            .says("is no range of lines")
            .unchanged();
    }
}

#[test]
fn a_request_has_the_hashes_as_fields() {
    let bench = Bench::with("a.txt", FIVE);
    let marks = anchors(&bench);
    let hash = |at: usize| marks[at].split_once(':').unwrap().1;
    let edit = |last: &str| {
        json!({"op": "lines", "path": "a.txt", "start": 2, "end": 4, "start_hash": hash(1),
            "end_hash": last, "text": "x"})
        .to_string()
    };
    bench
        .pipe(edit(hash(0)), ["apply", "-"])
        .status_is(3)
        .unchanged();
    bench
        .pipe(edit("12"), ["apply", "-"])
        .status_is(2)
        .says("`end_hash` is `12`")
        .unchanged();
    bench
        .pipe(edit(hash(3)), ["apply", "-", "-q"])
        .done("", &[("a.txt", "one\nx\nfive\n")]);
}
