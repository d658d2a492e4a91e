//! New lines with ambiguous indentation: inserted as given, or shifted.

use serde_json::json;

use crate::bench::Bench;

const F: &str = "def f():\n    x = 1\n    return x\n";

/// Asserts the file after the edit, for every command that searches for a text.
#[track_caller]
fn becomes(name: &str, before: &str, old: &str, new: &str, after: &str) {
    let doors = [
        (
            vec!["replace", name, "--old", old, "--new", new, "-q"],
            None,
        ),
        (
            vec!["apply", "-q"],
            Some(json!({"file_path": name, "old_string": old, "new_string": new})),
        ),
        (
            vec!["apply", "-q"],
            Some(json!({"op": "replace", "path": name, "old": old, "new": new})),
        ),
        (
            vec!["apply", "-q"],
            Some(json!({"command": "str_replace", "path": name, "old_str": old, "new_str": new})),
        ),
    ];
    for (args, payload) in doors {
        let bench = Bench::with(name, before);
        let payload = payload.map_or_else(String::new, |payload| payload.to_string());
        bench.pipe(&payload, &args).status_is(0);
        assert_eq!(bench.text(name), after, "{args:?} {payload}");
    }
}

#[test]
fn a_definition_after_a_blank_line_keeps_its_column() {
    becomes(
        "a.py",
        F,
        "return x",
        "return x\n\n\ndef g():\n    return 2",
        "def f():\n    x = 1\n    return x\n\n\ndef g():\n    return 2\n",
    );
    becomes(
        "a.py",
        "class A:\n    def f(self):\n        return 1\n",
        "return 1",
        "return 1\n\n    def g(self):\n        return 2",
        "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n",
    );
    becomes(
        "a.rs",
        "fn f() {\n    x()\n}\n",
        "x()",
        "x()\n}\n\nfn g() {\n    y()",
        "fn f() {\n    x()\n}\n\nfn g() {\n    y()\n}\n",
    );
    becomes(
        "a.md",
        "- a\n  - b\n",
        "- b",
        "- b\n\n## C\n\nd",
        "- a\n  - b\n\n## C\n\nd\n",
    );
    becomes(
        "a.html",
        "<div>\n  <p>a</p>\n",
        "<p>a</p>",
        "<p>a</p>\n\n<section>\n  b\n</section>",
        "<div>\n  <p>a</p>\n\n<section>\n  b\n</section>\n",
    );
    becomes(
        "Makefile",
        "all:\n\tcc a.c\n",
        "cc a.c",
        "cc a.c\n\nclean:\n\trm a",
        "all:\n\tcc a.c\n\nclean:\n\trm a\n",
    );
}

#[test]
#[cfg(feature = "syntax")]
fn the_reading_that_alone_parses_is_taken() {
    becomes(
        "a.py",
        "if a:\n    x()\n",
        "x()",
        "x()\nelse:\n    y()",
        "if a:\n    x()\nelse:\n    y()\n",
    );
    becomes(
        "a.py",
        "try:\n    x()\nfinally:\n    z()\n",
        "x()",
        "x()\nexcept E:\n    y()",
        "try:\n    x()\nexcept E:\n    y()\nfinally:\n    z()\n",
    );
    becomes(
        "a.py",
        "def f():\n    x()\n    return 1\n",
        "x()",
        "with a:\n    x()",
        "def f():\n    with a:\n        x()\n    return 1\n",
    );
    // The lines after the first line keep their depth.
    becomes(
        "a.py",
        "def f():\n    if a:\n        x = 1\n    return x\n",
        "if a:\n        x = 1",
        "if b:\n    y = 2\nreturn 2",
        "def f():\n    if b:\n        y = 2\n    return 2\n    return x\n",
    );
    becomes(
        "a.yaml",
        "a:\n  b: 1\n  c: 2\nd: 3\n",
        "b: 1",
        "b:\n  - 1",
        "a:\n  b:\n  - 1\n  c: 2\nd: 3\n",
    );
}

/// Lines that match at another indentation are also tried both ways.
#[test]
#[cfg(feature = "syntax")]
fn lines_that_are_found_shifted_may_be_given_as_they_are() {
    let edit = |before: &'static str, old: &str, new: &str| {
        let bench = Bench::with("a.py", before);
        bench
            .run(["replace", "a.py", "--old", old, "--new", new, "-q"])
            .status_is(0);
        bench.text("a.py")
    };
    assert_eq!(
        edit(
            "if a:\n    x()\n    y()\n",
            "x()\ny()\n",
            "x()\ny()\nelse:\n    z()\n"
        ),
        "if a:\n    x()\n    y()\nelse:\n    z()\n"
    );
    assert_eq!(
        edit(
            F,
            "x = 1\nreturn x\n",
            "x = 1\nreturn x\n\n\ndef g():\n    return 2\n"
        ),
        format!("{F}\n\ndef g():\n    return 2\n")
    );
    // The sibling shows the right level.
    let class = "class A:\n    def f(self):\n        x()\n        y()\n";
    assert_eq!(
        edit(
            class,
            "def f(self):\n    x()\n    y()\n",
            "def f(self):\n    x()\n    y()\n\ndef g(self):\n    z()\n"
        ),
        format!("{class}\n    def g(self):\n        z()\n")
    );
}

#[test]
fn other_lines_are_shifted_as_before() {
    becomes(
        "a.py",
        F,
        "x = 1",
        "x = 1\ny = 2",
        "def f():\n    x = 1\n    y = 2\n    return x\n",
    );
    // The function continues after the match.
    becomes(
        "a.py",
        F,
        "x = 1",
        "x = 1\n\ndef g():\n    return 2\n",
        "def f():\n    x = 1\n\n    def g():\n        return 2\n\n    return x\n",
    );
}

#[test]
fn both_readings_are_shown_if_nothing_decides() {
    let edit = ["replace", "a.txt", "--old", "b", "--new", "b\n  c\n d"];
    let bench = Bench::with("a.txt", "if a:\n    b\n");
    bench.run(edit).refused(
        1,
        "incise: a.txt:2: the new lines are not indented like the old text at line 2\n  \
         as given:\n    -    b\n    +    b\n    +  c\n    + d\n  \
         shifted:\n    -    b\n    +    b\n    +      c\n    +     d\n\
         hint: give both texts as whole lines, indented as in the file; if you mean the new text as it is, --keep-indent\n",
    );
    let ran = bench.run(edit.iter().chain(&["--json"]));
    let readings = &ran.status_is(1).json()["error"]["readings"];
    assert_eq!(readings["given"], "-    b\n+    b\n+  c\n+ d\n");
    assert_eq!(readings["shifted"], "-    b\n+    b\n+      c\n+     d\n");
    bench
        .run(edit.iter().chain(&["--keep-indent", "-q"]))
        .done("", &[("a.txt", "if a:\n    b\n  c\n d\n")]);
}

/// The intended text has changed, and a similar text elsewhere has another indentation.
#[test]
fn a_twin_at_another_indentation_is_not_taken_for_a_stale_text() {
    let text = "#[cfg(a)]\nfn f() {\n    open(path, 1);\n    read(path);\n    close(path);\n}\n\nmod b {\n    fn f() {\n        open(path, 0);\n        read(path);\n        close(path);\n    }\n}\n";
    let old = "    open(path, 0);\n    read(path);\n    close(path);\n";
    let new = "    open(path, 2);\n    read(path);\n    close(path);\n";
    for door in [
        vec!["replace", "a.rs", "--old", old, "--new", new],
        vec!["insert", "a.rs", "--after", old, "--text", "    done();"],
    ] {
        Bench::with("a.rs", text).run(&door).fails(
            1,
            "is not in the file; lines 10-12 are not accepted: lines 3-5 are almost as similar",
        );
    }
    let edit = json!({"op": "replace", "path": "a.rs", "old": old, "new": new});
    Bench::with("a.rs", text)
        .pipe(edit.to_string(), ["apply", "--json"])
        .status_is(1)
        .prints(r#""code":"not_found""#)
        .unchanged();
    // An explicit choice of the match is accepted, and so is the only match.
    let wanted = |text: &str| text.replace("open(path, 0)", "open(path, 2)");
    let bench = Bench::with("a.rs", text);
    bench
        .run([
            "replace", "a.rs", "--old", old, "--new", new, "--nth", "1", "-q",
        ])
        .done("", &[("a.rs", &wanted(text))]);
    let alone = text.replace("read(path);\n    close", "write(path, text);\n    sync");
    Bench::with("a.rs", &alone)
        .run(["replace", "a.rs", "--old", old, "--new", new, "-q"])
        .done("", &[("a.rs", &wanted(&alone))]);
}
