//! A document as a tree whose nodes know their bytes, whatever its format.
//!
//! Nodes are small and stand in one list, so that a large file takes a few times its size.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

use super::format::Unread;
use crate::request::JsonValue;

/// The number of a node in its tree.
pub(super) type Id = u32;

/// The first node of a tree.
pub(super) const ROOT: Id = 0;

const NONE: Id = u32::MAX;

/// Nodes in a chunk.
const CHUNK: usize = 4096;

fn chunk_with<T>(first: T) -> Vec<T> {
    let mut chunk = Vec::with_capacity(CHUNK);
    chunk.push(first);
    chunk
}

/// Most levels of tables and lists in a document, so that functions may call themselves for each level.
const DEPTH: usize = 500;

/// # Errors
/// A document with more levels than `DEPTH`.
pub(super) fn check_depth(depth: usize, at: usize) -> Result<(), Unread> {
    if depth < DEPTH {
        return Ok(());
    }
    Err(Unread::at(at, "it has more than 500 levels"))
}

/// Bytes of the document, or of the decoded strings behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    pub start: u32,
    pub end: u32,
}

impl Part {
    pub fn new(start: usize, end: usize) -> Self {
        // Readers take no text of more than 4 GiB.
        let bounded = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self {
            start: bounded(start),
            end: bounded(end.max(start)),
        }
    }

    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Number,
    True,
    False,
    Null,
    /// A date or time, or a word that versions of YAML read differently.
    Time,
    Map,
    List,
    Closed(Closed),
}

/// A value that is not changed in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closed {
    Alias,
    Tagged,
    Unread,
    OddTable,
    OddPair,
    NoValue,
    Comment,
    Gaps,
    Words,
    Escape,
}

impl Closed {
    pub fn name(self) -> &'static str {
        match self {
            Self::Alias => "an alias",
            Self::Tagged => "a value with a tag",
            Self::Unread => "a value that programs read differently",
            Self::OddTable => "a table with a key of another kind",
            Self::OddPair => "a pair in a list",
            Self::NoValue => "a key without a value",
            Self::Comment => "a value with the sign of a comment",
            Self::Gaps => "a value of several lines with others between",
            Self::Words => "a value of several words",
            Self::Escape => "a value with such an escape",
        }
    }
}

/// The name of a value that an alias stands for.
pub(super) const REPEATED: &str = "a value with an anchor";

impl Kind {
    pub fn is_container(self) -> bool {
        matches!(self, Self::Map | Self::List)
    }

    /// The word for it in an outline.
    pub fn word(self) -> &'static str {
        match self {
            Self::Map => "table",
            Self::List => "list",
            Self::Text => "string",
            Self::Number => "number",
            Self::True | Self::False => "bool",
            Self::Null => "null",
            Self::Time => "time",
            Self::Closed(closed) => closed.name(),
        }
    }

    /// The word for it in a sentence.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Map => "a table",
            Self::List => "a list",
            Self::Text => "a string",
            Self::Number => "a number",
            Self::True | Self::False => "a truth value",
            Self::Null => "null",
            Self::Time => "a date or time",
            Self::Closed(closed) => closed.name(),
        }
    }
}

/// How the entries of a table or list are separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// By commas, between brackets.
    Commas,
    /// Each is on lines of its own.
    Lines,
    /// A table of TOML that only its dotted keys name.
    Dotted,
    /// The documents of a stream of YAML.
    Stream,
}

/// An entry of a table, an element of a list, or the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The first byte: of the name, the dash or the value.
    pub start: u32,
    /// The name as it is written.
    pub key: Part,
    /// The name as it is read.
    pub name: Part,
    /// The value as it is written.
    pub value: Part,
    /// A value without parts, as it is read.
    pub said: Part,
    /// The end of the last line of a table or list that new entries go below; 0 where there is none.
    pub tail: u32,
    pub kind: Kind,
    pub layout: Layout,
    /// True if an alias stands for it.
    pub is_anchored: bool,
    /// True for a value of YAML with a tag, until it is read.
    pub is_tagged: bool,
    /// True for a pair of YAML inside a list, until it is read.
    pub is_pair: bool,
    first: Id,
    next: Id,
}

impl Node {
    /// An entry that begins at `start`, without a name, whose value is at `value`.
    pub fn new(start: usize, value: Part, kind: Kind) -> Self {
        Self {
            start: Part::new(start, start).start,
            key: Part::default(),
            name: Part::default(),
            value,
            said: value,
            tail: 0,
            kind,
            layout: Layout::Commas,
            is_anchored: false,
            is_tagged: false,
            is_pair: false,
            first: NONE,
            next: NONE,
        }
    }

    /// The bytes of the entry.
    pub fn entry(&self) -> Range<usize> {
        self.start as usize..self.value.end.max(self.start) as usize
    }
}

/// A tree, with its strings that are not written as they are read.
#[derive(Debug)]
pub(super) struct Tree<'t> {
    pub text: &'t str,
    /// Chunks of nodes: one list would be copied, and be there twice, each time that it grows.
    nodes: Vec<Vec<Node>>,
    count: usize,
    decoded: String,
    root: Id,
    /// The node that each alias stands for.
    aliases: HashMap<Id, Id>,
}

impl<'t> Tree<'t> {
    pub fn root(&self) -> Id {
        self.root
    }

    /// The node that the alias `id` stands for.
    pub fn target(&self, id: Id) -> Option<Id> {
        self.aliases.get(&id).copied()
    }

    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize / CHUNK][id as usize % CHUNK]
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// The children of a node, in order.
    pub fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        let mut next = self.node(id).first;
        std::iter::from_fn(move || {
            let child = next;
            if child == NONE {
                return None;
            }
            next = self.node(child).next;
            Some(child)
        })
    }

    pub fn raw(&self, part: Part) -> &'t str {
        &self.text[part.range()]
    }

    fn read(&self, part: Part) -> &str {
        if part.end as usize <= self.text.len() {
            return &self.text[part.range()];
        }
        let base = self.text.len() + 1;
        &self.decoded[part.start as usize - base..part.end as usize - base]
    }

    pub fn name(&self, id: Id) -> &str {
        self.read(self.node(id).name)
    }

    /// A value without parts, as it is read.
    pub fn said(&self, id: Id) -> &str {
        self.read(self.node(id).said)
    }

    /// True if the value at `id` is `wanted`.
    pub fn is_value(&self, id: Id, wanted: &Value) -> bool {
        match (self.node(id).kind, wanted) {
            (Kind::Text, Value::Text(text))
            | (Kind::Number, Value::Number(text))
            | (Kind::Time, Value::Time(text)) => self.said(id) == text,
            (Kind::True, Value::Bool(true))
            | (Kind::False, Value::Bool(false))
            | (Kind::Null, Value::Null) => true,
            (Kind::List, Value::List(elements)) => {
                let mut children = self.children(id);
                for element in elements {
                    match children.next() {
                        Some(child) if self.is_value(child, element) => {}
                        _ => return false,
                    }
                }
                children.next().is_none()
            }
            (Kind::Map, Value::Map(entries)) => {
                let children: Vec<Id> = self.children(id).collect();
                let mut found = entries.iter().map(|(name, value)| {
                    children
                        .iter()
                        .any(|&child| self.name(child) == name && self.is_value(child, value))
                });
                children.len() == entries.len() && found.all(|is_found| is_found)
            }
            _ => false,
        }
    }

    /// True if an alias stands for the node or for something in it.
    pub fn is_repeated(&self, id: Id) -> bool {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if self.node(id).is_anchored {
                return true;
            }
            open.extend(self.children(id));
        }
        false
    }
}

/// Puts a tree together, nodes in any order.
pub(super) struct Builder<'t> {
    tree: Tree<'t>,
    /// The last child of each node that is open or was lately.
    last: Vec<Vec<Id>>,
    /// A child by its parent and the hash of its name, for parents that have many.
    by_name: HashMap<(Id, u64), Id>,
    /// The parents in `by_name`.
    named: HashSet<Id>,
    hashes: RandomState,
}

impl<'t> Builder<'t> {
    pub fn new(text: &'t str, root: Node) -> Self {
        Self {
            tree: Tree {
                text,
                nodes: vec![chunk_with(root)],
                count: 1,
                decoded: String::new(),
                root: ROOT,
                aliases: HashMap::new(),
            },
            last: vec![chunk_with(NONE)],
            by_name: HashMap::new(),
            named: HashSet::new(),
            hashes: RandomState::new(),
        }
    }

    pub fn add(&mut self, parent: Id, node: Node) -> Id {
        // A text of 4 GiB has no more nodes than that.
        let id = Id::try_from(self.tree.count).unwrap_or(NONE);
        let (chunk, place) = (parent as usize / CHUNK, parent as usize % CHUNK);
        match std::mem::replace(&mut self.last[chunk][place], id) {
            NONE => self.node(parent).first = id,
            last => self.node(last).next = id,
        }
        match self.tree.nodes.last_mut().zip(self.last.last_mut()) {
            Some((nodes, last)) if nodes.len() < CHUNK => {
                nodes.push(node);
                last.push(NONE);
            }
            _ => {
                self.tree.nodes.push(chunk_with(node));
                self.last.push(chunk_with(NONE));
            }
        }
        self.tree.count += 1;
        id
    }

    pub fn node(&mut self, id: Id) -> &mut Node {
        &mut self.tree.nodes[id as usize / CHUNK][id as usize % CHUNK]
    }

    pub fn kind(&self, id: Id) -> Kind {
        self.tree.node(id).kind
    }

    pub fn count_children(&self, id: Id) -> usize {
        self.tree.children(id).count()
    }

    pub fn alias(&mut self, alias: Id, target: Id) {
        self.tree.aliases.insert(alias, target);
    }

    pub fn set_root(&mut self, root: Id) {
        self.tree.root = root;
    }

    pub fn last_child(&self, id: Id) -> Option<Id> {
        let last = self.last[id as usize / CHUNK][id as usize % CHUNK];
        (last != NONE).then_some(last)
    }

    /// The part that reads as `said`: `raw` itself where it is written so.
    pub fn decoded(&mut self, raw: Part, said: &str) -> Part {
        let text = self.tree.text;
        let found = text[raw.range()].find(said);
        if let Some(at) = found.filter(|_| said.len() + 2 >= raw.range().len()) {
            let start = raw.start as usize + at;
            return Part::new(start, start + said.len());
        }
        let start = text.len() + 1 + self.tree.decoded.len();
        self.tree.decoded.push_str(said);
        Part::new(start, start + said.len())
    }

    pub fn read(&self, part: Part) -> &str {
        self.tree.read(part)
    }

    fn key(&self, parent: Id, name: &str) -> (Id, u64) {
        (parent, self.hashes.hash_one(name))
    }

    /// The child of `parent` with this name.
    pub fn named(&mut self, parent: Id, name: &str) -> Option<Id> {
        const FEW: usize = 32;
        if !self.named.contains(&parent) {
            let mut children = self.tree.children(parent);
            let first = children.by_ref().take(FEW);
            let found = first
                .into_iter()
                .find(|&child| self.tree.name(child) == name);
            if found.is_some() || children.next().is_none() {
                return found;
            }
            let all: Vec<Id> = self.tree.children(parent).collect();
            for child in all {
                self.by_name
                    .insert(self.key(parent, self.tree.name(child)), child);
            }
            self.named.insert(parent);
        }
        let child = *self.by_name.get(&self.key(parent, name))?;
        if self.tree.name(child) == name {
            return Some(child);
        }
        // Two names have one hash.
        self.tree
            .children(parent)
            .find(|&child| self.tree.name(child) == name)
    }

    /// Notes the name of a new child.
    pub fn note(&mut self, parent: Id, child: Id) {
        if self.named.contains(&parent) {
            self.by_name
                .insert(self.key(parent, self.tree.name(child)), child);
        }
    }

    pub fn finish(self) -> Tree<'t> {
        self.tree
    }
}

/// A new value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Text(String),
    /// As it is written.
    Number(String),
    Bool(bool),
    Null,
    Time(String),
    Map(Vec<(String, Value)>),
    List(Vec<Value>),
}

impl Value {
    /// The value of `json`, its entries in the order that they were given in.
    pub fn of_json(json: &JsonValue) -> Self {
        match json {
            JsonValue::Null => Self::Null,
            JsonValue::Bool(truth) => Self::Bool(*truth),
            JsonValue::Number(digits) => Self::Number(digits.clone()),
            JsonValue::Text(text) => Self::Text(text.clone()),
            JsonValue::List(elements) => Self::List(elements.iter().map(Self::of_json).collect()),
            JsonValue::Object(entries) => {
                let mut all = Vec::new();
                for (name, value) in entries {
                    all.push((name.clone(), Self::of_json(value)));
                }
                Self::Map(all)
            }
        }
    }
}
