//! What defines something in each language: one table of the nodes of its grammar.

use tree_sitter::Node;

use super::definition::PathPart;
use super::language::Language;

/// A node that defines something, or that names what is inside it.
pub(super) struct Found<'t> {
    pub(super) kind: &'static str,
    /// Its own part of the path.
    pub(super) definition: Vec<PathPart>,
    /// What it adds to the path of what is inside.
    pub(super) scope: Vec<PathPart>,
    /// The node with all that belongs to it and is one with it.
    pub(super) outer: Node<'t>,
    pub(super) name_at: usize,
    pub(super) parameters: Option<Node<'t>>,
    pub(super) body: Option<Node<'t>>,
    pub(super) is_declaration: bool,
}

impl<'t> Found<'t> {
    fn new(kind: &'static str, node: Node<'t>, name: Node<'t>, text: &[u8]) -> Option<Self> {
        let parts = parts(&words(name, text));
        (!parts.is_empty()).then(|| Self::named(kind, node, name, parts))
    }

    /// What the node `node` defines by the path `parts`.
    fn named(kind: &'static str, node: Node<'t>, name: Node<'t>, parts: Vec<PathPart>) -> Self {
        Self {
            kind,
            scope: parts.clone(),
            definition: parts,
            outer: node,
            name_at: name.start_byte(),
            parameters: node.child_by_field_name("parameters"),
            body: node.child_by_field_name("body"),
            is_declaration: false,
        }
    }

    fn within(mut self, outer: Node<'t>) -> Self {
        self.outer = outer;
        self
    }

    /// With a part of the path for each word between dots.
    fn split_at_dots(self) -> Self {
        let split = |parts: Vec<PathPart>| -> Vec<PathPart> {
            let names = parts.iter().flat_map(|part| part.name.split('.'));
            names.map(PathPart::new).collect()
        };
        Self {
            definition: split(self.definition),
            scope: split(self.scope),
            ..self
        }
    }
}

fn words(node: Node<'_>, text: &[u8]) -> String {
    String::from_utf8_lossy(&text[node.byte_range()]).into_owned()
}

/// The parts of a name that may be a path, without what stands in angle brackets.
fn parts(name: &str) -> Vec<PathPart> {
    let mut parts = vec![String::new()];
    let mut depth = 0_usize;
    let is_operator = name.contains("operator");
    // The name of a cast is its type: `operator bool() const`.
    let signs = name
        .find("operator")
        .map_or(name.len(), |at| at + "operator".len());
    let is_call = name[signs..].trim_start().starts_with('(');
    let list = name[signs..].find('(').filter(|_| !is_call);
    let name = &name[..list.map_or(name.len(), |at| signs + at)];
    let mut letters = name.trim().chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '<' if !is_operator => depth += 1,
            '>' if !is_operator => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            ':' if letters.peek() == Some(&':') => {
                letters.next();
                parts.push(String::new());
            }
            // `operator bool`
            letter if letter.is_whitespace() => {
                let is_cast = letters.peek().is_some_and(|next| next.is_alphanumeric());
                let last = parts
                    .last_mut()
                    .filter(|last| is_cast && last.as_str() == "operator");
                last.into_iter().for_each(|last| last.push(' '));
            }
            letter => parts
                .last_mut()
                .into_iter()
                .for_each(|part| part.push(letter)),
        }
    }
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.map(PathPart::new).collect()
}

/// What `node` defines, if it does; `around` is the kind of the definition it is in.
pub(super) fn found<'t>(
    language: Language,
    node: Node<'t>,
    text: &[u8],
    around: Option<&'static str>,
) -> Option<Found<'t>> {
    match language {
        Language::Rust => rust(node, text, around),
        Language::Python => python(node, text, around),
        Language::JavaScript | Language::TypeScript | Language::Tsx => {
            javascript(node, text, around)
        }
        Language::Go => go(node, text, around),
        Language::C | Language::Cpp => c(node, text, around),
        Language::Java => java(node, text),
        Language::Ruby => ruby(node, text, around),
        Language::Bash => {
            let kind = by_kind(node, &[("function_definition", "function")])?;
            let name = node.child_by_field_name("name")?;
            // Signs that part names elsewhere are a part of it.
            let own = vec![PathPart::new(words(name, text))];
            Some(Found::named(kind, node, name, own))
        }
        #[cfg(feature = "syntax-all")]
        Language::CSharp => c_sharp(node, text),
        #[cfg(feature = "syntax-all")]
        Language::Php => php(node, text),
        Language::Css | Language::Json | Language::Toml | Language::Yaml => None,
    }
}

/// What a node of one of these kinds defines whose field `name` is its name.
fn by_name<'t>(node: Node<'t>, text: &[u8], kinds: &[(&str, &'static str)]) -> Option<Found<'t>> {
    let kind = by_kind(node, kinds)?;
    Found::new(kind, node, node.child_by_field_name("name")?, text)
}

/// The word for what a node of one of these kinds defines.
fn by_kind(node: Node<'_>, kinds: &[(&str, &'static str)]) -> Option<&'static str> {
    let (_, kind) = kinds.iter().find(|(known, _)| *known == node.kind())?;
    Some(kind)
}

/// The parent of `node`, as long as it is of one of these kinds.
fn climbed<'t>(mut node: Node<'t>, kinds: &[&str]) -> Node<'t> {
    while let Some(parent) = node
        .parent()
        .filter(|parent| kinds.contains(&parent.kind()))
    {
        node = parent;
    }
    node
}

fn rust<'t>(node: Node<'t>, text: &[u8], around: Option<&'static str>) -> Option<Found<'t>> {
    if node.kind() == "impl_item" {
        return implementation(node, text);
    }
    let is_member = matches!(around, Some("impl" | "trait"));
    let function = if is_member { "method" } else { "function" };
    let kind = by_kind(
        node,
        &[
            ("function_item", function),
            ("function_signature_item", function),
            ("struct_item", "struct"),
            ("enum_item", "enum"),
            ("union_item", "union"),
            ("trait_item", "trait"),
            ("mod_item", "mod"),
            ("const_item", "const"),
            ("static_item", "static"),
            ("type_item", "type"),
            ("associated_type", "type"),
            ("macro_definition", "macro"),
        ],
    )?;
    let name = node.child_by_field_name("name")?;
    // `const _: () = ...;` has no name.
    (&text[name.byte_range()] != b"_").then(|| Found::new(kind, node, name, text))?
}

/// `impl Trait for Type` names what is inside by its type.
fn implementation<'t>(node: Node<'t>, text: &[u8]) -> Option<Found<'t>> {
    let of_type = node.child_by_field_name("type")?;
    let one_line = |node| {
        words(node, text)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    let name = parts(&one_line(of_type)).pop()?;
    let of_trait = node.child_by_field_name("trait").map(one_line);
    let also = of_trait
        .as_ref()
        .map(|of_trait| format!("<{} as {of_trait}>", one_line(of_type)));
    let own = match &of_trait {
        Some(of_trait) => format!("impl {of_trait} for {}", one_line(of_type)),
        None => format!("impl {}", one_line(of_type)),
    };
    let short = match &of_trait {
        Some(of_trait) => {
            let of_trait = parts(of_trait)
                .pop()
                .map(|part| part.name)
                .unwrap_or_default();
            format!("impl {of_trait} for {}", name.name)
        }
        None => format!("impl {}", name.name),
    };
    let own = PathPart {
        also: (short != own).then_some(short),
        name: own,
    };
    Some(Found {
        kind: "impl",
        definition: vec![own],
        scope: vec![PathPart { also, ..name }],
        outer: node,
        name_at: of_type.start_byte(),
        parameters: None,
        body: node.child_by_field_name("body"),
        is_declaration: false,
    })
}

fn python<'t>(node: Node<'t>, text: &[u8], around: Option<&'static str>) -> Option<Found<'t>> {
    let is_member = around == Some("class");
    if node.kind() == "expression_statement" && (around.is_none() || is_member) {
        let assignment = node
            .named_child(0)
            .filter(|child| child.kind() == "assignment")?;
        let left = assignment.child_by_field_name("left")?;
        let is_name = left.kind() == "identifier" && node.named_child_count() == 1;
        let found = is_name.then(|| Found::new("variable", node, left, text))??;
        return Some(Found {
            scope: Vec::new(),
            body: None,
            ..found
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
    let outer = climbed(node, &["decorated_definition"]);
    Some(found.within(outer))
}

/// The values of a variable that make it a function or a class.
const FUNCTIONS: [&str; 4] = [
    "arrow_function",
    "function_expression",
    "generator_function",
    "function",
];

fn javascript<'t>(node: Node<'t>, text: &[u8], around: Option<&'static str>) -> Option<Found<'t>> {
    const AROUND: [&str; 2] = ["export_statement", "ambient_declaration"];
    match node.kind() {
        "variable_declarator" => variable(node, text, around),
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
            })
        }
        "ambient_declaration" => {
            // `declare global { ... }`
            let name = node.child(1).filter(|name| name.kind() == "global")?;
            let found = Found::new("namespace", node, name, text)?;
            let body = node.named_child(0);
            Some(Found { body, ..found }.within(climbed(node, &AROUND)))
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
            Some(found.within(climbed(node, &around)))
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
            // Members of an object literal part at commas.
            let is_pair = node
                .parent()
                .is_some_and(|parent| parent.kind() == "object");
            (!is_pair).then(|| found.within(climbed(node, &AROUND)))
        }
    }
}

/// A variable that is declared alone: at the top of a file, or one that is a function or a class.
fn variable<'t>(node: Node<'t>, text: &[u8], around: Option<&'static str>) -> Option<Found<'t>> {
    let declaration = node.parent()?;
    let name = node.child_by_field_name("name")?;
    let is_alone =
        declaration.named_child_count() == 1 && declaration.kind().ends_with("declaration");
    if !is_alone || name.kind() != "identifier" {
        return None;
    }
    let outer = climbed(declaration, &["export_statement", "ambient_declaration"]);
    let value = node.child_by_field_name("value");
    let is_top = matches!(around, None | Some("namespace"))
        && outer.parent().is_some_and(|parent| {
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

/// `a.b = function () {}`
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
    let path: Vec<PathPart> = name.split('.').map(PathPart::new).collect();
    is_path.then(|| Found {
        kind,
        definition: path.clone(),
        scope: path,
        outer: node,
        name_at: left.start_byte(),
        parameters: right.child_by_field_name("parameters"),
        body: right.child_by_field_name("body"),
        is_declaration: false,
    })
}

fn go<'t>(node: Node<'t>, text: &[u8], around: Option<&'static str>) -> Option<Found<'t>> {
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
            let list = node.parent()?;
            let declaration = climbed(
                list,
                &["const_declaration", "var_declaration", "type_declaration"],
            );
            let is_grouped =
                memchr::memchr(b'(', &text[declaration.start_byte()..node.start_byte()]).is_some();
            let outer = if is_grouped { node } else { declaration };
            let of_type = node.child_by_field_name("type");
            let body =
                of_type.filter(|of_type| kind == "type" && of_type.kind() == "interface_type");
            let body = body.or_else(|| {
                of_type
                    .filter(|of_type| of_type.kind() == "struct_type")?
                    .named_child(0)
            });
            Some(Found {
                outer,
                body,
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

/// The node that names what a declarator of C declares, and the list of parameters of a function.
fn declared<'t>(mut node: Node<'t>) -> Option<(Node<'t>, Option<Node<'t>>)> {
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
            "parenthesized_declarator" | "reference_declarator" | "attributed_declarator" => {
                node = node.named_child(0)?;
            }
            _ => node = node.child_by_field_name("declarator")?,
        }
    }
}

/// The list of parameters of `operator int*()`, which is inside of the name for the grammar.
fn cast_parameters(node: Node<'_>) -> Option<Node<'_>> {
    let mut inner = node.child_by_field_name("declarator")?;
    while inner.kind() != "abstract_function_declarator" {
        inner = inner
            .child_by_field_name("declarator")
            .or_else(|| inner.named_child(0))?;
    }
    inner.child_by_field_name("parameters")
}

fn c<'t>(node: Node<'t>, text: &[u8], around: Option<&'static str>) -> Option<Found<'t>> {
    // `extern "C" int f() {}`
    const AROUND: [&str; 2] = ["template_declaration", "linkage_specification"];
    let is_in_type = matches!(around, Some("struct" | "class" | "union"));
    let function = if is_in_type { "method" } else { "function" };
    match node.kind() {
        "function_definition" => {
            let (name, parameters) = declared(node.child_by_field_name("declarator")?)?;
            let found = Found::new(function, node, name, text)?;
            let found = Found {
                parameters,
                ..found
            };
            Some(found.within(climbed(node, &AROUND)))
        }
        "declaration" | "field_declaration" | "type_definition" => {
            let mut cursor = node.walk();
            let mut declarators = node.children_by_field_name("declarator", &mut cursor);
            let (first, second) = (declarators.next()?, declarators.next());
            let (name, parameters) = declared(first).filter(|_| second.is_none())?;
            let kind = match (node.kind(), parameters) {
                ("type_definition", _) => "type",
                (_, Some(_)) => function,
                ("declaration", None) if around.is_none() || around == Some("namespace") => {
                    "variable"
                }
                _ => return None,
            };
            let found = Found::new(kind, node, name, text)?;
            Some(Found {
                is_declaration: kind == function,
                scope: Vec::new(),
                parameters,
                outer: climbed(node, &AROUND),
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
            let holders = [
                "declaration",
                "field_declaration",
                "type_definition",
                AROUND[0],
                AROUND[1],
            ];
            Some(found.within(climbed(node, &holders)))
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
            Some(found.within(climbed(node, &AROUND)))
        }
    }
}

fn java<'t>(node: Node<'t>, text: &[u8]) -> Option<Found<'t>> {
    if matches!(node.kind(), "field_declaration" | "constant_declaration") {
        return only_declarator(node, text, "variable_declarator");
    }
    by_name(
        node,
        text,
        &[
            ("class_declaration", "class"),
            ("interface_declaration", "interface"),
            ("enum_declaration", "enum"),
            ("record_declaration", "record"),
            ("annotation_type_declaration", "annotation"),
            ("method_declaration", "method"),
            ("constructor_declaration", "constructor"),
            ("compact_constructor_declaration", "constructor"),
            ("annotation_type_element_declaration", "element"),
        ],
    )
}

/// The field that `node` declares, if that is one alone.
fn only_declarator<'t>(node: Node<'t>, text: &[u8], declarator: &str) -> Option<Found<'t>> {
    let mut cursor = node.walk();
    let mut declarators = node
        .named_children(&mut cursor)
        .filter(|child| child.kind() == declarator);
    let (first, second) = (declarators.next()?, declarators.next());
    let name = first
        .child_by_field_name("name")
        .filter(|_| second.is_none())?;
    let found = Found::new("field", node, name, text)?;
    Some(Found {
        body: None,
        ..found
    })
}

fn ruby<'t>(node: Node<'t>, text: &[u8], around: Option<&'static str>) -> Option<Found<'t>> {
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
        // Its signs are no brackets: `<=>`, `<<`.
        let own = vec![PathPart::new(words(name, text))];
        return Some(Found::named(kind, node, name, own));
    }
    Found::new(kind, node, name, text)
}

#[cfg(feature = "syntax-all")]
fn c_sharp<'t>(node: Node<'t>, text: &[u8]) -> Option<Found<'t>> {
    if matches!(node.kind(), "field_declaration" | "event_field_declaration") {
        let mut cursor = node.walk();
        let mut children = node.named_children(&mut cursor);
        let declaration = children.find(|child| child.kind() == "variable_declaration")?;
        return Some(only_declarator(declaration, text, "variable_declarator")?.within(node));
    }
    let found = by_name(
        node,
        text,
        &[
            ("namespace_declaration", "namespace"),
            ("class_declaration", "class"),
            ("struct_declaration", "struct"),
            ("interface_declaration", "interface"),
            ("enum_declaration", "enum"),
            ("record_declaration", "record"),
            ("delegate_declaration", "delegate"),
            ("method_declaration", "method"),
            ("constructor_declaration", "constructor"),
            ("destructor_declaration", "destructor"),
            ("property_declaration", "property"),
            ("local_function_statement", "function"),
        ],
    )?;
    Some(if found.kind == "namespace" {
        found.split_at_dots()
    } else {
        found
    })
}

#[cfg(feature = "syntax-all")]
fn php<'t>(node: Node<'t>, text: &[u8]) -> Option<Found<'t>> {
    by_name(
        node,
        text,
        &[
            ("class_declaration", "class"),
            ("interface_declaration", "interface"),
            ("trait_declaration", "trait"),
            ("enum_declaration", "enum"),
            ("function_definition", "function"),
            ("method_declaration", "method"),
        ],
    )
}
