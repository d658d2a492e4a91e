//! V4A envelopes.

use super::*;

#[test]
fn every_kind_of_section() {
    let text = "\
*** Begin Patch
*** Add File: docs/new.md
+# Title
+
+- point
*** Delete File: old.txt
*** Update File: src/a.py
*** Move to: src/b.py
@@ class A
@@     def f(self):
 x = 1
-y = 2
+y = 3
@@ def g():
@@
+z = 4
*** End of File
*** End Patch
";
    let read = "\
create - docs/new.md
@ 0,0
+# Title
+
+- point
delete old.txt -
rename src/a.py src/b.py
@ <class A> <def f(self):>
 x = 1
-y = 2
+y = 3
@ <def g():> end
+z = 4
";
    let patch = patch(text);
    assert_eq!(sketch(&patch), read);
    assert_eq!(patch.repairs, []);
    assert!(
        patch
            .files
            .iter()
            .all(|file| file.format == PatchFormat::V4a)
    );
}

#[test]
fn the_first_hunk_needs_no_header_and_empty_sections_are_skipped() {
    let text = "*** Begin Patch\n*** Update File: a\n-x\n+y\n@@\n\n@@ end\n-p\n+q\n*** End Patch\n";
    assert_sketch(text, "modify a a\n@\n-x\n+y\n@ <end>\n-p\n+q\n");
    assert_eq!(patch(text).repairs, []);
}

#[test]
fn lines_without_a_marker_are_context() {
    let text = "*** Begin Patch\n*** Update File: a\n@@ f\nfoo\n\n  bar\n-x\n+y\n*** End Patch\n";
    assert_sketch(text, "modify a a\n@ <f>\n foo\n \n   bar\n-x\n+y\n");
    assert_repairs(text, ["4:lost_context_blank"]);
}

#[test]
fn numbers_in_an_anchor_line_are_numbers() {
    let text = "*** Begin Patch\n*** Update File: a\n@@ -3,1 +3,1 @@ f\n-x\n+y\n*** End Patch\n";
    assert_sketch(text, "modify a a\n@ 3,1 3,1 <f>\n-x\n+y\n");
}

#[test]
fn a_missing_envelope_or_end() {
    for (text, expected) in [
        ("*** Update File: a\n-x\n+y\n", &["1:unclosed_envelope"][..]),
        (
            "*** Begin Patch\n*** Begin Patch\n*** Update File: a\n-x\n+y\n*** End Patch\n",
            &["1:unclosed_envelope"],
        ),
        (
            "*** Begin Patch\n*** Update File: a\n-x\n+y\n*** End Patch",
            &[],
        ),
        (
            "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a\n-x\n+y\n*** End Patch\nEOF\n",
            &["1:heredoc_wrapper"],
        ),
        (
            "```\n*** Begin Patch\n*** Update File: a\n-x\n+y\n```\n",
            &["1:markdown_fence", "2:unclosed_envelope"],
        ),
    ] {
        assert_sketch(text, "modify a a\n@\n-x\n+y\n");
        assert_repairs(text, expected);
    }
}

#[test]
fn a_patch_without_its_end_is_truncated() {
    for (text, line) in [
        ("*** Begin Patch\n*** Update File: a\n-x\n+y\n", 4),
        ("*** Begin Patch\n*** Update File: a\n-x\n+y half a li", 4),
        (
            "*** Begin Patch\n*** Update File: a\n-x\n+y\n*** End Pat",
            5,
        ),
        ("*** Begin Patch\n*** Add File: a\n+x\n\n", 3),
        ("*** Begin Patch\n*** Delete File: a\n", 2),
        ("*** Begin Patch\n", 1),
        (
            "*** Begin Patch\n*** Delete File: a\n*** End Patch\n*** Begin Patch\n*** Delete File: b\n",
            5,
        ),
        ("```\n*** Begin Patch\n*** Update File: a\n-x\n+y\n", 5),
        (
            "apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: a\nEOF\n",
            4,
        ),
    ] {
        assert_malformed(text, line, Problem::UnfinishedEnvelope);
    }
}

#[test]
fn blanks_around_directives() {
    let text = " *** Begin Patch \n  *** Update File: a \n@@\n x\n *** Begin Patch\n-y\n+z\n *** End Patch\n\n";
    assert_sketch(text, "modify a a\n@\n x\n *** Begin Patch\n-y\n+z\n");
    assert_repairs(text, [""; 0]);
}

#[test]
fn a_new_file_without_plus_signs() {
    let text = "*** Begin Patch\n*** Add File: a.md\nTitle\n\n- point\n*** End Patch\n";
    assert_sketch(text, "create - a.md\n@ 0,0\n+Title\n+\n+- point\n");
    let mixed = "*** Begin Patch\n*** Add File: a.md\n+Title\n-point\n*** End Patch\n";
    assert_malformed(mixed, 4, Problem::StrayLine);
}

#[test]
fn an_empty_new_file_and_a_mere_move() {
    let text =
        "*** Begin Patch\n*** Add File: a\n*** Update File: b\n*** Move to: c\n*** End Patch\n";
    assert_sketch(text, "create - a\nrename b c\n");
}

#[test]
fn an_update_without_a_change_is_an_error() {
    let text = "*** Begin Patch\n*** Update File: a\n@@ f\n*** End Patch\n";
    assert_malformed(text, 2, Problem::NoHunks);
}

#[test]
fn a_deletion_that_does_not_state_the_text_has_no_inverse() {
    let text = "*** Begin Patch\n*** Delete File: a\n*** End Patch\n";
    assert_eq!(
        patch(text).files[0].reversed(),
        Err(malformed(2, Problem::NotReversible))
    );
}

#[test]
fn only_a_last_hunk_without_a_place_is_appended() {
    let hunk = |text: &str| {
        let text = format!("*** Begin Patch\n*** Update File: a\n{text}*** End Patch\n");
        sketch(&patch(&text))
    };
    assert_eq!(hunk("@@\n+x\n"), "modify a a\n@ end\n+x\n");
    assert_eq!(hunk("@@\n-y\n@@\n+x\n"), "modify a a\n@\n-y\n@ end\n+x\n");
    assert_eq!(hunk("@@\n+x\n@@\n-y\n"), "modify a a\n@\n+x\n@\n-y\n");
    assert_eq!(hunk("@@ f\n+x\n"), "modify a a\n@ <f>\n+x\n");
    assert_eq!(hunk("@@ -3,0 +4 @@\n+x\n"), "modify a a\n@ 3,0 4,1\n+x\n");
}
