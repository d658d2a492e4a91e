//! The Language Server Protocol: a `WorkspaceEdit`, alone, in a code action, or in a response. Lines are 0-based, and
//! characters are UTF-16 code units. Changes to whole files are applied too.
//! <https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#workspaceEdit>

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use bytes::Bytes;
use serde::Deserialize;
use serde_json::Value;

use super::format::{SuggestionFormat, document, malformed};
use super::found::FoundSuggestions;
use super::uri::path_of_uri;
use crate::refusal::Reason;
use crate::request::{
    Action, Create, Move, Position, PositionRange, PositionUnit, Repeat, Step, SuggestedText,
    Suggestion, Suggestions, Write,
};
use crate::text::LineNumber;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WorkspaceEdit {
    #[serde(default)]
    changes: BTreeMap<String, Vec<TextEdit>>,
    document_changes: Option<Vec<DocumentChange>>,
    #[serde(default)]
    change_annotations: HashMap<String, ChangeAnnotation>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ChangeAnnotation {
    #[serde(default)]
    needs_confirmation: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum DocumentChange {
    File(FileChange),
    #[serde(rename_all = "camelCase")]
    Text {
        text_document: TextDocument,
        edits: Vec<TextEdit>,
    },
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum FileChange {
    Create {
        uri: String,
        #[serde(default)]
        options: FileOptions,
    },
    #[serde(rename_all = "camelCase")]
    Rename {
        old_uri: String,
        new_uri: String,
        #[serde(default)]
        options: FileOptions,
    },
    Delete {
        uri: String,
        #[serde(default)]
        options: FileOptions,
    },
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct FileOptions {
    overwrite: bool,
    ignore_if_exists: bool,
    ignore_if_not_exists: bool,
    recursive: bool,
}

#[derive(Deserialize)]
struct TextDocument {
    uri: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TextEdit {
    range: EditorRange,
    new_text: Option<String>,
    /// A text with placeholders, instead of `new_text`.
    snippet: Option<serde::de::IgnoredAny>,
    /// [`SNIPPET`] for a text with placeholders.
    #[serde(default)]
    insert_text_format: Option<u32>,
    annotation_id: Option<String>,
}

/// `InsertTextFormat.Snippet`.
const SNIPPET: u32 = 2;

#[derive(Deserialize)]
struct EditorRange {
    start: EditorPosition,
    end: EditorPosition,
}

#[derive(Deserialize)]
struct EditorPosition {
    line: usize,
    character: usize,
}

impl EditorPosition {
    fn position(&self) -> Position {
        Position::InLine {
            line: LineNumber::after_lines(self.line),
            before: self.character,
            is_clamped: true,
        }
    }
}

impl EditorRange {
    fn range(&self) -> PositionRange {
        PositionRange {
            from: self.start.position(),
            to: self.end.position(),
            unit: PositionUnit::Utf16,
        }
    }
}

pub(super) fn read(text: &str, found: &mut FoundSuggestions) -> Result<(), Reason> {
    let value: Value = document(SuggestionFormat::Lsp, text)?;
    let edit = unwrap_edit(value)?;
    let edit: WorkspaceEdit =
        serde_json::from_value(edit).map_err(|error| wrong(&error.to_string()))?;
    let annotations = &edit.change_annotations;
    match edit.document_changes {
        Some(changes) => {
            for change in changes {
                match change {
                    DocumentChange::File(change) => found.steps.push(file_step(change)?),
                    DocumentChange::Text {
                        text_document,
                        edits,
                    } => {
                        let step = text_step(&text_document.uri, &edits, annotations)?;
                        found.steps.push(step);
                    }
                }
            }
        }
        None => {
            for (uri, edits) in &edit.changes {
                found.steps.push(text_step(uri, edits, annotations)?);
            }
        }
    }
    Ok(())
}

/// The edit in `value`: `value`, or the edit of its only code action, or the edit of a response.
fn unwrap_edit(value: Value) -> Result<Value, Reason> {
    match value {
        Value::Object(mut members) => {
            for wrapping in ["result", "params", "edit"] {
                if let Some(inner) = members.remove(wrapping) {
                    return unwrap_edit(inner);
                }
            }
            if let Some(error) = members.get("error") {
                return Err(wrong(&format!(
                    "the server answered with an error: {error}"
                )));
            }
            if !["changes", "documentChanges"]
                .iter()
                .any(|name| members.contains_key(*name))
            {
                return Err(wrong("it has neither `changes` nor `documentChanges`"));
            }
            Ok(Value::Object(members))
        }
        Value::Array(mut actions) => {
            actions.retain(|action| action.get("edit").is_some());
            if actions.len() > 1 {
                return Err(wrong(&format!(
                    "{} of its actions have an edit, and it is unclear which one to use",
                    actions.len()
                )));
            }
            match actions.pop() {
                Some(action) => unwrap_edit(action),
                None => Err(wrong("none of its actions has an edit")),
            }
        }
        Value::Null => Err(wrong("the server had no edit")),
        _ => Err(wrong("it is not an object")),
    }
}

fn wrong(problem: &str) -> Reason {
    malformed(SuggestionFormat::Lsp, problem)
}

fn path(uri: &str) -> Result<PathBuf, Reason> {
    path_of_uri(uri).ok_or_else(|| wrong(&format!("`{uri}` is not a file")))
}

fn text_step(
    uri: &str,
    edits: &[TextEdit],
    annotations: &HashMap<String, ChangeAnnotation>,
) -> Result<Step, Reason> {
    let mut placed = Vec::new();
    for edit in edits {
        let annotation = edit
            .annotation_id
            .as_ref()
            .and_then(|id| annotations.get(id));
        if annotation.is_some_and(|annotation| annotation.needs_confirmation) {
            return Err(wrong("part of the edit needs a confirmation"));
        }
        let is_snippet = edit.snippet.is_some() || edit.insert_text_format == Some(SNIPPET);
        let new = match &edit.new_text {
            Some(new) if !is_snippet => new,
            _ => return Err(wrong("a text of the edit has placeholders")),
        };
        placed.push(SuggestedText {
            at: edit.range.range(),
            new: new.clone().into(),
        });
    }
    let suggestions = Suggestions {
        all: vec![Suggestion {
            rule: "lsp".to_owned(),
            edits: placed,
            seen: Vec::new(),
        }],
        ..Suggestions::default()
    };
    Ok(Step::new(path(uri)?, Action::Suggestions(suggestions)))
}

/// The step for an operation on a whole file. As in the protocol, `overwrite` takes precedence over `ignoreIfExists`.
fn file_step(change: FileChange) -> Result<Step, Reason> {
    Ok(match change {
        FileChange::Create { uri, options } if options.overwrite => {
            let write = Write::with_parents(Bytes::new());
            Step::new(path(&uri)?, Action::Write(write))
        }
        FileChange::Create { uri, options } => {
            let create = Create::with_parents(Bytes::new());
            Step {
                skips_existing: options.ignore_if_exists,
                ..Step::new(path(&uri)?, Action::Create(create))
            }
        }
        FileChange::Rename { options, .. } if options.overwrite => {
            return Err(wrong("the edit renames a file over another"));
        }
        FileChange::Rename {
            old_uri,
            new_uri,
            options,
        } => {
            let to = path(&new_uri)?;
            let makes_parents = true;
            Step {
                skips_existing: options.ignore_if_exists,
                ..Step::new(path(&old_uri)?, Action::Move(Move { to, makes_parents }))
            }
        }
        FileChange::Delete { options, .. } if options.recursive => {
            return Err(wrong("the edit deletes a whole directory"));
        }
        FileChange::Delete { uri, options } => {
            let mut step = Step::new(path(&uri)?, Action::Remove);
            if options.ignore_if_not_exists {
                step.repeat = Repeat::Accept;
            }
            step
        }
    })
}
