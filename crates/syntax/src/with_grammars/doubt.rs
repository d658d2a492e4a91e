//! Doubts about where a definition begins and ends.

use std::cell::OnceCell;
use std::ops::Range;

use tree_sitter::Node;

use super::extent::is_comment;
use super::grammar::DefinitionNode;
use super::language::Language;
use super::tokens::{Token, tokens};
use super::{braces, c};
use incise_text::text::{self, Span};

/// The nodes and the text around a definition.
pub(super) struct Surroundings<'s, 't> {
    pub(super) parent: Option<Node<'t>>,
    /// The siblings before the definition, in order.
    pub(super) before: &'s [Node<'t>],
    /// The whole text.
    pub(super) text: &'s [u8],
    /// True if every bracket of the text is closed. Computed on first use.
    pub(super) are_brackets_paired: &'s OnceCell<bool>,
}

/// The offset of the first reason to doubt the extent `whole` of a definition: a syntax error, or a preprocessor
/// condition that extends beyond it.
pub(super) fn first_doubt(
    found: &DefinitionNode<'_>,
    whole: Span,
    language: Language,
    around: &Surroundings<'_, '_>,
) -> Option<usize> {
    let text = around.text;
    let is_c = matches!(language, Language::C | Language::Cpp);
    if is_c && let Some(at) = crossing_condition(whole, text) {
        return Some(at);
    }
    if is_c && let Some(at) = incomplete_predecessor(found.outer, around) {
        return Some(at);
    }
    if !found.outer.has_error() {
        return None;
    }
    if is_c
        && found.kind == "variable"
        && is_statement_line(found.outer.byte_range(), language, text)
    {
        return None;
    }
    let error_at = first_error(found.outer);
    if let Some(body) = found.body {
        // A macro may be unknown to the grammar, but the braces determine the end of the body, and the signature its
        // start.
        let range = body.byte_range();
        let is_head_known = range.start <= error_at || is_c && has_plain_head(found, &range, text);
        if is_head_known
            && braces::closing(language, &text[range.clone()]) == Some(range.len() - 1)
            && (is_c
                || *around
                    .are_brackets_paired
                    .get_or_init(|| braces::are_paired(language, text)))
        {
            return None;
        }
    }
    Some(error_at)
}

/// True if the declaration in `range` begins a line, and its only semicolon ends that line. A macro that the grammar
/// does not know cannot change where it ends.
fn is_statement_line(range: Range<usize>, language: Language, text: &[u8]) -> bool {
    let line_start = text::line_start(text, range.start);
    let line = text::first_line(&text[line_start..]).trim_ascii();
    if line != &text[range] || !line.ends_with(b";") {
        return false;
    }
    let semicolons = tokens(line).filter(|(token, _)| *token == Token::Punct(b';'));
    semicolons.count() == 1 && braces::are_paired(language, line)
}

/// True if the text before the body of a C function is certainly the signature of that function alone.
fn has_plain_head(found: &DefinitionNode<'_>, body: &Range<usize>, text: &[u8]) -> bool {
    let start = found.outer.start_byte();
    is_function(found)
        && !begins_with_lone_word(start, text)
        && c::is_single_signature(
            &text[start..body.start],
            found.name_at.saturating_sub(start),
        )
}

fn is_function(found: &DefinitionNode<'_>) -> bool {
    matches!(found.kind, "function" | "method")
}

/// True if the line at `start` contains a single word that may belong to the line above. The line above must not be a
/// comment, a directive or the end of a statement.
fn begins_with_lone_word(start: usize, text: &[u8]) -> bool {
    let line_start = text::line_start(text, start);
    let line = text::first_line(&text[start..]).trim_ascii();
    let above_start = text::line_start(text, line_start.saturating_sub(1));
    let above = text[above_start..line_start].trim_ascii();
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

/// The offset of an incomplete construct before `outer` in C, such as a macro that may belong to its signature.
fn incomplete_predecessor(outer: Node<'_>, around: &Surroundings<'_, '_>) -> Option<usize> {
    let before = *around.before.iter().rfind(|node| !is_comment(**node))?;
    let text = &around.text[before.byte_range()];
    if before.kind().starts_with("preproc_if") && is_cut_off(text) {
        return Some(before.start_byte());
    }
    let last = text.trim_ascii_end().last();
    let is_complete = before.kind().starts_with("preproc")
        || before.kind().starts_with('#')
        || outer.start_byte() == before.end_byte()
        || matches!(last, None | Some(b';' | b'}' | b'{' | b':'));
    if is_complete {
        return None;
    }
    // The condition of `#if` is a sibling of the declarations inside.
    if let Some(parent) = around.parent
        && parent.kind().starts_with("preproc")
        && ["condition", "name"]
            .into_iter()
            .any(|field| parent.child_by_field_name(field) == Some(before))
    {
        return None;
    }
    Some(before.start_byte())
}

/// True if a branch of the preprocessor condition `text` ends inside a declaration, which continues after the
/// condition.
fn is_cut_off(text: &[u8]) -> bool {
    let mut last = None;
    for (token, _) in tokens(text) {
        if token != Token::Directive {
            last = Some(token);
            continue;
        }
        match last {
            None | Some(Token::Punct(b';' | b'{' | b'}' | b':' | b')')) => last = None,
            Some(_) => return true,
        }
    }
    false
}

/// The first line with `#else`, `#elif` or `#endif` in `whole` whose `#if` is outside. Otherwise the last `#if` whose
/// `#endif` is outside.
fn crossing_condition(whole: Span, text: &[u8]) -> Option<usize> {
    let mut at = text::line_start(text, whole.start());
    let mut open = Vec::new();
    for line in text::lines(&text[at..whole.end()]) {
        let directive = line.trim_ascii_start().strip_prefix(b"#");
        let word = directive.unwrap_or_default().trim_ascii_start();
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

/// The offset of the first error in `node`, or of its start if there is none.
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
