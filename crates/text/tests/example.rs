//! Tests the function of the example.

#[path = "../examples/rebase.rs"]
mod rebase;

use bytes::Bytes;

fn with_both(base: &str, ours: &str, theirs: &str) -> Option<String> {
    let [base, ours, theirs] = [base, ours, theirs].map(|text| Bytes::from(text.to_owned()));
    let text = rebase::with_both(&base, &ours, &theirs)?;
    String::from_utf8(text).ok()
}

#[test]
fn changes_of_different_lines_are_both_made() {
    let text = with_both(
        "one\ntwo\nthree\n",
        "ONE\ntwo\nthree\n",
        "one\ntwo\nTHREE\n",
    );
    assert_eq!(text.as_deref(), Some("ONE\ntwo\nTHREE\n"));
}

#[test]
fn changes_of_one_line_are_a_conflict() {
    assert_eq!(with_both("one\n", "two\n", "three\n"), None);
}
