//! Patches that other tools apply in the wrong place, apply partially, or lose parts of silently.
//!
//! Each patch is tried in every mode. A patch that must not be applied is refused in all modes.

use crate::bench::{Bench, Ran};
use crate::notation::joined;

const MODES: [&str; 4] = ["strict", "tolerant", "merge", "fuzzy"];

/// A diff of `f.txt` with these lines.
fn diff(lines: &[&str]) -> String {
    format!("--- a/f.txt\n+++ b/f.txt\n{}", joined(lines))
}

/// Asserts that the diff turns `before` into `after` in every mode.
#[track_caller]
fn makes(before: &str, patch: &str, after: &str) {
    for mode in MODES {
        Bench::with("f.txt", before)
            .pipe(patch, ["patch", "--mode", mode, "-q"])
            .done("", &[("f.txt", after)]);
    }
}

/// Asserts that the diff is refused in every mode, and that no file is touched. `says` is the message of the default
/// mode.
#[track_caller]
fn refused(text: &str, patch: &str, says: &str) {
    refused_with(text, patch, &[], says);
    for mode in MODES {
        refused_with(text, patch, &["--mode", mode], "f.txt: ");
    }
}

#[track_caller]
fn refused_with(text: &str, patch: &str, flags: &[&str], says: &str) {
    let bench = Bench::with("f.txt", text);
    let ran = bench.pipe(patch, [&["patch"], flags].concat());
    assert_refused(&ran, says);
}

#[track_caller]
fn assert_refused(ran: &Ran<'_>, says: &str) {
    ran.fails(1, says);
    assert_eq!(ran.stdout, "");
}

#[test]
fn one_blank_line_or_no_divider_between_two_hunks() {
    let first = ["@@ -1,2 +1,2 @@", "-a", "+A", " b"];
    let second = ["@@ -4,2 +4,2 @@", "-d", "+D", " e"];
    for between in [&[][..], &[""], &["", ""]] {
        let lines = [&first[..], between, &second].concat();
        makes("a\nb\nc\nd\ne\n", &diff(&lines), "A\nb\nc\nD\ne\n");
    }
}

#[test]
fn one_blank_line_or_no_divider_between_two_files() {
    let one = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+A\n";
    let two = "--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-b\n+B\n";
    for between in ["", "\n", "\n\n"] {
        Bench::with("a.txt", "a\n")
            .file("b.txt", "b\n")
            .pipe(format!("{one}{between}{two}"), ["patch", "-q"])
            .done("", &[("a.txt", "A\n"), ("b.txt", "B\n")]);
    }
}

#[test]
fn two_identical_blocks_where_the_nearest_is_the_wrong_one() {
    let block = "def setup():\n    open()\n    run()\n";
    let text = format!("{block}# a\n# b\n# c\n# d\n# e\n{block}# end\n");
    // The hunk was made for a block at line 4, which is now at line 9. Nothing shows that, so the hunk is refused.
    let patch = diff(&[
        "@@ -4,3 +4,3 @@",
        " def setup():",
        "-    open()",
        "+    open_all()",
        "     run()",
    ]);
    refused(&text, &patch, "matches 2 places");
}

#[test]
fn eight_identical_sites_and_a_drift_of_13() {
    let site = "if ready {\n    go()\n}\n";
    let text = format!("{}{}", "// new\n".repeat(13), site.repeat(8));
    let hunk = [
        "@@ -7,3 +7,3 @@",
        " if ready {",
        "-    go()",
        "+    stop()",
        " }",
    ];
    refused(&text, &diff(&hunk), "matches 8 places");
    // A hunk with a unique match shows the drift of all hunks.
    let anchored = [&hunk[..], &["@@ -25 +25 @@", "-last", "+LAST"]].concat();
    let after = format!(
        "{}{}if ready {{\n    stop()\n}}\n{}LAST\n",
        "// new\n".repeat(13),
        site.repeat(2),
        site.repeat(5)
    );
    makes(&format!("{text}last\n"), &diff(&anchored), &after);
}

#[test]
fn insertion_whose_twin_context_fits_with_fuzz() {
    // Its own function is gone. A similar function has the same two last context lines, which fuzz would match.
    let text = "fn other() {\n    prepare();\n    return y\n}\n";
    let patch = diff(&[
        "@@ -1,4 +1,5 @@",
        " fn mine() {",
        "     compute();",
        "+    log();",
        "     return y",
        " }",
    ]);
    refused(text, &patch, "does not match");
}

#[test]
fn only_return_y_is_left_of_the_context() {
    let text = "fn a() {\n    one();\n    return y\n}\n\nfn b() {\n    two();\n    return y\n}\n";
    let patch = diff(&[
        "@@ -1,5 +1,6 @@",
        " fn gone() {",
        "     vanished();",
        "+    log();",
        "     return y",
        " }",
    ]);
    refused(text, &patch, "does not match");
    let once = "fn a() {\n    one();\n    return y\n}\n";
    refused_with(once, &patch, &[], "does not match");
}

#[test]
fn hunks_out_of_order() {
    let patch = diff(&[
        "@@ -5,2 +5,2 @@",
        " e",
        "-f",
        "+F",
        "@@ -1,2 +1,2 @@",
        "-a",
        "+A",
        " b",
    ]);
    makes("a\nb\nc\nd\ne\nf\n", &patch, "A\nb\nc\nd\ne\nF\n");
}

#[test]
fn the_second_hunk_does_not_see_the_first_ones_result() {
    // The second hunk's old line exists only after the first hunk.
    let text = "one\ntwo\nthree\nfour\n";
    let chain = diff(&[
        "@@ -1,2 +1,2 @@",
        "-one",
        "+new",
        " two",
        "@@ -1,2 +1,2 @@",
        "-new",
        "+newer",
        " two",
    ]);
    refused(text, &chain, "hunk 2");
    // An added line does not make the place of a second hunk ambiguous.
    let added = diff(&[
        "@@ -1,2 +1,4 @@",
        " one",
        "+three",
        "+four",
        " two",
        "@@ -3,2 +5,2 @@",
        "-three",
        "+3",
        " four",
    ]);
    makes(text, &added, "one\nthree\nfour\ntwo\n3\nfour\n");
}

#[test]
fn an_insertion_without_context_in_a_drifted_file() {
    let patch = diff(&["@@ -2,0 +3 @@", "+between b and c"]);
    // Nothing shows whether lines were added above.
    for mode in MODES {
        let bench = Bench::with("f.txt", "new\na\nb\nc\n");
        let ran = bench.pipe(&patch, ["patch", "--mode", mode]);
        match ran.status {
            // The line number is the only evidence.
            Some(0) => drop(ran.changed(&[("f.txt", "new\na\nbetween b and c\nb\nc\n")])),
            _ => assert_refused(&ran, "f.txt"),
        }
    }
    // Another hunk shows the drift.
    let both = diff(&[
        "@@ -2,0 +3 @@",
        "+between b and c",
        "@@ -3 +4 @@",
        "-c",
        "+C",
    ]);
    makes("new\na\nb\nc\n", &both, "new\na\nb\nbetween b and c\nC\n");
}

#[test]
fn a_context_line_that_carries_the_no_newline_marker_while_the_target_goes_on() {
    let patch = diff(&[
        "@@ -1,2 +1,2 @@",
        "-a",
        "+A",
        " b",
        "\\ No newline at end of file",
    ]);
    refused_with("a\nb\nc\n", &patch, &["--mode", "strict"], "f.txt");
    makes("a\nb", &patch, "A\nb");
    for mode in MODES {
        let bench = Bench::with("f.txt", "a\nb\nc\n");
        let ran = bench.pipe(&patch, ["patch", "--mode", mode, "-q"]);
        match ran.status {
            // `b` keeps the line ending of the file.
            Some(0) => drop(ran.changed(&[("f.txt", "A\nb\nc\n")])),
            _ => assert_refused(&ran, "f.txt"),
        }
    }
}

#[test]
fn html_entities_only_in_added_lines() {
    let patch = diff(&[
        "@@ -1,2 +1,3 @@",
        " <p>",
        "+1 &lt; 2 &amp;&amp; 3 &gt; 2",
        " </p>",
    ]);
    makes(
        "<p>\n</p>\n",
        &patch,
        "<p>\n1 &lt; 2 &amp;&amp; 3 &gt; 2\n</p>\n",
    );
}

#[test]
fn html_entities_are_undone_if_an_old_line_matches_only_then() {
    let patch = diff(&[
        "@@ -1,3 +1,3 @@",
        " if a &lt; b {",
        "-    x &amp;= 1;",
        "+    x &amp;= 2;",
        " }",
    ]);
    makes(
        "if a < b {\n    x &= 1;\n}\n",
        &patch,
        "if a < b {\n    x &= 2;\n}\n",
    );
    // Here the file itself contains the entities.
    makes(
        "if a &lt; b {\n    x &amp;= 1;\n}\n",
        &patch,
        "if a &lt; b {\n    x &amp;= 2;\n}\n",
    );
}

#[test]
fn a_context_line_that_is_really_an_added_line_without_its_sign() {
    let text = "import os\n\ndef main():\n    start()\n    stop()\n";
    let patch = diff(&[
        "@@ -3,3 +3,4 @@",
        " def main():",
        "     prepare()",
        "-    start()",
        "+    start_all()",
        "     stop()",
    ]);
    for mode in MODES {
        let bench = Bench::with("f.txt", text);
        let ran = bench.pipe(&patch, ["patch", "--mode", mode]);
        match ran.status {
            // Missing context is never written.
            Some(0) => assert!(!bench.text("f.txt").contains("prepare")),
            _ if ["strict", "tolerant"].contains(&mode) => assert_refused(&ran, "does not match"),
            _ => assert_refused(&ran, "the `+` of line 5 of the diff"),
        }
    }
    refused_with(text, &patch, &[], "does not match");
}

#[test]
fn an_already_applied_patch_that_replaces_adds_or_removes() {
    let replaces = ["@@ -1,3 +1,3 @@", " a", "-b", "+B", " c"];
    let adds = ["@@ -1,2 +1,3 @@", " a", "+B", " c"];
    let removes = ["@@ -1,3 +1,2 @@", " a", "-b", " c"];
    for (text, lines) in [
        ("a\nB\nc\n", &replaces[..]),
        ("a\nB\nc\n", &adds),
        ("a\nc\n", &removes),
    ] {
        for mode in MODES {
            let bench = Bench::with("f.txt", text);
            let ran = bench.pipe(diff(lines), ["patch", "--mode", mode]);
            ran.status_is(0)
                .prints("unchanged f.txt")
                .prints("already applied")
                .unchanged();
        }
    }
}

#[test]
fn an_already_applied_creation_deletion_and_rename() {
    let create = "--- /dev/null\n+++ b/f.txt\n@@ -0,0 +1 @@\n+new\n";
    Bench::with("f.txt", "new\n")
        .pipe(create, ["patch"])
        .status_is(0)
        .prints("unchanged f.txt")
        .unchanged();
    Bench::with("f.txt", "other\n")
        .pipe(create, ["patch"])
        .status_is(1)
        .unchanged();
    // A missing file may have been deleted, or may never have existed.
    let delete = "--- a/f.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n";
    let rename =
        "diff --git a/f.txt b/g.txt\nsimilarity index 100%\nrename from f.txt\nrename to g.txt\n";
    for patch in [delete, rename] {
        let bench = Bench::with("g.txt", "old\n");
        let ran = bench.pipe(patch, ["patch"]);
        assert_ne!(ran.status, Some(0), "{patch}");
        ran.unchanged();
    }
}

#[test]
fn a_copy_whose_source_lies_outside_the_tree() {
    let copy = |from: &str| {
        format!("diff --git a/{from} b/got\nsimilarity index 100%\ncopy from {from}\ncopy to got\n")
    };
    for from in ["../secret", "d/../../secret", "link/secret"] {
        let bench = Bench::with("secret", "secret\n")
            .directory("w/d")
            .link("w/link", "..");
        let ran = bench.pipe(copy(from), ["patch", "-C", "w"]);
        assert_ne!(ran.status, Some(0), "{from}");
        ran.unchanged();
    }
}

#[test]
fn a_copy_of_a_file_that_the_same_diff_changes() {
    // In a git diff, a copy is based on the text before the diff.
    let change =
        "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-one\n+1\n two\n";
    let copy = "diff --git a/a.txt b/b.txt\nsimilarity index 50%\ncopy from a.txt\ncopy to b.txt\n";
    let hunk = "--- a/a.txt\n+++ b/b.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n";
    Bench::with("a.txt", "one\ntwo\n")
        .pipe(format!("{change}{copy}{hunk}"), ["patch", "-q"])
        .done("", &[("a.txt", "1\ntwo\n"), ("b.txt", "one\n2\n")]);
    Bench::with("a.txt", "one\ntwo\n")
        .pipe(format!("{change}{copy}"), ["patch", "-q"])
        .done("", &[("a.txt", "1\ntwo\n"), ("b.txt", "one\ntwo\n")]);
    // A deleted file is between them.
    let delete = "diff --git a/aa.txt b/aa.txt\ndeleted file mode 100644\n--- a/aa.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n";
    let ran = Bench::with("a.txt", "one\ntwo\n").file("aa.txt", "x\n");
    let ran = ran.pipe(format!("{change}{delete}{copy}"), ["patch", "-q"]);
    let became = [
        ("a.txt", Some(b"1\ntwo\n".as_slice())),
        ("aa.txt", None),
        ("b.txt", Some(b"one\ntwo\n")),
    ];
    ran.status_is(0).became(&became);
    // The second of two diffs in one text starts from the result of the first.
    let later =
        "diff --git a/b.txt b/a2.txt\nsimilarity index 100%\ncopy from b.txt\ncopy to a2.txt\n";
    let changed = change.replace("a.txt", "b.txt");
    Bench::with("b.txt", "one\ntwo\n")
        .pipe(format!("{changed}{later}"), ["patch", "-q"])
        .done("", &[("b.txt", "1\ntwo\n"), ("a2.txt", "1\ntwo\n")]);
    // A copy of a file that the same diff creates.
    let create = "diff --git a/a.txt b/a.txt\nnew file mode 100644\n--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+x\n";
    Bench::new()
        .pipe(format!("{create}{copy}"), ["patch", "-q"])
        .done("", &[("a.txt", "x\n"), ("b.txt", "x\n")]);
    // A failure is reported once.
    let ran = Bench::with("a.txt", "other\n");
    let ran = ran.pipe(format!("{copy}{hunk}"), ["patch"]);
    ran.status_is(1).unchanged();
    assert_eq!(
        ran.stderr.matches("does not match").count(),
        1,
        "{}",
        ran.stderr
    );
}

#[test]
fn run_from_a_sub_directory_with_git_headers() {
    let patch = "diff --git a/sub/f.txt b/sub/f.txt\n--- a/sub/f.txt\n+++ b/sub/f.txt\n@@ -1 +1 @@\n-a\n+A\n";
    let bench = || Bench::with("sub/f.txt", "a\n").directory(".git");
    bench()
        .pipe(patch, ["patch", "-q"])
        .done("", &[("sub/f.txt", "A\n")]);
    // The file is found, or there is an error, but never a silent success.
    let below = bench();
    let ran = below.pipe(patch, ["patch", "-C", "sub", "-q"]);
    match ran.status {
        Some(0) => drop(ran.changed(&[("sub/f.txt", "A\n")])),
        _ => drop(ran.says("sub/f.txt").unchanged()),
    }
}

#[test]
fn a_hunk_that_claims_655555555555555_lines() {
    let bench = Bench::with("f.txt", "a\n");
    let ran = bench.pipe(diff(&["@@ -0,655555555555555 +1 @@", "+x"]), ["patch"]);
    ran.fails(2, "malformed diff");
}

#[test]
fn minus_and_plus_signs_in_the_content() {
    let text = "-- old\n++ text\nplain\n-- rule\n";
    let patch = diff(&[
        "@@ -1,4 +1,4 @@",
        "--- old",
        "-++ text",
        "+-- new",
        "+++ text",
        " plain",
        " -- rule",
    ]);
    makes(text, &patch, "-- new\n++ text\nplain\n-- rule\n");
    // A hunk that ends in such lines, followed by another file.
    let both = diff(&["@@ -1,2 +1,2 @@", "--- a/x", "+++ b/x", " keep"])
        + "--- a/g.txt\n+++ b/g.txt\n@@ -1 +1 @@\n-g\n+G\n";
    Bench::with("f.txt", "-- a/x\nkeep\n")
        .file("g.txt", "g\n")
        .pipe(both, ["patch", "-q"])
        .done("", &[("f.txt", "++ b/x\nkeep\n"), ("g.txt", "G\n")]);
}

#[test]
fn one_hunk_of_many_that_has_no_place() {
    let patch = diff(&[
        "@@ -1 +1 @@",
        "-a",
        "+A",
        "@@ -3 +3 @@",
        "-nowhere to be found",
        "+x",
        "@@ -5 +5 @@",
        "-e",
        "+E",
    ]);
    refused("a\nb\nc\nd\ne\n", &patch, "hunk 2");
}

#[test]
fn a_value_that_both_sides_changed() {
    let patch = diff(&[
        "@@ -1,3 +1,3 @@",
        " [server]",
        "-timeout = 30",
        "+timeout = 60",
        " host = here",
    ]);
    refused(
        "[server]\ntimeout = 45\nhost = here\n",
        &patch,
        "timeout = 30",
    );
}
