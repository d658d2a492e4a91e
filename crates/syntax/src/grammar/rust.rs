//! What defines something in Rust.

use tree_sitter::Node;

use super::{Found, by_kind, parts, words};
use crate::definition::PathPart;

/// What `node` defines, if it does.
pub(super) fn found<'t>(
    node: Node<'t>,
    text: &[u8],
    around: Option<&'static str>,
) -> Option<Found<'t>> {
    if node.kind() == "impl_item" {
        return implementation(node, text);
    }
    let is_member = matches!(around, Some("impl" | "trait"));
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
    (&text[name.byte_range()] != b"_").then(|| Found::new(kind, node, name, text))?
}

/// `impl Trait for Type` names what is inside by its type.
fn implementation<'t>(node: Node<'t>, text: &[u8]) -> Option<Found<'t>> {
    let of_type = node.child_by_field_name("type")?;
    let one_line = |node| {
        words(node, text)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    let name = parts(&one_line(of_type)).pop()?;
    let of_trait = node.child_by_field_name("trait").map(one_line);
    let also = of_trait
        .as_ref()
        .map(|of_trait| format!("<{} as {of_trait}>", one_line(of_type)));
    let own = match &of_trait {
        Some(of_trait) => format!("impl {of_trait} for {}", one_line(of_type)),
        None => format!("impl {}", one_line(of_type)),
    };
    let short = match &of_trait {
        Some(of_trait) => {
            let of_trait = parts(of_trait)
                .pop()
                .map(|part| part.name)
                .unwrap_or_default();
            format!("impl {of_trait} for {}", name.name)
        }
        None => format!("impl {}", name.name),
    };
    let own = PathPart {
        also: (short != own).then_some(short),
        name: own,
    };
    Some(Found {
        kind: "impl",
        definition: vec![own],
        scope: vec![PathPart { also, ..name }],
        outer: node,
        name_at: of_type.start_byte(),
        parameters: None,
        body: node.child_by_field_name("body"),
        is_declaration: false,
    })
}
