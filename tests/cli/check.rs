//! `incise check`, and the three ways to request an edit: every command does the same with arguments, as JSON on
//! standard input, and with `check`.

use serde_json::Value;

use crate::bench::Bench;

/// One edit in two forms.
struct Edit<'a> {
    args: &'a [&'a str],
    json: &'a str,
}

/// Files with which each edit of [`edits`] succeeds.
fn world() -> Bench {
    Bench::with("a.txt", "one\ntwo\nthree\n")
        .file("fix.diff", FIX)
        .file("request.json", REQUEST)
}

/// Files with which each edit of [`edits`] is refused.
fn other_world() -> Bench {
    Bench::with("a.txt", "")
        .file("new.txt", "there\n")
        .file("fix.diff", FIX)
        .file("request.json", REQUEST)
        .directory("dir.txt")
}

const FIX: &str = "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n";
const REQUEST: &str = r#"{"op":"replace","path":"a.txt","old":"two","new":"2"}"#;

/// The edits that succeed in [`world`].
fn edits() -> [Edit<'static>; 8] {
    let edit = |args, json| Edit { args, json };
    [
        edit(
            &["replace", "a.txt", "--old", "two", "--new", "2"],
            r#"{"path":"a.txt","old":"two","new":"2"}"#,
        ),
        edit(
            &["insert", "a.txt", "--after", "two", "--text", "new"],
            r#"{"path":"a.txt","after":"two","text":"new"}"#,
        ),
        edit(
            &["append", "a.txt", "--text", "four"],
            r#"{"path":"a.txt","text":"four"}"#,
        ),
        edit(
            &["lines", "a.txt", "2:3", "--text", "x"],
            r#"{"path":"a.txt","start":2,"end":3,"text":"x"}"#,
        ),
        edit(
            &["create", "new.txt", "--text", "new\n"],
            r#"{"path":"new.txt","text":"new\n"}"#,
        ),
        edit(
            &["write", "new.txt", "--text", "new\n"],
            r#"{"path":"new.txt","text":"new\n"}"#,
        ),
        edit(
            &["patch", "fix.diff"],
            r#"{"diff":"--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n"}"#,
        ),
        edit(&["apply", "request.json"], REQUEST),
    ]
}

/// The command of the edit with JSON on standard input, followed by `more`.
fn with_json<'a>(edit: &Edit<'a>, more: &[&'a str]) -> Vec<&'a str> {
    [&[edit.args[0], "--from-json", "-"], more].concat()
}

#[test]
fn check_reports_like_the_command_and_leaves_no_trace() {
    for edit in edits() {
        for make in [world, other_world] {
            let bench = make();
            let check = |more: &[&str]| {
                let ran = bench.run([&["check"], edit.args, more].concat());
                ran.unchanged();
                (ran.status, ran.json_or_text(), ran.stderr.clone())
            };
            let checked = [check(&["--json"]), check(&["--format", "diff"])];
            let json = {
                let args = [&["check"], &with_json(&edit, &["--json"])[..]].concat();
                let ran = bench.pipe(edit.json, args);
                ran.unchanged();
                (ran.status, ran.json_or_text(), ran.stderr.clone())
            };
            let dry = bench.run([edit.args, &["-n", "--json"]].concat());
            dry.unchanged();
            let done = {
                let ran = bench.run([edit.args, &["--json", "--diff"]].concat());
                (ran.status, ran.json_or_text(), ran.stderr.clone())
            };
            let as_if_done = |mut report: Value| {
                report["dry_run"] = false.into();
                report
            };
            let (status, report, stderr) = checked[0].clone();
            let without_undo = |mut report: Value| {
                if let Some(report) = report.as_object_mut() {
                    report.remove("undo");
                }
                report
            };
            // Hints depend on the form of the request.
            let without_hint = |mut report: Value| {
                if let Some(error) = report["error"].as_object_mut() {
                    error.remove("hint");
                    error.remove("retry");
                }
                report
            };
            assert_eq!(
                without_hint(report.clone()),
                without_hint(json.1.clone()),
                "check with JSON: {:?}",
                edit.args
            );
            assert_eq!(report, dry.json(), "-n: {:?}", edit.args);
            assert_eq!(
                (status, as_if_done(report), stderr),
                (done.0, without_undo(done.1), done.2),
                "{:?}",
                edit.args
            );
            if status == Some(0) {
                let again = make()
                    .run([edit.args, &["--format", "diff"]].concat())
                    .json_or_text();
                assert_eq!(checked[1].1, again, "{:?}", edit.args);
            }
        }
    }
}

#[test]
fn a_backup_of_the_environment_means_nothing_to_check() {
    world()
        .env("INCISE_BACKUP", ".bak")
        .line("check replace a.txt --old two --new 2")
        .status_is(0)
        .unchanged();
}

#[test]
fn check_makes_no_directory() {
    world()
        .line("check create d/e/f --text x --parents")
        .status_is(0)
        .prints("would create d/e/f: +1\n")
        .unchanged();
}

#[test]
fn check_without_a_valid_command_gets_a_hint() {
    let bench = world();
    for args in [vec!["check"], vec!["check", "frob"], vec!["check", "-n"]] {
        bench.run(args).fails(2, "\nhint: ");
    }
}

#[test]
fn refusals_of_reading_commands_have_hints() {
    let bench = Bench::with("empty", "");
    bench
        .line("view .")
        .fails(4, "\nhint: give the path of a file\n");
    bench
        .line("view empty '$'")
        .fails(1, "hint: the file has no lines\n");
}
