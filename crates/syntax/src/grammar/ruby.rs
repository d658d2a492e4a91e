//! Definitions in Ruby.

use tree_sitter::Node;

use super::{Found, by_kind, words};
use crate::definition::PathPart;

pub(super) fn found<'t>(
    node: Node<'t>,
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
    if name.kind() == "operator" {
        // The characters in operator names such as `<=>` and `<<` are not brackets.
        let own = vec![PathPart::new(words(name, text))];
        return Some(Found::named(kind, node, name, own));
    }
    Found::new(kind, node, name, text)
}
