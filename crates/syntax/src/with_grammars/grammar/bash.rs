//! Definitions in shell scripts.

use tree_sitter::Node;

use super::node::{DefinitionNode, by_kind, words};
use crate::definition::PathPart;

pub(super) fn definition<'t>(node: Node<'t>, text: &[u8]) -> Option<DefinitionNode<'t>> {
    let kind = by_kind(node, &[("function_definition", "function")])?;
    let name = node.child_by_field_name("name")?;
    // A name is a single part, even if it contains a separator of other languages.
    let path = vec![PathPart::new(words(name, text))];
    Some(DefinitionNode::with_path(kind, node, name, path))
}
