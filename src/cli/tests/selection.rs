//! Globs and lists.

use std::path::PathBuf;

use super::{World, sentences};
use crate::request::PathOrigin;

fn targets(world: &World, args: &[&str]) -> Vec<(String, PathOrigin)> {
    let args = [&["replace", "--old", "x", "--new", "y"], args].concat();
    let steps = world.request(&args).steps;
    steps
        .into_iter()
        .map(|step| {
            (
                step.path.into_os_string().into_string().unwrap(),
                step.path_origin,
            )
        })
        .collect()
}

fn tree() -> World {
    World::new()
        .file("a.rs", "x")
        .file("src/b.rs", "x")
        .file("src/deep/c.rs", "x")
        .file("src/d.txt", "x")
        .file("target/e.rs", "x")
        .file(".git/f.rs", "x")
        .file(".gitignore", "target/\n")
}

#[test]
fn globs_select_what_is_not_ignored() {
    let selected = |path: &str| (path.to_owned(), PathOrigin::Selected);
    let world = tree();
    assert_eq!(
        targets(&world, &["--glob", "**/*.rs"]),
        [
            selected("a.rs"),
            selected("src/b.rs"),
            selected("src/deep/c.rs")
        ]
    );
    assert_eq!(
        targets(&world, &["--glob", "src/*.rs", "--glob", "*.txt"]),
        [selected("src/b.rs"), selected("src/d.txt")]
    );
}

#[test]
fn a_glob_may_start_at_the_working_directory() {
    let world = tree();
    let at_all = targets(&world, &["--glob", "**"]);
    assert_eq!(targets(&world, &["--glob", "./**"]), at_all);
    let top = targets(&world, &["--glob", "./*.rs"]);
    assert_eq!(top, [("a.rs".to_owned(), PathOrigin::Selected)]);
    let below = targets(&world, &["--glob", "src/*.rs"]);
    assert_eq!(targets(&world, &["--glob", "./src/*.rs"]), below);
    let whole = format!("{}/src/*.rs", world.directory.path().display());
    assert_eq!(targets(&world, &["--glob", &whole]), below);
    let without = targets(&world, &["--glob", "*.rs", "--glob", "!./src/deep/**"]);
    assert_eq!(without.len(), 2, "{without:?}");
}

#[test]
fn a_typed_path_stays_typed() {
    let world = tree();
    assert_eq!(
        targets(&world, &["src/b.rs", "--glob", "src/*.rs"]),
        [("src/b.rs".to_owned(), PathOrigin::Listed)]
    );
}

#[test]
fn lists_separate_by_line_or_nul() {
    let selected = |path: &str| (path.to_owned(), PathOrigin::Selected);
    let world = World::new().stdin("a b\r\nc\n\n");
    assert_eq!(
        targets(&world, &["--files-from", "-"]),
        [selected("a b"), selected("c")]
    );
    let world = World::new().stdin("a\nb\0c\0");
    assert_eq!(
        targets(&world, &["--files-from", "-", "-0"]),
        [selected("a\nb"), selected("c")]
    );
}

#[test]
fn expect_counts_over_all_selected_files() {
    let world = tree();
    let args = [
        "replace", "--old", "x", "--new", "y", "--glob", "a.*", "--expect", "2",
    ];
    let request = world.request(&args);
    assert_eq!(request.expect_total, Some(2));
    assert_eq!(request.steps[0].path, PathBuf::from("a.rs"));
}

#[test]
fn selecting_nothing_is_a_usage_error() {
    let world = tree();
    let args = ["replace", "--old", "x", "--new", "y", "--glob", "*.py"];
    let Err(refusal) = world.request_of(&args) else {
        panic!();
    };
    assert_eq!(sentences(refusal).0, "no file is selected");
    let args = ["replace", "--old", "x", "--new", "y", "--glob", "{"];
    let Err(refusal) = world.request_of(&args) else {
        panic!();
    };
    assert!(sentences(refusal).0.starts_with("`--glob {` is no glob: "));
}

#[test]
fn the_filter_takes_standard_input() {
    let world = World::new().stdin("text");
    let (request, _, filter) = world
        .request_of(&["replace", "-", "--old", "x", "--new", "y"])
        .unwrap();
    assert_eq!(request.steps[0].path, PathBuf::from("-"));
    assert_eq!(filter.as_deref(), Some(&b"text"[..]));
}
