//! Matches addressed by name.

use serde_json::json;

use crate::bench::Bench;
use crate::notation::rows;

const BOOK: &str = "# Book\n\n## Usage\n\nold words\n\n## Limits\n\nold words\n";

#[test]
fn a_section_is_shown_searched_replaced_and_taken_out() {
    let bench = Bench::with("a.md", BOOK);
    bench
        .line("view a.md --section Usage")
        .status_is(0)
        .prints("\n   3\t## Usage\n   4\t\n   5\told words\n");
    bench
        .line("replace a.md --section Limits --old old --new new")
        .succeeds();
    assert_eq!(
        bench.text("a.md"),
        "# Book\n\n## Usage\n\nold words\n\n## Limits\n\nnew words\n"
    );
    bench
        .line("lines a.md --section Book/Limits --body --text none")
        .succeeds();
    bench
        .line("insert a.md --section Usage --at end --text more")
        .succeeds();
    assert_eq!(
        bench.text("a.md"),
        "# Book\n\n## Usage\n\nold words\n\nmore\n\n## Limits\n\nnone\n"
    );
    bench
        .line("lines a.md --section Usage --text ''")
        .succeeds();
    assert_eq!(bench.text("a.md"), "# Book\n\n## Limits\n\nnone\n");
}

#[test]
fn one_of_several_sections_is_refused_with_their_names() {
    let bench = Bench::with("a.md", "# A\n## x\none\n# B\n## x\ntwo\n");
    bench.line("lines a.md --section x --text ''").refused(1,
        "incise: a.md: section `x` matches 2 places; exactly 1 is needed\n  2: heading A/x\n  5: heading B/x\n\
         hint: give more of its path, its number (`x[0]`) or its line: --section 'x@2'\n",
    );
    bench.line("lines a.md --section y --text ''").refused(
        1,
        "incise: a.md: there is no section `y`\nhint: see `incise view a.md --outline`\n",
    );
    assert_eq!(bench.text("a.md"), "# A\n## x\none\n# B\n## x\ntwo\n");
    bench.line("lines a.md --section x@5 --text ''").succeeds();
    assert_eq!(bench.text("a.md"), "# A\n## x\none\n# B\n");
}

#[test]
fn regions_of_a_batch_are_found_in_the_text_so_far() {
    let bench = Bench::with("a.md", BOOK);
    let request = r###"[
        {"op":"replace","path":"a.md","old":"## Usage","new":"## Use"},
        {"op":"insert","path":"a.md","in":{"section":"Use"},"at":"after","text":"## Hints\n"},
        {"op":"lines","path":"a.md","in":{"section":"Hints"},"text":"## Tips\n\nnone\n"},
        {"op":"lines","path":"a.md","in":{"section":"Limits@7"},"text":""}]"###;
    bench
        .pipe(request, ["apply", "--no-journal", "-q"])
        .succeeds();
    assert_eq!(
        bench.text("a.md"),
        "# Book\n\n## Use\n\nold words\n\n## Tips\n\nnone\n"
    );
}

#[test]
fn the_lines_between_markers() {
    let bench = Bench::with("a", "x\n# begin\nold\n# end\nold\n");
    let markers = ["--between", "# begin", "# end"];
    let old = ["replace", "a", "--old", "old", "--new", "new"];
    bench.run([&old[..], &markers].concat()).succeeds();
    assert_eq!(bench.text("a"), "x\n# begin\nnew\n# end\nold\n");
    let lines = ["lines", "a", "--text", "1\n2\n"];
    bench.run([&lines[..], &markers].concat()).succeeds();
    assert_eq!(bench.text("a"), "x\n# begin\n1\n2\n# end\nold\n");
    let json = r##"{"op":"lines","path":"a","in":{"between":["# begin","# end"]},"text":""}"##;
    bench.pipe(json, ["apply"]).succeeds();
    assert_eq!(bench.text("a"), "x\n# begin\n# end\nold\n");
}

#[test]
fn missing_or_repeated_markers_get_a_hint() {
    let bench = Bench::with("a", "b\nx\ne\nb\ny\ne\n");
    bench
        .line("lines a --between b e --text ''")
        .refused(
            1,
            "incise: a: region from `b` to `e` matches 2 places; exactly 1 is needed\n  1: after b\n  4: after b\n\
             hint: use marker lines that occur once\n",
        );
    let markers = ["lines", "-", "--between", "b", "e", "--text", ""];
    bench.pipe("c\n", markers).refused(
        1,
        "incise: -: there is no region from `b` to `e`\nhint: name a region that exists\n",
    );
}

#[test]
fn two_pairs_of_markers_and_a_body_without_a_name_are_refused() {
    let bench = Bench::with("a", "# a\nx\n# b\nx\n# c\n");
    let old = ["replace", "a", "--old", "x", "--new", "y", "--all"];
    let twice = ["--between", "# a", "# b", "--between", "# b", "# c"];
    bench
        .run([&old[..], &twice].concat())
        .fails(2, "`--between` is given twice");
    for region in [&["--within", "1:2", "--body"][..], &["--body"]] {
        bench.run([&old[..], region].concat()).fails(2, "--body");
    }
}

#[test]
fn incompatible_arguments_are_refused() {
    let bench = Bench::with("a.md", BOOK);
    for [args, message] in rows(
        r"
        lines a.md 3 --section Usage --text '' | `3` and `--section` both select lines
        lines a.md --text '' | no lines are named
        insert a.md --at end --text x | `--at` is an edge of a region, but no region is named
        insert a.md --section Usage --at edge --text x | `edge` is not a valid value of `--at`
        view a.md --body | `--body` is the body of a symbol or section, but none is named
        view a.md 1 --section Usage | `1` and another argument both select lines
        ",
    ) {
        bench.line(args).fails(2, message);
    }
    for [fields, message] in rows(
        r#"
        "in":{}, | `in` names no region
        "in":{"sections":"x"}, | unknown field `sections` in `in`
        "in":{"section":"x","between":["a","b"]}, | `in` names several regions
        "in":{"between":["a"]}, | `between` needs exactly two marker lines
        "in":{"between":["a",""]}, | a marker line is empty
        "in":{"section":"x"},"start":1, | `in` and `start` both select lines
        "in":"x", | `in` is a string
        "#,
    ) {
        let json = format!(r#"{{"op":"lines","path":"a.md",{fields}"text":""}}"#);
        bench.pipe(&json, ["apply"]).fails(2, message);
    }
    assert_eq!(bench.text("a.md"), BOOK);
}

const DOCUMENT: &str =
    "[package]\nname = \"a\" # why\nlist = [1, 2]\n\n[deps]\nb = { version = \"1\" }\n";

/// A table of TOML is found below a value whose bracket is not closed.
#[test]
fn an_open_bracket_hides_no_table() {
    for value in ["x = [1", "x = {", "x = [\n  [1, 2],\n  { y = [ }"] {
        let before = format!("{value}\n\n[a]\ny = 1\n\n[[b]] # c\nz = 2\n");
        let bench = Bench::with("a.toml", &before);
        for (section, value) in [("a", "y = 1"), ("b", "z = 2")] {
            let edit = [
                "insert",
                "a.toml",
                "--section",
                section,
                "--at",
                "end",
                "--text",
                "w = 3",
                "-q",
            ];
            let after = before.replace(value, &format!("{value}\nw = 3"));
            bench.run(edit).done("", &[("a.toml", &after)]);
            bench.line("undo -q").done("", &[("a.toml", &before)]);
        }
    }
}

#[test]
fn the_entry_of_a_key_is_a_region() {
    let bench = Bench::with("a.toml", DOCUMENT);
    bench
        .line("view a.toml --key package.name")
        .status_is(0)
        .prints("\n   2\tname = \"a\" # why\n");
    for (key, value) in [
        ("package.name", "a\n"),
        ("package.list", "[1, 2]\n"),
        ("deps.b.version", "1\n"),
    ] {
        bench
            .run(["view", "a.toml", "--key", key, "--raw"])
            .done(value, &[]);
    }
    let view = bench.line("view a.toml --key package.name --raw --json");
    assert_eq!(view.status_is(0).json()["value"], "a");
    let request = r#"[
        {"op":"replace","path":"a.toml","in":{"key":"deps.b"},"old":"1","new":"2"},
        {"op":"lines","path":"a.toml","in":{"key":"package.list"},"text":"list = [\n  3,\n]"},
        {"op":"insert","path":"a.toml","in":{"key":"package.name"},"at":"after","text":"more = 1"}]"#;
    bench
        .pipe(request, ["apply", "--no-journal", "-q"])
        .succeeds();
    assert_eq!(
        bench.text("a.toml"),
        "[package]\nname = \"a\" # why\nmore = 1\nlist = [\n  3,\n]\n\n[deps]\nb = { version = \"2\" }\n"
    );
}

#[test]
fn an_edit_that_changes_more_than_the_key_is_refused() {
    let bench = Bench::with("a.toml", DOCUMENT);
    let request = |rest: &str| format!(r#"{{"op":"lines","path":"a.toml",{rest}}}"#);
    for [rest, says] in rows(
        r#"
        "in":{"key":"package.list"},"text":"other = 1" | `package.list` cannot be changed alone
        "in":{"key":"package.list"},"text":"list = [" | `package.list` cannot be changed alone
        "in":{"key":"deps.b.version"},"text":"x" | `deps.b.version` shares a line with something else
        "in":{"key":"deps.c"},"text":"x" | there is no key `deps.c`
        "in":{"key":"deps","body":true},"text":"x" | `body` needs a symbol or section
        "#,
    ) {
        let ran = bench.pipe(request(rest), ["apply", "--no-journal"]);
        ran.says(says).unchanged();
    }
    for args in [
        &["view", "a.toml", "--raw"][..],
        &["view", "a.toml", "1", "--key", "deps"],
        &["view", "a.toml", "--key", "deps.", "--raw"],
    ] {
        bench.run(args).status_is(2).unchanged();
    }
}

#[test]
fn an_edit_in_the_entry_of_a_key_changes_no_other_key() {
    const JSON: &str = "{\n  \"a\": 1,\n  \"b\": [1, 2]\n}\n";
    const YAML: &str = "a:\n  b: 1 # c\nf: 5\n";
    const TOML: &str = "[package]\nname = \"shop\"\nid = 1\n";
    let edit = |path: &str, key: &str, more: serde_json::Value| {
        let mut edit = json!({ "path": path, "in": { "key": key } });
        for (name, value) in more.as_object().into_iter().flatten() {
            edit[name] = value.clone();
        }
        edit.to_string()
    };
    let lines = |text: &str| json!({ "op": "lines", "text": text });
    let replace = |old: &str, new: &str| json!({ "op": "replace", "old": old, "new": new });
    let insert = |text: &str, at: &str| json!({ "op": "insert", "text": text, "at": at });
    for (path, before, key, more) in [
        ("a.json", JSON, "b", lines("\"b\": 7,")),
        ("a.json", JSON, "b", lines("")),
        ("a.json", JSON, "b", replace("2]", "2],\n  'c': 0xF,")),
        ("a.json", JSON, "b", replace("2]", "2],\n  \"c\": 3")),
        ("a.json", JSON, "a", replace("1", "1 // one")),
        ("a.json", JSON, "b", insert("\"c\": 1,", "after")),
        ("a.yaml", YAML, "a", replace("# c", "# c\nq: 9")),
        ("a.yaml", YAML, "a.b", insert("x:", "before")),
        ("a.toml", TOML, "package.name", replace("name", "title")),
        ("a.toml", TOML, "package.name", insert("[other]", "after")),
    ] {
        let bench = Bench::with(path, before);
        bench
            .pipe(edit(path, key, more), ["apply"])
            .fails(1, "cannot be changed alone");
    }
    for (path, before, key, more, after) in [
        (
            "a.json",
            JSON,
            "a",
            lines(""),
            JSON.replace("  \"a\": 1,\n", ""),
        ),
        (
            "a.json",
            JSON,
            "b",
            replace("2]", "3]"),
            JSON.replace("2]", "3]"),
        ),
        (
            "a.json",
            JSON,
            "b",
            insert("\"c\": 1,", "before"),
            JSON.replace("  \"b", "\"c\": 1,\n  \"b"),
        ),
        (
            "a.yaml",
            YAML,
            "a",
            replace("# c", "# d"),
            YAML.replace("# c", "# d"),
        ),
        (
            "a.toml",
            TOML,
            "package.name",
            lines(""),
            TOML.replace("name = \"shop\"\n", ""),
        ),
        (
            "a.toml",
            TOML,
            "package.id",
            replace("1", "2"),
            TOML.replace("1", "2"),
        ),
    ] {
        let bench = Bench::with(path, before);
        let ran = bench.pipe(edit(path, key, more), ["apply", "-q", "--no-journal"]);
        ran.done("", &[(path, after.as_str())]);
    }
    let bench = Bench::with("a.toml", TOML);
    let edit = edit("a.toml", "package", insert("x = 1", "end"));
    bench
        .pipe(&edit, ["apply"])
        .fails(2, "`package` has no body on separate lines");
}

#[test]
fn a_line_at_the_end_of_a_section_is_no_part_of_the_value_above() {
    for [file, before, after] in rows(
        r"
        .gitconfig | [a]\nx = 1 \\\n\n[c]\ny = 2\n | [a]\nx = 1 \\\n\nz = 1\n[c]\ny = 2\n
        .gitconfig | [a]\nx = 1 \\\n# c\n[c]\ny = 2\n | [a]\nx = 1 \\\n# c\nz = 1\n[c]\ny = 2\n
        a.service | [a]\nx=1 \\\n# c\n\n\n[c]\ny=2\n | [a]\nx=1 \\\n# c\n\nz = 1\n\n[c]\ny=2\n
        smb.conf | [a]\nx = 1 \\\n\n | [a]\nx = 1 \\\n\nz = 1\n
        tox.ini | [a]\nx = 1 \\\n\n[c]\n | [a]\nx = 1 \\\nz = 1\n\n[c]\n
        ",
    ) {
        for command in [
            [
                "insert",
                file,
                "--section",
                "a",
                "--at",
                "end",
                "--text=z = 1",
            ],
            [
                "ensure",
                file,
                "--section",
                "a",
                "--line",
                "z = 1",
                "--quiet",
            ],
        ] {
            Bench::with(file, before)
                .run(command)
                .edits(&[(file, after)]);
        }
    }
    for before in ["[a]\nx = 1 \\\n", "[a]\nx = 1 \\"] {
        Bench::with("smb.conf", before)
            .line("ensure smb.conf --section a --line 'z = 1'")
            .fails(1, "a backslash continues the last value");
    }
}

/// A paragraph directly above an underlined heading would become a part of the heading.
#[test]
fn an_edit_of_a_section_keeps_the_other_headings() {
    let text = "p\n# A\nB\n===\nmore\n# C\n";
    for edit in [
        &["lines", "f.md", "--section", "A", "--text", "# A\nnew"][..],
        &["lines", "f.md", "--section", "A", "--body", "--text", "new"],
        &["lines", "f.md", "--section", "A", "--delete"],
        &[
            "insert",
            "f.md",
            "--section",
            "B",
            "--at",
            "end",
            "--text",
            "```",
        ],
    ] {
        Bench::with("f.md", text).run(edit).fails(2, "would change");
    }
    Bench::with("f.md", text)
        .line("insert f.md --section A --at end --text new")
        .status_is(0);
}

#[test]
fn the_full_name_of_a_section_may_end_in_a_number() {
    let text = "# react\n\nold\n\n# react@1\n\nold\n\n# react@99\n\nold\n";
    let bench = Bench::with("a.md", text);
    bench
        .line("replace a.md --section react@1 --old old --new one")
        .status_is(0);
    bench
        .line("replace a.md --section react@99 --old old --new 'the last'")
        .status_is(0);
    bench
        .line("view a.md --section react@99")
        .status_is(0)
        .prints("the last");
    let after = "# react\n\nold\n\n# react@1\n\none\n\n# react@99\n\nthe last\n";
    assert_eq!(bench.text("a.md"), after);
}

#[test]
fn a_wrong_line_or_number_of_a_name_lists_the_places_of_the_name() {
    let section = "## Usage\n\nx\n\n";
    let text = format!("# A\n\n{section}# B\n\n{section}# A\n\n{section}");
    let bench = Bench::with("a.md", text).file(
        "a.py",
        "class A:\n    def run(self):\n        pass\n\nclass B:\n    def run(self):\n        pass\n",
    );
    for name in ["Usage@4", "Usage[7]"] {
        bench
            .run(["view", "a.md", "--section", name])
            .status_is(1)
            .says("section `Usage` matches 3 places")
            .says("--section 'Usage@3'");
    }
    bench
        .line("view a.py --symbol run@3")
        .status_is(1)
        .says("symbol `run` matches 2 places")
        .says("--symbol 'run@2'");
    bench
        .line("view a.md --section Usag")
        .status_is(1)
        .says("  nearest: A/Usage\n  nearest: B/Usage\nhint");
}

#[test]
fn text_is_inserted_outside_or_inside_of_markers() {
    for (edge, after) in [
        ("before", "new\n# b\na\n# e\nz\n"),
        ("after", "# b\na\n# e\nnew\nz\n"),
        ("start", "# b\nnew\na\n# e\nz\n"),
        ("end", "# b\na\nnew\n# e\nz\n"),
    ] {
        let markers = [
            "--between",
            "# b",
            "# e",
            "--at",
            edge,
            "--text",
            "new",
            "-q",
        ];
        Bench::with("f", "# b\na\n# e\nz\n")
            .run([&["insert", "f"], &markers[..]].concat())
            .done("", &[("f", after)]);
    }
}
