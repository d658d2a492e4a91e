//! The tier `layout`: what matches, what is written, what is refused.

use std::path::Path;

use super::{first_tier, replacing, result, snapshot, whole};
use crate::refusal::{Code, Reason};
use crate::request::{Match, Pick, Repeat, Replace};
use crate::resolve::{self, Resolution, Tier};
use crate::table::rows;

fn run(name: &str, action: &Replace, text: &str) -> Result<Resolution, Reason> {
    let now = snapshot(text);
    resolve::replace(action, Repeat::Refuse, Path::new(name), &now, whole(&now))
}

/// Asserts that the file `name` with `text` becomes `expected` if `old` becomes `new`, which only another layout allows.
#[track_caller]
fn assert_replaced(name: &str, text: &str, [old, new]: [&str; 2], expected: &str) {
    let resolution = run(name, &replacing(old, new), text).unwrap();
    assert_eq!(first_tier(&resolution), Tier::Layout, "{old}");
    assert_eq!(result(&resolution, text), expected, "{old}");
}

#[track_caller]
fn refused(name: &str, text: &str, old: &str, new: &str) -> Code {
    run(name, &replacing(old, new), text).unwrap_err().code()
}

#[track_caller]
fn assert_not_found(name: &str, text: &str, old: &str, new: &str) {
    assert_eq!(refused(name, text, old, new), Code::NotFound, "{old}");
}

const PYTHON: &str = "def f(x, y):\n    if isinstance(x, A) and y > 3:\n        return g(x, \"y\", z)\n    return 1\n";

#[test]
fn unchanged_tokens_keep_the_layout_of_the_file() {
    let old = "    if (isinstance(x, A)\n            and y > 3):\n        return g(\n            x,\n            'y',\n            z,\n        )\n";
    assert_replaced(
        "a.py",
        PYTHON,
        [old, &old.replace("z,", "w,")],
        &PYTHON.replace("z)", "w)"),
    );
    assert_replaced(
        "a.py",
        PYTHON,
        [old, &old.replace("3):\n", "3):\n        h()\n")],
        &PYTHON.replace("3:\n", "3:\n        h()\n"),
    );
    assert_replaced("a.py", PYTHON, [old, ""], "def f(x, y):\n    return 1\n");
}

#[test]
fn line_endings_and_byte_order_marks_stay() {
    let text = "\u{feff}f(a,\r\n  b);\r\n";
    assert_replaced(
        "a.js",
        text,
        ["f(a, b);\n", "f(a, b);\ng(\n  c);\n"],
        "\u{feff}f(a,\r\n  b);\r\ng(\r\n  c);\r\n",
    );
}

#[test]
fn two_places_are_ambiguous() {
    let text = "f(a, b);\nf(a,\n  b);\n";
    let code = refused("a.js", text, "f(\n  a,\n  b\n);\n", "g();\n");
    assert_eq!(code, Code::Ambiguous);
    let mut action = replacing("f(\n  a,\n  b\n);\n", "g();\n");
    action.pick = Pick::All;
    let all = run("a.js", &action, text).unwrap();
    assert_eq!(result(&all, text), "g();\ng();\n");
}

#[test]
fn other_tokens_are_refused() {
    let old = "    if (isinstance(x, A)\n            and y > 3):\n        return g(x, 'y', z)\n";
    for (token, other) in [
        ("3", "4"),
        (" A", " B"),
        ("'y'", "'y '"),
        ("and", "or"),
        (", z", ""),
        ("return", "return not"),
    ] {
        let stale = old.replace(token, other);
        assert_ne!(stale, old);
        assert_not_found("a.py", PYTHON, &stale, "pass\n");
    }
}

#[test]
fn the_new_text_is_never_put_in_twice() {
    let text = "f(a, b);\ng(c, d);\n";
    let code = refused("a.js", text, "f(a,\n  b);\n", "f(a,\n  b);\ng(c,\n  d);\n");
    assert_eq!(code, Code::AlreadyApplied);
}

#[test]
fn exact_means_exact() {
    let mut action = replacing("f(a,\n  b);\n", "g();\n");
    action.find.matching = Match::Exact;
    let refused = run("a.js", &action, "f(a, b);\n").unwrap_err();
    assert_eq!(refused.code(), Code::NotFound);
}

#[test]
fn tokens_are_found_in_another_layout_and_replaced_in_the_layout_of_the_file() {
    for [name, text, old, new, after] in rows(
        r#"
        // New lines are written as they are and indented like the file.
        a.rs | fn f() {\n\tg(a,\n\t\tb);\n\th();\n}\n | \s   g(a, b);\n    h();\n
        | \s   g(a, b);\n    if c {\n        i(d,\n          e);\n    }\n    h();\n
        | fn f() {\n\tg(a,\n\t\tb);\n\tif c {\n\t\ti(d,\n\t\t  e);\n\t}\n\th();\n}\n
        // The whole match is written if the lines of the file have no room.
        a.py | x = a + b\ny = 1\n | x = (\n    a\n    + b\n)\n | x = (\n    a\n    + b\n    + c\n)\n
        | x = (\n    a\n    + b\n    + c\n)\ny = 1\n
        // Lists are edited inside a line.
        a.py | f(a, b, c)\n | \s   a,\n    b,\n | \s   a,\n    x,\n    b,\n | f(a,\n    x, b, c)\n
        a.json | {"a": [1, 2, 3], "b": 4}\n | \s "a": [\n    1,\n    2,\n | \s "a": [\n    1,\n    5,\n
        | {"a": [1, 5, 3], "b": 4}\n
        // Prose and comments are found after they were wrapped again.
        a.md | # A\n\nOne two three four five\nsix seven eight.\n\n- b\n
        | One two three\nfour five six seven\neight.\n | One two three\nfour 5 six seven\neight.\n
        | # A\n\nOne two three four 5\nsix seven eight.\n\n- b\n
        a.c | // One two three four\n// five six.\nint a;\n | // One two\n// three four five\n// six.\nint a;\n
        | // One two\n// three four five\n// six.\nint b;\n | // One two three four\n// five six.\nint b;\n
        // Statements are nested as in the new text.
        a.py | if a: b(c)\nd()\n | if a:\n    b(c)\nd()\n | if a:\n    b(x)\nd()\n | if a: b(x)\nd()\n
        a.py | if a: b(c)\nd()\n | if a:\n    b(c)\nd()\n | if a:\n    x()\n    b(c)\nd()\n
        | if a:\n    x()\n    b(c)\nd()\n
        // A new statement has the depth of the first line.
        a.py | def f():\n    x = g(a, b)\n    return x\n | x = g(a,\n  b) | x = g(a,\n  c)\ny = 1
        | def f():\n    x = g(a, c)\n    y = 1\n    return x\n
        // An old text may end where a formatter joined lines.
        a.py | raise A(\n    "%s" % b\n)\n | raise A('%s' %\n | raise B('%s' %\n | raise B(\n    "%s" % b\n)\n
        a.c | int\nf(void)\n{\n}\n\nint g(void) {}\n | int f(void) {\n}\n\nint\n | int h(void) {\n}\n\nint\n
        | int\nh(void)\n{\n}\n\nint g(void) {}\n
        a.py | from .a import b, c\nfrom .d import e\n | \s   c)\nfrom .d import (\n | \s   c)\nfrom .f import (\n
        | from .a import b, c\nfrom .f import e\n
        a.py | x = (\n    "a",\n    "b",\n    "c",\n)\n | \s   'b',\n    'c',\n | \s   'b',\n    'd',\n
        | x = (\n    "a",\n    "b",\n    'd',\n)\n
        a.py | if a in b:\n    c()\nd(e)\n | \s   ):\n        c()\n    d(\n        e)\n
        | \s   ):\n        f()\n    d(\n        e)\n | if a in b:\n    f()\nd(e)\n
        // Lines after a comment are found.
        a.py | # A.\n\n# B c.\nx = {\n    "a": 1,\n    "b": 2,\n}\n | # B c.\nx = {\n    'a' : 1,\n
        | # B c.\nx = {\n    'a' : 3,\n | # A.\n\n# B c.\nx = {\n    "a": 3,\n    "b": 2,\n}\n
        // Targets in parentheses are found at the start.
        a.py | def f():\n    a, b = c\n    d = g(a, b)\n | \s   (a, b) = c\n    d = g(\n
        | \s   (a, b) = c\n    e = g(\n | def f():\n    a, b = c\n    e = g(a, b)\n
        // A docstring is enough for a match.
        a.py | def f():\n    """Return one."""\n    return 1\n | \s   '''Return one.\n    '''\n
        | \s   '''Return two.\n    '''\n | def f():\n    '''Return two.\n    '''\n    return 1\n
        // The case of digits and a zero do not hide a place.
        a.py | f(0xFF, "\\x1b")\ng(0.5)\n | f(0xff,\n  '\\x1B')\ng(.5)\n | f(0xff,\n  '\\x1B')\nh(.5)\n
        | f(0xFF, "\\x1b")\nh(0.5)\n
        // Lists and code blocks of Markdown are found.
        a.md | # A\n\n- one two\n- three\n\nB.\n | # A\n\n  * one\n    two\n  * three\n
        | # A\n\n  * one\n    two\n  * four\n | # A\n\n- one two\n- four\n\nB.\n
        a.md | One two\nthree.\n | \s One\n  two three.\n | \s One\n  two 3.\n | One\ntwo 3.\n
        a.md | # A\n\n```\nb  c\n```\n\nOne two\nthree.\n\n```\nd\n```\n | b  c\n```\n\nOne\ntwo three.\n\n```\n
        | b  c\n```\n\nSix\ntwo three.\n\n```\n | # A\n\n```\nb  c\n```\n\nSix two\nthree.\n\n```\nd\n```\n
        a.md | One\ntwo three.\n\n```\n    d  e | One two\nthree.\n\n```\n    d  e | One two\nthree.\n\n```\n    f
        | One\ntwo three.\n\n```\n    f
        // An operator at the end stays at the end.
        a.c | if (a && b(c) && d) {\n}\n | if (a &&\n    b(c) &&\n | if (a ||\n    b(c) ||\n
        | if (a || b(c) || d) {\n}\n
        // A text may begin inside brackets.
        a.py | def f(\n    a,\n    b,\n):\n    g(a)\n    h(b)\n | \s     a, b):\n    g(a)\n    h(b)\n
        | \s     a, b):\n    g(a)\n    i(a)\n    h(b)\n | def f(\n    a,\n    b,\n):\n    g(a)\n    i(a)\n    h(b)\n
        "#,
    ) {
        assert_replaced(name, text, [old, new], after);
    }
}

#[test]
fn another_layout_that_may_mean_something_else_is_not_found() {
    for [name, text, old, new] in rows(
        r#"
        // Indentation has a meaning.
        a.py | if a:\n    b(c, d)\n    e()\n | if a:\n    b(\n        c,\n        d)\ne()\n | pass\n
        a.md | - a b c d e\n  f\n  - g\n | - a b c\n  d e f\n- g\n | x\n
        // The statements are nested differently.
        a.py | if a: b(c)\nd()\n | if a:\n    b(c)\n    d()\n | pass\n
        a.py | if a: b(c)\n | \s   b(\n        c)\n | \s   x()\n    b(c)\n
        // The first line lacks its indentation, and so may the others.
        a.py | def f():\n    x = g(a, b)\n    return x\n | x = g(a,\n  b) | x = g(a,\n  b)\n    y = 1
        // A part of a string or comment is not code.
        a.py | x = 'f(a, b)'\n | f(a,\n  b)\n | g()\n
        a.py | # f(a, b)\n | f(a,\n  b)\n | g()\n
        a.js | /* f(a, b) */\n | f(a,\n  b)\n | g()\n
        a.js | x = `f(a, b)`;\n | f(a,\n  b)\n | g()\n
        a.rs | // f(a, b)\n | f(a,\n  b)\n | g()\n
        a.sh | x="f a b"\n | f a \\\n  b\n | g()\n
        // Lines have a meaning.
        a.yaml | a: [b, c]\n | a: [b,\n  c]\n | x\n
        Makefile | a: b c\n\td  e\n | a: b c\n\td e\n | x\n
        a.txt | one two\nthree\n | one\ntwo three\n | x\n
        a.sh | echo a\necho b\n | echo a echo b\n | x\n
        a.go | return\nfoo(a)\n | return foo(a)\n | x\n
        a.md | - one two\n- three\n | - one two - three\n | x\n
        a.md | \s   one  two\n | \s   one two\n | x\n
        // Half a comment.
        a.cpp | \s   }\n\n    // Build spheres with time\n | \s   }\n\n\n    // Build spheres\n
        | \s   }\n\n    // Build cubes\n
        // The last word continues in the file.
        a.py | b = 1\nreturns(a)\n | b = (\n1)\nreturns\n | c\n
        // A word is not enough for a match.
        a.py | f("one")\n | 'one'\n | 'two'\n
        // Nested paragraphs, and code with other spaces.
        a.md | - one\n\n  two three four\n | * one\n\ntwo three\nfour\n | x\n
        a.md | # A\n\n```\nb  c\n```\n\nOne two\nthree.\n\n```\nd\n```\n | b c\n```\n\nOne\ntwo three.\n\n```\n | x\n
        // Half a line.
        a.c | x = f(a, b);\n | f(a,\n  b)\n | g()\n
        a.c | x = f(a, b) + c;\n | x = f(a,\n  b) +\n | g()\n
        // The new text lacks the operator at the end.
        a.c | if (a && b(c) && d) {\n}\n | if (a &&\n    b(c) &&\n | if (a\n
        // A comment would swallow the rest of the line.
        a.js | f(a, b); g();\n | f(a,\n  b);\n | f(a,\n  c); // d\n
        // A changed place with the same lines is a rival.
        a.js
        | if (a) {\n  first(b, c);\n  second(d);\n  third(f);\n}\n\nx = 1; { first(b,\n    c); second(d); third(e); }\n
        | \s first(b, c);\n  second(d);\n  third(e);\n | g();\n
        "#,
    ) {
        assert_not_found(name, text, old, new);
    }
}
