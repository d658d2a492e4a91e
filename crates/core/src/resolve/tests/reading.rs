//! Tests of `--ignore-case`, `--word`, `--regex` and `--site`.

use super::{find, replaced, replacing, run, snapshot};
use crate::refusal::{Code, Reason};
use crate::request::{PatternLanguage, PatternOptions, Pick, Replace};
use crate::resolve::first_match;
use crate::snapshot::SiteId;

fn reading(old: &str, new: &str, pick: Pick, reading: PatternOptions) -> Replace {
    let mut action = replacing(old, new);
    action.find.options = reading;
    Replace { pick, ..action }
}

fn regex(old: &str, new: &str) -> Replace {
    reading(
        old,
        new,
        Pick::All,
        PatternOptions {
            language: PatternLanguage::Regex,
            ..PatternOptions::default()
        },
    )
}

#[test]
fn ignoring_case_is_literal_otherwise() {
    let action = |old, new| {
        let ignoring = PatternOptions {
            ignores_case: true,
            ..PatternOptions::default()
        };
        reading(old, new, Pick::All, ignoring)
    };
    assert_eq!(replaced(&action("A.b", "$1"), "a.B axb\n"), "$1 axb\n");
    assert_eq!(replaced(&action("foo", "foo"), "Foo FOO\n"), "foo foo\n");
}

#[test]
fn a_whole_word_has_no_word_characters_around_it() {
    let action = |old| {
        let words = PatternOptions {
            whole_words: true,
            ..PatternOptions::default()
        };
        reading(old, "x", Pick::All, words)
    };
    assert_eq!(replaced(&action("a"), "a ab a_b (a)\n"), "x ab a_b (x)\n");
    assert_eq!(replaced(&action("a("), "a( a(1) ba(\n"), "x a(1) ba(\n");
    assert_eq!(replaced(&action("--"), "a--b -- (--)\n"), "a--b x (x)\n");
}

#[test]
fn there_is_no_line_after_the_last_line_ending() {
    assert_eq!(replaced(&regex("^", "> "), "a\n\nb\n"), "> a\n> \n> b\n");
    assert_eq!(replaced(&regex("$", ";"), "a\r\nb\r\n"), "a;\r\nb;\r\n");
    assert_eq!(replaced(&regex("^", "> "), "a\nb"), "> a\n> b");
    assert_eq!(replaced(&regex("^$", "-"), "\n"), "-\n");
    // A pattern can still match at the end of the text.
    assert_eq!(replaced(&regex(r"\z", "b\n"), "a\n"), "a\nb\n");
}

#[test]
fn a_regular_expression_expands_its_groups_and_only_it_does() {
    let text = "let a = 1;\nlet bc = 2;\n";
    assert_eq!(
        replaced(
            &regex(r"^let (?<name>\w+) = (\d);$", "${name}_1 <- $2$$"),
            text
        ),
        "a_1 <- 1$\nbc_1 <- 2$\n"
    );
    assert_eq!(replaced(&regex("^", "# "), "a\nb"), "# a\n# b");
    assert_eq!(replaced(&regex("x*", "-"), "axxb"), "-a-b-");
}

#[test]
fn lines_end_where_the_file_ends_them() {
    let after = replaced(&regex("b$", "x\ny"), "ab\r\nab\r\n");
    assert_eq!(after, "ax\r\ny\r\nax\r\ny\r\n");
}

#[test]
fn groups_that_are_not_there_and_broken_expressions_are_bad_requests() {
    for (old, new) in [("(a)", "$2"), ("(a)", "$1x"), ("a", "${n}"), ("(", "x")] {
        let code = run(&regex(old, new), "a\n").unwrap_err().code();
        assert_eq!(code, Code::BadRequest, "{old} {new}");
    }
}

#[test]
fn a_site_is_picked_by_its_id_and_gone_when_the_text_changed() {
    let text = "a\na\na\n";
    let Err(Reason::Ambiguous { candidates, .. }) = run(&replacing("a", "b"), text) else {
        panic!("three places are ambiguous");
    };
    let pick = Pick::Site(candidates[1].id.unwrap());
    let action = Replace {
        pick,
        ..replacing("a", "b")
    };
    assert_eq!(replaced(&action, text), "a\nb\na\n");
    assert_eq!(
        run(&action, "a\na\na\na\n").unwrap_err().code(),
        Code::Stale
    );
    let other = Pick::Site(SiteId::parse("00000000").unwrap());
    let action = Replace {
        pick: other,
        ..replacing("a", "b")
    };
    let refused = run(&action, text);
    assert!(matches!(refused, Err(Reason::SiteGone { found: 3, .. })));
}

#[test]
fn a_site_of_a_block_is_picked_by_its_id() {
    let text = "  a1\n--\n    a1\n";
    let Err(Reason::Ambiguous { candidates, .. }) = run(&replacing("\ta1\n", "\tb\n"), text) else {
        panic!("two places are ambiguous");
    };
    let pick = Pick::Site(candidates[1].id.unwrap());
    let action = Replace {
        pick,
        ..replacing("\ta1\n", "\tb\n")
    };
    assert_eq!(replaced(&action, text), "  a1\n--\n    b\n");
}

#[test]
fn first_match_returns_the_first_place() {
    let lines = first_match(&find("b"), &snapshot("a\nb\nb\n")).unwrap();
    assert_eq!(lines.first().number(), 2);
    assert_eq!(first_match(&find("b"), &snapshot("a\n")), None);
}
