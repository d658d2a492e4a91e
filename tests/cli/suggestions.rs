//! Suggestions of linters, compilers and editors as printed, compared with the results of their own fixers.
//!
//! Printed by ESLint 10.15.0, clippy 0.1.95, rustc 1.95.0, ruff 0.17.6 (SARIF), ast-grep 0.51.1 and
//! typescript-language-server 5.3.0 with TypeScript 5.9.3 (a rename). `DIR` replaces the directory in which they ran.

use std::path::PathBuf;

use crate::bench::Bench;

fn sample(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/suggestions")
        .join(name)
}

/// The files that `tool` inspected, under the names in its report.
fn bench(tool: &str, files: &[(&str, &str)]) -> Bench {
    files.iter().fold(Bench::new(), |bench, (name, path)| {
        let text = std::fs::read(sample(tool).join(name)).unwrap();
        bench.file(path, text)
    })
}

fn report(tool: &str, name: &str, bench: &Bench) -> String {
    let text = std::fs::read_to_string(sample(tool).join(name)).unwrap();
    text.replace("DIR", bench.path().to_str().unwrap())
}

/// Asserts that the report of `tool` gives the same result as the tool's fixer, can be undone, and is refused
/// afterwards.
fn is_as_its_fixer_has_it(tool: &str, format: &str, files: &[(&str, &str)]) {
    let bench = bench(tool, files);
    let report = report(tool, "report.json", &bench);
    let before: Vec<_> = files.iter().map(|(_, path)| bench.bytes(path)).collect();
    let apply = ["apply", "--from", format, "-q"];
    bench
        .pipe(&report, ["check", "apply", "--from", format, "-q"])
        .status_is(0)
        .unchanged();
    bench.pipe(&report, apply).status_is(0);
    for (name, path) in files {
        let fixed = std::fs::read_to_string(sample(tool).join(format!("{name}.fixed"))).unwrap();
        assert_eq!(bench.text(path), fixed, "{tool}: {path}");
    }
    // The files have changed since the report. Only a language server does not say which text it saw.
    if format != "lsp" {
        bench.pipe(&report, apply).status_is(3).unchanged();
    }
    bench.line("undo -q").status_is(0);
    for ((_, path), text) in files.iter().zip(before) {
        assert_eq!(bench.bytes(path), text, "{tool}: {path}");
    }
}

#[test]
fn reports_of_real_tools_give_the_result_of_their_fixers() {
    is_as_its_fixer_has_it("eslint", "eslint", &[("a.js", "a.js"), ("b.js", "b.js")]);
    is_as_its_fixer_has_it("clippy", "rustc", &[("lib.rs", "src/lib.rs")]);
    is_as_its_fixer_has_it("rustc", "rustc", &[("lib.rs", "src/lib.rs")]);
    is_as_its_fixer_has_it("ruff", "sarif", &[("c.py", "c.py")]);
    is_as_its_fixer_has_it("ast-grep", "ast-grep", &[("a.js", "a.js")]);
    is_as_its_fixer_has_it("lsp", "lsp", &[("a.ts", "a.ts"), ("b.ts", "b.ts")]);
}

#[test]
fn suggestions_that_need_review_are_left_and_counted() {
    let bench = bench("clippy", &[("lib.rs", "src/lib.rs")]);
    let report = report("clippy", "report.json", &bench);
    bench
        .pipe(report, ["apply", "--from", "rustc"])
        .status_is(0)
        .says("src/lib.rs: 2 more suggestions need a manual review");
}

#[test]
fn suggestions_that_meet_are_refused_by_their_rules() {
    let files = [("a.js", "a.js"), ("b.js", "b.js")];
    let bench = bench("eslint", &files);
    let report = report("eslint", "overlapping.json", &bench);
    bench
        .pipe(&report, ["apply", "--from", "eslint"])
        .status_is(1)
        .says("a.js: edit 1: the suggestions of `prefer-const` and `dot-notation` change the same text, line 4")
        .says("`--rule prefer-const` applies only those; run the tool again for the rest")
        .says("b.js: edit 2: the suggestions of `no-var` and `no-useless-rename` change the same text, line 2")
        .unchanged();
    bench
        .pipe(
            &report,
            [
                "apply",
                "--from",
                "eslint",
                "--rule",
                "prefer-const",
                "--rule",
                "no-var",
                "-q",
            ],
        )
        .status_is(0);
    assert!(bench.text("a.js").contains("let first = 1;\n"));
    assert!(
        bench
            .text("a.js")
            .contains("const other = values[\"length\"];")
    );
    assert_eq!(
        bench.text("b.js"),
        "\u{feff}let crlf = 1;\r\nlet { one: one } = { one: crlf };\r\nmodule.exports = one;\r\n"
    );
    bench
        .pipe(&report, ["apply", "--from", "eslint", "--rule", "semi"])
        .status_is(2)
        .says("none of its suggestions is of a requested rule")
        .says("its rules are `dot-notation`, `no-extra-boolean-cast`, `no-useless-rename`");
}

#[test]
fn a_file_that_has_changed_is_refused() {
    let bench = bench("ast-grep", &[("a.js", "a.js")]).file("b.py", "x = 1\n");
    let report = report("ast-grep", "report.json", &bench);
    bench
        .line("insert a.js --line 0 --text '// new' -q")
        .status_is(0);
    bench
        .pipe(report, ["apply", "--from", "ast-grep"])
        .fails(
            3,
            "is not the text that the suggestion of `ast-grep` expects",
        )
        .says("the file has changed: run the tool again");
    let sarif = |region: &str| {
        format!(
            r#"{{"version":"2.1.0","runs":[{{"tool":{{"driver":{{"name":"t"}}}},"results":[{{"ruleId":"r","fixes":[{{"artifactChanges":[{{"artifactLocation":{{"uri":"b.py"}},"replacements":[{{"deletedRegion":{{{region}}},"insertedContent":{{"text":"y"}}}}]}}]}}]}}]}}]}}"#
        )
    };
    let from = ["apply", "--from", "sarif"];
    bench
        .pipe(
            sarif(r#""startLine":1,"endColumn":2,"snippet":{"text":"z"}"#),
            from,
        )
        .fails(
            3,
            "line 1 is not the text that the suggestion of `r` expects",
        );
    bench.pipe(sarif(r#""startLine":4"#), from).fails(
        3,
        "the suggestion of `r` is for a position outside the file",
    );
    bench
        .pipe(
            sarif(r#""startLine":1,"endColumn":2,"snippet":{"text":"x"}"#),
            from,
        )
        .status_is(0);
    assert_eq!(bench.text("b.py"), "y = 1\n");
}

#[test]
fn columns_that_can_be_read_in_two_ways_are_refused() {
    let bench = Bench::with("a.py", "a = '\u{1f600}'; b\n");
    let fix = |kind: &str| {
        format!(
            r#"{{"runs":[{{{kind}"tool":{{"driver":{{"name":"t"}}}},"results":[{{"fixes":[{{"artifactChanges":[{{"artifactLocation":{{"uri":"a.py"}},"replacements":[{{"deletedRegion":{{"startLine":1,"startColumn":10,"endColumn":11}},"insertedContent":{{"text":"c"}}}}]}}]}}]}}]}}]}}"#
        )
    };
    let from = ["apply", "--from", "sarif", "-q"];
    bench
        .pipe(fix(""), from)
        .fails(1, "the suggestion of `t` has an ambiguous position");
    bench
        .pipe(fix(r#""columnKind":"unicodeCodePoints","#), from)
        .status_is(0);
    assert_eq!(bench.text("a.py"), "a = '\u{1f600}'; c\n");
}

#[test]
fn a_workspace_edit_makes_renames_and_removes_files_too() {
    let bench = Bench::with("a.ts", "one\n").file("c.ts", "three\n");
    let dir = format!("file://{}", bench.path().display());
    let edit = serde_json::json!({"result": {"documentChanges": [
        {"kind": "rename", "oldUri": format!("{dir}/a.ts"), "newUri": format!("{dir}/new/b.ts")},
        {"textDocument": {"uri": format!("{dir}/new/b.ts"), "version": 1}, "edits": [
            {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 99}}, "newText": "1"},
            {"range": {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 0}}, "newText": "2\n"},
            {"range": {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 0}}, "newText": "3\n"},
        ]},
        {"kind": "create", "uri": format!("{dir}/d%20e.ts")},
        {"textDocument": {"uri": format!("{dir}/d%20e.ts"), "version": null}, "edits": [
            {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "newText": "x\n"},
        ]},
        {"kind": "delete", "uri": format!("{dir}/c.ts")},
    ]}});
    bench
        .pipe(edit.to_string(), ["apply", "--from", "lsp", "-q"])
        .status_is(0)
        .became(&[
            ("a.ts", None),
            ("new/b.ts", Some(&b"1\n2\n3\n"[..])),
            ("d e.ts", Some(b"x\n")),
            ("c.ts", None),
        ]);
    bench.line("undo -q").status_is(0);
    assert_eq!(
        (bench.text("a.ts"), bench.text("c.ts")),
        ("one\n".to_owned(), "three\n".to_owned())
    );
}

/// An ESLint message about `a.js` whose fix replaces `range` with `text`.
fn eslint_fix(range: [i64; 2], text: &str) -> String {
    let fix = serde_json::json!({"range": range, "text": text});
    let message = serde_json::json!({"ruleId": "unicode-bom", "fix": fix});
    serde_json::json!([{"filePath": "a.js", "messages": [message]}]).to_string()
}

#[test]
fn a_fix_may_take_or_give_the_byte_order_mark() {
    for (before, range, text, after) in [
        ("\u{feff}let a;\n", [-1, 0], "", "let a;\n"),
        ("\u{feff}let a;\n", [-1, 3], "var", "var a;\n"),
        ("let a;\n", [0, 0], "\u{feff}", "\u{feff}let a;\n"),
        (
            "\u{feff}let a;\n",
            [0, 3],
            "\u{feff}var",
            "\u{feff}var a;\n",
        ),
        ("\u{feff}let a;\n", [0, 3], "var", "\u{feff}var a;\n"),
    ] {
        Bench::with("a.js", before)
            .pipe(eslint_fix(range, text), ["apply", "--from", "eslint", "-q"])
            .done("", &[("a.js", after)]);
    }
}

#[test]
fn a_position_beyond_the_end_is_the_end() {
    for (before, from, to, after) in [
        ("ab\ncd", (2, 0), (2, 0), "ab\ncdx"),
        ("ab\ncd\n", (7, 3), (9, 0), "ab\ncd\nx"),
        ("ab\ncd\n", (1, 9), (1, 9), "ab\ncdx\n"),
        ("ab\ncd", (1, 0), (4_000_000_000_usize, 0), "ab\nx"),
        ("ab\r\ncd\r\n", (0, 9), (0, 9), "abx\r\ncd\r\n"),
        ("", (0, 0), (5, 5), "x"),
    ] {
        let bench = Bench::with("a.ts", before);
        let uri = format!("file://{}/a.ts", bench.path().display());
        let place = |(line, character)| serde_json::json!({"line": line, "character": character});
        let range = serde_json::json!({"start": place(from), "end": place(to)});
        let edit = serde_json::json!({"changes": {uri: [{"range": range, "newText": "x"}]}});
        bench
            .pipe(edit.to_string(), ["apply", "--from", "lsp", "-q"])
            .done("", &[("a.ts", after)]);
    }
}

#[test]
fn optional_operations_on_existing_or_missing_files_are_skipped() {
    let edit = |bench: &Bench, options: bool| {
        let uri = |name: &str| format!("file://{}/{name}", bench.path().display());
        serde_json::json!({"documentChanges": [
            {"kind": "create", "uri": uri("a.ts"), "options": {"ignoreIfExists": options}},
            {"kind": "create", "uri": uri("new.ts"), "options": {"ignoreIfExists": options}},
            {"kind": "rename", "oldUri": uri("b.ts"), "newUri": uri("a.ts"), "options": {"ignoreIfExists": options}},
            {"kind": "rename", "oldUri": uri("b.ts"), "newUri": uri("c.ts"), "options": {"ignoreIfExists": options}},
            {"kind": "delete", "uri": uri("gone.ts"), "options": {"ignoreIfNotExists": options}},
        ]})
        .to_string()
    };
    let bench = Bench::with("a.ts", "one\n").file("b.ts", "two\n");
    let from = ["apply", "--from", "lsp", "-q"];
    bench
        .pipe(edit(&bench, false), from)
        .status_is(1)
        .unchanged();
    bench.pipe(edit(&bench, true), from).status_is(0).became(&[
        ("b.ts", None),
        ("c.ts", Some(&b"two\n"[..])),
        ("new.ts", Some(b"")),
    ]);
}

#[test]
fn a_report_of_the_wrong_format_is_refused() {
    let bench = Bench::with("a.ts", "one\n");
    let uri = format!("file://{}/a.ts", bench.path().display());
    let at = r#""range":{"start":{"line":0,"character":0},"end":{"line":0,"character":3}}"#;
    for (format, text, status, says) in [
        (
            "eslint",
            "{}".to_owned(),
            2,
            "this is not a report of ESLint",
        ),
        ("eslint", "[]".to_owned(), 2, "it contains no suggestion"),
        ("sarif", "[]".to_owned(), 2, "this is not a SARIF log"),
        (
            "rustc",
            "error: no".to_owned(),
            2,
            "this is not a message of rustc: line 1",
        ),
        (
            "ast-grep",
            "[{}]".to_owned(),
            2,
            "this is not a match of ast-grep",
        ),
        (
            "ast-grep",
            r#"{"file":"a.ts","text":"one","range":{"byteOffset":{"start":0,"end":3}}}"#.to_owned(),
            2,
            "none of its 1 suggestions is one that the tool would apply itself",
        ),
        (
            "lsp",
            r#"{"result":null}"#.to_owned(),
            2,
            "the server had no edit",
        ),
        (
            "lsp",
            r#"[{"title":"a","edit":{"changes":{}}},{"title":"b","edit":{"changes":{}}}]"#
                .to_owned(),
            2,
            "2 of its actions have an edit",
        ),
        (
            "lsp",
            format!(r#"{{"changes":{{"untitled:a":[{{{at},"newText":"x"}}]}}}}"#),
            2,
            "`untitled:a` is not a file",
        ),
        (
            "lsp",
            format!(
                r#"{{"changes":{{"{uri}":[{{{at},"snippet":{{"kind":"snippet","value":"$0"}}}}]}}}}"#
            ),
            2,
            "has placeholders",
        ),
        (
            "lsp",
            format!(r#"{{"changes":{{"{uri}":[{{{at},"newText":"$0","insertTextFormat":2}}]}}}}"#),
            2,
            "has placeholders",
        ),
        (
            "lsp",
            format!(
                r#"{{"documentChanges":[{{"textDocument":{{"uri":"{uri}"}},"edits":[{{{at},"newText":"x","annotationId":"q"}}]}}],"changeAnnotations":{{"q":{{"label":"q","needsConfirmation":true}}}}}}"#
            ),
            2,
            "needs a confirmation",
        ),
        (
            "lsp",
            format!(
                r#"{{"changes":{{"file:///outside/a.ts":[{{{at},"newText":"x"}}],"{uri}":[]}}}}"#
            ),
            5,
            "/outside/a.ts",
        ),
        (
            "toml",
            String::new(),
            2,
            "--from takes one of lsp, sarif, rustc, ast-grep",
        ),
    ] {
        bench
            .pipe(&text, ["apply", "--from", format])
            .fails(status, says);
    }
}
