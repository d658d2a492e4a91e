//! The tiers between `exact` and `fuzzy`: whole lines whose views are equal.
//!
//! One pass over the lines of the window for each tier (Knuth, Morris, Pratt over lines), so that a text
//! of many equal lines costs no more than any other.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::indent_of;
use super::neighbourhood::neighbourhoods;
use super::shift::{Indentation, Shift, is_empty, telling};
use super::view::{Line, lines_in, lines_of, trim, trim_end};
use crate::damage::{fold, is_its_own_fold};
use crate::resolve::Tier;
use crate::text::{Span, is_telling};

/// Whole lines of the text that match the lines looked for.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::resolve) struct MatchedLines {
    /// From the first byte of the first line to the end of the last: its ending included when the last
    /// line looked for has one and the file's has one too.
    pub(in crate::resolve) span: Span,
    /// How the indentation of the request maps to the file's.
    pub(in crate::resolve) shift: Shift,
}

/// Comparisons of single lines that a search may spend on shifts. Only a text that repeats the lines looked
/// for thousands of times comes near.
const COMPARISONS: usize = 4_000_000;

/// The search stopped at its bound on comparisons: what it would have found is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::resolve) struct SearchStopped;

/// The blocks of `text` within `window` whose lines equal those of `old` as `tier` sees them; places that
/// share lines included.
///
/// A text of blank lines only is found by its bytes or not at all: the views see nothing in it. Where
/// indentation may differ there must be something to go by beside it, a letter or a digit.
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
    let mut judge = Judge::new(tier, &wanted, text, window);
    let mut blocks = Vec::new();
    for part in parts_to_search(tier, old, text, window) {
        let ended = for_each_run(tier, &keys, text, part, |lines| {
            blocks.extend(judge.block(lines));
            if judge.comparisons > COMPARISONS {
                ControlFlow::Break(SearchStopped)
            } else {
                ControlFlow::Continue(())
            }
        });
        if let ControlFlow::Break(stopped) = ended {
            return Err(stopped);
        }
    }
    Ok(blocks)
}

/// The parts of `window` in which whole lines may equal those of `old` as `tier` sees them: around its longest line,
/// whose bytes are there at every tier that folds nothing. In order, none sharing a line with another.
fn parts_to_search(tier: Tier, old: &[u8], text: &[u8], window: Span) -> Vec<Span> {
    if tier == Tier::Unicode {
        return vec![window];
    }
    let longest = longest_line(old);
    let is_it = |line: Line<'_>| trim(line.content) == longest;
    let above = lines_of(old).position(is_it).unwrap_or_default();
    let below = lines_of(old).count() - above;
    let places = memchr::memmem::find_iter(&text[window.range()], longest);
    let around = |place: usize| {
        let start = line_above(text, place, above, window);
        let end = line_below(text, place, below, window);
        Span::of_len(start, end - start)
    };
    let places = places.map(|place| window.start() + place);
    neighbourhoods(places, around).unwrap_or_else(|| vec![window])
}

/// Start of the line that is `count` lines above that of `at`, or of the window.
fn line_above(text: &[u8], at: usize, count: usize, window: Span) -> usize {
    let rest = &text[window.start()..at];
    let start = memchr::memrchr_iter(b'\n', rest).nth(count);
    start.map_or(window.start(), |newline| window.start() + newline + 1)
}

/// End of the line that is the last of `count` from that of `at` on, or of the window.
fn line_below(text: &[u8], at: usize, count: usize, window: Span) -> usize {
    let end = memchr::memchr_iter(b'\n', &text[at..window.end()]).nth(count.max(1) - 1);
    end.map_or(window.end(), |newline| at + newline + 1)
}

/// Whether the bytes `window` of `text` hold the longest line of `old`, blanks at its ends aside.
pub(in crate::resolve) fn may_stand(old: &[u8], text: &[u8], window: Span) -> bool {
    memchr::memmem::find(&text[window.range()], longest_line(old)).is_some()
}

fn longest_line(old: &[u8]) -> &[u8] {
    lines_of(old)
        .map(|line| trim(line.content))
        .max_by_key(|content| content.len())
        .unwrap_or_default()
}

/// The tiers that could find `old` at all, told by searches for the bytes of its longest line: most texts
/// that are not there are not there at any tier.
pub(super) fn possible(old: &[u8], text: &[u8], window: Span) -> &'static [Tier] {
    let hay = &text[window.range()];
    let may_stand = may_stand(old, text, window);
    // Where both are ASCII nothing is folded, and the last tier sees what the one before it saw.
    let folds = !(old.is_ascii() && hay.is_ascii());
    match (
        may_stand,
        folds && (may_stand || may_fold_to(longest_line(old), hay)),
    ) {
        (true, true) => &[Tier::TrailingSpace, Tier::Indent, Tier::Unicode],
        (true, false) => &[Tier::TrailingSpace, Tier::Indent],
        (false, true) => &[Tier::Unicode],
        (false, false) => &[],
    }
}

/// Whether a line of `hay` may have the fold of `line`: told by its longest word, of bytes that no fold makes.
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

/// Tells whether lines whose keys match are a block: whether one shift explains their indentation.
struct Judge<'r> {
    tier: Tier,
    wanted: &'r [Line<'r>],
    /// The folded indent of each line, `None` for a blank one.
    indents: Vec<Option<Vec<u8>>>,
    /// Which of the lines that are not blank tell how far they are indented.
    telling: Vec<bool>,
    text: &'r [u8],
    window: Span,
    indentation: OnceCell<Indentation>,
    comparisons: usize,
}

impl<'r> Judge<'r> {
    fn new(tier: Tier, wanted: &'r [Line<'r>], text: &'r [u8], window: Span) -> Self {
        Self {
            tier,
            wanted,
            indents: wanted.iter().map(indent).collect(),
            telling: telling(
                wanted
                    .iter()
                    .filter(|line| indent(line).is_some())
                    .map(|line| line.content),
            ),
            text,
            window,
            indentation: OnceCell::new(),
            comparisons: 0,
        }
    }

    fn block(&mut self, lines: &VecDeque<Line<'_>>) -> Option<MatchedLines> {
        let (first, last) = (lines.front()?, lines.back()?);
        let end = match self.wanted.last()?.ending {
            Some(_) => last.end(),
            None => last.content_end(),
        };
        let shift = match self.tier {
            Tier::TrailingSpace => Shift::none(),
            _ => self.shift(lines)?,
        };
        Span::new(first.start, end).map(|span| MatchedLines { span, shift })
    }

    fn shift(&mut self, lines: &VecDeque<Line<'_>>) -> Option<Shift> {
        self.comparisons += lines.len();
        if self.comparisons > COMPARISONS {
            return None;
        }
        let pairs: Vec<_> = self
            .indents
            .iter()
            .zip(lines)
            .filter_map(|(request, there)| Some((&request.as_ref()?[..], indent_of(there.content))))
            .collect();
        let (text, window) = (self.text, self.window);
        let file = self
            .indentation
            .get_or_init(|| Indentation::measure(lines_in(text, window)));
        Shift::most(&pairs, &self.telling, *file)
    }
}

/// The indent of a line looked for, folded; `None` for a blank line.
fn indent(line: &Line<'_>) -> Option<Vec<u8>> {
    let folded = fold(line.content);
    (!is_empty(&folded)).then(|| indent_of(&folded).to_vec())
}

/// Calls `found` with each run of lines whose keys are `keys`, until it has enough.
fn for_each_run<'t>(
    tier: Tier,
    keys: &[Cow<'_, [u8]>],
    text: &'t [u8],
    window: Span,
    mut found: impl FnMut(&VecDeque<Line<'t>>) -> ControlFlow<SearchStopped>,
) -> ControlFlow<SearchStopped> {
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
            found(&recent)?;
            matched = borders[matched];
        }
    }
    ControlFlow::Continue(())
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
