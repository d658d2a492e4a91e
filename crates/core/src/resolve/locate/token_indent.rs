//! The indentation of new lines in text that was laid out differently.

use super::layout::Tokens;
use super::shift::{Indentation, Shift};
use super::view::lines_in;
use crate::syntax::{Layout, Token, TokenKind};
use crate::text::Span;

/// The mapping from indents of the requested lines to indents of the file.
#[derive(Debug)]
pub(in crate::resolve) struct Indents<'t> {
    /// The indents of lines that begin with the same token: in the request, and in the file.
    pairs: Vec<(&'t [u8], &'t [u8])>,
    shift: Option<Shift>,
    /// True if indentation is significant in the language.
    is_significant: bool,
}

impl<'t> Indents<'t> {
    /// Learns from the tokens `wanted` and the equal tokens of `file` from number `start` on. `None` if indentation is
    /// significant and the lines contradict each other.
    pub(in crate::resolve) fn learn(
        layout: Layout,
        wanted: &Tokens<'t>,
        file: &Tokens<'t>,
        start: usize,
    ) -> Option<Self> {
        let is_significant = layout.has_indentation();
        let mut pairs = Vec::new();
        // The pairs of list items in prose. Formatters move a list without its surroundings.
        let mut items = Vec::new();
        // The indents of the previous statement, if it begins a line in only one of both texts.
        let mut one_sided: Option<[Option<&[u8]>; 2]> = None;
        for number in 0..wanted.all.len() {
            if is_significant && !begins_statement(wanted, number) {
                continue;
            }
            let indents = [wanted.indent(number), file.indent(start + number)];
            if let [Some(request), Some(found)] = indents {
                if layout.is_prose() && is_item_marker(&wanted.all[number].key) {
                    items.push((request, found));
                } else {
                    pairs.push((request, found));
                }
            }
            if layout == Layout::Python
                && let Some(previous) = one_sided
                && continues_block(previous, indents)
            {
                return None;
            }
            let [in_request, in_file] = indents.map(|indent| indent.is_some());
            one_sided = if in_request != in_file {
                Some(indents)
            } else {
                None
            };
        }
        if is_significant && !(is_consistent(&pairs) && is_consistent(&items)) {
            return None;
        }
        if !items.is_empty()
            && pairs
                .iter()
                .any(|(request, found)| request.is_empty() != found.is_empty())
        {
            // A paragraph is part of an item in only one of both texts.
            return None;
        }
        pairs.extend(items);
        let whole = Span::of_len(0, file.text.len());
        let style = Indentation::measure(lines_in(file.text, whole));
        Some(Self {
            shift: Shift::learn(&pairs, style),
            pairs,
            is_significant,
        })
    }

    /// The indent in the file for a new statement with the indent `request`. `None` if indentation is significant and
    /// the indent is unknown.
    pub(in crate::resolve) fn statement(&self, request: &[u8]) -> Option<Vec<u8>> {
        if !self.is_significant {
            return Some(self.line(request));
        }
        if let Some(file) = self.learned(request) {
            return Some(file.to_vec());
        }
        if let [(request, file), others @ ..] = &self.pairs[..]
            && request != file
            && others.iter().all(|pair| *pair == (*request, *file))
        {
            // The other lines may keep their indent, or move like the first line.
            return None;
        }
        self.shift.as_ref()?.indent(request)
    }

    /// The indent in the file for a new line inside a statement.
    pub(in crate::resolve) fn line(&self, request: &[u8]) -> Vec<u8> {
        if let Some(file) = self.learned(request) {
            return file.to_vec();
        }
        if let Some(shifted) = self.shift.as_ref().and_then(|shift| shift.indent(request)) {
            return shifted;
        }
        match self.pairs.first() {
            Some((first, file)) if request.starts_with(first) => {
                [file, &request[first.len()..]].concat()
            }
            _ => request.to_vec(),
        }
    }

    fn learned(&self, request: &[u8]) -> Option<&'t [u8]> {
        let mut pairs = self.pairs.iter();
        let (_, file) = pairs.find(|(learned, _)| *learned == request)?;
        Some(file)
    }
}

/// True for the marker of a list item, such as `-` and `1.`.
fn is_item_marker(word: &[u8]) -> bool {
    match word {
        b"-" => true,
        [number @ .., b'.' | b')'] => number.iter().all(u8::is_ascii_digit) && !number.is_empty(),
        _ => false,
    }
}

/// True if a statement, or a line of prose, may begin at token `number`.
pub(in crate::resolve) fn begins_statement(tokens: &Tokens<'_>, number: usize) -> bool {
    let Some(before) = number.checked_sub(1).map(|before| &tokens.all[before]) else {
        return !begins_in_brackets(&tokens.all);
    };
    !tokens.all[number].is_comment() && matches!(before.kind, TokenKind::Break | TokenKind::Colon)
}

/// True if `tokens` close a bracket that they do not open.
fn begins_in_brackets(tokens: &[Token<'_>]) -> bool {
    let mut depth = 0_usize;
    for token in tokens {
        if token.is_opening() {
            depth += 1;
        } else if token.is_closing() {
            match depth.checked_sub(1) {
                Some(outer) => depth = outer,
                None => return true,
            }
        }
    }
    false
}

/// True if the statement with the indents `next` belongs to the block of the statement with the indents `previous`. The
/// previous statement begins a line in only one of both texts. In the other, it is on the line of its header.
fn continues_block(previous: [Option<&[u8]>; 2], next: [Option<&[u8]>; 2]) -> bool {
    for (indent, next) in previous.into_iter().zip(next) {
        if let (Some(indent), Some(next)) = (indent, next) {
            return next.len() >= indent.len();
        }
    }
    false
}

/// True if deeper lines of the request are also deeper in the file, and equal indents are also equal there.
fn is_consistent(pairs: &[(&[u8], &[u8])]) -> bool {
    let mut pairs = pairs.to_vec();
    pairs.sort_by_key(|(request, file)| (request.len(), file.len()));
    for two in pairs.windows(2) {
        let ((request, file), (deeper, deeper_file)) = (two[0], two[1]);
        let is_explained = if request == deeper {
            file == deeper_file
        } else {
            file.len() < deeper_file.len()
        };
        if !is_explained {
            return false;
        }
    }
    true
}
