//! `eslint --format json`: a list of files, with ranges in UTF-16 code units. The tool never applies its
//! `suggestions`, so they are skipped.

use std::path::PathBuf;

use serde::Deserialize;

use super::format::{SuggestionFormat, document};
use super::found::FoundSuggestions;
use crate::refusal::Reason;
use crate::request::{Position, PositionRange, PositionUnit, SuggestedText, Suggestion};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LintedFile {
    file_path: PathBuf,
    messages: Vec<LintMessage>,
    /// The text that the tool checked.
    source: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LintMessage {
    /// Absent if the message does not come from a rule.
    rule_id: Option<String>,
    fix: Option<LintFix>,
    #[serde(default)]
    suggestions: Vec<serde_json::Value>,
}

#[derive(Deserialize)]
struct LintFix {
    /// A negative start includes the byte-order mark.
    range: (i64, i64),
    text: String,
}

impl LintFix {
    /// Both ends of the range. A fix with a negative start, or whose text begins with a byte-order mark, also
    /// replaces the byte-order mark.
    fn positions(&self) -> Option<(Position, Position)> {
        let to = usize::try_from(self.range.1).ok()?;
        let from = match usize::try_from(self.range.0) {
            Ok(0) if self.text.starts_with('\u{feff}') => Position::Start,
            Ok(from) => Position::Offset(from),
            Err(_) => Position::Start,
        };
        Some((from, Position::Offset(to)))
    }
}

pub(super) fn read(text: &str, found: &mut FoundSuggestions) -> Result<(), Reason> {
    let files: Vec<LintedFile> = document(SuggestionFormat::Eslint, text)?;
    for file in files {
        let mut fixes = Vec::new();
        let mut left_out = 0;
        for message in file.messages {
            let Some(fix) = message.fix else {
                left_out += usize::from(!message.suggestions.is_empty());
                continue;
            };
            let Some((from, to)) = fix.positions() else {
                left_out += 1;
                continue;
            };
            fixes.push(Suggestion {
                rule: message.rule_id.unwrap_or_else(|| "eslint".to_owned()),
                edits: vec![SuggestedText {
                    at: PositionRange {
                        from,
                        to,
                        unit: PositionUnit::Utf16,
                    },
                    new: fix.text.into(),
                }],
                seen: Vec::new(),
            });
        }
        if !fixes.is_empty() || left_out > 0 {
            let suggestions = found.for_file(file.file_path);
            suggestions.about = file.source.map(Into::into);
            suggestions.all.extend(fixes);
            suggestions.left_out += left_out;
        }
    }
    Ok(())
}
