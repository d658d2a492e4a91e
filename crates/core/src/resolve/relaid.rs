//! Edits text that a formatter laid out differently. The file's layout is kept where the request changes nothing.
//!
//! The old and the new text are compared line by line. In changed lines, only the tokens that differ are written, with
//! the whitespace and line breaks of the request between them. The result is then split into tokens again: it must have
//! exactly the tokens of the new text, and outside of the edit those of the file.

use std::ops::Range;

use bytes::Bytes;
use similar::{Algorithm, DiffOp};

use super::locate::{Indents, Relaid, TokenRun, Tokens, begins_line, ends_line};
use super::rewrite::Unfit;
use crate::change::ChangeSet;
use crate::syntax::{Layout, Token, TokenKind, Unpaired};
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
    rewrite
        .edits(&relaid.places, Extent::Changed)
        .or_else(|Unfit| rewrite.edits(&relaid.places, Extent::Whole))
}

/// Like [`rewrite_tokens`], but only the tokens that differ are written.
///
/// # Errors
/// The same.
pub(super) fn rewrite_changed_tokens(
    old: &[u8],
    new: &[u8],
    relaid: &Relaid,
    text: &Bytes,
) -> Result<Vec<(Span, Bytes)>, Unfit> {
    TokenRewrite::new(old, new, relaid, text).edits(&relaid.places, Extent::Changed)
}

/// The part of a place that is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// The tokens that differ.
    Changed,
    /// All of it: the file's layout has no room for what differs.
    Whole,
}

/// A text of the request.
struct Fragment<'r> {
    text: &'r [u8],
    tokens: Vec<Token<'r>>,
}

impl<'r> Fragment<'r> {
    fn new(text: &'r [u8], relaid: &Relaid) -> Self {
        Self {
            text,
            tokens: relaid.reading.tokens(&relaid.layout, text),
        }
    }

    /// The end of the token before token `number`.
    fn end_before(&self, number: usize) -> usize {
        match number {
            0 => 0,
            _ => self.tokens[number - 1].span.end(),
        }
    }

    /// The bytes between token `number` and the token before it.
    fn gap(&self, number: usize) -> &'r [u8] {
        &self.text[self.end_before(number)..self.tokens[number].span.start()]
    }

    /// Token `number` and the gap before it.
    fn element(&self, number: usize) -> &'r [u8] {
        &self.text[self.end_before(number)..self.tokens[number].span.end()]
    }

    /// The tokens of each line, by number.
    fn lines(&self) -> Vec<Range<usize>> {
        let mut lines: Vec<Range<usize>> = Vec::new();
        for number in 0..self.tokens.len() {
            match lines.last_mut() {
                Some(line) if !self.begins_line(number) => line.end = number + 1,
                _ => lines.push(number..number + 1),
            }
        }
        lines
    }

    /// True if token `number` is the first of its line.
    fn begins_line(&self, number: usize) -> bool {
        number == 0 || is_break(&self.tokens[number - 1]) || self.gap(number).contains(&b'\n')
    }

    fn line_texts(&self, lines: &[Range<usize>]) -> Vec<&'r [u8]> {
        let mut texts = Vec::with_capacity(lines.len());
        for line in lines {
            let end = self.tokens[line.end - 1].span.end();
            texts.push(&self.text[self.end_before(line.start)..end]);
        }
        texts
    }
}

/// The tokens `old` of the old text that become the tokens `new` of the new text, by number.
struct TokenChange {
    old: Range<usize>,
    new: Range<usize>,
}

struct TokenRewrite<'r> {
    layout: &'r Layout,
    text: &'r Bytes,
    file: Vec<Token<'r>>,
    old: Fragment<'r>,
    new: Fragment<'r>,
}

impl<'r> TokenRewrite<'r> {
    fn new(old: &'r [u8], new: &'r [u8], relaid: &'r Relaid, text: &'r Bytes) -> Self {
        Self {
            layout: &relaid.layout,
            text,
            file: relaid.layout.tokens(text, Unpaired::Required),
            old: Fragment::new(old, relaid),
            new: Fragment::new(new, relaid),
        }
    }

    fn edits(&self, places: &[TokenRun], extent: Extent) -> Result<Vec<(Span, Bytes)>, Unfit> {
        let mut edits = Vec::new();
        for place in places {
            edits.extend(self.edits_at(place, extent)?);
        }
        if self.is_result(places, &edits) {
            Ok(edits)
        } else {
            Err(Unfit)
        }
    }

    fn edits_at(&self, place: &TokenRun, extent: Extent) -> Result<Vec<(Span, Bytes)>, Unfit> {
        let found = &self.file[place.tokens.clone()];
        let wanted = Tokens {
            text: self.old.text,
            all: &self.old.tokens,
        };
        let file = Tokens {
            text: self.text,
            all: found,
        };
        let indents = Indents::learn(self.layout, wanted, file).ok_or(Unfit)?;
        let changes = match extent {
            Extent::Changed => self.changes(),
            Extent::Whole => vec![TokenChange {
                old: 0..self.old.tokens.len(),
                new: 0..self.new.tokens.len(),
            }],
        };
        let mut edits = Vec::new();
        for change in changes {
            edits.push(self.edit(&change, found, &indents)?);
        }
        if extent == Extent::Whole {
            edits.extend(self.tail(place));
        }
        edits.extend(self.last_ending(place.span.end()));
        Ok(edits)
    }

    /// The tokens that differ, in the lines that differ.
    fn changes(&self) -> Vec<TokenChange> {
        let (old_lines, new_lines) = (self.old.lines(), self.new.lines());
        let old_texts = self.old.line_texts(&old_lines);
        let new_texts = self.new.line_texts(&new_lines);
        let mut changes = Vec::new();
        for op in text::compare(Algorithm::Myers, &old_texts, &new_texts) {
            if matches!(op, DiffOp::Equal { .. }) {
                continue;
            }
            let change = self.without_equal_ends(TokenChange {
                old: tokens_of(&old_lines, op.old_range(), self.old.tokens.len()),
                new: tokens_of(&new_lines, op.new_range(), self.new.tokens.len()),
            });
            if !change.old.is_empty() || !change.new.is_empty() {
                changes.push(change);
            }
        }
        changes
    }

    fn without_equal_ends(&self, change: TokenChange) -> TokenChange {
        let (mut old, mut new) = (change.old, change.new);
        while !old.is_empty()
            && !new.is_empty()
            && self.old.element(old.start) == self.new.element(new.start)
        {
            old.start += 1;
            new.start += 1;
        }
        while !old.is_empty()
            && !new.is_empty()
            && self.old.element(old.end - 1) == self.new.element(new.end - 1)
        {
            old.end -= 1;
            new.end -= 1;
        }
        TokenChange { old, new }
    }

    /// The edit that makes `change` in the file, where the tokens of the old text are `found`.
    fn edit(
        &self,
        change: &TokenChange,
        found: &[Token<'_>],
        indents: &Indents,
    ) -> Result<(Span, Bytes), Unfit> {
        let (old, new) = (&change.old, &change.new);
        // The file may have another gap before the first token, which then stays.
        let keeps_gap = !old.is_empty()
            && !new.is_empty()
            && self.old.gap(old.start) == self.new.gap(new.start);
        let start = match old.start {
            first if keeps_gap => found[first].span.start(),
            0 => self.indented_start(found),
            first => found[first - 1].span.end(),
        };
        let end = if old.is_empty() {
            start
        } else {
            found[old.end - 1].span.end()
        };
        let mut written = Vec::new();
        for number in new.clone() {
            if !keeps_gap || number > new.start {
                self.write_gap(number, indents, &mut written)?;
            }
            written.extend_from_slice(&self.new.text[self.new.tokens[number].span.range()]);
        }
        let span = Span::new(start, end).ok_or(Unfit)?;
        Ok((span, self.with_endings(&written, start)))
    }

    /// The start of the first token, or of its line if only blanks are before it.
    fn indented_start(&self, found: &[Token<'_>]) -> usize {
        let start = found[0].span.start();
        if begins_line(self.text, start) {
            text::line_start(self.text, start).max(text::bom_len(self.text))
        } else {
            start
        }
    }

    /// Writes the gap before new token `number`, with the indentation of the file after each line break.
    fn write_gap(
        &self,
        number: usize,
        indents: &Indents,
        written: &mut Vec<u8>,
    ) -> Result<(), Unfit> {
        let begins_statement = number == 0 || is_break(&self.new.tokens[number - 1]);
        let mut begins_line = begins_statement;
        let mut lines = self.new.gap(number).split(|byte| *byte == b'\n').peekable();
        while let Some(line) = lines.next() {
            let is_last = lines.peek().is_none();
            let indent = text::indent_of(line);
            if begins_line && (is_last || !line.trim_ascii().is_empty()) {
                let file = if begins_statement {
                    indents.indent(indent).ok_or(Unfit)?
                } else {
                    indents.continued_indent(indent)
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

    /// The edit of the optional tokens behind the last one of the place, as a bracket that the new text needs.
    fn tail(&self, place: &TokenRun) -> Option<(Span, Bytes)> {
        let [old, new] = [&self.old, &self.new].map(|fragment| {
            let end = fragment.end_before(fragment.tokens.len());
            fragment.text[end..].trim_ascii_end()
        });
        if old.is_empty() && new.is_empty() {
            return None;
        }
        let start = place.span.end();
        let next = self.file.get(place.tokens.end);
        let gap = &self.text[start..next.map_or(self.text.len(), |next| next.span.start())];
        let span = Span::of_len(start, gap.trim_ascii_end().len());
        Some((span, self.with_endings(new, start)))
    }

    /// The edit of the line ending behind the place, if only one of both texts ends in a line ending.
    fn last_ending(&self, end: usize) -> Option<(Span, Bytes)> {
        match (
            self.old.text.ends_with(b"\n"),
            self.new.text.ends_with(b"\n"),
        ) {
            (true, false) if ends_line(self.text, end) => {
                let rest = Span::new(end, text::line_end(self.text, end))?;
                Some((rest, Bytes::new()))
            }
            (false, true) => {
                let ending = LineEnding::around(self.text, end);
                Some((Span::empty_at(end), ending.as_bytes().into()))
            }
            _ => None,
        }
    }

    /// `written` with the line endings of the file at byte `at`.
    fn with_endings(&self, written: &[u8], at: usize) -> Bytes {
        let ending = LineEnding::around(self.text, at);
        super::ending::adapt(&Bytes::copy_from_slice(written), ending)
    }

    /// True if `edits` make the tokens of the new text of those at `places`, and change no others.
    fn is_result(&self, places: &[TokenRun], edits: &[(Span, Bytes)]) -> bool {
        let changes = ChangeSet::over(self.text, edits.iter().cloned());
        let Ok(result) = changes.and_then(|changes| changes.apply(self.text)) else {
            return false;
        };
        let mut expected = Vec::with_capacity(self.file.len());
        let mut next = 0;
        for place in places {
            expected.extend_from_slice(&self.file[next..place.tokens.start]);
            expected.extend_from_slice(&self.new.tokens);
            next = place.tokens.end;
        }
        expected.extend_from_slice(&self.file[next..]);
        let mut made = self.layout.tokens(&result, Unpaired::Required);
        drop_empty_statements(&mut expected);
        drop_empty_statements(&mut made);
        !expected.first().is_some_and(is_break) && expected == made
    }
}

/// Removes the breaks at the end of `tokens`, and those right after another one.
fn drop_empty_statements(tokens: &mut Vec<Token<'_>>) {
    tokens.dedup_by(|next, last| is_break(next) && is_break(last));
    tokens.pop_if(|last| is_break(last));
}

fn is_break(token: &Token<'_>) -> bool {
    token.kind == TokenKind::Break
}

/// The tokens of the lines `range`, which may be empty. `count` is the number of all tokens.
fn tokens_of(lines: &[Range<usize>], range: Range<usize>, count: usize) -> Range<usize> {
    let start = lines.get(range.start).map_or(count, |line| line.start);
    let end = lines[range].last().map_or(start, |line| line.end);
    start..end
}
