//! A JSON value that keeps the order of members and refuses a member named twice.
//!
//! `serde_json::Value` lets the last of two equal names win without a word; a request must not.

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::fields::OPERATIONS;
use crate::request::Malformed;

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

impl Node {
    /// Reads one JSON document.
    ///
    /// # Errors
    /// Text that is empty, no JSON, or names a member twice.
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
        let document = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        serde_json::from_slice(document).map_err(|error| {
            let hint = match std::str::from_utf8(document) {
                Ok(_) => {
                    r#"inside a string a line break is \n, a tab \t, a quote \", a backslash \\"#
                }
                Err(_) => r#"text that is not valid UTF-8 is written {"base64":"..."}"#,
            };
            Malformed::wrong(format!("the request is not valid JSON: {error}"), hint)
        })
    }

    /// What it is, as a phrase.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a truth value",
            Self::Integer(_) | Self::Number(_) => "a number",
            Self::Text(_) => "a string",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
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
        while let Some((name, node)) = map.next_entry::<String, Node>()? {
            if !names.insert(name.clone()) {
                return Err(A::Error::custom(format!("`{name}` is given twice")));
            }
            members.push((name, node));
        }
        Ok(Node::Object(members))
    }
}
