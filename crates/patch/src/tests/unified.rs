//! Well-formed unified diffs, and the structure around them.

use super::*;

const TWO_HUNKS: &str = "\
--- a/f.txt
+++ b/f.txt
@@ -1,2 +1,3 @@ fn main() {
 one
+one and a half
 two
@@ -10 +11 @@
-ten
+TEN
";

const TWO_HUNKS_READ: &str = "\
modify a/f.txt b/f.txt
@ 1,2 1,3 <fn main() {>
 one
+one and a half
 two
@ 10,1 11,1
-ten
+TEN
";

#[test]
fn several_hunks() {
    let patch = patch(TWO_HUNKS);
    assert_eq!(sketch(&patch), TWO_HUNKS_READ);
    assert_eq!(patch.repairs, []);
    assert_eq!(patch.ignored, []);
    assert_eq!(patch.files[0].format, PatchFormat::Unified);
}

#[test]
fn several_files_without_a_divider() {
    let two = TWO_HUNKS.to_owned() + &TWO_HUNKS.replace("f.txt", "g.txt");
    let read = TWO_HUNKS_READ.to_owned() + &TWO_HUNKS_READ.replace("f.txt", "g.txt");
    assert_sketch(&two, read);
    assert_eq!(patch(&two).repairs, []);
}

#[test]
fn one_blank_line_between_two_hunks_loses_nothing() {
    let spaced = TWO_HUNKS.replace("@@ -10", "\n@@ -10");
    assert_sketch(&spaced, TWO_HUNKS_READ);
}

#[test]
fn a_blank_line_between_two_files_loses_nothing() {
    let two = TWO_HUNKS.to_owned() + "\n" + &TWO_HUNKS.replace("f.txt", "g.txt");
    assert_eq!(patch(&two).files.len(), 2);
    assert_eq!(patch(&two).files[0].hunks().len(), 2);
}

#[test]
fn mail_headers_and_signatures_are_skipped() {
    let mail = format!(
        "From 0123456789abcdef Mon Sep 17 00:00:00 2001\nSubject: [PATCH] x\n\n- one point\n+ another\n\
         ---\n f.txt | 2 +-\n\n{TWO_HUNKS}-- \n2.39.5\n\n"
    );
    let patch = patch(&(mail.clone() + &mail));
    assert_eq!(sketch(&patch), TWO_HUNKS_READ.repeat(2));
    assert_eq!(patch.repairs, []);
    let ignored: Vec<usize> = patch.ignored.iter().map(|line| line.number()).collect();
    assert_eq!(ignored[..3], [4, 5, 6]);
}

#[test]
fn a_signature_is_not_part_of_a_hunk_even_if_the_counts_are_wrong() {
    let text = TWO_HUNKS.replace("-10 +11", "-10,4 +11,4") + "-- \n2.39.5\n\n";
    let patch = patch(&text);
    assert_eq!(patch.files[0].hunks()[1].lines.len(), 2);
    assert_eq!(repairs(&patch), ["7:wrong_counts"]);
}

#[test]
fn minus_and_plus_signs_in_content_are_not_a_header() {
    let text = "\
--- a/q.sql
+++ b/q.sql
@@ -1,3 +1,3 @@
 select
--- old comment
+++ new comment
 from t
@@ -9,2 +9,2 @@
--- a
+++ b
 end
";
    let read = "\
modify a/q.sql b/q.sql
@ 1,3 1,3
 select
--- old comment
+++ new comment
 from t
@ 9,2 9,2
--- a
+++ b
 end
";
    assert_sketch(text, read);
    assert_eq!(patch(text).repairs, []);
}

#[test]
fn counts_decide_if_a_hunk_ends_with_content_like_a_header() {
    let text = "\
--- a/q.sql
+++ b/q.sql
@@ -1,2 +1,2 @@
 select
--- old comment
+++ new comment
@@ -9 +9 @@
-x
+y
";
    let patch = patch(text);
    assert_eq!(patch.files.len(), 1);
    assert_eq!(patch.files[0].hunks()[0].lines.len(), 3);
}

#[test]
fn a_header_swallowed_by_counts_that_are_one_too_high_is_a_header() {
    let text = "\
--- a/one.c
+++ b/one.c
@@ -1,2 +1,2 @@
-x
+y
--- a/two.c
+++ b/two.c
@@ -1 +1 @@
-x
+y
";
    let patch = patch(text);
    assert_eq!(patch.files.len(), 2);
    assert_eq!(repairs(&patch), ["3:wrong_counts"]);
}

#[test]
fn the_no_newline_marker_removes_the_previous_ending() {
    let text = "\
--- a/f
+++ b/f
@@ -1,2 +1,2 @@
 a
-b
\\ No newline at end of file
+c
\\ Kein Zeilenumbruch am Dateiende.
";
    assert_sketch(text, "modify a/f b/f\n@ 1,2 1,2\n a\n-b$\n+c$\n");
    assert!(
        patch(text).files[0].hunks()[0]
            .lines
            .iter()
            .any(|line| !line.text.ends_with(b"\n"))
    );
}

#[test]
fn no_context_at_all() {
    let text = "--- a/f\n+++ b/f\n@@ -3,0 +4,2 @@\n+a\n+b\n@@ -9 +11,0 @@\n-c\n";
    assert_sketch(text, "modify a/f b/f\n@ 3,0 4,2\n+a\n+b\n@ 9,1 11,0\n-c\n");
}

#[test]
fn line_endings_and_odd_bytes_are_content() {
    let text = b"--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\rb\r\n-\xff\0\xe2\x80\xa8\n+\xfe\n c\r\n";
    let patch = parse(&Bytes::from_static(text), Strictness::Strict).expect("well-formed");
    let lines: Vec<&[u8]> = patch.files[0].hunks()[0]
        .lines
        .iter()
        .map(|line| &line.text[..])
        .collect();
    assert_eq!(
        lines,
        [
            &b"a\rb\r\n"[..],
            b"\xff\0\xe2\x80\xa8\n",
            b"\xfe\n",
            b"c\r\n"
        ]
    );
}

#[test]
fn a_diff_that_is_crlf_throughout_keeps_cr_in_lines_but_not_in_names() {
    let text = TWO_HUNKS.replace('\n', "\r\n");
    let patch = patch(&text);
    assert_eq!(
        patch.files[0].names,
        PatchNames {
            old: Some("a/f.txt".into()),
            new: Some("b/f.txt".into())
        }
    );
    assert_eq!(patch.files[0].hunks()[0].scopes, ["fn main() {"]);
    assert!(
        patch.files[0].hunks()[0]
            .lines
            .iter()
            .all(|line| line.text.ends_with(b"\r\n"))
    );
}

#[test]
fn the_no_newline_marker_of_a_crlf_diff_removes_both_bytes() {
    let text = "--- a/f\r\n+++ b/f\r\n@@ -1 +1 @@\r\n-a\r\n\\ No newline at end of file\r\n+b\r\n";
    assert_sketch(text, "modify a/f b/f\n@ 1,1 1,1\n-a$\n+b\\r\n");
}

#[test]
fn a_byte_order_mark_is_not_part_of_the_first_line() {
    let marked = format!("\u{feff}{TWO_HUNKS}");
    assert_sketch(&marked, TWO_HUNKS_READ);
}

#[test]
fn an_absurd_range_is_an_error() {
    let text = "--- a/f\n+++ b/f\n@@ -0,655555555555555 +1 @@\n+x\n";
    assert_malformed(text, 3, Problem::AbsurdRange);
    for line in [
        "99999999999999999999999",
        "9223372036854775807",
        "281474976710657",
    ] {
        let text = format!("--- a/f\n+++ b/f\n@@ -{line} +1 @@\n+x\n");
        assert_malformed(&text, 3, Problem::AbsurdRange);
    }
}

#[test]
fn text_without_a_diff_is_refused() {
    assert_malformed("", 1, Problem::Nothing);
    assert_malformed("\n \n", 1, Problem::Nothing);
    for normal in ["\n2,3c2\n< a\n< b\n---\n> c\n", "7a8,9\n> x\n> y\n"] {
        let line = 1 + normal.chars().take_while(|&letter| letter == '\n').count();
        assert_malformed(normal, line, Problem::NormalDiff);
    }
    assert_malformed("4,5d\n1c\nx\n.\n", 1, Problem::NormalDiff);
    assert_malformed("5 apples\n", 1, Problem::NoDiff);
    assert_malformed("1,2,3c4\n", 1, Problem::NoDiff);
    assert_malformed("hello\n- a list\n- of points\n", 1, Problem::NoDiff);
    assert_malformed("--- a/f\n+++ b/f\n", 1, Problem::NoHunks);
    assert_malformed("--- a/f\n+++ b/f\nprose\n", 3, Problem::NoHunks);
    assert_malformed("diff --cc f\n@@@ -1 -1 +1 @@@\n", 1, Problem::CombinedDiff);
    assert_malformed(
        "*** a/f\n--- b/f\n***************\n*** 1,5 ****\n",
        3,
        Problem::ContextDiff,
    );
    assert_malformed(
        "Binary files a and b differ\n",
        1,
        Problem::BinaryDataMissing,
    );
}

#[test]
fn svn_and_gnu_headers_are_skipped() {
    let text = format!(
        "Index: f.txt\n===================================================================\n{TWO_HUNKS}\
         diff -ru old/g.txt new/g.txt\n{TWO_HUNKS}Only in new: h\n{TWO_HUNKS}"
    );
    assert_sketch(&text, TWO_HUNKS_READ.repeat(3));
    assert_eq!(patch(&text).repairs, []);
}

#[test]
fn created_and_deleted_files() {
    let text = "--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+x\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n";
    assert_sketch(
        text,
        "create - b/new\n@ 0,0 1,1\n+x\ndelete a/gone -\n@ 1,1 0,0\n-x\n",
    );
}

#[test]
fn hunks_out_of_order_stay_so() {
    let text = "--- a/f\n+++ b/f\n@@ -10 +10 @@\n-b\n+B\n@@ -1 +1 @@\n-a\n+A\n";
    let patch = patch(text);
    assert_eq!(
        sketch(&patch),
        "modify a/f b/f\n@ 10,1 10,1\n-b\n+B\n@ 1,1 1,1\n-a\n+A\n"
    );
    assert_eq!(patch.repairs, []);
}

#[test]
fn reversing_puts_removed_lines_before_added_ones() {
    let text = "--- a/f\n+++ b/f\n@@ -1,3 +1,2 @@\n a\n-b\n-c\n+d\n";
    let back = patch(text).files[0].reversed().expect("a modification");
    let actual = sketch_file(&back);
    assert_eq!(actual, "modify b/f a/f\n@ 1,2 1,3\n a\n-d\n+b\n+c\n");
    assert_eq!(back.reversed().expect("again"), patch(text).files[0]);
}
