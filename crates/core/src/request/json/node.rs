//! A JSON value that keeps the order of its members and detects duplicates.
//!
//! `serde_json::Value` silently keeps the last of two members with the same name, but a request must refuse them. The
//! reader of the request refuses them, because it knows the number of the edit.

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::fields::OPERATIONS;
use crate::request::Malformed;
use crate::text;

/// The number of significant decimal digits that a 64-bit float always keeps.
const FLOAT_DIGITS: usize = f64::DIGITS as usize;

/// 2^53. Below this, a number without a fraction is an exact integer.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// An integer that fits into 64 bits.
    Integer(i64),
    /// Any other number, with its digits as they were written. The digits are empty if some may be lost.
    Number(f64, String),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// An object without repeated names. The members keep the order of the document.
    Object(Vec<(String, Node)>),
    /// An object with a repeated name, and all of its members.
    Repeating(String, Vec<(String, Node)>),
}

impl From<serde_json::Value> for Node {
    fn from(value: serde_json::Value) -> Self {
        // Every JSON value is a node.
        Self::deserialize(value).unwrap_or(Self::Null)
    }
}

/// The digits of `number`. Empty if serde may have rounded the number.
fn exact_digits(number: f64) -> String {
    let digits = serde_json::Value::from(number).to_string();
    let mantissa = digits.split('e').next().unwrap_or_default();
    let significant = mantissa.trim_start_matches(['-', '0', '.']);
    let count = significant.bytes().filter(u8::is_ascii_digit).count();
    if count > FLOAT_DIGITS {
        String::new()
    } else {
        digits
    }
}

/// The hint for a `document` with the syntax error `error`.
fn syntax_hint(document: &[u8], error: &serde_json::Error) -> &'static str {
    if std::str::from_utf8(document).is_err() {
        r#"text that is not valid UTF-8 is written {"base64":"..."}"#
    } else if document.trim_ascii_start().starts_with(b"```") {
        "remove the Markdown fence around it"
    } else if is_in_string(text_before(document, error)) && !error.is_eof() {
        r#"inside a string a line break is \n, a tab \t, a quote \", a backslash \\"#
    } else if error.is_eof() {
        r#"its end is missing: check that it is complete, and that every quote in a string is written \"?"#
    } else if error.to_string().starts_with("recursion limit") {
        "nest fewer lists and objects"
    } else {
        r#"an object is {"name":"value",...}: double quotes, and no comma after the last"#
    }
}

/// The text before `error`. serde counts lines from 1 and columns in bytes.
fn text_before<'d>(document: &'d [u8], error: &serde_json::Error) -> &'d [u8] {
    let lines = text::lines(document);
    let above: usize = lines
        .take(error.line().saturating_sub(1))
        .map(<[u8]>::len)
        .sum();
    &document[..document.len().min(above + error.column().saturating_sub(1))]
}

/// True if `text`, the beginning of a document, ends inside a string.
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

/// The spans of all numbers in a JSON `document`, in order.
fn numbers(document: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            match document.get(at)? {
                b'"' => {
                    at += 1;
                    while *document.get(at)? != b'"' {
                        at += 1 + usize::from(document[at] == b'\\');
                    }
                    at += 1;
                }
                b'-' | b'0'..=b'9' => {
                    let start = at;
                    while let Some(byte) = document.get(at)
                        && (byte.is_ascii_digit() || b"+-.eE".contains(byte))
                    {
                        at += 1;
                    }
                    return Some(start..at);
                }
                _ => at += 1,
            }
        }
    })
}

/// Replaces each number that overflows a float with 0.0. `None` if there is no such number.
fn without_overflows(document: &[u8]) -> Option<Vec<u8>> {
    let mut copy = None;
    for span in numbers(document) {
        let digits = String::from_utf8_lossy(&document[span.clone()]);
        if digits.parse().is_ok_and(f64::is_infinite) {
            let copy = copy.get_or_insert_with(|| document.to_vec());
            copy[span.clone()].fill(b' ');
            copy[span.start..span.start + 3].copy_from_slice(b"0.0");
        }
    }
    copy
}

impl Node {
    /// Parses one JSON document.
    ///
    /// # Errors
    /// Text that is empty or not valid JSON.
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
        // Editors and PowerShell write a byte-order mark before JSON. RFC 8259 lets a parser ignore the mark.
        let document = text::without_bom(bytes);
        Self::read(document).map_err(|error| {
            let hint = syntax_hint(document, &error);
            Malformed::wrong(format!("the request is not valid JSON: {error}"), hint)
        })
    }

    /// Parses one JSON document, and keeps the digits of its numbers.
    ///
    /// # Errors
    /// Text that is not valid JSON.
    pub fn read(document: &[u8]) -> serde_json::Result<Self> {
        let mut node: Self = match serde_json::from_slice(document) {
            Ok(node) => node,
            Err(error) => {
                let readable = without_overflows(document).ok_or(error)?;
                serde_json::from_slice(&readable)?
            }
        };
        if node.has_non_integer() {
            node.set_digits(&mut numbers(document).map(|span| &document[span]));
        }
        Ok(node)
    }

    /// True if the node contains a [`Number`](Self::Number).
    fn has_non_integer(&self) -> bool {
        match self {
            Self::Number(..) => true,
            Self::List(elements) => elements.iter().any(Self::has_non_integer),
            Self::Object(members) | Self::Repeating(_, members) => {
                members.iter().any(|(_, value)| value.has_non_integer())
            }
            Self::Null | Self::Bool(_) | Self::Integer(_) | Self::Text(_) => false,
        }
    }

    /// Sets the digits of each number to the next item of `written`.
    fn set_digits<'d>(&mut self, written: &mut impl Iterator<Item = &'d [u8]>) {
        match self {
            Self::Number(value, digits) => {
                if let Some(next) = written.next() {
                    *digits = String::from_utf8_lossy(next).into_owned();
                    *value = digits.parse().unwrap_or(f64::NAN);
                }
            }
            Self::Integer(_) => drop(written.next()),
            Self::List(elements) => {
                for element in elements {
                    element.set_digits(written);
                }
            }
            Self::Object(members) | Self::Repeating(_, members) => {
                for (_, value) in members {
                    value.set_digits(written);
                }
            }
            Self::Null | Self::Bool(_) | Self::Text(_) => {}
        }
    }

    /// The value, if it is an integer. As in JSON Schema, 1.0 is an integer.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Self::Integer(number) => Some(*number),
            Self::Number(number, _) if number.fract() == 0.0 && number.abs() < EXACT => {
                Some(*number as i64)
            }
            _ => None,
        }
    }

    /// The kind of the node, as a phrase for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a truth value",
            Self::Integer(_) | Self::Number(..) => "a number",
            Self::Text(_) => "a string",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
            Self::Repeating(..) => "an object that contains a name twice",
        }
    }

    /// The members of an object that messages call `label`. `example` is a valid edit.
    ///
    /// # Errors
    /// The node is not an object, or has a repeated name.
    pub fn into_members(
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
        Ok(match i64::try_from(value) {
            Ok(value) => Node::Integer(value),
            Err(_) => Node::Number(value as f64, value.to_string()),
        })
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
        Ok(Node::Number(value, exact_digits(value)))
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
