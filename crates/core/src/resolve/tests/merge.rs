//! Tests of conflicts in files with a grammar.

use std::path::Path;

use bytes::Bytes;

use crate::merge::Versions;
use crate::resolve::settle;
use crate::table::rows;

/// Merges both sides of the file `name` with all rules, in both orders. `None` if a conflict remains.
fn settled(name: &str, [base, ours, theirs]: [&str; 3]) -> Option<String> {
    let text = |text: &str| -> Bytes { text.to_owned().into() };
    let merged = |ours: &str, theirs: &str| {
        let versions = Versions {
            base: text(base),
            ours: text(ours),
            theirs: text(theirs),
        };
        let (edits, _) = settle(Path::new(name), &versions)?;
        let mut result = ours.as_bytes().to_vec();
        for edit in edits.iter().rev() {
            result.splice(edit.at..edit.end(), edit.new.iter().copied());
        }
        Some(String::from_utf8(result).unwrap())
    };
    let (one, other) = (merged(ours, theirs), merged(theirs, ours));
    assert_eq!(one, other, "{name}: {base}");
    one
}

#[test]
fn changes_to_one_list_are_a_conflict() {
    for [name, base, ours, theirs] in rows(
        r#"
        // Both sides changed one child, or one side deleted it.
        a.py | f(a, b)\n | f(a, c)\n | f(a, d)\n
        a.py | f(a, b)\n | f(a)\n | f(a, d)\n
        a.py | f(a, b)\n | f(a)\n | f(a, b, c)\n
        // The order of arguments matters, even next to a changed argument.
        a.py | f(a, b)\n | f(a, b, c)\n | f(a, b, d)\n
        // One key in two kinds of quotes.
        a.py | x = {\n    "a": 1,\n}\n | x = {\n    "a": 1,\n    "b": 2,\n}\n | x = {\n    "a": 1,\n    'b': 3,\n}\n
        a.py | def f(a, b):\n    x\n | def f(a, b, c):\n    x\n | def f(a, b=1):\n    x\n
        a.py | f(a, b, c)\n | f(c, a, b)\n | f(a, b, d)\n
        // One side moved words, and the other side's change would apply to another name.
        a.py | run(fast=False, dry=False)\n | run(dry=False, fast=False)\n | run(fast=False, dry=True)\n
        a.lua | run --fast=no --dry=no\n | run --dry=no --fast=no\n | run --fast=no --dry=yes\n
        // The only child is the list.
        a.py | from a import b\n | from a import c\n | from a import d\n
        // A member of an enumeration must be unique.
        a.rs | enum E {\n    A,\n}\n | enum E {\n    A,\n    B,\n}\n | enum E {\n    A,\n    B(u32),\n}\n
        // The same, with insertions at one position or at two, merged by a rule or as in git.
        a.rs | enum E {\n    A,\n    B,\n    C,\n}\n | enum E {\n    D(u32),\n    A,\n    B,\n    C,\n}\n
        | enum E {\n    A,\n    B,\n    C,\n    D(u64),\n}\n
        a.c | enum e {\n  a,\n  b = 8\n};\n | enum e {\n  b = 2,\n  a\n};\n | enum e {\n  b = 4,\n  a\n};\n
        // Both sides inserted a line at different positions.
        a.rs | enum E {\n    A,\n    B,\n}\n | enum E {\n    Beta,\n    A,\n    B,\n}\n
        | enum E {\n    Beta,\n    B,\n    A,\n}\n
        // One side moved a line that the other side indented.
        a.rs | enum E {\n    Tau,\n    Iota = 3,\n    Gamma = 4,\n}\n
        | enum E {\n    Tau,\n    Iota = 3,\n        Gamma = 4,\n}\n
        | enum E {\n    Tau,\n    Gamma = 4,\n    Iota = 3,\n}\n
        // One side deleted a line that the other side changed.
        a.json | {\n  "gamma": false,\n  "host": "port",\n  "node": false\n}\n
        | {\n  "gamma": "color",\n  "node": false\n}\n
        | {\n  "host": "port",\n  "lint": "start",\n  "node": "build"\n}\n
        // One side replaced the list with another list.
        a.yaml | a: {test: 53}\n | a: {test: 53, db: x}\n | a:\n  b: {build: y}\n  test: 53\n
        a.js | x = {\n  a: 1,\n};\n | x = {\n  n: 1,\n  a: 103,\n};\n | x = {\n  a: 203,\n};\n
        // A name occurs twice, or would.
        a.js | x = {a: 1};\n | x = {a: 1, k: 2};\n | x = {a: 1, k: 3};\n
        a.py | def f(a, b):\n    x\n | def f(a, x, b):\n    x\n | def f(a, b, x):\n    x\n
        a.js | x = {a: 1};\n | x = {a: 1, ...b};\n | x = {a: 1, c: 3};\n
        // The text between the children contains more than commas.
        a.js | x = {a: 1};\n | x = {a: 1, /* new */ b: 2};\n | x = {a: 1, c: 3};\n
        a.py | x = [z, b]\n | x = [z, b, c]\n | x = [z, b, d]\n
        // A merge of words would assign a value to another key.
        a.json | {"a": 1, "b": 1}\n | {"b": 1, "c": 1}\n | {"a": 1, "b": 206}\n
        "#,
    ) {
        assert_eq!(settled(name, [base, ours, theirs]), None, "{name}: {base}");
    }
}

#[test]
fn a_name_that_both_sides_define_in_two_pieces_is_a_conflict() {
    let js = "a();\n\nb();\n";
    let c = "void f(int a)\n{\n}\n\nint g;\n\nvoid f(char a)\n{\n}\n";
    let c_attributes = "[[a]]\nvoid f(int a)\n{\n}\n\nint g;\n\n[[b]]\nvoid f(int a)\n{\n}\n";
    for (name, base, ours, theirs) in [
        (
            "a.js",
            js,
            "a();\n\nexports.f = function (x) {};\n\nb();\n".to_owned(),
            "a();\n\nb();\n\nexports.f = function (x) {};\n".to_owned(),
        ),
        (
            "a.js",
            js,
            "a();\n\nvar f = function (x) {};\n\nb();\n".to_owned(),
            "a();\n\nb();\n\nvar f = function (x) {};\n".to_owned(),
        ),
        // Both sides change a parameter, so that two overloads become equal.
        (
            "a.cpp",
            c,
            c.replace("int a", "long a"),
            c.replace("char a", "long a"),
        ),
        (
            "a.cpp",
            c_attributes,
            c_attributes.replace("[[a]]\n", ""),
            c_attributes.replace("[[b]]\n", ""),
        ),
    ] {
        let after = settled(name, [base, &ours, &theirs]);
        assert_eq!(after, None, "{name}: {base}");
    }
}
