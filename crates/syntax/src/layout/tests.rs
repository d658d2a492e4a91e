//! Compares the tokens of texts: some are equivalent, others only look equivalent.

use std::path::Path;

use super::{Layout, Reading, Token};

fn tokens<'t>(name: &str, text: &'t str) -> Vec<Token<'t>> {
    let layout = Layout::from_path(Path::new(name)).unwrap();
    layout.tokens(text.as_bytes(), Reading::WHOLE)
}

#[track_caller]
fn assert_equal(name: &str, one: &str, other: &str) {
    assert_eq!(tokens(name, one), tokens(name, other));
}

#[track_caller]
fn assert_different(name: &str, one: &str, other: &str) {
    assert_ne!(
        tokens(name, one),
        tokens(name, other),
        "{name}: {one:?} {other:?}"
    );
}

#[test]
fn lines_inside_brackets_have_no_meaning() {
    assert_equal("a.py", "f(a,\n  b)\n", "f(a, b)\n");
    assert_equal("a.py", "x = 1 + \\\n  2\n", "x = 1 + 2\n");
    assert_equal("a.rs", "f(a,\n  b)\n", "f(a, b)");
    assert_equal("a.toml", "a = [\n 1,\n 2,\n]\n", "a = [1, 2]\n");
    assert_equal("a.c", "int\nf(void)\n{\n}\n", "int f(void) {}\n");
    assert_equal("a.go", "f(a,\n\tb)\n", "f(a, b)\n");
}

#[test]
fn lines_that_have_a_meaning_are_tokens() {
    assert_different("a.py", "a\nb\n", "a b\n");
    assert_different("a.toml", "a = 1\nb = 2\n", "a = 1 b = 2\n");
    assert_different("a.go", "return\nx\n", "return x\n");
    assert_different("a.js", "return\nx\n", "return x\n");
    assert_different("a.c", "#define A\nb\n", "#define A b\n");
    assert_different("a.c", "a;\nb; \\\nc;\n", "a; \\\nb; \\\nc;\n");
    assert_equal("a.go", "  })\n}\n\na\n", "})\n}\na\n");
    assert_different("a.go", "a\n}\n", "a }\n");
    assert_different("a.md", "a\n\nb\n", "a b\n");
    assert_different("a.md", "- a\n- b\n", "- a - b\n");
    assert_different("a.md", "a  \nb\n", "a b\n");
    assert_equal("a.py", "if a: b\n", "if a:\n  b\n");
    assert_different("a.py", "a; b\n", "a\nb\n");
}

#[test]
fn lines_that_end_a_statement_of_javascript_are_tokens() {
    for (name, one, other) in [
        ("a.js", "a\n++b\n", "a++\nb\n"),
        ("a.js", "a /* b */\n--c\n", "a-- /* b */\nc\n"),
        ("a.js", "f()\n++b\n", "f()++b\n"),
        ("a.ts", "a\n!b\n", "a!\nb\n"),
        (
            "a.js",
            "class A { get\nfoo() {} }",
            "class A { get foo() {} }",
        ),
        (
            "a.js",
            "class A { static\nfoo() {} }",
            "class A { static foo() {} }",
        ),
        (
            "a.js",
            "class A { set\n[a](b) {} }",
            "class A { set [a](b) {} }",
        ),
        (
            "a.js",
            "class A { static // b\n*foo() {} }",
            "class A { static *foo() {} // b\n }",
        ),
        ("a.js", "async\nfunction f() {}", "async function f() {}"),
        ("a.js", "async\n(a) => b", "async (a) => b"),
        ("a.js", "yield\na", "yield a"),
        ("a.ts", "type\nFoo = x", "type Foo = x"),
        ("a.ts", "abstract\nclass A {}", "abstract class A {}"),
        ("a.ts", "declare\nmodule\nx", "declare module x"),
        ("a.ts", "interface\nA\n{}", "interface A {}"),
        ("a.ts", "class A { readonly\na }", "class A { readonly a }"),
    ] {
        assert_different(name, one, other);
    }
    assert_equal("a.js", "for (;;\n++a) {}", "for (;; ++a) {}");
    assert_equal("a.js", "a &&\n  !b", "a && !b");
    assert_equal("a.js", "a.type\n  .b", "a.type.b");
    assert_equal("a.js", "f({\n  type\n})", "f({ type })");
}

#[test]
fn front_matter_has_no_layout() {
    let text = "---\na: b\nc: d\n---\n\nA b.\n";
    assert_different("a.md", text, "---\na: b c: d\n---\n\nA b.\n");
    assert_different("a.md", text, "---\na: b\n  c: d\n---\n\nA b.\n");
    assert_different("a.md", text, "---\na:  b\nc: d\n---\n\nA b.\n");
    assert_equal("a.md", text, "---\na: b\nc: d\n---\n\nA\nb.\n");
    let all = tokens("a.md", text);
    assert!(
        tokens("a.md", "a: b\nc: d\n")
            .iter()
            .all(|token| !all.contains(token))
    );
    assert_equal(
        "a.md",
        "A\n\n---\n\nb c\n\n---\n",
        "A\n\n---\n\nb\nc\n\n---\n",
    );
}

#[test]
fn the_blanks_of_literals_have_a_meaning() {
    for (name, one, other) in [
        ("a.py", "x = 'a  b'\n", "x = 'a b'\n"),
        ("a.py", "x = '''a\n  b'''\n", "x = '''a\nb'''\n"),
        ("a.rs", "r#\"a  \"b\"#", "r#\"a \"b\"#"),
        ("a.rs", "'a: loop { ' '; }", "'a: loop { '  '; }"),
        ("a.js", "`a ${`b  c`} d`", "`a ${`b c`} d`"),
        ("a.js", "`a ${b}  c`", "`a ${b} c`"),
        ("a.js", "x = /a  b/g", "x = /a b/g"),
        ("a.cpp", "R\"x(a  b)x\"", "R\"x(a b)x\""),
        ("a.go", "`a  b`", "`a b`"),
        ("a.java", "\"\"\"\n a  b\"\"\"", "\"\"\"\n a b\"\"\""),
        ("a.c", "#define A(x) x\n", "#define A (x) x\n"),
        ("a.md", "```\na  b\n```\n", "```\na b\n```\n"),
        ("a.md", "`a  b`\n", "`a b`\n"),
    ] {
        assert_different(name, one, other);
    }
}

#[test]
fn the_text_of_elements_is_no_code() {
    for (one, other) in [
        ("x = <p>{a} {b}</p>", "x = <p>{a}{b}</p>"),
        ("x = <p>0XFF .5</p>", "x = <p>0xff 0.5</p>"),
        ("x = <p>say 'hi'</p>", "x = <p>say \"hi\"</p>"),
        ("x = <p>x<b>y</b></p>", "x = <p>x <b>y</b></p>"),
        ("x = <>a // b\n{c}</>", "x = <>a\n// b {c}</>"),
        ("x = <p><b/> {a}</p>", "x = <p><b/>{a}</p>"),
        ("x = <p a='\\xFF'/>", "x = <p a='\\xff'/>"),
        ("export default <p>.5</p>", "export default <p>0.5</p>"),
        ("f(a => <p>a- -b</p>)", "f(a => <p>a - - b</p>)"),
        ("<p>\n{a} {b}\n", "<p>\n{a}{b}\n"),
        ("<p>\n<b/> <b/>\n", "<p>\n<b/>\n<b/>\n"),
        ("<p> <b/>\n", "<p>\n<b/>\n"),
        ("<i/>\n</p> <b/>\n", "<i/>\n</p>\n<b/>\n"),
        ("x = <p>{a}</p>", "{a}"),
    ] {
        assert_different("a.tsx", one, other);
    }
    for (one, other) in [
        ("x = <p>\n{a}{b}</p>", "x = <p>{a}\n{b}\n</p>"),
        ("x = <p>a b\nc</p>", "x = <p>\na\nb c\n</p>"),
        ("<p a='b' {...c} />", "<p\na=\"b\"\n{...c}\n/>"),
        ("x = <p>{a && (\n<b/>\n)}</p>", "x = <p>{a && <b/>}</p>"),
        ("<p>\n<b c={d}/>", "<p>\n<b\nc={d}\n/>"),
        ("f = <T,>(a: T,) => 0XF", "f = <T,>(a: T) => 0xf"),
        ("type A = <T>(a: T,) => 'b'", "type A = <T>(a: T) => \"b\""),
        ("x = a<b; y = 'c'", "x = a < b; y = \"c\""),
    ] {
        assert_equal("a.tsx", one, other);
    }
    // Files without elements.
    assert_equal("a.ts", "f(): P<X> {", "f(): P<X>{");
    // A fragment that begins in a text.
    let element = tokens("a.jsx", "x = <p>say 'hi' to {b}</p>");
    let text = tokens("a.jsx", "'hi' to\n");
    assert!(text.iter().all(|token| !element.contains(token)));
}

#[test]
fn operators_are_whole() {
    assert_different("a.c", "a - -b", "a--b");
    assert_different("a.js", "a + +b", "a++b");
    assert_different("a.rs", "a & &b", "a && b");
    assert_equal("a.cpp", "A<B<C> > d", "A<B<C>> d");
    assert_equal("a.c", "a=-1", "a = -1");
    assert_different("a.c", "a 1.5", "a 1 . 5");
}

#[test]
fn commas_before_a_closing_bracket_count_where_they_make_a_tuple() {
    assert_equal("a.py", "f(a,)\n", "f(a)\n");
    assert_equal("a.py", "f(\n  a,\n)\n", "f(a)\n");
    assert_equal("a.py", "x = (a, b,)\n", "x = (a, b)\n");
    assert_equal("a.js", "[a, b,]", "[a, b]");
    assert_equal("a.ts", "f<A, B,>(a,)", "f<A, B>(a)");
    assert_equal("a.rs", "fn f<'a>(&'a self,) {}", "fn f<'a>(&'a self) {}");
    assert_equal("a.rs", "A::from(a,)", "A::from(a)");
    for (name, one, other) in [
        ("a.py", "x = (a,)\n", "x = (a)\n"),
        ("a.py", "x[a,]\n", "x[a]\n"),
        ("a.py", "for x in (a,):\n", "for x in (a):\n"),
        ("a.rs", "let x = (a,);", "let x = (a);"),
        ("a.js", "[a,,]", "[a]"),
        ("a.js", "[,]", "[]"),
        ("a.c", "int x[] = {1,};", "int x[] = {1};"),
        ("a.json", "[1,]", "[1]"),
    ] {
        assert_different(name, one, other);
    }
}

#[test]
fn quotes_count_where_no_formatter_changes_them() {
    assert_equal("a.py", "f('a')\n", "f(\"a\")\n");
    assert_equal("a.py", "f('don\\'t')\n", "f(\"don't\")\n");
    assert_equal("a.ts", "f('a')", "f(\"a\")");
    assert_equal("a.js", "`a ${f( b )} c`", "`a ${f(b)} c`");
    assert_equal("a.py", "x = 'a\"b'\n", "x = \"a\\\"b\"\n");
    assert_different("a.py", "f(r'\\'')\n", "f(r\"'\")\n");
    assert_different("a.c", "f('a')", "f(\"a\")");
    assert_different("a.rs", "f('a')", "f(\"a\")");
    assert_different("a.py", "f('a')\n", "f(b'a')\n");
}

#[test]
fn the_case_of_numbers_counts_where_no_formatter_changes_it() {
    assert_equal("a.py", "x = 0XfF + 1E5j\n", "x = 0xFF + 1e5J\n");
    assert_equal("a.ts", "x = 0XAB", "x = 0xab");
    assert_different("a.rs", "x = 0xFF", "x = 0xff");
    assert_different("a.py", "x = xFF\n", "x = xff\n");
}

#[test]
fn a_zero_before_a_point_counts_where_no_formatter_adds_it() {
    assert_equal("a.py", "f(.5, 1.)\n", "f(0.5, 1.)\n");
    assert_equal("a.ts", "x = .5E1", "x = 0.5e1");
    assert_different("a.py", "f(.5)\n", "f(.50)\n");
    assert_different("a.rs", "f(.5)", "f(0.5)");
}

#[test]
fn blanks_at_the_ends_of_the_lines_of_a_docstring_have_no_meaning() {
    let docstring = "def f():\n  \"\"\"A.\n\n  B.\"\"\"\n";
    assert_equal(
        "a.py",
        "def f():\n    ''' A.\n\n    B.  \n    '''\n",
        docstring,
    );
    assert_different("a.py", "def f():\n  \"\"\"A.\n\n  C.\"\"\"\n", docstring);
    assert_different("a.py", "'''A.\n  B.\n    C.'''\n", "'''A.\n  B.\n  C.'''\n");
    assert_different("a.py", "r'''A.'''\n", "'''A.'''\n");
    assert_different("a.py", "x = \"\"\" a\"\"\"\n", "x = \"\"\"a\"\"\"\n");
}

#[test]
fn parentheses_count_where_they_have_a_meaning() {
    assert_equal("a.py", "return (\n  a\n)\n", "return a\n");
    assert_equal("a.py", "from a import (\n  b,\n)\n", "from a import b\n");
    assert_equal("a.py", "assert a, (\n  b\n)\n", "assert a, b\n");
    assert_equal("a.py", "if a:\n  (b, c) = d\n", "if a:\n  b, c = d\n");
    assert_equal("a.js", "return (\n a || b\n);", "return a || b;");
    assert_equal("a.js", "f((a) => b)", "f(a => b)");
    assert_equal("a.tsx", "return (\n <p/>\n);", "return <p/>;");
    for (name, one, other) in [
        ("a.py", "x = (a) + b\n", "x = a + b\n"),
        ("a.py", "assert (a, b)\n", "assert a, b\n"),
        ("a.py", "f((a, b))\n", "f(a, b)\n"),
        ("a.py", "f(x=(a, b))\n", "f(x=a, b)\n"),
        ("a.py", "return ()\n", "return\n"),
        ("a.js", "f(() => ({}))", "f(() => {})"),
        ("a.js", "x = (a, b);", "x = a, b;"),
        ("a.js", "x = a && (b || c);", "x = a && b || c;"),
        ("a.ts", "f = (a): b => c", "f = a: b => c"),
        ("a.rs", "return (a);", "return a;"),
    ] {
        assert_different(name, one, other);
    }
}

#[test]
fn the_case_of_escapes_has_no_meaning() {
    assert_equal("a.py", r"f('\xFFF\u20AC')", r"f('\xffF\u20ac')");
    assert_equal("a.py", r"f(b'\xFF')", r"f(b'\xff')");
    for (one, other) in [
        (r"f('\xFFF')", r"f('\xfff')"),
        (r"f(b'\u20AC')", r"f(b'\u20ac')"),
        (r"f(r'\xFF')", r"f(r'\xff')"),
        (r"f('\\xFF')", r"f('\\xff')"),
        (r"f('\N{DASH}')", r"f('\N{dash}')"),
    ] {
        assert_different("a.py", one, other);
    }
    assert_different("a.js", r"f('\u{A}BC')", r"f('\u{A}bc')");
}

#[test]
fn quotes_and_emphasis_of_markdown_are_wrapped_and_spelled_anew() {
    assert_equal("a.md", "> a b\n> c\n", "> a\n> b c\n");
    assert_equal("a.md", "__A b__ *c d*\n", "**A b** _c d_\n");
    assert_equal("a.md", "*a*\n", "_a_\n");
    assert_equal("a.md", "*a **b** c*\n", "_a **b** c_\n");
    assert_equal("a.md", "* a\n+ b\n", "- a\n- b\n");
    assert_equal("a.md", "| a |\n| ----- |\n", "| a |\n| --- |\n");
    assert_equal("a.md", "a\n<b> c\n", "a <b> c\n");
    assert_equal("a.md", "```a``` b\nc  d\n", "```a``` b c d\n");
    for (one, other) in [
        ("> a\n>\n> b\n", "> a b\n"),
        ("> a\n>\n> b\n> c\n", "> a\n>\n> b c\n"),
        ("> # a\n> b\n", "> # a b\n"),
        ("> - a\n> - b\n", "> - a - b\n"),
        ("> ```\n> a\n> b\n> ```\n", "> ```\n> a b\n> ```\n"),
        ("> ```\n> a  b\n> ```\n", "> ```\n> a b\n> ```\n"),
        ("> a\n>\n> \tb  c\n", "> a\n>\n> \tb c\n"),
        ("2 * 3\n", "2 + 3\n"),
        ("`c d`e f\n", "`c d` e f\n"),
        ("a ----- b\n", "a --- b\n"),
        ("*.a b\n", "_.a b\n"),
        ("a* b\n", "a_ b\n"),
        ("*a\n\nb*\n", "_a\n\nb_\n"),
        ("a\n\n\tb\n\tc\n", "a\n\n\tb c\n"),
        ("```md\n```a\nb  c\n```\n", "```md\n```a\nb c\n```\n"),
        ("> a\n\nb\n", "> a b\n"),
        ("*a*\n", "**a**\n"),
        ("a\n\n<b>  c\n", "a\n\n<b> c\n"),
    ] {
        assert_different("a.md", one, other);
    }
}

#[test]
fn braces_of_match_arms_are_optional_in_rust() {
    assert_equal("a.rs", "m! { A => { b } C => d, }", "m! { A => b, C => d }");
    assert_equal("a.rs", "f(|x| { x + 1 })", "f(|x| x + 1)");
    assert_different("a.rs", "f(|x| { x; })", "f(|x| x;)");
    assert_different("a.rs", "if a { b }", "if a b");
}

#[test]
fn comments_are_wrapped_anew_and_never_code() {
    assert_equal("a.c", "// a b\n// c\nx;", "// a\n// b c\nx;");
    assert_equal("a.c", "/* a\n * b c */", "/* a b\n * c */");
    assert_equal(
        "a.c",
        "#define A /* a b */ \\\n  c\n",
        "#define A /* a \\\n b */ \\\n  c\n",
    );
    assert_different("a.c", "// a\n//\n// b\n", "// a\n// b\n");
    assert_different("a.c", "// a\n\n// b\n", "// a\n// b\n");
    assert_different("a.rs", "// a", "/// a");
    assert_different("a.rs", "// a", "a");
}

#[test]
fn unknown_languages_have_no_layout() {
    for name in [
        "a.yaml", "a.yml", "Makefile", "a.sh", "a.rb", "a.txt", "a", "a.css",
    ] {
        assert!(Layout::from_path(Path::new(name)).is_none(), "{name}");
    }
}
