//! Definitions in PHP.

use tree_sitter::Node;

use super::{Found, by_name};

pub(super) fn found<'t>(node: Node<'t>, text: &[u8]) -> Option<Found<'t>> {
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
