//! Lists the definitions in a syntax tree.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use tree_sitter::{Node, Tree, TreeCursor};

use super::c;
use super::doubt::{Surroundings, first_doubt};
use super::extent::{above_signature, directives_end, leading, span_in_braces, trailing};
use super::grammar::{self, DefinitionNode};
use super::language::Language;
use super::parse::parsed;
use crate::definition::{Definition, LARGEST, PathPart, Undefined};
use incise_text::text::Span;

/// The maximum nesting depth of definitions. The path of each definition contains the names of all enclosing ones.
const MAX_DEPTH: usize = 64;

/// Returns the definitions of `text`, the file at `path`, in the order of [`crate::definitions`].
///
/// # Errors
/// The reason why the definitions cannot be found.
pub(super) fn definitions(path: &Path, text: &[u8]) -> Result<Arc<[Definition]>, Undefined> {
    let language = Language::detect(path, text).ok_or(Undefined::Language)?;
    if !language.has_definitions() {
        return Err(Undefined::Language);
    }
    if text.len() > LARGEST {
        return Err(Undefined::Bound);
    }
    let parsed = parsed(language, text).ok_or(Undefined::Bound)?;
    let definitions = parsed
        .definitions
        .get_or_init(|| all_definitions(language, text, &parsed.tree).map(Into::into));
    definitions.clone().ok_or(Undefined::Bound)
}

/// All definitions in `text`, whose tree is `tree`. `None` if they nest deeper than [`MAX_DEPTH`].
fn all_definitions(language: Language, text: &[u8], tree: &Tree) -> Option<Vec<Definition>> {
    let mut found = definitions_in_tree(language, text, tree)?;
    let is_c = matches!(language, Language::C | Language::Cpp);
    if is_c
        && tree.root_node().has_error()
        && let Some(recovery) = c::parse_again(language, &c::without_macros(text), tree)
    {
        let second = definitions_in_tree(language, text, &recovery.tree)?;
        found = recovery.merged(found, second, text);
    }
    mark_secondary(&mut found);
    Some(found)
}

/// The definitions of `text` according to `tree`. `None` if they nest deeper than [`MAX_DEPTH`].
fn definitions_in_tree<'t>(
    language: Language,
    text: &'t [u8],
    tree: &'t Tree,
) -> Option<Vec<Definition>> {
    let mut walk = Walk {
        language,
        text,
        found: Vec::new(),
        scopes: Vec::new(),
        ancestors: Vec::new(),
        siblings: vec![Vec::new()],
        is_too_deep: false,
        are_brackets_paired: OnceCell::new(),
    };
    walk.run(&mut tree.walk());
    if walk.is_too_deep {
        return None;
    }
    Some(walk.found)
}

/// Marks declarations whose definition is also in `found`, and repeated definitions.
fn mark_secondary(found: &mut [Definition]) {
    let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
    for (number, definition) in found.iter().enumerate() {
        by_name.entry(definition.name()).or_default().push(number);
    }
    for numbers in by_name.values().filter(|numbers| numbers.len() > 1) {
        let is_defined = numbers.iter().any(|&number| !found[number].is_declaration);
        let mut seen = HashSet::new();
        for &number in numbers {
            let definition = &mut found[number];
            let whole = definition.whole;
            let is_new = seen.insert((whole.start(), whole.end()));
            definition.is_secondary = !is_new || definition.is_declaration && is_defined;
        }
    }
}

/// A definition around the current node.
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
    /// The ancestors of the current node, root first.
    ancestors: Vec<Node<'t>>,
    /// For each ancestor and for the current node, the siblings before it.
    siblings: Vec<Vec<Node<'t>>>,
    is_too_deep: bool,
    /// True if every bracket of the text is closed. Computed on first use.
    are_brackets_paired: OnceCell<bool>,
}

impl<'t> Walk<'t> {
    /// Visits every node, outer before inner. Not recursive, because texts may nest deeply.
    fn run(&mut self, cursor: &mut TreeCursor<'t>) {
        let mut depth = 0;
        loop {
            let node = cursor.node();
            while self.scopes.last().is_some_and(|scope| scope.depth >= depth) {
                self.scopes.pop();
            }
            // Most nodes are leaves, and no leaf is a definition.
            let is_inner = node.child_count() > 0;
            if is_inner && node.is_named() {
                self.enter(cursor, depth);
            }
            if is_inner && cursor.goto_first_child() {
                self.ancestors.push(node);
                self.siblings.push(Vec::new());
                depth += 1;
                continue;
            }
            loop {
                let node = cursor.node();
                if cursor.goto_next_sibling() {
                    if let Some(siblings) = self.siblings.last_mut() {
                        siblings.push(node);
                    }
                    break;
                }
                if !cursor.goto_parent() {
                    return;
                }
                self.ancestors.pop();
                self.siblings.pop();
                depth -= 1;
            }
        }
    }

    /// Adds the definition at the current node, if there is one.
    fn enter(&mut self, cursor: &TreeCursor<'t>, depth: u32) {
        let node = cursor.node();
        let parent = self.scopes.last().map(|scope| scope.definition);
        let parent_kind = parent.map(|number| self.found[number].kind);
        let found =
            grammar::definition(self.language, node, &self.ancestors, self.text, parent_kind);
        let Some(found) = found else {
            return;
        };
        if self.scopes.len() >= MAX_DEPTH {
            self.is_too_deep = true;
            return;
        }
        let definition = self.definition(&found, cursor, parent);
        self.scopes.push(Scope {
            depth,
            parts: found.scope,
            definition: self.found.len(),
        });
        self.found.push(definition);
    }

    /// The number of ancestors of `outer`, which is the current node or one of its ancestors.
    fn level(&self, outer: Node<'_>) -> usize {
        let level = self.ancestors.iter().rposition(|node| *node == outer);
        level.unwrap_or(self.ancestors.len())
    }

    /// The siblings before the node at `level`. For the first node in a body without braces, the siblings before that
    /// body.
    fn preceding(&self, level: usize) -> &[Node<'t>] {
        let siblings = &self.siblings[level];
        match self.ancestors[..level].last() {
            Some(parent) if siblings.is_empty() && parent.kind() == "body_statement" => {
                &self.siblings[level - 1]
            }
            _ => siblings,
        }
    }

    /// The node after `outer` at `level`, if a semicolon follows.
    fn next(&self, outer: Node<'_>, level: usize, cursor: &TreeCursor<'t>) -> Option<Node<'t>> {
        let rest = &self.text[outer.end_byte()..];
        if !rest.trim_ascii_start().starts_with(b";") {
            return None;
        }
        let mut at_outer = cursor.clone();
        for _ in level..self.ancestors.len() {
            at_outer.goto_parent();
        }
        if at_outer.goto_next_sibling() {
            Some(at_outer.node())
        } else {
            None
        }
    }

    /// The path of a definition at the current node. `last_parts` are the names in the definition itself.
    fn path(&self, last_parts: &[PathPart]) -> Vec<PathPart> {
        let mut path = Vec::new();
        for scope in &self.scopes {
            path.extend_from_slice(&scope.parts);
        }
        path.extend_from_slice(last_parts);
        path
    }

    fn definition(
        &self,
        found: &DefinitionNode<'_>,
        cursor: &TreeCursor<'t>,
        parent: Option<usize>,
    ) -> Definition {
        let (text, language) = (self.text, self.language);
        let level = self.level(found.outer);
        let before = self.preceding(level);
        let next = self.next(found.outer, level, cursor);
        let start = leading(found.outer, before, language, text);
        let end = trailing(found.outer, next, start, language, text);
        let (above, signature_at) = above_signature(found.outer, before, start);
        let whole = Span::of_len(start, end.saturating_sub(start));
        let surroundings = Surroundings {
            parent: self.ancestors[..level].last().copied(),
            before: &self.siblings[level],
            text,
            are_brackets_paired: &self.are_brackets_paired,
        };
        let error_at = first_doubt(found, whole, language, &surroundings);
        Definition {
            kind: found.kind,
            path: self.path(&found.path),
            separator: language.separator(),
            parameters: found.parameters.map(|list| parameters(list, text)),
            whole,
            above,
            signature_at,
            name_at: found.name_at,
            body: found.body.and_then(|body| span_in_braces(body, text)),
            directives_end: found.body.and_then(directives_end),
            parent,
            has_error: error_at.is_some(),
            error_at: error_at.unwrap_or(start),
            // If the parent's end is uncertain, the parent may end before this definition.
            is_loose: matches!(language, Language::C | Language::Cpp)
                && parent.is_some_and(|parent| {
                    self.found[parent].has_error || self.found[parent].is_loose
                }),
            usual_blank_lines: if language == Language::Python { 2 } else { 1 },
            is_secondary: false,
            is_declaration: found.is_declaration,
            is_conditional: self.is_conditional(level),
            other_names: found.other_names.clone(),
            dependent_constant: found.dependent_constant.clone(),
        }
    }

    /// True if a node between `level` and the enclosing definition is a condition, so that the definition may not
    /// apply.
    fn is_conditional(&self, level: usize) -> bool {
        let outer = self.scopes.last().map_or(0, |scope| scope.depth as usize);
        let between = self.ancestors.get(outer..level).unwrap_or_default();
        between.iter().any(|node| is_condition(*node, self.text))
    }
}

/// The parameters in `list` as written.
fn parameters(list: Node<'_>, text: &[u8]) -> Vec<String> {
    let mut parameters = Vec::new();
    let mut cursor = list.walk();
    for node in list.named_children(&mut cursor) {
        if !node.is_extra() {
            parameters.push(String::from_utf8_lossy(&text[node.byte_range()]).into_owned());
        }
    }
    parameters
}

/// True if `node` is a conditional statement or directive. The include guard of a C header does not count.
fn is_condition(node: Node<'_>, text: &[u8]) -> bool {
    match node.kind() {
        "preproc_ifdef" => !is_header_guard(node, text),
        "preproc_if" | "preproc_else" | "preproc_elif" | "preproc_elifdef" => true,
        "if_statement" | "if" | "unless" | "else_clause" | "else" | "elif_clause" | "elsif"
        | "try_statement" | "except_clause" | "finally_clause" | "begin" | "rescue"
        | "with_statement" | "match_statement" | "case_statement" | "switch_statement"
        | "for_statement" | "while_statement" | "for_in_statement" | "do_statement" | "case"
        | "while" | "for" => true,
        _ => false,
    }
}

/// True if `node` is `#ifndef NAME` directly followed by `#define NAME`.
pub(super) fn is_header_guard(node: Node<'_>, text: &[u8]) -> bool {
    let name = |node: Node<'_>| Some(&text[node.child_by_field_name("name")?.byte_range()]);
    let mut cursor = node.walk();
    let mut children = node.named_children(&mut cursor).skip(1);
    let first = children.find(|child| !child.is_extra());
    first.is_some_and(|first| first.kind() == "preproc_def" && name(first) == name(node))
}
