//! The additional files of `incise patch`: the result with conflict markers, and the failed hunks.

use crate::bench::Bench;
use crate::notation::{done, joined, numbered};

/// Three hunks, the second of which does not match `numbered(10)`.
const THREE: &[&str] = &[
    "--- a/a.txt",
    "+++ b/a.txt",
    "@@ -1,3 +1,3 @@",
    " line 1",
    "-line 2",
    "+two",
    " line 3",
    "@@ -5,4 +5,4 @@",
    " line 5",
    "-LINE 6",
    "+six",
    " line 7",
    " line 8",
    "@@ -9,2 +9,3 @@",
    " line 9",
    " line 10",
    "+line 11",
];

fn numbers() -> Bench {
    Bench::with("a.txt", numbered(10))
}

/// The text of `numbered(10)` after the two matching hunks, with `middle` for lines 5 to 8.
fn around(middle: &[&str]) -> String {
    let head = "line 1\ntwo\nline 3\nline 4\n";
    format!("{head}{}line 9\nline 10\nline 11\n", joined(middle))
}

#[test]
fn a_hunk_without_a_place_is_written_between_markers() {
    let end = ">>>>>>> hunk 2 (line 8 of the diff)";
    let merge = [
        "line 5",
        "<<<<<<< a.txt",
        "line 6",
        "=======",
        "six",
        end,
        "line 7",
        "line 8",
    ];
    let with_base = [
        &merge[..3],
        &["||||||| hunk 2, old side", "LINE 6"],
        &merge[3..],
    ]
    .concat();
    for (style, middle) in [
        ("merge", &merge[..]),
        ("diff3", &with_base),
        ("zdiff3", &with_base),
    ] {
        numbers()
            .pipe(
                joined(THREE),
                ["patch", "--output", "out", "--conflicts", style],
            )
            .status_is(1)
            .says("hunk 2 of 3 does not match: line 6 differs\n")
            .says("hunks 1 and 3 would have applied\n")
            .says("nothing was written except `out`, the result with 1 conflict\n")
            .changed(&[("out", &around(middle))]);
    }
    numbers()
        .pipe(joined(THREE), ["patch", "--output", "out", "-q"])
        .status_is(1)
        .changed(&[("out", &around(&merge))]);
}

#[test]
fn the_target_of_a_result_may_be_read_only() {
    let diff = "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n";
    let bench = Bench::with("f", "a\n").mode("f", 0o444);
    bench
        .pipe(diff, ["patch", "-q"])
        .status_is(5)
        .unheard()
        .unchanged();
    bench
        .pipe(diff, ["patch", "--output", "out", "-q"])
        .done("", &[("out", "b\n")]);
}

#[test]
fn a_result_without_conflicts_is_a_success_and_leaves_the_target_alone() {
    let text = joined(&["--- a/a.txt", "+++ b/a.txt", "@@ -1 +1 @@", "-1", "+2"]);
    let shown = done(
        "would patch",
        "a.txt",
        &["@@ -1 +1 @@", "-1", "+2"],
        "1 hunk, +1 -1",
    );
    Bench::with("a.txt", "1\n")
        .file("out", "an earlier result\n")
        .pipe(&text, ["patch", "--output", "out"])
        .done(
            &format!("written to `out`, the result; the file itself is unchanged:\n{shown}"),
            &[("out", "2\n")],
        );
    let json = Bench::with("a.txt", "1\n");
    let ran = json.pipe(&text, ["patch", "--output", "out", "--json"]);
    let asides = &ran.status_is(0).json()["asides"];
    let expected = serde_json::json!([{"path": "out", "content": "output", "hunks": 0}]);
    assert_eq!(asides, &expected);
}

#[test]
fn both_sides_take_the_file_s_line_endings_and_its_open_end() {
    let text = joined(&["--- a/a", "+++ b/a", "@@ -1,2 +1,2 @@", " 1", "-x", "+y"]);
    let result = "1\r\n<<<<<<< a\r\n2\r\n=======\r\ny\r\n>>>>>>> hunk 1 (line 3 of the diff)\r\n";
    for before in ["1\r\n2\r\n", "1\r\n2"] {
        Bench::with("a", before)
            .pipe(&text, ["patch", "--output", "out"])
            .status_is(1)
            .changed(&[("out", result)]);
    }
}

#[test]
fn a_hunk_that_fits_twice_is_shown_at_the_nearer_place() {
    let text = joined(&["--- a/a", "+++ b/a", "@@ -4 +4 @@", "-x", "+y"]);
    let marked = "<<<<<<< a\nx\n=======\ny\n>>>>>>> hunk 1 (line 3 of the diff)\n";
    Bench::with("a", "x\n1\n2\n3\nx\n")
        .pipe(text, ["patch", "--output", "out"])
        .status_is(1)
        .changed(&[("out", &format!("x\n1\n2\n3\n{marked}"))]);
}

#[test]
fn a_hunk_that_is_nowhere_is_shown_where_it_says_or_at_the_end() {
    let text = |header| joined(&["--- a/a", "+++ b/a", header, "-alpha", "+beta"]);
    let marked = "=======\nbeta\n>>>>>>> hunk 1 (line 3 of the diff)\n";
    for (header, expected) in [
        ("@@ -2 +2 @@", format!("1\n<<<<<<< a\n2\n{marked}3\n")),
        ("@@ -9 +9 @@", format!("1\n2\n3\n<<<<<<< a\n{marked}")),
        ("@@", format!("1\n2\n3\n<<<<<<< a\n{marked}")),
    ] {
        Bench::with("a", "1\n2\n3\n")
            .pipe(text(header), ["patch", "--output", "out"])
            .status_is(1)
            .changed(&[("out", &expected)]);
    }
}

#[test]
fn creating_an_existing_file_is_a_conflict_with_its_text() {
    let text = joined(&["--- /dev/null", "+++ b/a", "@@ -0,0 +1 @@", "+mine"]);
    Bench::with("a", "theirs\n")
        .pipe(text, ["patch", "--output", "out"])
        .status_is(1)
        .changed(&[(
            "out",
            "<<<<<<< a\ntheirs\n=======\nmine\n>>>>>>> hunk 1 (line 3 of the diff)\n",
        )]);
}

#[test]
fn hunks_that_are_applied_are_no_conflict_but_still_a_refusal() {
    let text = joined(&[
        "--- a/a",
        "+++ b/a",
        "@@ -1,2 +1,2 @@",
        "-1",
        "+one",
        " 2",
        "@@ -5,2 +5,2 @@",
        " 5",
        "-6",
        "+six",
    ]);
    let bench = Bench::with("a", "one\n2\n3\n4\n5\n6\n");
    bench
        .pipe(&text, ["patch", "--output", "out"])
        .status_is(1)
        .says("partly applied")
        .changed(&[("out", "one\n2\n3\n4\n5\nsix\n")]);
    bench
        .pipe(&text, ["patch", "--output", "out", "--skip-applied", "-q"])
        .status_is(0);
}

#[test]
fn two_diffs_of_one_file_give_one_result() {
    let part = |old, new| {
        let (old, new) = (format!("-{old}"), format!("+{new}"));
        joined(&["--- a/a", "+++ b/a", "@@ -1 +1 @@", &old, &new])
    };
    Bench::with("a", "1\n")
        .pipe(
            part("1", "2") + &part("2", "3"),
            ["patch", "--output", "out", "-q"],
        )
        .done("", &[("out", "3\n")]);
}

#[test]
fn an_output_file_needs_exactly_one_changed_file() {
    let part = |name: &str| {
        let (old, new) = (format!("--- a/{name}"), format!("+++ b/{name}"));
        joined(&[&old, &new, "@@ -1 +1 @@", "-1", "+2"])
    };
    let bench = Bench::with("a", "1\n").file("b", "1\n");
    let both = part("a") + &part("b");
    bench.pipe(&both, ["patch", "--output", "out"]).refused(
        2,
        "incise: `--output` takes the result of one file; the diff has 2\n\
         hint: choose one with --target PATH\nnothing was written\n",
    );
    bench
        .pipe(&both, ["patch", "--output", "out", "--target", "b"])
        .status_is(0)
        .says("skipped 1 other file of the diff: `a`")
        .changed(&[("out", "2\n")]);
    let gone = joined(&["--- a/a", "+++ /dev/null", "@@ -1 +0,0 @@", "-1"]);
    bench
        .pipe(gone, ["patch", "--output", "out2"])
        .fails(2, "the patch deletes its file");
}

#[test]
fn failed_hunks_form_a_diff_that_can_be_read_again() {
    let bench = numbers();
    bench
        .pipe(joined(THREE), ["patch", "--reject-file", "a.rej"])
        .status_is(1)
        .says("nothing was written except `a.rej`, 1 hunk that failed\n")
        .changed(&[(
            "a.rej",
            &joined(&[
                "# incise: nothing was applied; these hunks failed",
                "# a.txt: hunk 2 of 3 does not match: line 6 differs",
                "# a.txt: 2 other hunks would have applied",
                "--- a/a.txt",
                "+++ b/a.txt",
                "@@ -5,4 +5,4 @@",
                " line 5",
                "-LINE 6",
                "+six",
                " line 7",
                " line 8",
            ]),
        )]);
    Bench::with("a.txt", numbered(10).replace("line 6", "LINE 6"))
        .pipe(bench.text("a.rej"), ["patch", "--strict-format", "-q"])
        .done("", &[("a.txt", &numbered(10).replace("line 6", "six"))]);
}

#[test]
fn a_reject_file_contains_exactly_the_failed_files() {
    let part = |name: &str| {
        let (old, new) = (format!("--- a/{name}"), format!("+++ b/{name}"));
        joined(&[&old, &new, "@@ -1 +1 @@", "-1", "+2"])
    };
    let bench = Bench::with("good", "1\n").file("other", "another\n");
    let all = part("good") + &part("other") + &part("missing");
    let ran = bench.pipe(all, ["patch", "--reject-file", "x", "--json"]);
    let asides = serde_json::json!([{"path": "x", "content": "rejects", "hunks": 2}]);
    assert_eq!(ran.status_is(1).json()["asides"], asides);
    let text = bench.text("x");
    let parts = text.find("--- a/").unwrap();
    assert_eq!(text[parts..], part("other") + &part("missing"));
    assert!(
        text.contains("# missing: there is no such file\n"),
        "{text}"
    );
}

#[test]
fn rejects_of_a_target_name_the_target() {
    let text = joined(&["--- a/named", "+++ b/named", "@@ -1 +1 @@", "-1", "+2"]);
    let bench = Bench::with("d/real", "other\n").file("named", "1\n");
    bench
        .pipe(text, ["patch", "--target", "d/real", "--reject-file", "x"])
        .status_is(1)
        .says("nothing was written except `x`, 1 hunk that failed\n");
    assert!(bench.text("x").contains("\n--- a/d/real\n+++ b/d/real\n"));
}

#[test]
fn without_a_failed_hunk_no_reject_file_is_written() {
    let good = joined(&["--- a/a", "+++ b/a", "@@ -1 +1 @@", "-1", "+2"]);
    let bench = Bench::with("a", "1\n");
    bench
        .pipe(good, ["patch", "--reject-file", "x", "-q"])
        .done("", &[("a", "2\n")]);
    bench
        .pipe("no diff\n", ["patch", "--reject-file", "x"])
        .fails(2, "nothing was written\n");
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_anything_is() {
    let good = joined(&["--- a/a", "+++ b/a", "@@ -1 +1 @@", "-1", "+2"]);
    let bench = Bench::with("a", "1\n")
        .file("b", "b\n")
        .link("link", "b")
        .link("dangling", "nowhere")
        .directory("d");
    for flag in ["--output", "--reject-file"] {
        for (file, status, says) in [
            ("link", 4, "it is a symbolic link"),
            ("dangling", 4, "it is a symbolic link"),
            ("d", 4, "it is a directory"),
            ("no/such", 4, "the directory `no` does not exist"),
            ("-", 2, "the report goes to standard output"),
        ] {
            bench.pipe(&good, ["patch", flag, file]).fails(status, says);
        }
        bench
            .pipe(&good, ["patch", flag, "../out", "--root", "."])
            .status_is(5)
            .unchanged();
        bench
            .pipe(&good, ["patch", flag, "x", "--dry-run"])
            .fails(2, "a dry run writes none");
        bench
            .pipe(&good, ["check", "patch", flag, "x"])
            .fails(2, &format!("`check` writes nothing: omit {flag}"));
    }
    bench
        .pipe(&good, ["patch", "--output", "x", "--reject-file", "x"])
        .status_is(2)
        .unchanged();
    bench
        .pipe(&good, ["patch", "--output", "x", "--validate", "true {}"])
        .status_is(2)
        .unchanged();
    bench
        .pipe(&good, ["patch", "--conflicts", "diff3"])
        .status_is(2)
        .unchanged();
    bench
        .pipe(&good, ["patch", "--output", "x", "--conflicts", "zdiff"])
        .fails(2, "did you mean --conflicts zdiff3?");
}

#[test]
fn a_target_is_never_the_file_for_the_report() {
    let good = joined(&["--- a/a", "+++ b/a", "@@ -1 +1 @@", "-1", "+2"]);
    let bad = joined(&["--- a/a", "+++ b/a", "@@ -1 +1 @@", "-x", "+2"]);
    let new = joined(&["--- a/n", "+++ b/n", "@@ -1 +1 @@", "-x", "+2"]);
    let bench = Bench::with("a", "1\n")
        .hard_link("twin", "a")
        .directory("d");
    for (text, flag, file) in [
        (&good, "--output", "a"),
        (&good, "--output", "d/../a"),
        (&good, "--output", "twin"),
        (&bad, "--reject-file", "a"),
        (&bad, "--reject-file", "twin"),
        (&new, "--reject-file", "n"),
    ] {
        let ran = bench.pipe(text, ["patch", flag, file]);
        assert_ne!(ran.status, Some(0), "{flag} {file}");
        ran.says("the file for the report is a target of the edit")
            .unchanged();
    }
}

#[test]
fn an_input_file_is_never_overwritten_by_an_output_file() {
    let good = joined(&["--- a/a", "+++ b/a", "@@ -1 +1 @@", "-1", "+2"]);
    let bad = joined(&["--- a/a", "+++ b/a", "@@ -1 +1 @@", "-x", "+2"]);
    let bench = Bench::with("a", "1\n")
        .file("good", good)
        .file("bad", bad)
        .file("base", "1\n")
        .hard_link("twin", "good")
        .directory("d");
    for words in [
        &["patch", "good", "--output", "good"][..],
        &["patch", "good", "--output", "d/../good"],
        &["patch", "good", "--output", "twin"],
        &["patch", "good", "--reject-file", "good"],
        &["patch", "bad", "--reject-file", "bad"],
        &["patch", "good", "--base", "base", "--output", "base"],
    ] {
        let ran = bench.run(words);
        ran.fails(2, "the file for the report is also an input");
    }
}

#[test]
fn standard_input_is_never_the_file_for_the_report() {
    let good = joined(&["--- a/a", "+++ b/a", "@@ -1 +1 @@", "-1", "+2"]);
    let bench = Bench::with("a", "1\n").file("good", good);
    let before = bench.tree();
    for flag in ["--output", "--reject-file"] {
        let diff = std::fs::File::open(bench.path().join("good")).unwrap();
        let mut command = bench.command();
        let ended = command.args(["patch", flag, "good"]).stdin(diff).output();
        let ended = ended.unwrap();
        let stderr = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(2), "{stderr}");
        assert!(
            stderr.contains("the file for the report is also an input"),
            "{stderr}"
        );
        assert_eq!(bench.tree(), before);
    }
}

#[test]
fn a_side_that_is_taken_has_no_line_twice() {
    let diff = "--- a\n+++ b\n@@ -1,3 +1 @@\n-1\n-2\n 3\n";
    let bench = Bench::with("c", "1\nc\n2\n3\n");
    let ran = bench.pipe(
        diff,
        [
            "patch",
            "--target",
            "c",
            "--mode",
            "merge",
            "--output",
            "out",
            "--conflicts",
            "merge",
        ],
    );
    ran.status_is(1);
    assert_eq!(
        bench.text("out"),
        "<<<<<<< c\n1\nc\n2\n=======\n>>>>>>> hunk 1 (line 3 of the diff)\n3\n"
    );
}

/// `text` with every conflict resolved to one side: 0 is the file, 1 is the patch.
fn resolved(text: &str, side: usize) -> String {
    let mut at = None;
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        match (line.get(..7), at) {
            (Some("<<<<<<<"), _) => at = Some(0),
            // The base, which belongs to neither side.
            (Some("|||||||"), Some(_)) => at = Some(2),
            (Some("======="), Some(_)) => at = Some(1),
            (Some(">>>>>>>"), _) => at = None,
            _ if at.is_none_or(|at| at == side) => out.push_str(line),
            _ => {}
        }
    }
    out
}

/// Random hunks of six lines each, two lines apart, for a file with `lines`. Returns the hunks and the lines that
/// they remove.
fn random_hunks(lines: &[String], mut next: impl FnMut(u64) -> u64) -> (String, Vec<usize>) {
    let (mut hunks, mut removed) = (String::new(), Vec::new());
    for start in (0..lines.len()).step_by(8) {
        let (mut hunk, mut new_len) = (String::new(), 0);
        for (at, line) in lines.iter().enumerate().skip(start).take(6) {
            // Without context at its ends, a hunk does not show where the current lines end.
            let is_edge = at == start || at == start + 5;
            let change = if is_edge { 2 } else { next(4) };
            let is_kept = change > 1;
            let sign = if is_kept { ' ' } else { '-' };
            hunk += &format!("{sign}{line}");
            if change == 1 {
                hunk += &format!("+new {line}");
            }
            new_len += usize::from(change > 0);
            removed.extend((!is_kept).then_some(at));
        }
        let at = start + 1;
        hunks += &format!("@@ -{at},6 +{at},{new_len} @@\n{hunk}");
    }
    (hunks, removed)
}

#[test]
fn the_side_of_the_patch_in_a_conflict_is_its_result() {
    let mut seed = 7u64;
    let mut next = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) % below
    };
    let words = "alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor";
    let lines: Vec<String> = words.split(' ').map(|word| format!("{word}\n")).collect();
    let mut conflicts = 0;
    for round in 0..60 {
        let (hunks, removed) = random_hunks(&lines, &mut next);
        let diff = format!("--- a/f\n+++ b/f\n{hunks}");
        let base = Bench::with("f", lines.concat());
        if removed.is_empty() || base.pipe(&diff, ["patch", "-q"]).status != Some(0) {
            continue;
        }
        let made = base.text("f");
        // The text has changes only in lines that the patch removes, so the sides differ only there.
        let mut text = lines.clone();
        for _ in 0..=next(2) {
            let at = removed[next(removed.len() as u64) as usize];
            text[at] = match next(2) {
                0 => format!("{at}\n"),
                _ => format!("{at}\nand {at}\n"),
            };
        }
        let bench = Bench::with("f", text.concat());
        let style = ["merge", "diff3", "zdiff3"][round % 3];
        let args = ["patch", "--output", "out", "--conflicts", style, "-q"];
        if bench.pipe(&diff, args).status != Some(1) {
            continue;
        }
        conflicts += 1;
        let out = bench.text("out");
        assert_eq!(resolved(&out, 1), made, "{style}\n{diff}---\n{out}");
    }
    assert!(conflicts > 30, "{conflicts}");
}

#[test]
fn each_side_of_a_conflict_is_whole() {
    let mut seed = 1u64;
    let mut next = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) % below
    };
    let mut conflicts = 0;
    for _ in 0..120 {
        let old: Vec<String> = (0..6).map(|line| format!("{line}\n")).collect();
        let mut hunk = String::new();
        let mut new_len = 0;
        for line in &old {
            match next(4) {
                0 => hunk += &format!("-{line}"),
                1 => {
                    hunk += &format!("-{line}+new {line}");
                    new_len += 1;
                }
                _ => {
                    hunk += &format!(" {line}");
                    new_len += 1;
                }
            }
        }
        if !hunk.contains('-') {
            continue;
        }
        let diff = format!("--- a/f\n+++ b/f\n@@ -1,6 +1,{new_len} @@\n{hunk}");
        let mut text = old.clone();
        for _ in 0..=next(2) {
            let at = next(6) as usize;
            text[at] = match next(3) {
                0 => String::new(),
                1 => format!("other {at}\n"),
                _ => format!("more {at}\n{at}\n"),
            };
        }
        let text = text.concat();
        let bench = Bench::with("f", &text);
        let args = ["patch", "--output", "out", "--conflicts", "merge", "-q"];
        if bench.pipe(&diff, args).status != Some(1) || text.is_empty() {
            continue;
        }
        conflicts += 1;
        let out = bench.text("out");
        assert_eq!(resolved(&out, 0), text, "{diff}{out}");
        let theirs = resolved(&out, 1);
        for line in &old {
            let count = theirs.matches(&format!("\n{line}")).count();
            let stands = usize::from(theirs.starts_with(line.as_str()));
            assert!(
                count + stands <= 1,
                "{line} twice:\n{text}---\n{diff}---\n{out}"
            );
        }
    }
    assert!(conflicts > 20, "{conflicts}");
}

/// A diff of three files: `a` matches, the second hunk of `b` does not, and `n` is new.
const PARTLY: &str = "\
--- a/a
+++ b/a
@@ -1 +1 @@
-one
+ONE
--- a/b
+++ b/b
@@ -1,3 +1,3 @@
-1
+uno
 2
 3
@@ -8,3 +8,4 @@
 8
-9
+nueve
+y
 10
--- /dev/null
+++ b/n
@@ -0,0 +1 @@
+new
";

fn partly() -> Bench {
    Bench::with("a", "one\n").file("b", "1\n2\n3\n4\n5\n6\n7\n8\nnine\n10\n")
}

#[test]
fn conflicts_are_left_in_the_file_on_request() {
    for (style, base) in [
        ("merge", ""),
        ("diff3", "||||||| hunk 2, old side\n9\n"),
        ("zdiff3", "||||||| hunk 2, old side\n9\n"),
    ] {
        let bench = partly();
        let ran = bench.pipe(
            PARTLY,
            ["patch", "--in-file", "--conflicts", style, "--diff"],
        );
        let b = format!(
            "uno\n2\n3\n4\n5\n6\n7\n8\n<<<<<<< b\nnine\n{base}=======\nnueve\ny\n>>>>>>> hunk 2 (line 13 of the diff)\n10\n"
        );
        ran.status_is(1)
            .changed(&[("a", "ONE\n"), ("b", &b), ("n", "new\n")])
            .says("b: hunk 2 of 2 does not match")
            .says("hint: resolve the conflicts, and delete the markers\nwritten with conflicts: `b` at line 9\n")
            .prints("+<<<<<<< b");
        assert!(!ran.stderr.contains("would have applied"), "{}", ran.stderr);
        assert!(
            !ran.stderr.contains("nothing was written"),
            "{}",
            ran.stderr
        );
        // A single transaction, which can be undone.
        let b = b"1\n2\n3\n4\n5\n6\n7\n8\nnine\n10\n";
        let before = [("a", Some(&b"one\n"[..])), ("b", Some(&b[..])), ("n", None)];
        bench.line("undo -q").status_is(0).became(&before);
    }
}

#[test]
fn a_report_of_conflicts_left_in_a_file_says_where() {
    let bench = partly();
    let ran = bench.pipe(PARTLY, ["patch", "--in-file", "--json"]);
    let report = ran.status_is(1).json();
    assert_eq!(report["ok"], false);
    assert_eq!(report["changed"], true);
    assert_eq!(report["error"]["code"], "hunk_failed");
    assert_eq!(report["files"][1]["path"], "b");
    assert_eq!(report["files"][1]["conflict_lines"], serde_json::json!([9]));
    assert!(report["files"][0].get("conflict_lines").is_none());
    bench
        .line("check files b --strict")
        .status_is(1)
        .prints("b:9:");
}

#[test]
fn a_failure_that_markers_cannot_show_is_refused() {
    // A file is missing.
    let missing = format!("{PARTLY}--- a/gone\n+++ b/gone\n@@ -1 +1 @@\n-x\n+y\n");
    partly()
        .pipe(missing, ["patch", "--in-file"])
        .fails(4, "gone")
        .says("nothing was written");
    // A rename whose hunk fails.
    let renamed =
        "diff --git a/a b/c\nrename from a\nrename to c\n--- a/a\n+++ b/c\n@@ -1 +1 @@\n-two\n+2\n";
    partly()
        .pipe(renamed, ["patch", "--in-file"])
        .status_is(1)
        .unchanged();
    // Both destinations at once, none, or a run that writes nothing.
    for (flags, says) in [
        (&["--in-file", "--output", "out"][..], "cannot be combined"),
        (
            &["--in-file", "--validate", "true {}"],
            "cannot be combined",
        ),
        (&["--conflicts", "diff3"], "--in-file for the file itself"),
        (&["--in-file", "-n"], "a dry run writes none"),
        (
            &["--in-file", "--stat"],
            "`--in-file` writes files, but statistics alone apply nothing",
        ),
    ] {
        partly()
            .pipe(PARTLY, ["patch"].iter().chain(flags))
            .fails(2, says);
    }
}

#[test]
fn a_diff_that_fits_leaves_no_conflict() {
    let bench = Bench::with("a", "one\n");
    bench
        .pipe(
            "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+ONE\n",
            ["patch", "--in-file", "-q"],
        )
        .done("", &[("a", "ONE\n")]);
}

#[test]
fn failed_hunks_are_written_in_addition_to_the_conflicts() {
    let bench = partly();
    bench
        .pipe(PARTLY, ["patch", "--in-file", "--reject-file", "rej", "-q"])
        .status_is(1);
    assert!(bench.text("rej").contains("+nueve"));
    assert!(bench.text("b").contains("<<<<<<< b"));
}

#[test]
fn a_result_with_markers_has_none_where_the_hunks_apply() {
    let diff = "--- a/f.js\n+++ b/f.js\n@@ -1,6 +1,6 @@\n foo(\n   a,\n   b\n );\n-x = 1;\n+x = 3;\n y = 2;\n";
    let bench = Bench::with("f.js", "foo(a, b);\nx = 1;\ny = 2;\n");
    let args = ["patch", "--mode", "tolerant", "--output", "out", "-q"];
    bench
        .pipe(diff, [&args[..], &["--conflicts", "merge"]].concat())
        .status_is(0);
    assert_eq!(bench.text("out"), "foo(a, b);\nx = 3;\ny = 2;\n");
}

/// The merge that writes markers would have a place for the hunk.
#[test]
fn a_file_without_a_conflict_is_not_written_by_a_refused_patch() {
    let base = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";
    let diff =
        "--- a/f\n+++ b/f\n@@ -3,4 +3,7 @@\n three\n four\n+two\n+three\n+four\n five\n six\n";
    let bench = Bench::with("f", base.replace("eight", "eight x")).file("base", base);
    bench
        .pipe(diff, ["patch", "--in-file", "--base", "base"])
        .fails(1, "so it may be applied already")
        .says("nothing was written")
        .unchanged();
}
