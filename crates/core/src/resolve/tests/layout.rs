//! The tier `layout`: what matches, what is written, what is refused.

use std::path::Path;

use super::{first_tier, replacing, result, snapshot, whole};
use crate::refusal::{Code, Reason};
use crate::request::{Match, Pick, Repeat, Replace};
use crate::resolve::{self, Resolution, Tier};

fn run(name: &str, action: &Replace, text: &str) -> Result<Resolution, Reason> {
    let now = snapshot(text);
    resolve::replace(action, Repeat::Refuse, Path::new(name), &now, whole(&now))
}

/// Asserts that the file `name` with `text` becomes `expected` if `old` becomes `new`, which only another layout allows.
#[track_caller]
fn assert_replaced(name: &str, text: &str, [old, new]: [&str; 2], expected: &str) {
    let resolution = run(name, &replacing(old, new), text).unwrap();
    assert_eq!(first_tier(&resolution), Tier::Layout);
    assert_eq!(result(&resolution, text), expected);
}

/// The same for `from` in `old`, which becomes `to` in the file.
#[track_caller]
fn assert_renamed(name: &str, text: &str, old: &str, from: &str, to: &str) {
    assert_replaced(
        name,
        text,
        [old, &old.replace(from, to)],
        &text.replace(from, to),
    );
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
fn new_lines_are_written_as_they_are_and_indented_like_the_file() {
    let text = "fn f() {\n\tg(a,\n\t\tb);\n\th();\n}\n";
    assert_replaced(
        "a.rs",
        text,
        [
            "    g(a, b);\n    h();\n",
            "    g(a, b);\n    if c {\n        i(d,\n          e);\n    }\n    h();\n",
        ],
        "fn f() {\n\tg(a,\n\t\tb);\n\tif c {\n\t\ti(d,\n\t\t  e);\n\t}\n\th();\n}\n",
    );
}

#[test]
fn all_of_a_place_is_written_if_the_files_lines_have_no_room() {
    let text = "x = a + b\ny = 1\n";
    let old = "x = (\n    a\n    + b\n)\n";
    assert_replaced(
        "a.py",
        text,
        [old, "x = (\n    a\n    + b\n    + c\n)\n"],
        "x = (\n    a\n    + b\n    + c\n)\ny = 1\n",
    );
}

#[test]
fn lists_are_edited_inside_a_line() {
    let text = "f(a, b, c)\n";
    assert_replaced(
        "a.py",
        text,
        ["    a,\n    b,\n", "    a,\n    x,\n    b,\n"],
        "f(a,\n    x, b, c)\n",
    );
    let json = "{\"a\": [1, 2, 3], \"b\": 4}\n";
    assert_replaced(
        "a.json",
        json,
        [
            "  \"a\": [\n    1,\n    2,\n",
            "  \"a\": [\n    1,\n    5,\n",
        ],
        "{\"a\": [1, 5, 3], \"b\": 4}\n",
    );
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
fn prose_and_comments_are_found_after_they_were_wrapped_anew() {
    let text = "# A\n\nOne two three four five\nsix seven eight.\n\n- b\n";
    assert_replaced(
        "a.md",
        text,
        [
            "One two three\nfour five six seven\neight.\n",
            "One two three\nfour 5 six seven\neight.\n",
        ],
        &text.replace("five", "5"),
    );
    let text = "// One two three four\n// five six.\nint a;\n";
    assert_replaced(
        "a.c",
        text,
        [
            "// One two\n// three four five\n// six.\nint a;\n",
            "// One two\n// three four five\n// six.\nint b;\n",
        ],
        &text.replace("int a", "int b"),
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
fn indentation_that_has_a_meaning_is_refused() {
    let text = "if a:\n    b(c, d)\n    e()\n";
    assert_not_found(
        "a.py",
        text,
        "if a:\n    b(\n        c,\n        d)\ne()\n",
        "pass\n",
    );
    let text = "- a b c d e\n  f\n  - g\n";
    assert_not_found("a.md", text, "- a b c\n  d e f\n- g\n", "x\n");
}

#[test]
fn statements_are_nested_as_in_the_new_text() {
    let text = "if a: b(c)\nd()\n";
    let old = "if a:\n    b(c)\nd()\n";
    assert_replaced(
        "a.py",
        text,
        [old, "if a:\n    b(x)\nd()\n"],
        "if a: b(x)\nd()\n",
    );
    let new = "if a:\n    x()\n    b(c)\nd()\n";
    assert_replaced("a.py", text, [old, new], new);
    assert_not_found("a.py", text, "if a:\n    b(c)\n    d()\n", "pass\n");
    let text = "if a: b(c)\n";
    let (old, new) = ("    b(\n        c)\n", "    x()\n    b(c)\n");
    assert_not_found("a.py", text, old, new);
}

#[test]
fn a_new_statement_of_unknown_depth_is_refused() {
    // The first line lacks its indentation, and so may the others.
    let (old, new) = ("x = g(a,\n  b)", "x = g(a,\n  b)\n    y = 1");
    let text = "def f():\n    x = g(a, b)\n    return x\n";
    assert_not_found("a.py", text, old, new);
    assert_replaced(
        "a.py",
        text,
        [old, "x = g(a,\n  c)\ny = 1"],
        "def f():\n    x = g(a, c)\n    y = 1\n    return x\n",
    );
}

#[test]
fn a_part_of_a_string_or_comment_is_not_code() {
    for (name, text, old) in [
        ("a.py", "x = 'f(a, b)'\n", "f(a,\n  b)\n"),
        ("a.py", "# f(a, b)\n", "f(a,\n  b)\n"),
        ("a.js", "/* f(a, b) */\n", "f(a,\n  b)\n"),
        ("a.js", "x = `f(a, b)`;\n", "f(a,\n  b)\n"),
        ("a.rs", "// f(a, b)\n", "f(a,\n  b)\n"),
        ("a.sh", "x=\"f a b\"\n", "f a \\\n  b\n"),
    ] {
        assert_not_found(name, text, old, "g()\n");
    }
}

#[test]
fn lines_that_have_a_meaning_are_refused() {
    for (name, text, old) in [
        ("a.yaml", "a: [b, c]\n", "a: [b,\n  c]\n"),
        ("Makefile", "a: b c\n\td  e\n", "a: b c\n\td e\n"),
        ("a.txt", "one two\nthree\n", "one\ntwo three\n"),
        ("a.sh", "echo a\necho b\n", "echo a echo b\n"),
        ("a.go", "return\nfoo(a)\n", "return foo(a)\n"),
        ("a.md", "- one two\n- three\n", "- one two - three\n"),
        ("a.md", "    one  two\n", "    one two\n"),
    ] {
        assert_not_found(name, text, old, "x\n");
    }
}

#[test]
fn half_a_comment_is_refused() {
    let (name, text) = ("a.cpp", "    }\n\n    // Build spheres with time\n");
    let old = "    }\n\n\n    // Build spheres\n";
    assert_not_found(name, text, old, "    }\n\n    // Build cubes\n");
}

#[test]
fn an_old_text_may_end_where_a_formatter_joined_lines() {
    let old = "raise A('%s' %\n";
    let text = "raise A(\n    \"%s\" % b\n)\n";
    assert_replaced(
        "a.py",
        text,
        [old, "raise B('%s' %\n"],
        &text.replace('A', "B"),
    );
    let text = "int\nf(void)\n{\n}\n\nint g(void) {}\n";
    let old = "int f(void) {\n}\n\nint\n";
    assert_renamed("a.c", text, old, "f(", "h(");
    let text = "from .a import b, c\nfrom .d import e\n";
    let old = "    c)\nfrom .d import (\n";
    assert_renamed("a.py", text, old, ".d", ".f");
    let text = "x = (\n    \"a\",\n    \"b\",\n    \"c\",\n)\n";
    let old = "    'b',\n    'c',\n";
    assert_replaced(
        "a.py",
        text,
        [old, &old.replace('c', "d")],
        &text.replace("\"c\"", "'d'"),
    );
    let text = "if a in b:\n    c()\nd(e)\n";
    let old = "    ):\n        c()\n    d(\n        e)\n";
    assert_renamed("a.py", text, old, "c(", "f(");
    assert_not_found("a.py", "b = 1\nreturns(a)\n", "b = (\n1)\nreturns\n", "c\n");
}

#[test]
fn lines_after_a_comment_are_found() {
    let text = "# A.\n\n# B c.\nx = {\n    \"a\": 1,\n    \"b\": 2,\n}\n";
    let old = "# B c.\nx = {\n    'a' : 1,\n";
    assert_renamed("a.py", text, old, "1", "3");
}

#[test]
fn targets_in_parentheses_are_found_at_the_start() {
    let text = "def f():\n    a, b = c\n    d = g(a, b)\n";
    let old = "    (a, b) = c\n    d = g(\n";
    assert_renamed("a.py", text, old, "d =", "e =");
}

#[test]
fn a_docstring_is_enough_for_a_match_and_a_word_is_not() {
    let text = "def f():\n    \"\"\"Return one.\"\"\"\n    return 1\n";
    let old = "    '''Return one.\n    '''\n";
    assert_replaced(
        "a.py",
        text,
        [old, "    '''Return two.\n    '''\n"],
        "def f():\n    '''Return two.\n    '''\n    return 1\n",
    );
    assert_not_found("a.py", "f(\"one\")\n", "'one'\n", "'two'\n");
}

#[test]
fn the_case_of_digits_and_a_zero_do_not_hide_a_place() {
    let text = "f(0xFF, \"\\x1b\")\ng(0.5)\n";
    let old = "f(0xff,\n  '\\x1B')\ng(.5)\n";
    assert_renamed("a.py", text, old, "g(", "h(");
}

#[test]
fn lists_and_code_blocks_of_markdown_are_found() {
    let text = "# A\n\n- one two\n- three\n\nB.\n";
    let old = "# A\n\n  * one\n    two\n  * three\n";
    assert_renamed("a.md", text, old, "three", "four");
    assert_replaced(
        "a.md",
        "One two\nthree.\n",
        ["  One\n  two three.\n", "  One\n  two 3.\n"],
        "One\ntwo 3.\n",
    );
    let nested = "- one\n\n  two three four\n";
    assert_not_found("a.md", nested, "* one\n\ntwo three\nfour\n", "x\n");
    let text = "# A\n\n```\nb  c\n```\n\nOne two\nthree.\n\n```\nd\n```\n";
    let old = "b  c\n```\n\nOne\ntwo three.\n\n```\n";
    assert_renamed("a.md", text, old, "One", "Six");
    assert_not_found("a.md", text, &old.replace("b  c", "b c"), "x\n");
    let text = "One\ntwo three.\n\n```\n    d  e";
    let old = "One two\nthree.\n\n```\n    d  e";
    assert_renamed("a.md", text, old, "d  e", "f");
}

#[test]
fn half_a_line_is_refused() {
    for (text, old) in [
        ("x = f(a, b);\n", "f(a,\n  b)\n"),
        ("x = f(a, b) + c;\n", "x = f(a,\n  b) +\n"),
    ] {
        assert_not_found("a.c", text, old, "g()\n");
    }
}

#[test]
fn the_new_text_is_never_put_in_twice() {
    let text = "f(a, b);\ng(c, d);\n";
    let code = refused("a.js", text, "f(a,\n  b);\n", "f(a,\n  b);\ng(c,\n  d);\n");
    assert_eq!(code, Code::AlreadyApplied);
}

#[test]
fn an_operator_at_the_end_stays_at_the_end() {
    let text = "if (a && b(c) && d) {\n}\n";
    let old = "if (a &&\n    b(c) &&\n";
    assert_replaced(
        "a.c",
        text,
        [old, "if (a ||\n    b(c) ||\n"],
        "if (a || b(c) || d) {\n}\n",
    );
    assert_not_found("a.c", text, old, "if (a\n");
}

#[test]
fn a_text_may_begin_inside_brackets() {
    let text = "def f(\n    a,\n    b,\n):\n    g(a)\n    h(b)\n";
    assert_replaced(
        "a.py",
        text,
        [
            "      a, b):\n    g(a)\n    h(b)\n",
            "      a, b):\n    g(a)\n    i(a)\n    h(b)\n",
        ],
        &text.replace("g(a)\n", "g(a)\n    i(a)\n"),
    );
}

#[test]
fn a_comment_swallows_nothing() {
    let text = "f(a, b); g();\n";
    assert_not_found("a.js", text, "f(a,\n  b);\n", "f(a,\n  c); // d\n");
}

#[test]
fn a_changed_place_with_the_same_lines_is_a_rival() {
    let text = "if (a) {\n  first(b, c);\n  second(d);\n  third(f);\n}\n\nx = 1; { first(b,\n    c); second(d); third(e); }\n";
    let old = "  first(b, c);\n  second(d);\n  third(e);\n";
    assert_not_found("a.js", text, old, "g();\n");
}

#[test]
fn exact_means_exact() {
    let mut action = replacing("f(a,\n  b);\n", "g();\n");
    action.find.matching = Match::Exact;
    let refused = run("a.js", &action, "f(a, b);\n").unwrap_err();
    assert_eq!(refused.code(), Code::NotFound);
}
