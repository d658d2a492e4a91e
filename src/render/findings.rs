//! The output of `check files`.

use serde::Serialize;

use super::escape::path;
use super::human::{self, Printed};
use super::json::wire::{self, JsonLines, JsonText};
use super::json::{error, listed, warnings};
use super::style::Role;
use super::style::{ShownLimits, Style};
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
    let (findings, findings_total) = listed(&report.findings, limits, found);
    let (not_parsed, not_parsed_total) =
        listed(&report.not_parsed, limits, |path| JsonText::from_path(path));
    let first = report.refusals.first();
    let error = first.map(|refusal| error::one(refusal, Caller::CHECK_FILES, limits));
    JsonFindings {
        head: wire::JsonHead::new("check files", report.exit_class(), error),
        files_checked: report.files,
        findings,
        findings_total,
        not_parsed,
        not_parsed_total,
        warnings: warnings(&report.warnings),
    }
}

fn found(finding: &Finding) -> JsonFinding {
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
    let mut printed = Printed::default();
    let most = style.limits.entries.count();
    for finding in report.findings.iter().take(most) {
        let role = if finding.kind.is_warning() {
            Role::Warning
        } else {
            Role::Aside
        };
        let at = finding.lines.map(|lines| format!(":{}", lines.first()));
        let place = format!("{}{}: ", path(&finding.path), at.unwrap_or_default());
        printed.stdout.extend(place.into_bytes());
        let severity = format!("{}:", finding.kind.severity());
        style.paint.write(&mut printed.stdout, role, severity);
        let sentence = format!(" {}\n", wording::finding(finding.kind));
        printed.stdout.extend(sentence.into_bytes());
    }
    let all = report.findings.len();
    human::left_out(&mut printed.stdout, all, most, "more finding", style);
    if report.findings.is_empty() && report.refusals.is_empty() && !style.is_quiet {
        let files = wording::count(report.files, "file");
        printed
            .stdout
            .extend(format!("{files} checked, nothing found\n").into_bytes());
    }
    if !report.not_parsed.is_empty() && !style.is_quiet {
        let named = report
            .not_parsed
            .iter()
            .take(most)
            .map(|file| path(file))
            .collect::<Vec<_>>()
            .join(", ");
        let rest = match report.not_parsed.len().saturating_sub(most) {
            0 => String::new(),
            rest => format!(" and {rest} more"),
        };
        let line = format!("not parsed: {named}{rest}\n");
        printed.stdout.extend(line.into_bytes());
    }
    printed.stderr = human::warnings(&report.warnings, Caller::OTHER, style);
    for refusal in &report.refusals {
        human::refusal::write_one(&mut printed.stderr, refusal, Caller::CHECK_FILES, style);
    }
    printed
}
