//! Definitions in Ruby.

use tree_sitter::Node;

use super::{Ancestors, Found, by_kind, words};
use crate::definition::PathPart;

pub(super) fn found<'t>(
    node: Node<'t>,
    above: Ancestors<'_, 't>,
    text: &[u8],
    around: Option<&'static str>,
) -> Option<Found<'t>> {
    if node.kind() == "assignment" && around != Some("method") {
        let left = node
            .child_by_field_name("left")
            .filter(|left| left.kind() == "constant")?;
        let found = Found::new("constant", node, left, text)?;
        return Some(Found {
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
        let own = vec![PathPart::new(words(name, text))];
        Found::named(kind, node, name, own)
    } else {
        Found::new(kind, node, name, text)?
    };
    Some(found.within(with_visibility(node, above, text)))
}

/// `node`, or the call around it that sets its visibility: `private def a`.
fn with_visibility<'t>(node: Node<'t>, above: Ancestors<'_, 't>, text: &[u8]) -> Node<'t> {
    let [.., call, arguments] = above else {
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
