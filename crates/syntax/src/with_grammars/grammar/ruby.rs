//! Definitions in Ruby.

use tree_sitter::Node;

use super::node::{Ancestors, DefinitionNode, by_kind, words};
use crate::definition::PathPart;

pub(super) fn definition<'t>(
    node: Node<'t>,
    ancestors: Ancestors<'_, 't>,
    text: &[u8],
    enclosing_kind: Option<&'static str>,
) -> Option<DefinitionNode<'t>> {
    if node.kind() == "assignment" && enclosing_kind != Some("method") {
        let left = node
            .child_by_field_name("left")
            .filter(|left| left.kind() == "constant")?;
        let found = DefinitionNode::new("constant", node, left, text)?;
        return Some(DefinitionNode {
            scope: Vec::new(),
            ..found
        });
    }
    let kinds = [
        ("class", "class"),
        ("module", "module"),
        ("method", "method"),
        ("singleton_method", "method"),
    ];
    let kind = by_kind(node, &kinds)?;
    let name = node.child_by_field_name("name")?;
    let found = if name.kind() == "operator" {
        // The characters in operator names such as `<=>` and `<<` are not brackets.
        let path = vec![PathPart::new(words(name, text))];
        DefinitionNode::with_path(kind, node, name, path)
    } else {
        DefinitionNode::new(kind, node, name, text)?
    };
    Some(found.with_outer(with_visibility(node, ancestors, text)))
}

/// `node`, or the call around it that sets its visibility: `private def a`.
fn with_visibility<'t>(node: Node<'t>, ancestors: Ancestors<'_, 't>, text: &[u8]) -> Node<'t> {
    let [.., call, arguments] = ancestors else {
        return node;
    };
    let is_only_argument =
        arguments.kind() == "argument_list" && arguments.named_child_count() == 1;
    let Some(method) = call.child_by_field_name("method") else {
        return node;
    };
    let is_visibility = matches!(
        &text[call.start_byte()..method.end_byte()],
        b"private" | b"protected" | b"public" | b"module_function" | b"private_class_method"
    );
    if is_only_argument && is_visibility {
        *call
    } else {
        node
    }
}
