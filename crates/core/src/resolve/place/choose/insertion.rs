//! Places hunks without old lines. Only an anchor, the end of the text or the line number can locate such a hunk.
//!
//! The place does not show if the hunk is already applied, because the text may contain the same lines anyway. The
//! other hunks show it. Without other hunks, the hunk is refused.

use crate::refusal::HunkWhy;
use crate::resolve::Decider;
use crate::text::{LineNumber, LineRange};

use super::fit::{Fit, Side};
use super::strict::ExactSearch;
use crate::resolve::place::evidence::exact;
use crate::resolve::place::evidence::scope;

enum PlaceOfInsertion {
    /// The text does not have the inserted lines there.
    Unapplied,
    /// The lines are there because the hunk is applied.
    Applied(Fit),
    /// The original text already had the same lines there.
    Copy,
    /// The same lines are there, for an unknown reason.
    Unknown(LineRange),
}

impl ExactSearch<'_> {
    pub fn place_insertion(&self, number: usize) -> Result<Fit, HunkWhy> {
        let pattern = &self.patterns[number];
        if let Some(fit) = self.anchored(number) {
            return Ok(fit);
        }
        let stated = pattern.stated_before().ok_or(HunkWhy::NoAnchor)?;
        let text = self.now.bytes();
        match self.place_of_insertion(number) {
            PlaceOfInsertion::Unapplied | PlaceOfInsertion::Copy => {}
            PlaceOfInsertion::Applied(fit) => return Ok(fit),
            PlaceOfInsertion::Unknown(lines) => return Err(HunkWhy::Undecided(lines)),
        }
        let only_number = HunkWhy::OnlyNumber(LineNumber::after_lines(stated.saturating_sub(1)));
        // The beginning of a file never moves.
        let at = if stated == 0 {
            0
        } else if let Some(at) = self.stated_offset(number) {
            at
        } else {
            return Err(only_number);
        };
        let is_line_start = at == 0 || text[at - 1] == b'\n';
        let is_line_known = stated == 0 || text.is_empty() || self.has_common_offset();
        let may_end_here = !pattern.ends_unterminated() || at == text.len();
        if !is_line_start || !is_line_known || !may_end_here {
            return Err(only_number);
        }
        let fit = Fit::exact(number, Side::Old, at, pattern);
        if text.is_empty() {
            return Ok(fit);
        }
        Ok(fit.decided_by(Decider::Line))
    }

    /// Searches at the place of hunk `number` for the lines that the hunk inserts. If they are there, the other hunks
    /// show if the hunk is applied, or if the original text had the same lines.
    fn place_of_insertion(&self, number: usize) -> PlaceOfInsertion {
        // No hunk is applied in the text that the patch was made from.
        if self.is_origin {
            return PlaceOfInsertion::Unapplied;
        }
        if let Some(fit) = self.applied_insertion(number)
            && self.are_others_applied(number)
        {
            return PlaceOfInsertion::Applied(fit);
        }
        let Some(fit) = self
            .stated_offset(number)
            .and_then(|at| self.applied_at(number, at))
        else {
            return PlaceOfInsertion::Unapplied;
        };
        // An applied insertion would have moved the hunks below it away from those above it.
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
        let is_unmoved = has_below && (has_above || self.drift == Some(0));
        if is_unmoved && self.has_common_offset() {
            PlaceOfInsertion::Copy
        } else {
            PlaceOfInsertion::Unknown(self.now.lines_of(fit.span))
        }
    }

    /// True if there are hunks other than `number`, and all of them are applied.
    fn are_others_applied(&self, number: usize) -> bool {
        for other in 0..self.patterns.len() {
            let is_applied = if self.patterns[other].old().is_empty() {
                self.applied_insertion(other).is_some()
            } else {
                self.old[other].count == 0 && self.new[other].count > 0
            };
            if other != number && !is_applied {
                return false;
            }
        }
        self.patterns.len() > 1
    }

    /// Hunk `number` as applied, if its new side is at its stated line.
    fn applied_insertion(&self, number: usize) -> Option<Fit> {
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

    /// The place of a hunk without old lines after its anchor, or at the end of the text if the hunk says so.
    fn anchored(&self, number: usize) -> Option<Fit> {
        let pattern = &self.patterns[number];
        let text = self.now.bytes();
        if pattern.stated_before().is_some() {
            return None;
        }
        let (at, decider) = if let Some(at) = scope::end_of_anchor(&pattern.hunk().scopes, text) {
            if !text[..at].ends_with(b"\n") {
                return None;
            }
            (at, Decider::Scope)
        } else {
            let ends_with_line = text.is_empty() || text.ends_with(b"\n");
            if !pattern.hunk().at_end || !ends_with_line {
                return None;
            }
            (text.len(), Decider::End)
        };
        Some(Fit::exact(number, Side::Old, at, pattern).decided_by(decider))
    }
}
