//! Comma-separated lists: arguments, fields, members, imported names.

use std::cmp::Reverse;

use tree_sitter::Node;

use super::language::Language;
use super::parse;
use crate::{ChildOrder, NodeList};
use incise_text::text::Span;

/// The node kind of an import whose names need no brackets.
const IMPORT: &str = "import_from_statement";

/// A node above the current node.
struct Ancestor<'t> {
    node: Node<'t>,
    /// True if its opening bracket has been visited. Later brackets do not open the list.
    is_checked: bool,
}

/// The lists in `text`, sorted by position, outer lists first. Lists that contain a syntax error are omitted.
pub(super) fn lists(language: Language, text: &[u8]) -> Vec<NodeList> {
    let Some(tree) = parse::tree(language, text) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut cursor = tree.walk();
    let mut ancestors: Vec<Ancestor<'_>> = Vec::new();
    'tree: loop {
        let node = cursor.node();
        if let Some(parent) = ancestors.last_mut()
            && !parent.is_checked
            && (is_opening_bracket(&node) || parent.node.kind() == IMPORT)
        {
            parent.is_checked = true;
            let list = parent.node;
            let owner = ancestors.iter().rev().nth(1).map(|outer| outer.node);
            found.extend(read_list(list, owner, text));
        }
        if cursor.goto_first_child() {
            ancestors.push(Ancestor {
                node,
                is_checked: false,
            });
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                break 'tree;
            }
            ancestors.pop();
        }
    }
    found.sort_by_key(|list| (list.whole.start(), Reverse(list.whole.len())));
    found
}

/// True for a token that opens a list.
fn is_opening_bracket(node: &Node<'_>) -> bool {
    !node.is_named() && matches!(node.kind(), "(" | "[" | "{" | "<")
}

fn is_token(node: &Node<'_>, token: &str) -> bool {
    !node.is_named() && node.kind() == token
}

/// Reads the list in `node`: between its brackets, or for imported names after `import`. `owner` is the parent node.
/// `None` if the children are not separated by commas.
fn read_list(node: Node<'_>, owner: Option<Node<'_>>, text: &[u8]) -> Option<NodeList> {
    if node.child_count() < 2 || node.has_error() {
        return None;
    }
    let mut cursor = node.walk();
    let nodes: Vec<Node<'_>> = node.children(&mut cursor).collect();
    let open = nodes.iter().position(is_opening_bracket);
    let (whole, children) = match open {
        Some(open) => {
            let len = bracketed_len(&nodes[open..])?;
            let close = open + len - 1;
            let whole = Span::new(nodes[open].start_byte(), nodes[close].end_byte())?;
            (whole, read_children(&nodes[open + 1..close])?)
        }
        None if node.kind() == IMPORT => {
            let keyword = nodes.iter().position(|node| is_token(node, "import"))?;
            let children = read_children(&nodes[keyword + 1..])?;
            let whole = Span::new(children.first()?.start(), children.last()?.end())?;
            (whole, children)
        }
        None => return None,
    };
    Some(NodeList {
        kind: node.kind(),
        order: child_order(node, owner, text),
        whole,
        children,
    })
}

/// The number of `nodes` from the opening bracket at their start to its closing bracket.
fn bracketed_len(nodes: &[Node<'_>]) -> Option<usize> {
    let close = match nodes.first()?.kind() {
        "(" => ")",
        "[" => "]",
        "{" => "}",
        _ => ">",
    };
    let last = nodes.iter().position(|node| is_token(node, close))?;
    Some(last + 1)
}

/// The spans between the commas in `nodes`. `None` if something else separates the children.
fn read_children(nodes: &[Node<'_>]) -> Option<Vec<Span>> {
    let has_commas = nodes.iter().any(|node| is_token(node, ","));
    let count = nodes.iter().filter(|node| !node.is_extra()).count();
    if nodes.iter().any(|node| is_token(node, ";")) || !has_commas && count > 1 {
        return None;
    }
    let mut children = Vec::new();
    for part in nodes.split(|node| is_token(node, ",")) {
        let mut child_nodes = part.iter().filter(|node| !node.is_extra());
        if let Some(first) = child_nodes.next() {
            let last = child_nodes.next_back().unwrap_or(first);
            children.push(Span::new(first.start_byte(), last.end_byte())?);
        }
    }
    Some(children)
}

fn child_order(node: Node<'_>, owner: Option<Node<'_>>, text: &[u8]) -> ChildOrder {
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
        | IMPORT
        | "inline_table"
        | "flow_mapping"
        | "annotation_argument_list" => ChildOrder::Free,
        "token_tree"
            if owner.is_some_and(|owner| text[owner.byte_range()].starts_with(b"derive")) =>
        {
            ChildOrder::Free
        }
        "array" | "list" | "array_expression" | "flow_sequence" | "array_initializer"
        | "initializer_list" | "literal_value" | "enum_variant_list" | "enum_body"
        | "enumerator_list" => ChildOrder::Fixed,
        _ => ChildOrder::Positional,
    }
}
