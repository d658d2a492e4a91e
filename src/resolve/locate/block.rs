//! The tiers between `exact` and `fuzzy`: whole lines whose views are equal.
//!
//! One pass over the lines of the window for each tier (Knuth, Morris, Pratt over lines), so that a text
//! of many equal lines costs no more than any other.

use std::borrow::Cow;
use std::collections::VecDeque;

use super::view::{Line, lines_in, lines_of, trim_end};
use crate::resolve::Tier;
use crate::text::Span;

/// Whole lines of the text that match the lines looked for.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::resolve) struct Block {
    /// From the first byte of the first line to the end of the last: its ending included when the last
    /// line looked for has one and the file's has one too.
    pub(in crate::resolve) span: Span,
}

/// The blocks of `text` within `window` whose lines equal those of `old` as `tier` sees them; places that
/// share lines included.
///
/// A text of blank lines only is found by its bytes or not at all: the views see nothing in it.
pub(super) fn search(tier: Tier, old: &[u8], text: &[u8], window: Span) -> Vec<Block> {
    let wanted: Vec<Line<'_>> = lines_of(old).collect();
    let keys: Vec<_> = wanted.iter().map(|line| key(tier, line.content)).collect();
    if keys.iter().all(|key| key.is_empty()) {
        return Vec::new();
    }
    let ends_line = wanted.last().is_some_and(|line| line.ending.is_some());
    let mut blocks = Vec::new();
    for_each_run(tier, &keys, text, window, |lines| {
        if let (Some(first), Some(last)) = (lines.front(), lines.back()) {
            let end = match ends_line {
                true => last.end(),
                false => last.content_end(),
            };
            blocks.extend(Span::new(first.start, end).map(|span| Block { span }));
        }
    });
    blocks
}

/// What `tier` compares of a line.
fn key(tier: Tier, content: &[u8]) -> Cow<'_, [u8]> {
    match tier {
        Tier::TrailingSpace => trim_end(content).into(),
        _ => content.into(),
    }
}

/// Calls `found` with each run of lines whose keys are `keys`.
fn for_each_run<'t>(
    tier: Tier,
    keys: &[Cow<'_, [u8]>],
    text: &'t [u8],
    window: Span,
    mut found: impl FnMut(&VecDeque<Line<'t>>),
) {
    let borders = borders(keys);
    let mut recent = VecDeque::with_capacity(keys.len());
    let mut matched = 0;
    for line in lines_in(text, window) {
        if recent.len() == keys.len() {
            recent.pop_front();
        }
        recent.push_back(line);
        let seen = key(tier, line.content);
        while matched > 0 && keys[matched] != seen {
            matched = borders[matched];
        }
        matched += usize::from(keys[matched] == seen);
        if matched == keys.len() {
            found(&recent);
            matched = borders[matched];
        }
    }
}

/// For each length `n` up to that of `needle`: the longest proper prefix of `needle[..n]` that is its
/// suffix too.
pub(super) fn borders<T: PartialEq>(needle: &[T]) -> Vec<usize> {
    let mut borders = vec![0; needle.len() + 1];
    let mut length = 0;
    for end in 1..needle.len() {
        while length > 0 && needle[length] != needle[end] {
            length = borders[length];
        }
        length += usize::from(needle[length] == needle[end]);
        borders[end + 1] = length;
    }
    borders
}
