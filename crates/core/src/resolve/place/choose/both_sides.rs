//! Handles hunks whose old and new side are both in the text at one place, because the added lines begin or end like
//! their context.
//!
//! If the new side contains the old side, the hunk looks unapplied even after it was applied. Such a hunk counts as
//! applied, unless its line numbers show that it is not. If all its added lines are copies of its context, as in a run
//! of blank lines, the text does not show it, and another hunk must.

use bytes::Bytes;

use super::fit::{Fit, Side};
use crate::patch::LineKind;
use crate::refusal::{FileEdge, HunkWhy};
use crate::resolve::place::candidates::exact_search::ExactSearch;
use crate::resolve::place::evidence::exact;
use crate::resolve::place::hunk::pattern::Pattern;
use crate::text::{LineEnding, LineRange, Span, line_end};

/// The most places around one old side that are checked.
const MAX_PLACES: usize = 64;

impl ExactSearch<'_> {
    /// Returns the place of the new side if it contains `fit` and the line numbers do not contradict, otherwise
    /// `fit`.
    ///
    /// # Errors
    /// `Undecided` if the added lines may have been there before, and no other hunk shows that the patch is applied.
    pub(super) fn or_applied_around(&self, fit: Fit) -> Result<Fit, HunkWhy> {
        let Some(span) = self.applied_around(&fit) else {
            return Ok(fit);
        };
        let pattern = &self.patterns[fit.pattern_index];
        let applied = Fit {
            span,
            ..Fit::exact(fit.pattern_index, Side::New, span.start(), pattern)
        };
        if pattern.adds_copies_of_context() && !self.are_others_applied(fit.pattern_index) {
            return Err(HunkWhy::Undecided(self.now.lines_of(applied.span)));
        }
        Ok(applied)
    }

    fn applied_around(&self, fit: &Fit) -> Option<Span> {
        if self.is_origin {
            return None;
        }
        let (pattern, start) = (&self.patterns[fit.pattern_index], fit.span.start());
        let may_be_applied_here = pattern.stated_before_new() == pattern.stated_before();
        let is_as_stated = self.is_as_stated(fit);
        new_around(pattern, self.now.bytes(), start)
            .into_iter()
            .find(|span| !is_as_stated || may_be_applied_here && span.start() == start)
    }

    /// The lines next to `fit` that are equal to the lines that its hunk adds at an edge of the text. A hunk with
    /// further changes may be applied in part.
    pub(super) fn added_beside(&self, fit: &Fit) -> Option<LineRange> {
        let (pattern, text) = (&self.patterns[fit.pattern_index], self.now.bytes());
        if fit.side == Side::New {
            return None;
        }
        let [leading, mut trailing] = pattern.at_edges(LineKind::Added);
        trailing.reverse();
        let (leading, trailing) = (concat(&leading), concat(&trailing));
        let (start, end) = (fit.span.start(), fit.span.end());
        if let Some(at) = start.checked_sub(leading.len())
            && pattern.touches(FileEdge::Beginning)
            && !leading.is_empty()
            && exact::occurs_at(text, &leading, at)
        {
            return Some(self.now.lines_of(Span::of_len(at, leading.len())));
        }
        let below = &text[end..];
        let is_below =
            exact::occurs_at(text, &trailing, end) || below == LineEnding::strip(&trailing);
        if pattern.touches(FileEdge::End) && !below.is_empty() && !trailing.is_empty() && is_below {
            let len = trailing.len().min(below.len());
            return Some(self.now.lines_of(Span::of_len(end, len)));
        }
        None
    }

    /// True if `fit` is at the line that its hunk states for its old side.
    pub(super) fn is_as_stated(&self, fit: &Fit) -> bool {
        let before = self.now.line_at(fit.span.start()).lines_before();
        self.patterns[fit.pattern_index].stated_before() == Some(before)
    }
}

fn concat(lines: &[&Bytes]) -> Vec<u8> {
    lines.iter().flat_map(|line| line.iter().copied()).collect()
}

/// The places of the new side of `pattern` in `text` that contain the old side at `old`. At the end of the text, its last
/// line ending may be missing.
fn new_around(pattern: &Pattern, text: &[u8], old: usize) -> Vec<Span> {
    let new = pattern.new_side();
    let Some(longer) = new.len().checked_sub(pattern.old().len()) else {
        return Vec::new();
    };
    if !pattern.has_change() || pattern.old().is_empty() {
        return Vec::new();
    }
    let unterminated = LineEnding::strip(new);
    let mut places = Vec::new();
    let mut at = old.saturating_sub(longer);
    if !exact::is_line_boundary(text, at) {
        at = line_end(text, at);
    }
    while at <= old && at < text.len() && places.len() < MAX_PLACES {
        if exact::occurs_at(text, new, at) {
            places.push(Span::of_len(at, new.len()));
        } else if !text.ends_with(b"\n") && text[at..] == *unterminated {
            places.push(Span::of_len(at, unterminated.len()));
        }
        at = line_end(text, at);
    }
    places
}
