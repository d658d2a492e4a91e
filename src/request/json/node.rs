//! A JSON value that keeps the order of members and knows of a member named twice.
//!
//! `serde_json::Value` lets the last of two equal names win without a word; a request must not. It is for its
//! reader to refuse: that one knows which of several edits it is.

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::fields::OPERATIONS;
use crate::request::Malformed;
use crate::text;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A whole number that fits.
    Integer(i64),
    /// Any other number.
    Number(f64),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// An object: its members in the document's order, each name once.
    Object(Vec<(String, Node)>),
    /// An object in which two members have this name, and its members.
    Repeating(String, Vec<(String, Node)>),
}

impl From<serde_json::Value> for Node {
    fn from(value: serde_json::Value) -> Self {
        use serde_json::Value;
        match value {
            Value::Null => Self::Null,
            Value::Bool(truth) => Self::Bool(truth),
            Value::Number(number) => match number.as_i64() {
                Some(whole) => Self::Integer(whole),
                None => Self::Number(number.as_f64().unwrap_or(f64::NAN)),
            },
            Value::String(text) => Self::Text(text),
            Value::Array(values) => Self::List(values.into_iter().map(Self::from).collect()),
            Value::Object(members) => Self::Object(
                members
                    .into_iter()
                    .map(|(name, value)| (name, Self::from(value)))
                    .collect(),
            ),
        }
    }
}

/// The way out of a `document` in which there is an `error`.
fn way_out(document: &[u8], error: &serde_json::Error) -> &'static str {
    if std::str::from_utf8(document).is_err() {
        r#"text that is not valid UTF-8 is written {"base64":"..."}"#
    } else if document.trim_ascii_start().starts_with(b"```") {
        "leave out the Markdown fence around it"
    } else if is_in_string(before(document, error)) && !error.is_eof() {
        r#"inside a string a line break is \n, a tab \t, a quote \", a backslash \\"#
    } else if error.is_eof() {
        r#"its end is missing: is all of it there, and every quote in a string written \"?"#
    } else {
        r#"an object is {"name":"value",...}: double quotes, and no comma after the last"#
    }
}

/// The text before the place of `error`, which counts lines from 1 and columns in bytes.
fn before<'d>(document: &'d [u8], error: &serde_json::Error) -> &'d [u8] {
    let lines = text::lines(document);
    let above: usize = lines
        .take(error.line().saturating_sub(1))
        .map(<[u8]>::len)
        .sum();
    &document[..document.len().min(above + error.column().saturating_sub(1))]
}

/// Whether the beginning `text` of a document stops inside a string.
fn is_in_string(text: &[u8]) -> bool {
    let mut is_inside = false;
    let mut is_escaped = false;
    for &byte in text {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_inside,
            b'"' => is_inside = !is_inside,
            _ => {}
        }
    }
    is_inside
}

impl Node {
    /// Reads one JSON document.
    ///
    /// # Errors
    /// Text that is empty or no JSON.
    pub fn parse(bytes: &[u8]) -> Result<Self, Malformed> {
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(Malformed::wrong(
                "the request is empty",
                format!(
                    "give a JSON object or list, for example {}",
                    OPERATIONS[0].example
                ),
            ));
        }
        // Editors and PowerShell put the mark before JSON; the standard lets a reader skip it.
        let document = text::without_bom(bytes);
        serde_json::from_slice(document).map_err(|error| {
            let hint = way_out(document, &error);
            Malformed::wrong(format!("the request is not valid JSON: {error}"), hint)
        })
    }

    /// The kind of the node, as a phrase.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a truth value",
            Self::Integer(_) | Self::Number(_) => "a number",
            Self::Text(_) => "a string",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
            Self::Repeating(..) => "an object that gives a name twice",
        }
    }

    /// The members of the object that messages call `label`; `example` is one.
    ///
    /// # Errors
    /// Anything else than an object, or one that gives a name twice.
    pub(crate) fn into_members(
        self,
        label: &str,
        example: &str,
    ) -> Result<Vec<(String, Self)>, Malformed> {
        match self {
            Self::Object(members) => Ok(members),
            Self::Repeating(name, _) => Err(Malformed::repeated(&name, label)),
            other => Err(Malformed::wrong(
                format!("{label} is {}, not an object", other.kind()),
                format!("an edit looks like {example}"),
            )),
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Integer(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
        Ok(i64::try_from(value).map_or(Node::Number(value as f64), Node::Integer))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
        Ok(Node::Number(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Node, E> {
        Ok(Node::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let mut nodes = Vec::new();
        while let Some(node) = list.next_element()? {
            nodes.push(node);
        }
        Ok(Node::List(nodes))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut members: Vec<(String, Node)> = Vec::new();
        let mut names = HashSet::new();
        let mut repeated = None;
        while let Some((name, node)) = map.next_entry::<String, Node>()? {
            if !names.insert(name.clone()) {
                repeated.get_or_insert_with(|| name.clone());
            }
            members.push((name, node));
        }
        Ok(match repeated {
            Some(name) => Node::Repeating(name, members),
            None => Node::Object(members),
        })
    }
}
