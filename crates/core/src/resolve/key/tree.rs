//! A document as a tree whose nodes know their bytes, whatever its format.
//!
//! Nodes are small: a large file of short lines has a node for every few bytes.

use std::collections::HashMap;
use std::ops::Range;

use super::format::Unread;
use crate::request::JsonValue;

/// The number of a node in its tree.
pub(super) type Id = u32;

/// The first node of a tree.
pub(super) const ROOT: Id = 0;

const NONE: Id = u32::MAX;

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

/// Bytes of the document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    pub start: u32,
    pub end: u32,
}

impl Part {
    pub fn new(start: usize, end: usize) -> Self {
        // Readers take no text of more than 4 GiB.
        Self {
            start: u32::try_from(start).unwrap_or(u32::MAX),
            end: u32::try_from(end.max(start)).unwrap_or(u32::MAX),
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
    Indented,
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
            Self::Comment => "a value with a comment character",
            Self::Gaps => "a value of several lines with others between",
            Self::Indented => "a section with an indented line that programs read differently",
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

/// The separation of the entries of a table or list.
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

/// The way in which a name or a value is read from its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    AsWritten,
    /// Without its first and its last character.
    InQuotes,
    /// The tree has the string.
    Decoded,
}

/// The two strings of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Half {
    Name,
    Value,
}

/// An entry of a table, an element of a list, or the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The first byte: of the name, the dash or the value.
    pub start: u32,
    /// The name as it is written.
    pub key: Part,
    /// The value as it is written.
    pub value: Part,
    /// The end of the last line of a table or list that new entries go below; 0 where there is none.
    pub tail: u32,
    pub kind: Kind,
    pub layout: Layout,
    /// True if an alias stands for it.
    pub is_anchored: bool,
    name: Reading,
    said: Reading,
    first: Id,
    next: Id,
}

impl Node {
    /// An entry that begins at `start`, without a name, whose value is at `value`.
    pub fn new(start: usize, value: Part, kind: Kind) -> Self {
        Self {
            start: Part::new(start, start).start,
            key: Part::default(),
            value,
            tail: 0,
            kind,
            layout: Layout::Commas,
            is_anchored: false,
            name: Reading::AsWritten,
            said: Reading::AsWritten,
            first: NONE,
            next: NONE,
        }
    }

    /// A table or list with its entries on lines, like [`new`](Self::new).
    pub fn of_lines(start: usize, value: Part, kind: Kind) -> Self {
        Self {
            layout: Layout::Lines,
            ..Self::new(start, value, kind)
        }
    }

    /// The bytes of the entry.
    pub fn entry(&self) -> Range<usize> {
        self.start as usize..self.value.end.max(self.start) as usize
    }
}

/// A tree, with the strings that are not written as they are read.
#[derive(Debug)]
pub(super) struct Tree<'t> {
    pub text: &'t str,
    nodes: Vec<Node>,
    decoded: HashMap<(Id, Half), Box<str>>,
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
        &self.nodes[id as usize]
    }

    /// All nodes but the root of a stream of one document.
    pub fn ids(&self) -> Range<Id> {
        ROOT..Part::new(0, self.nodes.len()).end
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

    /// The value as it is written.
    pub fn raw_value(&self, id: Id) -> &'t str {
        self.raw(self.node(id).value)
    }

    pub fn name(&self, id: Id) -> &str {
        let node = self.node(id);
        self.string(id, Half::Name, node.key, node.name)
    }

    /// A value without parts, as it is read.
    pub fn said(&self, id: Id) -> &str {
        let node = self.node(id);
        self.string(id, Half::Value, node.value, node.said)
    }

    fn string(&self, id: Id, half: Half, part: Part, reading: Reading) -> &str {
        let raw = self.raw(part);
        match reading {
            Reading::AsWritten => raw,
            Reading::InQuotes => &raw[1..raw.len() - 1],
            Reading::Decoded => self.decoded.get(&(id, half)).map_or(raw, |said| said),
        }
    }

    /// True if an alias stands for the node or for something in it.
    pub fn is_repeated(&self, id: Id) -> bool {
        self.node(id).is_anchored || self.children(id).any(|child| self.is_repeated(child))
    }
}

/// Puts a tree together, nodes in any order.
pub(super) struct Builder<'t> {
    tree: Tree<'t>,
    /// The last child of each node.
    last: Vec<Id>,
}

impl<'t> Builder<'t> {
    pub fn new(text: &'t str, root: Node) -> Self {
        let tree = Tree {
            text,
            nodes: vec![root],
            decoded: HashMap::new(),
            root: ROOT,
            aliases: HashMap::new(),
        };
        Self {
            tree,
            last: vec![NONE],
        }
    }

    pub fn add(&mut self, parent: Id, node: Node) -> Id {
        let id = self.tree.ids().end;
        match std::mem::replace(&mut self.last[parent as usize], id) {
            NONE => self.node(parent).first = id,
            last => self.node(last).next = id,
        }
        self.tree.nodes.push(node);
        self.last.push(NONE);
        id
    }

    pub fn node(&mut self, id: Id) -> &mut Node {
        &mut self.tree.nodes[id as usize]
    }

    pub fn tree(&self) -> &Tree<'t> {
        &self.tree
    }

    pub fn last_child(&self, id: Id) -> Option<Id> {
        Some(self.last[id as usize]).filter(|&last| last != NONE)
    }

    /// Gives the node the name `said`, which is written as its key.
    pub fn set_name(&mut self, id: Id, said: &str) {
        let reading = self.reading(id, Half::Name, self.tree.node(id).key, said);
        self.node(id).name = reading;
    }

    /// Gives the node the value `said`, which is written as its value.
    pub fn set_said(&mut self, id: Id, said: &str) {
        let reading = self.reading(id, Half::Value, self.tree.node(id).value, said);
        self.node(id).said = reading;
    }

    fn reading(&mut self, id: Id, half: Half, part: Part, said: &str) -> Reading {
        let raw = self.tree.raw(part);
        if said == raw {
            return Reading::AsWritten;
        }
        if raw.len() == said.len() + 2 && raw.get(1..raw.len() - 1) == Some(said) {
            return Reading::InQuotes;
        }
        self.tree.decoded.insert((id, half), said.into());
        Reading::Decoded
    }

    pub fn alias(&mut self, alias: Id, target: Id) {
        self.tree.aliases.insert(alias, target);
    }

    pub fn finish(self, root: Id) -> Tree<'t> {
        Tree { root, ..self.tree }
    }
}

/// A new value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Text(String),
    /// The number as it is written.
    Number(String),
    Bool(bool),
    Null,
    Time(String),
    Map(Vec<(String, Value)>),
    List(Vec<Value>),
}

impl Value {
    pub fn kind(&self) -> Kind {
        match self {
            Self::Text(_) => Kind::Text,
            Self::Number(_) => Kind::Number,
            Self::Bool(true) => Kind::True,
            Self::Bool(false) => Kind::False,
            Self::Null => Kind::Null,
            Self::Time(_) => Kind::Time,
            Self::Map(_) => Kind::Map,
            Self::List(_) => Kind::List,
        }
    }

    /// The value of `json`, its entries in the order that they were given in.
    pub fn from_json(json: &JsonValue) -> Self {
        match json {
            JsonValue::Null => Self::Null,
            JsonValue::Bool(truth) => Self::Bool(*truth),
            JsonValue::Number(digits) => Self::Number(digits.clone()),
            JsonValue::Text(text) => Self::Text(text.clone()),
            JsonValue::List(elements) => Self::List(elements.iter().map(Self::from_json).collect()),
            JsonValue::Object(entries) => {
                let mut all = Vec::new();
                for (name, value) in entries {
                    all.push((name.clone(), Self::from_json(value)));
                }
                Self::Map(all)
            }
        }
    }
}
