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

/// The report of an edit, an undo or a redo.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Report"))]
pub struct JsonReport {
    /// `incise.report/1`.
    pub schema: &'static str,
    /// True if the request succeeded, or would succeed.
    pub ok: bool,
    /// The same as `ok`.
    pub success: bool,
    /// The name of the command; `apply` for a batch of several operations.
    pub operation: String,
    /// The file, if the report is about a single file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<JsonText>,
    /// True if any file changed, or would change in a real run.
    pub changed: bool,
    /// True if the edit was skipped because of a conflict (`--on-conflict skip`).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub skipped: bool,
    /// The length of the file before the edit, if the report is about a single file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes_before: Option<Length>,
    /// The length of the file after the edit. After a refusal, its current length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes_after: Option<Length>,
    /// True if this was a dry run.
    pub dry_run: bool,
    /// The refusal or the error that determines the exit status; absent on success.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Box<JsonError>>,
    /// All refusals, if the request has several edits or files.
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
    /// The files, sorted by path; absent if a refusal prevented every write.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<Vec<JsonFile>>,
    /// The total, if `files` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files_total: Option<usize>,
    /// Files that were written in addition to the targets.
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
    /// The number of the journal entry, for `incise undo`; absent if the run was not recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo: Option<String>,
    /// The journal entries that an undo or a redo reverted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub takes_back: Vec<String>,
    /// The path of the saved plan (`--save-plan`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<JsonText>,
}

/// A file that was written in addition to the targets.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Aside"))]
pub struct JsonSideFile {
    /// The path, as typed.
    pub path: JsonText,
    /// The content: `output` (the result) or `rejects` (failed hunks).
    pub content: &'static str,
    /// The number of conflicts or failed hunks in the file.
    pub hunks: usize,
}

/// A repair of a damaged diff.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Repair"))]
pub struct JsonRepair {
    /// The 1-based number of the edit in a batch; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<usize>,
    /// The 1-based line of the diff.
    pub line: usize,
    /// Stable `snake_case` name.
    pub kind: &'static str,
}

/// A line of a diff that was ignored as prose.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Ignored {
    /// The 1-based number of the edit in a batch; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<usize>,
    /// The 1-based line of the diff.
    pub line: usize,
}

/// A file that was edited, or would be.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "File"))]
pub struct JsonFile {
    /// The path, relative to the working directory if possible.
    pub path: JsonText,
    /// The source of a move or copy; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<JsonText>,
    /// The name of the command, such as `replace`.
    pub operation: String,
    /// True if the content, name, existence or mode changed.
    pub changed: bool,
    /// True if the file is new.
    pub created: bool,
    /// True if the file was deleted; otherwise absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
    /// The length before the edit, in bytes; 0 if there was no file.
    pub bytes_before: u64,
    /// The length after the edit, in bytes; 0 if the file was deleted.
    pub bytes_after: u64,
    /// The number of added lines; 0 for a binary file.
    pub lines_added: usize,
    /// The number of removed lines; 0 for a binary file.
    pub lines_removed: usize,
    /// The number of matches that `replace` or `lines` replaced; 0 for other commands.
    pub replacements: usize,
    /// The hash before the edit, `blake3:` and 64 digits; null if there was no file.
    pub before: Option<String>,
    /// The hash after the edit; null if the file was deleted.
    pub after: Option<String>,
    /// The permission bits, if they changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modes: Option<Modes>,
    /// The path of the backup; absent if none was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backup: Option<JsonText>,
    /// The edited locations, in the order of the edits.
    pub sites: Vec<JsonSite>,
    /// The total, if `sites` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sites_total: Option<usize>,
    /// The hunks of a patch. If there are too many, only hunks that did not match exactly at their stated line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hunks: Vec<JsonHunk>,
    /// The total, if `hunks` is incomplete.
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
    /// The anchored lines that had moved before the edit; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<JsonMoved>,
    /// The anchors of the written lines, as `lines` accepts them: the first and the last line of each change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wrote: Vec<String>,
    /// The number of replaced names in each style (`--preserve-case`); otherwise absent.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub styles: BTreeMap<&'static str, usize>,
    /// The 1-based first lines of the conflicts that are left in the file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conflict_lines: Vec<usize>,
    /// The unified diff: complete in a dry run or with `--diff`. Otherwise it has no file header, and long hunks are
    /// omitted unless they differ from the request.
    pub diff: JsonText,
    /// The number of lines of the complete diff that `diff` omits; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff_cut: Option<usize>,
}

/// The content that an edit was made for, and the content that it was applied to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct JsonRebased {
    /// The hash of the content that the edit was made for.
    pub from: String,
    /// The hash of the content that the edit was applied to.
    pub onto: String,
}

/// Anchored lines that had moved before the edit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Moved"))]
pub struct JsonMoved {
    /// The lines in the request.
    pub from: JsonLines,
    /// The lines in the current file.
    pub to: JsonLines,
}

/// Permission bits, as four octal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Modes {
    /// The bits before the edit.
    pub before: String,
    /// The bits after the edit.
    pub after: String,
}

/// A location that was edited.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Site"))]
pub struct JsonSite {
    /// The 1-based number of the edit in a batch; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<usize>,
    /// The ID for `--site`, which is valid for the original file; absent if the match has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The lines in the original file.
    pub lines: JsonLines,
    /// The tier of the match.
    pub tier: &'static str,
    /// The similarity of a fuzzy match, 0.5 to 1; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similarity: Option<f64>,
    /// The 1-based number of the earlier edit whose new text contains the location; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_edit: Option<usize>,
}

/// A hunk that was applied, or would be.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Hunk"))]
pub struct JsonHunk {
    /// The 1-based number in the file's patch.
    pub hunk: usize,
    /// `exact`, `offset`, `mechanical`, `merged`, `fuzzy`, `moved` or `already`.
    pub status: &'static str,
    /// The old lines in the original file (for `already`, the new lines); null if there are none.
    pub lines: Option<JsonLines>,
    /// The new lines in the result; null if there are none.
    pub new_lines: Option<JsonLines>,
    /// The actual line number minus the stated one; null if the hunk has no line number.
    pub offset: Option<i64>,
    /// The tier of the least exact line.
    pub tier: &'static str,
    /// The similarity of a fuzzy match, 0.5 to 1; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similarity: Option<f64>,
    /// The criterion that chose between equally good locations: `line`, `neighbours`, `scope`, `end` or `base`. Absent
    /// if there was only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<&'static str>,
    /// The share of the hunk's lines that the file supports, 0 to 1; absent if it is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The difference between `score` and the score of the next best location, 0 to 1; absent if there is no other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// The next best location; absent if there is no other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runner_up: Option<JsonLines>,
    /// The change that fitted the added lines to their surroundings: `line-ending`, `indent` or `tabs`. Absent if there
    /// was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transform: Option<&'static str>,
    /// The damage to the hunk that was repaired, because the file confirms the repair; absent if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<&'static str>,
    /// The number of context lines that differ from the file; absent if it is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_changed: Option<usize>,
}

/// Lines that both sides of a merge changed, and that a rule resolved.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Settled"))]
pub struct JsonSettled {
    /// The lines in the original file; for an insertion, the line that follows.
    pub lines: JsonLines,
    /// The rule that resolved them.
    pub rule: &'static str,
}

/// A warning.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Warning"))]
pub struct JsonWarning {
    /// Stable `snake_case` name.
    pub code: &'static str,
    /// The file with the problem; absent if the warning is not about a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<JsonText>,
    /// The problem, for people.
    pub message: String,
    /// Lines of another task that this edit changed in spite of the conflict, or skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<JsonConflict>,
    /// After a move of definitions: names that are missing, also imported or still used, with their lines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<JsonNameLines>,
}

/// A name, and the lines that import, define or use it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "NameLines"))]
pub struct JsonNameLines {
    /// The name.
    pub name: String,
    /// The 1-based line numbers.
    pub lines: Vec<usize>,
}
