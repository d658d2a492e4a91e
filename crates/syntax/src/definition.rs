//! A definition: its name, and the bytes that belong to it.
//!
//! A definition includes its attributes, decorators, doc comment and visibility, its closing bracket, and a comment
//! after its last line. It does not include a plain comment above it, or blank lines.

use incise_text::text::Span;

/// The maximum size of a text to parse, in bytes.
pub const LARGEST: usize = 16 << 20;

/// A part of a definition's path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PathPart {
    /// The name.
    pub name: String,
    /// An alternative name that distinguishes it from similar ones: `<Config as Default>`.
    pub also: Option<String>,
}

impl PathPart {
    /// A part with one name.
    #[cfg(feature = "grammars")]
    pub(super) fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            also: None,
        }
    }

    /// True if `name` identifies this part. Whitespace, the `r#` of a raw name and type parameters are optional:
    /// `<Shop as Drop>` for `<Shop<T> as Drop>`.
    pub fn is_called(&self, name: &str) -> bool {
        let names = [Some(self.name.as_str()), self.also.as_deref()];
        names
            .into_iter()
            .flatten()
            .any(|known| known == name || is_spelled(known, name))
    }
}

/// True if `name` equals `known`, ignoring whitespace, the `r#` of a raw name, and type parameters.
fn is_spelled(known: &str, name: &str) -> bool {
    if !known.contains(['<', ' ', '#']) {
        return false;
    }
    let known: String = known.split_whitespace().collect();
    let name: String = name.split_whitespace().collect();
    let is_operator = known.starts_with("operator");
    known == name
        || known.strip_prefix("r#") == Some(&name)
        || !is_operator && without_parameters(&known) == name
}

/// `name` without angle brackets that directly follow a word, and without their content.
fn without_parameters(name: &str) -> String {
    let mut kept = String::new();
    let mut depth = 0_usize;
    for character in name.chars() {
        let is_after_word = kept.ends_with(|last: char| last.is_alphanumeric() || last == '_');
        match character {
            '<' if depth > 0 || is_after_word => depth += 1,
            '>' if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            _ => kept.push(character),
        }
    }
    kept
}

/// A definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The kind of definition, such as `function` or `class`.
    pub kind: &'static str,
    /// The names of the enclosing definitions, followed by the name of this definition.
    pub path: Vec<PathPart>,
    /// The separator between the parts of a path.
    pub separator: &'static str,
    /// The parameters as written.
    pub parameters: Option<Vec<String>>,
    /// The bytes that belong to the definition, without whitespace at either end.
    pub whole: Span,
    /// The comments and attributes above the signature, in order.
    pub above: Vec<Above>,
    /// The offset of the signature.
    pub signature_at: usize,
    /// The offset of the name.
    pub name_at: usize,
    /// The bytes of the body, without the brackets around it.
    pub body: Option<Span>,
    /// The end of the docstring or the directives at the start of the body.
    pub directives_end: Option<usize>,
    /// The number of the enclosing definition.
    pub parent: Option<usize>,
    /// True if the definition contains a syntax error, or its extent is uncertain.
    pub has_error: bool,
    /// The offset of the first error; the start of the definition if there is none.
    pub error_at: usize,
    /// True if the enclosing definitions are uncertain.
    pub is_loose: bool,
    /// The usual number of blank lines between such definitions.
    pub usual_blank_lines: usize,
    /// True if it only declares or repeats another definition of the text.
    pub is_secondary: bool,
    /// True if it only declares something that is defined elsewhere.
    pub is_declaration: bool,
    /// True if it is inside a condition, a loop or a similar statement of the enclosing definition.
    pub is_conditional: bool,
    /// The other names in the same declaration: `t` in `typedef struct s {} t;`.
    pub other_names: Vec<String>,
    /// The next constant in the same group, if its value changes when this definition is removed.
    pub dependent_constant: Option<String>,
}

impl Definition {
    /// The complete name. Enclosing definitions with an alternative name appear with that name.
    pub fn name(&self) -> String {
        let last = self.path.len().saturating_sub(1);
        let mut names = Vec::with_capacity(self.path.len());
        for (number, part) in self.path.iter().enumerate() {
            match &part.also {
                Some(also) if number < last => names.push(also.as_str()),
                _ => names.push(&part.name),
            }
        }
        names.join(self.separator)
    }

    /// True for a class or another type, not a function or a namespace.
    pub fn is_type(&self) -> bool {
        const OTHERS: [&str; 6] = [
            "function",
            "method",
            "constructor",
            "mod",
            "namespace",
            "module",
        ];
        !OTHERS.contains(&self.kind)
    }

    /// True if members may be in separate blocks, such as `impl` in Rust.
    pub fn has_blocks_beside(&self) -> bool {
        matches!(self.kind, "struct" | "enum" | "union" | "type")
    }

    /// True if this is a block with members of `owner`.
    pub fn implements(&self, owner: &Self) -> bool {
        let (Some((_, of_type)), Some(last)) = (self.block_name(), owner.path.last()) else {
            return false;
        };
        of_type == last.name
    }

    /// True if this is a block that implements a trait.
    pub fn is_of_trait(&self) -> bool {
        self.block_name()
            .is_some_and(|(of_trait, _)| of_trait.is_some())
    }

    /// The trait and the type in the name of a block, each without its path.
    fn block_name(&self) -> Option<(Option<&str>, &str)> {
        if self.kind != "impl" {
            return None;
        }
        let part = self.path.last()?;
        let short = part.also.as_deref().unwrap_or(&part.name);
        let words = short.strip_prefix("impl ")?;
        match words.split_once(" for ") {
            Some((of_trait, of_type)) => Some((Some(of_trait), of_type)),
            None => Some((None, words)),
        }
    }
}

/// A comment or an attribute above the signature of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Above {
    /// A comment or an attribute.
    pub kind: AboveKind,
    /// The byte offset.
    pub at: usize,
}

/// The kind of text above a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AboveKind {
    /// A comment.
    Comment,
    /// An attribute, a decorator or an annotation.
    Attribute,
}

/// The reasons why the definitions of a text cannot be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// The language is not supported, or has no definitions.
    Language,
    /// The text is too large, nests too deeply, or takes too much work to parse.
    Bound,
}
