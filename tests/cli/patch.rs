//! `incise patch`: unified and git diffs, one file or many, all or nothing.

use crate::bench::Bench;
use crate::notation::{done, joined};

/// A unified diff of `path` with these lines after its header.
fn diff(path: &str, lines: &[&str]) -> String {
    format!("--- a/{path}\n+++ b/{path}\n{}", joined(lines))
}

#[test]
fn a_hunk_is_placed_and_shown() {
    let lines = ["@@ -1,3 +1,3 @@", " one", "-two", "+2", " three"];
    Bench::with("a.txt", "one\ntwo\nthree\n")
        .pipe(diff("a.txt", &lines), ["patch"])
        .done(
            &done("patched", "a.txt", &lines, "1 hunk, +1 -1"),
            &[("a.txt", "one\n2\nthree\n")],
        );
}

#[test]
fn a_diff_may_come_from_a_file() {
    Bench::with("a.txt", "one\n")
        .file("fix.diff", diff("a.txt", &["@@ -1 +1 @@", "-one", "+1"]))
        .run(["patch", "fix.diff", "-q"])
        .done("", &[("a.txt", "1\n")]);
}

#[test]
fn several_files_are_one_transaction() {
    let both = diff("a.txt", &["@@ -1 +1 @@", "-one", "+1"])
        + &diff("d/b.txt", &["@@ -1 +1 @@", "-two", "+2"]);
    let bench = Bench::with("a.txt", "one\n").file("d/b.txt", "two\n");
    bench
        .pipe(&both, ["patch", "-q"])
        .done("", &[("a.txt", "1\n"), ("d/b.txt", "2\n")]);
    Bench::with("a.txt", "one\n")
        .file("d/b.txt", "other\n")
        .pipe(&both, ["patch"])
        .status_is(1)
        .says("incise: d/b.txt: ")
        .says("\nnothing was written\n")
        .unchanged();
    Bench::with("a.txt", "one\n")
        .pipe(&both, ["patch"])
        .status_is(4)
        .says("nothing was written\n")
        .unchanged();
}

#[test]
fn a_wrong_line_number_is_put_right_and_said() {
    Bench::with("a.txt", "one\ntwo\nthree\n")
        .pipe(
            diff("a.txt", &["@@ -7,2 +7,2 @@", " two", "-three", "+3"]),
            ["patch"],
        )
        .status_is(0)
        .prints("patched a.txt: 1 hunk, +1 -1\n  hunk 1: ")
        .changed(&[("a.txt", "one\ntwo\n3\n")]);
}

#[test]
fn a_hunk_that_fits_twice_is_refused() {
    Bench::with("a.txt", "x\n1\nx\n")
        .pipe(diff("a.txt", &["@@ -2 +2 @@", "-x", "+y"]), ["patch"])
        .status_is(1)
        .says("incise: a.txt: the hunk matches 2 places; exactly 1 is needed\n")
        .unchanged();
}

#[test]
fn a_hunk_whose_old_lines_are_others_is_refused() {
    Bench::with("a.txt", "one\ntwo\n")
        .pipe(
            diff("a.txt", &["@@ -1,2 +1,2 @@", " one", "-too", "+2"]),
            ["patch"],
        )
        .status_is(1)
        .says("the hunk does not match: line 2 differs")
        .says("nothing was written")
        .unchanged();
}

#[test]
fn a_patch_applied_twice_changes_nothing() {
    let bench = Bench::with("a.txt", "one\ntwo\n");
    let text = diff("a.txt", &["@@ -1,2 +1,2 @@", " one", "-two", "+2"]);
    bench
        .pipe(&text, ["patch", "-q"])
        .done("", &[("a.txt", "one\n2\n")]);
    bench
        .pipe(&text, ["patch"])
        .status_is(0)
        .prints("unchanged a.txt: 1 hunk\n  hunk 1: already applied at line")
        .unchanged();
}

#[test]
fn a_patch_that_is_partly_applied_is_refused_unless_such_hunks_are_skipped() {
    let bench = Bench::with("a.txt", "1\nb\nc\nd\ne\nf\n");
    let text = diff(
        "a.txt",
        &[
            "@@ -1,2 +1,2 @@",
            "-a",
            "+1",
            " b",
            "@@ -5,2 +5,2 @@",
            " e",
            "-f",
            "+6",
        ],
    );
    bench
        .pipe(&text, ["patch"])
        .status_is(1)
        .says("partly applied")
        .unchanged();
    bench
        .pipe(&text, ["patch", "--skip-applied", "-q"])
        .done("", &[("a.txt", "1\nb\nc\nd\ne\n6\n")]);
}

#[test]
fn backwards() {
    Bench::with("a.txt", "2\n")
        .pipe(
            diff("a.txt", &["@@ -1 +1 @@", "-1", "+2"]),
            ["patch", "-R", "-q"],
        )
        .done("", &[("a.txt", "1\n")]);
}

#[test]
fn leading_components_are_dropped_as_told_or_found_out() {
    let text = "--- x/y/a.txt\n+++ x/y/a.txt\n@@ -1 +1 @@\n-1\n+2\n";
    Bench::with("a.txt", "1\n")
        .pipe(text, ["patch", "-p2", "-q"])
        .done("", &[("a.txt", "2\n")]);
    Bench::with("x/y/a.txt", "1\n")
        .pipe(text, ["patch", "-q"])
        .done("", &[("x/y/a.txt", "2\n")]);
}

#[test]
fn a_target_takes_the_diff_whatever_it_is_called() {
    Bench::with("a.txt", "1\n")
        .pipe(
            diff("other.txt", &["@@ -1 +1 @@", "-1", "+2"]),
            ["patch", "--target", "a.txt"],
        )
        .status_is(0)
        .says("other.txt")
        .changed(&[("a.txt", "2\n")]);
}

#[test]
fn the_missing_newline_is_told_apart() {
    let text = diff(
        "a.txt",
        &[
            "@@ -1,2 +1,2 @@",
            " 1",
            "-2",
            "+3",
            "\\ No newline at end of file",
        ],
    );
    Bench::with("a.txt", "1\n2\n")
        .pipe(&text, ["patch", "-q"])
        .done("", &[("a.txt", "1\n3")]);
    Bench::with("a.txt", "1\n3")
        .pipe(&text, ["patch", "-R", "-q"])
        .done("", &[("a.txt", "1\n2\n")]);
}

#[test]
fn a_crlf_diff_of_a_crlf_file() {
    let text = diff("a.txt", &["@@ -1,2 +1,2 @@", " 1", "-2", "+x"]).replace('\n', "\r\n");
    Bench::with("a.txt", "1\r\n2\r\n")
        .pipe(text, ["patch", "-q"])
        .done("", &[("a.txt", "1\r\nx\r\n")]);
}

#[test]
fn a_new_and_a_deleted_file() {
    let text = "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+new\n\
                --- a/old.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-1\n-2\n";
    Bench::with("old.txt", "1\n2\n")
        .pipe(text, ["patch", "-q"])
        .status_is(0)
        .became(&[("old.txt", None), ("new.txt", Some(b"new\n"))]);
    Bench::with("old.txt", "1\n2\n3\n")
        .pipe(text, ["patch"])
        .status_is(1)
        .unchanged();
    Bench::with("old.txt", "1\n2\n")
        .file("new.txt", "another\n")
        .pipe(text, ["patch"])
        .status_is(1)
        .unchanged();
}

#[test]
fn a_rename_a_copy_and_a_mode() {
    let text = joined(&[
        "diff --git a/a.txt b/b.txt",
        "similarity index 50%",
        "rename from a.txt",
        "rename to b.txt",
        "--- a/a.txt",
        "+++ b/b.txt",
        "@@ -1,2 +1,2 @@",
        " 1",
        "-2",
        "+x",
        "diff --git a/c.txt b/d.txt",
        "similarity index 100%",
        "copy from c.txt",
        "copy to d.txt",
    ]);
    Bench::with("a.txt", "1\n2\n")
        .file("c.txt", "c\n")
        .pipe(text, ["patch", "-q"])
        .status_is(0)
        .became(&[
            ("a.txt", None),
            ("b.txt", Some(b"1\nx\n")),
            ("d.txt", Some(b"c\n")),
        ]);
    let mode = "diff --git a/a.txt b/a.txt\nold mode 100644\nnew mode 100755\n";
    let bench = Bench::with("a.txt", "1\n").mode("a.txt", 0o644);
    bench.pipe(mode, ["patch", "-q"]).status_is(0);
    let expected = Bench::with("a.txt", "1\n").mode("a.txt", 0o755);
    assert_eq!(bench.tree(), expected.tree());
}

#[test]
fn a_quoted_name() {
    let text = "diff --git \"a/t\\303\\244\\tb.txt\" \"b/t\\303\\244\\tb.txt\"\n\
                --- \"a/t\\303\\244\\tb.txt\"\n+++ \"b/t\\303\\244\\tb.txt\"\n@@ -1 +1 @@\n-1\n+2\n";
    Bench::with("tä\tb.txt", "1\n")
        .pipe(text, ["patch", "-q"])
        .done("", &[("tä\tb.txt", "2\n")]);
}

#[test]
fn a_binary_file() {
    let text = joined(&[
        "diff --git a/new.bin b/new.bin",
        "new file mode 100644",
        "index 0000000000000000000000000000000000000000..a1d6348a3968aa15c4ca409d0418062fef54a207",
        "GIT binary patch",
        "literal 4",
        "LcmZQzWMBdS00{sD",
        "",
        "literal 0",
        "HcmV?d00001",
        "",
    ]);
    Bench::new()
        .pipe(&text, ["patch"])
        .status_is(0)
        .prints("created new.bin")
        .became(&[("new.bin", Some(b"\0\x01\0\x02"))]);
}

#[test]
fn a_name_that_leads_out_is_refused() {
    for name in ["../a.txt", "/etc/passwd", "d/../../a.txt", ".git/config"] {
        Bench::with("a.txt", "1\n")
            .pipe(
                format!("--- {name}\n+++ {name}\n@@ -1 +1 @@\n-1\n+2\n"),
                ["patch", "-p0"],
            )
            .status_is(5)
            .unchanged();
    }
}

#[test]
fn what_is_no_diff_is_refused() {
    let bench = Bench::with("a.txt", "1\n");
    for text in ["", "nonsense\n", "--- a/a.txt\n+++ b/a.txt\n"] {
        bench
            .pipe(text, ["patch"])
            .status_is(2)
            .says("malformed diff")
            .unchanged();
    }
}
