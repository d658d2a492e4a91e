//! Definitions in shell scripts.

use tree_sitter::Node;

use super::{Found, by_kind, words};
use crate::definition::PathPart;

pub(super) fn found<'t>(node: Node<'t>, text: &[u8]) -> Option<Found<'t>> {
    let kind = by_kind(node, &[("function_definition", "function")])?;
    let name = node.child_by_field_name("name")?;
    // A name is a single part, even if it contains a separator of other languages.
    let own = vec![PathPart::new(words(name, text))];
    Some(Found::named(kind, node, name, own))
}
