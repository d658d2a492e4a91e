//! The definitions of each language, identified by the grammar's nodes.

mod bash;
mod c;
#[cfg(feature = "grammars-all")]
mod c_sharp;
mod go;
mod java;
mod javascript;
#[cfg(feature = "grammars-all")]
mod php;
mod python;
mod ruby;
mod rust;

use tree_sitter::Node;

use super::definition::PathPart;
use super::language::Language;

/// A node that is a definition, or that provides a part of the path for definitions inside.
pub(super) struct Found<'t> {
    pub(super) kind: &'static str,
    /// The path of the definition itself.
    pub(super) definition: Vec<PathPart>,
    /// The path prefix for the definitions inside.
    pub(super) scope: Vec<PathPart>,
    /// The outermost node that belongs to the definition alone.
    pub(super) outer: Node<'t>,
    pub(super) name_at: usize,
    pub(super) parameters: Option<Node<'t>>,
    pub(super) body: Option<Node<'t>>,
    pub(super) is_declaration: bool,
    pub(super) beside: Vec<String>,
    pub(super) counted_on_by: Option<String>,
}

impl<'t> Found<'t> {
    fn new(kind: &'static str, node: Node<'t>, name: Node<'t>, text: &[u8]) -> Option<Self> {
        let path = parts(&words(name, text));
        if path.is_empty() {
            return None;
        }
        Some(Self::named(kind, node, name, path))
    }

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
            beside: Vec::new(),
            counted_on_by: None,
        }
    }

    fn within(mut self, outer: Node<'t>) -> Self {
        self.outer = outer;
        self
    }

    /// Splits names at dots into several parts.
    fn split_at_dots(self) -> Self {
        Self {
            definition: split_at_dots(&self.definition),
            scope: split_at_dots(&self.scope),
            ..self
        }
    }
}

fn split_at_dots(parts: &[PathPart]) -> Vec<PathPart> {
    let names = parts.iter().flat_map(|part| part.name.split('.'));
    names.map(PathPart::new).collect()
}

fn words(node: Node<'_>, text: &[u8]) -> String {
    String::from_utf8_lossy(&text[node.byte_range()]).into_owned()
}

/// The parts of a name that may be a path, without text in angle brackets.
fn parts(name: &str) -> Vec<PathPart> {
    let mut parts = vec![String::new()];
    let mut depth = 0_usize;
    let is_operator = name.contains("operator");
    // The name of a cast operator is its type: `operator bool() const`.
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
    parts.retain(|part| !part.is_empty());
    parts.into_iter().map(PathPart::new).collect()
}

/// The ancestors of a node, root first. A walk collects them, because looking up the parent of a node searches from
/// the root.
pub(super) type Ancestors<'a, 't> = &'a [Node<'t>];

/// Returns the definition at `node`, if there is one. `around` is the kind of the enclosing definition.
pub(super) fn found<'t>(
    language: Language,
    node: Node<'t>,
    above: Ancestors<'_, 't>,
    text: &[u8],
    around: Option<&'static str>,
) -> Option<Found<'t>> {
    match language {
        Language::Rust => rust::found(node, text, around),
        Language::Python => python::found(node, above, text, around),
        Language::JavaScript | Language::TypeScript | Language::Tsx => {
            javascript::found(node, above, text, around)
        }
        Language::Go => go::found(node, above, text, around),
        Language::C | Language::Cpp => c::found(node, above, text, around),
        Language::Java => java::found(node, text),
        Language::Ruby => ruby::found(node, above, text, around),
        Language::Bash => bash::found(node, text),
        #[cfg(feature = "grammars-all")]
        Language::CSharp => c_sharp::found(node, text),
        #[cfg(feature = "grammars-all")]
        Language::Php => php::found(node, text),
        Language::Css | Language::Json | Language::Toml => None,
    }
}

/// Returns the definition of a node of one of `kinds`, named by its field `name`.
fn by_name<'t>(node: Node<'t>, text: &[u8], kinds: &[(&str, &'static str)]) -> Option<Found<'t>> {
    let kind = by_kind(node, kinds)?;
    Found::new(kind, node, node.child_by_field_name("name")?, text)
}

fn by_kind(node: Node<'_>, kinds: &[(&str, &'static str)]) -> Option<&'static str> {
    let (_, kind) = kinds.iter().find(|(known, _)| *known == node.kind())?;
    Some(kind)
}

/// The outermost ancestor of `node` that is reached through ancestors of one of `kinds` only; otherwise `node`.
fn climbed<'t>(mut node: Node<'t>, above: Ancestors<'_, 't>, kinds: &[&str]) -> Node<'t> {
    for parent in above.iter().rev() {
        if !kinds.contains(&parent.kind()) {
            break;
        }
        node = *parent;
    }
    node
}

/// The field that `node` declares, if it declares exactly one.
fn only_declarator<'t>(node: Node<'t>, text: &[u8], declarator: &str) -> Option<Found<'t>> {
    let mut cursor = node.walk();
    let mut declarators = node
        .named_children(&mut cursor)
        .filter(|child| child.kind() == declarator);
    let only = declarators.next()?;
    if declarators.next().is_some() {
        return None;
    }
    let name = only.child_by_field_name("name")?;
    let found = Found::new("field", node, name, text)?;
    Some(Found {
        body: None,
        ..found
    })
}
