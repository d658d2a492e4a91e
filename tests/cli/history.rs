//! `undo` and `redo`: entries of several tasks, later edits, and created directories.

use std::fs;

use crate::bench::{Bench, Ran};

#[test]
fn undo_reverts_the_last_entry_even_a_redo() {
    let bench = Bench::with("a", "a\n").file("b", "b\n");
    let edit = |path: &str| {
        let ran = bench.run(["append", path, "--text", "x", "-q"]);
        ran.status_is(0);
    };
    edit("a");
    bench.line("undo").edits(&[("a", "a\n")]);
    edit("b");
    bench.line("redo").edits(&[("a", "a\nx\n")]);
    bench.line("undo").edits(&[("a", "a\n")]);
    bench.line("undo").edits(&[("b", "b\n")]);
    bench.line("undo").status_is(1).unchanged();
    // Redo in the opposite order.
    bench.line("redo").edits(&[("b", "b\nx\n")]);
    bench.line("redo").edits(&[("a", "a\nx\n")]);
    bench.line("redo").status_is(1).unchanged();
    bench.line("undo").edits(&[("a", "a\n")]);
    let call = r#"{"command":"undo_edit","path":"b"}"#;
    bench.pipe(call, ["apply"]).edits(&[("b", "b\n")]);
}

#[test]
fn rules_merge_later_changes_on_request() {
    let text = |line: &str| format!("1\n{line}\n3\n");
    let bench = Bench::with("f", text("f(a, b)"));
    let write = |line: &str| {
        let ran = bench.run(["lines", "f", "2", "--text", line, "-q"]);
        ran.status_is(0);
    };
    write("g(a, b)");
    write("g(a, c)");
    bench.line("undo 1").status_is(3).unheard().unchanged();
    let report = bench
        .line("undo 1 --on-conflict merge --json")
        .edits(&[("f", &text("f(a, c)"))])
        .json();
    let settled = serde_json::json!([{"lines": [2, 2], "rule": "words"}]);
    assert_eq!(report["files"][0]["settled"], settled, "{report}");
    write("f(a, d)");
    bench.line("redo 3").status_is(3).unheard().unchanged();
    bench
        .line("redo 3 --on-conflict merge")
        .status_is(0)
        .prints("line 2: words\n")
        .changed(&[("f", &text("g(a, d)"))]);
    // No rule resolves two changes of the same word.
    write("h(a, d)");
    bench
        .line("undo 1 --on-conflict merge")
        .status_is(3)
        .unheard()
        .unchanged();
}

#[test]
fn undo_drops_the_directories_that_were_made_if_they_are_empty() {
    let bench = Bench::with("kept/a", "a\n");
    let create = ["create", "kept/x/y/f", "--text", "x", "--parents"];
    bench.run(create).status_is(0);
    bench.line("undo").status_is(0);
    assert!(bench.path().join("kept").is_dir());
    assert!(!bench.path().join("kept/x").exists());
    bench.line("redo").status_is(0);
    assert!(bench.path().join("kept/x/y/f").is_file());
    // A directory that contains another file is kept.
    fs::write(bench.path().join("kept/x/other"), "other").unwrap();
    bench.line("check undo").status_is(2);
    bench.line("undo -n").status_is(0).unchanged();
    bench.line("undo").status_is(0);
    assert!(!bench.path().join("kept/x/y").exists());
    assert!(bench.path().join("kept/x/other").is_file());
}

#[test]
fn a_created_directory_is_removed_even_if_its_file_is_missing() {
    let bench = Bench::with("kept/a", "a\n");
    let create = ["create", "kept/x/y/f", "--text", "x", "--parents"];
    bench.run(create).status_is(0);
    fs::remove_file(bench.path().join("kept/x/y/f")).unwrap();
    bench.line("undo -n").status_is(0).unchanged();
    bench.line("undo").status_is(0);
    assert!(!bench.path().join("kept/x").exists());
    assert!(bench.path().join("kept/a").is_file());
}

#[test]
fn an_undo_that_an_edit_of_the_file_followed_is_redone_by_its_number() {
    let bench = Bench::with("a", "1\n2\n3\n4\n5\n");
    let lines = |range: &str, text: &str| {
        let ran = bench.run(["lines", "a", range, "--text", text, "-q"]);
        ran.status_is(0);
    };
    lines("1", "one");
    bench.line("undo -q").status_is(0);
    lines("5", "five");
    bench.line("redo").refused(
        1,
        "incise: undo 2 was followed by an edit of the same file, so it is not the next to redo\n\
         hint: `incise redo 2` redoes it if that edit does not conflict\n",
    );
    let redone = [("a", "one\n2\n3\n4\nfive\n")];
    bench.line("redo 2").edits(&redone);
}

#[test]
fn directories_that_were_there_and_links_to_them_stay() {
    let bench = Bench::with("a", "a\n").directory("empty");
    bench.line("create empty/f --text x").status_is(0);
    bench.line("undo").status_is(0);
    assert!(bench.path().join("empty").is_dir());
    // The same for a move, a patch and a request. A directory that was replaced by a link is not followed.
    bench.line("move a n/m/a --parents").status_is(0);
    bench.line("undo").status_is(0);
    assert!(!bench.path().join("n").exists());
    let diff = "--- /dev/null\n+++ b/p/q/f\n@@ -0,0 +1 @@\n+x\n";
    bench.pipe(diff, ["patch"]).status_is(0);
    bench.line("undo").status_is(0);
    assert!(!bench.path().join("p").exists());
    let request = r#"{"op":"create","path":"r/s/f","text":"x","parents":true}"#;
    bench.pipe(request, ["apply"]).status_is(0);
    fs::remove_dir_all(bench.path().join("r/s")).unwrap();
    fs::create_dir(bench.path().join("elsewhere")).unwrap();
    std::os::unix::fs::symlink("../elsewhere", bench.path().join("r/s")).unwrap();
    fs::write(bench.path().join("r/s/f"), "x").unwrap();
    let _ = bench.line("undo");
    assert!(bench.path().join("elsewhere").is_dir());
}

/// Runs the program as `task`, given only by the environment.
fn run_as<'b>(bench: &'b Bench, task: &str, args: &[&str]) -> Ran<'b> {
    let mut command = bench.command();
    command.env("INCISE_TASK", task).args(args);
    bench.run_command(command, b"")
}

/// `a` wrote line 2 in entry 1, and `b` has not seen it.
fn written_by_a() -> Bench {
    let bench = Bench::with("f", "1\n2\n3\n");
    run_as(&bench, "a", &["lines", "f", "2", "--text", "A", "-q"]).status_is(0);
    bench
}

#[test]
fn undoing_lines_of_another_task_requires_having_read_them() {
    const REFUSED: &str = "\
incise: f: conflict: task `a` wrote line 2 in entry 1
  task a, entry 1:
    -2
    +A
  this edit:
    -A
    +2
hint: read the lines again with `incise view f 2` and your --task, then try again; --on-conflict force overrules the other task
";
    for words in [&["undo"][..], &["undo", "1"], &["undo", "--task", "a"]] {
        let bench = written_by_a();
        run_as(&bench, "b", words).refused(3, REFUSED);
        run_as(&bench, "b", words).status_is(3).unchanged();
        let dry = [words, &["-n"]].concat();
        run_as(&bench, "b", &dry).status_is(3).unchanged();
        run_as(&bench, "b", &["view", "f", "2"]).status_is(0);
        run_as(&bench, "b", words).edits(&[("f", "1\n2\n3\n")]);
        assert!(bench.line("log").stdout.contains("[b] undo of 1"));
        // `a` last saw line 2 as it was before that.
        for words in [&["redo"][..], &["redo", "2"], &["undo", "2"]] {
            let ran = run_as(&bench, "a", words);
            ran.status_is(3).unchanged();
            ran.says("task `b` wrote line 2 in entry 2");
        }
        run_as(&bench, "b", &["redo", "-q"]).done("", &[("f", "1\nA\n3\n")]);
    }
}

#[test]
fn an_entry_is_taken_back_by_the_task_that_is_named_beside_it() {
    let bench = written_by_a();
    bench.line("undo 1 --task b").status_is(3).unchanged();
    run_as(&bench, "b", &["undo", "1", "--task", "a", "-q"]).status_is(0);
    bench.line("view f --task c").status_is(0);
    run_as(&bench, "c", &["redo", "--task", "a", "-q"]).status_is(0);
    run_as(&bench, "a", &["undo", "3", "--task", "c"])
        .status_is(3)
        .unchanged();
}

#[test]
fn an_undo_may_overrule_another_task() {
    let bench = written_by_a();
    let warned = run_as(&bench, "b", &["undo", "--on-conflict", "warn", "-n"]);
    warned.status_is(0).unchanged();
    warned.says("task `a` wrote line 2");
    run_as(&bench, "b", &["undo", "--on-conflict", "force", "-q"]).done("", &[("f", "1\n2\n3\n")]);
    run_as(&bench, "b", &["redo", "--on-conflict", "skip"]).refused(
        2,
        "incise: `skip` is not a valid value of `--on-conflict`\nhint: --on-conflict takes one of refuse, warn, force, merge\n",
    );
}

#[test]
fn an_undo_is_of_the_task_that_made_it() {
    let bench = written_by_a();
    // If nothing else names the task, the undo belongs to the task whose edits it undoes.
    bench.line("undo --task a -q").status_is(0);
    assert!(bench.line("log").stdout.contains("[a] undo of 1"));
    bench.line("undo --task ''").refused(
        2,
        "incise: `--task ''` names nobody\nhint: give a name, or omit --task\n",
    );
    // `b` has never seen line 2, neither before nor after.
    bench.line("redo -q").status_is(0);
    run_as(&bench, "b", &["view", "f"]).status_is(0);
    run_as(&bench, "a", &["undo", "-q"]).status_is(0);
    run_as(&bench, "b", &["lines", "f", "2", "--text", "B"])
        .status_is(3)
        .unchanged();
}
