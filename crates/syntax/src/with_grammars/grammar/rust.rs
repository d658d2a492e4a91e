//! Definitions in Rust.

use tree_sitter::Node;

use super::node::{DefinitionNode, by_kind, parts, words};
use crate::definition::PathPart;

pub(super) fn definition<'t>(
    node: Node<'t>,
    text: &[u8],
    enclosing_kind: Option<&'static str>,
) -> Option<DefinitionNode<'t>> {
    if node.kind() == "impl_item" {
        return implementation(node, text);
    }
    let is_member = matches!(enclosing_kind, Some("impl" | "trait"));
    let function = if is_member { "method" } else { "function" };
    let kind = by_kind(
        node,
        &[
            ("function_item", function),
            ("function_signature_item", function),
            ("struct_item", "struct"),
            ("enum_item", "enum"),
            ("union_item", "union"),
            ("trait_item", "trait"),
            ("mod_item", "mod"),
            ("const_item", "const"),
            ("static_item", "static"),
            ("type_item", "type"),
            ("associated_type", "type"),
            ("macro_definition", "macro"),
        ],
    )?;
    let name = node.child_by_field_name("name")?;
    // `const _: () = ...;` has no name.
    if &text[name.byte_range()] == b"_" {
        return None;
    }
    DefinitionNode::new(kind, node, name, text)
}

/// The text of `node` with single spaces between its words.
fn one_line(node: Node<'_>, text: &[u8]) -> String {
    let spaced = words(node, text);
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the definition of an `impl` block. The path of its members starts with the type.
fn implementation<'t>(node: Node<'t>, text: &[u8]) -> Option<DefinitionNode<'t>> {
    let of_type = node.child_by_field_name("type")?;
    let type_text = one_line(of_type, text);
    let name = parts(&type_text).pop()?;
    let (full, short, also) = match node.child_by_field_name("trait") {
        Some(of_trait) => {
            let of_trait = one_line(of_trait, text);
            let trait_name = parts(&of_trait).pop().map(|part| part.name);
            (
                format!("impl {of_trait} for {type_text}"),
                format!("impl {} for {}", trait_name.unwrap_or_default(), name.name),
                Some(format!("<{type_text} as {of_trait}>")),
            )
        }
        None => (
            format!("impl {type_text}"),
            format!("impl {}", name.name),
            None,
        ),
    };
    let path = vec![PathPart {
        also: if short == full { None } else { Some(short) },
        name: full,
    }];
    Some(DefinitionNode {
        scope: vec![PathPart { also, ..name }],
        ..DefinitionNode::with_path("impl", node, of_type, path)
    })
}
