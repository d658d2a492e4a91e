//! Replaces whole files and undoes the change, as the example does.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test reads and makes its own files, and fails by panicking"
)]

#[path = "../examples/replace_three.rs"]
mod replace_three;

use std::fs;
use std::path::Path;

use incise_store::Files;

const OLD: [(&str, &str); 3] = [("a.txt", "a\n"), ("b.txt", "b\n"), ("c.txt", "c\n")];
const NEW: [(&str, &str); 3] = [("a.txt", "A\n"), ("b.txt", "B\n"), ("c.txt", "C\n")];

fn assert_texts(directory: &Path, texts: &[(&str, &str)]) {
    for (name, text) in texts {
        assert_eq!(fs::read_to_string(directory.join(name)).unwrap(), *text);
    }
}

#[test]
fn three_files_are_replaced_and_restored() {
    let directory = tempfile::tempdir().unwrap();
    let state = tempfile::tempdir().unwrap();
    for (name, text) in OLD {
        fs::write(directory.path().join(name), text).unwrap();
    }
    let mut files = Files::open(directory.path(), &state.path().join("state")).unwrap();
    files.replace(&NEW).unwrap();
    assert_texts(directory.path(), &NEW);
    files.undo().unwrap();
    assert_texts(directory.path(), &OLD);
    let nothing = files.undo().unwrap_err();
    assert_eq!(nothing.to_string(), "there is no edit left to undo");
    replace_three::replace_and_undo(&mut files).unwrap();
    assert_texts(directory.path(), &OLD);
}

#[test]
fn one_that_is_missing_leaves_all_as_they_were() {
    let directory = tempfile::tempdir().unwrap();
    let state = tempfile::tempdir().unwrap();
    for (name, text) in &OLD[..2] {
        fs::write(directory.path().join(name), text).unwrap();
    }
    let mut files = Files::open(directory.path(), &state.path().join("state")).unwrap();
    assert!(files.replace(&NEW).is_err());
    assert_texts(directory.path(), &OLD[..2]);
    assert!(!directory.path().join("c.txt").exists());
}
