//! Private text: what holds it is for no more readers than the file, and it stays out of the journal under
//! whatever name.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::bench::Bench;

fn mode(bench: &Bench, path: &str) -> u32 {
    let facts = fs::metadata(bench.path().join(path)).unwrap();
    facts.permissions().mode() & 0o777
}

const PATCH: &str = "--- a/key.txt\n+++ b/key.txt\n@@ -1,2 +1,2 @@\n-secret\n+SECRET\n more\n";
const MISSED: &str = "--- a/key.txt\n+++ b/key.txt\n@@ -1,2 +1,2 @@\n-gone\n+SECRET\n more\n";

#[test]
fn a_file_beside_is_at_most_as_readable_as_its_source() {
    for (source, expected) in [
        (0o600, 0o600),
        (0o640, 0o640),
        (0o604, 0o600),
        (0o644, 0o644),
    ] {
        let bench = Bench::with("key.txt", "secret\nmore\n").mode("key.txt", source);
        let usual = {
            fs::write(bench.state().join("probe"), "").unwrap();
            fs::metadata(bench.state().join("probe"))
                .unwrap()
                .permissions()
                .mode()
                & 0o777
        };
        bench
            .run([
                "append",
                "key.txt",
                "--text=x",
                "-n",
                "--save-plan",
                "plan",
                "-q",
            ])
            .status_is(0);
        bench
            .pipe(PATCH, ["patch", "--output", "out", "-q"])
            .status_is(0);
        bench
            .pipe(MISSED, ["patch", "--reject-file", "rejects", "-q"])
            .status_is(1);
        for file in ["plan", "out", "rejects"] {
            assert_eq!(mode(&bench, file), expected & usual, "{file} of {source:o}");
        }
        bench
            .run(["append", "key.txt", "--text=x", "-q", "--backup"])
            .status_is(0);
        assert_eq!(mode(&bench, "key.txt.bak"), source);
    }
}

#[test]
fn a_plan_of_several_files_is_for_those_who_may_read_all() {
    let bench = Bench::with("open", "x\n")
        .file("shut", "x\n")
        .mode("shut", 0o600);
    bench
        .run([
            "replace",
            "open",
            "shut",
            "--old=x",
            "--new=y",
            "-n",
            "--save-plan",
            "plan",
            "-q",
        ])
        .status_is(0);
    assert_eq!(mode(&bench, "plan"), 0o600);
    bench.run(["apply", "plan", "-q"]).status_is(0);
}

/// An earlier report that everybody could read does not make the next one so.
#[test]
fn a_report_that_is_replaced_is_no_model() {
    let bench = Bench::with("key.txt", "secret\nmore\n")
        .mode("key.txt", 0o600)
        .file("out", "old\n")
        .mode("out", 0o666);
    bench
        .pipe(PATCH, ["patch", "--output", "out", "-q"])
        .status_is(0);
    assert_eq!(mode(&bench, "out"), 0o600);
}

/// Every byte below `directory`.
fn bytes_below(directory: &Path) -> Vec<u8> {
    let mut all = Vec::new();
    for entry in fs::read_dir(directory).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_dir() {
            all.extend(bytes_below(&entry.path()))
        } else {
            all.extend(fs::read(entry.path()).unwrap())
        }
    }
    all
}

/// Neither the export nor the state directory has what was typed or read.
fn keeps_no_secret(bench: &Bench) {
    let export = bench.run(["log", "--export"]).stdout;
    assert!(!export.contains("hunter"), "{export}");
    let show = bench.run(["log", "--json"]).stdout;
    assert!(!show.contains("hunter"), "{show}");
    let state = bytes_below(bench.state());
    assert!(memchr::memmem::find(&state, b"hunter").is_none());
}

fn secret() -> Bench {
    Bench::with(".env", "A=1\nPASSWORD=hunter2\n")
}

#[test]
fn a_moved_secret_stays_one() {
    let bench = secret();
    for line in [
        &["move", ".env", "settings", "-q"][..],
        &[
            "replace",
            "settings",
            "--old=hunter2",
            "--new=hunter3",
            "-q",
        ],
        &["append", "settings", "--text=hunter4", "-q"],
        &["move", "settings", "d/other.txt", "--parents", "-q"],
        &["insert", "d/other.txt", "--line=0", "--text=hunter5", "-q"],
    ] {
        bench.run_with(line.to_vec(), b"").status_is(0);
    }
    // Somebody else edits it too.
    fs::write(bench.path().join("d/other.txt"), "PASSWORD=hunter6\n").unwrap();
    bench
        .run(["append", "d/other.txt", "--text=hunter7", "-q"])
        .status_is(0);
    bench.run(["remove", "d/other.txt", "-q"]).status_is(0);
    keeps_no_secret(&bench);
}

#[test]
fn another_name_of_a_secret_is_none() {
    let bench = secret().directory("d").hard_link("d/plain.txt", ".env");
    for line in [
        &[
            "replace",
            "d/plain.txt",
            "--old=hunter2",
            "--new=hunter3",
            "-q",
        ][..],
        &["append", "d/plain.txt", "--text=hunter4", "-q"],
    ] {
        bench.run_with(line.to_vec(), b"").status_is(0);
    }
    keeps_no_secret(&bench);
}

#[test]
fn a_copy_of_a_secret_is_one() {
    let bench = secret();
    let copy = "diff --git a/.env b/copy\nsimilarity index 100%\ncopy from .env\ncopy to copy\n";
    bench.pipe(copy, ["patch", "-q"]).status_is(0);
    bench
        .run(["replace", "copy", "--old=hunter2", "--new=hunter3", "-q"])
        .status_is(0);
    bench.run(["undo"]).restored();
    // One that others made, of a text that is known.
    fs::copy(bench.path().join("copy"), bench.path().join("by-hand")).unwrap();
    bench
        .run(["append", "by-hand", "--text=hunter4", "-q"])
        .status_is(0);
    keeps_no_secret(&bench);
}

#[test]
fn what_comes_to_a_name_that_a_secret_has_left_is_none() {
    let bench = secret();
    bench.run(["move", ".env", "settings", "-q"]).status_is(0);
    bench.run(["move", "settings", ".env", "-q"]).status_is(0);
    bench
        .run(["create", "settings", "--text=plain", "-q"])
        .status_is(0);
    bench
        .run(["append", "settings", "--text=words", "-q"])
        .status_is(0);
    let export = bench.run(["log", "--export"]).stdout;
    assert!(
        export.contains("plain") && export.contains("words"),
        "{export}"
    );
}
