//! Tests of `append`: empty, missing and unterminated files, `--idempotent`.

use bytes::Bytes;

use super::{result, snapshot};
use crate::request::{Append, Repeat};
use crate::resolve::Resolution;
use crate::resolve::insert::append;

fn run(text: &str, file: &str, repeat: Repeat) -> Resolution {
    let action = Append {
        text: Bytes::copy_from_slice(text.as_bytes()),
        must_exist: false,
    };
    append(&action, repeat, &snapshot(file)).unwrap()
}

fn appended(text: &str, file: &str) -> String {
    result(&run(text, file, Repeat::Refuse), file)
}

#[test]
fn the_file_ends_in_a_line_ending() {
    assert_eq!(appended("x", "a\n"), "a\nx\n");
    assert_eq!(appended("x\n", "a\n"), "a\nx\n");
    assert_eq!(appended("x", "a"), "a\nx\n");
    assert_eq!(appended("x", ""), "x\n");
    assert_eq!(appended("x\ny", "a\r\nb"), "a\r\nb\r\nx\r\ny\r\n");
    assert_eq!(appended("", "a"), "a\n");
    assert_eq!(appended("", ""), "");
}

#[test]
fn twice_unless_a_repetition_is_accepted() {
    assert_eq!(appended("a\n", "a\n"), "a\na\n");
    for (text, file) in [("b", "a\nb\n"), ("b\n", "a\nb"), ("a\nb\n", "a\r\nb\r\n")] {
        let resolution = run(text, file, Repeat::Accept);
        assert!(resolution.changes.is_empty(), "{text:?} to {file:?}");
        assert_eq!(resolution.sites.count(), 1);
    }
}

#[test]
fn only_whole_lines_at_the_end_count_as_a_repetition() {
    for (text, file) in [("b", "ab\n"), ("a", "a\nb\n"), ("b\n", "b\n\n")] {
        let resolution = run(text, file, Repeat::Accept);
        assert!(resolution.changes.changes_text(), "{text:?} to {file:?}");
    }
}
