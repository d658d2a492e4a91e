//! Edits made for an earlier text: `--on-stale rebase` and `--on-conflict merge`.

use std::fs;
use std::process::Command;

use serde_json::json;

use crate::bench::Bench;
use crate::client::{Client, Revision};
use crate::notation::numbered;

const REBASE: [&str; 2] = ["--on-stale", "rebase"];
const MERGE: [&str; 2] = ["--on-conflict", "merge"];

fn hash(bench: &Bench, path: &str) -> String {
    let report = bench.run(["view", path, "--json"]).json();
    report["fingerprint"].as_str().unwrap().to_owned()
}

/// A file of twelve lines that has since got two more lines at the top, and the hash of the earlier text.
fn moved() -> (Bench, String) {
    let bench = Bench::with("f", numbered(12));
    let hash = hash(&bench, "f");
    bench
        .line("insert f --line 0 --text 'one\ntwo' -q")
        .status_is(0);
    (bench, hash)
}

/// The text of [`moved`] in which `text` replaces line `number` of the earlier text.
fn moved_with(number: usize, text: &str) -> String {
    let old = format!("line {number}\n");
    format!("one\ntwo\n{}", numbered(12)).replace(&old, text)
}

/// Runs `args` with the expected hash and `more`.
fn expecting<'b>(
    bench: &'b Bench,
    args: &[&str],
    hash: &str,
    more: &[&str],
) -> crate::bench::Ran<'b> {
    let args = [args, &["--expect-hash", hash], more].concat();
    bench.run(args)
}

#[test]
fn an_edit_follows_its_lines() {
    for (args, after) in [
        (
            &["lines", "f", "10", "--text", "TEN"][..],
            moved_with(10, "TEN\n"),
        ),
        (
            &["lines", "f", "9:10", "--text", ""],
            moved_with(9, "").replace("line 10\n", ""),
        ),
        (
            &["insert", "f", "--line", "10", "--text", "x"],
            moved_with(10, "line 10\nx\n"),
        ),
        (
            &["insert", "f", "--line", "-1", "--text", "x"],
            moved_with(12, "line 12\nx\n"),
        ),
        (
            &["append", "f", "--text", "x"],
            moved_with(12, "line 12\nx\n"),
        ),
        (
            &["replace", "f", "--old", "line 6", "--new", "SIX"],
            moved_with(6, "SIX\n"),
        ),
        (
            &[
                "replace",
                "f",
                "--old",
                "line 6\nline 7\n",
                "--new",
                "",
                "--within",
                "5:8",
            ],
            moved_with(6, "").replace("line 7\n", ""),
        ),
    ] {
        let (bench, hash) = moved();
        expecting(&bench, args, &hash, &["-q"]).fails(
            3,
            "--on-stale rebase merges both changes, which do not touch\n",
        );
        expecting(&bench, args, &hash, &["-q", "--on-stale", "refuse"])
            .status_is(3)
            .unchanged();
        expecting(&bench, args, &hash, &["-q", "--on-stale", "rebase"]).edits(&[("f", &after)]);
        // An undo leaves the earlier changes.
        bench
            .line("undo -q")
            .edits(&[("f", &moved_with(1, "line 1\n"))]);
    }
}

#[test]
fn the_report_has_both_hashes_and_the_lines_of_now() {
    let (bench, from) = moved();
    let onto = hash(&bench, "f");
    let args = ["lines", "f", "10", "--text", "TEN"];
    let report = expecting(&bench, &args, &from, &["--on-stale", "rebase", "--json"]).json();
    let file = &report["files"][0];
    assert_eq!(file["rebased"], json!({"from": from, "onto": onto}));
    assert_eq!(file["before"], onto);
    assert_eq!(file["sites"][0]["lines"], json!([12, 12]));
    let told = format!(
        "  rebased: made against {}, applied to blake3:",
        &from[..19]
    );
    let (bench, _) = moved();
    expecting(&bench, &args, &from, &REBASE)
        .status_is(0)
        .prints(&told);
    // An edit of the current text reports no rebase.
    let report = bench.line("lines f 1 --text x --json").json();
    assert_eq!(report["files"][0].get("rebased"), None);
}

#[test]
fn a_touching_change_is_refused_with_both_sides() {
    let (bench, from) = moved();
    bench
        .line("replace f --old 'line 10' --new ten -q")
        .status_is(0);
    let shown = "incise: f: stale: this edit and later edits both change line 12\n  line 12, since:\n    -line 10\n    +ten\n  line 12, this edit:\n    -line 10\n    +TEN\n";
    expecting(
        &bench,
        &["lines", "f", "10", "--text", "TEN"],
        &from,
        &REBASE,
    )
    .fails(3, shown)
    .says("hint: read it again with `incise view f 12`, then edit the current text\n");
    // Without the flag, the hint of the refusal does not mention it.
    let ran = expecting(&bench, &["lines", "f", "10", "--text", "TEN"], &from, &[]);
    ran.status_is(3).unchanged();
    assert!(!ran.stderr.contains("--on-stale"), "{}", ran.stderr);
    let args = ["lines", "f", "10", "--text", "TEN"];
    let report = expecting(&bench, &args, &from, &["--on-stale", "rebase", "--json"]);
    let report = report.status_is(3).json();
    assert_eq!(report["error"]["code"], "stale");
    let conflict = &report["error"]["conflicts"][0];
    assert_eq!(conflict["mine"], "-line 10\n+TEN\n");
    assert_eq!(conflict["theirs"], "-line 10\n+ten\n");
    // Adjacent lines touch, even if only one of them is new.
    for args in [
        &["lines", "f", "9", "--text", "NINE"][..],
        &["insert", "f", "--line", "9", "--text", "x"],
        &["insert", "f", "--line", "10", "--text", "x"],
        &["lines", "f", "8:12", "--text", ""],
    ] {
        expecting(&bench, args, &from, &REBASE)
            .status_is(3)
            .unchanged();
    }
    expecting(
        &bench,
        &["lines", "f", "8", "--text", "EIGHT"],
        &from,
        &REBASE,
    )
    .status_is(0);
}

#[test]
fn a_possibly_touching_change_among_repeated_lines_is_refused() {
    let block = "start\nstop\n\n";
    let bench = Bench::with("f", block.repeat(4));
    let from = hash(&bench, "f");
    // The texts do not show which of the blocks was deleted.
    fs::write(bench.path().join("f"), block.repeat(3)).unwrap();
    bench.line("append f --text end -q").status_is(0);
    bench.line("undo -q").status_is(0);
    // The journal has no text with four blocks, and nothing is guessed.
    expecting(
        &bench,
        &["lines", "f", "4", "--text", "START"],
        &from,
        &REBASE,
    )
    .status_is(3)
    .unchanged();
    let bench = Bench::with("f", block.repeat(4));
    bench.line("lines f 1:3 --text '' -q").status_is(0);
    let ran = expecting(
        &bench,
        &["lines", "f", "4", "--text", "START"],
        &from,
        &REBASE,
    );
    ran.status_is(3).unchanged();
}

#[test]
fn a_change_made_by_both_sides_is_done() {
    let (bench, from) = moved();
    let args = ["lines", "f", "10", "--text", "TEN"];
    expecting(&bench, &args, &from, &REBASE).status_is(0);
    // The request is repeated, as after a lost answer.
    for more in [&REBASE[..], &["--on-stale", "rebase", "--idempotent"]] {
        expecting(&bench, &args, &from, more)
            .status_is(0)
            .prints("unchanged f: line 12\n")
            .unchanged();
    }
    let (bench, from) = moved();
    for _ in 0..2 {
        expecting(
            &bench,
            &["append", "f", "--text", "end", "-q"],
            &from,
            &REBASE,
        )
        .status_is(0);
    }
    assert_eq!(bench.text("f"), moved_with(12, "line 12\nend\n"));
}

#[test]
fn alike_changes_of_lines_that_repeat_may_be_two() {
    let take = |line: &'static str| ["lines", "f", line, "--text", ""];
    let put = |line: &'static str| ["insert", "f", "--line", line, "--text", "c"];
    for (text, since, args) in [
        ("x\nc\nc\nc\ny\n", &take("2")[..], &take("4")[..]),
        ("x\nc\nc\nc\ny\n", &put("1"), &put("4")),
        (
            "a\nc\nb\nc\nc\n",
            &["lines", "f", "3:4", "--text", "X\nb"],
            &take("5"),
        ),
    ] {
        let bench = Bench::with("f", text);
        let from = hash(&bench, "f");
        bench.run([since, &["-q"]].concat()).status_is(0);
        expecting(&bench, args, &from, &REBASE)
            .status_is(3)
            .unchanged();
    }
    for (text, since, args) in [
        ("p\na\na\nq\n", &put("2")[..], &take("2")[..]),
        ("p\na\na\na\nq\n", &put("2"), &take("2")),
        ("p\na\na\na\nq\n", &take("2"), &put("3")),
        ("p\na\na\na\nq\n", &take("4"), &take("2")),
    ] {
        let bench = Bench::with("f", text);
        let from = hash(&bench, "f");
        bench.run([since, &["-q"]].concat()).status_is(0);
        expecting(&bench, args, &from, &["--on-stale", "merge"])
            .status_is(3)
            .unchanged();
    }
    // A line without similar neighbors is unique.
    let bench = Bench::with("f", "x\nb\nc\n\ny\n");
    let from = hash(&bench, "f");
    for _ in 0..2 {
        let added = ["insert", "f", "--line", "4", "--text", "d\n\n", "-q"];
        expecting(&bench, &added, &from, &REBASE).status_is(0);
    }
    assert_eq!(bench.text("f"), "x\nb\nc\n\nd\n\ny\n");
}

#[test]
fn an_insertion_after_a_byte_order_mark_leaves_the_first_line() {
    let bench = Bench::with("f", "\u{feff}a is 1\nb\nc\nd\n");
    let from = hash(&bench, "f");
    let above = ["insert", "f", "--line", "0", "--text", "H", "-q"];
    bench.run(above).status_is(0);
    let second = ["lines", "f", "2", "--text", "B"];
    expecting(&bench, &second, &from, &REBASE).status_is(0);
    assert_eq!(bench.text("f"), "\u{feff}H\na is 1\nB\nc\nd\n");
    let first = ["lines", "f", "1", "--text", "a is 2"];
    expecting(&bench, &first, &from, &["--on-stale", "merge"]).status_is(0);
    assert_eq!(bench.text("f"), "\u{feff}H\na is 2\nB\nc\nd\n");
}

#[test]
fn replacing_all_is_refused_if_an_occurrence_was_added() {
    let bench = Bench::with("f", "old\na\nb\nc\nd\nold\n");
    let from = hash(&bench, "f");
    bench
        .line("insert f --line 3 --text 'old\nx' -q")
        .status_is(0);
    let all = ["replace", "f", "--old", "old", "--new", "new", "--all"];
    expecting(&bench, &all, &from, &REBASE).fails(1, "old");
    let first = [
        "replace", "f", "--old", "old", "--new", "new", "--nth", "1", "-q",
    ];
    expecting(&bench, &first, &from, &REBASE).edits(&[("f", "new\na\nb\nold\nx\nc\nd\nold\n")]);
}

#[test]
fn every_step_of_a_file_is_made_against_the_earlier_text() {
    let (bench, from) = moved();
    let edits = json!({
        "on_stale": "rebase",
        "edits": [
            {"op": "lines", "path": "f", "start": 3, "text": "THREE"},
            {"op": "replace", "path": "./f", "expect_hash": from, "old": "line 6", "new": "SIX"},
            {"op": "insert", "path": "f", "line": 9, "text": "x"},
        ],
    });
    bench.pipe(edits.to_string(), ["apply", "-q"]).edits(&[(
        "f",
        &moved_with(3, "THREE\n")
            .replace("line 6\n", "SIX\n")
            .replace("line 9\n", "line 9\nx\n"),
    )]);
    // Two hashes of one file contradict each other.
    let (bench, from) = moved();
    let onto = hash(&bench, "f");
    let edits = json!({
        "on_stale": "rebase",
        "edits": [
            {"op": "lines", "path": "f", "start": 3, "text": "THREE", "expect_hash": from},
            {"op": "lines", "path": "f", "start": 9, "text": "NINE", "expect_hash": onto},
        ],
    });
    bench
        .pipe(edits.to_string(), ["apply"])
        .status_is(3)
        .unchanged();
}

#[test]
fn several_files_are_one_transaction() {
    let bench = Bench::with("f", numbered(5)).file("g", numbered(5));
    let from = hash(&bench, "f");
    bench.line("lines f 1 --text x -q").status_is(0);
    bench.line("lines g 3 --text x -q").status_is(0);
    let edits = |line: usize| {
        json!({
            "on_stale": "rebase",
            "edits": [
                {"op": "lines", "path": "f", "start": 4, "text": "F", "expect_hash": from},
                {"op": "lines", "path": "g", "start": line, "text": "G", "expect_hash": from},
            ],
        })
        .to_string()
    };
    bench
        .pipe(edits(3), ["apply", "-q"])
        .status_is(3)
        .unchanged();
    bench.pipe(edits(5), ["apply", "-q"]).edits(&[
        ("f", "x\nline 2\nline 3\nF\nline 5\n"),
        ("g", "line 1\nline 2\nx\nline 4\nG\n"),
    ]);
}

#[test]
fn anchors_and_ids_find_the_text_they_are_from() {
    let bench = Bench::with("f", numbered(12));
    let view = bench.line("view f 9:10 --anchors --json").json();
    let anchor = |line: usize| view["lines"][line]["anchor"].as_str().unwrap().to_owned();
    let range = format!("{}..{}", anchor(0), anchor(1));
    bench.line("lines f 2 --text 'a\nb\nc' -q").status_is(0);
    bench.line("lines f 7 --text '' -q").status_is(0);
    let after = "line 1\na\nb\nc\nline 3\nline 4\nline 6\nline 7\nline 8\nNEW\nline 11\nline 12\n";
    bench
        .line(&format!(
            "lines f '{range}' --text NEW --on-stale rebase -q"
        ))
        .edits(&[("f", after)]);
    // An anchor of no known text.
    bench
        .line("lines f 9:abcdef012345 --text x --on-stale rebase")
        .status_is(3)
        .unchanged();
    let bench = Bench::with("f", "x\na\nb\nx\nc\n");
    let found = bench.line("replace f --old x --new y --json").json();
    let site = found["error"]["candidates"][1]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    bench
        .line("insert f --line 0 --text 'x\nx' -q")
        .status_is(0);
    let args = ["replace", "f", "--old", "x", "--new", "y", "--site", &site];
    bench.run(args).status_is(3).unchanged();
    bench
        .run([&args[..], &["-q"], &REBASE].concat())
        .edits(&[("f", "x\nx\nx\na\nb\ny\nc\n")]);
}

fn edited<'b>(bench: &'b Bench, task: &str, args: &[&str]) -> crate::bench::Ran<'b> {
    bench.run([args, &["--task", task, "-q"]].concat())
}

fn seen_by_anna(count: usize) -> Bench {
    let bench = Bench::with("f", numbered(count));
    edited(&bench, "anna", &["view", "f"]).status_is(0);
    bench
}

/// The same file after an edit by `ben`.
fn edited_by_ben(count: usize, args: &[&str]) -> Bench {
    let bench = seen_by_anna(count);
    edited(&bench, "ben", args).status_is(0);
    bench
}

#[test]
fn a_task_counts_in_the_lines_it_saw() {
    let bench = edited_by_ben(12, &["lines", "f", "2", "--text", "a\nb\nc"]);
    let eighth = ["lines", "f", "8", "--text", "EIGHT"];
    let rebased = |bench, args: &[&str]| edited(bench, "anna", &[args, &REBASE].concat());
    rebased(&bench, &eighth).edits(&[(
        "f",
        &numbered(12)
            .replace("line 2\n", "a\nb\nc\n")
            .replace("line 8\n", "EIGHT\n"),
    )]);
    // A task has seen the lines that it wrote.
    rebased(&bench, &["lines", "f", "1", "--text", "ONE"]).status_is(0);
    assert!(bench.text("f").starts_with("ONE\na\n"));
    // A text that is not stored cannot be counted in.
    let bench = seen_by_anna(12);
    fs::write(bench.path().join("f"), format!("new\n{}", numbered(12))).unwrap();
    rebased(&bench, &eighth).status_is(3).unchanged();
}

#[test]
fn numbers_that_a_task_has_from_an_earlier_text_are_followed_or_refused() {
    let above = ["insert", "f", "--line", "0", "--text", "one\ntwo"];
    let by_number: [&[&str]; 5] = [
        &["lines", "f", "10", "--text", "TEN"],
        &["lines", "f", "10:", "--text", "TEN"],
        &["insert", "f", "--line", "10", "--text", "x"],
        &[
            "insert", "f", "--before", "line 10", "--within", "9:11", "--text", "x",
        ],
        &[
            "replace", "f", "--old", "line 10", "--new", "TEN", "--within", "9:11",
        ],
    ];
    for args in by_number {
        let bench = edited_by_ben(12, &above);
        edited(&bench, "anna", args)
            .fails(3, "f: stale: expected blake3:")
            .says("; --on-stale rebase merges both changes, which do not touch\n");
        let bench = edited_by_ben(12, &above);
        let report = edited(&bench, "anna", &[args, &REBASE, &["--json"]].concat());
        let followed = bench.text("f");
        assert_ne!(
            report.status_is(0).json()["files"][0]["rebased"],
            json!(null)
        );
        assert!(followed.contains("\nline 9\n"), "{followed}");
        // Changes by another task are merged, wherever the number would lead.
        let bench = edited_by_ben(12, &above);
        edited(&bench, "anna", &[args, &MERGE].concat()).status_is(0);
        assert_eq!(bench.text("f"), followed);
        // A hash says which text the lines were counted in.
        let bench = edited_by_ben(12, &above);
        let now = hash(&bench, "f");
        edited(&bench, "anna", &[args, &["--expect-hash", &now]].concat())
            .status_is(if args.contains(&"--within") { 1 } else { 0 });
    }
    // Lines that still have their numbers: after lines that were replaced one for one, before other changes, and
    // counted from the end.
    for (others, args) in [
        (
            &["lines", "f", "1:2", "--text", "one\ntwo"][..],
            &["lines", "f", "10", "--text", "TEN"][..],
        ),
        (
            &["append", "f", "--text", "end"],
            &["lines", "f", "10", "--text", "TEN"],
        ),
        (
            &["insert", "f", "--line", "10", "--text", "x"],
            &["insert", "f", "--line", "9", "--text", "TEN"],
        ),
        (&above, &["lines", "f", "-3", "--text", "TEN"]),
    ] {
        let bench = edited_by_ben(12, others);
        edited(&bench, "anna", args).status_is(0);
        let expected = numbered(12).replace("line 10\n", "TEN\n");
        let after = bench.text("f");
        let is_there = after.contains("line 9\nTEN\n") || expected == after;
        assert!(is_there, "{after}");
    }
    // One of the lines was deleted, and another line has its number now.
    let bench = edited_by_ben(12, &["lines", "f", "10", "--text", ""]);
    edited(&bench, "anna", &["lines", "f", "10", "--text", "TEN"])
        .status_is(3)
        .unchanged();
    // A server behaves in the same way.
    let bench = edited_by_ben(12, &above);
    let request = r#"{"op":"lines","path":"f","start":10,"end":10,"text":"TEN"}"#;
    let ran = bench.pipe(request, ["apply", "--task", "anna"]);
    ran.status_is(3).unchanged();
}

#[test]
fn a_text_of_several_lines_is_found_in_the_text_its_task_saw() {
    let seventh = ["replace", "f", "--old", "line 7", "--new", "SEVEN"];
    let old = "line 4\nline 5\nline 6\nline 7";
    let replacing = |new| ["replace", "f", "--old", old, "--new", new];
    let bench = edited_by_ben(12, &seventh);
    let apart = replacing("line 4\nFIVE\nline 6\nline 7");
    edited(&bench, "anna", &apart).status_is(1).unchanged();
    edited(&bench, "anna", &[&apart[..], &REBASE].concat()).edits(&[(
        "f",
        &numbered(12)
            .replace("line 7", "SEVEN")
            .replace("line 5", "FIVE"),
    )]);
    let bench = edited_by_ben(12, &seventh);
    let touching = replacing("line 4\nline 5\nline 6\nSIEBEN");
    edited(&bench, "anna", &[&touching[..], &REBASE].concat()).fails(3, "both change");
}

#[test]
fn a_whole_text_is_merged_with_changes_of_another_task() {
    let second = ["lines", "f", "2", "--text", "TWO"];
    let bench = edited_by_ben(8, &second);
    let text = numbered(8).replace("line 6\n", "SIX\n");
    let apart = ["write", "f", "--overwrite", "--text", &text];
    edited(&bench, "anna", &apart).fails(
        3,
        "--on-conflict merge merges both changes, which do not touch\n",
    );
    edited(&bench, "anna", &[&apart[..], &MERGE].concat())
        .edits(&[("f", &text.replace("line 2\n", "TWO\n"))]);
    // Both tasks wrote the same lines.
    let bench = edited_by_ben(8, &second);
    let text = numbered(8).replace("line 2\n", "zwei\n");
    let touching = ["write", "f", "--overwrite", "--text", &text];
    let ran = edited(&bench, "anna", &touching);
    ran.status_is(3).unchanged();
    assert!(
        !ran.stderr.contains("--on-conflict merge"),
        "{}",
        ran.stderr
    );
    edited(&bench, "anna", &[&touching[..], &MERGE].concat()).fails(3, "-line 2\n    +TWO\n");
}

#[test]
fn a_merge_with_one_task_does_not_overrule_another() {
    let bench = Bench::with("f", numbered(12));
    for (task, line) in [("cora", "10"), ("ben", "2")] {
        edited(&bench, task, &["lines", "f", line, "--text", task]).status_is(0);
    }
    // The task has seen neither the change by `ben` nor the change by `cora`.
    let tenth = ["lines", "f", "10", "--text", "x"];
    edited(&bench, "anna", &[&tenth[..], &MERGE].concat())
        .status_is(3)
        .unchanged();
}

#[test]
fn git_has_texts_that_the_journal_lacks() {
    let bench = Bench::with("sub/f", numbered(12));
    let git = |args: &[&str]| {
        let mut command = Command::new("git");
        command
            .args(["-c", "user.name=a", "-c", "user.email=a@b"])
            .args(args)
            .current_dir(bench.path())
            .env("GIT_CONFIG_GLOBAL", "/dev/null");
        assert!(command.output().unwrap().status.success(), "{args:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "sub/f"]);
    git(&["commit", "-qm", "first"]);
    let committed = hash(&bench, "sub/f");
    let path = bench.path().join("sub/f");
    fs::write(&path, format!("staged\n{}", numbered(12))).unwrap();
    git(&["add", "sub/f"]);
    let staged = hash(&bench, "sub/f");
    fs::write(&path, format!("new\nstaged\n{}", numbered(12))).unwrap();
    let edit = |line: &str, hash: &str| {
        let mut command = bench.command();
        command
            .env("PATH", std::env::var_os("PATH").unwrap())
            .args([
                "lines",
                "sub/f",
                line,
                "--text",
                "x",
                "-q",
                "--expect-hash",
                hash,
            ])
            .args(REBASE);
        bench.run_command(command, b"")
    };
    edit("5", &committed).status_is(0);
    edit("8", &staged).status_is(0);
    let after = numbered(12)
        .replace("line 5\n", "x\n")
        .replace("line 7\n", "x\n");
    assert_eq!(bench.text("sub/f"), format!("new\nstaged\n{after}"));
    // Without git, there is only the journal.
    let args = [
        "lines",
        "sub/f",
        "2",
        "--text",
        "y",
        "--expect-hash",
        "0123456789abcdef",
    ];
    bench
        .run([&args[..], &REBASE].concat())
        .status_is(3)
        .unchanged();
}

#[test]
fn a_plan_is_replayed_onto_the_changed_file() {
    let bench = Bench::with("f", numbered(12));
    bench
        .line("lines f 10 --text TEN -n -q --save-plan plan.json")
        .status_is(0);
    bench.line("lines f 2 --text 'a\nb' -q").status_is(0);
    bench
        .line("replay plan.json")
        .fails(3, "--on-stale rebase merges both changes");
    bench.line("apply plan.json -q --on-stale rebase").edits(&[(
        "f",
        &numbered(12)
            .replace("line 2\n", "a\nb\n")
            .replace("line 10\n", "TEN\n"),
    )]);
    bench
        .line("apply plan.json -q --on-stale rebase")
        .status_is(0)
        .unchanged();
    bench.line("lines f 11 --text zehn -q").status_is(0);
    bench
        .line("replay plan.json --on-stale rebase")
        .fails(3, "both change line 11");
}

#[test]
fn rules_merge_touching_changes_on_request() {
    let bench = Bench::with("f", numbered(12));
    let plan = "lines f 10 --text TEN -n -q --save-plan plan.json";
    let plan: Vec<&str> = plan.split(' ').collect();
    bench.run(plan).status_is(0);
    let later = |line: &str, text: &str| {
        let ran = bench.run(["lines", "f", line, "--text", text, "-q"]);
        ran.status_is(0);
    };
    later("11", "eleven");
    bench
        .line("replay plan.json --on-stale rebase")
        .fails(3, "both change");
    let report = bench
        .line("replay plan.json --on-stale merge --json")
        .edits(&[(
            "f",
            &numbered(12)
                .replace("line 10\n", "TEN\n")
                .replace("line 11\n", "eleven\n"),
        )])
        .json();
    let settled = serde_json::json!([{"lines": [10, 10], "rule": "adjacent"}]);
    assert_eq!(report["files"][0]["settled"], settled, "{report}");
    assert!(report["files"][0]["rebased"].is_object(), "{report}");
    // No rule resolves two changes of the same line.
    later("10", "zehn");
    let from = hash(&bench, "f");
    later("10", "dix");
    expecting(
        &bench,
        &["lines", "f", "10", "--text", "diez"],
        &from,
        &["--on-stale", "merge"],
    )
    .fails(3, "both change line 10");
}

#[test]
fn a_diff_with_a_hash_is_put_onto_the_text_there_is() {
    let (bench, from) = moved();
    let diff = "--- a/f\n+++ b/f\n@@ -6,3 +6,3 @@\n line 6\n-line 7\n+SEVEN\n line 8\n";
    let args = [
        "patch",
        "--expect-hash",
        &from,
        "-q",
        "--on-stale",
        "rebase",
    ];
    let report = bench.pipe(diff, ["patch", "--expect-hash", &from, "--json"]);
    report.status_is(3).unchanged().json();
    bench
        .pipe(diff, args)
        .edits(&[("f", &moved_with(7, "SEVEN\n"))]);
}

#[test]
fn a_file_that_has_changed_is_moved_and_not_removed() {
    let (bench, from) = moved();
    expecting(&bench, &["remove", "f"], &from, &REBASE)
        .status_is(3)
        .unchanged();
    expecting(&bench, &["move", "f", "g", "-q"], &from, &REBASE)
        .status_is(0)
        .became(&[
            ("g", Some(moved_with(1, "line 1\n").as_bytes())),
            ("f", None),
        ]);
    let (bench, from) = moved();

    let edits = json!({
        "on_stale": "rebase",
        "edits": [
            {"op": "lines", "path": "f", "start": 3, "text": "THREE", "expect_hash": from},
            {"op": "move", "path": "f", "to": "g"},
        ],
    });
    bench
        .pipe(edits.to_string(), ["apply", "-q"])
        .status_is(0)
        .became(&[
            ("g", Some(moved_with(3, "THREE\n").as_bytes())),
            ("f", None),
        ]);
    // An edit cannot be rebased onto a deleted file.
    expecting(&bench, &["lines", "f", "3", "--text", "x"], &from, &REBASE).unchanged();
}

#[test]
fn endings_marks_and_bytes_stay_as_they_are() {
    for (base, edited, after) in [
        (
            "a\r\nb\r\nc\r\nd\r\ne\r\n",
            "x\r\na\r\nb\r\nc\r\nd\r\ne\r\n",
            "x\r\na\r\nb\r\nc\r\nNEW\r\ne\r\n",
        ),
        (
            "\u{feff}a\nb\nc\nd\ne\n",
            "\u{feff}x\na\nb\nc\nd\ne\n",
            "\u{feff}x\na\nb\nc\nNEW\ne\n",
        ),
        ("a\nb\nc\nd\ne", "x\na\nb\nc\nd\ne", "x\na\nb\nc\nNEW\ne"),
    ] {
        let bench = Bench::with("f", base);
        let from = hash(&bench, "f");
        bench.line("insert f --line 0 --text x -q").status_is(0);
        assert_eq!(bench.text("f"), edited);
        expecting(
            &bench,
            &["lines", "f", "4", "--text", "NEW", "-q"],
            &from,
            &REBASE,
        )
        .edits(&[("f", after)]);
    }
    let bench = Bench::with("f", b"a\xff\nb\nc\n\xe9d\ne\n");
    let from = hash(&bench, "f");
    bench.line("lines f 5 --text 'E\nF' -q").status_is(0);
    expecting(
        &bench,
        &["lines", "f", "2", "--text", "B", "-q"],
        &from,
        &REBASE,
    )
    .status_is(0);
    assert_eq!(bench.bytes("f"), b"a\xff\nB\nc\n\xe9d\nE\nF\n");
    // With other line endings, all lines differ.
    let bench = Bench::with("f", "a\nb\nc\n");
    let from = hash(&bench, "f");
    bench
        .line("write f --overwrite --text 'a\r\nb\r\nc\r\n' -q")
        .unheard();
    expecting(
        &bench,
        &["lines", "f", "2", "--text", "B", "-q"],
        &from,
        &REBASE,
    )
    .unheard();
    assert!(!bench.text("f").contains('B') || bench.text("f") == "a\nB\nc\n");
}

#[test]
fn a_server_rebases_on_request() {
    let (bench, from) = moved();
    let mut client = Client::new(&bench, Revision::Of2025, &[]);
    let edit = |on_stale: &str| {
        json!({
            "edits": [{"op": "lines", "path": "f", "start": 10, "text": "TEN", "expect_hash": from}],
            "on_stale": on_stale,
        })
    };
    let refused = client.call("edit", edit("refuse")).refused("stale");
    assert!(
        refused
            .text
            .contains(r#""on_stale": "rebase" merges both changes"#),
        "{refused:?}"
    );
    client.call("edit", edit("rebase")).done();
    assert_eq!(bench.text("f"), moved_with(10, "TEN\n"));
}

#[test]
fn the_words_are_few() {
    let (bench, from) = moved();
    expecting(
        &bench,
        &["lines", "f", "3", "--text", "x"],
        &from,
        &["--on-stale", "force"],
    )
    .fails(2, "--on-stale takes one of refuse, rebase, merge");
    bench
        .pipe(
            r#"{"op":"append","path":"f","text":"x","on_stale":"force"}"#,
            ["apply"],
        )
        .status_is(2)
        .unchanged();
    bench
        .line("undo --on-conflict skip")
        .status_is(2)
        .unchanged();
}

/// The earlier text already had what the edit asks for, and the current text no longer has it.
#[test]
fn an_edit_without_changes_is_refused_if_its_lines_have_changed() {
    let diff = "--- f\n+++ f\n@@ -1,3 +1,3 @@\n a\n-old\n+b = 1\n c\n";
    for edit in [
        &["lines", "f", "2", "--text", "b = 1"][..],
        &["ensure", "f", "--line", "b = 1"],
        &["write", "f", "--text", "a\nb = 1\nc\n", "--overwrite"],
        &["create", "f", "--text", "a\nb = 1\nc\n"],
        &["patch", "d", "--skip-applied"],
    ] {
        let bench = Bench::with("f", "a\nb = 1\nc\n").file("d", diff);
        let from = hash(&bench, "f");
        bench
            .line("replace f --old 'b = 1' --new 'b = 2' -q")
            .status_is(0);
        let ran = expecting(&bench, edit, &from, &[]);
        ran.status_is(3).unchanged();
        assert!(!ran.stderr.contains("--on-stale"), "{}", ran.stderr);
        expecting(&bench, edit, &from, &REBASE)
            .status_is(3)
            .unchanged();
    }
    // A later change elsewhere does not matter.
    let bench = Bench::with("f", "a\nb = 1\nc\n");
    let from = hash(&bench, "f");
    bench.line("replace f --old c --new C -q").status_is(0);
    let edit = ["lines", "f", "2", "--text", "b = 1"];
    expecting(&bench, &edit, &from, &REBASE)
        .status_is(0)
        .unchanged();
}

/// One of two edits changes nothing in the earlier text. It is not lost.
#[test]
fn one_edit_without_changes_makes_the_request_stale() {
    let bench = Bench::with("f", "1\nV\n3\n4\n5\n");
    let from = hash(&bench, "f");
    bench.line("lines f 2 --text X -q").status_is(0);
    let edits = json!({ "on_stale": "rebase", "edits": [
        { "op": "lines", "path": "f", "start": 2, "end": 2, "text": "V", "expect_hash": from },
        { "op": "lines", "path": "f", "start": 5, "end": 5, "text": "five", "expect_hash": from },
    ]});
    bench
        .pipe(edits.to_string(), ["apply"])
        .status_is(3)
        .unchanged();
}

/// A deletion of a line that has only moved since is refused.
#[test]
fn a_deletion_of_a_moved_line_is_not_done() {
    let moved = |options: &str| {
        let bench = Bench::with("f", "a\nb\nx\n");
        bench.line("view f --task t").status_is(0);
        let anchors = bench.line("view f 1 --anchors --json").json();
        let anchor = anchors["lines"][0]["anchor"].as_str().unwrap();
        bench.line("lines f 1 --delete -q --task u").status_is(0);
        bench
            .line("insert f --line 1 --text a -q --task u")
            .status_is(0);
        let ran = bench
            .line(&format!("lines f {options} --delete --task t -q").replace("ANCHOR", anchor));
        (ran.status, bench.text("f"))
    };
    for options in ["1 --on-stale rebase", "1 --on-conflict merge", "ANCHOR"] {
        assert_eq!(
            moved(options),
            (Some(3), "b\na\nx\n".to_owned()),
            "{options}"
        );
    }
    // Another task deleted the line too.
    let bench = Bench::with("f", "a\nb\nx\n");
    bench.line("view f --task t").status_is(0);
    bench.line("lines f 1 --delete -q --task u").status_is(0);
    bench
        .line("lines f 1 --delete --on-stale rebase --task t")
        .status_is(0)
        .unchanged();
}

/// A task has seen `text`. Its `edit` is refused after the edits `others` of another task.
#[track_caller]
fn is_stale_after(text: &str, others: &[&str], edit: &str) {
    let bench = Bench::with("f", text);
    bench.line("view f --task t").status_is(0);
    for other in others {
        bench.line(&format!("{other} --task u")).status_is(0);
    }
    bench
        .line(&format!("{edit} --task t"))
        .status_is(3)
        .unchanged();
}

/// The number of lines stays the same, but the numbers are those of other lines.
#[test]
fn numbers_of_lines_that_another_task_moved_are_stale() {
    for (text, others, edit) in [
        (
            "a\nb\nx\n",
            &["lines f 1 --delete", "insert f --line 1 --text a"][..],
            "lines f 1 --text N",
        ),
        (
            "e\nf\nc\n",
            &[
                "lines f 1 --text g",
                "insert f --line 1 --text c",
                "lines f 4 --delete",
            ],
            "lines f 3 --delete",
        ),
    ] {
        is_stale_after(text, others, edit);
    }
}

/// Both deletions look the same, but they are of different lines.
#[test]
fn a_deletion_of_repeated_or_moved_lines_is_not_taken_for_another_one() {
    for (text, other, edit) in [
        (
            "x\nb\n}\nb\ny\n",
            "lines f 3:4 --delete",
            "lines f 2:3 --delete",
        ),
        (
            "h\na\nb\n\nx\ny\n",
            "lines f 2:6 --text '\nx\nb\ny'",
            "lines f 2:3 --delete",
        ),
    ] {
        is_stale_after(text, &[other], &format!("{edit} --on-stale rebase"));
    }
}

/// If an added line equals its neighbor, nobody can tell which of the two is new.
#[test]
fn line_numbers_next_to_equal_new_lines_are_stale() {
    for (text, new, edit) in [
        (
            "}\na\nb\n",
            "insert f --line 0 --text }",
            "insert f --line 1 --text N",
        ),
        (
            "a\na\nb\n",
            "insert f --line 0 --text a",
            "lines f 2 --text N",
        ),
        ("a\na\nb\n", "lines f 1 --delete", "lines f 2 --text N"),
    ] {
        is_stale_after(text, &[new], edit);
    }
    let bench = Bench::with("f", "a\na\nb\n");
    bench.line("view f --task t").status_is(0);
    bench.line("append f --text b --task u").status_is(0);
    bench.line("lines f 2 --text N --task t").status_is(0);
}
