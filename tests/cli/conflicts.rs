//! `check conflicts`: lists what other tasks wrote.

use serde_json::json;

use crate::bench::Bench;

const LINES: &str = "one\ntwo\nthree\nfour\nfive\n";

/// `t1` has written in `a` twice, and `t2` has read it in between. Both know `b`.
fn bench() -> Bench {
    let bench = Bench::with("a", LINES).file("b", LINES);
    edit(&bench, "t1", "a", ("one", "1"));
    bench.line("view a --task t2").status_is(0);
    edit(&bench, "t2", "b", ("one", "eins"));
    edit(&bench, "t1", "a", ("three\n", "3\n3b\n"));
    edit(&bench, "t1", "a", ("five\n", ""));
    edit(&bench, "t1", "b", ("five", "5"));
    bench
}

fn edit(bench: &Bench, task: &str, path: &str, (old, new): (&str, &str)) {
    let args = ["replace", path, "--old", old, "--new", new, "--task", task];
    bench.run(args).status_is(0);
}

const LISTED: &str = "\
a:3: conflict: task `t1` wrote lines 3-4 in entry 3, since this task read the file
  -three
  +3
  +3b
a:6: conflict: task `t1` wrote line 6 in entry 4, since this task read the file
  -five
b:5: conflict: task `t1` wrote line 5 in entry 5, since entry 2 of this task
  -five
  +5
";

#[test]
fn changes_of_other_tasks_are_listed_without_a_write() {
    let bench = bench();
    let ran = bench.line("check conflicts --task t2");
    ran.status_is(3).unchanged();
    assert_eq!(ran.stdout, LISTED);
    assert_eq!(
        ran.stderr,
        "hint: `incise view a --task=t2` records that the task has seen it\n"
    );
    let ran = bench.line("check conflicts b --task t2");
    ran.status_is(3).unchanged();
    assert!(LISTED.ends_with(&*ran.stdout) && ran.stdout.starts_with("b:5: "));
    // A second query gives the same answer, because a query does not count as reading.
    let again = bench.line("check conflicts --task t2");
    assert_eq!(again.stdout, LISTED);
}

#[test]
fn a_task_that_read_everything_has_no_conflict() {
    let bench = bench();
    // Writing in `b` does not show a task what the other task wrote there.
    let ran = bench.line("check conflicts --task t1");
    ran.status_is(3).unchanged();
    ran.prints("b:1: conflict: task `t2` wrote line 1 in entry 2, which this task never read\n");
    bench.line("view b --task t1").status_is(0);
    bench
        .line("check conflicts --task t1")
        .done("2 files checked, no conflict\n", &[]);
    for path in ["a", "b"] {
        bench.run(["view", path, "--task", "t2"]).status_is(0);
    }
    bench
        .line("check conflicts --task t2")
        .done("2 files checked, no conflict\n", &[]);
    bench.line("check conflicts --task t2 -q").done("", &[]);
}

#[test]
fn a_new_task_gets_the_changes_of_the_others() {
    let bench = bench();
    let ran = bench.line("check conflicts --task new");
    ran.status_is(3).unchanged();
    ran.prints("a:3: conflict: task `t1` wrote")
        .prints("b:1: conflict: task `t2` wrote")
        .says("hint: ");
    bench.line("view a --task new -q").succeeds();
    // From now on, the query is about what the task knows.
    bench
        .line("check conflicts --task new")
        .done("1 file checked, no conflict\n", &[]);
    Bench::with("a", LINES)
        .line("check conflicts --task new")
        .done("0 files checked, no conflict\n", &[]);
}

#[test]
fn a_file_that_was_never_read_counts_when_it_is_named() {
    let bench = bench();
    let ran = bench.line("check conflicts a --task t3");
    ran.status_is(3).unchanged();
    assert!(
        ran.stdout.starts_with(
            "a:1: conflict: task `t1` wrote line 1 in entry 1, which this task never read\n"
        ),
        "{}",
        ran.stdout
    );
}

#[test]
fn the_object_says_the_same() {
    let bench = bench();
    let ran = bench.line("check conflicts b --task t2 --json");
    let report = ran.status_is(3).unchanged().json();
    assert_eq!(
        report["conflicts"],
        json!([{"path": "b", "task": "t1", "record": "5", "what": "wrote", "lines": [5, 5],
                "theirs": "-five\n+5\n", "known": "wrote", "known_record": "2"}])
    );
    let error = &report["error"];
    assert_eq!(
        (&error["code"], &error["exit"]),
        (&json!("conflict"), &json!(3))
    );
    assert_eq!(
        (&report["ok"], &report["task"]),
        (&json!(false), &json!("t2"))
    );
    assert_eq!(report["warnings"], json!([]));
}

#[test]
fn files_removed_by_other_tasks_are_reported() {
    let bench = bench();
    bench.line("remove a --task t1").status_is(0);
    bench.line("move b c --task t1").status_is(0);
    let ran = bench.line("check conflicts a b --task t2");
    ran.status_is(3).unchanged();
    assert_eq!(
        ran.stdout,
        "a: conflict: task `t1` removed the file in entry 6, since this task read the file\n\
         b: conflict: task `t1` moved the file to c in entry 7, since entry 2 of this task\n"
    );
    // Without a path, a file is reported under its current name.
    let ran = bench.line("check conflicts --task t2");
    ran.status_is(3).unchanged();
    ran.prints("\nc:5: conflict: task `t1` wrote line 5");
}

/// A file that was removed by hand was not removed by the task that edited it last.
#[test]
fn files_removed_by_hand_are_missing() {
    let bench = Bench::with("a", "one\n");
    bench
        .line("replace a --old one --new 1 --task t1")
        .status_is(0);
    std::fs::remove_file(bench.path().join("a")).unwrap();
    bench
        .line("check conflicts a --task t2")
        .status_is(4)
        .says("a: there is no such file");
    bench.line("check conflicts --task t2").status_is(0);
}

#[test]
fn a_file_that_is_named_twice_is_checked_once() {
    let bench = bench();
    let once = bench.line("check conflicts a --task t2");
    let twice = bench.line("check conflicts a ./a --task t2");
    assert_eq!(once.status_is(3).stdout, twice.status_is(3).stdout);
}

#[test]
fn an_undone_edit_is_no_conflict() {
    let bench = bench();
    bench.line("undo 5").status_is(0);
    bench
        .line("check conflicts b --task t2")
        .done("1 file checked, no conflict\n", &[]);
}

#[test]
fn a_query_needs_a_task_and_existing_files() {
    let bench = bench();
    bench.line("check conflicts").refused(
        2,
        "incise: `check conflicts` needs a task\n\
         hint: `incise check conflicts --task ID`, or set INCISE_TASK\n",
    );
    bench.line("check conflicts absent --task t2").refused(
        4,
        "incise: absent: there is no such file\n\
             hint: check the path; it is relative to the working directory, or to -C DIR\n",
    );
    let bench = bench.env("INCISE_TASK", "t2");
    bench
        .line("check conflicts")
        .status_is(3)
        .prints("b:5: conflict: task `t1` wrote line 5")
        .unchanged();
}

#[test]
fn without_a_journal_there_is_no_conflict() {
    let bench = Bench::with("a", LINES).directory("home");
    let state = bench.path().join("home/state");
    let bench = bench.env("INCISE_STATE_DIR", state.as_os_str());
    bench
        .line("check conflicts a --task t2")
        .done("1 file checked, no conflict\n", &[]);
    assert!(!state.exists());
}

#[test]
fn commands_that_look_warn_of_an_interrupted_transaction() {
    let bench = Bench::with("a", LINES).link(".incise-pending", "0123:1:/nowhere");
    for args in [
        &["view", "a"][..],
        &["check", "files", "a"],
        &["check", "conflicts", "a", "--task", "t1"],
    ] {
        let ran = bench.run(args);
        ran.status_is(0).unchanged();
        ran.says("warning: an interrupted change may have left")
            .says("only the user who made it can recover it");
        let ran = bench.run([args, &["--json"]].concat());
        let warnings = ran.status_is(0).unchanged().json()["warnings"].clone();
        assert_eq!(warnings[0]["code"], "interrupted", "{args:?}");
        assert_eq!(warnings.as_array().unwrap().len(), 1);
    }
    // An edit cannot recover the change of another user.
    for line in ["append a --text x", "check append a --text x"] {
        bench.line(line).status_is(3).unchanged();
    }
}

#[test]
fn a_lost_race_names_the_other_task() {
    let bench = Bench::with("f", "a\nvalue = alpha\nz\n");
    let edit = |old: &'static str, new: &'static str, task: &'static str| {
        bench.run(["replace", "f", "--old", old, "--new", new, "--task", task])
    };
    bench.line("view f --task t2").status_is(0);
    edit("value = alpha", "value = beta", "t1").status_is(0);
    edit("value = alpha", "value = gamma", "t2").refused(
        1,
        "incise: f: `value = alpha` is not in the file: entry 1 of task `t1` replaced it with `value = beta`\n  \
         task t1, entry 1:\n    -value = alpha\n    +value = beta\n\
         hint: read the current text with `incise view f 2`, and edit that\n",
    );
    let insert = bench.line("insert f --after 'value = alpha' --text x --json");
    insert.status_is(1).unchanged();
    let error = insert.json()["error"].clone();
    assert_eq!(error["code"], "not_found");
    assert_eq!(
        error["conflicts"],
        json!([{
            "task": "t1",
            "record": "1",
            "lines": [2, 2],
            "mine": "-value = alpha\n+x\n",
            "theirs": "-value = alpha\n+value = beta\n",
        }])
    );
    // The payload of a tool, in a batch.
    let edits = json!({ "edits": [
        { "op": "replace", "path": "f", "old": "z", "new": "Z" },
        { "op": "replace", "path": "f", "old": "value = alpha", "new": "x" },
    ]});
    bench
        .pipe(edits.to_string(), ["apply"]).fails(1, "f: edit 2: `value = alpha` is not in the file: entry 1 of task `t1` replaced it with `value = beta`");
}

#[test]
fn edits_without_a_task_and_deletions_are_reported() {
    let bench = Bench::with("f", "a\nb\nc\n");
    bench.line("lines f 2 --text '' -q").status_is(0);
    bench
        .line("replace f --old 'b\n' --new 'B\n'")
        .fails(1, "`b` is not in the file: entry 1 deleted it");
    // Nobody deleted text that never existed.
    bench
        .line("replace f --old 'never\n' --new 'B\n'")
        .fails(1, "`never` is not in the file\n");
    // Text that was deleted outside the journal has no known author.
    std::fs::write(bench.path().join("f"), "a\n").unwrap();
    bench
        .line("replace f --old 'c\n' --new 'C\n'")
        .fails(1, "`c` is not in the file\n");
}

#[test]
fn a_patch_that_loses_a_race_names_the_other_task() {
    let bench = Bench::with("f", "a\nb\nc\n").file("g", "a\n");
    edit(&bench, "t1", "f", ("b", "B"));
    let diff = "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n";
    let blocks = "f\n<<<<<<< SEARCH\na\nb\nc\n=======\na\nx\nc\n>>>>>>> REPLACE\n";
    for patch in [diff, blocks] {
        bench
            .pipe(patch, ["patch", "--task", "t2"])
            .fails(1, "; entry 1 of task `t1` replaced its lines with `B`");
    }
    let ran = bench.pipe(diff, ["patch", "--json"]);
    ran.status_is(1).unchanged();
    let conflicts = ran.json()["error"]["conflicts"].clone();
    assert_eq!(conflicts[0]["task"], "t1");
    assert_eq!(conflicts[0]["theirs"], "-b\n+B\n");
}

/// `t1` has read the file. Then `t2` quotes lines 1 to 3 and changes line 3.
fn quoting() -> Bench {
    let bench = Bench::with("a", LINES);
    bench.line("view a --task t1").status_is(0);
    edit(&bench, "t2", "a", ("one\ntwo\nthree", "one\ntwo\nTHREE"));
    bench
}

#[test]
fn lines_that_an_edit_only_quotes_are_not_its_own() {
    let bench = quoting();
    edit(&bench, "t1", "a", ("two", "2"));
    assert_eq!(bench.text("a"), "one\n2\nTHREE\nfour\nfive\n");
    let ran = bench.line("replace a --old THREE --new 3 --task t1");
    ran.status_is(3).unchanged();
}

#[test]
fn a_line_of_another_may_be_quoted_as_it_stands() {
    let bench = quoting();
    edit(&bench, "t1", "a", ("two\nTHREE\nfour", "two\nTHREE\nFOUR"));
    assert_eq!(bench.text("a"), "one\ntwo\nTHREE\nFOUR\nfive\n");
}

#[test]
fn an_undo_keeps_lines_that_others_put_beside_quoted_ones() {
    let bench = Bench::with("a", "one\ntwo\n");
    edit(&bench, "t1", "a", ("one", "one\nfrom t1"));
    bench.line("view a --task t2").status_is(0);
    edit(&bench, "t2", "a", ("from t1", "from t1\nfrom t2"));
    bench.line("undo --task t1").status_is(0);
    assert_eq!(bench.text("a"), "one\nfrom t2\ntwo\n");
    bench.line("redo --task t1").status_is(0);
    assert_eq!(bench.text("a"), "one\nfrom t1\nfrom t2\ntwo\n");
}
