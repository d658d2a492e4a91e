//! One text of a file's past at a time. Pure.
//!
//! Who wants the text at one state after the other goes from each to the next, and pays for what is between them, not
//! for all of the way to the present.

use bytes::Bytes;

use super::ways::{Moment, Roads};
use crate::change::ChangeSet;

/// The text at the state that was gone to last.
pub(super) struct TextWalk {
    at: Moment,
    text: Vec<u8>,
    /// Where it began.
    present: (Moment, Bytes),
}

impl TextWalk {
    /// Begins with the `current` text.
    pub(super) fn new(current: &Bytes, present: Moment) -> Self {
        Self {
            at: present,
            text: current.to_vec(),
            present: (present, current.clone()),
        }
    }

    /// The text there.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Goes to `moment`; `None` when the way from there is not known, or what a damaged journal says of it cannot be.
    pub(super) fn go(&mut self, moment: Moment, roads: &Roads) -> Option<()> {
        let passed = self.passed(moment, roads);
        if passed.is_none() {
            (self.at, self.text) = (self.present.0, self.present.1.to_vec());
        }
        passed
    }

    fn passed(&mut self, moment: Moment, roads: &Roads) -> Option<()> {
        // Both ways lead to the present: forth to where they meet, and back from there.
        let (mut meeting, mut back) = (moment, Vec::new());
        while meeting != self.at {
            if self.at < meeting {
                let (leg, next) = roads.leg(self.at)?;
                pass(&mut self.text, &leg.changes)?;
                self.at = next;
            } else {
                let (leg, next) = roads.leg(meeting)?;
                back.push((meeting, leg));
                meeting = next;
            }
        }
        for (moment, leg) in back.into_iter().rev() {
            pass(&mut self.text, &leg.back)?;
            self.at = moment;
        }
        Some(())
    }
}

/// Applies `changes` to `text`, in place where it is one change.
fn pass(text: &mut Vec<u8>, changes: &ChangeSet) -> Option<()> {
    match changes.edits() {
        [] => {}
        [edit] => {
            changes.check(text).ok()?;
            text.splice(edit.span().range(), edit.new.iter().copied());
        }
        _ => *text = changes.apply(text).ok()?,
    }
    Some(())
}
