//! Comma-separated lists: arguments, fields, members, imported names.

use std::cmp::Reverse;

use tree_sitter::Node;

use super::language::Language;
use super::parse;
use crate::{ChildOrder, NodeList};
use incise_text::text::Span;

/// The node kind of an import whose names need no brackets.
const IMPORT: &str = "import_from_statement";

/// The lists in `text`, sorted by position, outer lists first. Lists that contain a syntax error are omitted.
pub(super) fn lists(language: Language, text: &[u8]) -> Vec<NodeList> {
    let Some(tree) = parse::tree(language, text) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut cursor = tree.walk();
    // The ancestors of the cursor, and true for those already checked. A node is checked at its first opening
    // bracket.
    let mut around: Vec<(Node<'_>, bool)> = Vec::new();
    'all: loop {
        let node = cursor.node();
        if let Some((outer, is_known)) = around.last_mut()
            && !*is_known
            && (is_bracket(&node) || outer.kind() == IMPORT)
        {
            *is_known = true;
            let outer = *outer;
            let parent = around.iter().rev().nth(1).map(|(parent, _)| *parent);
            found.extend(list_of(outer, parent, text));
        }
        if cursor.goto_first_child() {
            around.push((node, false));
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                break 'all;
            }
            around.pop();
        }
    }
    found.sort_by_key(|list| (list.whole.start(), Reverse(list.whole.len())));
    found
}

/// True for a token that opens a list.
fn is_bracket(node: &Node<'_>) -> bool {
    !node.is_named() && matches!(node.kind(), "(" | "[" | "{" | "<")
}

/// The list between the brackets in `node`. A list of imported names needs no brackets.
fn list_of(node: Node<'_>, parent: Option<Node<'_>>, text: &[u8]) -> Option<NodeList> {
    if node.child_count() < 2 || node.has_error() {
        return None;
    }
    let mut cursor = node.walk();
    let all: Vec<Node<'_>> = node.children(&mut cursor).collect();
    let (open, close) = match all.iter().position(is_bracket) {
        Some(open) => {
            let close = match all[open].kind() {
                "(" => ")",
                "[" => "]",
                "{" => "}",
                _ => ">",
            };
            (open, close)
        }
        None if node.kind() == IMPORT => {
            let open = all.iter().position(|node| is_sign(node, "import"))?;
            (open, "")
        }
        None => return None,
    };
    let end = if close.is_empty() {
        all.len()
    } else {
        let len = all[open..].iter().position(|node| is_sign(node, close))?;
        open + len
    };
    let inner = &all[open + 1..end];
    if inner.iter().any(|node| is_sign(node, ";")) {
        return None;
    }
    let mut children: Vec<Span> = Vec::new();
    for part in inner.split(|node| is_sign(node, ",")) {
        let mut nodes = part.iter().filter(|node| !node.is_extra());
        if let Some(first) = nodes.next() {
            let last = nodes.next_back().unwrap_or(first);
            children.push(Span::new(first.start_byte(), last.end_byte())?);
        }
    }
    let count = inner.iter().filter(|node| !node.is_extra()).count();
    let commas = inner.iter().filter(|node| is_sign(node, ",")).count();
    if commas == 0 && count > 1 {
        return None;
    }
    let whole = if close.is_empty() {
        Span::new(children.first()?.start(), children.last()?.end())?
    } else {
        Span::new(all[open].start_byte(), all[end].end_byte())?
    };
    Some(NodeList {
        kind: node.kind(),
        order: order(node, parent, text),
        whole,
        children,
    })
}

fn is_sign(node: &Node<'_>, sign: &str) -> bool {
    !node.is_named() && node.kind() == sign
}

fn order(node: Node<'_>, parent: Option<Node<'_>>, text: &[u8]) -> ChildOrder {
    match node.kind() {
        "object"
        | "dictionary"
        | "set"
        | "hash"
        | "field_initializer_list"
        | "field_declaration_list"
        | "named_imports"
        | "export_clause"
        | "use_list"
        | "import_from_statement"
        | "inline_table"
        | "flow_mapping"
        | "annotation_argument_list" => ChildOrder::Free,
        "token_tree"
            if parent.is_some_and(|node| text[node.byte_range()].starts_with(b"derive")) =>
        {
            ChildOrder::Free
        }
        "array" | "list" | "array_expression" | "flow_sequence" | "array_initializer"
        | "initializer_list" | "literal_value" | "enum_variant_list" | "enum_body"
        | "enumerator_list" => ChildOrder::Fixed,
        _ => ChildOrder::Meant,
    }
}
