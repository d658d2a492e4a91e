//! Tests of C and C++ definitions next to code that the grammar cannot parse.

use super::{found, replaced, shown, symbol};
use crate::refusal::Reason;
use crate::table::rows;

fn is_refused(file: &str, name: &str, text: &str) -> bool {
    match found(file, &symbol(name), text) {
        Ok(_) => false,
        Err(Reason::BrokenSymbol { .. } | Reason::NoRegion { .. }) => true,
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn an_error_in_a_body_leaves_its_namespace_whole() {
    let text = "\
namespace a {

int broken() {
    TRY {
        f(unsigned short, g(1));
    } CATCH_ALL {
        h();
    }
    default: i(\"a\" B(\"b\") \"c\");
}

struct Next {
    int find() { return 1; }
};

} // a
";
    for (name, whole) in [
        ("a::Next::find", "    int find() { return 1; }\n"),
        (
            "a::Next",
            "struct Next {\n    int find() { return 1; }\n};\n",
        ),
    ] {
        assert_eq!(shown("a.cpp", &symbol(name), text), whole);
    }
    let broken = shown("a.cpp", &symbol("a::broken"), text);
    assert!(
        broken.starts_with("int broken() {\n") && broken.ends_with("\"c\");\n}\n"),
        "{broken}"
    );
    let after = replaced(
        "a.cpp",
        &symbol("a::Next::find"),
        text,
        "int find() { return 2; }",
    );
    assert_eq!(after, text.replace("return 1", "return 2"));
}

#[test]
fn conditions_may_cut_statements_and_lists() {
    let text = "\
int first(int a,
#if A
          int b,
#endif
          int c)
{
  return f(a,
#if A
           b,
#else
           c,
#endif
           1);
}

int find(void)
{
#if A
  if (a) {
#else
  if (b) {
#endif
    return 1;
  }
  return 0;
}

int last;
";
    for name in ["first", "find"] {
        let whole = shown("a.c", &symbol(name), text);
        assert!(
            whole.starts_with(&format!("int {name}(")) && whole.ends_with("\n}\n"),
            "{whole}"
        );
    }
    assert_eq!(shown("a.c", &symbol("last"), text), "int last;\n");
}

#[test]
fn macros_on_the_line_of_a_head_belong_to_it() {
    for [file, text, whole] in rows(
        r#"
        a.c | A(int, b)\n\nchar_u *\nfind(expand_T *a UNUSED, int b)\n{\n}\n
        | char_u *\nfind(expand_T *a UNUSED, int b)\n{\n}\n
        a.c | static void printf_like(2, 3) other(const char *, ...);\n\nlocal int find(a)\n    int a;\n{\n}\n
        | local int find(a)\n    int a;\n{\n}\n
        a.cpp | namespace a {\nCONST_INIT static Options b;\n\nUNUSED static const Other find = g();\n}\n
        | UNUSED static const Other find = g();\n
        a.cpp
        | FLAG(int, b, 1,\n     "b");\n\nstruct find {\n  find() = default;\n  bool operator==(find) = delete;\n};\n
        | struct find {\n  find() = default;\n  bool operator==(find) = delete;\n};\n
        a.c | int a;\n\nint find(int a) CONTRACT(b; c)\n{\n}\n | int find(int a) CONTRACT(b; c)\n{\n}\n
        a.cpp | class find {\n  MACRO(void f(int a = 1, 2))\n public:\n  void(CALL *g)(int);\n};\n
        | class find {\n  MACRO(void f(int a = 1, 2))\n public:\n  void(CALL *g)(int);\n};\n
        "#,
    ) {
        assert_eq!(shown(file, &symbol("find"), text), whole, "{text}");
    }
}

#[test]
fn a_definition_that_brackets_do_not_delimit_stays_refused() {
    for text in [
        // The end of the function depends on a condition.
        "int find(int a) {\n#if A\n  if (a) {\n#endif\n    f(int, 1);\n  }\n}\n\nint next;\n",
        // The macro above may be a separate declaration.
        "int a;\nNO_SANITIZE(\"bounds\")\nsize_t find(client *c, f(int, 1) d) {\n}\n",
        // The brackets do not match.
        "int find(int a) {\n  f(int, 1;\n}\n\n}\n",
    ] {
        assert!(is_refused("a.cpp", "find", text), "{text}");
    }
}

#[test]
fn strings_and_comments_hold_no_brackets() {
    let text = "void a() {\n  f(int, R\"x(}\")x\", '{', 1'000, \"}\\\"\"); // }\n  /* } */\n}\n\nint find() { return 1; }\n";
    let actual = shown("a.cpp", &symbol("find"), text);
    assert_eq!(actual, "int find() { return 1; }\n");
}
