//! The format `incise.report/1`, on which programs rely. Only data, filled in by the other modules.
//!
//! The keys are in the order of the fields. A key that does not apply is absent. A key that applies but has no value
//! is null.

mod error;
mod head;
mod text;

use std::collections::BTreeMap;

use serde::Serialize;

pub use error::{
    FailedEdit, FailedHunk, JsonAnchored, JsonCandidate, JsonConflict, JsonError, JsonReadings,
    JsonValue, JsonWouldApply, JsonWouldPlace,
};
pub use head::JsonHead;
pub use text::{JsonLines, JsonText, Length};

/// The report of one run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Report"))]
pub struct JsonReport {
    /// `incise.report/1`.
    pub schema: &'static str,
    /// True if the request succeeded, or would succeed.
    pub ok: bool,
    /// The same as `ok`.
    pub success: bool,
    /// The command.
    pub operation: String,
    /// The file, if the report is about a single file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<JsonText>,
    /// True if any file changed, or would.
    pub changed: bool,
    /// True if the edit was skipped because of a conflict (`--on-conflict skip`).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub skipped: bool,
    /// Length of the file before the edit, if the report is about a single file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes_before: Option<Length>,
    /// Length of the file after the edit; after a refusal, its current length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes_after: Option<Length>,
    /// True if this was a dry run.
    pub dry_run: bool,
    /// Why nothing was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Box<JsonError>>,
    /// Every file and edit that failed, if the request has several edits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<JsonError>,
    /// The total, if `errors` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors_total: Option<usize>,
    /// After a refusal: the edits that would have applied, by file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub would_apply: Vec<JsonWouldApply>,
    /// The number of files, if `would_apply` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub would_apply_total: Option<usize>,
    /// The files, sorted by path; absent on a refusal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<Vec<JsonFile>>,
    /// The total, if `files` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files_total: Option<usize>,
    /// Other files that were written, apart from the targets.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub asides: Vec<JsonSideFile>,
    /// Repairs of a damaged diff.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub repairs: Vec<JsonRepair>,
    /// The total, if `repairs` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repairs_total: Option<usize>,
    /// Lines of a diff that begin with `+` or `-` and were ignored as prose.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ignored: Vec<Ignored>,
    /// The total, if `ignored` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ignored_total: Option<usize>,
    /// Warnings.
    pub warnings: Vec<JsonWarning>,
    /// The total, if `warnings` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warnings_total: Option<usize>,
    /// The journal entry that undoes the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo: Option<String>,
    /// The journal entries that an undo or a redo has undone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub takes_back: Vec<String>,
    /// The path of the saved plan (`--save-plan`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<JsonText>,
}

/// Another file that was written, apart from the targets.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Aside"))]
pub struct JsonSideFile {
    /// The path, as typed.
    pub path: JsonText,
    /// The content: `output` or `rejects`.
    pub content: &'static str,
    /// The number of its failed hunks.
    pub hunks: usize,
}

/// Repairs of a damaged diff.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Repair"))]
pub struct JsonRepair {
    /// 1-based number of the step, in batches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<usize>,
    /// Line of the diff.
    pub line: usize,
    /// Stable `snake_case` name.
    pub kind: &'static str,
}

/// A line of a diff that was ignored as prose.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Ignored {
    /// 1-based number of the step, in batches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<usize>,
    /// Line of the diff.
    pub line: usize,
}

/// A file of a successful run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "File"))]
pub struct JsonFile {
    /// The path, relative to the working directory where possible.
    pub path: JsonText,
    /// The source of a move or copy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<JsonText>,
    /// The operation.
    pub operation: String,
    /// True if the content, name, existence or mode changed.
    pub changed: bool,
    /// True if there was no file before.
    pub created: bool,
    /// True if there is no file afterwards.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
    /// Length before, 0 when there was no file.
    pub bytes_before: u64,
    /// Length after, 0 when there is no file.
    pub bytes_after: u64,
    /// Added lines of the diff.
    pub lines_added: usize,
    /// Removed lines of the diff.
    pub lines_removed: usize,
    /// The number of replacements.
    pub replacements: usize,
    /// `blake3:` and 64 digits of the hash before the edit; null if there was no file.
    pub before: Option<String>,
    /// The hash after the edit.
    pub after: Option<String>,
    /// Permission bits, when they differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modes: Option<Modes>,
    /// The backup next to the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backup: Option<JsonText>,
    /// Matched or addressed locations, in the order of the steps.
    pub sites: Vec<JsonSite>,
    /// The total, if `sites` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sites_total: Option<usize>,
    /// The outcome of each hunk of a patch.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hunks: Vec<JsonHunk>,
    /// The total, if `hunks` has only those that are not exact at their stated line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hunks_total: Option<usize>,
    /// The lines that both sides of a merge changed, and the rules that resolved them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub settled: Vec<JsonSettled>,
    /// The total, if `settled` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_total: Option<usize>,
    /// The hashes of the earlier and the current text, if the edit was rebased.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rebased: Option<JsonRebased>,
    /// Anchored lines that had moved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<JsonMoved>,
    /// The anchors of the written lines, as `lines` accepts them: the first and the last line of each change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wrote: Vec<String>,
    /// The number of replaced names in each style, if a name was renamed in all styles.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub styles: BTreeMap<&'static str, usize>,
    /// The 1-based first lines of the conflicts that are left in the file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conflict_lines: Vec<usize>,
    /// The unified diff of a dry run, or with `--diff`. Else, without a header of the file, the hunks that are short, and
    /// those that were not found as asked.
    pub diff: JsonText,
    /// The number of further lines of the whole diff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff_cut: Option<usize>,
}

/// The text that an edit was made for, and the text that it was applied to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct JsonRebased {
    /// The hash of the earlier text.
    pub from: String,
    /// The hash of the current text.
    pub onto: String,
}

/// Lines that were followed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Moved"))]
pub struct JsonMoved {
    /// The lines before the edit.
    pub from: JsonLines,
    /// The lines after the edit.
    pub to: JsonLines,
}

/// Permission bits, four octal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Modes {
    /// Before.
    pub before: String,
    /// After.
    pub after: String,
}

/// A matched or addressed location.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Site"))]
pub struct JsonSite {
    /// 1-based number of the step, in batches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<usize>,
    /// The ID of the place in the text before (`--site`), for a replacement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Lines in the original file.
    pub lines: JsonLines,
    /// The tier of the match.
    pub tier: &'static str,
    /// Similarity, 0.5 to 1, of a fuzzy match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similarity: Option<f64>,
    /// The step that wrote the text with the location.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_edit: Option<usize>,
}

/// The outcome of a hunk.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Hunk"))]
pub struct JsonHunk {
    /// 1-based number in the file's patch.
    pub hunk: usize,
    /// The status.
    pub status: &'static str,
    /// Lines of its old side in the text before; null when it has none.
    pub lines: Option<JsonLines>,
    /// Lines of its new side in the text after; null when it has none.
    pub new_lines: Option<JsonLines>,
    /// Lines between the stated and the actual location; null if none was stated.
    pub offset: Option<i64>,
    /// The tier at which its lines matched.
    pub tier: &'static str,
    /// Similarity, 0.5 to 1, of a fuzzy match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similarity: Option<f64>,
    /// The earlier hunk of the same patch whose result contains it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_hunk: Option<usize>,
    /// The evidence that chose between several places that fit equally well: `line`, `neighbours`, `scope`, `end` or
    /// `base`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<&'static str>,
    /// The support for its lines in the text, 0 to 1; absent if it is complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Distance to the best other reading, 0 to 1; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// The location in the best other reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runner_up: Option<JsonLines>,
    /// The repair of the added lines: `line-ending`, `indent`, `tabs` or `entities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transform: Option<&'static str>,
    /// The damage to its text that was repaired because the file supports it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<&'static str>,
    /// Context lines that differ from the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_changed: Option<usize>,
}

/// Lines that both sides of a merge changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Settled"))]
pub struct JsonSettled {
    /// Lines in the original file, or the line after an insertion.
    pub lines: JsonLines,
    /// The rule that resolves them.
    pub rule: &'static str,
}

/// A warning.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Warning"))]
pub struct JsonWarning {
    /// Stable `snake_case` name.
    pub code: &'static str,
    /// The file it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<JsonText>,
    /// For people.
    pub message: String,
    /// Lines that another task wrote, which this edit overrules or leaves alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<JsonConflict>,
    /// Names of moved definitions, with lines: names that are missing, imported or still used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<JsonNameLines>,
}

/// A name and lines of a file after the edit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "NameLines"))]
pub struct JsonNameLines {
    /// The name.
    pub name: String,
    /// The lines of the file with the name.
    pub lines: Vec<usize>,
}
