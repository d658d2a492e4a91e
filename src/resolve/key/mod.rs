//! `set` and `unset`: the value of one key of a document, in the document's own notation.
//!
//! A reader for each format gives a [tree](tree) whose nodes know their bytes. Only the bytes of one value, or of one
//! entry, change. What comes of it is read again: it must say what the document said, but for that one value.

#[cfg_attr(not(feature = "syntax"), allow(dead_code))]
mod block;
mod document;
mod format;
mod json;
mod lines;
mod spelling;
mod toml;
mod tree;
#[cfg(feature = "syntax")]
mod yaml;
mod yaml_words;
#[cfg(not(feature = "syntax"))]
mod yaml {
    //! Without grammars there is no YAML.

    /// None can be read.
    pub(super) fn read(_: &str) -> Result<super::tree::Node, super::format::Unread> {
        Err(super::format::Unread {
            at: 0,
            problem: "this build reads no YAML".to_owned(),
        })
    }
}
mod place;

use std::path::Path;

use bytes::Bytes;

use super::edits::Edits;
use super::replace::{sites, unchanged};
use super::{Resolution, Tier};
use crate::refusal::{KeyFault, Reason};
use crate::request::{KeyPath, NewValue, SetKey, is_number, nearest};
use crate::snapshot::Snapshot;
use crate::text::{LineRange, Span};
use document::Document;
use format::Format;
use place::{Change, Walk, added, removed, walk};
use spelling::Place;
use tree::{ALIAS, Content, Node, REPEATED, Scalar, Value};

/// The change set of `changes`, if `document` then says what it says now, with `wanted` at `path`.
fn proven(
    document: &Document<'_>,
    changes: Vec<Change>,
    path: &[String],
    wanted: Option<Value>,
    now: &Snapshot,
) -> Result<Resolution, Reason> {
    let mut after = String::with_capacity(document.text.len() + 64);
    let mut edits = Edits::of(now);
    let mut at = 0;
    for change in &changes {
        let (start, end) = (change.span.start(), change.span.end());
        if start < at {
            return Err(Reason::Overlap {
                lines: now.lines_of(change.span),
            });
        }
        after.push_str(&document.text[at..start]);
        after.push_str(&change.new);
        at = end;
        edits.replace(
            Span::of_len(document.mark + start, end - start),
            Bytes::from(change.new.clone()),
        );
    }
    after.push_str(&document.text[at..]);
    let mut expected = Value::of(&document.root, document.text);
    expected.put(path, wanted.map(Value::sorted));
    let found = Document::of(document.format, &after).ok();
    let found = found.filter(|after| after.is_strict() || !document.is_strict());
    if found.map(|after| Value::of(&after.root, after.text)) != Some(expected) {
        return Err(refused(path, KeyFault::Unproven));
    }
    let place = changes.first().map_or(0, |change| change.span.start());
    let place = document.mark + place;
    let changes = edits.finish()?;
    Ok(Resolution {
        changes,
        sites: sites(now, Tier::Exact, std::iter::once(Span::empty_at(place))).into(),
        hunks: Vec::new(),
    })
}

fn refused(path: &[String], why: KeyFault) -> Reason {
    let key = KeyPath {
        parts: path.to_vec(),
        is_appended: path.is_empty(),
    };
    Reason::Key {
        key: key.to_string(),
        why,
    }
}

/// Gives the key of `action` its value in the document `now` at `path`.
///
/// # Errors
/// `Key`, with the fault.
pub fn set(action: &SetKey, path: &Path, now: &Snapshot) -> Result<Resolution, Reason> {
    let asked = &action.key.parts;
    let document = Document::read(path, now).map_err(|why| refused(asked, why))?;
    let found = walk(&document, &action.key).map_err(|why| refused(asked, why))?;
    let wanted = |old: Option<&Scalar>| typed(document.format, &action.value, old);
    let Walk {
        trail,
        node,
        path,
        rest,
    } = &found;
    if !rest.is_empty() {
        let fault = |why| refused(asked, why);
        let is_made = action.creates || action.key.is_appended;
        if !is_made || rest.len() > 1 && merged(&document, node, rest).is_some() {
            return Err(fault(absent(&document, node, path, rest)));
        }
        let value = wanted(None).map_err(fault)?;
        let changes = added(&document, node, path, rest, &value).map_err(fault)?;
        let whole = [&path[..], rest].concat();
        return proven(&document, changes, &whole, Some(value), now);
    }
    let fault = |why| refused(asked, why);
    let is_flow = trail
        .last()
        .is_some_and(|(container, _)| !container.entries().is_some_and(|all| all.has_lines));
    let (value, old) = match &node.content {
        Content::Closed(ALIAS) => {
            let there = aliased(&document, node, &action.value).map_err(fault)?;
            (wanted(there).map_err(fault)?, None)
        }
        Content::Closed(name) => return Err(fault(document.closed(name, node.span))),
        Content::Repeated(_) => return Err(fault(document.closed(REPEATED, node.span))),
        Content::Scalar(old) => (wanted(Some(old)).map_err(fault)?, Some(old)),
        Content::Map(entries) | Content::List(entries) => {
            if matches!(action.value, NewValue::AsThere(_)) {
                let there = match node.content {
                    Content::Map(_) => "a table",
                    _ => "a list",
                };
                return Err(fault(KeyFault::OtherType { there }));
            }
            let value = wanted(None).map_err(fault)?;
            if value.clone().sorted() == Value::of(node, document.text) {
                return Ok(already_so(now, &document, node.span));
            }
            if node.is_repeated() {
                return Err(fault(document.closed(REPEATED, node.span)));
            }
            let whole = match entries {
                _ if !entries.prefix.is_empty() => Some("a table of dotted keys"),
                _ if entries.has_lines => Some("a table or list of several lines"),
                _ => None,
            };
            if let Some(name) = whole {
                return Err(fault(document.closed(name, node.span)));
            }
            (value, None)
        }
    };
    let raw = &document.text[node.span.range()];
    // A truth value that is asked for as such is written as every version of YAML has it.
    let is_forced = matches!(action.value, NewValue::Bool(_));
    let is_so = |old: &Scalar| value == Value::Scalar(old.clone());
    if old.is_some_and(is_so) && !(is_forced && yaml_words::is_older_truth(raw)) {
        return Ok(already_so(now, &document, node.span));
    }
    let like = old.filter(|_| !raw.is_empty() && !is_forced);
    let like = Place {
        text: document.text,
        like: like.map(|_| node.span),
        is_flow,
    };
    let written = spelling::value(document.format, &value, like).map_err(fault)?;
    let change = place::replaced(&document, node.span, &written);
    proven(&document, vec![change], path, Some(value), now)
}

/// The value that the alias `node` stands for, whose type an untyped new one takes.
fn aliased<'n>(
    document: &'n Document<'_>,
    node: &Node,
    new: &NewValue,
) -> Result<Option<&'n Scalar>, KeyFault> {
    let there = place::anchored(document, node.span);
    match there.map(|there| &there.content) {
        Some(Content::Scalar(old)) => Ok(Some(old)),
        None => Ok(None),
        Some(_) if !matches!(new, NewValue::AsThere(_)) => Ok(None),
        Some(_) => Err(KeyFault::OtherType {
            there: "an alias of a table or list",
        }),
    }
}

/// An entry of a document.
#[derive(Clone, Debug)]
pub(super) struct KeyEntry {
    /// The key, as it can be typed.
    pub name: String,
    /// The last name of it, as it can be typed.
    pub own_name: String,
    /// How many names are before that.
    pub level: usize,
    /// The word for the type of its value.
    pub kind: &'static str,
    /// The bytes of the entry.
    pub span: Span,
}

/// Whether the file at `path` is a document with keys, by its name.
pub(super) fn is_document(path: &Path) -> bool {
    Format::of(path).is_some()
}

/// The entries of the document `now` at `path`. Of a list those are left out that have no parts.
///
/// # Errors
/// `Key` for a text that is no such document.
pub(super) fn entries(path: &Path, now: &Snapshot) -> Result<Vec<KeyEntry>, Reason> {
    let key = String::new();
    let document = Document::read(path, now).map_err(|why| Reason::Key { key, why })?;
    let mut found = Vec::new();
    let mut open: Vec<(&Node, Vec<String>)> = vec![(&document.root, Vec::new())];
    while let Some((node, above)) = open.pop() {
        let is_list = matches!(node.content, Content::List(_));
        for entry in node.entries().into_iter().flat_map(|entries| &entries.all) {
            if is_list && entry.value.entries().is_none() {
                continue;
            }
            let parts = [&above[..], std::slice::from_ref(&entry.name)].concat();
            found.push(KeyEntry {
                name: typed_name(document.format, &parts),
                own_name: typed_name(document.format, std::slice::from_ref(&entry.name)),
                level: above.len(),
                kind: entry.value.content.kind(),
                span: Span::of_len(document.mark + entry.span.start(), entry.span.len()),
            });
            open.push((&entry.value, parts));
        }
    }
    Ok(found)
}

/// Where a key is: its entry, and the value in it.
#[derive(Clone, Debug)]
pub(super) struct KeyPlace {
    /// The bytes of the entry.
    pub entry: Span,
    /// What the value says, if it has no parts; else how it is written.
    pub value: String,
}

/// The place of `key` in the document `now` at `path`.
///
/// # Errors
/// `Key`, with the fault.
pub(super) fn find(key: &KeyPath, path: &Path, now: &Snapshot) -> Result<KeyPlace, Reason> {
    let fault = |why| refused(&key.parts, why);
    let document = Document::read(path, now).map_err(fault)?;
    let found = walk(&document, key).map_err(fault)?;
    let entry = found.trail.last().filter(|_| found.rest.is_empty());
    let entry = entry.and_then(|(container, index)| container.entries()?.all.get(*index));
    let entry = entry.ok_or_else(|| {
        fault(missing(
            document.format,
            found.node,
            &found.path,
            &found.rest,
        ))
    })?;
    Ok(KeyPlace {
        entry: Span::of_len(document.mark + entry.span.start(), entry.span.len()),
        value: match &entry.value.content {
            Content::Scalar(Scalar::Text(text)) => text.clone(),
            _ => document.text[entry.value.span.range()]
                .trim_end()
                .to_owned(),
        },
    })
}

/// What the value of `key` says in the document `now` at `path`, and its lines.
///
/// # Errors
/// `Key`, with the fault.
pub fn value_of(key: &KeyPath, path: &Path, now: &Snapshot) -> Result<(String, LineRange), Reason> {
    let place = find(key, path, now)?;
    Ok((place.value, now.lines_of(place.entry)))
}

/// What an edit does to the entry of a key, by its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryEdit {
    /// Something goes in beside it.
    Beside,
    /// It gets another value.
    Changed,
    /// It goes.
    Removed,
}

/// Whether `after` is a document as `before`, the one at `path`, is, which says the same but for what `edit` does to the
/// entry of `key`.
pub(super) fn is_kept(
    key: &KeyPath,
    edit: EntryEdit,
    path: &Path,
    before: &Snapshot,
    after: &Snapshot,
) -> bool {
    let [Ok(before), Ok(after)] = [before, after].map(|now| Document::read(path, now)) else {
        return false;
    };
    let said = |document: &Document<'_>| Value::of(&document.root, document.text);
    let without = |document: &Document<'_>| {
        let found = walk(document, key).ok()?;
        let is_there = found.rest.is_empty();
        let mut value = said(document);
        value.put(&found.path, None);
        is_there.then_some(value)
    };
    let is_so = match edit {
        EntryEdit::Beside => said(&after).has_all_of(&said(&before)),
        EntryEdit::Changed => without(&before).is_some_and(|value| Some(value) == without(&after)),
        EntryEdit::Removed => without(&before) == Some(said(&after)),
    };
    is_so && (after.is_strict() || !before.is_strict())
}

/// Takes `key` out of the document `now` at `path`.
///
/// # Errors
/// `Key`, with the fault.
pub fn unset(key: &KeyPath, path: &Path, now: &Snapshot) -> Result<Resolution, Reason> {
    let asked = &key.parts;
    let fault = |why| refused(asked, why);
    let document = Document::read(path, now).map_err(fault)?;
    let Walk {
        trail,
        node,
        path,
        rest,
    } = walk(&document, key).map_err(fault)?;
    if !rest.is_empty() {
        return Err(fault(absent(&document, node, &path, &rest)));
    }
    let changes = removed(&document, &trail).map_err(fault)?;
    let changes = with_open_end(&document, changes);
    // A table of TOML without a heading is gone with the last one in it.
    let is_lone = |(table, _): &&(&Node, usize)| {
        let entries = table.entries();
        entries.is_some_and(|all| {
            all.has_lines && all.all.len() == 1 && all.end.is_none() && all.prefix.is_empty()
        })
    };
    let is_toml = document.format == Format::Toml;
    let gone = trail[1..].iter().rev().take_while(is_lone).count() * usize::from(is_toml);
    proven(&document, changes, &path[..path.len() - gone], None, now)
}

/// `changes`, which take something out, so that a last line without an ending leaves the one above it without one.
fn with_open_end(document: &Document<'_>, mut changes: Vec<Change>) -> Vec<Change> {
    let text = document.text;
    if let Some(last) = changes.last_mut()
        && last.span.end() == text.len()
        && last.new.is_empty()
        && !text.ends_with('\n')
    {
        let start = text[..last.span.start()]
            .trim_end_matches(['\r', '\n'])
            .len();
        last.span = Span::of_len(start, text.len() - start);
    }
    changes
}

fn already_so(now: &Snapshot, document: &Document<'_>, span: Span) -> Resolution {
    let span = Span::of_len(document.mark + span.start(), span.len());
    unchanged(now, sites(now, Tier::Exact, std::iter::once(span)))
}

/// Why `rest` is not in `node`, which is at `path`: it comes through `<<`, or is not there at all.
fn absent(document: &Document<'_>, node: &Node, path: &[String], rest: &[String]) -> KeyFault {
    match merged(document, node, rest) {
        Some(at) => document.closed("a key that comes through `<<`", at),
        None => missing(document.format, node, path, rest),
    }
}

/// The `<<` of `node` that `rest` may come through: its alias stands for a table that has the first name, or one of its own.
fn merged(document: &Document<'_>, node: &Node, rest: &[String]) -> Option<Span> {
    const MERGE: &str = "<<";
    let all = &node
        .entries()
        .filter(|_| document.format == Format::Yaml)?
        .all;
    let entry = all.iter().find(|entry| entry.name == MERGE)?;
    let aliases = match entry.value.entries() {
        Some(list) => list.all.iter().map(|one| one.value.span).collect(),
        None => vec![entry.value.span],
    };
    let may_have = |alias: &Span| {
        let table = place::anchored(document, *alias).and_then(|there| there.table());
        table.is_none_or(|table| {
            let mut names = table.all.iter().map(|entry| &entry.name);
            names.any(|name| name == MERGE || Some(name) == rest.first())
        })
    };
    aliases.iter().any(may_have).then_some(entry.span)
}

/// The key `parts` as it can be typed. Where tables have no depth, a dot in a name needs no quotes.
fn typed_name(format: Format, parts: &[String]) -> String {
    let is_flat = matches!(format, Format::Env | Format::Properties);
    match parts {
        [name] if is_flat && KeyPath::parse(name).is_ok_and(|key| key.parts.join(".") == *name) => {
            name.clone()
        }
        parts => KeyPath {
            parts: parts.to_vec(),
            is_appended: false,
        }
        .to_string(),
    }
}

/// The names in `node` that are most like the first of `rest`.
fn missing(format: Format, node: &Node, path: &[String], rest: &[String]) -> KeyFault {
    let names = || node.entries().into_iter().flat_map(|all| &all.all);
    let first = rest.first().map_or("", String::as_str);
    // An element of a list, or one of several documents, may have it.
    let has_first = |entry: &&tree::Entry| {
        let inside = entry.value.entries();
        inside.is_some_and(|inside| inside.all.iter().any(|one| one.name == first))
    };
    let is_list = matches!(node.content, Content::List(_));
    let inside = names().filter(|_| is_list).filter(has_first);
    let mut near: Vec<String> = inside
        .map(|entry| typed_name(format, &[entry.name.clone(), first.to_owned()]))
        .take(6)
        .collect();
    if near.is_empty() {
        let nearest = nearest(first, names().map(|entry| entry.name.as_str()));
        near.extend(nearest.map(|name| typed_name(format, &[name.to_owned()])));
    }
    if near.is_empty() {
        let typed = |entry: &tree::Entry| typed_name(format, std::slice::from_ref(&entry.name));
        near = names().map(typed).take(6).collect();
    }
    KeyFault::Missing {
        table: (!path.is_empty()).then(|| {
            let parts = path.to_vec();
            let is_appended = false;
            KeyPath { parts, is_appended }.to_string()
        }),
        near,
        is_makeable: !is_list || first == names().count().to_string(),
    }
}

/// The number `text` of the type that the number `there` of TOML has.
fn like_in_toml(text: &str, there: &str) -> Result<Scalar, KeyFault> {
    let has_fraction = |text: &str| text.contains(['.', 'e', 'E']);
    let is_whole = there.starts_with("0x")
        || !has_fraction(there) && !there.ends_with("inf") && !there.ends_with("nan");
    match (is_whole, has_fraction(text)) {
        (true, true) => Err(KeyFault::OtherType {
            there: "a whole number",
        }),
        (false, false) => Ok(Scalar::Number(format!("{text}.0"))),
        _ => Ok(Scalar::Number(text.to_owned())),
    }
}

/// The value that is meant: of the type that is `old`, unless one is said.
fn typed(format: Format, value: &NewValue, old: Option<&Scalar>) -> Result<Value, KeyFault> {
    let is_text_only = matches!(format, Format::Ini | Format::Env | Format::Properties);
    let scalar = match value {
        NewValue::Json(json) => return Ok(Value::of_json(json)),
        NewValue::Text(text) => Scalar::Text(text.clone()),
        NewValue::Number(text) if is_text_only => Scalar::Text(text.clone()),
        NewValue::Bool(truth) if is_text_only => Scalar::Text(truth.to_string()),
        NewValue::AsThere(text) if is_text_only => Scalar::Text(text.clone()),
        NewValue::Number(text) => Scalar::Number(text.clone()),
        NewValue::Bool(truth) => Scalar::Bool(*truth),
        NewValue::Null => Scalar::Null,
        NewValue::AsThere(text) => {
            let truth = match text.as_str() {
                "true" => Some(true),
                "false" => Some(false),
                _ => None,
            };
            let word = yaml_words::truth(text).filter(|_| format == Format::Yaml);
            let number = is_number(text).then(|| Scalar::Number(text.clone()));
            let same = |scalar: Option<Scalar>, there: &Scalar| {
                scalar.ok_or(KeyFault::OtherType {
                    there: there.kind(),
                })
            };
            match old {
                Some(Scalar::Text(_)) => Scalar::Text(text.clone()),
                Some(Scalar::Number(raw)) if format == Format::Toml && is_number(text) => {
                    like_in_toml(text, raw)?
                }
                Some(there @ Scalar::Number(_)) => same(number, there)?,
                Some(there @ Scalar::Bool(_)) => same(truth.or(word).map(Scalar::Bool), there)?,
                Some(Scalar::Time(_)) => {
                    if format == Format::Yaml && !yaml_words::is_disputed(text) {
                        let there = "what versions of YAML read differently";
                        return Err(KeyFault::OtherType { there });
                    }
                    Scalar::Time(text.clone())
                }
                None | Some(Scalar::Null) => match truth {
                    Some(truth) => Scalar::Bool(truth),
                    None => number.unwrap_or_else(|| Scalar::Text(text.clone())),
                },
            }
        }
    };
    Ok(Value::Scalar(scalar))
}
