//! Definitions in Python.

use tree_sitter::Node;

use super::node::{Ancestors, DefinitionNode, by_name, outermost_wrapper, words};

pub(super) fn definition<'t>(
    node: Node<'t>,
    ancestors: Ancestors<'_, 't>,
    text: &[u8],
    enclosing_kind: Option<&'static str>,
) -> Option<DefinitionNode<'t>> {
    let is_member = enclosing_kind == Some("class");
    if node.kind() == "expression_statement" && (enclosing_kind.is_none() || is_member) {
        return variable(node, text);
    }
    if node.kind() == "type_alias_statement" {
        let mut name = node.child_by_field_name("left")?;
        while name.kind() != "identifier" {
            name = name.named_child(0)?;
        }
        return DefinitionNode::new("type", node, name, text);
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
    let outer = outermost_wrapper(node, ancestors, &["decorated_definition"]);
    Some(found.with_outer(outer))
}

/// The variable of an assignment that is a whole statement.
fn variable<'t>(node: Node<'t>, text: &[u8]) -> Option<DefinitionNode<'t>> {
    let assignment = node.named_child(0)?;
    if assignment.kind() != "assignment" || node.named_child_count() != 1 {
        return None;
    }
    let left = assignment.child_by_field_name("left")?;
    if left.kind() != "identifier" {
        return None;
    }
    let mut found = DefinitionNode::new("variable", node, left, text)?;
    found.scope.clear();
    found.body = None;
    // `a = b = 1`
    let mut right = assignment.child_by_field_name("right");
    while let Some(inner) = right
        && inner.kind() == "assignment"
    {
        found
            .other_names
            .push(words(inner.child_by_field_name("left")?, text));
        right = inner.child_by_field_name("right");
    }
    Some(found)
}
