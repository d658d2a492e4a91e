//! The JSON format, checked with types that are independent of the serialized types: a missing, renamed or new key
//! fails these tests.

use serde::Deserialize;
use serde_json::Value;

use super::paper::{self, lines, site};
use crate::disk;
use crate::refusal::{Candidate, Difference, Fault, HunkFailure, HunkWhy, Reason, Refusal};
use crate::render::{Bound, ShownLimits, findings_json, json, line, view_json};
use crate::report::{
    Finding, FindingKind, FindingsReport, Notice, Report, ViewReport, Warning, WouldApply,
};
use crate::resolve::draft::DraftSite;
use crate::resolve::{HunkStatus, PlacedHunk, Tier};
use crate::snapshot::Snapshot;
use crate::text::LineNumber;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // Their presence is what is tested.
struct Success {
    schema: String,
    ok: bool,
    success: bool,
    operation: String,
    path: Option<Value>,
    changed: bool,
    bytes_before: Option<u64>,
    bytes_after: Option<u64>,
    dry_run: bool,
    files: Vec<File>,
    files_total: Option<usize>,
    warnings: Vec<Warned>,
    warnings_total: Option<usize>,
    undo: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct File {
    path: Value,
    from: Option<Value>,
    operation: String,
    changed: bool,
    created: bool,
    #[serde(default)]
    removed: bool,
    #[serde(default)]
    wrote: Vec<String>,
    bytes_before: u64,
    bytes_after: u64,
    lines_added: usize,
    lines_removed: usize,
    replacements: usize,
    before: Option<String>,
    after: Option<String>,
    modes: Option<Modes>,
    backup: Option<Value>,
    sites: Vec<Site>,
    sites_total: Option<usize>,
    #[serde(default)]
    hunks: Vec<Hunk>,
    hunks_total: Option<usize>,
    diff: Value,
    diff_cut: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Modes {
    before: String,
    after: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Site {
    edit: Option<usize>,
    lines: [usize; 2],
    tier: String,
    similarity: Option<f64>,
    from_edit: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Hunk {
    hunk: usize,
    status: String,
    lines: Option<[usize; 2]>,
    new_lines: Option<[usize; 2]>,
    offset: Option<i64>,
    tier: String,
    similarity: Option<f64>,
    from_hunk: Option<usize>,
    decided_by: Option<String>,
    score: Option<f64>,
    margin: Option<f64>,
    runner_up: Option<[usize; 2]>,
    transform: Option<String>,
    reading: Option<String>,
    context_changed: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Warned {
    code: String,
    path: Option<Value>,
    message: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Applicable {
    path: Value,
    #[serde(default)]
    edits: Vec<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Failure {
    schema: String,
    ok: bool,
    success: bool,
    operation: String,
    path: Option<Value>,
    changed: bool,
    bytes_before: Option<u64>,
    bytes_after: Option<u64>,
    dry_run: bool,
    error: Error,
    #[serde(default)]
    errors: Vec<Error>,
    errors_total: Option<usize>,
    #[serde(default)]
    would_apply: Vec<Applicable>,
    would_apply_total: Option<usize>,
    warnings: Vec<Warned>,
    warnings_total: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Error {
    code: String,
    exit: u8,
    #[serde(default)]
    written: bool,
    path: Option<Value>,
    edit: Option<usize>,
    request_line: Option<usize>,
    message: String,
    hint: String,
    #[serde(default)]
    candidates: Vec<Place>,
    line: Option<usize>,
    expected: Option<Value>,
    found: Option<Value>,
    #[serde(default)]
    hunks: Vec<FailedHunk>,
    patch_hunks: Option<usize>,
    #[serde(default)]
    edits: Vec<FailedEdit>,
    edits_total: Option<usize>,
    #[serde(default)]
    would_apply: Vec<usize>,
    would_apply_total: Option<usize>,
    #[serde(default)]
    retry: Vec<String>,
    explain: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Place {
    lines: [usize; 2],
    preview: Value,
    id: Option<String>,
    similarity: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct FailedHunk {
    hunk: usize,
    patch_line: usize,
    why: String,
    message: String,
    lines: Option<[usize; 2]>,
    line: Option<usize>,
    expected: Option<Value>,
    found: Option<Value>,
    wanting: Option<String>,
    score: Option<f64>,
    margin: Option<f64>,
    #[serde(default)]
    candidates: Vec<Place>,
    would_place: Option<Value>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct FailedEdit {
    edit: usize,
    request_line: Option<usize>,
    code: String,
    path: Option<Value>,
    message: String,
    hint: String,
}

fn printed(report: &Report) -> String {
    String::from_utf8(line(&json(report, &ShownLimits::default()))).unwrap()
}

fn success(report: &Report) -> Success {
    serde_json::from_str(&printed(report)).unwrap()
}

fn failure(report: &Report) -> Failure {
    serde_json::from_str(&printed(report)).unwrap()
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
    success(&report);
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
        from_hunk: Some(crate::resolve::FromHunk {
            hunk: 1,
            line: "x".into(),
        }),
        decided_by: Some(crate::resolve::Decider::Scope),
        score: 0.9,
        margin: Some(0.25),
        runner_up: Some(lines(1, 2)),
        transform: Some(crate::resolve::Transform::Tabs(4)),
        reading: Some(crate::patch::RepairKind::HtmlEntities),
        context_changed: 1,
    }];
    let read = success(&report);
    let file = &read.files[0];
    assert_eq!(file.sites[0].similarity, Some(0.87));
    assert_eq!(
        (file.sites[0].edit, file.sites[0].from_edit),
        (Some(2), Some(1))
    );
    assert_eq!(file.modes.as_ref().unwrap().after, "0755");
    assert_eq!(file.hunks[0].from_hunk, Some(1));
    assert_eq!(file.hunks[0].decided_by.as_deref(), Some("scope"));
    assert_eq!(file.hunks[0].reading.as_deref(), Some("html_entities"));
    assert_eq!(read.warnings[0].code, "in_place");
}

#[test]
fn created_and_deleted_files_have_no_text_on_one_side() {
    let created = success(&paper::report(paper::file(
        "create",
        "n",
        None,
        Some("x\n"),
    )));
    let file = &created.files[0];
    assert!(file.created && file.before.is_none() && file.after.is_some());
    assert_eq!(
        (created.bytes_before, created.bytes_after),
        (Some(0), Some(2))
    );
    let removed = success(&paper::report(paper::file(
        "remove",
        "n",
        Some("x\n"),
        None,
    )));
    let file = &removed.files[0];
    assert!(file.removed && file.before.is_some() && file.after.is_none());
    assert_eq!((file.lines_added, file.lines_removed), (0, 1));
}

#[test]
fn output_bounds_hold_and_omitted_items_are_counted() {
    let text: String = (1..=20).map(|number| format!("{number}\n")).collect();
    let mut report = paper::report(paper::file("create", "n", None, Some(&text)));
    let sites = (1..=9).map(|at| site(1, lines(at, at), ""));
    report.files[0].outcome.sites = sites.collect::<Vec<_>>().into();
    let limits = ShownLimits {
        diff_lines: Bound::First(10),
        entries: Bound::First(4),
        ..ShownLimits::default()
    };
    let read: Success = serde_json::from_slice(&line(&json(&report, &limits))).unwrap();
    let file = &read.files[0];
    assert_eq!((file.sites.len(), file.sites_total), (4, Some(9)));
    assert_eq!(file.diff.as_str().unwrap().lines().count(), 10);
    assert_eq!(file.diff_cut, Some(15));
    let full: Success = serde_json::from_slice(&line(&json(&report, &ShownLimits::FULL))).unwrap();
    assert_eq!(
        (full.files[0].sites_total, full.files[0].diff_cut),
        (None, None)
    );
    assert_eq!(full.files[0].sites.len(), 9);
}

#[test]
fn every_list_is_bounded_and_counted() {
    let limits = ShownLimits {
        diff_lines: Bound::First(8),
        entries: Bound::First(2),
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
    let read: Success = serde_json::from_slice(&line(&json(&report, &limits))).unwrap();
    assert_eq!((read.files.len(), read.files_total), (2, Some(3)));
    assert_eq!((read.warnings.len(), read.warnings_total), (2, Some(3)));
    // The files share the limit on diff lines: six for the first file, two for the second.
    let cut: Vec<_> = read.files.iter().map(|file| file.diff_cut).collect();
    assert_eq!(cut, [None, Some(4)]);

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
    let read: Failure = serde_json::from_slice(&line(&json(&report, &limits))).unwrap();
    assert_eq!((read.errors.len(), read.errors_total), (2, Some(3)));
    assert_eq!(
        (read.would_apply.len(), read.would_apply_total),
        (2, Some(3))
    );
    assert_eq!(read.would_apply[0].edits, [4, 5]);
    let error = read.error;
    assert_eq!((error.edits.len(), error.edits_total), (2, Some(3)));
    assert_eq!(error.would_apply, [4, 5]);
    assert_eq!(error.would_apply_total, Some(6));
    assert!(!error.written);
}

#[test]
fn text_that_is_not_utf8_is_base64() {
    let mut file = paper::file("append", "a", Some(""), Some(""));
    file.changes = paper::changes(b"", b"\xff\n");
    let read = success(&paper::report(file));
    let diff = read.files[0].diff.as_object().unwrap();
    assert_eq!(diff.keys().collect::<Vec<_>>(), ["base64"]);
}

#[cfg(unix)]
#[test]
fn a_name_that_is_not_utf8_is_base64() {
    use std::os::unix::ffi::OsStringExt;
    let mut file = paper::file("append", "a", Some(""), Some("x\n"));
    file.path = std::ffi::OsString::from_vec(b"\xff".to_vec()).into();
    let read = success(&paper::report(file));
    assert_eq!(read.path.unwrap()["base64"], "/w==");
}

fn refused(reason: Reason) -> Report {
    Report {
        refusals: vec![Refusal::new(reason).at("a.py").of_edit(2)],
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
    failure(&report);
}

#[test]
fn a_refusal_includes_the_length_of_a_file_that_was_read() {
    let mut report = paper::replaced();
    report.refusals = vec![Refusal::new(Reason::Binary(None)).at("src/a.rs")];
    let read = failure(&report);
    assert_eq!((read.bytes_before, read.bytes_after), (Some(29), Some(29)));
    assert!(!read.changed);
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
    let error = failure(&report).error;
    let edits: Vec<usize> = error.edits.iter().map(|edit| edit.edit).collect();
    assert_eq!(
        (error.edit, edits, error.would_apply),
        (Some(2), vec![2, 4], vec![1, 3])
    );
    assert_eq!(error.edits[1].message, "a: edit 4: there is no such file");
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
    let hunks = failure(&report).error.hunks;
    assert_eq!(
        (hunks[0].why.as_str(), hunks[0].line),
        ("no_match", Some(5))
    );
    assert_eq!(hunks[0].expected, Some("x".into()));
    assert!(printed(&report).contains(r#""expected":"x","found":null"#));
    assert_eq!((hunks[1].hunk, hunks[1].lines), (3, Some([7, 9])));
}

#[test]
fn views_and_findings_are_objects_of_the_same_kind() {
    let view = ViewReport {
        path: "a".into(),
        text: Snapshot::of_text("1\n\u{e4}\n"),
        lines: Some(lines(2, 2)),
        value: None,
        outline: None,
        has_anchors: false,
        is_continued: false,
        is_raw: false,
        warnings: Vec::new(),
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
        not_parsed: Vec::new(),
        refusals: Vec::new(),
        is_strict: true,
        warnings: Vec::new(),
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
