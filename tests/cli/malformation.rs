//! Diffs as language models write them. Every kind of damage has a case here. The diff is applied or refused in the
//! only way that the file allows, and the report lists the repairs.

use crate::bench::Bench;

const TEXT: &str = "import os\n\n\ndef area(width, height):\n    \"\"\"The area.\"\"\"\n    if width < 0:\n        raise ValueError('width')\n    total = width * height\n    return total\n\n\ndef main():\n    print(area(2, 3))\n";

const HUNK: &str = "@@ -6,4 +6,4 @@ def area(width, height):\n     if width < 0:\n         raise ValueError('width')\n-    total = width * height\n+    total = abs(width * height)\n     return total\n";

const NAMES: &str = "--- a/src/area.py\n+++ b/src/area.py\n";

fn after() -> String {
    TEXT.replace("= width * height", "= abs(width * height)")
}

fn body() -> &'static str {
    HUNK.split_once('\n').unwrap().1
}

/// Asserts that the diff turns the old text into the new text, that it reports these `repairs`, and that it is
/// refused if repairs are not allowed.
#[track_caller]
fn repaired(patch: &str, repairs: &[&str]) {
    repaired_in(TEXT, &after(), patch, &[], repairs);
}

#[track_caller]
fn repaired_in(before: &str, after: &str, patch: &str, flags: &[&str], repairs: &[&str]) {
    let bench = Bench::with("src/area.py", before);
    let strict = [&["patch", "--strict-format", "-n"], flags].concat();
    let ran = bench.pipe(patch, strict);
    assert_eq!(ran.status == Some(0), repairs.is_empty(), "{}", ran.stderr);
    let ran = bench.pipe(patch, [&["patch", "-q"], flags].concat());
    ran.edits(&[("src/area.py", after)]);
}

/// Drift, which is not damage to the format. Only these modes accept it.
#[track_caller]
fn drifted(patch: &str, modes: &[&str]) {
    drifted_in(TEXT, &after(), patch, modes);
}

#[track_caller]
fn drifted_in(before: &str, after: &str, patch: &str, modes: &[&str]) {
    for mode in ["strict", "tolerant", "merge", "fuzzy"] {
        let bench = Bench::with("src/area.py", before);
        let ran = bench.pipe(patch, ["patch", "--mode", mode, "-q"]);
        if modes.contains(&mode) {
            ran.done("", &[("src/area.py", after)]);
        } else {
            ran.status_is(1).unchanged();
        }
    }
}

const TOLERANT: &[&str] = &["tolerant", "merge", "fuzzy"];
const MERGE: &[&str] = &["merge", "fuzzy"];

fn whole() -> String {
    format!("{NAMES}{HUNK}")
}

#[test]
fn no_damage_at_all() {
    repaired(&whole(), &[]);
}

#[test]
fn wrong_counts() {
    for counts in ["-6,3 +6,9", "-6,2 +6,2", "-6 +6", "-6,0 +6,0"] {
        repaired(&whole().replace("-6,4 +6,4", counts), &["wrong_counts"]);
    }
}

#[test]
fn wrong_line_numbers() {
    for numbers in ["-1,4 +1,4", "-60,4 +60,4", "-0,4 +0,4"] {
        repaired(&whole().replace("-6,4 +6,4", numbers), &[]);
    }
}

#[test]
fn missing_line_numbers() {
    for header in [
        "@@",
        "@@ @@",
        "@@ ... @@",
        "@@ def area(width, height):",
        "@@ def area(width, height): @@",
        "@@ -,+ @@",
    ] {
        let patch = format!("{NAMES}{header}\n{}", body());
        repaired(&patch, &["missing_line_numbers"]);
    }
}

#[test]
fn a_section_name_decides_between_twins_without_numbers() {
    let twin = TEXT.replace("def main():\n    print(area(2, 3))\n", "");
    let text = format!("{twin}{}", twin.replace("def area", "def size"));
    let text = text.replace("import os\n\n\n", "");
    let patch = format!(
        "{NAMES}@@ def size(width, height):\n{}",
        body().replace(
            "     if width < 0:\n         raise ValueError('width')\n",
            ""
        )
    );
    let at = text.rfind("= width").unwrap();
    let after = format!("{}= abs(width * height){}", &text[..at], &text[at + 16..]);
    repaired_in(&text, &after, &patch, &[], &["missing_line_numbers"]);
    let bench = Bench::with("src/area.py", &text);
    let bare = patch.replace("@@ def size(width, height):", "@@");
    bench.pipe(bare, ["patch"]).fails(1, "matches 2 places");
}

#[test]
fn no_hunk_header_at_all() {
    repaired(&format!("{NAMES}{}", body()), &["missing_hunk_header"]);
}

#[test]
fn context_lines_without_their_blank() {
    let bare = body().replace("\n ", "\n");
    let patch = format!("{NAMES}@@ -6,4 +6,4 @@\n{}", bare.trim_start_matches(' '));
    // The first line also lost its indentation, which makes this case harder.
    repaired(
        &patch.replace("@@\nif", "@@\n    if"),
        &["lost_context_blank"],
    );
}

#[test]
fn empty_context_lines_without_their_blank() {
    let patch =
        format!("{NAMES}@@ -1,4 +1,4 @@\n-import os\n+import sys\n\n\n def area(width, height):\n");
    let after = TEXT.replace("import os", "import sys");
    repaired_in(TEXT, &after, &patch, &[], &[]);
}

#[test]
fn missing_file_headers() {
    let repair = ["missing_file_header"];
    let flags = ["--target", "src/area.py"];
    repaired_in(TEXT, &after(), HUNK, &flags, &repair);
    // Without a name, the only file with these lines is used. With a second such file, the diff is refused.
    let bench = Bench::with("src/area.py", TEXT).file("src/copy.py", TEXT);
    let ran = bench.pipe(HUNK, ["patch"]);
    assert_ne!(ran.status, Some(0));
    ran.unchanged();
}

#[test]
fn only_the_new_file_header() {
    let patch = format!("+++ b/src/area.py\n{HUNK}");
    repaired(&patch, &["missing_old_header"]);
}

#[test]
fn names_without_prefixes() {
    repaired(
        &whole().replace("a/src", "src").replace("b/src", "src"),
        &[],
    );
}

#[test]
fn base_name_only() {
    let patch = whole().replace("a/src/", "a/").replace("b/src/", "b/");
    let bench = Bench::with("src/area.py", TEXT).file("lib/area.py", TEXT);
    let ran = bench.pipe(&patch, ["patch"]);
    assert_ne!(ran.status, Some(0));
    ran.unchanged();
    let bench = Bench::with("src/area.py", TEXT).file("lib/area.py", "x = 1\n");
    bench
        .pipe(&patch, ["patch"])
        .status_is(0)
        .says("warning: src/area.py: ")
        .changed(&[("src/area.py", &after())]);
}

#[test]
fn a_markdown_fence_with_prose_around() {
    let patch = format!(
        "Here you are:\n\n```diff\n{}```\n\nIt keeps\n- this\n+ that\n",
        whole()
    );
    repaired(&patch, &["markdown_fence"]);
}

#[test]
fn a_fence_that_is_never_closed_and_no_final_newline() {
    let patch = format!("```diff\n{}", whole().trim_end());
    let repairs = ["markdown_fence", "missing_final_newline", "unclosed_fence"];
    repaired(&patch, &repairs);
}

#[test]
fn a_missing_final_newline() {
    repaired(whole().trim_end(), &["missing_final_newline"]);
}

#[test]
fn prose_without_a_fence() {
    repaired(
        &format!("I changed one line:\n\n{}\n\nDone.\n", whole()),
        &[],
    );
}

#[test]
fn a_lost_marker_for_the_missing_newline() {
    let (before, after) = ("a\nb\nc", "a\nb\nC");
    let patch = format!("{NAMES}@@ -1,3 +1,3 @@\n a\n b\n-c\n+C\n");
    drifted_in(before, after, &patch, TOLERANT);
}

#[test]
fn html_entities() {
    let escaped = |text: &str| {
        text.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
    };
    repaired(&format!("{NAMES}{}", escaped(HUNK)), &["html_entities"]);
}

#[test]
fn html_entities_in_context_and_removed_lines() {
    let before = TEXT.replace("total = width * height", "total = width > height");
    let after = TEXT.replace("total = width * height", "total = width <= height");
    let hunk = "@@ -6,4 +6,4 @@\n     if width &lt; 0:\n         raise ValueError('width')\n-    total = width &gt; height\n+    total = width <= height\n     return total\n";
    let patch = format!("{NAMES}{hunk}");
    repaired_in(&before, &after, &patch, &[], &["html_entities"]);
}

#[test]
fn typographic_quotes() {
    let patch = whole().replace("'width'", "\u{2018}width\u{2019}");
    repaired(&patch, &["smart_quotes"]);
}

#[test]
fn tabs_turned_to_blanks() {
    let tabs = |text: &str| text.replace("    ", "\t");
    drifted_in(&tabs(TEXT), &tabs(&after()), &whole(), TOLERANT);
}

#[test]
fn trailing_blanks_stripped() {
    let blanks = |text: &str| text.replace("< 0:\n", "< 0:  \n");
    drifted_in(&blanks(TEXT), &blanks(&after()), &whole(), TOLERANT);
}

#[test]
fn trailing_blanks_of_a_removed_line_stripped() {
    let blanks = |text: &str| text.replace("width * height\n", "width * height \n");
    drifted_in(&blanks(TEXT), &after(), &whole(), TOLERANT);
}

#[test]
fn another_indentation_throughout() {
    let patch = format!(
        "{NAMES}@@ -6,4 +6,4 @@\n if width < 0:\n     raise ValueError('width')\n-total = width * height\n+total = abs(width * height)\n return total\n"
    );
    drifted(&patch, TOLERANT);
}

#[test]
fn dots_for_context_that_was_left_out() {
    let hunk = "@@ -4,10 +4,10 @@\n def area(width, height):\n     ...\n-    total = width * height\n+    total = abs(width * height)\n     return total\n";
    let patch = format!("{NAMES}{hunk}");
    repaired(&patch, &["elided_lines", "wrong_counts"]);
}

#[test]
fn a_paraphrased_context_line() {
    let patch = whole().replace(
        "     if width < 0:\n",
        "     if width < 0: # no negative width\n",
    );
    drifted(&patch, MERGE);
}

#[test]
fn a_context_line_left_out() {
    let before = "a = 1\nb = 2\nc = 3\nd = 4\ne = 5\n";
    let patch = format!("{NAMES}@@ -1,4 +1,4 @@\n a = 1\n c = 3\n-d = 4\n+d = 40\n e = 5\n");
    drifted_in(before, &before.replace("= 4", "= 40"), &patch, MERGE);
}

#[test]
fn a_duplicate_hunk() {
    repaired(&format!("{}{HUNK}", whole()), &["duplicate_hunk"]);
}

#[test]
fn hunks_out_of_order() {
    let second =
        "@@ -12,2 +12,2 @@\n def main():\n-    print(area(2, 3))\n+    print(area(2, 4))\n";
    let after = after().replace("(2, 3)", "(2, 4)");
    let patch = format!("{NAMES}{second}{HUNK}");
    repaired_in(TEXT, &after, &patch, &[], &[]);
}

#[test]
fn a_hunk_that_is_applied_already() {
    let bench = Bench::with("src/area.py", after());
    bench
        .pipe(whole(), ["patch"])
        .status_is(0)
        .prints("already applied")
        .unchanged();
    let second =
        "@@ -12,2 +12,2 @@\n def main():\n-    print(area(2, 3))\n+    print(area(2, 4))\n";
    let patch = format!("{}{second}", whole());
    bench.pipe(&patch, ["patch"]).fails(1, "partly applied");
    let all = after().replace("(2, 3)", "(2, 4)");
    bench
        .pipe(&patch, ["patch", "--skip-applied", "-q"])
        .done("", &[("src/area.py", &all)]);
}

#[test]
fn line_numbers_before_the_lines_of_the_file() {
    let patch = format!(
        "{NAMES}@@ -6,4 +6,4 @@\n   6\t    if width < 0:\n   7\t        raise ValueError('width')\n-  8\t    total = width * height\n+  8\t    total = abs(width * height)\n   9\t    return total\n"
    );
    repaired(&patch, &["line_number_prefixes"]);
}

#[test]
fn a_here_document() {
    for open in [
        "patch -p1 <<'EOF'",
        "git apply - <<EOF",
        "apply_patch <<\"EOF\"",
    ] {
        repaired(&format!("{open}\n{}EOF\n", whole()), &["heredoc_wrapper"]);
    }
}

#[test]
fn crlf_in_the_patch() {
    repaired(&whole().replace('\n', "\r\n"), &[]);
}

#[test]
fn crlf_in_the_file() {
    let crlf = |text: &str| text.replace('\n', "\r\n");
    let new = "--- /dev/null\n+++ b/new.py\n@@ -0,0 +1,2 @@\n+a\n+b\n";
    let bench = Bench::with("src/area.py", TEXT).file("diff", crlf(new));
    bench
        .line("patch diff -q")
        .done("", &[("new.py", "a\nb\n")]);
    // Mixed line endings show that the diff was not converted.
    let bench =
        Bench::with("src/area.py", TEXT).file("diff", new.replace("+a\n+b\n", "+a\r\n+b\r\n"));
    bench
        .line("patch diff -q")
        .done("", &[("new.py", "a\r\nb\r\n")]);
    repaired_in(&crlf(TEXT), &crlf(&after()), &whole(), &[], &[]);
}

#[test]
fn a_hunk_that_breaks_off() {
    let cut = whole().replace("+    total = abs(width * height)\n     return total\n", "");
    for mode in ["strict", "tolerant", "merge", "fuzzy"] {
        let bench = Bench::with("src/area.py", TEXT);
        let ran = bench.pipe(&cut, ["patch", "--mode", mode]);
        assert_ne!(ran.status, Some(0));
        ran.unchanged();
    }
}

#[test]
fn several_kinds_at_once() {
    let patch = format!(
        "Sure!\n\n```diff\n--- src/area.py\n+++ src/area.py\n@@ ... @@\n{}\n```\nDone.\n",
        body().trim_end()
    );
    repaired(&patch, &["markdown_fence", "missing_line_numbers"]);
}

/// `-p` with a number of components selects exactly the remaining name, and no other file with such a text.
#[test]
fn a_number_of_components_names_the_file() {
    const DIFF: &str = "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-one\n+two\n";
    let bench = Bench::with("f", "one\n");
    let ran = bench.pipe(DIFF, ["patch", "-", "-p", "0"]);
    ran.status_is(4).unchanged();
    let bench = Bench::with("f", "one\n").file("a/f", "one\n");
    bench
        .pipe(DIFF, ["patch", "-", "-p", "0"])
        .edits(&[("a/f", "two\n")]);
}
