//! The short form: one line per file, and the hunks that the caller cannot predict.

use super::human::placed;
use super::paper::{self, lines, site};
use crate::render::{DiffForm, ShownLimits, Style, human, json};
use crate::report::{FileReport, Report};
use crate::resolve::draft::DraftSite;
use crate::resolve::{HunkStatus, Tier};

fn numbered(count: usize) -> String {
    (1..=count).map(|number| format!("{number}\n")).collect()
}

/// A `replace` of these lines in a text of 99 lines.
fn replaced(path: &str, changed: &[usize]) -> FileReport {
    let mut after = numbered(99);
    for number in changed {
        after = after.replace(&format!("\n{number}\n"), &format!("\nnew {number}\n"));
    }
    let mut file = paper::file("replace", path, Some(&numbered(99)), Some(&after));
    let sites: Vec<DraftSite> = changed
        .iter()
        .map(|number| site(1, lines(*number, *number), ""))
        .collect();
    file.outcome.sites = sites.into();
    file
}

fn said(report: &Report) -> String {
    String::from_utf8(human(report, &Style::piped()).stdout).unwrap()
}

#[test]
fn one_edit_is_its_line_and_its_hunk() {
    let report = paper::report(replaced("a", &[12]));
    assert_eq!(said(&report), "a: line 12; +1 -1\n 11\n-12\n+new 12\n 13\n");
}

#[test]
fn a_dry_run_is_whole() {
    let report = Report {
        dry_run: true,
        ..paper::report(replaced("a", &[12]))
    };
    let whole = human(&report, &Style::default());
    assert_eq!(human(&report, &Style::piped()), whole);
}

#[test]
fn hunks_of_twelve_lines_are_shown_and_of_more_are_not() {
    let three = said(&paper::report(replaced("a", &[12, 40, 97])));
    let head = "a: 3 replacements at 12, 40, 97; +3 -3\n";
    let hunk = "@@ -39,3 +39,3 @@\n 39\n-40\n+new 40\n 41\n";
    assert!(three.starts_with(head) && three.contains(hunk), "{three}");
    let four = said(&paper::report(replaced("a", &[12, 40, 44, 97])));
    assert_eq!(four, "a: 4 replacements at 12, 40, 44, 97; +4 -4\n");
    // The limit applies to the hunks of all files together.
    let report = Report {
        files: vec![replaced("a", &[12, 40]), replaced("b", &[12, 40])],
        ..Report::new("replace", 1)
    };
    let heads = "a: 2 replacements at 12, 40; +2 -2\nb: 2 replacements at 12, 40; +2 -2\n";
    assert_eq!(said(&report), heads);
}

#[test]
fn many_places_are_one_line() {
    let changed: Vec<usize> = (2..=98).step_by(6).collect();
    let said = said(&paper::report(replaced("a", &changed)));
    let expected = "a: 17 replacements at 2, 8, 14, 20, 26, 32, 38, 44 and 9 more; +17 -17\n";
    assert_eq!(said, expected);
}

#[test]
fn a_change_found_by_another_tier_is_always_shown() {
    let mut file = replaced("a", &[12, 40, 44, 97]);
    let mut sites: Vec<DraftSite> = file.outcome.sites.iter().collect();
    sites[1].tier = Tier::Indent;
    file.outcome.sites = sites.into();
    let expected = "a: 4 replacements (indent) at 12, 40, 44, 97; +4 -4\n\
                    @@ -39,3 +39,3 @@\n 39\n-40\n+new 40\n 41\n";
    assert_eq!(said(&paper::report(file)), expected);
}

#[test]
fn the_text_of_a_created_or_removed_file_is_not_shown() {
    let made = paper::report(paper::file("create", "a", None, Some("one\n")));
    assert_eq!(said(&made), "created a: +1\n");
    let gone = paper::report(paper::file("remove", "a", Some("one\n"), None));
    assert_eq!(said(&gone), "removed a\n");
}

#[test]
fn deleted_lines_have_the_number_of_the_next_line() {
    let after = numbered(99).replace("\n12\n13\n", "\n");
    let report = paper::report(paper::file("set", "a", Some(&numbered(99)), Some(&after)));
    assert_eq!(said(&report), "a: line 12; -2\n 11\n-12\n-13\n 14\n");
}

#[test]
fn the_diff_of_an_object_is_as_short_and_says_so() {
    let limits = Style::piped().limits;
    let diff = |changed: &[usize], limits: &ShownLimits| {
        let report = json(&paper::report(replaced("a", changed)), limits);
        let report = serde_json::to_value(report).unwrap();
        let file = &report["files"][0];
        (file["diff"].clone(), file["diff_cut"].clone())
    };
    // The complete diff has 3 more header lines and 4 more lines of context.
    let hunk = "@@ -11,3 +11,3 @@\n 11\n-12\n+new 12\n 13\n";
    assert_eq!(diff(&[12], &limits), (hunk.into(), 7.into()));
    assert_eq!(diff(&[12, 30, 50, 70], &limits), ("".into(), 39.into()));
    let whole = ShownLimits {
        form: DiffForm::Whole,
        entries: usize::MAX,
        ..limits
    };
    assert!(diff(&[12], &whole).1.is_null());
}

#[test]
fn equal_remarks_are_joined_and_exact_hunks_show_their_lines() {
    let mut file = replaced("a", &[12, 40, 60, 97]);
    file.operation = "patch".to_owned();
    file.outcome.sites = Vec::new().into();
    file.outcome.hunks = vec![
        placed(1, HunkStatus::Exact, 11, 0),
        placed(2, HunkStatus::Offset, 39, 4),
        placed(3, HunkStatus::Offset, 59, 4),
        placed(4, HunkStatus::Exact, 96, 0),
    ];
    let drifted = "a: 4 hunks at 12, 40, 60, 97; +4 -4\n  hunks 2 and 3: +4 lines\n";
    assert_eq!(said(&paper::report(file.clone())), drifted);
    for hunk in &mut file.outcome.hunks[1..3] {
        hunk.context_changed = 1;
    }
    let changed = "a: 4 hunks at 12, 40, 60, 97; +4 -4\n  hunks 2 and 3: +4 lines, 1 context line changed\n\
                   @@ -39,3 +39,3 @@\n 39\n-40\n+new 40\n 41\n\
                   @@ -59,3 +59,3 @@\n 59\n-60\n+new 60\n 61\n";
    assert_eq!(said(&paper::report(file)), changed);
}

#[test]
fn of_a_pattern_the_first_new_lines_are_shown() {
    let report = Report {
        has_pattern: true,
        ..paper::report(replaced("a", &[12, 40, 44, 97]))
    };
    let expected =
        "a: 4 replacements at 12, 40, 44, 97; +4 -4\n+new 12\n+new 40\n+new 44\n+new 97\n";
    assert_eq!(said(&report), expected);
    let changed: Vec<usize> = (2..=98).step_by(6).collect();
    let report = Report {
        has_pattern: true,
        ..paper::report(replaced("a", &changed))
    };
    let said = said(&report);
    assert_eq!(said.lines().count(), 1 + 12 + 1);
    assert!(
        said.ends_with("+new 62\n+new 68\n... 5 more lines\n"),
        "{said}"
    );
}

#[test]
fn of_several_files_each_says_how_many_new_lines_are_left_out() {
    let report = Report {
        has_pattern: true,
        files: ["a", "b", "c"]
            .map(|path| replaced(path, &[12, 22, 32, 42, 52, 62, 72]))
            .into(),
        ..Report::new("replace", 1)
    };
    let said = said(&report);
    let marks: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("..."))
        .collect();
    assert_eq!(marks, ["... 2 more lines", "... 7 more lines"], "{said}");
}

#[test]
fn hunks_beyond_the_bound_are_counted() {
    let files = ["a", "b"].map(|path| {
        let mut file = replaced(path, &[12, 40]);
        let sites: Vec<DraftSite> = [12, 40]
            .into_iter()
            .map(|number| DraftSite {
                tier: Tier::Indent,
                ..site(1, lines(number, number), "")
            })
            .collect();
        file.outcome.sites = sites.into();
        file
    });
    let report = Report {
        files: files.into(),
        ..Report::new("replace", 1)
    };
    let limits = ShownLimits {
        diff_lines: 4,
        ..Style::piped().limits
    };
    let style = Style {
        limits,
        ..Style::piped()
    };
    let said = String::from_utf8(human(&report, &style).stdout).unwrap();
    let marks: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("..."))
        .collect();
    assert_eq!(marks, ["... 6 more lines", "... 10 more lines"], "{said}");
}

#[test]
fn of_a_long_line_the_part_around_its_change_is_shown() {
    let (head, tail) = ("x".repeat(300), "y".repeat(400));
    let line = |port: &str| format!("{head} port = {port} {tail}\n");
    let file = paper::file("replace", "a", Some(&line("80")), Some(&line("81")));
    let said = said(&paper::report(file));
    assert!(
        said.contains("port = 80") && said.contains("port = 81"),
        "{said}"
    );
    assert!(said.len() < 500, "{said}");
}
