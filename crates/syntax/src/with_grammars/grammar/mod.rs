//! The definitions of each language, identified by the grammar's nodes.

mod bash;
mod c;
#[cfg(feature = "grammars-all")]
mod c_sharp;
mod go;
mod java;
mod javascript;
mod node;
#[cfg(feature = "grammars-all")]
mod php;
mod python;
mod ruby;
mod rust;

use tree_sitter::Node;

pub(super) use self::node::{Ancestors, DefinitionNode};
use super::language::Language;

/// Returns the definition at `node`, if there is one. `enclosing_kind` is the kind of the enclosing definition.
pub(super) fn definition<'t>(
    language: Language,
    node: Node<'t>,
    ancestors: Ancestors<'_, 't>,
    text: &[u8],
    enclosing_kind: Option<&'static str>,
) -> Option<DefinitionNode<'t>> {
    match language {
        Language::Rust => rust::definition(node, text, enclosing_kind),
        Language::Python => python::definition(node, ancestors, text, enclosing_kind),
        Language::JavaScript | Language::TypeScript | Language::Tsx => {
            javascript::definition(node, ancestors, text, enclosing_kind)
        }
        Language::Go => go::definition(node, ancestors, text, enclosing_kind),
        Language::C | Language::Cpp => c::definition(node, ancestors, text, enclosing_kind),
        Language::Java => java::definition(node, text),
        Language::Ruby => ruby::definition(node, ancestors, text, enclosing_kind),
        Language::Bash => bash::definition(node, text),
        #[cfg(feature = "grammars-all")]
        Language::CSharp => c_sharp::definition(node, text),
        #[cfg(feature = "grammars-all")]
        Language::Php => php::definition(node, text),
        Language::Css | Language::Json | Language::Toml => None,
    }
}
