//! The indentation of new lines in text that was laid out differently.

use super::layout::indent_before;
use super::shift::{Indentation, Shift};
use super::token_edge::Tokens;
use super::view::lines_in;
use crate::syntax::{Layout, TokenKind};
use crate::text::Span;

/// The mapping from indents of the requested lines to indents of the file.
#[derive(Debug)]
pub(in crate::resolve) struct Indents {
    /// The indents of lines that begin with the same token: in the request, and in the file.
    pairs: Vec<(Vec<u8>, Vec<u8>)>,
    shift: Option<Shift>,
    /// The empty indent of a first requested line that lacks its indentation.
    lost: Option<Vec<u8>>,
    is_strict: bool,
}

impl Indents {
    /// Learns from the tokens of the request and the equal tokens of the file. `None` if indentation is significant
    /// and the lines contradict each other.
    pub(in crate::resolve) fn learn(
        layout: &Layout,
        wanted: Tokens<'_>,
        place: Tokens<'_>,
    ) -> Option<Self> {
        let is_strict = layout.has_indentation();
        let mut pairs: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
        for (number, (token, found)) in wanted.all.iter().zip(place.all).enumerate() {
            let begins_statement = number == 0
                || wanted.all[number - 1].kind == TokenKind::Break && !token.is_comment();
            if is_strict && !begins_statement {
                continue;
            }
            if let (Some(request), Some(file)) = (
                indent_before(wanted.text, token.span.start()),
                indent_before(place.text, found.span.start()),
            ) {
                pairs.push((request.to_vec(), file.to_vec()));
            }
        }
        let mut indents = Self {
            pairs,
            shift: None,
            lost: None,
            is_strict,
        };
        if !indents.is_consistent() && !indents.lose_first() && is_strict {
            return None;
        }
        let whole = Span::of_len(0, place.text.len());
        let file = Indentation::measure(lines_in(place.text, whole));
        let pairs: Vec<(&[u8], &[u8])> = indents
            .pairs
            .iter()
            .map(|(request, file)| (&request[..], &file[..]))
            .collect();
        indents.shift = Shift::learn(&pairs, file);
        Some(indents)
    }

    /// Ignores the first line if only that line lacks the indentation of the file. Returns true if so.
    fn lose_first(&mut self) -> bool {
        let Some(((request, file), others)) = self.pairs.split_first() else {
            return false;
        };
        let is_lost = request.is_empty()
            && !file.is_empty()
            && others.iter().all(|(request, file)| request == file);
        if is_lost {
            self.lost = Some(Vec::new());
            self.pairs.remove(0);
        }
        is_lost
    }

    /// True if deeper lines of the request are also deeper in the file, and equal indents are also equal there.
    fn is_consistent(&self) -> bool {
        let mut pairs = self.pairs.clone();
        pairs.sort_by_key(|(request, file)| (request.len(), file.len()));
        pairs.windows(2).all(|two| {
            let [(request, file), (deeper, deeper_file)] = two else {
                return true;
            };
            if request == deeper {
                file == deeper_file
            } else {
                file.len() < deeper_file.len()
            }
        })
    }

    /// The indent in the file for a new statement with the indent `request`. `None` if indentation is significant and
    /// the indent is unknown.
    pub(in crate::resolve) fn indent(&self, request: &[u8]) -> Option<Vec<u8>> {
        if !self.is_strict {
            return Some(self.continued_indent(request));
        }
        if self.lost.as_deref() == Some(request) {
            return None;
        }
        let known = self.pairs.iter().find(|(known, _)| known == request);
        if let Some((_, file)) = known {
            return Some(file.clone());
        }
        let is_single = self.pairs.iter().all(|pair| *pair == self.pairs[0]);
        let is_moved = self
            .pairs
            .first()
            .is_some_and(|(request, file)| request != file);
        if is_single && is_moved {
            // The other lines may keep their indent, or move like the first line.
            return None;
        }
        self.shift.as_ref()?.indent(request)
    }

    /// The indent in the file for a new line inside a statement.
    pub(in crate::resolve) fn continued_indent(&self, request: &[u8]) -> Vec<u8> {
        let known = self.pairs.iter().find(|(known, _)| known == request);
        if let Some((_, file)) = known {
            return file.clone();
        }
        if let Some(shifted) = self.shift.as_ref().and_then(|shift| shift.indent(request)) {
            return shifted;
        }
        match self.pairs.first() {
            Some((first, file)) if request.starts_with(first) => {
                [&file[..], &request[first.len()..]].concat()
            }
            _ => request.to_vec(),
        }
    }
}
