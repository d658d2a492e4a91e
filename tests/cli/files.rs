//! `incise check files`: findings about files.

use crate::bench::Bench;
use crate::notation::joined;

fn world() -> Bench {
    Bench::with("good.txt", "one\n")
        .file("latin.txt", b"ok\nb\xe4h\n")
        .file("mixed.txt", "a\r\nb\n")
        .file("open.txt", "a\nb")
        .file("mark.txt", "\u{feff}a\n")
        .file("a.bin", b"a\0b")
}

#[test]
fn nothing_found() {
    world()
        .line("check files good.txt")
        .done("1 file checked, nothing found\n", &[]);
    world().line("check files good.txt -q").done("", &[]);
}

#[test]
fn findings_are_sorted_and_no_failure() {
    world()
        .line("check files open.txt mixed.txt latin.txt a.bin")
        .done(
            &joined(&[
                "a.bin: note: binary: the first 8 KiB contain a NUL byte",
                "latin.txt:2: warning: not valid UTF-8",
                "mixed.txt: warning: mixed line endings: 1 CRLF, 1 LF",
                "open.txt:2: note: no newline at the end",
            ]),
            &[],
        );
}

#[test]
fn strict_makes_them_one() {
    let bench = world();
    bench
        .line("check files latin.txt --strict")
        .status_is(1)
        .prints("latin.txt:2: warning: not valid UTF-8\n")
        .unchanged();
    bench.line("check files good.txt --strict").status_is(0);
    Bench::with("binary", "a\0b")
        .line("check files binary --strict")
        .status_is(0)
        .prints("note: binary");
}

#[test]
fn as_json() {
    let bench = world();
    let report = bench.line("check files latin.txt mark.txt --json").json();
    assert_eq!(report["ok"], true);
    assert_eq!(report["files_checked"], 2);
    let kinds: Vec<_> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| {
            (
                finding["path"].as_str().unwrap(),
                finding["kind"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        kinds,
        [("latin.txt", "encoding"), ("mark.txt", "byte_order_mark")]
    );
}

#[test]
fn an_unreadable_file_is_reported_along_with_the_findings() {
    world()
        .line("check files latin.txt missing.txt")
        .status_is(4)
        .prints("latin.txt:2: warning")
        .says("incise: missing.txt: there is no such file")
        .unchanged();
}

#[test]
fn globs_select_files() {
    world()
        .line("check files --glob '*.txt'")
        .status_is(0)
        .prints("latin.txt:2: ")
        .prints("open.txt:2: ")
        .unchanged();
}

#[test]
fn the_json_report_has_every_error() {
    let bench = Bench::new();
    for line in [
        "check files nope1 nope2 --json",
        "check conflicts --task t nope1 nope2 --json",
    ] {
        let report = bench.line(line).status_is(4).json();
        assert_eq!(report["error"]["path"], "nope1");
        assert_eq!(report["errors"][0]["path"], "nope1");
        assert_eq!(report["errors"][1]["path"], "nope2");
    }
    let report = bench.line("check files nope1 --json").json();
    assert!(report.get("errors").is_none());
}
