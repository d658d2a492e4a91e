//! Lines addressed by number and content: `view --anchors`, `lines A:HASH..B:HASH`.

use serde_json::json;

use crate::bench::{Bench, Ran};

const FIVE: &str = "one\ntwo\nthree\nfour\nfive\n";

/// The anchors that `view` prints for the lines of `a.txt`.
fn anchors(bench: &Bench) -> Vec<String> {
    let ran = bench.line("view a.txt --anchors");
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
    let ran = bench.line("view a.txt 3 --anchors --json");
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
fn a_line_that_changed_is_stale() {
    let marks = anchors(&Bench::with("a.txt", FIVE));
    let range = format!("{}..{}", marks[1], marks[3]);
    for text in [
        "one\n2\nthree\nfour\nfive\n",
        "one\ntwo\n3\nfour\nfive\n",
        "one\ntwo\nthree\n4\nfive\n",
        // Without the old text, a first line is identified by the line above it.
        "1\ntwo\nthree\nfour\nfive\n",
        "zero\none\ntwo\nthree\n4\n",
        // A copy. Which of the two is intended is unknown.
        "zero\none\ntwo\nthree\nfour\nx\ntwo\nthree\nfour\n",
    ] {
        let bench = Bench::with("a.txt", text);
        let ran = bench.run(["lines", "a.txt", &range, "--text", "x", "--json"]);
        ran.status_is(3).unchanged();
        let error = &ran.json()["error"];
        assert_eq!(error["code"], "stale");
    }
}

/// The refusal includes the current anchors.
#[test]
fn a_stale_anchor_is_refused_with_the_fresh_ones() {
    let marks = anchors(&Bench::with("a.txt", FIVE));
    let range = format!("{}..{}", marks[1], marks[3]);
    let text = "one\ntwo\n3\nfour\nfive\n";
    let fresh = anchors(&Bench::with("a.txt", text));
    let bench = Bench::with("a.txt", text);
    let ran = bench.run(["lines", "a.txt", &range, "--text", "x"]);
    ran.refused(
        3,
        &format!(
            "incise: a.txt: stale: line 2 has the hash {}, not {}\n  {}  two\n  {}  3\n  {}  four\n\
             hint: these are the anchors of the current lines: use them if you mean these lines\n",
            &fresh[1][2..],
            &marks[1][2..],
            fresh[1],
            fresh[2],
            fresh[3]
        ),
    );
    let ran = bench.run(["lines", "a.txt", &range, "--text", "x", "--json"]);
    let now = &ran.json()["error"]["now"];
    assert_eq!(now[1], json!({ "anchor": fresh[2], "text": "3" }));
    let range = format!("{}..{}", fresh[1], fresh[3]);
    bench
        .run(["lines", "a.txt", &range, "--text", "x", "-q"])
        .done("", &[("a.txt", "one\nx\nfive\n")]);
}

#[test]
fn lines_that_moved_are_followed() {
    let marks = anchors(&Bench::with("a.txt", FIVE));
    let range = format!("{}..{}", marks[1], marks[3]);
    let lines = ["lines", "a.txt", &range, "--text", "x"];
    let bench = Bench::with("a.txt", "zero\none\ntwo\nthree\nfour\n");
    bench.run(lines).done(
        "a.txt: lines 3-5; +1 -3\n  rebased: lines 2-4 are lines 3-5 now\n one\n-two\n-three\n-four\n+x\n",
        &[("a.txt", "zero\none\nx\n")],
    );
    // After the lines are removed, the anchors match nothing.
    bench.run(lines).status_is(3).unchanged();
    // The anchor's line number is past the end of the text.
    let many = format!("{}{FIVE}", "x\n".repeat(9));
    let mark = anchors(&Bench::with("a.txt", many))[12].clone();
    let bench = Bench::with("a.txt", FIVE);
    let ran = bench.run(["lines", "a.txt", &mark, "--text", "4", "--json"]);
    ran.status_is(0);
    let file = &ran.json()["files"][0];
    assert_eq!(file["moved"], json!([{ "from": [13, 13], "to": [4, 4] }]));
    assert_eq!(bench.text("a.txt"), FIVE.replace("four", "4"));
}

/// If the journal contains the old text, the surrounding lines may have changed too.
#[test]
fn lines_of_a_known_text_are_followed_by_their_content() {
    let bench = Bench::with("a.txt", FIVE);
    let marks = anchors(&bench);
    bench
        .line("write a.txt --overwrite --text '5\ntwo\nthree\n4\none\n' -q")
        .status_is(0);
    let range = format!("{}..{}", marks[1], marks[2]);
    let ran = bench.run(["lines", "a.txt", &range, "--text", "x", "-q"]);
    ran.done("", &[("a.txt", "5\nx\n4\none\n")]);
    // An edit that was already made is neither repeated nor silently accepted.
    bench
        .run(["lines", "a.txt", &range, "--text", "x"])
        .status_is(3)
        .unchanged();
    bench
        .run(["lines", "a.txt", &marks[3], "--text", "x"])
        .status_is(3)
        .unchanged();
    // The line is not at its old number any more, but it occurs elsewhere.
    bench
        .run(["lines", "a.txt", &marks[0], "--text", "1", "-q"])
        .done("", &[("a.txt", "5\nx\n4\n1\n")]);
}

/// Each answer includes the anchors of the new lines, so the next edit needs no `view`.
#[test]
fn an_edit_reports_the_anchors_of_its_new_lines() {
    let bench = Bench::with("a.txt", FIVE);
    let wrote = |ran: &Ran<'_>| ran.json()["files"][0]["wrote"].clone();
    let ran = bench.line("lines a.txt 2:3 --text 'a\nb\nc' --json");
    ran.status_is(0);
    let now = anchors(&bench);
    assert_eq!(wrote(&ran), json!([format!("{}..{}", now[1], now[3])]));
    let range = wrote(&ran)[0].as_str().unwrap().to_owned();
    let ran = bench.run(["lines", "a.txt", &range, "--text", "z", "--json"]);
    ran.status_is(0);
    assert_eq!(bench.text("a.txt"), "one\nz\nfour\nfive\n");
    assert_eq!(wrote(&ran), json!([anchors(&bench)[1]]));
    // The line was deleted, so there is no anchor.
    let ran = bench.line("lines a.txt 2 --text '' --json");
    assert!(wrote(&ran).is_null());
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
    bench.line("lines a.txt 2:1345 --text x").fails(1, "1345");
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
            .fails(2, "is not a range of lines");
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
        .fails(2, "`end_hash` is `12`");
    bench
        .pipe(edit(hash(3)), ["apply", "-", "-q"])
        .done("", &[("a.txt", "one\nx\nfive\n")]);
}

/// Every line between the two anchors counts, however far it is from either.
#[test]
fn a_change_between_the_anchors_is_stale() {
    let text: String = (1..=20).map(|line| format!("line {line}\n")).collect();
    let bench = Bench::with("a.txt", &text);
    let marks = anchors(&bench);
    let range = format!("{}..{}", marks[4], marks[14]);
    for changed in [7, 10, 13] {
        let other = text.replace(&format!("line {changed}\n"), "theirs\n");
        let bench = Bench::with("a.txt", other);
        let ran = bench.run(["lines", "a.txt", &range, "--text", "x"]);
        ran.fails(3, "something between lines 5 and 15 has changed");
    }
    // Changes outside the range do not matter.
    for changed in [1, 2, 18, 20] {
        let other = text.replace(&format!("line {changed}\n"), "theirs\n");
        Bench::with("a.txt", other)
            .run(["lines", "a.txt", &range, "--text", "x", "-q"])
            .status_is(0);
    }
}

/// The same line at another location has a different anchor.
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
fn a_range_needs_both_hashes() {
    let bench = Bench::with("a.txt", FIVE);
    let marks = anchors(&bench);
    let hash = marks[1].split_once(':').unwrap().1;
    let edit = |end: usize| json!({"op": "lines", "path": "a.txt", "start": 2, "end": end, "start_hash": hash, "text": "x"});
    bench
        .pipe(edit(4).to_string(), ["apply"])
        .fails(2, "give both");
    bench
        .pipe(edit(2).to_string(), ["apply", "-q"])
        .status_is(0);
}

/// The anchors prove which lines were intended. If the journal has a text with these lines, the refusal shows how
/// they changed.
#[test]
fn a_stale_anchor_is_refused_with_later_changes() {
    let bench = Bench::with("a.txt", FIVE);
    let marks = anchors(&bench);
    let range = format!("{}..{}", marks[1], marks[3]);
    for (old, new) in [("three\n", "3\n3a\n"), ("four\n", ""), ("one\n", "1\n")] {
        bench
            .run(["replace", "a.txt", "--old", old, "--new", new, "-q"])
            .status_is(0);
    }
    let fresh = anchors(&bench);
    let ran = bench.run(["lines", "a.txt", &range, "--text", "x"]);
    ran.refused(
        3,
        &format!(
            "incise: a.txt: stale: line 2 has the hash {}, not {}\n  {}  two\n  {}  3\n  {}  3a\n  \
             since:\n    -three\n    -four\n    +3\n    +3a\n\
             hint: these are the anchors of the current lines: use them if you mean these lines\n",
            &fresh[1][2..],
            &marks[1][2..],
            fresh[1],
            fresh[2],
            fresh[3],
        ),
    );
    let ran = bench.run(["lines", "a.txt", &range, "--text", "x", "--json"]);
    assert_eq!(
        ran.status_is(3).json()["error"]["since"],
        json!(["-three\n-four\n+3\n+3a\n"])
    );
    // No known text contains these lines.
    let foreign = anchors(&Bench::with("a.txt", "one\ntwo\nTHREE\nfour\nfive\n"));
    let range = format!("{}..{}", foreign[1], foreign[3]);
    let ran = bench.run(["lines", "a.txt", &range, "--text", "x", "--json"]);
    assert!(ran.status_is(3).json()["error"]["since"].is_null());
}
