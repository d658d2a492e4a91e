//! `incise append`: adds text at the end, and never truncates.

use crate::bench::Bench;
use crate::notation::joined;

#[test]
fn append_to_a_file() {
    Bench::with("a.txt", "one\n")
        .line("append a.txt --text two")
        .done(
            "a.txt: appended at 2; +1\n one\n+two\n",
            &[("a.txt", "one\ntwo\n")],
        );
}

#[test]
fn append_to_an_empty_file() {
    Bench::with("a.txt", "")
        .line("append a.txt --text one")
        .done("a.txt: appended at 1; +1\n+one\n", &[("a.txt", "one\n")]);
}

#[test]
fn append_to_a_missing_file_makes_it_and_says_so() {
    let bench = Bench::new();
    let ran = bench.line("append a.txt --text one");
    ran.status_is(0).says("warning: a.txt: ");
    assert_eq!(ran.stdout, "created a.txt: +1\n");
    ran.changed(&[("a.txt", "one\n")]);
}

#[test]
fn append_to_a_missing_file_is_refused_when_it_must_exist() {
    Bench::new()
        .line("append a.txt --text one --existing")
        .refused(
            4,
            &joined(&[
                "incise: a.txt: there is no such file",
                "hint: check the path; it is relative to the working directory, or to -C DIR",
            ]),
        );
}

#[test]
fn append_to_an_unterminated_file_ends_its_last_line() {
    Bench::with("a.txt", "one")
        .line("append a.txt --text two")
        .done(
            "a.txt: appended at 1-2; +2 -1\n-one\n\\ No newline at end of file\n+one\n+two\n",
            &[("a.txt", "one\ntwo\n")],
        );
}

#[test]
fn append_to_a_crlf_file_ends_lines_as_it_does() {
    Bench::with("a.txt", "one\r\n")
        .line("append a.txt --text 'two\nthree'")
        .edits(&[("a.txt", "one\r\ntwo\r\nthree\r\n")]);
    Bench::with("a.txt", "one\r\ntwo")
        .line("append a.txt --text 'three\n'")
        .edits(&[("a.txt", "one\r\ntwo\r\nthree\r\n")]);
}

#[test]
fn lines_that_come_first_keep_their_endings() {
    let bench = Bench::with("a.txt", "");
    let append = |text| bench.pipe(text, ["append", "a.txt", "--text-file", "-", "-q"]);
    append("one\r\ntwo\r\n").done("", &[("a.txt", "one\r\ntwo\r\n")]);
    append("three\n").done("", &[("a.txt", "one\r\ntwo\r\nthree\r\n")]);
    bench
        .pipe("one\r\n", ["append", "new.txt", "--text-file", "-", "-q"])
        .done("", &[("new.txt", "one\r\n")]);
    let open = Bench::with("a.txt", "one");
    open.pipe("two\r\n", ["append", "a.txt", "--text-file", "-", "-q"])
        .done("", &[("a.txt", "one\r\ntwo\r\n")]);
    let empty = Bench::with("a.txt", "");
    empty
        .pipe(
            "one\r\n",
            ["insert", "a.txt", "--line", "0", "--text-file", "-", "-q"],
        )
        .done("", &[("a.txt", "one\r\n")]);
}

#[test]
fn append_always_appends_unless_once() {
    let bench = Bench::with("a.txt", "target/\n");
    bench
        .line("append a.txt --text target/ --once")
        .status_is(0)
        .prints("unchanged a.txt")
        .unchanged();
    bench
        .line("append a.txt --text target/")
        .edits(&[("a.txt", "target/\ntarget/\n")]);
    bench
        .line("append a.txt --text dist/ --idempotent")
        .edits(&[("a.txt", "target/\ntarget/\ndist/\n")]);
}

#[test]
fn append_takes_the_text_of_a_file_byte_for_byte() {
    Bench::with("a.txt", "one\n")
        .pipe(
            "two $1 \\n\n\n",
            ["append", "a.txt", "--text-file", "-", "-q"],
        )
        .done("", &[("a.txt", "one\ntwo $1 \\n\n\n")]);
}
