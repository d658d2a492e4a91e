//! The output of `recover`.

use serde::Serialize;

use super::escape::path;
use super::human::{self, Printed};
use super::json::wire::{self, JsonText};
use super::style::{ShownLimits, Style};
use super::wording::{self, Caller};
use crate::report::{Recovered, RecoveryReport};

/// `incise.report/1` of `recover`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Recovery"))]
pub struct JsonRecovery {
    /// The first keys, as in other reports.
    #[serde(flatten)]
    pub head: wire::JsonHead,
    /// The interrupted transactions that were completed or undone.
    pub recovered: Vec<Settled>,
    /// The leftover files of dead processes that were deleted.
    pub swept: Vec<JsonText>,
    /// Files that were kept: their names are reserved for `incise`, but another program may have created them.
    pub foreign: Vec<JsonText>,
    /// The deleted markers of recovery logs that no longer exist.
    pub lifted: Vec<JsonText>,
}

/// A recovered transaction.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Settled {
    /// `completed` or `taken_back` (undone).
    pub way: &'static str,
    /// The files of the transaction.
    pub files: Vec<JsonText>,
    /// The files that were left alone, because another process has changed them since.
    pub left: Vec<JsonText>,
    /// The files that now contain the old contents of the files in `left`; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<JsonText>,
}

/// The report as an `incise.report/1` object.
pub fn recovery_json(report: &RecoveryReport, limits: &ShownLimits) -> JsonRecovery {
    let (class, refusals) = (report.exit_class(), &report.refusals);
    JsonRecovery {
        head: wire::JsonHead {
            changed: report.is_changed(),
            ..wire::JsonHead::new("recover", class, refusals, Caller::OTHER, limits)
        },
        recovered: report.recovered.iter().map(settled).collect(),
        swept: texts(&report.swept),
        foreign: texts(&report.foreign),
        lifted: texts(&report.lifted),
    }
}

fn settled(recovered: &Recovered) -> Settled {
    Settled {
        way: if recovered.is_completed {
            "completed"
        } else {
            "taken_back"
        },
        files: texts(&recovered.files),
        left: texts(&recovered.left),
        kept: texts(&recovered.kept),
    }
}

fn texts(paths: &[std::path::PathBuf]) -> Vec<JsonText> {
    paths.iter().map(|path| JsonText::from_path(path)).collect()
}

/// The report as text, one item per line.
pub fn recovery(report: &RecoveryReport, style: &Style) -> Printed {
    let mut printed = Printed::default();
    if !style.is_quiet {
        printed.stdout = sentences(report).into_bytes();
    }
    for refusal in &report.refusals {
        human::refusal::write_one(&mut printed.stderr, refusal, Caller::OTHER, style);
    }
    printed
}

fn sentences(report: &RecoveryReport) -> String {
    let mut text = String::new();
    for recovered in &report.recovered {
        text += &format!("{}\n", wording::recovery(recovered));
    }
    for file in &report.swept {
        let file = path(file);
        text += &format!("removed `{file}`, left by a process that died\n");
    }
    for marker in &report.lifted {
        let marker = path(marker);
        text += &format!("deleted `{marker}`: its log does not exist\n");
    }
    for file in &report.foreign {
        text += &format!("{}\n", wording::foreign(file));
    }
    if text.is_empty() && report.refusals.is_empty() {
        text += "nothing to recover\n";
    }
    text
}
