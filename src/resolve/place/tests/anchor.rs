//! Anchors: pieces around lines left out, hunks of context only, headers without a number.

use super::notation::{applied, diff, outcome, terms, why};
use crate::patch::Content;
use crate::refusal::{HunkWhy, Reason};
use crate::request::{PatchMode, Threshold};

const TEXT: &str =
    "def boot():\n    x()\n\ndef halt():\n    stop()\n    x()\n\ndef last():\n    x()\n";

const MODES: [PatchMode; 4] = [
    PatchMode::Strict,
    PatchMode::Tolerant,
    PatchMode::Merge,
    PatchMode::Fuzzy(Threshold::DEFAULT),
];

/// The hunks of `text` make `after` of `TEXT` in every mode.
#[track_caller]
fn makes(text: &str, after: &str) {
    for mode in MODES {
        assert_eq!(applied(TEXT, &diff(text), &terms(mode)), after, "{mode:?}");
    }
}

/// No mode applies the hunks of `text` to `now`.
#[track_caller]
fn refused_on(now: &str, text: &str) {
    for mode in MODES {
        let found = outcome(now, &diff(text), &terms(mode));
        assert!(
            matches!(found, Err(Reason::HunkFailed { .. })),
            "{mode:?}: {found:?}"
        );
    }
}

#[track_caller]
fn refused(text: &str) {
    refused_on(TEXT, text);
}

fn second() -> String {
    TEXT.replacen("    x()\n\ndef last", "    y()\n\ndef last", 1)
}

#[test]
fn every_piece_around_dots_is_needed() {
    makes("@@\n def halt():\n ...\n-    x()\n+    y()\n", &second());
    refused("@@\n def lost():\n ...\n-    stop()\n+    halt()\n");
    refused("@@\n-    stop()\n+    halt()\n ...\n def lost():\n");
    refused("@@\n def boot():\n ...\n-    stop()\n+    halt()\n ...\n     gone()\n");
}

#[test]
fn pieces_around_dots_stand_in_order() {
    refused("@@\n def last():\n ...\n-    stop()\n+    halt()\n");
    refused("@@\n-    stop()\n+    halt()\n ...\n def boot():\n");
    let halted = TEXT.replace("stop", "pause");
    makes(
        "@@\n-    stop()\n+    pause()\n ...\n def last():\n",
        &halted,
    );
}

#[test]
fn dots_do_not_reach_into_another_block() {
    // `boot` is there, but what is changed is in `halt`.
    refused("@@\n def boot():\n ...\n-    stop()\n+    halt()\n");
    let braces = "fn a() {\n    one();\n}\n\nfn b() {\n    two();\n}\n";
    refused_on(braces, "@@\n fn a() {\n ...\n-    two();\n+    three();\n");
    refused_on(
        braces,
        "@@\n fn a() {\n ...\n     one();\n ...\n-    two();\n+    three();\n",
    );
}

#[test]
fn dots_that_leave_a_choice_are_refused() {
    let text = "def f():\n    x()\n    y()\n    x()\n";
    refused_on(text, "@@\n def f():\n ...\n-    x()\n+    z()\n");
}

#[test]
fn a_context_hunk_says_where_the_next_one_is() {
    makes("@@\n def halt():\n@@\n-    x()\n+    y()\n", &second());
    makes("@@\n     stop()\n@@\n-    x()\n+    y()\n", &second());
    // The line before the place, said to come after it.
    refused("@@\n def last():\n@@\n-    stop()\n+    halt()\n");
    refused("@@\n def lost():\n@@\n-    stop()\n+    halt()\n");
}

#[test]
fn an_anchor_may_have_other_blanks_where_the_mode_allows_it() {
    let patch = diff("@@\n   stop()\n@@\n-    stop()\n+    halt()\n");
    // The very line it anchors cannot come after it.
    assert!(outcome(TEXT, &patch, &terms(PatchMode::Tolerant)).is_err());
    let patch = diff("@@\n   stop()\n@@\n-def last():\n+def end():\n");
    assert_eq!(
        applied(TEXT, &patch, &terms(PatchMode::Tolerant)),
        TEXT.replace("last", "end")
    );
    assert!(outcome(TEXT, &patch, &terms(PatchMode::Strict)).is_err());
}

fn scoped(scope: &'static str, lines: &str) -> crate::patch::FilePatch {
    let mut patch = diff(&format!("@@\n{lines}"));
    let Content::Hunks(hunks) = &mut patch.content else {
        panic!("no hunks");
    };
    hunks[0].scopes = vec![scope.into()];
    patch
}

#[test]
fn a_header_restricts_to_what_follows_it() {
    for mode in MODES {
        let found = applied(
            TEXT,
            &scoped("def last():", "-    x()\n+    y()\n"),
            &terms(mode),
        );
        assert_eq!(
            found,
            TEXT[..TEXT.len() - 8].to_owned() + "    y()\n",
            "{mode:?}"
        );
        let before = why(
            TEXT,
            &scoped("def last():", "-    stop()\n+    y()\n"),
            &terms(mode),
        );
        assert!(
            matches!(before, HunkWhy::LostAnchor { lines: Some(_), .. }),
            "{before:?}"
        );
        let nowhere = why(
            TEXT,
            &scoped("def no():", "-    stop()\n+    y()\n"),
            &terms(mode),
        );
        assert!(
            matches!(nowhere, HunkWhy::LostAnchor { lines: None, .. }),
            "{nowhere:?}"
        );
    }
}

#[test]
fn a_header_may_be_a_context_line_of_its_hunk() {
    let patch = scoped("def halt():", " def halt():\n-    stop()\n+    pause()\n");
    assert_eq!(
        applied(TEXT, &patch, &terms(PatchMode::Strict)),
        TEXT.replace("stop", "pause")
    );
}

#[test]
fn as_many_like_hunks_as_places_take_one_each() {
    let hunk = "@@\n-    x()\n+    y()\n";
    makes(&hunk.repeat(3), &TEXT.replace('x', "y"));
    for number in [2, 4] {
        assert!(outcome(TEXT, &diff(&hunk.repeat(number)), &terms(PatchMode::Strict)).is_err());
    }
}

#[test]
fn a_closing_line_closes_what_the_anchor_opened() {
    let text = "a(\n  b({\n    c,\n  });\n  d({\n  });\n);\n";
    let patch = diff("@@\n   b({\n@@\n-  });\n+  }, 1);\n");
    assert_eq!(
        applied(text, &patch, &terms(PatchMode::Tolerant)),
        text.replacen("  });", "  }, 1);", 1)
    );
}
