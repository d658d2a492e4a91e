//! Each kind of damage to a unified diff: the parsed result and the reported repairs.

use super::*;

const BODY: &str = " def f():\n     x = 1\n-    y = 2\n+    y = 3\n     return x\n";
const NAMES: &str = "--- a/f.py\n+++ b/f.py\n";
const FULL: &str = "@@ -1,4 +1,4 @@\n";

fn whole() -> String {
    format!("{NAMES}{FULL}{BODY}")
}

/// Asserts that `text` parses as the hunk of these tests, with `stated` as its ranges.
#[track_caller]
fn assert_reads_as(text: &str, names: &str, stated: &str, expected: &[&str]) {
    assert_sketch(text, format!("modify {names}\n@{stated}\n{BODY}"));
    assert_repairs(text, expected);
    assert_eq!(is_strict_error(text), !expected.is_empty(), "{text}");
}

/// The same with the names and ranges of the undamaged text.
#[track_caller]
fn assert_reads(text: &str, expected: &[&str]) {
    assert_reads_as(text, F, " 1,4 1,4", expected);
}

const F: &str = "a/f.py b/f.py";

#[test]
fn nothing_is_damaged() {
    let remarks = whole()
        .replace("a/f.py", "a/f.py (original)")
        .replace("b/f.py", "b/f.py (Modified)");
    for text in [
        whole(),
        format!("prose\n\n{}\nmore prose\n", whole()),
        // A blank line below the file header.
        format!("{NAMES}\n{FULL}{BODY}"),
        // Remarks after the names.
        remarks,
        // A shift operator is not a here-document.
        format!("cout << word;\n\n{}", whole()),
    ] {
        assert_reads(&text, &[]);
    }
    let without_prefixes = whole().replace("a/", "").replace("b/", "");
    assert_reads_as(&without_prefixes, "f.py f.py", " 1,4 1,4", &[]);
}

#[test]
fn wrong_counts() {
    for counts in [
        "-1,3 +1,3",
        "-1,9 +1,2",
        "-1,4 +1,5",
        "-1 +1",
        "-1,30 +1,30",
        "-0,0 +0,0",
    ] {
        let text = whole().replace("-1,4 +1,4", counts);
        let patch = patch(&text);
        assert_eq!(patch.files[0].hunks()[0].lines.len(), 5, "{counts}");
        assert_eq!(repairs(&patch), ["3:wrong_counts"], "{counts}");
        assert!(is_strict_error(&text));
    }
}

#[test]
fn headers_without_numbers() {
    for header in [
        "@@",
        "@@ @@",
        "@@ ... @@",
        "@@ -?,? +?,? @@",
        "@@ -x,y +x,y @@",
        "@@ -,+ @@",
        "@@ -1,4, +1,4 @@",
    ] {
        let text = format!("{NAMES}{header}\n{BODY}");
        assert_reads_as(&text, F, "", &["3:missing_line_numbers"]);
    }
    for header in [
        "@@ class A:",
        "@@ class A: @@",
        "@@ ... @@ class A:",
        "@@ @@ class A:",
    ] {
        let text = format!("{NAMES}{header}\n{BODY}");
        assert_reads_as(&text, F, " <class A:>", &["3:missing_line_numbers"]);
    }
}

#[test]
fn misspelled_headers() {
    for header in ["@@ -1,4 +1,4", "@@-1,4 +1,4@@", "@@  -1,4  +1,4  @@"] {
        let text = format!("{NAMES}{header}\n{BODY}");
        assert_reads(&text, &["3:malformed_hunk_header"]);
    }
}

#[test]
fn no_hunk_header() {
    assert_reads_as(&format!("{NAMES}{BODY}"), F, "", &["3:missing_hunk_header"]);
}

#[test]
fn no_file_header() {
    assert_reads_as(
        &format!("{FULL}{BODY}"),
        "- -",
        " 1,4 1,4",
        &["1:missing_file_header"],
    );
    let neither = ["1:missing_file_header", "1:missing_hunk_header"];
    let mut found = repairs(&patch(BODY));
    found.sort();
    assert_eq!(found, neither);
    assert!(patch(BODY).files[0].names.is_unnamed());
}

#[test]
fn one_half_of_the_file_header() {
    let same = |name: &str| format!("{name} {name}");
    let plus = format!("+++ b/f.py\n{FULL}{BODY}");
    assert_reads_as(
        &plus,
        &same("b/f.py"),
        " 1,4 1,4",
        &["1:missing_old_header"],
    );
    let minus = format!("--- a/f.py\n{FULL}{BODY}");
    assert_reads_as(
        &minus,
        &same("a/f.py"),
        " 1,4 1,4",
        &["1:missing_new_header"],
    );
}

#[test]
fn fences() {
    for (open, close) in [
        ("```diff", "```"),
        ("```", "```"),
        ("~~~patch", "~~~"),
        ("````", "````"),
    ] {
        for (before, after) in [
            ("", ""),
            ("Here:\n\n", "\n\nThis\n\n- fixes it\n+ keeps it\n"),
        ] {
            let text = format!("{before}{open}\n{}{close}\n{after}", whole());
            let line = before.matches('\n').count() + 1;
            assert_reads(&text, &[&format!("{line}:markdown_fence")]);
        }
    }
}

#[test]
fn a_fence_ends_a_hunk_despite_its_counts() {
    let text = format!(
        "```diff\n{}```\nbye\n",
        whole().replace("-1,4 +1,4", "-1,5 +1,5")
    );
    assert_reads_as(
        &text,
        F,
        " 1,5 1,5",
        &["1:markdown_fence", "4:wrong_counts"],
    );
}

#[test]
fn an_unclosed_fence_and_no_final_newline() {
    let text = format!("```diff\n{}", whole().trim_end());
    let expected = [
        "1:markdown_fence",
        "1:unclosed_fence",
        "9:missing_final_newline",
    ];
    assert_reads(&text, &expected);
}

#[test]
fn a_bare_hunk_in_a_fence() {
    let text = format!("Do this:\n```diff\n{BODY}```\n");
    assert_eq!(patch(&text).files[0].hunks()[0].lines.len(), 5);
}

#[test]
fn a_fence_in_the_content_is_content() {
    let text = format!("{NAMES}@@ -1,3 +1,3 @@\n ```\n-a\n+b\n ```\n");
    assert_sketch(
        &text,
        "modify a/f.py b/f.py\n@ 1,3 1,3\n ```\n-a\n+b\n ```\n",
    );
}

#[test]
fn prose_after_an_unfenced_hunk_is_ignored_and_reported() {
    for (header, stated) in [(FULL, " 1,4 1,4"), ("@@\n", "")] {
        let text =
            format!("{NAMES}{header}{BODY}\n\nThis change:\n\n- fixes the bug\n+ keeps it\n");
        let patch = patch(&text);
        assert_eq!(sketch(&patch), format!("modify {F}\n@{stated}\n{BODY}"));
        let ignored: Vec<usize> = patch.ignored.iter().map(|line| line.number()).collect();
        assert_eq!(ignored, [13, 14]);
    }
}

#[test]
fn lines_that_look_like_a_diff_are_never_taken_for_prose() {
    let text = format!("{NAMES}{FULL}{BODY}\nfoo\n-    removed = 1\n+    added = 2\n");
    let patch = patch(&text);
    let lines = &patch.files[0].hunks()[0].lines;
    assert!(
        lines
            .iter()
            .any(|line| &line.text[..] == b"    added = 2\n"),
        "{lines:?}"
    );
}

#[test]
fn empty_context_lines_without_their_blank() {
    let text = format!("{NAMES}@@ -1,4 +1,4 @@\n a\n\n-b\n+c\n\n");
    assert_sketch(&text, format!("modify {F}\n@ 1,4 1,4\n a\n \n-b\n+c\n \n"));
    assert_repairs(&text, []);
    let text = format!("{NAMES}@@ -1,9 +1,9 @@\n a\n\n-b\n+c\n");
    assert_repairs(&text, ["3:wrong_counts", "5:empty_context_line"]);
}

#[test]
fn context_without_its_blank() {
    let bare = BODY.replace("\n ", "\n");
    let text = format!("{NAMES}{FULL}{}", bare.trim_start());
    assert_reads(&text, &["4:lost_context_blank"]);
}

#[test]
fn a_duplicate_hunk_is_skipped() {
    let text = whole() + FULL + BODY;
    assert_reads(&text, &["9:duplicate_hunk"]);
    let elsewhere = whole() + &FULL.replace("1,4", "30,4") + BODY;
    assert_eq!(
        patch(&elsewhere).files[0].hunks().len(),
        2,
        "at other lines it is not a duplicate"
    );
}

#[test]
fn an_empty_hunk_is_skipped() {
    let text = format!("{NAMES}@@ -1,2 +1,2 @@\n{FULL}{BODY}");
    assert_reads(&text, &["3:empty_hunk"]);
}

#[test]
fn a_here_document() {
    for open in [
        "git apply <<'EOF'",
        "cat <<EOF | patch -p1",
        "apply_patch <<-\"EOF\"",
    ] {
        let text = format!("{open}\n{}EOF\n", whole().replace("-1,4 +1,4", "-1,5 +1,5"));
        assert_reads_as(
            &text,
            F,
            " 1,5 1,5",
            &["1:heredoc_wrapper", "4:wrong_counts"],
        );
    }
}

#[test]
fn dots_for_omitted_lines_keep_the_leading_spaces_of_the_others() {
    let text = format!("{NAMES}@@\n a\n...\n     b\n-c\n+d\n");
    assert_sketch(&text, format!("modify {F}\n@\n a\n ...\n     b\n-c\n+d\n"));
    assert_repairs(&text, ["3:missing_line_numbers", "5:elided_lines"]);
}

#[test]
fn a_hunk_after_prose_belongs_to_the_previous_file() {
    let text = format!("{}\nAnd further down:\n\n@@ -30 +30 @@\n-x\n+y\n", whole());
    assert_eq!(patch(&text).files.len(), 1);
    assert_eq!(patch(&text).files[0].hunks().len(), 2);
    let fenced = format!(
        "```diff\n{}```\nIn g.py:\n```diff\n@@ -30 +30 @@\n-x\n+y\n```\n",
        whole()
    );
    assert_eq!(
        patch(&fenced).files.len(),
        2,
        "a fence of its own is a file of its own"
    );
    assert!(patch(&fenced).files[1].names.is_unnamed());
}

#[test]
fn lines_that_belong_to_no_hunk_are_an_error() {
    let lines = |numbers: &[usize]| {
        ParseError::Leftover(
            numbers
                .iter()
                .map(|&number| LineNumber::new(number).expect("from 1"))
                .collect(),
        )
    };
    let after = format!("```diff\n{}```\nand\n-lost\n+too\n- a point\n", whole());
    assert_eq!(problem(&after), lines(&[12, 13]));
    let fenced = format!("```diff\nprose\n-lost\n```\n{}", whole());
    assert_eq!(problem(&fenced), lines(&[3]));
    let before = format!("The option\n-Wall is gone, so\n\n{}", whole());
    assert_eq!(
        patch(&before).ignored.len(),
        1,
        "before the first diff it is prose"
    );
}

#[test]
fn a_git_header_directly_above_the_lines() {
    let text = format!(
        "diff --git a/f.py b/f.py\nnew file mode 100644\n{}",
        "+a\n+b\n"
    );
    assert_sketch(&text, "create - b/f.py new=100644\n@\n+a\n+b\n");
    assert_repairs(&text, ["3:missing_hunk_header"]);
}

#[test]
fn names_of_repairs_are_stable_and_distinct() {
    let names: std::collections::BTreeSet<&str> =
        RepairKind::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(names.len(), RepairKind::ALL.len());
    assert!(names.iter().all(|name| {
        name.bytes()
            .all(|byte| byte == b'_' || byte.is_ascii_lowercase())
    }));
}

#[test]
fn a_list_below_a_complete_hunk_is_prose() {
    let diff = "--- f\n+++ f\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n";
    let patch = patch(&format!("{diff}\n- changed b\n- kept c\n"));
    assert_eq!(sketch(&patch), sketch(&super::patch(diff)));
}
