//! `log`, `undo`, `redo`, and conflicts between tasks.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;

use crate::bench::Bench;

const LINES: &str = "one\ntwo\nthree\nfour\nfive\n";

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Replaces `old` with `new` in the file `a`, as `task`.
fn edit_as(bench: &Bench, task: &str, old: &str, new: &str) -> Option<i32> {
    let args = ["replace", "a", "--old", old, "--new", new, "--task", task];
    bench.run(args).status
}

fn edit(bench: &Bench, old: &str, new: &str) {
    let ran = bench.run(["replace", "a", "--old", old, "--new", new]);
    ran.status_is(0);
}

/// The only history file of `bench`.
fn history(bench: &Bench) -> PathBuf {
    let mut directories = vec![bench.state().to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path)
            } else if path.ends_with("history-1.jsonl") {
                return path;
            }
        }
    }
    panic!("there is no history")
}

/// Applies `change` to every line of the history, with correct checksums.
fn rewrite(history: &Path, change: impl Fn(Value) -> Value) {
    let text = fs::read_to_string(history).unwrap();
    let changed = text.lines().map(|line| {
        let mut line = json(line);
        line.as_object_mut().unwrap().remove("sum");
        let line = change(line).to_string();
        let open = line.strip_suffix('}').unwrap();
        let sum = blake3::hash(open.as_bytes()).to_hex();
        format!("{open},\"sum\":\"{}\"}}\n", &sum[..16])
    });
    fs::write(history, changed.collect::<String>()).unwrap();
}

#[test]
fn entries_that_an_edit_prunes_are_reported() {
    const DAY: u64 = 24 * 60 * 60 * 1000;
    let bench = Bench::with("a", LINES);
    for (old, new) in [("one", "1"), ("two", "2"), ("three", "3")] {
        edit(&bench, old, new);
    }
    rewrite(&history(&bench), |mut line| {
        let earlier = |time: &Value, days: u64| Value::from(time.as_u64().unwrap() - days * DAY);
        let days = match line["id"].as_u64() {
            Some(1) => 80,
            Some(2) => 40,
            _ => 0,
        };
        if line.get("time").is_some() {
            line["time"] = earlier(&line["time"], days);
            line["tally"]["swept"] = earlier(&line["tally"]["swept"], 80);
        }
        line
    });
    bench.line("log -q").status_is(0);
    let ran = bench.run(["replace", "a", "--old", "four", "--new", "4", "--json"]);
    ran.status_is(0);
    let warnings = json(&ran.stdout)["warnings"].clone();
    assert_eq!(warnings[0]["code"], "pruned", "{warnings}");
    let message = warnings[0]["message"].as_str().unwrap();
    let told = "the journal deleted 1 old entry, up to entry 1, and ";
    assert!(message.starts_with(told), "{message}");
    bench.line("undo 1").status_is(1).unchanged();
    bench.line("undo 2").status_is(0);
    // The warning is printed only once.
    edit(&bench, "five", "5");
}

#[test]
fn an_entry_whose_texts_are_gone_is_marked_and_its_undo_refused() {
    let old = (0..2_000).map(|number| format!("line {number}\n"));
    let bench = Bench::with("a", old.collect::<String>());
    let new = (0..2_000).map(|number| format!("{:x}\n", number * 7_919));
    let args = [
        "write",
        "a",
        "--overwrite",
        "--text-file",
        "-",
        "--force-shrink",
    ];
    bench.pipe(new.collect::<String>(), args).status_is(0);
    bench
        .line("replace a --old '0\n1eef\n' --new '0\n'")
        .status_is(0);
    let marks = || {
        let listed = bench.line("log").stdout.clone();
        let marks = listed
            .lines()
            .map(|line| line.ends_with("(cannot be undone)"));
        marks.collect::<Vec<bool>>()
    };
    assert_eq!(marks(), [false, false]);
    let objects = history(&bench).with_file_name("objects");
    let removed = remove_files(&objects);
    assert!(removed > 0);
    assert_eq!(marks(), [false, true]);
    bench.line("undo 1").fails(3, "entry 1 cannot be undone");
    bench.line("undo 2").status_is(0);
}

/// Removes all files of a directory, and counts them.
fn remove_files(directory: &Path) -> usize {
    let mut removed = 0;
    for entry in fs::read_dir(directory).unwrap() {
        fs::remove_file(entry.unwrap().path()).unwrap();
        removed += 1;
    }
    removed
}

#[test]
fn an_edit_names_the_entry_that_undoes_it() {
    let bench = Bench::with("a", LINES);
    let ran = bench.line("replace a --old two --new 2 --json");
    ran.status_is(0);
    assert_eq!(json(&ran.stdout)["undo"], "1");
    let ran = bench.line("undo 1 --json");
    ran.edits(&[("a", LINES)]);
    let report = json(&ran.stdout);
    assert_eq!(report["operation"], "undo");
    assert_eq!(report["undo"], "2");
    assert_eq!(report["takes_back"][0], "1");
    let ran = bench.line("undo 1");
    assert!(!ran.stdout.contains("undid"));
    ran.refused(
        1,
        "incise: entry 1 is already undone\nhint: `incise log` lists the entries\n",
    );
}

/// Deleted lines are restored between the lines that surrounded them, or not at all.
#[test]
fn a_deletion_is_restored_only_between_both_of_its_neighbors() {
    let numbers = |from: usize, to: usize| -> String {
        (from..=to).map(|number| format!("{number}\n")).collect()
    };
    let taken_out = format!("1\n{}", numbers(30, 30));
    for (rewritten, is_put_back) in [
        (numbers(1, 5), false),
        ("0\n30\n".to_owned(), false),
        ("1\n31\n".to_owned(), false),
        (format!("0\n{taken_out}31\n"), true),
    ] {
        for undo in [&["undo"][..], &["undo", "--task", "t"]] {
            let bench = Bench::with("a", numbers(1, 30));
            let lines = ["lines", "a", "2:29", "--text", "", "--force-shrink"];
            bench.run(lines.iter().chain(&["--task", "t"])).status_is(0);
            assert_eq!(bench.text("a"), taken_out);
            fs::write(bench.path().join("a"), &rewritten).unwrap();
            let ran = bench.run(undo);
            if is_put_back {
                ran.status_is(0);
                assert_eq!(bench.text("a"), format!("0\n{}31\n", numbers(1, 30)));
            } else {
                ran.status_is(3).says("changed since");
                assert_eq!(bench.text("a"), rewritten);
            }
        }
    }
    // An undone insertion is not repeated next to a different line.
    let bench = Bench::with("a", "1\n2\n");
    edit(&bench, "1\n", "1\nnew\n");
    bench.line("undo").status_is(0);
    fs::write(bench.path().join("a"), "1\nzwei\n").unwrap();
    bench.line("redo").status_is(3).says("changed since");
    assert_eq!(bench.text("a"), "1\nzwei\n");
}

#[test]
fn an_undo_that_changes_nothing_says_so() {
    let bench = Bench::with("a", LINES);
    edit(&bench, "two", "2");
    fs::write(bench.path().join("a"), LINES).unwrap();
    let ran = bench.line("undo");
    ran.status_is(0).unchanged();
    ran.prints("undid entry 1: nothing changes, because it is already undone\n");
    // The edit is in the file again, as after `git stash pop`.
    fs::write(bench.path().join("a"), LINES.replace("two", "2")).unwrap();
    let ran = bench.line("undo 1 -q");
    ran.edits(&[("a", LINES)]);
}

#[test]
fn undo_and_redo_step_through_the_entries() {
    let bench = Bench::with("a", "0\n");
    for (old, new) in [("0", "1"), ("1", "2"), ("2", "3")] {
        edit(&bench, old, new);
    }
    for (word, expected) in [
        ("undo", "2\n"),
        ("undo", "1\n"),
        ("redo", "2\n"),
        ("undo", "1\n"),
        ("undo", "0\n"),
        ("redo", "1\n"),
        ("redo", "2\n"),
        ("redo", "3\n"),
    ] {
        bench.run([word]).edits(&[("a", expected)]);
    }
    bench.line("redo").refused(
        1,
        "incise: there is no undo left to redo\nhint: `incise log` lists the entries\n",
    );
}

/// Each process undoes one edit. No process fails because another was faster.
#[test]
fn simultaneous_undos_revert_one_edit_each() {
    let numbers = 0..8;
    let text: String = numbers
        .clone()
        .map(|number| format!("<{number}>\n"))
        .collect();
    let bench = Bench::with("a", &text);
    let before = bench.tree();
    for number in numbers.clone() {
        edit(&bench, &format!("<{number}>"), "x");
    }
    let started: Vec<_> = numbers
        .map(|_| {
            let mut command = bench.command();
            command.args(["undo", "--json"]).stdout(Stdio::piped());
            command.spawn().unwrap()
        })
        .collect();
    for undo in started {
        let output = undo.wait_with_output().unwrap();
        assert!(output.status.success());
        let report = json(&String::from_utf8(output.stdout).unwrap());
        assert_eq!(report["changed"], true);
    }
    assert_eq!(bench.tree(), before);
    bench.line("undo").status_is(1);
}

#[test]
fn a_dry_run_of_an_undo_writes_nothing() {
    let bench = Bench::with("a", LINES);
    edit(&bench, "two", "2");
    let ran = bench.line("undo -n");
    ran.status_is(0).unchanged();
    ran.prints("-2\n+two\n");
    let log = bench.line("log").stdout;
    assert_eq!(log.lines().count(), 1, "{log}");
}

#[test]
fn an_old_edit_is_undone_under_later_and_foreign_ones() {
    let bench = Bench::with("a", LINES);
    edit(&bench, "two", "2");
    edit(&bench, "one\n", "zero\none\n");
    let foreign = bench.text("a").replace("five", "FIVE");
    fs::write(bench.path().join("a"), foreign).unwrap();
    let ran = bench.line("undo 1");
    ran.status_is(0);
    ran.changed(&[("a", "zero\none\ntwo\nthree\nfour\nFIVE\n")]);
}

#[test]
fn an_undo_of_changed_lines_is_refused_with_both_sides() {
    let bench = Bench::with("a", LINES);
    edit(&bench, "two", "2");
    edit(&bench, "2", "zwei");
    let ran = bench.line("undo 1 --json");
    ran.status_is(3).unchanged();
    let error = &json(&ran.stdout)["error"];
    assert_eq!(error["code"], "undo_conflict");
    assert_eq!(error["conflicts"][0]["mine"], "-2\n+two\n");
    assert_eq!(error["conflicts"][0]["theirs"], "-2\n+zwei\n");
    let ran = bench.line("undo 1");
    ran.status_is(3).unchanged();
    ran.says("a: entry 1 cannot be undone: line 2 changed since");
    ran.says("+zwei");
}

#[test]
fn creations_removals_and_moves_are_undone_and_redone() {
    let bench = Bench::with("a", LINES).mode("a", 0o640);
    bench.line("create new --text x").status_is(0);
    bench.line("move a b").status_is(0);
    bench.line("remove b").status_is(0);
    bench.line("undo").status_is(0);
    assert_eq!(bench.text("b"), LINES);
    let mode = fs::metadata(bench.path().join("b")).unwrap().permissions();
    assert_eq!(mode.mode() & 0o7777, 0o640);
    bench.line("undo").status_is(0);
    assert_eq!(bench.text("a"), LINES);
    assert!(!bench.path().join("b").exists());
    bench.line("undo").status_is(0);
    assert!(!bench.path().join("new").exists());
    for _ in 0..3 {
        bench.line("redo").status_is(0);
    }
    assert_eq!(bench.tree().len(), 1);
    assert!(bench.text("new").starts_with('x'));
}

#[test]
fn a_file_in_the_way_of_a_moved_one_is_named() {
    let bench = Bench::with("a", LINES);
    bench.line("move a b -q").status_is(0);
    fs::write(bench.path().join("a"), "x").unwrap();
    bench
        .line("undo")
        .status_is(3)
        .says("incise: a: ")
        .says("hint: move `a` away first");
    fs::rename(bench.path().join("a"), bench.path().join("c")).unwrap();
    bench.line("undo").status_is(0);
    assert_eq!(bench.text("a"), LINES);
}

#[test]
fn an_undo_with_nothing_left_to_do_gives_way_to_the_one_before() {
    let bench = Bench::with("a", LINES);
    edit(&bench, "two", "2");
    bench.line("create new --text x").status_is(0);
    fs::remove_file(bench.path().join("new")).unwrap();
    let ran = bench.line("undo --json");
    ran.status_is(0).unchanged();
    assert_eq!(json(&ran.stdout)["changed"], false);
    bench.line("undo").edits(&[("a", LINES)]);
}

#[test]
fn the_log_is_newest_first_and_filtered() {
    let bench = Bench::with("a", LINES).file("b", LINES);
    edit_as(&bench, "t1", "two", "2");
    bench.line("append b --text six").status_is(0);
    bench.line("undo").status_is(0);
    let ids = |args: &[&str]| {
        let ran = bench.run(args.iter().chain(&["--json"]));
        let log = json(&ran.stdout);
        let entries = log["entries"].as_array().unwrap().clone();
        let id = |entry: &Value| entry["id"].as_str().unwrap().to_owned();
        entries.iter().map(id).collect::<Vec<_>>()
    };
    assert_eq!(ids(&["log"]), ["3", "2", "1"]);
    assert_eq!(ids(&["log", "--path", "a"]), ["1"]);
    assert_eq!(ids(&["log", "--path", "b"]), ["3", "2"]);
    assert_eq!(ids(&["log", "--task", "t1"]), ["1"]);
    assert_eq!(ids(&["log", "--max", "1"]), ["3"]);
    assert!(ids(&["log", "--max", "0"]).is_empty());

    let text = bench.line("log").stdout;
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with("3 ") && lines[0].ends_with(" undo of 2 b"),
        "{text}"
    );
    assert!(lines[1].ends_with(" append b (undone by 3)"), "{text}");
    assert!(lines[2].ends_with(" [t1] replace a"), "{text}");

    let ran = bench.line("log show 1");
    ran.status_is(0).unchanged();
    ran.prints("-two\n+2\n");
    bench.line("log show 9").refused(
        1,
        "incise: the journal has no entry 9\nhint: `incise log` lists the entries\n",
    );
}

#[test]
fn without_a_journal_there_is_nothing_to_undo() {
    let bench = Bench::with("a", LINES);
    let line = "replace a --old two --new 2 --no-journal --json";
    let ran = bench.line(line);
    ran.status_is(0);
    let report = json(&ran.stdout);
    assert!(report.get("undo").is_none());
    assert_eq!(report["warnings"][0]["code"], "no_undo");
    bench.line("log").done("no entry\n", &[]);
    bench
        .line("log --prune")
        .done("deleted 0 entries, 0 bytes of stored content\n", &[]);
    bench.line("log -q").done("", &[]);
    bench.line("undo").refused(
        1,
        "incise: this workspace has no journal: no edit was recorded\nhint: `incise log -C DIR` lists the edits of another workspace\n",
    );
}

#[test]
fn an_unusable_state_directory_costs_the_history_only() {
    let bench = Bench::with("a", LINES).file("state", "not a directory");
    let bench = {
        let state = bench.path().join("state");
        bench.env("INCISE_STATE_DIR", state.as_os_str())
    };
    let ran = bench.line("replace a --old two --new 2 --json");
    ran.edits(&[("a", &LINES.replace("two", "2"))]);
    let report = json(&ran.stdout);
    assert!(report.get("undo").is_none());
    assert_eq!(report["warnings"][0]["code"], "no_journal");
}

#[test]
fn check_and_dry_runs_leave_no_trace_in_the_state_directory() {
    let bench = Bench::with("a", LINES).directory("home");
    let state = bench.path().join("home/state");
    let bench = bench.env("INCISE_STATE_DIR", state.as_os_str());
    for args in [
        [
            "check", "replace", "a", "--old", "two", "--new", "2", "--task", "t1",
        ],
        [
            "replace", "-n", "a", "--old", "two", "--new", "2", "--task", "t1",
        ],
    ] {
        bench.run(args).status_is(0).unchanged();
    }
    assert!(!state.exists());
}

#[test]
fn lines_another_task_wrote_are_refused_until_they_are_read() {
    let bench = Bench::with("a", LINES);
    assert_eq!(edit_as(&bench, "t1", "two", "2"), Some(0));
    assert_eq!(edit_as(&bench, "t2", "five", "5"), Some(0));
    assert_eq!(edit_as(&bench, "t3", "2", "zwei"), Some(3));
    let line = "check replace a --old 2 --new zwei --task t3";
    let ran = bench.line(line);
    ran.status_is(3).unchanged();
    assert!(
        ran.stderr
            .starts_with("incise: a: conflict: task `t1` wrote line 2 in entry 1\n"),
        "{}",
        ran.stderr
    );
    ran.says("-two").says("+zwei");
    // An edit without a task has no conflicts. Reading shows a task the lines of others.
    bench
        .line("check replace a --old 2 --new zwei")
        .status_is(0);
    bench.line("view a --task t3").status_is(0);
    assert_eq!(edit_as(&bench, "t3", "2", "zwei"), Some(0));
    assert_eq!(edit_as(&bench, "t1", "zwei", "2"), Some(3));
}

#[test]
fn a_conflict_may_be_warned_of_or_overruled() {
    let edit = |choice: &str| {
        let bench = Bench::with("a", LINES);
        edit_as(&bench, "t1", "two", "2");
        let ran = bench.run([
            "replace",
            "a",
            "--old",
            "2",
            "--new",
            "zwei",
            "--task",
            "t2",
            "--on-conflict",
            choice,
            "--json",
        ]);
        ran.edits(&[("a", &LINES.replace("two", "zwei"))]);
        json(&ran.stdout)["warnings"].clone()
    };
    assert_eq!(edit("warn")[0]["code"], "conflict");
    assert_eq!(edit("force"), Value::Array(Vec::new()));
}

#[test]
fn the_environment_names_the_task() {
    let bench = Bench::with("a", LINES).env("INCISE_TASK", "t2");
    assert_eq!(edit_as(&bench, "t1", "two", "2"), Some(0));
    let edit = ["replace", "a", "--old", "2", "--new", "zwei"];
    bench.run(edit).status_is(3).unchanged();
    bench.line("view a").status_is(0);
    bench.run(edit).status_is(0);
}

#[test]
fn all_of_a_task_is_undone_at_once_or_not_at_all() {
    let bench = Bench::with("a", LINES).file("b", LINES);
    edit_as(&bench, "t1", "two", "2");
    bench.line("append b --text six --task t1").status_is(0);
    edit_as(&bench, "t2", "five", "5");
    edit_as(&bench, "t1", "one", "1");
    let ran = bench.line("undo --task t1");
    ran.status_is(0);
    ran.changed(&[("a", &LINES.replace("five", "5")), ("b", LINES)]);
    assert!(ran.stdout.ends_with("\nundid entries 4, 2 and 1\n"));
    let ran = bench.line("redo");
    ran.status_is(0);
    assert!(ran.stdout.ends_with("\nredid entry 5\n"));
    bench.line("view a --task t2").status_is(0);
    edit_as(&bench, "t2", "2", "zwei");
    bench.line("undo --task t1").status_is(3).unchanged();
}

#[test]
fn secrets_are_not_kept_and_the_report_says_so() {
    let bench = Bench::with(".env", "KEY=hunter2\n");
    let ran = bench.line("replace .env --old hunter2 --new hunter3 --json");
    ran.status_is(0);
    assert_eq!(json(&ran.stdout)["warnings"][0]["code"], "not_kept");
    let ran = bench.line("undo");
    ran.status_is(3).unchanged();
    ran.says("usually contain secrets");
}

#[test]
fn journal_names_are_relative_to_the_workspace() {
    let bench = Bench::with("src/a", LINES).directory(".git");
    bench
        .line("replace -C src a --old two --new 2")
        .status_is(0);
    let log = json(&bench.line("log --json").stdout);
    assert_eq!(log["entries"][0]["files"][0]["path"], "src/a");
    let ran = bench.line("undo -C src --json");
    ran.edits(&[("src/a", LINES)]);
    assert_eq!(json(&ran.stdout)["path"], "a");
}

/// A workspace after edits, a rename, a removal and an undo, and its `log --export`.
fn exported() -> (Bench, Vec<u8>) {
    let bench = Bench::with("a", LINES).file("d/b", "b\n").file("c", "c\n");
    edit(&bench, "two", "2");
    edit(&bench, "five", "5");
    bench.line("move a d/a").status_is(0);
    bench.line("replace d/a --old 2 --new zwei").status_is(0);
    bench.line("create new --text x").status_is(0);
    bench.line("remove c").status_is(0);
    bench.line("append d/b --text more").status_is(0);
    bench.line("undo").status_is(0);
    let ran = bench.line("log --export");
    ran.status_is(0).unchanged();
    let edits = ran.bytes.clone();
    (bench, edits)
}

fn start() -> Bench {
    Bench::with("a", LINES).file("d/b", "b\n").file("c", "c\n")
}

#[test]
fn a_replay_makes_the_same_tree_and_twice_changes_nothing() {
    let (here, edits) = exported();
    let there = start();
    let ran = there.pipe(&edits, ["replay", "--json"]);
    ran.status_is(0).tree_is(&here.tree());
    assert_eq!(json(&ran.stdout)["changed"], true);
    for again in [["replay", "--json"], ["apply", "--json"]] {
        let ran = there.pipe(&edits, again);
        ran.status_is(0).unchanged();
        assert_eq!(json(&ran.stdout)["changed"], false);
    }
    // A replay is an edit, and can be undone.
    there.line("undo").status_is(0).tree_is(&start().tree());
}

#[test]
fn an_interrupted_replay_continues() {
    let (here, edits) = exported();
    let lines: Vec<&[u8]> = edits.split_inclusive(|&byte| byte == b'\n').collect();
    for stop in 1..lines.len() {
        let there = start();
        there.pipe(lines[..stop].concat(), ["replay"]).status_is(0);
        there
            .pipe(&edits, ["replay"])
            .status_is(0)
            .tree_is(&here.tree());
    }
}

/// Histories in which a name has the same text twice, or two names have the same text. One list of commands each.
const COMING_BACK: &[&str] = &[
    "move a f; create a --text x\n",
    "append a --text y; move a f; create a --text x\n; append f --text z",
    "move empty f; create empty --text ''; append f --text z",
    "remove b; move a b",
    "move a f; move b a; move f b; append b --text z",
    "move a f; undo; move a g",
    "append a --text y; undo; append a --text z",
    "remove a; undo; move a f; undo; redo",
    "move a f; move f g; move g a; append a --text y",
    "create f --text x\n; remove f; create f --text x\n; append f --text y",
];

fn coming_back() -> Bench {
    Bench::with("a", "x\n").file("b", "x\n").file("empty", "")
}

/// A replay distinguishes edits that are already made from those that only look so. From any start it ends in the
/// same state.
#[test]
fn a_replay_ends_where_the_history_ended() {
    for history in COMING_BACK {
        let here = coming_back();
        for command in history.split("; ") {
            let words: Vec<_> = command
                .split(' ')
                .map(|word| word.replace("''", ""))
                .collect();
            here.run(&words).status_is(0);
        }
        let edits = here.line("log --export").bytes;
        let lines: Vec<&[u8]> = edits.split_inclusive(|&byte| byte == b'\n').collect();
        for stop in 0..lines.len() {
            let there = coming_back();
            if stop > 0 {
                there.pipe(lines[..stop].concat(), ["replay"]).status_is(0);
            }
            there
                .pipe(&edits, ["replay"])
                .status_is(0)
                .tree_is(&here.tree());
            there.pipe(&edits, ["replay"]).status_is(0).unchanged();
        }
    }
}

/// A move is not done while the file still has its old name.
#[test]
fn a_file_that_only_looks_moved_is_not_taken_for_it() {
    let here = Bench::with("a", "x\n");
    here.line("move a b").status_is(0);
    let edits = here.line("log --export").bytes;
    let there = Bench::with("a", "x\n").file("b", "x\n");
    let ran = there.pipe(&edits, ["replay"]);
    ran.fails(3, "incise: b: stale: expected no file");
}

#[test]
fn a_replay_keeps_to_the_expected_hash_of_its_file() {
    let here = Bench::with("a", "x\n").file("b", "x\n");
    here.line("append a --text y").status_is(0);
    let one = here.line("log --export").bytes;
    here.pipe(
        r#"[{"op":"append","path":"a","text":"z"},{"op":"append","path":"b","text":"z"}]"#,
        ["apply", "-q"],
    )
    .status_is(0);
    let two = here.line("log --export").bytes;
    let hash = blake3::hash(b"x\n").to_hex();
    let there = Bench::with("a", "x\n").file("b", "x\n");
    there
        .pipe(&one, ["replay", "--expect-hash", "00000000"])
        .fails(3, "a: stale");
    for edits in [&two[..], &two[one.len()..]] {
        there
            .pipe(edits, ["replay", "--expect-hash", &hash])
            .fails(2, "the expected hash is for one file");
    }
    there
        .pipe(&one, ["replay", "--expect-hash", &hash, "-q"])
        .edits(&[("a", "x\ny\n")]);
}

/// Edits whose text was changed on the way do not give the result that the export states.
#[test]
fn exported_edits_with_a_different_result_are_refused() {
    let here = Bench::with("a", "one\ntwo\n");
    here.line("replace a --old two --new TWO").status_is(0);
    let edits = here.line("log --export").stdout;
    for (from, to) in [
        (r#""new":"TWO""#, r#""new":"TVO""#),
        (r#""old":"two""#, r#""old":"tvo""#),
        (r#""at":4"#, r#""at":3"#),
    ] {
        let changed = edits.replace(from, to);
        assert_ne!(changed, *edits, "{from}");
        Bench::with("a", "one\ntwo\n")
            .pipe(changed, ["replay"])
            .fails(2, "the edits do not produce the content that `after` names");
    }
    let twice = edits.replace("\"files\":[", "\"files\":[FILE,");
    let file = &edits[edits.find("[{").unwrap() + 1..edits.rfind("]}").unwrap()];
    Bench::with("a", "one\ntwo\n")
        .pipe(twice.replace("FILE", file), ["replay"])
        .status_is(2)
        .unchanged();
}

/// The final mode is replayed, even if the mode changed in between.
#[test]
fn a_mode_that_was_taken_back_is_replayed_as_such() {
    let diff = "diff --git a/a b/a\nold mode 100644\nnew mode 100755\n";
    let here = Bench::with("a", "x\n").mode("a", 0o644);
    here.pipe(diff, ["patch"]).status_is(0);
    let middle = here.tree();
    here.line("undo").status_is(0);
    let edits = here.line("log --export").bytes;
    let there = Bench::with("a", "x\n").mode("a", 0o755);
    assert_eq!(there.tree(), middle);
    there
        .pipe(&edits, ["replay"])
        .status_is(0)
        .tree_is(&here.tree());
}

#[test]
fn a_stale_file_refuses_the_whole_replay() {
    let (_, edits) = exported();
    for (path, text) in [("a", "other\n"), ("d/b", "other\n"), ("c", "other\n")] {
        let there = start().file(path, text);
        let ran = there.pipe(&edits, ["replay", "--json"]);
        ran.status_is(3).unchanged();
        let error = &json(&ran.stdout)["error"];
        assert_eq!(
            (&error["code"], &error["path"]),
            (&"stale".into(), &path.into())
        );
    }
}

#[test]
fn a_replay_stays_below_its_root() {
    let (here, edits) = exported();
    let there = Bench::new()
        .file("t/a", LINES)
        .file("t/d/b", "b\n")
        .file("t/c", "c\n");
    there.pipe(&edits, ["replay", "--root", "t"]).status_is(0);
    for (path, entry) in here.tree() {
        assert_eq!(there.tree()[&Path::new("t").join(path)], entry);
    }
    let climbing = String::from_utf8(edits)
        .unwrap()
        .replace("\"a\"", "\"../a\"");
    there
        .pipe(climbing, ["replay", "--root", "t"])
        .status_is(2)
        .unchanged();
}

#[test]
fn secrets_are_redacted_in_exports_and_not_replayed() {
    let bench = Bench::with(".env", "KEY=hunter2\n");
    bench
        .line("replace .env --old hunter2 --new hunter3")
        .status_is(0)
        .says("warning: .env: this cannot be undone");
    let edits = bench.line("log --export").stdout;
    assert!(
        edits.contains("\"redacted\":true") && !edits.contains("hunter"),
        "{edits}"
    );
    bench.pipe(&edits, ["replay"]).status_is(0).unchanged();
    let there = Bench::with(".env", "KEY=hunter2\n");
    there.pipe(&edits, ["replay"]).status_is(2).unchanged();
}

#[test]
fn the_creation_of_a_secret_can_be_undone() {
    let bench = Bench::new();
    bench
        .line("create .env --text KEY=1 -q")
        .done("", &[(".env", "KEY=1\n")]);
    assert!(!bench.line("log").stdout.contains("cannot be undone"));
    bench
        .line("undo")
        .status_is(0)
        .says("this cannot be undone");
    assert!(bench.tree().is_empty());
}

#[test]
fn files_outside_the_workspace_are_redacted_in_exports_and_not_replayed() {
    let bench = Bench::with("w/a", LINES).file("out", LINES);
    for command in [
        "insert a ../out --line 0 --text top -q",
        "append ../out --text end -q",
    ] {
        bench.line(&format!("{command} -C w")).status_is(0);
    }
    let edits = bench.line("log --export -C w").stdout;
    assert_eq!(edits.matches("\"redacted\":true").count(), 2, "{edits}");
    let there = Bench::with("a", LINES);
    there.pipe(&edits, ["replay"]).status_is(2).unchanged();
}

/// A patch that makes one file executable, and adds an executable file.
const EXECUTABLE: &str = "diff --git a/a b/a\nold mode 100644\nnew mode 100755\n\
                          diff --git a/new b/new\nnew file mode 100755\n\
                          --- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+echo\n";

fn mode_of(bench: &Bench, path: &str) -> u32 {
    let facts = fs::metadata(bench.path().join(path)).unwrap();
    facts.permissions().mode() & 0o7777
}

#[test]
fn modes_are_undone_redone_and_replayed() {
    let here = Bench::with("a", LINES).mode("a", 0o644);
    here.pipe(EXECUTABLE, ["patch"]).status_is(0);
    let made = here.tree();
    assert_eq!((mode_of(&here, "a"), mode_of(&here, "new")), (0o755, 0o755));
    here.line("undo").status_is(0);
    assert_eq!(mode_of(&here, "a"), 0o644);
    here.line("redo").status_is(0).tree_is(&made);
    let edits = here.line("log --export --max 3").bytes;
    let there = Bench::with("a", LINES).mode("a", 0o644);
    there.pipe(&edits, ["replay"]).status_is(0).tree_is(&made);
    there.pipe(&edits, ["replay"]).status_is(0).unchanged();
    // The texts are already there, but the modes differ.
    let other = Bench::with("a", LINES)
        .mode("a", 0o640)
        .file("new", "echo\n");
    let other = other.mode("new", 0o600);
    let first = edits.split_inclusive(|&byte| byte == b'\n').next().unwrap();
    other.pipe(first, ["replay"]).status_is(0);
    let modes = (mode_of(&other, "a"), mode_of(&other, "new"));
    assert_eq!(modes, (0o750, 0o700));
}

#[test]
fn a_file_that_came_back_is_replayed_with_its_mode() {
    let here = Bench::with("a", LINES).mode("a", 0o640);
    here.line("remove a").status_is(0);
    here.line("undo").status_is(0);
    let edits = here.line("log --export --max 1").bytes;
    let there = Bench::new();
    there.pipe(&edits, ["replay"]).status_is(0);
    assert_eq!(
        (there.text("a").as_str(), mode_of(&there, "a")),
        (LINES, 0o640)
    );
}

/// Transactions in which one file takes the name that another one leaves.
const TRADES: &[(&str, &str)] = &[
    (
        "patch",
        "diff --git a/a b/b\nrename from a\nrename to b\ndiff --git a/b b/a\nrename from b\nrename to a\n",
    ),
    (
        "patch",
        "diff --git a/a b/c\nrename from a\nrename to c\ndiff --git a/a b/a\nnew file mode 100644\n\
         --- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+new\n",
    ),
    (
        "apply",
        r#"[{"op":"remove","path":"a"},{"op":"create","path":"a","text":"y\n"}]"#,
    ),
    (
        "apply",
        r#"[{"op":"remove","path":"a"},{"op":"move","path":"b","to":"a"}]"#,
    ),
    (
        "apply",
        r#"[{"op":"move","path":"a","to":"c"},{"op":"move","path":"b","to":"a"},
            {"op":"create","path":"b","text":"new\n"}]"#,
    ),
    (
        "patch",
        "diff --git a/a b/c\ncopy from a\ncopy to c\ndiff --git a/a b/a\ndeleted file mode 100640\n\
         --- a/a\n+++ /dev/null\n@@ -1,5 +0,0 @@\n-one\n-two\n-three\n-four\n-five\n",
    ),
];

#[test]
fn files_that_trade_names_are_undone_redone_and_replayed() {
    for (command, request) in TRADES {
        let start = || Bench::with("a", LINES).file("b", "b\n").mode("a", 0o640);
        let here = start();
        here.pipe(request, [command]).status_is(0);
        let made = here.tree();
        let edits = here.line("log --export").bytes;
        here.line("undo").status_is(0).tree_is(&start().tree());
        here.line("redo").status_is(0).tree_is(&made);
        here.line("undo").status_is(0).tree_is(&start().tree());
        let there = start();
        there.pipe(&edits, ["replay"]).status_is(0).tree_is(&made);
        there.pipe(&edits, ["replay"]).status_is(0).unchanged();
        there.line("undo").status_is(0).tree_is(&start().tree());
    }
}

#[test]
fn a_file_removed_and_made_again_is_reported_as_edited() {
    let bench = Bench::with("a", "x\n");
    let ran = bench.pipe(TRADES[2].1, ["apply", "--json"]);
    let report = ran.status_is(0).json();
    assert_eq!(report["files"][0]["created"], false);
    assert_eq!(report["files"][0]["lines_removed"], 1);
}

/// An empty text does not change its empty base, but it replaces the text of an existing file.
#[test]
fn an_empty_file_replaces_the_old_text() {
    for (text, request) in [
        (
            "",
            r#"[{"op":"remove","path":"a"},{"op":"append","path":"a","text":"new\n"}]"#,
        ),
        (
            "",
            r#"[{"op":"remove","path":"a"},{"op":"create","path":"a","text":"new\n"}]"#,
        ),
        (
            "old\n",
            r#"[{"op":"move","path":"a","to":"b"},{"op":"create","path":"a","text":""}]"#,
        ),
        (
            "old\n",
            r#"[{"op":"append","path":"a","text":"x"},{"op":"move","path":"a","to":"b"},
                {"op":"create","path":"a","text":""}]"#,
        ),
    ] {
        let bench = Bench::with("a", text).mode("a", 0o755);
        let before = bench.tree();
        bench.pipe(request, ["apply", "-q"]).status_is(0);
        let expected = if text.is_empty() { "new\n" } else { "" };
        assert_eq!(bench.text("a"), expected, "{request}");
        let after = bench.tree();
        bench.line("undo -q").status_is(0).tree_is(&before);
        bench.line("redo -q").status_is(0).tree_is(&after);
        bench.line("undo -q").status_is(0).tree_is(&before);
    }
}

fn history_file(bench: &Bench) -> PathBuf {
    let state = bench.state().join("state");
    let inside = fs::read_dir(state).unwrap().flatten();
    let mut histories = inside.map(|entry| entry.path().join("history-1.jsonl"));
    histories.find(|path| path.exists()).unwrap()
}

/// Simulates a process that was killed before it recorded the end of its last transaction.
fn forget_the_end(bench: &Bench) {
    let history = history_file(bench);
    let lines = fs::read_to_string(&history).unwrap();
    let (rest, last) = lines.trim_end().rsplit_once('\n').unwrap();
    assert!(last.starts_with("{\"done\""), "{last}");
    fs::write(&history, format!("{rest}\n")).unwrap();
}

#[test]
fn an_edit_whose_end_was_not_noted_happened_if_the_files_say_so() {
    let bench = Bench::with("a", LINES).file("b", "b\n");
    let batch = r#"[{"op":"append","path":"b","text":"x"},{"op":"replace","path":"a","old":"two","new":"2"}]"#;
    bench
        .pipe(batch, ["apply", "-q", "--task", "t1"])
        .status_is(0);
    let whole = bench.line("log --export").bytes;
    let list = bench.line("log").stdout;
    forget_the_end(&bench);
    assert_eq!(bench.line("log --export").bytes, whole);
    // One file has changed since, but the other still shows the result.
    fs::write(bench.path().join("a"), "other\n").unwrap();
    assert_eq!(bench.line("log --export").bytes, whole);
    assert_eq!(bench.line("log").stdout, list);
    // Now no file shows the result, so the entry is listed as uncertain.
    fs::write(bench.path().join("b"), "other\n").unwrap();
    assert_eq!(bench.line("log --export").bytes, whole);
    let ran = bench.line("log");
    ran.prints("may not have finished");
}

#[test]
fn an_edit_that_never_happened_is_not_listed_or_undone() {
    let bench = Bench::with("a", LINES);
    edit_as(&bench, "t1", "two", "2");
    let before = (bench.tree(), bench.line("log").stdout);
    let export = bench.line("log --export").bytes;
    edit_as(&bench, "t1", "five", "5");
    forget_the_end(&bench);
    fs::write(bench.path().join("a"), LINES.replace("two", "2")).unwrap();
    assert_eq!((bench.tree(), bench.line("log").stdout), before);
    assert_eq!(bench.line("log --export").bytes, export);
    assert_eq!(edit_as(&bench, "t2", "five", "fünf"), Some(0));
    bench.line("undo -q").status_is(0).tree_is(&before.0);
    bench.line("undo -q").edits(&[("a", LINES)]);
}

/// The check also finds the name that a file had before.
#[test]
fn uncommitted_entry_causes_no_conflict_after_a_move() {
    let bench = Bench::with("a", LINES);
    edit_as(&bench, "t1", "two", "2");
    edit_as(&bench, "t1", "five", "5");
    forget_the_end(&bench);
    fs::write(bench.path().join("a"), LINES.replace("two", "2")).unwrap();
    bench.line("move a b -q").status_is(0);
    let ours = |old: &str| {
        let words = ["replace", "b", "--old", old, "--new", "x", "--task", "t2"];
        bench.run(words)
    };
    ours("five").status_is(0);
    ours("2").status_is(3).unchanged();
}

/// Transaction logs are next to the journals, whatever the working directory is.
#[test]
fn a_relative_state_directory_is_one_wherever_flags_lead() {
    let bench = Bench::with("a", LINES)
        .file("b", "b\n")
        .directory("sub")
        .directory(".git")
        .env("INCISE_STATE_DIR", "state");
    let batch =
        r#"[{"op":"append","path":"../a","text":"x"},{"op":"append","path":"../b","text":"x"}]"#;
    bench.pipe(batch, ["apply", "-C", "sub", "-q"]).status_is(0);
    assert!(bench.path().join("state/txn").is_dir());
    assert!(!bench.path().join("sub/state").exists());
    bench.line("undo -q").status_is(0);
    assert_eq!(
        (bench.text("a"), bench.text("b")),
        (LINES.into(), "b\n".into())
    );
}

/// Only data needed for undo is required. The text after the edit only serves to find changes by others.
#[test]
fn an_edit_whose_text_cannot_be_stored_can_be_undone() {
    let bench = Bench::with("a", LINES);
    edit(&bench, "one", "1");
    let objects = history_file(&bench).with_file_name("objects");
    fs::remove_dir_all(&objects).unwrap();
    fs::write(&objects, "").unwrap();
    let before = bench.tree();
    let ran = bench.line("replace a --old two --new 2 --json");
    let report = ran.status_is(0).json();
    assert_eq!(
        (&report["warnings"], &report["undo"]),
        (&Value::Array(Vec::new()), &"2".into())
    );
    bench.line("undo").status_is(0).tree_is(&before);
}

/// A replay elsewhere must not repeat edits that were undone here.
#[test]
fn export_of_a_task_includes_undos_by_others() {
    let here = Bench::with("a", LINES).file("b", "b\n");
    edit_as(&here, "t1", "two", "2");
    here.line("append b --text x --task t2").status_is(0);
    edit_as(&here, "t1", "five", "5");
    here.line("undo 1").status_is(0);
    let edits = here.line("log --export --task t1").bytes;
    let there = Bench::with("a", LINES).file("b", "b\n");
    there.pipe(&edits, ["replay"]).status_is(0);
    assert_eq!(there.bytes("a"), here.bytes("a"));
    assert_eq!(there.text("b"), "b\n");
}

#[test]
fn a_write_through_a_hard_link_is_undone_through_it() {
    let bench = Bench::with("a", LINES).hard_link("b", "a");
    let before = bench.tree();
    bench
        .line("replace a --old two --new 2 --in-place")
        .status_is(0)
        .says("warning: a: written in place");
    bench
        .line("undo --in-place")
        .status_is(0)
        .says("warning: a: written in place");
    assert_eq!(bench.tree(), before);
    assert_eq!(bench.text("b"), LINES);
}

#[test]
fn only_an_undo_is_redone() {
    let bench = Bench::with("a", LINES);
    edit(&bench, "two", "2");
    bench.line("redo 1").fails(1, "entry 1 is not an undo");
}

#[test]
fn a_made_file_that_was_edited_since_says_how_to_undo_it() {
    let bench = Bench::new();
    bench.line("create a --text 'x\n'").status_is(0);
    bench.line("append a --text y").status_is(0);
    let ran = bench.line("undo 1");
    ran.fails(3, "undo the later edits first (`incise log --path a`)");
}

#[test]
fn a_missing_moved_file_has_its_former_name() {
    let here = Bench::with("a", LINES);
    here.line("move a b").status_is(0);
    let edits = here.line("log --export").bytes;
    let there = Bench::new();
    there.pipe(&edits, ["replay"]).fails(3, "incise: a: stale");
}

#[test]
fn unwritable_read_mark_is_a_warning() {
    let bench = Bench::with("a", LINES);
    edit(&bench, "two", "2");
    let history = history_file(&bench);
    fs::remove_file(&history).unwrap();
    fs::create_dir(&history).unwrap();
    bench.line("view a --task t1").status_is(0).says(
        "warning: a: the journal cannot be used, so it does not record that the task read this",
    );
}

#[test]
fn listing_no_entries_is_empty() {
    let bench = Bench::with("a", LINES);
    edit(&bench, "two", "2");
    bench.line("log --max 0").status_is(0).prints("no entry\n");
    bench.line("log --max 0 --export").done("", &[]);
}

#[test]
fn an_edit_that_waits_for_the_lock_is_not_recorded() {
    let bench = Bench::with("a", LINES);
    edit(&bench, "one", "1");
    let history = || fs::read(history_file(&bench)).unwrap();
    let before = history();
    let directory = fs::File::open(bench.path()).unwrap();
    directory.lock().unwrap();
    let args = ["append", "a", "--text", "x", "--lock-timeout", "20ms"];
    let ran = bench.run(args);
    ran.status_is(3).restored();
    ran.says(&format!("process {}", std::process::id()));
    assert_eq!(history(), before);
    directory.unlock().unwrap();
    bench.run(args).status_is(0);
    assert_ne!(history(), before);
}

/// A bench in which task `a` has edited lines 3 and 7, with the history file and its lines.
fn two_entries() -> (Bench, PathBuf, Vec<Vec<u8>>) {
    let bench = Bench::with("f", "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    for (line, text) in [("3", "A"), ("7", "C")] {
        let args = ["lines", "f", line, "--text", text, "--task", "a", "-q"];
        bench.run(args).status_is(0);
    }
    let history = history(&bench);
    let lines = fs::read(&history).unwrap();
    let lines = lines.split_inclusive(|byte| *byte == b'\n');
    let lines = lines.map(<[u8]>::to_vec).collect();
    (bench, history, lines)
}

#[test]
fn a_lost_entry_is_reported_and_not_mistaken_for_an_unwritten_one() {
    const WARNING: &str =
        "the journal is damaged: entry 2 cannot be read, so its changes are unknown";
    let flipped = |mut line: Vec<u8>| {
        line[40] ^= 1;
        line
    };
    let cut = |line: Vec<u8>| line[..line.len() / 2].to_vec();
    let zeroed = |line: Vec<u8>| vec![0; line.len()];
    let damages: [&dyn Fn(Vec<u8>) -> Vec<u8>; 3] = [&flipped, &cut, &zeroed];
    for (number, damage) in damages.iter().enumerate() {
        let (bench, history, mut lines) = two_entries();
        assert_eq!(lines.len(), 4);
        lines[2] = damage(lines[2].clone());
        // Only the line with a flipped bit is followed by other lines.
        let rest = if number == 0 { 4 } else { 3 };
        fs::write(&history, lines[..rest].concat()).unwrap();
        let log = bench.line("log");
        log.status_is(0).says(WARNING);
        assert!(log.stdout.starts_with("1 "), "{}", log.stdout);
        let log = bench.line("log --json").json();
        assert_eq!(log["warnings"][0]["code"], "entries_lost");
        for words in [
            &["undo"][..],
            &["redo"],
            &["undo", "--task", "a"],
            &["undo", "2"],
        ] {
            let ran = bench.run(words);
            ran.status_is(1).unchanged();
            ran.says(WARNING)
                .says("hint: check the files; `incise log` lists");
        }
        bench
            .line("check conflicts f --task b")
            .status_is(3)
            .prints("f:3: conflict")
            .says(WARNING);
        let edit = ["check", "lines", "f", "7", "--text", "B", "--task", "b"];
        bench.run(edit).status_is(0).prints("+B").says(WARNING);
        let edit = "check lines f 7 --text B --task b --json";
        let report = bench.line(edit).json();
        assert_eq!(report["warnings"][0]["code"], "entries_lost");
        let view = ["view", "f", "--task", "b"];
        bench
            .run(view)
            .status_is(0)
            .prints("f: 9 lines")
            .says(WARNING);
        // From then on, the task has seen everything.
        bench.run(view).status_is(0).prints("f: 9 lines");
        // The next edit is a new entry, and the lost entry stays lost.
        bench.line("append f --text x -q").status_is(0);
        bench.line("undo").status_is(0).prints("undid entry 3");
        bench.line("undo").fails(1, WARNING);
        bench
            .line("undo 1")
            .status_is(0)
            .prints("undid entry 1")
            .says(WARNING);
        assert_eq!(bench.text("f"), "1\n2\n3\n4\n5\n6\nC\n8\n9\n");
    }
}

#[test]
fn a_missing_journal_line_is_detected_by_its_number() {
    let (bench, history, lines) = two_entries();
    bench.line("append f --text x -q").status_is(0);
    let rest = fs::read(&history).unwrap()[lines.concat().len()..].to_vec();
    fs::write(&history, [lines[..2].concat(), rest].concat()).unwrap();
    bench
        .line("log")
        .status_is(0)
        .prints("3 ")
        .says("entry 2 cannot be read");
    bench.line("undo -q").status_is(0);
    bench.line("undo -q").fails(1, "entry 2 cannot be read");
}

#[test]
fn a_torn_line_after_a_crash_loses_no_entry() {
    for torn in ["{\"done\":2,\"s", "{\"read\":{\"ta", "{\"void\":"] {
        let (bench, history, lines) = two_entries();
        fs::write(&history, [&lines[..3].concat(), torn.as_bytes()].concat()).unwrap();
        bench.line("log").status_is(0).prints("1 ");
        bench.line("undo").status_is(0).prints("undid entry 2");
        bench.line("undo").status_is(0).prints("undid entry 1");
        bench.line("log").status_is(0).prints("1 ");
    }
}

#[test]
fn an_undo_that_is_stuck_names_the_entry_that_is_not() {
    let bench = Bench::with(".env", "KEY=hunter2\n").file("a", LINES);
    edit(&bench, "two", "2");
    let secret = ["replace", ".env", "--old", "hunter2", "--new", "x", "-q"];
    bench.run(secret).succeeds();
    bench.line("undo").fails(
        3,
        "\nhint: `incise undo 1` undoes the newest entry that can be undone; ",
    );
    bench.line("undo 1").edits(&[("a", LINES)]);
    let ran = bench.line("undo");
    ran.status_is(3).unchanged();
    assert!(!ran.stderr.contains("newest entry"), "{}", ran.stderr);
}

#[test]
fn an_undo_of_lines_that_changed_since_names_the_entry_before() {
    let bench = Bench::with("a", LINES).file("b", "b\n");
    bench.line("append b --text c").status_is(0);
    edit_as(&bench, "t", "two", "2");
    fs::write(bench.path().join("a"), LINES.replace("two", "zwei")).unwrap();
    for undo in [&["undo"][..], &["undo", "--task", "t"]] {
        let ran = bench.run(undo);
        ran.status_is(3).unchanged();
        let is_told = ran.stderr.contains("`incise undo 1` undoes the newest");
        assert_eq!(is_told, undo.len() == 1, "{}", ran.stderr);
    }
    // An explicit entry number selects that entry.
    let ran = bench.line("undo 2");
    ran.status_is(3).unchanged();
    assert!(!ran.stderr.contains("newest entry"), "{}", ran.stderr);
}

#[test]
fn a_replay_may_keep_its_entries() {
    let (here, edits) = exported();
    let there = start();
    let ran = there.pipe(&edits, ["replay", "--each"]);
    ran.status_is(0).tree_is(&here.tree());
    ran.prints("edit 1: ");
    let again = there.line("log --export").bytes.clone();
    let files = |edits: &[u8]| -> Vec<Value> {
        let lines = edits
            .split(|&byte| byte == b'\n')
            .filter(|line| !line.is_empty());
        lines
            .map(|line| serde_json::from_slice::<Value>(line).unwrap()["files"].clone())
            .collect()
    };
    assert_eq!(files(&again), files(&edits));
    // One undo undoes one edit: the undo of the last entry.
    there.line("undo").unheard();
    assert_ne!(there.tree(), start().tree());
    let (_, edits) = exported();
    let there = start();
    there.pipe(&edits, ["replay", "--each", "-q"]).status_is(0);
    there
        .pipe(&edits, ["replay", "--each", "-q"])
        .status_is(0)
        .tree_is(&here.tree());
}

#[test]
fn a_replay_of_each_entry_continues_after_an_interruption() {
    let (here, edits) = exported();
    let lines: Vec<&[u8]> = edits.split_inclusive(|&byte| byte == b'\n').collect();
    for stop in 1..lines.len() {
        let there = start();
        let some = lines[..stop].concat();
        there.pipe(some, ["replay", "--each", "-q"]).status_is(0);
        there
            .pipe(&edits, ["replay", "--each", "-q"])
            .status_is(0)
            .tree_is(&here.tree());
        let entries = there.line("log --json").json()["entries"].clone();
        assert_eq!(entries.as_array().unwrap().len(), lines.len());
    }
}

#[test]
fn a_replay_of_each_entry_writes_nothing_if_one_cannot_be_replayed() {
    let (_, edits) = exported();
    let there = start().file("new", "in the way\n");
    there.pipe(&edits, ["replay", "--each"]).fails(3, "stale");
    let there = start();
    let ran = there.pipe(&edits, ["replay", "--each", "-n", "-q"]);
    ran.status_is(0).unchanged();
}

#[test]
fn an_undo_below_the_directory_of_the_edit_names_that_directory() {
    let bench = Bench::with("sub/a", "one\n");
    bench
        .line("replace sub/a --old one --new 1 -q")
        .done("", &[("sub/a", "1\n")]);
    let above = bench.path().canonicalize().unwrap();
    let hint = format!(
        "hint: `incise log -C {}` lists the edits made from there\n",
        above.display()
    );
    bench.line("undo -C sub").fails(1, &hint);
}

/// After the last entry, an earlier one could be made again: its file has moved away.
#[test]
fn a_replay_of_each_entry_can_be_repeated_if_a_file_has_moved() {
    for lines in [
        &["create n --text n", "move n m"][..],
        &["move a m", "replace m --old one --new 1", "remove m"],
    ] {
        let here = start();
        for line in lines {
            here.line(line).status_is(0);
        }
        let edits = here.line("log --export").bytes.clone();
        let there = start();
        for _ in 0..2 {
            there
                .pipe(&edits, ["replay", "--each", "-q"])
                .status_is(0)
                .tree_is(&here.tree());
        }
    }
}

/// The journal records where each line was added, so equal lines are not confused.
#[test]
fn an_undo_among_equal_lines_is_in_its_place_or_refused() {
    let bench = Bench::with("f", "a\nX\na\nb\n");
    bench.line("lines f 2 --delete -q").status_is(0);
    bench.line("insert f --line 0 --text a -q").status_is(0);
    bench.line("undo 1").status_is(3).unchanged();
    let bench = Bench::with("f", "}\nx\nb\n");
    bench.line("lines f 3 --text x -q").status_is(0);
    bench.line("lines f 2 --text a -q").status_is(0);
    bench.line("append f --text b -q").status_is(0);
    bench.line("undo 1").status_is(3).unchanged();
}
