//! A call made twice: a caller that lost the answer calls again, and nothing may change a second time with exit
//! status 0.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::bench::Bench;
#[cfg(feature = "mcp")]
use crate::client::{Client, Revision};
use crate::random::Random;

/// The number of random edits; `INCISE_TWICE` overrides it.
const EDITS: usize = 150;

/// The number of lines in the edited file.
const LINES: usize = 60;

fn edits() -> usize {
    let stated = std::env::var("INCISE_TWICE").ok();
    stated.map_or(EDITS, |stated| stated.parse().unwrap())
}

/// A random edit of `f`, and its result.
struct Drawn {
    old: String,
    new: String,
    text: String,
    after: String,
}

/// The source files of the program.
fn sources() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(directory) = open.pop() {
        let entries = fs::read_dir(directory).unwrap();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found
}

fn some_lines(files: &[PathBuf], random: &mut Random) -> String {
    loop {
        let Ok(text) = fs::read_to_string(random.pick(files)) else {
            continue;
        };
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        if lines.len() < 10 {
            continue;
        }
        let start = random.below(lines.len() - 5);
        let end = (start + 5 + random.below(LINES)).min(lines.len());
        return lines[start..end].concat();
    }
}

/// A random part of `text` that occurs only once and starts and ends at character boundaries: whole lines, or a part
/// of one.
fn some_part(text: &str, random: &mut Random) -> Option<String> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let first = random.below(lines.len());
    let last = (first + random.below(3)).min(lines.len() - 1);
    let whole = lines[first..=last].concat();
    let part = match random.below(3) {
        0 => whole,
        1 => whole.trim_end_matches('\n').to_owned(),
        _ => {
            let characters: Vec<char> = whole.trim().chars().collect();
            let start = random.below(characters.len().max(1));
            let end = (start + 1 + random.below(12)).min(characters.len());
            characters.get(start..end)?.iter().collect()
        }
    };
    let is_alone = !part.is_empty() && text.matches(&part).count() == 1;
    is_alone.then_some(part)
}

/// A replacement for `old`: usually a text that contains `old`, or that `old` contains.
fn other_text(old: &str, text: &str, random: &mut Random) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let line = *random.pick(&lines);
    let middle = old.char_indices().nth(old.chars().count() / 2);
    let middle = middle.map_or(0, |(at, _)| at);
    let (head, tail) = old.split_at(middle);
    match random.below(10) {
        0 => format!("{old}{line}"),
        1 => format!("{line}{old}"),
        2 => format!("{old}{old}"),
        3 => format!("{old}\n{old}"),
        4 => format!("{old}0"),
        5 => format!("{head}{head}{tail}"),
        6 => format!("{head}{line}{tail}"),
        7 => format!("{tail}{head}"),
        8 => String::new(),
        _ => tail.to_owned(),
    }
}

fn draw(files: &[PathBuf], random: &mut Random) -> Drawn {
    loop {
        let text = some_lines(files, random);
        let Some(old) = some_part(&text, random) else {
            continue;
        };
        let new = other_text(&old, &text, random);
        let after = text.replacen(&old, &new, 1);
        if after != text {
            return Drawn {
                old,
                new,
                text,
                after,
            };
        }
    }
}

/// A diff with one hunk from `old` to `new`, with `context` lines around it.
fn diff(old: &str, new: &str, context: usize) -> String {
    let lines = |text: &str| -> Vec<String> {
        let lines = text.split_inclusive('\n');
        let ended = lines.map(|line| match line.strip_suffix('\n') {
            Some(_) => line.to_owned(),
            None => format!("{line}\n\\ No newline at end of file\n"),
        });
        ended.collect()
    };
    let (old, new) = (lines(old), lines(new));
    let head = old.iter().zip(&new).take_while(|(one, two)| one == two);
    let head = head.count();
    let rest = old[head..].iter().rev().zip(new[head..].iter().rev());
    let tail = rest.take_while(|(one, two)| one == two).count();
    let start = head.saturating_sub(context);
    let below = tail.min(context);
    let (old_end, new_end) = (old.len() - tail, new.len() - tail);
    let mut body = String::new();
    for (sign, lines) in [
        (' ', &old[start..head]),
        ('-', &old[head..old_end]),
        ('+', &new[head..new_end]),
        (' ', &old[old_end..old_end + below]),
    ] {
        for line in lines {
            body.push(sign);
            body.push_str(line);
        }
    }
    let counts = [old_end, new_end].map(|end| end + below - start);
    let [old_start, new_start] = counts.map(|count| if count == 0 { start } else { start + 1 });
    format!(
        "--- a/f\n+++ b/f\n@@ -{old_start},{} +{new_start},{} @@\n{body}",
        counts[0], counts[1]
    )
}

/// The same edit in every form of request: a command, or a document on the standard input of `apply`.
fn doors(drawn: &Drawn, path: &Path) -> Vec<(Vec<String>, String)> {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let typed = |rest: &[&str]| (words(rest), String::new());
    let document = |document: Value| (words(&["apply"]), document.to_string());
    let Drawn {
        old,
        new,
        text,
        after,
    } = drawn;
    let absolute = path.join("f");
    let blocks = format!("f\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n");
    let signed = |sign: &str, text: &str| -> String {
        text.lines().map(|line| format!("{sign}{line}\n")).collect()
    };
    let envelope = format!(
        "*** Begin Patch\n*** Update File: f\n@@\n{}{}*** End Patch\n",
        signed("-", old),
        signed("+", new)
    );
    let mut doors = vec![
        typed(&["replace", "f", "--old", old, "--new", new]),
        typed(&[
            "replace", "f", "--old", old, "--new", new, "--match", "exact",
        ]),
        typed(&["replace", "f", "--old", old, "--new", new, "--all"]),
        document(json!({"op": "replace", "path": "f", "old": old, "new": new})),
        document(json!({"file_path": absolute, "old_string": old, "new_string": new})),
        document(
            json!({"command": "str_replace", "path": absolute, "old_str": old, "new_str": new}),
        ),
        document(json!({"path": "f", "old_content": old, "new_content": new})),
        document(json!({"path": "f", "edits": [{"oldText": old, "newText": new}]})),
        document(json!([
            {"op": "replace", "path": "f", "old": old, "new": new},
            {"op": "append", "path": "g", "text": "one more\n"},
        ])),
        (words(&["patch"]), blocks),
        (words(&["patch"]), envelope),
        (words(&["patch"]), diff(text, after, 3)),
        (words(&["patch"]), diff(text, after, 1)),
        (words(&["patch", "--mode", "merge"]), diff(text, after, 3)),
        (words(&["patch", "--no-journal"]), diff(text, after, 3)),
        document(json!({"op": "patch", "diff": diff(text, after, 3)})),
    ];
    if !new.is_empty() {
        doors.extend([
            typed(&["insert", "f", "--after", old, "--text", new]),
            typed(&["insert", "f", "--before", old, "--text", new]),
            typed(&["insert", "f", "--after", old, "--text", new, "--inline"]),
            document(json!({"op": "insert", "path": "f", "after": old, "text": new})),
        ]);
    }
    doors
}

#[test]
fn a_repeated_call_changes_nothing() {
    let files = sources();
    let mut random = Random::new(0x7717);
    let (mut changed, mut number) = (0, 0);
    while number < edits() {
        let drawn = draw(&files, &mut random);
        let directory = Bench::new();
        let count = doors(&drawn, directory.path()).len();
        // Each edit is tried in a few of the forms, and all forms are used in turn.
        for door in (0..count).filter(|door| (door + number) % 4 == 0) {
            let bench = Bench::with("f", &drawn.text).file("g", "");
            let (words, stdin) = doors(&drawn, bench.path()).swap_remove(door);
            let first = bench.pipe(&stdin, &words);
            let _ = (&*first.stdout, &*first.stderr);
            let made = bench.text("f");
            if first.status != Some(0) || made == drawn.text {
                assert_eq!(made, drawn.text);
                continue;
            }
            changed += 1;
            let again = bench.pipe(&stdin, &words);
            let told = format!("{}{}", &*again.stdout, &*again.stderr);
            assert!(
                bench.text("f") == made,
                "`{words:?}` {stdin}\nof {:?}\nmade {made:?}\nand then {:?}\n{:?} {told}",
                drawn.text,
                bench.text("f"),
                again.status,
            );
        }
        number += 1;
    }
    assert!(changed > edits(), "{changed} calls changed something");
}

#[cfg(feature = "mcp")]
#[test]
fn a_repeated_server_call_changes_nothing() {
    let files = sources();
    let mut random = Random::new(0x7718);
    for _ in 0..edits() / 5 {
        let drawn = draw(&files, &mut random);
        let bench = Bench::with("f", &drawn.text);
        let mut client = Client::in_words(&bench, Revision::Of2025, &[]);
        let edit = json!({"path": "f", "old": drawn.old, "new": drawn.new});
        client.call("edit", edit.clone());
        let made = bench.text("f");
        client.call("edit", edit);
        assert_eq!(bench.text("f"), made, "{:?} {:?}", drawn.old, drawn.new);
    }
}

#[test]
fn an_edit_whose_result_holds_its_place_is_made_once() {
    let bench = Bench::with("f", "host = a\nport = 80\n");
    let call = ["replace", "f", "--old", "port = 80", "--new", "port = 8080"];
    bench.run(call).edits(&[("f", "host = a\nport = 8080\n")]);
    bench.run(call).refused(
        1,
        "incise: f:2: already applied: entry 1 made this edit, and the new text is at line 2\n\
         hint: nothing is left to do; --idempotent makes this a success; --nth 1 makes the edit once more\n",
    );
    bench
        .run([&call[..], &["--idempotent"]].concat())
        .done("unchanged f\n", &[]);
    bench
        .run([&call[..], &["--nth", "1"]].concat())
        .edits(&[("f", "host = a\nport = 808080\n")]);
}

/// If the old text is gone, no flag makes the edit again.
#[test]
fn the_hint_names_no_place_if_the_old_text_is_gone() {
    let bench = Bench::with("f", "1 x\n");
    let call = ["replace", "f", "--old", "x", "--new", "y"];
    bench.run(call).status_is(0);
    bench.run(call).refused(
        1,
        "incise: f:1: already applied: entry 1 made this edit, and the new text is at line 1\n\
         hint: nothing is left to do; --idempotent makes this a success\n",
    );
}

/// The first run removes the old text, so a later run could only find a similar text. That text is on another line,
/// at another tier, or past the end that a diff states.
#[test]
fn a_twin_is_not_taken_by_the_next_run() {
    let blocks = "- a\n  n: 1\n- a\n  n: 1\n- a\n  n: 1\n- a\n  n: 1\n";
    let nested = "d(() => {\n  it(1);\n  x();\n});\nit(1);\nx();\n";
    let lines = "x = 1\na\nb\nx = 1\nc\n";
    let last = "--- a/f\n+++ b/f\n@@ -6,3 +6,1 @@\n   n: 1\n-- a\n-  n: 1\n";
    let copy =
        "--- a/f\n+++ b/f\n@@ -6,3 +6,7 @@\n   n: 1\n - a\n   n: 1\n+- a\n+  n: 1\n+- a\n+  n: 1\n";
    let bare = "--- a/f\n+++ b/f\n@@ -4 +4 @@\n-x = 1\n+x = 2\n";
    let v4a = "*** Begin Patch\n*** Update File: f\n@@\n-  it(1);\n-  x();\n*** End Patch\n";
    let search = "f\n<<<<<<< SEARCH\n  it(1);\n  x();\n=======\n  go(2);\n>>>>>>> REPLACE\n";
    let edit = r#"{"op": "replace", "path": "f", "old": "  it(1);\n  x();", "new": "  go(2);"}"#;
    let gemini =
        r#"{"file_path":"f","old_string":"a\n","new_string":"a\na\n","expected_replacements":1}"#;
    let replace = [
        "replace",
        "f",
        "--old",
        "  it(1);\n  x();",
        "--new",
        "  go(2);",
    ];
    for (text, args, stdin) in [
        (blocks, &["patch"][..], last),
        (blocks, &["patch"], copy),
        (blocks, &["patch", "--mode", "merge"], last),
        (blocks, &["patch", "--no-journal"], last),
        (lines, &["patch"], bare),
        (lines, &["patch", "--mode", "fuzzy"], bare),
        (nested, &["patch"], v4a),
        (nested, &["apply"], search),
        (nested, &["apply"], edit),
        (nested, &replace, ""),
        ("a\n", &["apply"], gemini),
    ] {
        let bench = Bench::with("f", text);
        bench.pipe(stdin, args).succeeds();
        let made = bench.text("f");
        assert_ne!(made, text, "{args:?}");
        for _ in 0..2 {
            bench.pipe(stdin, args).unheard();
            assert_eq!(bench.text("f"), made, "{args:?} {stdin}");
        }
    }
}

#[test]
fn a_repeated_call_that_selects_a_place_is_applied_again() {
    for more in [["--nth", "1"], ["--expect", "1"]] {
        let bench = Bench::with("log", "# Log\n");
        let call = ["insert", "log", "--after", "# Log", "--text", "- done"];
        bench.run(call).status_is(0);
        bench.run(call).fails(1, "already applied");
        bench
            .run([&call[..], &more].concat())
            .edits(&[("log", "# Log\n- done\n- done\n")]);
    }
}

#[test]
fn a_repeated_call_is_applied_after_an_undo_or_a_change() {
    let bench = Bench::with("f", "a\n");
    let call = ["replace", "f", "--old", "a", "--new", "a b"];
    bench.run(call).status_is(0);
    bench.line("undo").status_is(0);
    bench.run(call).edits(&[("f", "a b\n")]);
    bench.line("replace f --old b --new c").status_is(0);
    bench.run(call).edits(&[("f", "a b c\n")]);
}

#[test]
fn without_a_journal_a_warning_is_given() {
    let bench = Bench::with("f", "port = 80\n");
    let call = "replace f --old 80 --new '80 81' --no-journal";
    bench.line(call).status_is(0).says("this cannot be undone");
    bench
        .line(call)
        .status_is(0)
        .says("the new text was already at line 1")
        .changed(&[("f", "port = 80 81 81\n")]);
}

/// A patch that adds a method to a class, and the text that it was made from.
const METHODS: &str =
    "class A:\n    def one(self):\n        return 1\n\n    def three(self):\n        return 3\n";
const ADDS_TWO: &str = "\
--- a/a.py
+++ b/a.py
@@ -2,5 +2,8 @@
     def one(self):
         return 1
 
+    def two(self):
+        return 2
+
     def three(self):
         return 3
";

/// The text with the method, after changes next to it.
const ADAPTED: &str = "class A:\n    def one(self):\n        return 11\n\n    def two(self):\n        return 2\n\n    \
                       def three(self):\n        return 33\n";

#[test]
fn lines_next_to_a_drifted_place_are_not_added_again() {
    let bench = Bench::with("a.py", ADAPTED).file("base.py", METHODS);
    for flags in [
        &["--mode", "merge"][..],
        &["--mode", "merge", "--base", "base.py"],
        &["--mode", "merge", "--base", "base.py", "--idempotent"],
    ] {
        let mut args = vec!["patch", "--target", "a.py", "-q"];
        args.extend(flags);
        let ran = bench.pipe(ADDS_TWO, args);
        assert_eq!(bench.text("a.py"), ADAPTED, "{flags:?}: {}", ran.stderr);
    }
}

#[test]
fn a_copy_is_added_at_the_exact_place_of_the_hunk() {
    let bench = Bench::with("a", "begin\nsame line\nend\n");
    let patch = "--- a/a\n+++ b/a\n@@ -1,2 +1,3 @@\n begin\n+same line\n same line\n";
    bench
        .pipe(patch, ["patch", "--target", "a", "-q"])
        .status_is(0);
    assert_eq!(bench.text("a"), "begin\nsame line\nsame line\nend\n");
}

/// A diff that renames or copies files is recognized as done, with or without changed lines.
#[test]
fn renames_and_copies_are_done_once() {
    let cases = [
        "rename from a\nrename to b\n",
        "rename from a\nrename to b\n--- a/a\n+++ b/b\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n",
        "copy from a\ncopy to b\n",
        "copy from a\ncopy to b\n--- a/a\n+++ b/b\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n",
    ];
    for headers in cases {
        let diff = format!("diff --git a/a b/b\n{headers}");
        let bench = Bench::with("a", "one\ntwo\nthree\n");
        bench.pipe(&*diff, ["patch", "-q"]).status_is(0);
        let done = bench.tree();
        let again = bench.pipe(&*diff, ["patch", "--idempotent", "--json"]);
        again.status_is(0).tree_is(&done);
        assert_eq!(again.json()["changed"], false, "{headers}");
    }
}

#[test]
fn a_rename_does_not_count_as_done_if_another_file_has_the_name() {
    let pure = "diff --git a/old b/new\nrename from old\nrename to new\n";
    let edited = "diff --git a/old b/new\nrename from old\nrename to new\n--- a/old\n+++ b/new\n@@ -1,2 +1,2 @@\n-two\n+2\n three\n";
    for diff in [pure, edited] {
        Bench::with("new", "two\nthree\n")
            .pipe(diff, ["patch", "--idempotent"])
            .fails(4, "no such file");
    }
}
