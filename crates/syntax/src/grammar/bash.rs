//! The definitions of shell.

use tree_sitter::Node;

use super::{Found, by_kind, words};
use crate::definition::PathPart;

/// The definition that `node` is, if it is one.
pub(super) fn found<'t>(node: Node<'t>, text: &[u8]) -> Option<Found<'t>> {
    let kind = by_kind(node, &[("function_definition", "function")])?;
    let name = node.child_by_field_name("name")?;
    // Signs that part names elsewhere are a part of it.
    let own = vec![PathPart::new(words(name, text))];
    Some(Found::named(kind, node, name, own))
}
