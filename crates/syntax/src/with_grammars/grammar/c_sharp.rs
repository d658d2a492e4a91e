//! Definitions in C#.

use tree_sitter::Node;

use super::node::{DefinitionNode, by_name, only_declarator};

pub(super) fn definition<'t>(node: Node<'t>, text: &[u8]) -> Option<DefinitionNode<'t>> {
    if matches!(node.kind(), "field_declaration" | "event_field_declaration") {
        let mut cursor = node.walk();
        let mut children = node.named_children(&mut cursor);
        let declaration = children.find(|child| child.kind() == "variable_declaration")?;
        return Some(only_declarator(declaration, text, "variable_declarator")?.with_outer(node));
    }
    let found = by_name(
        node,
        text,
        &[
            ("namespace_declaration", "namespace"),
            ("class_declaration", "class"),
            ("struct_declaration", "struct"),
            ("interface_declaration", "interface"),
            ("enum_declaration", "enum"),
            ("record_declaration", "record"),
            ("delegate_declaration", "delegate"),
            ("method_declaration", "method"),
            ("constructor_declaration", "constructor"),
            ("destructor_declaration", "destructor"),
            ("property_declaration", "property"),
            ("local_function_statement", "function"),
        ],
    )?;
    Some(if found.kind == "namespace" {
        found.split_at_dots()
    } else {
        found
    })
}
