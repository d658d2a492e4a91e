//! `incise write`: deliberately replaces a whole file.

use predicates::boolean::PredicateBooleanExt;
use predicates::str::contains;

use crate::bench::Bench;
use crate::notation::{joined, numbered};

#[test]
fn a_new_file() {
    Bench::new()
        .line("write a.txt --text 'one\n'")
        .done("created a.txt: +1\n", &[("a.txt", "one\n")]);
}

#[test]
fn an_existing_file_is_refused_without_overwrite() {
    Bench::with("a.txt", "one\ntwo\n")
        .line("write a.txt --text 'new\n'")
        .refused(
            1,
            &joined(&[
                "incise: a.txt: the file already exists (2 lines, 8 bytes)",
                "hint: read it with `incise view a.txt`; --overwrite replaces the whole file",
            ]),
        );
}

#[test]
fn overwrite_replaces_the_whole_text() {
    Bench::with("a.txt", "one\ntwo\n")
        .mode("a.txt", 0o755)
        .line("write a.txt --text 'one\n2\n' --overwrite")
        .done(
            "a.txt: line 2; +1 -1\n one\n-two\n+2\n",
            &[("a.txt", "one\n2\n")],
        );
}

#[test]
fn the_same_bytes_change_nothing() {
    Bench::with("a.txt", "one\n")
        .line("write a.txt --text 'one\n'")
        .done("unchanged a.txt\n", &[]);
}

#[test]
fn a_file_of_70_lines_does_not_become_10_unless_forced() {
    let bench = Bench::with("Makefile", numbered(70));
    let text = &"new\n".repeat(10)[..];
    let edit = ["write", "Makefile", "--text", text, "--overwrite"];
    let refusal = joined(&[
        "incise: Makefile: would shrink the file from 70 lines to 10, less than a third",
        "hint: check that the new text is complete; if it is meant to be that short, --force-shrink",
    ]);
    bench.run(edit).refused(1, &refusal);
    let request = serde_json::json!({"path": "Makefile", "text": text, "overwrite": true});
    bench
        .pipe(request.to_string(), ["write", "--from-json", "-"])
        .fails(1, "would shrink the file");
    bench
        .run([&edit[..], &["--force-shrink", "-q"]].concat())
        .done("", &[("Makefile", text)]);
}

#[test]
fn a_third_is_enough_and_a_small_file_may_become_anything() {
    Bench::with("a.txt", numbered(70))
        .run([
            "write",
            "a.txt",
            "--text",
            &"new\n".repeat(23),
            "--overwrite",
            "-q",
        ])
        .status_is(0);
    Bench::with("a.txt", numbered(19))
        .line("write a.txt --text 'x\n' --overwrite -q")
        .done("", &[("a.txt", "x\n")]);
}

#[test]
fn half_of_a_file_is_written_with_a_warning() {
    let bench = Bench::with("a.txt", numbered(40));
    let text = "new\n".repeat(20);
    let warning = "warning: a.txt: the file shrank from 40 lines to 20\n";
    let edit = ["write", "a.txt", "-n", "--overwrite", "--text", &text];
    bench.run(edit).status_is(0).says(warning);
    let forced = [
        "write",
        "a.txt",
        "-n",
        "--force-shrink",
        "--overwrite",
        "--text",
        &text,
    ];
    let ran = bench.run(forced);
    ran.status_is(0).stderr_is(contains("shrank").not());
    let request = serde_json::json!({"file_path": "a.txt", "content": text}).to_string();
    bench.pipe(request, ["apply"]).status_is(0).says(warning);
}

#[test]
fn overwriting_does_not_take_the_byte_order_mark_or_the_line_endings() {
    Bench::with("a.txt", "\u{feff}one\n")
        .line("write a.txt --text 'two\n' --overwrite")
        .fails(1, "would gain or lose its byte-order mark");
    Bench::with("a.txt", "one\r\ntwo\r\n")
        .line("write a.txt --text 'three\n' --overwrite")
        .fails(1, "would change its line endings");
}

#[test]
fn a_missing_parent_is_refused_with_a_hint_that_works() {
    let bench = Bench::new();
    bench
        .line("write d/a.txt --text x")
        .fails(4, "the directory `d` does not exist\n")
        .says("mkdir -p d");
}
