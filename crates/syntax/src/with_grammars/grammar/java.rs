//! Definitions in Java.

use tree_sitter::Node;

use super::node::{DefinitionNode, by_name, only_declarator};

pub(super) fn definition<'t>(node: Node<'t>, text: &[u8]) -> Option<DefinitionNode<'t>> {
    if matches!(node.kind(), "field_declaration" | "constant_declaration") {
        return only_declarator(node, text, "variable_declarator");
    }
    by_name(
        node,
        text,
        &[
            ("class_declaration", "class"),
            ("interface_declaration", "interface"),
            ("enum_declaration", "enum"),
            ("record_declaration", "record"),
            ("annotation_type_declaration", "annotation"),
            ("method_declaration", "method"),
            ("constructor_declaration", "constructor"),
            ("compact_constructor_declaration", "constructor"),
            ("annotation_type_element_declaration", "element"),
        ],
    )
}
