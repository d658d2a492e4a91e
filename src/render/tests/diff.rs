//! Diffs are valid: other implementations can apply them to the old content and get the new content.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use proptest::prelude::*;

use super::paper;
use crate::change::{ChangeSet, Edit, TransitionKind};
use crate::render::draw::FileDrawing;
use crate::render::{ShownLimits, Style, diff};
use crate::report::FileReport;

fn drawn(file: FileReport, context: usize) -> Vec<u8> {
    let limits = ShownLimits {
        context,
        ..ShownLimits::default()
    };
    let style = Style {
        limits,
        ..Style::default()
    };
    diff(&paper::report(file), &style).stdout
}

fn edited(before: &[u8], changes: ChangeSet) -> FileReport {
    FileReport {
        before: Some(crate::snapshot::Snapshot::of_text(before.to_vec())),
        changes,
        ..paper::file("replace", "a.txt", Some(""), Some(""))
    }
}

fn as_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

#[test]
fn hunks_are_drawn_as_unified_diffs_are() {
    let before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n";
    let after = "1\nzwei\n3\n4\n5\n6\n7\n8\n9\n10\n12\n13";
    let file = paper::file("replace", "a.txt", Some(before), Some(after));
    let expected = "\
diff --git a/a.txt b/a.txt
--- a/a.txt
+++ b/a.txt
@@ -1,5 +1,5 @@
 1
-2
+zwei
 3
 4
 5
@@ -8,5 +8,5 @@
 8
 9
 10
-11
 12
+13
\\ No newline at end of file
";
    assert_eq!(as_text(drawn(file, 3)), expected);
}

#[test]
fn nearby_changes_share_a_hunk_and_context_may_be_nothing() {
    let (before, after) = ("a\nb\nc\nd\n", "A\nb\nc\nD\n");
    let file = || paper::file("replace", "a.txt", Some(before), Some(after));
    let hunks = |context| as_text(drawn(file(), context)).matches("@@ -").count();
    assert_eq!((hunks(0), hunks(1), hunks(2)), (2, 1, 1));
}

#[test]
fn headers_state_the_operation_on_the_file() {
    let created = paper::file("create", "new file", None, Some("x\n"));
    let expected = "\
diff --git a/new file b/new file
new file mode 100644
--- /dev/null
+++ b/new file\t
@@ -0,0 +1 @@
+x
";
    assert_eq!(as_text(drawn(created, 3)), expected);
    let removed = paper::file("remove", "t\u{fc}r\"\n", Some("x"), None);
    let expected = "\
diff --git \"a/t\\303\\274r\\\"\\n\" \"b/t\\303\\274r\\\"\\n\"
deleted file mode 100644
--- \"a/t\\303\\274r\\\"\\n\"
+++ /dev/null
@@ -1 +0,0 @@
-x
\\ No newline at end of file
";
    assert_eq!(as_text(drawn(removed, 3)), expected);
    let mut moved = paper::file("move", "b/x", Some("x\n"), Some("x\n"));
    moved.transition = TransitionKind::Moved;
    moved.from = Some("a/x".into());
    moved.modes = Some((0o644, 0o755));
    let expected = "\
diff --git a/a/x b/b/x
old mode 100644
new mode 100755
rename from a/x
rename to b/x
";
    assert_eq!(as_text(drawn(moved, 3)), expected);
}

#[test]
fn binary_texts_are_not_shown_and_equal_ones_are_not_mentioned() {
    let binary = paper::file("write", "a", Some("a\0b"), Some("c"));
    let expected = "diff --git a/a b/a\nBinary files a/a and b/a differ\n";
    assert_eq!(as_text(drawn(binary, 3)), expected);
    assert!(drawn(paper::file("write", "a", Some("x"), Some("x")), 3).is_empty());
}

/// Texts with both kinds of line endings, bytes that are not UTF-8, and repetition.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => Just(&b"a"[..]),
        2 => Just(&b"bc"[..]),
        4 => Just(&b"\n"[..]),
        2 => Just(&b"\r\n"[..]),
        1 => Just(&b"\r"[..]),
        1 => Just(&b"\xff"[..]),
        1 => Just(&b" "[..]),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// A text, and edits whose old sides occur in the text.
fn text_and_changes() -> impl Strategy<Value = (Vec<u8>, ChangeSet)> {
    let len = prop_oneof![4 => 0..6usize, 1 => Just(usize::MAX)];
    let new = prop_oneof![3 => text(), 1 => Just(Vec::new())];
    let cut = (any::<prop::sample::Index>(), len, new);
    (text(), proptest::collection::vec(cut, 0..5)).prop_map(|(base, cuts)| {
        let mut edits: Vec<Edit> = Vec::new();
        for (at, len, new) in cuts {
            let at = at.index(base.len() + 1);
            let old = base[at..base.len().min(at.saturating_add(len))]
                .to_vec()
                .into();
            let new = new[..new.len().min(8)].to_vec().into();
            edits.push(Edit { at, old, new });
        }
        edits.sort_by_key(|edit| edit.at);
        edits.dedup_by(|later, earlier| later.at <= earlier.end());
        let changes = ChangeSet::new(base.len(), edits).unwrap();
        (base, changes)
    })
}

proptest! {
    #[test]
    fn applying_the_diff_to_the_text_before_gives_the_text_after(
        (before, changes) in text_and_changes(),
        // Without context, diffy looks for a deletion one line too early.
        context in 1..4usize,
    ) {
        let after = changes.apply(&before).unwrap();
        let file = edited(&before, changes);
        let delta = FileDrawing::new(&file).line_delta();
        let diff = drawn(file, context);
        let patch = diffy::Patch::from_bytes(&diff).unwrap();
        prop_assert_eq!(diffy::apply_bytes(&before, &patch).unwrap(), after);
        let signed = |sign: u8| {
            let body = patch.hunks().iter().flat_map(|hunk| hunk.lines());
            body.filter(|line| match line {
                diffy::Line::Delete(_) => sign == b'-',
                diffy::Line::Insert(_) => sign == b'+',
                diffy::Line::Context(_) => false,
            }).count()
        };
        prop_assert_eq!((delta.added, delta.removed), (signed(b'+'), signed(b'-')));
    }
}

#[test]
fn the_random_texts_hold_the_cases_of_interest() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let mut seen = [false; 6];
    for _ in 0..512 {
        let (before, changes) = text_and_changes().new_tree(&mut runner).unwrap().current();
        let after = changes.apply(&before).unwrap();
        let cases = [
            before.is_empty() && !after.is_empty(),
            after.is_empty() && !before.is_empty(),
            !before.is_empty() && !before.ends_with(b"\n") && after.ends_with(b"\n"),
            before.windows(2).any(|pair| pair == b"\r\n"),
            std::str::from_utf8(&before).is_err(),
            changes.line_blocks(&before).count() > 1,
        ];
        seen.iter_mut()
            .zip(cases)
            .for_each(|(seen, now)| *seen |= now);
    }
    assert_eq!(seen, [true; 6]);
}

/// The files for `git apply` and `patch`, with their changes.
fn cases() -> Vec<FileReport> {
    let long = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n";
    let changed = "1\nzwei\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\nneu\n14\n15\n";
    vec![
        paper::file("replace", "long.txt", Some(long), Some(changed)),
        paper::file(
            "replace",
            "crlf.txt",
            Some("a\r\nb\r\n"),
            Some("a\r\nc\r\n"),
        ),
        paper::file("append", "open.txt", Some("a\nb"), Some("a\nb\nc\n")),
        paper::file("lines", "closed.txt", Some("a\nb\n"), Some("a\nb")),
        paper::file("create", "new name.txt", None, Some("x\ny\n")),
        paper::file("remove", "old.txt", Some("x\ny"), None),
        paper::file("replace", "qu\"ote\t.txt", Some("x\n"), Some("y\n")),
        paper::file("append", "empty.txt", Some(""), Some("x\n")),
    ]
}

/// Checks that the program can apply `diff` for every case; `None` if the program is not installed.
fn outside_reader_agrees(program: &str, arguments: &[&str]) -> Option<()> {
    let works = Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .status();
    works.ok().filter(|status| status.success())?;
    for case in cases() {
        let directory = tempfile::tempdir().unwrap();
        let target = directory.path().join(&case.path);
        if let Some(before) = &case.before {
            put(&target, before.bytes());
        }
        let base = case
            .before
            .as_ref()
            .map_or(Vec::new(), |before| before.bytes().to_vec());
        let after = case.changes.apply(&base).unwrap();
        let diff = directory.path().join("change.diff");
        put(&diff, &drawn(case.clone(), 3));
        let run = Command::new(program)
            .args(arguments)
            .arg(&diff)
            .current_dir(directory.path())
            .output()
            .unwrap();
        assert!(
            run.status.success(),
            "{program} on {:?}: {run:?}",
            case.path
        );
        match case.transition {
            TransitionKind::Removed => assert!(!target.exists()),
            _ => assert_eq!(take(&target), after, "{program} on {:?}", case.path),
        }
    }
    Some(())
}

#[allow(clippy::disallowed_methods)] // Scratch files of a test, not targets.
fn put(path: &Path, text: &[u8]) {
    fs::write(path, text).unwrap();
}

#[allow(clippy::disallowed_methods)] // As above.
fn take(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap()
}

#[test]
fn git_apply_takes_the_diff_or_git_is_absent() {
    if outside_reader_agrees("git", &["apply", "--whitespace=nowarn"]).is_none() {
        eprintln!("skipped: there is no git");
    }
}

#[test]
fn gnu_patch_takes_the_diff_or_is_absent() {
    if outside_reader_agrees("patch", &["--binary", "-p1", "-i"]).is_none() {
        eprintln!("skipped: there is no patch");
    }
}
