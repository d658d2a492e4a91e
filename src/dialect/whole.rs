//! Whole files, line numbers, and the dialect with a `mode` field.

use super::fields::{Asked, Fields, PATHS};
use super::string::{append, exactly, new_text, occurrence, replacement};
use super::tool;
use crate::refusal::Refusals;
use crate::request::json::Object;
use crate::request::{
    Action, Append, Create, Insert, Lines, Malformed, Pick, Write, nearest_or, rule,
};

/// The values of `mode`.
const MODE_WORDS: &[&str] = &["create", "edit", "append", "overwrite"];

/// The field names of the two texts with the mode `edit`.
const PAIRS: &[(&str, &str)] = &[
    ("old_text", "new_text"),
    ("old_string", "new_string"),
    ("old_content", "new_content"),
];

/// The hints for an edit that does not say what it replaces.
const EDIT_HINT: &str = "give `old_text` and `new_text` to replace a text, \"mode\":\"append\" to add \
    `content` at the end, or \"mode\":\"overwrite\" to replace the whole file by `content`";

/// Tools that overwrite a file.
const OVERWRITING_TOOLS: &[&str] = &[
    "Write",
    "write",
    "write_file",
    "write_to_file",
    "create_text_file",
];
/// Tools that only create files.
const CREATING_TOOLS: &[&str] = &["create_file"];
/// Tools that append to a file and create a missing one.
const APPENDING_TOOLS: &[&str] = &["append_file", "append_to_file"];

/// The whole text of a file. It replaces the file if the path is in `file_path` or `relative_path`, or if the tool is
/// known to overwrite. Otherwise it is refused: the intent is not known.
pub fn content(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let tool = fields.tool.unwrap_or_default();
    if APPENDING_TOOLS.contains(&tool) {
        let append = Append {
            text: fields
                .object
                .needed_text("content", "`content` is the text to append")?,
            must_exist: false,
        };
        return Ok(Asked::Actions(vec![Action::Append(append)]));
    }
    if let Some((path, _)) = fields.object.peek_path(PATHS)
        && !["file_path", "relative_path"].contains(&path)
        && !OVERWRITING_TOOLS.contains(&tool)
        && !CREATING_TOOLS.contains(&tool)
    {
        let label = fields.object.label();
        return Err(Malformed::wrong(
            format!("`content` is next to `{path}` in {label}, but no `mode` says what to do with it"),
            "\"mode\":\"create\" creates a new file, \"append\" adds to its end, \"overwrite\" replaces \
             the whole text; `line` inserts after a line",
        )
        .into());
    }
    let text = needed_content(&mut fields.object, "content")?;
    let action = if CREATING_TOOLS.contains(&tool) {
        Action::Create(Create::with_parents(text))
    } else {
        Action::Write(Write::with_parents(text))
    };
    Ok(Asked::Actions(vec![action]))
}

fn needed_content(object: &mut Object, name: &str) -> Result<bytes::Bytes, Malformed> {
    object.needed_text(name, &format!("\"{name}\":\"\" is an empty text"))
}

/// `start_line`, `end_line` and `new_content`; a single line if `end_line` is absent.
pub fn line_range(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let object = &mut fields.object;
    let start = needed_integer(object, "start_line")?;
    let end = object.integer("end_line")?;
    let range = rule::line_range(start, end.unwrap_or(start)).ok_or_else(|| match end {
        None => Malformed::wrong(
            format!("`start_line` {start} is not a line"),
            "lines are counted from 1",
        ),
        Some(end) => Malformed::wrong(
            format!("`start_line` {start} and `end_line` {end} are not a range of lines"),
            "lines are counted from 1, and `start_line` is not after `end_line`",
        ),
    })?;
    let hint = "\"new_content\":\"\" deletes the lines";
    let lines = Lines::numbered(range, object.needed_text("new_content", hint)?);
    Ok(Asked::Actions(vec![Action::Lines(lines)]))
}

fn needed_integer(object: &mut Object, name: &str) -> Result<i64, Malformed> {
    let number = object.integer(name)?;
    number.ok_or_else(|| object.missing(name, "lines are counted from 1"))
}

/// `line` and `content`.
pub fn line_insert(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let object = &mut fields.object;
    let line = needed_integer(object, "line")?;
    let text = needed_content(object, "content")?;
    let at = tool::place(fields.tool.unwrap_or_default(), line)?;
    let insert = Insert::lines(at, text).checked()?;
    Ok(Asked::Actions(vec![Action::Insert(insert)]))
}

/// `mode` and the texts that it applies to.
pub fn with_mode(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let label = fields.object.label().to_owned();
    let word = fields.object.word("mode")?.unwrap_or_default();
    if !MODE_WORDS.contains(&word.as_str()) {
        return Err(unknown_mode(&word, &label).into());
    }
    if word == "edit" {
        return Ok(Asked::Actions(vec![edit(fields)?]));
    }
    let other = fields
        .object
        .names()
        .find(|name| *name != "content" && fields.mode.has(name));
    if let Some(other) = other {
        return Err(Malformed::mixed(
            format!("`{other}` belongs to \"mode\":\"edit\", not to \"{word}\""),
            format!(
                "\"mode\":\"{word}\" takes `content`; an edit is \
                 {{\"path\":\"a.txt\",\"mode\":\"edit\",\"old_text\":\"x\",\"new_text\":\"y\"}}"
            ),
        )
        .into());
    }
    let text = needed_content(&mut fields.object, "content")?;
    let action = match word.as_str() {
        "create" => Action::Create(Create {
            text,
            makes_parents: fields.object.flag("parents")?,
        }),
        "append" => append(text)?,
        _ => Action::Write(Write {
            text,
            overwrites: true,
            makes_parents: false,
        }),
    };
    Ok(Asked::Actions(vec![action]))
}

fn unknown_mode(word: &str, label: &str) -> Malformed {
    let known = format!(
        "next to `content` it is one of {}; next to `diff` a mode of patches",
        MODE_WORDS.join(", ")
    );
    let hint = nearest_or(word, MODE_WORDS.iter().copied(), known);
    Malformed::wrong(format!("`mode` is `{word}` in {label}"), hint)
}

/// The mode `edit`: an old text, and the new text in its field or in `content`.
fn edit(fields: &mut Fields<'_>) -> Result<Action, Malformed> {
    let manner = fields.manner()?;
    let object = &mut fields.object;
    let label = object.label().to_owned();
    let pairs: Vec<_> = PAIRS.iter().filter(|(old, _)| object.has(old)).collect();
    let (old_name, new_name) = match pairs[..] {
        [pair] => *pair,
        [] => {
            return Err(Malformed::wrong(
                format!("\"mode\":\"edit\" replaces a text, and {label} has no `old_text`"),
                EDIT_HINT,
            ));
        }
        _ => return Err(Malformed::mixed("the old text is given twice", EDIT_HINT)),
    };
    let pick = edit_pick(object)?;
    let old = object.text(old_name)?.unwrap_or_default();
    if old.is_empty() {
        return Err(Malformed::wrong(
            format!("\"mode\":\"edit\" replaces a text, and `{old_name}` is empty"),
            EDIT_HINT,
        ));
    }
    let new_name = edit_new_name(object, new_name)?;
    let new = new_text(object, new_name)?;
    if let Some((_, other)) = PAIRS.iter().find(|(_, new)| object.has(new)) {
        return Err(Malformed::mixed(
            format!("`{other}` cannot be combined with `{old_name}`"),
            format!("use `{new_name}` with `{old_name}`"),
        ));
    }
    replacement(old, new, pick, manner)
}

/// The field with the new text: `content`, or the usual field `name`.
fn edit_new_name<'n>(object: &Object, name: &'n str) -> Result<&'n str, Malformed> {
    match (object.has(name), object.has("content")) {
        (false, true) => Ok("content"),
        (true, true) => Err(Malformed::mixed(
            format!("`{name}` and `content` are both the new text"),
            "give one of them",
        )),
        _ => Ok(name),
    }
}

/// The pick from `expected_matches`, `occurrence` or `replace_all`.
fn edit_pick(object: &mut Object) -> Result<Pick, Malformed> {
    let present: Vec<&str> = ["expected_matches", "occurrence", "replace_all"]
        .into_iter()
        .filter(|name| object.has(name))
        .collect();
    if present.len() > 1 {
        return Err(Malformed::mixed(
            format!("{} both select matches", super::fields::quoted(present)),
            "give one of them",
        ));
    }
    match object.integer("expected_matches")? {
        Some(count) => exactly("expected_matches", count),
        None if object.has("occurrence") => occurrence(object),
        None => object.either("replace_all", Pick::Only, Pick::All),
    }
}
