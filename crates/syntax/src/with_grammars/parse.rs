//! Parses texts, and collects the errors of the grammar.

use std::borrow::Cow;
use std::collections::{HashSet, VecDeque};
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

use bytes::Bytes;
use regex::bytes::Regex;
use tree_sitter::{Node, Parser, Tree};

use super::language::Language;
use super::{bound, c, indent};
use crate::definition::Definition;
use crate::error::{Errors, SyntaxError};
use incise_text::text::{self, LineNumber};

/// The maximum length of a line excerpt, in bytes.
const MAX_EXCERPT: usize = 200;

/// The maximum number of texts to keep. A merge parses many short parts of its result, perhaps twice.
const MAX_KEPT: usize = 64;

/// The maximum size of a text to keep, in bytes. A tree takes about twenty times as much memory as its text.
const LARGEST_KEPT: usize = 1 << 20;

/// The maximum size of all texts to keep, in bytes.
const MAX_KEPT_BYTES: usize = 4 * LARGEST_KEPT;

/// The most recently parsed texts, newest first. A single edit needs the same text several times: for definitions,
/// errors and strings.
static LATEST: Mutex<VecDeque<CachedText>> = Mutex::new(VecDeque::new());

/// A text that was parsed, or that exceeds a limit.
#[derive(Clone)]
struct CachedText {
    key: (blake3::Hash, Language),
    /// The size of the text, in bytes.
    len: usize,
    parsed: Option<Arc<ParsedText>>,
}

pub(super) struct ParsedText {
    pub(super) tree: Tree,
    /// The definitions, computed on first use. `None` if they nest too deeply.
    pub(super) definitions: OnceLock<Option<Arc<[Definition]>>>,
}

/// Parses `text`. `None` if it exceeds a limit.
pub(super) fn parsed(language: Language, text: &[u8]) -> Option<Arc<ParsedText>> {
    if text.len() > LARGEST_KEPT {
        return parse(language, text);
    }
    let key = (blake3::hash(text), language);
    let cached = latest().iter().find(|cached| cached.key == key).cloned();
    let newest = cached.unwrap_or_else(|| CachedText {
        key,
        len: text.len(),
        parsed: parse(language, text),
    });
    let parsed = newest.parsed.clone();
    let mut kept = latest();
    kept.retain(|cached| cached.key != key);
    kept.push_front(newest);
    kept.truncate(MAX_KEPT);
    while kept.iter().map(|cached| cached.len).sum::<usize>() > MAX_KEPT_BYTES {
        kept.pop_back();
    }
    parsed
}

fn parse(language: Language, text: &[u8]) -> Option<Arc<ParsedText>> {
    Some(Arc::new(ParsedText {
        tree: first_tree(language, text)?,
        definitions: OnceLock::new(),
    }))
}

/// Returns the tree of `text`. `None` if it exceeds a limit.
pub(super) fn tree(language: Language, text: &[u8]) -> Option<Tree> {
    Some(parsed(language, text)?.tree.clone())
}

/// True if a statement or a class member begins after the whitespace at `at`. `None` if the text there has an error, or
/// ends.
pub(super) fn begins_statement(language: Language, (text, at): (&[u8], usize)) -> Option<bool> {
    let rest = text[at..].trim_ascii_start();
    if rest.is_empty() {
        return None;
    }
    let start = text.len() - rest.len();
    let tree = tree(language, text)?;
    let mut node = tree
        .root_node()
        .descendant_for_byte_range(start, start + 1)?;
    while let Some(parent) = node.parent() {
        match parent.kind() {
            "ERROR" => return None,
            "program" | "statement_block" | "class_body" => return Some(true),
            _ if parent.start_byte() < start => return Some(false),
            _ => node = parent,
        }
    }
    Some(true)
}

fn latest() -> MutexGuard<'static, VecDeque<CachedText>> {
    LATEST.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn parser(language: Language) -> Option<Parser> {
    let mut parser = Parser::new();
    parser.set_language(&language.grammar()).ok()?;
    Some(parser)
}

fn first_tree(language: Language, text: &[u8]) -> Option<Tree> {
    if !bound::nests_within(language, text) {
        return None;
    }
    let input = match language {
        Language::TypeScript | Language::Tsx => without_variance(text),
        Language::C | Language::Cpp => c::without_macros(text),
        _ => Cow::Borrowed(text),
    };
    bound::parse(&mut parser(language)?, &input)
}

/// Replaces `in` and `out` before type parameters with spaces, because the grammar does not support them. Byte
/// offsets do not change.
fn without_variance(text: &[u8]) -> Cow<'_, [u8]> {
    // Without Unicode classes, whose tables take longer to build than most files to parse.
    static VARIANCE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(?-u)[<,]\s*(in|out)\s+(?:(out)\s+)?(?:const\s+)?[A-Za-z_$\x80-\xff]").ok()
    });
    let mut masked = Cow::Borrowed(text);
    for found in VARIANCE.iter().flat_map(|regex| regex.captures_iter(text)) {
        for word in found.iter().skip(1).flatten() {
            masked.to_mut()[word.range()].fill(b' ');
        }
    }
    masked
}

/// Returns the errors of `text`. `None` if it exceeds a limit.
pub(super) fn errors(language: Language, text: &[u8]) -> Option<Errors> {
    let mut tree = tree(language, text)?;
    if matches!(language, Language::C | Language::Cpp) && tree.root_node().has_error() {
        tree = without_leading_macros(language, text, &tree).unwrap_or(tree);
    }
    let mut grammar = Vec::new();
    let mut rows = Rows::new(text);
    for node in innermost(&tree) {
        let mut missing = None;
        if node.is_missing() {
            missing = Some(node.kind());
        }
        grammar.extend(rows.error_at(node.start_byte(), missing));
    }
    let mut indentation = Vec::new();
    if language == Language::Python {
        let mut rows = Rows::new(text);
        for at in indent::wrong_lines(&tree, text) {
            indentation.extend(rows.error_at(at, None));
        }
    }
    Some(Errors {
        grammar,
        indentation,
    })
}

/// Parses `text` without the macros at the start of its declarations. `None` if there are none, or if the tree has as many
/// errors as `first`, the tree of `text`.
fn without_leading_macros(language: Language, text: &[u8], first: &Tree) -> Option<Tree> {
    let Cow::Owned(masked) = c::without_leading_macros(text) else {
        return None;
    };
    let second = first_tree(language, &masked)?;
    if innermost(&second).len() < innermost(first).len() {
        Some(second)
    } else {
        None
    }
}

/// The 0-based lines that begin inside a string whose value depends on their indentation.
pub(super) fn lines_in_strings(language: Language, text: &[u8]) -> HashSet<usize> {
    let mut found = HashSet::new();
    let Some(tree) = tree(language, text) else {
        return found;
    };
    let mut cursor = tree.walk();
    let mut ancestor_kinds: Vec<&str> = Vec::new();
    'tree: loop {
        let node = cursor.node();
        // The body of a here-document begins at the start of a line.
        let is_whole_line = node.start_position().column == 0 && node.kind() == "heredoc_body";
        let first = node.start_position().row + usize::from(!is_whole_line);
        let rows = first..=node.end_position().row;
        let parent = ancestor_kinds.last().copied();
        if is_string(node.kind()) && !ignores_indentation(language, node, parent, text) {
            found.extend(rows);
        } else if node.kind().ends_with("substitution") || node.kind() == "interpolation" {
            for row in rows {
                found.remove(&row);
            }
        }
        if cursor.goto_first_child() {
            ancestor_kinds.push(node.kind());
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                break 'tree;
            }
            ancestor_kinds.pop();
        }
    }
    if language == Language::Rust {
        // After a backslash at the end of a line, leading whitespace does not belong to the string.
        for (row, line) in (1..).zip(text::lines(text)) {
            if line.trim_ascii_end().ends_with(b"\\") {
                found.remove(&row);
            }
        }
    }
    found
}

/// True if the indentation of a string's lines does not matter: in a doc string, and in a text block, from which
/// common indentation is removed.
fn ignores_indentation(
    language: Language,
    node: Node<'_>,
    parent: Option<&str>,
    text: &[u8],
) -> bool {
    match language {
        Language::Python => parent == Some("expression_statement"),
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
            // Ruby: the source of an expression, and a command in backticks.
            | "regex"
            | "subshell"
    ) || kind.starts_with("heredoc") && kind.contains("body")
}

/// The error nodes. If errors are nested, only the innermost count, because outer ones may span a whole file.
pub(super) fn innermost(tree: &Tree) -> Vec<Node<'_>> {
    let nodes = error_nodes(tree);
    let mut innermost = Vec::new();
    for (number, node) in nodes.iter().enumerate() {
        match nodes.get(number + 1) {
            Some(next) if contains(&node.byte_range(), &next.byte_range()) => {}
            _ => innermost.push(*node),
        }
    }
    innermost
}

fn contains(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end && outer != inner
}

/// All error nodes, outer before inner. Not recursive, because texts may nest deeply.
fn error_nodes(tree: &Tree) -> Vec<Node<'_>> {
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

/// Converts increasing offsets of a text to lines. Visits each byte only once.
pub(super) struct Rows<'t> {
    text: &'t [u8],
    /// The offset and the 0-based number of the line of the last offset.
    start: usize,
    row: usize,
    /// The offset up to which newlines have been counted.
    counted: usize,
}

impl<'t> Rows<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        Self {
            text,
            start: 0,
            row: 0,
            counted: 0,
        }
    }

    pub(super) fn error_at(
        &mut self,
        at: usize,
        missing: Option<&'static str>,
    ) -> Option<SyntaxError> {
        let offset = at.min(self.text.len());
        let between = self.text.get(self.counted..offset).unwrap_or_default();
        if let Some(newline) = memchr::memrchr(b'\n', between) {
            self.row += bytecount::count(between, b'\n');
            self.start = self.counted + newline + 1;
        }
        self.counted = self.counted.max(offset);
        let end = self.text.len().min(self.start + MAX_EXCERPT);
        let line = text::first_line(&self.text[self.start..end]);
        Some(SyntaxError {
            line: LineNumber::new(self.row + 1)?,
            missing,
            text: Bytes::copy_from_slice(line.trim_ascii()),
        })
    }
}
