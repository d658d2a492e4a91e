//! Text that a formatter changed after it was read, for every way to edit it.

use serde_json::json;

use crate::bench::Bench;
#[cfg(feature = "mcp")]
use crate::client::{Client, Revision};

const FILE: &str = "def f(x, y):\n    if isinstance(x, A) and y > 3:\n        return g(x, \"y\", z)\n    return 1\n";
const OLD: &str = "    if (isinstance(x, A)\n            and y > 3):\n        return g(\n            x,\n            'y',\n            z,\n        )\n";

fn new() -> String {
    OLD.replace("z,", "w,")
}

fn after() -> String {
    FILE.replace("z)", "w)")
}

#[test]
fn replace_reports_the_tier() {
    Bench::with("a.py", FILE)
        .run(["replace", "a.py", "--old", OLD, "--new", &new()])
        .done(
            "a.py: line 3 (layout); +1 -1\n     if isinstance(x, A) and y > 3:\n-        return g(x, \"y\", z)\n+        return g(x, \"y\", w)\n     return 1\n",
            &[("a.py", &after())],
        );
}

#[test]
fn exact_refuses_and_names_the_tier() {
    Bench::with("a.py", FILE)
        .run([
            "replace",
            "a.py",
            "--old",
            OLD,
            "--new",
            &new(),
            "--match",
            "exact",
        ])
        .fails(1, "--match mechanical would match lines 2-3 (tier layout)");
}

#[test]
fn a_match_arm_whose_braces_are_removed_is_found_from_its_last_line() {
    let file = "match a {\n    A => b(),\n    B => c(),\n}\n";
    let bench = Bench::with("a.rs", file);
    let ran = bench.run([
        "replace",
        "a.rs",
        "--old",
        "        b()\n    }\n    B => c(),\n",
        "--new",
        "        b()\n    }\n    B => d(),\n",
        "-q",
    ]);
    ran.status_is(0);
    assert_eq!(bench.text("a.rs"), file.replace("c()", "d()"));
    // With a semicolon, the brace ends a block.
    Bench::with("a.rs", file)
        .line("replace a.rs --old 'b();\n}\nB => c(),' --new e")
        .status_is(1)
        .unchanged();
}

#[test]
fn two_places_are_ambiguous() {
    Bench::with("a.js", "f(a, b);\nf(a,\n  b);\n")
        .line("replace a.js --old 'f(\n  a,\n  b,\n);' --new 'g();'")
        .fails(1, "matches 2 places");
}

#[test]
fn lines_are_inserted_only_next_to_whole_lines() {
    let anchor = "    if (isinstance(x, A)\n            and y > 3):";
    let bench = Bench::with("a.py", FILE);
    for again in [&[][..], &["--idempotent"]] {
        let words = [
            "insert",
            "a.py",
            "--after",
            anchor,
            "--text",
            "        h()",
            "-q",
        ];
        bench.run([&words, again].concat()).status_is(0);
        assert_eq!(
            bench.text("a.py"),
            FILE.replace("3:\n", "3:\n        h()\n")
        );
    }
    Bench::with("a.js", "if (a) { f(b, c); }\n")
        .line("insert a.js --after 'f(b,\n  c);' --text x")
        .status_is(1)
        .unchanged();
    Bench::with("a.py", FILE)
        .run([
            "insert", "a.py", "--after", anchor, "--text", "x", "--inline",
        ])
        .status_is(1)
        .unchanged();
}

#[test]
fn json_and_payloads() {
    let bench = Bench::with("a.py", FILE);
    let request = json!({"edits": [{"op": "replace", "path": "a.py", "old": OLD, "new": new()}]});
    let ran = bench.pipe(request.to_string(), ["apply", "--json"]);
    assert_eq!(ran.json()["files"][0]["sites"][0]["tier"], "layout");
    ran.changed(&[("a.py", &after())]);
    let payload = json!({"file_path": "a.py", "old_string": OLD, "new_string": new()});
    let bench = Bench::with("a.py", FILE);
    bench.pipe(payload.to_string(), ["apply"]).fails(
        1,
        "\"match\": \"mechanical\" would match lines 2-3 (tier layout)",
    );
    let mut wider = payload;
    wider["match"] = json!("mechanical");
    bench
        .pipe(wider.to_string(), ["apply", "-q"])
        .done("", &[("a.py", &after())]);
}

#[test]
#[cfg(feature = "mcp")]
fn mcp_reports_the_tier() {
    let bench = Bench::with("a.py", FILE);
    let edit = json!({"edits": [{"op": "replace", "path": "a.py", "old": OLD, "new": new()}]});
    let mut client = Client::new(&bench, Revision::Of2025, &[]);
    let answer = client.call("edit", edit).done();
    assert_eq!(answer.structured["files"][0]["sites"][0]["tier"], "layout");
    assert_eq!(bench.text("a.py"), after());
}

/// A diff from [`OLD`] to [`new`].
fn diff() -> String {
    let mut lines = String::from("--- a/a.py\n+++ b/a.py\n@@ -2,7 +2,7 @@\n");
    for line in OLD.lines() {
        if line.trim() == "z," {
            lines.push_str(&format!("-{line}\n+            w,\n"));
        } else {
            lines.push_str(&format!(" {line}\n"));
        }
    }
    lines
}

#[test]
fn a_patch_needs_a_mode_for_it() {
    let bench = Bench::with("a.py", FILE);
    bench
        .pipe(diff(), ["patch"])
        .fails(1, "--mode tolerant would place it at lines 2-3");
    bench
        .pipe(diff(), ["patch", "--mode", "tolerant", "--json"])
        .status_is(0)
        .prints("\"tier\":\"layout\"")
        .changed(&[("a.py", &after())]);
    let stale = diff().replace("isinstance(x, A)", "isinstance(x, B)");
    Bench::with("a.py", FILE)
        .pipe(stale, ["patch", "--mode", "tolerant"])
        .status_is(1)
        .unchanged();
}

#[test]
fn search_blocks_match_another_layout() {
    let blocks = format!(
        "a.py\n<<<<<<< SEARCH\n{OLD}=======\n{}>>>>>>> REPLACE\n",
        new()
    );
    Bench::with("a.py", FILE)
        .pipe(blocks, ["patch"])
        .edits(&[("a.py", &after())]);
}

#[test]
fn an_edit_is_put_onto_a_file_that_was_formatted_since() {
    let bench = Bench::with("a.py", format!("{}{OLD}    return 1\n", "def f(x, y):\n"));
    let report = bench.line("view a.py --json").json();
    let hash = report["fingerprint"].as_str().unwrap();
    let formatted = format!("import a\n\n\n{FILE}");
    let rebase = [
        "lines",
        "a.py",
        "7",
        "--text",
        "            w,",
        "--expect-hash",
        hash,
        "--on-stale",
        "rebase",
    ];
    bench
        .run(["write", "a.py", "--overwrite", "--text", FILE, "-q"])
        .status_is(0);
    let ran = bench.run([&rebase[..], &["--json"]].concat());
    assert_eq!(ran.json()["files"][0]["sites"][0]["tier"], "layout");
    ran.edits(&[("a.py", &after())]);
    // If there are other changes too, the lines conflict.
    bench
        .run(["write", "a.py", "--overwrite", "--text", &formatted, "-q"])
        .status_is(0);
    bench.run(rebase).fails(3, "stale");
}

#[test]
fn a_missing_text_is_distinguished_from_another_layout() {
    Bench::with("a.py", FILE)
        .file("b.py", "x = 1\n")
        .run([
            "replace",
            ".",
            "-g",
            "*.py",
            "--old",
            OLD,
            "--new",
            &new(),
            "-q",
        ])
        .edits(&[("a.py", &after())]);
}

#[test]
fn the_first_line_is_found_below_a_byte_order_mark() {
    Bench::with("a.java", "\u{feff}import a.b;\nimport c.d;\nclass X {}\n")
        .line("replace a.java --old 'import a.b; import c.d;' --new 'import a.b; import c.e;' -q")
        .done(
            "",
            &[("a.java", "\u{feff}import a.b;\nimport c.e;\nclass X {}\n")],
        );
}

#[test]
fn blank_lines_above_both_texts_are_not_written() {
    let file = "class A {\n  void b() {\n    foo();\n    bar();\n  }\n}\n";
    let after = file.replace("bar", "baz();\n    bar");
    let words = ["replace", "f.java", "-q", "--old"];
    for blank in ["\n", "\n\n", "  \n"] {
        let (old, new) = (
            format!("{blank}bar();\n"),
            format!("{blank}baz();\nbar();\n"),
        );
        Bench::with("f.java", file)
            .run([&words[..], &[&old, "--new", &new]].concat())
            .done("", &[("f.java", &after)]);
    }
    Bench::with("f.java", file)
        .pipe(
            "*** Begin Patch\n*** Update File: f.java\n@@\n \n+baz();\n bar();\n*** End Patch\n",
            ["patch", "-q"],
        )
        .done("", &[("f.java", &after)]);
}

#[test]
fn a_comment_is_edited_with_its_sign() {
    let file = "import a\n\n# Codec APIs\n\ndef f(x, y):\n    return 1\n\ndef g():\n    pass\n";
    let old = "# Codec APIs\n\ndef f(\n    x, y):\n    return 1\n";
    for (old, new, after) in [
        (
            old,
            old.replace("# Codec APIs\n", ""),
            file.replace("# Codec APIs\n", ""),
        ),
        (
            old,
            old.replace("# ", "x = 1\n# "),
            file.replace("# ", "x = 1\n# "),
        ),
        (
            old,
            old.replace("Codec", "Other"),
            file.replace("Codec", "Other"),
        ),
    ] {
        let bench = Bench::with("f.py", file);
        bench
            .run(["replace", "f.py", "-q", "--old", old, "--new", &new])
            .status_is(0);
        let text = bench.text("f.py");
        assert_eq!(text.replace("(\n    x", "(x"), after, "{new}");
    }
}
