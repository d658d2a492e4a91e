//! Tests of `insert`: every position, complete lines and inline.

use std::path::Path;

use bytes::Bytes;

use super::{find, line, result, site_lines, snapshot, whole};
use crate::refusal::{Code, Reason};
use crate::request::{Inline, Insert, InsertAt, Pick, Repeat};
use crate::resolve::{FileText, Resolution, insert};

fn run(at: InsertAt, inline: Inline, text: &str, file: &str) -> Result<Resolution, Reason> {
    run_where(at, inline, Repeat::Refuse, text, file)
}

fn run_where(
    at: InsertAt,
    inline: Inline,
    repeat: Repeat,
    text: &str,
    file: &str,
) -> Result<Resolution, Reason> {
    let now = snapshot(file);
    let action = Insert {
        at,
        text: Bytes::copy_from_slice(text.as_bytes()),
        inline,
        has_line_zero: true,
        pick: Pick::Only,
    };
    insert(
        &action,
        repeat,
        FileText::new(Path::new("a.txt"), &now),
        whole(&now),
    )
}

fn inserted(at: InsertAt, text: &str, file: &str) -> String {
    result(&run(at, Inline::WholeLines, text, file).unwrap(), file)
}

#[test]
fn at_0_1_last_and_the_end() {
    let file = "a\nb\n";
    assert_eq!(inserted(InsertAt::Beginning, "x", file), "x\na\nb\n");
    assert_eq!(inserted(InsertAt::After(line(1)), "x\n", file), "a\nx\nb\n");
    assert_eq!(inserted(InsertAt::After(line(2)), "x", file), "a\nb\nx\n");
    assert_eq!(inserted(InsertAt::End, "x", file), "a\nb\nx\n");
}

#[test]
fn the_site_is_the_inserted_line() {
    let lines = |at, file| site_lines(&run(at, Inline::WholeLines, "x", file).unwrap());
    assert_eq!(lines(InsertAt::Beginning, "a\n"), [(1, 1)]);
    assert_eq!(lines(InsertAt::After(line(1)), "a\nb\n"), [(2, 2)]);
    assert_eq!(lines(InsertAt::End, "a\nb\n"), [(3, 3)]);
    assert_eq!(lines(InsertAt::End, "a\nb"), [(3, 3)]);
    assert_eq!(lines(InsertAt::End, ""), [(1, 1)]);
}

#[test]
fn beyond_the_end_states_the_valid_range() {
    let refused = |number, file| run(InsertAt::After(line(number)), Inline::WholeLines, "x", file);
    assert_eq!(
        refused(3, "a\nb\n").unwrap_err(),
        Reason::OutOfRange {
            asked: 3,
            lines: 2,
            lowest: 0
        }
    );
    assert_eq!(refused(1, "").unwrap_err().code(), Code::OutOfRange);
    assert!(refused(2, "a\nb").is_ok());
}

#[test]
fn into_empty_and_unterminated_files() {
    assert_eq!(inserted(InsertAt::Beginning, "x", ""), "x\n");
    assert_eq!(inserted(InsertAt::End, "x\n", ""), "x\n");
    assert_eq!(inserted(InsertAt::End, "x", "a\nb"), "a\nb\nx\n");
    assert_eq!(inserted(InsertAt::After(line(1)), "x", "a\nb"), "a\nx\nb");
    assert_eq!(inserted(InsertAt::After(line(1)), "x", "a"), "a\nx\n");
}

#[test]
fn crlf_files_get_crlf_lines() {
    let file = "a\r\nb\r\n";
    let after = inserted(InsertAt::After(line(1)), "x\ny", file);
    assert_eq!(after, "a\r\nx\r\ny\r\nb\r\n");
    let after = inserted(InsertAt::Beginning, "x\n", file);
    assert_eq!(after, "x\r\na\r\nb\r\n");
    assert_eq!(inserted(InsertAt::End, "x", "a\r\nb"), "a\r\nb\r\nx\r\n");
}

#[test]
fn beside_text_as_whole_lines() {
    let file = "one\n  two\nthree\n";
    let before = InsertAt::BeforeText(find("tw"));
    let after = InsertAt::AfterText(find("tw"));
    assert_eq!(inserted(before, "x", file), "one\nx\n  two\nthree\n");
    assert_eq!(inserted(after, "x", file), "one\n  two\nx\nthree\n");
    let ended = InsertAt::AfterText(find("two\n"));
    assert_eq!(inserted(ended, "x", file), "one\n  two\nx\nthree\n");
    let last = InsertAt::AfterText(find("b"));
    assert_eq!(inserted(last, "x", "a\nb"), "a\nb\nx\n");
}

#[test]
fn an_inline_insertion_is_next_to_the_exact_bytes() {
    let inline = |at| {
        let file = "f(a, b)\r\n";
        result(&run(at, Inline::Inline, "x\n", file).unwrap(), file)
    };
    assert_eq!(inline(InsertAt::BeforeText(find("a"))), "f(x\na, b)\r\n");
    assert_eq!(inline(InsertAt::AfterText(find("a"))), "f(ax\n, b)\r\n");
}

#[test]
fn the_byte_order_mark_stays_first() {
    let file = "\u{feff}a\n";
    assert_eq!(inserted(InsertAt::Beginning, "x", file), "\u{feff}x\na\n");
    let before = InsertAt::BeforeText(find("a"));
    assert_eq!(inserted(before, "x", file), "\u{feff}x\na\n");
    assert_eq!(inserted(InsertAt::End, "x", "\u{feff}"), "\u{feff}x\n");
}

#[test]
fn refusals_of_the_search_and_of_an_empty_text() {
    let code = |at, text| {
        run(at, Inline::WholeLines, text, "a\na\n")
            .unwrap_err()
            .code()
    };
    let beside = |old| InsertAt::AfterText(find(old));
    assert_eq!(code(beside("a"), "x"), Code::Ambiguous);
    assert_eq!(code(beside("b"), "x"), Code::NotFound);
    assert_eq!(code(beside(""), "x"), Code::BadRequest);
    assert_eq!(code(InsertAt::End, ""), Code::BadRequest);
}

/// True if `--idempotent` accepts the text as already inserted.
fn stands(at: InsertAt, inline: Inline, text: &str, file: &str) -> bool {
    let resolution = run_where(at, inline, Repeat::Accept, text, file).unwrap();
    resolution.changes.is_empty()
}

#[test]
fn whole_lines_exactly_at_the_place_are_already_inserted() {
    const LINES: Inline = Inline::WholeLines;
    let before = |old| InsertAt::BeforeText(find(old));
    let after = |old| InsertAt::AfterText(find(old));
    let file = "a\nx\ny\nb\n";
    for at in [
        InsertAt::After(line(1)),
        after("a"),
        before("b"),
        after("a\n"),
    ] {
        assert!(stands(at.clone(), LINES, "x\ny", file), "{at:?}");
        assert!(
            stands(at.clone(), LINES, "x\ny\n", "a\r\nx\r\ny\r\nb"),
            "{at:?}"
        );
        assert!(!stands(at.clone(), LINES, "x\nz", file), "{at:?}");
        assert!(!stands(at, LINES, "x\ny", "a\nxx\nyy\nb\n"));
    }
    assert!(stands(InsertAt::Beginning, LINES, "a", "\u{feff}a\nb"));
    assert!(stands(InsertAt::End, LINES, "b\n", "a\nb"));
    assert!(!stands(InsertAt::End, LINES, "a", "a\nb"));
    assert!(!stands(InsertAt::After(line(2)), LINES, "b", "a\nb\n"));
    // A part of a line, and the wrong side of a line.
    assert!(!stands(after("a"), LINES, "x", "a\nxy\n"));
    assert!(!stands(before("b"), LINES, "y", "a\nxy\nb\n"));
    assert!(!stands(before("a"), LINES, "x", "a\nx\n"));
}

#[test]
fn inserted_text_may_contain_its_anchor() {
    let after = |old| InsertAt::AfterText(find(old));
    let file = "use a;\nuse a::b;\nfn f() {}\n";
    assert!(stands(
        after("use a"),
        Inline::WholeLines,
        "use a::b;\n",
        file
    ));
    let twice = run_where(
        after("use a"),
        Inline::WholeLines,
        Repeat::Accept,
        "x",
        file,
    );
    assert_eq!(twice.unwrap_err().code(), Code::Ambiguous);
}

#[test]
fn bytes_directly_next_to_the_anchor_are_already_inserted() {
    let after = |old| InsertAt::AfterText(find(old));
    let before = |old| InsertAt::BeforeText(find(old));
    assert!(stands(after("f("), Inline::Inline, "x, ", "f(x, y)\n"));
    assert!(!stands(after("f("), Inline::Inline, "x, ", "f(y, x, )\n"));
    assert!(stands(before("y)"), Inline::Inline, "x, ", "f(x, y)\n"));
}
