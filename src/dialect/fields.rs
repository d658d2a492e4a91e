//! The fields of payloads: which stand together in a mode, which every dialect takes, what they ask for.

use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::payload::{Dialect, Reading, Shape};
use crate::refusal::{Refusal, Refusals};
use crate::request::json::{self, ENVELOPE, Node, Object};
use crate::request::{Action, FieldNames, FilePart, Indent, Malformed, Match, Step, Terms};

/// The names of a target.
pub const PATHS: &[&str] = &["path", "file_path", "filePath", "filepath", "relative_path"];

/// Fields that every tool may give and that change nothing: prose about the edit, and what others think of it.
const PROSE: &[&str] = &[
    "security_risk",
    "explanation",
    "instruction",
    "task_progress",
    "modified_by_user",
    "ai_proposed_content",
];

/// The fields that every dialect takes beside its own and those of our envelope.
const EVERYWHERE: &[&str] = &["expect_hash", "idempotent"];

/// True if one of the members is called `wanted`.
pub fn has_member(members: &[(String, Node)], wanted: &str) -> bool {
    members.iter().any(|(name, _)| name == wanted)
}

/// The text of the member called `wanted`.
pub fn member_text<'m>(members: &'m [(String, Node)], wanted: &str) -> Option<&'m str> {
    members.iter().find_map(|(name, node)| match node {
        Node::Text(text) if name == wanted => Some(text.as_str()),
        _ => None,
    })
}

/// True if one of the members names a file.
pub fn has_path(members: &[(String, Node)]) -> bool {
    PATHS.iter().any(|path| has_member(members, path))
}

/// True if every dialect has the field.
pub fn is_common(name: &str) -> bool {
    PATHS.contains(&name)
        || ENVELOPE.contains(&name)
        || EVERYWHERE.contains(&name)
        || PROSE.contains(&name)
}

/// Takes out the fields that change nothing, and returns their names.
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

/// True if the members are a request of `incise.request/1`: there is an `op`, in it or in its edits, or a list
/// of edits for no file in particular. A field that only one operation has says as much as the operation's name.
pub fn is_native(members: &[(String, Node)]) -> bool {
    if filled_member(members, "op").is_some() {
        return true;
    }
    if let Some(Node::List(edits)) = filled_member(members, "edits") {
        let names_file = PATHS
            .iter()
            .any(|name| filled_member(members, name).is_some());
        return !names_file || edits.iter().any(tells_operation);
    }
    implies_operation(members)
}

/// The member called `wanted`, unless it is null.
fn filled_member<'m>(members: &'m [(String, Node)], wanted: &str) -> Option<&'m Node> {
    let (_, node) = members.iter().find(|(name, _)| name == wanted)?;
    match node {
        Node::Null => None,
        node => Some(node),
    }
}

fn tells_operation(edit: &Node) -> bool {
    match edit {
        Node::Object(members) => has_member(members, "op") || implies_operation(members),
        _ => false,
    }
}

fn implies_operation(members: &[(String, Node)]) -> bool {
    json::implied(members.iter().map(|(name, _)| name.as_str())).is_some()
}

/// The file the payload is about.
///
/// # Errors
/// When it is named twice, or not at all.
pub fn path(object: &mut Object, example: &str) -> Result<PathBuf, Malformed> {
    let label = object.label().to_owned();
    let names = PATHS.iter().filter(|name| object.has(name));
    match names.collect::<Vec<_>>()[..] {
        [] => Err(Malformed::wrong(
            format!("{label} has no `path`"),
            format!("name the file, for example {example}"),
        )),
        [name] => Ok(object.path(name)?.unwrap_or_default()),
        [first, second, ..] => Err(Malformed::mixed(
            format!("`{first}` and `{second}` both name the file of {label}"),
            format!("give one of them, for example {example}"),
        )),
    }
}

/// Reads a text that a payload names (`diff_file`), inside the root.
pub type ReadText<'a> = &'a mut dyn FnMut(&Path) -> Result<Bytes, Refusal>;

/// The fields of a payload whose mode is known, while they are read.
pub(crate) struct Fields<'a> {
    /// The fields that are not read yet.
    pub object: Object,
    /// The mode of the payload.
    pub mode: &'static Mode,
    /// For texts that are named by file.
    pub read: ReadText<'a>,
    pub terms: Terms,
    /// The name of the tool, where a whole call was sent.
    pub tool: Option<&'a str>,
    /// Every mode there is.
    pub modes: &'static [Mode],
}

/// The meaning of the fields of a mode.
pub(crate) enum Asked {
    /// Actions one after the other on the file that the payload names.
    Actions(Vec<Action>),
    /// Steps that name their files themselves, and how they are answered.
    Steps(Vec<Step>, Shape),
    /// To see a part of the file, answered so.
    View(FilePart, Reading),
    /// To take back the file's latest edit.
    Undo,
}

/// The rules for placing a new text.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The most that the old text may differ from the file.
    pub matching: Match,
    /// The indentation of new lines.
    pub indent: Indent,
}

impl Fields<'_> {
    /// The file the payload is about.
    pub fn path(&mut self) -> Result<PathBuf, Malformed> {
        path(&mut self.object, self.mode.example)
    }

    /// The rules for placing a new text. The old text must match exactly, unless the payload says otherwise.
    pub fn manner(&mut self) -> Result<Manner, Malformed> {
        let indent = if self.object.is_word("match", "exact") {
            Indent::Kept
        } else {
            Indent::Fitted
        };
        let matching = if self.object.has("match") || self.object.has("threshold") {
            json::matching(&mut self.object)?
        } else {
            Match::Exact
        };
        Ok(Manner { matching, indent })
    }

    /// Fields that do not go together here, and an example of what is meant instead.
    pub fn mixed(&self, message: impl Into<String>) -> Malformed {
        Malformed::mixed(
            message,
            allowed(self.modes, |mode| mode.dialect == self.mode.dialect),
        )
    }
}

/// A form of a payload: which fields stand together.
pub(crate) struct Mode {
    /// The dialect of the mode.
    pub dialect: Dialect,
    /// The word in `command`, for dialects that have one.
    pub command: Option<&'static str>,
    /// Fields it cannot do without; `a|b` is exactly one of the two.
    pub needs: &'static [&'static str],
    /// Fields it may have; the path and those of our envelope come on top.
    pub takes: &'static [&'static str],
    /// Fields that a caller may give and that change nothing: prose about the edit, and the like.
    pub ignores: &'static [&'static str],
    /// The names of fields that a refusal may mention.
    pub names: FieldNames,
    /// A whole payload.
    pub example: &'static str,
    /// Each thing it can be used for with a whole payload, where that is more than one thing.
    pub uses: &'static [(&'static str, &'static str)],
    /// Reads the fields into what they ask for.
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

    /// A whole payload for each thing it can be used for.
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

    /// The names of its fields, as messages list them.
    pub fn fields(&self) -> Vec<&'static str> {
        let needs = self.needs.iter().flat_map(|need| need.split('|'));
        needs.chain(self.takes.iter().copied()).collect()
    }
}

/// The `modes` that `are_meant`, with an example of each.
pub fn allowed(modes: &[Mode], are_meant: impl Fn(&Mode) -> bool) -> String {
    let examples: Vec<_> = modes
        .iter()
        .filter(|mode| are_meant(mode))
        .map(Mode::examples)
        .collect();
    format!("allowed: {}", examples.join(" or "))
}

/// Names in back-ticks: `` `a`, `b` ``.
pub fn quoted<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<_> = names.into_iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
