//! Definitions addressed by name.

use crate::bench::{Bench, Ran};
use crate::notation::rows;

const RUST: &str = "\
pub struct Config;

impl Config {
    /// Loads.
    #[must_use]
    pub fn load(&self) -> u8 {
        1
    }

    fn save(&self) {}
}

pub struct Other;

impl Other {
    fn save(&self) {}
}
";

#[test]
fn a_symbol_is_shown_searched_replaced_and_taken_out() {
    let bench = Bench::with("a.rs", RUST);
    bench
        .line("view a.rs --symbol Config::load")
        .status_is(0)
        .prints(
            "\n   4\t    /// Loads.\n   5\t    #[must_use]\n   6\t    pub fn load(&self) -> u8 {\n   7\t        1\n   8\t    }\n",
        );
    bench
        .line("view a.rs --symbol load --body")
        .status_is(0)
        .prints("\n   7\t        1\n");
    let replace = ["replace", "a.rs", "--old", "{}", "--new", "{ () }"];
    bench
        .run([&replace[..], &["--symbol", "Other.save"]].concat())
        .succeeds();
    assert_eq!(
        bench.text("a.rs"),
        RUST.replace(
            "Other {\n    fn save(&self) {}",
            "Other {\n    fn save(&self) { () }"
        )
    );
    let lines = ["lines", "a.rs", "--symbol", "load", "--text"];
    bench
        .run([&lines[..], &["pub fn load(&self) -> u8 {\n    2\n}"]].concat())
        .succeeds();
    bench
        .run([&lines[..], &["let a = 3;\na", "--body"]].concat())
        .succeeds();
    let insert = ["insert", "a.rs", "--symbol", "load", "--at", "after"];
    bench
        .run([&insert[..], &["--text", "fn more(&self) {}"]].concat())
        .succeeds();
    bench
        .line("lines a.rs --symbol Config::save --text ''")
        .succeeds();
    assert_eq!(
        bench.text("a.rs"),
        "pub struct Config;\n\nimpl Config {\n    pub fn load(&self) -> u8 {\n        let a = 3;\n        \
         a\n    }\n\n    fn more(&self) {}\n}\n\npub struct Other;\n\nimpl Other {\n    fn save(&self) { () }\n}\n"
    );
}

#[test]
fn one_of_several_symbols_is_refused_with_their_names() {
    let bench = Bench::with("a.rs", RUST);
    let lines = |name| ["lines", "a.rs", "--symbol", name, "--text", ""];
    bench.run(lines("save")).refused(
        1,
        "incise: a.rs: symbol `save` matches 2 places; exactly 1 is needed\n  \
         10: method Config::save(&self)\n  16: method Other::save(&self)\n\
         hint: give more of its path, or its line: --symbol 'save@10'\n",
    );
    bench.run(lines("Config::loads")).refused(
        1,
        "incise: a.rs: there is no symbol `Config::loads`\n  nearest: Config::load\nhint: did you mean `Config::load`?\n",
    );
    bench.run(lines("save@12")).refused(
        1,
        "incise: a.rs: symbol `save` matches 2 places; exactly 1 is needed\n  \
         10: method Config::save(&self)\n  16: method Other::save(&self)\n\
         hint: give more of its path, or its line: --symbol 'save@10'\n",
    );
    assert_eq!(bench.text("a.rs"), RUST);
    bench.run(lines("save@16")).succeeds();
    assert_eq!(
        bench.text("a.rs"),
        RUST.replace("Other {\n    fn save(&self) {}\n", "Other {\n")
    );
}

#[test]
fn a_new_text_that_is_not_that_symbol_is_refused() {
    let bench = Bench::with("a.rs", RUST);
    let lines = |text| ["lines", "a.rs", "--symbol", "load", "--text", text];
    bench.run(lines("fn read(&self) {}")).refused(
        1,
        "incise: a.rs: the new text of `Config::load` defines `Config::read` instead\n\
         hint: give the complete definition; for another name, --rename\n",
    );
    bench.run(lines("fn load(&self) {")).refused(
        1,
        "incise: a.rs: there would be a syntax error at line 13, `}` is missing: `}`\n\
         hint: fix the new text, or replace the deleted lines; if the grammar is wrong, use the text or line numbers instead\n",
    );
    bench.run(lines("fn load(&self) {}\n}\n\nimpl Other {")).refused(
        1,
        "incise: a.rs: the edit would change `Config::save`, next to it\n\
         hint: give complete definitions, with the brackets and indentation of the code around them\n",
    );
    assert_eq!(bench.text("a.rs"), RUST);
    bench
        .run([&lines("fn read(&self) {}")[..], &["--rename"]].concat())
        .succeeds();
    assert!(
        bench
            .text("a.rs")
            .contains("impl Config {\n    fn read(&self) {}\n\n    fn save")
    );
}

#[test]
fn files_with_unknown_or_broken_definitions_are_refused() {
    let bench = Bench::with("a.txt", "x\n")
        .file("a.py", "def f():\n    return (\n\n\ndef g():\n    pass\n")
        .file("b.js", "function f() {} function g() {}\n");
    let lines = |path, name| ["lines", path, "--symbol", name, "--text", "x"];
    bench.run(lines("a.txt", "x")).refused(
        2,
        "incise: a.txt: the definitions of the file are unknown: this build has no grammar for its language\n\
         hint: use the text or line numbers instead; a heading or a table is a section\n",
    );
    bench
        .line("view b.js --symbol f")
        .status_is(0)
        .prints("\n   1\tfunction f() {} function g() {}\n");
    let replace = "replace b.js --symbol g --old '{}' --new '{ 1 }'";
    bench.line(replace).succeeds();
    assert_eq!(bench.text("b.js"), "function f() {} function g() { 1 }\n");
    bench.run(lines("b.js", "f")).refused(
        2,
        "incise: b.js: `f` shares a line with something else\nhint: use its text instead\n",
    );
    bench.run(lines("a.py", "f")).refused(
        1,
        "incise: a.py: `f` has a syntax error at line 2, so its end is unclear\n\
         hint: fix the error first; `incise view a.py 2` shows it\n",
    );
}

/// Another symbol editor prepended the new text instead of replacing the function.
#[test]
fn a_function_nested_in_a_component_is_replaced_whole() {
    let component = "export function List({ items }: Props) {\n  const [open, setOpen] = useState(false);\n\n  \
                     const toggle = useCallback(() => {\n    setOpen(!open);\n  }, [open]);\n\n  \
                     function handleClick(event: Event) {\n    event.preventDefault();\n  }\n\n  \
                     const renderItem = (item: Item) => {\n    return <li onClick={handleClick}>{item.name}</li>;\n  };\n\n  \
                     return <ul>{items.map(renderItem)}</ul>;\n}\n";
    let bench = Bench::with("a.tsx", component);
    for (name, text) in [
        (
            "List.handleClick",
            "function handleClick(event: Event) {\n  toggle();\n}",
        ),
        (
            "List/renderItem",
            "const renderItem = (item: Item) => {\n  return <li>{item.name}</li>;\n};",
        ),
    ] {
        bench
            .run(["lines", "a.tsx", "--symbol", name, "--text", text])
            .succeeds();
    }
    assert_eq!(
        bench.text("a.tsx"),
        component
            .replace("event.preventDefault();", "toggle();")
            .replace("<li onClick={handleClick}>", "<li>")
    );
}

/// Another symbol editor lost the attributes above a signature.
#[test]
fn attributes_are_kept_with_a_new_body_and_replaced_with_the_whole() {
    let java = "class A {\n    @Override\n    @Deprecated(since = \"1\")\n    public int size() {\n        return 1;\n    }\n}\n";
    let bench = Bench::with("A.java", java);
    let lines = ["lines", "A.java", "--symbol", "A.size", "--text"];
    bench
        .run([&lines[..], &["return 2;", "--body"]].concat())
        .succeeds();
    assert_eq!(bench.text("A.java"), java.replace("return 1", "return 2"));
    bench
        .run(
            [
                &lines[..],
                &["@Override\npublic int size() {\n    return 3;\n}"],
            ]
            .concat(),
        )
        .succeeds();
    assert_eq!(
        bench.text("A.java"),
        "class A {\n    @Override\n    public int size() {\n        return 3;\n    }\n}\n"
    );
}

/// Another symbol editor deleted a whole struct with a function of its implementation, and replaced the wrong one of
/// several Python functions with the same name.
#[test]
fn only_the_symbol_itself_is_replaced_among_its_likes() {
    let rust = "pub struct new {\n    a: u8,\n}\n\nimpl new {\n    pub fn new() -> Self {\n        new { a: 1 }\n    }\n}\n";
    let bench = Bench::with("a.rs", rust);
    bench
        .run([
            "lines",
            "a.rs",
            "--symbol",
            "new.new",
            "--text",
            "pub fn new() -> Self {\n    new { a: 2 }\n}",
        ])
        .succeeds();
    assert_eq!(bench.text("a.rs"), rust.replace("a: 1", "a: 2"));
    let python = "class A:\n    @property\n    def x(self):\n        return 1\n\n    @x.setter\n    def x(self, value):\n        \
                  self._x = value\n\n    def y(self):\n        def x():\n            return 2\n        return x\n";
    let bench = bench.file("a.py", python);
    let lines = [
        "lines",
        "a.py",
        "--text",
        "def x():\n    return 3",
        "--symbol",
    ];
    bench.run([&lines[..], &["A.x"]].concat()).refused(
        1,
        "incise: a.py: symbol `A.x` matches 2 places; exactly 1 is needed\n  \
         2: method A.x(self)\n  6: method A.x(self, value)\nhint: give more of its path, or its line: --symbol 'A.x@2'\n",
    );
    bench.run([&lines[..], &["A.y.x"]].concat()).succeeds();
    assert_eq!(bench.text("a.py"), python.replace("return 2", "return 3"));
}

#[test]
fn symbols_are_named_in_requests_too() {
    let bench = Bench::with("a.rs", RUST);
    let request = r#"[
        {"op":"lines","path":"a.rs","in":{"symbol":"load","body":true},"text":"2"},
        {"op":"insert","path":"a.rs","in":{"symbol":"impl Other"},"at":"end","text":"fn load(&self) {}"},
        {"op":"replace","path":"a.rs","in":{"symbol":"Other::load"},"old":"{}","new":"{ () }"},
        {"op":"lines","path":"a.rs","in":{"symbol":"Config::save"},"rename":true,"text":"fn store(&self) {}"}]"#;
    bench
        .pipe(request, ["apply", "--no-journal", "-q"])
        .succeeds();
    assert_eq!(
        bench.text("a.rs"),
        RUST.replace("        1\n", "        2\n")
            .replacen("save", "store", 1)
            .replace(
                "Other {\n    fn save(&self) {}\n",
                "Other {\n    fn save(&self) {}\n    fn load(&self) { () }\n"
            )
    );
}

/// Runs `insert --symbol A --at end` with `text`.
fn put_into_a<'b>(bench: &'b Bench, text: &str) -> Ran<'b> {
    let args = [
        "insert", "a.rs", "--symbol", "A", "--at", "end", "--text", text,
    ];
    bench.run(args)
}

#[test]
fn an_insertion_into_a_type_without_a_body_uses_its_only_impl_block() {
    for text in [
        "struct A;\n\nimpl A {\n    fn x() {}\n}\n",
        "impl<T> a::A<T> {\n    fn x() {}\n}\n\n#[derive(Debug)]\npub struct A;\n\nimpl Drop for B {}\n",
    ] {
        let bench = Bench::with("a.rs", text);
        put_into_a(&bench, "fn y() {}").succeeds();
        let expected = text.replace("    fn x() {}\n", "    fn x() {}\n    fn y() {}\n");
        assert_eq!(bench.text("a.rs"), expected);
    }
    let bench = Bench::with("a.rs", "struct A;\n\nimpl A {}\n");
    put_into_a(&bench, "fn y() {}").succeeds();
    assert_eq!(
        bench.text("a.rs"),
        "struct A;\n\nimpl A {\n    fn y() {}\n}\n"
    );
    let bench = Bench::with("a.rs", "struct A;\n\nimpl A {\n}\n");
    let request =
        r#"{"op":"insert","path":"a.rs","in":{"symbol":"A"},"at":"start","text":"fn y() {}"}"#;
    bench
        .pipe(request, ["apply", "--no-journal", "-q"])
        .status_is(0);
    assert_eq!(
        bench.text("a.rs"),
        "struct A;\n\nimpl A {\n    fn y() {}\n}\n"
    );
}

#[test]
fn a_type_whose_inside_may_be_elsewhere_is_refused_with_all_that_may_be_meant() {
    let block = "impl A {\n    fn x() {}\n}\n";
    let of_trait = "impl Drop for A {\n    fn drop(&mut self) {}\n}\n";
    for (text, candidates, hint) in [
        (
            format!("struct A(u8);\n{block}"),
            "2: impl A\n  1: struct A",
            "impl A@2",
        ),
        (
            format!("struct A;\n{block}{of_trait}"),
            "2: impl A\n  5: impl Drop for A",
            "impl A@2",
        ),
        (
            format!("struct A {{ x: u8 }}\n{block}"),
            "2: impl A\n  1: struct A",
            "impl A@2",
        ),
    ] {
        let bench = Bench::with("a.rs", &text);
        put_into_a(&bench, "fn y() {}").refused(
            1,
            &format!(
                "incise: a.rs: symbol `A` matches 2 places; exactly 1 is needed\n  {candidates}\n\
                 hint: give more of its path, or its line: --symbol '{hint}'\n"
            ),
        );
        let said = [
            "insert",
            "a.rs",
            "--symbol",
            hint,
            "--at",
            "end",
            "--text",
            "fn y() {}",
        ];
        bench.run(said).succeeds();
        assert!(
            bench
                .text("a.rs")
                .contains("    fn x() {}\n    fn y() {}\n")
        );
    }
    for text in [
        "struct A;\n".to_owned(),
        format!("struct A;\nmod b {{\n    {block}}}\n"),
        "fn A();\nimpl A {\n}\n".to_owned(),
    ] {
        let bench = Bench::with("a.rs", &text);
        put_into_a(&bench, "fn y() {}").fails(2, "`A` has no body on separate lines");
    }
    let bench = Bench::with("a.rs", format!("struct A;\n{of_trait}"));
    put_into_a(&bench, "fn y() {}").fails(1, "  2: impl Drop for A\n");
    // Only insertions look for a block. The body of a type does not include its methods.
    let bench = Bench::with("a.rs", format!("struct A;\n{block}"));
    let lines = ["lines", "a.rs", "--symbol", "A", "--body", "--text", ""];
    bench.run(lines).status_is(2).unchanged();
}

#[test]
fn a_private_name_of_javascript_has_a_sign_that_parts_names_elsewhere() {
    let bench = Bench::with(
        "a.js",
        "class A {\n    #b() {\n        return 1;\n    }\n}\n",
    );
    for name in ["A.#b", "#b"] {
        let replace = [
            "replace", "a.js", "--old", "return", "--new", "yield", "-n", "--symbol", name,
        ];
        bench.run(replace).status_is(0).unchanged();
    }
}

#[test]
fn a_text_that_parses_under_another_name_is_refused_for_that() {
    let bench = Bench::with("a.py", "class A:\n    def run(self):\n        return 1\n");
    bench
        .line("lines a.py --symbol A.run --text 'def go(self):\n    return 5'")
        .fails(1, "the new text of `A.run` defines `A.go` instead")
        .says("--rename");
}

#[test]
fn symbols_made_by_an_earlier_step_are_distinguished_by_number() {
    let insert = r#"{"op":"insert","path":"a.py","line":0,"text":"def f():\n    return 1\n\n"}"#;
    let lines = |name: &str| {
        format!(
            r#"[{insert},{{"op":"lines","path":"a.py","in":{{"symbol":"{name}"}},"text":"def f():\n    pass"}}]"#
        )
    };
    let bench = Bench::with("a.py", "def g():\n    pass\n\n\ndef f():\n    return 2\n");
    bench
        .pipe(lines("f"), ["apply"])
        .fails(1, "\"symbol\": \"f[0]\"");
    bench.pipe(lines("f[0]"), ["apply", "-q"]).succeeds();
    assert!(bench.text("a.py").starts_with("def f():\n    pass\n"));
    assert!(bench.text("a.py").ends_with("return 2\n"));
}

#[test]
fn every_name_of_an_outline_is_a_name_of_a_symbol() {
    let rust = "mod m {\n    impl<'de> de::D<'de> for M {\n        fn a() {}\n    }\n    impl fmt::Debug for M {\n        fn a() {}\n    }\n}\n";
    let script = "class A { a() {} static a() {} }\nfunction b() {}\nfunction b() {}\n";
    for (path, text) in [("a.rs", rust), ("a.js", script)] {
        let bench = Bench::with(path, text);
        let outline = bench.run(["view", path, "--outline", "--raw"]);
        let outline = outline.status_is(0).stdout.clone();
        assert!(outline.lines().count() > 3, "{outline}");
        for line in outline.lines() {
            let name = line.split('\t').next().unwrap();
            bench.run(["view", path, "--symbol", name]).status_is(0);
        }
    }
}

#[test]
fn a_c_function_after_a_macro_is_moved_next_to_another() {
    let text = "#define API static\n\nAPI int f(int a) {\n  return a;\n}\n";
    let new = "API int g(int a) {\n  return a;\n}";
    let bench = Bench::with("a.c", text);
    let insert = |text: &'static str| {
        [
            "insert", "a.c", "--symbol", "f", "--at", "after", "--text", text, "-q",
        ]
    };
    bench
        .run(insert("API int g(int a) {\n  return a;;(\n}"))
        .fails(1, "syntax error");
    bench
        .run(insert(new))
        .edits(&[("a.c", &format!("{text}\n{new}\n"))]);
}

#[test]
fn a_comment_above_that_the_new_definition_repeats_stays_one() {
    let text = "x = 1\n\n# One.\n# Two.\ndef g():\n    return 2\n";
    let expected = text.replace("2\n", "3\n");
    for body in [
        "# One.\n# Two.\ndef g():\n    return 3",
        "# Two.\ndef g():\n    return 3",
    ] {
        let bench = Bench::with("g.py", text);
        let call = serde_json::json!({
            "name": "replace_symbol_body",
            "arguments": { "name_path": "g", "relative_path": "g.py", "body": body },
        });
        bench
            .pipe(call.to_string(), ["apply", "-q"])
            .edits(&[("g.py", &expected)]);
        let bench = Bench::with("g.py", text);
        bench
            .run(["lines", "g.py", "--symbol", "g", "--text", body, "-q"])
            .edits(&[("g.py", &expected)]);
    }
}

/// A plain comment stays with the definition below it. A comment about the file, or a directive, does not.
#[test]
fn an_insertion_before_a_definition_is_above_its_comment() {
    for [path, before, new, after] in rows(
        r"
        a.rs | // Adds.\nfn a() {}\n\n// Subtracts.\nfn b() {}\n
        | fn m() {}
        | // Adds.\nfn a() {}\n\nfn m() {}\n\n// Subtracts.\nfn b() {}\n
        a.py | def a():\n    pass\n\n\n# Two\n# lines.\ndef b():\n    pass\n
        | def m():\n    pass
        | def a():\n    pass\n\n\ndef m():\n    pass\n\n\n# Two\n# lines.\ndef b():\n    pass\n
        a.c | int a;\n\n#ifdef X\nint b(void)\n{\n}\n#endif\n
        | int m(void);
        | int a;\n\n#ifdef X\nint m(void);\n\nint b(void)\n{\n}\n#endif\n
        a.js | // The file.\nfunction b() {}\n | function m() {} | // The file.\nfunction m() {}\nfunction b() {}\n
        ",
    ) {
        let bench = Bench::with(path, before);
        bench
            .run([
                "insert", path, "--symbol", "b", "--at", "before", "--text", new,
            ])
            .edits(&[(path, after)]);
    }
}

#[test]
fn text_at_the_start_of_a_body_is_below_docstring_and_directives() {
    for [path, before, new, after] in rows(
        r#"
        a.py | def f():\n    """Doc."""\n    return 1\n | x = 2 | def f():\n    """Doc."""\n    x = 2\n    return 1\n
        a.py | class f:\n    'Doc.'\n\n    y = 1\n | x = 2 | class f:\n    'Doc.'\n\n    x = 2\n    y = 1\n
        a.py | def f():\n    """Doc."""\n\n\nx = 1\n | x = 2 | def f():\n    """Doc."""\n    x = 2\n\n\nx = 1\n
        a.js | function f() {\n  // c\n  'use strict'\n  return 1;\n}\n
        | x = 2;
        | function f() {\n  // c\n  'use strict'\n  x = 2;\n  return 1;\n}\n
        a.js | function f() {\n  'a'.b();\n}\n | x = 2; | function f() {\n  x = 2;\n  'a'.b();\n}\n
        a.rs | mod f {\n    #![allow(dead_code)]\n    const A: u8 = 1;\n}\n
        | const X: u8 = 2;
        | mod f {\n    #![allow(dead_code)]\n    const X: u8 = 2;\n    const A: u8 = 1;\n}\n
        "#,
    ) {
        Bench::with(path, before)
            .run([
                "insert", path, "--symbol", "f", "--at", "start", "--text", new,
            ])
            .edits(&[(path, after)]);
        Bench::with(path, before)
            .run(["ensure", path, "--symbol", "f", "--line", new, "--at-start"])
            .edits(&[(path, after)]);
    }
}

#[test]
fn a_deletion_does_not_join_statements_of_javascript() {
    let delete = ["lines", "a.js", "--symbol", "q", "--delete"];
    for next in ["(c || d).z()", "[1].map(f)", "`t`", "/r/g", "+x"] {
        Bench::with("a.js", format!("const a = b\nfunction q() {{}}\n{next}\n"))
            .run(delete)
            .fails(2, "would continue the statement above");
        for above in ["const a = b;", "f: {}"] {
            Bench::with("a.js", format!("{above}\nfunction q() {{}}\n{next}\n"))
                .run(delete)
                .edits(&[("a.js", &format!("{above}\n{next}\n"))]);
        }
    }
    Bench::with("a.js", "const a = b\nfunction q() {}\n(c || d).z()\n")
        .line("move a.js --symbol q --to a.js --at end")
        .fails(2, "would continue the statement above");
}

#[test]
fn a_definition_that_its_neighbor_needs_is_not_deleted() {
    let property = "class A:\n    @property\n    def x(self):\n        return 1\n\n    @x.setter\n    def x(self, v):\n        pass\n";
    let bench = Bench::with("a.py", property);
    bench
        .line("lines a.py --symbol 'A.x[0]' --delete")
        .fails(2, "the decorator on line 6 uses `A.x`");
    bench
        .line("lines a.py --symbol 'A.x[1]' --delete")
        .edits(&[(
            "a.py",
            "class A:\n    @property\n    def x(self):\n        return 1\n",
        )]);
    Bench::with("a.py", "x = 1; \\\ny = 2\ndef f(): return 1\n")
        .line("lines a.py --symbol y --delete")
        .fails(2, "`y` shares a line");
    let overloads =
        "export function f(a: string): void;\nexport function f(a: any) {}\nfunction g() {}\n";
    let bench = Bench::with("a.ts", overloads);
    for (command, problem) in [
        (["--symbol", "g", "--before", "f[1]"], "must stay together"),
        (["--symbol", "f[0]", "--after", "g"], "`f` is in a group"),
        (["--symbol", "f[1]", "--after", "g"], "`f` is in a group"),
    ] {
        bench
            .run([&["move", "a.ts", "--to", "a.ts"][..], &command].concat())
            .fails(2, problem);
    }
    bench
        .line("move a.ts --to a.ts --symbol g --before 'f[0]'")
        .status_is(0);
}

#[test]
fn definitions_on_one_line_are_distinguished_by_number() {
    let text = "class K { get v() { return 1 } set v(q) {} }\n";
    let bench = Bench::with("k.js", text);
    for name in ["K.v", "K.v@1"] {
        bench
            .run(["view", "k.js", "--symbol", name])
            .fails(1, "hint: give its number: --symbol 'K.v[0]'\n");
    }
    bench
        .line("view k.js --symbol 'K.v[0]'")
        .status_is(0)
        .prints("get v()");
}
