//! Hunks without a place between conflict markers: where they are written, and which lines they show.

use std::path::Path;

use super::notation::{diff, strict};
use crate::patch::{FileOperation, FilePatch};
use crate::request::ConflictStyle;
use crate::resolve::place::marked;
use crate::snapshot::Snapshot;

/// The text after `patch`, with lines separated by spaces and conflicts as `< ours | theirs >`.
fn shown(text: &str, patch: &FilePatch) -> String {
    let now = Snapshot::of_text(text.to_owned());
    let options = strict();
    let marked = marked(patch, &now, &options, ConflictStyle::Merge, Path::new("f")).unwrap();
    let mut shown = Vec::new();
    for line in std::str::from_utf8(&marked.text).unwrap().lines() {
        shown.push(match line.split(' ').next() {
            Some("<<<<<<<") => "<",
            Some("=======") => "|",
            Some(">>>>>>>") => ">",
            _ => line,
        });
    }
    shown.join(" ")
}

#[test]
fn each_change_of_a_hunk_has_markers_of_its_own() {
    let patch = diff("@@ -1,6 +1,6 @@\n a\n-b\n+B\n c\n d\n-e\n+E\n f\n");
    let actual = shown("a\nb2\nc\nd\ne2\nf\n", &patch);
    assert_eq!(actual, "a < b2 | B > c d < e2 | E > f");
    // A change whose lines match is shown as well, because the hunk as a whole has no place.
    let actual = shown("a\nb\nc\nd\ne2\nf\n", &patch);
    assert_eq!(actual, "a < b | B > c d < e2 | E > f");
    let insertion = diff("@@ -2,4 +2,5 @@\n a\n b\n+x\n c\n d\n");
    let actual = shown("a\nb\nc\nd\n1\na\nb\nc\nd\n", &insertion);
    assert_eq!(actual, "a b < | x > c d 1 a b c d");
}

#[test]
fn context_that_has_changed_in_the_text_is_no_conflict() {
    let patch = diff("@@ -1,6 +1,6 @@\n a\n b\n c\n-d\n+D\n e\n f\n");
    let actual = shown("a\nb2\nc\nd2\ne\nf2\n", &patch);
    assert_eq!(actual, "a b2 c < d2 | D > e f2");
}

#[test]
fn changes_with_no_word_between_them_share_their_markers() {
    let patch = diff("@@ -1,5 +1,5 @@\n a\n-b\n+B\n }\n-c\n+C\n d\n");
    let actual = shown("a\nb2\n}\nc2\nd\n", &patch);
    assert_eq!(actual, "a < b2 } c2 | B } C > d");
}

#[test]
fn a_conflict_without_visible_change_shows_the_whole_hunk() {
    // The text has the new side of the hunk, but twice.
    let patch = diff("@@ -9,3 +9,3 @@\n a\n-b\n+B\n c\n");
    let shown = shown("1\n2\n", &patch);
    assert_eq!(shown, "1 2 < | a B c >");
}

#[test]
fn hunks_that_have_a_place_are_applied_around_it() {
    let patch = diff(
        "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n@@ -4,2 +4,2 @@\n d\n-x\n+E\n@@ -7,1 +7,1 @@\n-g\n+G\n",
    );
    let actual = shown("a\nb\nc\nd\ne\nf\ng\n", &patch);
    assert_eq!(actual, "a B c d < e | E > f G");
    let deletion = FilePatch {
        operation: FileOperation::Delete,
        ..diff("@@ -1,2 +0,0 @@\n-a\n-b\n")
    };
    assert_eq!(shown("a\nb\nleft\n", &deletion), "left");
}

#[test]
fn a_conflict_takes_in_nothing_that_another_hunk_makes() {
    // The last line of the first hunk has changed, and similar lines are below the place of the second hunk.
    let patch = diff(
        "@@ -4,3 +4,2 @@\n     write_910 = split(6992)\n-    fetch_210 = node(6993)\n return x\n\
         @@ -8,2 +7,3 @@\n     stream_913 = index(6994)\n+    limit_838 = config(6998)\n     token_344 = buffer(6995)\n\
         @@ -13,2 +13,2 @@\n return x\n-  c\n+    config_385 = total(6997)\n",
    );
    let above = "    delta_443 = alpha(6990)\n  a\n    value_951 = retry(6991)\n";
    let (kept, failed) = (
        "    write_910 = split(6992)\n",
        "    fetch_210 = node(6993)\nreturn x changed\n",
    );
    let stream = "\n    stream_913 = index(6994)\n";
    let below =
        "    token_344 = buffer(6995)\n    write_78 = batch(6996)\n  b\nreturn x\nreturn x\n";
    let now = Snapshot::of_text(format!("{above}{kept}{failed}{stream}{below}  c\n"));
    let options = strict();
    let marked = marked(&patch, &now, &options, ConflictStyle::Diff3, Path::new("f")).unwrap();
    let text = std::str::from_utf8(&marked.text).unwrap();
    assert_eq!(
        text,
        format!(
            "{above}{kept}<<<<<<< f\n{failed}||||||| hunk 1, old side\n    fetch_210 = node(6993)\n\
             return x\n=======\nreturn x\n\
             >>>>>>> hunk 1 (line 1 of the diff)\n{stream}    limit_838 = config(6998)\n{below}    \
             config_385 = total(6997)\n"
        )
    );
}

#[test]
fn hunks_between_markers_are_numbered_in_the_order_of_the_text() {
    let patch = diff("@@ -5,1 +5,1 @@\n-y\n+Y\n@@ -1,1 +1,1 @@\n-x\n+X\n");
    let now = Snapshot::of_text("a\nb\nc\nd\ne\n");
    let options = strict();
    for style in [
        ConflictStyle::Merge,
        ConflictStyle::Diff3,
        ConflictStyle::Zdiff3,
    ] {
        let marked = marked(&patch, &now, &options, style, Path::new("f\n")).unwrap();
        assert_eq!(marked.conflicts, [2, 1]);
        let text = String::from_utf8(marked.text.to_vec()).unwrap();
        assert_eq!(text.matches("<<<<<<< f?\n").count(), 2, "{text}");
        let has_base = text.contains("||||||| hunk 2, old side\nx\n");
        assert_eq!(has_base, style != ConflictStyle::Merge);
    }
}
