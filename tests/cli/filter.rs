//! Selecting parts of a diff by name, stray whitespace, texts without a diff, mails, Subversion properties.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use crate::bench::Bench;

const TWO: &str = "--- a/d/f.rs\n+++ b/d/f.rs\n@@ -1 +1 @@\n-1\n+2\n--- a/g.py\n+++ b/g.py\n@@ -1 +1 @@\n-1\n+2\n";

fn two() -> Bench {
    Bench::with("d/f.rs", "1\n").file("g.py", "1\n")
}

#[test]
fn parts_are_chosen_by_name() {
    let first = [("d/f.rs", "2\n")];
    let second = [("g.py", "2\n")];
    for (args, changes) in [
        (&["--include", "*.rs"][..], &first),
        (&["--exclude", "*.py"], &first),
        (&["--include", "*", "--exclude", "d/*"], &second),
        (&["--include", "g.p?"], &second),
        (&["-p1", "--include", "d/f.rs"], &first),
    ] {
        let line = [&["patch", "-q"], args].concat();
        two().pipe(TWO, line).done("", changes);
    }
    let both = json!({"op": "patch", "diff": TWO, "exclude": ["*.py", "x"]}).to_string();
    two().pipe(both, ["apply", "-q"]).done("", &first);
    let bench = two();
    let ran = bench.pipe(TWO, ["patch", "--include", "*.c"]);
    ran.fails(2, "select no part of the diff");
    for (flag, pattern) in [("--exclude", "d/[ef].rs"), ("--include", "\\*.py")] {
        let ran = bench.pipe(TWO, ["patch", flag, pattern]);
        ran.fails(2, "the only wildcards are `*` and `?`");
    }
    let wrong = json!({"op": "patch", "diff": TWO, "include": [1]}).to_string();
    bench.pipe(wrong, ["apply"]).status_is(2).unchanged();
}

#[test]
fn stray_blanks_are_fixed_or_refused() {
    let diff = "--- a/f\n+++ b/f\n@@ -1,2 +1,3 @@\n a \n-b\n+B \t\n+  \tc\n";
    let text = "a \nb\n";
    Bench::with("f", text)
        .pipe(diff, ["patch", "-q", "--whitespace", "fix"])
        .done("", &[("f", "a \nB\n\tc\n")]);
    Bench::with("f", text)
        .pipe(diff, ["patch", "-q"])
        .done("", &[("f", "a \nB \t\n  \tc\n")]);
    let bench = Bench::with("f", text);
    let ran = bench.pipe(diff, ["patch", "--whitespace", "error"]);
    ran.fails(2, "a whitespace error");
    let ran = bench.pipe(diff, ["patch", "--whitespace", "mend"]);
    ran.status_is(2).unchanged();
    let wrong = json!({"op": "patch", "diff": diff, "whitespace": "mend"}).to_string();
    bench.pipe(wrong, ["apply"]).status_is(2).unchanged();
}

#[test]
fn a_text_without_a_diff_may_change_nothing() {
    for text in [
        "",
        "From: me\n\nOnly words.\n",
        "Property changes on: f\n____\nAdded: x\n   + y\n",
    ] {
        let bench = Bench::with("f", "1\n");
        bench.pipe(text, ["patch"]).status_is(2).unchanged();
        let ran = bench.pipe(text, ["patch", "--allow-empty"]);
        ran.status_is(0).unchanged();
        let request = json!({"op": "patch", "diff": text, "allow_empty": true}).to_string();
        bench.pipe(request, ["apply"]).status_is(0).unchanged();
    }
    // A damaged diff does not count as empty.
    for broken in [
        "--- a/f\n+++ b/f\n",
        "text\n--- a/f\n",
        "--- a/f",
        "+++ b/f\n\n",
        "diff --git a/f b/f\n",
        "Index: f\n",
        "Index: f\n=====\n",
    ] {
        let bench = Bench::with("f", "1\n");
        let ran = bench.pipe(broken, ["patch", "--allow-empty"]);
        assert_eq!(ran.status, Some(2), "{broken:?}");
        ran.unchanged();
    }
}

#[test]
fn properties_of_subversion_are_left_out() {
    let properties = "\nProperty changes on: f\n___________________________________________________________________\n\
                      Added: svn:executable\n## -0,0 +1 ##\n+*\n\\ No newline at end of property\n\
                      Modified: svn:ignore\n   - old\n   + new\n";
    let part = |name: &str| {
        format!("Index: {name}\n====\n--- {name}\t(revision 1)\n+++ {name}\t(working copy)\n")
    };
    let text = format!(
        "{}@@ -1 +1 @@\n-1\n+2\n{properties}{}{properties}{}@@ -1 +1 @@\n-1\n+2\n",
        part("f"),
        part("only"),
        part("g")
    );
    let bench = Bench::with("f", "1\n").file("g", "1\n").file("only", "1\n");
    let ran = bench.pipe(&text, ["patch", "--json"]);
    ran.status_is(0)
        .prints("property_changes")
        .changed(&[("f", "2\n"), ("g", "2\n")]);
}

const SUBJECT: &str = "From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\nFrom: J <j@x.org>\nSubject: [PATCH] x\n";

fn plain() -> String {
    "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a = \"\u{e9}\"\n+b = \"=3D \u{e9}\"\n-- \n2.39.0\n\n"
        .to_owned()
}

/// `text` in quoted-printable, with a soft line break in every line.
fn quoted(text: &str) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let mut signs = String::new();
        for &byte in line.trim_end_matches('\n').as_bytes() {
            match byte {
                b'=' | 0x80.. => signs += &format!("={byte:02X}"),
                _ => signs.push(char::from(byte)),
            }
        }
        if signs.ends_with(' ') {
            signs.pop();
            signs += "=20";
        }
        if signs.len() > 4 && !signs[..4].contains('=') {
            signs.insert_str(1, "=\n");
        }
        out += &(signs + "\n");
    }
    out
}

#[test]
fn encoded_mails_are_read() {
    let plain = plain();
    let packed: String = STANDARD
        .encode(&plain)
        .as_bytes()
        .chunks(60)
        .map(|line| String::from_utf8_lossy(line).into_owned() + "\n")
        .collect();
    let coded = |coding: &str, body: &str| {
        format!("{SUBJECT}Content-Transfer-Encoding: {coding}\n\n{body}")
    };
    let parts = format!(
        "{SUBJECT}Content-Type: multipart/mixed; boundary=\"xyz-1\"\n\nIgnored.\n--xyz-1\nContent-Type: text/plain\n\nHello.\n\
         --xyz-1\nContent-Transfer-Encoding: base64\n\n{packed}--xyz-1--\n"
    );
    for mail in [
        coded("quoted-printable", &quoted(&plain)),
        coded("Quoted-Printable", &quoted(&plain)).replace('\n', "\r\n"),
        coded("base64", &packed),
        coded("8bit", &plain),
        coded("\n  quoted-printable", &quoted(&plain))
            .replace("Content-Transfer-Encoding", "content-transfer-encoding"),
        coded("\n\tBASE64", &packed).replace('\n', "\r\n"),
        parts,
    ] {
        let bench = Bench::with("f", "a = \"\u{e9}\"\n");
        let ran = bench.pipe(&mail, ["patch", "-q"]);
        assert_eq!(ran.status, Some(0), "{}\n{mail}", ran.stderr);
        let after = bench.text("f");
        assert_eq!(after, "b = \"=3D \u{e9}\"\n", "{mail}");
    }
}

#[test]
fn a_diff_that_only_mentions_an_encoding_is_not_decoded() {
    let diff =
        "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n Content-Transfer-Encoding: base64\n-a=3D\n+b=3D\n";
    Bench::with("f", "Content-Transfer-Encoding: base64\na=3D\n")
        .pipe(diff, ["patch", "-q"])
        .done("", &[("f", "Content-Transfer-Encoding: base64\nb=3D\n")]);
}

/// The findings of `git apply --whitespace` about blank lines at the end of a file.
#[test]
fn blank_lines_at_the_end_of_the_file_are_stray() {
    for (text, hunk, fixed) in [
        ("a\nb\nc\n", "@@ -1,3 +1,4 @@\n a\n b\n c\n+\n", "a\nb\nc\n"),
        ("a\nb\nc\n", "@@ -1,3 +1,4 @@\n a\n b\n-c\n+\n+\n", "a\nb\n"),
        (
            "a\nz\nb\n\n",
            "@@ -1,4 +1,6 @@\n a\n z\n-b\n+c\n+\n+\n \n",
            "a\nz\nc\n\n",
        ),
        ("a\nb\n", "@@ -1,2 +1,3 @@\n-a\n-b\n+c\n+\n+\n", "c\n"),
    ] {
        let diff = format!("--- a/f\n+++ b/f\n{hunk}");
        let bench = Bench::with("f", text);
        bench
            .pipe(&diff, ["patch", "--whitespace", "error"])
            .fails(2, "the hunk adds blank lines at the end of the file");
        bench
            .pipe(&diff, ["patch", "-q", "--whitespace", "fix"])
            .status_is(0);
        assert_eq!(bench.text("f"), fixed, "{hunk}");
        bench
            .pipe(
                &diff,
                ["patch", "-q", "--whitespace", "fix", "--idempotent"],
            )
            .status_is(0);
        assert_eq!(bench.text("f"), fixed, "{hunk}");
    }
    // Blank lines inside the file are not stray.
    for (hunk, after) in [
        ("@@ -1,4 +1,5 @@\n a\n b\n+\n c\n d\n", "a\nb\n\nc\nd\n"),
        ("@@ -0,0 +1,2 @@\n+x\n+\n", "x\n\na\nb\nc\nd\n"),
        ("@@\n b\n+x\n+\n", "a\nb\nx\n\nc\nd\n"),
    ] {
        for blanks in ["error", "fix"] {
            let diff = format!("--- a/f\n+++ b/f\n{hunk}");
            let bench = Bench::with("f", "a\nb\nc\nd\n");
            bench
                .pipe(diff, ["patch", "-q", "--whitespace", blanks])
                .status_is(0);
            assert_eq!(bench.text("f"), after, "{hunk}");
        }
    }
    let made = "--- /dev/null\n+++ b/new\n@@ -0,0 +1,2 @@\n+\n+\n";
    Bench::new()
        .pipe(made, ["patch", "-q", "--whitespace", "fix"])
        .status_is(0)
        .became(&[("new", Some(b""))]);
}
