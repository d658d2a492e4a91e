//! The output of `check files`.

use std::path::PathBuf;

use serde::Serialize;

use super::escape::path;
use super::human::{self, Printed};
use super::json::wire::{self, JsonLines, JsonText};
use super::json::{listed, warnings};
use super::style::{Role, ShownLimits, Style};
use super::wording::{self, Caller};
use crate::report::{Finding, FindingsReport};

/// `incise.report/1` of `check files`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Findings"))]
pub struct JsonFindings {
    /// The first keys, as in other reports.
    #[serde(flatten)]
    pub head: wire::JsonHead,
    /// The number of files that were read.
    pub files_checked: usize,
    /// The findings, sorted by path, then line.
    pub findings: Vec<JsonFinding>,
    /// The total, if `findings` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub findings_total: Option<usize>,
    /// The files that were not parsed: their language is unknown, or they are too large or nest too deeply.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_parsed: Vec<JsonText>,
    /// The total, if `not_parsed` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_parsed_total: Option<usize>,
    /// Warnings.
    pub warnings: Vec<wire::JsonWarning>,
}

/// A possible problem in a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Found"))]
pub struct JsonFinding {
    /// The path of the file.
    pub path: JsonText,
    /// The lines; null if the finding is about the whole file.
    pub lines: Option<JsonLines>,
    /// Stable `snake_case` name.
    pub kind: &'static str,
    /// `note` or `warning`.
    pub severity: &'static str,
    /// The problem, for people.
    pub message: String,
}

/// The findings as an `incise.report/1` object.
pub fn findings_json(report: &FindingsReport, limits: &ShownLimits) -> JsonFindings {
    let (findings, findings_total) = listed(&report.findings, limits, json_finding);
    let (not_parsed, not_parsed_total) =
        listed(&report.not_parsed, limits, |path| JsonText::from_path(path));
    let caller = Caller::of_findings(report);
    JsonFindings {
        head: wire::JsonHead::new(
            "check files",
            report.exit_class(),
            &report.refusals,
            caller,
            limits,
        ),
        files_checked: report.files,
        findings,
        findings_total,
        not_parsed,
        not_parsed_total,
        warnings: warnings(&report.warnings),
    }
}

fn json_finding(finding: &Finding) -> JsonFinding {
    JsonFinding {
        path: JsonText::from_path(&finding.path),
        lines: finding.lines.map(Into::into),
        kind: finding.kind.name(),
        severity: finding.kind.severity(),
        message: wording::finding(finding.kind),
    }
}

/// The findings as text, one per line.
pub fn findings(report: &FindingsReport, style: &Style) -> Printed {
    let mut stdout = Vec::new();
    let limit = style.limits.entries;
    for finding in report.findings.iter().take(limit) {
        print_finding(&mut stdout, finding, style);
    }
    let total = report.findings.len();
    human::note_omitted(&mut stdout, total, limit, "more finding", style);
    if !style.is_quiet {
        if report.findings.is_empty() && report.refusals.is_empty() {
            let files = wording::count(report.files, "file");
            stdout.extend(format!("{files} checked, nothing found\n").into_bytes());
        }
        if !report.not_parsed.is_empty() {
            stdout.extend(not_parsed(&report.not_parsed, limit).into_bytes());
        }
    }
    let mut stderr = human::warnings(&report.warnings, Caller::OTHER, style);
    for refusal in &report.refusals {
        human::refusal::write_one(&mut stderr, refusal, Caller::of_findings(report), style);
    }
    Printed { stdout, stderr }
}

fn print_finding(out: &mut Vec<u8>, finding: &Finding, style: &Style) {
    let mut location = path(&finding.path);
    if let Some(lines) = finding.lines {
        location += &format!(":{}", lines.first());
    }
    out.extend(format!("{location}: ").into_bytes());
    let role = if finding.kind.is_warning() {
        Role::Warning
    } else {
        Role::Aside
    };
    let severity = format!("{}:", finding.kind.severity());
    style.paint.write(out, role, severity);
    out.extend(format!(" {}\n", wording::finding(finding.kind)).into_bytes());
}

/// The line about files that were not parsed, with at most `limit` names.
fn not_parsed(files: &[PathBuf], limit: usize) -> String {
    let names = wording::first_items(files, limit, |file| path(file));
    format!("not parsed: {names}\n")
}
