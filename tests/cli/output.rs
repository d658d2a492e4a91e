//! The presentation of results: formats, colors, limits, terminals, broken pipes.

use std::process::{Command, Stdio};

use predicates::Predicate;
use predicates::boolean::PredicateBooleanExt;
use predicates::str::{contains, is_match};

use crate::bench::Bench;
use crate::notation::{changed, edited, numbered, would_edit};

const LINES: [&str; 3] = ["@@ -1 +1 @@", "-one two", "+one 2"];

fn world() -> Bench {
    Bench::with("a.txt", "one two\n")
}

fn edit<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["replace", "a.txt", "--old", "two", "--new", "2"], more].concat()
}

#[test]
fn the_format_is_human_diff_or_json() {
    let after = [("a.txt", "one 2\n")];
    let human = "a.txt: line 1; +1 -1\n-one two\n+one 2\n";
    let whole = edited("a.txt", &LINES, "1 replacement, +1 -1");
    for flags in [&["--diff"][..], &["--full"], &["--context", "3"]] {
        world().run(edit(flags)).done(&whole, &after);
    }
    world().run(edit(&[])).done(human, &after);
    world()
        .run(edit(&["--format", "human"]))
        .done(human, &after);
    world()
        .run(edit(&["--format", "diff"]))
        .done(&changed("a.txt", &LINES), &after);
    let (long, short) = (world(), world());
    let long = long.run(edit(&["--format", "json"]));
    let short = short.run(edit(&["--json"]));
    assert_eq!(long.stdout, short.stdout);
    long.edits(&after);
}

#[test]
fn quiet_says_nothing_on_success_and_all_on_a_refusal() {
    world().run(edit(&["-q"])).done("", &[("a.txt", "one 2\n")]);
    world()
        .line("replace a.txt --old zzz --new 2 -q")
        .fails(1, "`zzz` is not in the file");
}

#[test]
fn the_report_has_the_fields_the_contract_names_in_their_order() {
    let bench = world();
    let ran = bench.run(edit(&["--json", "--diff"]));
    ran.status_is(0);
    assert_eq!(ran.stderr, "");
    assert!(ran.stdout.ends_with("}\n") && ran.stdout.lines().count() == 1);
    let keys = [
        "schema",
        "ok",
        "success",
        "operation",
        "path",
        "changed",
        "bytes_before",
        "bytes_after",
        "dry_run",
        "files",
        "path",
        "operation",
        "changed",
        "created",
        "bytes_before",
        "bytes_after",
        "lines_added",
        "lines_removed",
        "replacements",
        "before",
        "after",
        "sites",
        "id",
        "lines",
        "tier",
        "diff",
        "warnings",
    ];
    let mut rest = &ran.stdout[..];
    for key in keys {
        let quoted = format!("\"{key}\":");
        let at = rest.find(&quoted);
        let at = at.unwrap_or_else(|| panic!("{key} is missing or out of order: {}", ran.stdout));
        rest = &rest[at + quoted.len()..];
    }
    let report = ran.json();
    assert_eq!(report["schema"], "incise.report/1");
    assert_eq!(
        (&report["ok"], &report["success"]),
        (&true.into(), &true.into())
    );
    assert_eq!(
        report["files"][0]["sites"][0]["lines"],
        serde_json::json!([1, 1])
    );
    assert_eq!(report["files"][0]["diff"], changed("a.txt", &LINES));
}

#[test]
fn the_report_is_the_same_on_another_machine() {
    let report = || {
        let bench = world().directory("sub");
        let path = bench.path().join("a.txt");
        let path = path.to_str().unwrap();
        let args = [
            "replace",
            path,
            "--root",
            ".",
            "--old",
            "two",
            "--new",
            "2",
            "--json",
            "--no-journal",
        ];
        let ran = bench.run(args);
        ran.status_is(0);
        assert!(
            !ran.stdout.contains(bench.path().to_str().unwrap()),
            "{}",
            ran.stdout
        );
        ran.stdout.clone()
    };
    assert_eq!(report(), report());
}

#[test]
fn a_refusal_is_a_report_too() {
    let bench = Bench::with("a.txt", "x\nx\n");
    let ran = bench.line("replace a.txt --old x --new y --json");
    ran.status_is(1).unchanged();
    assert_eq!(ran.stderr, "");
    let report = ran.json();
    assert_eq!(report["ok"], false);
    assert_eq!(
        (&report["bytes_before"], &report["bytes_after"]),
        (&4.into(), &4.into())
    );
    let error = &report["error"];
    assert_eq!(
        (&error["code"], &error["exit"]),
        (&"ambiguous".into(), &1.into())
    );
    assert_eq!(error["candidates"][1]["lines"], serde_json::json!([2, 2]));
    assert_eq!(error["candidates"][1]["preview"], "x");
    assert_eq!(error["explain"], "incise explain ambiguous");
}

#[test]
fn context_and_amount_are_chosen() {
    let bench = Bench::with("a.txt", numbered(9));
    let shown = |more: &[&str]| {
        let args = ["check", "replace", "a.txt", "--old", "line 5", "--new", "x"];
        bench.run([&args, more].concat()).stdout
    };
    assert_eq!(
        shown(&["--context", "0"]),
        would_edit(
            "a.txt",
            &["@@ -5 +5 @@", "-line 5", "+x"],
            "1 replacement, +1 -1\n  5 (ee0925e3): line 5"
        )
    );
    assert!(
        shown(&["--context", "1"]).contains("@@ -4,3 +4,3 @@\n line 4\n-line 5\n+x\n line 6\n")
    );
    let cut = shown(&["--max-diff-lines", "4"]);
    assert!(
        is_match(r"\n\.\.\. \d+ more diff lines; --full shows them\n")
            .unwrap()
            .eval(&cut),
        "{cut}"
    );
    assert_eq!(shown(&["--full"]), shown(&[]));
}

#[test]
fn colours_are_for_who_wants_them() {
    let escape = contains("\u{1b}[");
    let coloured = |bench: Bench, more: &[&str]| {
        let ran = bench.run([&["check"], &edit(more)[..]].concat());
        ran.status_is(0);
        escape.eval(&ran.stdout)
    };
    assert!(!coloured(world(), &[]), "stdout is not a terminal");
    assert!(coloured(world(), &["--color", "always"]));
    assert!(!coloured(world(), &["--color", "never"]));
    assert!(coloured(world().env("CLICOLOR_FORCE", "1"), &[]));
    assert!(coloured(world().env("INCISE_COLOR", "always"), &[]));
    assert!(!coloured(
        world().env("NO_COLOR", "1").env("CLICOLOR_FORCE", "1"),
        &[]
    ));
    assert!(coloured(
        world().env("NO_COLOR", "1"),
        &["--color", "always"]
    ));
    assert!(
        !coloured(world(), &["--color", "always", "--json"]),
        "JSON is never coloured"
    );
}

#[test]
fn the_changed_part_of_a_line_is_emphasised() {
    let bench = world();
    let ran = bench.run(edit(&["--color", "always"]));
    let line = ran
        .stdout
        .lines()
        .find(|line| line.contains("one "))
        .unwrap();
    let (before, after) = line.split_once("one ").unwrap();
    assert!(before.contains("\u{1b}["), "{line:?}");
    assert!(
        after.starts_with('\u{1b}'),
        "the changed word has a look of its own: {line:?}"
    );
}

/// Runs the program on a separate terminal, and returns its output there. `None` without util-linux's `script`.
fn on_a_terminal(bench: &Bench, line: &str) -> Option<String> {
    let line = format!("{} {line}", env!("CARGO_BIN_EXE_incise"));
    let output = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .current_dir(bench.path())
        .env("INCISE_STATE_DIR", bench.path().join("../no-state"))
        .env_remove("NO_COLOR")
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn hostile_characters_are_made_visible_on_a_terminal_only() {
    let hostile = "x\u{1b}]0;owned\u{7}y\u{202e}z\n";
    let line = "check replace a.txt --old one --new 1 --color never";
    let bench = Bench::with("a.txt", format!("one\n{hostile}"));
    let Some(shown) = on_a_terminal(&bench, line) else {
        println!("skipped: there is no `script` to make a terminal with");
        return;
    };
    assert!(shown.contains("would edit a.txt"), "{shown:?}");
    for raw in ["\u{1b}]", "\u{7}", "\u{202e}"] {
        assert!(
            !shown.contains(raw),
            "{raw:?} reaches the terminal: {shown:?}"
        );
    }
    let args: Vec<&str> = line.split(' ').collect();
    let piped = bench.run(args);
    assert!(
        piped.stdout.contains(hostile),
        "a diff in a pipe is one to apply"
    );
}

#[test]
fn hostile_characters_of_a_refusal_are_made_visible() {
    world()
        .run(["replace", "a.txt", "--old", "\u{1b}[31m\u{7}", "--new", "x"])
        .fails(1, "`\\e[31m\\u{7}` is not in the file");
}

#[test]
fn a_broken_pipe_is_no_error() {
    let bench = world();
    let (read, write) = std::io::pipe().unwrap();
    drop(read);
    let mut command = bench.command();
    command.args(edit(&[])).stdout(write).stderr(Stdio::piped());
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(bench.text("a.txt"), "one 2\n");
}

/// The status and the standard error of a run whose standard output cannot be written.
fn into_full(bench: &Bench, args: &[&str], stdin: &[u8]) -> Option<(i32, String)> {
    use std::io::Write;
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .ok()?;
    let mut command = bench.command();
    command
        .args(args)
        .stdin(Stdio::piped())
        .stdout(full)
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that reads no input may have ended already.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Some((output.status.code()?, said))
}

#[test]
fn a_full_standard_output_is_an_error_where_nothing_is_written() {
    let bench = world();
    let before = bench.tree();
    let checked = [&["check"], &edit(&[])[..]].concat();
    for (args, status) in [
        (&checked[..], 4),
        (&["view", "a.txt"], 4),
        (&["log", "--json"], 4),
        (&["append", "-", "--text", "x"], 4),
        (
            &["replace", "a.txt", "--old", "no", "--new", "x", "--json"],
            1,
        ),
    ] {
        let Some((code, said)) = into_full(&bench, args, b"text\n") else {
            println!("skipped: there is no /dev/full");
            return;
        };
        assert_eq!(code, status, "{args:?}");
        assert!(
            said.contains("incise: cannot write to standard output: "),
            "{said}"
        );
    }
    assert_eq!(bench.tree(), before);
}

#[test]
fn a_full_standard_output_does_not_make_an_edit_fail_that_is_made() {
    let bench = world();
    let planned = edit(&["-n", "--save-plan", "plan"]);
    for args in [&planned[..], &edit(&[]), &["undo"]] {
        let before = bench.tree();
        let Some((code, said)) = into_full(&bench, args, b"") else {
            println!("skipped: there is no /dev/full");
            return;
        };
        assert_eq!(code, 0, "{args:?}");
        assert!(said.ends_with("; the files are written\n"), "{said}");
        assert_ne!(bench.tree(), before, "{args:?}");
    }
}

#[test]
fn a_diff_that_was_printed_can_be_applied() {
    let (first, second) = (
        Bench::with("a.txt", numbered(40)),
        Bench::with("a.txt", numbered(40)),
    );
    let args = ["replace", "a.txt", "--old", "line 1", "--new", "x", "--all"];
    let diff = first.run([&args[..], &["--format", "diff"]].concat());
    second.pipe(&diff.bytes, ["patch", "-q"]).status_is(0);
    assert_eq!(second.text("a.txt"), first.text("a.txt"));
}

/// An edit need not be repeated to see the rest of its diff.
#[test]
fn the_rest_of_an_edit_that_is_made_is_in_the_journal() {
    let bench = Bench::with("a.txt", "x\n".repeat(300));
    let ran = bench.line("replace a.txt --old x --new y --all --context 3");
    ran.status_is(0);
    ran.prints("`incise log show 1 --full` shows");
    ran.stdout_is(contains("; --full").not());
    bench
        .line("log show 1 --full")
        .status_is(0)
        .prints(&"+y\n".repeat(300));
    let again = bench.line("replace a.txt --old y --new x --all --no-journal --context 3");
    again.says("warning: this cannot be undone");
    again.stdout_is(contains("--full").not());
    let dry = bench.line("check replace a.txt --old x --new z --all");
    dry.prints("; --full shows");
    bench.line("cp").status_is(2).says("hint: `cp` copies");
}
