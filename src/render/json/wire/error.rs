//! The `error` of a report.

use serde::Serialize;

use super::{JsonLines, JsonText};

/// Why nothing was written.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Error"))]
pub struct JsonError {
    /// Stable `snake_case` name.
    pub code: &'static str,
    /// Exit status.
    pub exit: u8,
    /// True if the new content is in place nevertheless: only with `sync_failed`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub written: bool,
    /// The file it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<JsonText>,
    /// 1-based number of the edit, in batches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<usize>,
    /// 1-based line of the request with the edit, in streams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_line: Option<usize>,
    /// For people.
    pub message: String,
    /// The fix, with a flag or the next command.
    pub hint: String,
    /// Possible matches.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<JsonCandidate>,
    /// The line where `expected` and `found` differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The expected value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<JsonValue>,
    /// The value that was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<JsonValue>,
    /// The current lines at the expected location.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub now: Vec<JsonAnchored>,
    /// The change since the expected lines were there: `-` before each deleted line, `+` before each new line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub since: Vec<JsonText>,
    /// Both readings of new lines with unclear indentation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub readings: Option<JsonReadings>,
    /// The end of what the command of `--validate` printed, 4 KiB at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<JsonText>,
    /// Every failed hunk.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hunks: Vec<FailedHunk>,
    /// The number of hunks of the file's patch, if some of them failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patch_hunks: Option<usize>,
    /// The total, if `hunks` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hunks_total: Option<usize>,
    /// Every edit of a batch that is refused.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<FailedEdit>,
    /// The total, if `edits` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edits_total: Option<usize>,
    /// Edits of the batch that would have applied.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub would_apply: Vec<usize>,
    /// The total, if `would_apply` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub would_apply_total: Option<usize>,
    /// Arguments to add to the same call, so that it succeeds with all guards enabled.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub retry: Vec<String>,
    /// The journal's entry that made the same edit before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// Lines that other tasks wrote, that an earlier edit took out, that changed since what was to be undone, or that
    /// both sides of a merge changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<JsonConflict>,
    /// The total, if `conflicts` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflicts_total: Option<usize>,
    /// The command that explains the code.
    pub explain: String,
}

/// New lines in both readings of their indentation: `-` before each current line, `+` before each new line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Readings"))]
pub struct JsonReadings {
    /// The given anchors.
    pub given: JsonText,
    /// Shifted to the indentation of their location.
    pub shifted: JsonText,
}

/// A line and what names it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Anchored"))]
pub struct JsonAnchored {
    /// Number and hash, as `lines` accepts them.
    pub anchor: String,
    /// The text without ending.
    pub text: JsonText,
}

/// The edits of a refused request that would have applied to a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "WouldApply"))]
pub struct JsonWouldApply {
    /// The file.
    pub path: JsonText,
    /// The 1-based numbers of the edits, in batches.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<usize>,
}

/// A text, a number, or null for nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Value"))]
#[serde(untagged)]
pub enum JsonValue {
    /// The count.
    Count(i64),
    /// Which text.
    Text(JsonText),
    /// Nothing is there.
    Nothing,
}

/// A possible match.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Candidate"))]
pub struct JsonCandidate {
    /// The lines.
    pub lines: JsonLines,
    /// The first line; the whole name of a region.
    pub preview: JsonText,
    /// The kind of region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// The ID for `--site`, if the match has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The similarity to the wanted text, 0 to 1, if it is not the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similarity: Option<f64>,
    /// The evidence for this location, if it is not an ordinary match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
}

/// A failed hunk.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FailedHunk {
    /// 1-based number in the file's patch.
    pub hunk: usize,
    /// The line in the patch text.
    pub patch_line: usize,
    /// Stable `snake_case` name of the cause.
    pub why: &'static str,
    /// For people.
    pub message: String,
    /// The lines that already contain its new text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<JsonLines>,
    /// The line where `expected` and `found` differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The line of the hunk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<JsonValue>,
    /// The line of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<JsonValue>,
    /// The evidence that its best place lacks: `support`, `margin`, `neighbours`, `room`,
    /// `closeness` or `scope`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wanting: Option<&'static str>,
    /// The support for its lines at its best location, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Distance to the best other reading, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// Possible matches.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<JsonCandidate>,
    /// The strictest mode that would place it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub would_place: Option<JsonWouldPlace>,
}

/// A mode that would place a hunk.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "WouldPlace"))]
pub struct JsonWouldPlace {
    /// The value for `--mode`.
    pub mode: &'static str,
    /// The lines where it would be placed.
    pub lines: JsonLines,
}

/// An edit of a batch that is refused.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FailedEdit {
    /// The 1-based number.
    pub edit: usize,
    /// 1-based line of the request with the edit, in streams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_line: Option<usize>,
    /// Stable `snake_case` name.
    pub code: &'static str,
    /// The file it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<JsonText>,
    /// For people.
    pub message: String,
    /// The fix.
    pub hint: String,
}

/// Lines that two sides changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Conflict"))]
pub struct JsonConflict {
    /// The other task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<JsonText>,
    /// The journal entry that wrote the lines, or that should be undone; absent in a merge of texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// Stable `snake_case` name of the cause, in a merge of texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<&'static str>,
    /// The cause, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<&'static str>,
    /// The lines in the current file.
    pub lines: JsonLines,
    /// The change of this call, as `-` and `+` lines.
    pub mine: JsonText,
    /// The change of the other side.
    pub theirs: JsonText,
}
