//! Edits that locate the old text: the field names of each dialect.

use bytes::Bytes;

use super::fields::{Asked, Fields, Manner};
use super::members::{has_member, member_list};
use super::payload::Dialect;
use crate::refusal::Refusals;
use crate::request::json::{Node, Object, is_foreign_anchor};
use crate::request::{
    Action, Append, Create, Find, Fix, Insert, InsertAt, Malformed, OneOrMore, PatternOptions,
    Pick, Replace, Scope, rule,
};

/// The field names of the old and the new text in each dialect.
const PAIRS: &[(&str, &str)] = &[
    ("old_string", "new_string"),
    ("oldText", "newText"),
    ("oldString", "newString"),
    ("old_text", "new_text"),
    ("old_content", "new_content"),
];

/// Replaces `old` with `new`.
pub fn replacement(
    old: Bytes,
    new: Bytes,
    pick: Pick,
    manner: Manner,
) -> Result<Action, Malformed> {
    let replace = Replace {
        find: Find {
            old,
            matching: manner.matching,
            scope: Scope::File,
            options: PatternOptions::default(),
        },
        new,
        pick,
        fix: Fix::Suggest,
        indent: manner.indent,
        has_case_escapes: false,
    };
    replace.checked().map(Action::Replace)
}

/// The new text. It is required, so that a missing text is never a deletion.
pub fn new_text(object: &mut Object, name: &str) -> Result<Bytes, Malformed> {
    let hint = format!("\"{name}\":\"\" deletes the old text");
    object.needed_text(name, &hint)
}

/// The old text. It is required, so that a missing text never overwrites a file.
pub fn needed_old_text(object: &mut Object, name: &str) -> Result<Bytes, Malformed> {
    object.needed_text(name, "give the old text; without it nothing is overwritten")
}

/// All matches, or the only match.
fn pick_all(object: &mut Object, name: &str) -> Result<Pick, Malformed> {
    object.either(name, Pick::Only, Pick::All)
}

/// Claude Code's Edit, Gemini's replace and VS Code's `replace_string_in_file`, which differ in the names of the two
/// texts.
pub fn old_string(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let manner = fields.manner()?;
    let [old_name, new_name] = fields.mode.needs else {
        return Err(fields.mixed("an edit has an old and a new text").into());
    };
    let object = &mut fields.object;
    let old = needed_old_text(object, old_name)?;
    let new = new_text(object, new_name)?;
    let pick = old_string_pick(object)?;
    if old.is_empty() {
        if pick != Pick::Only && pick != Pick::Exactly(1) {
            return Err(fields
                .mixed(format!(
                    "an empty `{old_name}` creates a file: there is nothing to count"
                ))
                .into());
        }
        let create = Create::with_parents(new);
        return Ok(Asked::Actions(vec![Action::Create(create)]));
    }
    Ok(Asked::Actions(vec![replacement(old, new, pick, manner)?]))
}

/// The pick from `replace_all` or `replaceAll`, `allow_multiple`, and `expected_replacements`, which takes precedence.
fn old_string_pick(object: &mut Object) -> Result<Pick, Malformed> {
    let all = match pick_all(object, "replace_all")? {
        Pick::Only => pick_all(object, "replaceAll")?,
        all => all,
    };
    let multiple = pick_all(object, "allow_multiple")?;
    match object.integer("expected_replacements")? {
        None if all == Pick::All => Ok(all),
        None => Ok(multiple),
        // Clients send 1 by default, so it does not mean that an applied edit should be repeated.
        Some(1) => Ok(Pick::Only),
        Some(count) => exactly("expected_replacements", count),
    }
}

/// A pick of exactly `count` matches, the value of the field `name`.
pub fn exactly(name: &str, count: i64) -> Result<Pick, Malformed> {
    let count = usize::try_from(count).map_err(|_| {
        Malformed::wrong(
            format!("`{name}` is {count}"),
            "it is the number of places, 1 or more, all of which are replaced",
        )
    })?;
    rule::exactly(count)
}

/// An edit with `old_content`, `new_content` and `occurrence`.
pub fn old_content(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let manner = fields.manner()?;
    let object = &mut fields.object;
    let old = needed_old_text(object, "old_content")?;
    let new = new_text(object, "new_content")?;
    let pick = occurrence(object)?;
    Ok(Asked::Actions(vec![replacement(old, new, pick, manner)?]))
}

/// The pick from `occurrence`: absent for the only match, 0 for all, 1 for the first, -1 for the last.
pub fn occurrence(object: &mut Object) -> Result<Pick, Malformed> {
    Ok(match object.integer("occurrence")? {
        None => Pick::Only,
        Some(0) => Pick::All,
        Some(ordinal) => Pick::Occurrence(ordinal),
    })
}

/// An edit with `old_text`, `new_text` and optional fields.
pub fn old_text(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let manner = fields.manner()?;
    let object = &mut fields.object;
    let expected = object.integer("expected_matches")?;
    let has_line = object.has("insert_line");
    let has_all = object.has("replace_all");
    let line = object.integer("insert_line")?;
    let all = pick_all(object, "replace_all")?;
    let old = needed_old_text(object, "old_text")?;
    let new = new_text(object, "new_text")?;
    let needs_absolute_path = has_line || has_all || old.is_empty();
    if expected.is_some() && needs_absolute_path {
        return Err(fields
            .mixed("`expected_matches` counts the matches of `old_text`: it cannot be combined with `insert_line`, `replace_all` or an empty old text")
            .into());
    }
    let action = match (old.is_empty(), line) {
        (false, Some(_)) => {
            return Err(fields
                .mixed("`old_text` is found by its text, `insert_line` by number")
                .into());
        }
        (true, _) if all == Pick::All => {
            return Err(fields
                .mixed("`replace_all` belongs to an `old_text` that is not empty")
                .into());
        }
        (true, Some(line)) => insert_after(line, new)?,
        (true, None) => append(new)?,
        (false, None) => {
            let pick = match expected {
                Some(count) => exactly("expected_matches", count)?,
                None => all,
            };
            replacement(old, new, pick, manner)?
        }
    };
    if needs_absolute_path {
        refuse_relative(&mut fields.object)?;
    }
    Ok(Asked::Actions(vec![action]))
}

/// Inserts text after a line, 1-based, of an existing file.
fn insert_after(line: i64, text: Bytes) -> Result<Action, Malformed> {
    let at = InsertAt::line(line)
        .filter(|at| matches!(at, InsertAt::After(_) | InsertAt::Beginning))
        .ok_or_else(|| {
            Malformed::wrong(
                format!("`insert_line` is {line}"),
                "the text goes after that line, counted from 1",
            )
        })?;
    Insert {
        has_line_zero: false,
        ..Insert::lines(at, text)
    }
    .checked()
    .map(Action::Insert)
}

/// Appends text to an existing file.
pub fn append(text: Bytes) -> Result<Action, Malformed> {
    if text.is_empty() {
        return Err(Malformed::wrong(
            "old and new text are both empty",
            "give the text that should be there",
        ));
    }
    Ok(Action::Append(Append {
        text,
        must_exist: true,
    }))
}

/// With `insert_line` or `replace_all`, that tool requires an absolute path.
fn refuse_relative(object: &mut Object) -> Result<(), Malformed> {
    let Some((name, path)) = object.peek_path(super::fields::PATHS) else {
        return Ok(());
    };
    if std::path::Path::new(path).is_absolute() {
        return Ok(());
    }
    Err(Malformed::wrong(
        format!("`{name}` is `{path}`, which is not absolute"),
        "with `insert_line`, `replace_all` or an empty `old_text`, the path must start with `/`",
    ))
}

/// Several edits of a file. Each applies to the result of the previous one.
pub fn edits(fields: &mut Fields<'_>) -> Result<Asked, Refusals> {
    let manner = fields.manner()?;
    let edits = fields.object.list("edits")?;
    if edits.is_empty() {
        let hint = format!("give at least one, for example {}", fields.mode.example);
        let label = fields.object.label();
        return Err(Malformed::wrong(format!("`edits` of {label} is empty"), hint).into());
    }
    let field = fields.object.peek_path(super::fields::PATHS);
    let path = field.map(|(_, path)| path.to_owned());
    let actions = (1..).zip(edits).map(|(number, edit)| {
        let action = edit_of_list(edit, number, path.as_deref(), manner);
        action.map_err(|malformed| malformed.of_edit(number))
    });
    Ok(Asked::Actions(OneOrMore::<Malformed>::or_all(actions)?))
}

/// Edit `number` (1-based) in a list for the file `path`. The edit may name the same path.
fn edit_of_list(
    edit: Node,
    number: usize,
    path: Option<&str>,
    manner: Manner,
) -> Result<Action, Malformed> {
    let label = format!("edit {number}");
    let example = r#"{"old_string":"x","new_string":"y"}"#;
    let mut object = Object::new(&*label, edit.into_members(&label, example)?);
    let pair = PAIRS
        .iter()
        .find(|(old, new)| object.has(old) || object.has(new));
    let (old_name, new_name) = *pair.unwrap_or(&PAIRS[0]);
    let all_name = all_matches_field(old_name);
    while let Some((name, edit_path)) = object.peek_path(super::fields::PATHS) {
        if Some(edit_path) != path {
            return Err(Malformed::mixed(
                format!("`{name}` of {label} is `{edit_path}`, which is not the file of the list"),
                "for several files, send a list without a path next to it",
            ));
        }
        let field = name.to_owned();
        object.take(&field);
    }
    refuse_unknown_fields(&object, old_name, new_name, all_name)?;
    let old = needed_old_text(&mut object, old_name)?;
    let new = new_text(&mut object, new_name)?;
    let pick = pick_all(&mut object, all_name)?;
    if number == 1 && old_name == "old_string" && old.is_empty() && pick == Pick::Only {
        // Claude Code's MultiEdit creates a file like this.
        return Ok(Action::Create(Create::with_parents(new)));
    }
    replacement(old, new, pick, manner)
}

/// The field that selects all matches, for the old text in the field `old`.
fn all_matches_field(old: &str) -> &'static str {
    if old == "oldString" {
        "replaceAll"
    } else {
        "replace_all"
    }
}

fn refuse_unknown_fields(
    object: &Object,
    old: &str,
    new: &str,
    all: &str,
) -> Result<(), Malformed> {
    let known = [old, new, all];
    let Some(unknown) = object.names().find(|name| !known.contains(name)) else {
        return Ok(());
    };
    let label = object.label();
    let example = format!("{{\"{old}\":\"x\",\"{new}\":\"y\"}}");
    if is_foreign_anchor(unknown) {
        return Err(Malformed::wrong(
            format!(
                "`{unknown}` in {label} names lines in the way of another tool, and needs the fields of that tool"
            ),
            format!(
                "an edit is {example}, or one of the op `lines` with the hashes of a view with anchors"
            ),
        ));
    }
    let is_of_other_pair = PAIRS
        .iter()
        .any(|(old, new)| [*old, *new].contains(&unknown));
    if is_of_other_pair {
        return Err(Malformed::mixed(
            format!("`{unknown}` cannot be combined with `{old}` in {label}"),
            format!("an edit is {example}"),
        ));
    }
    Err(Malformed::wrong(
        format!("unknown field `{unknown}` in {label}"),
        format!("an edit is {example}, with `{all}` for every match"),
    ))
}

/// The dialect of a list of `edits`, by the field names of the first edit.
pub fn dialect_of_edits(members: &[(String, Node)]) -> Option<Dialect> {
    let Some(Node::Object(first)) = member_list(members, "edits")?.first() else {
        return None;
    };
    if has_member(first, "oldText") || has_member(first, "newText") {
        return Some(Dialect::Filesystem);
    }
    if has_member(first, "oldString") || has_member(first, "newString") {
        return Some(Dialect::ReplaceStrings);
    }
    Some(Dialect::EditList)
}
