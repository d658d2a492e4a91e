//! Definitions in JavaScript, TypeScript and TSX.

use tree_sitter::Node;

use super::node::{Ancestors, DefinitionNode, by_name, outermost_wrapper, words};
use crate::definition::PathPart;

/// The kinds of values that make a variable a function.
const FUNCTIONS: [&str; 4] = [
    "arrow_function",
    "function_expression",
    "generator_function",
    "function",
];

/// Nodes around a declaration that belong to it.
const WRAPPERS: [&str; 2] = ["export_statement", "ambient_declaration"];

pub(super) fn definition<'t>(
    node: Node<'t>,
    ancestors: Ancestors<'_, 't>,
    text: &[u8],
    enclosing_kind: Option<&'static str>,
) -> Option<DefinitionNode<'t>> {
    match node.kind() {
        "variable_declarator" => variable(node, ancestors, text, enclosing_kind),
        "expression_statement" => assigned(node, text),
        "export_statement" => default_export(node),
        "ambient_declaration" => {
            // `declare global { ... }`
            let name = node.child(1).filter(|name| name.kind() == "global")?;
            let found = DefinitionNode::new("namespace", node, name, text)?;
            Some(DefinitionNode {
                body: node.named_child(0),
                outer: outermost_wrapper(node, ancestors, &WRAPPERS),
                ..found
            })
        }
        "field_definition" => {
            let name = node.child_by_field_name("property")?;
            DefinitionNode::new("field", node, name, text)
        }
        "internal_module" | "module" => {
            let name = node.child_by_field_name("name")?;
            let mut found = DefinitionNode::new("namespace", node, name, text)?;
            if name.kind() == "nested_identifier" {
                found = found.split_at_dots();
            }
            let wrappers = ["expression_statement", WRAPPERS[0], WRAPPERS[1]];
            Some(found.with_outer(outermost_wrapper(node, ancestors, &wrappers)))
        }
        _ => declaration(node, ancestors, text),
    }
}

fn declaration<'t>(
    node: Node<'t>,
    ancestors: Ancestors<'_, 't>,
    text: &[u8],
) -> Option<DefinitionNode<'t>> {
    let found = by_name(
        node,
        text,
        &[
            ("function_declaration", "function"),
            ("generator_function_declaration", "function"),
            ("function_signature", "function"),
            ("class_declaration", "class"),
            ("abstract_class_declaration", "class"),
            ("method_definition", "method"),
            ("method_signature", "method"),
            ("abstract_method_signature", "method"),
            ("public_field_definition", "field"),
            ("interface_declaration", "interface"),
            ("type_alias_declaration", "type"),
            ("enum_declaration", "enum"),
        ],
    )?;
    // Members of an object literal are omitted, because they end with a comma.
    if ancestors
        .last()
        .is_some_and(|parent| parent.kind() == "object")
    {
        return None;
    }
    Some(found.with_outer(outermost_wrapper(node, ancestors, &WRAPPERS)))
}

/// The kind of the definition whose value is `value`, if that is a class or a function.
fn kind_of_value(value: Node<'_>) -> Option<&'static str> {
    match value.kind() {
        "class" => Some("class"),
        kind if FUNCTIONS.contains(&kind) => Some("function"),
        _ => None,
    }
}

/// Returns the definition in `export default function () {}`.
fn default_export(node: Node<'_>) -> Option<DefinitionNode<'_>> {
    let value = node.child_by_field_name("value")?;
    let kind = kind_of_value(value)?;
    let path = vec![PathPart::new("default")];
    Some(DefinitionNode {
        parameters: value.child_by_field_name("parameters"),
        body: value.child_by_field_name("body"),
        ..DefinitionNode::with_path(kind, node, value, path)
    })
}

/// The only variable of a declaration, at the top level of a file or with a function or class as its value.
fn variable<'t>(
    node: Node<'t>,
    ancestors: Ancestors<'_, 't>,
    text: &[u8],
    enclosing_kind: Option<&'static str>,
) -> Option<DefinitionNode<'t>> {
    let (&declaration, ancestors) = ancestors.split_last()?;
    let name = node.child_by_field_name("name")?;
    if declaration.named_child_count() != 1
        || !declaration.kind().ends_with("declaration")
        || name.kind() != "identifier"
    {
        return None;
    }
    let outer = outermost_wrapper(declaration, ancestors, &WRAPPERS);
    let value = node.child_by_field_name("value");
    let is_top = matches!(enclosing_kind, None | Some("namespace"))
        && parent_of(outer, declaration, ancestors).is_some_and(|parent| {
            matches!(parent.kind(), "program" | "statement_block")
                && (enclosing_kind.is_some() || parent.kind() == "program")
        });
    let kind = match value.and_then(kind_of_value) {
        Some(kind) => kind,
        None if is_top => "variable",
        None => return None,
    };
    let found = DefinitionNode::new(kind, node, name, text)?;
    Some(DefinitionNode {
        parameters: value.and_then(|value| value.child_by_field_name("parameters")),
        body: value.and_then(|value| value.child_by_field_name("body")),
        outer,
        ..found
    })
}

/// The parent of `outer`, which is `node` or one of the nodes in `ancestors`.
fn parent_of<'t>(
    outer: Node<'t>,
    node: Node<'t>,
    ancestors: Ancestors<'_, 't>,
) -> Option<Node<'t>> {
    if outer == node {
        return ancestors.last().copied();
    }
    let at = ancestors.iter().rposition(|ancestor| *ancestor == outer)?;
    ancestors[..at].last().copied()
}

/// Returns the definition in `a.b = function () {}`.
fn assigned<'t>(node: Node<'t>, text: &[u8]) -> Option<DefinitionNode<'t>> {
    let assignment = node
        .named_child(0)
        .filter(|child| child.kind() == "assignment_expression")?;
    let left = assignment.child_by_field_name("left")?;
    let right = assignment.child_by_field_name("right")?;
    let kind = kind_of_value(right)?;
    let name = words(left, text);
    let is_path = left.kind() == "member_expression"
        && name
            .chars()
            .all(|character| character.is_alphanumeric() || "._$#".contains(character));
    if !is_path {
        return None;
    }
    let path = name.split('.').map(PathPart::new).collect();
    Some(DefinitionNode {
        parameters: right.child_by_field_name("parameters"),
        body: right.child_by_field_name("body"),
        ..DefinitionNode::with_path(kind, node, left, path)
    })
}
