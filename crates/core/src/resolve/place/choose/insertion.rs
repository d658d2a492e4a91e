//! Places hunks without old lines. Only an anchor, the end of the text or the line number can locate such a hunk.
//!
//! The place does not show if the hunk is already applied, because the text may contain the same lines anyway. The
//! other hunks show it. Without other hunks, the hunk is refused.

use crate::refusal::HunkWhy;
use crate::resolve::Decider;
use crate::text::LineNumber;

use super::fit::{Fit, Side};
use crate::resolve::place::candidates::exact_search::ExactSearch;
use crate::resolve::place::evidence::exact;
use crate::resolve::place::evidence::scope;

impl ExactSearch<'_> {
    /// The place of hunk `number`, which has no old lines.
    ///
    /// # Errors
    /// - `NoAnchor` if nothing locates the hunk
    /// - `Undecided` if its lines are at the place for an unknown reason
    /// - `OnlyNumber` if nothing confirms its line number
    pub fn place_insertion(&self, number: usize) -> Result<Fit, HunkWhy> {
        let Some(stated) = self.patterns[number].stated_before() else {
            return self.at_anchor_or_end(number).ok_or(HunkWhy::NoAnchor);
        };
        match self.already_applied(number)? {
            Some(applied) => Ok(applied),
            None => self.at_stated_line(number, stated),
        }
    }

    /// Hunk `number` as applied. `None` if the text does not have its lines at its place, or if the original text had
    /// the same lines there.
    ///
    /// # Errors
    /// `Undecided` or `AlreadyApplied` if the lines are there, and the other hunks do not show the reason.
    fn already_applied(&self, number: usize) -> Result<Option<Fit>, HunkWhy> {
        // No hunk is applied in the text that the patch was made from.
        if self.is_origin {
            return Ok(None);
        }
        let offset = self.stated_offset(number);
        let elsewhere = offset.and_then(|at| self.applied_at(number, at));
        if let Some(fit) = self.at_new_line(number) {
            if self.are_others_applied(number) {
                return Ok(Some(fit));
            }
            if elsewhere.is_none() && self.has_moved_others(number) {
                return Ok(Some(fit));
            }
            if elsewhere.is_none() && self.drift != Some(0) {
                // The hunk itself may have moved the others.
                return Err(HunkWhy::AlreadyApplied(self.now.lines_of(fit.span)));
            }
        }
        match elsewhere {
            Some(fit) if !self.has_unmoved_neighbors(number) => {
                Err(HunkWhy::Undecided(self.now.lines_of(fit.span)))
            }
            _ => Ok(None),
        }
    }

    /// True if the hunks above and below hunk `number` have the same offset. An applied insertion would have moved
    /// those below it away from those above it.
    fn has_unmoved_neighbors(&self, number: usize) -> bool {
        let (mut has_above, mut has_below) = (false, false);
        for other in 0..self.patterns.len() {
            if other == number || self.patterns[other].old().is_empty() {
                continue;
            }
            if self.stated_offset(other) > self.stated_offset(number) {
                has_below = true;
            } else {
                has_above = true;
            }
        }
        has_below && (has_above || self.drift == Some(0)) && self.has_common_offset()
    }

    /// Hunk `number` after line `stated`, which the start of the file or the offset of the other hunks confirms.
    fn at_stated_line(&self, number: usize, stated: usize) -> Result<Fit, HunkWhy> {
        let pattern = &self.patterns[number];
        let text = self.now.bytes();
        let only_number = HunkWhy::OnlyNumber(LineNumber::after_lines(stated.saturating_sub(1)));
        // The beginning of a file never moves.
        let offset = match stated {
            0 => Some(0),
            _ => self.stated_offset(number),
        };
        let Some(at) = offset else {
            return Err(only_number);
        };
        let is_line_start = at == 0 || text[at - 1] == b'\n';
        let is_confirmed = stated == 0 || text.is_empty() || self.has_common_offset();
        let may_end_here = !pattern.ends_unterminated() || at == text.len();
        if !is_line_start || !is_confirmed || !may_end_here {
            return Err(only_number);
        }
        let fit = Fit::exact(number, Side::Old, at, pattern);
        if text.is_empty() {
            return Ok(fit);
        }
        Ok(fit.decided_by(Decider::Line))
    }

    /// True if there are hunks other than `number`, and all of them are applied.
    pub(super) fn are_others_applied(&self, number: usize) -> bool {
        for other in 0..self.patterns.len() {
            if other != number && !self.looks_applied(other) {
                return false;
            }
        }
        self.patterns.len() > 1
    }

    /// True if all hunks with old lines, other than `number`, are applied, or are where the hunks above have moved them.
    /// At least one has moved.
    fn has_moved_others(&self, number: usize) -> bool {
        let mut has_moved = false;
        for (other, pattern) in self.patterns.iter().enumerate() {
            if other == number || pattern.old().is_empty() || self.looks_applied(other) {
                continue;
            }
            let moved_to = pattern.stated_before_new();
            let at = moved_to.and_then(|line| self.offset_of_line(line));
            if !at.is_some_and(|at| self.has_old_at(other, at)) {
                return false;
            }
            has_moved |= moved_to != pattern.stated_before();
        }
        has_moved
    }

    fn looks_applied(&self, number: usize) -> bool {
        if self.patterns[number].old().is_empty() {
            return self.at_new_line(number).is_some();
        }
        self.old[number].count == 0 && self.new[number].count > 0
    }

    /// Hunk `number` as applied, if its new side is at the line that its header states for the new file.
    fn at_new_line(&self, number: usize) -> Option<Fit> {
        let stated = self.patterns[number].stated_before_new()?;
        self.applied_at(number, self.offset_of_line(stated)?)
    }

    /// Hunk `number` as applied at byte `at`, if its new side is there.
    fn applied_at(&self, number: usize, at: usize) -> Option<Fit> {
        let pattern = &self.patterns[number];
        let new = pattern.new_side();
        if new.is_empty() || !exact::occurs_at(self.now.bytes(), new, at) {
            return None;
        }
        Some(Fit::exact(number, Side::New, at, pattern).decided_by(Decider::Line))
    }

    /// Hunk `number` after its anchor, or at the end of the text if the hunk says so and has no anchor.
    fn at_anchor_or_end(&self, number: usize) -> Option<Fit> {
        let pattern = &self.patterns[number];
        let text = self.now.bytes();
        if let Some(at) = scope::end_of_anchor(&pattern.hunk().scopes, text) {
            if !text[..at].ends_with(b"\n") {
                return None;
            }
            let fit = Fit::exact(number, Side::Old, at, pattern);
            return Some(fit.decided_by(Decider::Scope));
        }
        let ends_with_line = text.is_empty() || text.ends_with(b"\n");
        if !pattern.hunk().at_end || !ends_with_line {
            return None;
        }
        let fit = Fit::exact(number, Side::Old, text.len(), pattern);
        Some(fit.decided_by(Decider::End))
    }
}
