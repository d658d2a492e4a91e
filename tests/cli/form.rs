//! Properties that an edit preserves without being asked: line endings, final newlines, modes, encodings.

use serde_json::json;

use crate::bench::Bench;

#[test]
fn a_final_newline_that_both_sides_lack_stays() {
    let diff = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n foo\n-banana\n\\ No newline at end of file\n+babaco\n\\ No newline at end of file\n";
    for mode in ["tolerant", "merge"] {
        Bench::with("f", "foo\nbanana\n")
            .pipe(diff, ["patch", "-q", "--mode", mode])
            .done("", &[("f", "foo\nbabaco\n")]);
        Bench::with("f", "foo\nbanana")
            .pipe(diff, ["patch", "-q", "--mode", mode])
            .done("", &[("f", "foo\nbabaco")]);
    }
}

#[test]
fn a_replaced_line_ends_as_it_did() {
    let diff = "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n";
    for (before, after) in [
        ("a\nb\r\nc\r\nd\r\n", "a\nB\r\nc\r\nd\r\n"),
        ("a\r\nb\nc\r\nd\r\n", "a\r\nB\nc\r\nd\r\n"),
    ] {
        Bench::with("f", before)
            .pipe(diff, ["patch", "-q", "--mode", "tolerant"])
            .done("", &[("f", after)]);
    }
}

#[cfg(unix)]
#[test]
fn a_mode_is_applied_or_refused_by_name() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |bench: &Bench| {
        let facts = std::fs::metadata(bench.path().join("f")).unwrap();
        facts.permissions().mode() & 0o7777
    };
    for (stated, expected) in [
        ("100600", 0o600),
        ("100664", 0o664),
        ("100755", 0o755),
        ("100640", 0o640),
    ] {
        let bench = Bench::with("f", "x\n").mode("f", 0o644);
        let diff = format!("diff --git a/f b/f\nold mode 100644\nnew mode {stated}\n");
        bench.pipe(diff, ["patch", "-q"]).status_is(0);
        assert_eq!(mode(&bench), expected, "{stated}");
    }
    for stated in ["104755", "102755", "101777", "040000", "060644"] {
        let bench = Bench::with("f", "x\n");
        let diff = format!("diff --git a/f b/f\nold mode 100644\nnew mode {stated}\n");
        let ran = bench.pipe(diff, ["patch"]);
        ran.fails(2, &format!("the mode {stated}"));
    }
}

const LATIN: &[u8] = b"nom: caf\xe9\nth\xe9\n";
const JAPANESE: &[u8] = b"name: \x82\xb1\x82\xea\n\x82\xb1\x82\xea\n";

/// Asserts that the command is refused with `form` on a file `f` with `text`, and that the message names the
/// encoding.
#[track_caller]
fn foreign(text: &[u8], encoding: &str, line: &[&str]) {
    let bench = Bench::with("f", text);
    bench.run(line).fails(1, encoding);
}

#[test]
fn utf8_does_not_come_into_another_encoding() {
    for (text, encoding, old) in [(LATIN, "Latin-1", "nom"), (JAPANESE, "Shift-JIS", "name")] {
        foreign(
            text,
            encoding,
            &["replace", "f", "--old", old, "--new", "pr\u{e9}nom"],
        );
        foreign(text, encoding, &["append", "f", "--text", "\u{e9}"]);
        foreign(
            text,
            encoding,
            &["insert", "f", "--line", "0", "--text", "\u{e9}"],
        );
        foreign(
            text,
            encoding,
            &["lines", "f", "1", "--text", "caf\u{e9} caf\u{e9}\u{3042}"],
        );
        Bench::with("f", text)
            .run(["replace", "f", "--old", old, "--new", "id", "-q"])
            .status_is(0);
    }
    // The edit replaces the only characters of the encoding.
    let one = Bench::with("f", b"# config\ncaf\xe9\n");
    one.line("lines f 2 --text thé").fails(1, "Latin-1");
    one.line("lines f 2 --text thé --encoding latin1 -q")
        .status_is(0);
    // A complete text may have another encoding.
    let whole = json!({"op": "write", "path": "f", "text": "thé\n", "overwrite": true});
    for line in ["write f --text thé --overwrite -q", "apply -q"] {
        let bench = Bench::with("f", b"# config\ncaf\xe9\n");
        let ran = bench.pipe(whole.to_string(), line.split(' '));
        ran.done("", &[("f", "thé\n")]);
    }
    // A single damaged byte does not suggest another encoding.
    Bench::with("f", &b"caf\xc3\xa9 th\xc3\xa9 \xff\n"[..])
        .run(["replace", "f", "--old", "caf", "--new", "\u{e9}", "-q"])
        .status_is(0);
}

#[test]
fn a_nul_character_comes_into_no_text() {
    for op in ["append", "write"] {
        let bench = Bench::with("f", "a\n");
        let mut edit = json!({"op": op, "path": "f", "text": "x\0"});
        if op == "write" {
            edit["overwrite"] = true.into();
        }
        let ran = bench.pipe(edit.to_string(), ["apply"]);
        ran.fails(1, "would be binary");
        bench
            .pipe(edit.to_string(), ["apply", "--binary", "-q"])
            .status_is(0);
    }
    // The old text has a NUL beyond the first 8 KiB, so the file is accepted as text.
    let mut text = "a\n".repeat(6000);
    text.push_str("x\0y\n");
    let edit = json!({"op": "replace", "path": "f", "old": "x\0y", "new": "x\0z"});
    let bench = Bench::with("f", &*text);
    let ran = bench.pipe(edit.to_string(), ["apply", "-q"]);
    ran.done("", &[("f", &*text.replace('y', "z"))]);
}

#[test]
fn lines_that_end_in_lone_returns_are_not_counted() {
    for line in [
        &["insert", "f", "--after", "two", "--text", "NEW"][..],
        &["insert", "f", "--before", "two", "--text", "NEW"],
        &["insert", "f", "--line", "1", "--text", "NEW"],
        &["append", "f", "--text", "NEW"],
        &["lines", "f", "1", "--text", ""],
        &["lines", "f", "1", "--text", "NEW"],
    ] {
        let bench = Bench::with("f", "one\rtwo\rthree\r");
        let ran = bench.run(line);
        ran.fails(1, "f: its lines end in bare carriage returns");
        // Another program may have terminated the last line, or inserted a line at the top.
        for text in [
            "one\rtwo\rthree\n",
            "one\rtwo\rthree\r\n",
            "one\rtwo\r\n",
            "top\none\rtwo\rthree\r",
        ] {
            let bench = Bench::with("f", text);
            let ran = bench.run(line);
            ran.fails(1, "f: its lines end in bare carriage returns");
        }
    }
    for (text, after) in [
        ("one\rtwo\nthree\nfour\n", "one\rtwo\nthree\nNEW\nfour\n"),
        ("three\r\n", "three\r\nNEW\r\n"),
    ] {
        Bench::with("f", text)
            .line("insert f --after three --text NEW -q")
            .done("", &[("f", after)]);
    }
    // A diff divides lines like the tool that made it.
    Bench::with("f", "one\rtwo\n")
        .pipe(
            "--- f\n+++ f\n@@ -1 +1 @@\n-one\rtwo\n+one\r2\n",
            ["patch", "-q"],
        )
        .done("", &[("f", "one\r2\n")]);
    let bench = Bench::with("f", "one\rtwo\rthree\r");
    let ran = bench.pipe("--- f\n+++ f\n@@ -0,0 +1 @@\n+x\n", ["patch"]);
    ran.fails(1, "bare carriage returns");
    Bench::with("f", "one\rtwo\rthree\r")
        .line("replace f --old two --new 2 -q")
        .done("", &[("f", "one\r2\rthree\r")]);
}

#[test]
fn a_patch_brings_no_utf8_into_another_encoding() {
    for patch in [
        "--- a/f\n+++ b/f\n@@ -2 +2 @@\n-b\n+pr\u{e9}\n",
        "f\n<<<<<<< SEARCH\nb\n=======\npr\u{e9}\n>>>>>>> REPLACE\n",
        "*** Begin Patch\n*** Update File: f\n@@\n-b\n+pr\u{e9}\n*** End Patch\n",
    ] {
        let bench = Bench::with("f", b"caf\xe9\nb\nth\xe9\n");
        bench.pipe(patch, ["patch"]).fails(1, "Latin-1");
        let plain = patch.replace("pr\u{e9}", "pre");
        bench.pipe(plain, ["patch", "-q"]).status_is(0);
        assert_eq!(bench.bytes("f"), b"caf\xe9\npre\nth\xe9\n");
    }
}

#[test]
fn no_line_feed_comes_between_lone_carriage_returns() {
    let text = "a\rb\rc\r";
    let commands: [&[&str]; 3] = [
        &["replace", "f", "--old", "b", "--new", "q\nr"],
        &[
            "replace", "f", "--old", "[bc]", "--regex", "--all", "--new", "x\r\n",
        ],
        &["insert", "f", "--after", "b", "--text", "q\nr", "--inline"],
    ];
    for command in commands {
        let bench = Bench::with("f", text);
        bench.run(command).refused(
            1,
            "incise: f: would change its line endings, or mix them\n\
             hint: `incise check files f` shows its line endings; use them in the new text\n",
        );
    }
    let bench = Bench::with("f", text);
    bench
        .line("replace f --old b --new 'q\rr' -q")
        .done("", &[("f", "a\rq\rr\rc\r")]);
}

/// A line ending is indivisible: it matches as a whole or not at all, for every command and encoding.
#[test]
fn no_match_divides_a_line_ending() {
    let text = "a\r\nbar\r\nc\r\n";
    let cases = [
        ("\nbar", "", "a\r\nc\r\n"),
        ("\nbar", "\nbar\nqux", "a\r\nbar\r\nqux\r\nc\r\n"),
        ("bar\n", "", "a\r\nc\r\n"),
        ("\nbar\n", "\nfoo\n", "a\r\nfoo\r\nc\r\n"),
        ("a\nbar", "one\ntwo", "one\r\ntwo\r\nc\r\n"),
        ("\nbar\nc", "\r\nbaz", "a\r\nbaz\r\n"),
        ("a\r\nbar", "b\nar", "b\r\nar\r\nc\r\n"),
    ];
    for (old, new, after) in cases {
        let typed = ["replace", "f", "--old", old, "--new", new, "-q"];
        for more in [
            &[][..],
            &["--match", "exact"],
            &["--word"],
            &["--ignore-case"],
        ] {
            if more == ["--word"] && !old.trim().eq(old) {
                continue;
            }
            let bench = Bench::with("f", text);
            bench
                .run(typed.iter().chain(more))
                .done("", &[("f", after)]);
        }
        let bench = Bench::with("f", text);
        let payload = json!({"file_path": "f", "old_string": old, "new_string": new}).to_string();
        bench
            .pipe(payload, ["apply", "-q"])
            .done("", &[("f", after)]);
        let wide = |text: &str| -> Vec<u8> {
            let units = format!("\u{feff}{text}");
            units.encode_utf16().flat_map(u16::to_le_bytes).collect()
        };
        let bench = Bench::with("f", wide(text));
        bench
            .run(typed.iter().chain(&["--encoding", "utf-16le"]))
            .status_is(0)
            .became(&[("f", Some(&wide(after)[..]))]);
    }
    for old in ["a\r", "\r", "ar\r"] {
        Bench::with("f", text)
            .run(["replace", "f", "--old", old, "--new", "x", "--all"])
            .status_is(1)
            .unchanged();
    }
    // A batch finds these matches too, whatever the text was before.
    let batch = json!([
        {"op": "replace", "path": "f", "old": "c", "new": "c2"},
        {"op": "replace", "path": "f", "old": "\nbar", "new": "\n2\n3"},
        {"op": "replace", "path": "f", "old": "3\nc2", "new": "4"},
    ]);
    Bench::with("f", text)
        .pipe(batch.to_string(), ["apply", "-q"])
        .done("", &[("f", "a\r\n2\r\n4\r\n")]);
    Bench::with("f", text)
        .line("insert f --inline --after 'a\n' --text x -q")
        .done("", &[("f", "a\r\nxbar\r\nc\r\n")]);
}

#[test]
fn a_place_whose_lines_end_in_two_ways_keeps_both() {
    for (old, new, after) in [
        ("a\nb\nc", "a\nB\nc", "x a\r\nB\nc y\r\n"),
        ("\nb\n", "\nB\nC\n", "x a\r\nB\nC\nc y\r\n"),
        ("a\nb", "A", "x A\nc y\r\n"),
        ("b\nc", "b\nd\nc", "x a\r\nb\nd\nc y\r\n"),
    ] {
        let bench = Bench::with("f", "x a\r\nb\nc y\r\n");
        bench
            .run(["replace", "f", "--old", old, "--new", new, "-q"])
            .status_is(0);
        assert_eq!(bench.text("f"), after, "{old:?} {new:?}");
    }
    // Two matches that differ only in their line endings are two matches.
    Bench::with("f", "a\nb\na\r\nb\r\n")
        .line("replace f --old 'a\nb' --new c")
        .fails(1, "matches 2 places");
}

#[test]
fn line_endings_are_changed_on_request() {
    for (before, old, new, after) in [
        ("a\r\nb\r\n", "\r\n", "\n", "a\nb\n"),
        ("a\nb\n", "\n", "\r\n", "a\r\nb\r\n"),
        ("a\r\nb\n", "\r\n", "\n", "a\nb\n"),
        ("a\r\nb\n", "\n", "\r\n", "a\r\nb\r\n"),
        ("a\r\n\r\nb\r\n", "\n\n", "\n", "a\r\nb\r\n"),
    ] {
        let bench = Bench::with("f", before);
        bench
            .run(["replace", "f", "--old", old, "--new", new, "--all", "-q"])
            .status_is(0);
        assert_eq!(bench.text("f"), after, "{before:?} {old:?}");
    }
}
