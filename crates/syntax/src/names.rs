//! The walk through the tree of a text that lists its names.
//!
//! A name is looked up from scope to scope, as the language does; a block of a function is no scope of its own. Names that
//! nothing in the text binds, such as those of a prelude, are left out.

use std::collections::HashMap;

use tree_sitter::{Node, Tree, TreeCursor};

use super::language::Language;
use super::name::{Binding, NameUse, Names};
use super::name_table::{Role, in_import, is_hidden_scope, is_name, is_scope, package_name, role};
use incise_text::text::Span;

/// A node above the one that is looked at.
pub(super) struct Above<'t> {
    pub(super) node: Node<'t>,
    /// Its field in the node above it.
    pub(super) field: Option<&'static str>,
}

struct Scope {
    span: Span,
    outer: Option<usize>,
    /// True if functions inside do not see its names.
    is_hidden: bool,
    /// Names that belong to the file although the scope assigns to them.
    globals: Vec<String>,
}

struct Collector<'t> {
    language: Language,
    text: &'t [u8],
    above: Vec<Above<'t>>,
    scopes: Vec<Scope>,
    /// The scopes around the node that is looked at, with the number of nodes above each.
    open: Vec<(usize, usize)>,
    bindings: Vec<(usize, Binding)>,
    uses: Vec<(usize, NameUse)>,
}

/// The names of `text`, of which the grammar made `tree`.
pub(super) fn names(language: Language, text: &[u8], tree: &Tree) -> Names {
    let file = Scope {
        span: Span::of_len(0, text.len()),
        outer: None,
        is_hidden: false,
        globals: Vec::new(),
    };
    let mut collector = Collector {
        language,
        text,
        above: Vec::new(),
        scopes: vec![file],
        open: vec![(0, 0)],
        bindings: Vec::new(),
        uses: Vec::new(),
    };
    collector.walk(&mut tree.walk());
    collector.resolved()
}

impl<'t> Collector<'t> {
    /// Every node, outer before inner. No recursion: texts nest as deep as they like.
    fn walk(&mut self, cursor: &mut TreeCursor<'t>) {
        loop {
            let above = Above {
                node: cursor.node(),
                field: cursor.field_name(),
            };
            self.look_at(&above);
            if cursor.goto_first_child() {
                if is_scope(above.node.kind()) && !self.above.is_empty() {
                    self.open_scope(above.node);
                }
                self.above.push(above);
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
                self.above.pop();
                while self
                    .open
                    .last()
                    .is_some_and(|open| open.1 > self.above.len())
                {
                    self.open.pop();
                }
            }
        }
    }

    fn open_scope(&mut self, node: Node<'t>) {
        let range = node.byte_range();
        self.scopes.push(Scope {
            span: Span::of_len(range.start, range.len()),
            outer: Some(self.scope(0)),
            is_hidden: is_hidden_scope(self.language, node.kind()),
            globals: Vec::new(),
        });
        self.open
            .push((self.scopes.len() - 1, self.above.len() + 1));
    }

    /// The number of the scope so many levels out.
    fn scope(&self, levels: usize) -> usize {
        let at = self.open.len().saturating_sub(levels + 1);
        self.open[at].0
    }

    fn look_at(&mut self, leaf: &Above<'t>) {
        if let Some((name, at)) = package_name(leaf, &self.above, self.text) {
            self.bind(name, at, 0);
        }
        if !is_name(leaf.node.kind()) {
            return;
        }
        let at = leaf.node.start_byte();
        let name = String::from_utf8_lossy(&self.text[leaf.node.byte_range()]).into_owned();
        match role(leaf, &self.above, self.text) {
            Role::Bound => self.bind(name, at, 0),
            Role::BoundOutside => self.bind(name, at, 1),
            Role::Global => {
                let scope = self.scope(0);
                self.scopes[scope].globals.push(name);
            }
            role @ (Role::Used | Role::Member) => {
                let used = NameUse {
                    name,
                    at,
                    scope: None,
                    is_member: role == Role::Member,
                };
                self.uses.push((self.scope(0), used));
            }
            Role::None => {}
        }
    }

    fn bind(&mut self, name: String, at: usize, levels: usize) {
        let scope = self.scope(levels);
        let binding = Binding {
            name,
            at,
            scope: self.scopes[scope].span,
            is_import: in_import(&self.above),
            is_member: self.scopes[scope].is_hidden,
        };
        self.bindings.push((scope, binding));
    }

    fn resolved(mut self) -> Names {
        for (scope, binding) in &mut self.bindings {
            if self.scopes[*scope].globals.contains(&binding.name) {
                *scope = 0;
                binding.scope = self.scopes[0].span;
            }
        }
        let mut bound: HashMap<&str, Vec<usize>> = HashMap::new();
        for (scope, binding) in &self.bindings {
            bound.entry(&binding.name).or_default().push(*scope);
        }
        let mut names = Names::default();
        for (from, mut used) in self.uses {
            if !used.is_member
                && let Some(scopes) = bound.get(used.name.as_str())
            {
                used.scope = binding_scope(from, scopes, &self.scopes);
            }
            names.uses.push(used);
        }
        names.bindings = self
            .bindings
            .into_iter()
            .map(|(_, binding)| binding)
            .collect();
        names
    }
}

/// The innermost scope around `from` that is one of `bound`.
fn binding_scope(from: usize, bound: &[usize], scopes: &[Scope]) -> Option<Span> {
    let mut at = Some(from);
    while let Some(scope) = at {
        let is_visible = scope == from || !scopes[scope].is_hidden;
        if is_visible && bound.contains(&scope) {
            return Some(scopes[scope].span);
        }
        at = scopes[scope].outer;
    }
    None
}
