//! Extended headers and binary patches.

use super::*;

#[test]
fn modes_renames_copies_and_empty_files() {
    let text = "\
diff --git a/run b/run
old mode 100644
new mode 100755
diff --git a/old name b/dir/new name
similarity index 100%
rename from old name
rename to dir/new name
diff --git a/x b/y
similarity index 80%
copy from x
copy to y
index 1234567..89abcde 100644
--- a/x
+++ b/y
@@ -1 +1 @@
-x
+y
diff --git a/empty b/empty
new file mode 100644
index 0000000..e69de29
diff --git a/gone b/gone
deleted file mode 100755
index e69de29..0000000
";
    let read = "\
modify a/run b/run old=100644 new=100755
rename a/old name b/dir/new name
copy a/x b/y old=100644
@ 1,1 1,1
-x
+y
create - b/empty new=100644
delete a/gone - old=100755
";
    let patch = patch(text);
    assert_eq!(sketch(&patch), read);
    assert_eq!(patch.repairs, []);
    assert_eq!(
        patch.files[2].blobs,
        Some(("1234567".into(), "89abcde".into()))
    );
    assert!(
        patch
            .files
            .iter()
            .all(|file| file.format == PatchFormat::Git)
    );
}

#[test]
fn printing_keeps_the_header_information() {
    for text in [
        "diff --git a/run b/run\nold mode 100644\nnew mode 100755\n",
        "diff --git a/x b/d/y z\nrename from x\nrename to d/y z\n",
        "diff --git a/x b/y\ncopy from x\ncopy to y\nindex 12..34 100644\n--- a/x\n+++ b/y\n@@ -1 +1 @@\n-x\n+y\n",
        "diff --git a/e b/e\nnew file mode 100755\nindex 0..1\n",
        "diff --git a/e b/e\ndeleted file mode 100644\nindex 1..0\n--- a/e\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n\\ No newline at end of file\n",
        LITERAL,
    ] {
        let printed = String::from_utf8(patch(text).to_unified()).expect("text");
        assert_eq!(patch(&printed), Patch { ..patch(text) }, "{printed}");
        if text != LITERAL {
            assert_eq!(printed, text);
        }
    }
}

#[test]
fn formats_without_git_headers_are_printed_as_unified() {
    let text = "*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@ f\n@@ g\n-x\n+y\n*** Delete File: c\n*** End Patch\n";
    let printed = "diff --git a/a b/b\nrename from a\nrename to b\n--- a/a\n+++ b/b\n@@ ... @@ f\n@@ ... @@ g\n-x\n+y\n\
                   diff --git a/c b/c\ndeleted file mode 100644\n";
    assert_eq!(String::from_utf8_lossy(&patch(text).to_unified()), printed);
    let again = patch(printed);
    assert_eq!(
        again.files[0].hunks()[0].scopes,
        patch(text).files[0].hunks()[0].scopes
    );
}

#[test]
fn created_and_deleted_with_hunks() {
    let text = "\
diff --git a/n b/n
new file mode 120000
index 0000000..1de5659
--- /dev/null
+++ b/n
@@ -0,0 +1 @@
+target
\\ No newline at end of file
diff --git a/o b/o
deleted file mode 100644
index 1de5659..0000000
--- a/o
+++ /dev/null
@@ -1 +0,0 @@
-x
";
    let patch = patch(text);
    let read =
        "create - b/n new=120000\n@ 0,0 1,1\n+target$\ndelete a/o - old=100644\n@ 1,1 0,0\n-x\n";
    assert_eq!(sketch(&patch), read);
    assert!(patch.files[0].new_mode.is_some_and(GitMode::is_symlink));
}

#[test]
fn dev_null_alone_marks_a_new_file() {
    let text = "diff --git a/n b/n\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\n";
    assert_sketch(text, "create - b/n\n@ 0,0 1,1\n+x\n");
}

#[test]
fn quoted_names_and_names_with_blanks() {
    let text = "\
diff --git \"a/t\\303\\244b\\there\" \"b/t\\303\\244b\\there\"
index 1..2 100644
--- \"a/t\\303\\244b\\there\"
+++ \"b/t\\303\\244b\\there\"
@@ -1 +1 @@
-x
+y
diff --git a/b b/b b/b b/b
new file mode 100644
diff --git a/one two b/one two
index 1..2 100644
--- a/one two\t
+++ b/one two\t
@@ -1 +1 @@
-x
+y
";
    let patch = patch(text);
    let old = |at: usize| patch.files[at].names.old.clone();
    assert_eq!(old(0), Some("a/täb\there".into()));
    assert_eq!(patch.files[1].names.new, Some("b/b b/b".into()));
    assert_eq!(old(2), Some("a/one two".into()));
}

#[test]
fn names_without_prefixes() {
    let text = "diff --git f f\nindex 1..2 100644\n--- f\n+++ f\n@@ -1 +1 @@\n-x\n+y\n\
                diff --git p q\nsimilarity index 100%\nrename from p\nrename to q\n";
    assert_sketch(
        text,
        "modify f f old=100644\n@ 1,1 1,1\n-x\n+y\nrename p q\n",
    );
}

#[test]
fn a_section_without_changes_is_an_error() {
    let text = "diff --git a/f b/f\nindex 123..456 100644\n";
    assert_malformed(text, 1, Problem::NoHunks);
    let text = "diff --git a/f b/f\nold mode rwx\n";
    assert_malformed(text, 2, Problem::BadMode);
    let text = "diff --git \"a/f b/f\nold mode 100644\nnew mode 100755\n";
    assert_malformed(text, 1, Problem::BadName);
    let text = "diff --git \"a/f\\000\" \"b/f\\000\"\nold mode 100644\nnew mode 100755\n";
    assert_malformed(text, 1, Problem::UnusableName);
}

#[test]
fn a_binary_notice_without_data_is_an_error() {
    let text = "diff --git a/f b/f\nindex 123..456 100644\nBinary files a/f and b/f differ\n";
    assert!(matches!(problem(text), ParseError::Malformed { .. }));
    let text = "diff --git a/f b/f\nnew file mode 100644\nindex 0..4\nBinary files /dev/null and b/f differ\n";
    assert_malformed(text, 4, Problem::BinaryDataMissing);
}

/// A binary patch, made by git, that removes the ten bytes 0 to 9.
const LITERAL: &str = "\
diff --git a/blob b/blob
index e69de29..0000000 100644
GIT binary patch
literal 10
UcmV+l0QLU>0RjUA1qKHQ2>`DEE&u=k

literal 0
KcmV+b0RR6000031

";

fn binary(text: &str) -> Binary {
    match patch(text).files.remove(0).content {
        Content::Binary(binary) => binary,
        Content::Hunks(_) => panic!("hunks"),
    }
}

#[test]
fn binary_literals() {
    let literal = binary(LITERAL);
    assert_eq!(
        literal.apply(b"").expect("a literal")[..],
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    );
    assert_eq!(literal.is_undone_by(b"", &[0; 10]), Some(true));
    let back = patch(LITERAL).files[0].reversed().expect("both halves");
    let Content::Binary(back) = back.content else {
        panic!("hunks")
    };
    assert_eq!(back.apply(b"anything").as_deref(), Some(&b""[..]));
}

#[test]
fn binary_data_with_a_wrong_size_is_refused_without_allocating() {
    for (from, to) in [
        ("literal 10", "literal 11"),
        ("literal 10", "literal 99999999999999"),
    ] {
        assert_malformed(&LITERAL.replace(from, to), 4, Problem::BinaryDamaged);
    }
    assert_malformed(&LITERAL.replace("UcmV", "AcmV"), 5, Problem::BinaryDamaged);
    assert_malformed(
        &LITERAL.replace("literal 10\n", "lateral 10\n"),
        3,
        Problem::BinaryDamaged,
    );
}

#[test]
fn binary_deltas_copy_and_insert() {
    let source = b"0123456789";
    let delta = |code: &'static [u8]| BinaryDelta::Delta(Bytes::from_static(code));
    let good = delta(&[10, 7, 0x91, 2, 4, 3, b'a', b'b', b'c']);
    assert_eq!(good.apply(source).as_deref(), Some(&b"2345abc"[..]));
    assert_eq!(good.apply(b"012"), None);
    for code in [
        &[10, 7, 0x91, 8, 4, 3, b'a', b'b', b'c'][..],
        &[10, 6, 0x91, 2, 4, 3, b'a', b'b', b'c'],
        &[10, 8, 0x91, 2, 4, 3, b'a', b'b', b'c'],
        &[10, 1, 0],
        &[10, 3, 3, b'a'],
        &[10, 0x80],
        &[0xff; 12],
    ] {
        let damaged = BinaryDelta::Delta(Bytes::copy_from_slice(code));
        assert_eq!(damaged.apply(source), None, "{code:?}");
    }
}

#[test]
fn a_header_of_another_file_begins_its_own_part() {
    let of_two = patch(
        "diff --git a/old b/new\nrename from old\nrename to new\n\n\
         --- a/other\n+++ b/other\n@@ -1 +1 @@\n-1\n+2\n",
    );
    let operations: Vec<_> = of_two.files.iter().map(|file| file.operation).collect();
    assert_eq!(operations, [FileOperation::Rename, FileOperation::Modify]);
    assert_eq!(of_two.files[0].names.new, Some("b/new".into()));
    assert_eq!(
        of_two.files[1].names,
        PatchNames {
            old: Some("a/other".into()),
            new: Some("b/other".into())
        }
    );
    // These names contradict the rename lines directly above.
    assert_malformed(
        "diff --git a/old b/new\nrename from old\nrename to new\n\
             --- a/other\n+++ b/other\n@@ -1 +1 @@\n-1\n+2\n",
        4,
        Problem::HeadersDisagree,
    );
    let of_one = patch(
        "diff --git a/old b/new\nrename from old\nrename to new\n\
         --- old\n+++ new\n@@ -1 +1 @@\n-1\n+2\n",
    );
    assert_eq!(of_one.files.len(), 1);
}

#[test]
fn patches_quoted_in_a_commit_message_are_not_read() {
    let quoted = "*** Begin Patch\n*** Delete File: g\n*** End Patch\ng\n```\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n```\n--- a/x\n+++ b/x\n@@\n*** Begin Patch\n<<<<<<< SEARCH\n";
    let indented: String = quoted.lines().map(|line| format!("    {line}\n")).collect();
    let diff = "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-x\n+y\n";
    let id = "1f6589ec3a1ecec6e99b2b2bbb4f6fc9d1e7a3b0";
    let quoted = quoted.replace("--- a/x\n+++ b/x\n@@\n", "--- a/x\n+++ b/x\n\n");
    for head in [
        format!("From {id} Mon Sep 17 00:00:00 2001\nSubject: a\n\n{quoted}---\n f | 2 +-\n\n"),
        format!("commit {id}\nAuthor: a\n\n{indented}\n"),
        format!("commit {id} (HEAD -> main)\nAuthor: a\n\n{indented}\n"),
    ] {
        let patch = patch(&format!("{head}{diff}"));
        assert_eq!(sketch(&patch), "modify a/f b/f\n@ 1,1 1,1\n-x\n+y\n");
        assert_eq!(patch.repairs, []);
    }
}
