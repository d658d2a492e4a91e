//! The ways from every state of a file to the present. Pure.
//!
//! One walk, from the newest transaction to the oldest. A place is carried leg by leg ([`super::trace`]): in all legs
//! composed, changes that touch are one, and it would grow with them. A gap, where a foreign tool changed the file or a
//! change set is not kept, is bridged by comparing the texts before and after it, line by line.

use std::cell::{Ref, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use bytes::Bytes;

use super::chain::StoredText;
use super::entry::FileStep;
use super::prepare::whole_text;
use super::text_walk::TextWalk;
use crate::change::{ChangeSet, TransitionKind};
use crate::snapshot::{Fingerprint, Snapshot};

/// How the states of a file lead to its present text, as far as that is known.
pub(super) struct Ways {
    roads: Roads,
    /// By step.
    lineage: Vec<Lineage>,
    current: Bytes,
    text: RefCell<TextWalk>,
}

/// A state of the file: before and after each step, numbered in turn, then the present.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Moment(usize);

impl Moment {
    pub(super) fn before(step: usize) -> Self {
        Self(2 * step)
    }

    pub(super) fn after(step: usize) -> Self {
        Self(2 * step + 1)
    }

    pub(super) fn number(self) -> usize {
        self.0
    }
}

/// The first part of the way from each state that has one, by [`Moment`].
pub(super) struct Roads(Vec<Option<Road>>);

/// The first part of the way from one state.
#[derive(Clone)]
struct Road {
    leg: Rc<Leg>,
    /// The state that the leg leads to; a later one, but for the present.
    next: usize,
}

impl Road {
    /// To a state with the same text, of `len` bytes.
    fn level(len: usize, next: usize) -> Self {
        let leg = Leg::new(ChangeSet::identity(len));
        Self { leg, next }
    }
}

/// A change set, and what takes it back.
pub(super) struct Leg {
    pub(super) changes: ChangeSet,
    pub(super) back: ChangeSet,
}

impl Leg {
    fn new(changes: ChangeSet) -> Rc<Self> {
        let back = changes.invert();
        Rc::new(Self { changes, back })
    }
}

impl Roads {
    fn get(&self, moment: Moment) -> Option<&Road> {
        self.0[moment.0].as_ref()
    }

    /// The leg of the way that begins at `moment`, and where it leads to.
    pub(super) fn leg(&self, moment: Moment) -> Option<(&Leg, Moment)> {
        let road = self.get(moment)?;
        Some((&road.leg, Moment(road.next)))
    }
}

impl Ways {
    /// The ways of a file through `steps`, oldest first, to `current`.
    pub(super) fn new(steps: &[FileStep<'_>], current: &Snapshot, stored: StoredText<'_>) -> Self {
        let present = Moment(2 * steps.len());
        let mut roads = vec![None; present.0];
        roads.push(Some(Road::level(current.bytes().len(), present.0)));
        let mut walk = BackwardWalk {
            steps,
            stored,
            roads: Roads(roads),
            at: present,
            known: Some(current.fingerprint()),
            text: TextWalk::new(current.bytes(), present),
            first: HashMap::new(),
        };
        walk.remember();
        for step in (0..steps.len()).rev() {
            walk.reach_end_of(step);
            walk.pass(step);
        }
        Self {
            roads: walk.roads,
            lineage: lineage(steps),
            current: current.bytes().clone(),
            text: RefCell::new(walk.text),
        }
    }

    /// The present.
    pub(super) fn present(&self) -> Moment {
        Moment(self.roads.0.len() - 1)
    }

    /// The states before the present, newest first.
    pub(super) fn past(&self) -> impl Iterator<Item = Moment> {
        (0..self.present().0).rev().map(Moment)
    }

    /// The length of the text at `moment`, from which the way is known.
    pub(super) fn len(&self, moment: Moment) -> Option<usize> {
        let (leg, _) = self.leg(moment)?;
        Some(leg.changes.base_len())
    }

    /// The text at `moment`. Cheap where the one asked for last is near.
    pub(super) fn text(&self, moment: Moment) -> Option<Ref<'_, [u8]>> {
        self.text.borrow_mut().go(moment, &self.roads)?;
        Some(Ref::map(self.text.borrow(), TextWalk::text))
    }

    /// The leg of the way that begins at `moment`, and where it leads to.
    pub(super) fn leg(&self, moment: Moment) -> Option<(&Leg, Moment)> {
        self.roads.leg(moment)
    }

    /// The step whose change is the leg that begins at `moment`; `None` where that is a foreign change, or none.
    pub(super) fn step_from(&self, moment: Moment) -> Option<usize> {
        let (step, is_before) = (moment.0 / 2, moment.0.is_multiple_of(2));
        let road = self.roads.get(moment)?;
        (is_before && Moment(road.next) == Moment::after(step)).then_some(step)
    }

    /// The steps that made what `step` makes, takes back or makes again; itself if it is an edit.
    pub(super) fn roots(&self, step: usize) -> &[usize] {
        &self.lineage[step].roots
    }

    /// The later steps that take back what `step` made, and make it again, in turn; `None` of a step that made nothing
    /// of its own.
    pub(super) fn toggles(&self, step: usize) -> Option<&[usize]> {
        self.lineage[step].toggles.as_deref()
    }

    /// The byte at `offset` of the text at `moment`; `None` behind its end.
    pub(super) fn byte(&self, moment: Moment, mut offset: usize) -> Option<u8> {
        let mut at = moment;
        while at != self.present() {
            let (leg, next) = self.leg(at)?;
            let edits = leg.changes.edits();
            let behind = edits.partition_point(|edit| edit.at <= offset);
            if let Some(last) = behind.checked_sub(1) {
                let edit = &edits[last];
                if let Some(&byte) = edit.old.get(offset - edit.at) {
                    return Some(byte);
                }
                offset = leg.changes.result_span(last).end() + (offset - edit.end());
            }
            at = next;
        }
        self.current.get(offset).copied()
    }
}

/// The step that a step takes back, and the one that takes it back.
struct Lineage {
    roots: Vec<usize>,
    toggles: Option<Vec<usize>>,
}

/// The lineage of `steps`, oldest first.
fn lineage(steps: &[FileStep<'_>]) -> Vec<Lineage> {
    let numbers = (0..).zip(steps).map(|(at, step)| (step.entry.id, at));
    let numbers: HashMap<u64, usize> = numbers.collect();
    let mut lineage: Vec<Lineage> = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let mut roots: Vec<usize> = Vec::new();
        for target in step.entry.kind.takes_back() {
            match numbers.get(target).filter(|&&target| target < at) {
                Some(&target) => roots.extend_from_slice(&lineage[target].roots),
                None => roots.push(at),
            }
        }
        roots.sort_unstable();
        roots.dedup();
        if roots.is_empty() {
            roots.push(at);
        }
        for &root in roots.iter().filter(|&&root| root < at) {
            lineage[root].toggles.get_or_insert_default().push(at);
        }
        let toggles = roots.contains(&at).then(Vec::new);
        lineage.push(Lineage { roots, toggles });
    }
    lineage
}

/// The walk, come to a state.
struct BackwardWalk<'a> {
    steps: &'a [FileStep<'a>],
    stored: StoredText<'a>,
    /// Those from there on.
    roads: Roads,
    at: Moment,
    /// The text there; `None` when there was no file.
    known: Option<Fingerprint>,
    text: TextWalk,
    /// The states that texts were come to in first: what happened until a text came back does not matter.
    first: HashMap<Fingerprint, Moment>,
}

impl BackwardWalk<'_> {
    /// The length of the text there, from which the way is known.
    fn len(&self) -> Option<usize> {
        let (leg, _) = self.roads.leg(self.at)?;
        Some(leg.changes.base_len())
    }

    /// Goes to the text after step `at`.
    fn reach_end_of(&mut self, at: usize) {
        let state = self.steps[at].note.after;
        let leg = if state == self.known {
            self.len().map(ChangeSet::identity)
        } else {
            self.bridged(at)
        };
        self.go_back(Moment::after(at), state, leg);
    }

    /// Goes to the text before step `at`, if its changes are known.
    fn pass(&mut self, at: usize) {
        let note = self.steps[at].note;
        if let Some(changes) = note.changes() {
            // A copy's change set applies to another file's text.
            let leg = (note.transition != TransitionKind::Copied).then(|| changes.clone());
            self.go_back(Moment::before(at), note.before, leg);
        }
    }

    /// Goes from where it is to the state `at`, from which `leg` leads here.
    fn go_back(&mut self, at: Moment, known: Option<Fingerprint>, leg: Option<ChangeSet>) {
        let leg = leg.filter(|leg| self.len() == Some(leg.result_len()));
        self.roads.0[at.0] = leg.map(|leg| Road {
            leg: Leg::new(leg),
            next: self.at.0,
        });
        (self.at, self.known) = (at, known);
        self.remember();
    }

    fn remember(&mut self) {
        let Some(known) = self.known else {
            return;
        };
        if let Some(next) = self.first.get(&known) {
            if let Some((leg, _)) = self.roads.leg(*next) {
                let road = Road::level(leg.changes.base_len(), next.0);
                self.roads.0[self.at.0] = Some(road);
            }
        } else if self.roads.get(self.at).is_some() {
            self.first.insert(known, self.at);
        }
    }

    /// The change that a foreign hand, or a step that is not kept, made of the text after step `at`.
    fn bridged(&mut self, at: usize) -> Option<ChangeSet> {
        if self.steps[at].note.after.is_some() != self.known.is_some() {
            return None;
        }
        let before = self.text_after(at)?;
        self.text.go(self.at, &self.roads)?;
        let after = Bytes::copy_from_slice(self.text.text());
        Some(ChangeSet::by_line(&before, &after))
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
