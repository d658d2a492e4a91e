//! The size of answers: every answer is small and bounded, whatever was requested and however long its texts.
//!
//! An agent pays for each byte, and may rely on these bounds. Answers state how much they omit, and `--full` shows
//! it.

use serde_json::{Value, json};

use crate::bench::Bench;
use crate::notation::numbered;

/// The maximum size in bytes of an answer with a long diff or list.
const LONG: usize = 40_000;

/// The maximum size in bytes of a refusal of one thing.
const SHORT: usize = 3_000;

/// A text without a line ending.
fn endless() -> String {
    "x".repeat(1 << 20)
}

/// Asserts that the text answer has at most `bytes` bytes and `lines` lines, and that the JSON answer is one object
/// of at most `json` bytes. Each runs in its own tree. Returns both.
#[track_caller]
fn bounded(
    world: impl Fn() -> Bench,
    args: &[&str],
    stdin: &str,
    bounds: (usize, usize, usize),
) -> (String, Value) {
    let (bytes, lines, json) = bounds;
    let bench = world();
    let ran = bench.pipe(stdin, args);
    let text = [ran.stdout.as_str(), ran.stderr.as_str()].concat();
    assert!(text.len() <= bytes, "{args:?}: {} bytes", text.len());
    let counted = text.lines().count();
    assert!(counted <= lines, "{args:?}: {counted} lines");
    let bench = world();
    let ran = bench.pipe(stdin, args.iter().chain(&["--json"]));
    assert_eq!(ran.stderr, "");
    assert!(
        ran.bytes.len() <= json,
        "{args:?}: {} bytes",
        ran.bytes.len()
    );
    (text, ran.json())
}

/// `count` edits that contain their numbers.
fn batch(count: usize, edit: impl Fn(usize) -> Value) -> String {
    Value::from_iter((0..count).map(edit)).to_string()
}

fn replacement(path: &str, old: String, new: &str) -> Value {
    json!({"op": "replace", "path": path, "old": old, "new": new})
}

/// `<0>` to `<999>`, one per line.
fn bracketed() -> String {
    (0..1000).map(|number| format!("<{number}>\n")).collect()
}

/// Many files in `d`, each with one line.
fn many_files(count: usize) -> Bench {
    let files = 0..count;
    files.fold(Bench::new(), |bench, at| {
        bench.file(format!("d/{at}"), "x\n")
    })
}

/// `count` hunks for [`numbered`] lines, 10 lines apart. `removed` produces the removed line of each.
fn hunks(count: usize, removed: impl Fn(usize) -> String) -> String {
    let hunk = |at: usize| {
        let line = at * 10 + 1;
        let (next, last) = (line + 1, line + 2);
        let old = removed(next);
        format!("@@ -{line},3 +{line},3 @@\n line {line}\n-{old}\n+LINE\n line {last}\n")
    };
    let body: String = (0..count).map(hunk).collect();
    format!("--- a/a.txt\n+++ b/a.txt\n{body}")
}

#[test]
fn the_report_of_a_usual_edit_is_a_few_lines() {
    bounded(
        || Bench::with("a.txt", numbered(99)),
        &["replace", "a.txt", "--old", "line 50", "--new", "LINE 50"],
        "",
        (200, 13, 800),
    );
    let append = ["append", "a.txt", "--text", "end"];
    bounded(
        || Bench::with("a.txt", numbered(99)),
        &append,
        "",
        (150, 9, 750),
    );
    let quiet = ["append", "a.txt", "--text", "end", "-q"];
    bounded(
        || Bench::with("a.txt", numbered(99)),
        &quiet,
        "",
        (0, 0, 750),
    );
}

#[test]
fn an_answer_has_a_long_path_once() {
    const PATH: &str = "packages/checkout/source/payment/validators/card_numbers.mjs";
    let lines = || -> String {
        let line = |number| format!("    let value{number} = read({number});\n");
        (1..100).map(line).collect()
    };
    let edit = [
        "replace",
        PATH,
        "--old",
        "value50 = read(50)",
        "--new",
        "value50 = load(50)",
    ];
    let (text, mut report) = bounded(|| Bench::with(PATH, lines()), &edit, "", (200, 5, 900));
    assert_eq!(text.matches(PATH).count(), 1, "{text}");
    assert!(text.contains("\n-    let value50 = read(50);\n+"), "{text}");
    let file = report["files"][0].as_object_mut().unwrap();
    assert_eq!(file["diff_cut"], 7);
    file.remove("diff");
    assert!(report.to_string().len() <= 750, "{report}");
    // The file contains the same text 19 times.
    let twice = ["replace", PATH, "--old", "x = 1", "--new", "x = 2"];
    let world = || Bench::with(PATH, "  x = 1;\n".repeat(19));
    let (_, report) = bounded(world, &twice, "", (500, 13, 1_200));
    assert_eq!(report["error"]["found"], 19);
}

#[test]
fn a_text_that_was_given_is_not_given_back() {
    let create = ["create", "b.txt", "--text-file", "-"];
    let long = numbered(100_000);
    bounded(Bench::new, &create, &long, (500, 28, 1_000));
    bounded(Bench::new, &create, &endless(), (1_300, 10, 1_800));
    let request = json!({"op": "append", "path": "a.txt", "text": endless()}).to_string();
    let world = || Bench::with("a.txt", "one\n");
    bounded(world, &["apply"], &request, (1_300, 10, 1_800));
    // The same for a removed file.
    let world = || Bench::with("b.txt", numbered(100_000));
    bounded(world, &["remove", "b.txt"], "", (500, 28, 1_000));
    // All requested lines are shown.
    let bench = Bench::new();
    let shown = bench.pipe(
        numbered(100),
        ["create", "b.txt", "--text-file", "-", "--full"],
    );
    shown.prints("+line 100\n");
}

#[test]
fn a_refusal_does_not_repeat_an_endless_text() {
    let world = || Bench::with("a.txt", numbered(99));
    let not_found = ["replace", "a.txt", "--old-file", "-", "--new", "y"];
    bounded(world, &not_found, &endless()[..1 << 17], (400, 5, 800));
    bounded(world, &not_found, &numbered(10_000), (400, 5, 800));
    let edits = batch(3, |at| {
        replacement("a.txt", format!("{}{at}", &endless()[..1 << 17]), "y")
    });
    bounded(world, &["apply"], &edits, (900, 8, 2_600));
    let half = "b".repeat(1 << 15);
    let world = || Bench::with("a.txt", format!("a\n{half}1{half}\nx\n"));
    let near = format!("a\n{half}2{half}\nx\n");
    bounded(world, &not_found, &near, (600, 6, SHORT));
    let diff = format!("--- a/a.txt\n+++ b/a.txt\n@@ -2,2 +2,2 @@\n-{half}2{half}\n+y\n x\n");
    bounded(world, &["patch"], &diff, (700, 8, SHORT));
}

#[test]
fn many_places_are_counted_not_listed() {
    let world = || Bench::with("a.txt", "x = 1\n".repeat(10_000));
    let edit = ["replace", "a.txt", "--old", "x = 1", "--new", "y"];
    bounded(world, &edit, "", (450, 14, 1_600));
    let count = [&edit[..], &["--expect", "3"]].concat();
    bounded(world, &count, "", (450, 14, 1_600));
    let world = || Bench::with("a.txt", format!("x = 1{}\n", endless()).repeat(3));
    bounded(world, &edit, "", (600, 6, 1_200));
}

#[test]
fn a_change_in_an_endless_line_is_shown_where_it_is() {
    let world = || {
        let minified = format!("{}NEEDLE{}\n", endless(), endless());
        Bench::with("a.txt", minified)
    };
    let edit = ["replace", "a.txt", "--old", "NEEDLE", "--new", "PIN"];
    bounded(world, &edit, "", (700, 7, 1_300));
    let bench = world();
    let ran = bench.run(edit);
    let around = "x".repeat(100);
    ran.prints(&format!("\n-...{around}NEEDLE{around}...\n"));
    ran.prints(&format!("\n+...{around}PIN{around}...\n"));
    let world = || {
        let part = "a".repeat(5000);
        Bench::with("a.txt", format!("{part}NEEDLE{part}\n").repeat(300))
    };
    let all = [&edit[..], &["--all"]].concat();
    bounded(world, &all, "", (LONG, 201, LONG + 5_000));
}

#[test]
fn a_batch_of_a_thousand_is_bounded() {
    let world = || Bench::with("a.txt", bracketed());
    let done = batch(1000, |at| replacement("a.txt", format!("<{at}>"), "y"));
    bounded(world, &["apply"], &done, (5_000, 303, 8_000));
    let refused = batch(1000, |at| {
        replacement("a.txt", format!("nothing {at}"), "y")
    });
    bounded(world, &["apply"], &refused, (5_000, 110, 50_000));
    let half = batch(1000, |at| match at % 2 {
        0 => replacement("a.txt", format!("<{at}>"), "y"),
        _ => replacement("a.txt", format!("nothing {at}"), "y"),
    });
    let (_, json) = bounded(world, &["apply"], &half, (5_000, 110, 50_000));
    let error = &json["error"];
    assert_eq!(error["edits"].as_array().unwrap().len(), 100);
    assert_eq!(error["edits_total"], 500);
    assert_eq!(error["would_apply_total"], 500);
}

#[test]
fn a_thousand_files_are_bounded() {
    let edit = [
        "check", "replace", "--glob", "d/*", "--old", "x", "--new", "y",
    ];
    let world = || many_files(1000);
    let (text, json) = bounded(world, &edit, "", (8_000, 305, 50_000));
    assert!(text.ends_with(
        "\n... 900 more files; --full shows them\n1000 files, 1000 replacements, +1000 -1000\n"
    ));
    assert_eq!(json["files"].as_array().unwrap().len(), 100);
    assert_eq!(json["files_total"], 1000);
    let few = many_files(120);
    let full = few.run(edit.iter().chain(&["--json", "--full"]));
    let full = full.json();
    assert_eq!(full["files"].as_array().unwrap().len(), 120);
    assert_eq!(full.get("files_total"), None);
    let missing: Vec<String> = (0..1000).map(|at| format!("m{at}")).collect();
    let missing = missing.iter().map(String::as_str);
    let args: Vec<&str> = ["replace"].into_iter().chain(missing).collect();
    let args = [&args[..], &["--old", "x", "--new", "y"]].concat();
    bounded(Bench::new, &args, "", (3_000, 45, 25_000));
}

#[test]
fn a_patch_of_five_hundred_hunks_is_bounded() {
    let world = || Bench::with("a.txt", numbered(5_000));
    let done = hunks(500, |line| format!("line {line}"));
    let (_, json) = bounded(world, &["patch"], &done, (3_000, 203, 8_000));
    assert_eq!(json["files"][0]["hunks_total"], 500);
    // Each hunk is at its stated place, so there is nothing to report about it.
    assert_eq!(json["files"][0].get("hunks"), None);
    let full = world().pipe(&done, ["patch", "--json", "--full"]).json();
    assert_eq!(full["files"][0]["hunks"].as_array().unwrap().len(), 500);
    let refused = hunks(500, |line| format!("line {line}X"));
    let (_, json) = bounded(world, &["patch"], &refused, (3_000, 45, 25_000));
    assert_eq!(json["error"]["hunks_total"], 500);
    let moved = format!("zero\nnull\n{}", numbered(5_000));
    let moved = || Bench::with("a.txt", &moved);
    bounded(moved, &["patch"], &done, (8_000, 305, 25_000));
}

#[test]
fn three_hundred_warnings_are_bounded() {
    let world = || {
        let linked =
            |bench: Bench, at: usize| bench.hard_link(&format!("l{at}"), &format!("d/{at}"));
        (0..300).fold(many_files(300), linked)
    };
    let edit = [
        "replace", "--glob", "d/*", "--old", "x", "--new", "y", "--sync", "none",
    ];
    let (text, json) = bounded(world, &edit, "", (12_000, 325, 70_000));
    let warnings = text.lines().filter(|line| line.starts_with("warning: "));
    assert_eq!(warnings.count(), 20);
    assert!(text.ends_with("\n... 280 more warnings\n"));
    assert_eq!(json["warnings"].as_array().unwrap().len(), 100);
    assert_eq!(json["warnings_total"], 300);
}

#[test]
fn errors_about_very_long_words_are_short() {
    let word = "b".repeat(100_000);
    let flag = format!("--{word}");
    let one = || Bench::with("a.txt", "one\n");
    bounded(one, &["replace", "a.txt", &flag], "", (800, 2, 1_000));
    let nth = [
        "replace", "a.txt", "--old", "x", "--new", "y", "--nth", &word,
    ];
    bounded(one, &nth, "", (800, 2, 1_000));
    bounded(one, &["explain", &word], "", (800, 2, 1_000));
    bounded(one, &[&word], "", (800, 2, 1_000));
    for request in [
        json!({"op": "replace", "path": "a.txt", &word: 1}),
        json!({"op": word, "path": "a.txt"}),
        json!({"op": "append", "path": "a.txt", "text": "x", "expect_hash": word}),
    ] {
        bounded(one, &["apply"], &request.to_string(), (1_300, 3, 1_600));
    }
    let path = json!({"op": "append", "path": word, "text": "x"}).to_string();
    bounded(one, &["apply"], &path, (1_300, 3, 10_000));
}

#[test]
fn output_of_a_command_is_truncated() {
    let loud = "sh -c 'yes | head -c 1000000; exit 1' sh {}";
    let wide = "sh -c 'head -c 1000000 /dev/zero | tr \"\\\\0\" x; exit 1' sh {}";
    let world = || Bench::with("a.txt", "one\n");
    for command in [loud, wide] {
        let args = ["append", "a.txt", "--text", "x", "--validate", command];
        bounded(world, &args, "", (5_000, 25, 10_000));
    }
}

#[test]
fn a_conflict_shows_the_beginning_of_both_sides() {
    let long = "b".repeat(1 << 20);
    let world = || {
        let bench = Bench::with("a.txt", format!("{}{long}\n", numbered(1000)));
        let theirs = numbered(1000).to_uppercase() + &long.to_uppercase();
        let write = [
            "write",
            "a.txt",
            "--text-file",
            "-",
            "--overwrite",
            "--task",
            "anna",
        ];
        bench.pipe(theirs, write).status_is(0);
        bench
    };
    let mine = [
        "lines",
        "a.txt",
        "1:1001",
        "--text",
        "x",
        "--task",
        "ben",
        "--force-shrink",
    ];
    bounded(world, &mine, "", (SHORT, 90, 2 * SHORT));
}

#[test]
fn a_view_without_a_range_is_bounded() {
    let world = || Bench::with("a.txt", numbered(100_000));
    bounded(world, &["view", "a.txt"], "", (105_000, 2_002, 200_000));
    let bench = world();
    bench.line("view a.txt").prints(
        "\n  2000\tline 2000\n... 98000 more lines; 2001:4000 shows the next, --full all of them\n",
    );
    let json = bench.line("view a.txt --json").json();
    assert_eq!(json["lines_cut"], 98_000);
    let ranged = bench.line("view a.txt 1:5000").stdout;
    assert_eq!(ranged.lines().count(), 5_001);
    let full = bench.line("view a.txt --full").stdout;
    assert_eq!(full.lines().count(), 100_001);

    let world = || Bench::with("a.js", format!("{}\nshort\n", endless()));
    bounded(world, &["view", "a.js"], "", (1_300, 3, 1_600));
    let bench = world();
    bench
        .line("view a.js")
        .prints("x... 1047576 more bytes\n   2\tshort\n");
    let json = bench.line("view a.js --json").json();
    assert_eq!(json["lines"][0]["cut"], 1_047_576);
    assert_eq!(json["lines"][1].get("cut"), None);
    assert!(bench.line("view a.js --full").stdout.len() > 1 << 20);
}

#[test]
fn findings_and_logs_are_bounded() {
    let world = || (0..300).fold(Bench::new(), |bench, at| bench.file(format!("d/{at}"), "x"));
    let check = ["check", "files", "--glob", "d/*"];
    bounded(world, &check, "", (6_000, 101, 15_000));
    world()
        .run(check)
        .prints("\n... 200 more findings; --full shows them\n");
    let json = world().run(check.iter().chain(&["--json"])).json();
    assert_eq!(json["findings_total"], 300);

    let logged = || {
        let bench = many_files(50);
        bench
            .line("replace --glob 'd/*' --old x --new y -q")
            .status_is(0);
        bench
    };
    bounded(logged, &["log"], "", (200, 1, 4_000));
    let log = logged().line("log --json").json();
    assert_eq!(log["entries"][0]["files_total"], 50);
    let made = || {
        let bench = Bench::new();
        let create = ["create", "a.txt", "--text-file", "-", "-q"];
        bench.pipe(numbered(10_000), create).status_is(0);
        bench
    };
    bounded(made, &["log", "show", "1"], "", (600, 28, 1_200));
    // A diff that is to be applied elsewhere is never shortened.
    let whole = made().line("log show 1 --format diff").stdout;
    assert_eq!(whole.lines().count(), 10_005);
}

#[test]
fn the_manual_is_short() {
    bounded(Bench::new, &["explain"], "", (3_500, 60, 4_500));
    bounded(
        Bench::new,
        &["explain", "ambiguous"],
        "",
        (1_200, 25, 1_400),
    );
    let short = Bench::new().line("guide --short").stdout;
    assert!(short.len() < 2_500, "{} bytes", short.len());
}
