//! `rustc --error-format=json` and `cargo --message-format=json`: one message per line, with offsets in bytes. Only
//! `MachineApplicable` suggestions are used, as in `cargo fix`.

use std::path::PathBuf;

use bytes::Bytes;
use serde::Deserialize;

use super::format::{SuggestionFormat, lines};
use super::found::FoundSuggestions;
use crate::refusal::Reason;
use crate::request::{Position, PositionRange, PositionUnit, SeenText, SuggestedText, Suggestion};
use crate::text::LineNumber;

/// A line of the output.
#[derive(Deserialize)]
#[serde(untagged)]
enum CompilerLine {
    /// A message of cargo.
    Cargo {
        reason: String,
        message: Option<Box<Diagnostic>>,
    },
    /// A diagnostic of rustc.
    Rustc(Box<Diagnostic>),
    /// Another message of rustc, such as an artifact notification.
    Other {
        #[serde(rename = "$message_type")]
        _kind: String,
    },
}

#[derive(Deserialize)]
struct Diagnostic {
    code: Option<DiagnosticCode>,
    spans: Vec<DiagnosticSpan>,
    children: Vec<Diagnostic>,
}

#[derive(Deserialize)]
struct DiagnosticCode {
    code: String,
}

#[derive(Deserialize)]
struct DiagnosticSpan {
    file_name: PathBuf,
    byte_start: usize,
    byte_end: usize,
    line_start: usize,
    /// The lines that contain the span.
    text: Vec<SourceLine>,
    suggested_replacement: Option<String>,
    suggestion_applicability: Option<String>,
    /// The macro that the span comes from.
    expansion: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
struct SourceLine {
    text: String,
}

impl DiagnosticSpan {
    fn is_applicable(&self) -> bool {
        self.suggestion_applicability.as_deref() == Some("MachineApplicable")
            && self.expansion.is_none()
    }

    fn seen(&self) -> impl Iterator<Item = SeenText> + '_ {
        let numbers = (self.line_start..).map_while(LineNumber::new);
        let lines = numbers.zip(&self.text);
        lines.map(|(number, line)| SeenText::Line(number, Bytes::from(line.text.clone())))
    }
}

pub(super) fn read(text: &str, found: &mut FoundSuggestions) -> Result<(), Reason> {
    let messages: Vec<CompilerLine> = lines(SuggestionFormat::Rustc, text)?;
    for message in messages {
        let diagnostic = match message {
            CompilerLine::Cargo { reason, message } if reason == "compiler-message" => message,
            CompilerLine::Rustc(diagnostic) => Some(diagnostic),
            CompilerLine::Cargo { .. } | CompilerLine::Other { .. } => None,
        };
        if let Some(diagnostic) = diagnostic {
            let rule = diagnostic.code.as_ref().map(|code| code.code.clone());
            take(
                &diagnostic,
                &rule.unwrap_or_else(|| "rustc".to_owned()),
                found,
            );
        }
    }
    Ok(())
}

/// Adds the suggestions of `diagnostic` and its children, each of which is a suggestion.
fn take(diagnostic: &Diagnostic, rule: &str, found: &mut FoundSuggestions) {
    let mut file = None;
    let mut is_applicable = true;
    let mut suggestion = Suggestion {
        rule: rule.to_owned(),
        seen: Vec::new(),
        edits: Vec::new(),
    };
    for span in &diagnostic.spans {
        let Some(new) = &span.suggested_replacement else {
            continue;
        };
        let first = *file.get_or_insert(&span.file_name);
        is_applicable &= span.is_applicable() && span.file_name == *first;
        suggestion.seen.extend(span.seen());
        suggestion.edits.push(SuggestedText {
            at: PositionRange {
                from: Position::Offset(span.byte_start),
                to: Position::Offset(span.byte_end),
                unit: PositionUnit::Bytes,
            },
            new: Bytes::from(new.clone()),
        });
    }
    if let Some(file) = file {
        let suggestions = found.for_file(file.clone());
        if is_applicable {
            suggestions.all.push(suggestion);
        } else {
            suggestions.left_out += 1;
        }
    }
    for child in &diagnostic.children {
        take(child, rule, found);
    }
}
