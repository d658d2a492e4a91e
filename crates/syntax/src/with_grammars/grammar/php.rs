//! Definitions in PHP.

use tree_sitter::Node;

use super::node::{DefinitionNode, by_name};

pub(super) fn definition<'t>(node: Node<'t>, text: &[u8]) -> Option<DefinitionNode<'t>> {
    by_name(
        node,
        text,
        &[
            ("class_declaration", "class"),
            ("interface_declaration", "interface"),
            ("trait_declaration", "trait"),
            ("enum_declaration", "enum"),
            ("function_definition", "function"),
            ("method_declaration", "method"),
        ],
    )
}
