//! Tests of `replace`: exact text, picks, the tiers and their refusals.

use super::{first_tier, replaced, replacing, result, run, site_lines};
use crate::refusal::{Code, ExpectedCount, Reason};
use crate::request::{Match, Pick, Replace};
use crate::resolve::Tier;

fn picking(old: &str, new: &str, pick: Pick) -> Replace {
    Replace {
        pick,
        ..replacing(old, new)
    }
}

fn code(action: &Replace, text: &str) -> Code {
    run(action, text).unwrap_err().code()
}

#[test]
fn one_exact_place() {
    let resolution = run(&replacing("b", "x"), "a\nb\nc\n").unwrap();
    assert_eq!(result(&resolution, "a\nb\nc\n"), "a\nx\nc\n");
    assert_eq!(site_lines(&resolution), [(2, 2)]);
    assert_eq!(first_tier(&resolution), Tier::Exact);
}

#[test]
fn special_characters_are_not_interpreted() {
    for hostile in [
        "$1", "${name}", "\\n", "&", "\\1", "/", "%s", "\\", "^.*$", "\0",
    ] {
        let text = format!("a{hostile}b\n");
        let there = replaced(&replacing(hostile, "x"), &text);
        assert_eq!(there, "axb\n", "looking for {hostile:?}");
        let back = replaced(&replacing("x", hostile), "axb\n");
        assert_eq!(back, text, "putting {hostile:?}");
    }
}

#[test]
fn multi_line_text() {
    let text = "fn a() {\n    one();\n    two();\n}\n";
    let action = replacing("    one();\n    two();\n", "    three();\n");
    assert_eq!(replaced(&action, text), "fn a() {\n    three();\n}\n");
}

#[test]
fn several_places_are_ambiguous_with_every_line() {
    match run(&replacing("x = 1", "y"), "x = 1\n  x = 1 # b\nc\nx = 1") {
        Err(Reason::Ambiguous {
            count, candidates, ..
        }) => {
            assert_eq!(count, 3);
            let seen: Vec<_> = candidates
                .iter()
                .map(|candidate| (candidate.lines.first().number(), &candidate.preview[..]))
                .collect();
            assert_eq!(
                seen,
                [
                    (1, &b"x = 1"[..]),
                    (2, &b"  x = 1 # b"[..]),
                    (4, &b"x = 1"[..])
                ]
            );
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn all_nth_first_last_and_expected_counts() {
    let text = "a a\na\n";
    assert_eq!(replaced(&picking("a", "b", Pick::All), text), "b b\nb\n");
    assert_eq!(replaced(&picking("a", "b", Pick::First), text), "b a\na\n");
    assert_eq!(replaced(&picking("a", "b", Pick::Last), text), "a a\nb\n");
    assert_eq!(replaced(&picking("a", "b", Pick::Nth(2)), text), "a b\na\n");
    let after = replaced(&picking("a", "b", Pick::Nth(-2)), text);
    assert_eq!(after, "a b\na\n");
    let three = picking("a", "b", Pick::Exactly(3));
    assert_eq!(replaced(&three, text), "b b\nb\n");
    match run(&picking("a", "b", Pick::Exactly(2)), text) {
        Err(Reason::CountMismatch {
            expected, found, ..
        }) => assert_eq!((expected, found), (ExpectedCount::Exactly(2), 3)),
        other => panic!("{other:?}"),
    }
    let actual = code(&picking("a", "b", Pick::Nth(4)), text);
    assert_eq!(actual, Code::CountMismatch);
}

#[test]
fn counts_are_exact_where_candidates_are_capped() {
    match run(&replacing("x", "y"), &"x\n".repeat(1000)) {
        Err(Reason::Ambiguous {
            count, candidates, ..
        }) => assert_eq!((count, candidates.len()), (1000, 20)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn empty_old_text_and_equal_texts_are_bad_requests() {
    assert_eq!(code(&replacing("", "x"), "a\n"), Code::BadRequest);
    assert_eq!(code(&replacing("a", "a"), "a\n"), Code::BadRequest);
    assert_eq!(code(&replacing("", ""), "a\n"), Code::BadRequest);
}

#[test]
fn missing_old_text_is_refused() {
    assert_eq!(code(&replacing("b", "x"), "a\n"), Code::NotFound);
    assert_eq!(code(&picking("b", "x", Pick::All), "a\n"), Code::NotFound);
    assert_eq!(code(&replacing("b", "x"), ""), Code::NotFound);
}

#[test]
fn trailing_white_space_may_differ_in_whole_lines() {
    let text = "a  \nb\t\nc\n";
    let resolution = run(&replacing("a\nb\n", "a\nx\n"), text).unwrap();
    assert_eq!(first_tier(&resolution), Tier::TrailingSpace);
    let after = result(&resolution, text);
    assert_eq!(after, "a  \nx\nc\n", "line 1 keeps its blanks");
    assert_eq!(replaced(&replacing("c  \n", "x\n"), text), "a  \nb\t\nx\n");
}

#[test]
fn trailing_white_space_inside_a_line_is_no_reason() {
    assert_eq!(code(&replacing("b  \nc", "x"), "ab\nc\n"), Code::NotFound);
}

#[test]
fn wrong_newlines_match_and_keep_the_files() {
    let text = "a\r\nb\r\nc\r\n";
    let resolution = run(&replacing("a\nb\n", "a\nx\ny\n"), text).unwrap();
    assert_eq!(first_tier(&resolution), Tier::Exact);
    assert_eq!(result(&resolution, text), "a\r\nx\r\ny\r\nc\r\n");
    let after = replaced(&replacing("a\r\nb\r\n", "x\r\n"), "a\nb\nc\n");
    assert_eq!(after, "x\nc\n");
}

#[test]
fn new_lines_in_a_crlf_file_end_like_it() {
    let text = "a\r\nb\r\n";
    assert_eq!(replaced(&replacing("b", "x\ny"), text), "a\r\nx\r\ny\r\n");
    let after = replaced(&replacing("a\r\nb\r\n", "a\nx\n"), text);
    assert_eq!(after, "a\r\nx\r\n");
}

#[test]
fn an_unterminated_file_stays_unterminated() {
    assert_eq!(replaced(&replacing("b\n", "x\n"), "a\nb"), "a\nx");
    assert_eq!(replaced(&replacing("b\n", "b\nc\n"), "a\nb"), "a\nb\nc");
    assert_eq!(replaced(&replacing("a\nb\n", ""), "a\nb"), "");
}

#[test]
fn exact_matching_allows_the_first_tier_alone() {
    let mut action = replacing("a\nb\n", "x\n");
    action.find.matching = Match::Exact;
    assert_eq!(code(&action, "a \nb\n"), Code::NotFound);
}

#[test]
fn a_lower_tier_is_not_reached_past_an_ambiguous_one() {
    let text = "a\nb\n--\na\nb\n--\na \nb\n";
    assert_eq!(code(&replacing("a\nb\n", "x\n"), text), Code::Ambiguous);
    let twice = "a \nb\n--\na  \nb\n";
    assert_eq!(code(&replacing("a\nb\n", "x\n"), twice), Code::Ambiguous);
    let both = picking("a\nb\n", "x\n", Pick::All);
    assert_eq!(replaced(&both, twice), "x\n--\nx\n");
}

#[test]
fn blank_lines_alone_are_found_by_their_bytes_only() {
    let actual = code(&replacing("\n \n", "x\n"), "a\n\n\nb\n");
    assert_eq!(actual, Code::NotFound);
}

#[test]
fn the_byte_order_mark_stays() {
    let text = "\u{feff}a \nb\n";
    assert_eq!(replaced(&replacing("a\nb\n", "x\n"), text), "\u{feff}x\n");
}

#[test]
fn touching_places_become_one_edit() {
    let action = picking("a", "bb", Pick::All);
    let resolution = run(&action, "aaa\n").unwrap();
    assert_eq!(result(&resolution, "aaa\n"), "bbbbbb\n");
    assert_eq!(resolution.sites.count(), 3);
}
