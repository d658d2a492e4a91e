//! `incise replace`: replaces a text in one file.

use std::fs;

use incise::snapshot::{Fingerprint, SiteId};
use incise::text::Span;

use crate::bench::Bench;
use crate::notation::joined;

const THREE: &str = "x = 1\ny\nx = 1\nz\nx = 1\n";

/// The matches of `x = 1` in `THREE` as a refusal lists them: each line with its ID.
fn listed() -> String {
    let text = Fingerprint::hash(THREE.as_bytes());
    let places = [(1, 0), (3, 8), (5, 16)].map(|(line, start)| {
        let id = SiteId::new(&text, Span::of_len(start, "x = 1".len()));
        format!("{line} ({id})")
    });
    format!("  {}: x = 1", places.join(", "))
}

#[test]
fn one_place_is_replaced_and_shown() {
    Bench::with("a.txt", "one\ntwo\nthree\n")
        .line("replace a.txt --old two --new 2")
        .done(
            "a.txt: line 2; +1 -1\n one\n-two\n+2\n three\n",
            &[("a.txt", "one\n2\nthree\n")],
        );
}

#[test]
fn tabs_against_spaces() {
    let bench = Bench::with("a.py", "if x:\n\treturn 1\n");
    let old = ["replace", "a.py", "--old", "    return 1"];
    bench
        .run([old[0], old[1], old[2], old[3], "--new", "    return 2"])
        .done(
            "a.py: line 2 (indent); +1 -1\n if x:\n-\treturn 1\n+\treturn 2\n",
            &[("a.py", "if x:\n\treturn 2\n")],
        );
}

#[test]
fn tabs_against_spaces_are_two_texts_when_exact() {
    Bench::with("a.py", "if x:\n\treturn 1\n")
        .line("replace a.py --old '    return 1' --new '    return 2' --match exact")
        .fails(1, "`    return 1` is not in the file");
}

#[test]
fn trailing_white_space() {
    Bench::with("a.txt", "a  \nb\t\nc\n")
        .line("replace a.txt --old 'a\nb\n' --new 'x\ny\n'")
        .done(
            "a.txt: lines 1-2 (trailing-space); +2 -2\n-a  \n-b\t\n+x\n+y\n c\n",
            &[("a.txt", "x\ny\nc\n")],
        );
}

#[test]
fn wrong_newlines() {
    Bench::with("a.txt", "a\r\nb\r\nc\r\n")
        .line("replace a.txt --old 'a\nb\n' --new 'x\ny\nz\n'")
        .status_is(0)
        .prints("a.txt: lines 1-3; +3 -2\n")
        .changed(&[("a.txt", "x\r\ny\r\nz\r\nc\r\n")]);
    Bench::with("a.txt", "a\nb\nc\n")
        .line("replace a.txt --old 'a\r\nb\r\n' --new 'x\r\n'")
        .edits(&[("a.txt", "x\nc\n")]);
}

#[test]
fn crlf_files_keep_their_endings() {
    Bench::with("a.txt", "a\r\nb\r\nc\r\n")
        .line("replace a.txt --old b --new 'x\ny'")
        .edits(&[("a.txt", "a\r\nx\r\ny\r\nc\r\n")]);
}

#[test]
fn multi_line_text() {
    let text = |call: &str| format!("fn a() {{\n    {call}\n}}\n\nfn b() {{}}\n");
    Bench::with("a.rs", text("one();"))
        .run([
            "replace",
            "a.rs",
            "--old",
            "fn a() {\n    one();\n}\n\nfn b",
            "--new",
            "fn a() {\n    two();\n    three();\n}\n\nfn b",
        ])
        .done(
            "a.rs: lines 2-3; +2 -1\n fn a() {\n-    one();\n+    two();\n+    three();\n }\n",
            &[("a.rs", &text("two();\n    three();"))],
        );
}

#[test]
fn special_characters_are_not_interpreted() {
    let new = r"$1 & \n \0 \\ ${x} %s $$ \1 * ?";
    Bench::with("a.txt", "cost = [a-z]+(.*)$1\n")
        .run(["replace", "a.txt", "--old", "[a-z]+(.*)$1", "--new", new])
        .edits(&[("a.txt", &format!("cost = {new}\n"))]);
}

#[test]
fn the_old_text_may_begin_with_a_dash_and_the_new_one_be_empty() {
    Bench::with("a.txt", "a --all b\n")
        .line("replace a.txt --old '--all ' --new ''")
        .done(
            "a.txt: line 1; +1 -1\n-a --all b\n+a b\n",
            &[("a.txt", "a b\n")],
        );
}

#[test]
fn replace_all() {
    Bench::with("a.txt", THREE)
        .line("replace a.txt --old 'x = 1' --new 'x = 2' --all")
        .status_is(0)
        .prints("a.txt: 3 replacements at 1-5; +3 -3\n")
        .changed(&[("a.txt", "x = 2\ny\nx = 2\nz\nx = 2\n")]);
}

#[test]
fn replace_all_does_not_search_its_own_text() {
    Bench::with("a.txt", "aaaa")
        .line("replace a.txt --old aa --new aaa --all")
        .edits(&[("a.txt", "aaaaaa")]);
}

#[test]
fn replace_nth_and_last() {
    for (nth, line, text) in [
        ("1", 1, "x = 2\ny\nx = 1\nz\nx = 1\n"),
        ("2", 3, "x = 1\ny\nx = 2\nz\nx = 1\n"),
        ("-1", 5, "x = 1\ny\nx = 1\nz\nx = 2\n"),
        ("-3", 1, "x = 2\ny\nx = 1\nz\nx = 1\n"),
    ] {
        Bench::with("a.txt", THREE)
            .run([
                "replace", "a.txt", "--old", "x = 1", "--new", "x = 2", "--nth", nth,
            ])
            .status_is(0)
            .prints(&format!("a.txt: line {line}; +1 -1\n"))
            .changed(&[("a.txt", text)]);
    }
}

#[test]
fn nth_beyond_the_last_is_refused_with_the_number_found() {
    for nth in ["4", "-4"] {
        Bench::with("a.txt", THREE)
            .run([
                "replace", "a.txt", "--old", "x = 1", "--new", "x = 2", "--nth", nth,
            ])
            .fails(
                1,
                &format!(
                    "incise: a.txt: `x = 1` matches 3 places; there is no number {nth}\n{}\n",
                    listed()
                ),
            );
    }
}

#[test]
fn an_expected_count_is_met_or_refused() {
    let bench = Bench::with("a.txt", THREE);
    bench
        .line("replace a.txt --old 'x = 1' --new 'x = 2' --expect 2")
        .refused(
            1,
            &joined(&[
                "incise: a.txt: `x = 1` matches 3 places; 2 were expected",
                &listed(),
                "hint: add a line of context to exclude some places, or --expect 3 if you mean all",
            ]),
        );
    bench
        .line("replace a.txt --old 'x = 1' --new 'x = 2' --expect 3")
        .edits(&[("a.txt", "x = 2\ny\nx = 2\nz\nx = 2\n")]);
}

#[test]
fn several_matches_are_refused_with_their_lines() {
    Bench::with("a.txt", THREE)
        .line("replace a.txt --old 'x = 1' --new 'x = 2'")
        .refused(
            1,
            &joined(&[
                "incise: a.txt: `x = 1` matches 3 places; exactly 1 is needed",
                &listed(),
                "hint: add a line of context, or --nth 1 or --site ID for one place, or --all for every one",
            ]),
        );
}

#[test]
fn within_looks_at_these_lines_only() {
    let bench = Bench::with("a.txt", THREE);
    bench
        .line("replace a.txt --old 'x = 1' --new 'x = 2' --within 2:4")
        .edits(&[("a.txt", "x = 1\ny\nx = 2\nz\nx = 1\n")]);
    // The end of the last of these lines is the beginning of the next line.
    bench
        .run([
            "replace", "a.txt", "--regex", "--old", r"\z", "--new", "x", "--within", "1:1",
        ])
        .status_is(1)
        .unchanged();
}

#[test]
fn an_absent_text_is_refused_and_nothing_is_written() {
    Bench::with("a.txt", "one\n")
        .line("replace a.txt --old zzz --new y")
        .fails(1, "incise: a.txt: `zzz` is not in the file\n")
        .says("hint: ");
}

#[test]
fn missing_old_text_is_never_an_overwrite() {
    let bench = Bench::with("a.txt", "one\n");
    bench.line("replace a.txt --new y").refused(
        2,
        &joined(&[
            "incise: `--old` is missing: which text should be replaced?",
            "hint: --old TEXT or --old-file FILE, and --new TEXT; `incise write` replaces the whole file",
        ]),
    );
    bench
        .pipe(
            r#"{"op":"replace","path":"a.txt","new":"y"}"#,
            ["apply", "-"],
        )
        .fails(2, "the request has no `old`");
}

#[test]
fn missing_new_text_is_never_a_deletion() {
    let bench = Bench::with("a.txt", "one\n");
    bench.line("replace a.txt --old one").refused(
        2,
        &joined(&[
            "incise: `--new` is missing: what should the text become?",
            "hint: --new TEXT or --new-file FILE; --new '' deletes the text",
        ]),
    );
    bench
        .pipe(
            r#"{"op":"replace","path":"a.txt","old":"one"}"#,
            ["apply", "-"],
        )
        .fails(2, "the request has no `new`");
}

#[test]
fn applied_already_is_refused_unless_it_may_be_repeated() {
    let bench = Bench::with("a.txt", "let limit = 20;\n");
    let edit = [
        "replace",
        "a.txt",
        "--old",
        "let limit = 10;",
        "--new",
        "let limit = 20;",
    ];
    bench.run(edit).fails(1, "already applied");
    let [command, path, old, from, new, to] = edit;
    bench
        .run([command, path, old, from, new, to, "--idempotent"])
        .status_is(0)
        .prints("unchanged a.txt")
        .unchanged();
}

#[test]
fn the_shrink_guard_counts_replacements_too() {
    let bench = Bench::with("a.txt", "keep\n".repeat(6) + &"x\n".repeat(20));
    let edit = ["replace", "a.txt", "--old", "x\n", "--new", "", "--all"];
    bench
        .run(edit)
        .fails(1, "would shrink the file from 26 lines to 6")
        .says("--force-shrink");
    let [command, path, old, x, new, empty, all] = edit;
    bench
        .run([command, path, old, x, new, empty, all, "--force-shrink"])
        .edits(&[("a.txt", &"keep\n".repeat(6))]);
}

#[test]
fn a_missing_final_newline_stays_missing() {
    Bench::with("a.txt", "one\ntwo")
        .line("replace a.txt --old two --new 2")
        .done(
            &joined(&[
                "a.txt: line 2; +1 -1",
                " one",
                "-two",
                "\\ No newline at end of file",
                "+2",
                "\\ No newline at end of file",
            ]),
            &[("a.txt", "one\n2")],
        );
}

#[test]
fn a_byte_order_mark_stays() {
    Bench::with("a.txt", "\u{feff}one\ntwo\n")
        .line("replace a.txt --old one --new 1")
        .edits(&[("a.txt", "\u{feff}1\ntwo\n")]);
}

#[test]
fn bytes_that_are_no_utf_8_stay() {
    Bench::with("a.txt", b"one \xff\n\xfe two\n")
        .line("replace a.txt --old two --new 2")
        .status_is(0)
        .became(&[("a.txt", Some(b"one \xff\n\xfe 2\n"))]);
}

#[test]
fn an_edit_does_not_take_utf_8_away() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let arg = OsStr::new;
    Bench::with("a.txt", "one\n")
        .run([
            arg("replace"),
            arg("a.txt"),
            arg("--old"),
            arg("one"),
            arg("--new"),
            OsStr::from_bytes(b"\xff"),
        ])
        .fails(1, "would no longer be UTF-8");
}

#[test]
fn a_line_that_is_looked_at_ends_before_the_next_begins() {
    Bench::with("a.txt", "a\nb\nc\n")
        .line("replace a.txt --regex --all --old ^ --new '> ' --within 2:2 -q")
        .done("", &[("a.txt", "a\n> b\nc\n")]);
}

#[test]
fn a_first_line_without_its_indentation_fits_its_place_in_every_format() {
    let text = "def f():\n    if a:\n        x = 1\n    return x\n";
    let wanted = text.replace("if a:", "if b:").replace("x = 1", "x = 2");
    let block = "f.py\n<<<<<<< SEARCH\nif a:\n        x = 1\n=======\nif b:\n        x = 2\n>>>>>>> REPLACE\n";
    let v4a = "*** Begin Patch\n*** Update File: f.py\n@@\n-if a:\n-        x = 1\n+if b:\n+        x = 2\n*** End Patch\n";
    for patch in [block, v4a] {
        let bench = Bench::with("f.py", text);
        bench.pipe(patch, ["patch"]).status_is(0);
        assert_eq!(bench.text("f.py"), wanted, "{patch}");
    }
    // A hunk that is off by one column.
    let text = "        if e == Q:\n            running = False\n    # Update\n    go()\n";
    let diff = "--- g.py\n+++ g.py\n@@ -1,4 +1,4 @@\n-       if e == Q:\n+       if e == R:\n             running = False\n     # Update\n     go()\n";
    let bench = Bench::with("g.py", text);
    bench
        .pipe(diff, ["patch", "--mode", "tolerant"])
        .status_is(0);
    assert_eq!(bench.text("g.py"), text.replace("== Q", "== R"));
}

#[test]
fn new_lines_after_an_exact_match_fit_the_indentation_of_their_place() {
    let text = "def f(x):\n    return g(x)\n";
    let payload =
        r#"{"file_path":"f.py","old_string":"return g(x)","new_string":"y = h(x)\nreturn g(y)"}"#;
    let bench = Bench::with("f.py", text);
    bench.pipe(payload, vec!["apply"]).status_is(0);
    assert_eq!(
        bench.text("f.py"),
        "def f(x):\n    y = h(x)\n    return g(y)\n"
    );
    let literal = [
        "replace",
        "f.py",
        "--old",
        "return g(x)",
        "--new",
        "return '''\nx'''",
    ];
    let bench = Bench::with("f.py", text);
    bench
        .run(literal)
        .fails(1, "not indented like the old text")
        .says("--keep-indent");
    for lifted in [&["--keep-indent"][..], &["--match", "exact"]] {
        let bench = Bench::with("f.py", text);
        bench.run([&literal[..], lifted].concat()).status_is(0);
        assert_eq!(bench.text("f.py"), "def f(x):\n    return '''\nx'''\n");
    }
}

#[test]
fn new_lines_that_cannot_be_shifted_like_the_old_ones_are_refused_or_kept() {
    let edit = [
        "replace",
        "f",
        "--old",
        "      x\n      y",
        "--new",
        "z\ny",
        "-q",
    ];
    let bench = Bench::with("f", "f:\n    x\n    y\n");
    let refusal = "the new lines are not indented like the old text at lines 2-3";
    bench.run(edit).fails(1, refusal).says("--keep-indent");
    let kept = [&edit[..], &["--keep-indent"]].concat();
    bench.run(kept).done("", &[("f", "f:\nz\ny\n")]);
}

#[test]
fn new_lines_in_place_of_indentation_are_used_as_given() {
    let bench = Bench::with("f", "    x\n");
    bench
        .line("replace f --old '  ' --new 'A\nB' --all -q")
        .done("", &[("f", "A\nBA\nBx\n")]);
    let bench = Bench::with("f", "\t1\n\t2\n");
    for (old, text) in [("\t|1", "Z\nYZ\nY\nZ\nY2\n"), ("1\n\t|2", "\tZ\n\tYZ\nY\n")] {
        bench
            .run([
                "replace", "f", "--regex", "--old", old, "--new", "Z\nY", "--all", "-q",
            ])
            .done("", &[("f", text)]);
        bench.run(["undo", "-q"]).status_is(0);
    }
}

/// New lines are shifted to the first line of the match, however the old text is read.
#[test]
fn new_lines_fit_their_place_however_the_old_text_is_read() {
    let text = "def f(x):\n    return g(x)\n";
    let wanted = "def f(x):\n    y = h(x)\n    return g(y)\n";
    let readings: [&[&str]; 6] = [
        &["--word", "--old", "return g(x)"],
        &["--ignore-case", "--old", "RETURN g(X)"],
        &["--all", "--word", "--old", "return g(x)"],
        &["--within", "2:2", "--word", "--old", "return g(x)"],
        &["--regex", "--old", r"return (\w+)\(x\)"],
        &["--regex", "--all", "--old", r"return (\w+)\(x\)$"],
    ];
    let literal = "return '''\ng(x)'''";
    let as_it_is = format!("def f(x):\n    {literal}\n");
    let cases: [(&str, &[&str], Option<&str>); 4] = [
        ("y = h(x)\nreturn g(y)", &[], Some(wanted)),
        // Indented like the lines in the file.
        ("y = h(x)\n    return g(y)", &[], Some(wanted)),
        // Ambiguous.
        (literal, &[], None),
        (literal, &["--keep-indent"], Some(&as_it_is)),
    ];
    for (reading, (new, more, wanted)) in readings
        .iter()
        .flat_map(|reading| cases.map(|case| (*reading, case)))
    {
        let new = if reading.contains(&"--regex") {
            new.replace("g(", "$1(")
        } else {
            new.to_owned()
        };
        let bench = Bench::with("f.py", text);
        let arguments = [&["replace", "f.py", "--new", &new], reading, more].concat();
        let ran = bench.run(arguments);
        match wanted {
            Some(wanted) => {
                ran.status_is(0);
                assert_eq!(bench.text("f.py"), wanted, "{reading:?}");
            }
            None => {
                ran.fails(1, "not indented like the old text");
            }
        }
    }
    for reading in [
        r#""old":"return g(x)","word":true"#,
        r#""old":"Return G(x)","ignore_case":true"#,
        r#""old":"return g\\(x\\)","regex":true"#,
    ] {
        let request =
            format!(r#"{{"op":"replace","path":"f.py",{reading},"new":"y = h(x)\nreturn g(y)"}}"#);
        let bench = Bench::with("f.py", text);
        bench.pipe(&request, ["apply"]).status_is(0);
        assert_eq!(bench.text("f.py"), wanted, "{request}");
    }
}

/// If old lines after the first match the file exactly, the new lines need no shift.
#[test]
fn exact_later_lines_show_that_the_new_lines_need_no_shift() {
    let text = "def f():\n    if a:\n        x = 1\n    return x\n";
    let old = "if a:\n        x = 1";
    for (new, wanted) in [
        ("if b:\n        x = 2", "    if b:\n        x = 2"),
        (
            "if b:\n        x = 2\n    y = 3",
            "    if b:\n        x = 2\n    y = 3",
        ),
        // A common line shows that all new lines lost their indentation.
        (
            "if b:\n    x = 1\ny = 3",
            "    if b:\n        x = 1\n    y = 3",
        ),
    ] {
        let bench = Bench::with("f.py", text);
        bench
            .run(["replace", "f.py", "--old", old, "--new", new])
            .status_is(0);
        let wanted = text.replace("    if a:\n        x = 1", wanted);
        assert_eq!(bench.text("f.py"), wanted, "{new}");
    }
    for new in [
        "if b:\n        x = 2\n    z = 3\nq = 1",
        "if b:\n        x = 2\nreturn 2",
        "if b:\n        x = 1\nreturn 2",
    ] {
        let payload =
            serde_json::json!({"file_path": "f.py", "old_string": old, "new_string": new});
        let signed = |sign: char, text: &str| -> String {
            text.lines().map(|line| format!("{sign}{line}\n")).collect()
        };
        let (removed, added) = (signed('-', old), signed('+', new));
        let v4a =
            format!("*** Begin Patch\n*** Update File: f.py\n@@\n{removed}{added}*** End Patch\n");
        for (door, request) in [("apply", payload.to_string()), ("patch", v4a)] {
            Bench::with("f.py", text)
                .pipe(&request, [door, "--json"])
                .status_is(1)
                .prints(r#""code":"indentation""#)
                .unchanged();
        }
        Bench::with("f.py", text)
            .run(["replace", "f.py", "--old", old, "--new", new])
            .fails(1, "not indented like the old text");
    }
}

const RENAMING: [&str; 6] = ["replace", "a.txt", "--old", "alpha", "--new", "omega"];

/// The same edit in a form that may be repeated.
const REPEATED: [&str; 7] = [
    "replace",
    "a.txt",
    "--old",
    "alpha",
    "--new",
    "omega",
    "--idempotent",
];

#[test]
fn a_recorded_edit_is_done_while_its_result_is_there() {
    let bench = Bench::with("a.txt", "alpha\nbeta\nomega\n");
    bench.run(REPEATED).status_is(0);
    let done = "omega\nbeta\nomega\n";
    assert_eq!(bench.text("a.txt"), done);
    bench.run(RENAMING).fails(
        1,
        "already applied: entry 1 made this edit, and the new text is at line 1",
    );
    bench
        .run(REPEATED)
        .status_is(0)
        .prints("unchanged a.txt")
        .unchanged();
    // Later edits, by us and by others, do not touch the replacement.
    bench
        .line("replace a.txt --old beta --new 'gamma\ndelta'")
        .status_is(0);
    fs::write(
        bench.path().join("a.txt"),
        "first\nomega\ngamma\ndelta\nomega\n",
    )
    .unwrap();
    bench.run(RENAMING).fails(
        1,
        "already applied: entry 1 made this edit, and the new text is at line 2",
    );
    bench
        .line("replace a.txt --old alpha --new omega --no-journal")
        .fails(1, "is not in the file");
    fs::write(
        bench.path().join("a.txt"),
        "first\nother\ngamma\ndelta\nomega\n",
    )
    .unwrap();
    bench.run(REPEATED).fails(1, "is not in the file");
}

#[test]
fn an_edit_that_was_taken_back_is_not_done() {
    let bench = Bench::with("a.txt", "alpha\nbeta\n");
    bench.run(RENAMING).status_is(0);
    bench.line("undo").status_is(0);
    fs::write(bench.path().join("a.txt"), "beta\nomega\n").unwrap();
    bench.run(REPEATED).fails(1, "is not in the file");
}

#[test]
fn a_batch_that_was_made_is_done() {
    let batch = r#"[{"op":"replace","path":"a.txt","old":"alpha","new":"1","idempotent":true},
        {"op":"replace","path":"a.txt","old":"gamma","new":"2","idempotent":true}]"#;
    let bench = Bench::with("a.txt", "alpha\nbeta\ngamma\n");
    bench.pipe(batch, ["apply"]).status_is(0);
    assert_eq!(bench.text("a.txt"), "1\nbeta\n2\n");
    bench.pipe(batch, ["apply"]).status_is(0).unchanged();
}

/// `\1` in the replacement for a pattern almost certainly means the group.
#[test]
fn groups_as_other_tools_write_them_are_refused() {
    for (new, sign, group) in [
        (r"\1", r"\1", "$1"),
        (r"a\2b", r"\2", "${2}"),
        (r"\0", r"\0", "$0"),
        (r"\g<1>", r"\g<1>", "${1}"),
        (r"\g<name>x", r"\g<name>", "${name}"),
    ] {
        let hint = format!("`{group}` is; with case escapes `\\{sign}` is the literal text");
        let bench = Bench::with("a.txt", "one\n");
        for pattern in ["--regex", "--fancy"] {
            bench
                .run([
                    "replace", "a.txt", pattern, "--old", "(o)n", "--new", new, "-q",
                ])
                .refused(
                    2,
                    &format!(
                        "incise: `{sign}` is not a group in the new text of a pattern\nhint: {hint}\n"
                    ),
                );
        }
        bench
            .pipe(serde_json::json!({"op": "replace", "path": "a.txt", "old": "(o)n", "new": new, "regex": true}).to_string(), ["apply", "--json"])
            .status_is(2)
            .prints(&format!("`{}` is not a group", sign.replace('\\', "\\\\")))
            .unchanged();
        let escaped = new.replace('\\', "\\\\");
        let read = [
            "replace",
            "a.txt",
            "--regex",
            "--old",
            "(o)n",
            "--new",
            &escaped,
            "--case-escapes",
            "-q",
        ];
        bench.run(read).done("", &[("a.txt", &format!("{new}e\n"))]);
    }
}

/// Replacement characters that are special in `sed` are inserted literally, with a warning.
#[test]
fn references_of_other_tools_in_a_replacement_are_reported() {
    for (new, sign) in [
        ("[&]", Some("&")),
        (r"\g", None),
        ("a&b", Some("&")),
        ("a && b", None),
        ("&amp;", None),
        ("x&#38;y", None),
        ("?a=1&b=2", None),
        ("f(&x, &mut y)", None),
        ("$0", None),
        (r"\n", None),
    ] {
        let bench = Bench::with("a.txt", "one\n");
        let typed = ["replace", "a.txt", "--old", "(o)n", "--new", new];
        let ran = bench.run(typed.iter().chain(&["--regex"]));
        ran.status_is(0);
        let told = sign.map_or_else(String::new, |sign| {
            format!(
                "warning: a.txt: `{sign}` in the new text is literal; groups are `$1`, `${{name}}` or `$0`\n"
            )
        });
        assert_eq!(ran.stderr, told, "{new}");
        let literal = Bench::with("a.txt", "(o)n\n").run(typed).stderr.clone();
        assert_eq!(literal, "", "{new}");
    }
}

#[test]
fn an_edit_that_leaves_nothing_of_a_file_is_refused() {
    let told = "incise: a.txt: would empty the file, which has 1 line\n\
                hint: `incise remove a.txt` deletes the file; if it is meant to be empty, --force-shrink\n";
    let bench = Bench::with("a.txt", "one\n");
    for edit in [
        ["replace", "a.txt", "--old", "one\n", "--new", ""].as_slice(),
        &["lines", "a.txt", "1", "--text", ""],
    ] {
        bench.run(edit).refused(1, told);
        let forced = Bench::with("a.txt", "one\n");
        let edit = edit.iter().chain(&["--force-shrink", "-q"]);
        forced.run(edit).done("", &[("a.txt", "")]);
    }
    bench
        .pipe(
            r#"{"op":"replace","path":"a.txt","old":"one\n","new":""}"#,
            ["apply"],
        )
        .fails(1, "\"op\": \"remove\" deletes the file");
    // An explicit empty text is accepted.
    bench
        .line("write a.txt --overwrite --text '' -q")
        .done("", &[("a.txt", "")]);
}

#[test]
fn equal_lines_are_listed_once_with_their_numbers() {
    let bench = Bench::with("a", "x = 1\ny x\nx = 1\n");
    let ran = bench.line("replace a --old x --new z");
    ran.status_is(1).unchanged();
    let lines: Vec<String> = ran.stderr.lines().map(without_ids).collect();
    assert_eq!(lines[1..3], ["  1, 3: x = 1", "  2: y x"]);
    let ran = bench.line("check replace a --old x --new z --all");
    let lines: Vec<String> = ran.stdout.lines().map(without_ids).collect();
    assert!(lines.contains(&"  1, 2, 3: x".to_owned()), "{lines:?}");
}

fn without_ids(line: &str) -> String {
    let pieces = line.split(" (").map(|piece| match piece.split_once(')') {
        Some((_, rest)) => rest,
        None => piece,
    });
    pieces.collect()
}

/// A text of whole lines ends with a line ending, so no word continues after it.
#[test]
fn a_whole_word_may_end_with_its_line() {
    let call = "replace f --old 'a = 1\n' --new 'a = 2\n' --word";
    Bench::with("f", "a = 1\nwhole\n")
        .line(call)
        .edits(&[("f", "a = 2\nwhole\n")]);
    Bench::with("f", "a = 1\nwhole\na = 1\n  x\n")
        .line(call)
        .fails(1, "matches 2 places");
    Bench::with("f", "aa = 1\nx\n")
        .line(call)
        .fails(1, "is not a whole word in the file")
        .says("without --word it matches there");
    // An earlier edit does not hide the word.
    let bench = Bench::with("f", "x a\n");
    bench.line("replace f --old a --new Z -q").status_is(0);
    let bench = bench.file("f", "xa\n");
    bench
        .line("replace f --old a --new Q --word")
        .status_is(1)
        .says("without --word it matches there");
}
