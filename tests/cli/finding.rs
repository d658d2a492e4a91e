//! Finding a match: patterns, IDs, repairs, similarity, and the findings of `check files`.

use serde_json::{Value, json};

use crate::bench::Bench;

const THREE: &str = "x = 1\ny\nx = 1\nz\nx = 1\n";

#[test]
fn a_regular_expression_names_its_groups_in_the_new_text() {
    let bench = Bench::with("a.txt", "let a = 1;\nlet b = 22;\n");
    bench
        .run([
            "replace",
            "a.txt",
            "--regex",
            "--old",
            r"^let (?<name>\w+) = (\d+);$",
            "--new",
            "const ${name}: u8 = $2;",
            "--all",
            "-q",
        ])
        .done("", &[("a.txt", "const a: u8 = 1;\nconst b: u8 = 22;\n")]);
}

#[test]
fn a_pattern_matches_the_first_line_after_the_byte_order_mark() {
    let replaced = |old: &str, new: &str, more: &[&str], after: &str| {
        let words = ["replace", "f", "-q", "--old", old, "--new", new];
        let after = format!("\u{feff}{after}");
        Bench::with("f", "\u{feff}a = 1\nb = 2\n")
            .run([&words, more].concat())
            .done("", &[("f", &after)]);
    };
    let regex = &["--regex"][..];
    let all = &["--regex", "--all"][..];
    replaced("^a", "z", regex, "z = 1\nb = 2\n");
    replaced("^", "# ", all, "# a = 1\n# b = 2\n");
    replaced("^(.*)$", "<$1>", all, "<a = 1>\n<b = 2>\n");
    replaced(r"\A(\w)", "$1$1", regex, "aa = 1\nb = 2\n");
    replaced("^b", "z", regex, "a = 1\nz = 2\n");
    let within = &["--regex", "--within", "1:1"][..];
    replaced("^.", "z", within, "z = 1\nb = 2\n");
    replaced("a", "z", &["--word"], "z = 1\nb = 2\n");
    replaced("A", "z", &["--word", "--ignore-case"], "z = 1\nb = 2\n");
    replaced("\\x{FEFF}(a)", "\u{feff}x$1", regex, "xa = 1\nb = 2\n");
}

#[test]
fn overlapping_matches_are_ambiguous_under_every_option() {
    for (text, old, flag, all) in [
        ("a\nA\na\n", "a\na\n", "--ignore-case", "Za\n"),
        ("a.a.a\n", "a.a", "--word", "Z.a\n"),
        ("aaa\n", "AA", "--ignore-case", "Za\n"),
    ] {
        let words = ["replace", "f", "--old", old, "--new", "Z", flag, "-q"];
        Bench::with("f", text)
            .run(words)
            .fails(1, "matches 2 places");
        let words = [&words[..], &["--all"]].concat();
        Bench::with("f", text).run(words).done("", &[("f", all)]);
    }
}

/// A whole word must not continue on either side, whatever characters it begins and ends with.
#[test]
fn a_word_with_punctuation_at_its_ends_matches_alone() {
    for (text, old, after) in [
        ("$x $xy a$x\n", "$x", "Y $xy a$x\n"),
        ("pre-v -v\n", "-v", "pre-v Y\n"),
        ("f(a) f( f(\n", "f(", "f(a) Y Y\n"),
    ] {
        let words = [
            "replace", "f", "--old", old, "--new", "Y", "--word", "--all", "-q",
        ];
        Bench::with("f", text).run(words).done("", &[("f", after)]);
    }
    Bench::with("f", "pre-v\n")
        .line("replace f --old -v --new -q --word")
        .status_is(1)
        .unchanged();
    let long = format!("{}{}", "-ab".repeat(40), "-");
    let bench = Bench::with("f", format!("x{long} {long}\n"));
    bench
        .run(["replace", "f", "--old", &long, "--new", "Y", "--word", "-q"])
        .done("", &[("f", &format!("x{long} Y\n"))]);
}

#[test]
fn an_expression_does_not_divide_a_line_ending() {
    let text = "x\r\ny\r\n";
    let replace = |old: &str, new: &str| {
        let bench = Bench::with("f", text);
        let ran = bench.run([
            "replace", "f", "--regex", "--all", "-q", "--old", old, "--new", new,
        ]);
        let (status, stderr) = (ran.status, ran.stderr.clone());
        (status, stderr, bench.text("f"))
    };
    for old in [".*", r"\w*", "[a-z]*", "^.*$", ".+"] {
        assert_eq!(
            replace(old, "z"),
            (Some(0), String::new(), "z\r\nz\r\n".to_owned()),
            "{old}"
        );
    }
    assert_eq!(replace("q*", "-").2, "-x-\r\n-y-\r\n");
    for old in [r"[^\n]*", r"\n", r"x\s", "[^q]"] {
        let (status, stderr, left) = replace(old, "z");
        assert_eq!((status, &left[..]), (Some(2), text), "{old}: {stderr}");
        assert!(stderr.contains("half of a line ending"), "{old}: {stderr}");
    }
    // A pattern that mentions the carriage return matches it.
    assert_eq!(replace(r"\r\n", ";").2, "x;y;");
}

#[test]
fn a_line_that_has_grown_has_no_line_ending_too_much() {
    Bench::with("f", "abc\n")
        .file("old", "ab\n")
        .line("replace f --old-file old --new ''")
        .fails(
            1,
            "incise: f: `ab` is not in the file\nhint: copy the text from `incise view f`\n",
        );
}

#[test]
fn a_newline_at_the_end_of_one_side_is_a_line_end() {
    let text = "import os\nimport sys\n";
    let warns = |flag: &str| {
        format!(
            "warning: the final newline of {flag} is ignored, because the other text has none\n"
        )
    };
    for (piped, args, after, flag) in [
        (
            "import os\n",
            ["--old-file", "-", "--new", "import json"],
            "import json\nimport sys\n",
            Some("--old-file"),
        ),
        (
            "import json\n",
            ["--old", "import os", "--new-file", "-"],
            "import json\nimport sys\n",
            Some("--new-file"),
        ),
        (
            "import json\r\n",
            ["--old", "import os", "--new-file", "-"],
            "import json\nimport sys\n",
            Some("--new-file"),
        ),
        (
            "import json\nimport re\n",
            ["--old", "import os", "--new-file", "-"],
            "import json\nimport re\nimport sys\n",
            Some("--new-file"),
        ),
        (
            "import os\n",
            ["--old-file", "-", "--new", ""],
            "import sys\n",
            None,
        ),
        (
            "import os\n",
            ["--old-file", "-", "--new", "import json\n"],
            "import json\nimport sys\n",
            None,
        ),
        (
            "import json",
            ["--old", "import os", "--new-file", "-"],
            "import json\nimport sys\n",
            None,
        ),
    ] {
        let bench = Bench::with("f", text);
        let all = ["replace", "f"].into_iter().chain(args);
        let ran = bench.pipe(piped, all);
        ran.edits(&[("f", after)]);
        assert_eq!(ran.stderr, flag.map_or_else(String::new, warns), "{args:?}");
    }
    // If both texts are read from files, they are used byte for byte.
    let bench = Bench::with("f", text).file("new", "import json\n");
    let both = ["replace", "f", "--old-file", "-", "--new-file", "new", "-q"];
    bench
        .pipe("import os", both)
        .done("", &[("f", "import json\n\nimport sys\n")]);
    // The same for the filter.
    let filter = ["replace", "-", "--old", "a", "--new-file", "new"];
    let bench = Bench::with("new", "b\n");
    let ran = bench.pipe("a c\n", filter);
    ran.status_is(0).prints("b c\n");
    assert!(ran.stderr.ends_with(&warns("--new-file")));
}

#[test]
fn without_regex_nothing_is_a_pattern() {
    Bench::with("a.txt", "a.c abc\n")
        .line("replace a.txt --old a.c --new '$0' -q")
        .done("", &[("a.txt", "$0 abc\n")]);
}

#[test]
fn an_invalid_regular_expression_is_refused() {
    Bench::with("a.txt", "x\n")
        .line("replace a.txt --regex --old '(x' --new y")
        .status_is(2)
        .unchanged();
}

#[test]
fn case_may_be_ignored() {
    let edit = ["replace", "a.txt", "--old", "retry", "--new", "again", "-q"];
    let bench = Bench::with("a.txt", "Retry = 1\n");
    bench.run(edit).status_is(1).unchanged();
    bench
        .run(edit.iter().chain(&["--ignore-case"]))
        .done("", &[("a.txt", "again = 1\n")]);
}

#[test]
fn words_may_be_whole() {
    let edit = ["replace", "a.txt", "--old", "id", "--new", "key", "-q"];
    let bench = Bench::with("a.txt", "width id idle\n");
    bench.run(edit).status_is(1).unchanged();
    bench
        .run(edit.iter().chain(&["--word"]))
        .done("", &[("a.txt", "width key idle\n")]);
}

#[test]
fn insert_finds_its_text_in_the_same_ways() {
    Bench::with("a.txt", "one\nTWO 2\nthree\n")
        .run([
            "insert",
            "a.txt",
            "--after",
            r"^two \d$",
            "--regex",
            "--ignore-case",
            "--text",
            "$0",
            "-q",
        ])
        .done("", &[("a.txt", "one\nTWO 2\n$0\nthree\n")]);
    Bench::with("a.txt", "one\n")
        .line("insert a.txt --line 1 --word --text x")
        .fails(
            2,
            "`--word` belongs to `--before` and `--after`, not to `--line`",
        );
}

#[test]
fn a_similar_place_is_taken_on_request_and_said() {
    let block = |sum: &str, result: &str| {
        format!(
            "fn alpha() {{\n    let first = first_number();\n    let second = second_number();\n    \
             let total = {sum};\n    {result}\n}}\n"
        )
    };
    let text = block("first + second", "total");
    let (old, new) = (
        block("first - second", "total"),
        block("first - second", "total * 2"),
    );
    let bench = Bench::with("a.rs", text);
    let edit = ["replace", "a.rs", "--old", &old, "--new", &new, "--json"];
    bench
        .run(edit)
        .status_is(1)
        .prints("\"code\":\"not_found\"")
        .unchanged();
    let ran = bench.run(
        edit.iter()
            .chain(&["--match", "fuzzy", "--threshold", "0.7"]),
    );
    // Only the line that the call changes is written.
    let expected = block("first + second", "total * 2");
    ran.edits(&[("a.rs", &expected)]);
    let site = &ran.json()["files"][0]["sites"][0];
    assert_eq!(site["tier"], "fuzzy");
    assert!(site["similarity"].as_f64().unwrap() >= 0.7, "{site}");
}

#[test]
fn incompatible_flags_are_refused() {
    let wrong: &[&[&str]] = &[
        &["--regex", "--match", "fuzzy"],
        &["--ignore-case", "--fix", "escapes"],
        &["--threshold", "0.9"],
        &["--fix", "quotes"],
        &["--site", "12"],
        &["--site", "12345678", "--all"],
    ];
    let bench = Bench::with("a.txt", "x\n");
    for more in wrong {
        let edit = ["replace", "a.txt", "--old", "x", "--new", "y"];
        bench.run(edit.iter().chain(*more)).status_is(2).unchanged();
    }
    let bench = bench.file("b.txt", "x\n");
    bench
        .line("replace a.txt b.txt --old x --new y --site 12345678")
        .fails(2, "is a match of one text in one file");
}

fn candidates(bench: &Bench) -> Vec<Value> {
    let check = "check replace a.txt --old 'x = 1' --new 2 --json";
    let ran = bench.line(check);
    ran.status_is(1).unchanged();
    ran.json()["error"]["candidates"]
        .as_array()
        .unwrap()
        .clone()
}

#[test]
fn every_candidate_has_an_id_that_picks_it() {
    let after = [
        (1, "2\ny\nx = 1\nz\nx = 1\n"),
        (3, "x = 1\ny\n2\nz\nx = 1\n"),
        (5, "x = 1\ny\nx = 1\nz\n2\n"),
    ];
    for (at, (line, expected)) in after.into_iter().enumerate() {
        let bench = Bench::with("a.txt", THREE);
        let candidate = &candidates(&bench)[at];
        assert_eq!(candidate["lines"], json!([line, line]));
        let id = candidate["id"].as_str().unwrap();
        bench
            .line("check replace a.txt --old 'x = 1' --new 2")
            .fails(1, &format!(" {line} ({id})"));
        bench
            .run([
                "replace", "a.txt", "--old", "x = 1", "--new", "2", "--site", id, "-q",
            ])
            .done("", &[("a.txt", expected)]);
    }
}

#[test]
fn every_place_of_a_check_that_succeeds_has_an_id_that_picks_it() {
    let all = ["replace", "a.txt", "--old", "x = 1", "--new", "2"];
    let sites = |bench: &Bench| {
        let ran = bench.run(["check"].iter().chain(&all).chain(&["--all", "--json"]));
        ran.status_is(0).unchanged();
        let sites = &ran.json()["files"][0]["sites"];
        let id = |site: &Value| site["id"].as_str().unwrap().to_owned();
        sites.as_array().unwrap().iter().map(id).collect::<Vec<_>>()
    };
    let bench = Bench::with("a.txt", THREE);
    let ids = sites(&bench);
    assert_eq!(ids.len(), 3);
    bench
        .run(["check"].iter().chain(&all).chain(&["--all"]))
        .status_is(0)
        .prints(&format!(
            "\n  1 ({}), 3 ({}), 5 ({}): x = 1\n",
            ids[0], ids[1], ids[2]
        ))
        .unchanged();
    let pick = [&all[..], &["--site", &ids[1], "--json"]].concat();
    let ran = bench.run(&pick);
    ran.edits(&[("a.txt", "x = 1\ny\n2\nz\nx = 1\n")]);
    let ran = bench.run(&pick);
    ran.status_is(3).unchanged();
    assert_eq!(ran.json()["error"]["code"], "stale");
}

#[test]
fn places_beyond_the_exact_tier_have_ids_too() {
    let text = "if a:\n        one(1)\n        two(2)\n        three(3)\n        four(4)\n";
    for (old, more) in [
        ("one(1)\ntwo(2)\n", &[][..]),
        (
            "one(1)\ntwo(2)\nthree(3)\nfoour(4)\n",
            &["--match", "fuzzy"],
        ),
    ] {
        let bench = Bench::with("a.py", text);
        let new = old.replace("one", "eins");
        let edit = [&["replace", "a.py", "--old", old, "--new", &new], more].concat();
        let ran = bench.run(["check"].iter().chain(&edit).chain(&["--json"]));
        let site = ran.status_is(0).json()["files"][0]["sites"][0].clone();
        let id = site["id"].as_str().unwrap();
        let after = text.replace("one", "eins");
        bench
            .run(edit.iter().chain(&["--site", id, "-q"]))
            .edits(&[("a.py", &after)]);
        bench
            .run(edit.iter().chain(&["--site", id]))
            .status_is(1)
            .unchanged();
    }
}

#[test]
fn the_other_files_that_hold_the_text_are_named() {
    let bench = Bench::with("a.txt", "one\n").file("b.txt", "two\nx = 1\n");
    bench
        .line("replace a.txt b.txt --old 'x = 1' --new 2")
        .fails(1, "a.txt: `x = 1` is not in the file\n")
        .says("hint: it is in b.txt, at line 2; --if-found skips the files without it\n");
    let edits = json!({"edits": [
        {"op": "replace", "path": "a.txt", "old": "x = 1", "new": "2"},
        {"op": "insert", "path": "a.txt", "after": "two", "text": "3"},
        {"op": "replace", "path": "b.txt", "old": "two", "new": "3"},
    ]});
    let ran = bench.pipe(edits.to_string(), ["apply", "-", "--json"]);
    ran.status_is(1).unchanged();
    let error = &ran.json()["error"];
    let hint = r#"it is in "b.txt", at line 2; give that path"#;
    assert_eq!(error["hint"], hint);
    assert_eq!(
        error["edits"][1]["hint"],
        "it is in \"b.txt\", at line 1; give that path"
    );
}

#[test]
fn a_search_that_stops_at_its_bound_says_so() {
    let block = "same();\n".repeat(1_000);
    let text = "    same();\n".repeat(10_000);
    let bench = Bench::with("a.txt", text)
        .file("block", &block)
        .file("new", "other();\n");
    let edit = [
        "replace",
        "a.txt",
        "--old-file",
        "block",
        "--new-file",
        "new",
    ];
    bench.run(edit).fails(
        1,
        "is not in the file; the search with other indentation reached its limit",
    );
    let long = "not there\n".repeat(10_100);
    let bench = Bench::with("a.txt", "x\n")
        .file("block", long)
        .file("new", "y\n");
    bench
        .run(edit.iter().chain(&["--match", "fuzzy"]))
        .fails(1, "text over 100,000 bytes is not searched by similarity");
}

#[test]
fn a_sibling_is_not_mistaken_for_a_missing_block() {
    let block = |verb: &str| {
        format!(
            "pub fn {verb}_member(socket: &Socket) -> Result<()> {{\n    let request = request(socket);\n    socket.check()?;\n    set_option(\n        socket.raw(),\n        level::IP,\n        option::{verb}_membership,\n        request,\n    )\n}}\n"
        )
    };
    let uses = "fn both(socket: &Socket) {\n    add_member(socket);\n    drop_member(socket);\n}\nconst ALL: [u8; 2] = [add_membership, drop_membership];\n";
    let old = block("add");
    let new = old.replace("check", "verify");
    let edit = [
        "replace", "a.rs", "--old", &old, "--new", &new, "--match", "fuzzy",
    ];
    let bench = Bench::with("a.rs", block("drop") + uses);
    bench.run(edit).status_is(1).unchanged();
    // The same block with one new word is still a match.
    let renamed = block("add").replace("option::add_membership", "option::add_membership_now");
    let bench = Bench::with("a.rs", renamed.clone() + uses);
    bench
        .run(edit)
        .status_is(0)
        .says("warning: a.rs: ")
        .changed(&[("a.rs", &(renamed.replace("check", "verify") + uses))]);
}

#[test]
fn an_id_is_stale_once_the_file_changed() {
    let bench = Bench::with("a.txt", THREE);
    let id = candidates(&bench)[1]["id"].as_str().unwrap().to_owned();
    let bench = bench.file("a.txt", format!("{THREE}more\n"));
    let edit = ["--old", "x = 1", "--new", "2", "--site", &id, "--json"];
    let ran = bench.run(["replace", "a.txt"].iter().chain(&edit));
    ran.status_is(3).unchanged();
    assert_eq!(ran.json()["error"]["code"], "stale");
}

#[test]
fn a_request_has_the_same_fields() {
    let file = "Let a = 1;\nlet id = 2;\nwidth\n";
    let edits = [
        (
            json!({"old": r"^let (\w) = 1", "new": "$1 = 3", "regex": true, "ignore_case": true}),
            "a = 3;\nlet id = 2;\nwidth\n",
        ),
        (
            json!({"old": "id", "new": "key", "word": true}),
            "Let a = 1;\nlet key = 2;\nwidth\n",
        ),
        (
            json!({"old": "a = 1;\\nlet id", "new": "b = 1;\\nlet ix", "fix": "escapes"}),
            "Let b = 1;\nlet ix = 2;\nwidth\n",
        ),
    ];
    for (mut edit, expected) in edits {
        edit["op"] = "replace".into();
        edit["path"] = "a.txt".into();
        Bench::with("a.txt", file)
            .pipe(edit.to_string(), ["apply", "-", "-q"])
            .done("", &[("a.txt", expected)]);
    }
    let bench = Bench::with("a.txt", THREE);
    let id = candidates(&bench)[2]["id"].clone();
    let edit = json!({"op": "replace", "path": "a.txt", "old": "x = 1", "new": "2", "site": id});
    bench
        .pipe(edit.to_string(), ["apply", "-", "-q"])
        .done("", &[("a.txt", "x = 1\ny\nx = 1\nz\n2\n")]);
}

#[test]
fn residue_in_files_is_found() {
    let text = "fn a() {\n    // ... rest of code unchanged ...\n}\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n";
    let bench = Bench::with("a.txt", text);
    let ran = bench.line("check files a.txt --json");
    ran.status_is(0).unchanged();
    let report = ran.json();
    let found: Vec<_> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| {
            assert_eq!(finding["severity"], "warning");
            (finding["kind"].clone(), finding["lines"][0].clone())
        })
        .collect();
    let expected = [
        ("placeholder", 2),
        ("conflict_marker", 4),
        ("conflict_marker", 8),
    ];
    assert_eq!(
        found,
        expected.map(|(kind, line)| (kind.into(), line.into()))
    );
    bench
        .line("check files a.txt")
        .status_is(0)
        .prints("a.txt:2: warning: a placeholder for omitted text\n");
    bench
        .line("check files a.txt --strict")
        .status_is(1)
        .prints("a.txt:4: warning: a conflict marker\n")
        .unchanged();
}

#[test]
fn a_text_in_another_encoding_gets_a_hint() {
    let bench = Bench::with("f", b"caf\xe9 x\n");
    let ran = bench.run(["replace", "f", "--old", "caf\u{e9}", "--new", "z"]);
    ran.status_is(1)
        .says("hint: the file is in Latin-1 or another single-byte encoding");
    // ASCII text is the same in both encodings.
    let ran = bench.line("replace f --old tea --new z");
    ran.status_is(1).says("hint: copy the text from");
}

#[test]
fn standard_input_has_one_name() {
    let bench = Bench::new();
    let ran = bench.pipe(
        "abc\n",
        ["replace", "/dev/stdin", "--old", "b", "--new", "c"],
    );
    ran.status_is(4).says("hint: standard input is `-`");
    let args = [
        "replace",
        "-",
        "--old",
        "b",
        "--new",
        "c",
        "--expect-hash",
        "blake3:0000000000",
    ];
    let ran = bench.pipe("abc\n", args);
    ran.status_is(3)
        .says("hint: standard input has other content: give its hash, or no hash");
}
