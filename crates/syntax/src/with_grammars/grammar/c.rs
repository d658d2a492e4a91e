//! Definitions in C and C++.

use tree_sitter::Node;

use super::node::{Ancestors, DefinitionNode, by_name, outermost_wrapper, words};

const DECLARATIONS: [&str; 3] = ["declaration", "field_declaration", "type_definition"];

/// The node with the name that a C declarator declares, and the parameter list of a function.
fn declared_name<'t>(mut node: Node<'t>) -> Option<(Node<'t>, Option<Node<'t>>)> {
    let mut parameters = None;
    loop {
        match node.kind() {
            "identifier"
            | "field_identifier"
            | "type_identifier"
            | "qualified_identifier"
            | "destructor_name"
            | "operator_name"
            | "template_function"
            | "primitive_type" => return Some((node, parameters)),
            "operator_cast" => return Some((node, parameters.or_else(|| cast_parameters(node)))),
            "function_declarator" => {
                parameters = node.child_by_field_name("parameters");
                node = node.child_by_field_name("declarator")?;
            }
            "parenthesized_declarator" | "attributed_declarator" => node = node.named_child(0)?,
            // In `int (*f)(int)`, the parameters are those of the type that the variable points to.
            "reference_declarator" => {
                parameters = None;
                node = node.named_child(0)?;
            }
            "pointer_declarator" | "array_declarator" => {
                parameters = None;
                node = node.child_by_field_name("declarator")?;
            }
            _ => node = node.child_by_field_name("declarator")?,
        }
    }
}

/// The parameter list of `operator int*()`, which is part of the name in the grammar.
fn cast_parameters(node: Node<'_>) -> Option<Node<'_>> {
    let mut inner = node.child_by_field_name("declarator")?;
    while inner.kind() != "abstract_function_declarator" {
        inner = inner
            .child_by_field_name("declarator")
            .or_else(|| inner.named_child(0))?;
    }
    inner.child_by_field_name("parameters")
}

/// The names in `declaration` except `name`: the names of its declarators and of the type that it defines.
fn names_except(declaration: Node<'_>, name: Node<'_>, text: &[u8]) -> Vec<String> {
    let mut names = Vec::new();
    if let Some(of_type) = declaration.child_by_field_name("type")
        && of_type.child_by_field_name("body").is_some()
        && let Some(tag) = of_type.child_by_field_name("name")
    {
        names.push(words(tag, text));
    }
    let mut cursor = declaration.walk();
    for declarator in declaration.children_by_field_name("declarator", &mut cursor) {
        let declared = declared_name(declarator).map_or(declarator, |(name, _)| name);
        names.push(words(declared, text));
    }
    names.retain(|other| other.as_bytes() != &text[name.byte_range()]);
    names
}

pub(super) fn definition<'t>(
    node: Node<'t>,
    ancestors: Ancestors<'_, 't>,
    text: &[u8],
    enclosing_kind: Option<&'static str>,
) -> Option<DefinitionNode<'t>> {
    // `extern "C" int f() {}`
    const WRAPPERS: [&str; 2] = ["template_declaration", "linkage_specification"];
    let is_in_type = matches!(enclosing_kind, Some("struct" | "class" | "union"));
    let function = if is_in_type { "method" } else { "function" };
    match node.kind() {
        "function_definition" => {
            let (name, parameters) = declared_name(node.child_by_field_name("declarator")?)?;
            let found = DefinitionNode::new(function, node, name, text)?;
            Some(DefinitionNode {
                parameters,
                outer: outermost_wrapper(node, ancestors, &WRAPPERS),
                ..found
            })
        }
        "declaration" | "field_declaration" | "type_definition" => {
            let mut cursor = node.walk();
            let mut declarators = node.children_by_field_name("declarator", &mut cursor);
            let (first, second) = (declarators.next()?, declarators.next());
            if second.is_some() {
                return None;
            }
            let (name, parameters) = declared_name(first)?;
            let kind = match (node.kind(), parameters) {
                ("type_definition", _) => "type",
                (_, Some(_)) => function,
                ("declaration", None)
                    if enclosing_kind.is_none() || enclosing_kind == Some("namespace") =>
                {
                    "variable"
                }
                _ => return None,
            };
            let found = DefinitionNode::new(kind, node, name, text)?;
            Some(DefinitionNode {
                is_declaration: kind == function,
                other_names: names_except(node, name, text),
                scope: Vec::new(),
                parameters,
                outer: outermost_wrapper(node, ancestors, &WRAPPERS),
                ..found
            })
        }
        "struct_specifier" | "class_specifier" | "union_specifier" | "enum_specifier" => {
            node.child_by_field_name("body")?;
            let found = by_name(
                node,
                text,
                &[
                    ("struct_specifier", "struct"),
                    ("class_specifier", "class"),
                    ("union_specifier", "union"),
                    ("enum_specifier", "enum"),
                ],
            )?;
            let other_names = match ancestors.last() {
                Some(holder) if DECLARATIONS.contains(&holder.kind()) => {
                    names_except(*holder, node.child_by_field_name("name")?, text)
                }
                _ => Vec::new(),
            };
            let holders = [&DECLARATIONS[..], &WRAPPERS].concat();
            Some(DefinitionNode {
                other_names,
                outer: outermost_wrapper(node, ancestors, &holders),
                ..found
            })
        }
        _ => {
            let found = by_name(
                node,
                text,
                &[
                    ("namespace_definition", "namespace"),
                    ("alias_declaration", "type"),
                    ("concept_definition", "concept"),
                    ("preproc_def", "macro"),
                    ("preproc_function_def", "macro"),
                ],
            )?;
            Some(found.with_outer(outermost_wrapper(node, ancestors, &WRAPPERS)))
        }
    }
}
