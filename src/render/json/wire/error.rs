//! The `error` of a report.

use serde::Serialize;

use super::{JsonLines, JsonText};

/// The refusal or the error that determines the exit status.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Error"))]
pub struct JsonError {
    /// Stable `snake_case` name, which `incise explain` accepts.
    pub code: &'static str,
    /// Exit status.
    pub exit: u8,
    /// True if the new content was written (`sync_failed`); otherwise absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub written: bool,
    /// The file with the problem; absent if the error is not about a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<JsonText>,
    /// The 1-based number of the edit in a batch; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<usize>,
    /// The 1-based line of the edit in a stream; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_line: Option<usize>,
    /// The problem, for people.
    pub message: String,
    /// The fix, with a flag or the next command.
    pub hint: String,
    /// Possible matches; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<JsonCandidate>,
    /// The 1-based line of the file where `expected` and `found` differ, if they are lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The expected line, hash, range or number of matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<JsonValue>,
    /// The actual line, hash or number; null if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<JsonValue>,
    /// The current lines of the requested range, if the anchors do not match.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub now: Vec<JsonAnchored>,
    /// The changes of the anchored lines, if they are known: `-` before each deleted line, `+` before each new line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub since: Vec<JsonText>,
    /// Both possible results, if the indentation of the new lines is ambiguous.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub readings: Option<JsonReadings>,
    /// The end of the output of the `--validate` command, at most 4 KiB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<JsonText>,
    /// The failed hunks of the file's patch.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hunks: Vec<FailedHunk>,
    /// The number of all hunks of the file's patch, if some of them failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patch_hunks: Option<usize>,
    /// The total, if `hunks` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hunks_total: Option<usize>,
    /// The refused edits of a batch.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<FailedEdit>,
    /// The total, if `edits` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edits_total: Option<usize>,
    /// The 1-based numbers of the edits of a batch that would have applied.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub would_apply: Vec<usize>,
    /// The total, if `would_apply` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub would_apply_total: Option<usize>,
    /// Arguments to add to the same call, so that it succeeds with all guards enabled.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub retry: Vec<String>,
    /// The journal entry that already made the same edit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// Lines that two sides changed: this call and another task, an earlier edit or a later change, or both sides of a
    /// merge.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<JsonConflict>,
    /// The total, if `conflicts` has only the first ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflicts_total: Option<usize>,
    /// The command that explains the code.
    pub explain: String,
}

/// Both possible results of an edit whose indentation is ambiguous: `-` before each current line, `+` before each new
/// line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Readings"))]
pub struct JsonReadings {
    /// The result with the new lines as given.
    pub given: JsonText,
    /// The result with the new lines shifted to the indentation of their location.
    pub shifted: JsonText,
}

/// A line with its anchor.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Anchored"))]
pub struct JsonAnchored {
    /// Number and hash, as `lines` accepts them.
    pub anchor: String,
    /// The text without its line ending. A long line ends with `...`.
    pub text: JsonText,
}

/// The edits of a refused request that would have applied to a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "WouldApply"))]
pub struct JsonWouldApply {
    /// The file.
    pub path: JsonText,
    /// The 1-based numbers of the edits in a batch; otherwise absent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<usize>,
}

/// A text, a number or null.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Value"))]
#[serde(untagged)]
pub enum JsonValue {
    /// A number of matches, or a line number.
    Count(i64),
    /// A line, a hash or a range.
    Text(JsonText),
    /// There is no such line or file.
    Nothing,
}

/// A possible match.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Candidate"))]
pub struct JsonCandidate {
    /// The lines of the match.
    pub lines: JsonLines,
    /// The first line of the match; for a region, its full name.
    pub preview: JsonText,
    /// The kind of region; absent for other matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// The ID for `--site`; absent if the match has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The similarity to the requested text, 0 to 1, if the match is not exact.
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
    /// The 1-based number in the file's patch.
    pub hunk: usize,
    /// The 1-based line of the hunk in the patch.
    pub patch_line: usize,
    /// Stable `snake_case` name of the cause.
    pub why: &'static str,
    /// The cause, for people.
    pub message: String,
    /// The lines of the file that the cause is about, such as lines that already contain the new text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<JsonLines>,
    /// The 1-based line of the file where the hunk and the file differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The line of the hunk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<JsonValue>,
    /// The line of the file; null at the end of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<JsonValue>,
    /// The evidence that the best location lacks: `support`, `margin`, `neighbours`, `room`, `closeness` or `scope`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wanting: Option<&'static str>,
    /// The share of the hunk's lines that the best location supports, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The difference between `score` and the score of the next best location, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// Possible matches; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<JsonCandidate>,
    /// The strictest mode that would place the hunk; absent if no mode would.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub would_place: Option<JsonWouldPlace>,
}

/// A mode that would place a hunk.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "WouldPlace"))]
pub struct JsonWouldPlace {
    /// The value for `--mode`.
    pub mode: &'static str,
    /// The lines where the hunk would be placed.
    pub lines: JsonLines,
}

/// A refused edit of a batch.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FailedEdit {
    /// The 1-based number of the edit.
    pub edit: usize,
    /// The 1-based line of the edit in a stream; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_line: Option<usize>,
    /// Stable `snake_case` name, which `incise explain` accepts.
    pub code: &'static str,
    /// The file with the problem; absent if the refusal is not about a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<JsonText>,
    /// The problem, for people.
    pub message: String,
    /// The fix, with a flag or the next command.
    pub hint: String,
}

/// Lines that two sides changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Conflict"))]
pub struct JsonConflict {
    /// The other task; absent if the other side is not a task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<JsonText>,
    /// The journal entry that wrote the lines, or that should be undone; absent in a merge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// Stable `snake_case` name of the cause, in a merge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<&'static str>,
    /// The cause for people, in a merge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<&'static str>,
    /// The lines in the current file; after a deletion, the line that follows.
    pub lines: JsonLines,
    /// The change of this call: `-` before each old line, `+` before each new line.
    pub mine: JsonText,
    /// The change of the other side, in the same form.
    pub theirs: JsonText,
}
