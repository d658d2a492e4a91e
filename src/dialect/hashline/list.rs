//! The JSON forms: a list `edits` of objects that identify lines by anchors, in the vocabulary of each tool.
//!
//! ```text
//! {"set_line": {"anchor": "12:a3", "new_text": "x"}}                 also {"op": "set_line", "anchor": ...}
//! {"replace_lines": {"start_anchor": ..., "end_anchor": ..., "new_text": ...}}
//! {"insert_after": {"anchor": ..., "text": ...}}
//! {"op": "replace", "pos": "12#ZP", "end": "14#MQ", "lines": ["x"]}  also "append" and "prepend"
//! ["szJ", "kQm", "x"]
//! ```

use bytes::Bytes;

use super::anchor::{anchor, hash_anchor};
use super::place::Place;
use crate::dialect::fields::PATHS;
use crate::dialect::members::{has_member, member_list, member_text};
use crate::refusal::Refusals;
use crate::request::json::{self, ENVELOPE, Node, Object};
use crate::request::{Malformed, OneOrMore, Options, Request, ShortAnchor, Step};

/// The operations of the oldest form, which are also member names.
const LINE_OPERATIONS: [&str; 3] = ["set_line", "replace_lines", "insert_after"];

const EXAMPLE: &str =
    r#"{"path":"a.txt","edits":[{"op":"replace","pos":"12#ZP","end":"14#MQ","lines":["x"]}]}"#;

/// True if the members contain a list of such edits.
pub fn is_list(members: &[(String, Node)]) -> bool {
    match member_list(members, "edits") {
        Some(edits) => edits.iter().any(is_edit),
        None => false,
    }
}

fn is_edit(edit: &Node) -> bool {
    match edit {
        Node::Object(members) => {
            if LINE_OPERATIONS.iter().any(|word| has_member(members, word)) {
                return true;
            }
            if member_text(members, "op").is_some_and(|word| LINE_OPERATIONS.contains(&word)) {
                return true;
            }
            !has_member(members, "path")
                && (has_member(members, "pos") || has_member(members, "lines"))
        }
        Node::List(parts) => {
            parts.len() == 3 && parts.iter().all(|part| matches!(part, Node::Text(_)))
        }
        _ => false,
    }
}

/// The request of such a list.
///
/// # Errors
/// Every edit that cannot be read.
pub fn list(members: Vec<(String, Node)>, label: &str) -> Result<Request, Refusals> {
    let mut object = Object::new(label, members);
    let edits = object.list("edits")?;
    let mut terms = json::terms(&mut object)?;
    terms.words = terms.words.with(Options::Fields);
    let hash = object.hash("expect_hash")?;
    let (path_field, path) = match object.peek_path(PATHS) {
        Some((name, path)) => (name.to_owned(), std::path::PathBuf::from(path)),
        None => {
            return Err(object
                .missing("path", format!("for example {EXAMPLE}"))
                .into());
        }
    };
    object.take(&path_field);
    if let Some(name) = object.names().next() {
        let what = format!("unknown field `{name}` next to `edits` in {label}");
        let hint = format!(
            "next to `edits`, the fields are `path` and {}",
            ENVELOPE.join(", ")
        );
        return Err(Malformed::wrong(what, hint).into());
    }
    let steps = (1..).zip(edits).map(|(number, edit)| {
        let (place, text) =
            read_edit(edit, number).map_err(|malformed| malformed.of_edit(number))?;
        Ok::<_, Malformed>(Step {
            expect_hash: hash.clone(),
            ..place.step(path.clone(), None, text)
        })
    });
    let steps = OneOrMore::<Malformed>::or_all(steps)?;
    Ok(Request::from(steps).under(terms))
}

/// The place and the new text of edit `number`.
fn read_edit(edit: Node, number: usize) -> Result<(Place, Bytes), Malformed> {
    let label = format!("edit {number}");
    if let Node::List(parts) = edit {
        return read_triple(parts, &label);
    }
    let mut members = edit.into_members(&label, EXAMPLE)?;
    if let [(word, inside @ Node::Object(_))] = &mut members[..]
        && LINE_OPERATIONS.contains(&word.as_str())
    {
        let operation = ("op".to_owned(), Node::Text(std::mem::take(word)));
        members = std::mem::replace(inside, Node::Null).into_members(&label, EXAMPLE)?;
        members.push(operation);
    }
    let mut object = Object::new(&*label, members);
    let word = object.word("op")?.unwrap_or_default();
    let (place, text) = read_operation(&word, &mut object)?;
    if let Some(name) = object.names().next() {
        let what = format!("`{name}` cannot be combined with `{word}` in {label}");
        return Err(Malformed::wrong(what, format!("for example {EXAMPLE}")));
    }
    if text.is_empty() && !matches!(place, Place::Lines(..)) {
        let what = format!("{label} inserts nothing");
        return Err(Malformed::wrong(
            what,
            "give the lines that should be there",
        ));
    }
    Ok((place, text))
}

/// The place and the new text of the operation `word` with the other fields of `object`.
fn read_operation(word: &str, object: &mut Object) -> Result<(Place, Bytes), Malformed> {
    Ok(match word {
        "set_line" => {
            let line = needed_anchor(object, "anchor")?;
            (Place::Lines(line.clone(), line), new_text(object)?)
        }
        "replace_lines" => {
            let first = needed_anchor(object, "start_anchor")?;
            let last = needed_anchor(object, "end_anchor")?;
            (Place::Lines(first, last), new_text(object)?)
        }
        "insert_after" => {
            let line = needed_anchor(object, "anchor")?;
            (Place::After(line), or_blank_line(new_text(object)?))
        }
        "replace" => {
            let first = needed_anchor(object, "pos")?;
            let last = optional_anchor(object, "end")?.unwrap_or_else(|| first.clone());
            (Place::Lines(first, last), lines_text(object)?)
        }
        "append" => {
            let place = optional_anchor(object, "pos")?.map_or(Place::End, Place::After);
            (place, lines_text(object)?)
        }
        "prepend" => {
            let place = optional_anchor(object, "pos")?.map_or(Place::Start, Place::Before);
            (place, lines_text(object)?)
        }
        _ => {
            return Err(Malformed::wrong(
                format!("{} is not an edit of lines by anchors", object.label()),
                format!(
                    "`op` is replace, append, prepend, {}, for example {EXAMPLE}; edits by text are a list of their own",
                    LINE_OPERATIONS.join(", ")
                ),
            ));
        }
    })
}

/// `[FIRST, LAST, TEXT]`, with hashes that identify a line without a number.
fn read_triple(parts: Vec<Node>, label: &str) -> Result<(Place, Bytes), Malformed> {
    let texts = parts.into_iter().filter_map(|part| match part {
        Node::Text(text) => Some(text),
        _ => None,
    });
    if let Ok([first, last, text]) = <[String; 3]>::try_from(texts.collect::<Vec<_>>())
        && let Some(first) = hash_anchor(&first)
        && let Some(last) = hash_anchor(&last)
    {
        return Ok((Place::Lines(first, last), text.into()));
    }
    Err(Malformed::wrong(
        format!("{label} does not name its lines by hashes of three characters"),
        r#"an edit is ["FIRST","LAST","the new text"]"#,
    ))
}

/// The anchor in the field `name`, if the field is present.
fn optional_anchor(object: &mut Object, name: &str) -> Result<Option<ShortAnchor>, Malformed> {
    let Some(text) = object.word(name)? else {
        return Ok(None);
    };
    let Some(anchor) = anchor(&text) else {
        return Err(Malformed::wrong(
            format!(
                "`{name}` of {} is `{text}`, which is not an anchor",
                object.label()
            ),
            "an anchor is a line number and a hash: `12:a3`, `12#ZP`",
        ));
    };
    Ok(Some(anchor))
}

fn needed_anchor(object: &mut Object, name: &str) -> Result<ShortAnchor, Malformed> {
    let anchor = optional_anchor(object, name)?;
    anchor.ok_or_else(|| object.missing(name, format!("for example {EXAMPLE}")))
}

/// The value of `new_text`, or of `text` in some calls.
fn new_text(object: &mut Object) -> Result<Bytes, Malformed> {
    let name = if object.has("text") && !object.has("new_text") {
        "text"
    } else {
        "new_text"
    };
    object.needed_text(
        name,
        "`new_text` is the new content; an empty one deletes the lines",
    )
}

/// Inserting an empty text inserts a blank line.
fn or_blank_line(text: Bytes) -> Bytes {
    if text.is_empty() {
        Bytes::from_static(b"\n")
    } else {
        text
    }
}

/// The lines in `lines`: a list of lines, a string with one or more lines, or `null` for no lines.
fn lines_text(object: &mut Object) -> Result<Bytes, Malformed> {
    if !object.names().any(|name| name == "lines") {
        let hint = "`lines` is a list of lines; an empty one deletes";
        return Err(object.missing("lines", hint));
    }
    let lines = object.words("lines")?;
    let mut text = lines.join("\n");
    if !lines.is_empty() {
        text.push('\n');
    }
    Ok(text.into())
}
