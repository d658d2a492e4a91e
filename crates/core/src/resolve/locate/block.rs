//! The tiers between `exact` and `fuzzy`: whole lines that are equal after normalization.
//!
//! Each tier makes a single pass over the lines of the window, so many equal lines cost no more than different lines.

use std::borrow::Cow;
use std::collections::VecDeque;

use super::indent_of;
use super::neighbourhood::neighbourhoods;
use super::shift::{Indentation, Shift, free_indents, is_blank_line};
use super::view::{Line, lines_in, lines_of, trim, trim_end};
use crate::damage::{fold, is_its_own_fold};
use crate::resolve::Tier;
use crate::text::{Span, is_telling};

/// Whole lines of a file that match the lines of the request.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::resolve) struct MatchedLines {
    /// From the start of the first line to the end of the last. Includes the last line ending if the request has one.
    pub(in crate::resolve) span: Span,
    /// The mapping of the request's indentation to the file's.
    pub(in crate::resolve) shift: Shift,
}

/// The most line comparisons that one search may spend on shifts. Only a text that repeats the requested lines
/// thousands of times reaches this bound.
const MAX_COMPARISONS: usize = 4_000_000;

/// The search stopped at its bound on comparisons, so its matches are unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::resolve) struct SearchStopped;

/// The runs of whole lines in the bytes `window` of `text` that equal the lines of `old` at `tier`. Runs may overlap.
///
/// Blank lines alone never match. If `tier` ignores indentation, `old` needs a letter or a digit.
///
/// # Errors
/// [`SearchStopped`]
pub(super) fn search(
    tier: Tier,
    old: &[u8],
    text: &[u8],
    window: Span,
) -> Result<Vec<MatchedLines>, SearchStopped> {
    let wanted: Vec<Line<'_>> = lines_of(old).collect();
    let keys: Vec<_> = wanted.iter().map(|line| key(tier, line.content)).collect();
    let has_enough = match tier {
        Tier::TrailingSpace => keys.iter().any(|key| !key.is_empty()),
        _ => keys.iter().any(|key| is_telling(key)),
    };
    if !has_enough {
        return Ok(Vec::new());
    }
    let mut search = BlockSearch::new(tier, &wanted, text, window);
    for part in parts_to_search(tier, old, text, window) {
        search.search_part(&keys, part)?;
    }
    Ok(search.blocks)
}

/// The parts of `window` in which whole lines may equal the lines of `old`: the lines around each occurrence of its
/// longest line. Only `unicode` changes the bytes inside a line. The parts are sorted and share no line.
fn parts_to_search(tier: Tier, old: &[u8], text: &[u8], window: Span) -> Vec<Span> {
    if tier == Tier::Unicode {
        return vec![window];
    }
    let longest = longest_line(old);
    let is_longest = |line: Line<'_>| trim(line.content) == longest;
    let above = lines_of(old).position(is_longest).unwrap_or_default();
    let below = lines_of(old).count() - above;
    let parts = memchr::memmem::find_iter(&text[window.range()], longest).map(|offset| {
        let at = window.start() + offset;
        let start = line_above(text, at, above, window);
        Span::of_len(start, line_below(text, at, below, window) - start)
    });
    neighbourhoods(parts).unwrap_or_else(|| vec![window])
}

/// The start of the line `count` lines above the line of `at`, or of the window.
pub(in crate::resolve) fn line_above(text: &[u8], at: usize, count: usize, window: Span) -> usize {
    let rest = &text[window.start()..at];
    let start = memchr::memrchr_iter(b'\n', rest).nth(count);
    start.map_or(window.start(), |newline| window.start() + newline + 1)
}

/// The end of the last of `count` lines, counted from the line of `at`, or the end of the window.
pub(in crate::resolve) fn line_below(text: &[u8], at: usize, count: usize, window: Span) -> usize {
    let end = memchr::memchr_iter(b'\n', &text[at..window.end()]).nth(count.max(1) - 1);
    end.map_or(window.end(), |newline| at + newline + 1)
}

/// True if the bytes `window` of `text` contain the longest line of `old`, trimmed.
pub(in crate::resolve) fn may_match(old: &[u8], text: &[u8], window: Span) -> bool {
    find_longest_line(old, text, window).is_some()
}

/// The offset of the first occurrence of the longest line of `old`, trimmed, in the bytes `window` of `text`.
pub(super) fn find_longest_line(old: &[u8], text: &[u8], window: Span) -> Option<usize> {
    let offset = memchr::memmem::find(&text[window.range()], longest_line(old))?;
    Some(window.start() + offset)
}

fn longest_line(old: &[u8]) -> &[u8] {
    lines_of(old)
        .map(|line| trim(line.content))
        .max_by_key(|content| content.len())
        .unwrap_or_default()
}

/// The tiers at which `old`, which does not match exactly, may match. `has_longest_line` is true if the bytes `window`
/// of `text` contain its longest line, trimmed. For most missing texts there is no tier.
pub(super) fn possible_tiers(
    old: &[u8],
    text: &[u8],
    window: Span,
    has_longest_line: bool,
) -> &'static [Tier] {
    let hay = &text[window.range()];
    // A trimmed line that matches any of these tiers also matches exactly.
    let has_longest_line = has_longest_line && longest_line(old) != old;
    // ASCII is never folded, so `unicode` would compare the same bytes as `indent`.
    let may_be_folded = !(old.is_ascii() && hay.is_ascii())
        && (has_longest_line || may_fold_to(longest_line(old), hay));
    match (has_longest_line, may_be_folded) {
        (true, true) => &[Tier::TrailingSpace, Tier::Indent, Tier::Unicode],
        (true, false) => &[Tier::TrailingSpace, Tier::Indent],
        (false, true) => &[Tier::Unicode],
        (false, false) => &[],
    }
}

/// True if folding may turn a line of `hay` into the fold of `line`. Searches for the longest word that folding
/// cannot produce.
fn may_fold_to(line: &[u8], hay: &[u8]) -> bool {
    let folded = fold(line);
    let words = folded.split(|byte| !is_its_own_fold(*byte));
    let longest = words.max_by_key(|word| word.len()).unwrap_or_default();
    memchr::memmem::find(hay, longest).is_some()
}

/// The part of a line that `tier` compares.
fn key(tier: Tier, content: &[u8]) -> Cow<'_, [u8]> {
    match tier {
        Tier::TrailingSpace => trim_end(content).into(),
        Tier::Unicode => match fold(content) {
            Cow::Borrowed(folded) => trim(folded).into(),
            Cow::Owned(folded) => trim(&folded).to_vec().into(),
        },
        _ => trim(content).into(),
    }
}

/// The search over the lines of a window. Lines with equal keys match if one shift explains their indentation.
struct BlockSearch<'r> {
    tier: Tier,
    wanted: &'r [Line<'r>],
    /// The folded indent of each requested line. `None` for a blank line.
    indents: Vec<Option<Vec<u8>>>,
    /// For each requested line that is not blank: true if its indent is free.
    free_indents: Vec<bool>,
    text: &'r [u8],
    window: Span,
    indentation: Option<Indentation>,
    comparisons: usize,
    blocks: Vec<MatchedLines>,
}

impl<'r> BlockSearch<'r> {
    fn new(tier: Tier, wanted: &'r [Line<'r>], text: &'r [u8], window: Span) -> Self {
        let indents: Vec<_> = wanted.iter().map(folded_indent).collect();
        let mut nonblank = Vec::new();
        for (line, indent) in wanted.iter().zip(&indents) {
            if indent.is_some() {
                nonblank.push(line.content);
            }
        }
        Self {
            tier,
            wanted,
            indents,
            free_indents: free_indents(&nonblank),
            text,
            window,
            indentation: None,
            comparisons: 0,
            blocks: Vec::new(),
        }
    }

    /// Finds the runs of lines with these `keys` (Knuth-Morris-Pratt).
    fn search_part(&mut self, keys: &[Cow<'_, [u8]>], part: Span) -> Result<(), SearchStopped> {
        let borders = borders(keys);
        let mut recent = VecDeque::with_capacity(keys.len());
        let mut matched = 0;
        for line in lines_in(self.text, part) {
            if recent.len() == keys.len() {
                recent.pop_front();
            }
            recent.push_back(line);
            let found = key(self.tier, line.content);
            while matched > 0 && keys[matched] != found {
                matched = borders[matched];
            }
            matched += usize::from(keys[matched] == found);
            if matched == keys.len() {
                self.push_block(&recent)?;
                matched = borders[matched];
            }
        }
        Ok(())
    }

    fn push_block(&mut self, lines: &VecDeque<Line<'_>>) -> Result<(), SearchStopped> {
        let shift = match self.tier {
            Tier::TrailingSpace => Some(Shift::none()),
            _ => self.shift(lines)?,
        };
        if let Some(shift) = shift
            && let Some(wanted) = self.wanted.last()
            && let (Some(first), Some(last)) = (lines.front(), lines.back())
        {
            let end = last.end_like(wanted);
            let span = Span::of_len(first.start, end - first.start);
            self.blocks.push(MatchedLines { span, shift });
        }
        Ok(())
    }

    fn shift(&mut self, lines: &VecDeque<Line<'_>>) -> Result<Option<Shift>, SearchStopped> {
        self.comparisons += lines.len();
        if self.comparisons > MAX_COMPARISONS {
            return Err(SearchStopped);
        }
        let mut pairs = Vec::new();
        for (indent, line) in self.indents.iter().zip(lines) {
            if let Some(indent) = indent {
                pairs.push((&indent[..], indent_of(line.content)));
            }
        }
        let file = self
            .indentation
            .get_or_insert_with(|| Indentation::measure(lines_in(self.text, self.window)));
        Ok(Shift::learn_from_most(&pairs, &self.free_indents, *file))
    }
}

/// The folded indent of a line. `None` for a blank line.
fn folded_indent(line: &Line<'_>) -> Option<Vec<u8>> {
    let folded = fold(line.content);
    if is_blank_line(&folded) {
        return None;
    }
    Some(indent_of(&folded).to_vec())
}

/// For each length `n` up to the length of `needle`: the length of the longest proper prefix of `needle[..n]` that is
/// also a suffix of it.
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
