//! The fields of payloads: which stand together in a mode, which every dialect takes, what they ask for.

use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::payload::{Dialect, EditorCommand, Reading};
use crate::refusal::{Refusal, Refusals};
use crate::request::json::{self, ENVELOPE, Node, Object};
use crate::request::{
    Action, FieldNames, FilePart, Indent, Malformed, Match, PatchDiff, Step, Terms,
};

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

/// Whether every dialect has the field.
pub fn is_common(name: &str) -> bool {
    PATHS.contains(&name)
        || ENVELOPE.contains(&name)
        || EVERYWHERE.contains(&name)
        || PROSE.contains(&name)
}

/// Takes the fields out that change nothing: their names.
pub fn take_prose(members: &mut Vec<(String, Node)>) -> Vec<String> {
    let is_prose = |(name, _): &(String, Node)| PROSE.contains(&name.as_str());
    let prose = members.iter().filter(|member| is_prose(member));
    let names = prose.map(|(name, _)| name.clone()).collect();
    members.retain(|member| !is_prose(member));
    names
}

/// Whether the members are those of `incise.request/1`: there is an `op`, in it or in its edits, or a list
/// of edits for no file in particular. Fields that belong to one operation alone say as much as its name.
pub fn is_native(members: &[(String, Node)]) -> bool {
    let has = |wanted: &str| {
        let member = members.iter().find(|(name, _)| name == wanted);
        member
            .map(|(_, node)| node)
            .filter(|node| **node != Node::Null)
    };
    match (has("op"), has("edits")) {
        (Some(_), _) => true,
        (None, Some(Node::List(edits))) => {
            edits.iter().any(tells_operation) || !PATHS.iter().any(|name| has(name).is_some())
        }
        (None, _) => implies_operation(members),
    }
}

fn tells_operation(edit: &Node) -> bool {
    match edit {
        Node::Object(members) => {
            members.iter().any(|(name, _)| name == "op") || implies_operation(members)
        }
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
    /// An action that names its files itself.
    Whole(Box<Action>),
    /// Steps that name their files themselves.
    Steps(Vec<Step>),
    /// A patch, answered by the files it changed.
    Patch(PatchDiff),
    /// An `apply_patch_call` with this id.
    Call(Box<Action>, Option<String>),
    /// A command of the text editor that edits.
    Editor(EditorCommand, Action),
    /// To see a part of the file, answered so.
    View(FilePart, Reading),
    /// To take back the file's latest edit.
    Undo,
}

/// How an old text is matched and a new one put there.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// How the old text is matched.
    pub matching: Match,
    /// The rule for the indentation of new lines.
    pub indent: Indent,
}

impl Fields<'_> {
    /// The file the payload is about.
    pub fn path(&mut self) -> Result<PathBuf, Malformed> {
        path(&mut self.object, self.mode.example)
    }

    /// How the old text is matched: exactly, unless the payload says otherwise.
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

/// One way to write a payload.
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
    /// Its names for the fields that a refusal may speak of.
    pub names: FieldNames,
    /// A whole payload.
    pub example: &'static str,
    /// Each thing it can be used for with a whole payload, where that is more than one thing.
    pub uses: &'static [(&'static str, &'static str)],
    /// Reads the fields into what they ask for.
    pub read: fn(&mut Fields<'_>) -> Result<Asked, Refusals>,
}

impl Mode {
    /// Whether `name` is one of its own fields.
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

    /// Its own fields as messages name them.
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
