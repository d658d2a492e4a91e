//! The walk through the tree of a text that lists its definitions.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use tree_sitter::{Node, Tree, TreeCursor};

use super::LARGEST;
use super::c;
use super::definition::{Definition, PathPart, Undefined};
use super::doubt::doubt;
use super::extent::{above_signature, inside, leading, trailing};
use super::grammar::{Found, found};
use super::language::Language;
use super::parse::parsed;
use incise_text::text::Span;

/// The definitions of `text`, the file at `path`, in order of their names.
///
/// # Errors
/// Why they are not known.
pub(super) fn definitions(path: &Path, text: &[u8]) -> Result<Arc<[Definition]>, Undefined> {
    let language = Language::of(path, text).filter(|language| language.has_definitions());
    let language = language.ok_or(Undefined::Language)?;
    if text.len() > LARGEST {
        return Err(Undefined::Size);
    }
    let parsed = parsed(language, text).ok_or(Undefined::Size)?;
    let all = || all(language, text, &parsed.tree).into();
    Ok(Arc::clone(parsed.definitions.get_or_init(all)))
}

/// All that `text` defines, of which the grammar made `tree`.
fn all(language: Language, text: &[u8], tree: &Tree) -> Vec<Definition> {
    let mut found = walked(language, text, tree);
    let is_c = matches!(language, Language::C | Language::Cpp);
    if is_c
        && tree.root_node().has_error()
        && let Some(again) = c::reading(language, &c::blanked(text), tree)
    {
        found = again.merged(found, walked(language, text, &again.tree), text);
    }
    mark_secondary(&mut found);
    found
}

/// The definitions of `text` that `tree` tells.
fn walked(language: Language, text: &[u8], tree: &Tree) -> Vec<Definition> {
    let mut walk = Walk {
        language,
        text,
        found: Vec::new(),
        scopes: Vec::new(),
        are_paired: OnceCell::new(),
    };
    walk.all(&mut tree.walk());
    walk.found
}

/// Marks what only announces a definition that `found` has as well, and what names one again.
fn mark_secondary(found: &mut [Definition]) {
    let mut defined: HashMap<String, Vec<usize>> = HashMap::new();
    for (number, one) in found.iter().enumerate() {
        defined.entry(one.name()).or_default().push(number);
    }
    for numbers in defined.values().filter(|numbers| numbers.len() > 1) {
        let is_defined = numbers.iter().any(|&number| !found[number].is_declaration);
        let mut seen = HashSet::new();
        for &number in numbers {
            let one = &mut found[number];
            let is_new = seen.insert((one.whole.start(), one.whole.end()));
            one.is_secondary = !is_new || one.is_declaration && is_defined;
        }
    }
}

/// What the walk is inside of.
struct Scope {
    depth: u32,
    parts: Vec<PathPart>,
    definition: usize,
}

struct Walk<'t> {
    language: Language,
    text: &'t [u8],
    found: Vec<Definition>,
    scopes: Vec<Scope>,
    /// Whether every bracket of the text is closed, once that has been asked.
    are_paired: OnceCell<bool>,
}

impl Walk<'_> {
    /// Every node, outer before inner. No recursion: texts nest as deep as they like.
    fn all(&mut self, cursor: &mut TreeCursor<'_>) {
        let mut depth = 0;
        loop {
            let node = cursor.node();
            while self.scopes.last().is_some_and(|scope| scope.depth >= depth) {
                self.scopes.pop();
            }
            // Most nodes are leaves, and no leaf defines anything.
            let is_inner = node.child_count() > 0;
            if is_inner && node.is_named() {
                self.enter(node, depth);
            }
            if is_inner && cursor.goto_first_child() {
                depth += 1;
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
                depth -= 1;
            }
        }
    }

    fn enter(&mut self, node: Node<'_>, depth: u32) {
        let around = self.scopes.last().map(|scope| scope.definition);
        let kind = around.map(|number| self.found[number].kind);
        let Some(found) = found(self.language, node, self.text, kind) else {
            return;
        };
        let path = self.path(&found.definition);
        let definition = self.definition(&found, path, around);
        self.found.push(definition);
        let definition = self.found.len() - 1;
        self.scopes.push(Scope {
            depth,
            parts: found.scope,
            definition,
        });
    }

    fn path(&self, own: &[PathPart]) -> Vec<PathPart> {
        let above = self.scopes.iter().flat_map(|scope| scope.parts.clone());
        above.chain(own.iter().cloned()).collect()
    }

    fn definition(
        &self,
        found: &Found<'_>,
        path: Vec<PathPart>,
        parent: Option<usize>,
    ) -> Definition {
        let (text, language) = (self.text, self.language);
        let start = leading(found.outer, language, text);
        let end = trailing(found.outer, start, language, text);
        let (above, signature_at) = above_signature(found.outer, start);
        let bytes = |node: Node<'_>| String::from_utf8_lossy(&text[node.byte_range()]).into_owned();
        let error_at = doubt(
            found,
            Span::of_len(start, end.saturating_sub(start)),
            language,
            (text, &self.are_paired),
        );
        Definition {
            kind: found.kind,
            path,
            separator: language.separator(),
            parameters: found.parameters.map(|list| {
                let mut cursor = list.walk();
                let named = list.named_children(&mut cursor);
                named.filter(|node| !node.is_extra()).map(bytes).collect()
            }),
            whole: Span::of_len(start, end.saturating_sub(start)),
            above,
            signature_at,
            name_at: found.name_at,
            body: found.body.and_then(|body| inside(body, text)),
            parent,
            has_error: error_at.is_some(),
            error_at: error_at.unwrap_or(start),
            // What is around may end before, if nothing tells where.
            is_loose: matches!(language, Language::C | Language::Cpp)
                && parent.is_some_and(|parent| {
                    self.found[parent].has_error || self.found[parent].is_loose
                }),
            apart: if language == Language::Python { 2 } else { 1 },
            is_secondary: false,
            is_declaration: found.is_declaration,
        }
    }
}
