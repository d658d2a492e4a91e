//! What mails and web pages put below a diff.

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

#[test]
fn only_closed_counts_end_a_hunk() {
    // The rule and what follows are lines of the hunk, as its counts say.
    let text = "a\n- \nb\n";
    let diff = "--- a/f\n+++ b/f\n@@ -1,3 +1,2 @@\n a\n-- \n b\n";
    Bench::with("f", text)
        .pipe(diff, ["patch", "-q"])
        .done("", &[("f", "a\nb\n")]);
    // Lines of a diff below the last counted one are not taken for a mail's.
    let diff = "--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-a\n+A\n--\n-b\n+B\n";
    let bench = Bench::with("f", "a\n-\nb\n");
    let ran = bench.pipe(diff, ["patch", "-q"]);
    if ran.status == Some(0) {
        ran.changed(&[("f", "A\nB\n")]);
    } else {
        ran.unchanged();
    }
}
