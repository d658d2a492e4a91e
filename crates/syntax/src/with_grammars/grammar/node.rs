//! The parts of a definition that all languages share, and the reading of names.

use tree_sitter::Node;

use crate::definition::PathPart;

/// A node that is a definition, or that provides a part of the path for definitions inside.
pub(crate) struct DefinitionNode<'t> {
    pub(crate) kind: &'static str,
    /// The path of the definition itself.
    pub(crate) path: Vec<PathPart>,
    /// The path prefix for the definitions inside.
    pub(crate) scope: Vec<PathPart>,
    /// The outermost node that belongs to the definition alone.
    pub(crate) outer: Node<'t>,
    pub(crate) name_at: usize,
    pub(crate) parameters: Option<Node<'t>>,
    pub(crate) body: Option<Node<'t>>,
    /// True if it only declares something that is defined elsewhere.
    pub(crate) is_declaration: bool,
    /// The other names in the same declaration.
    pub(crate) other_names: Vec<String>,
    /// The next constant in the same group, if its value changes when this one is removed.
    pub(crate) dependent_constant: Option<String>,
}

impl<'t> DefinitionNode<'t> {
    pub(super) fn new(
        kind: &'static str,
        node: Node<'t>,
        name: Node<'t>,
        text: &[u8],
    ) -> Option<Self> {
        let path = parts(&words(name, text));
        if path.is_empty() {
            return None;
        }
        Some(Self::with_path(kind, node, name, path))
    }

    pub(super) fn with_path(
        kind: &'static str,
        node: Node<'t>,
        name: Node<'t>,
        parts: Vec<PathPart>,
    ) -> Self {
        Self {
            kind,
            scope: parts.clone(),
            path: parts,
            outer: node,
            name_at: name.start_byte(),
            parameters: node.child_by_field_name("parameters"),
            body: node.child_by_field_name("body"),
            is_declaration: false,
            other_names: Vec::new(),
            dependent_constant: None,
        }
    }

    pub(super) fn with_outer(mut self, outer: Node<'t>) -> Self {
        self.outer = outer;
        self
    }

    /// Splits names at dots into several parts.
    pub(super) fn split_at_dots(self) -> Self {
        Self {
            path: split_at_dots(&self.path),
            scope: split_at_dots(&self.scope),
            ..self
        }
    }
}

fn split_at_dots(parts: &[PathPart]) -> Vec<PathPart> {
    let names = parts.iter().flat_map(|part| part.name.split('.'));
    names.map(PathPart::new).collect()
}

pub(super) fn words(node: Node<'_>, text: &[u8]) -> String {
    String::from_utf8_lossy(&text[node.byte_range()]).into_owned()
}

/// The parts of a name that may be a path, without text in angle brackets.
pub(super) fn parts(name: &str) -> Vec<PathPart> {
    let is_operator = name.contains("operator");
    let mut parts = Vec::new();
    let mut part = String::new();
    let mut depth = 0_usize;
    let mut characters = without_cast_parameters(name).trim().chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '<' if !is_operator => depth += 1,
            '>' if !is_operator => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            ':' if characters.peek() == Some(&':') => {
                characters.next();
                parts.push(std::mem::take(&mut part));
            }
            space if space.is_whitespace() => {
                // `operator bool`
                let precedes_word = characters.peek().is_some_and(|next| next.is_alphanumeric());
                if precedes_word && part == "operator" {
                    part.push(' ');
                }
            }
            _ => part.push(character),
        }
    }
    parts.push(part);
    parts.retain(|part| !part.is_empty());
    parts.into_iter().map(PathPart::new).collect()
}

/// Returns `name` without the parameters of a cast operator, which the grammar treats as a part of the name:
/// `operator bool() const`.
fn without_cast_parameters(name: &str) -> &str {
    let Some((_, rest)) = name.split_once("operator") else {
        return name;
    };
    // The name is `operator()`.
    if rest.trim_start().starts_with('(') {
        return name;
    }
    match rest.find('(') {
        Some(list) => &name[..name.len() - rest.len() + list],
        None => name,
    }
}

/// The ancestors of a node, root first. A walk collects them, because looking up the parent of a node searches from
/// the root.
pub(crate) type Ancestors<'a, 't> = &'a [Node<'t>];

/// Returns the definition of a node of one of `kinds`, named by its field `name`.
pub(super) fn by_name<'t>(
    node: Node<'t>,
    text: &[u8],
    kinds: &[(&str, &'static str)],
) -> Option<DefinitionNode<'t>> {
    let kind = by_kind(node, kinds)?;
    DefinitionNode::new(kind, node, node.child_by_field_name("name")?, text)
}

pub(super) fn by_kind(node: Node<'_>, kinds: &[(&str, &'static str)]) -> Option<&'static str> {
    let (_, kind) = kinds.iter().find(|(known, _)| *known == node.kind())?;
    Some(kind)
}

/// The outermost ancestor of `node` that is reached through ancestors of one of `kinds` only; otherwise `node`.
pub(super) fn outermost_wrapper<'t>(
    mut node: Node<'t>,
    ancestors: Ancestors<'_, 't>,
    kinds: &[&str],
) -> Node<'t> {
    for parent in ancestors.iter().rev() {
        if !kinds.contains(&parent.kind()) {
            break;
        }
        node = *parent;
    }
    node
}

/// The field that `node` declares, if it declares exactly one.
pub(super) fn only_declarator<'t>(
    node: Node<'t>,
    text: &[u8],
    declarator: &str,
) -> Option<DefinitionNode<'t>> {
    let mut cursor = node.walk();
    let mut declarators = node
        .named_children(&mut cursor)
        .filter(|child| child.kind() == declarator);
    let only = declarators.next()?;
    if declarators.next().is_some() {
        return None;
    }
    let name = only.child_by_field_name("name")?;
    let found = DefinitionNode::new("field", node, name, text)?;
    Some(DefinitionNode {
        body: None,
        ..found
    })
}
