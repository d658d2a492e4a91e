//! Tests of language-specific names, and of lines between a doc comment and a signature.

use super::{found, names, shown, symbol};
use crate::refusal::Reason;
use crate::table::rows;

#[test]
fn names_are_taken_as_people_and_outlines_spell_them() {
    for [file, text, names, own] in rows(
        r#"
        a.rs | fn r#type() {}\nfn other() {}\n | type, r#type | fn r#type() {}\n
        a.rs | impl<T> a::Add<u8> for X<T> {\n    fn f() {}\n}\nimpl<T> X<T> {\n    fn g() {}\n}\n
        | <X as a::Add>::f, <X<T> as a::Add<u8>>::f, impl a::Add<u8> for X<T>/f | \s   fn f() {}\n
        a.rs | impl a::Add<u8> for A {\n}\nimpl a::Add<u16> for A {\n}\n | impl a::Add<u8> for A
        | impl a::Add<u8> for A {\n}\n
        a.cpp | struct A {\n  operator int*();\n  bool operator<(A);\n};\n
        | A::operator int*, A::operator int *, operatorint* | \s operator int*();\n
        a.cpp | int i;\nextern "C" int f() { return 0; }\n | f | extern "C" int f() { return 0; }\n
        a.sh | a::b-c.d() { :; }\ne() { :; }\n | a::b-c.d | a::b-c.d() { :; }\n
        a.py | type X[T] = list[T]\ny = 1\n | X | type X[T] = list[T]\n
        a.ts | namespace a.b.c {\n  const d = 1;\n}\n | a, a.b, a.b.c, c, b.c | namespace a.b.c {\n  const d = 1;\n}\n
        a.cpp | namespace a::b {\nint c;\n}\n | a, a::b, b | namespace a::b {\nint c;\n}\n
        "#,
    ) {
        for name in names.split(", ") {
            assert_eq!(shown(file, &symbol(name), text), own, "{name}");
        }
    }
    let both = "namespace X.Y {\n}\nnamespace a {\n  export const X = 1;\n}\n";
    assert_eq!(shown("a.ts", &symbol("X"), both), "namespace X.Y {\n}\n");
    let operator = found(
        "a.cpp",
        &symbol("operator"),
        "struct A {\n  bool operator<(A);\n};\n",
    );
    assert!(matches!(operator, Err(Reason::NoRegion { .. })));
}

#[test]
fn a_name_is_not_suggested_because_of_one_letter() {
    let text = "enum E {\n    Two,\n}\nmod tests {\n    fn t() {}\n}\n";
    assert_eq!(names(found("a.rs", &symbol("E::Two"), text)), [""; 0]);
    assert_eq!(names(found("a.rs", &symbol("test"), text)), ["tests"]);
}

#[test]
fn a_plain_comment_between_a_doc_comment_and_its_head_moves_with_them() {
    for [file, above, head] in rows(
        r"
        a.rs | /// Doc.\n// plain\n#[a]\n/* b */\n | fn f() {}\n
        a.js | /** Doc. */\n// eslint-disable-next-line\n | function f() {}\n
        a.ts | /**\n * Doc.\n */\n/* plain */\n | export function f() {}\n
        a.c | /** Doc. */\n/* plain */\n | int f(void) { return 1; }\n
        a.cpp | /// Doc.\n// more of it\n// and more\n | struct f {};\n
        a.java | /** Doc. */\n// plain\n@A\n// b\n | class f {}\n
        a.go | // Doc.\n//nolint\n | func f() {}\n
        a.rb | # Doc.\n# rubocop:disable A\n | def f; end\n
        ",
    ) {
        let start = if file == "a.go" {
            "package a\n\n"
        } else {
            "\n"
        };
        let own = [above, head].concat();
        let text = [start, &own].concat();
        assert_eq!(shown(file, &symbol("f"), &text), own);
        // A blank line separates a plain comment, and the lines above it, from the signature.
        let apart = [start, above, "\n", head].concat();
        // In Rust and Java, attributes and annotations belong to the definition even across a blank line.
        let expected = if matches!(file, "a.rs" | "a.java") {
            apart[1..].to_owned()
        } else {
            head.to_owned()
        };
        assert_eq!(shown(file, &symbol("f"), &apart), expected);
    }
    for (file, text, own) in [
        ("a.js", "// plain\nfunction f() {}\n", "function f() {}\n"),
        (
            "a.py",
            "# plain\n@a\n# b\ndef f(): pass\n",
            "@a\n# b\ndef f(): pass\n",
        ),
        ("a.sh", "# plain\nf() { :; }\n", "f() { :; }\n"),
    ] {
        assert_eq!(shown(file, &symbol("f"), text), own);
    }
}
