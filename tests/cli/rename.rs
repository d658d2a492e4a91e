//! `incise move`: renames a file, and never overwrites another file. (`move` is a Rust keyword.)

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::bench::Bench;
use crate::promise::{skipped, works};

#[test]
fn a_file_gets_another_name_and_keeps_its_mode() {
    let bench = Bench::with("a.sh", "echo\n").mode("a.sh", 0o750);
    let mut expected = bench.tree();
    let file = expected.remove(Path::new("a.sh")).unwrap();
    expected.insert("b.sh".into(), file);
    let ran = bench.line("move a.sh b.sh");
    assert_eq!(ran.stdout, "moved a.sh -> b.sh\n");
    ran.status_is(0).tree_is(&expected);
}

/// A private file does not become readable by others when it is renamed over another file.
#[test]
fn files_that_trade_names_keep_their_modes() {
    let swap = r#"[{"op":"move","path":"key","to":"t"},{"op":"move","path":"open","to":"key"},
        {"op":"move","path":"t","to":"open"},{"op":"append","path":"open","text":"more\n"}]"#;
    let bench = Bench::with("key", "secret\n")
        .mode("key", 0o600)
        .file("open", "data\n")
        .mode("open", 0o644);
    let before = bench.tree();
    bench.pipe(swap, ["apply", "-q"]).status_is(0);
    let expected = Bench::with("open", "secret\nmore\n")
        .mode("open", 0o600)
        .file("key", "data\n")
        .mode("key", 0o644)
        .tree();
    assert_eq!(bench.tree(), expected);
    bench.line("undo -q").status_is(0).tree_is(&before);
}

#[test]
fn a_new_file_does_not_inherit_the_mode_of_a_moved_one() {
    let bench = Bench::with("a.sh", "echo\n").mode("a.sh", 0o750);
    let batch = r#"[{"op":"move","path":"a.sh","to":"b.sh"},{"op":"create","path":"a.sh","text":"x\n"},
        {"op":"create","path":"c","text":"x\n"}]"#;
    let before = bench.tree();
    bench.pipe(batch, ["apply", "-q"]).status_is(0);
    let after = bench.tree();
    let fresh = after[Path::new("c")].clone();
    assert_eq!(after[Path::new("a.sh")], fresh);
    assert_eq!(after[Path::new("b.sh")], before[Path::new("a.sh")]);
    bench.line("undo -q").status_is(0).tree_is(&before);
}

#[test]
fn into_another_directory() {
    Bench::with("a.txt", "one\n")
        .directory("d")
        .line("move a.txt d/a.txt")
        .status_is(0)
        .became(&[("a.txt", None), ("d/a.txt", Some(b"one\n"))]);
}

#[test]
fn a_missing_parent_is_refused_and_parents_makes_it() {
    let bench = Bench::with("a.txt", "one\n");
    bench.line("move a.txt d/e/a.txt").fails(4, "--parents");
    bench
        .line("move a.txt d/e/a.txt --parents")
        .status_is(0)
        .became(&[("a.txt", None), ("d/e/a.txt", Some(b"one\n"))]);
}

#[test]
fn an_existing_name_is_refused() {
    Bench::with("a.txt", "one\n")
        .file("b.txt", "two\n")
        .line("move a.txt b.txt")
        .fails(
            1,
            "incise: b.txt: the file already exists (1 line, 4 bytes)\n",
        );
}

#[test]
fn moving_a_file_to_its_own_name_gets_a_fitting_hint() {
    let bench = Bench::with("a.txt", "one\n");
    for to in ["a.txt", "./a.txt"] {
        bench
            .run(["move", "a.txt", to])
            .fails(2, "incise: a.txt: it is already at `a.txt`\n")
            .says("hint: use another name\n");
    }
}

/// Makes a debug build look up names like a directory that ignores case.
const FOLDED: &str = "INCISE_TEST_NAMES_WITHOUT_CASE";

/// If both spellings lead to the same file, every form of request can change the case of its name. The text may
/// change too, and an undo restores both.
#[test]
fn a_name_gets_other_letters_where_case_is_ignored() {
    let bench = Bench::with("d/Makefile", "one\ntwo\n").mode("d/Makefile", 0o640);
    respell(&bench.env(FOLDED, "1"));
}

/// The same on a real file system that ignores case.
#[test]
fn a_name_gets_other_letters_on_exfat() {
    let bench = Bench::new().directory("d");
    let image = bench.state().with_extension("exfat");
    let make = format!(
        "truncate -s 8M {0} && mkfs.exfat {0} && mount.exfat-fuse {0} {1} >&2",
        image.display(),
        bench.path().join("d").display()
    );
    if !works(&["sh", "-c", &make]) {
        return skipped("no exFAT file system can be made and mounted");
    }
    let mounted = Mounted(bench.path().join("d"));
    fs::write(bench.path().join("d/Makefile"), "one\ntwo\n").unwrap();
    let seen = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| respell(&bench)));
    drop(mounted);
    fs::remove_file(image).unwrap();
    seen.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

struct Mounted(PathBuf);

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

/// Renames `d/Makefile` to `d/makefile` in every form of request, and undoes that.
fn respell(bench: &Bench) {
    let pure = "diff --git a/d/Makefile b/d/makefile\nsimilarity index 100%\n\
        rename from d/Makefile\nrename to d/makefile\n";
    let changed =
        format!("{pure}--- a/d/Makefile\n+++ b/d/makefile\n@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n");
    let envelope = "*** Begin Patch\n*** Update File: d/Makefile\n*** Move to: d/makefile\n@@\n-one\n+ONE\n\
        *** End Patch\n";
    let batch = r#"{"edits":[{"op":"move","path":"d/makefile","to":"d/makefile"},
        {"op":"replace","path":"d/MAKEFILE","old":"one","new":"ONE"}]}"#;
    let plan = [
        "check",
        "move",
        "d/Makefile",
        "d/makefile",
        "--format",
        "plan",
    ];
    let plan = bench.run(plan).stdout.clone();
    let (moved, edited) = ("one\ntwo\n", "ONE\ntwo\n");
    let forms: [(&[&str], &str, &str); 6] = [
        (&["move", "d/Makefile", "d/makefile"], "", moved),
        (&["apply", "-"], batch, edited),
        (&["patch", "-"], pure, moved),
        (&["patch", "-"], &changed, edited),
        (&["patch", "-"], envelope, edited),
        (&["apply", "-"], &plan, moved),
    ];
    let before = bench.tree();
    let rights = fs::metadata(bench.path().join("d/Makefile"))
        .unwrap()
        .permissions();
    for (args, stdin, text) in forms {
        for args in [args, &["redo"]] {
            bench.pipe(stdin, args).status_is(0);
            let names: Vec<_> = bench.tree().into_keys().collect();
            assert_eq!(names, [Path::new("d"), Path::new("d/makefile")], "{args:?}");
            assert_eq!(bench.text("d/makefile"), text, "{args:?}");
            let facts = fs::metadata(bench.path().join("d/makefile")).unwrap();
            assert_eq!(facts.permissions(), rights, "{args:?}");
            bench.line("undo").status_is(0);
            assert_eq!(bench.tree(), before, "{args:?}");
        }
    }
    let copy = pure.replace("rename", "copy");
    bench.pipe(&copy, ["patch", "-"]).status_is(2).unchanged();
    bench
        .line("move d/makefile d/Makefile")
        .status_is(2)
        .unchanged();
    // A rename and its reverse in one batch are not a change.
    let back = r#"{"edits":[{"op":"move","path":"d/Makefile","to":"d/makefile"},
        {"op":"move","path":"d/makefile","to":"d/Makefile"}]}"#;
    bench.pipe(back, ["apply", "-"]).status_is(0).unchanged();
}

/// A recorded change of case is replayed, and recognized as done where it was made.
#[test]
fn a_recorded_change_of_letters_is_replayed_once() {
    let bench = Bench::with("Makefile", "one\n").env(FOLDED, "1");
    bench.line("move Makefile makefile").status_is(0);
    let record = bench.line("log --export").stdout.clone();
    bench
        .pipe(&record, ["replay", "-"])
        .status_is(0)
        .unchanged();
    bench.line("undo").status_is(0);
    bench
        .pipe(&record, ["replay", "-"])
        .status_is(0)
        .became(&[("Makefile", None), ("makefile", Some(b"one\n"))]);
}

#[test]
fn names_are_as_the_directory_has_them() {
    let bench = Bench::with("Makefile", "one\n").env(FOLDED, "1");
    bench
        .line("replace makefile --old one --new two")
        .status_is(0)
        .became(&[("Makefile", Some(b"two\n"))]);
}

#[test]
fn moving_a_missing_path_or_a_directory_is_refused() {
    let bench = Bench::new().directory("d");
    for from in ["missing", "d"] {
        bench.run(["move", from, "b.txt"]).status_is(4).unchanged();
    }
}

#[test]
fn an_edit_and_a_move_are_one_transaction() {
    Bench::with("a.txt", "one\n")
        .pipe(
            r#"[{"op":"replace","path":"a.txt","old":"one","new":"two"},
                {"op":"move","path":"a.txt","to":"b.txt"}]"#,
            ["apply", "-q"],
        )
        .status_is(0)
        .became(&[("a.txt", None), ("b.txt", Some(b"two\n"))]);
}
