//! A document as a tree whose nodes know their bytes, whatever its format.

use crate::request::JsonValue;
use crate::text::Span;

/// A value and its place.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub span: Span,
    pub content: Content,
}

impl Node {
    /// Whether an alias elsewhere stands for it, or for something in it.
    pub(super) fn is_repeated(&self) -> bool {
        let is_inside = |entries: &Entries| entries.all.iter().any(|one| one.value.is_repeated());
        matches!(self.content, Content::Repeated(_)) || self.entries().is_some_and(is_inside)
    }

    /// What is in it, an alias elsewhere or none.
    pub(super) fn table(&self) -> Option<&Entries> {
        match &self.content {
            Content::Repeated(inner) => inner.table(),
            _ => self.entries(),
        }
    }

    /// What is in it, where that is apart.
    pub(super) fn entries(&self) -> Option<&Entries> {
        match &self.content {
            Content::Map(entries) | Content::List(entries) => Some(entries),
            Content::Scalar(_) | Content::Repeated(_) | Content::Closed(_) => None,
        }
    }
}

/// What a node holds.
#[derive(Clone, Debug)]
pub(super) enum Content {
    Scalar(Scalar),
    Map(Entries),
    List(Entries),
    /// What an alias elsewhere stands for: a change of it would be one there, too.
    #[cfg_attr(
        not(feature = "syntax"),
        allow(dead_code, reason = "YAML alone has aliases")
    )]
    Repeated(Box<Node>),
    /// What cannot be changed in its place, by its name.
    Closed(&'static str),
}

impl Content {
    /// The word for its type.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Map(_) => "table",
            Self::List(_) => "list",
            Self::Closed(name) => name,
            Self::Repeated(_) => REPEATED,
            Self::Scalar(scalar) => match scalar {
                Scalar::Text(_) => "string",
                Scalar::Number(_) => "number",
                Scalar::Bool(_) => "bool",
                Scalar::Null => "null",
                Scalar::Time(_) => "time",
            },
        }
    }
}

/// The name of an alias.
pub(super) const ALIAS: &str = "an alias";

/// The name of what an alias stands for.
pub(super) const REPEATED: &str = "a value with an anchor";

/// A value without parts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Scalar {
    Text(String),
    /// As it is written.
    Number(String),
    Bool(bool),
    Null,
    /// A date or time.
    Time(String),
}

/// The entries of a table, or the elements of a list.
#[derive(Clone, Debug, Default)]
pub(super) struct Entries {
    pub all: Vec<Entry>,
    /// Whether each is on lines of its own; else commas part them.
    pub has_lines: bool,
    /// The byte behind the last one, or behind the heading: a new one goes below that line.
    pub end: Option<usize>,
    /// What stands before each name in a table of dotted keys: `a.` in `a.b = 1`.
    pub prefix: String,
}

/// An entry of a table by its name, or an element of a list by its index.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub name: String,
    /// From the name, or the dash, to the end of the value.
    pub span: Span,
    pub value: Node,
}

impl Scalar {
    /// The word for its type.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "a string",
            Self::Number(_) => "a number",
            Self::Bool(_) => "a truth value",
            Self::Null => "null",
            Self::Time(_) => "a date or time",
        }
    }
}

/// What a document says, without places. Entries of a table are in the order of their names where values are compared,
/// and as they are given where they are written.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Scalar(Scalar),
    Map(Vec<(String, Value)>),
    List(Vec<Value>),
    /// What is not read, as it is written.
    Raw(String),
}

impl Value {
    /// What `node` of `text` says.
    pub fn of(node: &Node, text: &str) -> Self {
        match &node.content {
            Content::Scalar(scalar) => Self::Scalar(scalar.clone()),
            Content::Map(entries) => {
                let entries = entries.all.iter();
                Self::map(entries.map(|entry| (entry.name.clone(), Self::of(&entry.value, text))))
            }
            Content::List(entries) => {
                let elements = entries.all.iter();
                Self::List(elements.map(|entry| Self::of(&entry.value, text)).collect())
            }
            Content::Repeated(inner) => Self::of(inner, text),
            Content::Closed(_) => Self::Raw(text[node.span.range()].trim_end().to_owned()),
        }
    }

    /// The value that `json` is, its entries in the order that they were given in.
    pub fn of_json(json: &JsonValue) -> Self {
        match json {
            JsonValue::Null => Self::Scalar(Scalar::Null),
            JsonValue::Bool(truth) => Self::Scalar(Scalar::Bool(*truth)),
            JsonValue::Number(digits) => Self::Scalar(Scalar::Number(digits.clone())),
            JsonValue::Text(text) => Self::Scalar(Scalar::Text(text.clone())),
            JsonValue::List(elements) => Self::List(elements.iter().map(Self::of_json).collect()),
            JsonValue::Object(entries) => {
                let entry =
                    |(name, value): &(String, JsonValue)| (name.clone(), Self::of_json(value));
                Self::Map(entries.iter().map(entry).collect())
            }
        }
    }

    /// It with its entries in the order of their names, to be compared.
    pub fn sorted(self) -> Self {
        match self {
            Self::Map(entries) => Self::map(
                entries
                    .into_iter()
                    .map(|(name, value)| (name, value.sorted())),
            ),
            Self::List(elements) => Self::List(elements.into_iter().map(Self::sorted).collect()),
            value @ (Self::Scalar(_) | Self::Raw(_)) => value,
        }
    }

    /// Whether it says all that `other` says, and perhaps more.
    pub fn has_all_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Map(all), Self::Map(others)) => others.iter().all(|(name, value)| {
                let own = all.binary_search_by(|entry| entry.0.cmp(name));
                own.is_ok_and(|at| all[at].1.has_all_of(value))
            }),
            (Self::List(all), Self::List(others)) => {
                let mut all = all.iter();
                let mut others = others.iter();
                others.all(|value| all.any(|own| own.has_all_of(value)))
            }
            _ => self == other,
        }
    }

    fn map(entries: impl Iterator<Item = (String, Value)>) -> Self {
        let mut entries: Vec<_> = entries.collect();
        entries.sort_by(|one, other| one.0.cmp(&other.0));
        Self::Map(entries)
    }

    /// Puts `value` to the end of `path`, or takes away what is there. Tables that are missing are made.
    pub fn put(&mut self, path: &[String], value: Option<Value>) {
        let Some((name, rest)) = path.split_first() else {
            if let Some(value) = value {
                *self = value;
            }
            return;
        };
        match self {
            Self::List(elements) => {
                let at = name.parse().unwrap_or(elements.len());
                match (value, rest) {
                    (None, []) if at < elements.len() => drop(elements.remove(at)),
                    (Some(value), []) if at == elements.len() => elements.push(value),
                    (value, rest) => {
                        if let Some(element) = elements.get_mut(at) {
                            element.put(rest, value);
                        }
                    }
                }
            }
            Self::Map(entries) => {
                match entries.binary_search_by(|entry| entry.0.as_str().cmp(name)) {
                    Ok(at) if rest.is_empty() && value.is_none() => drop(entries.remove(at)),
                    Ok(at) => entries[at].1.put(rest, value),
                    Err(at) => {
                        let mut made = Self::Map(Vec::new());
                        made.put(rest, value);
                        entries.insert(at, (name.clone(), made));
                    }
                }
            }
            // A name without a value becomes a table.
            Self::Scalar(Scalar::Null) => {
                let mut made = Self::Map(Vec::new());
                made.put(path, value);
                *self = made;
            }
            Self::Scalar(_) | Self::Raw(_) => {}
        }
    }
}
