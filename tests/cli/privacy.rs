//! Private text: files that contain it have at most the readers of the original file, and the journal does not
//! contain it under any name.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use predicates::boolean::PredicateBooleanExt;
use predicates::str::contains;

use crate::bench::Bench;

fn mode(bench: &Bench, path: &str) -> u32 {
    let facts = fs::metadata(bench.path().join(path)).unwrap();
    facts.permissions().mode() & 0o777
}

const PATCH: &str = "--- a/key.txt\n+++ b/key.txt\n@@ -1,2 +1,2 @@\n-secret\n+SECRET\n more\n";
const MISSED: &str = "--- a/key.txt\n+++ b/key.txt\n@@ -1,2 +1,2 @@\n-gone\n+SECRET\n more\n";

#[test]
fn a_side_file_is_at_most_as_readable_as_its_source() {
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
            .line("append key.txt --text=x -n --save-plan plan -q")
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
            .line("append key.txt --text=x -q --backup")
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
        .line("replace open shut --old=x --new=y -n --save-plan plan -q")
        .status_is(0);
    assert_eq!(mode(&bench, "plan"), 0o600);
    bench.line("apply plan -q").status_is(0);
}

/// A new report is private even if it replaces a report that everyone could read.
#[test]
fn a_report_does_not_inherit_the_mode_of_the_old_report() {
    let bench = Bench::with("key.txt", "secret\nmore\n")
        .mode("key.txt", 0o600)
        .file("out", "old\n")
        .mode("out", 0o666);
    bench
        .pipe(PATCH, ["patch", "--output", "out", "-q"])
        .status_is(0);
    assert_eq!(mode(&bench, "out"), 0o600);
}

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

/// Asserts that neither the export nor the state directory contains text that was typed or read.
fn keeps_no_secret(bench: &Bench) {
    let export = bench.line("log --export").stdout;
    assert!(!export.contains("hunter"), "{export}");
    let show = bench.line("log --json").stdout;
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
        bench.run(line.to_vec()).status_is(0);
    }
    // Another task edits the file too.
    fs::write(bench.path().join("d/other.txt"), "PASSWORD=hunter6\n").unwrap();
    bench
        .line("append d/other.txt --text=hunter7 -q")
        .status_is(0);
    bench.line("remove d/other.txt -q").status_is(0);
    keeps_no_secret(&bench);
}

#[test]
fn another_name_of_a_secret_is_not_secret() {
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
        bench.run(line.to_vec()).status_is(0);
    }
    keeps_no_secret(&bench);
}

#[test]
fn a_copy_of_a_secret_is_one() {
    let bench = secret();
    let copy = "diff --git a/.env b/copy\nsimilarity index 100%\ncopy from .env\ncopy to copy\n";
    bench.pipe(copy, ["patch", "-q"]).status_is(0);
    bench
        .line("replace copy --old=hunter2 --new=hunter3 -q")
        .status_is(0);
    bench.line("undo").restored();
    // A copy that was made by others, of a known text.
    fs::copy(bench.path().join("copy"), bench.path().join("by-hand")).unwrap();
    bench.line("append by-hand --text=hunter4 -q").status_is(0);
    keeps_no_secret(&bench);
}

#[test]
fn a_new_file_at_the_former_name_of_a_secret_is_not_secret() {
    let bench = secret();
    bench.line("move .env settings -q").status_is(0);
    bench.line("move settings .env -q").status_is(0);
    bench.line("create settings --text=plain -q").status_is(0);
    bench.line("append settings --text=words -q").status_is(0);
    let export = bench.line("log --export").stdout;
    assert!(
        export.contains("plain") && export.contains("words"),
        "{export}"
    );
}

/// The output for files with private names contains no values, in any format, unless `--diff` asks for them.
#[test]
fn values_of_private_files_are_shown_only_to_those_who_ask() {
    let text = "A=1\nPASSWORD=hunter2\nTOKEN=hunter3\nPASSWORD=hunter2\n";
    let calls: [&[&str]; 8] = [
        &["replace", "--old=TOKEN=h", "--new=TOKEN=x"],
        &["replace", "--old=PASSWORD", "--new=PASS"],
        &["replace", "--old=PASSWORD=h", "--new=x", "--expect=3"],
        &["replace", "--old=TOKEN=hunter4", "--new=TOKEN=x"],
        &["replace", "--old=PASSWORD=hunter2\nTOKEN=other", "--new=x"],
        &["insert", "--after=A=1", "--text=B=2"],
        &["lines", "2", "--text="],
        &["write", "--text=A=1", "--overwrite", "--force-shrink"],
    ];
    for name in [".env", "prod.env", ".aws/credentials", "secrets.yml"] {
        for call in calls {
            for format in ["human", "diff", "json", "html"] {
                for dry in [&[][..], &["-n"]] {
                    let mut words = vec![call[0], name];
                    words.extend(&call[1..]);
                    words.extend(dry);
                    words.extend(["--format", format]);
                    let bench = Bench::with(name, text);
                    let ran = bench.run(&words);
                    let printed = format!("{}{}", ran.stdout, ran.stderr);
                    let asked: Vec<&str> = words
                        .iter()
                        .copied()
                        .filter(|word| word.contains("hunter"))
                        .collect();
                    for value in ["hunter2", "hunter3"] {
                        let is_typed = asked.iter().any(|word| word.contains(value));
                        assert!(is_typed || !printed.contains(value), "{words:?}: {printed}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_requested_diff_and_a_view_show_secrets() {
    let bench = secret();
    bench
        .line("replace .env --old=hunter2 --new=hunter3 -n --diff")
        .status_is(0)
        .prints("-PASSWORD=hunter2\n+PASSWORD=hunter3\n");
    bench.line("view .env").status_is(0).prints("hunter2");
    let hidden = bench.line("replace .env --old=hunter2 --new=hunter3");
    hidden
        .status_is(0)
        .prints(".env: 1 replacement; +1 -1; private, --diff shows it\n")
        .says("--backup");
    hidden.stdout_is(contains("hunter").not());
}

/// If a patch of a private file fails or conflicts, the message shows no line of the file.
#[test]
fn a_hunk_that_fails_shows_no_value() {
    let diff = "--- a/.env\n+++ b/.env\n@@ -1,2 +1,2 @@\n A=1\n-PASSWORD=other\n+PASSWORD=x\n";
    for more in [&[][..], &["--json"], &["--mode", "merge"]] {
        let bench = secret();
        let words = [&["patch"][..], more].concat();
        let ran = bench.pipe(diff, &words);
        ran.status_is(1).unchanged();
        let printed = format!("{}{}", ran.stdout, ran.stderr);
        assert!(!printed.contains("hunter"), "{printed}");
    }
}

#[test]
fn names_of_the_environment_are_private_too() {
    let text = "x: hunter2\n";
    let bench = Bench::with("app.conf", text).env("INCISE_PRIVATE", "nothing:*.conf");
    let ran = bench.line("replace app.conf '--old=x: ' '--new=y: '");
    ran.status_is(0).says("usually contain secrets");
    ran.stdout_is(contains("hunter").not());
    keeps_no_secret(&bench);
    let bench = Bench::with("app.conf", text);
    let ran = bench.line("replace app.conf '--old=x: ' '--new=y: '");
    ran.status_is(0).prints("hunter2");
}

#[test]
fn an_example_is_no_secret() {
    let bench = Bench::with(".env.example", "PASSWORD=change-me\n");
    let ran = bench.line("replace .env.example --old=PASSWORD --new=PASS");
    ran.status_is(0).prints("change-me");
    assert_eq!(ran.stderr, "");
    bench
        .line("undo -q")
        .done("", &[(".env.example", "PASSWORD=change-me\n")]);
}
