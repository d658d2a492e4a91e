//! `error.retry`, followed literally: the same call with these arguments in place of any of the same name.

use std::collections::BTreeSet;

use crate::bench::Bench;

/// A file's text, the call that is refused, and the code of the refusal.
struct Case {
    text: &'static str,
    args: &'static [&'static str],
    code: &'static str,
}

const CASES: &[Case] = &[
    Case {
        text: "x  \ny\n",
        args: &[
            "replace", "a.txt", "--old", "x\ny\n", "--new", "z\n", "--match", "exact",
        ],
        code: "not_found",
    },
    Case {
        text: "x\ny\nz\n",
        args: &[
            "replace", "a.txt", "--old", "z", "--new", "w", "--within", "1:2",
        ],
        code: "not_found",
    },
    Case {
        text: "Retry = 1\n",
        args: &[
            "replace",
            "a.txt",
            "--old",
            "retry = 1",
            "--new",
            "retry = 2",
        ],
        code: "not_found",
    },
    Case {
        text: "Retry = 1\n",
        args: &["insert", "a.txt", "--after", "retry = 1", "--text", "x"],
        code: "not_found",
    },
    Case {
        text: "x  \ny\n",
        args: &[
            "insert", "a.txt", "--before", "x\ny\n", "--text", "z\n", "--match", "exact",
        ],
        code: "not_found",
    },
    Case {
        text: "x\ny\nx\n",
        args: &["replace", "a.txt", "--old", "x", "--new", "z"],
        code: "ambiguous",
    },
    Case {
        text: "x\ny\nx\n",
        args: &["insert", "a.txt", "--after", "x", "--text", "z"],
        code: "ambiguous",
    },
    Case {
        text: "x\ny\nx\n",
        args: &[
            "replace", "a.txt", "--old", "x", "--new", "z", "--expect", "3",
        ],
        code: "count_mismatch",
    },
    Case {
        text: "x\ny\nx\n",
        args: &["replace", "a.txt", "--old", "x", "--new", "z", "--nth=5"],
        code: "count_mismatch",
    },
    Case {
        text: "x = 2\ny\n",
        args: &["replace", "a.txt", "--old", "x = 1", "--new", "x = 2"],
        code: "already_applied",
    },
    Case {
        text: "x\n",
        args: &["write", "a.txt", "--text", "y\n"],
        code: "exists",
    },
    Case {
        text: "x\ny\n",
        args: &["insert", "a.txt", "--line", "9", "--text", "z"],
        code: "out_of_range",
    },
    Case {
        text: "a  \nx\nb\n",
        args: &["patch", "fix.diff", "--mode", "strict"],
        code: "hunk_failed",
    },
];

/// What the file says, what was typed, and what both texts should have been.
const DAMAGED: &[(&str, &str, &str, &str)] = &[
    // A backslash before one kind of letter.
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
    // Letters typed as two.
    ("one 1\ntwo 2\n", r"1\ntwo", r"1\nthree", "one 1\nthree 2\n"),
    ("a\tb c\n", r"a\tb", r"a\td", "a\td c\n"),
    // Several backslashes of a shell, and of JSON.
    (
        "echo \"$x\" `y`!\n",
        r#"\"\$x\" \`y\`\!"#,
        r#"\"\$z\"\!"#,
        "echo \"$z\"!\n",
    ),
    (
        "say \"hi\"\n\tthen\n",
        r#"\"hi\"\n\tthen"#,
        r#"\"ho\"\n\tnow"#,
        "say \"ho\"\n\tnow\n",
    ),
    // Other letters for the same.
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
    // Copied with what stood around it.
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
    (
        "fn a() {}\nfn b() {}\n",
        "```rust\nfn a() {}\n```\n",
        "```rust\nfn c() {}\n```\n",
        "fn c() {}\nfn b() {}\n",
    ),
];

fn bench(text: &str) -> Bench {
    let diff = "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n a\n-x\n+y\n b\n";
    Bench::with("a.txt", text).file("fix.diff", diff)
}

/// The code and the retry of the refusal of `args`.
fn refusal(bench: &Bench, args: &[&str]) -> (String, Vec<String>) {
    let ran = bench.run_with(args.iter().chain(&["--json"]), b"");
    ran.unchanged();
    let report = ran.json();
    assert_eq!(report["ok"], false, "{args:?}: {report}");
    let error = &report["error"];
    let words = error["retry"].as_array();
    let words = words.unwrap_or_else(|| panic!("no retry for {args:?}: {error}"));
    let words = words.iter().map(|word| word.as_str().unwrap().to_owned());
    (error["code"].as_str().unwrap().to_owned(), words.collect())
}

/// `args` with `retry` in place of a flag of the same name.
fn followed(args: &[&str], retry: &[String]) -> Vec<String> {
    let flag = &retry[0];
    let mut words: Vec<String> = Vec::new();
    let mut rest = args.iter();
    while let Some(word) = rest.next() {
        match word.strip_prefix(flag.as_str()) {
            Some("") if retry.len() > 1 => {
                rest.next();
            }
            Some("") => {}
            Some(value) if value.starts_with('=') => {}
            _ => words.push((*word).to_owned()),
        }
    }
    words.extend(retry.iter().cloned());
    words
}

#[test]
fn following_a_retry_succeeds_for_every_code_that_has_one() {
    let mut codes = BTreeSet::new();
    for case in CASES {
        let bench = bench(case.text);
        let (code, retry) = refusal(&bench, case.args);
        assert_eq!(code, case.code, "{:?}", case.args);
        bench
            .run_with(followed(case.args, &retry), b"")
            .status_is(0);
        codes.insert(code);
    }
    let having = [
        "already_applied",
        "ambiguous",
        "count_mismatch",
        "exists",
        "hunk_failed",
        "not_found",
        "out_of_range",
    ];
    assert_eq!(codes, having.map(str::to_owned).into());
}

#[test]
fn what_the_doctor_finds_is_repaired_in_both_texts() {
    for (text, old, new, expected) in DAMAGED {
        let bench = bench(text);
        let args = ["replace", "a.txt", "--old", old, "--new", new];
        let (code, retry) = refusal(&bench, &args);
        assert_eq!(code, "not_found", "{old}");
        assert_eq!(retry, ["--fix", "escapes"], "{old}");
        bench
            .run_with(followed(&args, &retry), b"")
            .status_is(0)
            .changed(&[("a.txt", expected)]);
    }
}

#[test]
fn the_text_to_insert_beside_is_not_repaired_unasked() {
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
