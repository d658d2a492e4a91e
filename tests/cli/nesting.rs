//! Files with extreme nesting: the program neither crashes nor hangs, and reports files that it does not parse.

use crate::bench::Bench;

/// A file of each language that nests, with 30,000 levels or enough to crash its parser.
fn deep() -> Vec<(&'static str, String)> {
    let around = |open: &str, middle: &str, close: &str, depth: usize| {
        format!("{}{middle}{}", open.repeat(depth), close.repeat(depth))
    };
    vec![
        ("a.yaml", format!("{}x\n", "- ".repeat(600))),
        ("b.yaml", around("[", "x", "]", 5_000)),
        (
            "c.yaml",
            format!("k: {}\n", around("{a: ", "x", "}", 4_500)),
        ),
        ("d.json", around("[", "\"x\"", "]", 5_000)),
        ("e.rb", around("module A\n", "x\n", "end\n", 2_000)),
        ("f.rb", format!("puts <<{}\nx\n", "A".repeat(300))),
        ("g.c", format!("int x={};\n", around("(", "1", ")", 30_000))),
        ("h.c", around("#if A\n", "int x;\n", "#endif\n", 2_000)),
        ("i.java", around("class A {\n", "int x;\n", "}\n", 2_000)),
        ("j.cpp", around("namespace a {\n", "int x;\n", "}\n", 2_000)),
        ("k.sh", around("if a; then\n", "x\n", "fi\n", 2_000)),
        (
            "l.toml",
            format!("a = {}\n", around("[", "'x'", "]", 5_000)),
        ),
        ("m.css", around("a {\n", "x: y;\n", "}\n", 2_000)),
        ("n.ts", around("(", "x", ")", 30_000)),
        ("o.py", {
            let line = |column: usize| format!("{}if x:\n", " ".repeat(column));
            (0..600).map(line).collect::<String>() + &" ".repeat(600) + "x\n"
        }),
    ]
}

#[test]
fn deeply_nested_files_are_edited_as_text_with_a_warning() {
    for (name, text) in deep() {
        let bench = Bench::with(name, &text);
        let edit = ["replace", name, "--old", "x", "--new", "y", "--all", "-q"];
        let new = text.replace('x', "y");
        bench.run(edit).done("", &[(name, &new)]);
        let refused = [&edit[..], &["--syntax", "refuse"]].concat();
        let again = Bench::with(name, &text);
        again
            .run(&refused)
            .fails(2, "nests too deeply to check its syntax");
    }
}

#[test]
fn a_tree_with_such_files_is_checked() {
    let bench = Bench::with("z.json", "{\n");
    let bench = deep()
        .into_iter()
        .fold(bench, |bench, (name, text)| bench.file(name, text));
    let ran = bench.line("check files . --json --full");
    ran.status_is(0).unchanged();
    let report = ran.json();
    let names: Vec<&str> = deep().into_iter().map(|(name, _)| name).collect();
    assert_eq!(report["not_parsed"], serde_json::json!(names));
    let findings = report["findings"].as_array().unwrap();
    let is_syntax = |finding: &&serde_json::Value| finding["kind"] == "syntax";
    let syntax: Vec<_> = findings.iter().filter(is_syntax).collect();
    assert_eq!(syntax.len(), 1, "{syntax:?}");
    assert_eq!(syntax[0]["path"], "z.json");
}

#[test]
fn a_symbol_or_a_key_of_such_a_file_is_refused() {
    for (name, text) in deep() {
        let bench = Bench::with(name, text);
        let symbol = bench.run(["lines", name, "--symbol", "A", "--text", "z"]);
        symbol.unchanged();
        assert!(
            matches!(symbol.status, Some(1 | 2)),
            "{name}: {}",
            symbol.stderr
        );
        if name.ends_with("yaml") {
            let key = bench.run(["set", name, "k.a", "2"]);
            key.unchanged();
            assert_eq!(key.status, Some(1), "{name}: {}", key.stderr);
        }
        let outline = bench.run(["view", name, "--outline"]);
        assert!(
            matches!(outline.status, Some(0..=2)),
            "{name}: {}",
            outline.stderr
        );
    }
}

#[test]
fn errors_without_end_have_a_budget() {
    for (name, piece, count) in [
        ("a.cpp", "A<", 30_000),
        ("b.js", "`${", 3_000),
        ("c.rb", "\"#{", 3_000),
        ("d.py", "f'{", 3_000),
        ("e.rs", "a<b::<", 10_000),
        ("f.sh", "$(", 3_000),
    ] {
        let bench = Bench::with(name, piece.repeat(count) + "\n");
        let ran = bench.run(["append", name, "--text", "x;", "-q"]);
        ran.status_is(0);
    }
}
