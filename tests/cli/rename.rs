//! `incise move`: another name, never another file's. (`move` is a word of Rust.)

use std::path::Path;

use crate::bench::Bench;
use crate::notation::joined;

fn moved(from: &str, to: &str) -> String {
    joined(&[
        &format!("diff --git a/{from} b/{to}"),
        &format!("rename from {from}"),
        &format!("rename to {to}"),
        &format!("moved {from} -> {to}"),
    ])
}

#[test]
fn a_file_gets_another_name_and_keeps_its_mode() {
    let bench = Bench::with("a.sh", "echo\n").mode("a.sh", 0o750);
    let mut expected = bench.tree();
    let file = expected.remove(Path::new("a.sh")).unwrap();
    expected.insert("b.sh".into(), file);
    let ran = bench.run(["move", "a.sh", "b.sh"]);
    assert_eq!(ran.stdout, moved("a.sh", "b.sh"));
    ran.status_is(0).tree_is(&expected);
}

/// What only its owner may read does not become open to all with the name of another file.
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
    bench.run(["undo", "-q"]).status_is(0).tree_is(&before);
}

/// A new file in the place of one that was moved away has nothing of that.
#[test]
fn who_comes_after_a_moved_file_does_not_take_over_its_mode() {
    let bench = Bench::with("a.sh", "echo\n").mode("a.sh", 0o750);
    let batch = r#"[{"op":"move","path":"a.sh","to":"b.sh"},{"op":"create","path":"a.sh","text":"x\n"},
        {"op":"create","path":"c","text":"x\n"}]"#;
    let before = bench.tree();
    bench.pipe(batch, ["apply", "-q"]).status_is(0);
    let after = bench.tree();
    let fresh = after[Path::new("c")].clone();
    assert_eq!(after[Path::new("a.sh")], fresh);
    assert_eq!(after[Path::new("b.sh")], before[Path::new("a.sh")]);
    bench.run(["undo", "-q"]).status_is(0).tree_is(&before);
}

#[test]
fn into_another_directory() {
    Bench::with("a.txt", "one\n")
        .directory("d")
        .run(["move", "a.txt", "d/a.txt"])
        .status_is(0)
        .became(&[("a.txt", None), ("d/a.txt", Some(b"one\n"))]);
}

#[test]
fn a_missing_parent_is_refused_and_parents_makes_it() {
    let bench = Bench::with("a.txt", "one\n");
    bench
        .run(["move", "a.txt", "d/e/a.txt"])
        .status_is(4)
        .says("--parents")
        .unchanged();
    bench
        .run(["move", "a.txt", "d/e/a.txt", "--parents"])
        .status_is(0)
        .became(&[("a.txt", None), ("d/e/a.txt", Some(b"one\n"))]);
}

#[test]
fn an_existing_name_is_refused() {
    Bench::with("a.txt", "one\n")
        .file("b.txt", "two\n")
        .run(["move", "a.txt", "b.txt"])
        .status_is(1)
        .says("incise: b.txt: there is a file already (1 line, 4 bytes)\n")
        .unchanged();
}

#[test]
fn a_file_that_is_there_already_is_not_told_to_go() {
    let bench = Bench::with("a.txt", "one\n");
    for to in ["a.txt", "./a.txt"] {
        bench
            .run(["move", "a.txt", to])
            .status_is(2)
            .says("incise: a.txt: `a.txt` is where it is already\n")
            .says("hint: name another place to move it to\n")
            .unchanged();
    }
}

/// Only on a file system that ignores case: elsewhere the names are two.
#[test]
fn names_are_as_the_directory_has_them() {
    let bench = Bench::with("Makefile", "one\n");
    if !bench.path().join("makefile").exists() {
        return;
    }
    bench
        .run(["replace", "one", "two", "makefile"])
        .status_is(0)
        .became(&[("Makefile", Some(b"two\n"))]);
    bench
        .run(["move", "makefile", "MAKEFILE"])
        .status_is(2)
        .unchanged();
}

#[test]
fn what_is_not_there_or_no_file_is_refused() {
    let bench = Bench::new().directory("d");
    for from in ["missing", "d"] {
        bench.run(["move", from, "b.txt"]).status_is(4).unchanged();
    }
}

#[test]
fn one_name_is_too_few() {
    Bench::with("a.txt", "one\n")
        .run(["move", "a.txt"])
        .refused(
            2,
            &joined(&[
                "incise: the new name is missing",
                "hint: `incise move FROM TO` takes two paths, old and new",
            ]),
        );
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
