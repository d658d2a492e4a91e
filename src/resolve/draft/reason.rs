//! Why an action has no place in the text after the steps so far, told of the original: nothing is written where it
//! is told, so that is what there is. The lines that a reason names are mapped in `refusal`.

use super::working_text::WorkingText;
use crate::refusal::Reason;
use crate::request::{Find, Replace};
use crate::resolve::nearest;
use crate::text::{LineRange, Span};

impl WorkingText {
    /// `reason`, why `action` has no place in the text now, as it is told. What only an earlier step of the request
    /// makes is no sign that this one was made before.
    pub(super) fn told_of_replace(&mut self, action: &Replace, reason: Reason) -> Reason {
        match reason {
            Reason::AlreadyApplied { .. } if !self.is_untouched() => {
                let whole = Span::of_len(0, self.base().bytes().len());
                nearest::not_replaced(action, self.base(), whole)
            }
            reason => self.told_of_find(&action.find, reason),
        }
    }

    /// The same for an action that needs one place of `find`. What is nearest is looked for in the original where
    /// it is the work of an earlier step: nobody can copy it from there.
    pub(super) fn told_of_find(&mut self, find: &Find, reason: Reason) -> Reason {
        let nearest = match &reason {
            Reason::NotFound { why: Some(why), .. } => why.nearest.as_ref(),
            _ => None,
        };
        let is_made = nearest.is_some_and(|nearest| self.is_made(nearest.lines));
        let whole = Span::of_len(0, self.base().bytes().len());
        // What stands in the original is told as the earlier step left it.
        if is_made && !nearest::is_there(find, self.base(), whole) {
            nearest::not_found(find, self.base(), whole)
        } else {
            self.told_of_original(reason)
        }
    }

    /// Whether a step made some of `lines` of the text now.
    fn is_made(&mut self, lines: LineRange) -> bool {
        let span = self.text().ok().and_then(|text| text.span_of(lines));
        span.is_some_and(|span| self.origin(span, lines).1.is_some())
    }

    /// `reason`, found in the text now, in the lines of the original: that is what there is when it is told.
    pub(super) fn told_of_original(&mut self, reason: Reason) -> Reason {
        if self.is_untouched() {
            reason
        } else {
            reason.with_lines(&mut |lines| self.original(lines))
        }
    }
}
