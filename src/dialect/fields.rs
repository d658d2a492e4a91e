//! The fields of payloads: the fields of a mode, the fields that every dialect accepts, and their meaning.

use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::members::{has_member, member};
use super::mode::MODES;
use super::payload::{Dialect, Reading, Shape};
use crate::refusal::{Refusal, Refusals};
use crate::request::json::{self, ENVELOPE, Node, Object};
use crate::request::{Action, FieldNames, FilePart, Indent, Malformed, Match, Step, Terms};

/// The names of the field with the target path.
pub const PATHS: &[&str] = &["path", "file_path", "filePath", "filepath", "relative_path"];

/// Fields of any tool that do not affect the edit: explanations, risk ratings and the like.
const PROSE: &[&str] = &[
    "security_risk",
    "explanation",
    "instruction",
    "task_progress",
    "line_count",
    "modified_by_user",
    "ai_proposed_content",
];

/// Fields that every dialect accepts, in addition to its fields and the fields of our requests.
const EVERYWHERE: &[&str] = &["expect_hash", "idempotent"];

/// True if a member names a file.
pub fn has_path(members: &[(String, Node)]) -> bool {
    PATHS.iter().any(|path| has_member(members, path))
}

/// True if every dialect accepts the field.
pub fn is_common(name: &str) -> bool {
    PATHS.contains(&name)
        || ENVELOPE.contains(&name)
        || EVERYWHERE.contains(&name)
        || PROSE.contains(&name)
}

/// Removes the fields that do not affect the edit. Returns their names.
pub fn take_prose(members: &mut Vec<(String, Node)>) -> Vec<String> {
    let mut names = Vec::new();
    members.retain(|(name, _)| {
        let is_prose = PROSE.contains(&name.as_str());
        if is_prose {
            names.push(name.clone());
        }
        !is_prose
    });
    names
}

/// True if the members are an `incise.request/1`. Such a request has an `op`, in itself or in an edit, or a list of
/// edits without a path. A field that belongs to only one operation counts like `op`.
pub fn is_native(members: &[(String, Node)]) -> bool {
    if filled_member(members, "op").is_some() {
        return true;
    }
    if let Some(Node::List(edits)) = filled_member(members, "edits") {
        let names_file = PATHS
            .iter()
            .any(|name| filled_member(members, name).is_some());
        return !names_file || edits.iter().any(has_operation);
    }
    implies_operation(members)
}

/// The member called `wanted`, unless it is null.
fn filled_member<'m>(members: &'m [(String, Node)], wanted: &str) -> Option<&'m Node> {
    match member(members, wanted)? {
        Node::Null => None,
        node => Some(node),
    }
}

fn has_operation(edit: &Node) -> bool {
    match edit {
        Node::Object(members) => has_member(members, "op") || implies_operation(members),
        _ => false,
    }
}

fn implies_operation(members: &[(String, Node)]) -> bool {
    json::implied(members.iter().map(|(name, _)| name.as_str())).is_some()
}

/// The target of the payload.
///
/// # Errors
/// A path that is missing or given twice.
pub fn path(object: &mut Object, example: &str) -> Result<PathBuf, Malformed> {
    let names = PATHS.iter().filter(|name| object.has(name));
    match names.collect::<Vec<_>>()[..] {
        [] => Err(object.missing("path", format!("name the file, for example {example}"))),
        [name] => Ok(object.path(name)?.unwrap_or_default()),
        [first, second, ..] => Err(Malformed::mixed(
            format!(
                "`{first}` and `{second}` both name the file of {}",
                object.label()
            ),
            format!("give one of them, for example {example}"),
        )),
    }
}

/// Reads a text file that a payload names (`diff_file`). The file must be inside the root.
pub type ReadText<'a> = &'a mut dyn FnMut(&Path) -> Result<Bytes, Refusal>;

/// The fields of a payload whose mode is known.
pub(crate) struct Fields<'a> {
    /// The fields that are not read yet.
    pub object: Object,
    /// The mode of the payload.
    pub mode: &'static Mode,
    /// Reads texts that are named by file.
    pub read: ReadText<'a>,
    pub terms: Terms,
    /// The name of the tool, for a complete call.
    pub tool: Option<&'a str>,
}

/// The meaning of the fields of a mode.
pub(crate) enum Asked {
    /// Actions on the file that the payload names, in order.
    Actions(Vec<Action>),
    /// Steps that name their files, and the form of the answer.
    Steps(Vec<Step>, Shape),
    /// View a part of the file. The answer has this form.
    View(FilePart, Reading),
    /// Undo the file's latest edit.
    Undo,
}

/// The rules for locating the old text and indenting the new text.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The tolerance in matching the old text.
    pub matching: Match,
    /// The indentation of new lines.
    pub indent: Indent,
}

impl Fields<'_> {
    /// The target of the payload.
    pub fn path(&mut self) -> Result<PathBuf, Malformed> {
        path(&mut self.object, self.mode.example)
    }

    /// The rules for locating the old text. By default, it must match exactly.
    pub fn manner(&mut self) -> Result<Manner, Malformed> {
        let indent = if self.object.is_word("match", "exact") {
            Indent::Kept
        } else {
            Indent::Fitted
        };
        let matching = if self.object.has("match") || self.object.has("threshold") {
            json::read_matching(&mut self.object)?
        } else {
            Match::Exact
        };
        Ok(Manner { matching, indent })
    }

    /// The refusal of fields that cannot be combined, with an example of the intended payload.
    pub fn mixed(&self, message: impl Into<String>) -> Malformed {
        Malformed::mixed(message, allowed(|mode| mode.dialect == self.mode.dialect))
    }
}

/// A form of a payload: a set of fields that belong together.
pub(crate) struct Mode {
    /// The dialect of the mode.
    pub dialect: Dialect,
    /// The value of `command` that selects the mode, if the dialect has commands.
    pub command: Option<&'static str>,
    /// Required fields. `a|b` requires exactly one of the two.
    pub needs: &'static [&'static str],
    /// Optional fields, in addition to the path and the fields of our requests.
    pub takes: &'static [&'static str],
    /// Fields that are accepted but do not affect the edit, such as explanations.
    pub ignores: &'static [&'static str],
    /// The field names for hints.
    pub names: FieldNames,
    /// A complete example.
    pub example: &'static str,
    /// The uses of the mode, each with a complete example, if it has several.
    pub uses: &'static [(&'static str, &'static str)],
    /// Reads the fields.
    pub read: fn(&mut Fields<'_>) -> Result<Asked, Refusals>,
}

impl Mode {
    /// True if the mode has the field `name`.
    pub fn has(&self, name: &str) -> bool {
        self.needs
            .iter()
            .any(|need| need.split('|').any(|word| word == name))
            || self.takes.contains(&name)
            || self.ignores.contains(&name)
    }

    /// A complete example of each use.
    pub fn examples(&self) -> String {
        let uses: Vec<_> = self
            .uses
            .iter()
            .map(|(name, example)| format!("{name} {example}"))
            .collect();
        if uses.is_empty() {
            self.example.to_owned()
        } else {
            uses.join(" or ")
        }
    }

    /// The hint that lists the `others` and the fields of the mode.
    pub fn known_fields(&self, others: &[&str]) -> String {
        let fields = quoted(others.iter().copied().chain(self.fields()));
        format!("it has {fields}, for example {}", self.example)
    }

    /// The names of the fields, for messages.
    pub fn fields(&self) -> Vec<&'static str> {
        let needs = self.needs.iter().flat_map(|need| need.split('|'));
        needs.chain(self.takes.iter().copied()).collect()
    }
}

/// Lists the modes that satisfy `is_included`, with examples.
pub fn allowed(is_included: impl Fn(&Mode) -> bool) -> String {
    let examples: Vec<_> = MODES
        .iter()
        .filter(|mode| is_included(mode))
        .map(Mode::examples)
        .collect();
    format!("allowed: {}", examples.join(" or "))
}

/// Names in backticks: `` `a`, `b` ``.
pub fn quoted<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<_> = names.into_iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
