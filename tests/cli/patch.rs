//! `incise patch`: unified and git diffs of one or many files, all or nothing.

use crate::bench::Bench;
use crate::notation::{joined, numbered};

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
            "a.txt: line 2; +1 -1\n one\n-two\n+2\n three\n",
            &[("a.txt", "one\n2\nthree\n")],
        );
}

#[test]
fn a_diff_may_come_from_a_file() {
    Bench::with("a.txt", "one\n")
        .file("fix.diff", diff("a.txt", &["@@ -1 +1 @@", "-one", "+1"]))
        .line("patch fix.diff -q")
        .done("", &[("a.txt", "1\n")]);
}

#[test]
fn the_expected_hash_is_that_of_the_one_file_of_the_diff() {
    let edit = diff("a.txt", &["@@ -1 +1 @@", "-one", "+1"]);
    let rename = "diff --git a/a.txt b/b.txt\nrename from a.txt\nrename to b.txt\n";
    let bench = Bench::with("a.txt", "one\n");
    let hash = blake3::hash(b"one\n").to_hex();
    for diff in [&edit[..], rename] {
        let request = serde_json::json!({"op": "patch", "diff": diff, "expect_hash": "00000000"});
        bench.pipe(request.to_string(), ["apply"]).fails(3, "stale");
        for args in [
            &["patch", "--expect-hash", "00000000"][..],
            &["patch", "--expect-hash", "00000000", "--target", "a.txt"],
        ] {
            if diff == rename && args.len() > 3 {
                continue;
            }
            bench.pipe(diff, args).fails(3, "stale");
        }
        let bench = Bench::with("a.txt", "one\n");
        bench
            .pipe(diff, ["patch", "--expect-hash", &hash, "-q"])
            .status_is(0);
    }
    let both = edit + &diff("b.txt", &["@@ -1 +1 @@", "-two", "+2"]);
    Bench::with("a.txt", "one\n")
        .file("b.txt", "two\n")
        .pipe(both, ["patch", "--expect-hash", &hash])
        .fails(2, "the expected hash is for one file");
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
        .fails(1, "incise: d/b.txt: ")
        .says("\nnothing was written\n");
    Bench::with("a.txt", "one\n")
        .pipe(&both, ["patch"])
        .fails(4, "nothing was written\n");
}

#[test]
fn a_wrong_line_number_is_put_right_and_said() {
    Bench::with("a.txt", "one\ntwo\nthree\n")
        .pipe(
            diff("a.txt", &["@@ -7,2 +7,2 @@", " two", "-three", "+3"]),
            ["patch"],
        )
        .status_is(0)
        .prints("a.txt: line 3; +1 -1\n  hunk 1: ")
        .changed(&[("a.txt", "one\ntwo\n3\n")]);
}

#[test]
fn a_hunk_that_fits_twice_is_refused() {
    Bench::with("a.txt", "x\n1\nx\n")
        .pipe(diff("a.txt", &["@@ -2 +2 @@", "-x", "+y"]), ["patch"])
        .fails(
            1,
            "incise: a.txt: the hunk matches 2 places; exactly 1 is needed\n",
        );
}

#[test]
fn a_hunk_with_other_old_lines_is_refused() {
    Bench::with("a.txt", "one\ntwo\n")
        .pipe(
            diff("a.txt", &["@@ -1,2 +1,2 @@", " one", "-too", "+2"]),
            ["patch"],
        )
        .fails(1, "the hunk does not match: line 2 differs")
        .says("nothing was written");
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
    bench.pipe(&text, ["patch"]).fails(1, "partly applied");
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
fn leading_components_are_dropped_by_flag_or_by_search() {
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
fn a_missing_newline_is_distinguished() {
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
fn a_diff_whose_lines_end_in_the_other_way_than_the_file() {
    let lines = ["@@ -1,4 +1,4 @@", " 1", "-   ", "+", "-2 ", "+2", " 3"];
    let (lf, crlf) = ("1\n   \n2 \n3\n", "1\r\n   \r\n2 \r\n3\r\n");
    for (text, patch, after) in [
        (crlf, diff("a.txt", &lines), "1\r\n\r\n2\r\n3\r\n"),
        (
            lf,
            diff("a.txt", &lines).replace('\n', "\r\n"),
            "1\n\n2\n3\n",
        ),
    ] {
        let bench = Bench::with("a.txt", text);
        bench.pipe(&patch, ["patch"]).edits(&[("a.txt", after)]);
        bench
            .pipe(&patch, ["patch", "-R", "-q"])
            .done("", &[("a.txt", text)]);
    }
    let mixed = Bench::with("a.txt", "1\r\n   \n2 \r\n3\r\n");
    mixed
        .pipe(diff("a.txt", &lines), ["patch"])
        .status_is(1)
        .unchanged();
    // A diff that changes line endings contains both kinds.
    let to_lf = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-1\r\n+1\n";
    Bench::with("a.txt", "1\r\n")
        .pipe(to_lf, ["patch", "-q"])
        .edits(&[("a.txt", "1\n")]);
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

/// Git deletes a file and creates it again to make it a link. A copy below has the text before the whole diff.
#[test]
fn a_copy_below_a_new_link_has_the_text_before_the_diff() {
    let text = joined(&[
        "diff --git a/a b/a",
        "--- a/a",
        "+++ b/a",
        "@@ -1,2 +1,2 @@",
        " 1",
        "-2",
        "+two",
        "diff --git a/l b/l",
        "deleted file mode 100644",
        "--- a/l",
        "+++ /dev/null",
        "@@ -1 +0,0 @@",
        "-x",
        "diff --git a/l b/l",
        "new file mode 120000",
        "--- /dev/null",
        "+++ b/l",
        "@@ -0,0 +1 @@",
        "+q",
        "\\ No newline at end of file",
        "diff --git a/a b/z",
        "similarity index 100%",
        "copy from a",
        "copy to z",
    ]);
    let bench = Bench::with("a", "1\n2\n").file("l", "x\n");
    bench.pipe(text, ["patch", "-q"]).status_is(0);
    assert_eq!([bench.text("a"), bench.text("z")], ["1\ntwo\n", "1\n2\n"]);
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
fn an_invalid_diff_is_refused() {
    let bench = Bench::with("a.txt", "1\n");
    for text in ["", "nonsense\n", "--- a/a.txt\n+++ b/a.txt\n"] {
        bench.pipe(text, ["patch"]).fails(2, "malformed diff");
    }
}

/// A rename of `from` to `to` without a change of text.
fn rename(from: &str, to: &str) -> String {
    joined(&[
        &format!("diff --git a/{from} b/{to}"),
        "similarity index 100%",
        &format!("rename from {from}"),
        &format!("rename to {to}"),
    ])
}

#[test]
fn a_rename_without_hunks_is_reported() {
    Bench::with("a", "x\n")
        .pipe(rename("a", "b"), ["patch"])
        .status_is(0)
        .prints("moved a -> b\n")
        .became(&[("a", None), ("b", Some(b"x\n"))]);
}

#[test]
fn the_hunks_of_a_renamed_and_of_a_copied_file_are_its_own() {
    let hunk = |old: &str, new: &str| {
        joined(&[
            &format!("--- a/{old}"),
            &format!("+++ b/{new}"),
            "@@ -4 +4 @@",
            "-x",
            "+y",
        ])
    };
    let copied = joined(&["diff --git a/c b/d", "copy from c", "copy to d"]);
    let cycle = rename("a", "b") + &hunk("a", "b") + &rename("b", "a");
    let text = cycle + &copied + &hunk("c", "d");
    let bench = Bench::with("a", "x\n")
        .file("b", "other\n")
        .file("c", "x\n");
    let ran = bench.pipe(text, ["patch"]);
    ran.status_is(0)
        .prints("moved b -> a\n")
        .prints("moved a -> b: line 1; +1 -1\n  hunk 1: -3 lines\n-x\n+y\n")
        .prints("copied c -> d: line 1; +1 -1\n  hunk 1: -3 lines\n-x\n+y\n")
        .changed(&[("a", "other\n"), ("b", "y\n"), ("d", "y\n")]);
}

/// The second commit of each series takes away the name that the first one writes to.
#[test]
fn a_commit_does_not_wait_for_a_later_commit() {
    let id = "1f6589ec3a1ecec6e99b2b2bbb4f6fc9d1e7a3b0";
    let copy = joined(&["diff --git a/f b/c", "copy from f", "copy to c"]);
    for (first, second) in [
        (rename("f", "c"), rename("c", "d")),
        (rename("f", "c"), rename("c", "f")),
        (copy, rename("c", "d")),
    ] {
        for head in [
            format!("From {id} Mon Sep 17 00:00:00 2001\nSubject: a\n\n---\n"),
            format!("commit {id}\n\n    a\n\n"),
            "# HG changeset patch\n# User a\n\na\n\n".to_owned(),
        ] {
            let series = format!("{head}{first}{head}{second}");
            let free = Bench::with("f", "x\n");
            free.pipe(&series, ["patch"]).status_is(0);
            let bench = Bench::with("f", "x\n").file("c", "other\n");
            bench
                .pipe(&series, ["patch"])
                .fails(1, "c: the file already exists")
                .unchanged();
        }
    }
}

#[test]
fn two_hunks_that_claim_one_line_are_refused() {
    let text = diff(
        "a",
        &[
            "@@ -1,3 +1,3 @@",
            " 1",
            "-2",
            "+two",
            " 3",
            "@@ -2,2 +2,2 @@",
            "-2",
            "+zwei",
            " 3",
        ],
    );
    Bench::with("a", "1\n2\n3\n")
        .pipe(text, ["patch"])
        .fails(1, "hunk 2 of 2 overlaps hunk 1\n")
        .says("nothing was written\n");
}

#[test]
fn a_file_patched_twice_goes_through_both() {
    let text = diff("a", &["@@ -1 +1 @@", "-1", "+2"]) + &diff("a", &["@@ -1 +1 @@", "-2", "+3"]);
    let bench = Bench::with("a", "1\n");
    bench
        .pipe(&text, ["patch"])
        .status_is(0)
        .prints("a: 2 hunks at 1; +1 -1\n")
        .changed(&[("a", "3\n")]);
    let second_fails =
        diff("a", &["@@ -1 +1 @@", "-3", "+4"]) + &diff("a", &["@@ -1 +1 @@", "-x", "+y"]);
    bench.pipe(second_fails, ["patch"]).status_is(1).unchanged();
}

#[test]
fn a_file_deleted_and_made_again_is_changed_and_comes_back() {
    let text =
        "--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+2\n";
    let bench = Bench::with("a", "1\n");
    bench
        .pipe(text, ["patch"])
        .status_is(0)
        .prints("a: 1 hunk at 1; +1 -1")
        .changed(&[("a", "2\n")]);
    bench.line("undo -q").done("", &[("a", "1\n")]);
}

#[test]
fn submodules_and_damaged_links_are_refused_each_in_its_own_words() {
    let part = |name: &str, mode: &str, old: &str, new: &str| {
        format!(
            "diff --git a/{name} b/{name}\nindex 1111111..2222222 {mode}\n--- a/{name}\n+++ b/{name}\n\
             @@ -1 +1 @@\n-{old}\n+{new}\n"
        )
    };
    let bench = Bench::with("lib/a", "1\n").link("link", "lib/a");
    bench
        .pipe(
            part(
                "lib",
                "160000",
                "Subproject commit 1",
                "Subproject commit 2",
            ),
            ["patch"],
        )
        .refused(
            4,
            "incise: lib: the patch changes a submodule, which has no text\n\
             hint: remove it from the patch; `git -C lib checkout COMMIT` moves the submodule\n\
             nothing was written\n",
        );
    bench
        .pipe(part("link", "120000", "lib/a", "lib/b"), ["patch"])
        .refused(
            2,
            "incise: link: malformed diff: line 1: the path of the symbolic link would end in a line ending\n\
             hint: add the line `\\ No newline at end of file` below the path\nnothing was written\n",
        );
}

#[test]
fn one_part_that_fails_keeps_every_other_back() {
    let fails = [
        diff("bad", &["@@ -1 +1 @@", "-nowhere", "+x"]),
        rename("bad", "taken"),
        joined(&[
            "diff --git a/gone b/gone",
            "old mode 100644",
            "new mode 100755",
        ]),
        "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+to\n"
            .to_owned(),
    ];
    let others = [
        diff("good", &["@@ -1 +1 @@", "-1", "+2"]),
        joined(&["diff --git a/old b/copy", "copy from old", "copy to copy"]),
        rename("old", "new"),
        joined(&[
            "diff --git a/run b/run",
            "old mode 100644",
            "new mode 100755",
        ]),
        "\n--- a/rid\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n".to_owned(),
        joined(&[
            "diff --git a/bin b/bin",
            "new file mode 100644",
            "index 0000000000000000000000000000000000000000..a1d6348a3968aa15c4ca409d0418062fef54a207",
            "GIT binary patch",
            "literal 4",
            "LcmZQzWMBdS00{sD",
            "",
        ]),
    ];
    for fail in fails {
        let bench = Bench::with("good", "1\n")
            .file("bad", "1\n")
            .file("taken", "1\n")
            .file("old", "1\n")
            .file("run", "1\n")
            .file("rid", "x\n");
        for text in [others.concat() + &fail, fail.clone() + &others.concat()] {
            let ran = bench.pipe(text, ["patch"]);
            assert_ne!(ran.status, Some(0), "{fail}");
            ran.says("nothing was written\n").unchanged();
        }
        // Without the failing part, everything is applied.
        bench.pipe(others.concat(), ["patch", "-q"]).status_is(0);
    }
}

#[test]
fn a_difference_that_cannot_be_seen_is_shown() {
    let text = diff("a", &["@@ -1 +1 @@", "-x", "+y"]);
    for (file, found) in [("x\r\nz\n", "x\\r\\n"), ("x", "x")] {
        Bench::with("a", file)
            .pipe(&text, ["patch"])
            .fails(1, "  line 1 expected: x\\n\n")
            .says(&format!("  line 1    found: {found}\n"));
    }
}

#[test]
fn a_doubtful_place_is_reported_with_the_reason() {
    let lines: Vec<String> = (1..40)
        .map(|line| format!("let value_{line} = {line};\n"))
        .collect();
    let text = diff(
        "a",
        &[
            "@@ -3,3 +3,4 @@",
            " let value_3 = 3;",
            "+added();",
            " let value_4 = 4;",
            " let value_5 = 5;",
        ],
    );
    let file = lines.concat().replace(
        "let value_4 = 4;\n",
        "strange();\nstranger();\nlet value_4 = 4;\n",
    );
    let bench = Bench::with("a", file);
    bench
        .pipe(&text, ["patch", "--mode", "merge"])
        .fails(1, "score ")
        .says("other lines are at the insertion point\n");
    let ran = bench.pipe(&text, ["patch", "--mode", "merge", "--json"]);
    let error = &ran.json()["error"];
    assert_eq!(error["patch_hunks"], 1);
    assert_eq!(error["hunks"][0]["wanting"], "room");
    assert!(error["hunks"][0]["score"].is_f64() && error["hunks"][0]["margin"].is_f64());
}

#[test]
fn of_several_files_the_target_takes_its_own() {
    let part = |name: &str, new: &str| diff(name, &["@@ -1 +1 @@", "-1", new]);
    let bench = Bench::with("src/a", "1\n")
        .file("lib/a", "1\n")
        .file("c", "1\n");
    let three = part("src/a", "+src") + &part("c", "+c") + &part("lib/b", "+b");
    bench
        .pipe(&three, ["patch", "--target", "src/a", "-n"])
        .status_is(0)
        .says("warning: src/a: skipped 2 other files of the diff: `c`, `lib/b`\n");
    bench
        .pipe(&three, ["patch", "--target", "lib/a"])
        .status_is(0)
        .says("skipped 2 other files")
        .changed(&[("lib/a", "src\n")]);
    bench.pipe(&three, ["patch", "--target", "d"]).fails(
        2,
        "no part of the diff is for `d`; it is for `c`, `lib/b`, `src/a`\n",
    );
    let twins = part("src/a", "+x") + &part("old/a", "+y");
    bench.pipe(twins, ["patch", "--target", "new/a"]).fails(
        2,
        "the diff has several files of that name: `old/a`, `src/a`\n",
    );
}

#[test]
fn the_target_keeps_its_name() {
    let hunk = joined(&["--- a/a", "+++ b/b", "@@ -1 +1 @@", "-1", "+2"]);
    let bench = Bench::with("c", "1\n");
    bench
        .pipe(rename("a", "b") + &hunk, ["patch", "--target", "c"])
        .status_is(0)
        .says("the diff names another file, `b`\n")
        .changed(&[("c", "2\n")]);
    bench
        .pipe(rename("a", "b"), ["patch", "--target", "c"])
        .fails(2, "the diff only renames the file\n");
}

#[test]
fn a_missing_file_suggests_files_of_the_same_name() {
    let text = diff("src/lib.rs", &["@@ -1 +1 @@", "-1", "+2"]);
    Bench::with("crates/one/lib.rs", "1\n")
        .file("lib.rs.bak", "1\n")
        .pipe(&text, ["patch"])
        .fails(4, "incise: src/lib.rs: there is no such file\n")
        .says(
            "hint: crates/one/lib.rs has that name: if you mean it, --target crates/one/lib.rs\n",
        );
    Bench::new()
        .pipe(&text, ["patch"])
        .fails(4, "name the file with --target");
}

/// The `index` line of a git diff names the text that the diff was made from. If the file is exactly that text, the
/// line numbers are correct, and a hunk without context is applied at its stated line.
#[test]
fn a_hunk_without_context_uses_its_line_in_the_exact_old_text() {
    let diff = |blob: &str| {
        format!(
            "diff --git a/f b/f\nindex {blob}..1111111 100644\n--- a/f\n+++ b/f\n@@ -2,0 +3 @@\n+new\n"
        )
    };
    // According to `git hash-object`.
    let blob = "ee12596769ee955d6f8b9b3248c73b77e0b902bb";
    for digits in [7, 12, 40] {
        Bench::with("f", "a\nb\nb\n")
            .pipe(diff(&blob[..digits]), ["patch", "-q"])
            .done("", &[("f", "a\nb\nnew\nb\n")]);
    }
    // The added line is already there by coincidence. In the exact old text, nothing can be applied yet.
    Bench::with("f", "a\nb\nb\n")
        .pipe(diff(blob).replace("+new", "+b"), ["patch", "-q"])
        .done("", &[("f", "a\nb\nb\nb\n")]);
    for other in [&blob[..6], "2222222"] {
        Bench::with("f", "a\nb\nb\n")
            .pipe(diff(other), ["patch"])
            .fails(
                1,
                "the hunk has no context; only its line number, 2, places it",
            );
    }
}

/// The new blob of the `index` line shows whether a carriage return is missing on purpose.
#[test]
fn a_line_with_another_ending_is_added_as_recorded() {
    let crlf = "a\r\nb\r\nc\r\n";
    let diff = |new_blob: &str| {
        format!(
            "diff --git a/f b/f\nindex b5eff57..{new_blob} 100644\n--- a/f\n+++ b/f\n@@ -2,0 +3 @@\n+x\n"
        )
    };
    for (new_blob, expected) in [
        ("3ec687c", "a\r\nb\r\nx\nc\r\n"),
        ("1111111", "a\r\nb\r\nx\r\nc\r\n"),
    ] {
        Bench::with("f", crlf)
            .pipe(diff(new_blob), ["patch", "-q"])
            .done("", &[("f", expected)]);
    }
}

#[test]
fn a_base_resolves_equal_changes_of_file_and_patch() {
    let base = numbered(20);
    let diff = joined(&[
        "--- a/a.txt",
        "+++ b/a.txt",
        "@@ -1,4 +1,4 @@",
        " line 1",
        "-line 2",
        "+two",
        " line 3",
        " line 4",
        "@@ -17,4 +17,4 @@",
        " line 17",
        " line 18",
        "-line 19",
        "+nineteen",
        " line 20",
    ]);
    let half = base.replace("line 2\n", "two\n");
    let done = half.replace("line 19", "nineteen");
    let bench = || Bench::with("a.txt", &half).file("base.txt", &base);
    bench()
        .pipe(&diff, ["patch", "-q"])
        .fails(1, "partly applied");
    bench()
        .pipe(&diff, ["patch", "--base", "base.txt", "-q"])
        .edits(&[("a.txt", &done)]);
    // A text that the patch was not made from decides nothing.
    bench()
        .pipe(&diff, ["patch", "--base", "a.txt", "-q"])
        .fails(1, "partly applied");
}

#[test]
fn a_base_resolves_failed_hunks_by_merge_rules() {
    let base = "fn a() {}\n\nfn list() {\n    one(a, b);\n    two();\n}\n";
    let ours = base.replace("one(a, b)", "one(a, c)");
    let theirs = base.replace("one(a, b)", "first(a, b)");
    let diff = "--- a/a.rs\n+++ b/a.rs\n@@ -3,3 +3,3 @@\n fn list() {\n-    one(a, b);\n+    first(a, b);\n     two();\n";
    let bench = Bench::with("a.rs", &ours).file("base.rs", base);
    let patch = ["patch", "--mode", "merge", "--base", "base.rs"];
    bench
        .pipe(diff, ["patch", "--base", "base.rs"])
        .status_is(1)
        .unheard()
        .unchanged();
    let report = bench
        .pipe(diff, [&patch[..], &["--json"]].concat())
        .edits(&[("a.rs", &base.replace("one(a, b)", "first(a, c)"))])
        .json();
    let file = &report["files"][0];
    let settled = serde_json::json!([{"lines": [4, 4], "rule": "words"}]);
    assert_eq!(file["settled"], settled, "{report}");
    assert_eq!(file["hunks"][0]["status"], "merged", "{report}");
    // Both sides changed the same word.
    let bench = Bench::with("a.rs", base.replace("one(a, b)", "uno(a, b)")).file("base.rs", base);
    bench.pipe(diff, patch).status_is(1).unheard().unchanged();
    // The change is already merged.
    let bench = Bench::with("a.rs", theirs).file("base.rs", base);
    bench
        .pipe(diff, [&patch[..], &["--skip-applied"]].concat())
        .succeeds()
        .unchanged();
}

#[test]
fn a_refused_patch_names_the_other_hunks_and_files() {
    let first = diff(
        "a.txt",
        &[
            "@@ -1,3 +1,3 @@",
            " 1",
            "-2",
            "+x",
            " 3",
            "@@ -6,3 +6,3 @@",
            " 6",
            "-none",
            "+y",
            " 8",
        ],
    );
    let second = diff("b.txt", &["@@ -1 +1 @@", "-b", "+B"]);
    Bench::with("a.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n")
        .file("b.txt", "b\n")
        .pipe(first + &second, ["patch"])
        .fails(
            1,
            "hunk 1 of a.txt and the edit of b.txt would have applied\n",
        );
}

/// A V4A patch of `path` with these lines after its header.
fn envelope(path: &str, lines: &str) -> String {
    format!("*** Begin Patch\n*** Update File: {path}\n{lines}*** End Patch\n")
}

#[test]
fn the_line_that_begins_a_block_decides_between_equal_places() {
    let cases = [
        (
            "a.json",
            "{\n  \"a\": {\n    \"x\": 1\n  },\n  \"b\": {\n    \"x\": 1\n  }\n}\n",
            ["\"a\": {", "\"b\": {"],
            ["    \"x\": 1", "    \"x\": 2"],
        ),
        (
            "a.css",
            ".a {\n  x: 1;\n}\n#b {\n  x: 1;\n}\n",
            [".a {", "#b {"],
            ["  x: 1;", "  x: 2;"],
        ),
        (
            "a.yaml",
            "- name: a\n  x: 1\n- name: b\n  x: 1\n",
            ["- name: a", "- name: b"],
            ["  x: 1", "  x: 2"],
        ),
    ];
    for (path, text, scopes, [old, new]) in cases {
        for (number, scope) in scopes.iter().enumerate() {
            let (at, _) = text.match_indices(old).nth(number).unwrap();
            let changed = format!("{}{new}{}", &text[..at], &text[at + old.len()..]);
            let diff = envelope(path, &format!("@@ {scope}\n-{old}\n+{new}\n"));
            Bench::with(path, text)
                .pipe(&diff, ["patch"])
                .edits(&[(path, &changed)]);
        }
        let diff = envelope(path, &format!("@@\n-{old}\n+{new}\n"));
        Bench::with(path, text)
            .pipe(&diff, ["patch"]).fails(1, "hint: add lines of context; below `*** Update File`, `@@ LINE` names the line that begins the block\n");
    }
}

/// In JSON, the path of a patch is the base directory of its names, or the file to apply it to.
#[test]
fn the_path_of_a_patch_may_be_its_file() {
    let diffs = [
        "--- a/other\n+++ b/other\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n",
        "@@ -1,2 +1,2 @@\n one\n-two\n+2\n",
    ];
    for diff in diffs {
        let request = serde_json::json!({"op": "patch", "path": "d/a", "diff": diff});
        let bench = Bench::with("d/a", "one\ntwo\n");
        bench.pipe(request.to_string(), ["apply", "-q"]).succeeds();
        assert_eq!(bench.text("d/a"), "one\n2\n");
    }
    let request = serde_json::json!({"op": "patch", "path": "d", "diff": diffs[0]});
    Bench::with("d/other", "one\ntwo\n")
        .pipe(request.to_string(), ["apply", "-q"])
        .done("", &[("d/other", "one\n2\n")]);
}

#[test]
fn a_hunk_with_omitted_lines_is_named_once() {
    let block = "<<<<<<< SEARCH\none\n...\nfour\n=======\n1\n...\n4\n>>>>>>> REPLACE\n";
    Bench::with("a.txt", "one\ntwo\nthree\nfour\n")
        .pipe(block, ["patch", "--target", "a.txt"])
        .status_is(0)
        .prints("hunk 1: repaired: elided lines")
        .changed(&[("a.txt", "1\ntwo\nthree\n4\n")]);
}
