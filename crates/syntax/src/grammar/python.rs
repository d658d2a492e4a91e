//! Definitions in Python.

use tree_sitter::Node;

use super::{Ancestors, Found, by_name, climbed, words};

pub(super) fn found<'t>(
    node: Node<'t>,
    above: Ancestors<'_, 't>,
    text: &[u8],
    around: Option<&'static str>,
) -> Option<Found<'t>> {
    let is_member = around == Some("class");
    if node.kind() == "expression_statement" && (around.is_none() || is_member) {
        let assignment = node
            .named_child(0)
            .filter(|child| child.kind() == "assignment")?;
        let left = assignment.child_by_field_name("left")?;
        if left.kind() != "identifier" || node.named_child_count() != 1 {
            return None;
        }
        // `a = b = 1`
        let mut beside = Vec::new();
        let mut right = assignment.child_by_field_name("right");
        while let Some(inner) = right.filter(|node| node.kind() == "assignment") {
            beside.push(words(inner.child_by_field_name("left")?, text));
            right = inner.child_by_field_name("right");
        }
        return Some(Found {
            scope: Vec::new(),
            body: None,
            beside,
            ..Found::new("variable", node, left, text)?
        });
    }
    if node.kind() == "type_alias_statement" {
        let mut name = node.child_by_field_name("left")?;
        while name.kind() != "identifier" {
            name = name.named_child(0)?;
        }
        return Found::new("type", node, name, text);
    }
    let function = if is_member { "method" } else { "function" };
    let found = by_name(
        node,
        text,
        &[
            ("function_definition", function),
            ("class_definition", "class"),
        ],
    )?;
    let outer = climbed(node, above, &["decorated_definition"]);
    Some(found.within(outer))
}
