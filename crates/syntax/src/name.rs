//! The names in a text: where they are bound, and where they are used.

use std::collections::{HashMap, HashSet};

use incise_text::text::Span;

/// A binding of a name: a definition, a parameter, an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The offset of the name.
    pub at: usize,
    /// The bytes in which the name is visible.
    pub scope: Span,
    /// True if the scope is the whole file.
    pub is_file: bool,
    /// True for an import.
    pub is_import: bool,
}

/// A use of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameUse {
    /// The name.
    pub name: String,
    /// The offset of the name.
    pub at: usize,
    /// True for `name` in `a.name`.
    pub is_member: bool,
    /// True for a type that a Java file may use without an import of its name.
    pub is_package_type: bool,
}

/// The names in a text.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The bindings of each name, in text order.
    pub bindings: HashMap<String, Vec<Binding>>,
    /// The uses of names, in text order.
    pub uses: Vec<NameUse>,
    /// The offset of the `package` declaration of a Java file.
    pub package_at: Option<usize>,
    /// The packages whose types a Java file may use without an import of their names: its own, and those of wildcard
    /// imports.
    pub packages: HashSet<String>,
}

impl Names {
    /// The types that are in the package of a Java file, or that a wildcard import provides. The file does not bind
    /// their names.
    pub fn package_types(&self) -> HashSet<&str> {
        let mut types = HashSet::new();
        for used in &self.uses {
            if used.is_package_type && self.visible(&used.name, used.at).is_empty() {
                types.insert(used.name.as_str());
            }
        }
        types
    }

    /// The bindings of `name` in the innermost scope around offset `at` that has any.
    pub fn visible(&self, name: &str, at: usize) -> Vec<&Binding> {
        let mut visible: Vec<&Binding> = Vec::new();
        for binding in self.bindings.get(name).into_iter().flatten() {
            let scope = binding.scope;
            if at < scope.start() || scope.end() < at {
                continue;
            }
            let innermost = visible.first().map_or(usize::MAX, |one| one.scope.len());
            if scope.len() < innermost {
                visible.clear();
            }
            if scope.len() <= innermost {
                visible.push(binding);
            }
        }
        visible
    }
}
