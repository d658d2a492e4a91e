//! Definitions in Go.

use tree_sitter::Node;

use super::node::{Ancestors, DefinitionNode, by_name, outermost_wrapper, words};
use crate::definition::PathPart;

/// The constant after `spec` in `group` whose value changes if `spec` is removed: the next constant if it repeats the
/// expression, or a constant that uses `iota`.
fn find_dependent_constant(spec: Node<'_>, group: Node<'_>, text: &[u8]) -> Option<String> {
    let is_counted = has_iota(&text[spec.end_byte()..group.end_byte()]);
    let mut next = spec.next_named_sibling();
    let mut repeats = true;
    while let Some(below) = next {
        if below.kind() == "const_spec" {
            repeats = repeats && below.child_by_field_name("value").is_none();
            if repeats || has_iota(&text[below.byte_range()]) {
                return Some(words(below.child_by_field_name("name")?, text));
            }
            if !is_counted {
                return None;
            }
        }
        next = below.next_named_sibling();
    }
    None
}

/// The name of the type in a receiver: `T` of `(t *T[K])`.
fn receiver_type(receiver: &str) -> Option<&str> {
    let inner = receiver.trim_matches(|character| "() \t\n".contains(character));
    let head = inner.split('[').next()?;
    head.rsplit(|character: char| character.is_whitespace() || character == '*')
        .next()
}

fn has_iota(text: &[u8]) -> bool {
    memchr::memmem::find(text, b"iota").is_some()
}

pub(super) fn definition<'t>(
    node: Node<'t>,
    ancestors: Ancestors<'_, 't>,
    text: &[u8],
    enclosing_kind: Option<&'static str>,
) -> Option<DefinitionNode<'t>> {
    match node.kind() {
        "method_declaration" => {
            let found = by_name(node, text, &[("method_declaration", "method")])?;
            let receiver = words(node.child_by_field_name("receiver")?, text);
            let mut path = vec![PathPart::new(receiver_type(&receiver)?)];
            path.extend(found.path);
            Some(DefinitionNode {
                scope: path.clone(),
                path,
                ..found
            })
        }
        "type_spec" | "type_alias" | "const_spec" | "var_spec" => {
            let kind = match node.kind() {
                "const_spec" => "const",
                "var_spec" => "var",
                _ => "type",
            };
            let mut cursor = node.walk();
            let names = node.children_by_field_name("name", &mut cursor).count();
            if enclosing_kind.is_some() && kind != "type" || names != 1 {
                return None;
            }
            let found = DefinitionNode::new(kind, node, node.child_by_field_name("name")?, text)?;
            let (list, ancestors) = ancestors.split_last()?;
            let declaration = outermost_wrapper(
                *list,
                ancestors,
                &["const_declaration", "var_declaration", "type_declaration"],
            );
            let head = &text[declaration.start_byte()..node.start_byte()];
            let is_grouped = memchr::memchr(b'(', head).is_some();
            let outer = if is_grouped { node } else { declaration };
            let dependent_constant = match kind {
                "const" => find_dependent_constant(node, *list, text),
                _ => None,
            };
            let body = match node.child_by_field_name("type") {
                Some(of_type) if of_type.kind() == "struct_type" => of_type.named_child(0),
                Some(of_type) if of_type.kind() == "interface_type" && kind == "type" => {
                    Some(of_type)
                }
                _ => None,
            };
            Some(DefinitionNode {
                outer,
                body,
                dependent_constant,
                ..found
            })
        }
        _ => by_name(
            node,
            text,
            &[
                ("function_declaration", "function"),
                ("method_elem", "method"),
                ("method_spec", "method"),
            ],
        ),
    }
}
