//! Text that mails and web pages add after a diff.

use crate::bench::Bench;

const TEXT: &str = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
const DIFF: &str = "--- a/f\n+++ b/f\n@@ -3,3 +3,3 @@\n 3\n-4\n+four\n 5\n";

const TRAILERS: [&str; 20] = [
    "-- \ncgit v1.2.3\n",
    "-- \n2.39.0\n\n",
    "-- \n2.39.0.windows.1\n",
    "--\nJane Doe\nExample Ltd\n",
    "-- \nJane Doe\n+49 123 4567\n- at home\n",
    "\n-- \nJane Doe <jane@example.org>\n",
    "--\nTo unsubscribe from this list: send the line \"unsubscribe linux-kernel\" in\nthe body\n",
    "_______________________________________________\nlist mailing list\nlist@example.org\n",
    "-- \nYou received this message because you are subscribed to the group.\n",
    "--===============0123456789==--\n",
    "--000000000000abcdef05\nContent-Type: text/plain\n\n-see above\n--000000000000abcdef05--\n",
    "\n--wac7ysb48OaltWcw--\n",
    "------=_NextPart_000\nContent-Type: text/html\n\n<p>+1</p>\n",
    "-----BEGIN PGP SIGNATURE-----\n\niQEz\n+abc/d\n-----END PGP SIGNATURE-----\n",
    "---\nbase-commit: 0123456789\n",
    "base-commit: 0123456789\n-- \n2.39.0\n",
    "\nThis makes it right.\n\nJane\n",
    "\nOn Monday Jane wrote:\n> - no\n> + yes\n",
    "\n  Regards,\n  Jane\n",
    "Signed-off-by: Jane Doe <jane@example.org>\n",
];

#[test]
fn a_trailer_ends_the_diff() {
    let after = TEXT.replace('4', "four");
    for trailer in TRAILERS {
        for trailer in [trailer.to_owned(), trailer.replace('\n', "\r\n")] {
            let bench = Bench::with("f", TEXT);
            let ran = bench.pipe(format!("{DIFF}{trailer}"), ["patch", "-q"]);
            assert_eq!(ran.status, Some(0), "{trailer:?}: {}", ran.stderr);
            ran.changed(&[("f", &after)]);
        }
    }
}

#[test]
fn another_diff_may_follow() {
    for trailer in TRAILERS {
        let text = format!("{DIFF}{trailer}\n--- a/g\n+++ b/g\n@@ -1 +1 @@\n-a\n+b\n");
        let bench = Bench::with("f", TEXT).file("g", "a\n");
        let ran = bench.pipe(text, ["patch", "-q"]);
        assert_eq!(ran.status, Some(0), "{trailer:?}: {}", ran.stderr);
        ran.changed(&[("f", &TEXT.replace('4', "four")), ("g", "b\n")]);
    }
}

/// Lines that look like lines of a hunk.
const LOOKALIKES: [&str; 2] = [
    "---\n f | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n",
    "---\n a.png | Bin 0 -> 12 bytes\n",
];

#[test]
fn a_summary_after_a_complete_hunk_is_prose() {
    let after = TEXT.replace('4', "four");
    for lookalike in LOOKALIKES {
        for mode in ["strict", "merge"] {
            let bench = Bench::with("f", TEXT);
            let line = ["patch", "-q", "--mode", mode];
            let ran = bench.pipe(format!("{DIFF}{lookalike}"), line);
            assert_eq!(ran.status, Some(0), "{lookalike:?}: {}", ran.stderr);
            ran.changed(&[("f", &after)]);
            let bench = Bench::with("f", TEXT).file("g", "a\n");
            let more = "--- a/g\n+++ b/g\n@@ -1 +1 @@\n-a\n+b\n";
            let ran = bench.pipe(format!("{DIFF}{lookalike}{more}"), line);
            assert_eq!(ran.status, Some(0), "{lookalike:?}: {}", ran.stderr);
            ran.changed(&[("f", &after), ("g", "b\n")]);
        }
    }
}

#[test]
fn lines_after_a_complete_hunk_that_are_in_the_text_belong_to_it() {
    for (text, tail, after) in [
        ("3\n4\n5\n* one\n", " * one\n", "3\nfour\n5\n* one\n"),
        ("3\n4\n5\n- item\n", "-- item\n", "3\nfour\n5\n"),
        ("3\n4\n5\n-B--\n", "--B--\n", "3\nfour\n5\n"),
        ("3\n4\n5\n please\n", "- please\n", "3\nfour\n5\n"),
        (
            "3\n4\n5\n6\n7\n",
            " 6\n-7\n+seven\n",
            "3\nfour\n5\n6\nseven\n",
        ),
        (
            "3\n4\n5\n6\n",
            "+    foo();\n 6\n",
            "3\nfour\n5\n    foo();\n6\n",
        ),
        ("3\n4\n5\n\n6\n", "\n+foo\n 6\n", "3\nfour\n5\n\nfoo\n6\n"),
        ("3\n4\n5\n", "+ * foo\n", "3\nfour\n5\n * foo\n"),
    ] {
        let diff = DIFF.replace("-3,3 +3,3", "-1,3 +1,3");
        let bench = Bench::with("f", text);
        let ran = bench.pipe(format!("{diff}{tail}"), ["patch", "-q"]);
        assert_eq!(ran.status, Some(0), "{tail:?}: {}", ran.stderr);
        ran.changed(&[("f", after)]);
    }
    // Such a line is required in the file.
    for tail in [
        " * one\n",
        "--all\n",
        "-gone();\n",
        "- * gone\n",
        "--B--\n",
        "- please review\n",
        "\n--nextPart123.abc\n",
    ] {
        let bench = Bench::with("f", TEXT);
        let ran = bench.pipe(format!("{DIFF}{tail}"), ["patch"]);
        assert_eq!(ran.status, Some(1), "{tail:?}");
        ran.unchanged();
    }
}

#[test]
fn a_remark_below_closed_counts_is_not_written() {
    let full = "--- a/f\n+++ b/f\n@@ -7,3 +7,4 @@\n 7\n 8\n 9\n+ten\n";
    // Plain words are a remark if the context of the hunk is complete, or if it ends in added lines.
    for words in [
        "+LGTM\n",
        "+looks good to me\n+Thanks, Jo\n",
        "+Ship it!\n\nBob\n",
    ] {
        for diff in [DIFF, full] {
            let bench = Bench::with("f", TEXT);
            let ran = bench.pipe(format!("{diff}{words}"), ["patch", "--mode", "merge"]);
            assert_eq!(ran.status, Some(2), "{words:?}: {}", ran.stderr);
            ran.says("to no hunk").unchanged();
        }
    }
    for remark in [
        "+1 from me\n",
        "+1\n",
        "+1!\n",
        "+100, good work\n",
        "+2: ship it\n",
        "++++ done ++++\n",
        "+++++++\n",
        "+ looks good\n",
        "+1 from me\n\nThanks,\nBob\n",
        "Thanks,\n+LGTM\n",
        "+Reviewed-by: Bob <bob@x.org>\n",
        "+Acked-by: bob@x.org\n+Cc: <list@x.org>\n",
        "\n+LGTM\n",
        "\n+LGTM\n+ship it\n\nBob\n",
    ] {
        for diff in [DIFF, full] {
            for mode in ["strict", "tolerant", "merge", "fuzzy"] {
                for more in ["", "--- a/g\n+++ b/g\n@@ -1 +1 @@\n-a\n+b\n"] {
                    let bench = Bench::with("f", TEXT).file("g", "a\n");
                    let line = ["patch", "--mode", mode];
                    let ran = bench.pipe(format!("{diff}{remark}{more}"), line);
                    assert_eq!(ran.status, Some(2), "{remark:?}: {}", ran.stderr);
                    ran.says("to no hunk").unchanged();
                }
            }
        }
    }
}

#[test]
fn the_boundaries_of_a_mail_are_not_remarked_on() {
    let mail = format!(
        "From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\nFrom: J <j@x.org>\n\
         Subject: [PATCH] x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"------------2.43.0\"\n\n\
         This is a multi-part message in MIME format.\n--------------2.43.0\n\
         Content-Type: text/plain; charset=UTF-8; format=fixed\n\n---\n f | 2 +-\n\n\
         --------------2.43.0\nContent-Type: text/x-patch; name=\"x.patch\"\n\n{DIFF}\n\
         --------------2.43.0--\n\n"
    );
    let bench = Bench::with("f", TEXT);
    let ran = bench.pipe(&mail, ["patch"]);
    ran.edits(&[("f", &TEXT.replace('4', "four"))]);
    assert!(
        !ran.stdout.contains("ignored") && !ran.stderr.contains("ignored"),
        "{}",
        ran.stderr
    );
    let short = mail.replace("------------2.43.0", "B");
    let bench = Bench::with("f", TEXT);
    let ran = bench.pipe(short, ["patch", "--strict-format"]);
    ran.edits(&[("f", &TEXT.replace('4', "four"))]);
}

#[test]
fn only_closed_counts_end_a_hunk() {
    // According to the counts, the rule and the line after it belong to the hunk.
    let text = "a\n- \nb\n";
    let diff = "--- a/f\n+++ b/f\n@@ -1,3 +1,2 @@\n a\n-- \n b\n";
    Bench::with("f", text)
        .pipe(diff, ["patch", "-q"])
        .done("", &[("f", "a\nb\n")]);
    // Diff lines after the last counted line are not treated as mail text.
    let diff = "--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-a\n+A\n--\n-b\n+B\n";
    let bench = Bench::with("f", "a\n-\nb\n");
    let ran = bench.pipe(diff, ["patch", "-q"]);
    if ran.status == Some(0) {
        ran.changed(&[("f", "A\nB\n")]);
    } else {
        ran.unchanged();
    }
}
