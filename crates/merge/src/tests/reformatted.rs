//! Tests of lines that one side laid out anew and of which the other changed words.

use std::cell::Cell;

use bytes::Bytes;
use proptest::prelude::*;

use super::{merge, of_one_seed, settled, stay_a_conflict};
use crate::{MergeRule, Versions};

#[test]
fn new_words_stand_in_the_new_layout() {
    for ([base, formed, edited], both) in [
        (
            [
                "The quick brown fox jumps\nover the lazy dog.\n",
                "The quick brown fox\njumps over\nthe lazy dog.\n",
                "The quick red fox jumps\nover the lazy dog.\n",
            ],
            "The quick red fox\njumps over\nthe lazy dog.\n",
        ),
        (
            [
                "if (a) { b(); }\n",
                "if (a) {\n  b();\n}\n",
                "if (a && c) { b(1); }\n",
            ],
            "if (a && c) {\n  b(1);\n}\n",
        ),
        // What goes, and a comma that the layout brought.
        (
            [
                "x = f(a, g(b, c, d));\n",
                "x = f(\n  a,\n  g(b, c, d),\n);\n",
                "x = f(a, g(b, d));\n",
            ],
            "x = f(\n  a,\n  g(b, d),\n);\n",
        ),
        // Words that go on with those above.
        (
            [
                "return a + b;\n",
                "return a\n  + b;\n",
                "return a(1) + b;\n",
            ],
            "return a(1)\n  + b;\n",
        ),
    ] {
        assert_eq!(
            settled([base, formed, edited]),
            format!("reformatted: {both}")
        );
        assert_eq!(
            settled([base, edited, formed]),
            format!("reformatted: {both}")
        );
    }
}

#[test]
fn words_whose_layout_is_not_known_are_a_conflict() {
    for [base, formed, edited] in [
        // A statement more, on a line of its own or not.
        [
            "if (a) { b(); }\n",
            "if (a) {\n  b();\n}\n",
            "if (a) { b(); c(); }\n",
        ],
        // One of several equal signs, each on a line of its own.
        [
            "x = y.a().b().c();\n",
            "x = y\n  .a()\n  .b()\n  .c();\n",
            "x = y.a().b().d().c();\n",
        ],
        // What goes has a line of its own.
        [
            "x = y.a().b().c();\n",
            "x = y\n  .a()\n  .b()\n  .c();\n",
            "x = y.a().c();\n",
        ],
        // A sign more is no layout.
        [
            "x = a + b + c\n",
            "x = (a\n     + b + c)\n",
            "x = a + b2 + c\n",
        ],
        // A comment to the end of the line, where more is on it now.
        ["a();\nb();\n", "a(); b();\n", "a(); // first\nb();\n"],
        ["foo\nbar\n", "foo; bar\n", "foo # first\nbar\n"],
        // Both laid the lines out anew.
        ["f(a, b)\n", "f(a,\n  b)\n", "f(\n  a, c)\n"],
    ] {
        stay_a_conflict([base, formed, edited]);
    }
}

#[test]
fn each_new_word_takes_the_place_of_the_old_one() {
    let blanks = || prop::collection::vec(0..4_u8, 24);
    let changed = prop::collection::vec(prop::bool::weighted(0.2), 24);
    let count = Cell::new(0);
    let mut runner = of_one_seed(2000);
    runner
        .run(
            &(2..24_usize, blanks(), blanks(), changed),
            |(len, old, new, changed)| {
                let text = |blanks: &[u8], sides: &[bool]| -> Bytes {
                    let word = |at: usize| match (blanks[at], sides[at]) {
                        (0 | 1, false) => format!("w{at} "),
                        (0 | 1, true) => format!("n{at} "),
                        (_, false) => format!("w{at}\n"),
                        (_, true) => format!("n{at}\n"),
                    };
                    let words: String = (0..len).map(word).collect();
                    format!("{words}end\n").into()
                };
                let none = [false; 24];
                let versions = Versions {
                    base: text(&old, &none),
                    ours: text(&new, &none),
                    theirs: text(&old, &changed),
                };
                let merged = merge(&versions, None);
                if merged.conflicts().next().is_none() {
                    let is_settled = |(_, rule)| rule == MergeRule::Reformatted;
                    count.set(count.get() + u32::from(merged.settled().any(is_settled)));
                    prop_assert_eq!(Bytes::from(merged.text()), text(&new, &changed));
                }
                Ok(())
            },
        )
        .unwrap();
    assert!(count.get() > 100, "{} were settled", count.get());
}
