//! `incise view`: prints numbered lines, and the hash for `--expect-hash`.

use predicates::boolean::PredicateBooleanExt;
use predicates::str::{contains, ends_with};

use crate::bench::Bench;

const HASH: &str = "blake3:f2ffaf1e1ae7b8a0c5ef1a9dbbb1b7ef4ee4e2c8a4e0b6ac2a8a6c0a2e0ef6d5";

#[test]
fn lines_are_numbered_under_the_hash() {
    let bench = Bench::with("a.txt", "one\n\ttwo\nthree");
    let ran = bench.line("view a.txt");
    ran.status_is(0).unchanged();
    let (head, lines) = ran.stdout.split_once('\n').unwrap();
    assert!(head.starts_with("a.txt: 3 lines, blake3:"), "{head}");
    assert_eq!(head.rsplit(':').next().map(str::len), Some(12), "{head}");
    assert_eq!(lines, "   1\tone\n   2\t\ttwo\n   3\tthree\n");
}

#[test]
fn a_range_may_be_open_or_longer_than_the_file() {
    let bench = Bench::with("a.txt", "one\ntwo\nthree\n");
    for (range, lines) in [
        ("2", "   2\ttwo\n"),
        ("2:3", "   2\ttwo\n   3\tthree\n"),
        ("2:", "   2\ttwo\n   3\tthree\n"),
        ("3:9", "   3\tthree\n"),
    ] {
        let ran = bench.run(["view", "a.txt", range]);
        ran.status_is(0);
        assert_eq!(ran.stdout.split_once('\n').unwrap().1, lines, "{range}");
    }
}

#[test]
fn a_range_beyond_the_end_or_none_is_refused() {
    let bench = Bench::with("a.txt", "one\ntwo\n");
    bench
        .line("view a.txt 3")
        .fails(1, "line 3 is out of range: the file has 2 lines");
    for range in ["0", "2:1", "-0"] {
        bench
            .run(["view", "a.txt", range])
            .fails(2, "is not a range of lines");
    }
}

#[test]
fn the_hash_is_what_expect_hash_takes() {
    let bench = Bench::with("a.txt", "one\n");
    let report = bench.line("view a.txt --json").json();
    let hash = report["fingerprint"].as_str().unwrap().to_owned();
    assert_eq!(
        report["lines"][0],
        serde_json::json!({"line":1,"text":"one"})
    );
    let bare = hash.trim_start_matches("blake3:");
    for given in [&hash, bare, &bare[..8]] {
        bench
            .line(&format!(
                "replace a.txt --old one --new 1 -n --expect-hash '{given}'"
            ))
            .status_is(0)
            .unchanged();
    }
    for wrong in [HASH, "00000000"] {
        bench
            .line(&format!(
                "replace a.txt --old one --new 1 --expect-hash '{wrong}'"
            ))
            .fails(3, "incise: a.txt: stale: expected blake3:")
            .says("hint: read it again with `incise view a.txt`");
    }
    for malformed in ["zz", "0000000", "md5:00", ""] {
        bench
            .line(&format!(
                "replace a.txt --old one --new 1 --expect-hash '{malformed}'"
            ))
            .status_is(2)
            .unchanged();
    }
}

#[test]
fn sha256_is_taken_too() {
    let empty = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    Bench::with("a.txt", "")
        .line(&format!("append a.txt --text x -q --expect-hash '{empty}'"))
        .done("", &[("a.txt", "x\n")]);
}

#[test]
fn viewing_a_path_that_is_not_a_text_file_is_refused() {
    let bench = Bench::with("a.bin", b"a\0b")
        .directory("d")
        .pipe_file("pipe");
    for (path, status) in [("a.bin", 5), ("d", 4), ("pipe", 4), ("missing", 4)] {
        bench.run(["view", path]).status_is(status).unchanged();
    }
}

#[test]
fn an_empty_file_has_no_lines() {
    Bench::with("a.txt", "")
        .line("view a.txt")
        .status_is(0)
        .prints("a.txt: 0 lines, blake3:");
}

#[test]
fn several_files_are_shown_one_after_the_other() {
    let bench = Bench::with("a.txt", "one\ntwo\n").file("b.txt", "three\n");
    let ran = bench.line("view a.txt b.txt");
    ran.status_is(0).unchanged();
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert!(lines[0].starts_with("a.txt: 2 lines, blake3:"), "{lines:?}");
    assert!(lines[3].starts_with("b.txt: 1 line, blake3:"), "{lines:?}");
    assert_eq!(lines[4], "   1\tthree");
    let ran = bench.line("view a.txt none b.txt 1");
    ran.status_is(4).says("none: there is no such file");
    ran.stdout_is(ends_with("   1\tthree\n").and(contains("two").not()));
}

#[test]
fn ranges_follow_the_files_that_they_are_of() {
    let bench = Bench::with("a", "1\n2\n3\n4\n5\n6\n").file("b", "x\ny\n");
    let shown = |operands: &[&str]| {
        let ran = bench.run([&["view"][..], operands].concat());
        ran.status_is(0);
        let mut lines = Vec::new();
        for line in ran.stdout.lines() {
            let line = line.split(": ").next().unwrap();
            lines.push(line.trim_start().replace('\t', " "));
        }
        lines.join("|")
    };
    assert_eq!(shown(&["a", "1:2", "5:6"]), "a|1 1|2 2|...|5 5|6 6");
    assert_eq!(shown(&["a", "5", "2", "3:3"]), "a|5 5|...|2 2|...|3 3");
    assert_eq!(shown(&["a", "2-3", "b", "1"]), "a|2 2|3 3|b|1 x");
    assert_eq!(shown(&["a", "2", "b"]), "a|2 2|b|1 x|2 y");
    assert_eq!(shown(&["a", "b", "1"]), "a|1 1|b|1 x");
    bench.line("view a 2 4").refused(
        2,
        "incise: `2 4` is not a range of lines\nhint: a range is `2:4`; for two lines, `2:2 4:4`\n",
    );
    let json = bench.line("view a 2:3 4 --json");
    let lines: Vec<serde_json::Value> = json
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1]["lines"][0]["line"], 4);
}

#[test]
fn a_range_that_does_not_exist_hides_no_other() {
    let bench = Bench::with("a", "1\n2\n");
    let ran = bench.line("view a 1 9:10 2");
    ran.fails(1, "line 9 is out of range: the file has 2 lines");
    ran.stdout_is(ends_with("   1\t1\n...\n   2\t2\n"));
}
