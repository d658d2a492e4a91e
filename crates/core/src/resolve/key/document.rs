//! A parsed document with keys, and the check that an edited document differs only in the edit.

use std::ops::Range;
use std::path::Path;

use blake3::{Hash, Hasher};
use serde::de::IgnoredAny;

use super::format::{self, Format, Unread};
use super::tree::{Closed, Id, Kind, Layout, Tree, Value};
use crate::refusal::KeyFault;
use crate::request::KeyPath;
use crate::snapshot::Snapshot;
use crate::text::{self, LineNumber, Span};

/// A document: its text behind the byte-order mark, as a tree.
pub(super) struct Document<'t> {
    pub format: Format,
    pub tree: Tree<'t>,
    /// Bytes of the byte-order mark.
    pub mark: usize,
}

/// The effect of an edit on a document.
#[derive(Clone, Debug)]
pub(super) enum DocumentEdit {
    Nothing,
    /// A node gets this value.
    Set(Id, Value),
    /// A node gets any value.
    Changed(Id),
    Removed(Id),
    /// A table or list gets an entry.
    Added(Id, NewEntry),
}

/// A new entry of a table, or element of a list.
#[derive(Clone, Debug)]
pub(super) struct NewEntry {
    /// The sibling that it follows; the last one if `None`.
    pub after: Option<Id>,
    /// Empty in a list.
    pub name: String,
    pub value: Value,
}

impl NewEntry {
    /// True if it comes before `sibling`, ordered by their names.
    fn is_before(&self, sibling: Id, tree: &Tree<'_>) -> bool {
        let after = self.after.unwrap_or(Id::MAX);
        (self.name.as_str(), after) < (tree.name(sibling), sibling)
    }
}

impl<'t> Document<'t> {
    /// The document in the file at `path`, whose text is `now`, for `key`.
    ///
    /// # Errors
    /// The format is not known, or the text is not of it.
    pub fn read(path: &Path, key: Option<&KeyPath>, now: &'t Snapshot) -> Result<Self, KeyFault> {
        let body = text::without_bom(now.bytes());
        let format = match key.and_then(|key| key.dialect.as_deref()) {
            Some(name) => Format::named(name)?,
            None => Format::of_document(path, body).ok_or_else(|| KeyFault::NoFormat {
                known: format::names(),
            })?,
        };
        let document = match std::str::from_utf8(body) {
            Ok(text) => Self::parse(format, text),
            Err(error) => Err(Unread::at(error.valid_up_to(), "it is not UTF-8")),
        };
        match document {
            Ok(document) => Ok(Self {
                mark: now.bytes().len() - body.len(),
                ..document
            }),
            Err(fault) => Err(KeyFault::Unread {
                format: format.title(),
                line: line_at(body, fault.at),
                problem: fault.problem,
                is_of_lines: format.dialect().is_some(),
            }),
        }
    }

    /// The document `text`.
    ///
    /// # Errors
    /// The text is not of `format`.
    pub fn parse(format: Format, text: &'t str) -> Result<Self, Unread> {
        Ok(Self {
            format,
            tree: format.read(text)?,
            mark: 0,
        })
    }

    pub fn text(&self) -> &'t str {
        self.tree.text
    }

    /// True if every reader of its format takes it: JSON without comments and trailing commas.
    pub fn is_strict(&self) -> bool {
        self.format != Format::Json || serde_json::from_str::<IgnoredAny>(self.text()).is_ok()
    }

    pub fn line_of(&self, id: Id) -> LineNumber {
        line_at(self.text().as_bytes(), self.tree.node(id).start as usize)
    }

    /// The refusal for a change inside `id`, which is a `name`.
    pub fn closed(&self, name: &'static str, id: Id) -> KeyFault {
        let start = self.tree.node(id).value.start as usize;
        KeyFault::Closed {
            name,
            line: line_at(self.text().as_bytes(), start),
        }
    }

    /// The span of these bytes in the file.
    pub fn span(&self, range: &Range<usize>) -> Span {
        Span::of_len(self.mark + range.start, range.len())
    }

    /// True if the names are one in this format.
    pub fn is_same_name(&self, one: &str, other: &str) -> bool {
        match self.format.dialect() {
            Some(dialect) => dialect.is_same(one, other),
            None => one == other,
        }
    }

    /// The removal of the last node of `trail`. A table of TOML without a heading is gone with its last entry.
    pub fn removal(&self, trail: &[Id]) -> DocumentEdit {
        let mut gone = trail.last().copied().unwrap_or_default();
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
            gone = parent;
        }
        DocumentEdit::Removed(gone)
    }

    /// The hash of all that the document says after `edit`.
    pub fn fingerprint(&self, edit: &DocumentEdit) -> Hash {
        let mut said = Said::new(self, edit);
        said.node(self.tree.root());
        said.hasher.finalize()
    }

    /// True if the value of the node is `value`.
    pub fn is_value(&self, id: Id, value: &Value) -> bool {
        let mut said = Said::new(self, &DocumentEdit::Nothing);
        said.value(value);
        said.hasher.finalize() == self.hash_of(id)
    }

    fn hash_of(&self, id: Id) -> Hash {
        let mut said = Said::new(self, &DocumentEdit::Nothing);
        said.node(id);
        said.hasher.finalize()
    }

    /// True if the node says all that the node `was` of `old` says, and perhaps more.
    pub fn has_all_of(&self, new: Id, old: &Self, was: Id) -> bool {
        if !old.tree.node(was).kind.is_container() {
            return self.hash_of(new) == old.hash_of(was);
        }
        if self.tree.node(new).kind != old.tree.node(was).kind {
            return false;
        }
        let after = self.sorted(new);
        let mut rest = after.iter();
        old.sorted(was).into_iter().all(|was| {
            rest.any(|&new| {
                self.tree.name(new) == old.tree.name(was) && self.has_all_of(new, old, was)
            })
        })
    }

    /// The children of `parent` in an order by which two documents can be compared: by their names, then as they are.
    fn sorted(&self, parent: Id) -> Vec<Id> {
        let mut children: Vec<Id> = self.tree.children(parent).collect();
        children.sort_unstable_by_key(|&child| (self.tree.name(child), child));
        children
    }
}

/// The hash of what a document says.
struct Said<'a, 't> {
    document: &'a Document<'t>,
    edit: &'a DocumentEdit,
    hasher: Hasher,
}

impl<'a, 't> Said<'a, 't> {
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

    /// Ends a list or a map. No word has this length, so a name is never taken for the end.
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
            Kind::Text | Kind::Number | Kind::Time => self.word(tree.said(id)),
            Kind::Closed(_) => self.word(tree.raw_value(id).trim_end()),
            Kind::Map | Kind::List => {
                let mut rest = new;
                for child in document.sorted(id) {
                    if let Some(new) = rest.filter(|new| new.is_before(child, tree)) {
                        self.entry(new);
                        rest = None;
                    }
                    if !matches!(self.edit, DocumentEdit::Removed(gone) if *gone == child) {
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
        self.word(value.kind().noun());
        match value {
            Value::Bool(truth) => self.word(&truth.to_string()),
            Value::Null => {}
            Value::Text(said) | Value::Number(said) | Value::Time(said) => self.word(said),
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
