//! Tests of definitions by name, in many languages.

use std::path::Path;

use super::{found, inserted, names, replace, replaced, shown, symbol};
use crate::refusal::Reason;
use crate::request::{Edge, NamedPart, NamedRegion, Region};
use crate::resolve::FileText;
use crate::snapshot::Snapshot;
use crate::table::rows;

const RUST: &str = "\
use std::fmt;

// About nothing in particular.
/// What is loaded.
#[derive(Debug)]
pub struct Config; // unit

impl Config {
    /// Loads.
    #[must_use]
    pub fn load(&self) -> Self {
        fn inner() {}
        Self
    }

    pub fn save(&self) {}
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

pub fn load() {}
";

#[test]
fn a_symbol_has_all_that_belongs_to_it() {
    let of = |name: &str| shown("a.rs", &symbol(name), RUST);
    assert_eq!(
        of("Config"),
        "/// What is loaded.\n#[derive(Debug)]\npub struct Config; // unit\n"
    );
    let load = of("Config::load");
    assert!(load.starts_with("    /// Loads.\n") && load.ends_with("        Self\n    }\n"));
    for name in [
        "Config.load",
        "Config/load",
        "load@9",
        "Config::load(&self)",
    ] {
        assert_eq!(of(name), load, "{name}");
    }
    for name in ["load", "load()", "/load"] {
        assert_eq!(of(name), "pub fn load() {}\n", "{name}");
    }
    assert_eq!(of("load.inner"), "        fn inner() {}\n");
    assert!(of("<Config as fmt::Debug>::fmt").starts_with("    fn fmt("));
    assert!(of("impl Display for Config").starts_with("impl fmt::Display"));
    let python =
        "@a\n# why\nclass B:\n    def c(self):\n        \"d\"\n        # last\n\n    x = 1\n";
    let actual = shown("a.py", &symbol("c"), python);
    assert_eq!(actual, "    def c(self):\n        \"d\"\n        # last\n");
    assert_eq!(shown("a.py", &symbol("B"), python), python);
}

#[test]
fn symbols_of_one_name_are_distinguished() {
    assert_eq!(
        names(found("a.rs", &symbol("fmt"), RUST)),
        [
            "20 <Config as fmt::Display>::fmt(&self, f: &mut fmt::Formatter<'_>)",
            "26 <Config as fmt::Debug>::fmt(&self, f: &mut fmt::Formatter<'_>)"
        ]
    );
    assert!(names(found("a.rs", &symbol("loads"), RUST)).contains(&"Config::load".to_owned()));
    let java = "class A {\n    void f(int a) {}\n    void f(String b, int c) {}\n}\n";
    for (name, own) in [
        ("A.f(String, int)", "    void f(String b, int c) {}\n"),
        ("f(int)", "    void f(int a) {}\n"),
    ] {
        assert_eq!(shown("A.java", &symbol(name), java), own);
    }
}

/// The names that language servers use.
#[test]
fn a_name_may_have_a_number_or_the_head_of_its_block() {
    let java = "class A {\n    void f(int a) {}\n    void f(String b, int c) {}\n}\n";
    let actual = shown("A.java", &symbol("A/f[0]"), java);
    assert_eq!(actual, "    void f(int a) {}\n");
    let actual = shown("A.java", &symbol("f[1]"), java);
    assert_eq!(actual, "    void f(String b, int c) {}\n");
    assert_eq!(names(found("A.java", &symbol("f[2]"), java)), ["A.f"]);
    let display = "    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {\n";
    for name in [
        "impl fmt::Display for Config/fmt",
        "impl Display for Config::fmt",
    ] {
        assert!(
            shown("a.rs", &symbol(name), RUST).starts_with(display),
            "{name}"
        );
    }
    assert!(shown("a.rs", &symbol("impl Config/load"), RUST).contains("Loads"));
    let twice = "impl A {\n    fn a() {}\n}\n\nimpl A {\n    fn b() {}\n}\n";
    let actual = shown("a.rs", &symbol("impl A[1]"), twice);
    assert_eq!(actual, "impl A {\n    fn b() {}\n}\n");
    let actual = shown("a.rs", &symbol("impl A[0]/a"), twice);
    assert_eq!(actual, "    fn a() {}\n");
    let actual = names(found("a.rs", &symbol("impl A[0]/b"), twice));
    assert_eq!(actual, ["A::b"]);
    let go = "package a\n\nfunc (t *T[K]) F() {}\n";
    for name in ["(*T).F", "(*T[K]).F"] {
        assert_eq!(shown("a.go", &symbol(name), go), "func (t *T[K]) F() {}\n");
    }
    let literal = "class A {\n  [0]() {}\n}\n";
    assert_eq!(shown("a.js", &symbol("A.[0]"), literal), "  [0]() {}\n");
}

/// Comments and attributes above a signature stay if the new text has none of that kind.
#[test]
fn a_definition_that_was_shown_without_its_head_keeps_it() {
    let shown = |name| Region::Symbol(NamedRegion::parse(name, NamedPart::Shown).unwrap());
    let put = |file, name, text: &str, new| replaced(file, &shown(name), text, new);
    let several = found("a.rs", &shown("load"), RUST);
    assert_eq!(
        names(several),
        ["9 Config::load(&self)", "31 load()"],
        "an ending is as good as a whole path"
    );
    assert!(found("a.rs", &shown("/load"), RUST).is_ok());
    let old = "    /// Loads.\n    #[must_use]\n    pub fn load(&self) -> Self {\n        fn inner() {}\n        Self\n    }\n";
    for [expected, new] in rows(
        r"
        \s   /// Loads.\n    #[must_use]\n    pub fn load(&self) {\n    }\n | pub fn load(&self) {\n    }
        \s   /// Loads.\n    #[cold]\n    fn load() {}\n | #[cold]\n    fn load() {}
        \s   /// More.\n    #[must_use]\n    fn load() {}\n | /// More.\nfn load() {}\n
        \s   /// More.\n    #[cold]\n    fn load() {}\n | /// More.\n#[cold]\nfn load() {}\n
        \s   fn help() {}\n\n    /// Loads.\n    #[must_use]\n    fn load() {}\n | fn help() {}\n\nfn load() {}
        ",
    ) {
        let actual = put("a.rs", "Config/load", RUST, new);
        assert_eq!(actual, RUST.replace(old, expected), "{new}");
    }
    for [file, name, text, new, expected] in rows(
        r"
        a.py | A/f | class A:\n    @p\n    @q(1)\n    def f(self):\n        pass\n
        | def f(self):\n        return 1\n | class A:\n    @p\n    @q(1)\n    def f(self):\n        return 1\n
        a.py | A/f | class A:\n    @p\n    def f(self):\n        pass\n
        | @r\n    def f(self):\n        return 1\n | class A:\n    @r\n    def f(self):\n        return 1\n
        A.java | A/f | class A {\r\n    /** F. */\r\n    @Override public void f() {}\r\n}\r\n
        | public int f() {} | class A {\r\n    /** F. */\r\n    @Override public int f() {}\r\n}\r\n
        a.ts | f | /** F. */\nexport function f() {\n  return 1\n}\n | export function f() {\n  return 2\n}
        | /** F. */\nexport function f() {\n  return 2\n}\n
        a.ts | A/f | class A {\n  /** F. */\n  @d()\n  f() {}\n}\n | @d(1)\n  f() { g() }
        | class A {\n  /** F. */\n  @d(1)\n  f() { g() }\n}\n
        a.go | F | package a\n\n// F is.\nfunc F() {}\n | func F() { G() } | package a\n\n// F is.\nfunc F() { G() }\n
        a.c | f | /** F. */\nint f(void) { return 1; }\n | int f(void) { return 2; }
        | /** F. */\nint f(void) { return 2; }\n
        ",
    ) {
        assert_eq!(put(file, name, text, new), expected, "{file}: {new}");
    }
}

#[test]
fn each_language_has_names_of_its_own() {
    for [file, name, text, own] in rows(
        r#"
        a.go | T.F | package a\n\n// F does.\nfunc (t *T[K]) F() {}\n | // F does.\nfunc (t *T[K]) F() {}\n
        a.go | B | package a\n\nconst (\n\tA = 1\n\tB = 2 // b\n)\n | \tB = 2 // b\n
        a.cpp | n::A::f | namespace n {\nstruct A { void f(); };\nvoid A::f() {}\n}\n | void A::f() {}\n
        a.c | f | int f(void);\n\n/** Does. */\nint f(void)\n{\n}\n | /** Does. */\nint f(void)\n{\n}\n
        a.tsx | C.f | export class C {\n  @dec()\n  f() { return <a/>; }\n}\n | \s @dec()\n  f() { return <a/>; }\n
        a.js | f | /** F. */\nexport const f = () => {\n};\n | /** F. */\nexport const f = () => {\n};\n
        a.js | a.b.c | a.b.c = function () {\n};\n | a.b.c = function () {\n};\n
        a.rb | A::B#c | module A\n  class B\n    # C.\n    def c\n    end\n  end\nend\n
        | \s   # C.\n    def c\n    end\n
        a.rb | A#<=> | class A\n  def <=>(other)\n  end\n\n  def <<(other)\n  end\nend\n | \s def <=>(other)\n  end\n
        A.java | A.value | @interface A {\n    /** V. */\n    String value() default "";\n}\n
        | \s   /** V. */\n    String value() default "";\n
        a.c | f | typedef int i;\ni API\nf(int a)\n#undef f\n{\n}\n | i API\nf(int a)\n#undef f\n{\n}\n
        a.sh | f | # plain\nf() {\n  :\n}\n | f() {\n  :\n}\n
        "#,
    ) {
        assert_eq!(shown(file, &symbol(name), text), own, "{name}");
    }
}

#[test]
fn a_new_text_of_a_symbol_is_indented_as_its_place() {
    let after = |new| replaced("a.rs", &symbol("save"), RUST, new);
    let expected = RUST.replace(
        "    pub fn save(&self) {}\n",
        "    pub fn save(&self) {\n        x()\n    }\n",
    );
    for new in [
        "    pub fn save(&self) {\n        x()\n    }\n",
        "pub fn save(&self) {\n    x()\n}",
        "pub fn save(&self) {\n        x()\n    }\n\n",
    ] {
        assert_eq!(after(new), expected, "{new}");
    }
    let python = "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        pass\n";
    assert_eq!(
        replaced(
            "a.py",
            &symbol("f"),
            python,
            "@x\ndef f(self):\n    return 2\n"
        ),
        "class A:\n    @x\n    def f(self):\n        return 2\n\n    def g(self):\n        pass\n"
    );
}

#[test]
fn a_new_text_has_to_parse_and_to_define_the_same() {
    let after = |new| replaced("a.rs", &symbol("Config::save"), RUST, new);
    assert!(after("pub fn store(&self) {}").starts_with("not_that_symbol"));
    assert!(after("// none").starts_with("not_that_symbol"));
    assert!(after("pub fn save(&self) {").starts_with("syntax"));
    let lone = "class A:\n    def f(self):\n        pass\n";
    assert!(replaced("a.py", &symbol("f"), lone, "").starts_with("syntax"));
    let broken = "fn a() {\n    f(;\n}\n\nfn b() {}\n";
    assert!(matches!(
        found("a.rs", &symbol("a"), broken),
        Err(Reason::BrokenSymbol { line, .. }) if line.number() == 2
    ));
    assert_eq!(shown("a.rs", &symbol("b"), broken), "fn b() {}\n");
}

#[test]
fn brackets_delimit_a_body_with_a_syntax_error() {
    for (file, body) in [
        ("a.rs", "fn find() {\n    f(str![[r\"}\"]], '{');\n}\n"),
        ("a.go", "func find() {\n\tf(`}`, := 1)\n}\n"),
        ("A.java", "class find {\n  int a = = f(\"}\");\n}\n"),
    ] {
        let text = [body, "\n// the end\n"].concat();
        assert_eq!(shown(file, &symbol("find"), &text), body);
        let open = [&text, "{\n"].concat();
        let refused = found(file, &symbol("find"), &open);
        assert!(
            matches!(refused, Err(Reason::BrokenSymbol { .. })),
            "{open}"
        );
    }
}

#[test]
fn a_declaration_of_several_names_keeps_all_of_them() {
    let text = "struct s {\n    int a;\n} t[] = {\n    {1},\n};\n\ntypedef struct u {\n    int b;\n} u_t;\n";
    let after = |name: &str, new: &'static str| replaced("a.c", &symbol(name), text, new);
    for (name, new) in [
        ("s", "struct s {\n    long a;\n};\n"),
        ("t", "struct r {\n    int a;\n} t[1];\n"),
        ("u", "struct u {\n    long b;\n};\n"),
        ("u_t", "typedef struct {\n    long b;\n} u_t;\n"),
    ] {
        assert!(after(name, new).starts_with("not_that_symbol"), "{name}");
    }
    let whole = "typedef struct u {\n    long b;\n} u_t;\n";
    for name in ["u", "u_t"] {
        assert!(after(name, whole).ends_with(whole), "{name}");
    }
}

#[test]
fn a_type_that_declares_variables_is_not_deleted() {
    let c = "struct s {\n    int a;\n} t;\n\nstruct q { int a; } v, *w;\n\nint f(void) {\n    struct l { int a; } m;\n}\n\nstruct o {\n    struct i { int a; } j;\n};\n\ntypedef struct n { int a; } n;\n\nenum e { A };\n";
    for name in ["s", "t", "q", "l", "i"] {
        let after = replaced("a.c", &symbol(name), c, "");
        assert!(after.starts_with("bad_request"), "{name}: {after}");
    }
    for name in ["n", "e", "o", "f"] {
        let after = replaced("a.c", &symbol(name), c, "");
        assert!(after.starts_with("struct s"), "{name}: {after}");
    }
    for new in ["struct q { int b; };\n", "struct q { int b; } v;\n"] {
        let after = replaced("a.c", &symbol("q"), c, new);
        assert!(after.starts_with("not_that_symbol"), "{after}");
    }
    let after = replaced("a.c", &symbol("q"), c, "struct q { int b; } *w, v;\n");
    assert!(after.contains("int b;"), "{after}");
    let now = Snapshot::of_text(c.to_owned());
    let place = found("a.c", &symbol("q"), c).unwrap();
    for (new, is_kept) in [
        ("struct r { int a; };\n", false),
        ("struct r { int a; } v, w;\n", true),
    ] {
        let file = FileText::new(Path::new("a.c"), &now);
        let renamed = replace(&place, &new.into(), true, file);
        assert_eq!(renamed.is_ok(), is_kept, "{new}");
    }
    let python = "a = b = c.d = 1\ne = 2\n";
    assert!(replaced("a.py", &symbol("a"), python, "").starts_with("bad_request"));
    assert!(replaced("a.py", &symbol("a"), python, "a = 2\n").starts_with("not_that_symbol"));
    assert_eq!(
        replaced("a.py", &symbol("e"), python, ""),
        "a = b = c.d = 1\n"
    );
    let go = "package a\n\nconst (\n\tA = iota\n\tB\n\tC // c\n\tD = 4\n\tE = 5\n\t// f\n\tF\n)\n\nconst (\n\tG = 1\n\tH = 2\n\tI = iota\n)\n\nconst J = iota\n";
    for name in ["A", "B", "E", "G", "H"] {
        let after = replaced("a.go", &symbol(name), go, "");
        assert!(after.starts_with("bad_request"), "{name}: {after}");
    }
    for name in ["C", "D", "F", "I", "J"] {
        let after = replaced("a.go", &symbol(name), go, "");
        assert!(after.starts_with("package a"), "{name}: {after}");
    }
    let after = replaced("a.go", &symbol("A"), go, "A = iota\nA2\n");
    assert!(after.contains("\tA = iota\n\tA2\n\tB\n"), "{after}");
}

#[test]
fn a_large_text_is_checked_as_a_small_one() {
    let mut text = "class A:\n    def f(self):\n        pass\n\n".to_owned();
    text += &"x = [1, 2, 3, 4]\n".repeat((1 << 20) / 16);
    let after = |new: &'static str| replaced("a.py", &symbol("A.f"), &text, new);
    assert!(after("def f(self):\n    if x:\n        y\n      z\n").starts_with("syntax"));
    assert!(after("def f(self):\n    z(\n").starts_with("syntax"));
    assert!(after("def f(self):\n    z\n").contains("    def f(self):\n        z\n"));
}

#[test]
fn a_symbol_is_taken_out_without_a_double_blank_line() {
    let text = "impl A {\n    fn a() {}\n\n    fn b() {}\n\n    fn c() {}\n}\n";
    let without = |name| replaced("a.rs", &symbol(name), text, "");
    let actual = without("a");
    assert_eq!(actual, "impl A {\n    fn b() {}\n\n    fn c() {}\n}\n");
    let actual = without("b");
    assert_eq!(actual, "impl A {\n    fn a() {}\n\n    fn c() {}\n}\n");
    let actual = without("c");
    assert_eq!(actual, "impl A {\n    fn a() {}\n\n    fn b() {}\n}\n");
}

#[test]
fn lines_are_inserted_next_to_and_inside_a_symbol() {
    let text = "impl A {\n    fn a() {}\n\n    fn b() {}\n}\n";
    let at = |name, edge, new| inserted("a.rs", &symbol(name), edge, text, new);
    let three = |names: [&str; 3]| {
        let methods = names.map(|name| format!("    fn {name}() {{}}\n"));
        format!("impl A {{\n{}}}\n", methods.join("\n"))
    };
    let acb = three(["a", "c", "b"]);
    assert_eq!(at("a", Edge::After, "fn c() {}"), acb);
    let abc = three(["a", "b", "c"]);
    assert_eq!(at("b", Edge::After, "    fn c() {}\n"), abc);
    assert_eq!(at("impl A", Edge::End, "fn c() {}"), abc);
    let cab = three(["c", "a", "b"]);
    assert_eq!(at("a", Edge::Before, "fn c() {}\n\n"), cab);
    assert_eq!(at("impl A", Edge::Start, "fn c() {}"), cab);
    let empty = "impl A {}\n";
    let after = inserted("a.rs", &symbol("impl A"), Edge::End, empty, "fn c() {}");
    assert_eq!(after, "impl A {\n    fn c() {}\n}\n");
    let python = "def a():\n    pass\n\n\ndef b():\n    pass\n";
    let new = "def c():\n    pass";
    assert_eq!(
        inserted("a.py", &symbol("a"), Edge::After, python, new),
        "def a():\n    pass\n\n\ndef c():\n    pass\n\n\ndef b():\n    pass\n"
    );
    let ruby = "class A\nend\n";
    let after = inserted("a.rb", &symbol("A"), Edge::End, ruby, "def b\nend");
    assert_eq!(after, "class A\n    def b\n    end\nend\n");
}

#[test]
fn comments_and_labels_do_not_indent_a_body() {
    for [name, text, new, expected] in rows(
        r"
        a.py | def f():\n# old\n    z = 2\n | return z | def f():\n# old\n    z = 2\n    return z\n
        a.py | class f:\n  # old\n  z = 2\n | y = 3 | class f:\n  # old\n  z = 2\n  y = 3\n
        a.cpp | class f {\npublic:\n  int z;\n};\n | int y; | class f {\npublic:\n  int z;\n  int y;\n};\n
        a.cpp | namespace f {\n// z\nint z() {\n  return 1;\n}\n}\n | int y;
        | namespace f {\n// z\nint z() {\n  return 1;\n}\n\nint y;\n}\n
        ",
    ) {
        let found = inserted(name, &symbol("f"), Edge::End, text, new);
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn a_definition_in_c_ends_where_its_braces_do() {
    let text =
        "int f(void)\n{\n    EACH(a, b) { g('}'); }\n    x = = 1; /* } */\n}\n\nint h(void) {}\n";
    assert!(shown("a.c", &symbol("f"), text).ends_with("1; /* } */\n}\n"));
    let split = "#ifdef A\nint f(int a) {\n#else\nint f(void) {\n#endif\n    return 1;\n}\n";
    let refused = found("a.c", &symbol("f"), split);
    assert!(matches!(refused, Err(Reason::BrokenSymbol { .. })));
    for text in [
        "EACH(a)\nint f(void) {\n}\n",
        "INLINE\nHINT(a)\nsize_t f(void) {\n}\n",
        "INLINE\nHINT\nsize_t f(void) {\n}\n",
    ] {
        match found("a.c", &symbol("f"), text) {
            Err(Reason::BrokenSymbol { .. } | Reason::NoRegion { .. }) => {}
            Ok(place) => assert_eq!(&text[place.lines.range()], text),
            other => panic!("{other:?}"),
        }
    }
    // A condition around a part of the signature belongs to the definition.
    let cut = "#if A\nstatic\n#endif\n    int\n    f(void) {\n  return 1;\n}\n";
    let refused = found("a.c", &symbol("f"), cut);
    assert!(matches!(refused, Err(Reason::BrokenSymbol { .. })));
    let guarded = "#ifndef A\n#define A\n\nint f(void) {}\n#endif\n";
    assert_eq!(shown("a.c", &symbol("f"), guarded), "int f(void) {}\n");
    let guarded = "#if A > 1\nint f(void) {}\n#endif\n";
    assert_eq!(shown("a.c", &symbol("f"), guarded), "int f(void) {}\n");
    let inside = "struct A {\npublic:\n    int f() { return 1; }\n};\n";
    let actual = shown("a.cpp", &symbol("f"), inside);
    assert_eq!(actual, "    int f() { return 1; }\n");
    let whole = "int f(void) {\n#ifdef A\n    return 2;\n#endif\n    return 1;\n}\n";
    assert_eq!(shown("a.c", &symbol("f"), whole), whole);
}

#[test]
fn a_body_is_inserted_with_its_blank_lines() {
    let body = Region::Symbol(NamedRegion::parse("f", NamedPart::Inside).unwrap());
    let text = "fn f() {\n\n    a();\n\n}\n";
    assert_eq!(replaced("a.rs", &body, text, "\n    a();\n\n"), text);
    let after = replaced("a.rs", &body, text, "    b();\n");
    assert_eq!(after, "fn f() {\n    b();\n}\n");
}

#[test]
fn the_missing_ending_of_the_last_line_is_like_the_others() {
    assert_eq!(
        inserted(
            "a.rs",
            &symbol("f"),
            Edge::Before,
            "mod a;\n\nfn f() {}\n",
            "fn a() {\r\n}"
        ),
        "mod a;\n\nfn a() {\n}\n\nfn f() {}\n"
    );
    // Mixed endings stay as they are. A file without a final newline stays without one.
    assert_eq!(
        replaced(
            "a.rs",
            &symbol("f"),
            "mod a;\r\nfn f() {}",
            "fn f() {\r\n}\n"
        ),
        "mod a;\r\nfn f() {\r\n}"
    );
}

#[test]
fn a_body_whose_end_shares_a_line_is_not_edited() {
    for (name, text) in [
        ("a.rs", "fn f() -> i32 {\n    1 }\n"),
        ("a.go", "package a\n\ntype f struct {\n\tA int }\n"),
        ("a.c", "int f(void) {\n    return 1; } // c\n"),
        ("a.ts", "namespace f {\n  const x = 1 }\n"),
        ("a.rb", "def f\n  1 end\n"),
        ("a.sh", "f() {\n  echo; }\n"),
    ] {
        let place = found(name, &symbol("f"), text).unwrap();
        assert!(place.editable_body().is_err(), "{text}");
    }
    let python = "def f():\n    return 1  # c\n    #d\n\nx = 1\n";
    assert_eq!(
        inserted("a.py", &symbol("f"), Edge::End, python, "y()"),
        "def f():\n    return 1  # c\n    #d\n    y()\n\nx = 1\n"
    );
    // A comment in another column does not indent the new line.
    assert_eq!(
        inserted(
            "a.py",
            &symbol("f"),
            Edge::Start,
            "def f():\n# c\n    z = 2\n",
            "y()"
        ),
        "def f():\n    y()\n# c\n    z = 2\n"
    );
}

#[test]
fn a_comment_after_the_opening_bracket_stays_there() {
    for (name, text) in [
        ("a.rs", "fn f() { // c\n    a();\n}\n"),
        ("a.go", "func f() { // c\n    a();\n}\n"),
        ("a.c", "int f(void) { /* c */\n    a();\n}\n"),
        ("a.java", "class f { // c\n    int a;\n}\n"),
        ("a.js", "function f() { // c\n    a();\n}\n"),
        ("a.sh", "f() { # c\n    a;\n}\n"),
    ] {
        let (opening, rest) = text.split_at(text.find('\n').unwrap() + 1);
        let (old, new) = match name {
            "a.java" => ("    int a;\n", "    int b;\n"),
            _ => (&rest[..rest.len() - 2], "    b;\n"),
        };
        let body = Region::Symbol(NamedRegion::parse("f", NamedPart::Inside).unwrap());
        let at = |edge| inserted(name, &symbol("f"), edge, text, new);
        assert_eq!(shown(name, &body, text), old);
        let after = replaced(name, &body, text, new);
        assert_eq!(after, format!("{opening}{new}}}\n"));
        assert_eq!(at(Edge::Start), format!("{opening}{new}{rest}"));
        assert_eq!(at(Edge::End), format!("{opening}{old}{new}}}\n"));
    }
    for text in [
        "fn f() { /* c */ a();\n    b();\n}\n",
        "struct f { /// Doc.\n    a: u8,\n}\n",
        "fn f() { /* c\n    d */ b();\n}\n",
    ] {
        let place = found("a.rs", &symbol("f"), text).unwrap();
        assert!(place.editable_body().is_err(), "{text}");
    }
}

#[test]
fn a_method_below_its_modifier_is_not_edited() {
    for (name, modifier) in [("a.js", "static"), ("a.js", "get"), ("a.ts", "set")] {
        let text = format!("class A {{\n  {modifier}\n  m() {{}}\n}}\n");
        let after = replaced(name, &symbol("m"), &text, "");
        assert!(after.starts_with("bad_request"), "{after}");
    }
}
