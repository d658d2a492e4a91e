//! The tables of names: which nodes are names, and what a name does by the nodes above it.

use super::language::Language;
use super::names::Above;

/// What a name does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It is bound in the scope around it.
    Bound,
    /// It is bound in the scope around that, as that of a function is.
    BoundOutside,
    /// It stands for one of the file (`global x`).
    Global,
    /// It is used.
    Used,
    /// It is that of a member.
    Member,
    /// It is none of these, such as the name of an argument.
    None,
}

/// True if a node of this kind is a name.
pub(super) fn is_name(kind: &str) -> bool {
    matches!(
        kind,
        "identifier"
            | "type_identifier"
            | "shorthand_property_identifier"
            | "shorthand_property_identifier_pattern"
            | "shorthand_field_identifier"
            | "property_identifier"
            | "field_identifier"
            | "package_identifier"
            | "namespace_identifier"
            | "constant"
            | "word"
            | "variable_name"
            | "name"
    )
}

/// Nodes that have names of their own.
const SCOPES: &[&str] = &[
    "function_definition",
    "class_definition",
    "lambda",
    "list_comprehension",
    "set_comprehension",
    "dictionary_comprehension",
    "generator_expression",
    "function_declaration",
    "generator_function_declaration",
    "function_expression",
    "generator_function",
    "arrow_function",
    "method_definition",
    "class_declaration",
    "abstract_class_declaration",
    "class",
    "interface_declaration",
    "type_alias_declaration",
    "function_signature",
    "method_signature",
    "abstract_method_signature",
    "call_signature",
    "construct_signature",
    "function_type",
    "constructor_type",
    "conditional_type",
    "mapped_type_clause",
    "internal_module",
    "module",
    "catch_clause",
    "function_item",
    "function_signature_item",
    "struct_item",
    "enum_item",
    "union_item",
    "trait_item",
    "impl_item",
    "mod_item",
    "const_item",
    "static_item",
    "type_item",
    "closure_expression",
    "match_arm",
    "for_expression",
    "method_declaration",
    "func_literal",
    "type_spec",
    "type_alias",
    "constructor_declaration",
    "lambda_expression",
    "enum_declaration",
    "record_declaration",
    "annotation_type_declaration",
    "enhanced_for_statement",
    "class_specifier",
    "struct_specifier",
    "union_specifier",
    "namespace_definition",
    "preproc_function_def",
    "method",
    "singleton_method",
    "do_block",
];

/// True if a node of this kind has names of its own.
pub(super) fn is_scope(kind: &str) -> bool {
    SCOPES.contains(&kind)
}

/// True if functions inside such a scope do not see its names.
pub(super) fn is_hidden_scope(language: Language, kind: &str) -> bool {
    language == Language::Python && kind == "class_definition"
}

/// Nodes of patterns and declarators: what is inside them is bound if they are.
const PATTERNS: &[&str] = &[
    "pattern_list",
    "tuple_pattern",
    "list_pattern",
    "list_splat_pattern",
    "dictionary_splat_pattern",
    "as_pattern_target",
    "typed_parameter",
    "array_pattern",
    "object_pattern",
    "rest_pattern",
    "pair_pattern",
    "assignment_pattern",
    "object_assignment_pattern",
    "tuple_struct_pattern",
    "slice_pattern",
    "mut_pattern",
    "ref_pattern",
    "reference_pattern",
    "captured_pattern",
    "or_pattern",
    "field_pattern",
    "struct_pattern",
    "match_pattern",
    "expression_list",
    "pointer_declarator",
    "array_declarator",
    "reference_declarator",
    "init_declarator",
    "function_declarator",
    "parenthesized_declarator",
    "splat_parameter",
    "left_assignment_list",
    "destructured_parameter",
];

/// Fields of them that are no part of the pattern.
const OUTSIDE: &[&str] = &[
    "type",
    "value",
    "right",
    "condition",
    "key",
    "parameters",
    "size",
    "default_type",
];

/// The nodes that bind names, with the field; `*` is a child without a field, or any field.
const BINDERS: &[(&str, &str)] = &[
    // Python
    ("assignment", "left"),
    ("for_statement", "left"),
    ("for_in_clause", "left"),
    ("named_expression", "name"),
    ("default_parameter", "name"),
    ("typed_default_parameter", "name"),
    ("parameters", "*"),
    ("lambda_parameters", "*"),
    ("as_pattern", "alias"),
    ("aliased_import", "alias"),
    // JavaScript and TypeScript
    ("variable_declarator", "name"),
    ("formal_parameters", "*"),
    ("required_parameter", "pattern"),
    ("optional_parameter", "pattern"),
    ("arrow_function", "parameter"),
    ("catch_clause", "parameter"),
    ("for_in_statement", "left"),
    ("import_clause", "*"),
    ("namespace_import", "*"),
    ("import_require_clause", "*"),
    ("type_parameter", "*"),
    ("mapped_type_clause", "name"),
    ("infer_type", "*"),
    ("index_signature", "name"),
    ("function_expression", "name"),
    ("class", "name"),
    // Rust
    ("let_declaration", "pattern"),
    ("parameter", "pattern"),
    ("closure_parameters", "*"),
    ("for_expression", "pattern"),
    ("match_arm", "pattern"),
    ("let_condition", "pattern"),
    ("const_parameter", "name"),
    ("constrained_type_parameter", "left"),
    ("extern_crate_declaration", "name"),
    ("macro_definition", "name"),
    // Go
    ("parameter_declaration", "name"),
    ("variadic_parameter_declaration", "name"),
    ("short_var_declaration", "left"),
    ("range_clause", "left"),
    ("var_spec", "name"),
    ("const_spec", "name"),
    ("import_spec", "name"),
    ("type_parameter_declaration", "name"),
    ("receive_statement", "left"),
    ("type_switch_statement", "alias"),
    // Java
    ("formal_parameter", "name"),
    ("catch_formal_parameter", "name"),
    ("enhanced_for_statement", "name"),
    ("resource", "name"),
    ("lambda_expression", "parameters"),
    ("inferred_parameters", "*"),
    ("type_pattern", "*"),
    // C and C++
    ("declaration", "declarator"),
    ("parameter_declaration", "declarator"),
    ("optional_parameter_declaration", "declarator"),
    ("field_declaration", "declarator"),
    ("type_definition", "declarator"),
    ("for_range_loop", "declarator"),
    ("preproc_def", "name"),
    ("preproc_params", "*"),
    ("enumerator", "name"),
    ("alias_declaration", "name"),
    ("type_parameter_declaration", "*"),
    // Ruby and shells
    ("method_parameters", "*"),
    ("block_parameters", "*"),
    ("lambda_parameters", "*"),
    ("optional_parameter", "name"),
    ("keyword_parameter", "name"),
    ("block_parameter", "name"),
    ("hash_splat_parameter", "name"),
    ("rescue", "variable"),
    ("exception_variable", "*"),
    ("variable_assignment", "name"),
];

/// The nodes that bind the name of themselves outside of themselves.
const DEFINERS: &[&str] = &[
    "function_definition",
    "class_definition",
    "function_declaration",
    "generator_function_declaration",
    "class_declaration",
    "abstract_class_declaration",
    "interface_declaration",
    "type_alias_declaration",
    "enum_declaration",
    "function_signature",
    "internal_module",
    "module",
    "method_declaration",
    "record_declaration",
    "annotation_type_declaration",
    "function_item",
    "function_signature_item",
    "struct_item",
    "enum_item",
    "union_item",
    "trait_item",
    "mod_item",
    "const_item",
    "static_item",
    "type_item",
    "type_spec",
    "type_alias",
    "preproc_function_def",
    "struct_specifier",
    "class_specifier",
    "union_specifier",
    "enum_specifier",
    "method",
    "type_alias_statement",
];

/// The nodes and fields that name a member, an argument or a label.
const MEMBERS: &[(&str, &str)] = &[
    ("attribute", "attribute"),
    ("scoped_identifier", "name"),
    ("scoped_type_identifier", "name"),
    ("field_access", "field"),
    ("qualified_type", "name"),
    ("qualified_identifier", "name"),
    ("nested_identifier", "property"),
    ("nested_type_identifier", "name"),
    ("scope_resolution", "name"),
    ("generic_type_with_turbofish", "name"),
];

/// What the name `leaf` does, with the nodes `above` it.
pub(super) fn role(leaf: &Above<'_>, above: &[Above<'_>], text: &[u8]) -> Role {
    let Some(parent) = above.last() else {
        return Role::None;
    };
    let kind = parent.node.kind();
    let field = leaf.field.unwrap_or("*");
    let own = leaf.node.kind();
    if let Some(role) = imported(leaf, above, text) {
        return role;
    }
    if matches!(
        own,
        "shorthand_property_identifier_pattern" | "shorthand_field_identifier"
    ) {
        return Role::Bound;
    }
    if DEFINERS.contains(&kind) && field == "name" {
        return definer(leaf, above);
    }
    if let Some(role) = special(leaf, above, text) {
        return role;
    }
    if is_bound(leaf, above) {
        // The parameters of a function of C that is only declared.
        let is_parameter = above
            .iter()
            .any(|around| around.node.kind() == "parameter_declaration");
        if is_parameter && !above.iter().any(|around| is_scope(around.node.kind())) {
            return Role::None;
        }
        return bound_role(leaf, above, text);
    }
    if own == "property_identifier" || own == "field_identifier" || MEMBERS.contains(&(kind, field))
    {
        return Role::Member;
    }
    Role::Used
}

/// The name of a definition: that of a method is one of a member.
fn definer(leaf: &Above<'_>, above: &[Above<'_>]) -> Role {
    let parent = &above[above.len() - 1];
    let kind = parent.node.kind();
    let is_specifier = kind.ends_with("_specifier");
    if is_specifier && parent.node.child_by_field_name("body").is_none() {
        return Role::Used;
    }
    if matches!(leaf.node.kind(), "property_identifier" | "field_identifier") {
        return Role::None;
    }
    let around = above
        .len()
        .checked_sub(3)
        .map_or("", |at| above[at].node.kind());
    if matches!(around, "impl_item" | "trait_item") {
        return Role::None;
    }
    if is_scope(kind) {
        Role::BoundOutside
    } else {
        Role::Bound
    }
}

/// Names whose nodes do not follow the tables.
fn special(leaf: &Above<'_>, above: &[Above<'_>], text: &[u8]) -> Option<Role> {
    let parent = &above[above.len() - 1];
    let field = leaf.field.unwrap_or("*");
    let own = leaf.node.kind();
    if own == "word" {
        let is_command = parent.node.kind() == "command_name";
        return Some(if is_command { Role::Used } else { Role::None });
    }
    let rest = &text[leaf.node.end_byte()..];
    let before = text[..leaf.node.start_byte()].trim_ascii_end();
    Some(match (parent.node.kind(), field) {
        ("global_statement" | "nonlocal_statement", _) => Role::Global,
        ("keyword_argument", "name")
        | ("element_value_pair", "key")
        | ("pair", "key")
        | ("field_initializer", "field")
        | ("labeled_statement" | "continue_statement", _)
        | ("break_statement" | "label" | "package_clause" | "lifetime" | "enum_assignment", _) => {
            Role::None
        }
        ("literal_element", _) if rest.trim_ascii_start().starts_with(b":") => Role::None,
        ("method_invocation", "name") if parent.node.child_by_field_name("object").is_some() => {
            Role::Member
        }
        ("call", "method") if parent.node.child_by_field_name("receiver").is_some() => Role::Member,
        ("token_tree", _) if before.ends_with(b".") || before.ends_with(b"::") => Role::Member,
        ("token_tree", _) if rest.starts_with(b":") && !rest.starts_with(b"::") => Role::None,
        ("method_definition" | "method_signature" | "public_field_definition", "name")
        | ("property_signature" | "abstract_method_signature" | "enum_variant", "name")
        | ("enum_constant" | "constructor_declaration" | "field_declaration", "name")
        | ("type_binding", "name")
        | ("field_definition", "property")
        | ("export_specifier", "alias") => Role::None,
        ("field_pattern", _) if own == "field_identifier" => Role::None,
        ("class", "name") if own == "constant" => Role::BoundOutside,
        ("function_definition", "declarator") => Role::BoundOutside,
        _ => return None,
    })
}

/// True if the node above all patterns around `leaf` binds what is in it.
fn is_bound(leaf: &Above<'_>, above: &[Above<'_>]) -> bool {
    let mut field = leaf.field.unwrap_or("*");
    for around in above.iter().rev() {
        let kind = around.node.kind();
        if BINDERS.contains(&(kind, field))
            || BINDERS.contains(&(kind, "*")) && !OUTSIDE.contains(&field)
        {
            return true;
        }
        if kind == "function_definition" && field == "declarator" {
            return true;
        }
        if !PATTERNS.contains(&kind) || OUTSIDE.contains(&field) && kind != "pair_pattern" {
            return false;
        }
        field = around.field.unwrap_or("*");
    }
    false
}

/// A name in a pattern of Rust that begins with a capital is a constant; the name of a function of C is bound outside.
fn bound_role(leaf: &Above<'_>, above: &[Above<'_>], text: &[u8]) -> Role {
    let is_capital = text[leaf.node.start_byte()].is_ascii_uppercase();
    let is_match = above
        .iter()
        .rev()
        .any(|around| around.node.kind() == "match_pattern");
    let is_tested = is_match || above[above.len() - 1].node.kind().ends_with("_pattern");
    let is_rust = above
        .iter()
        .any(|around| around.node.kind() == "source_file");
    if is_rust && is_capital && is_tested {
        return Role::Used;
    }
    let is_function = above
        .iter()
        .rev()
        .find(|around| !PATTERNS.contains(&around.node.kind()));
    match is_function.map(|around| around.node.kind()) {
        Some("function_definition") => Role::BoundOutside,
        _ => Role::Bound,
    }
}

/// The role of a name in an import.
fn imported(leaf: &Above<'_>, above: &[Above<'_>], text: &[u8]) -> Option<Role> {
    let parent = &above[above.len() - 1];
    let kind = parent.node.kind();
    let field = leaf.field.unwrap_or("*");
    let is_last = |node: tree_sitter::Node<'_>| node.next_named_sibling().is_none();
    if kind == "import_specifier" || kind == "use_as_clause" {
        let is_alias = parent.node.child_by_field_name("alias").is_none() || field == "alias";
        return Some(if is_alias { Role::Bound } else { Role::None });
    }
    if kind == "dotted_name" {
        let outer = &above.get(above.len().checked_sub(2)?)?.node;
        let is_first = leaf.node.prev_named_sibling().is_none();
        return match (outer.kind(), parent.field) {
            ("import_statement" | "import_from_statement", Some("name")) if is_first => {
                Some(Role::Bound)
            }
            ("case_pattern", _) if is_first && is_last(leaf.node) => Some(Role::Bound),
            ("import_statement" | "import_from_statement" | "aliased_import", _)
            | ("relative_import" | "future_import_statement", _) => Some(Role::None),
            _ => None,
        };
    }
    let import = above.iter().rposition(|around| {
        matches!(around.node.kind(), "use_declaration" | "import_declaration")
    })?;
    let is_java = above[import].node.kind() == "import_declaration";
    if kind == "import_spec" {
        return None;
    }
    if is_java {
        let is_outermost = import + 2 >= above.len();
        return Some(if is_outermost && is_last(leaf.node) {
            Role::Bound
        } else {
            Role::None
        });
    }
    let outer = above
        .get(above.len().wrapping_sub(2))
        .map_or("", |around| around.node.kind());
    Some(match (kind, field) {
        ("use_declaration" | "use_list", _) => Role::Bound,
        ("scoped_identifier", "name") if outer == "scoped_use_list" => {
            of_list(&above[above.len() - 2], text)
        }
        ("scoped_use_list", "path") => of_list(parent, text),
        ("scoped_identifier", "name") if matches!(outer, "use_declaration" | "use_list") => {
            Role::Bound
        }
        _ => Role::None,
    })
}

/// The role of the last name before a list of Rust: `use a::b::{self, C}` binds `b` too.
fn of_list(list: &Above<'_>, text: &[u8]) -> Role {
    let names = list
        .node
        .child_by_field_name("list")
        .map(|list| &text[list.byte_range()]);
    let has_self = names.is_some_and(|names| names[1..].trim_ascii_start().starts_with(b"self"));
    if has_self { Role::Bound } else { Role::None }
}

/// The name of the package that an import of Go binds, and its offset.
pub(super) fn package_name(
    leaf: &Above<'_>,
    above: &[Above<'_>],
    text: &[u8],
) -> Option<(String, usize)> {
    let spec = above
        .last()
        .filter(|spec| spec.node.kind() == "import_spec")?;
    if leaf.field != Some("path") || spec.node.child_by_field_name("name").is_some() {
        return None;
    }
    let path = String::from_utf8_lossy(&text[leaf.node.byte_range()]).into_owned();
    let mut parts = path.trim_matches(['"', '`']).rsplit('/');
    let mut last = parts.next()?;
    let is_version = last
        .strip_prefix('v')
        .is_some_and(|rest| rest.parse::<u32>().is_ok());
    if is_version {
        last = parts.next().unwrap_or(last);
    }
    let name = last.split(".v").next().unwrap_or(last);
    let name = name.strip_prefix("go-").unwrap_or(name);
    Some((name.to_owned(), leaf.node.start_byte()))
}

/// True if the nodes `above` a name are those of an import.
pub(super) fn in_import(above: &[Above<'_>]) -> bool {
    let mut kinds = above.iter().rev().map(|around| around.node.kind());
    kinds.any(|kind| {
        kind.starts_with("import") || kind.starts_with("use_") || kind == "extern_crate_declaration"
    })
}
