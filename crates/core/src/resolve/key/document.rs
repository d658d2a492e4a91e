//! A document with keys, read; and the proof that another one says the same but for one entry.

use std::ops::Range;
use std::path::Path;

use blake3::{Hash, Hasher};
use serde::de::IgnoredAny;

use super::format::{self, Format, Unread};
use super::tree::{Closed, Id, Kind, Tree, Value};
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

/// What an edit does to a document.
#[derive(Clone, Copy, Debug)]
pub(super) enum DocumentEdit<'e> {
    /// The last node of the trail gets this value.
    Set(&'e Value),
    /// The last node of the trail gets any value.
    Changed,
    /// The last node of the trail goes.
    Removed,
    /// The last node of the trail gets an entry with this value; a name if it is a table.
    Added(Option<&'e str>, &'e Value),
}

impl<'t> Document<'t> {
    /// The document in the file at `path`, whose text is `now`, for `key`.
    ///
    /// # Errors
    /// The format is not known, or the text is not of it.
    pub fn read(path: &Path, key: Option<&KeyPath>, now: &'t Snapshot) -> Result<Self, KeyFault> {
        let format = match key.and_then(|key| key.dialect.as_deref()) {
            Some(name) => Format::named(name)?,
            None => Format::of(path).ok_or_else(|| KeyFault::NoFormat {
                known: format::names(),
            })?,
        };
        let body = text::without_bom(now.bytes());
        let unread = |fault: Unread| KeyFault::Unread {
            format: format.title(),
            line: line_at(body, fault.at),
            problem: fault.problem,
            is_of_lines: format.dialect().is_some(),
        };
        let text = std::str::from_utf8(body)
            .map_err(|error| unread(Unread::at(error.valid_up_to(), "it is not UTF-8")))?;
        let mut document = Self::of(format, text).map_err(unread)?;
        document.mark = now.bytes().len() - body.len();
        Ok(document)
    }

    /// The document `text`.
    ///
    /// # Errors
    /// The text is not of `format`.
    pub fn of(format: Format, text: &'t str) -> Result<Self, Unread> {
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

    pub fn line_of(&self, at: usize) -> LineNumber {
        line_at(self.text().as_bytes(), at)
    }

    pub fn line_of_node(&self, id: Id) -> LineNumber {
        self.line_of(self.tree.node(id).start as usize)
    }

    /// The refusal for a change inside `id`, which is a `name`.
    pub fn closed(&self, name: &'static str, id: Id) -> KeyFault {
        KeyFault::Closed {
            name,
            line: self.line_of(self.tree.node(id).value.start as usize),
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

    /// The children of `id` in an order by which two documents can be compared.
    fn sorted(&self, id: Id) -> Vec<Id> {
        let mut children: Vec<Id> = self.tree.children(id).collect();
        if self.tree.node(id).kind == Kind::Map && self.format.dialect().is_none() {
            children.sort_by(|&one, &other| self.tree.name(one).cmp(self.tree.name(other)));
        }
        children
    }

    /// The child of `parent` with this number among those that are compared.
    fn child(&self, parent: Id, number: usize) -> Option<Id> {
        self.sorted(parent).get(number).copied()
    }

    /// The hash of all that the document says, but for `left_out`.
    fn hash_without(&self, left_out: Option<Id>) -> Hash {
        let mut hasher = Hasher::new();
        self.hash_node(self.tree.root(), left_out, &mut hasher);
        hasher.finalize()
    }

    fn hash_node(&self, id: Id, left_out: Option<Id>, hasher: &mut Hasher) {
        if left_out == Some(id) {
            return;
        }
        let node = self.tree.node(id);
        let said = match node.kind {
            Kind::Closed(Closed::NoValue) | Kind::Map | Kind::List => "",
            Kind::Closed(_) => self.tree.raw(node.value).trim_end(),
            _ => self.tree.said(id),
        };
        for part in [node.kind.noun(), self.tree.name(id), said] {
            hasher.update(&part.len().to_le_bytes());
            hasher.update(part.as_bytes());
        }
        if let Kind::True | Kind::False = node.kind {
            hasher.update(&[u8::from(node.kind == Kind::True)]);
        }
        if node.kind.is_container() {
            for child in self.sorted(id) {
                self.hash_node(child, left_out, hasher);
            }
            hasher.update(b"end");
        }
    }

    fn is_equal(&self, new: Id, old: &Self, was: Id) -> bool {
        let hash = |document: &Self, id: Id| {
            let mut hasher = Hasher::new();
            document.hash_node(id, None, &mut hasher);
            hasher.finalize()
        };
        hash(self, new) == hash(old, was)
    }

    /// True if the node says all that the node of `old` says, and perhaps more.
    pub fn has_all_of(&self, new: Id, old: &Self, was: Id) -> bool {
        if !old.tree.node(was).kind.is_container() {
            return self.is_equal(new, old, was);
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
}

/// What must be true of a document after an edit: it says what it said, but for the edit.
///
/// It holds hashes and not the tree, so that the trees of a large document are not there both.
pub(super) struct Proof<'e> {
    edit: DocumentEdit<'e>,
    /// The way from the root to the node that the edit is about.
    numbers: Vec<usize>,
    /// The hashes of the rest that are right.
    rests: Vec<Hash>,
    /// True if the new entry makes a table or list of a name without a value.
    is_filled: bool,
    is_strict: bool,
}

impl<'e> Proof<'e> {
    /// The proof of `edit` at the end of `trail`, which leads from the root of `old`.
    pub fn new(old: &Document<'_>, trail: &[Id], edit: DocumentEdit<'e>) -> Self {
        let mut numbers = Vec::new();
        for step in trail.windows(2) {
            let number = old
                .sorted(step[0])
                .iter()
                .position(|&child| child == step[1]);
            numbers.push(number.unwrap_or_default());
        }
        let last = trail.last().copied();
        let is_filled = last.is_some_and(|last| old.tree.node(last).kind == Kind::Null);
        let mut rests = Vec::new();
        match edit {
            DocumentEdit::Set(_) | DocumentEdit::Changed => rests.push(old.hash_without(last)),
            DocumentEdit::Added(..) if is_filled => rests.push(old.hash_without(last)),
            DocumentEdit::Added(..) => rests.push(old.hash_without(None)),
            DocumentEdit::Removed => {
                // A table of TOML without a heading is gone with the last entry in it.
                for (depth, &id) in trail.iter().enumerate().skip(1).rev() {
                    rests.push(old.hash_without(Some(id)));
                    if old.tree.children(trail[depth - 1]).count() > 1 {
                        break;
                    }
                }
            }
        }
        Self {
            edit,
            numbers,
            rests,
            is_filled,
            is_strict: old.is_strict(),
        }
    }

    /// True if `new` is the document after the edit.
    pub fn holds(&self, new: &Document<'_>) -> bool {
        if self.is_strict && !new.is_strict() {
            return false;
        }
        let is_rest = |left_out: Option<Id>| self.rests.contains(&new.hash_without(left_out));
        let mut id = new.tree.root();
        if let DocumentEdit::Removed = self.edit {
            return is_rest(None);
        }
        for &number in &self.numbers {
            match new.child(id, number) {
                Some(child) => id = child,
                None => return false,
            }
        }
        match self.edit {
            DocumentEdit::Set(value) => new.tree.is_value(id, value) && is_rest(Some(id)),
            DocumentEdit::Changed => is_rest(Some(id)),
            DocumentEdit::Removed => false,
            DocumentEdit::Added(name, value) if self.is_filled => {
                let whole = match name {
                    Some(name) => Value::Map(vec![(name.to_owned(), value.clone())]),
                    None => Value::List(vec![value.clone()]),
                };
                new.tree.is_value(id, &whole) && is_rest(Some(id))
            }
            DocumentEdit::Added(name, value) => {
                let is_it = |child: Id| {
                    let is_named =
                        name.is_none_or(|name| new.is_same_name(name, new.tree.name(child)));
                    is_named && new.tree.is_value(child, value) && is_rest(Some(child))
                };
                match name {
                    Some(_) => new.tree.children(id).any(is_it),
                    None => new.tree.children(id).last().is_some_and(is_it),
                }
            }
        }
    }
}

fn line_at(text: &[u8], at: usize) -> LineNumber {
    let before = &text[..at.min(text.len())];
    LineNumber::after_lines(bytecount::count(before, b'\n'))
}
