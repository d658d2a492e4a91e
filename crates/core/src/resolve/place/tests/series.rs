//! Hunks of formats that are applied one after the other: a later hunk may edit the result of an earlier one.

use std::cell::Cell;

use proptest::prelude::*;

use super::notation::{applied, diff, in_mode, merge, outcome, strict, tolerant, why};
use crate::patch::{self, FilePatch, PatchFormat, Strictness};
use crate::refusal::{HunkWhy, Reason};
use crate::request::{PatchMode, Repeat, Threshold};
use crate::resolve::place::{PlaceOptions, place};
use crate::resolve::{HunkStatus, PlacedHunk, Resolution, Tier};
use crate::snapshot::Snapshot;
use crate::text::LineRange;

/// The hunks of `text` as SEARCH/REPLACE blocks.
fn series(text: &str) -> FilePatch {
    FilePatch {
        format: PatchFormat::SearchReplace,
        ..diff(text)
    }
}

fn from_hunks(resolution: &Resolution) -> Vec<Option<usize>> {
    let from = |hunk: &PlacedHunk| hunk.from_hunk.as_ref().map(|from| from.hunk);
    resolution.hunks.iter().map(from).collect()
}

fn numbers(lines: Option<LineRange>) -> (usize, usize) {
    let lines = lines.unwrap();
    (lines.first().number(), lines.last().number())
}

#[test]
fn a_hunk_edits_lines_inserted_by_the_one_before_it() {
    let patch = series("@@\n a\n+x = 1\n b\n@@\n-x = 1\n+x = 2\n");
    let text = "0\na\nb\nc\n";
    assert_eq!(applied(text, &patch, &tolerant()), "0\na\nx = 2\nb\nc\n");
    let resolution = outcome(text, &patch, &tolerant()).unwrap();
    assert_eq!(from_hunks(&resolution), [None, Some(1)]);
    let second = &resolution.hunks[1];
    assert_eq!(second.from_hunk.as_ref().unwrap().line, "x = 1");
    // The place of the insertion in the original text, and in the result.
    assert_eq!(numbers(second.lines), (3, 3));
    assert_eq!(numbers(second.new_lines), (3, 3));
    assert_eq!((second.hunk, second.status), (2, HunkStatus::Exact));
    assert_eq!(numbers(resolution.hunks[0].new_lines), (2, 4));
}

#[test]
fn hunks_may_depend_on_earlier_hunks_that_are_not_adjacent() {
    let patch = series(
        "@@\n-a\n+A\n+one\n@@\n-one\n+one\n+two\n@@\n-z\n+Z\n@@\n one\n-two\n+three\n@@\n y\n-Z\n+end\n",
    );
    let text = "a\nb\ny\nz\n";
    let after = applied(text, &patch, &tolerant());
    assert_eq!(after, "A\none\nthree\nb\ny\nend\n");
    let resolution = outcome(text, &patch, &tolerant()).unwrap();
    let actual = from_hunks(&resolution);
    assert_eq!(actual, [None, Some(1), None, Some(2), Some(3)]);
    let new: Vec<_> = resolution
        .hunks
        .iter()
        .map(|hunk| numbers(hunk.new_lines))
        .collect();
    assert_eq!(new, [(1, 3), (2, 3), (6, 6), (2, 3), (5, 6)]);
    assert_eq!(numbers(resolution.hunks[4].lines), (3, 4));
}

#[test]
fn a_place_in_the_text_is_kept_although_an_earlier_hunk_makes_a_twin() {
    let patch = series("@@\n top\n+go()\n@@\n-go()\n+stop()\n");
    let text = "top\na\ngo()\n";
    assert_eq!(applied(text, &patch, &tolerant()), "top\ngo()\na\nstop()\n");
}

#[test]
fn an_exact_place_in_new_text_precedes_an_inexact_one_in_the_file() {
    let patch = series("@@\n top\n+if x:\n+  go()\n@@\n if x:\n-  go()\n+  stop()\n");
    let text = "top\na\n    if x:\n      go()\nend\n";
    for mode in [PatchMode::Tolerant, PatchMode::Fuzzy(Threshold::DEFAULT)] {
        assert_eq!(
            applied(text, &patch, &in_mode(mode)),
            "top\nif x:\n  stop()\na\n    if x:\n      go()\nend\n"
        );
    }
    // A hunk that matches exactly in neither place stays in the text.
    let patch = series("@@\n top\n+if x: \n+  go()\n@@\n if x:\n-  go()\n+  stop()\n");
    assert_eq!(
        applied(text, &patch, &tolerant()),
        "top\nif x: \n  go()\na\n    if x:\n      stop()\nend\n"
    );
}

#[test]
fn lines_made_by_an_earlier_hunk_are_found_by_the_tiers_of_the_mode() {
    let patch = series("@@\n top\n+  if x:\n+    go()\n@@\n if x:\n-  go()\n+  stop()\n");
    let text = "top\na\n";
    let resolution = outcome(text, &patch, &tolerant()).unwrap();
    assert_eq!(resolution.hunks[1].tier, Tier::Indent);
    let after = applied(text, &patch, &tolerant());
    assert_eq!(after, "top\n  if x:\n    stop()\na\n");
    assert!(outcome(text, &patch, &strict()).is_err());
}

#[test]
fn a_twin_removed_by_an_earlier_hunk_does_not_count() {
    let patch = series("@@\n first\n-go()\n+stop()\n@@\n-go()\n+wait()\n");
    let text = "first\ngo()\nsecond\ngo()\n";
    let after = applied(text, &patch, &tolerant());
    assert_eq!(after, "first\nstop()\nsecond\nwait()\n");
    let other_way_round = series("@@\n-go()\n+wait()\n@@\n first\n-go()\n+stop()\n");
    let refused = why(text, &other_way_round, &tolerant());
    assert!(matches!(refused, HunkWhy::Ambiguous { count: 2, .. }));
}

#[test]
fn two_hunks_that_insert_at_one_place_go_in_turn() {
    let patch = series("@@\n a\n+one\n@@\n a\n+two\n");
    assert_eq!(applied("a\nb\n", &patch, &tolerant()), "a\ntwo\none\nb\n");
    // The same insertion twice counts once, with more context or less.
    for again in ["@@\n a\n+one\n", "@@\n 0\n a\n+one\n"] {
        let patch = series(&format!("@@\n a\n+one\n{again}"));
        if let Ok(resolution) = outcome("0\na\nb\n", &patch, &tolerant()) {
            let after = resolution.changes.apply(b"0\na\nb\n").unwrap();
            assert_eq!(after, b"0\na\none\nb\n", "{again}");
        }
    }
}

#[test]
fn a_later_hunk_makes_nothing_for_an_earlier_one() {
    let patch = series("@@\n-x = 1\n+x = 2\n@@\n a\n+x = 1\n b\n");
    let refused = why("a\nb\n", &patch, &tolerant());
    assert!(matches!(refused, HunkWhy::NoMatch(_)));
}

#[test]
fn a_refusal_names_those_only_that_have_no_place_anywhere() {
    let patch =
        series("@@\n a\n+x = 1\n b\n@@\n-x = 1\n+x = 2\n@@\n-nowhere\n+no\n@@\n-no\n+never\n");
    let Err(Reason::HunkFailed { failures, total }) = outcome("a\nb\n", &patch, &tolerant()) else {
        panic!("applied");
    };
    let hunks: Vec<_> = failures.iter().map(|failure| failure.hunk).collect();
    assert_eq!((hunks, total), (vec![3, 4], 4));
}

#[test]
fn several_places_in_new_text_are_refused_with_their_lines() {
    let patch = series("@@\n-b\n+x\n+1\n+x\n+2\n@@\n-x\n+y\n");
    let HunkWhy::Ambiguous {
        candidates, count, ..
    } = why("a\nb\nc\n", &patch, &tolerant())
    else {
        panic!("one of two was chosen");
    };
    let lines: Vec<_> = candidates
        .iter()
        .map(|candidate| numbers(Some(candidate.lines)))
        .collect();
    assert_eq!((lines, count), (vec![(2, 2), (2, 2)], 2));
}

#[test]
fn a_hunk_that_reverts_an_earlier_one_is_not_already_applied() {
    let patch = series("@@\n a\n+x\n b\n@@\n a\n-x\n b\n@@\n-c\n+C\n");
    let text = "a\nb\nc\n";
    for repeat in [Repeat::Refuse, Repeat::Accept] {
        let options = PlaceOptions {
            repeat,
            ..tolerant()
        };
        let resolution = outcome(text, &patch, &options).unwrap();
        assert_eq!(
            resolution.changes.apply(text.as_bytes()).unwrap(),
            b"a\nb\nC\n"
        );
        assert_eq!(from_hunks(&resolution)[1], Some(1));
    }
    let partly = series("@@\n a\n+x\n b\n@@\n-c\n+C\n d\n");
    assert_eq!(
        outcome("a\nx\nb\nc\nd\n", &partly, &tolerant()),
        Err(Reason::PartlyApplied {
            applied: vec![1],
            total: 2
        })
    );
}

#[test]
fn hunks_whose_numbers_refer_to_one_text_do_not_see_each_other() {
    let hunks = "@@ -1,2 +1,3 @@\n a\n+x = 1\n b\n@@ -2,1 +2,1 @@\n-x = 1\n+x = 2\n";
    for format in [PatchFormat::Unified, PatchFormat::Git] {
        let patch = FilePatch {
            format,
            ..diff(hunks)
        };
        assert!(outcome("a\nb\n", &patch, &merge()).is_err());
    }
    let v4a = FilePatch {
        format: PatchFormat::V4a,
        ..diff("@@\n a\n+x = 1\n b\n@@\n-x = 1\n+x = 2\n")
    };
    assert_eq!(applied("a\nb\n", &v4a, &tolerant()), "a\nx = 2\nb\n");
}

/// A block that replaces `count` lines from line `at` (both modulo the number of lines) with some of these lines and
/// `made` new lines.
#[derive(Clone, Debug)]
struct Drawn {
    at: usize,
    count: usize,
    kept: Vec<bool>,
    made: usize,
}

fn drawn() -> impl Strategy<Value = Drawn> {
    let kept = proptest::collection::vec(any::<bool>(), 4);
    (any::<usize>(), 1..4usize, kept, 0..3usize).prop_map(|(at, count, kept, made)| Drawn {
        at,
        count,
        kept,
        made,
    })
}

/// Blocks that are drawn from the text after the blocks before them, and the final text. No line occurs twice, so
/// each block has one place.
fn story(drawn: &[Drawn]) -> (String, Vec<String>) {
    let mut text: Vec<String> = (0..8).map(|line| format!("line {line}\n")).collect();
    let mut blocks = String::from("f.txt\n");
    for (number, drawn) in drawn.iter().enumerate() {
        if text.is_empty() {
            break;
        }
        let at = drawn.at % text.len();
        let end = text.len().min(at + drawn.count);
        let old = text[at..end].to_vec();
        let kept = old.iter().zip(&drawn.kept).filter(|(_, kept)| **kept);
        let mut new: Vec<String> = kept.map(|(line, _)| line.clone()).collect();
        let made = (0..drawn.made).map(|made| format!("block {number} made {made}\n"));
        let middle = new.len() / 2;
        new.splice(middle..middle, made);
        if old == new {
            continue;
        }
        blocks += &format!(
            "<<<<<<< SEARCH\n{}=======\n{}>>>>>>> REPLACE\n",
            old.concat(),
            new.concat()
        );
        text.splice(at..end, new);
    }
    (blocks, text)
}

#[test]
fn a_series_is_its_blocks_one_after_the_other() {
    let (followed, stayed) = (Cell::new(0), Cell::new(0));
    let before: String = (0..8).map(|line| format!("line {line}\n")).collect();
    let stories = proptest::collection::vec(drawn(), 2..6);
    proptest!(|(drawn in stories)| {
        let (blocks, after) = story(&drawn);
        let Ok(patch) = patch::parse(&blocks.clone().into(), Strictness::Repair) else {
            return Ok(());
        };
        let now = Snapshot::of_text(before.clone());
        let resolution = place(&patch.files[0], &now, &tolerant());
        let resolution = resolution.map_err(|reason| {
            TestCaseError::fail(format!("{reason:?}\n{blocks}"))
        })?;
        let text = resolution.changes.apply(before.as_bytes()).unwrap();
        prop_assert_eq!(String::from_utf8(text).unwrap(), after.concat(), "{}", blocks);
        for hunk in &resolution.hunks {
            let counter = if hunk.from_hunk.is_some() { &followed } else { &stayed };
            counter.set(counter.get() + 1);
        }
    });
    assert!(followed.get() > 50, "{} blocks", followed.get());
    assert!(stayed.get() > 50, "{} blocks", stayed.get());
}
