//! Strict placing: every line as the hunk has it, in one place only.
//!
//! A hunk that stands in several places goes to the stated one only if every other hunk of the file has
//! the same offset (a lone one: none). A hunk whose new side stands where the old should be is applied
//! already. Whatever else is uncertain is refused.

use crate::refusal::{HunkFailure, HunkWhy};
use crate::resolve::Decider;
use crate::snapshot::Snapshot;
use crate::text::LineNumber;

use super::anchor::{self, Closeness};
use super::exact::{self, Places};
use super::failure;
use super::fit::{Fit, Side};
use super::order;
use super::pattern::Pattern;
use super::scope;

/// A fit for each pattern, in the order of the patch.
///
/// # Errors
/// Every hunk that has no place, or more than one.
pub(super) fn fits(patterns: &[Pattern], now: &Snapshot) -> Result<Vec<Fit>, Vec<HunkFailure>> {
    let view = View::of(patterns, now);
    let mut fits: Vec<_> = (0..patterns.len())
        .map(|number| view.verdict(number))
        .collect();
    anchor::check(patterns, &mut fits, now, Closeness::Exact);
    order::in_order(failure::unless_all(patterns, fits)?, patterns)
}

/// What the exact search knows about every hunk.
pub(super) struct View<'a> {
    pub(super) patterns: &'a [Pattern<'a>],
    pub(super) now: &'a Snapshot,
    pub(super) old: Vec<Places>,
    pub(super) new: Vec<Places>,
    /// For each hunk with one place, how many lines come before it.
    before: Vec<Option<usize>>,
    /// For each hunk, what left it one place of several.
    deciders: Vec<Option<Decider>>,
    pub(super) drift: Drift,
}

/// Lines between stated and real places, as far as all hunks agree on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drift {
    /// All hunks that have one place have this offset; 0 when none has one place.
    Of(i64),
    /// They differ.
    Varies,
}

impl<'a> View<'a> {
    /// Searches for both sides of every hunk.
    pub(super) fn of(patterns: &'a [Pattern<'a>], now: &'a Snapshot) -> Self {
        let mut old = side_places(patterns, now, |pattern, _| pattern.old());
        let deciders = anchor::bind(patterns, &mut old, now.bytes());
        let new = side_places(patterns, now, |pattern, number| {
            let is_needed = old[number].count == 0 || is_one_sided(pattern);
            if is_needed { pattern.new_side() } else { &[] }
        });
        let line = |places: &Places| Some(now.line_at(places.only()?).lines_before());
        let before: Vec<Option<usize>> = old.iter().map(line).collect();
        let drift = drift(patterns, &before);
        Self {
            patterns,
            now,
            old,
            new,
            before,
            deciders,
            drift,
        }
    }

    /// Whether a side of hunk `number` stands somewhere.
    pub(super) fn is_there(&self, number: usize) -> bool {
        self.old[number].count > 0 || self.new[number].count > 0
    }

    /// What is known already, for `patterns` that have the same sides but for the order of changes in them.
    pub(super) fn again(&self, patterns: &'a [Pattern<'a>]) -> Self {
        Self {
            patterns,
            now: self.now,
            old: self.old.clone(),
            new: self.new.clone(),
            before: self.before.clone(),
            deciders: self.deciders.clone(),
            drift: self.drift,
        }
    }

    /// The place of hunk `number`, or why it has none.
    pub(super) fn verdict(&self, number: usize) -> Result<Fit, HunkWhy> {
        let pattern = &self.patterns[number];
        failure::unless_whole(pattern, self.now, self.old[number].only())?;
        if pattern.old().is_empty() {
            return self.bare_insertion(number);
        }
        if let Some(at) = self.old[number].only() {
            return self.unique(number, at);
        }
        if self.old[number].count > 1 {
            return self.twin(number);
        }
        self.applied(number)
    }

    fn unique(&self, number: usize, at: usize) -> Result<Fit, HunkWhy> {
        let pattern = &self.patterns[number];
        let fit = Fit::exact(number, Side::Old, at, pattern);
        if let Some(at) = self.applied_beside(number, &fit) {
            return Ok(Fit::exact(number, Side::New, at, pattern));
        }
        if pattern.ends_unterminated() && fit.span.end() != self.now.bytes().len() {
            let line = self.now.line_at(fit.span.end());
            return Err(HunkWhy::NotAtEnd { line });
        }
        match self.applied_where_stated(number, &fit) {
            Some(applied) => Err(HunkWhy::AlreadyApplied {
                lines: self.now.lines_of(applied.span),
            }),
            None => Ok(Fit {
                decided_by: self.deciders[number],
                ..fit
            }),
        }
    }

    /// A pure insertion with context on one side only, whose added lines follow (or precede) the context
    /// already: the same context matches before and after.
    fn applied_beside(&self, number: usize, fit: &Fit) -> Option<usize> {
        let pattern = &self.patterns[number];
        let overlaps = |&at: &usize| {
            let end = at + pattern.new_side().len();
            at == fit.span.start() || end == fit.span.end()
        };
        is_one_sided(pattern)
            .then(|| self.new[number].at.iter().copied().find(overlaps))
            .flatten()
    }

    /// The old side stands at one place only, but not the stated one, and there the new side stands: the
    /// hunk was applied, and a twin of its old side is left.
    fn applied_where_stated(&self, number: usize, fit: &Fit) -> Option<Fit> {
        let pattern = &self.patterns[number];
        let before = pattern.stated_before()?;
        if self.before[number] == Some(before) {
            return None;
        }
        let stated = self.offset_of_line(before)?;
        let is_there = stated != fit.span.start()
            && pattern.has_change()
            && pattern.has_context()
            && exact::stands_at(self.now.bytes(), pattern.new_side(), stated);
        is_there.then(|| Fit::exact(number, Side::New, stated, pattern))
    }

    /// Several places: the stated line decides if every other hunk is exact at the same offset.
    fn twin(&self, number: usize) -> Result<Fit, HunkWhy> {
        let pattern = &self.patterns[number];
        let stated = self.stated_offset(number);
        match stated {
            Some(at) if self.is_even(number) && self.stands(number, at) => {
                let fit = Fit::exact(number, Side::Old, at, pattern);
                if pattern.ends_unterminated() && fit.span.end() != self.now.bytes().len() {
                    let line = self.now.line_at(fit.span.end());
                    return Err(HunkWhy::NotAtEnd { line });
                }
                Ok(fit.decided_by(Decider::Line))
            }
            _ => self.by_scope(number),
        }
    }

    /// Several places and no line stated: the scope the hunk names may be that of one of them only.
    fn by_scope(&self, number: usize) -> Result<Fit, HunkWhy> {
        let pattern = &self.patterns[number];
        let scopes = &pattern.hunk().scopes;
        let places = &self.old[number];
        let is_all = places.count == places.at.len();
        if pattern.stated_before().is_none() && !scopes.is_empty() && is_all {
            let text = self.now.bytes();
            let inside: Vec<usize> = places
                .at
                .iter()
                .copied()
                .filter(|&at| scope::encloses(scopes, text, at))
                .collect();
            let chosen = match inside[..] {
                [only] => Some(only),
                _ => scope::first(scopes, text, &inside, |at| at),
            };
            if let Some(at) = chosen {
                return Ok(Fit::exact(number, Side::Old, at, pattern).decided_by(Decider::Scope));
            }
        }
        if let Some(at) = self.at_end(number) {
            return Ok(Fit::exact(number, Side::Old, at, pattern).decided_by(Decider::End));
        }
        Err(failure::ambiguous(places, pattern.old(), self.now))
    }

    /// Where hunk `number` ends the text, if it says that it does.
    fn at_end(&self, number: usize) -> Option<usize> {
        let pattern = &self.patterns[number];
        let at = self.now.bytes().len().checked_sub(pattern.old().len())?;
        (pattern.hunk().at_end && self.stands(number, at)).then_some(at)
    }

    /// The old side is nowhere: perhaps the new one is there instead.
    fn applied(&self, number: usize) -> Result<Fit, HunkWhy> {
        let pattern = &self.patterns[number];
        let found = &self.new[number];
        if !pattern.has_change() || found.count == 0 {
            return Err(self.no_match(number));
        }
        if let Some(at) = found.only()
            && pattern.has_context()
            && self.tells_of_removal(pattern, at)
        {
            return Ok(Fit::exact(number, Side::New, at, pattern));
        }
        let stated = pattern
            .stated_before_new()
            .and_then(|before| self.offset_of_line(before))
            .filter(|&at| exact::stands_at(self.now.bytes(), pattern.new_side(), at))
            .filter(|&at| self.tells_of_removal(pattern, at));
        match stated {
            Some(at) => Ok(Fit::exact(number, Side::New, at, pattern).decided_by(Decider::Line)),
            None => Err(self.no_match(number)),
        }
    }

    /// Whether the new side at `at` says that `pattern` is applied: lines that it adds stand there, or lines
    /// that it removes are missing between others. Where only removed lines end (or begin) the hunk, that is
    /// the end (or the beginning) of the text.
    fn tells_of_removal(&self, pattern: &Pattern, at: usize) -> bool {
        let end = at + pattern.new_side().len();
        pattern.adds()
            || (pattern.leading_context() > 0 || at == 0)
                && (pattern.trailing_context() > 0 || end == self.now.bytes().len())
    }

    fn no_match(&self, number: usize) -> HunkWhy {
        let pattern = &self.patterns[number];
        let before = self.shifted(pattern.stated_before());
        HunkWhy::NoMatch {
            difference: before.and_then(|before| failure::difference(pattern, self.now, before)),
        }
    }

    /// Whether every other hunk that has an old side stands at the common offset.
    pub(super) fn is_even(&self, number: usize) -> bool {
        let others = (0..self.patterns.len()).filter(|&other| other != number);
        self.drift != Drift::Varies
            && others
                .filter(|&other| !self.patterns[other].old().is_empty())
                .all(|other| {
                    let at = self.stated_offset(other);
                    at.is_some_and(|at| self.stands(other, at))
                })
    }

    fn stands(&self, number: usize, at: usize) -> bool {
        exact::stands_at(self.now.bytes(), self.patterns[number].old(), at)
    }

    /// Where hunk `number` is by its stated line and the common offset.
    pub(super) fn stated_offset(&self, number: usize) -> Option<usize> {
        self.offset_of_line(self.shifted(self.patterns[number].stated_before())?)
    }

    /// The line (0-based) where hunk `number` should be by its stated line and the common offset; the
    /// stated line when there is no common offset.
    pub(super) fn expected_line(&self, number: usize) -> Option<usize> {
        let stated = self.patterns[number].stated_before();
        self.shifted(stated).or(stated)
    }

    fn shifted(&self, before: Option<usize>) -> Option<usize> {
        match self.drift {
            Drift::Of(offset) => before?.checked_add_signed(isize::try_from(offset).ok()?),
            Drift::Varies => None,
        }
    }

    pub(super) fn offset_of_line(&self, before: usize) -> Option<usize> {
        self.now.start_of(LineNumber::after_lines(before))
    }
}

fn side_places<'p>(
    patterns: &'p [Pattern],
    now: &Snapshot,
    side: impl Fn(&'p Pattern, usize) -> &'p [u8],
) -> Vec<Places> {
    let sides: Vec<&[u8]> = patterns
        .iter()
        .enumerate()
        .map(|(number, pattern)| side(pattern, number))
        .collect();
    match sides.iter().all(|side| side.is_empty()) {
        true => vec![Places::default(); sides.len()],
        false => exact::places(now.bytes(), &sides),
    }
}

fn drift(patterns: &[Pattern], before: &[Option<usize>]) -> Drift {
    let mut common = None;
    for (pattern, before) in patterns.iter().zip(before) {
        let (Some(before), Some(stated)) = (before, pattern.stated_before()) else {
            continue;
        };
        let offset = *before as i64 - stated as i64;
        if *common.get_or_insert(offset) != offset {
            return Drift::Varies;
        }
    }
    Drift::Of(common.unwrap_or(0))
}

/// Whether it only adds, and has context on one side of what it adds at most.
fn is_one_sided(pattern: &Pattern) -> bool {
    pattern.core().is_empty()
        && pattern.has_change()
        && (pattern.leading_context() == 0) != (pattern.trailing_context() == 0)
}
