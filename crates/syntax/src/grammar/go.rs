//! Definitions in Go.

use tree_sitter::Node;

use super::{Ancestors, Found, by_name, climbed, words};
use crate::definition::PathPart;

/// The constant after `spec` in `group` whose value changes if `spec` is removed: the next constant if it repeats the
/// expression, or a constant that uses `iota`.
fn next_that_counts(spec: Node<'_>, group: Node<'_>, text: &[u8]) -> Option<String> {
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

fn has_iota(text: &[u8]) -> bool {
    memchr::memmem::find(text, b"iota").is_some()
}

pub(super) fn found<'t>(
    node: Node<'t>,
    above: Ancestors<'_, 't>,
    text: &[u8],
    around: Option<&'static str>,
) -> Option<Found<'t>> {
    match node.kind() {
        "method_declaration" => {
            let found = by_name(node, text, &[("method_declaration", "method")])?;
            let receiver = words(node.child_by_field_name("receiver")?, text);
            let inner = receiver.trim_matches(|sign| "() \t\n".contains(sign));
            let of_type = inner
                .rsplit(|sign: char| sign.is_whitespace() || sign == '*')
                .next()?;
            let of_type = inner
                .split('[')
                .next()
                .filter(|_| inner.contains('['))
                .map_or(of_type, |head| {
                    head.rsplit(|sign: char| sign.is_whitespace() || sign == '*')
                        .next()
                        .unwrap_or(head)
                });
            let path: Vec<PathPart> = std::iter::once(PathPart::new(of_type))
                .chain(found.definition)
                .collect();
            Some(Found {
                scope: path.clone(),
                definition: path,
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
            if around.is_some() && kind != "type" || names != 1 {
                return None;
            }
            let found = Found::new(kind, node, node.child_by_field_name("name")?, text)?;
            let (list, above) = above.split_last()?;
            let declaration = climbed(
                *list,
                above,
                &["const_declaration", "var_declaration", "type_declaration"],
            );
            let head = &text[declaration.start_byte()..node.start_byte()];
            let is_grouped = memchr::memchr(b'(', head).is_some();
            let outer = if is_grouped { node } else { declaration };
            let counted_on_by = match kind {
                "const" => next_that_counts(node, *list, text),
                _ => None,
            };
            let body = match node.child_by_field_name("type") {
                Some(of_type) if of_type.kind() == "struct_type" => of_type.named_child(0),
                Some(of_type) if of_type.kind() == "interface_type" && kind == "type" => {
                    Some(of_type)
                }
                _ => None,
            };
            Some(Found {
                outer,
                body,
                counted_on_by,
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
