//! `set` and `unset`: change the value of one key in the document's notation.
//!
//! A format has a [parser](format::Format::read), which returns a [tree](tree) whose nodes know their bytes, and a
//! [writer](format::Format::scalar) for single values. Line-based formats are [rows](dialect::TABLE) of a table.
//!
//! [Finding](find) a key, [changing](edit) the text and the [proof](document) are common to all formats. Only the
//! bytes of one entry change. The result is parsed again and must have the same meaning, except for that entry.

mod add;
mod dialect;
mod document;
mod edit;
mod find;
mod format;
mod json;
mod lines;
mod quoting;
mod remove;
mod scan;
mod style;
#[cfg(test)]
mod tests;
mod toml;
mod tree;
mod typed;
mod write;
mod yaml;
mod yaml_words;

use std::ops::Range;
use std::path::Path;

use bytes::Bytes;

use super::edits::Edits;
use super::replace::{sites, unchanged};
use super::{Resolution, Tier};
use crate::refusal::{KeyFault, Reason};
use crate::request::{KeyPart, KeyPath, NewValue, SetKey, is_number};
use crate::snapshot::Snapshot;
use crate::text::{self, LineRange, Span};
use add::{Addition, added};
use document::{Document, DocumentEdit, NewEntry};
use edit::{Change, ending_at, replaced};
use find::{Found, absent, closed_node, find as find_key, is_blank, merged, missing, typed_name};
use format::Format;
use lines::HeadingStart;
use remove::removed;
use tree::{Closed, Id, Kind, Layout, REPEATED, Value};
use typed::{OldValue, typed};

pub(super) use toml::headings as toml_headings;

/// The changes to a text, and their effect on the document.
type Planned = (Vec<Change>, DocumentEdit);

/// Applies `changes`, if their only effect on the document is `edit`.
fn proven(
    document: Document<'_>,
    (changes, edit): Planned,
    key: &KeyPath,
    now: &Snapshot,
) -> Result<Resolution, Reason> {
    let wanted = document.fingerprint(&edit);
    let is_strict = document.is_strict();
    let Document { format, tree, mark } = document;
    let text = tree.text;
    // Free the tree, so that a large document is not in memory as two trees.
    drop(tree);
    let mut after = String::with_capacity(text.len() + 64);
    let mut edits = Edits::new(now);
    let mut at = 0;
    let mut first = None;
    for change in changes {
        let span = Span::of_len(mark + change.span.start, change.span.len());
        if change.span.start < at {
            return Err(Reason::Overlap {
                lines: now.lines_of(span),
            });
        }
        let new = change.new.replace('\n', ending_at(text, change.span.start));
        after.push_str(&text[at..change.span.start]);
        after.push_str(&new);
        at = change.span.end;
        first.get_or_insert(span.start());
        edits.replace(span, Bytes::from(new));
    }
    after.push_str(&text[at..]);
    let is_proven = Document::parse(format, &after).is_ok_and(|after| {
        after.fingerprint(&DocumentEdit::Nothing) == wanted && (!is_strict || after.is_strict())
    });
    if !is_proven {
        return Err(refused(key, KeyFault::Unproven));
    }
    let place = first.map(Span::empty_at);
    Ok(Resolution::new(
        edits.finish()?,
        sites(now, Tier::Exact, place.into_iter()),
    ))
}

fn refused(key: &KeyPath, why: KeyFault) -> Reason {
    Reason::Key {
        key: key.to_string(),
        why,
    }
}

/// Parses the document `now` at `path`, and finds `key`.
fn looked_up<'t>(
    key: &KeyPath,
    path: &Path,
    now: &'t Snapshot,
) -> Result<(Document<'t>, Found), KeyFault> {
    let document = Document::read(path, Some(key), now)?;
    let found = find_key(&document, key)?;
    Ok((document, found))
}

/// Sets the key of `action` in the document `now` at `path`.
///
/// # Errors
/// `Key`, with the problem.
pub fn set(action: &SetKey, path: &Path, now: &Snapshot) -> Result<Resolution, Reason> {
    let fault = |why| refused(&action.key, why);
    let (document, found) = looked_up(&action.key, path, now).map_err(fault)?;
    if found.is_whole() {
        if let Some(planned) = replace(action, &document, &found, path).map_err(fault)? {
            return proven(document, planned, &action.key, now);
        }
        let span = document.span(&document.tree.node(found.node()).value.range());
        return Ok(unchanged(
            now,
            sites(now, Tier::Exact, std::iter::once(span)),
        ));
    }
    let planned = add(action, &document, &found, path).map_err(fault)?;
    proven(document, planned, &action.key, now)
}

/// Replaces the value of the key of `action`. `None` if it already has that value.
fn replace(
    action: &SetKey,
    document: &Document<'_>,
    found: &Found,
    path: &Path,
) -> Result<Option<Planned>, KeyFault> {
    let tree = &document.tree;
    let id = found.node();
    if let Some(why) = closed_node(document, id) {
        return Err(why);
    }
    let node = tree.node(id);
    let old = old_value(document, id, &action.value)?;
    let names = typed::Names::at(path, &find::names_of(document, &found.trail));
    let value = typed(document.format, &action.value, old, &names)?;
    // An explicit truth value is written in the form that all versions of YAML share.
    let is_forced = matches!(action.value, NewValue::Bool(_));
    let is_older = is_forced && yaml_words::is_older_truth(tree.raw_value(id));
    if document.is_value(id, &value) && !is_older {
        return Ok(None);
    }
    if node.kind.is_container() {
        let name = match node.layout {
            _ if tree.is_repeated(id) => Some(REPEATED),
            Layout::Dotted => Some("a table of dotted keys"),
            Layout::Lines => Some("a table or list of several lines"),
            Layout::Commas | Layout::Stream => None,
        };
        if let Some(name) = name {
            return Err(document.closed(name, id));
        }
    }
    let change = replaced(document, &found.trail, &value, !is_forced)?;
    Ok(Some((vec![change], DocumentEdit::Set(id, value))))
}

/// The existing value, whose type an untyped new value takes. For an alias, the value that it refers to.
fn old_value<'d>(
    document: &'d Document<'_>,
    id: Id,
    new: &NewValue,
) -> Result<Option<OldValue<'d>>, KeyFault> {
    let tree = &document.tree;
    let is_alias = tree.node(id).kind == Kind::Closed(Closed::Alias);
    let target = if is_alias { tree.target(id) } else { Some(id) };
    let Some(target) = target else {
        return Ok(None);
    };
    let kind = tree.node(target).kind;
    if !kind.is_container() {
        let raw = tree.said(target);
        return Ok(Some(OldValue { kind, raw }));
    }
    match new {
        NewValue::AsThere(_) if is_alias => Err(KeyFault::OtherType {
            there: "an alias of a table or list",
        }),
        NewValue::AsThere(_) => Err(KeyFault::OtherType { there: kind.noun() }),
        _ => Ok(None),
    }
}

/// The number that `action` would write for a new key, if the caller may have meant a string.
pub fn new_number(action: &SetKey, path: &Path, now: &Snapshot) -> Option<String> {
    let NewValue::AsThere(text) = &action.value else {
        return None;
    };
    if !action.creates || !is_number(text) {
        return None;
    }
    let (document, found) = looked_up(&action.key, path, now).ok()?;
    let mut names = find::names_of(&document, &found.trail);
    names.extend(found.rest.iter().map(|part| part.name.clone()));
    let names = typed::Names::at(path, &names);
    match typed(document.format, &action.value, None, &names) {
        Ok(Value::Number(number)) if !found.is_whole() => Some(number),
        _ => None,
    }
}

/// The parts of `found.rest` to add, without an index or `+` for a new element of the existing list.
fn new_parts<'f>(document: &Document<'_>, found: &'f Found) -> Result<&'f [KeyPart], KeyFault> {
    let id = found.node();
    let Some((first, behind)) = found.rest.split_first() else {
        return Ok(&[]);
    };
    if found.beside.is_some() {
        return Ok(behind);
    }
    let kind = document.tree.node(id).kind;
    if kind == Kind::List {
        let count = document.tree.children(id).count();
        if first.is_new() || first.index() == Some(count) {
            return Ok(behind);
        }
        return Err(document.closed("a list without such an element", id));
    }
    if !first.is_new() {
        return Ok(&found.rest);
    }
    if is_blank(document, id) {
        return Ok(behind);
    }
    Err(KeyFault::OtherType { there: "no list" })
}

/// Adds the key of `action`, which does not exist completely.
fn add(
    action: &SetKey,
    document: &Document<'_>,
    found: &Found,
    path: &Path,
) -> Result<Planned, KeyFault> {
    let tree = &document.tree;
    let id = found.node();
    let is_list = tree.node(id).kind == Kind::List;
    let is_appended = found.rest.first().is_some_and(KeyPart::is_new);
    let is_made = action.creates || is_appended && (is_list || found.beside.is_some());
    let is_merged = found.rest.len() > 1 && merged(document, id, &found.rest).is_some();
    if !is_made || is_merged {
        return Err(absent(document, found));
    }
    if tree.node(id).layout == Layout::Stream {
        return Err(document.closed(find::STREAM, id));
    }
    let dialect = document.format.dialect();
    let mut parts = new_parts(document, found)?.to_vec();
    let is_element = parts.len() < found.rest.len() && found.beside.is_none();
    if dialect.is_some() && parts.len() == 3 && parts[1].is_new() {
        // `Peer.+.Key` adds another section with that name.
        parts.remove(1);
    }
    let mut whole_path = find::names_of(document, &found.trail);
    whole_path.extend(parts.iter().map(|part| part.name.clone()));
    let mut typed_names = typed::Names::at(path, &whole_path);
    typed_names.is_among_texts = is_list
        && tree.children(id).next().is_some()
        && tree
            .children(id)
            .all(|child| tree.node(child).kind == Kind::Text);
    let mut value = typed(document.format, &action.value, None, &typed_names)?;
    let mut names: Vec<String> = Vec::new();
    names.extend(found.beside.map(|beside| tree.name(beside).to_owned()));
    // Leading names, and then the contents of the list that the first `+` or `0` creates.
    let is_element_part =
        |part: &KeyPart| part.is_new() || part.index() == Some(0) && dialect.is_none();
    let mut split = parts
        .iter()
        .position(is_element_part)
        .unwrap_or(parts.len());
    if is_element {
        split = 0;
    }
    for part in parts[split..].iter().rev() {
        value = if is_element_part(part) {
            Value::List(vec![value])
        } else {
            Value::Map(vec![(part.name.clone(), value)])
        };
    }
    names.extend(parts[..split].iter().map(|part| part.name.clone()));
    let addition = Addition {
        trail: &found.trail,
        beside: found.beside,
        names: &names,
        value: &value,
    };
    let changes = added(document, &addition)?;
    Ok((changes, edit_of(document, &addition)))
}

/// The effect of `new` on the document.
fn edit_of(document: &Document<'_>, new: &Addition<'_>) -> DocumentEdit {
    let id = new.container();
    if is_blank(document, id) {
        return DocumentEdit::Set(id, new.alone());
    }
    let entry = NewEntry {
        after: new.beside,
        name: new.names.first().cloned().unwrap_or_default(),
        value: new.whole(),
    };
    DocumentEdit::Added(id, entry)
}

/// Deletes `key` in the document `now` at `path`.
///
/// # Errors
/// `Key`, with the problem.
pub fn unset(key: &KeyPath, path: &Path, now: &Snapshot) -> Result<Resolution, Reason> {
    let fault = |why| refused(key, why);
    let (document, found) = looked_up(key, path, now).map_err(fault)?;
    if !found.is_whole() {
        return Err(fault(absent(&document, &found)));
    }
    let changes = removed(&document, &found.trail).map_err(fault)?;
    let edit = document.removal(&found.trail);
    proven(document, (changes, edit), key, now)
}

/// True if `key` refers to a list element in the document `now` at `path`, and not to something inside an element.
pub fn is_element(key: &KeyPath, path: &Path, now: &Snapshot) -> bool {
    let last = key.parts.len().saturating_sub(1);
    has_index_at(last..key.parts.len(), key, path, now)
}

/// True if `key` refers to a list element in the document `now` at `path`, or to something inside an element.
pub fn counts_elements(key: &KeyPath, path: &Path, now: &Snapshot) -> bool {
    has_index_at(0..key.parts.len(), key, path, now)
}

/// True if a part of `key` in `range` is an index, and not a name that looks like an index.
fn has_index_at(range: Range<usize>, key: &KeyPath, path: &Path, now: &Snapshot) -> bool {
    if !key.parts[range.clone()]
        .iter()
        .any(|part| part.index().is_some())
    {
        return false;
    }
    let Ok((document, found)) = looked_up(key, path, now) else {
        return false;
    };
    let tree = &document.tree;
    for at in range {
        let part = &key.parts[at];
        let is_index = match document.format.dialect() {
            _ if part.index().is_none() => false,
            None => {
                let parent = found.trail.get(at);
                parent.is_some_and(|&parent| tree.node(parent).kind == Kind::List)
            }
            // Names of entries and sections may contain dots.
            Some(_) => found
                .trail
                .iter()
                .all(|&id| tree.name(id).rsplit('.').next() != Some(&part.name)),
        };
        if is_index {
            return true;
        }
    }
    false
}

/// Adjusts the indices of `key` to the elements `deleted`. Each deleted element has its original lines.
///
/// # Errors
/// `Overlap` if `key` refers to a deleted element.
pub(super) fn recounted(
    key: &KeyPath,
    deleted: &[(KeyPath, LineRange)],
    path: &Path,
) -> Result<KeyPath, Reason> {
    let dialect = match &key.dialect {
        Some(name) => Format::named(name).ok().and_then(Format::dialect),
        None => dialect::of_file(path),
    };
    let mut now = key.clone();
    for (at, part) in key.parts.iter().enumerate() {
        let Some(index) = part.index() else {
            continue;
        };
        let mut gone_before = 0;
        for (gone, lines) in deleted {
            let Some((element, list)) = gone.parts.split_last() else {
                continue;
            };
            if !find::is_same_place(dialect, list, &key.parts[..at]) {
                continue;
            }
            if element.index() == Some(index) {
                return Err(Reason::Overlap { lines: *lines });
            }
            if element.index() < Some(index) {
                gone_before += 1;
            }
        }
        if gone_before > 0 {
            now.parts[at].name = (index - gone_before).to_string();
        }
    }
    Ok(now)
}

#[derive(Clone, Debug)]
pub(super) struct KeyEntry {
    /// The key in a form that can be typed.
    pub name: String,
    /// The last name of the key in a form that can be typed.
    pub own_name: String,
    /// The number of preceding names.
    pub level: usize,
    /// The type of the value.
    pub kind: &'static str,
    /// The bytes of the entry.
    pub span: Span,
}

/// True if the file name shows a document format with keys.
pub(super) fn is_document(path: &Path) -> bool {
    Format::of_file(path).is_some()
}

/// True if the file name shows a line-based format with sections.
pub(super) fn has_sections(path: &Path) -> bool {
    dialect::of_file(path).is_some_and(|dialect| dialect.sections != dialect::Sections::None)
}

/// True if an indented line continues the value above, even if the line is in brackets.
pub(super) fn joins_deeper_lines(path: &Path) -> bool {
    dialect::of_file(path).is_some_and(|dialect| dialect.continues == dialect::Continues::Deeper)
}

/// The headings of `text`, the line-based file at `path`, and the end of the last value that a backslash continues.
///
/// # Errors
/// `Key` for an indented line that programs read as a section or as a part of a value, a bare carriage return, or a
/// value that continues after the last line.
pub(super) fn section_headings(
    path: &Path,
    text: &[u8],
) -> Result<(Vec<HeadingStart>, usize), Reason> {
    let Some(dialect) = dialect::of_file(path) else {
        return Ok((Vec::new(), 0));
    };
    let body = text::without_bom(text);
    // Headings only depend on ASCII characters, so that any ASCII-compatible encoding works.
    let lossy: String;
    let readable = match std::str::from_utf8(body) {
        Ok(readable) => readable,
        Err(_) => {
            lossy = body
                .iter()
                .map(|&byte| if byte.is_ascii() { byte as char } else { '?' })
                .collect();
            &lossy
        }
    };
    let found = lines::headings(dialect, readable).map_err(|fault| Reason::Key {
        key: String::new(),
        why: KeyFault::Unread {
            format: dialect.title,
            line: document::line_at(body, fault.at),
            problem: fault.problem,
            is_of_lines: false,
        },
    })?;
    let (mut headings, mut continued_end) = found;
    let mark = text.len() - body.len();
    for heading in &mut headings {
        heading.at += mark;
        heading.continued_end += mark;
    }
    continued_end += mark;
    Ok((headings, continued_end))
}

/// The entries of the document `now` at `path`, except list elements without children.
///
/// # Errors
/// `Key` for a malformed document.
pub(super) fn entries(path: &Path, now: &Snapshot) -> Result<Vec<KeyEntry>, Reason> {
    let key = String::new();
    let document = Document::read(path, None, now).map_err(|why| Reason::Key { key, why })?;
    let tree = &document.tree;
    let mut found = Vec::new();
    let mut open: Vec<(Id, Vec<String>)> = vec![(tree.root(), Vec::new())];
    while let Some((parent, above)) = open.pop() {
        let is_list = tree.node(parent).kind == Kind::List;
        if !tree.node(parent).kind.is_container() || tree.node(parent).is_anchored {
            continue;
        }
        for (index, id) in tree.children(parent).enumerate() {
            let node = tree.node(id);
            if is_list && !node.kind.is_container() {
                continue;
            }
            let name = if is_list {
                index.to_string()
            } else {
                tree.name(id).to_owned()
            };
            let names = [&above[..], std::slice::from_ref(&name)].concat();
            found.push(KeyEntry {
                name: typed_name(document.format, &names),
                own_name: typed_name(document.format, &[name]),
                level: above.len(),
                kind: if node.is_anchored {
                    REPEATED
                } else {
                    node.kind.word()
                },
                span: document.span(&node.entry()),
            });
            open.push((id, names));
        }
    }
    Ok(found)
}

#[derive(Clone, Debug)]
pub(super) struct KeyPlace {
    /// The bytes of the entry.
    pub entry: Span,
    /// The decoded content of a string. Any other value as it is written.
    pub value: String,
}

/// Finds `key` in the document `now` at `path`.
///
/// # Errors
/// `Key`, with the problem.
pub(super) fn find(key: &KeyPath, path: &Path, now: &Snapshot) -> Result<KeyPlace, Reason> {
    let (document, found) = looked_up(key, path, now).map_err(|why| refused(key, why))?;
    if !found.is_whole() || found.trail.len() < 2 {
        return Err(refused(key, missing(&document, &found)));
    }
    let id = found.node();
    let node = document.tree.node(id);
    Ok(KeyPlace {
        entry: document.span(&node.entry()),
        value: match node.kind {
            Kind::Text if !node.is_anchored => document.tree.said(id).to_owned(),
            _ => document.tree.raw_value(id).trim_end().to_owned(),
        },
    })
}

/// The value of `key` in the document `now` at `path`, and its lines.
///
/// # Errors
/// `Key`, with the problem.
pub fn value_of(key: &KeyPath, path: &Path, now: &Snapshot) -> Result<(String, LineRange), Reason> {
    let place = find(key, path, now)?;
    Ok((place.value, now.lines_of(place.entry)))
}

/// The effect of a text edit on the entry of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryEdit {
    /// Text is inserted next to the entry.
    Beside,
    /// The value of the entry changes.
    Changed,
    /// The entry is deleted.
    Removed,
}

/// True if `after` is a valid document, and differs from `before` only by the effect of `edit` on the entry of `key`.
pub(super) fn is_kept(
    key: &KeyPath,
    edit: EntryEdit,
    path: &Path,
    before: &Snapshot,
    after: &Snapshot,
) -> bool {
    let [Ok(before), Ok(after)] = [before, after].map(|now| Document::read(path, Some(key), now))
    else {
        return false;
    };
    if before.is_strict() && !after.is_strict() {
        return false;
    }
    if edit == EntryEdit::Beside {
        return after.has_all_of(after.tree.root(), &before, before.tree.root());
    }
    let Ok(old) = find_key(&before, key) else {
        return false;
    };
    if !old.is_whole() {
        return false;
    }
    if edit == EntryEdit::Removed {
        let wanted = before.fingerprint(&before.removal(&old.trail));
        return after.fingerprint(&DocumentEdit::Nothing) == wanted;
    }
    find_key(&after, key).is_ok_and(|new| {
        new.is_whole()
            && after.fingerprint(&DocumentEdit::Changed(new.node()))
                == before.fingerprint(&DocumentEdit::Changed(old.node()))
    })
}
