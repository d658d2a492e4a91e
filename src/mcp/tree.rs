//! JSON as it stands in a message: every member of an object, also one whose name another has; and what can
//! be told of a text that is no JSON.

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

/// A JSON value in which nothing was dropped.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tree {
    /// A value that has no values in it.
    Leaf(Value),
    /// A list.
    List(Vec<Tree>),
    /// The members of an object, in their order.
    Object(Vec<(String, Tree)>),
}

impl Tree {
    /// A string.
    pub(super) fn text(text: &str) -> Self {
        Self::Leaf(text.into())
    }

    /// The first member `name`.
    pub(super) fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(members) = self else {
            return None;
        };
        let member = members.iter().find(|(known, _)| known == name);
        member.map(|(_, value)| value)
    }

    /// What is reached by these names, one below the other.
    pub(super) fn at(&self, names: &[&str]) -> Option<&Self> {
        names.iter().try_fold(self, |tree, name| tree.get(name))
    }

    /// The same as a value; of members of one name the last is in it.
    pub(super) fn value(&self) -> Value {
        match self {
            Self::Leaf(value) => value.clone(),
            Self::List(values) => values.iter().map(Self::value).collect(),
            Self::Object(members) => members
                .iter()
                .map(|(name, value)| (name.clone(), value.value()))
                .collect(),
        }
    }

    /// The first name that two members of an object have, in any object but those in `aside`.
    pub(super) fn repeated(&self, aside: Option<&Self>) -> Option<&str> {
        if aside.is_some_and(|aside| std::ptr::eq(aside, self)) {
            return None;
        }
        match self {
            Self::Leaf(_) => None,
            Self::List(values) => values.iter().find_map(|value| value.repeated(aside)),
            Self::Object(members) => {
                let mut names = HashSet::new();
                members.iter().find_map(|(name, value)| {
                    let is_new = names.insert(name);
                    (!is_new).then_some(&**name).or(value.repeated(aside))
                })
            }
        }
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TreeVisitor)
    }
}

struct TreeVisitor;

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Leaf(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Tree, E> {
        Ok(Tree::Leaf(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Tree, E> {
        Ok(Tree::Leaf(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Tree, E> {
        Ok(Tree::Leaf(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Tree, E> {
        Ok(Tree::Leaf(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Tree, E> {
        Ok(Tree::Leaf(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Tree, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(Tree::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tree, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Tree::Object(members))
    }
}

/// The outside of a text that should be one object and may be anything: what is told of it byte by byte.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Outside {
    /// The outermost `id`, a string or a number, as it is written; `None` where none can be read, or two differ.
    pub(super) id: Option<String>,
    /// How deep its objects and lists are nested.
    pub(super) depth: usize,
}

impl Outside {
    /// Looks at `text`.
    pub(super) fn of(text: &[u8]) -> Self {
        let mut ids: Vec<String> = Vec::new();
        let (mut depth, mut deepest, mut at) = (0_usize, 0, 0);
        while let Some(&byte) = text.get(at) {
            match byte {
                b'{' | b'[' => {
                    depth += 1;
                    deepest = deepest.max(depth);
                }
                b'}' | b']' => depth = depth.saturating_sub(1),
                b'"' => {
                    let Some(end) = end_of_string(text, at) else {
                        break;
                    };
                    if depth == 1 && &text[at..end] == b"\"id\"" {
                        ids.extend(value_after_colon(text, end));
                    }
                    at = end - 1;
                }
                _ => {}
            }
            at += 1;
        }
        ids.dedup();
        let id = ids.pop().filter(|_| ids.is_empty());
        Self { id, depth: deepest }
    }
}

/// Where the string ends that begins at the quote `at`; `None` where it does not.
fn end_of_string(text: &[u8], at: usize) -> Option<usize> {
    let mut is_escaped = false;
    for (offset, &byte) in text.iter().enumerate().skip(at + 1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return Some(offset + 1),
            _ => {}
        }
    }
    None
}

/// The string or number after a colon that comes next, as it is written; `None` where there is none, or its end is
/// missing.
fn value_after_colon(text: &[u8], at: usize) -> Option<String> {
    let rest = text[at..].trim_ascii_start().strip_prefix(b":")?;
    let value = rest.trim_ascii_start();
    let end = match value.first()? {
        b'"' => end_of_string(value, 0)?,
        b'-' | b'0'..=b'9' => value
            .iter()
            .position(|byte| matches!(byte, b',' | b'}' | b' ' | b'\t' | b'\r' | b'\n'))?,
        _ => return None,
    };
    let value = &value[..end];
    // Half of a surrogate pair stands in no text, but it may stand in an id.
    serde_json::from_slice::<IgnoredAny>(value).ok()?;
    String::from_utf8(value.to_vec()).ok()
}
