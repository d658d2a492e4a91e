//! The JSON format. The schema pins its keys.

use serde_json::{Value, json};

use super::paper::{self, lines, site};
use crate::disk;
use crate::refusal::{Candidate, Difference, Fault, HunkFailure, HunkWhy, Reason, Refusal};
use crate::render::{ShownLimits, findings_json, line, view_json};
use crate::report::{
    Finding, FindingKind, FindingsReport, Notice, Report, ViewReport, Warning, WouldApply,
};
use crate::resolve::draft::DraftSite;
use crate::resolve::{HunkStatus, PlacedHunk, Tier};
use crate::snapshot::Snapshot;
use crate::text::LineNumber;

fn printed(report: &Report) -> String {
    let report = crate::render::json(report, &ShownLimits::default());
    String::from_utf8(line(&report)).unwrap()
}

fn read(report: &Report) -> Value {
    read_within(report, &ShownLimits::default())
}

fn read_within(report: &Report, limits: &ShownLimits) -> Value {
    serde_json::to_value(crate::render::json(report, limits)).unwrap()
}

fn len(list: &Value) -> usize {
    list.as_array().unwrap().len()
}

#[test]
fn a_success_is_one_object_with_its_keys_in_order() {
    let report = Report {
        undo: Some(41),
        ..paper::replaced()
    };
    let before = report.files[0].before.clone().unwrap().fingerprint();
    let expected = format!(
        "{}{}{}{before}{}",
        r#"{"schema":"incise.report/1","ok":true,"success":true,"operation":"replace","path":"src/a.rs","#,
        r#""changed":true,"bytes_before":29,"bytes_after":41,"dry_run":false,"files":[{"path":"src/a.rs","#,
        r#""operation":"replace","changed":true,"created":false,"bytes_before":29,"bytes_after":41,"lines_added":2,"lines_removed":1,"replacements":1,"before":""#,
        r#"","after":"blake3:AFTER","sites":[{"lines":[2,2],"tier":"exact"}],"wrote":["2:d96a1669aa3c..3:c3385b4f53c3"],"diff":"DIFF"}],"warnings":[],"undo":"41"}"#,
    );
    let after = "fn main() {\n    let x = 2;\n    run(x);\n}\n";
    let after = crate::snapshot::Fingerprint::hash(after.as_bytes()).hex();
    let diff = "diff --git a/src/a.rs b/src/a.rs\\n--- a/src/a.rs\\n+++ b/src/a.rs\\n@@ -1,3 +1,4 @@\\n fn main() {\\n-    let x = 1;\\n+    let x = 2;\\n+    run(x);\\n }\\n";
    let expected = expected.replace("AFTER", &after).replace("DIFF", diff) + "\n";
    assert_eq!(printed(&report), expected);
    assert_eq!(printed(&report), printed(&report.clone()));
}

#[test]
fn every_part_of_a_success_is_pinned() {
    let mut report = paper::replaced();
    report.steps = 2;
    report.warnings = vec![Warning {
        path: Some("src/a.rs".into()),
        notice: Notice::Disk(disk::Notice::InPlace),
    }];
    let file = &mut report.files[0];
    let site = DraftSite {
        tier: Tier::Fuzzy(0.8749),
        made_by: Some(1),
        ..site(2, lines(2, 2), "x")
    };
    file.outcome.sites = vec![site].into();
    file.modes = Some((0o644, 0o755));
    file.backup = Some("src/a.rs.bak".into());
    file.from = Some("src/b.rs".into());
    file.outcome.hunks = vec![PlacedHunk {
        hunk: 1,
        status: HunkStatus::Merged,
        lines: None,
        new_lines: None,
        offset: Some(-2),
        tier: Tier::Fuzzy(0.9),
        decided_by: Some(crate::resolve::Decider::Scope),
        score: 0.9,
        margin: Some(0.25),
        runner_up: Some(lines(1, 2)),
        transform: Some(crate::resolve::Transform::Tabs(4)),
        reading: Some(crate::patch::RepairKind::HtmlEntities),
        context_changed: 1,
    }];
    let read = read(&report);
    let file = &read["files"][0];
    let site = &file["sites"][0];
    assert_eq!(site["similarity"], 0.87);
    assert_eq!((&site["edit"], &site["from_edit"]), (&json!(2), &json!(1)));
    assert_eq!(file["modes"]["after"], "0755");
    let hunk = &file["hunks"][0];
    assert_eq!(hunk["decided_by"], "scope");
    assert_eq!(hunk["reading"], "html_entities");
    assert_eq!(read["warnings"][0]["code"], "in_place");
}

#[test]
fn created_and_deleted_files_have_no_text_on_one_side() {
    let created = read(&paper::report(paper::file(
        "create",
        "n",
        None,
        Some("x\n"),
    )));
    let file = &created["files"][0];
    assert_eq!(file["created"], true);
    assert!(file["before"].is_null() && file["after"].is_string());
    assert_eq!(created["bytes_before"], 0);
    assert_eq!(created["bytes_after"], 2);
    let removed = read(&paper::report(paper::file(
        "remove",
        "n",
        Some("x\n"),
        None,
    )));
    let file = &removed["files"][0];
    assert_eq!(file["removed"], true);
    assert!(file["before"].is_string() && file["after"].is_null());
    assert_eq!(file["lines_added"], 0);
    assert_eq!(file["lines_removed"], 1);
}

#[test]
fn output_bounds_hold_and_omitted_items_are_counted() {
    let text: String = (1..=20).map(|number| format!("{number}\n")).collect();
    let mut report = paper::report(paper::file("create", "n", None, Some(&text)));
    let sites = (1..=9).map(|at| site(1, lines(at, at), ""));
    report.files[0].outcome.sites = sites.collect::<Vec<_>>().into();
    let limits = ShownLimits {
        diff_lines: 10,
        entries: 4,
        ..ShownLimits::default()
    };
    let file = &read_within(&report, &limits)["files"][0];
    assert_eq!(len(&file["sites"]), 4);
    assert_eq!(file["sites_total"], 9);
    assert_eq!(file["diff"].as_str().unwrap().lines().count(), 10);
    assert_eq!(file["diff_cut"], 15);
    let full = &read_within(&report, &ShownLimits::FULL)["files"][0];
    assert!(full["sites_total"].is_null() && full["diff_cut"].is_null());
    assert_eq!(len(&full["sites"]), 9);
}

#[test]
fn every_list_is_bounded_and_counted() {
    let limits = ShownLimits {
        diff_lines: 8,
        entries: 2,
        ..ShownLimits::default()
    };
    let file = |name| paper::file("replace", name, Some("x\n"), Some("y\n"));
    let warning = || Warning {
        path: None,
        notice: Notice::Disk(disk::Notice::InPlace),
    };
    let mut report = paper::report(file("a"));
    report.files = ["a", "b", "c"].map(file).to_vec();
    report.warnings = vec![warning(), warning(), warning()];
    let read = read_within(&report, &limits);
    for list in ["files", "warnings"] {
        assert_eq!(len(&read[list]), 2);
        assert_eq!(read[format!("{list}_total")], 3);
    }
    // The files share the limit on diff lines: six for the first file, two for the second.
    assert!(read["files"][0]["diff_cut"].is_null());
    assert_eq!(read["files"][1]["diff_cut"], 4);

    let missing = |edit| Refusal::from(Fault::Missing).at("a").of_edit(edit);
    let report = Report {
        refusals: vec![missing(1), missing(2), missing(3)],
        would_apply: (4..=9).collect(),
        ..Report::new("apply", 9)
    };
    let of_file = |path: &str| WouldApply {
        path: path.into(),
        edits: (4..=9).collect(),
    };
    let report = Report {
        would_apply_files: vec![of_file("b"), of_file("c"), of_file("d")],
        ..report
    };
    let read = read_within(&report, &limits);
    for list in ["errors", "would_apply"] {
        assert_eq!(len(&read[list]), 2);
        assert_eq!(read[format!("{list}_total")], 3);
    }
    assert_eq!(read["would_apply"][0]["edits"], json!([4, 5]));
    let error = &read["error"];
    assert_eq!(len(&error["edits"]), 2);
    assert_eq!(error["edits_total"], 3);
    assert_eq!(error["would_apply"], json!([4, 5]));
    assert_eq!(error["would_apply_total"], 6);
    assert!(error["written"].is_null());
}

#[test]
fn text_that_is_not_utf8_is_base64() {
    let mut file = paper::file("append", "a", Some(""), Some(""));
    file.changes = paper::changes(b"", b"\xff\n");
    let read = read(&paper::report(file));
    let diff = read["files"][0]["diff"].as_object().unwrap();
    assert_eq!(diff.keys().collect::<Vec<_>>(), ["base64"]);
}

#[cfg(unix)]
#[test]
fn a_name_that_is_not_utf8_is_base64() {
    use std::os::unix::ffi::OsStringExt;
    let mut file = paper::file("append", "a", Some(""), Some("x\n"));
    file.path = std::ffi::OsString::from_vec(b"\xff".to_vec()).into();
    let read = read(&paper::report(file));
    assert_eq!(read["path"]["base64"], "/w==");
}

fn refused(reason: Reason) -> Report {
    Report {
        refusals: vec![reason.at("a.py").of_edit(2)],
        ..Report::new("replace", 1)
    }
}

#[test]
fn a_refusal_has_the_same_keys_at_its_top_and_an_error() {
    let candidates = vec![Candidate {
        lines: lines(3, 3),
        preview: "x = 1".into(),
        id: None,
    }];
    let report = refused(Reason::Ambiguous {
        wanted: "x = 1".into(),
        count: 3,
        candidates,
    });
    let expected = [
        r#"{"schema":"incise.report/1","ok":false,"success":false,"operation":"replace","path":"a.py","#,
        r#""changed":false,"bytes_before":null,"bytes_after":null,"dry_run":false,"#,
        r#""error":{"code":"ambiguous","exit":1,"path":"a.py","#,
        r#""message":"a.py: `x = 1` matches 3 places; exactly 1 is needed","#,
        r#""hint":"add a line of context, or --nth 1 or --site ID for one place, or --all for every one","#,
        r#""candidates":[{"lines":[3,3],"preview":"x = 1"}],"expected":1,"found":3,"#,
        r#""explain":"incise explain ambiguous"},"warnings":[]}"#,
    ];
    assert_eq!(printed(&report), expected.concat() + "\n");
}

#[test]
fn a_refusal_includes_the_length_of_a_file_that_was_read() {
    let mut report = paper::replaced();
    report.refusals = vec![Reason::Binary(None).at("src/a.rs")];
    let read = read(&report);
    assert_eq!(read["bytes_before"], 29);
    assert_eq!(read["bytes_after"], 29);
    assert_eq!(read["changed"], false);
    let nowhere = Report {
        refusals: vec![Reason::usage("what", "so").into()],
        ..Report::new("replace", 1)
    };
    let printed = printed(&nowhere);
    assert!(!printed.contains("bytes_before") && !printed.contains("\"path\""));
}

#[test]
fn a_refused_batch_lists_every_edit_that_fails() {
    let refusal = |edit| Refusal::from(Fault::Missing).at("a").of_edit(edit);
    let report = Report {
        refusals: vec![refusal(2), refusal(4)],
        would_apply: vec![1, 3],
        ..Report::new("apply", 4)
    };
    let error = &read(&report)["error"];
    assert_eq!(error["edit"], 2);
    assert_eq!(error["edits"][0]["edit"], 2);
    assert_eq!(error["edits"][1]["edit"], 4);
    assert_eq!(error["would_apply"], json!([1, 3]));
    assert_eq!(
        error["edits"][1]["message"],
        "a: edit 4: there is no such file"
    );
}

#[test]
fn a_refused_patch_lists_every_hunk_that_fails() {
    let difference = Difference {
        line: LineNumber::new(5).unwrap(),
        expected: "x".into(),
        found: None,
    };
    let failed = |hunk, why| HunkFailure {
        hunk,
        patch_line: LineNumber::FIRST,
        why,
        would_place: None,
    };
    let report = refused(Reason::HunkFailed {
        failures: vec![
            failed(1, HunkWhy::NoMatch(Some(difference))),
            failed(3, HunkWhy::AlreadyApplied(lines(7, 9))),
        ],
        total: 3,
    });
    let hunks = &read(&report)["error"]["hunks"];
    assert_eq!(hunks[0]["why"], "no_match");
    assert_eq!(hunks[0]["line"], 5);
    assert_eq!(hunks[0]["expected"], "x");
    assert!(printed(&report).contains(r#""expected":"x","found":null"#));
    assert_eq!(hunks[1]["hunk"], 3);
    assert_eq!(hunks[1]["lines"], json!([7, 9]));
}

#[test]
fn views_and_findings_are_objects_of_the_same_kind() {
    let view = ViewReport {
        lines: Some(lines(2, 2)),
        ..ViewReport::new("a".into(), Snapshot::of_text("1\n\u{e4}\n"))
    };
    let fingerprint = view.text.fingerprint();
    let expected = format!(
        "{}{fingerprint}{}\n",
        r#"{"schema":"incise.report/1","ok":true,"success":true,"operation":"view","path":"a","changed":false,"bytes":5,"lines_total":2,"fingerprint":""#,
        r#"","lines":[{"line":2,"text":"ä"}],"warnings":[]}"#,
    );
    assert_eq!(
        String::from_utf8(line(&view_json(&view, &ShownLimits::default()))).unwrap(),
        expected
    );
    let findings = FindingsReport {
        files: 1,
        findings: vec![Finding {
            path: "a".into(),
            lines: Some(lines(2, 2)),
            kind: FindingKind::Encoding,
        }],
        is_strict: true,
        ..FindingsReport::default()
    };
    let expected = concat!(
        r#"{"schema":"incise.report/1","ok":false,"success":false,"operation":"check files","changed":false,"files_checked":1,"#,
        r#""findings":[{"path":"a","lines":[2,2],"kind":"encoding","severity":"warning","message":"not valid UTF-8"}],"warnings":[]}"#,
        "\n",
    );
    assert_eq!(
        String::from_utf8(line(&findings_json(&findings, &ShownLimits::default()))).unwrap(),
        expected
    );
}
