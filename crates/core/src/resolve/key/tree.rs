//! A document of any format as a tree whose nodes know their bytes.
//!
//! Nodes are small, because a large file with short lines has a node for every few bytes.

use std::collections::HashMap;
use std::ops::Range;

use super::format::Format;
use crate::request::Value;

/// The index of a node in its tree.
pub(super) type Id = u32;

/// The first node of a tree.
pub(super) const ROOT: Id = 0;

const NONE: Id = u32::MAX;

/// The maximum nesting depth of tables and lists. The limit keeps recursive functions from overflowing the stack.
const DEPTH: usize = 500;

/// The reason why a text is malformed.
pub(super) struct Unread {
    pub at: usize,
    pub problem: String,
}

impl Unread {
    pub fn at(at: usize, problem: &str) -> Self {
        Self {
            at,
            problem: problem.to_owned(),
        }
    }
}

/// # Errors
/// The document is nested deeper than `DEPTH`.
pub(super) fn check_depth(depth: usize, at: usize) -> Result<(), Unread> {
    if depth < DEPTH {
        return Ok(());
    }
    Err(Unread::at(at, "it has more than 500 levels"))
}

/// A byte offset as the tree stores it.
pub(super) fn offset(at: usize) -> u32 {
    // `Format::read` refuses texts of 2 GiB or more.
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// A byte range of the document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TextRange {
    pub start: u32,
    pub end: u32,
}

impl TextRange {
    pub fn new(start: usize, end: usize) -> Self {
        Self {
            start: offset(start),
            end: offset(end.max(start)),
        }
    }

    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Number,
    True,
    False,
    Null,
    /// A date or time, or a word that YAML 1.1 and 1.2 read differently.
    Time,
    Map,
    List,
    Closed(Closed),
}

/// The reasons why a value cannot be changed in place.
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

/// The description of a value to which an alias refers.
pub(super) const ANCHORED: &str = "a value with an anchor";

impl Kind {
    pub fn is_container(self) -> bool {
        matches!(self, Self::Map | Self::List)
    }

    /// The name of the type in an outline.
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

    /// The name of the type in a sentence.
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

/// The separation of entries in a table or list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Commas, between brackets.
    Commas,
    /// Separate lines.
    Lines,
    /// A TOML table that is only defined by dotted keys.
    Dotted,
    /// The documents of a YAML stream.
    Stream,
}

/// The notation of a name or a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Notation {
    AsWritten,
    /// The text without its first and last character.
    InQuotes,
    /// Any other notation. The tree stores the decoded string.
    Encoded,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Field {
    Name,
    Value,
}

/// An entry of a table, an element of a list, or the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The offset of the first byte of the name, dash or value.
    pub start: u32,
    /// The name as written.
    pub key: TextRange,
    /// The value as written.
    pub value: TextRange,
    /// The end of the last line of a table or list, where new entries are added. 0 if there is no such line.
    pub tail: u32,
    pub kind: Kind,
    pub layout: Layout,
    /// True if an alias refers to the node.
    pub is_anchored: bool,
    key_notation: Notation,
    value_notation: Notation,
    first_child: Id,
    next_sibling: Id,
}

impl Node {
    /// A nameless entry that begins at `start` and has its value at `value`.
    pub fn new(start: usize, value: TextRange, kind: Kind) -> Self {
        Self {
            start: offset(start),
            key: TextRange::default(),
            value,
            tail: 0,
            kind,
            layout: Layout::Commas,
            is_anchored: false,
            key_notation: Notation::AsWritten,
            value_notation: Notation::AsWritten,
            first_child: NONE,
            next_sibling: NONE,
        }
    }

    /// Like [`new`](Self::new), for a table or list with entries on separate lines.
    pub fn of_lines(start: usize, value: TextRange, kind: Kind) -> Self {
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

/// A tree, with all strings whose decoded form differs from the text.
#[derive(Debug)]
pub(super) struct Tree<'t> {
    pub text: &'t str,
    nodes: Vec<Node>,
    decoded: HashMap<(Id, Field), Box<str>>,
    root: Id,
    /// The node that each alias refers to.
    aliases: HashMap<Id, Id>,
}

impl<'t> Tree<'t> {
    pub fn root(&self) -> Id {
        self.root
    }

    /// The node that the alias `id` refers to.
    pub fn alias_target(&self, id: Id) -> Option<Id> {
        self.aliases.get(&id).copied()
    }

    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    /// The IDs of all nodes.
    pub fn ids(&self) -> Range<Id> {
        ROOT..offset(self.nodes.len())
    }

    /// The children of a node, in order.
    pub fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        let mut next = self.node(id).first_child;
        std::iter::from_fn(move || {
            let child = next;
            if child == NONE {
                return None;
            }
            next = self.node(child).next_sibling;
            Some(child)
        })
    }

    pub fn raw(&self, range: TextRange) -> &'t str {
        &self.text[range.range()]
    }

    /// The value as written.
    pub fn raw_value(&self, id: Id) -> &'t str {
        self.raw(self.node(id).value)
    }

    pub fn name(&self, id: Id) -> &str {
        let node = self.node(id);
        self.string(id, Field::Name, node.key, node.key_notation)
    }

    /// The decoded value of a node that is not a container.
    pub fn decoded(&self, id: Id) -> &str {
        let node = self.node(id);
        self.string(id, Field::Value, node.value, node.value_notation)
    }

    fn string(&self, id: Id, field: Field, range: TextRange, notation: Notation) -> &str {
        let raw = self.raw(range);
        match notation {
            Notation::AsWritten => raw,
            Notation::InQuotes => &raw[1..raw.len() - 1],
            Notation::Encoded => self
                .decoded
                .get(&(id, field))
                .map_or(raw, |decoded| decoded),
        }
    }

    /// True if there is a comment between the names and values of the table or list `id`, which is in brackets.
    pub fn has_comments(&self, id: Id, format: Format) -> bool {
        let sign = if format == Format::Json { '/' } else { '#' };
        let has_sign = |start: u32, end: u32| {
            let gap = self.text.get(start as usize..end as usize);
            // A tag of YAML may contain the sign.
            let is_divider = |char: char| char.is_whitespace() || "[{,:=".contains(char);
            gap.is_some_and(|gap| gap.split(is_divider).any(|word| word.starts_with(sign)))
        };
        let mut at = self.node(id).value.start;
        for child in self.children(id) {
            let node = self.node(child);
            if has_sign(at, node.start)
                || has_sign(node.key.end.max(node.start), node.value.start)
                || node.kind.is_container() && self.has_comments(child, format)
            {
                return true;
            }
            at = node.value.end;
        }
        has_sign(at, self.node(id).value.end)
    }

    /// True if an alias refers to the node or one of its descendants.
    pub fn has_anchors(&self, id: Id) -> bool {
        self.node(id).is_anchored || self.children(id).any(|child| self.has_anchors(child))
    }
}

/// Builds a tree. Nodes can be added in any order.
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
            NONE => self.node(parent).first_child = id,
            last => self.node(last).next_sibling = id,
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

    /// Sets the decoded name.
    pub fn set_name(&mut self, id: Id, name: &str) {
        let notation = self.store(id, Field::Name, self.tree.node(id).key, name);
        self.node(id).key_notation = notation;
    }

    /// Sets the decoded value.
    pub fn set_value(&mut self, id: Id, value: &str) {
        let notation = self.store(id, Field::Value, self.tree.node(id).value, value);
        self.node(id).value_notation = notation;
    }

    /// Stores `decoded`, unless it is a part of the text at `range`.
    fn store(&mut self, id: Id, field: Field, range: TextRange, decoded: &str) -> Notation {
        let raw = self.tree.raw(range);
        if decoded == raw {
            return Notation::AsWritten;
        }
        if raw.len() == decoded.len() + 2 && raw.get(1..raw.len() - 1) == Some(decoded) {
            return Notation::InQuotes;
        }
        self.tree.decoded.insert((id, field), decoded.into());
        Notation::Encoded
    }

    pub fn set_alias_target(&mut self, alias: Id, target: Id) {
        self.tree.aliases.insert(alias, target);
    }

    pub fn finish(self, root: Id) -> Tree<'t> {
        Tree { root, ..self.tree }
    }
}

impl From<&Value> for Kind {
    fn from(value: &Value) -> Self {
        match value {
            Value::Text(_) => Self::Text,
            Value::Number(_) => Self::Number,
            Value::Bool(true) => Self::True,
            Value::Bool(false) => Self::False,
            Value::Null => Self::Null,
            Value::Time(_) => Self::Time,
            Value::Map(_) => Self::Map,
            Value::List(_) => Self::List,
        }
    }
}
