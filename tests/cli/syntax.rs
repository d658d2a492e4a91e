//! `--syntax`: the result of an edit that adds syntax errors, in a build that supports languages.

use crate::bench::Bench;

fn world() -> Bench {
    Bench::with("a.json", "{\"a\": 1}\n").file("b.json", "{\"b\": }\n")
}

const BREAK: [&str; 6] = ["replace", "a.json", "--old", "1}", "--new", "1"];

/// The edit that breaks `a.json`, with the arguments `more`.
fn broken(more: &[&'static str]) -> Vec<&'static str> {
    [&BREAK[..], more].concat()
}

#[test]
fn a_build_without_languages_says_so_instead_of_finding_nothing() {
    if cfg!(feature = "syntax") {
        return;
    }
    let bench = world();
    let ran = bench.run(broken(&["--syntax", "refuse"]));
    ran.status_is(2).unchanged();
    ran.says("this build does not include");
    let request = r#"{"op":"remove","path":"a.json","syntax":"refuse"}"#;
    bench.pipe(request, ["apply"]).status_is(2).unchanged();
    bench.run(BREAK).status_is(0);
}

#[cfg(feature = "syntax")]
#[test]
fn a_new_error_is_a_warning_unless_refused_or_ignored() {
    let bench = world();
    let ran = bench.run(broken(&["--syntax", "refuse"]));
    ran.status_is(1).unchanged();
    ran.says(
        "a.json: there would be a syntax error at line 1, `}` is missing: `{\"a\": 1`\nhint: ",
    );
    let ran = bench.run(broken(&["--json"]));
    ran.edits(&[("a.json", "{\"a\": 1\n")]);
    let warning = &ran.json()["warnings"][0];
    assert_eq!(
        (&warning["code"], &warning["path"]),
        (&"syntax".into(), &"a.json".into())
    );
    let bench = world();
    let ran = bench.run(broken(&["--syntax", "off", "--json"]));
    assert_eq!(ran.status_is(0).json()["warnings"], serde_json::json!([]));
}

#[cfg(feature = "syntax")]
#[test]
fn an_existing_error_is_not_reported() {
    let bench = world();
    bench
        .line("replace b.json --old '\"b\"' --new '\"c\"' --syntax refuse")
        .edits(&[("b.json", "{\"c\": }\n")]);
}

#[cfg(feature = "syntax")]
#[test]
fn files_are_checked_as_they_are() {
    let bench = world();
    let ran = bench.line("check files a.json b.json");
    ran.status_is(0).unchanged();
    assert!(
        ran.stdout.starts_with("b.json:1: warning: syntax error"),
        "{}",
        ran.stdout
    );
}

#[test]
fn files_that_are_not_parsed_are_named() {
    let bench = Bench::with("a.py", "x = 1\n")
        .file("b.lua", "x = = 1\n")
        .file("notes.md", "x = (\n");
    let paths = ["check", "files", "a.py", "b.lua", "notes.md"];
    bench
        .run(paths)
        .done("3 files checked, nothing found\nnot parsed: b.lua\n", &[]);
    bench.run(paths.iter().chain(&["-q"])).done("", &[]);
    let ran = bench.run(paths.iter().chain(&["--json"]));
    assert_eq!(ran.json()["not_parsed"], serde_json::json!(["b.lua"]));
    let ran = bench.line("check files a.py --json");
    assert!(ran.json().get("not_parsed").is_none());
}

#[test]
fn wrong_indentation_of_python_is_a_syntax_error() {
    let bench = Bench::with("a.py", "def f(a):\n    if a:\n        return 1\n");
    bench
        .line("replace a.py --old '        return 1' --new '    return 1' --syntax refuse")
        .fails(1, "a.py: ");
    Bench::with("b.py", "def f(a):\n    if a:\n    return 1\n")
        .line("check files b.py")
        .status_is(0)
        .prints("b.py:3: warning: ");
}

/// Lines that were shifted to their place are refused if they break a file that parsed before, in every form of
/// request. Lines that are inserted as given only cause a warning.
#[cfg(feature = "syntax")]
#[test]
fn lines_fitted_to_a_place_where_they_do_not_parse_are_refused() {
    let text = "def f(a):\n    if a:\n        g()\n    h()\n";
    let block =
        "f.py\n<<<<<<< SEARCH\nif a:\n    g()\n=======\nif a:\n    # nothing\n>>>>>>> REPLACE\n";
    let json =
        r##"{"op":"replace","path":"f.py","old":"if a:\n    g()","new":"if a:\n    # nothing"}"##;
    let says = "f.py: with the new lines indented like the old ones, there would be a syntax error at line ";
    for (door, request) in [("patch", block), ("apply", json)] {
        let bench = Bench::with("f.py", text);
        let ran = bench.pipe(request, [door, "--json"]);
        ran.status_is(1).unchanged();
        let error = &ran.json()["error"];
        assert_eq!(error["code"], "indentation", "{door} {request}");
        assert!(
            error["message"]
                .as_str()
                .unwrap()
                .contains("indented like the old ones")
        );
        let ran = bench.pipe(request, [door]);
        ran.status_is(1).unchanged();
        ran.says(says);
        // Follows the hint.
        bench.pipe(request, [door, "--syntax", "off"]).status_is(0);
        let wanted = "def f(a):\n    if a:\n        # nothing\n    h()\n";
        assert_eq!(bench.text("f.py"), wanted, "{door} {request}");
    }
    // Lines that are inserted as given.
    let bench = Bench::with("f.py", text);
    bench
        .line("replace f.py --old 'g()' --new '# nothing'")
        .status_is(0)
        .says("warning: f.py: there is a syntax error at line 4");
    // A file that already had errors may get others.
    let bench = Bench::with("f.py", format!("def (:\n{text}"));
    bench.pipe(block, ["patch"]).status_is(0);
}

#[cfg(feature = "syntax")]
#[test]
fn a_text_that_was_not_understood_before_is_no_reason_for_a_warning() {
    let new = ["--old", "1", "--new", ""];
    let args = |name| [&["replace", name][..], &new].concat();
    let bench = Bench::with("a.json", "{\"a\": {}, \"b\": 1}\n");
    let ran = bench.run(args("a.json"));
    ran.status_is(0)
        .says("warning: a.json: there is a syntax error")
        .changed(&[("a.json", "{\"a\": {}, \"b\": }\n")])
        .unheard();
    let bench = Bench::with("b.json", "{\"a\": , \"b\": 1}\n");
    let ran = bench.run(args("b.json"));
    ran.unheard().edits(&[("b.json", "{\"a\": , \"b\": }\n")]);
    assert_eq!(ran.stderr, "");
}

/// A Python text of more than 1 MiB.
#[cfg(feature = "syntax")]
fn large() -> String {
    let line = "x = [1, 2, 3, 4]\n";
    "def f():\n    pass\n".to_owned() + &line.repeat((1 << 20) / line.len() + 1)
}

#[test]
#[cfg(feature = "syntax")]
fn a_large_text_is_checked_or_a_warning_is_given() {
    let replace = ["replace", "a.py", "--old", "    pass", "--new", "    ("];
    let with = |more: &[&'static str]| [&replace[..], more].concat();
    let bench = Bench::with("a.py", large());
    let ran = bench.run(with(&["--syntax", "refuse"]));
    ran.status_is(1).unchanged();
    ran.says("a.py: there would be a syntax error at line ");
    bench.run(with(&["-n"])).status_is(0)
        .says("warning: a.py: not checked for syntax errors: the text is over 1 MiB or nests too deeply\n");
    let ran = bench.run(with(&["-n", "--json", "--syntax", "off"]));
    assert_eq!(ran.status_is(0).json()["warnings"], serde_json::json!([]));
}

#[cfg(feature = "syntax")]
#[test]
fn an_error_is_found_wherever_it_is_in_the_file() {
    let mut declarations = "#if A\n\nint a;\n\n#endif\n\n".to_owned();
    let mut object = "let all = {\n".to_owned();
    for number in 0..20 {
        declarations.push_str(&format!("int b{number};\n\n"));
        object.push_str(&format!("  b{number}: 1,\n\n"));
    }
    object.push_str("};\n");
    let commented = object.replace("  b10: 1,\n\n", "  // more\n\n  b10: 1,\n\n");
    let methods = object
        .replace("let all = {", "class All {\n  all = 1;\n")
        .replace(": 1,", "() {}")
        .replace("};", "}");
    let branches = format!(
        "function f() {{\n  if (x) {{\n    a();\n\n    b();\n  }} else {{\n{}    z();\n  }}\n}}\n",
        "    c();\n\n".repeat(20)
    );
    let comment = "/*\n\nlet a = 1;\n\n*/\n\nlet b = 2;\n\nlet c = 3;\n\nlet d = 4;\n";
    for (name, text, old, new, has_error) in [
        ("a.c", &declarations[..], "#endif", "", true),
        ("a.c", &declarations, "int a;", "int a", true),
        ("a.c", &declarations, "int a;", "int c() {", true),
        ("a.c", &declarations, "int b19;", "int b19() }", true),
        ("a.c", &declarations, "int a;", "int c;", false),
        ("a.js", &object, "b9: 1,", "b9: 1", true),
        ("a.js", &object, "b9: 1,", "b9: [", true),
        ("a.js", &object, "b0: 1,", "(b0: 1,", true),
        ("a.js", &object, "b19: 1,\n\n}", "b19: 1,\n\n}}", true),
        ("a.js", &object, "b9: 1,", "b9: \"1\",", false),
        ("a.js", &commented, "b9: 1,", "b9: 1", true),
        ("a.js", &methods, "class All {", "function all() {", true),
        ("a.js", &methods, "b9() {}", "b9() { return 1 }", false),
        (
            "a.js",
            &branches,
            "    z();\n",
            "    z();\n  } else {\n    z();\n",
            true,
        ),
        // The touched lines are valid alone, before and after, but a comment of the file reaches over them.
        ("a.js", comment, "a = 1;", "a = 1; /* x */", true),
    ] {
        for (syntax, status) in [("refuse", i32::from(has_error)), ("warn", 0)] {
            let bench = Bench::with(name, text);
            let ran = bench.run([
                "replace", name, "--old", old, "--new", new, "--json", "--syntax", syntax,
            ]);
            let warnings = &ran.status_is(status).json()["warnings"];
            let warns = warnings
                .as_array()
                .is_some_and(|warnings| !warnings.is_empty());
            assert_eq!(warns, has_error && status == 0, "{old} {new}");
        }
    }
}
