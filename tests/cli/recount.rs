//! Hunks whose header counts more lines than there are, because of a wrong count or truncation.

use serde_json::json;

use crate::bench::Bench;

const HUNK: &str = "@@ -45,7 +45,7 @@\n line 45\n-line 46\n+new\n";

fn text() -> String {
    (1..60).map(|line| format!("line {line}\n")).collect()
}

fn after() -> String {
    text().replace("line 46\n", "new\n")
}

fn diff(more: &str) -> String {
    format!("--- a/f\n+++ b/f\n{HUNK}{more}")
}

#[test]
fn only_the_last_hunk_can_be_cut_off() {
    let bench = Bench::with("f", text());
    let ran = bench.pipe(diff(""), ["patch"]);
    ran.fails(1, "is truncated")
        .says("if it is complete, --recount accepts it");
    Bench::with("f", text())
        .pipe(
            diff("@@ -57,1 +57,1 @@\n-line 57\n+last\n"),
            ["patch", "-q"],
        )
        .done("", &[("f", &after().replace("line 57\n", "last\n"))]);
    Bench::with("f", text())
        .file("g", "a\n")
        .pipe(
            diff("--- a/g\n+++ b/g\n@@ -1 +1 @@\n-a\n+b\n"),
            ["patch", "-q"],
        )
        .done("", &[("f", &after()), ("g", "b\n")]);
}

/// Asserts that the diff with this hunk is refused as truncated, unless with `--recount`.
#[track_caller]
fn is_cut_off(body: &str) {
    let diff = format!("--- a/f\n+++ b/f\n{body}");
    let bench = Bench::with("f", text());
    for mode in ["strict", "merge", "fuzzy"] {
        bench
            .pipe(&diff, ["patch", "--mode", mode])
            .fails(1, "is truncated");
    }
    bench.pipe(&diff, ["patch", "-q", "--recount"]).status_is(0);
}

#[test]
fn a_hunk_is_cut_off_if_its_end_may_contain_a_change() {
    // One line of context: the change of line 4 and the context below it are missing.
    is_cut_off("@@ -1,5 +1,5 @@\n line 1\n-line 2\n+two\n line 3\n");
    // Two lines of context: the change of line 9 and the context below it are missing.
    is_cut_off(
        "@@ -3,9 +3,9 @@\n line 3\n line 4\n-line 5\n+five\n line 6\n-line 7\n+seven\n line 8\n",
    );
    // The deletion of line 5 and the context below it are missing.
    is_cut_off("@@ -1,6 +1,5 @@\n line 1\n-line 2\n+two\n line 3\n line 4\n");
    // The new last line is missing, and the deletion of the last line.
    is_cut_off("@@ -58,2 +58,4 @@\n line 58\n+new\n line 59\n");
    is_cut_off("@@ -56,4 +56,3 @@\n line 56\n-line 57\n+new\n line 58\n");
    // The change of the last line is missing.
    is_cut_off("@@ -54,6 +54,6 @@\n line 54\n line 55\n line 56\n-line 57\n+last\n line 58\n");
}

#[test]
fn a_header_that_counts_only_context_too_much_is_wrong() {
    for count in [3, 4] {
        let diff = format!(
            "--- a/f\n+++ b/f\n@@ -1,{count} +1,{count} @@\n line 1\n-line 2\n+two\n line 3\n"
        );
        Bench::with("f", text())
            .pipe(diff, ["patch", "-q"])
            .done("", &[("f", &text().replace("line 2\n", "two\n"))]);
    }
}

#[test]
fn recount_takes_it_for_whole() {
    Bench::with("f", text())
        .pipe(diff(""), ["patch", "-q", "--recount"])
        .done("", &[("f", &after())]);
    let bench = Bench::with("f", text());
    bench
        .pipe(diff(""), ["patch", "--recount", "--strict-format"])
        .status_is(2)
        .unchanged();
    let request = json!({"op": "patch", "diff": diff(""), "recount": true}).to_string();
    Bench::with("f", text())
        .pipe(request, ["apply", "-q"])
        .done("", &[("f", &after())]);
    let request = json!({"op": "patch", "diff": diff(""), "recount": true, "strict_format": true});
    let bench = Bench::with("f", text());
    let ran = bench.pipe(request.to_string(), ["apply"]);
    ran.fails(2, "`recount`");
}

#[test]
fn a_hunk_that_lost_all_its_signs_is_not_done() {
    let bodies = [
        "@@ -45,3 +45,2 @@\n line 45\n line 46\n line 47\n",
        "@@ -45,2 +45,3 @@\n line 45\n new\n line 46\n",
        "@@ -45,7 +45,8 @@\n line 45\n line 46\n",
    ];
    for body in bodies {
        let diff = format!("--- a/f\n+++ b/f\n{body}");
        for mode in ["strict", "merge", "fuzzy"] {
            let bench = Bench::with("f", text());
            bench.pipe(&diff, ["patch", "--mode", mode]).fails(
                2,
                "line 3: the hunk changes nothing, but its header counts added or removed lines",
            )
            .says("hint: start each removed line with `-`, and each added line with `+`");
        }
    }
    // The header has no such counts, or `--recount` ignores them.
    let anchor = "--- a/f\n+++ b/f\n@@ -45,3 +45,3 @@\n line 45\n line 46\n";
    let counted = format!("--- a/f\n+++ b/f\n{}", bodies[0]);
    for (diff, flag) in [(anchor, "-q"), (&counted, "--recount")] {
        let bench = Bench::with("f", text());
        let ran = bench.pipe(diff, ["patch", "--json", flag]);
        ran.status_is(0).prints(r#""changed":false"#);
    }
}

#[test]
fn lenient_payloads_recount() {
    for lenient in [
        json!({"mode": "tolerant"}),
        json!({"mode": "fuzzy"}),
        json!({"strict_validation": false}),
    ] {
        let mut request = lenient.clone();
        request["diff"] = diff("").into();
        request["target"] = "f".into();
        let bench = Bench::with("f", text());
        let ran = bench.pipe(request.to_string(), ["apply"]);
        assert_eq!(
            ran.status,
            Some(0),
            "{lenient}: {}{}",
            ran.stdout,
            ran.stderr
        );
        ran.says("repaired: line 3 of the diff: ")
            .changed(&[("f", &after())]);
    }
    let request = json!({"diff": diff(""), "target": "f"}).to_string();
    let bench = Bench::with("f", text());
    let ran = bench.pipe(request, ["apply"]);
    ran.status_is(0)
        .says("warning: ")
        .changed(&[("f", &after())]);
}
