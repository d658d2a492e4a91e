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

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

use bytes::Bytes;

use super::edits::Edits;
use super::replace::{sites, unchanged};
use super::{FileText, Resolution, Resolved, Tier};
use crate::refusal::{KeyFault, Reason};
use crate::request::{KeyPart, KeyPath, NewValue, SetKey, Value, is_number};
use crate::snapshot::Snapshot;
use crate::text::{self, LineRange, Span};
use add::{Addition, added};
use document::{Document, DocumentEdit, NewEntry};
use edit::{Change, ending_at, replaced};
use find::{
    Found, absent_fault, check_open, find as find_key, is_missing_value, merge_entry,
    missing_fault, typed_name,
};
use format::Format;
use lines::SectionHeadings;
use remove::removed;
use tree::{ANCHORED, Closed, Id, Kind, Layout};
use typed::{OldValue, TypeHints, typed};

pub(super) use toml::headings as toml_headings;

/// The changes to a text, in order, and their effect on the document.
struct KeyEdit {
    changes: Vec<Change>,
    effect: DocumentEdit,
}

/// Applies `edit`, if its changes have no other effect on the document.
fn apply_proven(document: Document<'_>, edit: KeyEdit, key: &KeyPath, now: &Snapshot) -> Resolved {
    let expected = document.fingerprint(&edit.effect);
    let is_strict = document.is_strict();
    let Document {
        format, tree, mark, ..
    } = document;
    let text = tree.text;
    // Free the tree, so that a large document is not in memory as two trees.
    drop(tree);
    let first = edit.changes.first();
    let first = first.map(|change| Span::empty_at(mark + change.span.start));
    let mut edits = Edits::new(now);
    let after = apply_changes(edit.changes, text, mark, now, &mut edits)?;
    let is_proven = Document::parse(format, &after).is_ok_and(|after| {
        after.fingerprint(&DocumentEdit::Nothing) == expected && (!is_strict || after.is_strict())
    });
    if !is_proven {
        return Err(refused(key, KeyFault::Unproven));
    }
    Ok(Resolution::new(
        edits.finish()?,
        sites(now, Tier::Exact, first.into_iter()),
    ))
}

/// Adds `changes` to `edits`. Returns the new text. `text` follows a byte-order mark of `mark` bytes.
///
/// # Errors
/// `Overlap` if changes overlap.
fn apply_changes(
    changes: Vec<Change>,
    text: &str,
    mark: usize,
    now: &Snapshot,
    edits: &mut Edits<'_>,
) -> Result<String, Reason> {
    let mut after = String::with_capacity(text.len() + 64);
    let mut copied = 0;
    for Change { span, new } in changes {
        let place = Span::of_len(mark + span.start, span.len());
        if span.start < copied {
            return Err(Reason::Overlap {
                lines: now.lines_of(place),
            });
        }
        let new = new.replace('\n', ending_at(text, span.start));
        after.push_str(&text[copied..span.start]);
        after.push_str(&new);
        copied = span.end;
        edits.replace(place, Bytes::from(new));
    }
    Ok(after + &text[copied..])
}

fn refused(key: &KeyPath, why: KeyFault) -> Reason {
    Reason::Key {
        key: key.to_string(),
        why,
    }
}

/// Parses the document `file`, and finds `key`.
fn look_up<'t>(key: &KeyPath, file: FileText<'t>) -> Result<(Document<'t>, Found), KeyFault> {
    let document = Document::read(Some(key), file)?;
    let found = find_key(&document, key)?;
    Ok((document, found))
}

/// Sets the key of `action` in the document `file`.
///
/// # Errors
/// `Key`, with the problem.
pub fn set(action: &SetKey, file: FileText<'_>) -> Resolved {
    let fault = |why| refused(&action.key, why);
    let (mut document, found) = look_up(&action.key, file).map_err(fault)?;
    document.takes_string = matches!(action.value, NewValue::Text(_));
    if found.is_whole() {
        if let Some(edit) = replace(action, &document, &found, file.path).map_err(fault)? {
            return apply_proven(document, edit, &action.key, file.now);
        }
        let span = document.span(&document.tree.node(found.node()).value.range());
        let sites = sites(file.now, Tier::Exact, std::iter::once(span));
        return Ok(unchanged(file.now, sites));
    }
    let edit = add(action, &document, &found, file.path).map_err(fault)?;
    apply_proven(document, edit, &action.key, file.now)
}

/// Replaces the value of the key of `action`. `None` if it already has that value.
fn replace(
    action: &SetKey,
    document: &Document<'_>,
    found: &Found,
    path: &Path,
) -> Result<Option<KeyEdit>, KeyFault> {
    let tree = &document.tree;
    let id = found.node();
    check_open(document, id)?;
    let node = tree.node(id);
    let old = old_value(document, id, &action.value)?;
    let names = TypeHints::new(path, &find::names_of(document, &found.trail));
    let value = typed(document.format, &action.value, old, &names)?;
    // An explicit truth value is written in the form that all versions of YAML share.
    let is_explicit_truth = matches!(action.value, NewValue::Typed(Value::Bool(_)));
    let changes_word = is_explicit_truth && yaml_words::is_older_truth(tree.raw_value(id));
    if document.is_value(id, &value) && !changes_word {
        return Ok(None);
    }
    if node.kind.is_container() {
        if tree.has_anchors(id) {
            return Err(document.closed(ANCHORED, id));
        }
        match node.layout {
            Layout::Dotted => return Err(document.closed("a table of dotted keys", id)),
            Layout::Lines => return Err(document.closed("a table or list of several lines", id)),
            Layout::Commas if tree.has_comments(id, document.format) => {
                return Err(document.closed("a table or list with comments", id));
            }
            Layout::Commas | Layout::Stream => {}
        }
    }
    let change = replaced(document, &found.trail, &value, !is_explicit_truth)?;
    Ok(Some(KeyEdit {
        changes: vec![change],
        effect: DocumentEdit::Set(id, value),
    }))
}

/// The existing value, whose type an untyped new value takes. For an alias, the value that it refers to.
fn old_value<'d>(
    document: &'d Document<'_>,
    id: Id,
    new: &NewValue,
) -> Result<Option<OldValue<'d>>, KeyFault> {
    let tree = &document.tree;
    let is_alias = tree.node(id).kind == Kind::Closed(Closed::Alias);
    let mut target = id;
    if is_alias {
        let Some(aliased) = tree.alias_target(id) else {
            return Ok(None);
        };
        target = aliased;
    }
    let kind = tree.node(target).kind;
    if !kind.is_container() {
        let text = tree.decoded(target);
        return Ok(Some(OldValue { kind, text }));
    }
    match new {
        NewValue::AsThere(_) if is_alias => Err(KeyFault::OtherType {
            existing: "an alias of a table or list",
        }),
        NewValue::AsThere(_) => Err(KeyFault::OtherType {
            existing: kind.noun(),
        }),
        _ => Ok(None),
    }
}

/// The number that `action` would write for a new key, if the caller may have meant a string.
pub fn new_number(action: &SetKey, file: FileText<'_>) -> Option<String> {
    let NewValue::AsThere(text) = &action.value else {
        return None;
    };
    if !action.creates || !is_number(text) {
        return None;
    }
    let (document, found) = look_up(&action.key, file).ok()?;
    let mut names = find::names_of(&document, &found.trail);
    names.extend(found.rest.iter().map(|part| part.name.clone()));
    let names = TypeHints::new(file.path, &names);
    match typed(document.format, &action.value, None, &names) {
        Ok(Value::Number(number)) if !found.is_whole() => Some(number),
        _ => None,
    }
}

/// Adds the key of `action`, which does not exist completely.
fn add(
    action: &SetKey,
    document: &Document<'_>,
    found: &Found,
    path: &Path,
) -> Result<KeyEdit, KeyFault> {
    check_addable(action, document, found)?;
    let new = new_parts(document, found)?;
    let value = new_value(action, document, found, &new.parts, path)?;
    let (new_names, value) = nest(new, value, document.format);
    let previous = found.previous.iter();
    let mut names: Vec<String> = previous
        .map(|&previous| document.tree.name(previous).to_owned())
        .collect();
    names.extend(new_names);
    let addition = Addition {
        document,
        trail: &found.trail,
        previous: found.previous,
        names: &names,
        value: &value,
    };
    Ok(KeyEdit {
        changes: added(&addition)?,
        effect: effect_of(&addition),
    })
}

/// # Errors
/// The key must exist, is inherited, or belongs to a stream of documents.
fn check_addable(action: &SetKey, document: &Document<'_>, found: &Found) -> Result<(), KeyFault> {
    let id = found.node();
    let node = document.tree.node(id);
    let is_appended = found.rest.first().is_some_and(KeyPart::is_new)
        && (node.kind == Kind::List || found.previous.is_some());
    let is_inherited = found.rest.len() > 1 && merge_entry(document, id, &found.rest).is_some();
    if !action.creates && !is_appended || is_inherited {
        return Err(absent_fault(document, found));
    }
    if node.layout == Layout::Stream {
        return Err(document.closed(find::STREAM, id));
    }
    Ok(())
}

/// The parts of a key to add below the last existing node.
struct NewParts {
    parts: Vec<KeyPart>,
    /// True if the parts are inside a new list element, whose index or `+` is not one of them.
    is_element: bool,
}

fn new_parts(document: &Document<'_>, found: &Found) -> Result<NewParts, KeyFault> {
    let id = found.node();
    let kind = document.tree.node(id).kind;
    let mut parts = found.rest.clone();
    let mut is_element = false;
    if let Some(first) = found.rest.first() {
        if found.previous.is_some() {
            parts.remove(0);
        } else if kind == Kind::List {
            let count = document.tree.children(id).count();
            if !first.is_new() && first.index() != Some(count) {
                return Err(document.closed("a list without such an element", id));
            }
            is_element = true;
        } else if creates_list(first, document.format)
            && !first.is_new()
            && !is_missing_value(document, id)
        {
            return Err(document.closed("a table without list elements", id));
        } else if first.is_new() {
            if !is_missing_value(document, id) {
                return Err(KeyFault::OtherType {
                    existing: "no list",
                });
            }
            is_element = true;
        }
    }
    if is_element {
        parts.remove(0);
    }
    if document.format.dialect().is_some() && parts.len() == 3 && parts[1].is_new() {
        // `Peer.+.Key` adds another section with that name.
        parts.remove(1);
    }
    Ok(NewParts { parts, is_element })
}

/// The value of `action` for a new key with the names `parts` below the last existing node.
fn new_value(
    action: &SetKey,
    document: &Document<'_>,
    found: &Found,
    parts: &[KeyPart],
    path: &Path,
) -> Result<Value, KeyFault> {
    let (tree, id) = (&document.tree, found.node());
    let mut names = find::names_of(document, &found.trail);
    names.extend(parts.iter().map(|part| part.name.clone()));
    let mut hints = TypeHints::new(path, &names);
    let mut siblings = tree.children(id).peekable();
    hints.is_among_texts = tree.node(id).kind == Kind::List
        && siblings.peek().is_some()
        && siblings.all(|child| tree.node(child).kind == Kind::Text);
    typed(document.format, &action.value, None, &hints)
}

/// Splits `new` into leading names, and the contents of the list that its first `+` or `0` creates around `value`.
fn nest(new: NewParts, mut value: Value, format: Format) -> (Vec<String>, Value) {
    let mut names = Vec::new();
    let mut inner = new.parts.into_iter().peekable();
    if !new.is_element {
        while let Some(part) = inner.next_if(|part| !creates_list(part, format)) {
            names.push(part.name);
        }
    }
    for part in inner.rev() {
        value = if creates_list(&part, format) {
            Value::List(vec![value])
        } else {
            Value::Map(vec![(part.name, value)])
        };
    }
    (names, value)
}

/// True if `part` is the first element of a new list.
fn creates_list(part: &KeyPart, format: Format) -> bool {
    part.is_new() || part.index() == Some(0) && format.dialect().is_none()
}

/// The effect of `new` on the document.
fn effect_of(new: &Addition<'_, '_>) -> DocumentEdit {
    let id = new.container();
    if is_missing_value(new.document, id) {
        return DocumentEdit::Set(id, new.alone());
    }
    let entry = NewEntry {
        after: new.previous,
        name: new.names.first().cloned().unwrap_or_default(),
        value: new.whole(),
    };
    DocumentEdit::Added(id, entry)
}

/// Deletes `key` in the document `file`.
///
/// # Errors
/// `Key`, with the problem.
pub fn unset(key: &KeyPath, file: FileText<'_>) -> Resolved {
    let fault = |why| refused(key, why);
    let (document, found) = look_up(key, file).map_err(fault)?;
    if !found.is_whole() {
        return Err(fault(absent_fault(&document, &found)));
    }
    let edit = KeyEdit {
        changes: removed(&document, &found.trail).map_err(fault)?,
        effect: document.removal(&found.trail),
    };
    apply_proven(document, edit, key, file.now)
}

/// True if `key` refers to a list element in the document `file`, and not to something inside an element.
pub fn is_element(key: &KeyPath, file: FileText<'_>) -> bool {
    let last = key.parts.len().saturating_sub(1);
    has_index_at(last..key.parts.len(), key, file)
}

/// True if `key` refers to a list element in the document `file`, or to something inside an element.
pub fn counts_elements(key: &KeyPath, file: FileText<'_>) -> bool {
    has_index_at(0..key.parts.len(), key, file)
}

/// True if a part of `key` in `range` is an index, and not a name that looks like an index.
fn has_index_at(range: Range<usize>, key: &KeyPath, file: FileText<'_>) -> bool {
    let mut looks_like_index = range
        .filter(|&at| key.parts[at].index().is_some())
        .peekable();
    if looks_like_index.peek().is_none() {
        return false;
    }
    let Ok((document, found)) = look_up(key, file) else {
        return false;
    };
    let tree = &document.tree;
    if document.format.dialect().is_none() {
        return looks_like_index.any(|at| {
            let parent = found.trail.get(at);
            parent.is_some_and(|&parent| tree.node(parent).kind == Kind::List)
        });
    }
    looks_like_index.any(|at| {
        // Names of entries and sections may contain dots.
        let mut names = found.trail.iter().map(|&id| tree.name(id));
        names.all(|name| name.rsplit('.').next() != Some(&key.parts[at].name))
    })
}

/// Adjusts the indices of `key` to the elements `changed`, which were deleted, or added with `+`. Each has its original
/// lines. `base` is the original document.
///
/// # Errors
/// `Overlap` if `key` refers to one of these elements.
pub(super) fn recounted(
    key: &KeyPath,
    changed: &[(KeyPath, LineRange)],
    base: FileText<'_>,
) -> Result<KeyPath, Reason> {
    let dialect = match &key.dialect {
        Some(name) => Format::named(name).ok().and_then(Format::dialect),
        None => dialect::of_file(base.path),
    };
    let mut adjusted = key.clone();
    for (at, part) in key.parts.iter().enumerate() {
        let Some(index) = part.index() else {
            continue;
        };
        let mut is_added = None;
        let mut deleted_before = 0;
        for (changed_key, lines) in changed {
            let Some((element, list)) = changed_key.parts.split_last() else {
                continue;
            };
            let is_section = key.parts.len() > at + 1;
            if !find::is_same_place(dialect, list, &key.parts[..at], is_section) {
                continue;
            }
            let is_changed = if element.is_new() {
                *is_added.get_or_insert_with(|| !has_element(key, at, base))
            } else {
                element.index() == Some(index)
            };
            if is_changed {
                return Err(Reason::Overlap { lines: *lines });
            }
            if element.index().is_some_and(|element| element < index) {
                deleted_before += 1;
            }
        }
        if deleted_before > 0 {
            adjusted.parts[at].name = (index - deleted_before).to_string();
        }
    }
    Ok(adjusted)
}

/// True if `base` has the list element `key.parts[..=at]`.
fn has_element(key: &KeyPath, at: usize, base: FileText<'_>) -> bool {
    let mut element = key.clone();
    element.parts.truncate(at + 1);
    look_up(&element, base).is_ok_and(|(_, found)| found.is_whole())
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

/// The headings of `text`, the line-based file at `path`.
///
/// # Errors
/// `Key` for an indented line that programs read as a section or as a part of a value, a bare carriage return, or a
/// value that continues after the last line.
pub(super) fn section_headings(path: &Path, text: &[u8]) -> Result<SectionHeadings, Reason> {
    let Some(dialect) = dialect::of_file(path) else {
        return Ok(SectionHeadings::default());
    };
    let body = text::without_bom(text);
    // Headings only depend on ASCII characters, so that any ASCII-compatible encoding works.
    let readable = match std::str::from_utf8(body) {
        Ok(readable) => Cow::Borrowed(readable),
        Err(_) => {
            let letters = body
                .iter()
                .map(|&byte| if byte.is_ascii() { byte as char } else { '?' });
            letters.collect()
        }
    };
    let mut found = lines::headings(dialect, &readable).map_err(|fault| Reason::Key {
        key: String::new(),
        why: KeyFault::Unparsed {
            format: dialect.title,
            line: document::line_at(body, fault.at),
            problem: fault.problem,
            is_line_based: false,
        },
    })?;
    let mark = text.len() - body.len();
    for heading in &mut found.headings {
        heading.at += mark;
        heading.continued_end += mark;
    }
    found.continued_end += mark;
    Ok(found)
}

/// The entries of the document `file`, except list elements without children.
///
/// # Errors
/// `Key` for a malformed document.
pub(super) fn entries(file: FileText<'_>) -> Result<Vec<KeyEntry>, Reason> {
    let key = String::new();
    let document = Document::read(None, file).map_err(|why| Reason::Key { key, why })?;
    let tree = &document.tree;
    let mut found = Vec::new();
    let mut pending: Vec<(Id, Vec<String>)> = vec![(tree.root(), Vec::new())];
    while let Some((parent, above)) = pending.pop() {
        let container = tree.node(parent);
        if !container.kind.is_container() || container.is_anchored {
            continue;
        }
        let is_list = container.kind == Kind::List;
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
            let kind = match node.kind {
                _ if node.is_anchored => ANCHORED,
                kind => kind.word(),
            };
            found.push(KeyEntry {
                name: typed_name(document.format, &names),
                own_name: typed_name(document.format, &[name]),
                level: above.len(),
                kind,
                span: document.span(&node.entry()),
            });
            pending.push((id, names));
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

/// Finds `key` in the document `file`.
///
/// # Errors
/// `Key`, with the problem.
pub(super) fn find(key: &KeyPath, file: FileText<'_>) -> Result<KeyPlace, Reason> {
    let (document, found) = look_up(key, file).map_err(|why| refused(key, why))?;
    if !found.is_whole() || found.trail.len() < 2 {
        return Err(refused(key, missing_fault(&document, &found)));
    }
    let id = found.node();
    let node = document.tree.node(id);
    Ok(KeyPlace {
        entry: document.span(&node.entry()),
        value: match node.kind {
            Kind::Text => document.tree.decoded(id).to_owned(),
            _ => document.tree.raw_value(id).trim_end().to_owned(),
        },
    })
}

/// The value of `key` in the document `file`, and its lines.
///
/// # Errors
/// `Key`, with the problem.
pub fn value_of(key: &KeyPath, file: FileText<'_>) -> Result<(String, LineRange), Reason> {
    let place = find(key, file)?;
    Ok((place.value, file.now.lines_of(place.entry)))
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
    before: FileText<'_>,
    after: &Snapshot,
) -> bool {
    let after = FileText::new(before.path, after);
    let [Ok(before), Ok(after)] = [before, after].map(|file| Document::read(Some(key), file))
    else {
        return false;
    };
    if before.is_strict() && !after.is_strict() {
        return false;
    }
    if edit == EntryEdit::Beside {
        return after.has_all_of(after.tree.root(), &before, before.tree.root());
    }
    let Some(old) = find_whole(&before, key) else {
        return false;
    };
    if edit == EntryEdit::Removed {
        let expected = before.fingerprint(&before.removal(&old.trail));
        return after.fingerprint(&DocumentEdit::Nothing) == expected;
    }
    let Some(new) = find_whole(&after, key) else {
        return false;
    };
    after.fingerprint(&DocumentEdit::Changed(new.node()))
        == before.fingerprint(&DocumentEdit::Changed(old.node()))
}

fn find_whole(document: &Document<'_>, key: &KeyPath) -> Option<Found> {
    find_key(document, key).ok().filter(Found::is_whole)
}
