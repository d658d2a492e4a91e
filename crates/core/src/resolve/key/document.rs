//! A parsed document with keys, and the check that an edited document differs only in the edit.

use std::ops::Range;

use blake3::{Hash, Hasher};
use serde::de::IgnoredAny;

use super::find::{names_of, typed_name};
use super::format::{self, Format};
use super::tree::{Closed, Id, Kind, Layout, Tree, Unread};
use crate::refusal::KeyFault;
use crate::request::{KeyPath, Value};
use crate::resolve::FileText;
use crate::text::{self, LineNumber, Span};

/// A document as a tree, without its byte-order mark.
pub(super) struct Document<'t> {
    pub format: Format,
    pub tree: Tree<'t>,
    /// The length of the byte-order mark in bytes.
    pub mark: usize,
    /// True if the caller says that the new value is a string.
    pub takes_string: bool,
}

#[derive(Clone, Debug)]
pub(super) enum DocumentEdit {
    Nothing,
    /// Sets the value of a node.
    Set(Id, Value),
    /// Sets the value of a node to any other value.
    Changed(Id),
    Removed(Id),
    /// Adds an entry to a table or list.
    Added(Id, NewEntry),
}

#[derive(Clone, Debug)]
pub(super) struct NewEntry {
    /// The sibling before the entry. `None` for the last position.
    pub after: Option<Id>,
    /// Empty in a list.
    pub name: String,
    pub value: Value,
}

impl NewEntry {
    /// True if the entry precedes `sibling` in the order of names.
    fn is_before(&self, sibling: Id, tree: &Tree<'_>) -> bool {
        let after = self.after.unwrap_or(Id::MAX);
        (self.name.as_str(), after) < (tree.name(sibling), sibling)
    }
}

impl<'t> Document<'t> {
    /// Parses the document `file`. `key` may name its dialect.
    ///
    /// # Errors
    /// The format is unknown, or the text is malformed.
    pub fn read(key: Option<&KeyPath>, file: FileText<'t>) -> Result<Self, KeyFault> {
        let body = text::without_bom(file.bytes());
        let format = match key.and_then(|key| key.dialect.as_deref()) {
            Some(name) => Format::named(name)?,
            None => Format::of_document(file.path, body).ok_or_else(|| KeyFault::NoFormat {
                known: format::names(),
            })?,
        };
        let document = match std::str::from_utf8(body) {
            Ok(text) => Self::parse(format, text),
            Err(error) => Err(Unread::at(error.valid_up_to(), "it is not UTF-8")),
        };
        match document {
            Ok(document) => Ok(Self {
                mark: file.bytes().len() - body.len(),
                ..document
            }),
            Err(fault) => Err(KeyFault::Unparsed {
                format: format.title(),
                line: line_at(body, fault.at),
                problem: fault.problem,
                is_line_based: format.dialect().is_some(),
            }),
        }
    }

    /// Parses `text`.
    ///
    /// # Errors
    /// The text is malformed.
    pub fn parse(format: Format, text: &'t str) -> Result<Self, Unread> {
        Ok(Self {
            format,
            tree: format.read(text)?,
            mark: 0,
            takes_string: false,
        })
    }

    pub fn text(&self) -> &'t str {
        self.tree.text
    }

    /// True if every reader of the format accepts the document. False for JSON with comments or trailing commas.
    pub fn is_strict(&self) -> bool {
        self.format != Format::Json || serde_json::from_str::<IgnoredAny>(self.text()).is_ok()
    }

    pub fn line_of(&self, id: Id) -> LineNumber {
        line_at(self.text().as_bytes(), self.tree.node(id).start as usize)
    }

    /// The refusal of a change inside `id`. `name` describes the kind of value.
    pub fn closed(&self, name: &'static str, id: Id) -> KeyFault {
        let start = self.tree.node(id).value.start as usize;
        let names = names_of(self, &self.trail_to(id));
        let of = if names.is_empty() {
            None
        } else {
            Some(typed_name(self.format, &names))
        };
        KeyFault::NotEditable {
            of,
            name,
            line: line_at(self.text().as_bytes(), start),
        }
    }

    /// The nodes from the root to `id`.
    fn trail_to(&self, id: Id) -> Vec<Id> {
        let mut trail = vec![id];
        while trail[0] != self.tree.root()
            && let Some(parent) = self.parent(trail[0])
        {
            trail.insert(0, parent);
        }
        trail
    }

    fn parent(&self, id: Id) -> Option<Id> {
        let mut parents = self.tree.ids();
        parents.find(|&parent| self.tree.children(parent).any(|child| child == id))
    }

    /// The span in the file for `range`, which does not count the byte-order mark.
    pub fn span(&self, range: &Range<usize>) -> Span {
        Span::of_len(self.mark + range.start, range.len())
    }

    /// The removal of the last node of `trail`. Includes a TOML table without a heading if its last entry is removed.
    pub fn removal(&self, trail: &[Id]) -> DocumentEdit {
        let mut removed = trail.last().copied().unwrap_or_default();
        for &parent in trail.iter().rev().skip(1) {
            let node = self.tree.node(parent);
            let has_no_heading = node.layout == Layout::Lines && node.tail == 0;
            if self.format != Format::Toml
                || !has_no_heading
                || parent == self.tree.root()
                || self.tree.children(parent).count() > 1
            {
                break;
            }
            removed = parent;
        }
        DocumentEdit::Removed(removed)
    }

    /// The hash of the meaning of the document after `edit`.
    pub fn fingerprint(&self, edit: &DocumentEdit) -> Hash {
        let mut meaning = MeaningHasher::new(self, edit);
        meaning.node(self.tree.root());
        meaning.hasher.finalize()
    }

    /// True if the value of the node is `value`.
    pub fn is_value(&self, id: Id, value: &Value) -> bool {
        let mut meaning = MeaningHasher::new(self, &DocumentEdit::Nothing);
        meaning.value(value);
        meaning.hasher.finalize() == self.hash_of(id)
    }

    fn hash_of(&self, id: Id) -> Hash {
        let mut meaning = MeaningHasher::new(self, &DocumentEdit::Nothing);
        meaning.node(id);
        meaning.hasher.finalize()
    }

    /// True if the node `id` contains everything that the node `old_id` of `old` contains.
    pub fn has_all_of(&self, id: Id, old: &Self, old_id: Id) -> bool {
        if !old.tree.node(old_id).kind.is_container() {
            return self.hash_of(id) == old.hash_of(old_id);
        }
        if self.tree.node(id).kind != old.tree.node(old_id).kind {
            return false;
        }
        let mut rest = self.sorted(id).into_iter();
        old.sorted(old_id).into_iter().all(|old_child| {
            rest.any(|child| {
                self.tree.name(child) == old.tree.name(old_child)
                    && self.has_all_of(child, old, old_child)
            })
        })
    }

    /// The children of `parent`, sorted by name, and in the order of the document for equal names. Two documents can
    /// be compared in this order.
    fn sorted(&self, parent: Id) -> Vec<Id> {
        let mut children: Vec<Id> = self.tree.children(parent).collect();
        children.sort_unstable_by_key(|&child| (self.tree.name(child), child));
        children
    }
}

/// Computes the hash of a document's meaning.
struct MeaningHasher<'a, 't> {
    document: &'a Document<'t>,
    edit: &'a DocumentEdit,
    hasher: Hasher,
}

impl<'a, 't> MeaningHasher<'a, 't> {
    fn new(document: &'a Document<'t>, edit: &'a DocumentEdit) -> Self {
        Self {
            document,
            edit,
            hasher: Hasher::new(),
        }
    }

    fn word(&mut self, word: &str) {
        self.hasher.update(&word.len().to_le_bytes());
        self.hasher.update(word.as_bytes());
    }

    /// Marks the end of a list or map. No word has this length, so no name can be confused with the end.
    fn end(&mut self) {
        self.hasher.update(&usize::MAX.to_le_bytes());
    }

    fn node(&mut self, id: Id) {
        let new = match self.edit {
            DocumentEdit::Set(set, value) if *set == id => return self.value(value),
            DocumentEdit::Changed(changed) if *changed == id => return,
            DocumentEdit::Added(parent, new) if *parent == id => Some(new),
            _ => None,
        };
        let document = self.document;
        let tree = &document.tree;
        let kind = tree.node(id).kind;
        self.word(kind.noun());
        match kind {
            Kind::True => self.word("true"),
            Kind::False => self.word("false"),
            Kind::Null | Kind::Closed(Closed::NoValue) => {}
            Kind::Text | Kind::Number | Kind::Time => self.word(tree.decoded(id)),
            Kind::Closed(_) => self.word(tree.raw_value(id)),
            Kind::Map | Kind::List => {
                let mut rest = new;
                for child in document.sorted(id) {
                    if let Some(new) = rest.filter(|new| new.is_before(child, tree)) {
                        self.entry(new);
                        rest = None;
                    }
                    if !matches!(self.edit, DocumentEdit::Removed(removed) if *removed == child) {
                        self.word(tree.name(child));
                        self.node(child);
                    }
                }
                if let Some(new) = rest {
                    self.entry(new);
                }
                self.end();
            }
        }
    }

    fn entry(&mut self, new: &NewEntry) {
        self.word(&new.name);
        self.value(&new.value);
    }

    fn value(&mut self, value: &Value) {
        self.word(Kind::from(value).noun());
        match value {
            Value::Bool(truth) => self.word(&truth.to_string()),
            Value::Null => {}
            Value::Text(text) | Value::Number(text) | Value::Time(text) => self.word(text),
            Value::List(elements) => {
                for element in elements {
                    self.word("");
                    self.value(element);
                }
                self.end();
            }
            Value::Map(entries) => {
                let mut sorted: Vec<_> = entries.iter().collect();
                sorted.sort_by_key(|(name, _)| name);
                for (name, value) in sorted {
                    self.word(name);
                    self.value(value);
                }
                self.end();
            }
        }
    }
}

pub(super) fn line_at(text: &[u8], at: usize) -> LineNumber {
    let before = &text[..at.min(text.len())];
    LineNumber::after_lines(bytecount::count(before, b'\n'))
}
