//! The places where a grammar could not make sense of a text.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use bytes::Bytes;
use regex::bytes::Regex;
use tree_sitter::{Node, Parser, Tree};

use super::language::Language;
use super::{indent, macros};
use crate::refusal::SyntaxError;
use crate::text::{self, LineNumber};

/// How much of a line is kept, bytes.
const EXCERPT: usize = 200;

/// The tree of `text`; `None` where the parser gives up.
pub(super) fn tree(language: Language, text: &[u8]) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&language.grammar()).ok()?;
    match language {
        Language::TypeScript | Language::Tsx => parser.parse(without_variance(text), None),
        Language::C | Language::Cpp => parser.parse(macros::blanked(text), None),
        _ => parser.parse(text, None),
    }
}

/// `text` with blanks for the `in` and `out` before type parameters, which the grammar does not know. No byte moves.
fn without_variance(text: &[u8]) -> Cow<'_, [u8]> {
    static VARIANCE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"[<,]\s*(in|out)\s+(?:(out)\s+)?(?:const\s+)?[\p{Alphabetic}_$]").ok()
    });
    let mut known = Cow::Borrowed(text);
    for found in VARIANCE.iter().flat_map(|words| words.captures_iter(text)) {
        for word in found.iter().skip(1).flatten() {
            known.to_mut()[word.range()].fill(b' ');
        }
    }
    known
}

/// The errors of `text`, in order. Of errors inside one another only the innermost count: the outer ones
/// may span a whole file.
pub(super) fn errors(language: Language, text: &[u8]) -> Vec<SyntaxError> {
    let Some(tree) = tree(language, text) else {
        return Vec::new();
    };
    let nodes = wrong(&tree);
    let holds_next = |at: usize| {
        let next: Option<&Node<'_>> = nodes.get(at + 1);
        next.is_some_and(|next| {
            let (outer, inner) = (nodes[at].byte_range(), next.byte_range());
            outer.start <= inner.start && inner.end <= outer.end && outer != inner
        })
    };
    if nodes.is_empty() && language == Language::Python {
        let (mut counted, mut rows) = (0, 0);
        let wrong = indent::wrong(&tree, text).into_iter().map(|at| {
            rows += bytecount::count(&text[counted..at], b'\n');
            counted = at;
            error_at(at, rows, None, text)
        });
        return wrong.flatten().collect();
    }
    let innermost = (0..nodes.len()).filter(|&at| !holds_next(at));
    innermost.filter_map(|at| error(&nodes[at], text)).collect()
}

/// The rows that begin inside a string which would say something else if they were indented otherwise.
pub(super) fn lines_in_strings(language: Language, text: &[u8]) -> HashSet<usize> {
    let mut found = HashSet::new();
    let Some(tree) = tree(language, text) else {
        return found;
    };
    let mut cursor = tree.walk();
    'all: loop {
        let node = cursor.node();
        let rows = node.start_position().row + 1..=node.end_position().row;
        if is_string(node.kind()) && !is_free(language, node, text) {
            found.extend(rows);
        } else if node.kind().ends_with("substitution") || node.kind() == "interpolation" {
            found.retain(|row| !rows.contains(row));
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                break 'all;
            }
        }
    }
    if language == Language::Rust {
        // Blanks behind a backslash at the end of a line are no part of the string.
        let lines: Vec<&[u8]> = text::lines(text).collect();
        let is_continued = |row: usize| {
            let before = row.checked_sub(1).and_then(|row| lines.get(row));
            before.is_some_and(|line| line.trim_ascii_end().ends_with(b"\\"))
        };
        found.retain(|&row| !is_continued(row));
    }
    found
}

/// Whether the indentation of the lines of a string says nothing: of a doc string, and of a text block, which loses
/// what its lines have in common.
fn is_free(language: Language, node: Node<'_>, text: &[u8]) -> bool {
    match language {
        Language::Python => node
            .parent()
            .is_some_and(|parent| parent.kind() == "expression_statement"),
        Language::Java => text[node.byte_range()].starts_with(b"\"\"\""),
        _ => false,
    }
}

fn is_string(kind: &str) -> bool {
    matches!(
        kind,
        "string"
            | "string_literal"
            | "raw_string"
            | "raw_string_literal"
            | "interpreted_string_literal"
            | "template_string"
            | "verbatim_string_literal"
            | "encapsed_string"
    ) || kind.starts_with("heredoc") && kind.contains("body")
}

/// Every node that stands for an error, outer before inner. No recursion: texts nest as deep as they like.
pub(super) fn wrong(tree: &Tree) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        if node.is_error() || node.is_missing() {
            found.push(node);
        }
        if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
        }
    }
}

fn error(node: &Node<'_>, text: &[u8]) -> Option<SyntaxError> {
    let missing = node.is_missing().then(|| node.kind());
    let (at, row) = (node.start_byte().min(text.len()), node.start_position().row);
    error_at(at, row, missing, text)
}

/// The error at byte `at`, in the row `row`, which counts from 0.
fn error_at(
    at: usize,
    row: usize,
    missing: Option<&'static str>,
    text: &[u8],
) -> Option<SyntaxError> {
    let begin = text::line_start(text, at);
    let end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |newline| at + newline);
    let line = &text[begin..end.min(begin + EXCERPT)];
    Some(SyntaxError {
        line: LineNumber::new(row + 1)?,
        missing,
        text: Bytes::copy_from_slice(line.trim_ascii()),
    })
}
