//! Hunks that add lines which begin or end like their context, so that the applied text contains both sides.

use super::notation::{MODES, applied, diff, in_mode, outcome};
use crate::patch::FilePatch;
use crate::request::Repeat;
use crate::resolve::HunkStatus;
use crate::resolve::place::PlaceOptions;

const OLD: &str = "h\na:\n  n 1\n  m 5\n\nc:\n  n 3\n";
const NEW: &str = "h\na:\n  n 1\n  m 5\n\nb:\n  n 1\n  m 5\n\nc:\n  n 3\n";

/// Inserts block `b` between `a` and `c`. The lines of `b` end like those of `a`.
fn block() -> FilePatch {
    diff("@@ -3,5 +3,9 @@\n   n 1\n   m 5\n \n+b:\n+  n 1\n+  m 5\n+\n c:\n   n 3\n")
}

fn every_way() -> Vec<PlaceOptions> {
    let modes = MODES;
    let mut ways = Vec::new();
    for mode in modes {
        for repeat in [Repeat::Refuse, Repeat::Accept] {
            ways.push(PlaceOptions {
                repeat,
                ..in_mode(mode)
            });
        }
    }
    ways
}

#[test]
fn an_applied_block_is_not_applied_again() {
    for way in every_way() {
        assert_eq!(applied(OLD, &block(), &way), NEW);
        for text in [
            NEW.to_owned(),
            format!("0\n{NEW}"),
            format!("0\n1\n{NEW}0\n"),
        ] {
            let resolution = outcome(&text, &block(), &way).unwrap();
            assert!(resolution.changes.is_empty(), "{text:?} {way:?}");
            assert_eq!(resolution.hunks[0].status, HunkStatus::Already);
        }
    }
}

#[test]
fn without_numbers_the_new_side_counts_too() {
    let patch = diff("@@\n   n 1\n   m 5\n \n+b:\n+  n 1\n+  m 5\n+\n c:\n   n 3\n");
    for way in every_way() {
        assert_eq!(applied(NEW, &patch, &way), NEW);
    }
}

#[test]
fn other_hunks_show_that_it_is_not_applied() {
    // The original text already had another `b`.
    let head = "x\n1\n2\n3\n4\n5\n6\n";
    let patch = diff(
        "@@ -1,4 +1,4 @@\n-x\n+y\n 1\n 2\n 3\n@@ -14,5 +14,9 @@\n   n 1\n   m 5\n \n+b:\n+  n 1\n+  m 5\n+\n c:\n   n 3\n",
    );
    let before = format!("{head}{NEW}");
    let after = format!("y{}", &head[1..]) + &NEW.replace("c:", "b:\n  n 1\n  m 5\n\nc:");
    for way in every_way() {
        assert_eq!(applied(&before, &patch, &way), after, "{way:?}");
        assert_eq!(applied(&after, &patch, &way), after, "{way:?}");
    }
}

#[test]
fn its_own_number_shows_that_it_is_not_applied() {
    let patch = diff("@@ -7,5 +7,9 @@\n   n 1\n   m 5\n \n+b:\n+  n 1\n+  m 5\n+\n c:\n   n 3\n");
    let after = NEW.replace("c:", "b:\n  n 1\n  m 5\n\nc:");
    for way in every_way() {
        assert_eq!(applied(NEW, &patch, &way), after);
        assert_eq!(applied(&after, &patch, &way), after);
    }
}

#[test]
fn applied_hunks_next_to_it_show_that_it_is_applied() {
    let patch = diff(
        "@@ -1,3 +1,3 @@\n-h\n+H\n a:\n   n 1\n@@ -3,5 +3,9 @@\n   n 1\n   m 5\n \n+b:\n+  n 1\n+  m 5\n+\n c:\n   n 3\n",
    );
    let after = NEW.replace('h', "H");
    for way in every_way() {
        assert_eq!(applied(OLD, &patch, &way), after);
        assert_eq!(applied(&after, &patch, &way), after);
    }
}

#[test]
fn a_line_that_stands_above_or_below_the_place_of_its_hunk_is_not_doubled() {
    let body = "1\n2\n3\n";
    let first = diff("@@ -1,3 +1,4 @@\n+new\n 1\n-2\n+two\n 3\n");
    let last = diff("@@ -1,3 +1,4 @@\n 1\n-2\n+two\n 3\n+new\n");
    for mode in MODES {
        let options = in_mode(mode);
        assert!(outcome(&format!("new\n{body}"), &first, &options).is_err());
        for end in ["new", "new\n", "new\nend\n"] {
            assert!(outcome(&format!("{body}{end}"), &last, &options).is_err());
        }
    }
    let other = applied("other\n1\n2\n3\n", &first, &in_mode(MODES[1]));
    assert_eq!(other, "other\nnew\n1\ntwo\n3\n");
}
