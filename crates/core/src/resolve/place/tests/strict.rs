//! Strict placing: one exact place, or a reason.

use super::notation::{
    MODES, accepting, applied, diff, in_mode, outcome, strict, tolerant, why, with_base,
};
use crate::patch::{FileOperation, FilePatch};
use crate::refusal::{FileEdge, HunkWhy, Reason};
use crate::request::PatchMode;

use crate::resolve::{Decider, HunkStatus};

#[test]
fn a_hunk_lands_where_its_lines_are_whatever_its_numbers_say() {
    let patch = diff("@@ -90,3 +90,3 @@\n b\n-c\n+C\n d\n");
    let resolution = outcome("a\nb\nc\nd\n", &patch, &strict()).unwrap();
    assert_eq!(resolution.hunks[0].status, HunkStatus::Offset);
    assert_eq!(resolution.hunks[0].offset, Some(-88));
    assert_eq!(applied("a\nb\nc\nd\n", &patch, &strict()), "a\nb\nC\nd\n");
}

#[test]
fn two_identical_blocks_where_the_nearest_is_the_wrong_one() {
    let text = "{\nx\n}\n1\n2\n3\n4\n{\nx\n}\nend\n";
    let lone = diff("@@ -7,3 +7,3 @@\n {\n-x\n+y\n }\n");
    let HunkWhy::Ambiguous {
        candidates, count, ..
    } = why(text, &lone, &strict())
    else {
        panic!("one of two twins was chosen");
    };
    assert_eq!((count, candidates.len()), (2, 2));
    assert_eq!(candidates[1].lines.first().number(), 8);
}

#[test]
fn eight_identical_sites_and_a_drift_of_13() {
    let site = "if x {\n    go()\n}\n";
    let text = format!("{}{}last\n", "head\n".repeat(13), site.repeat(8));
    let stated = diff("@@ -7,3 +7,3 @@\n if x {\n-    go()\n+    stop()\n }\n");
    let refused = why(&text, &stated, &strict());
    assert!(matches!(refused, HunkWhy::Ambiguous { count: 8, .. }));
    // Another hunk with only one match shows how far all hunks have drifted.
    let mut both = diff(
        "@@ -7,3 +7,3 @@\n if x {\n-    go()\n+    stop()\n }\n@@ -25,1 +25,1 @@\n-last\n+LAST\n",
    );
    let placed = outcome(&text, &both, &strict()).unwrap().hunks;
    assert_eq!(placed[0].decided_by, Some(Decider::Line));
    assert_eq!(placed[0].lines.unwrap().first().number(), 20);
    both.content = diff(
        "@@ -7,3 +7,3 @@\n if x {\n-    go()\n+    stop()\n }\n@@ -26,1 +26,1 @@\n-last\n+LAST\n",
    )
    .content;
    let refused = why(&text, &both, &strict());
    assert!(matches!(refused, HunkWhy::Ambiguous { .. }));
}

#[test]
fn an_insertion_without_context_follows_the_drift_of_the_others_or_is_refused() {
    let text = "new\nnew\na\nb\nc\n";
    let patch = diff("@@ -1,0 +2,1 @@\n+after a\n@@ -3,1 +4,1 @@\n-c\n+C\n");
    assert_eq!(
        applied(text, &patch, &strict()),
        "new\nnew\na\nafter a\nb\nC\n"
    );
    let torn = diff("@@ -1,1 +1,1 @@\n-new\n+NEW\n@@ -2,0 +2,1 @@\n+x\n@@ -3,1 +4,1 @@\n-c\n+C\n");
    assert!(outcome(text, &torn, &strict()).is_err());
    assert_eq!(why(text, &diff("@@\n+x\n"), &strict()), HunkWhy::NoAnchor);
}

#[test]
fn an_already_applied_patch_is_success_without_a_change() {
    let replace = diff("@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n");
    let add = diff("@@ -1,2 +1,3 @@\n a\n+b\n c\n");
    let delete = diff("@@ -1,3 +1,2 @@\n a\n-b\n c\n");
    for (text, patch) in [
        ("a\nB\nc\n", replace),
        ("a\nb\nc\n", add),
        ("a\nc\n", delete),
    ] {
        let resolution = outcome(text, &patch, &strict()).unwrap();
        assert!(resolution.changes.is_empty(), "{text:?}");
        assert_eq!(resolution.hunks[0].status, HunkStatus::Already);
    }
}

#[test]
fn an_applied_hunk_does_not_take_its_twin() {
    let text = "{\nY\n}\n1\n2\n3\n{\nx\n}\n";
    let patch = diff("@@ -1,3 +1,3 @@\n {\n-x\n+Y\n }\n");
    let refused = why(text, &patch, &strict());
    assert!(matches!(refused, HunkWhy::AlreadyApplied(_)));
}

#[test]
fn an_applied_hunk_without_context_does_not_take_its_twin() {
    let text = "x = 1\na\nb\nx = 2\nc\n";
    let patch = diff("@@ -4,1 +4,1 @@\n-x = 1\n+x = 2\n");
    let refused = why(text, &patch, &strict());
    assert!(matches!(refused, HunkWhy::AlreadyApplied(_)));
}

#[test]
fn an_applied_hunk_does_not_take_the_twin_that_ends_the_text_now() {
    let text = "- a\n  n: 1\n".repeat(3);
    let patch = diff("@@ -6,3 +6,1 @@\n   n: 1\n-- a\n-  n: 1\n");
    assert_eq!(applied(&text, &patch, &strict()), text);
}

#[test]
fn an_appended_line_is_not_appended_twice() {
    let patch = diff("@@ -1,3 +1,4 @@\n a\n b\n c\n+d\n");
    let once = applied("a\nb\nc\n", &patch, &strict());
    assert_eq!(once, "a\nb\nc\nd\n");
    assert_eq!(applied(&once, &patch, &strict()), once);
}

#[test]
fn a_partly_applied_patch_is_refused_by_default() {
    let patch = diff("@@ -1,2 +1,2 @@\n a\n-b\n+B\n@@ -5,2 +5,2 @@\n e\n-f\n+F\n");
    let text = "a\nB\nc\nd\ne\nf\n";
    assert_eq!(
        outcome(text, &patch, &strict()),
        Err(Reason::PartlyApplied {
            applied: vec![1],
            total: 2
        })
    );
    let skip = accepting(strict());
    assert_eq!(applied(text, &patch, &skip), "a\nB\nc\nd\ne\nF\n");
}

#[test]
fn a_repeated_hunk_is_applied_once() {
    let hunk = "@@ -1,2 +1,2 @@\n a\n-b\n+B\n";
    let patch = diff(&format!("{hunk}{hunk}"));
    let skip = accepting(strict());
    let refused = outcome("a\nb\n", &patch, &strict());
    assert!(matches!(refused, Err(Reason::PartlyApplied { .. })));
    assert_eq!(applied("a\nb\n", &patch, &skip), "a\nB\n");
}

#[test]
fn hunks_out_of_order_are_placed_and_reported() {
    let patch = diff("@@ -4,1 +4,1 @@\n-d\n+D\n@@ -1,1 +1,1 @@\n-a\n+A\n");
    let resolution = outcome("a\nb\nc\nd\n", &patch, &strict()).unwrap();
    assert_eq!(resolution.hunks[1].status, HunkStatus::Moved);
    assert_eq!(applied("a\nb\nc\nd\n", &patch, &strict()), "A\nb\nc\nD\n");
}

#[test]
fn hunks_that_claim_the_same_lines_are_refused() {
    let patch = diff("@@ -1,2 +1,1 @@\n-a\n-b\n+x\n@@ -2,2 +1,1 @@\n-b\n-c\n+y\n");
    let actual = why("a\nb\nc\n", &patch, &strict());
    assert_eq!(actual, HunkWhy::Overlap { other: 1 });
    let shared_context = diff("@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -2,2 +2,2 @@\n b\n-c\n+C\n");
    let after = applied("a\nb\nc\n", &shared_context, &strict());
    assert_eq!(after, "A\nb\nC\n");
}

#[test]
fn the_second_hunk_does_not_see_the_first_ones_result() {
    let patch = diff("@@ -1,2 +1,3 @@\n a\n+b\n x\n@@ -9,1 +10,1 @@\n-b\n+c\n");
    let refused = why("a\nx\n", &patch, &strict());
    assert!(matches!(refused, HunkWhy::NoMatch(_)));
}

#[test]
fn trailing_blanks_and_mixed_line_endings_must_agree() {
    let patch = diff("@@ -1,2 +1,2 @@\n a\n-b\n+B\n");
    assert_eq!(applied("a\r\nb\r\n", &patch, &strict()), "a\r\nB\r\n");
    for text in ["a\r\nb\n", "a \nb\n", "a\n b\n"] {
        let HunkWhy::NoMatch(difference) = why(text, &patch, &strict()) else {
            panic!("{text:?} was taken for the old side");
        };
        assert!(difference.is_some());
    }
    let carriage = diff("@@ -1,2 +1,2 @@\n a\r\n-b\r\n+B\r\n");
    assert_eq!(applied("a\r\nb\r\n", &carriage, &strict()), "a\r\nB\r\n");
}

#[test]
fn a_marked_line_ends_the_file_and_only_there() {
    let mark = "\\ No newline at end of file\n";
    let grow = diff(&format!("@@ -1,2 +1,3 @@\n a\n-b\n{mark}+b\n+c\n{mark}"));
    assert_eq!(applied("a\nb", &grow, &strict()), "a\nb\nc");
    assert!(outcome("a\nb\n", &grow, &strict()).is_err());
    assert!(outcome("a\nbc\n", &grow, &strict()).is_err());
    let context = diff(&format!("@@ -1,2 +1,3 @@\n a\n+x\n b\n{mark}"));
    assert!(outcome("a\nb\nc\n", &context, &strict()).is_err());
    let strip = diff(&format!("@@ -1,2 +1,2 @@\n a\n-b\n+b\n{mark}"));
    assert_eq!(applied("a\nb\n", &strip, &strict()), "a\nb");
    let refused = why("a\nb\nc\n", &strip, &strict());
    assert!(matches!(refused, HunkWhy::NotAtEnd(_)));
}

#[test]
fn a_hunk_cut_off_in_its_change_is_refused() {
    let cut = diff("@@ -1,5 +1,6 @@\n a\n-b\n+B\n");
    assert_eq!(why("a\nb\nc\n", &cut, &strict()), HunkWhy::Truncated);
}

#[test]
fn at_the_end_of_a_text_a_hunk_is_cut_off_if_new_lines_may_be_missing() {
    // The lines that replaced the removed line are missing with the end of the patch.
    let removed = diff("@@ -1,2 +1,1 @@\n-b\n");
    assert_eq!(why("b\n", &removed, &strict()), HunkWhy::Truncated);
    assert_eq!(why("a\nb\n", &removed, &strict()), HunkWhy::Truncated);
    // No old lines can be missing here. Both numbers are miscounted, and nothing is lost.
    let replaced = diff("@@ -1,4 +1,4 @@\n a\n-b\n+B\n");
    assert_eq!(applied("a\nb\n", &replaced, &strict()), "a\nB\n");
    assert_eq!(why("a\nb\nc\n", &replaced, &strict()), HunkWhy::Truncated);
    let deleted = diff("@@ -1,4 +1,1 @@\n a\n-b\n");
    assert_eq!(applied("a\nb\n", &deleted, &strict()), "a\n");
}

#[test]
fn a_creation_needs_an_empty_place_or_the_same_text() {
    let patch = FilePatch {
        operation: FileOperation::Create,
        ..diff("@@ -0,0 +1,2 @@\n+a\n+b\n")
    };
    assert_eq!(applied("", &patch, &strict()), "a\nb\n");
    assert_eq!(applied("a\nb\n", &patch, &strict()), "a\nb\n");
    let refused = outcome("a\n", &patch, &strict());
    assert!(matches!(refused, Err(Reason::Exists { lines: 1, .. })));
}

#[test]
fn a_deletion_must_leave_nothing() {
    let patch = FilePatch {
        operation: FileOperation::Delete,
        ..diff("@@ -1,2 +0,0 @@\n-a\n-b\n")
    };
    assert_eq!(applied("a\nb\n", &patch, &strict()), "");
    let actual = why("a\nb\nc\n", &patch, &strict());
    assert_eq!(actual, HunkWhy::LeavesText { lines: 1 });
}

#[test]
fn context_alone_changes_nothing() {
    let patch = diff("@@ -1,2 +1,2 @@\n a\n b\n");
    let resolution = outcome("a\nb\n", &patch, &strict()).unwrap();
    assert!(resolution.changes.is_empty());
    assert_eq!(resolution.hunks[0].status, HunkStatus::Exact);
    assert!(outcome("a\nc\n", &patch, &strict()).is_err());
}

#[test]
fn absurd_numbers_are_only_numbers() {
    let patch = diff("@@ -0,655555555555555 +1,1 @@\n+x\n");
    assert!(outcome("a\n", &patch, &strict()).is_err());
    let lone = diff("@@ -18446744073709551615,1 +1,1 @@\n-a\n+b\n");
    assert_eq!(applied("a\n", &lone, &strict()), "b\n");
}

#[test]
fn new_lines_are_counted_in_the_result() {
    let patch = diff("@@ -1,1 +1,3 @@\n-a\n+1\n+2\n+3\n@@ -3,1 +5,1 @@\n-c\n+C\n");
    let hunks = outcome("a\nb\nc\n", &patch, &strict()).unwrap().hunks;
    assert_eq!(hunks[0].new_lines.unwrap().to_string(), "1-3");
    assert_eq!(hunks[1].lines.unwrap().to_string(), "3");
    assert_eq!(hunks[1].new_lines.unwrap().to_string(), "5");
}

#[test]
fn a_removal_at_one_edge_of_a_hunk_is_applied_only_at_that_edge_of_the_text() {
    // The marker of the missing final newline got lost. The removed lines are still in the text.
    let patch = diff("@@ -1,3 +1,1 @@\n a\n-b\n-c\n");
    for mode in [PatchMode::Tolerant, PatchMode::Merge] {
        assert_eq!(applied("a\nb\nc", &patch, &in_mode(mode)), "a\n");
    }
    let Err(Reason::HunkFailed { failures, .. }) = outcome("a\nb\nc", &patch, &strict()) else {
        panic!("taken for applied");
    };
    assert_eq!(
        failures[0].would_place.as_ref().unwrap().mode.name(),
        "tolerant"
    );
    // The removed lines are in the text, but have drifted.
    assert!(outcome("a\nb \nc\nd\n", &patch, &strict()).is_err());
    assert!(outcome("a\nB\nd\n", &patch, &strict()).is_err());
    let status = |text: &str, patch: &FilePatch| {
        outcome(text, patch, &strict()).map(|placed| placed.hunks[0].status)
    };
    assert_eq!(status("0\na\n", &patch), Ok(HunkStatus::Already));
    let first = diff("@@ -1,3 +1,1 @@\n-b\n-c\n a\n");
    assert_eq!(status("a\nd\n", &first), Ok(HunkStatus::Already));
    assert!(status("d\na\n", &first).is_err());
}

#[test]
fn an_insertion_without_context_is_never_taken_for_one_that_is_done() {
    let lone = diff("@@ -2,0 +3,1 @@\n+two\n");
    // Before, after and at the stated place: a copy of a neighbor, or the insertion itself.
    for (text, is_known) in [
        ("one\ntwo\nthree\n", true),
        ("one\n2\ntwo\nthree\n", false),
        ("one\n2\nthree\n", true),
    ] {
        for mode in MODES {
            match why(text, &lone, &in_mode(mode)) {
                HunkWhy::OnlyNumber(line) => assert!(is_known && line.number() == 2, "{text:?}"),
                HunkWhy::Undecided(lines) => assert!(!is_known && lines.first().number() == 3),
                other => panic!("{other:?}"),
            }
        }
        if !is_known {
            continue;
        }
        // The text that the patch was made from is evidence.
        let options = with_base(text.to_owned(), strict());
        let resolution = outcome(text, &lone, &options).unwrap();
        assert_eq!(resolution.changes.result_len(), text.len() + 4, "{text:?}");
    }
}

#[test]
fn a_patch_without_context_is_applied_once() {
    let added = diff("@@ -1,0 +2,1 @@\n+a\n@@ -4,1 +4,0 @@\n-m\n");
    let removed = diff("@@ -2,1 +1,0 @@\n-m\n");
    for mode in MODES {
        let options = in_mode(mode);
        assert_eq!(applied("v\nm\nv\nm\n", &added, &options), "v\na\nm\nv\n");
        assert_eq!(applied("a\nm\nb\nm\n", &removed, &options), "a\nb\nm\n");
        // Each hunk matches other lines of its result.
        let refused = why("v\na\nm\nv\n", &added, &options);
        assert!(matches!(refused, HunkWhy::AlreadyApplied(_)));
        assert!(matches!(
            why("a\nb\nm\n", &removed, &options),
            HunkWhy::OnlyNumber(line) if line.number() == 2
        ));
        // Both hunks match their stated lines too.
        let twin = diff("@@ -0,0 +1,1 @@\n+f\n@@ -2,1 +3,1 @@\n-a\n+b\n");
        assert_eq!(applied("a\na\nc\n", &twin, &options), "f\na\nb\nc\n");
        let refused = why("f\na\nb\nc\n", &twin, &options);
        assert!(matches!(refused, HunkWhy::AlreadyApplied(_)));
        // The common offset of two removals shows that neither is applied.
        let both = diff("@@ -2,1 +1,0 @@\n-m\n@@ -4,1 +2,0 @@\n-n\n");
        assert_eq!(applied("x\na\nm\nb\nn\n", &both, &options), "x\na\nb\n");
    }
}

#[test]
fn a_removal_at_the_end_is_not_applied_because_its_context_is_there() {
    let patch = diff("@@ -1,3 +1,2 @@\n a\n-b\n c\n@@ -6,3 +5,1 @@\n f\n-g\n-h\n");
    for mode in MODES {
        let options = accepting(in_mode(mode));
        let text = "a\nc\nd\ne\nf\ng\nh\n";
        assert_eq!(applied(text, &patch, &options), "a\nc\nd\ne\nf\n");
    }
}

#[test]
fn a_number_alone_is_no_evidence() {
    let text = "pad\npad\ndef a():\n    x\ndef b():\n    y\n";
    let patch = diff("@@ -2,0 +3,1 @@\n+    more of a\n");
    for mode in MODES {
        let refused = why(text, &patch, &in_mode(mode));
        assert!(matches!(refused, HunkWhy::OnlyNumber(_)));
    }
    // Another hunk with only one match shows how far the text has drifted.
    let both = diff("@@ -2,0 +3,1 @@\n+    more of a\n@@ -4,1 +5,1 @@\n-    y\n+    z\n");
    assert_eq!(
        applied(text, &both, &strict()),
        "pad\npad\ndef a():\n    x\n    more of a\ndef b():\n    z\n"
    );
}

#[test]
fn a_hunk_without_context_on_one_side_belongs_to_that_edge_of_the_text() {
    let end = diff("@@ -1,4 +1,5 @@\n d\n e\n f\n g\n+last\n");
    let beginning = diff("@@ -1,2 +1,3 @@\n+first\n d\n e\n");
    let after = applied("d\ne\nf\ng\n", &end, &strict());
    assert_eq!(after, "d\ne\nf\ng\nlast\n");
    let after = applied("d\ne\nf\n", &beginning, &strict());
    assert_eq!(after, "first\nd\ne\nf\n");
    for (text, patch, edge) in [
        ("d\ne\nf\ng\n2\n3\n", &end, FileEdge::End),
        ("2\nd\ne\nf\n", &beginning, FileEdge::Beginning),
    ] {
        let Err(Reason::HunkFailed { failures, .. }) = outcome(text, patch, &strict()) else {
            panic!("placed away from the edge");
        };
        assert!(matches!(&failures[0].why, HunkWhy::OffEdge { edge: found, .. } if *found == edge));
        assert_eq!(
            failures[0].would_place.as_ref().unwrap().mode.name(),
            "tolerant"
        );
        assert!(outcome(text, patch, &tolerant()).is_ok());
    }
}

#[test]
fn a_hunk_without_context_at_either_end_belongs_to_both_edges() {
    let around = diff("@@ -1,1 +1,3 @@\n+0\n a\n+2\n");
    let inside = diff("@@ -1,3 +1,3 @@\n-a\n+A\n b\n-c\n+C\n");
    let low = diff("@@ -5,2 +5,3 @@\n-a\n+A\n b\n+c\n");
    let whole = diff("@@ -1,1 +0,0 @@\n-a\n");
    for (patch, at_home, after) in [
        (&around, "a\n", "0\na\n2\n"),
        (&inside, "a\nb\nc\n", "A\nb\nC\n"),
        (&low, "1\na\nb\n", "1\nA\nb\nc\n"),
        (&whole, "a\n2\n", "2\n"),
    ] {
        assert_eq!(applied(at_home, patch, &strict()), after);
        let moved = format!("x\n{at_home}y\n");
        let why = why(&moved, patch, &strict());
        assert!(matches!(why, HunkWhy::OffEdge { .. }), "{why:?}");
    }
    // A diff without context (`-U0`) shows nothing about edges.
    let bare = diff("@@ -1,1 +1,1 @@\n-a\n+b\n");
    assert_eq!(applied("x\na\ny\n", &bare, &strict()), "x\nb\ny\n");
}

#[test]
fn a_twin_with_the_new_text_is_no_sign_that_the_hunk_is_applied() {
    let twin = "def b():\n    x = 1\n    log(\"start\")\n    run(x, 2)\n    return x\n\n";
    let drifted = "def a():\n    x = 1\n    log(\"begin\")\n    run(x)\n    return x\n";
    let patch = diff(
        "@@ -8,4 +8,4 @@\n     x = 1\n     log(\"start\")\n-    run(x)\n+    run(x, 2)\n     return x\n",
    );
    let text = format!("{twin}{drifted}");
    assert!(matches!(why(&text, &patch, &strict()), HunkWhy::NoMatch(_)));
    // Without any other possible place, or at the stated lines, the hunk is applied.
    for text in [
        twin.to_owned(),
        format!("{}{twin}{drifted}", "#\n".repeat(6)),
    ] {
        let resolution = outcome(&text, &patch, &strict()).unwrap();
        assert_eq!(resolution.hunks[0].status, HunkStatus::Already, "{text}");
    }
}

/// Asserts that every mode refuses `hunk`, and does not treat it as applied.
#[track_caller]
fn is_refused(text: &str, hunk: &str) {
    for mode in MODES {
        let outcome = outcome(text, &diff(hunk), &in_mode(mode));
        assert!(outcome.is_err(), "{mode:?}: {hunk}{outcome:?}");
    }
}

/// Asserts that every mode treats `hunk` as applied.
#[track_caller]
fn is_applied(text: &str, hunk: &str) {
    for mode in MODES {
        let resolution = outcome(text, &diff(hunk), &in_mode(mode)).unwrap();
        assert!(resolution.changes.is_empty(), "{mode:?}: {hunk}");
    }
}

#[test]
fn a_hunk_without_numbers_is_applied_where_a_replacement_would_be() {
    let versions = "name = \"x\"\nversion = \"0.1.5\"\n\n[y]\nversion = \"0.2.0\"\n";
    let hunk = "@@\n-version = \"0.1.0\"\n+version = \"0.2.0\"\n";
    is_refused(versions, hunk);
    is_refused("retries=3\n", "@@\n-timeout=3\n+retries=3\n");
    let functions = "def a():\n    x = 1\n\n    return 4\n\ndef b():\n    return 5\n";
    is_refused(functions, "@@\n-    return 3\n+    return 5\n");
    is_refused(functions, "@@\n-    x = 1\n-    return 4\n+    return 5\n");
    is_refused("one\ntwo\n", "@@\n one\n-typo\n");
    // The removed line is in another function, which may be the intended one.
    is_refused(functions, "@@\n def b():\n-    return 4\n+    return 5\n");
    for hunk in [
        "@@\n def b():\n-    return 6\n+    return 5\n",
        "@@\n     x = 1\n-    log(x)\n \n     return 4\n",
    ] {
        is_applied(functions, hunk);
    }
}

#[test]
fn a_hunk_is_not_applied_if_a_line_that_it_removes_stands_beside_its_new_side() {
    for (text, hunk) in [
        (
            "import os\nimport sys\nimport re\nx = 1\n",
            "@@ -1,3 +1,3 @@\n-import os\n import sys\n+import re\n x = 1\n",
        ),
        (
            "a:\n  port: 80\n  host: a\n  tls: no\n",
            "@@ -1,3 +1,3 @@\n a:\n   port: 80\n+  host: a\n-  tls: no\n",
        ),
        // The context is written as removed and added lines.
        (
            "start\nfoo(1)\nbar(2) \nend\n",
            "@@ -2,2 +2 @@\n-foo(1)\n-bar(2)\n+foo(1)\n",
        ),
        ("x\na\nb", "@@ -1,3 +1,2 @@\n-x\n-a\n-b\n+x\n+a\n"),
    ] {
        let outcome = outcome(text, &diff(hunk), &strict());
        assert!(outcome.is_err(), "{hunk}{outcome:?}");
    }
    is_applied(
        "import sys\nimport re\nx = 1\n",
        "@@ -1,3 +1,3 @@\n-import os\n import sys\n+import re\n x = 1\n",
    );
}

#[test]
fn a_hunk_is_applied_elsewhere_than_stated_where_nothing_is_as_near() {
    let twins = "def a():\n    x = 1\n    return 5\n\ndef b():\n    x = 1\n    return 7\n";
    is_refused(
        twins,
        "@@ -6,2 +6,2 @@\n     x = 1\n-    return 4\n+    return 5\n",
    );
    // At the stated line, or with unique context.
    is_applied(
        twins,
        "@@ -2,2 +2,2 @@\n     x = 1\n-    return 4\n+    return 5\n",
    );
    is_applied(
        twins,
        "@@ -6,3 +6,3 @@\n def a():\n     x = 1\n-    return 4\n+    return 5\n",
    );
}

#[test]
fn a_hunk_is_not_applied_in_another_function_than_its_header_names() {
    let text = "int beta(void)\n{\n\tint a = 1;\n\tlock(a);\n\tcheck(x);\n\tgo(a);\n}\n\nint offset(void)\n{ // z\n\tint a = 1;\n\tlock(a);\n\tgo(a);\n}\n";
    let hunk = |name: &str| {
        format!(
            "@@ -2,5 +2,6 @@ int {name}(void)\n {{\n \tint a = 1;\n \tlock(a);\n+\tcheck(x);\n \tgo(a);\n }}\n"
        )
    };
    let of_offset = diff(&hunk("offset"));
    assert!(outcome(text, &of_offset, &strict()).is_err());
    is_applied(text, &hunk("beta"));
    // The named function is not in the text. The function may have had that name before.
    is_applied(text, &hunk("gamma"));
}

#[test]
fn a_hunk_whose_lines_are_separated_by_a_function_is_not_applied() {
    let text = "def merge():\n    x = load(1)\n    log(\"start\")\n    run(x)\n    return x // z\n\n\ndef server():\n    x = load(1)\n    check(x)\n    more()\n    log(\"start\")\n    run(x)\n    return x\n";
    let hunk = "@@ -1,5 +1,7 @@\n def merge():\n     x = load(1)\n+    check(x)\n+    more()\n     log(\"start\")\n     run(x)\n     return x\n";
    for mode in MODES {
        if let Ok(resolution) = outcome(text, &diff(hunk), &in_mode(mode)) {
            assert!(!resolution.changes.is_empty(), "{mode:?}");
        }
    }
}

#[test]
fn other_hunks_distinguish_a_copied_neighbor_from_a_done_insertion() {
    let patch = diff("@@ -1,0 +2,1 @@\n+two\n@@ -4,1 +5,1 @@\n-end\n+END\n");
    let copied = "one\ntwo\nthree\nend\n";
    let after = "one\ntwo\ntwo\nthree\nEND\n";
    assert_eq!(applied(copied, &patch, &strict()), after);
    assert_eq!(applied(after, &patch, &strict()), after);
    // Either only the insertion is applied and has moved the other hunk, or the text has drifted.
    let partly = "one\ntwo\ntwo\nthree\nend\n";
    let refused = why(partly, &patch, &strict());
    assert!(matches!(refused, HunkWhy::Undecided(_)));
    let bare = diff("@@ -1,0 +2,1 @@\n+two\n@@ -2,0 +4,1 @@\n+four\n");
    let once = "one\ntwo\nthree\nfour\nfive\n";
    assert_eq!(applied(once, &bare, &strict()), once);
}

#[test]
fn an_insertion_that_has_moved_the_other_hunks_is_applied() {
    let patch = diff("@@ -2,0 +3,2 @@\n+x\n+y\n@@ -6,1 +8,1 @@\n-f\n+F\n");
    let partly = "a\nb\nx\ny\nc\nd\ne\nf\ng\n";
    let after = "a\nb\nx\ny\nc\nd\ne\nF\ng\n";
    assert_eq!(applied(partly, &patch, &accepting(strict())), after);
    assert!(matches!(
        outcome(partly, &patch, &strict()),
        Err(Reason::PartlyApplied { .. })
    ));
    // The other hunk has moved too far.
    let drifted = partly.replace("d\n", "d\nD\n");
    let refused = why(&drifted, &patch, &strict());
    assert!(matches!(refused, HunkWhy::AlreadyApplied(_)));
}

#[test]
fn a_patch_whose_index_line_names_an_empty_file_needs_one() {
    let filled = FilePatch {
        blobs: Some(("e69de29".to_owned(), "814f4a4".to_owned())),
        ..diff("@@ -0,0 +1,1 @@\n+two\n")
    };
    let emptied = filled.reversed().unwrap();
    for mode in MODES {
        let options = in_mode(mode);
        assert_eq!(applied("", &filled, &options), "two\n");
        assert_eq!(applied("two\n", &filled, &options), "two\n");
        let refused = outcome("one\ntwo\n", &filled, &options);
        assert!(matches!(refused, Err(Reason::Exists { .. })));
        assert_eq!(applied("two\n", &emptied, &options), "");
        assert!(outcome("two\nthree\n", &emptied, &options).is_err());
    }
}

#[test]
fn a_copy_of_a_neighbor_is_removed_by_the_reverse_patch() {
    for context in [
        "@@ -2,0 +3,1 @@\n+two\n",
        "@@ -1,0 +2,1 @@\n+two\n",
        "@@ -1,3 +1,4 @@\n one\n two\n+two\n three\n",
    ] {
        let patch = diff(context);
        let reversed = patch.reversed().unwrap();
        let twice = "one\ntwo\ntwo\nthree\n";
        assert_eq!(applied(twice, &reversed, &strict()), "one\ntwo\nthree\n");
    }
}

#[test]
fn a_line_does_not_decide_against_the_edge_of_the_text_that_a_hunk_was_at() {
    let entry = "open\nread\nclose\n";
    let text = format!("{entry}\n{entry}");
    let last = diff("@@ -1,3 +1,3 @@\n open\n read\n-close\n+shut\n");
    let first = diff("@@ -1,3 +1,3 @@\n-open\n+find\n read\n close\n");
    let before = format!("{entry}\n{text}");
    for mode in MODES {
        assert!(outcome(&text, &last, &in_mode(mode)).is_err(), "{mode:?}");
        assert!(outcome(&before, &first, &in_mode(mode)).is_ok(), "{mode:?}");
    }
}
