//! `set` and `unset`: the value of one key of a document, in the document's own notation.
//!
//! A format is a [reader](format::Format::read) that gives a [tree](tree) whose nodes know their bytes, and a
//! [writer](format::Format::scalar) of one value. The notations with an entry on each line are [rows](dialect::TABLE) of
//! one table. [Finding](find) a key, [changing](edit) the text and the [proof](document) are written once: only the bytes
//! of one entry change, and the result is read again and must say what the document said, but for that entry.

mod dialect;
mod document;
mod edit;
mod find;
mod format;
mod json;
mod lines;
mod quoting;
#[cfg(test)]
mod tests;
mod toml;
mod tree;
mod typed;
mod write;
mod yaml;
mod yaml_words;

use std::path::Path;

use bytes::Bytes;

use super::edits::Edits;
use super::replace::{sites, unchanged};
use super::{Resolution, Tier};
use crate::refusal::{KeyFault, Reason};
use crate::request::{KeyPart, KeyPath, NewValue, SetKey, is_number};
use crate::snapshot::Snapshot;
use crate::text::{LineRange, Span};
use document::{Document, DocumentEdit, Proof};
use edit::{Addition, Change, added, ending_at, removed, replaced};
use find::{Found, absent, closed_node, find as find_key, is_blank, merged, missing, typed_name};
use format::Format;
use tree::{Closed, Id, Kind, Layout, REPEATED, Value};
use typed::{OldValue, typed};

fn refused(key: &KeyPath, why: KeyFault) -> Reason {
    Reason::Key {
        key: key.to_string(),
        why,
    }
}

/// The change set of `changes`, if the document then says what it says now, but for `edit` at the end of `trail`.
fn proven(
    document: Document<'_>,
    changes: Vec<Change>,
    trail: &[Id],
    edit: DocumentEdit<'_>,
    key: &KeyPath,
    now: &Snapshot,
) -> Result<Resolution, Reason> {
    let proof = Proof::new(&document, trail, edit);
    let Document { format, tree, mark } = document;
    let text = tree.text;
    // Before the document is read again.
    drop(tree);
    let mut after = String::with_capacity(text.len() + 64);
    let mut edits = Edits::of(now);
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
    let is_proven = Document::of(format, &after).is_ok_and(|after| proof.holds(&after));
    if !is_proven {
        return Err(refused(key, KeyFault::Unproven));
    }
    Ok(Resolution {
        changes: edits.finish()?,
        sites: sites(now, Tier::Exact, first.map(Span::empty_at).into_iter()).into(),
        hunks: Vec::new(),
    })
}

/// Gives the key of `action` its value in the document `now` at `path`.
///
/// # Errors
/// `Key`, with the fault.
pub fn set(action: &SetKey, path: &Path, now: &Snapshot) -> Result<Resolution, Reason> {
    let fault = |why| refused(&action.key, why);
    let document = Document::read(path, Some(&action.key), now).map_err(fault)?;
    let found = find_key(&document, &action.key).map_err(fault)?;
    if !found.rest.is_empty() || found.beside.is_some() {
        return add(action, document, &found, path, now);
    }
    let tree = &document.tree;
    let id = found.node();
    if let Some(why) = closed_node(&document, id) {
        return Err(fault(why));
    }
    let node = tree.node(id);
    let raw = tree.raw(node.value);
    let old = old_value(&document, id, &action.value).map_err(fault)?;
    let names = typed::Names::of(path, &find::names_of(&document, &found.trail));
    let value = typed(document.format, &action.value, old, &names).map_err(fault)?;
    // A truth value that is asked for as such is written as every version of YAML has it.
    let is_forced = matches!(action.value, NewValue::Bool(_));
    if tree.is_value(id, &value) && !(is_forced && yaml_words::is_older_truth(raw)) {
        let span = document.span(&node.value.range());
        return Ok(unchanged(
            now,
            sites(now, Tier::Exact, std::iter::once(span)),
        ));
    }
    if node.kind.is_container() {
        if tree.is_repeated(id) {
            return Err(fault(document.closed(REPEATED, id)));
        }
        match node.layout {
            Layout::Dotted => return Err(fault(document.closed("a table of dotted keys", id))),
            Layout::Lines => {
                return Err(fault(
                    document.closed("a table or list of several lines", id),
                ));
            }
            Layout::Commas | Layout::Stream => {}
        }
    }
    let change = replaced(&document, &found.trail, &value, !is_forced).map_err(fault)?;
    proven(
        document,
        vec![change],
        &found.trail,
        DocumentEdit::Set(&value),
        &action.key,
        now,
    )
}

/// The value that is there, whose type an untyped new one takes; that of an alias is what it stands for.
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
    if kind.is_container() {
        return match (new, is_alias) {
            (NewValue::AsThere(_), true) => Err(KeyFault::OtherType {
                there: "an alias of a table or list",
            }),
            (NewValue::AsThere(_), false) => Err(KeyFault::OtherType { there: kind.noun() }),
            _ => Ok(None),
        };
    }
    Ok(Some(OldValue {
        kind,
        raw: tree.said(target),
    }))
}

/// The number that `action` would write for a key that is not there, though it may be meant as a text.
pub fn new_number(action: &SetKey, path: &Path, now: &Snapshot) -> Option<String> {
    let NewValue::AsThere(text) = &action.value else {
        return None;
    };
    if !action.creates || !is_number(text) {
        return None;
    }
    let document = Document::read(path, Some(&action.key), now).ok()?;
    let found = find_key(&document, &action.key).ok()?;
    let mut names = find::names_of(&document, &found.trail);
    names.extend(found.rest.iter().map(|part| part.name.clone()));
    let value = typed(
        document.format,
        &action.value,
        None,
        &typed::Names::of(path, &names),
    );
    let is_number = matches!(value, Ok(Value::Number(_)));
    (is_number && !found.rest.is_empty()).then(|| text.clone())
}

/// Adds the key of `action`, whose rest is not there.
fn add(
    action: &SetKey,
    document: Document<'_>,
    found: &Found,
    path: &Path,
    now: &Snapshot,
) -> Result<Resolution, Reason> {
    let fault = |why| refused(&action.key, why);
    let tree = &document.tree;
    let id = found.node();
    let is_list = tree.node(id).kind == Kind::List;
    let is_appended = found.rest.first().is_some_and(KeyPart::is_new);
    let is_made = action.creates || is_appended && (is_list || found.beside.is_some());
    let is_through_merge = found.rest.len() > 1 && merged(&document, id, &found.rest).is_some();
    if !is_made || is_through_merge {
        return Err(fault(absent(&document, found)));
    }
    let node = tree.node(id);
    if node.layout == Layout::Stream {
        return Err(fault(document.closed(find::STREAM, id)));
    }
    let mut rest = &found.rest[..];
    let mut names: Vec<String> = Vec::new();
    if let Some(beside) = found.beside {
        names.push(tree.name(beside).to_owned());
        rest = &rest[1..];
    } else if is_list {
        let count = tree.children(id).count();
        if !is_appended && rest[0].index() != Some(count) {
            return Err(fault(document.closed("a list without such an element", id)));
        }
        rest = &rest[1..];
    } else if is_appended && !is_blank(&document, id) {
        return Err(fault(KeyFault::OtherType { there: "no list" }));
    } else if is_appended {
        rest = &rest[1..];
    }
    let is_element = names.is_empty() && rest.len() < found.rest.len();
    // `Peer.+.Key`: another section of that name.
    let section_rest;
    if let (Some(_), [section, plus, name]) = (document.format.dialect(), rest)
        && plus.is_new()
    {
        section_rest = [section.clone(), name.clone()];
        rest = &section_rest;
    }
    let mut whole_path = find::names_of(&document, &found.trail);
    whole_path.extend(rest.iter().map(|part| part.name.clone()));
    let mut typed_names = typed::Names::of(path, &whole_path);
    typed_names.is_among_texts = is_list
        && tree.children(id).next().is_some()
        && tree
            .children(id)
            .all(|child| tree.node(child).kind == Kind::Text);
    let value = typed(document.format, &action.value, None, &typed_names).map_err(fault)?;
    // Names, then what is in the list that the first `+` or `0` makes.
    let is_element_part = |part: &KeyPart| {
        part.is_new() || part.index() == Some(0) && document.format.dialect().is_none()
    };
    let split = rest.iter().position(is_element_part).unwrap_or(rest.len());
    let (heads, inner) = rest.split_at(if is_element { 0 } else { split });
    let mut value = value;
    for part in inner.iter().rev() {
        value = if is_element_part(part) {
            Value::List(vec![value])
        } else {
            Value::Map(vec![(part.name.clone(), value)])
        };
    }
    names.extend(heads.iter().map(|part| part.name.clone()));
    let addition = Addition {
        trail: &found.trail,
        beside: found.beside,
        names: &names,
        value: &value,
    };
    let changes = added(&document, &addition).map_err(fault)?;
    let whole = addition.whole();
    let edit = DocumentEdit::Added(names.first().map(String::as_str), &whole);
    // A new section has a name of several parts.
    if let (Some(_), [section @ .., name]) = (document.format.dialect(), &names[..])
        && !section.is_empty()
    {
        let section = section.join(".");
        let section = match document.format.dialect() {
            Some(dialect) if dialect.quoting == dialect::Quoting::Git => {
                quoting::git_section(&section).into_owned()
            }
            _ => section,
        };
        let entries = Value::Map(vec![(name.clone(), value.clone())]);
        let edit = DocumentEdit::Added(Some(&section), &entries);
        return proven(document, changes, &found.trail, edit, &action.key, now);
    }
    proven(document, changes, &found.trail, edit, &action.key, now)
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

/// True if the file at `path` is a document with keys, by its name.
pub(super) fn is_document(path: &Path) -> bool {
    Format::of(path).is_some()
}

/// True if the file at `path` has sections with entries on lines, by its name.
pub(super) fn has_sections(path: &Path) -> bool {
    dialect::of_file(path).is_some_and(|dialect| dialect.sections != dialect::Sections::None)
}

/// True if an indented line goes on with the value above it, even one in brackets.
pub(super) fn joins_deeper_lines(path: &Path) -> bool {
    dialect::of_file(path).is_some_and(|dialect| dialect.continues == dialect::Continues::Deeper)
}

/// The entries of the document `now` at `path`, but the elements of lists that have no parts.
///
/// # Errors
/// `Key` for a text that is not of its format.
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

/// Where a key is: its entry, and the value in it.
#[derive(Clone, Debug)]
pub(super) struct KeyPlace {
    /// The bytes of the entry.
    pub entry: Span,
    /// A string as it is read, any other value as it is written.
    pub value: String,
}

/// The place of `key` in the document `now` at `path`.
///
/// # Errors
/// `Key`, with the fault.
pub(super) fn find(key: &KeyPath, path: &Path, now: &Snapshot) -> Result<KeyPlace, Reason> {
    let fault = |why| refused(key, why);
    let document = Document::read(path, Some(key), now).map_err(fault)?;
    let found = find_key(&document, key).map_err(fault)?;
    if !found.rest.is_empty() || found.trail.len() < 2 {
        return Err(fault(missing(&document, &found)));
    }
    let id = found.node();
    let node = document.tree.node(id);
    Ok(KeyPlace {
        entry: document.span(&node.entry()),
        value: match node.kind {
            Kind::Text if !node.is_anchored => document.tree.said(id).to_owned(),
            _ => document.tree.raw(node.value).trim_end().to_owned(),
        },
    })
}

/// The value of `key` in the document `now` at `path`, and its lines.
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

/// True if `after` is a document as `before`, the one at `path`, is, and says the same but for what `edit` does to the
/// entry of `key`.
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
    let trail = |document: &Document<'_>| {
        let found = find_key(document, key).ok()?;
        found.rest.is_empty().then_some(found.trail)
    };
    match (edit, trail(&before)) {
        (EntryEdit::Beside, _) => {
            let is_strict = after.is_strict() || !before.is_strict();
            is_strict && after.has_all_of(after.tree.root(), &before, before.tree.root())
        }
        (EntryEdit::Changed, Some(old)) => {
            trail(&after).is_some()
                && Proof::new(&before, &old, DocumentEdit::Changed).holds(&after)
        }
        (EntryEdit::Removed, Some(old)) => {
            Proof::new(&before, &old, DocumentEdit::Removed).holds(&after)
        }
        (_, None) => false,
    }
}

/// Deletes `key` in the document `now` at `path`.
///
/// # Errors
/// `Key`, with the fault.
pub fn unset(key: &KeyPath, path: &Path, now: &Snapshot) -> Result<Resolution, Reason> {
    let fault = |why| refused(key, why);
    let document = Document::read(path, Some(key), now).map_err(fault)?;
    let found = find_key(&document, key).map_err(fault)?;
    if !found.rest.is_empty() {
        return Err(fault(absent(&document, &found)));
    }
    let changes = removed(&document, &found.trail).map_err(fault)?;
    proven(
        document,
        changes,
        &found.trail,
        DocumentEdit::Removed,
        key,
        now,
    )
}
