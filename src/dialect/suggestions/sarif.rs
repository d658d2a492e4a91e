//! SARIF 2.1.0: the `fixes` of results. If a result has several fixes, they are alternatives, and none is used.
//! <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>

use std::collections::HashMap;
use std::path::PathBuf;

use serde::Deserialize;

use super::format::{SuggestionFormat, document, malformed};
use super::found::FoundSuggestions;
use super::uri::path_of_uri;
use crate::refusal::Reason;
use crate::request::{Position, PositionRange, PositionUnit, SeenText, SuggestedText, Suggestion};
use crate::text::LineNumber;

/// Tools whose columns are code points, although their output does not say so.
const CODE_POINT_TOOLS: [&str; 1] = ["ruff"];

#[derive(Deserialize)]
struct Log {
    runs: Vec<ToolRun>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ToolRun {
    tool: LogTool,
    column_kind: Option<String>,
    #[serde(default)]
    original_uri_base_ids: HashMap<String, Location>,
    #[serde(default)]
    artifacts: Vec<Artifact>,
    #[serde(default)]
    results: Vec<LogResult>,
}

#[derive(Deserialize)]
struct LogTool {
    driver: Driver,
}

#[derive(Deserialize)]
struct Driver {
    name: String,
}

#[derive(Deserialize)]
struct Artifact {
    location: Option<Location>,
    contents: Option<ArtifactText>,
}

#[derive(Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    uri: Option<String>,
    uri_base_id: Option<String>,
    index: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LogResult {
    rule_id: Option<String>,
    #[serde(default)]
    fixes: Vec<LogFix>,
    #[serde(default)]
    suppressions: Vec<serde::de::IgnoredAny>,
    baseline_state: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LogFix {
    artifact_changes: Vec<ArtifactChange>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange {
    artifact_location: Location,
    replacements: Vec<Replacement>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Replacement {
    deleted_region: DeletedRegion,
    inserted_content: Option<ArtifactText>,
}

#[derive(Deserialize)]
struct ArtifactText {
    text: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DeletedRegion {
    start_line: Option<usize>,
    start_column: Option<usize>,
    end_line: Option<usize>,
    end_column: Option<usize>,
    char_offset: Option<usize>,
    #[serde(default)]
    char_length: usize,
    byte_offset: Option<usize>,
    #[serde(default)]
    byte_length: usize,
    snippet: Option<ArtifactText>,
}

impl DeletedRegion {
    /// The range; `None` if it has no position.
    fn range(&self, unit: PositionUnit) -> Option<PositionRange> {
        if let Some(line) = self.start_line {
            let from = line_position(line, self.start_column.unwrap_or(1))?;
            let end = self.end_line.unwrap_or(line);
            let to = match self.end_column {
                Some(column) => line_position(end, column)?,
                None => Position::EndOfLine(LineNumber::new(end)?),
            };
            return Some(PositionRange { from, to, unit });
        }
        let (from, len, unit) = match (self.char_offset, self.byte_offset) {
            (Some(offset), _) => (offset, self.char_length, unit),
            (None, Some(offset)) => (offset, self.byte_length, PositionUnit::Bytes),
            (None, None) => return None,
        };
        Some(PositionRange {
            from: Position::Offset(from),
            to: Position::Offset(from.checked_add(len)?),
            unit,
        })
    }
}

fn artifact_text(content: &Option<ArtifactText>) -> Option<String> {
    content.as_ref()?.text.clone()
}

/// A position in a line. Lines and columns are 1-based.
fn line_position(line: usize, column: usize) -> Option<Position> {
    Some(Position::InLine {
        line: LineNumber::new(line)?,
        before: column.checked_sub(1)?,
        is_clamped: false,
    })
}

impl ToolRun {
    fn unit(&self) -> PositionUnit {
        match self.column_kind.as_deref() {
            Some("unicodeCodePoints") => PositionUnit::CodePoints,
            Some("utf16CodeUnits") => PositionUnit::Utf16,
            _ if CODE_POINT_TOOLS.contains(&&*self.tool.driver.name) => PositionUnit::CodePoints,
            _ => PositionUnit::Unsaid,
        }
    }

    /// The file at `location`, and its text if the log contains it.
    fn file(&self, location: &Location) -> Option<(PathBuf, Option<&String>)> {
        let artifact = self.artifact(location);
        let named = match location.uri {
            Some(_) => location,
            None => artifact?.location.as_ref()?,
        };
        let mut path = path_of_uri(named.uri.as_ref()?)?;
        if let Some(base) = self.base(named) {
            path = path_of_uri(base)?.join(path);
        }
        let text = artifact.and_then(|one| one.contents.as_ref()?.text.as_ref());
        Some((path, text))
    }

    fn artifact(&self, location: &Location) -> Option<&Artifact> {
        if let Some(artifact) = location.index.and_then(|index| self.artifacts.get(index)) {
            return Some(artifact);
        }
        let uri = location.uri.as_ref()?;
        let mut artifacts = self.artifacts.iter();
        artifacts.find(|one| one.location.as_ref().and_then(|at| at.uri.as_ref()) == Some(uri))
    }

    /// The base URI of `location`.
    fn base(&self, location: &Location) -> Option<&String> {
        let id = location.uri_base_id.as_ref()?;
        self.original_uri_base_ids.get(id)?.uri.as_ref()
    }

    /// Adds the fix of `result` to `found`. Of several fixes, only the files are added.
    fn add_fix(&self, result: &LogResult, found: &mut FoundSuggestions) -> Result<(), Reason> {
        let Some(fix) = result.fixes.first() else {
            return Ok(());
        };
        if !result.suppressions.is_empty() || result.baseline_state.as_deref() == Some("absent") {
            return Ok(());
        }
        let rule = result
            .rule_id
            .clone()
            .unwrap_or_else(|| self.tool.driver.name.clone());
        for change in &fix.artifact_changes {
            let (path, text) = self
                .file(&change.artifact_location)
                .ok_or_else(|| malformed(SuggestionFormat::Sarif, "a fix names no file"))?;
            let suggestions = found.for_file(path);
            if let Some(text) = text {
                suggestions.about = Some(text.clone().into());
            }
            if result.fixes.len() > 1 {
                suggestions.left_out += 1;
                continue;
            }
            suggestions.all.push(self.suggestion(change, &rule)?);
        }
        Ok(())
    }

    /// The suggestion of `rule` that makes `change`.
    fn suggestion(&self, change: &ArtifactChange, rule: &str) -> Result<Suggestion, Reason> {
        let mut suggestion = Suggestion {
            rule: rule.to_owned(),
            edits: Vec::new(),
            seen: Vec::new(),
        };
        for replacement in &change.replacements {
            let region = &replacement.deleted_region;
            let at = region
                .range(self.unit())
                .ok_or_else(|| malformed(SuggestionFormat::Sarif, "a fix names no location"))?;
            if let Some(snippet) = artifact_text(&region.snippet) {
                suggestion.seen.push(SeenText::Range(at, snippet.into()));
            }
            let new = artifact_text(&replacement.inserted_content).unwrap_or_default();
            suggestion.edits.push(SuggestedText {
                at,
                new: new.into(),
            });
        }
        Ok(suggestion)
    }
}

pub(super) fn read(text: &str, found: &mut FoundSuggestions) -> Result<(), Reason> {
    let log: Log = document(SuggestionFormat::Sarif, text)?;
    for run in &log.runs {
        for result in &run.results {
            run.add_fix(result, found)?;
        }
    }
    Ok(())
}
