//! Compares the hashes with those of the tools, and tests which lines an anchor refers to.

use bytes::Bytes;

use super::known_hash::{HashedLines, is_tag_of};
use super::search::renumber;
use crate::refusal::{Reason, Unshown};
use crate::request::{
    Action, Insert, InsertAt, Lines, LinesAt, RangeAnchors, ShortAnchor, ShownLines,
};
use crate::run::history::shown_texts::ShownText;
use crate::snapshot::Snapshot;
use crate::text::{LineNumber, LineRange};

const SAMPLE: &str = "fn main() {\n    let x = 1;  \n    }\n}\n\n}\n";

fn line(number: usize) -> LineNumber {
    LineNumber::new(number).unwrap()
}

fn lines(first: usize, last: usize) -> LineRange {
    LineRange::new(line(first), line(last)).unwrap()
}

/// The hashes of hashline, oh-my-opencode (current and earlier versions), pi-hashline-edit (two and three characters)
/// and dsh-better-edit.
#[test]
fn hashes_are_those_of_the_tools() {
    let known = [
        ["6c", "KX", "WJ", "XK", "BXK", "g5R"],
        ["bd", "HN", "XB", "BW", "VBW", "nlE"],
        ["18", "QW", "RZ", "NB", "VNB", "AU6"],
        ["18", "NN", "NN", "NN", "JNN", "BV7"],
        ["05", "BT", "BT", "VQ", "HVQ", "AuN"],
        ["18", "JV", "JV", "JW", "RJW", "BvO"],
    ];
    for text in [SAMPLE.to_owned(), SAMPLE.replace('\n', "\r\n")] {
        let hashed = HashedLines::new(&Snapshot::of_text(text));
        for (at, hashes) in known.iter().enumerate() {
            let [hex, .., name] = hashes;
            for hash in &hashes[..5] {
                assert!(
                    hashed.is_hash_of(hash, LineNumber::after_lines(at)),
                    "{hash}"
                );
            }
            assert!(hashed.is_hash_of(&hex.to_uppercase(), LineNumber::after_lines(at)));
            assert_eq!(hashed.named(name), Some(LineNumber::after_lines(at)));
        }
        for (wrong, at) in [
            ("6d", 1),
            ("KX", 2),
            ("BXKX", 1),
            ("6", 1),
            ("", 1),
            ("6c", 7),
        ] {
            assert!(!hashed.is_hash_of(wrong, line(at)), "{wrong}");
        }
        assert_eq!(hashed.named("zzz"), None);
    }
}

#[test]
fn the_beginnings_of_our_own_hashes_hold() {
    let text = Snapshot::of_text(SAMPLE);
    let hashed = HashedLines::new(&text);
    let own = crate::text::LineHashes::new(SAMPLE.as_bytes());
    let own = own.at(line(2)).unwrap().to_string();
    for count in [2, 4, 12] {
        assert!(hashed.is_hash_of(&own[..count], line(2)));
        assert!(!hashed.is_hash_of(&own[..count], line(3)));
    }
    assert!(!hashed.is_hash_of(&own[..1], line(2)));
    let tag = text.fingerprint().hex();
    assert!(is_tag_of(&tag[..4], &text) && is_tag_of(&tag[..12], &text));
    assert!(!is_tag_of(&tag[..3], &text));
}

/// The tag of oh-my-pi ignores trailing whitespace, line endings and a byte-order mark.
#[test]
fn the_tag_of_a_text_is_that_of_the_tool() {
    for text in [
        SAMPLE.to_owned(),
        SAMPLE.replace('\n', "\r\n"),
        format!("\u{feff}{SAMPLE}"),
        SAMPLE.replace("1;  \n", "1;\n"),
    ] {
        assert!(is_tag_of("AFAC", &Snapshot::of_text(text.clone())));
        assert!(is_tag_of("afac", &Snapshot::of_text(text)));
    }
    assert!(!is_tag_of("AFAC", &Snapshot::of_text("fn main() {}\n")));
}

fn shown(text: &str, parts: &[LineRange]) -> ShownText {
    let text = Snapshot::of_text(text.to_owned());
    let is_shown = |at| {
        parts
            .iter()
            .any(|part| part.contains(LineNumber::after_lines(at)))
    };
    let shown = (0..text.line_count()).map(is_shown).collect();
    ShownText { text, shown }
}

fn anchor(number: usize, hash: &str) -> ShortAnchor {
    ShortAnchor {
        hash: Some(hash.to_owned()),
        ..ShortAnchor::numbered(line(number))
    }
}

fn ends(first: ShortAnchor, last: ShortAnchor) -> ShownLines {
    ShownLines {
        tag: None,
        ends: Some((first, last)),
    }
}

fn one_line(number: usize, hash: &str) -> ShownLines {
    ends(anchor(number, hash), anchor(number, hash))
}

/// The lines that the edit changes.
fn goes_to(asked: &ShownLines, shown: &[ShownText], now: &str) -> Result<LineRange, Reason> {
    let mut action = Action::Lines(Lines {
        at: LinesAt::Numbers(LineRange::single(line(1)).into(), RangeAnchors::default()),
        text: Bytes::from_static(b"NEW\n"),
        may_rename: false,
    });
    let now = Snapshot::of_text(now.to_owned());
    let to = renumber(&mut action, asked, shown, &now)?.unwrap().to;
    let Action::Lines(Lines {
        at: LinesAt::Numbers(numbers, anchors),
        ..
    }) = action
    else {
        panic!("{action:?}");
    };
    assert_eq!(numbers, to.into());
    assert!(anchors.first.is_some() && anchors.last.is_some());
    Ok(to)
}

#[test]
fn anchors_match_only_lines_that_were_shown_and_still_exist() {
    let all = [shown(SAMPLE, &[lines(1, 6)])];
    let two = one_line(2, "bd");
    assert_eq!(goes_to(&two, &all, SAMPLE), Ok(lines(2, 2)));
    // The line has moved, and no other line is equal.
    let moved = format!("// a\n// b\n{SAMPLE}");
    assert_eq!(goes_to(&two, &all, &moved), Ok(lines(4, 4)));
    // The line was changed.
    let changed = SAMPLE.replace("x = 1", "y = 1");
    let refused = goes_to(&two, &all, &changed);
    assert!(
        matches!(refused, Err(Reason::LinesChanged { .. })),
        "{refused:?}"
    );
    // The line was not shown.
    let part = [shown(SAMPLE, &[lines(3, 6)])];
    let unshown = Unshown::Lines(lines(2, 2));
    assert_eq!(goes_to(&two, &part, SAMPLE), Err(unshown.into()));
    // Another line has this hash.
    let hash = |number: usize| Unshown::Hash {
        anchor: format!("{number}:6c"),
        lines: Some(lines(number, number)),
    };
    assert_eq!(
        goes_to(&one_line(2, "6c"), &all, SAMPLE),
        Err(hash(2).into())
    );
    // Nothing was shown.
    assert_eq!(
        goes_to(&one_line(3, "6c"), &[], SAMPLE),
        Err(hash(3).into())
    );
}

#[test]
fn every_line_of_a_range_was_shown() {
    let parts = [shown(SAMPLE, &[lines(1, 2), lines(4, 6)])];
    let range = ends(anchor(1, "6c"), anchor(4, "18"));
    let unshown = Unshown::Lines(lines(1, 4));
    assert_eq!(goes_to(&range, &parts, SAMPLE), Err(unshown.into()));
    let all = [shown(SAMPLE, &[lines(1, 6)])];
    assert_eq!(goes_to(&range, &all, SAMPLE), Ok(lines(1, 4)));
    // A line in the middle has changed.
    let changed = SAMPLE.replace("    }", "    };");
    let refused = goes_to(&range, &all, &changed);
    assert!(matches!(refused, Err(Reason::LinesChanged { .. })));
}

/// Two texts have this hash at this number. The lines are different ones, so the anchor is ambiguous.
#[test]
fn several_texts_have_to_agree() {
    let old = "a\n}\nb\n";
    let new = "c\n}\na\n}\nb\n";
    let both = [shown(new, &[lines(1, 5)]), shown(old, &[lines(1, 3)])];
    let anchor = "2:18".to_owned();
    let refused = goes_to(&one_line(2, "18"), &both, new);
    assert_eq!(refused, Err(Unshown::Several(anchor).into()));
    assert_eq!(
        goes_to(&one_line(2, "18"), &both[..1], new),
        Ok(lines(2, 2))
    );
    // A hash of one character is too short.
    assert_eq!(
        goes_to(&one_line(3, "b"), &both[1..], new),
        Err(Unshown::Hash {
            anchor: "3:b".to_owned(),
            lines: Some(lines(3, 3)),
        }
        .into())
    );
}

#[test]
fn a_tag_says_which_text_is_meant() {
    let old = shown("a\nb\nc\n", &[lines(1, 3)]);
    let new = shown("x\na\nb\nc\n", &[lines(1, 4)]);
    let tagged = |text: &ShownText, number: usize| ShownLines {
        tag: Some(text.text.fingerprint().hex()[..4].to_owned()),
        ..ends(
            ShortAnchor::numbered(line(number)),
            ShortAnchor::numbered(line(number)),
        )
    };
    let now = "x\na\nb\nc\n";
    let both = [new.clone(), old.clone()];
    assert_eq!(goes_to(&tagged(&new, 2), &both, now), Ok(lines(2, 2)));
    assert_eq!(goes_to(&tagged(&old, 2), &both, now), Ok(lines(3, 3)));
    let unknown = Unshown::Tag {
        tag: tagged(&old, 2).tag.unwrap(),
        lines: Some(lines(2, 2)),
    };
    assert_eq!(goes_to(&tagged(&old, 2), &[new], now), Err(unknown.into()));
}

#[test]
fn text_is_inserted_next_to_a_line() {
    let all = [shown(SAMPLE, &[lines(1, 6)])];
    let moved = format!("// a\n{SAMPLE}");
    for (at, now, expected) in [
        (InsertAt::Beginning, &*moved, InsertAt::After(line(1))),
        (InsertAt::After(line(1)), &*moved, InsertAt::After(line(2))),
        (InsertAt::Beginning, SAMPLE, InsertAt::Beginning),
    ] {
        let mut action = Action::Insert(Insert::lines(at, Bytes::from_static(b"NEW\n")));
        let now = Snapshot::of_text(now.to_owned());
        renumber(&mut action, &one_line(1, "6c"), &all, &now).unwrap();
        let Action::Insert(insert) = action else {
            panic!("{action:?}");
        };
        assert_eq!(insert.at, expected);
    }
}

#[test]
fn text_copied_with_an_anchor_must_match() {
    let all = [shown(SAMPLE, &[lines(1, 6)])];
    for (beginning, is_there) in [
        ("    let x = 1;", true),
        ("let x", true),
        ("let x ... 1;", true),
        ("let y", false),
        ("", true),
    ] {
        let anchor = ShortAnchor {
            beginning: beginning.to_owned(),
            ..anchor(2, "bd")
        };
        let asked = ends(anchor.clone(), anchor);
        assert_eq!(
            goes_to(&asked, &all, SAMPLE).is_ok(),
            is_there,
            "{beginning}"
        );
    }
}

/// Neighbors identify a line that occurs twice, as long as they are unchanged.
#[test]
fn changes_elsewhere_move_repeated_lines() {
    let old = "a\nb\n}\nc\n}\nd\n";
    let all = [shown(old, &[lines(1, 6)])];
    let first = one_line(3, "18");
    for (now, to) in [
        ("x\na\nb\n}\nc\n}\nd\n", Some(4)),
        ("b\n}\nc\n}\nd\n", Some(2)),
        ("a\nb\n}\nc\n}\n", Some(3)),
        ("a\nb\n}\nc\n}\nd\n}\n", Some(3)),
        ("x\na\nb\nc\n}\nd\n", None),
        ("x\na\n}\nc\n}\nd\n", None),
    ] {
        let found = goes_to(&first, &all, now);
        assert_eq!(
            found.clone().ok(),
            to.map(|to| lines(to, to)),
            "{now:?} {found:?}"
        );
    }
}
