//! The ways from every state of a file to the present. Pure.
//!
//! One walk, from the newest transaction to the oldest. A gap, where a foreign tool changed the file or a change
//! set is not kept, is bridged by comparing the texts before and after it, line by line.

use std::collections::HashMap;
use std::rc::Rc;

use bytes::Bytes;

use super::chain::StoredText;
use super::claim::Step;
use super::prepare::whole_text;
use crate::change::{ChangeSet, Transition};
use crate::snapshot::{Fingerprint, Snapshot};

/// The change sets that lead from the states of a file to its present text, as far as they are known.
pub(super) struct Ways {
    /// From the text before each step.
    before: Vec<Option<Rc<ChangeSet>>>,
    /// From the text after it.
    after: Vec<Option<Rc<ChangeSet>>>,
}

impl Ways {
    /// The ways of a file through `steps`, oldest first, to `current`.
    pub(super) fn new(steps: &[Step<'_>], current: &Snapshot, stored: StoredText<'_>) -> Self {
        let identity = ChangeSet::identity(current.bytes().len());
        let present = Some(current.fingerprint());
        let mut walk = Walk {
            steps,
            current: current.bytes(),
            stored,
            known: present,
            way: Some(Rc::new(identity)),
            shortest: HashMap::new(),
        };
        walk.remember();
        let mut ways = Self {
            before: vec![None; steps.len()],
            after: vec![None; steps.len()],
        };
        for at in (0..steps.len()).rev() {
            ways.after[at] = walk.reach_end_of(at);
            ways.before[at] = walk.pass(at);
        }
        ways
    }

    /// The way from the text after `step`.
    pub(super) fn after(&self, step: usize) -> Option<&ChangeSet> {
        self.after[step].as_deref()
    }

    /// The way from the text before `step`.
    pub(super) fn before(&self, step: usize) -> Option<&ChangeSet> {
        self.before[step].as_deref()
    }
}

/// The walk, come to a text.
struct Walk<'a> {
    steps: &'a [Step<'a>],
    current: &'a Bytes,
    stored: StoredText<'a>,
    /// The text; `None` when there was no file.
    known: Option<Fingerprint>,
    /// From there to the present.
    way: Option<Rc<ChangeSet>>,
    /// The ways from texts come to before: what happened until a text came back does not matter.
    shortest: HashMap<Fingerprint, Rc<ChangeSet>>,
}

impl Walk<'_> {
    /// Goes to the text after step `at`.
    fn reach_end_of(&mut self, at: usize) -> Option<Rc<ChangeSet>> {
        let state = self.steps[at].note.after;
        if state != self.known {
            let way = self.way.take();
            self.way = way.and_then(|way| self.bridged(at, &way)).map(Rc::new);
            self.known = state;
        }
        self.remember();
        self.way.clone()
    }

    /// Goes to the text before step `at`, if its changes are known.
    fn pass(&mut self, at: usize) -> Option<Rc<ChangeSet>> {
        let note = self.steps[at].note;
        let changes = note.changes()?;
        // A copy's change set applies to another file's text.
        if note.transition == Transition::Copied {
            self.way = None;
            return None;
        }
        let way = self.way.take()?;
        self.way = changes.then(&way).ok().map(Rc::new);
        self.known = note.before;
        self.remember();
        self.way.clone()
    }

    fn remember(&mut self) {
        let Some(known) = self.known else {
            return;
        };
        if let Some(way) = self.shortest.get(&known) {
            self.way = Some(way.clone());
        } else if let Some(way) = &self.way {
            self.shortest.insert(known, way.clone());
        }
    }

    /// `way`, begun at the text after step `at` instead, of which a foreign hand, or a step that is not kept, made
    /// the one it begins at.
    fn bridged(&self, at: usize, way: &ChangeSet) -> Option<ChangeSet> {
        if self.steps[at].note.after.is_some() != self.known.is_some() {
            return None;
        }
        let before = self.text_after(at)?;
        let after = way.invert().apply(self.current).ok()?;
        let foreign = ChangeSet::by_line(&before, &Bytes::from(after));
        foreign.then(way).ok()
    }

    /// The text after step `at`, stored as such or made from one that is.
    fn text_after(&self, at: usize) -> Option<Bytes> {
        let mut changes = Vec::new();
        let mut from = at;
        let mut text = loop {
            let note = self.steps[from].note;
            let Some(after) = note.after else {
                break Bytes::new();
            };
            if let Some(text) = (self.stored)(&after) {
                break text;
            }
            let made = note.changes()?;
            if let Some(text) = whole_text(made) {
                break text;
            }
            changes.push(made);
            let earlier = from.checked_sub(1);
            match earlier.filter(|&earlier| self.steps[earlier].note.after == note.before) {
                Some(earlier) => from = earlier,
                None => break (self.stored)(&note.before?)?,
            }
        };
        for changes in changes.iter().rev() {
            text = changes.apply(&text).ok()?.into();
        }
        Some(text)
    }
}
