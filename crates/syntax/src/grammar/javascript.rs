//! Definitions in JavaScript, TypeScript and TSX.

use tree_sitter::Node;

use super::{Ancestors, Found, by_name, climbed, words};
use crate::definition::PathPart;

/// The kinds of values that make a variable a function.
const FUNCTIONS: [&str; 4] = [
    "arrow_function",
    "function_expression",
    "generator_function",
    "function",
];

pub(super) fn found<'t>(
    node: Node<'t>,
    above: Ancestors<'_, 't>,
    text: &[u8],
    around: Option<&'static str>,
) -> Option<Found<'t>> {
    const AROUND: [&str; 2] = ["export_statement", "ambient_declaration"];
    match node.kind() {
        "variable_declarator" => variable(node, above, text, around),
        "expression_statement" => assigned(node, text),
        "export_statement" => {
            let value = node.child_by_field_name("value")?;
            let kind = match value.kind() {
                "class" => "class",
                kind if FUNCTIONS.contains(&kind) => "function",
                _ => return None,
            };
            Some(Found {
                kind,
                definition: vec![PathPart::new("default")],
                scope: vec![PathPart::new("default")],
                outer: node,
                name_at: value.start_byte(),
                parameters: value.child_by_field_name("parameters"),
                body: value.child_by_field_name("body"),
                is_declaration: false,
                beside: Vec::new(),
                counted_on_by: None,
            })
        }
        "ambient_declaration" => {
            // `declare global { ... }`
            let name = node.child(1).filter(|name| name.kind() == "global")?;
            let found = Found::new("namespace", node, name, text)?;
            let body = node.named_child(0);
            Some(Found { body, ..found }.within(climbed(node, above, &AROUND)))
        }
        "field_definition" => {
            let name = node.child_by_field_name("property")?;
            Found::new("field", node, name, text)
        }
        "internal_module" | "module" => {
            let name = node.child_by_field_name("name")?;
            let mut found = Found::new("namespace", node, name, text)?;
            if name.kind() == "nested_identifier" {
                found = found.split_at_dots();
            }
            let around = ["expression_statement", AROUND[0], AROUND[1]];
            Some(found.within(climbed(node, above, &around)))
        }
        _ => {
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
            if above.last().is_some_and(|parent| parent.kind() == "object") {
                return None;
            }
            Some(found.within(climbed(node, above, &AROUND)))
        }
    }
}

/// A variable with a declaration of its own: at the top level of a file, or with a function or class as its value.
fn variable<'t>(
    node: Node<'t>,
    above: Ancestors<'_, 't>,
    text: &[u8],
    around: Option<&'static str>,
) -> Option<Found<'t>> {
    let (&declaration, above) = above.split_last()?;
    let name = node.child_by_field_name("name")?;
    if declaration.named_child_count() != 1
        || !declaration.kind().ends_with("declaration")
        || name.kind() != "identifier"
    {
        return None;
    }
    let exports = ["export_statement", "ambient_declaration"];
    let outer = climbed(declaration, above, &exports);
    let value = node.child_by_field_name("value");
    let is_top = matches!(around, None | Some("namespace"))
        && parent_of(outer, declaration, above).is_some_and(|parent| {
            matches!(parent.kind(), "program" | "statement_block")
                && (around.is_some() || parent.kind() == "program")
        });
    let kind = match value.map(|value| value.kind()) {
        Some("class") => "class",
        Some(kind) if FUNCTIONS.contains(&kind) => "function",
        _ if is_top => "variable",
        _ => return None,
    };
    let found = Found::new(kind, node, name, text)?;
    Some(Found {
        parameters: value.and_then(|value| value.child_by_field_name("parameters")),
        body: value.and_then(|value| value.child_by_field_name("body")),
        outer,
        ..found
    })
}

/// The parent of `outer`, which is `node` or one of the nodes in `above`.
fn parent_of<'t>(outer: Node<'t>, node: Node<'t>, above: Ancestors<'_, 't>) -> Option<Node<'t>> {
    if outer == node {
        return above.last().copied();
    }
    let at = above.iter().rposition(|around| *around == outer)?;
    above[..at].last().copied()
}

/// Returns the definition in `a.b = function () {}`.
fn assigned<'t>(node: Node<'t>, text: &[u8]) -> Option<Found<'t>> {
    let assignment = node
        .named_child(0)
        .filter(|child| child.kind() == "assignment_expression")?;
    let (left, right) = (
        assignment.child_by_field_name("left")?,
        assignment.child_by_field_name("right")?,
    );
    let kind = match right.kind() {
        "class" => "class",
        kind if FUNCTIONS.contains(&kind) => "function",
        _ => return None,
    };
    let name = words(left, text);
    let is_path = left.kind() == "member_expression"
        && name
            .chars()
            .all(|letter| letter.is_alphanumeric() || "._$#".contains(letter));
    if !is_path {
        return None;
    }
    let path: Vec<PathPart> = name.split('.').map(PathPart::new).collect();
    Some(Found {
        kind,
        definition: path.clone(),
        scope: path,
        outer: node,
        name_at: left.start_byte(),
        parameters: right.child_by_field_name("parameters"),
        body: right.child_by_field_name("body"),
        is_declaration: false,
        beside: Vec::new(),
        counted_on_by: None,
    })
}
