//! `incise patch --stat`, `--numstat`, `--summary`: output like `git diff`. Also the diff as parsed, and the names of
//! the files that a replacement would change.

use crate::bench::Bench;
use crate::notation::{joined, numbered};

/// A diff that edits, creates, deletes, renames, and changes a mode.
fn all() -> String {
    let mut new = joined(&[
        "new file mode 100755",
        "--- /dev/null",
        "+++ b/new",
        "@@ -0,0 +1,200 @@",
    ]);
    new += &"+x\n".repeat(200);
    joined(&[
        "diff --git a/a.txt b/a.txt",
        "--- a/a.txt",
        "+++ b/a.txt",
        "@@ -1,2 +1,3 @@",
        " line 1",
        "-line 2",
        "+two",
        "+more",
        "diff --git a/d/gone b/d/gone",
        "deleted file mode 100644",
        "--- a/d/gone",
        "+++ /dev/null",
        "@@ -1 +0,0 @@",
        "-x",
        "diff --git a/d/old.txt b/d/e/new.txt",
        "rename from d/old.txt",
        "rename to d/e/new.txt",
        "diff --git a/run.sh b/run.sh",
        "old mode 100644",
        "new mode 100755",
        "diff --git a/new b/new",
    ]) + &new
}

fn bench() -> Bench {
    Bench::with("a.txt", numbered(2))
        .file("d/gone", "x\n")
        .file("d/old.txt", "old\n")
        .directory("d/e")
        .file("run.sh", "x\n")
        .mode("run.sh", 0o644)
}

#[test]
fn the_lists_are_git_s() {
    let stat = "\
\x20a.txt                    |   3 +-
 d/{old.txt => e/new.txt} |   0
 d/gone                   |   1 -
 new                      | 200 +++++++++++++++++++++++++++++++++++++++++++++++
 run.sh                   |   0
 5 files changed, 202 insertions(+), 2 deletions(-)
";
    let numstat =
        "2\t1\ta.txt\n0\t0\td/{old.txt => e/new.txt}\n0\t1\td/gone\n200\t0\tnew\n0\t0\trun.sh\n";
    let summary = " rename d/{old.txt => e/new.txt} (100%)
 delete mode 100644 d/gone
 create mode 100755 new
 mode change 100644 => 100755 run.sh
";
    let ways = [
        &["check", "patch"][..],
        &["patch", "-n"],
        &["patch"],
        &["patch", "--apply"],
    ];
    for args in ways {
        let run = |flags: &[&str]| {
            let bench = bench();
            let args: Vec<_> = args.iter().chain(flags).collect();
            let ran = bench.pipe(all(), &args);
            ran.status_is(0);
            assert_eq!(ran.stderr, "");
            // Only `--apply` changes anything.
            let is_applied = bench.text("a.txt") != numbered(2);
            assert_eq!(is_applied, args.contains(&&"--apply"), "{args:?}");
            assert_eq!(bench.has_state(), is_applied, "{args:?}");
            if !is_applied {
                ran.unchanged();
            }
            ran.stdout.clone()
        };
        assert_eq!(run(&["--stat"]), stat);
        assert_eq!(run(&["--numstat"]), numstat);
        assert_eq!(run(&["--summary"]), summary);
        let together = [numstat, stat, summary].concat();
        assert_eq!(run(&["--summary", "--stat", "--numstat"]), together);
    }
}

#[test]
fn binary_files_have_bytes_and_long_names_are_cut() {
    let name = format!("{}/{}.txt", "directory".repeat(8), "name".repeat(8));
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
        &format!("diff --git a/{name} b/{name}"),
        &format!("--- a/{name}"),
        &format!("+++ b/{name}"),
        "@@ -1 +1 @@",
        "-1",
        "+2",
    ]);
    let bench = Bench::with(&name, "1\n");
    let ran = bench.pipe(&text, ["check", "patch", "--stat", "--numstat"]);
    ran.status_is(0);
    let short = format!(".../{}.txt", "name".repeat(8));
    let expected = format!(
        "1\t1\t{name}\n-\t-\tnew.bin\n {short:<59} |   2 +-\n {:<59} | Bin 0 -> 4 bytes\n \
         2 files changed, 1 insertion(+), 1 deletion(-)\n",
        "new.bin"
    );
    assert_eq!(ran.stdout, expected);
}

#[test]
fn nothing_changed_is_said_as_git_says_it() {
    let text = joined(&["--- a/a", "+++ b/a", "@@ -1 +1 @@", "-1", "+2"]);
    Bench::with("a", "2\n")
        .pipe(&text, ["patch", "--stat"])
        .done(" 0 files changed\n", &[]);
    Bench::with("a", "3\n")
        .pipe(&text, ["patch", "--stat"])
        .fails(1, "the hunk does not match");
}

#[test]
fn lists_alone_refuse_flags_for_output_files() {
    for flags in [
        &["--validate", "true {}"][..],
        &["--output", "out"],
        &["--reject-file", "rejects"],
    ] {
        let bench = bench();
        let args = ["patch", "--stat"].iter().chain(flags);
        bench.pipe(all(), args).fails(2, "add --apply");
    }
    for args in [
        &["patch", "--stat", "--apply", "-n"][..],
        &["check", "patch", "--stat", "--apply"],
    ] {
        bench().pipe(all(), args).status_is(2).unchanged();
    }
    let bench = Bench::with("a", "1\n");
    let text = joined(&["--- a/a", "+++ b/a", "@@ -1 +1 @@", "-1", "+2"]);
    bench
        .pipe(&text, ["patch", "--apply", "-q"])
        .done("", &[("a", "2\n")]);
}

#[test]
fn lists_are_no_report() {
    for list in ["--stat", "--numstat", "--summary"] {
        for (report, value) in [("--json", None), ("--format", Some("json")), ("-q", None)] {
            let bench = bench();
            let args = ["patch", list, report].into_iter().chain(value);
            bench.pipe(all(), args).status_is(2).unheard().unchanged();
        }
    }
}

#[test]
fn the_diff_as_understood_is_well_formed() {
    let bench = Bench::with("a.txt", numbered(3));
    let damaged = "Here it is:\n```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -1,9 +1,9 @@\n line 1\n-line 2\n+two\n line 3\n```\n";
    let understood = "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n line 1\n-line 2\n+two\n line 3\n";
    let ran = bench.pipe(damaged, ["check", "patch", "--print-repaired"]);
    assert_eq!(ran.stdout, understood);
    ran.status_is(0)
        .says("repaired: line 5 of the diff: the line counts of the hunk header are wrong\n")
        .unchanged();
    // No file is read.
    let nowhere = Bench::new();
    let quiet = nowhere.pipe(damaged, ["check", "patch", "--print-repaired", "-q", "-R"]);
    let reversed = "--- b/a.txt\n+++ a/a.txt\n@@ -1,3 +1,3 @@\n line 1\n-two\n+line 2\n line 3\n";
    assert_eq!((&**quiet.stdout, &**quiet.stderr), (reversed, ""));
    bench
        .pipe(understood, ["patch", "--strict-format", "-q"])
        .done("", &[("a.txt", "line 1\ntwo\nline 3\n")]);
    bench
        .pipe("nothing\n", ["check", "patch", "--print-repaired"])
        .fails(2, "malformed diff");
    bench
        .pipe(understood, ["patch", "--print-repaired"])
        .fails(2, "--print-repaired belongs to `incise check patch`");
}

#[test]
fn repairs_and_prose_are_reported_line_by_line() {
    let text = "- a remark\n--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n-1\n+2\n";
    let bench = Bench::with("a", "1\n");
    let ran = bench.pipe(text, ["check", "patch", "--json"]);
    let report = ran.status_is(0).json();
    let repairs = serde_json::json!([{"line": 4, "kind": "wrong_counts"}]);
    assert_eq!(report["repairs"], repairs);
    assert_eq!(report["ignored"], serde_json::json!([{"line": 1}]));
    bench
        .pipe(text, ["check", "patch"])
        .status_is(0)
        .says("repaired: line 4 of the diff: the line counts of the hunk header are wrong\n")
        .says("ignored: line 1 of the diff (prose, despite the `+` or `-`)\n");
    let batch = serde_json::json!({"edits": [
        {"op": "append", "path": "a", "text": "x\n"},
        {"op": "patch", "diff": text},
    ]});
    let ran = bench.pipe(batch.to_string(), ["check", "apply", "--json"]);
    // A hunk that is refused because of its counts was not repaired.
    assert!(ran.json().get("repairs").is_none());
    let batch = serde_json::json!([
        {"op": "patch", "diff": "--- a/a\n+++ b/a\n@@ -1,2 +1,1 @@\n-1\n+2\n@@ -2,1 +2,1 @@\n-2\n+3\n"},
        {"op": "patch", "diff": "--- a/b\n+++ b/b\n@@ -1,3 +1,2 @@\n-1\n+2\n"},
    ]);
    let bench = Bench::with("a", "1\n2\n").file("b", "1\n2\n");
    let ran = bench.pipe(batch.to_string(), ["apply", "--json"]);
    let repairs = serde_json::json!([{"edit": 1, "line": 3, "kind": "wrong_counts"}]);
    assert_eq!(ran.status_is(1).json()["repairs"], repairs);
}

/// Every mail has a `---` above its summary, and a `-- ` above its signature.
#[test]
fn the_usual_lines_of_a_mail_are_not_reported() {
    let mail = "From 1f2e3d4c5b6a1f2e3d4c5b6a1f2e3d4c5b6a1f2e Mon Sep 17 00:00:00 2001\nFrom: A <a@b.c>\n\
        Subject: [PATCH] x\n\ntext\n---\n a | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n\n\
        diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+2\n-- \n2.47.0\n\n";
    let bench = Bench::with("a", "1\n");
    let ran = bench.pipe(mail, ["check", "patch"]);
    ran.status_is(0);
    assert_eq!(ran.stderr, "");
    let ran = bench.pipe(mail, ["check", "patch", "--json"]);
    assert!(ran.json().get("ignored").is_none());
    let remark = mail.replace("text\n", "- a remark\n");
    bench
        .pipe(remark, ["check", "patch"])
        .says("ignored: line 5 of the diff (prose");
}

#[test]
fn the_names_of_the_files_that_would_change() {
    let bench = Bench::with("d/a.txt", "x = 1\n")
        .file("d/b.txt", "y\n")
        .file("d/two\nlines", "x x\n");
    for flag in ["-l", "--files-with-matches"] {
        let named = bench.run([
            "check", "replace", "d", "--old", "x", "--new", "z", "--all", flag,
        ]);
        named.status_is(0).unchanged();
        assert_eq!(named.stdout, "d/a.txt\n\"d/two\\nlines\"\n");
        assert_eq!(named.stderr, "");
    }
    // The listing is a dry run of the requested edit, so a refused edit lists no names.
    let refused = bench.line("check replace d --old x --new z -l");
    refused.status_is(1).unchanged();
    assert_eq!(refused.stdout, "");
    let absent = bench.line("check replace d --old q --new z -l");
    absent.status_is(1).unchanged();
    assert_eq!(absent.stdout, "");
    let edit = bench.line("replace d --old x --new z --all -l");
    edit.status_is(2).unchanged();
}
