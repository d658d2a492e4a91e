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
        anchors[2].starts_with("3:") && anchors[2].len() == 14,
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
        "one\n2\nthree\nfour\nfive\n",
        "one\ntwo\n3\nfour\nfive\n",
        "one\ntwo\nthree\n4\nfive\n",
        "1\ntwo\nthree\nfour\nfive\n",
        "one\ntwo\nthree\nfour\n5\n",
        "zero\none\ntwo\nthree\nfour\n",
    ] {
        let bench = Bench::with("a.txt", text);
        let ran = bench.run(["lines", "a.txt", &range, "--text", "x", "--json"]);
        ran.status_is(3).unchanged();
        let error = &ran.json()["error"];
        assert_eq!(error["code"], "stale");
    }
    let bench = Bench::with("a.txt", "one\ntwo\nthree\nfour\nFIVE\n");
    let ran = bench.run(["lines", "a.txt", &marks[4], "--text", "x"]);
    ran.status_is(3).says("hint: read it again").unchanged();
}

#[test]
fn white_space_counts_and_line_endings_do_not() {
    let mark = &anchors(&Bench::with("a.txt", FIVE))[1];
    Bench::with("a.txt", "one\r\ntwo\r\nthree\r\n")
        .run(["lines", "a.txt", mark, "--text", "2", "-q"])
        .done("", &[("a.txt", "one\r\n2\r\nthree\r\n")]);
    Bench::with("a.txt", "one\ntwo \nthree\n")
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
        "2:a3f1",
        "2:a3f1..4:a3f1",
        "4:a3f1c09b77e2..2:a3f1c09b77e2",
        "2:1345..4:a3f1c09b77e2",
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

/// Every line between the two counts, however far the ends are from it.
#[test]
fn what_changed_between_the_anchors_is_stale() {
    let text: String = (1..=20).map(|line| format!("line {line}\n")).collect();
    let bench = Bench::with("a.txt", &text);
    let marks = anchors(&bench);
    let range = format!("{}..{}", marks[4], marks[14]);
    for changed in [7, 10, 13] {
        let other = text.replace(&format!("line {changed}\n"), "theirs\n");
        let bench = Bench::with("a.txt", other);
        let ran = bench.run(["lines", "a.txt", &range, "--text", "x"]);
        ran.status_is(3)
            .says("something between lines 5 and 15 has changed")
            .unchanged();
    }
    // What changed elsewhere does not matter.
    for changed in [1, 2, 18, 20] {
        let other = text.replace(&format!("line {changed}\n"), "theirs\n");
        Bench::with("a.txt", other)
            .run(["lines", "a.txt", &range, "--text", "x", "-q"])
            .status_is(0);
    }
}

/// The same line again, elsewhere, is another one.
#[test]
fn a_repeated_line_is_known_by_its_place() {
    for text in [
        "a\nb\nx\nx\nx\nx\nx\nx\nx\nc\n",
        "a\nb\nx\ny\nx\ny\nx\ny\nx\ny\nc\n",
    ] {
        let bench = Bench::with("a.txt", text);
        let marks = anchors(&bench);
        let shifted: String = text
            .lines()
            .skip(2)
            .map(|line| format!("{line}\n"))
            .collect();
        for range in [marks[3].clone(), format!("{}..{}", marks[3], marks[4])] {
            let other = Bench::with("a.txt", &shifted);
            let ran = other.run(["lines", "a.txt", &range, "--text", "new"]);
            ran.status_is(3).unchanged();
        }
    }
}

#[test]
fn half_a_range_of_hashes_vouches_for_nothing() {
    let bench = Bench::with("a.txt", FIVE);
    let marks = anchors(&bench);
    let hash = marks[1].split_once(':').unwrap().1;
    let edit = |end: usize| json!({"op": "lines", "path": "a.txt", "start": 2, "end": end, "start_hash": hash, "text": "x"});
    bench
        .pipe(edit(4).to_string(), ["apply"])
        .status_is(2)
        .says("give both")
        .unchanged();
    bench
        .pipe(edit(2).to_string(), ["apply", "-q"])
        .status_is(0);
}
