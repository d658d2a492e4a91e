//! The names in a text: where each is bound, and where it is used.

use std::collections::HashMap;

use incise_text::text::Span;

/// A place that binds a name: a definition, a parameter, an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The offset of the name.
    pub at: usize,
    /// The bytes in which it is visible.
    pub scope: Span,
    /// True if these are the whole file.
    pub is_file: bool,
    /// True for an import.
    pub is_import: bool,
}

/// A name that is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameUse {
    /// The name.
    pub name: String,
    /// Its offset.
    pub at: usize,
    /// True for `name` in `a.name`.
    pub is_member: bool,
}

/// The names of a text.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The bindings of each name, in the order of the text.
    pub bindings: HashMap<String, Vec<Binding>>,
    /// The used names, in the order of the text.
    pub uses: Vec<NameUse>,
}

impl Names {
    /// The bindings of `name` in the innermost scope around the offset `at` that has some.
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
