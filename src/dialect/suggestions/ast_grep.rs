//! `ast-grep --json`: matches with replacements, as a list or one per line. Offsets are in bytes.

use std::path::PathBuf;

use serde::Deserialize;

use super::format::{SuggestionFormat, document, lines};
use super::found::FoundSuggestions;
use crate::refusal::Reason;
use crate::request::{Position, PositionRange, PositionUnit, SeenText, SuggestedText, Suggestion};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GrepMatch {
    file: PathBuf,
    text: String,
    range: MatchRange,
    replacement: Option<String>,
    replacement_offsets: Option<Offsets>,
    rule_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MatchRange {
    byte_offset: Offsets,
}

#[derive(Clone, Copy, Deserialize)]
struct Offsets {
    start: usize,
    end: usize,
}

impl From<Offsets> for PositionRange {
    fn from(offsets: Offsets) -> Self {
        Self {
            from: Position::Offset(offsets.start),
            to: Position::Offset(offsets.end),
            unit: PositionUnit::Bytes,
        }
    }
}

pub(super) fn read(text: &str, found: &mut FoundSuggestions) -> Result<(), Reason> {
    let matches: Vec<GrepMatch> = if text.trim_start().starts_with('[') {
        document(SuggestionFormat::AstGrep, text)?
    } else {
        lines(SuggestionFormat::AstGrep, text)?
    };
    for one in matches {
        let suggestions = found.for_file(one.file);
        let Some(new) = one.replacement else {
            suggestions.left_out += 1;
            continue;
        };
        let offsets = one.replacement_offsets.unwrap_or(one.range.byte_offset);
        suggestions.all.push(Suggestion {
            rule: one.rule_id.unwrap_or_else(|| "ast-grep".to_owned()),
            edits: vec![SuggestedText {
                at: offsets.into(),
                new: new.into(),
            }],
            seen: vec![SeenText::Range(
                one.range.byte_offset.into(),
                one.text.into(),
            )],
        });
    }
    Ok(())
}
