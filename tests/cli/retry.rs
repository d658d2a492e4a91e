//! `error.retry`: executed literally, it does what the first call requested.
//!
//! [`follow`] is called for every retry that any test of this program produces.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::bench::{Bench, Entry, Tree};

/// Runs the retry in `report`, the report of the call `refused`, as a dry run. `tree` is the unchanged tree.
///
/// Standard input is not read again, so a call that needs it has no retry.
pub fn follow(refused: &Command, report: &Value, tree: &Tree) {
    let Some(retry) = report["error"]["retry"].as_array() else {
        return;
    };
    let mut args: Vec<OsString> = refused.get_args().map(OsStr::to_owned).collect();
    if args[0] != "check" {
        args.push("-n".into());
    }
    for word in retry {
        args.push(word.as_str().unwrap().into());
    }
    let mut again = Command::new(refused.get_program());
    again.env_clear().args(&args);
    again.current_dir(refused.get_current_dir().unwrap());
    for (name, value) in refused.get_envs() {
        again.env(name, value.unwrap());
    }
    let output = again.stdin(std::process::Stdio::null()).output().unwrap();
    let line = args.join(OsStr::new(" "));
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{line:?}: {stdout}");
    let done: Value = serde_json::from_str(&stdout).unwrap();
    for file in done["files"].as_array().unwrap() {
        if file["changed"] == true {
            let path = file["path"].as_str().unwrap();
            let Some(Entry::File { text, .. }) = tree.get(Path::new(path)) else {
                panic!("{line:?} changes {path}");
            };
            is_as_asked(&args, text, file["after"].as_str().unwrap());
        }
    }
    if retry[0] == "--idempotent" {
        assert_eq!(done["changed"], false, "{line:?}: {stdout}");
    }
}

/// Asserts that a repair of both texts of the call gives the text with the hash `after`.
fn is_as_asked(args: &[OsString], before: &[u8], after: &str) {
    let (old, new) = (value(args, "--old"), value(args, "--new"));
    let before = String::from_utf8_lossy(before);
    let made = REPAIRS.iter().map(|repair| {
        let (old, new) = (repair(&old), repair(&new));
        let one = before.replacen(&old, &new, 1);
        [one, before.replace(&old, &new)]
    });
    let hash = |text: &String| format!("blake3:{}", blake3::hash(text.as_bytes()).to_hex());
    let is_made = made.flatten().any(|text| hash(&text) == after);
    assert!(is_made, "{args:?} makes something else of {before:?}");
}

/// The value of the flag `name`.
fn value(args: &[OsString], name: &str) -> String {
    let args: Vec<&str> = args.iter().map(|arg| arg.to_str().unwrap()).collect();
    let joined = args
        .iter()
        .find_map(|arg| arg.strip_prefix(name)?.strip_prefix('='));
    let at = args.iter().position(|arg| *arg == name);
    joined.or(at.map(|at| args[at + 1])).unwrap().to_owned()
}

/// The kinds of damage to a text, each with the repair that a person would make.
const REPAIRS: &[fn(&str) -> String] = &[
    |text| text.replace(r"\!", "!"),
    |text| text.replace(r"\`", "`"),
    |text| text.replace(r"\$", "$"),
    |text| text.replace(r#"\""#, "\""),
    |text| text.replace(r"\\", r"\"),
    |text| text.replace(r"\n", "\n"),
    |text| text.replace(r"\t", "\t"),
    |text| text.replace('\\', ""),
    |text| {
        text.replace(r"\n", "\n")
            .replace(r"\t", "\t")
            .replace(r#"\""#, "\"")
    },
    |text| text.replace('\u{a0}', " "),
    |text| text.replace(['\u{201c}', '\u{201d}'], "\""),
    |text| text.replace("&lt;", "<").replace("&amp;", "&"),
    |text| text.replace("e\u{301}", "\u{e9}"),
    |text| text.replace("\r\n", "\n"),
    |text| text.replace('\n', "\r\n"),
    |text| text.trim_end_matches('\n').to_owned(),
    |text| {
        let lines = text.split_inclusive('\n');
        let bare = |line: &str| match line.find(['\t', '|']) {
            Some(at) if line[at..].starts_with("| ") => line[at + 2..].to_owned(),
            Some(at) => line[at + 1..].to_owned(),
            None => line.to_owned(),
        };
        lines.map(bare).collect()
    },
    |text| {
        if !text.starts_with("```") {
            return text.to_owned();
        }
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        lines.pop();
        lines.into_iter().skip(1).collect()
    },
];

/// A file's text and a refused call without a retry. A retry would do something that was not requested, or override
/// the guard that refused.
struct Case {
    text: &'static str,
    line: &'static str,
    code: &'static str,
    /// The line ranges of the candidates.
    candidates: &'static [[u64; 2]],
}

const WITHOUT: &[Case] = &[
    Case {
        text: "x  \ny\n",
        line: "replace a.txt --old 'x\ny\n' --new 'z\n' --match exact",
        code: "not_found",
        candidates: &[[1, 2]],
    },
    Case {
        text: "x\ny\nz\n",
        line: "replace a.txt --old z --new w --within 1:2",
        code: "not_found",
        candidates: &[[3, 3]],
    },
    Case {
        text: "Retry = 1\n",
        line: "replace a.txt --old 'retry = 1' --new 'retry = 2'",
        code: "not_found",
        candidates: &[[1, 1]],
    },
    Case {
        text: "Retry = 1\n",
        line: "insert a.txt --after 'retry = 1' --text x",
        code: "not_found",
        candidates: &[[1, 1]],
    },
    Case {
        text: "x  \ny\n",
        line: "insert a.txt --before 'x\ny\n' --text 'z\n' --match exact",
        code: "not_found",
        candidates: &[[1, 2]],
    },
    Case {
        text: "x\ny\nx\n",
        line: "replace a.txt --old x --new z",
        code: "ambiguous",
        candidates: &[[1, 1], [3, 3]],
    },
    Case {
        text: "x\ny\nx\n",
        line: "insert a.txt --after x --text z",
        code: "ambiguous",
        candidates: &[[1, 1], [3, 3]],
    },
    Case {
        text: "x\ny\nx\n",
        line: "replace a.txt --old x --new z --expect 3",
        code: "count_mismatch",
        candidates: &[[1, 1], [3, 3]],
    },
    Case {
        text: "x\ny\nx\n",
        line: "replace a.txt --old x --new z --nth=5",
        code: "count_mismatch",
        candidates: &[[1, 1], [3, 3]],
    },
    Case {
        text: "x\n",
        line: "write a.txt --text 'y\n'",
        code: "exists",
        candidates: &[],
    },
    Case {
        text: "x\ny\n",
        line: "insert a.txt --line 9 --text z",
        code: "out_of_range",
        candidates: &[],
    },
    Case {
        text: "a  \nx\nb\n",
        line: "patch fix.diff --mode strict",
        code: "hunk_failed",
        candidates: &[],
    },
    // The line has become longer since it was read.
    Case {
        text: "host = a\nport = 8080\n",
        line: "replace a.txt --old 'port = 80\n' --new 'port = 81\n'",
        code: "not_found",
        candidates: &[[2, 2]],
    },
    // The repaired text is a prefix of a longer word.
    Case {
        text: "echo $HOMES\n",
        line: r"replace a.txt --old '\$HOME' --new '\$PWD'",
        code: "not_found",
        candidates: &[[1, 1]],
    },
    // It is unknown which escapes of the new text are literal.
    Case {
        text: "one 1\ntwo 2\n",
        line: r#"replace a.txt --old '1\ntwo' --new '1\nprint("a\n")'"#,
        code: "not_found",
        candidates: &[[1, 2]],
    },
];

/// The file's text, the old and new text as typed, and the intended result.
const DAMAGED: &[(&str, &str, &str, &str)] = &[
    // A backslash before one kind of character.
    ("wow! no\n", r"wow\!", r"oh\!", "oh! no\n"),
    ("run `x` now\n", r"\`x\`", r"\`y\`", "run `y` now\n"),
    ("cd $HOME/a\n", r"\$HOME", r"\$PWD", "cd $PWD/a\n"),
    (
        "say \"hi\" to\n",
        r#"\"hi\""#,
        r#"\"ho\""#,
        "say \"ho\" to\n",
    ),
    ("a\\b c\n", r"a\\b", r"a\\d", "a\\d c\n"),
    // Characters typed as escapes.
    ("one 1\ntwo 2\n", r"1\ntwo", r"1\nthree", "one 1\nthree 2\n"),
    ("a\tb c\n", r"a\tb", r"a\td", "a\td c\n"),
    // Several backslashes of a shell.
    (
        "echo \"$x\" `y`!\n",
        r#"\"\$x\" \`y\`\!"#,
        r#"\"\$z\"\!"#,
        "echo \"$z\"!\n",
    ),
    // Typographic characters.
    ("x = a b;\n", "a\u{a0}b", "a\u{a0}c", "x = a c;\n"),
    (
        "x = \"a\"; y\n",
        "= \u{201c}a\u{201d}",
        "= \u{201c}b\u{201d}",
        "x = \"b\"; y\n",
    ),
    (
        "if a < b && c {\n",
        "a &lt; b &amp;&amp; c",
        "a &lt; d &amp;&amp; c",
        "if a < d && c {\n",
    ),
    (
        "un caf\u{e9} noir\n",
        "cafe\u{301}",
        "the\u{301}",
        "un th\u{e9} noir\n",
    ),
    // Copied with the surrounding decoration.
    (
        "fn a() {\n    b();\n}\n",
        "   1\tfn a() {\n   2\t    b();\n",
        "   1\tfn a() {\n   2\t    c();\n",
        "fn a() {\n    c();\n}\n",
    ),
    (
        "fn a() {\n    b();\n}\n",
        "1 | fn a() {\n2 |     b();\n",
        "1 | fn a() {\n2 |     c();\n",
        "fn a() {\n    c();\n}\n",
    ),
];

fn bench(text: &str) -> Bench {
    let diff = "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n a\n-x\n+y\n b\n";
    Bench::with("a.txt", text).file("fix.diff", diff)
}

#[test]
fn a_retry_never_lifts_a_guard_or_selects_another_place() {
    for case in WITHOUT {
        let bench = bench(case.text);
        let ran = bench.line(&format!("{} --json", case.line));
        ran.unchanged();
        let error = ran.json()["error"].clone();
        assert_eq!(error["code"], case.code, "{}: {error}", case.line);
        assert!(error.get("retry").is_none(), "{}: {error}", case.line);
        let candidates = error["candidates"].as_array().cloned().unwrap_or_default();
        let lines: Vec<Value> = candidates.iter().map(|one| one["lines"].clone()).collect();
        let expected: Vec<Value> = case
            .candidates
            .iter()
            .map(|lines| lines.to_vec().into())
            .collect();
        assert_eq!(lines, expected, "{}: {error}", case.line);
    }
}

#[test]
fn an_edit_that_is_made_already_is_accepted() {
    let bench = Bench::with("a.txt", "x = 2\ny\n");
    let ran = bench.line("replace a.txt --old 'x = 1' --new 'x = 2' --json");
    ran.status_is(1).unchanged();
    assert_eq!(
        ran.json()["error"]["retry"],
        serde_json::json!(["--idempotent"])
    );
}

#[test]
fn damage_found_by_the_diagnosis_is_repaired_in_both_texts() {
    for (text, old, new, expected) in DAMAGED {
        let bench = bench(text);
        let args = ["replace", "a.txt", "--old", old, "--new", new];
        let ran = bench.run(args.iter().chain(&["--json"]));
        ran.status_is(1).unchanged();
        let error = ran.json()["error"].clone();
        assert_eq!(
            error["retry"],
            serde_json::json!(["--fix", "escapes"]),
            "{old}: {error}"
        );
        bench
            .run(args.iter().chain(&["--fix", "escapes", "-q"]))
            .edits(&[("a.txt", expected)]);
    }
}

#[test]
fn a_repair_that_a_guard_refuses_is_no_retry() {
    let bench = Bench::with("f.py", "a = 1\nb = 3\n");
    let replace = ["replace", "f.py", "--old", r"a = 1\nb = 3", "--json"];
    for (new, is_offered) in [("a = (", false), ("a = ()", true)] {
        let flags = ["--new", new, "--syntax", "refuse"];
        let ran = bench.run([&replace[..], &flags].concat());
        ran.status_is(1).unchanged();
        let error = ran.json()["error"].clone();
        assert_eq!(error["code"], "not_found");
        assert_eq!(error.get("retry").is_some(), is_offered, "{new}: {error}");
    }
    let flags = ["--new", "a = ()", "--validate", "false {}"];
    let ran = bench.run([&replace[..], &flags].concat());
    assert_eq!(ran.status_is(1).json()["error"].get("retry"), None);
}

#[test]
fn an_insertion_anchor_is_repaired_only_on_request() {
    let bench = Bench::with("a.txt", "cd $HOME/a\n");
    let ran = bench.run([
        "insert", "a.txt", "--after", r"\$HOME", "--text", r"\$x", "--json",
    ]);
    ran.status_is(1).unchanged();
    let error = &ran.json()["error"];
    assert!(error.get("retry").is_none(), "{error}");
    let hint = error["hint"].as_str().unwrap();
    assert!(
        hint.contains("a backslash before `$`") && !hint.contains("--fix"),
        "{hint}"
    );
}
