//! File headers: lines that contradict each other, and the many ways to say that there is no file.

use crate::bench::Bench;
use crate::notation::joined;

/// The header is refused, with a file `f` of the line `x` and without one.
#[track_caller]
fn contradicts(lines: &[&str]) {
    let text = joined(lines);
    for bench in [Bench::new(), Bench::with("f", "x\n")] {
        let ran = bench.pipe(&text, ["patch"]);
        ran.status_is(2).says("contradict each other").unchanged();
    }
}

#[test]
fn names_that_disagree() {
    const HUNK: [&str; 3] = ["@@ -1 +1 @@", "-x", "+y"];
    let with_hunk = |lines: &[&'static str]| [lines, &HUNK].concat();
    contradicts(&[
        "diff --git a/f b/f",
        "new file mode 100644",
        "--- /dev/null",
        "+++ b/other",
        "@@ -0,0 +1 @@",
        "+x",
    ]);
    contradicts(&with_hunk(&[
        "diff --git a/f b/f",
        "--- a/f",
        "+++ b/other",
    ]));
    contradicts(&with_hunk(&[
        "diff --git a/f b/f",
        "--- a/other",
        "+++ b/other",
    ]));
    contradicts(&with_hunk(&[
        "diff --git a/f b/new",
        "rename from f",
        "rename to new",
        "--- a/f",
        "+++ b/other",
    ]));
    contradicts(&with_hunk(&[
        "diff --git a/f b/new",
        "rename from f",
        "rename to new",
        "--- a/one",
        "+++ b/one",
    ]));
    contradicts(&[
        "diff --git a/f b/f",
        "deleted file mode 100644",
        "--- a/other",
        "+++ /dev/null",
        "@@ -1 +0,0 @@",
        "-x",
    ]);
}

#[test]
fn operations_that_disagree() {
    contradicts(&[
        "diff --git a/f b/new",
        "new file mode 100644",
        "rename from f",
        "rename to new",
    ]);
    contradicts(&[
        "diff --git a/f b/f",
        "new file mode 100644",
        "deleted file mode 100644",
    ]);
    contradicts(&["diff --git a/f b/new", "copy from f", "rename to new"]);
    contradicts(&[
        "diff --git a/f b/f",
        "new file mode 100644",
        "--- a/f",
        "+++ b/f",
        "@@ -0,0 +1 @@",
        "+x",
    ]);
    contradicts(&[
        "diff --git a/f b/f",
        "deleted file mode 100644",
        "--- a/f",
        "+++ b/f",
        "@@ -1 +0,0 @@",
        "-x",
    ]);
    contradicts(&[
        "diff --git a/f b/new",
        "rename from f",
        "rename to new",
        "--- /dev/null",
        "+++ b/new",
        "@@ -0,0 +1 @@",
        "+x",
    ]);
}

#[test]
fn names_under_other_prefixes_agree() {
    for (old, new) in [
        ("a/d/f", "b/d/f"),
        ("d/f", "d/f"),
        ("i/d/f", "w/d/f"),
        ("old/d/f", "new/d/f"),
    ] {
        let text = joined(&[
            "diff --git a/d/f b/d/f",
            &format!("--- {old}"),
            &format!("+++ {new}"),
            "@@ -1 +1 @@",
            "-x",
            "+y",
        ]);
        Bench::with("d/f", "x\n")
            .pipe(text, ["patch", "-q"])
            .done("", &[("d/f", "y\n")]);
    }
}

const STAMPS: [&str; 9] = [
    "\t(nonexistent)",
    " (nonexistent)",
    "\t(.../trunk)\t(nonexistent)",
    "\t1970-01-01 00:00:00.000000000 +0000",
    "\t1969-12-31 19:00:00.000000000 -0500",
    "\t1970-01-01 01:00:00 +0100",
    "\t1969-12-31 16:00:00",
    "\tThu Jan 01 00:00:00 1970 +0000",
    "\t1 Jan 1970 00:00:00 -0000",
];

#[test]
fn a_name_of_no_file_creates_and_removes() {
    for stamp in STAMPS {
        let text =
            format!("Index: n\n====\n--- n{stamp}\n+++ n\t(working copy)\n@@ -0,0 +1 @@\n+a\n");
        Bench::new()
            .pipe(text, ["patch", "-q"])
            .done("", &[("n", "a\n")]);
        let text =
            format!("Index: o\n====\n--- o\t(revision 5)\n+++ o{stamp}\n@@ -1 +0,0 @@\n-a\n");
        Bench::with("o", "a\n")
            .pipe(text, ["patch", "-q"])
            .status_is(0)
            .became(&[("o", None)]);
    }
}

#[test]
fn a_range_of_nothing_creates_a_missing_file() {
    for header in [
        "--- a/n\n+++ b/n\n",
        "--- n\n+++ n\n",
        "diff --git a/n b/n\n--- a/n\n+++ b/n\n",
    ] {
        let text = format!("{header}@@ -0,0 +1,2 @@\n+a\n+b\n");
        Bench::new()
            .pipe(&text, ["patch", "-q"])
            .done("", &[("n", "a\nb\n")]);
        Bench::with("n", "")
            .pipe(&text, ["patch", "-q"])
            .done("", &[("n", "a\nb\n")]);
        // Into a text it goes at the top, but not twice.
        let bench = Bench::with("n", "c\n");
        bench
            .pipe(&text, ["patch", "-q"])
            .done("", &[("n", "a\nb\nc\n")]);
        let ran = bench.pipe(&text, ["patch", "-q"]);
        ran.status_is(1).unchanged();
    }
    let bench = Bench::new();
    let ran = bench.pipe("--- a/n\n+++ b/n\n@@ -5,0 +6 @@\n+a\n", ["patch"]);
    ran.status_is(4).says("there is no such file");
}
