//! The shape of `incise.report/1`: what programs rely on. Data only, filled in by the siblings.
//!
//! Keys are written in the order of the fields. A key that does not apply is absent; one that applies
//! but has no value is null.

mod error;
#[cfg(feature = "cli")]
mod head;
mod text;

use std::collections::BTreeMap;

use serde::Serialize;

pub use error::{
    FailedEdit, FailedHunk, JsonAnchored, JsonCandidate, JsonConflict, JsonError, JsonReadings,
    JsonValue, JsonWouldApply, JsonWouldPlace,
};
#[cfg(feature = "cli")]
pub use head::JsonHead;
pub use text::{JsonLines, JsonText, Length};

/// The report of one run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Report"))]
pub struct JsonReport {
    /// `incise.report/1`.
    pub schema: &'static str,
    /// Whether what was asked is done, or would be.
    pub ok: bool,
    /// The same as `ok`.
    pub success: bool,
    /// The command's word.
    pub operation: String,
    /// The file, when the report is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<JsonText>,
    /// Whether any file changed, or would.
    pub changed: bool,
    /// Whether it was left out because of a conflict (`--on-conflict skip`).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub skipped: bool,
    /// Length of the file before, when the report is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes_before: Option<Length>,
    /// Length of the file after; on a refusal that before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes_after: Option<Length>,
    /// Whether nothing was to be written anyway.
    pub dry_run: bool,
    /// Why nothing was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Box<JsonError>>,
    /// Why nothing was written, every file and edit that failed; where several things were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<JsonError>,
    /// How many there are, when `errors` has only the first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors_total: Option<usize>,
    /// On a refusal, what would have applied, by file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub would_apply: Vec<JsonWouldApply>,
    /// How many files there are, when `would_apply` has only the first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub would_apply_total: Option<usize>,
    /// The files, sorted by path; absent on a refusal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<Vec<JsonFile>>,
    /// How many there are, when `files` has only the first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files_total: Option<usize>,
    /// Files beside the targets that were written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub asides: Vec<JsonSideFile>,
    /// Damage to the text of a diff that was undone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub repairs: Vec<JsonRepair>,
    /// How many there are, when `repairs` has only the first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repairs_total: Option<usize>,
    /// Lines of a diff that begin with `+` or `-` and were taken for prose.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ignored: Vec<Ignored>,
    /// How many there are, when `ignored` has only the first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ignored_total: Option<usize>,
    /// Things worth knowing although all went well.
    pub warnings: Vec<JsonWarning>,
    /// How many there are, when `warnings` has only the first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warnings_total: Option<usize>,
    /// The journal entry that undoes the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo: Option<String>,
    /// The journal entries that an undo or a redo has undone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub takes_back: Vec<String>,
    /// Where the plan was saved (`--save-plan`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<JsonText>,
}

/// A file beside the targets that was written.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Aside"))]
pub struct JsonSideFile {
    /// Its path, as typed.
    pub path: JsonText,
    /// What it holds: `output` or `rejects`.
    pub content: &'static str,
    /// How many hunks are in it that have no place.
    pub hunks: usize,
}

/// Damage to the text of a diff that was undone.
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

/// A line of a diff that was taken for prose.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Ignored {
    /// 1-based number of the step, in batches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<usize>,
    /// Line of the diff.
    pub line: usize,
}

/// One file of a successful run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "File"))]
pub struct JsonFile {
    /// The path, relative to the working directory where possible.
    pub path: JsonText,
    /// Where it came from, for moves and copies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<JsonText>,
    /// The step's word.
    pub operation: String,
    /// Whether text, name, existence or mode differ afterwards.
    pub changed: bool,
    /// Whether there was no file before.
    pub created: bool,
    /// Whether there is no file afterwards.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
    /// Length before, 0 when there was no file.
    pub bytes_before: u64,
    /// Length after, 0 when there is no file.
    pub bytes_after: u64,
    /// Lines of the diff that are new.
    pub lines_added: usize,
    /// Lines of the diff that are gone.
    pub lines_removed: usize,
    /// How many places were replaced.
    pub replacements: usize,
    /// `blake3:` and 64 digits of the text before; null when there was no file.
    pub before: Option<String>,
    /// The same of the text after.
    pub after: Option<String>,
    /// Permission bits, when they differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modes: Option<Modes>,
    /// The copy of the old bytes beside the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backup: Option<JsonText>,
    /// Matched or addressed places, in the order of the steps.
    pub sites: Vec<JsonSite>,
    /// How many there are, when `sites` has only the first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sites_total: Option<usize>,
    /// What became of each hunk of a patch.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hunks: Vec<JsonHunk>,
    /// How many there are, when `hunks` has only those that are not exact where they were stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hunks_total: Option<usize>,
    /// What both sides of a merge changed, and what settled it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub settled: Vec<JsonSettled>,
    /// How many there are, when `settled` has only the first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_total: Option<usize>,
    /// The texts between which the edit was moved, if it was made against an earlier one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rebased: Option<JsonRebased>,
    /// Lines that had moved since they were given by their anchors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<JsonMoved>,
    /// The anchors of the lines that were written, as `lines` takes them: of each change the first and the last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wrote: Vec<String>,
    /// How many names in each style were replaced, where one was renamed in all of them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub styles: BTreeMap<&'static str, usize>,
    /// The 1-based lines at which conflicts that were left in the file begin.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conflict_lines: Vec<usize>,
    /// The unified diff of a dry run, or with `--diff`. Else, without a header of the file, the hunks that are short, and
    /// those that were not found as asked.
    pub diff: JsonText,
    /// How many lines the whole diff has more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff_cut: Option<usize>,
}

/// The text that an edit was made against, and the one that it was put onto.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct JsonRebased {
    /// The hash of the earlier text.
    pub from: String,
    /// The hash of the text that was there.
    pub onto: String,
}

/// Lines that were followed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Moved"))]
pub struct JsonMoved {
    /// Where they were.
    pub from: JsonLines,
    /// Where they are.
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

/// One matched or addressed place.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Site"))]
pub struct JsonSite {
    /// 1-based number of the step, in batches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<usize>,
    /// What picks the place in the text before (`--site`), for a replacement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Lines in the original file.
    pub lines: JsonLines,
    /// How exactly it matched.
    pub tier: &'static str,
    /// Similarity, 0.5 to 1, of a fuzzy match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similarity: Option<f64>,
    /// The step that made the text in which the place is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_edit: Option<usize>,
}

/// What became of one hunk.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Hunk"))]
pub struct JsonHunk {
    /// 1-based number in the file's patch.
    pub hunk: usize,
    /// How it was placed.
    pub status: &'static str,
    /// Lines of its old side in the text before; null when it has none.
    pub lines: Option<JsonLines>,
    /// Lines of its new side in the text after; null when it has none.
    pub new_lines: Option<JsonLines>,
    /// Lines between the stated place and the real one; null when none was stated.
    pub offset: Option<i64>,
    /// How exactly its lines matched.
    pub tier: &'static str,
    /// Similarity, 0.5 to 1, of a fuzzy match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similarity: Option<f64>,
    /// The earlier hunk of the same patch in whose result it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_hunk: Option<usize>,
    /// What chose between several places that fit equally well: `line`, `offset`, `neighbours`, `scope`, `end` or
    /// `base`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<&'static str>,
    /// How well its lines are supported by the text, 0 to 1; absent when wholly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Distance to the best other reading, 0 to 1; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// Where the best other reading would have put it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runner_up: Option<JsonLines>,
    /// What was done to the added lines: `line-ending`, `indent`, `tabs` or `entities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transform: Option<&'static str>,
    /// The damage to its text that was undone because the file speaks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<&'static str>,
    /// Context lines that are not those of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_changed: Option<usize>,
}

/// Lines that both sides of a merge changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Settled"))]
pub struct JsonSettled {
    /// Lines in the original file; where it has none, the line after them.
    pub lines: JsonLines,
    /// What says what becomes of them.
    pub rule: &'static str,
}

/// Something worth knowing although all went well.
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
}
