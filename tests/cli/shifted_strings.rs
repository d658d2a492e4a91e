//! Multi-line strings in new text whose indentation differs from its place. Their intended value is not guessed.

use serde_json::json;

use crate::bench::Bench;

const NEEDS_INDENT: &str = "a line inside a string may be meant as it is";

/// File name, text, old lines and new lines. The new lines contain a multi-line string, and both lack the file's
/// indentation.
const BLOCKS: [(&str, &str, &str, &str); 7] = [
    (
        "a.sh",
        "f() {\n    if x; then\n        a\n        b\n    fi\n}\n",
        "a\nb\n",
        "cat <<E\nhello\nE\nb\n",
    ),
    (
        "b.sh",
        "f() {\n    if x; then\n        a\n        b\n    fi\n}\n",
        "a\nb\n",
        "a 'q\nr'\nb\n",
    ),
    (
        "a.py",
        "def f():\n    if x:\n        a = 1\n        b = 2\n",
        "a = 1\nb = 2\n",
        "a = \"\"\"q\nr\n\"\"\"\nb = 2\n",
    ),
    (
        "a.rs",
        "fn f() {\n    if x {\n        a();\n        b();\n    }\n}\n",
        "a();\nb();\n",
        "a(r#\"q\nr\"#);\nb();\n",
    ),
    (
        "a.js",
        "function f() {\n  if (x) {\n    a();\n    b();\n  }\n}\n",
        "a();\nb();\n",
        "a(`q\nr`);\nb();\n",
    ),
    (
        "a.go",
        "func f() {\n\tif x {\n\t\ta()\n\t\tb()\n\t}\n}\n",
        "a()\nb()\n",
        "a(`q\nr`)\nb()\n",
    ),
    (
        "a.ex",
        "def f do\n  if x do\n    a\n    b\n  end\nend\n",
        "a\nb\n",
        "a \"\"\"\nr\n\"\"\"\nb\n",
    ),
];

fn signed(sign: char, text: &str) -> String {
    text.lines().map(|line| format!("{sign}{line}\n")).collect()
}

#[test]
fn lines_of_a_block_are_refused_by_every_door() {
    for (name, text, old, new) in BLOCKS {
        Bench::with(name, text)
            .run(["replace", name, "--old", old, "--new", new])
            .fails(1, NEEDS_INDENT);
        let edit = json!({"op": "replace", "path": name, "old": old, "new": new}).to_string();
        Bench::with(name, text)
            .pipe(&edit, ["apply"])
            .fails(1, NEEDS_INDENT);
        let blocks = format!("<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n");
        Bench::with(name, text)
            .pipe(&blocks, ["replace", name, "--blocks", "-"])
            .fails(1, NEEDS_INDENT);
        let (removed, added) = (signed('-', old), signed('+', new));
        let patch = format!(
            "*** Begin Patch\n*** Update File: {name}\n@@\n{removed}{added}*** End Patch\n"
        );
        Bench::with(name, text)
            .pipe(&patch, ["patch"])
            .fails(1, NEEDS_INDENT);
    }
}

#[test]
fn lines_after_part_of_a_line_are_refused_with_both_readings() {
    for (name, text, new) in [
        (
            "a.rs",
            "fn f() {\n    g();\n}\n",
            "let s = r#\"\n{\n  \"a\": 1\n}\n\"#;",
        ),
        ("a.cpp", "int f() {\n    g();\n}\n", "h(R\"(a\nb)\");"),
        ("a.sh", "f() {\n    g();\n}\n", "echo \"a\nb\""),
        ("a.rb", "def f\n  g();\nend\n", "h \"a\nb\""),
    ] {
        Bench::with(name, text)
            .run(["replace", name, "--old", "g();", "--new", new])
            .fails(1, "as given:");
    }
}

#[test]
fn docstrings_and_strings_whose_old_lines_were_shifted_are_shifted() {
    Bench::with("a.py", "class A:\n    def f(self):\n        return 1\n")
        .run([
            "replace",
            "a.py",
            "--old",
            "def f(self):\n    return 1\n",
            "--new",
            "def f(self):\n    \"\"\"Does.\n\n    It does.\n    \"\"\"\n    return 1\n",
        ])
        .status_is(0);
    Bench::with(
        "a.py",
        "def f():\n    s = \"\"\"\n    one\n    \"\"\"\n    return s\n",
    )
    .run([
        "replace",
        "a.py",
        "--old",
        "s = \"\"\"\none\n\"\"\"\nreturn s\n",
        "--new",
        "s = \"\"\"\none\ntwo\n\"\"\"\nreturn s\n",
    ])
    .changed(&[(
        "a.py",
        "def f():\n    s = \"\"\"\n    one\n    two\n    \"\"\"\n    return s\n",
    )]);
}
