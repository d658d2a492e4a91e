//! The complete output for people.

use super::paper::{self, lines, site};
use crate::change::TransitionKind;
use crate::disk;
use crate::patch::RepairKind;
use crate::refusal::{Candidate, Fault, HunkFailure, HunkWhy, Reason, Refusal};
use crate::render::{Paint, ShownLimits, Style, diff, human, view};
use crate::report::{Notice, Report, ViewReport, Warning, WouldApply};
use crate::request::{Options, Words};
use crate::resolve::draft::DraftSite;
use crate::resolve::{Decider, HunkStatus, PlacedHunk, Tier};
use crate::snapshot::Snapshot;
use crate::text::LineNumber;

/// Both streams as text, with a separator line before standard error.
fn printed(report: &Report, style: &Style) -> String {
    let printed = human(report, style);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    if printed.stderr.is_empty() {
        text(printed.stdout)
    } else {
        format!("{}--\n{}", text(printed.stdout), text(printed.stderr))
    }
}

fn plain() -> Style {
    Style::default()
}

/// The output without the diff, which has separate tests.
fn summary(report: &Report) -> String {
    let limits = ShownLimits {
        diff_lines: 0,
        ..ShownLimits::default()
    };
    let style = Style { limits, ..plain() };
    printed(report, &style)
}

#[test]
fn a_replacement_is_a_diff_and_a_line() {
    let expected = "\
diff --git a/src/a.rs b/src/a.rs
--- a/src/a.rs
+++ b/src/a.rs
@@ -1,3 +1,4 @@
 fn main() {
-    let x = 1;
+    let x = 2;
+    run(x);
 }
edited src/a.rs: 1 replacement, +2 -1
";
    assert_eq!(printed(&paper::replaced(), &plain()), expected);
}

#[test]
fn many_files_are_counted_together() {
    let printed = |count: usize| {
        let mut report = paper::replaced();
        report.files = vec![report.files[0].clone(); count];
        summary(&report)
    };
    let line = "edited src/a.rs: 1 replacement, +2 -1\n";
    assert_eq!(printed(4), line.repeat(4));
    let total = "5 files, 5 replacements, +10 -5\n";
    assert_eq!(printed(5), line.repeat(5) + total);
}

#[test]
fn a_dry_run_says_so_first() {
    let report = Report {
        dry_run: true,
        ..paper::replaced()
    };
    let printed = summary(&report);
    assert_eq!(
        printed,
        "dry run, nothing written:\nwould edit src/a.rs: 1 replacement, +2 -1\n"
    );
}

#[test]
fn quiet_says_nothing_on_success() {
    let report = Report {
        warnings: vec![Warning {
            path: None,
            notice: Notice::NoUndo,
        }],
        ..paper::replaced()
    };
    let style = Style {
        is_quiet: true,
        ..plain()
    };
    assert_eq!(printed(&report, &style), "");
    let style = Style {
        is_quiet: true,
        ..plain()
    };
    assert!(diff(&report, &style).stderr.is_empty());
}

#[test]
fn colors_mark_differences_inside_a_line() {
    let file = paper::file("replace", "a", Some("let x = 1;\n"), Some("let x = 2;\n"));
    let style = Style {
        paint: Paint::coloured(),
        ..plain()
    };
    let expected = "\
\x1b[1mdiff --git a/a b/a\x1b[0m
\x1b[1m--- a/a\x1b[0m
\x1b[1m+++ b/a\x1b[0m
\x1b[36m@@ -1 +1 @@\x1b[0m
\x1b[31m-\x1b[0m\x1b[31mlet x = \x1b[0m\x1b[1;7;31m1\x1b[0m\x1b[31m;\x1b[0m
\x1b[32m+\x1b[0m\x1b[32mlet x = \x1b[0m\x1b[1;7;32m2\x1b[0m\x1b[32m;\x1b[0m
\x1b[1;32medited\x1b[0m a: 0 replacements, +1 -1
";
    assert_eq!(printed(&paper::report(file), &style), expected);
}

#[test]
fn lines_that_share_little_are_not_emphasised() {
    let file = paper::file("replace", "a", Some("let x = 1;\n"), Some("return (y)\n"));
    let style = Style {
        paint: Paint::coloured(),
        ..plain()
    };
    let printed = printed(&paper::report(file), &style);
    assert!(printed.contains("\x1b[31mlet x = 1;\x1b[0m\n") && !printed.contains(";7;"));
}

#[test]
fn control_characters_of_a_file_do_not_reach_the_terminal() {
    let hostile = "a\x1b[2Jb\rc\n";
    let report = paper::report(paper::file(
        "append",
        "a",
        Some("x\r\n"),
        Some(&format!("x\r\n{hostile}")),
    ));
    let style = Style {
        is_terminal: true,
        ..plain()
    };
    let shown = printed(&report, &style);
    assert!(shown.contains("+a\\e[2Jb\\rc\n") && !shown.contains('\x1b'));
    assert!(printed(&report, &plain()).contains(hostile));
}

#[test]
fn long_diffs_and_long_lines_are_cut_and_say_so() {
    let text: String = (1..=20).map(|number| format!("{number}\n")).collect();
    let report = paper::report(paper::file("create", "a", None, Some(&text)));
    let limits = ShownLimits {
        diff_lines: 7,
        ..ShownLimits::default()
    };
    let expected = "\
diff --git a/a b/a
new file mode 100644
--- /dev/null
+++ b/a
@@ -0,0 +1,20 @@
+1
+2
... 18 more diff lines; --full shows them
created a: +20
";
    assert_eq!(printed(&report, &Style { limits, ..plain() }), expected);
    assert_eq!(
        diff(&report, &Style { limits, ..plain() })
            .stdout
            .lines_seen(),
        25
    );
    let limits = ShownLimits {
        line_bytes: 4,
        ..ShownLimits::default()
    };
    let wide = paper::report(paper::file("create", "a", None, Some("aäöü\n")));
    assert!(printed(&wide, &Style { limits, ..plain() }).contains("\n+aä...\n"));
}

trait LinesSeen {
    fn lines_seen(&self) -> usize;
}

impl LinesSeen for Vec<u8> {
    fn lines_seen(&self) -> usize {
        self.split_inclusive(|byte| *byte == b'\n').count()
    }
}

#[test]
fn every_operation_has_its_summary() {
    let text = "1\n2\n3\n4\n5\n";
    let with_site = |operation: &str, after: &str| {
        let mut file = paper::file(operation, "a", Some(text), Some(after));
        file.outcome.sites = vec![site(1, lines(2, 3), "2")].into();
        summary(&paper::report(file))
    };
    let inserted = |after| with_site("insert", after);
    assert_eq!(
        inserted("1\n2\n3\n4\n5\nx\n"),
        "edited a: inserted after line 5, +1\n"
    );
    assert_eq!(
        inserted("x\n1\n2\n3\n4\n5\n"),
        "edited a: inserted at the beginning, +1\n"
    );
    assert_eq!(
        with_site("append", "1\n2\n3\n4\n5\nx\n"),
        "edited a: appended, +1\n"
    );
    assert_eq!(with_site("lines", "1\n4\n5\n"), "edited a: lines 2-3, -2\n");
    assert_eq!(with_site("write", text), "unchanged a\n");
    let of = |file| summary(&paper::report(file));
    assert_eq!(
        of(paper::file("create", "n", None, Some("x\ny\n"))),
        "created n: +2\n"
    );
    assert_eq!(
        of(paper::file("remove", "x", Some("x\n"), None)),
        "removed x\n"
    );
    assert_eq!(
        of(paper::file("write", "a", Some("x"), Some("y\n"))),
        "edited a: +1 -1\n"
    );
    let mut moved = paper::file("move", "b", Some("x\n"), Some("x\n"));
    (moved.transition, moved.from) = (TransitionKind::Moved, Some("a".into()));
    assert_eq!(of(moved.clone()), "moved a -> b\n");
    moved.backup = Some("a.bak".into());
    assert_eq!(of(moved), "moved a -> b: backup a.bak\n");
}

#[test]
fn an_unterminated_last_line_counts_when_text_follows_it() {
    let mut file = paper::file("insert", "a", Some("1\n2"), Some("1\n2\nx\n"));
    file.outcome.sites = vec![site(1, lines(2, 2), "")].into();
    assert_eq!(
        summary(&paper::report(file)),
        "edited a: inserted after line 2, +2 -1\n"
    );
}

#[test]
fn tiers_that_are_not_exact_are_named() {
    let mut report = paper::replaced();
    let at = |line, tier| DraftSite {
        tier,
        ..site(1, lines(line, line), "x")
    };
    report.files[0].outcome.sites = vec![at(2, Tier::Indent), at(3, Tier::Fuzzy(0.876))].into();
    let expected = "edited src/a.rs: 2 replacements (fuzzy 0.88, indent), +2 -1\n";
    assert_eq!(summary(&report), expected);
}

#[test]
fn a_batch_lists_its_edits() {
    let mut report = paper::replaced();
    report.steps = 3;
    report.files[0].outcome.sites = vec![
        site(1, lines(2, 2), "let x = 1;"),
        DraftSite {
            made_by: Some(1),
            ..site(3, lines(2, 2), "2")
        },
    ]
    .into();
    let expected = "\
edited src/a.rs: edits 1 and 3, +2 -1
  edit 1: line 2: `let x = 1;`
  edit 3: line 2, in the text of edit 1: `2`
";
    assert_eq!(summary(&report), expected);
}

pub fn placed(hunk: usize, status: HunkStatus, at: usize, offset: i64) -> PlacedHunk {
    PlacedHunk {
        hunk,
        status,
        lines: Some(lines(at, at + 2)),
        new_lines: Some(lines(at, at + 2)),
        offset: Some(offset),
        tier: Tier::Exact,
        decided_by: None,
        score: 1.0,
        margin: None,
        runner_up: None,
        transform: None,
        reading: None,
        context_changed: 0,
    }
}

#[test]
fn a_patch_reports_hunks_that_are_not_at_their_stated_lines() {
    let mut report = paper::replaced();
    report.operation = "patch".to_owned();
    report.files[0].operation = "patch".to_owned();
    let by_line = PlacedHunk {
        decided_by: Some(Decider::Line),
        ..placed(3, HunkStatus::Exact, 70, 0)
    };
    report.files[0].outcome.hunks = vec![
        placed(1, HunkStatus::Exact, 10, 0),
        placed(2, HunkStatus::Offset, 52, 7),
        by_line,
        placed(4, HunkStatus::Already, 80, 0),
        PlacedHunk {
            margin: Some(0.611),
            context_changed: 2,
            ..placed(5, HunkStatus::Merged, 90, -3)
        },
        PlacedHunk {
            score: 0.85,
            margin: Some(0.2),
            runner_up: Some(lines(7, 9)),
            reading: Some(RepairKind::SmartQuotes),
            ..placed(6, HunkStatus::Merged, 100, 0)
        },
    ];
    let expected = "\
patched src/a.rs: 6 hunks, +2 -1
  hunk 2: 45 -> 52, +7 lines
  hunk 3: the line number decided
  hunk 4: already applied at lines 80-82
  hunk 5: 93 -> 90, -3 lines, 2 context lines changed, margin 0.61
  hunk 6: context has drifted, repaired: smart quotes, score 0.85, margin 0.20
    the next best place is lines 7-9
";
    assert_eq!(summary(&report), expected);
}

#[test]
fn warnings_go_to_standard_error() {
    let report = Report {
        warnings: vec![Warning {
            path: Some("a".into()),
            notice: Notice::Disk(disk::Notice::HardLinkSplit { links: 3 }),
        }],
        ..paper::report(paper::file("append", "x", Some("x\n"), Some("x\ny\n")))
    };
    let expected = "\
edited x: appended, +1
--
warning: a: the file is a hard link: its 2 other names keep the old text (--in-place changes all)
";
    assert_eq!(summary(&report), expected);
}

fn refused(operation: &str, steps: usize, refusals: Vec<Refusal>) -> Report {
    Report {
        refusals,
        ..Report::new(operation, steps)
    }
}

fn ambiguous() -> Reason {
    let candidate = |at, preview: &'static str| Candidate {
        lines: lines(at, at),
        preview: preview.into(),
        id: None,
    };
    Reason::Ambiguous {
        wanted: "x = 1".into(),
        count: 2,
        candidates: vec![candidate(3, "x = 1"), candidate(7, "x = 1;")],
    }
}

#[test]
fn a_refusal_is_message_evidence_and_hint() {
    let report = refused("replace", 1, vec![ambiguous().at("a.py")]);
    let expected = "\
--
incise: a.py: `x = 1` matches 2 places; exactly 1 is needed
  3: x = 1
  7: x = 1;
hint: add a line of context, or --nth 1 or --site ID for one place, or --all for every one
";
    assert_eq!(
        printed(
            &report,
            &Style {
                is_quiet: true,
                ..plain()
            }
        ),
        expected
    );
    assert_eq!(diff(&report, &plain()).stdout, b"");
}

fn would_apply(path: &str, edits: &[usize]) -> WouldApply {
    WouldApply {
        path: path.into(),
        edits: edits.to_vec(),
    }
}

#[test]
fn a_refused_batch_reports_the_other_edits() {
    let missing = Refusal::from(Fault::Missing).at("a.py");
    let refusal = missing.of_edit(3).with_operation("replace");
    let mut report = refused("apply", 3, vec![refusal]);
    report.words = Words::TYPED.with(Options::Fields);
    report.would_apply = vec![1, 2];
    report.would_apply_files = vec![would_apply("b.py", &[1]), would_apply("c.py", &[1, 2])];
    let expected = "\
--
incise: a.py: edit 3: there is no such file
hint: check the path; \"op\": \"create\" creates it
edit 1 of b.py and edits 1 and 2 of c.py would have applied
nothing was written
";
    assert_eq!(printed(&report, &plain()), expected);
}

#[test]
fn a_refused_patch_reports_the_other_hunks() {
    let failure = HunkFailure {
        hunk: 2,
        patch_line: LineNumber::new(12).unwrap(),
        why: HunkWhy::NoAnchor,
        would_place: None,
    };
    let reason = Reason::HunkFailed {
        failures: vec![failure],
        total: 3,
    };
    let mut report = refused("patch", 1, vec![reason.at("a.py")]);
    report.warnings = vec![Warning {
        path: Some("a.py".into()),
        notice: Notice::OtherName("b.py".into()),
    }];
    let expected = "\
--
warning: a.py: the diff names another file, `b.py`
incise: a.py: hunk 2 of 3 has neither old lines nor a line number
  hunk 2 is at line 12 of the diff
hint: add lines of context; below `*** Update File`, `@@ LINE` names the line that begins the block
hunks 1 and 3 would have applied
nothing was written
";
    assert_eq!(printed(&report, &plain()), expected);
}

#[test]
fn a_failed_sync_does_not_claim_that_nothing_was_written() {
    let reason = Reason::Store(Fault::SyncFailed("bad disk".into()));
    let report = refused("apply", 3, vec![reason.at("a")]);
    assert!(!printed(&report, &plain()).contains("nothing was written"));
}

#[test]
fn a_view_begins_with_the_hash_and_numbers_the_lines() {
    let report = ViewReport {
        lines: Some(lines(2, 3)),
        warnings: vec![Warning {
            path: None,
            notice: Notice::NoUndo,
        }],
        ..ViewReport::new("a".into(), Snapshot::of_text("1\r\n2\n3\n"))
    };
    let printed = view(&report, &plain());
    let hash = report.text.fingerprint().short();
    let expected = format!("a: 3 lines, blake3:{hash}\n   2\t2\n   3\t3\n");
    assert_eq!(String::from_utf8(printed.stdout).unwrap(), expected);
    assert!(printed.stderr.starts_with(b"warning: "));
}

#[test]
fn one_edit_of_several_files_names_the_others() {
    let mut report = refused("replace", 1, vec![Refusal::from(Fault::Missing).at("c")]);
    report.would_apply_files = vec![would_apply("a", &[1]), would_apply("b", &[2])];
    let expected = "\
--
incise: c: there is no such file
hint: check the path; `incise create c` creates it
the edit of a and b would have applied
nothing was written
";
    assert_eq!(printed(&report, &plain()), expected);
}
