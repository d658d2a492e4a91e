//! The tolerances of the formats that `patch` reads. Each documented tolerance has a case with real files.

use serde_json::json;

use crate::bench::Bench;
use crate::notation::joined;

const TEXT: &str = "class A:\n    def run(self):\n        start()\n        return 1\n\nclass B:\n    def run(self):\n        start()\n        return 2\n";

/// Asserts that the patch turns `TEXT` in `f.py` into `after`.
#[track_caller]
fn makes(patch: &str, after: &str) {
    Bench::with("f.py", TEXT)
        .pipe(patch, ["patch", "-q"])
        .done("", &[("f.py", after)]);
}

#[track_caller]
fn refused(patch: &str, says: &str) {
    let bench = Bench::with("f.py", TEXT);
    let ran = bench.pipe(patch, ["patch"]);
    assert_ne!(ran.status, Some(0), "{}", ran.stdout);
    ran.says(says).unchanged();
}

fn envelope(lines: &[&str]) -> String {
    format!("*** Begin Patch\n{}*** End Patch\n", joined(lines))
}

fn update(lines: &[&str]) -> String {
    envelope(&[&["*** Update File: f.py"], lines].concat())
}

// ------------------------------------------------------------------ several parts for one file

#[test]
fn two_parts_for_one_file_are_reported_in_lines_of_the_file() {
    let part = |hunk: &[&str]| joined(&[&["--- a/f.py", "+++ b/f.py"], hunk].concat());
    let both = part(&["@@ -1 +1,3 @@", "+# one", "+# two", " class A:"])
        + &part(&["@@ -6 +6 @@", "-        return 1", "+        return 10"])
        + &part(&["@@ -2 +2 @@", "-# two", "+# 2"]);
    let after = TEXT.replace("return 1\n", "return 10\n");
    let bench = Bench::with("f.py", TEXT);
    let ran = bench.pipe(&both, ["patch", "--json"]);
    ran.edits(&[("f.py", &format!("# one\n# 2\n{after}"))]);
    let hunks = &ran.json()["files"][0]["hunks"];
    let lines = |name: &str| -> Vec<_> { (0..3).map(|hunk| hunks[hunk][name].clone()).collect() };
    let json = |pairs: [[usize; 2]; 3]| pairs.map(|pair| serde_json::json!(pair));
    assert_eq!(lines("lines"), json([[1, 1], [4, 4], [1, 1]]), "{hunks}");
    assert_eq!(
        lines("new_lines"),
        json([[1, 3], [6, 6], [2, 2]]),
        "{hunks}"
    );
}

// ------------------------------------------------------------------ unified and git

#[test]
fn a_mailbox_of_two_commits() {
    let mail = |subject: &str, hunk: &str| {
        format!(
            "From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\n\
             From: A <a@example.org>\nDate: Thu, 1 Jan 2026 00:00:00 +0000\nSubject: [PATCH] {subject}\n\n\
             - why\n+ and how\n---\n f.py | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n\n\
             diff --git a/f.py b/f.py\nindex 0123456..789abcd 100644\n--- a/f.py\n+++ b/f.py\n{hunk}-- \n2.47.3\n\n"
        )
    };
    let first = mail(
        "one",
        "@@ -4 +4 @@\n-        return 1\n+        return 10\n",
    );
    let second = mail(
        "two",
        "@@ -4 +4 @@\n-        return 10\n+        return 100\n",
    );
    makes(
        &format!("{first}{second}"),
        &TEXT.replace("return 1\n", "return 100\n"),
    );
}

#[test]
fn time_stamps_and_command_lines_of_gnu_diff() {
    let patch = "diff -ruN old/f.py new/f.py\n--- old/f.py\t2026-01-01 00:00:00.000000000 +0100\n\
                 +++ new/f.py\t2026-01-02 00:00:00.000000000 +0100\n@@ -4 +4 @@\n-        return 1\n+        return 10\n\
                 Only in old: gone\n";
    makes(patch, &TEXT.replace("return 1\n", "return 10\n"));
}

#[test]
fn names_with_blanks_and_names_in_quotes() {
    let hunk = "@@ -1 +1 @@\n-a\n+A\n";
    for (name, written) in [
        ("a b.txt", "a b.txt"),
        ("a b.txt", "a b.txt\t"),
        ("\u{e4} \"x\".txt", "\"%\\303\\244 \\\"x\\\".txt\""),
    ] {
        let with = |prefix: &str| match written.strip_prefix("\"%") {
            Some(quoted) => format!("\"{prefix}{quoted}"),
            None => format!("{prefix}{written}"),
        };
        let patch = format!("--- {}\n+++ {}\n{hunk}", with("a/"), with("b/"));
        Bench::with(name, "a\n")
            .pipe(patch, ["patch", "-q"])
            .done("", &[(name, "A\n")]);
    }
}

#[test]
fn no_context_at_all() {
    let patch = "--- a/f.py\n+++ b/f.py\n@@ -3,0 +4 @@\n+        log()\n@@ -4 +5 @@\n-        return 1\n+        return 10\n";
    let after = TEXT.replacen(
        "        return 1\n",
        "        log()\n        return 10\n",
        1,
    );
    makes(patch, &after);
}

// ------------------------------------------------------------------ V4A

#[test]
fn v4a_sections_of_every_kind() {
    let patch = envelope(&[
        "*** Add File: d/new.py",
        "+x = 1",
        "*** Delete File: old.py",
        "*** Update File: f.py",
        "*** Move to: g.py",
        "@@ class B:",
        "-        return 2",
        "+        return 20",
    ]);
    let bench = Bench::with("f.py", TEXT).file("old.py", "old\n");
    let ran = bench.pipe(patch, ["patch", "-q"]);
    let after = TEXT.replace("return 2", "return 20");
    ran.status_is(0).became(&[
        ("f.py", None),
        ("g.py", Some(after.as_bytes())),
        ("old.py", None),
        ("d/new.py", Some(b"x = 1\n")),
    ]);
}

#[test]
fn v4a_stacked_anchors_are_nested_scopes() {
    let patch = update(&[
        "@@ class B:",
        "@@     def run(self):",
        "-        start()",
        "+        begin()",
    ]);
    let at = TEXT.rfind("start()").unwrap();
    makes(
        &patch,
        &format!("{}begin(){}", &TEXT[..at], &TEXT[at + 7..]),
    );
    let unscoped = update(&["@@", "-        start()", "+        begin()"]);
    refused(&unscoped, "f.py: ");
}

#[test]
fn v4a_the_files_missing_final_newline_is_kept() {
    let hunk = ["@@", "-        return 2", "+        return 3"];
    for marker in [&["*** End of File"][..], &[]] {
        let patch = update(&[&hunk[..], marker].concat());
        Bench::with("f.py", TEXT.trim_end())
            .pipe(&patch, ["patch", "-q"])
            .done(
                "",
                &[("f.py", &TEXT.trim_end().replace("return 2", "return 3"))],
            );
        makes(&patch, &TEXT.replace("return 2", "return 3"));
    }
}

#[test]
fn v4a_lines_without_a_sign_are_context() {
    let patch = update(&[
        "@@ class A:",
        "    def run(self):",
        "-        start()",
        "+        begin()",
    ]);
    makes(&patch, &TEXT.replacen("start()", "begin()", 1));
}

#[test]
fn v4a_empty_sections_are_skipped() {
    let patch = update(&[
        "@@",
        "@@ class A:",
        "@@",
        "-        return 1",
        "+        return 10",
    ]);
    makes(&patch, &TEXT.replace("return 1\n", "return 10\n"));
}

#[test]
fn v4a_hunks_in_any_order() {
    let patch = update(&[
        "@@",
        "-        return 2",
        "+        return 20",
        "@@",
        "-        return 1",
        "+        return 10",
    ]);
    let after = TEXT
        .replace("return 1\n", "return 10\n")
        .replace("return 2", "return 20");
    makes(&patch, &after);
}

#[test]
fn v4a_an_anchor_with_only_additions_inserts_below_it() {
    let patch = update(&["@@ class B:", "+    limit = 3"]);
    makes(
        &patch,
        &TEXT.replace("class B:\n", "class B:\n    limit = 3\n"),
    );
}

#[test]
fn v4a_the_files_context_is_kept() {
    let text = "def f():  \n\tone()\n\ttwo()\n";
    let patch = update(&[" def f():", "-    one()", "+    1()", "     two()"]);
    Bench::with("f.py", text)
        .pipe(patch, ["patch", "-q"])
        .done("", &[("f.py", "def f():  \n\t1()\n\ttwo()\n")]);
}

#[test]
fn v4a_add_refuses_an_existing_file() {
    refused(&envelope(&["*** Add File: f.py", "+x"]), "f.py");
}

#[test]
fn v4a_without_an_end_is_complete_only_in_a_closed_fence() {
    let patch = update(&["@@", "-        return 1", "+        return 10"]);
    let patch = patch.replace("*** End Patch\n", "");
    refused(&patch, "the patch ends without `*** End Patch`");
    makes(
        &format!("```\n{patch}```\n"),
        &TEXT.replace("return 1\n", "return 10\n"),
    );
}

// ------------------------------------------------------------------ SEARCH/REPLACE

#[test]
fn blocks_with_five_to_nine_signs() {
    for count in 5..=9 {
        let run = |sign: &str| sign.repeat(count);
        let patch = format!(
            "f.py\n{} SEARCH\n        return 1\n{}\n        return 10\n{} REPLACE\n",
            run("<"),
            run("="),
            run(">")
        );
        makes(&patch, &TEXT.replace("return 1\n", "return 10\n"));
    }
}

const BLOCK: &str =
    "<<<<<<< SEARCH\n        return 1\n=======\n        return 10\n>>>>>>> REPLACE\n";

/// With `--target`, a block without a name is for the target, even if other blocks name other files.
#[test]
fn a_block_without_a_name_is_for_the_target() {
    let block =
        |old: &str, new: &str| format!("<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n");
    let named = block("y", "Y");
    let blocks = format!("{}a.rs\n{named}b.rs\n{named}", block("x", "X"));
    Bench::with("a.rs", "x\ny\n")
        .file("b.rs", "y\n")
        .pipe(blocks, ["patch", "--target", "a.rs", "-q"])
        .edits(&[("a.rs", "X\nY\n")]);
}

#[test]
fn a_file_name_up_to_three_lines_above_a_block_is_found() {
    for above in [
        "f.py\n",
        "`f.py`\n",
        "**f.py**\n",
        "### f.py\n",
        "# f.py:\n",
        "File: f.py\n",
        "f.py\n```python\n",
        "f.py\n\n```python\n",
        "```python\nf.py\n",
        "Now change this:\n\nf.py\n",
    ] {
        makes(
            &format!("{above}{BLOCK}"),
            &TEXT.replace("return 1\n", "return 10\n"),
        );
    }
}

#[test]
fn blocks_with_dots_on_both_sides() {
    let patch = "f.py\n<<<<<<< SEARCH\nclass B:\n...\n        return 2\n=======\nclass C:\n...\n        return 3\n>>>>>>> REPLACE\n";
    makes(
        patch,
        &TEXT
            .replace("class B", "class C")
            .replace("return 2", "return 3"),
    );
}

#[test]
fn an_empty_search_makes_a_file_and_touches_no_text_there() {
    let block = "n.txt\n<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n";
    Bench::new()
        .pipe(block, ["patch", "-q"])
        .done("", &[("n.txt", "new\n")]);
    Bench::with("n.txt", "")
        .pipe(block, ["patch", "-q"])
        .done("", &[("n.txt", "new\n")]);
    // The file has exactly the new text, so there is nothing to do.
    let ran = Bench::with("n.txt", "new\n");
    ran.pipe(block, ["patch", "-q"]).status_is(0).unchanged();
    for block in [block, &block.replace("SEARCH\n", "SEARCH\n  \n\n")] {
        Bench::with("n.txt", "old\n").pipe(block, ["patch"]).refused(
            1,
            "incise: n.txt: an empty SEARCH creates a file, but the file already exists (1 line, 4 bytes)\n\
             hint: `incise append n.txt` adds to the end, `incise write n.txt --overwrite` replaces the whole file\n\
             nothing was written\n",
        );
    }
    let twice = block.to_owned() + block.replace("new", "more").as_str();
    Bench::new()
        .pipe(twice, ["patch"])
        .fails(1, "an empty SEARCH creates a file");
}

#[test]
fn the_ways_out_of_an_empty_search_in_the_words_of_other_callers() {
    let block = "<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n";
    for (request, hint) in [
        (
            json!({"op": "patch", "diff": format!("n.txt\n{block}")}),
            "\"op\": \"append\" adds to the end, \"op\": \"write\" with \"overwrite\": true replaces the whole file",
        ),
        (
            json!({"path": "n.txt", "patch": block}),
            "to add to the end, give the last lines as SEARCH and again as the first lines of REPLACE; to replace the whole file, give all of it as SEARCH",
        ),
    ] {
        Bench::with("n.txt", "old\n")
            .pipe(request.to_string(), ["apply", "-"])
            .fails(1, hint);
    }
    // Follows the second suggestion.
    for (search, replace, after) in [
        ("old\n", "old\nnew\n", "old\nnew\n"),
        ("old\n", "new\n", "new\n"),
    ] {
        let block = format!("n.txt\n<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n");
        Bench::with("n.txt", "old\n")
            .pipe(block, ["patch", "-q"])
            .done("", &[("n.txt", after)]);
    }
}

#[test]
fn markup_around_a_block_is_no_file_name() {
    let block = "<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n";
    for above in [
        "<apply_diff>\n<path>n.txt</path>\n<diff>\n",
        "<file>\n<path>n.txt</path>\n<diff>\n<content type=\"text\">\n```\n",
        "n.txt\n<diff>\n",
        "<file_path>n.txt</file_path>\n</old>\n<br/>\n",
        "`n.txt`\n<source>python\n",
        "n.txt\n<![CDATA[\n",
        "<?xml?>\nn.txt\n<!-- x -->\n",
        "<!-- n.txt -->\n",
        "n.txt\n>>>>>>> REPLACE\n",
        "n.txt\nREPLACE\n",
    ] {
        Bench::new()
            .pipe(format!("{above}{block}</diff>\n"), ["patch", "-q"])
            .done("", &[("n.txt", "new\n")]);
    }
    for above in [
        "<diff>\n",
        "</diff>\n",
        "<README>\n",
        "<content type='a'>\n",
        "<![CDATA[\n",
        "<!-- x -->\n",
        "<?xml?>\n",
        "REPLACE\n",
        ">>>>>>> REPLACE\n",
        "`SEARCH`\n",
    ] {
        Bench::new()
            .pipe(format!("{above}{block}"), ["patch"])
            .status_is(2)
            .unchanged();
    }
}

#[test]
fn backslashes_in_names_lead_into_a_directory_that_is_there() {
    let block = |name: &str, old: &str, new: &str| {
        format!("{name}\n<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n")
    };
    let new = block("Assets\\Core\\New.cs", "", "new\n");
    let edit = block("Assets\\Core\\New.cs", "new\n", "newer\n");
    let bench = || Bench::new().directory("Assets/Core");
    bench()
        .pipe(new.clone(), ["patch", "-q"])
        .done("", &[("Assets/Core/New.cs", "new\n")]);
    bench()
        .pipe(new.clone() + &edit, ["patch", "-q"])
        .done("", &[("Assets/Core/New.cs", "newer\n")]);
    Bench::new()
        .directory("Assets")
        .pipe(new.clone(), ["patch", "-q"])
        .status_is(0);
    let there = || Bench::with("Assets/Core/New.cs", "new\n");
    there()
        .pipe(edit.clone(), ["patch", "-q"])
        .done("", &[("Assets/Core/New.cs", "newer\n")]);
    for other in [
        "*** Begin Patch\n*** Update File: Assets\\Core\\New.cs\n-new\n+newer\n*** End Patch\n",
        "--- Assets\\Core\\New.cs\n+++ Assets\\Core\\New.cs\n@@ -1 +1 @@\n-new\n+newer\n",
        "--- a\\Assets\\Core\\New.cs\n+++ b\\Assets\\Core\\New.cs\n@@ -1 +1 @@\n-new\n+newer\n",
    ] {
        there()
            .pipe(other, ["patch", "-q"])
            .done("", &[("Assets/Core/New.cs", "newer\n")]);
    }
    Bench::with("a.cs", "new\n")
        .directory("Assets/Core")
        .pipe(
            "*** Begin Patch\n*** Update File: a.cs\n*** Move to: Assets\\Core\\New.cs\n-new\n+newer\n*** End Patch\n",
            ["patch", "-q"],
        )
        .status_is(0)
        .became(&[("a.cs", None), ("Assets/Core/New.cs", Some(b"newer\n"))]);
    // If there is no such directory, or a file with the literal name exists, the name is used as written.
    Bench::new()
        .pipe(new, ["patch", "-q"])
        .done("", &[("Assets\\Core\\New.cs", "new\n")]);
    let both = there().file("Assets\\Core\\New.cs", "new\n");
    both.pipe(edit, ["patch", "-q"])
        .done("", &[("Assets\\Core\\New.cs", "newer\n")]);
}

#[test]
fn a_block_that_leaves_nothing_of_a_file_is_refused() {
    let told = "incise: a.txt: would empty the file, which has 2 lines\n\
                hint: `incise remove a.txt` deletes the file; if it is meant to be empty, --force-shrink\n\
                nothing was written\n";
    for diff in [
        "a.txt\n<<<<<<< SEARCH\none\ntwo\n=======\n>>>>>>> REPLACE\n",
        "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n-two\n*** End Patch\n",
    ] {
        let bench = Bench::with("a.txt", "one\ntwo\n");
        bench.pipe(diff, ["patch"]).refused(1, told);
        bench
            .pipe(diff, ["patch", "-q", "--force-shrink"])
            .done("", &[("a.txt", "")]);
    }
    // A diff with line numbers describes a change that was made to the file elsewhere.
    Bench::with("a.txt", "one\ntwo\n")
        .pipe(
            "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +0,0 @@\n-one\n-two\n",
            ["patch", "-q"],
        )
        .done("", &[("a.txt", "")]);
}

#[test]
fn blocks_with_a_stated_line_and_a_rule() {
    let patch = "f.py\n<<<<<<< SEARCH\n:start_line:8\n-------\n        start()\n=======\n        begin()\n>>>>>>> REPLACE\n";
    let at = TEXT.rfind("start()").unwrap();
    let after = format!("{}begin(){}", &TEXT[..at], &TEXT[at + 7..]);
    let bench = Bench::with("f.py", TEXT);
    let ran = bench.pipe(patch, ["patch", "-q"]);
    // A stated line number may decide between two equal places or be ignored, but must never select the wrong one.
    match ran.status {
        Some(0) => drop(ran.changed(&[("f.py", &after)])),
        _ => drop(ran.says("matches 2 places").unchanged()),
    }
}

#[test]
fn escaped_markers_are_text() {
    let text = "a\n<<<<<<< SEARCH\nb\n=======\n";
    let patch = "f.txt\n<<<<<<< SEARCH\na\n\\<<<<<<< SEARCH\nb\n=======\na\n\\<<<<<<< SEARCH\nB\n>>>>>>> REPLACE\n";
    Bench::with("f.txt", text)
        .pipe(patch, ["patch", "-q"])
        .done("", &[("f.txt", "a\n<<<<<<< SEARCH\nB\n=======\n")]);
}

#[test]
fn a_diff_in_a_fence_with_the_name_inside() {
    let patch = format!("```\nf.py\n{BLOCK}```\n");
    makes(&patch, &TEXT.replace("return 1\n", "return 10\n"));
}

#[test]
fn a_block_that_is_not_there() {
    refused(
        &format!("f.py\n{}", BLOCK.replace("return 1\n", "return 7\n")),
        "f.py",
    );
}

// ------------------------------------------------------------------ anchors

const SHUTDOWN: &str = "def shutdown():\n    power_off()\n\ndef startup():\n    power_on()\n";

/// Asserts that no mode applies `patch` to `SHUTDOWN`, and that the message contains `says`.
#[track_caller]
fn shutdown_stays(patch: &str, says: &str) {
    for mode in ["strict", "tolerant", "merge", "fuzzy"] {
        let bench = Bench::with("s.py", SHUTDOWN);
        let ran = bench.pipe(patch, ["patch", "--mode", mode]);
        ran.fails(1, "nothing was written");
        if mode == "tolerant" {
            bench.pipe(patch, ["patch", "--mode", mode]).says(says);
        }
    }
}

#[test]
fn every_line_around_dots_is_needed() {
    let block = |anchor: &str| {
        joined(&[
            "s.py",
            "<<<<<<< SEARCH",
            anchor,
            "    ...",
            "    power_off()",
            "=======",
            anchor,
            "    ...",
            "    power_off_safely()",
            ">>>>>>> REPLACE",
        ])
    };
    shutdown_stays(&block("def boot():"), "hunk 1 is at line");
    shutdown_stays(&block("def startup():"), "hunk 1 is at line");
    let diff = "--- a/s.py\n+++ b/s.py\n@@ ... @@\n def startup():\n ...\n-    power_off()\n+    power_off_safely()\n";
    shutdown_stays(diff, "hunk 1 is at line");
    let after = "--- a/s.py\n+++ b/s.py\n@@ ... @@\n-    power_off()\n+    power_off_safely()\n ...\n def boot():\n";
    shutdown_stays(after, "hunk 1 is at line");
    let v4a = |anchor: &str| {
        joined(&[
            "*** Begin Patch",
            "*** Update File: s.py",
            "@@",
            anchor,
            " ...",
            "-    power_off()",
            "+    power_off_safely()",
            "*** End Patch",
        ])
    };
    shutdown_stays(&v4a(" def startup():"), "hunk 1 is at line");
    Bench::with("s.py", SHUTDOWN)
        .pipe(v4a(" def shutdown():"), ["patch", "-q"])
        .done("", &[("s.py", &SHUTDOWN.replace("off()", "off_safely()"))]);
}

#[test]
fn a_hunk_of_context_only_is_an_anchor() {
    let text = "x\nb\nfirst\nmid\nx\nlast\n";
    let patch = update(&["@@", " first", "@@", " x", "+new"]);
    Bench::with("f.py", text)
        .pipe(&patch, ["patch", "-q"])
        .done("", &[("f.py", "x\nb\nfirst\nmid\nx\nnew\nlast\n")]);
    let bench = Bench::with("f.py", text);
    let wrong = update(&["@@", " last", "@@", " b", "+new"]);
    let ran = bench.pipe(&wrong, ["patch"]);
    ran.fails(1, "hunk 2 of 2 is not below its anchor `last` at line 6");
}

#[test]
fn a_header_restricts_to_what_follows_it() {
    let text = "x\nb\nfirst\nmid\nx\nlast\n";
    Bench::with("f.py", text)
        .pipe(update(&["@@ first", "-x", "+new"]), ["patch", "-q"])
        .done("", &[("f.py", "x\nb\nfirst\nmid\nnew\nlast\n")]);
    let bench = Bench::with("f.py", text);
    let ran = bench.pipe(update(&["@@ first", "-b", "+new"]), ["patch"]);
    ran.fails(1, "the hunk is not below its anchor `first` at line 3");
    let bench = Bench::with("f.py", TEXT);
    let missing = update(&[
        "@@ class A:",
        "@@     def missing(self):",
        "-        return 1",
        "+        return 9",
    ]);
    bench.pipe(&missing, ["patch"]).fails(
        1,
        "the hunk names the anchor `def missing(self):`, which is not in the file",
    );
}

// ------------------------------------------------------------------ together

#[test]
fn several_formats_in_one_text_are_one_transaction() {
    let v4a = update(&["@@", "-        return 2", "+        return 20"]);
    let unified = "--- a/u.txt\n+++ b/u.txt\n@@ -1 +1 @@\n-u\n+U\n";
    let text = format!("First\n\nf.py\n{BLOCK}\nthen\n\n{unified}\n{v4a}");
    let after = TEXT
        .replace("return 1\n", "return 10\n")
        .replace("return 2", "return 20");
    Bench::with("f.py", TEXT)
        .file("u.txt", "u\n")
        .pipe(&text, ["patch", "-q"])
        .done("", &[("f.py", &after), ("u.txt", "U\n")]);
    let bench = Bench::with("f.py", TEXT).file("u.txt", "other\n");
    bench.pipe(&text, ["patch"]).fails(1, "u.txt");
}

#[test]
fn guards_check_text_typed_in_a_patch() {
    let long: String = (1..=40).map(|number| format!("{number}\n")).collect();
    let removed: String = (1..=35).map(|number| format!("-{number}\n")).collect();
    let kept: String = (36..=40).map(|number| format!("{number}\n")).collect();
    let placeholder = "// ... rest of the code unchanged ...";
    for (code, patch) in [
        (
            "residue",
            format!("f\n<<<<<<< SEARCH\n3\n=======\n{placeholder}\n>>>>>>> REPLACE\n"),
        ),
        (
            "residue",
            format!("*** Begin Patch\n*** Update File: f\n@@\n-3\n+{placeholder}\n*** End Patch\n"),
        ),
        (
            "residue",
            format!(
                "*** Begin Patch\n*** Update File: f\n*** Move to: g\n@@\n-3\n+{placeholder}\n*** End Patch\n"
            ),
        ),
        (
            "shrink",
            format!("*** Begin Patch\n*** Update File: f\n@@\n{removed}*** End Patch\n"),
        ),
        (
            "shrink",
            format!("f\n<<<<<<< SEARCH\n{long}=======\n{kept}>>>>>>> REPLACE\n"),
        ),
    ] {
        let bench = Bench::with("f", &long);
        let ran = bench.pipe(&patch, ["patch", "--json"]);
        ran.status_is(1).unchanged();
        ran.prints(&format!("\"code\":\"{code}\""));
        bench
            .pipe(&patch, ["patch", "-q", "--allow-residue", "--force-shrink"])
            .status_is(0);
    }
}

#[test]
fn guards_check_typed_text_even_if_the_file_is_moved() {
    let bench = Bench::with("f", "a\nb\n");
    let request = r#"{"edits":[
        {"op":"replace","path":"f","old":"b","new":"// ... rest of the code unchanged ..."},
        {"op":"move","path":"f","to":"g"}]}"#;
    let ran = bench.pipe(request, ["apply", "-"]);
    ran.fails(1, "rest of the code");
}

/// A file name, its text, and a block of old and new lines.
type Indented<'a> = (&'a str, &'a str, &'a str, &'a str);

/// `old` and `new` as a block and as patches in two formats for the file `name`.
fn doors(name: &str, old: &str, new: &str) -> [String; 3] {
    let signed = |sign: char, text: &str| -> String {
        text.lines().map(|line| format!("{sign}{line}\n")).collect()
    };
    let (removed, added) = (signed('-', old), signed('+', new));
    [
        format!("{name}\n<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n"),
        format!("*** Begin Patch\n*** Update File: {name}\n@@\n{removed}{added}*** End Patch\n"),
        format!("--- {name}\n+++ {name}\n@@ @@\n{removed}{added}"),
    ]
}

/// New lines are shifted in the same way as the old lines differ from the file.
#[test]
fn new_lines_of_a_patch_are_indented_as_the_old_ones_show() {
    let cases: [(Indented<'_>, &str); 7] = [
        (
            (
                "f.py",
                "def f():\n\tif a:\n\t\tx = 1\n\treturn x\n",
                "if a:\n        x = 1\n",
                "if b:\n        x = 2\n",
            ),
            "def f():\n\tif b:\n\t\tx = 2\n\treturn x\n",
        ),
        (
            (
                "f.py",
                "def f():\n\tif a:\n\t\tx = 1\n",
                "  if a:\n    x = 1\n",
                "  if b:\n    if c:\n      x = 2\n\n    y\n",
            ),
            "def f():\n\tif b:\n\t\tif c:\n\t\t\tx = 2\n\n\t\ty\n",
        ),
        (
            (
                "f.py",
                "def f():\n    if a:\n        value = 1\n",
                "\tif a:\n\t\tvalue = 1\n",
                "\tif b:\n\t\tvalue = 1\n\telse:\n\t\tvalue = 2\n",
            ),
            "def f():\n    if b:\n        value = 1\n    else:\n        value = 2\n",
        ),
        (
            (
                "a.go",
                "func f() {\r\n\tif a {\r\n\t\tg()\r\n\t}\r\n}\r\n",
                "if a {\n    g()\n}\n",
                "if a {\n    for b {\n        g()\n    }\n}\n",
            ),
            "func f() {\r\n\tif a {\r\n\t\tfor b {\r\n\t\t\tg()\r\n\t\t}\r\n\t}\r\n}\r\n",
        ),
        (
            (
                "y.yaml",
                "a:\n  b:\n    c: 1\n",
                "    b:\n      c: 1\n",
                "    b:\n      c: 2\n      d:\n        - e\n",
            ),
            "a:\n  b:\n    c: 2\n    d:\n      - e\n",
        ),
        (
            (
                "a.md",
                "- a\n  - b\n    - c\n",
                "- b\n  - c\n",
                "- b\n  - d\n    - e\n- f\n",
            ),
            "- a\n  - b\n    - d\n      - e\n  - f\n",
        ),
        (
            (
                "Makefile",
                "all:\n\techo a\n\techo b\n",
                "echo a\necho b\n",
                "echo c\nif x; then \\\n    y; \\\nfi\n",
            ),
            "all:\n\techo c\n\tif x; then \\\n\t\ty; \\\n\tfi\n",
        ),
    ];
    for ((name, text, old, new), wanted) in cases {
        for patch in doors(name, old, new) {
            for mode in ["tolerant", "merge"] {
                let bench = Bench::with(name, text);
                bench
                    .pipe(&patch, ["patch", "--mode", mode, "--syntax", "off"])
                    .succeeds();
                assert_eq!(bench.text(name), wanted, "{mode} {patch}");
            }
        }
    }
}

/// If no uniform shift explains the indentation of the old lines, the indentation of the new lines is unknown.
#[test]
fn a_block_that_is_indented_otherwise_in_no_one_way_is_refused() {
    let cases: [Indented<'_>; 6] = [
        (
            "Makefile",
            "all:\n\techo a\n\techo b\n",
            "echo a\n    echo b\n",
            "echo c\n    echo d\n",
        ),
        (
            "y.yaml",
            "a:\n  b:\n    c: 1\n    d: 2\n  e: 3\n",
            "b:\n      c: 1\n    d: 2\n",
            "b:\n      c: 9\n    d: 8\n",
        ),
        (
            "f.py",
            "def f():\n    if a:\n          x = 1\n      y = 2\n    return x\n",
            "if a:\n    x = 1\n        y = 2\n",
            "if b:\n    x = 2\n        y = 3\n",
        ),
        // Between two tab stops.
        (
            "f.py",
            "def f():\n\tif a:\n\t\tx = 1\n",
            "if a:\n        x = 1\n",
            "if a:\n        x = 1\n    y = 2\n",
        ),
        // Before the first column.
        (
            "f.py",
            "if a:\n    x = 1\n",
            "    if a:\n        x = 1\n",
            "if a:\n        x = 2\n",
        ),
        // Only some lines lost their indentation.
        (
            "a.js",
            "f(() => {\n  a();\n  b();\n});\n",
            "  a();\nb();\n",
            "  a();\nc();\n",
        ),
    ];
    for (name, text, old, new) in cases {
        for patch in doors(name, old, new) {
            for mode in ["tolerant", "merge"] {
                Bench::with(name, text)
                    .pipe(&patch, ["patch", "--json", "--mode", mode])
                    .status_is(1)
                    .prints(r#""code":"indentation""#)
                    .unchanged();
            }
        }
        Bench::with(name, text)
            .pipe(&doors(name, old, new)[0], ["patch"])
            .fails(1, "is not indented like")
            .says("as in the file");
    }
}

/// If context or removed lines match the file exactly, the added lines need no shift.
#[test]
fn lost_context_indentation_does_not_move_correct_lines() {
    let text = "def f():\n    if a:\n        x = 1\n    return x\n";
    let diff = |rest: &str| format!("--- f.py\n+++ f.py\n@@ -2,2 +2,2 @@\n if a:\n{rest}");
    for mode in ["tolerant", "merge"] {
        Bench::with("f.py", text)
            .pipe(
                diff("-        x = 1\n+        x = 2\n+y = 1\n"),
                ["patch", "--json", "--mode", mode],
            )
            .status_is(1)
            .prints(r#""code":"indentation""#)
            .unchanged();
        let bench = Bench::with("f.py", text);
        bench
            .pipe(
                diff("-        x = 1\n+        x = 2\n+    y = 1\n"),
                ["patch", "--mode", mode],
            )
            .status_is(0)
            .says("repaired: line 3 of the diff: ");
        assert_eq!(
            bench.text("f.py"),
            text.replace("x = 1", "x = 2\n    y = 1")
        );
    }
}

#[test]
fn a_repeated_anchor_decides_nothing() {
    let text = "class A:\n    def x(self):\n        return 1\n\nclass B:\n    def x(self):\n        return 1\n";
    let update = |header: &str| {
        format!(
            "*** Begin Patch\n*** Update File: f\n{header}-        return 1\n+        return 2\n*** End Patch\n"
        )
    };
    for mode in ["strict", "tolerant", "merge", "fuzzy"] {
        for header in ["@@ def x(self):\n", "@@\n     def x(self):\n"] {
            let bench = Bench::with("f", text);
            let ran = bench.pipe(update(header), ["patch", "--mode", mode]);
            ran.status_is(1).unchanged();
        }
        let bench = Bench::with("f", text);
        let ran = bench.pipe(
            update("@@ class B:\n@@ def x(self):\n"),
            ["patch", "--mode", mode],
        );
        let (first, second) = text.split_at(text.len() / 2);
        let after = first.to_owned() + &second.replace("return 1", "return 2");
        ran.edits(&[("f", &after)]);
    }
}

#[test]
fn a_hunk_of_context_only_must_be_below_the_one_before_it() {
    let update =
        |hunks: &str| format!("*** Begin Patch\n*** Update File: f\n{hunks}*** End Patch\n");
    let text = "class A:\n    a\nclass B:\n    b\nclass C:\n    c\n";
    for mode in ["strict", "tolerant", "merge", "fuzzy"] {
        let bench = Bench::with("f", text);
        let late = update("@@\n class B:\n-    b\n+    d\n@@\n class A:\n");
        let ran = bench.pipe(late, ["patch", "--mode", mode]);
        ran.fails(1, "anchor `class B:`");
        let bench = Bench::with("f", text);
        let low = update("@@\n class B:\n-    b\n+    d\n@@\n class C:\n@@\n     a\n+    e\n");
        let ran = bench.pipe(low, ["patch", "--mode", mode]);
        ran.fails(1, "anchor `class C:`");
        let next = update("@@\n class B:\n-    b\n+    d\n@@\n class C:\n@@\n-    c\n+    e\n");
        let ran = bench.pipe(next, ["patch", "--mode", mode]);
        let after = text.replace("    b", "    d").replace("    c", "    e");
        ran.edits(&[("f", &after)]);
    }
}

#[test]
fn the_end_of_the_file_is_where_it_ends() {
    let update =
        "*** Begin Patch\n*** Update File: f\n@@\n z\n+y\n*** End of File\n*** End Patch\n";
    let bench = Bench::with("f", "a\nz\nb\nc\n");
    let ran = bench.pipe(update, ["patch", "--mode", "strict"]);
    ran.fails(1, "belongs to the end of the file");
    for text in ["a\nz\n", "z\na\nz\n"] {
        Bench::with("f", text)
            .pipe(update, ["patch", "-q", "--mode", "strict"])
            .done("", &[("f", &format!("{text}y\n"))]);
    }
}
