//! Globs and lists.

use std::path::PathBuf;

use super::World;
use crate::request::PathOrigin;

fn targets(world: &World, files: &str) -> Vec<(String, PathOrigin)> {
    let line = format!("replace --old x --new y {files}");
    let steps = world.request(&line).steps;
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
    World::new().file("a.rs", "x").file("src/b.rs", "x")
}

#[test]
fn files_are_typed_and_directories_walked() {
    let typed = |path: &str| (path.to_owned(), PathOrigin::Listed);
    let walked = |path: &str| (path.to_owned(), PathOrigin::Selected);
    let world = tree();
    for (files, expected) in [
        ("--glob 'src/*.rs'", &[walked(".")][..]),
        ("--type rust", &[walked(".")]),
        ("src", &[walked("src")]),
        ("src a.rs .", &[typed("a.rs"), walked("src"), walked(".")]),
        ("src --glob '*.rs'", &[walked("src")]),
    ] {
        assert_eq!(targets(&world, files), expected, "{files}");
    }
}

#[test]
fn lists_separate_by_line_or_nul() {
    let selected = |path: &str| (path.to_owned(), PathOrigin::Selected);
    let world = World::new().stdin("a b\r\nc\n\n");
    assert_eq!(
        targets(&world, "--files-from -"),
        [selected("a b"), selected("c")]
    );
    let world = World::new().stdin("a\nb\0c\0");
    assert_eq!(
        targets(&world, "--files-from - -0"),
        [selected("a\nb"), selected("c")]
    );
}

#[test]
fn expect_counts_over_all_selected_files() {
    for files in ["--glob 'a.*'", ". -q"] {
        let request = tree().request(&format!("replace --old x --new y --expect 2 {files}"));
        assert_eq!(request.expect_total, Some(2));
        assert_eq!(request.steps[0].path, PathBuf::from("."));
    }
}

#[test]
fn the_filter_takes_standard_input() {
    let world = World::new().stdin("text");
    let (request, _, filter) = world.request_of("replace - --old x --new y").unwrap();
    assert_eq!(request.steps[0].path, PathBuf::from("-"));
    assert_eq!(filter.as_deref(), Some(&b"text"[..]));
}
