//! Strict placing: every line must match exactly, at only one place.
//!
//! The hunks of a file are placed together. A hunk with several matches is placed by its line number if all hunks of
//! the file match at one offset: the offset of the hunks with one match, or 0 if there are none. If the new side of a
//! hunk is where the old side should be, the hunk is already applied. Any other uncertainty is a refusal. Hunks may be
//! out of order, as in `git apply`: someone may have moved a function.

use bytes::Bytes;
use memchr::memmem;

use crate::patch::LineKind;
use crate::refusal::{FileEdge, HunkFailure, HunkWhy};
use crate::resolve::Decider;
use crate::resolve::nearest::{PossibleEdit, Rivals};
use crate::snapshot::Snapshot;
use crate::text::{self, LineNumber, Span};

use super::anchor;
use super::fit::{Fit, Side};
use super::order;
use crate::resolve::place::candidates::exact_search::{ExactSearch, is_one_sided, shifted};
use crate::resolve::place::evidence::exact;
use crate::resolve::place::evidence::heading::{Lead, OtherHeading};
use crate::resolve::place::evidence::scope;
use crate::resolve::place::hunk::pattern::Pattern;
use crate::resolve::place::report::failure;

/// A fit for each pattern, in the order of the patch.
///
/// # Errors
/// Every hunk that has no place, or more than one.
pub fn fits(patterns: &[Pattern], now: &Snapshot) -> Result<Vec<Fit>, Vec<HunkFailure>> {
    search_fits(ExactSearch::new(patterns, now))
}

/// Like [`fits`], in the text that the patch was made from. Its line numbers are correct there.
///
/// # Errors
/// See [`fits`].
pub fn fits_in_origin(
    patterns: &[Pattern],
    origin: &Snapshot,
) -> Result<Vec<Fit>, Vec<HunkFailure>> {
    let mut search = ExactSearch::new(patterns, origin);
    search.is_origin = true;
    search_fits(search)
}

/// The new side of each pattern at its stated line, as in the text that the patch gives. `None` if one is not there.
pub fn fits_in_result(patterns: &[Pattern], now: &Snapshot) -> Option<Vec<Fit>> {
    let mut fits = Vec::with_capacity(patterns.len());
    for (number, pattern) in patterns.iter().enumerate() {
        let before = LineNumber::after_lines(pattern.stated_before_new()?);
        let at = now.start_of(before)?;
        if !exact::occurs_at(now.bytes(), pattern.new_side(), at) {
            return None;
        }
        fits.push(Fit::exact(number, Side::New, at, pattern));
    }
    Some(fits)
}

fn search_fits(search: ExactSearch<'_>) -> Result<Vec<Fit>, Vec<HunkFailure>> {
    let (patterns, now) = (search.patterns, search.now);
    let mut fits = Vec::with_capacity(patterns.len());
    for number in 0..patterns.len() {
        let fit = search.verdict(number);
        fits.push(fit.and_then(|fit| search.check_edges(fit)));
    }
    search.refuse_applied_as_stated(&mut fits);
    anchor::check(patterns, &mut fits, now);
    let fits = failure::all_or_failures(patterns, fits)?;
    order::in_order(fits, patterns)
}

impl ExactSearch<'_> {
    /// The place of hunk `number`, or the reason why it has none.
    pub fn verdict(&self, number: usize) -> Result<Fit, HunkWhy> {
        let pattern = &self.patterns[number];
        failure::check_not_truncated(pattern, self.now, self.old[number].only())?;
        if pattern.old().is_empty() {
            return self.place_insertion(number);
        }
        if let Some(at) = self.old[number].only() {
            return self.place_only_match(number, at);
        }
        if self.old[number].count > 1 {
            return self
                .place_twin(number)
                .or_else(|why| self.applied_as_stated(number).ok_or(why));
        }
        self.place_applied(number)
    }

    fn place_only_match(&self, number: usize, at: usize) -> Result<Fit, HunkWhy> {
        let pattern = &self.patterns[number];
        let fit = Fit::exact(number, Side::Old, at, pattern);
        if let Some(at) = self.applied_next_to(number, &fit) {
            return Ok(Fit::exact(number, Side::New, at, pattern));
        }
        if let Some(applied) = self.applied_at_end(number)? {
            return Ok(applied);
        }
        if let Some(applied) = self.applied_in_scope(number, &fit)? {
            return Ok(applied);
        }
        self.check_unterminated_end(&fit)?;
        let fit = self.or_applied_around(fit)?;
        if fit.side == Side::New {
            return Ok(fit);
        }
        self.check_not_applied_where_stated(Fit {
            decided_by: self.old[number].decider,
            ..fit
        })
    }

    /// Refuses a hunk whose last line has no final newline, unless `fit` is at the end of the text.
    fn check_unterminated_end(&self, fit: &Fit) -> Result<(), HunkWhy> {
        let end = fit.span.end();
        if self.patterns[fit.pattern_index].ends_unterminated() && end != self.now.bytes().len() {
            return Err(HunkWhy::NotAtEnd(self.now.line_at(end)));
        }
        Ok(())
    }

    /// The place of the new side of a pure insertion with context on one side only, if that context is at `fit`.
    /// The context matches both before and after such an insertion is applied.
    fn applied_next_to(&self, number: usize, fit: &Fit) -> Option<usize> {
        let pattern = &self.patterns[number];
        if !is_one_sided(pattern) {
            return None;
        }
        let len = pattern.new_side().len();
        for &at in &self.new[number].at {
            let has_context_at_fit = if pattern.leading_context() > 0 {
                at == fit.span.start()
            } else {
                // The added lines would have moved the context away from its stated line.
                at + len == fit.span.end() && !self.is_as_stated(fit)
            };
            if has_context_at_fit {
                return Some(at);
            }
        }
        None
    }

    /// The new side of hunk `number`, if the hunk says that it is at the end of the text, and it is.
    ///
    /// # Errors
    /// See [`Self::applied_where_named`].
    fn applied_at_end(&self, number: usize) -> Result<Option<Fit>, HunkWhy> {
        let (pattern, text) = (&self.patterns[number], self.now.bytes());
        let new = pattern.new_side();
        match text.len().checked_sub(new.len()) {
            Some(at)
                if pattern.hunk().at_end
                    && self.at_end(number).is_none()
                    && exact::occurs_at(text, new, at) =>
            {
                self.applied_where_named(number, at, Decider::End)
            }
            _ => Ok(None),
        }
    }

    /// The new side of hunk `number` in the scope that the hunk names instead of a line. `None` if `fit`, the only match
    /// of the old side, is there.
    ///
    /// # Errors
    /// See [`Self::applied_where_named`].
    fn applied_in_scope(&self, number: usize, fit: &Fit) -> Result<Option<Fit>, HunkWhy> {
        let (pattern, text) = (&self.patterns[number], self.now.bytes());
        let (scopes, new) = (&pattern.hunk().scopes, pattern.new_side());
        if scopes.is_empty() || pattern.stated_before().is_some() {
            return Ok(None);
        }
        let Ok(scope) = scope::find(scopes, text) else {
            return Ok(None);
        };
        // Most new sides are nowhere, so they are searched for before the scopes are compared.
        match memmem::find(&text[scope.end()..], new).map(|at| scope.end() + at) {
            Some(at)
                if exact::occurs_at(text, new, at)
                    && exact::is_line_boundary(text, at)
                    && scope::encloses(scopes, text, at)
                    && !scope::encloses(scopes, text, fit.span.start()) =>
            {
                self.applied_where_named(number, at, Decider::Scope)
            }
            _ => Ok(None),
        }
    }

    /// The new side of hunk `number` at `at`, where `decider` says that the hunk belongs. `None` if the hunk only removes
    /// lines.
    ///
    /// # Errors
    /// `Undecided` if the hunk has no telling context: its added lines may have been there before.
    fn applied_where_named(
        &self,
        number: usize,
        at: usize,
        decider: Decider,
    ) -> Result<Option<Fit>, HunkWhy> {
        let pattern = &self.patterns[number];
        if pattern.is_removal() {
            return Ok(None);
        }
        let fit = Fit::exact(number, Side::New, at, pattern).decided_by(decider);
        if pattern.has_telling_context() {
            Ok(Some(fit))
        } else {
            Err(HunkWhy::Undecided(self.now.lines_of(fit.span)))
        }
    }

    /// Refuses `fit` if the new side is at the stated line and `fit` is not. The hunk is applied there, and `fit` only
    /// looks like its old side.
    fn check_not_applied_where_stated(&self, fit: Fit) -> Result<Fit, HunkWhy> {
        let pattern = &self.patterns[fit.pattern_index];
        let Some(stated) = pattern
            .stated_before()
            .and_then(|line| self.offset_of_line(line))
        else {
            return Ok(fit);
        };
        let new = pattern.new_side();
        if stated == fit.span.start()
            || new.is_empty()
            || !pattern.has_change()
            || !exact::occurs_at(self.now.bytes(), new, stated)
        {
            return Ok(fit);
        }
        Err(HunkWhy::AlreadyApplied(
            self.now.lines_of(Span::of_len(stated, new.len())),
        ))
    }

    /// Refuses hunks that would move or have no context, although every new side is at its stated line. Then the patch is
    /// applied, and the old sides match other lines. If all new sides are empty, only the stated lines or a common
    /// offset show that the patch is not applied.
    pub fn refuse_applied_as_stated(&self, fits: &mut [Result<Fit, HunkWhy>]) {
        let (mut adds_lines, mut has_context) = (false, false);
        let (mut would_apply, mut would_move) = (false, false);
        let mut applied = Vec::with_capacity(fits.len());
        for fit in fits.iter() {
            let Ok(fit) = fit else { return };
            let pattern = &self.patterns[fit.pattern_index];
            let (Some(stated), Some(stated_new)) =
                (pattern.stated_before(), pattern.stated_before_new())
            else {
                return;
            };
            let new = pattern.new_side();
            let Some(at) = self.offset_of_line(stated_new) else {
                return;
            };
            if self.is_origin || !exact::occurs_at(self.now.bytes(), new, at) {
                return;
            }
            let (is_old, start) = (fit.side == Side::Old, fit.span.start());
            if is_old && !pattern.old().is_empty() && start == at {
                // The old side begins with the new side: the hunk removes the lines below.
                return;
            }
            adds_lines |= !new.is_empty();
            has_context |= pattern.has_context();
            if is_old {
                would_apply = true;
                would_move |= self.offset_of_line(stated) != Some(start);
            }
            let lines = self.now.lines_of(Span::of_len(at, new.len()));
            applied.push((lines, LineNumber::after_lines(stated)));
        }
        let is_doubtful = if adds_lines {
            would_move || would_apply && !has_context
        } else {
            would_move && (fits.len() == 1 || !self.has_common_offset())
        };
        if !is_doubtful {
            return;
        }
        for (fit, (lines, stated)) in fits.iter_mut().zip(applied) {
            *fit = Err(if adds_lines {
                HunkWhy::AlreadyApplied(lines)
            } else {
                HunkWhy::OnlyNumber(stated)
            });
        }
    }

    /// Places a hunk with several matches, at the common offset of all hunks if there is one.
    fn place_twin(&self, number: usize) -> Result<Fit, HunkWhy> {
        match self.common_offset {
            Some(lines) => self.at_offset(number, lines, Decider::Line),
            None => self.place_without_line(number),
        }
    }

    /// Places hunk `number`, which has several matches, `lines` lines below its stated line. `decider` is the
    /// evidence.
    pub fn at_offset(&self, number: usize, lines: i64, decider: Decider) -> Result<Fit, HunkWhy> {
        let pattern = &self.patterns[number];
        let Some(at) = shifted(pattern.stated_before(), lines)
            .and_then(|before| self.offset_of_line(before))
            .filter(|&at| self.has_old_at(number, at))
        else {
            return Err(self.ambiguous(number));
        };
        let fit = Fit::exact(number, Side::Old, at, pattern);
        self.check_unterminated_end(&fit)?;
        if !self.is_origin
            && let Some(at) = self.applied_next_to(number, &fit)
        {
            return Ok(Fit::exact(number, Side::New, at, pattern));
        }
        let change = order::core(&fit, pattern).start();
        if !self.is_origin
            && (self.other_heading(pattern, change).is_some() || self.belongs_to_an_edge(&fit))
        {
            return Err(self.ambiguous(number));
        }
        self.or_applied_around(fit.decided_by(decider))
    }

    /// True if the hunk of `fit` was at an edge of the text, and that edge has its old side too.
    fn belongs_to_an_edge(&self, fit: &Fit) -> bool {
        let at = fit.span.start();
        if at != 0
            && self.patterns[fit.pattern_index].touches(FileEdge::Beginning)
            && self.has_old_at(fit.pattern_index, 0)
        {
            return true;
        }
        self.at_end(fit.pattern_index).is_some_and(|end| end != at)
    }

    /// Refuses a hunk that was at an edge of the text, but no longer is.
    fn check_edges(&self, fit: Fit) -> Result<Fit, HunkWhy> {
        let pattern = &self.patterns[fit.pattern_index];
        if self.is_origin || fit.side == Side::New || !pattern.has_change() {
            return Ok(fit);
        }
        let edge = if fit.span.end() != self.now.bytes().len() && pattern.touches(FileEdge::End) {
            FileEdge::End
        } else if fit.span.start() != 0 && pattern.touches(FileEdge::Beginning) {
            FileEdge::Beginning
        } else {
            return Ok(fit);
        };
        Err(HunkWhy::OffEdge {
            edge,
            lines: self.now.lines_of(fit.span),
        })
    }

    /// The heading that the header of `pattern` names, if the first change, at byte `change` of the text, is below a
    /// different heading.
    fn other_heading(&self, pattern: &Pattern, change: usize) -> Option<OtherHeading> {
        let scope = pattern.hunk().scopes.last()?;
        Lead::new(pattern.hunk())?.other_than_header(scope, self.now.bytes(), change)
    }

    /// Places a hunk with several matches and no common offset: at the end of the text, or in the scope that it names.
    fn place_without_line(&self, number: usize) -> Result<Fit, HunkWhy> {
        if let Some(applied) = self.applied_at_end(number)? {
            return Ok(applied);
        }
        let pattern = &self.patterns[number];
        let (at, decider) = if let Some(at) = self.at_end(number) {
            (at, Decider::End)
        } else if let Some(at) = self.only_in_scope(number) {
            (at, Decider::Scope)
        } else {
            return Err(self.ambiguous(number));
        };
        let fit = Fit::exact(number, Side::Old, at, pattern).decided_by(decider);
        self.check_not_applied_where_stated(fit)
    }

    /// The only match of hunk `number` inside the scope that it names. `None` if the hunk states a line.
    fn only_in_scope(&self, number: usize) -> Option<usize> {
        let (pattern, places) = (&self.patterns[number], &self.old[number]);
        let scopes = &pattern.hunk().scopes;
        if pattern.stated_before().is_some() || !places.is_complete() {
            return None;
        }
        let mut inside = places
            .at
            .iter()
            .filter(|&&at| scope::encloses(scopes, self.now.bytes(), at));
        let only = inside.next()?;
        if scopes.is_empty() || inside.next().is_some() {
            return None;
        }
        Some(*only)
    }

    fn ambiguous(&self, number: usize) -> HunkWhy {
        failure::ambiguous(&self.old[number], &self.patterns[number], self.now)
    }

    /// The match of hunk `number` at the end of the text, if the hunk was there.
    fn at_end(&self, number: usize) -> Option<usize> {
        let pattern = &self.patterns[number];
        if !pattern.hunk().at_end && !pattern.touches(FileEdge::End) {
            return None;
        }
        let at = self.now.bytes().len().checked_sub(pattern.old().len())?;
        if !self.has_old_at(number, at) {
            return None;
        }
        Some(at)
    }

    /// If the new side of hunk `number` is at its stated line, returns that place as applied. Its old side has several
    /// matches.
    fn applied_as_stated(&self, number: usize) -> Option<Fit> {
        let pattern = &self.patterns[number];
        let at = self.stated_as_new(number)?;
        // In a run of equal lines, both sides match. This shows nothing.
        if self.has_old_at(number, at)
            || !pattern.has_change()
            || !pattern.has_context()
            || !self.shows_change(pattern, at)
            || self.is_under_named_other(number, at)
        {
            return None;
        }
        Some(Fit::exact(number, Side::New, at, pattern).decided_by(Decider::Line))
    }

    /// Returns where hunk `number` is already applied. Its old side has no match.
    fn place_applied(&self, number: usize) -> Result<Fit, HunkWhy> {
        let pattern = &self.patterns[number];
        let found = &self.new[number];
        if !pattern.has_change() || found.count == 0 {
            return Err(self.no_match(number));
        }
        if let Some(stated) = self.stated_as_new(number)
            && self.shows_applied(number, stated)
            && (!pattern.is_removal()
                || self.is_result(number, Span::of_len(stated, pattern.new_side().len())))
        {
            let fit = Fit::exact(number, Side::New, stated, pattern);
            if pattern.has_context() && found.only() == Some(stated) {
                return Ok(fit);
            }
            return Ok(fit.decided_by(Decider::Line));
        }
        if let Some(only) = found.only()
            && pattern.has_context()
            && self.shows_applied(number, only)
        {
            let fit = Fit::exact(number, Side::New, only, pattern);
            if self.is_result(number, fit.span) {
                return Ok(fit);
            }
        }
        Err(self.no_match(number))
    }

    /// True if the new side of hunk `number` at `at` shows that the hunk is applied, and no other heading
    /// contradicts.
    fn shows_applied(&self, number: usize, at: usize) -> bool {
        let pattern = &self.patterns[number];
        self.shows_change(pattern, at)
            && !self.is_under_named_other(number, at + pattern.new_core().start)
    }

    /// The match of the new side of hunk `number` at its stated new line or old line.
    fn stated_as_new(&self, number: usize) -> Option<usize> {
        let pattern = &self.patterns[number];
        for before in [pattern.stated_before_new(), pattern.stated_before()] {
            if let Some(at) = before.and_then(|before| self.offset_of_line(before))
                && exact::occurs_at(self.now.bytes(), pattern.new_side(), at)
            {
                return Some(at);
            }
        }
        None
    }

    /// True if the new side of hunk `number`, whose only match is `site`, is the result of its old side. Used for a
    /// match away from the stated line.
    fn is_result(&self, number: usize, site: Span) -> bool {
        let whole = self.now.span();
        self.spend_comparison() && self.possible_edit(number).is_applied(site, self.now, whole)
    }

    /// True if hunk `number` is applied at `site`, which matches its new side loosely. `change` is the offset of the
    /// first change. For a hunk with line numbers, the evidence is a correct number, or context that no other place fits
    /// better.
    pub fn is_applied(&self, number: usize, site: Span, change: usize) -> bool {
        let pattern = &self.patterns[number];
        if self.is_under_named_other(number, change) || self.leaves_removed_line(pattern, site) {
            return false;
        }
        let edit = self.possible_edit(number);
        if edit.rivals == Rivals::Similar {
            return self.is_result(number, site);
        }
        let before = Some(self.now.line_at(site.start()).lines_before());
        let stated = [pattern.stated_before_new(), pattern.stated_before()];
        let whole = self.now.span();
        // Context alone, such as two blank lines, does not show that the line between is gone.
        stated.contains(&before) && (!pattern.is_removal() || self.is_result(number, site))
            || self.spend_comparison() && !edit.has_rival(site, self.now, whole)
    }

    fn possible_edit(&self, number: usize) -> PossibleEdit<'_> {
        let pattern = &self.patterns[number];
        PossibleEdit {
            old: pattern.old(),
            new: pattern.new_side(),
            rivals: match pattern.stated_before() {
                Some(_) => Rivals::Nearer,
                None => Rivals::Similar,
            },
        }
    }

    /// True if the first change of hunk `number`, at byte `change` of the text, is below another heading than its
    /// header names. The named heading must be elsewhere in the text.
    fn is_under_named_other(&self, number: usize, change: usize) -> bool {
        let heading = self.other_heading(&self.patterns[number], change);
        heading.is_some_and(|heading| heading.is_in_text)
    }

    /// True if the new side at `at` shows that `pattern` is applied. The hunk must add lines, or there must be
    /// context on both sides of its removed lines. A side without context must be at that end of the text.
    fn shows_change(&self, pattern: &Pattern, at: usize) -> bool {
        let site = Span::of_len(at, pattern.new_side().len());
        if self.leaves_removed_line(pattern, site) {
            return false;
        }
        !pattern.is_removal()
            || (pattern.leading_context() > 0 || at == 0)
                && (pattern.trailing_context() > 0 || site.end() == self.now.bytes().len())
    }

    /// True if `pattern` removes the line above or below `site`, which matches its new side.
    fn leaves_removed_line(&self, pattern: &Pattern, site: Span) -> bool {
        let (above, below) = (
            &self.now.bytes()[..site.start()],
            &self.now.bytes()[site.end()..],
        );
        let line_above = &above[text::line_start(above, above.len().saturating_sub(1))..];
        let [leading, trailing] = pattern.at_edges(LineKind::Removed);
        let stands = |removed: &[&Bytes], beside: &[u8]| {
            let is_beside = |line: &&Bytes| text::first_line(line) == text::first_line(beside);
            !beside.is_empty() && removed.iter().any(is_beside)
        };
        stands(&leading, line_above) || stands(&trailing, below)
    }

    fn no_match(&self, number: usize) -> HunkWhy {
        let pattern = &self.patterns[number];
        let before = self.at_drift(pattern.stated_before());
        HunkWhy::NoMatch(before.and_then(|before| failure::difference(pattern, self.now, before)))
    }
}
