//! Edits text that a formatter laid out differently. The file's layout is kept where the request changes nothing.
//!
//! Only the tokens that differ between the old and the new text are written. The whitespace and line breaks between
//! them come from the request. The result is then split into tokens again. Inside the edit, it must have exactly the
//! tokens of the new text, and outside exactly the tokens of the file.

use std::ops::Range;

use bytes::Bytes;
use similar::{Algorithm, DiffOp};

use super::locate::{
    Indents, Relaid, TokenRun, Tokens, begins_line, begins_statement, ends_line, is_whole,
};
use super::rewrite::Unfit;
use crate::change::ChangeSet;
use crate::syntax::{Reading, Token, TokenKind};
use crate::text::{self, LineEnding, Span};

/// The edits that turn the places of `relaid` in `text` from `old` to `new`.
///
/// # Errors
/// [`Unfit`] if no edit has the tokens of `new` as its result.
pub(super) fn rewrite_tokens(
    old: &[u8],
    new: &[u8],
    relaid: &Relaid,
    text: &Bytes,
) -> Result<Vec<(Span, Bytes)>, Unfit> {
    let rewrite = TokenRewrite::new(old, new, relaid, text);
    match rewrite.edits(Extent::Changed) {
        Ok(edits) => Ok(edits),
        Err(Unfit) => rewrite.edits(Extent::Whole),
    }
}

/// Like [`rewrite_tokens`], but writes only the tokens that differ.
///
/// # Errors
/// [`Unfit`] in the same cases, and if the file's layout has no room for these tokens.
pub(super) fn rewrite_changed_tokens(
    old: &[u8],
    new: &[u8],
    relaid: &Relaid,
    text: &Bytes,
) -> Result<Vec<(Span, Bytes)>, Unfit> {
    TokenRewrite::new(old, new, relaid, text).edits(Extent::Changed)
}

/// The part of a place that is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// The tokens that differ.
    Changed,
    /// All tokens. The file's layout has no room for only the tokens that differ.
    Whole,
}

/// Tokens of the old text, and the tokens of the new text in their place.
struct TokenChange {
    old: Range<usize>,
    new: Range<usize>,
}

struct TokenRewrite<'r> {
    relaid: &'r Relaid,
    text: &'r Bytes,
    file: Tokens<'r>,
    old: Tokens<'r>,
    new: Tokens<'r>,
}

impl<'r> TokenRewrite<'r> {
    fn new(old: &'r [u8], new: &'r [u8], relaid: &'r Relaid, text: &'r Bytes) -> Self {
        let (old, new) = without_shared_blank_lines(old, new);
        Self {
            relaid,
            text,
            file: Tokens::read(relaid.layout, text, Reading::WHOLE),
            old: Tokens::read(relaid.layout, old, relaid.reading),
            new: Tokens::read(relaid.layout, new, relaid.reading),
        }
    }

    fn edits(&self, extent: Extent) -> Result<Vec<(Span, Bytes)>, Unfit> {
        let changed = match extent {
            Extent::Changed => self.changed(),
            Extent::Whole => vec![TokenChange {
                old: 0..self.old.all.len(),
                new: 0..self.new.all.len(),
            }],
        };
        let mut edits = Vec::new();
        for place in &self.relaid.places {
            if !self.relaid.layout.is_prose() && !is_whole(&self.new, &self.file, &place.tokens) {
                return Err(Unfit);
            }
            let first = place.tokens.start;
            let indents = Indents::learn(self.relaid.layout, &self.old, &self.file, first);
            let indents = indents.ok_or(Unfit)?;
            let found = &self.file.all[place.tokens.clone()];
            for change in &changed {
                edits.push(self.edit(change, found, &indents)?);
            }
            if extent == Extent::Whole {
                edits.extend(self.tail(place));
            }
            edits.extend(self.last_ending(place.span.end()));
        }
        if self.is_result(&edits) {
            Ok(edits)
        } else {
            Err(Unfit)
        }
    }

    /// The tokens of the old and the new text that differ. Tokens differ if the gaps before them differ.
    fn changed(&self) -> Vec<TokenChange> {
        let (old, new) = (elements(&self.old), elements(&self.new));
        let mut changed = Vec::new();
        for op in text::compare(Algorithm::Myers, &old, &new) {
            if !matches!(op, DiffOp::Equal { .. }) {
                changed.push(TokenChange {
                    old: op.old_range(),
                    new: op.new_range(),
                });
            }
        }
        changed
    }

    /// The edit that makes `change` in the file, which has the tokens `found` for the tokens of the old text.
    fn edit(
        &self,
        change: &TokenChange,
        found: &[Token<'_>],
        indents: &Indents<'_>,
    ) -> Result<(Span, Bytes), Unfit> {
        let TokenChange { old, new } = change;
        let mut start = match old.start {
            0 => self.indented_start(found).ok_or(Unfit)?,
            number => found[number - 1].span.end(),
        };
        let mut written = Vec::new();
        for number in new.clone() {
            let gap = self.new.gap(number);
            if number == new.start && !old.is_empty() && self.old.gap(old.start) == gap {
                start = found[old.start].span.start();
            } else {
                self.write_gap(number, indents, &mut written)?;
            }
            written.extend_from_slice(&self.new.text[self.new.all[number].span.range()]);
        }
        let end = if old.is_empty() {
            start
        } else {
            found[old.end - 1].span.end()
        };
        let span = Span::new(start, end).ok_or(Unfit)?;
        Ok((span, self.with_endings(&written, start)))
    }

    /// The start of the first token, or of its line if only blanks are before it. A comment begins with its sign. `None`
    /// if the sign differs from that in the old text.
    fn indented_start(&self, found: &[Token<'_>]) -> Option<usize> {
        let mut start = found[0].span.start();
        let line_start = text::line_start(self.text, start).max(text::bom_len(self.text));
        let sign = self.old.gap(0).trim_ascii();
        if found[0].is_comment() && !sign.is_empty() {
            let before = self.text[line_start..start].trim_ascii_end();
            start = line_start + before.strip_suffix(sign)?.len();
        }
        if begins_line(self.text, start) {
            return Some(line_start);
        }
        Some(start)
    }

    /// Writes the gap before new token `number`, with the indentation of the file after each line break.
    fn write_gap(
        &self,
        number: usize,
        indents: &Indents<'_>,
        written: &mut Vec<u8>,
    ) -> Result<(), Unfit> {
        let begins_statement = begins_statement(&self.new, number);
        let mut begins_line = number == 0 || self.new.all[number - 1].kind == TokenKind::Break;
        let mut lines = self.new.gap(number).split(|byte| *byte == b'\n').peekable();
        while let Some(line) = lines.next() {
            let is_last = lines.peek().is_none();
            let indent = text::indent_of(line);
            if begins_line && (is_last || !line.trim_ascii().is_empty()) {
                let file = if begins_statement {
                    indents.statement(indent).ok_or(Unfit)?
                } else {
                    indents.line(indent)
                };
                written.extend(file);
                written.extend_from_slice(&line[indent.len()..]);
            } else {
                written.extend_from_slice(line);
            }
            if !is_last {
                written.push(b'\n');
            }
            begins_line = true;
        }
        Ok(())
    }

    /// The edit of the text after the last token of the place: optional tokens, such as a bracket that the new text
    /// needs.
    fn tail(&self, place: &TokenRun) -> Option<(Span, Bytes)> {
        let (old, new) = (text_after(&self.old), text_after(&self.new));
        if old.is_empty() && new.is_empty() {
            return None;
        }
        let start = place.span.end();
        let next = self.file.all.get(place.tokens.end);
        let gap = &self.text[start..next.map_or(self.text.len(), |next| next.span.start())];
        let span = Span::of_len(start, gap.trim_ascii_end().len());
        Some((span, self.with_endings(new, start)))
    }

    /// The edit of the line ending after the place, if only one of both texts ends in a line ending.
    fn last_ending(&self, end: usize) -> Option<(Span, Bytes)> {
        let is_old_ended = self.old.text.ends_with(b"\n");
        let is_new_ended = self.new.text.ends_with(b"\n");
        let rest = &self.text[end..text::line_end(self.text, end)];
        if is_old_ended && !is_new_ended && ends_line(self.text, end) {
            return Some((Span::of_len(end, rest.len()), Bytes::new()));
        }
        if is_new_ended && !is_old_ended {
            let ending = LineEnding::around(self.text, end);
            return Some((Span::empty_at(end), ending.as_bytes().into()));
        }
        None
    }

    /// `written` with the line endings of the file at byte `at`.
    fn with_endings(&self, written: &[u8], at: usize) -> Bytes {
        let ending = LineEnding::around(self.text, at);
        super::ending::adapt(&Bytes::copy_from_slice(written), ending)
    }

    /// True if `edits` turn the tokens at the places into the tokens of the new text, and keep all others.
    fn is_result(&self, edits: &[(Span, Bytes)]) -> bool {
        let changes = ChangeSet::over(self.text, edits.iter().cloned());
        let Ok(result) = changes.and_then(|changes| changes.apply(self.text)) else {
            return false;
        };
        let layout = self.relaid.layout;
        let made = Tokens::read(layout, &result, Reading::WHOLE);
        let mut expected = Vec::with_capacity(self.file.all.len());
        let mut next = 0;
        for place in &self.relaid.places {
            append(&mut expected, &self.file.all[next..place.tokens.start]);
            let start = expected.len();
            append(&mut expected, &self.new.all);
            if made.all.get(start..expected.len()) != Some(&self.new.all[..])
                || layout.has_indentation()
                    && Indents::learn(layout, &self.new, &made, start).is_none()
            {
                return false;
            }
            next = place.tokens.end;
        }
        append(&mut expected, &self.file.all[next..]);
        expected.pop_if(|last| last.kind == TokenKind::Break);
        expected == made.all
    }
}

/// `old` and `new` without the blank lines with which both begin. The file may lack them.
fn without_shared_blank_lines<'t>(mut old: &'t [u8], mut new: &'t [u8]) -> (&'t [u8], &'t [u8]) {
    while let (Some(old_rest), Some(new_rest)) = (after_blank_line(old), after_blank_line(new)) {
        (old, new) = (old_rest, new_rest);
    }
    (old, new)
}

/// The text after the first line of `text`. `None` unless that line is blank and complete.
fn after_blank_line(text: &[u8]) -> Option<&[u8]> {
    let end = memchr::memchr(b'\n', text)? + 1;
    let is_blank = text[..end].trim_ascii().is_empty();
    if is_blank { Some(&text[end..]) } else { None }
}

/// The text after the last token of `fragment`, without whitespace at its end.
fn text_after<'t>(fragment: &Tokens<'t>) -> &'t [u8] {
    let end = fragment.end_before(fragment.all.len());
    fragment.text[end..].trim_ascii_end()
}

/// Each token of `fragment` with the gap before it.
fn elements<'t>(fragment: &Tokens<'t>) -> Vec<&'t [u8]> {
    let mut elements = Vec::with_capacity(fragment.all.len());
    for (number, token) in fragment.all.iter().enumerate() {
        elements.push(&fragment.text[fragment.end_before(number)..token.span.end()]);
    }
    elements
}

/// Appends `more` to `tokens`. Omits each break where the lexer reads none: at the start, after another break, and
/// after the colon of a block.
fn append<'t>(tokens: &mut Vec<Token<'t>>, more: &[Token<'t>]) {
    for token in more {
        let mut before = tokens.iter().rev().filter(|token| !token.is_comment());
        let last = before.next();
        let is_first =
            last.is_none_or(|last| matches!(last.kind, TokenKind::Break | TokenKind::Colon));
        if token.kind != TokenKind::Break || !is_first {
            tokens.push(token.clone());
        }
    }
}
