//! The fields of payloads: which name the file, which every dialect takes, what an object looks like.

use std::path::PathBuf;

use crate::request::Malformed;
use crate::request::json::{ENVELOPE, Node, Object};

/// The names of a target.
pub const PATHS: &[&str] = &["path", "file_path"];

/// What every dialect takes beside its own fields and those of our envelope.
const EVERYWHERE: &[&str] = &["expect_hash", "idempotent"];

/// Whether every dialect has the field.
pub fn is_common(name: &str) -> bool {
    PATHS.contains(&name) || ENVELOPE.contains(&name) || EVERYWHERE.contains(&name)
}

/// Whether the members are those of `incise.request/1`: there is an `op`, in it or in its edits, or a list
/// of edits for no file in particular.
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
            edits.iter().any(names_operation) || !PATHS.iter().any(|name| has(name).is_some())
        }
        (None, _) => false,
    }
}

fn names_operation(edit: &Node) -> bool {
    matches!(edit, Node::Object(members) if members.iter().any(|(name, _)| name == "op"))
}

/// The file the payload is about.
///
/// # Errors
/// When it is named twice, or not at all.
pub fn path(object: &mut Object, example: &str) -> Result<PathBuf, Malformed> {
    let label = object.label().to_owned();
    match (object.path("path")?, object.path("file_path")?) {
        (Some(path), None) | (None, Some(path)) => Ok(path),
        (Some(_), Some(_)) => Err(Malformed::mixed(
            format!("`path` and `file_path` both name the file of {label}"),
            format!("give one of them, for example {example}"),
        )),
        (None, None) => Err(Malformed::wrong(
            format!("{label} has no `path`"),
            format!("name the file, for example {example}"),
        )),
    }
}

/// Names in back-ticks: `` `a`, `b` ``.
pub fn quoted<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<_> = names.into_iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
