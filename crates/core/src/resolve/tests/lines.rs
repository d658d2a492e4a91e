//! Tests of `lines`: ranges, deletions, the end of the file.

use bytes::Bytes;

use super::{line, result, site_lines, snapshot};
use crate::refusal::Reason;
use crate::request::RangeAnchors;
use crate::resolve::{Resolution, lines};
use crate::text::{LineHashes, LineRange};

fn run(first: usize, last: usize, text: &str, file: &str) -> Result<Resolution, Reason> {
    let range = LineRange::new(line(first), line(last)).unwrap();
    let text = Bytes::copy_from_slice(text.as_bytes());
    lines(
        range.into(),
        RangeAnchors::default(),
        &text,
        &snapshot(file),
    )
    .map(|placed| placed.resolution)
}

fn after(first: usize, last: usize, text: &str, file: &str) -> String {
    result(&run(first, last, text, file).unwrap(), file)
}

#[test]
fn a_range_becomes_a_text() {
    let file = "a\nb\nc\n";
    assert_eq!(after(2, 2, "x", file), "a\nx\nc\n");
    assert_eq!(after(1, 2, "x\ny\nz\n", file), "x\ny\nz\nc\n");
    assert_eq!(after(3, 3, "x", "a\nb\nc"), "a\nb\nx");
    assert_eq!(site_lines(&run(1, 2, "x", file).unwrap()), [(1, 2)]);
}

#[test]
fn an_empty_text_deletes() {
    assert_eq!(after(2, 3, "", "a\nb\nc\n"), "a\n");
    assert_eq!(after(1, 1, "", "a\n"), "");
    assert_eq!(after(2, 2, "", "a\nb"), "a\n");
}

#[test]
fn crlf_files_keep_their_endings() {
    let actual = after(2, 2, "x\ny\n", "a\r\nb\r\nc\r\n");
    assert_eq!(actual, "a\r\nx\r\ny\r\nc\r\n");
    let actual = after(1, 1, "x", "a\nb\r\n");
    assert_eq!(actual, "x\nb\r\n", "the line's own ending");
}

#[test]
fn anchors_hold_or_the_request_is_stale() {
    let file = "a\r\nb\r\nc\r\nd\r\n";
    let run = |seen: &[u8]| {
        let hashes = LineHashes::new(seen);
        let range = LineRange::new(line(1), line(3)).unwrap();
        let anchors = RangeAnchors {
            first: hashes.at(line(1)),
            last: hashes.at(line(3)),
        };
        lines(
            range.into(),
            anchors,
            &Bytes::from_static(b"x"),
            &snapshot(file),
        )
        .map(|placed| placed.resolution)
    };
    assert_eq!(result(&run(b"a\nb\nc\nd").unwrap(), file), "x\r\nd\r\n");
    // The line after the range has changed, but not the range itself.
    assert_eq!(result(&run(b"a\nb\nc\nz").unwrap(), file), "x\r\nd\r\n");
    for (seen, expected) in [
        (&b"z\nb\nc\nd"[..], 1),
        (b"a\nb\nz\nd", 3),
        (b"a\nz\nc\nd", 1),
    ] {
        match run(seen) {
            Err(Reason::LinesChanged {
                lines,
                hashes: Some(_),
                ..
            }) => {
                assert_eq!(lines, LineRange::single(line(expected)));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn anchors_detect_a_change_between_them() {
    let hashes = LineHashes::new(b"1\n2\n3\n4\n5\n");
    let range = LineRange::new(line(1), line(5)).unwrap();
    let anchors = RangeAnchors {
        first: hashes.at(line(1)),
        last: hashes.at(line(5)),
    };
    let now = snapshot("1\n2\nthree\n4\n5\n");
    let lines_changed = lines(range.into(), anchors, &Bytes::from_static(b"x"), &now);
    assert!(matches!(
        lines_changed,
        Err(Reason::LinesChanged { hashes: None, .. })
    ));
}

#[test]
fn the_byte_order_mark_stays() {
    assert_eq!(after(1, 1, "x", "\u{feff}a\nb\n"), "\u{feff}x\nb\n");
}

#[test]
fn a_range_beyond_the_end_reports_both_line_counts() {
    let reason = |asked, lines| Reason::OutOfRange {
        asked,
        lines,
        lowest: 1,
    };
    assert_eq!(run(2, 4, "x", "a\nb\nc\n").unwrap_err(), reason(4, 3));
    assert_eq!(run(1, 1, "x", "").unwrap_err(), reason(1, 0));
    assert_eq!(run(4, 4, "", "a\nb\nc").unwrap_err(), reason(4, 3));
}
