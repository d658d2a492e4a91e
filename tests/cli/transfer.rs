//! Moving or copying definitions and sections to another file.

use serde_json::{Value, json};

use crate::bench::Bench;

const A: &str = "import json\n\nLIMIT = 3\n\n\n# Loads it.\n@cache\ndef load(path):\n    text = \"\"\"\nraw\n\"\"\"\n    return json.loads(path, LIMIT) + text\n\n\nclass Shop:\n    def open(self):\n        return load(1)\n\n    # Closes it.\n    def close(self):\n        return \"\"\"\nx\"\"\" + self.open()\n";
const B: &str = "class Hall:\n    def enter(self):\n        return 1\n";

fn files() -> Bench {
    Bench::with("a.py", A).file("b.py", B)
}

#[cfg(feature = "syntax")]
#[test]
fn a_definition_takes_its_comment_along_and_leaves_the_rest_as_it_is() {
    let bench = files();
    let ran = bench.line("move a.py --symbol load --to b.py");
    ran.status_is(0)
        .says("b.py: uses names that are only in `a.py`: `json` (line 1), `LIMIT` (line 3)\n")
        .says("a.py: uses names that are now defined elsewhere: `load` (line 8)\n");
    let start = A.find("\n\n# Loads").unwrap();
    let end = A.find("\n\nclass").unwrap();
    assert_eq!(bench.text("a.py"), [&A[..start], &A[end..]].concat());
    assert_eq!(bench.text("b.py"), [B, &A[start..end]].concat());
    bench.line("undo").status_is(0);
    assert_eq!(
        (bench.text("a.py"), bench.text("b.py")),
        (A.into(), B.into())
    );
}

#[cfg(feature = "syntax")]
#[test]
fn the_only_definition_of_an_unterminated_file_is_moved() {
    let bench = Bench::with("a.py", "def load():\n    return 1").file("b.py", B);
    bench
        .line("move a.py --symbol load --to b.py -q")
        .status_is(0);
    assert_eq!(bench.text("a.py"), "");
    assert_eq!(
        bench.text("b.py"),
        [B, "\n\ndef load():\n    return 1\n"].concat()
    );
}

#[cfg(feature = "syntax")]
#[test]
fn the_way_back_restores_both_files() {
    for (name, place) in [
        ("load", ["--after", "LIMIT"]),
        ("Shop", ["--at", "end"]),
        ("LIMIT", ["--before", "load"]),
    ] {
        let bench = files();
        bench
            .run(["move", "a.py", "--symbol", name, "--to", "b.py", "-q"])
            .status_is(0);
        let back = [
            "move", "b.py", "--symbol", name, "--to", "a.py", place[0], place[1], "-q",
        ];
        bench.run(back).status_is(0);
        assert_eq!(
            (bench.text("a.py"), bench.text("b.py")),
            (A.into(), B.into()),
            "{name}"
        );
    }
}

#[cfg(feature = "syntax")]
#[test]
fn a_method_is_moved_to_another_class_with_its_strings_unchanged() {
    let bench =
        Bench::with("a.py", A).file("c.py", "if True:\n    pass\n\n\nclass Hall:\n  x = 1\n");
    let ran = bench.line("move a.py --symbol close --to c.py --into Hall");
    ran.succeeds();
    assert_eq!(
        bench.text("c.py"),
        "if True:\n    pass\n\n\nclass Hall:\n  x = 1\n\n  # Closes it.\n  def close(self):\n      return \"\"\"\nx\"\"\" + self.open()\n"
    );
    let rust = "struct A;\n\nimpl A {\n    fn f(&self) {}\n}\n\nimpl B {}\n";
    let bench = Bench::with("a.rs", rust);
    let ran = bench.line("move a.rs --symbol A::f --to a.rs --into 'impl B'");
    ran.status_is(0);
    assert_eq!(
        bench.text("a.rs"),
        "struct A;\n\nimpl A {\n}\n\nimpl B {\n    fn f(&self) {}\n}\n"
    );
}

#[cfg(feature = "syntax")]
#[test]
fn a_ruby_method_keeps_its_visibility_above_a_commented_end() {
    let source = "class A\n  private def a\n    /b\n    c/\n  end\n\n  def d\n  end\nend\n";
    let target = "module M\n  class B\n    def e\n    end\n  end # B\nend\n";
    let bench = Bench::with("a.rb", source).file("b.rb", target);
    bench
        .line("move a.rb --symbol A::a --to b.rb --into M::B -q")
        .status_is(0);
    assert_eq!(bench.text("a.rb"), "class A\n  def d\n  end\nend\n");
    let method = "    end\n\n    private def a\n      /b\n    c/\n    end\n  end # B";
    assert_eq!(
        bench.text("b.rb"),
        target.replace("    end\n  end # B", method)
    );
}

#[cfg(feature = "syntax")]
#[test]
fn a_c_function_is_moved_below_its_declaration_or_between_functions() {
    let source = "int a(void) {\n}\nint b(void) {\n}\nint c(void) {\n}\n";
    let target = "int b(void);\n\nint d(void) {\n}\n";
    let bench = Bench::with("a.c", source).file("b.c", target);
    bench.line("move a.c --symbol b --to b.c -q").status_is(0);
    assert_eq!(bench.text("b.c"), [target, "\nint b(void) {\n}\n"].concat());
    bench
        .line("move b.c --symbol b --to a.c --after a -q")
        .status_is(0);
    assert_eq!(bench.text("a.c"), source);
    assert_eq!(bench.text("b.c"), target);
}

#[cfg(feature = "syntax")]
#[test]
fn several_definitions_arrive_in_the_order_of_their_file() {
    for (place, head, tail) in [
        (["--after", "Hall"], B, ""),
        (["--at", "end"], B, ""),
        (["--at", "start"], "", B),
        (["--before", "Hall"], "", B),
    ] {
        let bench = files();
        let names = [
            "copy", "a.py", "--symbol", "Shop", "--symbol", "load", "--to", "b.py",
        ];
        bench
            .run([&names[..], &place, &["-q"]].concat())
            .status_is(0);
        let moved = A[A.find("# Loads").unwrap()..].to_owned();
        let expected = if head.is_empty() {
            format!("{moved}\n\n{tail}")
        } else {
            format!("{head}\n\n{moved}")
        };
        assert_eq!(bench.text("b.py"), expected, "{place:?}");
        assert_eq!(bench.text("a.py"), A);
    }
}

#[cfg(feature = "syntax")]
#[test]
fn several_definitions_leave_a_file_without_a_last_line_ending() {
    for (source, rest) in [
        ("def g():\n    pass\n\n\ndef z():\n    pass", ""),
        (
            "x = 1\n\n\ndef g():\n    pass\n\n\ndef z():\n    pass",
            "x = 1",
        ),
    ] {
        let bench = Bench::with("a.py", source).file("b.py", B);
        bench
            .line("move a.py --symbol g --symbol z --to b.py -q")
            .status_is(0);
        assert_eq!(bench.text("a.py"), rest);
        let moved = &source[source.find("def g").unwrap()..];
        assert_eq!(bench.text("b.py"), format!("{B}\n\n{moved}\n"));
    }
}

#[cfg(feature = "syntax")]
#[test]
fn a_document_says_the_same() {
    let bench = files();
    let edit = json!({
        "op": "move", "path": "a.py", "in": [{"symbol": "load"}],
        "to": {"path": "b.py", "before": "Hall"},
    });
    let ran = bench.pipe(edit.to_string(), ["apply", "--json"]);
    let report: Value = ran.status_is(0).json();
    assert_eq!(report["operation"], "move");
    assert_eq!(report["warnings"][0]["code"], "missing_names");
    assert_eq!(
        report["warnings"][0]["names"],
        json!([{"name": "json", "lines": [1]}, {"name": "LIMIT", "lines": [3]}])
    );
    assert_eq!(report["warnings"][1]["code"], "still_used");
    assert!(bench.text("b.py").starts_with("# Loads it.\n@cache"));
    let copy = json!({"op": "copy", "path": "b.py", "in": {"symbol": "load"}, "to": "a.py"});
    bench.pipe(copy.to_string(), ["apply", "-q"]).status_is(0);
    assert!(
        bench
            .text("a.py")
            .ends_with("    return json.loads(path, LIMIT) + text\n")
    );
}

#[cfg(feature = "syntax")]
#[test]
fn imports_of_the_moved_names_in_the_target_are_reported() {
    let bench = Bench::with("a.ts", "export function load() {\n  return 1;\n}\n")
        .file("b.ts", "import { load } from \"./a\";\n\nload();\n");
    bench
        .line("move a.ts --symbol load --to b.ts")
        .status_is(0)
        .says("b.ts: imports names that are now defined here: `load` (line 1)\n");
}

#[cfg(feature = "syntax")]
#[test]
fn only_names_of_the_source_file_are_missing() {
    for (ending, text, other, missing) in [
        (
            "py",
            "import json, os\nfrom a.b import c as d\n\n\ndef load(json):\n    e = len(json.c)\n    return d(e, os=1)\n",
            "",
            &["d"][..],
        ),
        (
            "rs",
            "use std::{fmt::{self, Debug}, io as input};\nuse std::mem;\n\nmacro_rules! m { () => {} }\n\n#[derive(Debug)]\nstruct load(fmt::Result, std::mem::Align, input::A);\n",
            "use std::fmt;\n",
            &["Debug", "input"],
        ),
        (
            "rs",
            "use std::mem;\n\nmacro_rules! load { () => { mem::take() } }\n",
            "",
            &[],
        ),
        (
            "rs",
            "fn mark() {}\nfn used() {}\n\nmod load {\n    m! {\n        #[mark]\n        fn f() { used() }\n    }\n}\n",
            "",
            &["used"],
        ),
        (
            "go",
            "package p\n\nimport (\n\t\"a/b/v2\"\n\tc \"fmt\"\n)\n\nvar e = 1\n\nfunc load() {\n\tc := e + b.X\n\tc++\n}\n",
            "package p\n",
            &["b"],
        ),
        (
            "go",
            "package p\n\nvar e = 1\n\nfunc load() {\n\te++\n}\n",
            "package q\n",
            &["e"],
        ),
        (
            "ts",
            "import a, { b as c, d } from \"m\";\nimport * as e from \"n\";\n\nfunction load({ d, f: { g = a } }, ...c) {\n  return e.a(f => f, { d, b: 1 });\n}\n",
            "",
            &["a", "e"],
        ),
        (
            "rb",
            "A = 1\nB = 2\n\ndef load(x)\n  x.A + B\nend\n",
            "",
            &["B"],
        ),
    ] {
        let (a, b) = (format!("a.{ending}"), format!("b.{ending}"));
        let bench = Bench::with(&a, text).file(&b, other);
        let report: Value = bench
            .run(["move", &a, "--symbol", "load", "--to", &b, "--json"])
            .status_is(0)
            .json();
        let names = report["warnings"][0]["names"].as_array();
        let names: Vec<_> = names.into_iter().flatten().collect();
        let names: Vec<_> = names.iter().map(|named| &named["name"]).collect();
        assert_eq!(names, missing, "{ending}");
    }
}

#[cfg(feature = "syntax")]
#[test]
fn a_member_of_java_uses_the_other_members_by_name() {
    let text = "class A {\n    int n;\n\n    int load() {\n        return n + more();\n    }\n\n    int more() {\n        return load();\n    }\n}\n";
    Bench::with("A.java", text)
        .file("B.java", "class B {\n    int m;\n}\n")
        .line("move A.java --symbol A.load --to B.java --into B")
        .status_is(0)
        .says("uses names that are only in `A.java`: `n` (line 2), `more` (line 4)\n")
        .says("uses names that are now defined elsewhere: `load` (line 5)\n");
}

#[cfg(feature = "syntax")]
#[test]
fn a_type_of_java_may_come_from_the_package_or_from_a_wildcard_import() {
    let text = "package a;\n\nimport b.*;\nimport c.Far;\n\nclass A {\n    Near load(Far far, Known known) {\n        var text = Tool.name();\n        return far.MAX;\n    }\n\n    int n;\n}\n";
    for (head, names) in [
        (
            "package b;",
            "`Near` (line 1), `Far` (line 4), `Tool` (line 1)",
        ),
        ("package c;", "`Near` (line 1), `Tool` (line 1)"),
        ("package d;\nimport a.*;\nimport b.*;", "`Far` (line 4)"),
        ("package a;\nimport c.*;", ""),
    ] {
        let other = format!("{head}\n\nclass B {{\n    Known known;\n}}\n");
        let bench = Bench::with("A.java", text).file("B.java", &other);
        let ran = bench.line("move A.java --symbol A.load --to B.java --into B");
        ran.status_is(0);
        if names.is_empty() {
            assert!(!ran.stderr.contains("only in"), "{}", ran.stderr);
        } else {
            ran.says(&format!("uses names that are only in `A.java`: {names}\n"));
        }
    }
}

#[cfg(feature = "syntax")]
#[test]
fn a_completed_move_is_accepted_on_request() {
    let bench = files();
    let call = "move a.py --symbol load --to b.py --idempotent -q";
    bench.line(call).status_is(0);
    bench.line(call).status_is(0).unchanged();
    // A definition that cannot be found, for example because there are two, was not moved.
    let one = "def load():\n    pass\n";
    for text in [&format!("{one}\n\n{one}")[..], "def load(:\n"] {
        let bench = Bench::with("a.py", text).file("b.py", one);
        bench.line(call).status_is(1).unchanged();
    }
    let copy = "copy a.py --symbol Shop --to b.py --idempotent -q";
    bench.line(copy).status_is(0);
    bench.line(copy).status_is(0).unchanged();
    bench.line("copy a.py --symbol Shop --to b.py").status_is(1);
}

#[cfg(feature = "syntax")]
#[test]
fn a_place_where_the_definition_means_something_else_is_refused() {
    let python = "if x:\n    def inner():\n        pass\n\n\ndef outer():\n    def local():\n        pass\n    return local\n\n\nclass C:\n    def only(self):\n        pass\n";
    let other = "def outer():\n    pass\n\n\nif y:\n    def late():\n        pass\n\n\nclass D:\n    x = 1\n\n    def g(self):\n        pass\n";
    let go = "package a\n\nconst (\n\tA = iota\n\tB\n)\n\nfunc (t *T) M() {}\n";
    let bench = Bench::with("a.py", python)
        .file("b.py", other)
        .file("a.go", go)
        .file("d/b.go", "package d\n")
        .file("c.js", "")
        .file("notes.txt", "x\n")
        .file("t.toml", "[a]\nb = 1\n");
    for (call, status, told) in [
        (
            "a.py --symbol outer --to b.py",
            1,
            "line 1 already defines `outer`",
        ),
        (
            "a.py --symbol only --to b.py",
            1,
            "without `C.only` there would be a syntax error",
        ),
        (
            "b.py --symbol D.g --to a.py",
            2,
            "`D.g` belongs to its type",
        ),
        (
            "a.py --symbol outer --to a.py --into C",
            2,
            "the position is inside a type",
        ),
        (
            "a.py --symbol inner --to b.py",
            2,
            "`inner` is inside a condition",
        ),
        (
            "a.py --symbol local --to b.py",
            2,
            "`outer.local` is inside a function",
        ),
        (
            "a.py --symbol C --to b.py --after late",
            2,
            "the position is inside a condition",
        ),
        (
            "a.py --symbol C --to c.js",
            2,
            "its language is not the language of `a.py`",
        ),
        (
            "a.py --symbol C --to notes.txt",
            2,
            "its language is not the language of `a.py`",
        ),
        (
            "a.py --symbol C --to gone.py",
            4,
            "the target file does not exist",
        ),
        (
            "a.py --symbol nothing --to b.py",
            1,
            "there is no symbol `nothing`",
        ),
        (
            "a.py --symbol C --to b.py --after nothing",
            1,
            "there is no symbol `nothing`",
        ),
        (
            "a.py --symbol C --symbol only --to b.py",
            2,
            "`C.only` is part of `C`",
        ),
        (
            "a.py --symbol C --to a.py --after C",
            2,
            "symbol `C` cannot be the destination, because it is moved itself",
        ),
        ("a.go --symbol B --to d/b.go", 2, "`B` is in a group"),
        (
            "a.go --symbol M --to d/b.go",
            2,
            "`T.M` belongs to its type",
        ),
        (
            "t.toml --section a --to t.toml",
            2,
            "only a definition or a Markdown section",
        ),
        (
            "notes.txt --symbol a --to b.py",
            2,
            "the definitions of the file are unknown",
        ),
        ("a.py b.py --after C", 2, "`--after` positions a definition"),
        ("a.py --symbol C", 2, "`--to` is missing"),
        (
            "a.py --symbol C --to b.py --at before",
            2,
            "`--at` takes start or end here",
        ),
    ] {
        let words: Vec<&str> = call.split(' ').collect();
        let ran = bench.run([&["move"], &words[..]].concat());
        ran.fails(status, told);
    }
}

#[test]
fn a_section_is_moved_with_all_below_it() {
    let text = "# A\n\n## One\n\none\n\n### Part\n\npart\n\n## Two\n\ntwo\n";
    let bench = Bench::with("a.md", text).file("b.md", "# B\n\n## Three\n\n### Four\n");
    bench
        .line("move a.md --section One --to b.md -q")
        .status_is(0);
    assert_eq!(bench.text("a.md"), "# A\n\n## Two\n\ntwo\n");
    assert_eq!(
        bench.text("b.md"),
        "# B\n\n## Three\n\n### Four\n\n## One\n\none\n\n### Part\n\npart\n"
    );
    bench
        .line("move b.md --section One --to a.md --before Two -q")
        .status_is(0);
    assert_eq!(bench.text("a.md"), text);
    bench
        .line("move a.md --section One --to b.md --before Four")
        .fails(
            2,
            "with `One` there, some text would become part of a different section",
        );
    bench
        .line("copy a.md --section Two --to b.md --at start -q")
        .status_is(0);
    assert_eq!(
        bench.text("b.md"),
        "# B\n\n## Two\n\ntwo\n\n## Three\n\n### Four\n"
    );
}

#[test]
fn a_moved_section_is_inside_the_named_one_and_takes_over_no_text() {
    let bench = Bench::with("a.md", "# A\n\ntext\n\n## Two\n\ntwo\n")
        .file("b.md", "# B\n\n## C\n\nx\n\n# D\n");
    for call in [
        "move a.md --section A --to b.md --into C --at start",
        "move a.md --section A --to b.md --into C",
        "copy a.md --section Two --to b.md --into C",
        "copy a.md --section Two --to b.md --into C --at start",
    ] {
        let ran = bench.line(call);
        ran.fails(
            2,
            "there, some text would become part of a different section",
        );
    }
    bench
        .line("move a.md --section Two --to b.md --into B -q")
        .status_is(0);
    assert_eq!(
        bench.text("b.md"),
        "# B\n\n## C\n\nx\n\n## Two\n\ntwo\n\n# D\n"
    );
}

#[cfg(feature = "syntax")]
#[test]
fn endings_and_a_missing_last_newline_are_those_of_the_files() {
    let bench = Bench::with("a.rs", "fn a() {}\r\n\r\nfn b() {\r\n}\r\n")
        .file("b.rs", "fn c() {}\n\nfn d() {}");
    bench.line("move a.rs --symbol b --to b.rs -q").status_is(0);
    assert_eq!(bench.text("b.rs"), "fn c() {}\n\nfn d() {}\n\nfn b() {\n}");
    bench.line("move b.rs --symbol b --to a.rs -q").status_is(0);
    assert_eq!(bench.text("b.rs"), "fn c() {}\n\nfn d() {}");
    assert_eq!(bench.text("a.rs"), "fn a() {}\r\n\r\nfn b() {\r\n}\r\n");
    // A definition of one line may have no ending of its own.
    let windows = "fn a() {}\r\n\r\nfn b() {\r\n}\r\n\r\nfn c() {}";
    for (target, expected) in [
        (
            "fn d() {}\r\n",
            "fn d() {}\r\n\r\nfn b() {\r\n}\r\n\r\nfn c() {}\r\n",
        ),
        ("fn d() {}\n", "fn d() {}\n\nfn b() {\n}\n\nfn c() {}\n"),
        ("", "fn b() {\r\n}\r\n\r\nfn c() {}\r\n"),
    ] {
        let bench = Bench::with("a.rs", windows).file("b.rs", target);
        bench
            .line("copy a.rs --symbol b --symbol c --to b.rs -q")
            .status_is(0);
        assert_eq!(bench.text("b.rs"), expected);
    }
}

#[test]
fn a_place_of_nothing_has_a_hint_for_its_command() {
    let bench = files();
    for (command, hint) in [
        (
            "move",
            "`incise move FROM --symbol NAME --to FILE`; `incise move FROM TO` renames a file",
        ),
        (
            "copy",
            "`incise copy FROM --symbol NAME --to FILE`; `cp` copies a file",
        ),
    ] {
        bench
            .run([command, "a.py", "--to", "b.py"])
            .fails(2, &format!("hint: {hint}\n"));
    }
}

#[cfg(feature = "syntax")]
#[test]
fn a_file_that_was_changed_since_is_refused() {
    let bench = files();
    let call = "move a.py --symbol load --to b.py --expect-hash 000000000000";
    bench.line(call).status_is(3).unchanged();
}

#[cfg(feature = "syntax")]
#[test]
fn a_definition_at_the_end_of_a_header_is_inside_its_include_guard() {
    let header = "// H\n#ifndef H\n#define H\nint a(void);\n\n#endif /* H */\n";
    let code = "int b(void) { return 1; }\nint c(void) { return 2; }\n";
    Bench::with("a.h", header)
        .file("a.c", code)
        .line("move a.c --symbol b --to a.h").edits(&[
            ("a.c", "int c(void) { return 2; }\n"),
            (
                "a.h",
                "// H\n#ifndef H\n#define H\nint a(void);\nint b(void) { return 1; }\n\n#endif /* H */\n",
            ),
        ]);
}

#[test]
fn a_place_inside_the_moved_text_is_refused() {
    let bench = Bench::with("a.md", "# A\n# B\n## C\n");
    for place in ["B", "C"] {
        bench
            .line(&format!("move a.md --section B --to a.md --into '{place}'"))
            .fails(
                2,
                &format!("section `{place}` cannot be the destination, because it is moved itself"),
            );
    }
}

#[cfg(feature = "syntax")]
#[test]
fn a_file_keeps_its_encoding() {
    let latin = b"def f():\n    return \"\xe9\"\n";
    let utf8 = "x = \"é\"\n";
    for kind in ["move", "copy"] {
        let bench = Bench::with("a.py", latin).file("b.py", utf8);
        bench
            .run([kind, "a.py", "--symbol", "f", "--to", "b.py"])
            .fails(1, "b.py: would no longer be UTF-8");
        let bench =
            Bench::with("a.py", "def f():\n    return \"é\"\n").file("b.py", b"x = \"\xe9\"\n");
        bench
            .run([kind, "a.py", "--symbol", "f", "--to", "b.py"])
            .fails(1, "b.py: is in Latin-1 or another single-byte encoding");
    }
    let bench = Bench::with("a.md", b"# S\n\ncaf\xe9\n").file("b.md", "# T\n\nü\n");
    bench
        .line("move a.md --section S --to b.md")
        .status_is(1)
        .unchanged();
    let bench = Bench::with("a.py", latin).file("b.py", b"x = \"\xe8\"\n");
    bench.line("copy a.py --symbol f --to b.py -q").status_is(0);
}
