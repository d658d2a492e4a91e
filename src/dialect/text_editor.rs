//! The commands of Anthropic's text editor tool.

use super::fields::{Asked, Fields};
use super::payload::{EditorCommand, Reading, Shape};
use super::string::{needed_old_text, new_text, replacement};
use crate::refusal::Refusals;
use crate::request::json::{Node, wrong_type};
use crate::request::{Action, Create, FilePart, Insert, InsertAt, Malformed, Pick, Step, rule};
use crate::text::{LineNumber, LineRange};

/// `view` of a file or a directory.
pub fn view(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let range = match fields.object.take("view_range") {
        None => FilePart::Whole,
        Some(Node::List(ends)) => FilePart::Lines(view_range(&ends)?.into()),
        Some(other) => return Err(wrong_type("view_range", "a list of two numbers", &other).into()),
    };
    Ok(Asked::View(range, Reading::Editor))
}

/// The first and last line, with -1 for the last line of the file.
fn view_range(ends: &[Node]) -> Result<LineRange, Malformed> {
    let [Node::Integer(first), Node::Integer(last)] = ends else {
        return Err(no_view_range("not a list of two whole numbers"));
    };
    let range = match last {
        -1 => usize::try_from(*first)
            .ok()
            .and_then(LineNumber::new)
            .and_then(|first| LineRange::new(first, LineNumber::new(usize::MAX)?)),
        _ => rule::line_range(*first, *last),
    };
    range.ok_or_else(|| no_view_range(&format!("[{first}, {last}]")))
}

fn no_view_range(found: &str) -> Malformed {
    Malformed::wrong(
        format!("`view_range` is {found}"),
        "give the first and the last line, counted from 1; -1 is the end: \"view_range\":[10,-1]",
    )
}

/// `action` on the file that the payload names, answered like `command`.
fn edit(
    command: EditorCommand,
    action: Action,
    fields: &mut Fields<'_>,
) -> Result<Asked, Refusals> {
    let path = fields.path()?;
    let steps = vec![Step::new(path.clone(), action)];
    Ok(Asked::Steps(steps, Shape::Editor(command, path)))
}

/// `str_replace`.
pub fn str_replace(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let manner = fields.manner()?;
    let old = needed_old_text(&mut fields.object, "old_str")?;
    let new = new_text(&mut fields.object, "new_str")?;
    let action = replacement(old, new, Pick::Only, manner)?;
    edit(EditorCommand::StrReplace, action, fields)
}

/// `create`: creates a file and the directories it needs. Never overwrites.
pub fn create(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let hint = "\"file_text\":\"\" creates an empty file";
    let create = Create::with_parents(fields.object.needed_text("file_text", hint)?);
    edit(EditorCommand::Create, Action::Create(create), fields)
}

/// `insert` after a line; 0 is the beginning of the file.
pub fn insert(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let object = &mut fields.object;
    let line = object.integer("insert_line")?.unwrap_or(-1);
    let text = match object.text("insert_text")? {
        Some(text) => text,
        None => new_text(object, "new_str")?,
    };
    let at = InsertAt::line(line)
        .filter(|at| *at != InsertAt::End)
        .ok_or_else(|| {
            Malformed::wrong(
                format!("`insert_line` is {line}"),
                "the text goes after that line; 0 is the beginning",
            )
        })?;
    let insert = Insert::lines(at, text).checked()?;
    edit(EditorCommand::Insert, Action::Insert(insert), fields)
}

/// `undo_edit`.
pub fn undo_edit(_: &mut Fields<'_>) -> Result<Asked, Refusals> {
    Ok(Asked::Undo)
}
