//! `incise remove`: removes a file, and nothing else.

use crate::bench::Bench;
use crate::notation::joined;

#[test]
fn a_file_is_removed_and_its_text_shown() {
    Bench::with("a.txt", "one\ntwo\n")
        .file("b.txt", "")
        .line("remove a.txt --diff")
        .status_is(0)
        .prints(&joined(&[
            "diff --git a/a.txt b/a.txt",
            "deleted file mode 100644",
            "--- a/a.txt",
            "+++ /dev/null",
            "@@ -1,2 +0,0 @@",
            "-one",
            "-two",
            "removed a.txt",
        ]))
        .became(&[("a.txt", None)]);
}

#[test]
fn a_long_file_is_no_shrink() {
    Bench::with("a.txt", "x\n".repeat(100))
        .line("remove a.txt -q")
        .status_is(0)
        .became(&[("a.txt", None)]);
}

#[test]
fn removing_a_path_that_is_not_a_file_is_refused() {
    let bench = Bench::new().directory("d").pipe_file("pipe");
    for path in ["d", "pipe", "missing", "missing/a.txt"] {
        bench.run(["remove", path]).status_is(4).unchanged();
    }
}

#[test]
fn a_file_with_another_hash_is_not_removed() {
    Bench::with("a.txt", "one\n")
        .line("remove a.txt --expect-hash 00000000")
        .fails(3, "stale");
}

#[test]
fn check_removes_nothing() {
    Bench::with("a.txt", "one\n")
        .line("check remove a.txt")
        .status_is(0)
        .prints("would remove a.txt\n")
        .unchanged();
}
