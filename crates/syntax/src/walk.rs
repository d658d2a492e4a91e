//! Lists the definitions in a syntax tree.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use tree_sitter::{Node, Tree, TreeCursor};

use super::LARGEST;
use super::c;
use super::definition::{Definition, PathPart, Undefined};
use super::doubt::doubt;
use super::extent::{above_signature, directives_end, inside, leading, trailing};
use super::grammar::{Found, found};
use super::language::Language;
use super::parse::parsed;
use incise_text::text::Span;

/// The maximum nesting depth of definitions. The path of each definition contains the names of all enclosing ones.
const DEEPEST: usize = 64;

/// Returns the definitions of `text`, the file at `path`, in the order of [`crate::definitions`].
///
/// # Errors
/// The reason why the definitions cannot be found.
pub(super) fn definitions(path: &Path, text: &[u8]) -> Result<Arc<[Definition]>, Undefined> {
    let language = Language::detect(path, text)
        .filter(|language| language.has_definitions())
        .ok_or(Undefined::Language)?;
    if text.len() > LARGEST {
        return Err(Undefined::Bound);
    }
    let known = parsed(language, text).ok_or(Undefined::Bound)?;
    let definitions = known
        .definitions
        .get_or_init(|| all(language, text, &known.tree).map(Into::into));
    definitions.clone().ok_or(Undefined::Bound)
}

/// All definitions in `text`, whose tree is `tree`. `None` if they nest deeper than [`DEEPEST`].
fn all(language: Language, text: &[u8], tree: &Tree) -> Option<Vec<Definition>> {
    let mut found = walked(language, text, tree)?;
    let is_c = matches!(language, Language::C | Language::Cpp);
    if is_c
        && tree.root_node().has_error()
        && let Some(again) = c::reading(language, &c::blanked(text), tree)
    {
        found = again.merged(found, walked(language, text, &again.tree)?, text);
    }
    mark_secondary(&mut found);
    Some(found)
}

/// The definitions of `text` according to `tree`. `None` if they nest deeper than [`DEEPEST`].
fn walked<'t>(language: Language, text: &'t [u8], tree: &'t Tree) -> Option<Vec<Definition>> {
    let mut walk = Walk {
        language,
        text,
        found: Vec::new(),
        scopes: Vec::new(),
        above: Vec::new(),
        before: vec![Vec::new()],
        is_too_deep: false,
        are_paired: OnceCell::new(),
    };
    walk.all(&mut tree.walk());
    if walk.is_too_deep {
        return None;
    }
    Some(walk.found)
}

/// Marks declarations whose definition is also in `found`, and repeated definitions.
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
    above: Vec<Node<'t>>,
    /// For each ancestor and for the current node, the siblings before it.
    before: Vec<Vec<Node<'t>>>,
    is_too_deep: bool,
    /// True if every bracket of the text is closed. Computed on first use.
    are_paired: OnceCell<bool>,
}

impl<'t> Walk<'t> {
    /// Visits every node, outer before inner. Not recursive, because texts may nest deeply.
    fn all(&mut self, cursor: &mut TreeCursor<'t>) {
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
                self.above.push(node);
                self.before.push(Vec::new());
                depth += 1;
                continue;
            }
            loop {
                let node = cursor.node();
                if cursor.goto_next_sibling() {
                    self.before
                        .last_mut()
                        .into_iter()
                        .for_each(|before| before.push(node));
                    break;
                }
                if !cursor.goto_parent() {
                    return;
                }
                self.above.pop();
                self.before.pop();
                depth -= 1;
            }
        }
    }

    fn enter(&mut self, cursor: &TreeCursor<'t>, depth: u32) {
        let node = cursor.node();
        let around = self.scopes.last().map(|scope| scope.definition);
        let kind = around.map(|number| self.found[number].kind);
        let Some(found) = found(self.language, node, &self.above, self.text, kind) else {
            return;
        };
        if self.scopes.len() >= DEEPEST {
            self.is_too_deep = true;
            return;
        }
        let path = self.path(&found.definition);
        let definition = self.definition(&found, cursor, path, around);
        self.found.push(definition);
        let definition = self.found.len() - 1;
        self.scopes.push(Scope {
            depth,
            parts: found.scope,
            definition,
        });
    }

    /// The number of ancestors of `outer`, which is the current node or one of its ancestors.
    fn level(&self, outer: Node<'_>) -> usize {
        let around = self.above.iter().rposition(|node| *node == outer);
        around.unwrap_or(self.above.len())
    }

    /// The siblings before the node at `level`. For the first node in a body without braces, the siblings before that
    /// body.
    fn before_body(&self, level: usize) -> &[Node<'t>] {
        let before = &self.before[level];
        match self.above[..level].last() {
            Some(parent) if before.is_empty() && parent.kind() == "body_statement" => {
                &self.before[level - 1]
            }
            _ => before,
        }
    }

    /// The node after `outer` at `level`, if a semicolon follows.
    fn next(&self, outer: Node<'_>, level: usize, cursor: &TreeCursor<'t>) -> Option<Node<'t>> {
        let rest = &self.text[outer.end_byte()..];
        if !rest.trim_ascii_start().starts_with(b";") {
            return None;
        }
        let mut at_outer = cursor.clone();
        for _ in level..self.above.len() {
            at_outer.goto_parent();
        }
        if at_outer.goto_next_sibling() {
            Some(at_outer.node())
        } else {
            None
        }
    }

    fn path(&self, own: &[PathPart]) -> Vec<PathPart> {
        let above = self.scopes.iter().flat_map(|scope| scope.parts.clone());
        above.chain(own.iter().cloned()).collect()
    }

    fn definition(
        &self,
        found: &Found<'_>,
        cursor: &TreeCursor<'t>,
        path: Vec<PathPart>,
        parent: Option<usize>,
    ) -> Definition {
        let (text, language) = (self.text, self.language);
        let level = self.level(found.outer);
        let before = self.before_body(level);
        let next = self.next(found.outer, level, cursor);
        let start = leading(found.outer, before, language, text);
        let end = trailing(found.outer, next, start, language, text);
        let (above, signature_at) = above_signature(found.outer, before, start);
        let bytes = |node: Node<'_>| String::from_utf8_lossy(&text[node.byte_range()]).into_owned();
        let error_at = doubt(
            found,
            (self.above[..level].last().copied(), &self.before[level]),
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
            directives_end: found.body.and_then(directives_end),
            parent,
            has_error: error_at.is_some(),
            error_at: error_at.unwrap_or(start),
            // If the parent's end is uncertain, the parent may end before this definition.
            is_loose: matches!(language, Language::C | Language::Cpp)
                && parent.is_some_and(|parent| {
                    self.found[parent].has_error || self.found[parent].is_loose
                }),
            apart: if language == Language::Python { 2 } else { 1 },
            is_secondary: false,
            is_declaration: found.is_declaration,
            is_conditional: self.is_conditional(level),
            beside: found.beside.clone(),
            counted_on_by: found.counted_on_by.clone(),
        }
    }

    /// True if a node between `level` and the enclosing definition is a condition, so that the definition may not
    /// apply.
    fn is_conditional(&self, level: usize) -> bool {
        let outer = self.scopes.last().map_or(0, |scope| scope.depth as usize);
        let between = self.above.get(outer..level).unwrap_or_default();
        between.iter().any(|node| is_condition(*node, self.text))
    }
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
