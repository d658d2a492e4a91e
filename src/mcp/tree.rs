//! A JSON message as a tree that keeps repeated members of an object, and a scan of text that is not valid JSON.

use std::collections::HashSet;

use serde::de::IgnoredAny;

use crate::request::json::Node;

/// The members of `node`; `None` if it is not an object.
fn members(node: &Node) -> Option<&[(String, Node)]> {
    match node {
        Node::Object(members) | Node::Repeating(_, members) => Some(members),
        _ => None,
    }
}

/// The first member `name` of `node`.
pub(super) fn member<'n>(node: &'n Node, name: &str) -> Option<&'n Node> {
    let member = members(node)?.iter().find(|(known, _)| known == name);
    member.map(|(_, value)| value)
}

/// The first name that two members of an object share, in any object of `node` except inside `except`.
pub(super) fn repeated<'n>(node: &'n Node, except: Option<&Node>) -> Option<&'n str> {
    if except.is_some_and(|except| std::ptr::eq(except, node)) {
        return None;
    }
    if let Node::List(values) = node {
        return values.iter().find_map(|value| repeated(value, except));
    }
    let mut names = HashSet::new();
    for (name, value) in members(node)? {
        if !names.insert(name) {
            return Some(name);
        }
        let inside = repeated(value, except);
        if inside.is_some() {
            return inside;
        }
    }
    None
}

/// The facts that a scan of its bytes finds about a text that should be an object but may be invalid.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct MessageScan {
    /// The outermost `id`, a string or a number, unchanged; `None` if it cannot be read, or if two ids differ.
    pub(super) id: Option<String>,
    /// The maximum nesting of objects and lists.
    pub(super) depth: usize,
}

impl MessageScan {
    pub(super) fn scan(text: &[u8]) -> Self {
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
        let id = match &ids[..] {
            [id] => Some(id.clone()),
            _ => None,
        };
        Self { id, depth: deepest }
    }
}

/// The offset after the string that begins with the quote at `at`; `None` if the string does not end.
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

/// The string or number after the next colon, unchanged; `None` if there is none or it is incomplete.
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
    // Half of a surrogate pair cannot be a string in Rust, but it can be part of an id.
    serde_json::from_slice::<IgnoredAny>(value).ok()?;
    String::from_utf8(value.to_vec()).ok()
}
