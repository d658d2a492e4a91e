//! Tests the function of the example.

#[path = "../examples/merge.rs"]
mod merge;

use incise_merge::Versions;

fn merged(base: &'static str, ours: &'static str, theirs: &'static str) -> (String, usize) {
    let (text, conflicts) = merge::merged(&Versions {
        base: base.into(),
        ours: ours.into(),
        theirs: theirs.into(),
    });
    (String::from_utf8_lossy(&text).into_owned(), conflicts)
}

#[test]
fn changes_of_different_lines_merge() {
    let (text, conflicts) = merged("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n");
    assert_eq!((text.as_str(), conflicts), ("A\nb\nC\n", 0));
}

#[test]
fn a_conflict_is_written_between_markers() {
    let (text, conflicts) = merged("a = 1\n", "a = 2\n", "a = 3\n");
    let marked = "<<<<<<< ours\na = 2\n||||||| base\na = 1\n=======\na = 3\n>>>>>>> theirs\n";
    assert_eq!((text.as_str(), conflicts), (marked, 1));
}
