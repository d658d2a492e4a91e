//! Hunks without old lines: only an anchor, the end of the text or the stated line can say where they belong.
//!
//! Whether such a hunk is applied already cannot be seen where it stands, because a text may have the same
//! lines there anyway. The other hunks tell; without them it is refused.

use crate::refusal::HunkWhy;
use crate::resolve::Decider;
use crate::text::{LineNumber, LineRange};

use super::fit::{Fit, Side};
use super::strict::{Drift, ExactSearch};
use crate::resolve::place::evidence::exact;
use crate::resolve::place::evidence::scope;

/// Whether the lines of an insertion without context stand where they are to be.
enum BareStanding {
    /// They do not.
    Absent,
    /// They do, because it is applied.
    Applied(Fit),
    /// They do, and are others: the text has had them.
    Copy,
    /// They do at these lines, and nothing says why.
    Unknown(LineRange),
}

impl ExactSearch<'_> {
    /// No old line at all: only the stated line can say where.
    pub fn bare_insertion(&self, number: usize) -> Result<Fit, HunkWhy> {
        let pattern = &self.patterns[number];
        if let Some(fit) = self.anchored(number) {
            return Ok(fit);
        }
        let stated = pattern.stated_before().ok_or(HunkWhy::NoAnchor)?;
        let text = self.now.bytes();
        let only_number = HunkWhy::OnlyNumber {
            line: LineNumber::after_lines(stated.saturating_sub(1)),
        };
        match self.bare_standing(number) {
            BareStanding::Absent | BareStanding::Copy => {}
            BareStanding::Applied(fit) => return Ok(fit),
            BareStanding::Unknown(lines) => return Err(HunkWhy::Undecided { lines }),
        }
        let fits = |&at: &usize| {
            (at == 0 || text[at - 1] == b'\n')
                && (!pattern.ends_unterminated() || at == text.len())
                && (stated == 0 || text.is_empty() || self.is_even())
        };
        // The top of a file is never anywhere else.
        let place = match stated {
            0 => Some(0),
            _ => self.stated_offset(number),
        };
        let at = place.filter(fits).ok_or(only_number)?;
        let fit = Fit::exact(number, Side::Old, at, pattern);
        Ok(if text.is_empty() {
            fit
        } else {
            fit.decided_by(Decider::Line)
        })
    }

    /// Whether the added lines of a bare insertion stand where they are to be, and why: the insertion is done,
    /// or the text had the same lines there all along. The other hunks tell.
    fn bare_standing(&self, number: usize) -> BareStanding {
        // Nothing is applied in the text that the patch was made from.
        if self.is_origin {
            return BareStanding::Absent;
        }
        let others = || (0..self.patterns.len()).filter(|&other| other != number);
        let is_done = |other: usize| {
            if self.patterns[other].old().is_empty() {
                self.stands_as_new(other).is_some()
            } else {
                self.old[other].count == 0 && self.new[other].count > 0
            }
        };
        if let Some(fit) = self.stands_as_new(number)
            && others().count() > 0
            && others().all(is_done)
        {
            return BareStanding::Applied(fit);
        }
        let Some(fit) = self.stands_added(number, self.stated_offset(number)) else {
            return BareStanding::Absent;
        };
        // Done, it would have moved the hunks below it away from those above.
        let is_fixed = |other: usize| !self.patterns[other].old().is_empty();
        let is_below = |other: usize| self.stated_offset(other) > self.stated_offset(number);
        let has_above = others().any(|other| is_fixed(other) && !is_below(other));
        let has_below = others().any(|other| is_fixed(other) && is_below(other));
        let is_still = has_below && (has_above || self.drift == Drift::Of(0));
        if is_still && self.is_even() {
            BareStanding::Copy
        } else {
            BareStanding::Unknown(self.now.lines_of(fit.span))
        }
    }

    /// Hunk `number` as applied, if its new side stands where it says.
    fn stands_as_new(&self, number: usize) -> Option<Fit> {
        let stated = self.patterns[number].stated_before_new()?;
        self.stands_added(number, self.offset_of_line(stated))
    }

    /// Hunk `number` as applied at `at`, if its new side stands there.
    fn stands_added(&self, number: usize, at: Option<usize>) -> Option<Fit> {
        let pattern = &self.patterns[number];
        let at = at.filter(|&at| {
            !pattern.new_side().is_empty()
                && exact::stands_at(self.now.bytes(), pattern.new_side(), at)
        })?;
        Some(Fit::exact(number, Side::New, at, pattern).decided_by(Decider::Line))
    }

    /// The place of a hunk without old lines by the anchor above it, or at the end it names.
    fn anchored(&self, number: usize) -> Option<Fit> {
        let pattern = &self.patterns[number];
        let text = self.now.bytes();
        let fit = |at| Fit::exact(number, Side::Old, at, pattern);
        if pattern.stated_before().is_some() {
            return None;
        }
        if let Some(at) = scope::end_of_anchor(&pattern.hunk().scopes, text) {
            let is_line_start = text[..at].ends_with(b"\n");
            return is_line_start.then(|| fit(at).decided_by(Decider::Scope));
        }
        let is_end = pattern.hunk().at_end && (text.is_empty() || text.ends_with(b"\n"));
        is_end.then(|| fit(text.len()).decided_by(Decider::End))
    }
}
