//! Blocks that are placed in one text, although some tools apply them one after the other.

use super::notation::{applied, diff, outcome, tolerant, why};
use crate::patch::{FilePatch, PatchFormat};
use crate::refusal::{HunkWhy, Reason};

/// The hunks of `text` as SEARCH/REPLACE blocks.
fn series(text: &str) -> FilePatch {
    FilePatch {
        format: PatchFormat::SearchReplace,
        ..diff(text)
    }
}

#[test]
fn a_place_in_the_text_is_kept_although_an_earlier_hunk_makes_a_twin() {
    let patch = series("@@\n top\n+go()\n@@\n-go()\n+stop()\n");
    let text = "top\na\ngo()\n";
    assert_eq!(applied(text, &patch, &tolerant()), "top\ngo()\na\nstop()\n");
}

#[test]
fn an_inexact_place_is_refused_if_an_earlier_hunk_adds_the_same_line() {
    let patch = series("@@\n top\n+if x:\n+  go()\n@@\n if x:\n-  go()\n+  stop()\n");
    let text = "top\na\n    if x:\n      go()\nend\n";
    assert_eq!(
        why(text, &patch, &tolerant()),
        HunkWhy::Overlap { other: 1 }
    );
    let blank = series("@@\n top\n+\n@@\n if x:\n-  go()\n+  stop()\n \n");
    assert_eq!(
        applied("top\na\n    if x:\n      go()\n\n", &blank, &tolerant()),
        "top\n\na\n    if x:\n      stop()\n\n"
    );
}

#[test]
fn a_hunk_that_reverts_an_earlier_one_is_refused() {
    let patch = series("@@\n a\n+x\n b\n@@\n a\n-x\n b\n@@\n-c\n+C\n");
    assert!(outcome("a\nb\nc\n", &patch, &tolerant()).is_err());
    let partly = series("@@\n a\n+x\n b\n@@\n-c\n+C\n d\n");
    assert_eq!(
        outcome("a\nx\nb\nc\nd\n", &partly, &tolerant()),
        Err(Reason::PartlyApplied {
            applied: vec![1],
            total: 2
        })
    );
}
