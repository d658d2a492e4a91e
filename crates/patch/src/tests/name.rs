//! Names, time stamps, and target candidates.

use super::*;

fn header(old: &str, new: &str, ranges: &str) -> FilePatch {
    let text = format!("--- {old}\n+++ {new}\n@@ {ranges} @@\n-x\n+y\n");
    patch(&text).files.remove(0)
}

fn candidates(file: &FilePatch) -> Vec<String> {
    let show = |target: PatchTarget| format!("{} {}", target.strip, target.path.display());
    file.target_candidates().map(show).collect()
}

#[test]
fn prefixes_are_dropped_first() {
    let actual = candidates(&header("a/src/f.c", "b/src/f.c", "-1 +1"));
    assert_eq!(actual, ["1 src/f.c", "2 f.c"]);
    let actual = candidates(&header("src/f.c", "src/f.c", "-1 +1"));
    assert_eq!(actual, ["0 src/f.c", "1 f.c"]);
    let actual = candidates(&header("f.c.orig", "f.c", "-1 +1"));
    assert_eq!(actual, ["0 f.c", "0 f.c.orig"]);
    assert_eq!(candidates(&header("a/f", "b/f", "-1 +1")), ["1 f"]);
    let actual = candidates(&header("/dev/fd/63", "d/f", "-1 +1"));
    assert_eq!(actual, ["0 d/f", "1 f"]);
    assert_eq!(candidates(&header("d/f", "-", "-1 +1")), ["0 d/f", "1 f"]);
}

#[test]
fn the_prefixes_of_a_git_header_are_always_dropped() {
    let git = |text: &str| candidates(&patch(text).files[0]);
    let hunk = "@@ -1 +1 @@\n-x\n+y\n";
    let edit = format!("diff --git a/d/f b/d/f\n--- a/d/f\n+++ b/d/f\n{hunk}");
    assert_eq!(git(&edit), ["1 d/f", "2 f"]);
    let rename = |names: &str, from: &str, to: &str| {
        git(&format!(
            "diff --git {names}\nrename from {from}\nrename to {to}\n"
        ))
    };
    assert_eq!(rename("a/f b/g", "f", "g"), ["1 f"]);
    assert_eq!(rename("x/f x/g", "f", "g"), ["1 f"]);
    // With `--no-prefix`, `a` and `b` are directories.
    assert_eq!(rename("a/f b/f", "a/f", "b/f"), ["0 a/f", "1 f"]);
}

#[test]
fn a_name_before_a_time_stamp_may_have_tabs() {
    let stamped = |stamp: &str| {
        header(&format!("a/x\ty\t{stamp}"), "b/x", "-1 +1")
            .names
            .old
    };
    assert_eq!(stamped("2010-08-18 20:13:31 -0500"), Some("a/x\ty".into()));
    assert_eq!(stamped("(revision 5)"), Some("a/x".into()));
}

#[test]
fn a_name_may_begin_with_a_space() {
    let text = "diff --git  a  a\n---  a\t\n+++  a\t\n@@ -1 +1 @@\n-x\n+y\n";
    assert_eq!(patch(text).files[0].names, PatchNames::same(" a".into()));
    let names = header("  a", "  a", "-1 +1").names;
    assert_eq!(names, PatchNames::same("a".into()));
}

#[test]
fn a_name_that_leads_outside_is_kept() {
    let names = header("../../etc/passwd", "/etc/passwd", "-1 +1").names;
    assert_eq!(names.old, Some("../../etc/passwd".into()));
    assert_eq!(names.new, Some("/etc/passwd".into()));
    assert_eq!(
        names.stripped(1).and_then(|names| names.new),
        Some("etc/passwd".into())
    );
}

#[test]
fn stripping_more_than_there_is_gives_nothing() {
    let names = PatchNames::same("a//b/c".into());
    assert_eq!(names.stripped(1), Some(PatchNames::same("b/c".into())));
    assert_eq!(names.stripped(2), Some(PatchNames::same("c".into())));
    assert_eq!(names.stripped(3), None);
}

#[test]
fn time_stamps_are_not_part_of_the_name() {
    for stamp in [
        "\t2024-01-31 12:34:56.123456789 +0100",
        " 2024-01-31 12:34:56",
        "\t(revision 5)",
    ] {
        let file = header(&format!("a b.c{stamp}"), &format!("a b.c{stamp}"), "-1 +1");
        assert_eq!(file.names, PatchNames::same("a b.c".into()), "{stamp}");
    }
}

#[test]
fn the_epoch_means_no_file_if_the_hunk_has_no_lines() {
    let text = |stamp: &str| {
        format!("--- f\t{stamp}\n+++ f\t2024-01-31 12:34:56 +0000\n@@ -0,0 +1 @@\n+x\n")
    };
    for (stamp, operation) in [
        ("1970-01-01 00:00:00.000000000 +0000", FileOperation::Create),
        ("1970-01-01 01:00:00.000000000 +0100", FileOperation::Create),
        ("1969-12-31 19:00:00.000000000 -0500", FileOperation::Create),
        ("1970-01-01 00:00:01.000000000 +0000", FileOperation::Modify),
        ("1970-01-01 00:30:00.000000000 +0000", FileOperation::Modify),
        ("2020-01-01 00:00:00.000000000 +0000", FileOperation::Modify),
    ] {
        assert_eq!(patch(&text(stamp)).files[0].operation, operation, "{stamp}");
    }
}

#[test]
fn a_file_may_be_called_null() {
    let text =
        "diff --git a/dev/null b/dev/null\n--- a/dev/null\n+++ b/dev/null\n@@ -1 +1 @@\n-x\n+y\n";
    let file = &patch(text).files[0];
    assert_eq!(file.operation, FileOperation::Modify);
    assert_eq!(candidates(file)[0], "1 dev/null");
}

#[test]
fn a_nul_byte_or_an_empty_name_is_refused() {
    let nul = "--- a/f\0\n+++ b/f\n@@ -1 +1 @@\n-x\n+y\n";
    assert_malformed(nul, 1, Problem::UnusableName);
    for absent in [
        "--- /dev/null\n+++ /dev/null",
        "--- /dev/null",
        "+++ /dev/null",
    ] {
        let text = format!("{absent}\n@@ -1 +1 @@\n-x\n+y\n");
        assert_malformed(&text, 1, Problem::UnusableName);
    }
    let empty = "--- \n+++ \n@@ -1 +1 @@\n-x\n+y\n";
    assert_malformed(empty, 1, Problem::UnusableName);
}

#[test]
fn git_sorts_by_the_new_name_without_its_prefix() {
    let sorted_by = |old: Option<&str>, new: Option<&str>| {
        let names = PatchNames {
            old: old.map(Into::into),
            new: new.map(Into::into),
        };
        let bytes = names.sort_key().map(<[u8]>::to_vec);
        bytes.map(|bytes| String::from_utf8(bytes).expect("these are ASCII"))
    };
    let is = |name: &str| Some(name.to_owned());
    assert_eq!(sorted_by(Some("a/x/y"), Some("b/z")), is("z"));
    assert_eq!(sorted_by(Some("a/x"), None), is("x"));
    assert_eq!(sorted_by(None, Some("b/x")), is("x"));
    assert_eq!(sorted_by(Some("x/y"), Some("x/y")), is("x/y"));
    assert_eq!(sorted_by(None, None), None);
}
