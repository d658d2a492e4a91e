//! The extent of a definition: the comments and attributes above it, its body, and the comment on its last line.

use tree_sitter::Node;

use super::language::Language;
use crate::definition::{Above, AboveKind};
use incise_text::text::{self, Span};

/// The bytes inside `body`, without the braces around it. `None` if `body` is not a block.
pub(super) fn span_in_braces(body: Node<'_>, text: &[u8]) -> Option<Span> {
    let range = body.byte_range();
    let bytes = &text[range.clone()];
    if matches!(body.kind(), "block" | "body_statement") && !bytes.starts_with(b"{") {
        return Some(Span::of_len(range.start, range.len()));
    }
    let open = match body.kind() {
        "interface_type" => memchr::memchr(b'{', bytes)?,
        _ => 0,
    };
    if bytes[open..].starts_with(b"{") && bytes.ends_with(b"}") && bytes.len() > open + 1 {
        return Some(Span::of_len(range.start + open + 1, range.len() - open - 2));
    }
    None
}

/// The end of the docstring, the directives (`'use strict'`) or the inner attributes at the start of `body`.
pub(super) fn directives_end(body: Node<'_>) -> Option<usize> {
    let mut end = None;
    let mut cursor = body.walk();
    for statement in body.named_children(&mut cursor) {
        if statement.is_extra() {
            continue;
        }
        let is_directive = match statement.kind() {
            "inner_attribute_item" => true,
            "expression_statement" => statement
                .named_child(0)
                .is_some_and(|text| matches!(text.kind(), "string" | "concatenated_string")),
            _ => false,
        };
        if !is_directive || statement.named_child_count() > 1 {
            break;
        }
        end = Some(statement.end_byte());
    }
    end
}

/// The relation of a node to the definition after it.
enum Belonging {
    /// The node belongs to the definition.
    Yes,
    /// The node belongs to the definition if a node before this one does.
    Perhaps,
    No,
}

/// The start of the text that belongs to `outer` and precedes it. `before` are the nodes before `outer`, in order.
pub(super) fn leading(
    outer: Node<'_>,
    before: &[Node<'_>],
    language: Language,
    text: &[u8],
) -> usize {
    let mut start = outer.start_byte();
    let mut next = start;
    for (number, &node) in before.iter().enumerate().rev() {
        if let Some(previous) = before[..number].last()
            && ends_line_of(node, *previous, language, text)
        {
            break;
        }
        let gap = text.get(end_of_text(node, text)..next).unwrap_or_default();
        let may_belong = language == Language::Rust || bytecount::count(gap, b'\n') <= 1;
        match belonging(node, language, text) {
            Belonging::Yes if may_belong || !is_comment(node) => start = node.start_byte(),
            Belonging::Perhaps if may_belong => {}
            _ => break,
        }
        next = node.start_byte();
    }
    start
}

/// True if `node` is a comment on the line where `previous` ends, and about that line. A comment after an attribute
/// belongs to the attribute.
fn ends_line_of(node: Node<'_>, previous: Node<'_>, language: Language, text: &[u8]) -> bool {
    if !is_comment(node) || previous.is_extra() || is_opening(previous) {
        return false;
    }
    let gap = text.get(end_of_text(previous, text)..node.start_byte());
    if gap.is_none_or(|gap| gap.contains(&b'\n')) {
        return false;
    }
    is_comment(previous) || !matches!(belonging(previous, language, text), Belonging::Yes)
}

/// The end of `node` without whitespace at its end.
fn end_of_text(node: Node<'_>, text: &[u8]) -> usize {
    node.start_byte() + text[node.byte_range()].trim_ascii_end().len()
}

/// The comments and attributes above the signature of the definition `outer`, which begins at `start`, and the offset
/// of the signature.
pub(super) fn above_signature(
    outer: Node<'_>,
    before: &[Node<'_>],
    start: usize,
) -> (Vec<Above>, usize) {
    let mut above = Vec::new();
    for node in before.iter().rev() {
        let at = node.start_byte();
        if at < start {
            break;
        }
        let kind = kind_above(*node).unwrap_or(AboveKind::Attribute);
        above.push(Above { kind, at });
    }
    above.reverse();
    let mut cursor = outer.walk();
    loop {
        let node = cursor.node();
        let at = node.start_byte();
        match kind_above(node) {
            Some(kind) => above.push(Above { kind, at }),
            None if cursor.goto_first_child() => continue,
            None => return (above, at),
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

pub(super) fn is_comment(node: Node<'_>) -> bool {
    node.kind().ends_with("comment")
}

/// True if `node` is a token that opens a block.
fn is_opening(node: Node<'_>) -> bool {
    matches!(node.kind(), "{" | "(" | ":")
}

fn belonging(node: Node<'_>, language: Language, text: &[u8]) -> Belonging {
    use Belonging::{No, Perhaps, Yes};
    let words = &text[node.byte_range()];
    let is_line_doc = words.starts_with(b"///") && !words.starts_with(b"////");
    let is_block_doc = words.starts_with(b"/**") && !words.starts_with(b"/***") && words != b"/**/";
    match (language, node.kind()) {
        (Language::Rust, "attribute_item") | (_, "decorator") => Yes,
        (Language::Rust, "line_comment" | "block_comment") => {
            if is_line_doc || is_block_doc {
                Yes
            } else if words.starts_with(b"//!") || words.starts_with(b"/*!") {
                No
            } else {
                Perhaps
            }
        }
        (Language::Go, "comment") => Yes,
        (Language::Ruby, "comment") => {
            // `# frozen_string_literal: true` applies to the file.
            let is_of_file = words.starts_with(b"#!")
                || memchr::memmem::find(words, b"_literal:").is_some()
                || memchr::memmem::find(words, b"coding:").is_some();
            if is_of_file { No } else { Yes }
        }
        (Language::Python | Language::Bash, _) => No,
        (_, kind) if kind.ends_with("comment") => {
            let is_doc = is_block_doc
                || words.starts_with(b"/*!")
                || is_line_doc && language.has_line_docs();
            if is_doc { Yes } else { Perhaps }
        }
        _ => No,
    }
}

/// The end of the text that belongs to `outer`, which begins at `start`: includes a semicolon, and the comment on the
/// last line. `next` is the node after `outer`.
pub(super) fn trailing(
    outer: Node<'_>,
    next: Option<Node<'_>>,
    start: usize,
    language: Language,
    text: &[u8],
) -> usize {
    let mut end = end_of_text(outer, text);
    if let Some(semicolon) = next
        && semicolon.kind() == ";"
    {
        end = end.max(semicolon.end_byte());
    }
    let rest = text::first_line(&text[end..]);
    let comment = rest.trim_ascii();
    let line_marker: &[u8] = match language {
        Language::Python | Language::Ruby | Language::Bash => b"#",
        _ => b"//",
    };
    let is_block = comment.starts_with(b"/*")
        && memchr::memmem::find(comment, b"*/").is_some_and(|at| at + 2 == comment.len());
    let is_comment = comment.starts_with(line_marker) || line_marker == b"//" && is_block;
    if is_comment {
        end += rest.trim_ascii_end().len();
    }
    if language == Language::Python {
        end = with_comments_inside(start, end, text);
    }
    end
}

/// Moves `end` past the following comments that are indented deeper than the definition at `start`. They are part of
/// its body.
fn with_comments_inside(start: usize, end: usize, text: &[u8]) -> usize {
    let column = start - text::line_start(text, start);
    let mut at = text::line_end(text, end);
    let mut last = end;
    for line in text::lines(&text[at..]) {
        let body = line.trim_ascii();
        let indent = line.len() - line.trim_ascii_start().len();
        if body.is_empty() {
            at += line.len();
            continue;
        }
        if !body.starts_with(b"#") || indent <= column {
            break;
        }
        last = at + line.trim_ascii_end().len();
        at += line.len();
    }
    last
}
