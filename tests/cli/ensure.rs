//! `incise ensure`: a line or a block is in the file once, or not at all, however often the command runs.

use serde_json::json;

use crate::bench::Bench;
use crate::notation::{joined, rows};

/// Runs `ensure` with `flags` twice on a file with `before`. The first run must give `after`, and the second must
/// change nothing.
fn twice(before: &str, flags: &str, after: &str) {
    twice_in("f", before, flags, after);
}

/// Like [`twice`], for a file at `path`.
fn twice_in(path: &str, before: &str, flags: &str, after: &str) {
    let bench = Bench::with(path, before);
    let line = format!("ensure {path} {flags}");
    let first = bench.line(&line);
    first.succeeds();
    if before == after {
        first.unchanged();
    } else {
        first.changed(&[(path, after)]);
    }
    bench.line(&line).done(&format!("unchanged {path}\n"), &[])
}

/// Asserts that `ensure` with `flags` on a file with `before` is refused with `status` and a message that contains
/// `says`.
fn refused(before: &str, flags: &str, status: i32, says: &str) {
    let bench = Bench::with("f", before);
    bench.line(&format!("ensure f {flags}")).fails(status, says);
}

#[test]
fn a_missing_line_is_added_at_the_end() {
    Bench::with("f", "one\n")
        .line("ensure f --line two")
        .done("f: line 2; +1\n one\n+two\n", &[("f", "one\ntwo\n")]);
    Bench::with("f", "one").line("ensure f --line two").done(
        "f: lines 1-2; +2 -1\n-one\n\\ No newline at end of file\n+one\n+two\n",
        &[("f", "one\ntwo\n")],
    );
    twice("", "--line x", "x\n");
    twice("a\r\nb\r\n", "--line x", "a\r\nb\r\nx\r\n");
    twice("\u{feff}a\n", "--line x --at-start", "\u{feff}x\na\n");
    twice("\u{feff}x\n", "--line x", "\u{feff}x\n");
}

#[test]
fn an_existing_line_is_left_wherever_it_is() {
    twice("x\ny\n", "--line x --at-end", "x\ny\n");
    twice("x", "--line x", "x");
    twice("a\r\nx\r\n", "--line x", "a\r\nx\r\n");
    twice("a\nx\n", "--line 'x\n'", "a\nx\n");
    // The place does not matter then, even if it does not exist.
    twice("x\n", "--line x --after nowhere", "x\n");
    // A part of a line is not a match.
    twice("xy\n x\n", "--line x", "xy\n x\nx\n");
}

#[test]
fn the_place_of_a_missing_line_is_said() {
    twice("a\nb\nc\n", "--line x --after b", "a\nb\nx\nc\n");
    twice("a\nb\nc\n", "--line x --before b", "a\nx\nb\nc\n");
    twice("a\nb", "--line x --after b", "a\nb\nx\n");
    twice("a1\nb2\n", "--line x --after '^a.$' --regex", "a1\nx\nb2\n");
    refused("a\nb\n", "--line x --after c", 1, "`c` is not in the file");
    refused("a\na\n", "--line x --after a", 1, "`a` matches 2 places");
}

#[test]
fn the_line_that_matches_becomes_the_text() {
    let port = "--line 'port = 80' --matching '^#? *port *='";
    twice("a\nport=1\nb\n", port, "a\nport = 80\nb\n");
    twice("a\r\n# port = 80\r\n", port, "a\r\nport = 80\r\n");
    twice("port=1", port, "port = 80");
    twice("a\n", port, "a\nport = 80\n");
    twice("port = 80\n", port, "port = 80\n");
    twice("\u{feff}port=1\n", port, "\u{feff}port = 80\n");
    // An expression matches within one line.
    twice("a\nb\n", r"--line x --matching '^a\s*b'", "a\nb\nx\n");
}

#[test]
fn several_lines_that_could_be_meant_are_refused_with_their_numbers() {
    let bench = Bench::with("f", "x=1\na\nx=2\n");
    bench.line("ensure f --line x=3 --matching ^x=").refused(
        1,
        &joined(&[
            "incise: f: `^x=` matches 2 places; exactly 1 is needed",
            "  1: x=1",
            "  3: x=2",
            "hint: delete the extra matches, or be more specific",
        ]),
    );
    // Also if one of them is already the line: the other may be the effective one.
    for text in ["x=3\nx=2\n", "x=3\nx=3\n", "x=2\ny\nx=3\n"] {
        refused(text, "--line x=3 --matching '^x='", 1, "matches 2 places");
    }
    refused("x\nx\n", "--line x", 1, "`x` matches 2 places");
}

#[test]
fn a_line_is_absent() {
    twice("a\nx\nb\n", "--line x --absent", "a\nb\n");
    twice("a\nx", "--line x --absent", "a\n");
    twice("a\r\nx=1\r\n", "--matching '^x=' --absent", "a\r\n");
    twice("a\n", "--line x --absent", "a\n");
    refused("x\nx\n", "--line x --absent", 1, "matches 2 places");
}

const BLOCK: &str = "--block 'one\ntwo\n' --marker m";

#[test]
fn a_block_is_made_kept_changed_and_taken_out() {
    let made = "a\n# BEGIN m\none\ntwo\n# END m\n";
    twice("a\n", BLOCK, made);
    twice("a", BLOCK, made);
    twice("a\n", "--block 'one\ntwo' --marker m", made);
    twice(
        "a\n# BEGIN m\nold\n# END m\nb\n",
        BLOCK,
        &format!("{made}b\n"),
    );
    twice("a\n# BEGIN m\n# END m\n", BLOCK, made);
    twice(made, "--marker m --absent", "a\n");
    twice("a\n", "--marker m --absent", "a\n");
    twice("a\n", "--block '' --marker m", "a\n# BEGIN m\n# END m\n");
    twice(made, "--block '' --marker m", "a\n# BEGIN m\n# END m\n");
    twice(
        "a\r\nb\r\n",
        "--block 'x\ny' --marker m --after a",
        "a\r\n# BEGIN m\r\nx\r\ny\r\n# END m\r\nb\r\n",
    );
    // Markers are found with any indentation, and keep it.
    twice(
        "  # BEGIN m\n  old\n  # END m",
        BLOCK,
        "  # BEGIN m\none\ntwo\n  # END m",
    );
    twice(
        "<p>\n</p>\n",
        "--block x --marker m --comment '<!-- -->' --before '</p>'",
        "<p>\n<!-- BEGIN m -->\nx\n<!-- END m -->\n</p>\n",
    );
}

#[test]
fn a_block_is_read_from_a_file_or_a_pipe() {
    let bench = Bench::with("f", "a\n").file("b", "x\n");
    bench
        .line("ensure f -q --block-file b --marker m")
        .done("", &[("f", "a\n# BEGIN m\nx\n# END m\n")]);
    bench
        .pipe(
            "y",
            ["ensure", "f", "-q", "--block-file", "-", "--marker", "m"],
        )
        .done("", &[("f", "a\n# BEGIN m\ny\n# END m\n")]);
}

#[test]
fn an_incomplete_block_is_refused() {
    let bench = Bench::with("f", "a\n# BEGIN m\nb\n");
    bench.line(&format!("ensure f {BLOCK}")).refused(
        1,
        &joined(&[
            "incise: f: `# BEGIN m` is at line 2 without its `# END m`",
            "hint: insert the missing marker line, or delete the other one",
        ]),
    );
    for [text, says] in rows(
        r"
        # END m\n | `# END m` is at line 1 without its `# BEGIN m`
        # END m\na\n# BEGIN m\n | `# BEGIN m` is at line 3 without its `# END m`
        # BEGIN m\n# END m\n# BEGIN m\n# END m\n | `# BEGIN m` matches 2 places
        # BEGIN m\n# END m\n# END m\n | `# END m` matches 2 places
        ",
    ) {
        refused(text, BLOCK, 1, says);
        refused(text, "--marker m --absent", 1, says);
    }
    refused(
        "a\n",
        "--block '# END m' --marker m",
        2,
        "one of its marker lines",
    );
}

#[test]
fn a_missing_file_is_created_only_on_request() {
    let bench = Bench::new();
    bench
        .line("ensure f --line x --create")
        .done("created f: +1\n", &[("f", "x\n")]);
    let missing = |flags: &str, status: i32| {
        let bench = Bench::new();
        let ran = bench.line(&format!("ensure f {flags}"));
        if status == 0 {
            ran.status_is(0).unchanged();
        } else {
            ran.fails(status, "incise: f");
        }
    };
    missing("--line x --create --after a", 1);
    missing("--line x --absent --idempotent", 0);
    let way_out = "check the path; --create creates the file if its directory exists";
    let other = "check the path; it is relative to the working directory, or to -C DIR";
    for (flags, hint) in [
        ("--line x", way_out),
        ("--block x --marker m --at-start", way_out),
        ("--line x --absent", other),
        ("--line x --after a", other),
    ] {
        Bench::new().line(&format!("ensure f {flags}")).refused(
            4,
            &format!("incise: f: there is no such file\nhint: {hint}\n"),
        );
    }
    Bench::new()
        .line("ensure d/f --line x --create")
        .fails(4, "d");
}

#[test]
fn conflicting_flags_are_refused() {
    for (flags, says) in [
        ("", "neither a line nor a block"),
        ("--line ''", "the line is empty"),
        ("--line 'a\nb'", "several lines"),
        ("--matching x", "the line is missing"),
        ("--line x --matching ''", "matches every line"),
        ("--line x --matching '('", "unclosed group"),
        ("--line x --marker m", "--marker"),
        ("--block x", "the marker of the block is missing"),
        (
            "--block x --marker m --comment 'a\nb'",
            "or it or the comment has a line break",
        ),
        ("--marker m", "text of the block is missing"),
        ("--line x --comment '#'", "a line and a block"),
        ("--line x --regex", "belongs to `--before` and `--after`"),
        ("--line x --before a --after b", "--before"),
        ("--line x --absent --at-end", "--absent"),
        ("--line x --regexp y", "`--matching REGEX`"),
    ] {
        refused("x\n", flags, 2, says);
    }
}

#[test]
fn every_door_leads_to_the_same() {
    let line = json!({"op": "ensure", "path": "f", "line": "x = 2", "matching": "^x ="});
    let block = json!({"op": "ensure", "path": "f", "block": "b", "marker": "m", "comment": "//",
        "before": "^a", "regex": true});
    let both = json!({"edits": [line, block]}).to_string();
    let after = [("f", "// BEGIN m\nb\n// END m\na\nx = 2\n")];
    Bench::with("f", "a\nx = 1\n")
        .pipe(&both, ["apply", "-q"])
        .done("", &after);
    // The same with a plan.
    let bench = Bench::with("f", "a\nx = 1\n");
    let plan = bench.pipe(&both, ["apply", "-n", "--format", "plan"]);
    plan.status_is(0).unchanged();
    bench
        .pipe(&plan.bytes[..], ["apply", "-q"])
        .done("", &after);
    bench.line("undo -q").done("", &[("f", "a\nx = 1\n")]);
    // A check writes nothing, and neither does a command that has nothing to change.
    bench
        .line("check ensure f --line y -q")
        .status_is(0)
        .unchanged();
    bench
        .pipe("a\n", ["ensure", "-", "-q", "--line", "b"])
        .done("a\nb\n", &[]);
    let created = json!({"op": "ensure", "path": "g", "line": "x", "create": true}).to_string();
    bench
        .pipe(created, ["ensure", "--from-json", "-", "--json"])
        .edits(&[("g", "x\n")]);
    for wrong in [
        json!({"op": "ensure", "path": "f"}),
        json!({"op": "ensure", "path": "f", "line": "x", "marker": "m"}),
        json!({"op": "ensure", "path": "f", "line": "x", "regex": true}),
        json!({"op": "ensure", "path": "f", "line": "x", "at_start": true, "at_end": true}),
        json!({"op": "ensure", "path": "f", "line": "x", "text": "y"}),
        json!({"op": "ensure", "path": "f", "line": 3}),
    ] {
        bench
            .pipe(wrong.to_string(), ["apply"])
            .status_is(2)
            .unchanged();
    }
}

#[test]
fn edits_of_one_request_see_those_before_them() {
    let edits = json!([
        {"op": "ensure", "path": "f", "line": "x", "create": true},
        {"op": "ensure", "path": "f", "line": "x"},
        {"op": "ensure", "path": "f", "line": "y", "before": "x"},
        {"op": "ensure", "path": "f", "line": "x", "absent": true},
    ]);
    let bench = Bench::new();
    let ran = bench.pipe(edits.to_string(), ["apply", "-q"]);
    ran.done("", &[("f", "y\n")]);
}

const SECTIONS: &str = "[a]\nport = 1\n\n# of b\n[b]\nport = 2\nname = b\n\n[c]\n";

#[test]
fn a_region_is_looked_in_and_added_to_as_a_file_is() {
    let port = "--line 'port = 3' --matching '^port *='";
    let with = |from: &str, to: &str| SECTIONS.replacen(from, to, 1);
    twice_in(
        "f.ini",
        SECTIONS,
        &format!("{port} --section b"),
        &with("port = 2", "port = 3"),
    );
    twice_in(
        "f.ini",
        SECTIONS,
        &format!("{port} --section c"),
        &with("[c]\n", "[c]\nport = 3\n"),
    );
    twice_in(
        "f.ini",
        SECTIONS,
        "--line 'x = 1' --section a",
        &with("port = 1\n", "port = 1\nx = 1\n"),
    );
    twice_in(
        "f.ini",
        SECTIONS,
        "--line 'x = 1' --section b --at-start",
        &with("[b]\n", "[b]\nx = 1\n"),
    );
    twice_in(
        "f.ini",
        SECTIONS,
        "--line 'x = 1' --section b --before name",
        &with("name", "x = 1\nname"),
    );
    twice_in(
        "f.ini",
        SECTIONS,
        "--absent --matching '^port' --section b",
        &with("port = 2\n", ""),
    );
    twice_in(
        "f.ini",
        SECTIONS,
        "--line 'x = 1' --between '[a]' '[b]' --at-start",
        &with("[a]\n", "[a]\nx = 1\n"),
    );
    twice_in(
        "f.ini",
        SECTIONS,
        "--block 'x = 1' --marker m --section b",
        &with("name = b\n", "name = b\n# BEGIN m\nx = 1\n# END m\n"),
    );
    let bench = Bench::with("f.ini", SECTIONS);
    bench
        .line("ensure f.ini --absent --matching ^port")
        .fails(1, "port");
    let edit =
        json!({ "op": "ensure", "path": "f.ini", "line": "x = 1", "in": { "section": "b" } });
    bench
        .pipe(edit.to_string(), ["apply", "--no-journal", "-q"])
        .status_is(0);
    assert_eq!(bench.text("f.ini"), with("name = b\n", "name = b\nx = 1\n"));
}

#[test]
fn a_line_in_a_definition_leaves_it_sound() {
    let rust = "fn a() {\n    b();\n}\n\nfn c() {}\n";
    let bench = Bench::with("a.rs", rust);
    let ensure = ["ensure", "a.rs", "--symbol", "a", "--line"];
    bench.run([&ensure[..], &["    d();"]].concat()).succeeds();
    assert_eq!(
        bench.text("a.rs"),
        rust.replace("b();\n", "b();\n    d();\n")
    );
    for (args, status, says) in [
        (
            &["a.rs", "--symbol", "a", "--line", "}"][..],
            1,
            "syntax error",
        ),
        (
            &["a.rs", "--symbol", "c", "--line", "d();"],
            2,
            "`c` has no body on separate lines",
        ),
        (
            &["a.rs", "--symbol", "x", "--line", "d();"],
            1,
            "there is no symbol `x`",
        ),
        (
            &["a.rs", "--symbol", "a", "--line", "x", "--before", "fn c"],
            1,
            "`fn c` is not in the file",
        ),
        (
            &["new.ini", "--section", "a", "--line", "x", "--create"],
            2,
            "a new file has no regions",
        ),
        (
            &["a.rs", "--symbol", "a", "--line", "x", "--after", "fn c"],
            1,
            "`fn c` is not in the file",
        ),
    ] {
        bench.run([&["ensure"], args].concat()).fails(status, says);
    }
    let keyed = r#"{"op":"ensure","path":"a.toml","line":"x","in":{"key":"a"}}"#;
    let bench = Bench::with("a.toml", "a = 1\n");
    bench
        .pipe(keyed, ["apply"])
        .fails(2, "the entry of a key has no lines inside it");
}

#[test]
fn lines_in_a_definition_are_indented_as_it_is() {
    const TEXT: &str = "def f():\n    run()\n\n\ndef g():\n    pass\n";
    let with = |new: &str| TEXT.replacen("    run()\n", new, 1);
    let after = with("    run()\n    log()\n");
    for line in ["log()", "    log()", "            log()"] {
        twice_in("a.py", TEXT, &format!("--symbol f --line '{line}'"), &after);
        twice_in(
            "a.py",
            TEXT,
            &format!("--symbol f@1 --line '{line}'"),
            &after,
        );
    }
    let placed = "--line 'log()' --after 'run()' --symbol f";
    twice_in("a.py", TEXT, placed, &after);
    let block = "    run()\n    # BEGIN m\n    if a:\n        b()\n    # END m\n";
    for text in ["if a:\n    b()", "    if a:\n        b()"] {
        let flags = format!("--symbol f --marker m --block '{text}'");
        twice_in("a.py", TEXT, &flags, &with(block));
        twice_in(
            "a.py",
            &with(&block.replace("b()", "c()")),
            &flags,
            &with(block),
        );
    }
    twice_in(
        "a.py",
        TEXT,
        "--symbol f --marker m --block 'a()' --at-start",
        &with("    # BEGIN m\n    a()\n    # END m\n    run()\n"),
    );
    let deep = "class A:\n    def f(self):\n        if x:\n            y()\n\n    z = 1\n";
    let in_method = |flags: &str, from: &str, to: &str| {
        let flags = format!("--symbol A.f {flags}");
        twice_in("a.py", deep, &flags, &deep.replacen(from, to, 1));
    };
    in_method("--line 'w()'", "y()\n", "y()\n        w()\n");
    in_method("--line 'w()' --matching y", "y()", "w()");
    let beside = "--line 'w()' --after 'y()'";
    in_method(beside, "y()\n", "y()\n            w()\n");
}

#[test]
fn a_line_that_would_leave_its_region_is_refused() {
    let bench = Bench::with("a.md", "# A\ntext\n\n# B\nmore\n");
    bench
        .line("ensure a.md --section A --line '# C'")
        .fails(2, "the result would be outside section `A`, or occur twice");
}

#[test]
fn a_missing_line_is_added_before_the_first_match_or_at_an_edge() {
    let line = "--line 'AllowUsers bob' --regex";
    for (place, before, after) in [
        (
            "--before '^Match ' --at-end",
            "a\nMatch x\nMatch y\n",
            "a\nAllowUsers bob\nMatch x\nMatch y\n",
        ),
        ("--before '^Match ' --at-end", "a\n", "a\nAllowUsers bob\n"),
        (
            "--after '^a' --at-start",
            "a1\na2\nb\n",
            "a1\na2\nAllowUsers bob\nb\n",
        ),
        ("--after '^a' --at-start", "b\n", "AllowUsers bob\nb\n"),
    ] {
        let bench = Bench::with("f", before);
        let call = format!("ensure f -q {line} {place}");
        bench.line(&call).done("", &[("f", after)]);
        bench.line(&call).done("", &[]);
    }
    let bench = Bench::with("f", "Match x\nMatch y\n");
    bench
        .line("ensure f --line z --before Match")
        .status_is(1)
        .unchanged();
}

#[test]
fn an_item_is_added_to_the_list_of_its_section() {
    let before =
        "# A\n\n## Rules\n\nText.\n\n- one\n  more\n\nEnd.\n\n### Below\n\n- z\n\n## B\n\n- x\n";
    let after = before.replace("  more\n", "  more\n- two\n");
    let bench = Bench::with("f.md", before);
    let call = "ensure f.md --section Rules --line '- two' -q";
    bench.line(call).done("", &[("f.md", &after)]);
    bench.line(call).done("", &[]);
}

#[test]
fn a_block_keeps_its_endings() {
    let text = "unix\nunix\nunix\n\ndos\r\ndos\r\ndos\r\n\nunix\nunix\n# BEGIN MANAGED\ndos\r\n# END MANAGED\nunix\n";
    let dos = "dos\r\ndos\r\ndos\r\n";
    let bench = Bench::with("f", text);
    bench
        .run(["ensure", "f", "-q", "--block", dos, "--marker", "MANAGED"])
        .edits(&[(
            "f",
            &text.replace("MANAGED\ndos\r\n#", &format!("MANAGED\n{dos}#")),
        )]);
}

#[test]
fn a_block_between_lines_with_carriage_returns_is_found() {
    let text = "before\r\n# BEGIN MANAGED\r\nold\r\n# END MANAGED\r\nafter\r\n";
    let bench = Bench::with("f", text);
    let changed = ["ensure", "f", "-q", "--block", "new", "--marker", "MANAGED"];
    bench
        .run(changed)
        .done("", &[("f", &text.replace("old", "new"))]);
    bench.run(changed).status_is(0).unchanged();
    let removed = ["ensure", "f", "-q", "--absent", "--marker", "MANAGED"];
    bench.run(removed).done("", &[("f", "before\r\nafter\r\n")]);
    bench.run(removed).status_is(0).unchanged();
}

/// The lines of a block and its markers get the same line ending, whatever the block came with.
#[test]
fn a_new_block_has_one_ending() {
    for (before, expected) in [
        ("", "# BEGIN M\n1\n2\n# END M\n"),
        ("x", "x\n# BEGIN M\n1\n2\n# END M\n"),
        ("x\n", "x\n# BEGIN M\n1\n2\n# END M\n"),
        ("x\r\n", "x\r\n# BEGIN M\r\n1\r\n2\r\n# END M\r\n"),
    ] {
        for block in ["1\r\n2", "1\r\n2\r\n", "1\n2"] {
            let bench = Bench::with("f", before);
            let line = ["ensure", "f", "-q", "--block", block, "--marker", "M"];
            bench.run(line).done("", &[("f", expected)]);
            bench.run(line).status_is(0).unchanged();
        }
    }
}

/// Without a line that matches, the place decides. A line is never an expression.
#[test]
fn an_expression_and_a_place_are_combined() {
    let flags = "--line x=1 --matching ^x= --after a";
    twice("a\nb\n", flags, "a\nx=1\nb\n");
    twice("a\nb\nx=2\n", flags, "a\nb\nx=1\n");
    let line = r"$1 & \1 ^.*";
    Bench::with("f", "a\n")
        .run(["ensure", "f", "-q", "--line", line])
        .done("", &[("f", &format!("a\n{line}\n"))]);
}
