//! Tests of definitions in texts with syntax errors: locations that are certain, and locations that are refused.

use super::{found, inserted, replaced, shown, symbol};
use crate::refusal::Reason;
use crate::request::Edge;

/// The line that makes the location of the definition uncertain.
fn doubted(file: &str, name: &str, text: &str) -> Option<usize> {
    match found(file, &symbol(name), text) {
        Ok(_) => None,
        Err(Reason::BrokenSymbol { line, .. }) => Some(line.lines_before() + 1),
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn macros_in_a_head_are_a_part_of_it() {
    let text = "\
int a;

static INLINE double find(unused void *a,
                          unused void *b)
{
  ALIGNED int b;
  return 1;
}

EXPORT
int other(void)
{
}
";
    let of = |name: &str| shown("a.c", &symbol(name), text);
    assert!(of("find").starts_with("static INLINE") && of("find").ends_with("return 1;\n}\n"));
    assert_eq!(of("other"), "EXPORT\nint other(void)\n{\n}\n");
}

#[test]
fn a_macro_in_its_own_paragraph_is_not_part_of_the_next_definition() {
    for (above, definition) in [
        ("TEST(a) {\n}\nTEST_END\n\n", "int\nmain(void) {\n}\n"),
        (
            "DEFINE_LIST(item,\n  other)\n\n",
            "struct item {\n  int a;\n};\n",
        ),
        ("DEFINE(a)\nDEFINE(b)\n\n", "static int item(void)\n{\n}\n"),
    ] {
        let name = if definition.contains("main") {
            "main"
        } else {
            "item"
        };
        let text = [above, definition, "\nint z;\n"].concat();
        assert_eq!(shown("a.c", &symbol(name), &text), definition);
        let gone = replaced("a.c", &symbol(name), &text, "");
        assert_eq!(gone, [above, "int z;\n"].concat());
    }
}

#[test]
fn a_variable_with_an_unknown_macro_ends_with_its_line() {
    let text = "int a;\nstatic ATOMIC size_t b = 0;\nint c;\n";
    let line = shown("a.c", &symbol("b"), text);
    assert_eq!(line, "static ATOMIC size_t b = 0;\n");
}

#[test]
fn a_line_that_may_belong_to_either_definition_is_refused() {
    for (text, line) in [
        ("int a;\nLIST(a)\nstatic int find(int a)\n{\n}\n", 2),
        ("void f(void) {\n}\nTEST_END\nint find(void) {\n}\n", 3),
    ] {
        assert_eq!(doubted("a.c", "find", text), Some(line), "{text}");
    }
}

#[test]
fn a_declaration_is_not_mistaken_for_the_definition() {
    let hidden = "int find(int a);\n\nSEQ(A)\n = {\n B(A),\n} SEQ_END(A)\n\nint find(int a)\n{\n  return 1;\n}\n";
    assert_eq!(doubted("a.c", "find", hidden), Some(8));
    let elsewhere = "int find(int a);\n\nint other(void)\n{\n  return find(1);\n}\n";
    let actual = shown("a.c", &symbol("find"), elsewhere);
    assert_eq!(actual, "int find(int a);\n");
    let of_another = "struct A {\n  void f();\n};\nstruct B {\n  void f() {}\n};\n";
    assert_eq!(shown("a.cpp", &symbol("A::f"), of_another), "  void f();\n");
}

#[test]
fn a_new_text_with_an_error_is_refused_in_a_file_with_others() {
    let text = "fn broken( {\n\nfn f() {\n    1;\n}\n";
    let broken = replaced("a.rs", &symbol("f"), text, "fn f() {\n    let = ;\n}\n");
    assert!(broken.starts_with("syntax: "), "{broken}");
}

#[test]
fn the_last_line_stays_without_an_ending() {
    let text = "let a = 1;\nfunction f() {\n}";
    let after = replaced("a.js", &symbol("f"), text, "function f() {\n  a;\n}\n");
    assert_eq!(after, "let a = 1;\nfunction f() {\n  a;\n}");
}

#[test]
fn a_path_is_doubted_if_the_end_of_its_class_is_unclear() {
    let text = "class A {\n public:\n#if X\n};\nint find(int a) {\n  return a;\n}\n}  // b\n";
    assert_eq!(doubted("a.cpp", "A::find", text), Some(5));
}

#[test]
fn a_comment_after_an_attribute_does_not_separate_it() {
    let text = "fn a() {} // of a\n#[b]\n#[c] // why\nfn find() {}\n";
    let find = shown("a.rs", &symbol("find"), text);
    assert_eq!(find, "#[b]\n#[c] // why\nfn find() {}\n");
}

#[test]
fn operators_are_called_by_their_signs_or_words() {
    let text = "struct A {\n  operator bool() const { return 1; }\n  bool operator==(A) { return 1; }\n};\n";
    let of = |name: &str| shown("a.cpp", &symbol(name), text);
    let actual = of("operator bool");
    assert_eq!(actual, "  operator bool() const { return 1; }\n");
    assert_eq!(of("A::operator=="), "  bool operator==(A) { return 1; }\n");
}

#[test]
fn blank_lines_between_have_the_endings_of_the_file() {
    let text = "def f():\r\n    return 1\r\n\r\n\r\ndef g():\r\n    return 2\r\n";
    let after = inserted(
        "a.py",
        &symbol("f"),
        Edge::After,
        text,
        "def h():\n    return 3\n",
    );
    let h = "def h():\r\n    return 3\r\n\r\n\r\n";
    assert_eq!(after, text.replace("def g", &(h.to_owned() + "def g")));
}

#[test]
fn a_global_declaration_is_named_global() {
    let text = "declare global {\n  interface Window {\n    a: string;\n  }\n}\n";
    assert_eq!(shown("a.ts", &symbol("global"), text), text);
    let window = shown("a.ts", &symbol("global.Window"), text);
    assert_eq!(window, "  interface Window {\n    a: string;\n  }\n");
}
