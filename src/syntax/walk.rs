//! The walk through the tree of a text that lists its definitions.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::path::Path;

use tree_sitter::{Node, Tree, TreeCursor};

use super::LARGEST;
use super::braces;
use super::definition::{Above, AboveKind, Definition, PathPart, Undefined};
use super::grammar::{Found, found};
use super::language::Language;
use super::macros;
use super::parse::tree;
use super::recovery;
use crate::text::{self, Span};

/// The definitions of `text`, the file at `path`, in order of their names.
///
/// # Errors
/// Why they are not known.
pub(super) fn definitions(path: &Path, text: &[u8]) -> Result<Vec<Definition>, Undefined> {
    let language = Language::of(path, text).filter(|language| language.has_definitions());
    let language = language.ok_or(Undefined::Language)?;
    if text.len() > LARGEST {
        return Err(Undefined::Size);
    }
    let tree = tree(language, text).ok_or(Undefined::Size)?;
    let mut found = walked(language, text, &tree);
    let is_c = matches!(language, Language::C | Language::Cpp);
    if is_c
        && tree.root_node().has_error()
        && let Some(again) = recovery::reading(language, &macros::blanked(text), &tree)
    {
        found = again.merged(found, walked(language, text, &again.tree), text);
    }
    mark_secondary(&mut found);
    Ok(found)
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

/// The offset of what makes it doubtful where the definition at `whole` ends, if anything does: an error of syntax, or a
/// condition of the preprocessor that goes beyond it.
fn doubt(
    found: &Found<'_>,
    whole: Span,
    language: Language,
    (text, are_paired): (&[u8], &OnceCell<bool>),
) -> Option<usize> {
    let is_c = matches!(language, Language::C | Language::Cpp);
    if is_c && let Some(at) = loose_condition(whole, text) {
        return Some(at);
    }
    if is_c && let Some(at) = loose_head(found.outer, text) {
        return Some(at);
    }
    let error_at = found.outer.has_error().then(|| first_error(found.outer))?;
    // Macros may be no C; the braces around them tell where a body ends all the same, and what stands in a head where it
    // begins.
    let is_closed = found.body.is_some_and(|body| {
        let range = body.byte_range();
        let start = found.outer.start_byte();
        let name_at = found.name_at.saturating_sub(start);
        let is_known = range.start <= error_at
            || is_c
                && is_function(found)
                && !begins_with_lone_word(start, text)
                && macros::is_one_head(&text[start..range.start], name_at);
        let is_paired = || is_c || *are_paired.get_or_init(|| braces::are_paired(language, text));
        let end = || braces::closing(language, &text[range.clone()]);
        is_known && end() == Some(range.len() - 1) && is_paired()
    });
    (!is_closed).then_some(error_at)
}

fn is_function(found: &Found<'_>) -> bool {
    matches!(found.kind, "function" | "method")
}

/// Whether the line at `start` of C holds one word, right below another line that is no comment, no directive and no end of
/// a statement: that word may belong to either.
fn begins_with_lone_word(start: usize, text: &[u8]) -> bool {
    let line_start = text::line_start(text, start);
    let line = text::first_line(&text[start..]).trim_ascii();
    let above = text::line_start(text, line_start.saturating_sub(1));
    let above = text[above..line_start].trim_ascii();
    let is_word = line
        .iter()
        .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    is_word
        && !above.is_empty()
        && !above.starts_with(b"#")
        && !above.ends_with(b"*/")
        && !above.ends_with(b";")
        && !above.starts_with(b"//")
}

/// The offset of what stands before `outer` in C and is nothing by itself: a macro that may belong to its head.
fn loose_head(outer: Node<'_>, text: &[u8]) -> Option<usize> {
    let mut before = outer.prev_sibling();
    while let Some(node) = before.filter(|node| is_comment(*node)) {
        before = node.prev_sibling();
    }
    let before = before?;
    let last = text[before.byte_range()].trim_ascii_end().last();
    let is_whole = before.kind().starts_with("preproc")
        || before.kind().starts_with('#')
        || outer.start_byte() == before.end_byte()
        || matches!(last, None | Some(b';' | b'}' | b'{' | b':'));
    // The condition of `#if` is a sibling of what it is about.
    let is_condition = before.parent().is_some_and(|parent| {
        let condition = ["condition", "name"].map(|field| parent.child_by_field_name(field));
        parent.kind().starts_with("preproc") && condition.contains(&Some(before))
    });
    (!is_whole && !is_condition).then(|| before.start_byte())
}

/// The first line with `#else`, `#elif` or `#endif` in `whole` whose `#if` is not in it, or the last `#if` there whose end
/// is not in it.
fn loose_condition(whole: Span, text: &[u8]) -> Option<usize> {
    let mut at = text::line_start(text, whole.start());
    let mut open = Vec::new();
    for line in text::lines(&text[at..whole.end()]) {
        let word = line
            .trim_ascii_start()
            .strip_prefix(b"#")
            .unwrap_or_default();
        let word = word.trim_ascii_start();
        if word.starts_with(b"if") {
            open.push(at);
        } else if word.starts_with(b"endif") && open.pop().is_none()
            || word.starts_with(b"el") && open.is_empty()
        {
            return Some(at);
        }
        at += line.len();
    }
    open.pop()
}

/// The offset of the first error in `node`; that of its start where there is none.
fn first_error(node: Node<'_>) -> usize {
    let mut at = node;
    while at.has_error() && !at.is_error() && !at.is_missing() {
        let mut cursor = at.walk();
        let inner = at
            .children(&mut cursor)
            .find(|child| child.has_error() || child.is_missing());
        match inner {
            Some(inner) => at = inner,
            None => break,
        }
    }
    at.start_byte()
}

/// The bytes inside `body`, without braces around them; `None` where it is no block.
fn inside(body: Node<'_>, text: &[u8]) -> Option<Span> {
    let range = body.byte_range();
    let bytes = &text[range.clone()];
    if matches!(body.kind(), "block" | "body_statement") && !bytes.starts_with(b"{") {
        return Some(Span::of_len(range.start, range.len()));
    }
    let open = match body.kind() {
        "interface_type" => memchr::memchr(b'{', bytes)?,
        _ => 0,
    };
    let is_block =
        bytes[open..].starts_with(b"{") && bytes.ends_with(b"}") && bytes.len() > open + 1;
    is_block.then(|| Span::of_len(range.start + open + 1, range.len() - open - 2))
}

/// Whether what stands before a definition belongs to it.
enum Belonging {
    Own,
    /// If something before it is.
    Perhaps,
    Not,
}

/// The start of what belongs to `outer` before it.
fn leading(outer: Node<'_>, language: Language, text: &[u8]) -> usize {
    let mut start = outer.start_byte();
    let mut next = start;
    let mut before = previous(outer);
    while let Some(node) = before {
        let end = node.start_byte() + text[node.byte_range()].trim_ascii_end().len();
        let gap = text.get(end..next).unwrap_or_default();
        let is_adjacent = bytecount::count(gap, b'\n') <= 1;
        let previous = node.prev_sibling();
        let shares_line = previous.is_some_and(|previous| {
            let end = previous.start_byte() + text[previous.byte_range()].trim_ascii_end().len();
            end <= node.start_byte()
                && !text[end..node.start_byte()].contains(&b'\n')
                && !previous.is_extra()
                && is_comment(node)
                && !is_opening(previous)
        });
        // What stands behind an attribute is about that.
        let is_of_attribute = previous.is_some_and(|previous| {
            !is_comment(previous) && matches!(belonging(previous, language, text), Belonging::Own)
        });
        match belonging(node, language, text) {
            _ if shares_line && !is_of_attribute => break,
            Belonging::Own if is_adjacent || language == Language::Rust || !is_comment(node) => {
                start = node.start_byte();
            }
            Belonging::Perhaps if is_adjacent || language == Language::Rust => {}
            _ => break,
        }
        next = node.start_byte();
        before = previous;
    }
    start
}

/// What stands above the signature of the definition `outer`, which begins at `start`, and the offset of that.
fn above_signature(outer: Node<'_>, start: usize) -> (Vec<Above>, usize) {
    let part = |node: Node<'_>, kind| Above {
        kind,
        at: node.start_byte(),
    };
    let mut above = Vec::new();
    let mut before = previous(outer);
    while let Some(node) = before.filter(|node| node.start_byte() >= start) {
        above.push(part(node, kind_above(node).unwrap_or(AboveKind::Attribute)));
        before = node.prev_sibling();
    }
    above.reverse();
    let mut cursor = outer.walk();
    loop {
        let node = cursor.node();
        match kind_above(node) {
            Some(kind) => above.push(part(node, kind)),
            None if cursor.goto_first_child() => continue,
            None => return (above, node.start_byte()),
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return (Vec::new(), start);
            }
        }
    }
}

fn kind_above(node: Node<'_>) -> Option<AboveKind> {
    match node.kind() {
        kind if kind.ends_with("comment") => Some(AboveKind::Comment),
        "decorator"
        | "annotation"
        | "marker_annotation"
        | "attribute_item"
        | "attribute_list"
        | "attribute_declaration" => Some(AboveKind::Attribute),
        _ => None,
    }
}

/// The node before `outer`. The first in a body without braces comes after what stands before that body.
fn previous<'t>(outer: Node<'t>) -> Option<Node<'t>> {
    let body = || {
        outer
            .parent()
            .filter(|parent| parent.kind() == "body_statement")
    };
    outer.prev_sibling().or_else(|| body()?.prev_sibling())
}

fn is_comment(node: Node<'_>) -> bool {
    node.kind().ends_with("comment")
}

/// Whether `node` is a sign that opens a block.
fn is_opening(node: Node<'_>) -> bool {
    matches!(node.kind(), "{" | "(" | ":")
}

fn belonging(node: Node<'_>, language: Language, text: &[u8]) -> Belonging {
    use Belonging::{Not, Own, Perhaps};
    let words = &text[node.byte_range()];
    let is_long =
        |words: &[u8]| words.starts_with(b"/**") && !words.starts_with(b"/***") && words != b"/**/";
    match (language, node.kind()) {
        (Language::Rust, "attribute_item") | (_, "decorator") => Own,
        (Language::Rust, "line_comment" | "block_comment") => {
            let is_doc = words.starts_with(b"///") && !words.starts_with(b"////");
            let is_inner = words.starts_with(b"//!") || words.starts_with(b"/*!");
            match (is_doc || is_long(words), is_inner) {
                (true, _) => Own,
                (false, true) => Not,
                (false, false) => Perhaps,
            }
        }
        (Language::Go, "comment") => Own,
        (Language::Ruby, "comment") => {
            let is_magic = |mark: &[u8]| memchr::memmem::find(words, mark).is_some();
            let is_of_file =
                words.starts_with(b"#!") || is_magic(b"_literal:") || is_magic(b"coding:");
            if is_of_file { Not } else { Own }
        }
        (Language::Python | Language::Bash, _) => Not,
        (_, kind) if kind.ends_with("comment") => {
            let is_line_doc = language.has_line_docs()
                && words.starts_with(b"///")
                && !words.starts_with(b"////");
            if is_line_doc || is_long(words) || words.starts_with(b"/*!") {
                Own
            } else {
                Perhaps
            }
        }
        _ => Not,
    }
}

/// The end of what belongs to `outer`, which begins at `start`: the sign that ends it, and the comment on its last line.
fn trailing(outer: Node<'_>, start: usize, language: Language, text: &[u8]) -> usize {
    let own = text[outer.byte_range()].trim_ascii_end().len();
    let mut end = outer.start_byte() + own;
    let sign = outer.next_sibling().filter(|next| next.kind() == ";");
    if let Some(sign) = sign {
        end = end.max(sign.end_byte());
    }
    let rest = text::first_line(&text[end..]);
    let comment = rest.trim_ascii();
    let line_sign: &[u8] = match language {
        Language::Python | Language::Ruby | Language::Bash => b"#",
        _ => b"//",
    };
    let is_block = comment.starts_with(b"/*")
        && memchr::memmem::find(comment, b"*/").is_some_and(|at| at + 2 == comment.len());
    let is_comment = comment.starts_with(line_sign) || line_sign == b"//" && is_block;
    if is_comment {
        end += rest.trim_ascii_end().len();
    }
    if language == Language::Python {
        end = with_comments_inside(start, end, text);
    }
    end
}

/// `end`, past the comments below it that are deeper than the definition at `start`: they are the end of its body.
fn with_comments_inside(start: usize, end: usize, text: &[u8]) -> usize {
    let column = |at: usize| at - text::line_start(text, at);
    let head = column(start);
    let mut at = text::line_end(text, end);
    let mut last = end;
    for line in text::lines(&text[at..]) {
        let body = line.trim_ascii();
        let indent = line.len() - line.trim_ascii_start().len();
        if body.is_empty() {
            at += line.len();
            continue;
        }
        if !body.starts_with(b"#") || indent <= head {
            break;
        }
        last = at + line.trim_ascii_end().len();
        at += line.len();
    }
    last
}
