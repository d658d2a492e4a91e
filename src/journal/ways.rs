//! The ways from every state of a file to the present. Pure.
//!
//! One walk, from the newest transaction to the oldest. A place is carried leg by leg ([`super::trace`]): in all legs
//! composed, changes that touch are one, and it would grow with them. A gap, where a foreign tool changed the file or a
//! change set is not kept, is bridged by comparing the texts before and after it, line by line.

use std::collections::HashMap;
use std::rc::Rc;

use bytes::Bytes;

use super::chain::StoredText;
use super::entry::FileStep;
use super::prepare::whole_text;
use crate::change::{ChangeSet, TransitionKind};
use crate::snapshot::{Fingerprint, Snapshot};

/// How the states of a file lead to its present text, as far as that is known.
pub(super) struct Ways {
    /// By [`Moment`].
    roads: Vec<Option<Road>>,
    present: usize,
    /// By step.
    lineage: Vec<Lineage>,
    current: Bytes,
}

/// A state of the file: before and after each step, numbered in turn, then the present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment(usize);

impl Moment {
    pub(super) fn before(step: usize) -> Self {
        Self(2 * step)
    }

    pub(super) fn after(step: usize) -> Self {
        Self(2 * step + 1)
    }
}

/// The way from one state.
#[derive(Clone)]
struct Road {
    /// All of it.
    whole: Rc<ChangeSet>,
    /// Its first leg.
    leg: Rc<Leg>,
    /// The state that the leg leads to.
    next: usize,
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

impl Ways {
    /// The ways of a file through `steps`, oldest first, to `current`.
    pub(super) fn new(steps: &[FileStep<'_>], current: &Snapshot, stored: StoredText<'_>) -> Self {
        let present = 2 * steps.len();
        let identity = ChangeSet::identity(current.bytes().len());
        let road = Road {
            whole: Rc::new(identity.clone()),
            leg: Leg::new(identity),
            next: present,
        };
        let mut walk = BackwardWalk {
            steps,
            current: current.bytes(),
            stored,
            at: present,
            known: Some(current.fingerprint()),
            road: Some(road),
            shortest: HashMap::new(),
        };
        walk.remember();
        let mut roads = vec![None; present];
        roads.push(walk.road.clone());
        for step in (0..steps.len()).rev() {
            roads[Moment::after(step).0] = walk.reach_end_of(step);
            roads[Moment::before(step).0] = walk.pass(step);
        }
        Self {
            roads,
            present,
            lineage: lineage(steps),
            current: current.bytes().clone(),
        }
    }

    /// The present.
    pub(super) fn present(&self) -> Moment {
        Moment(self.present)
    }

    /// All of the way from `moment`.
    pub(super) fn whole(&self, moment: Moment) -> Option<&ChangeSet> {
        Some(&self.roads[moment.0].as_ref()?.whole)
    }

    /// The text at `moment`, from which the way leads to `current`.
    pub(super) fn text(&self, moment: Moment, current: &Snapshot) -> Option<Bytes> {
        let way = self.whole(moment)?;
        if way.is_empty() {
            return Some(current.bytes().clone());
        }
        way.invert().apply(current.bytes()).ok().map(Bytes::from)
    }

    /// The leg of the way that begins at `moment`, and where it leads to.
    pub(super) fn leg(&self, moment: Moment) -> Option<(&Leg, Moment)> {
        let road = self.roads[moment.0].as_ref()?;
        Some((&road.leg, Moment(road.next)))
    }

    /// The step whose change is the leg that begins at `moment`; `None` where that is a foreign change, or none.
    pub(super) fn step_from(&self, moment: Moment) -> Option<usize> {
        let (step, is_before) = (moment.0 / 2, moment.0.is_multiple_of(2));
        let road = self.roads[moment.0].as_ref()?;
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
        let mut at = moment.0;
        while at != self.present {
            let road = self.roads[at].as_ref()?;
            let edits = road.leg.changes.edits();
            let behind = edits.partition_point(|edit| edit.at <= offset);
            if let Some(last) = behind.checked_sub(1) {
                let edit = &edits[last];
                if let Some(&byte) = edit.old.get(offset - edit.at) {
                    return Some(byte);
                }
                offset = road.leg.changes.result_span(last).end() + (offset - edit.end());
            }
            at = road.next;
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
    current: &'a Bytes,
    stored: StoredText<'a>,
    at: usize,
    /// The text there; `None` when there was no file.
    known: Option<Fingerprint>,
    /// From there to the present.
    road: Option<Road>,
    /// The states that texts were come to in first: what happened until a text came back does not matter.
    shortest: HashMap<Fingerprint, (usize, Rc<ChangeSet>)>,
}

impl BackwardWalk<'_> {
    /// Goes to the text after step `at`.
    fn reach_end_of(&mut self, at: usize) -> Option<Road> {
        let state = self.steps[at].note.after;
        let leg = if state == self.known {
            self.road
                .as_ref()
                .map(|road| ChangeSet::identity(road.whole.base_len()))
        } else {
            self.road
                .as_ref()
                .and_then(|road| self.bridged(at, &road.whole))
        };
        self.go_back(Moment::after(at).0, state, leg);
        self.road.clone()
    }

    /// Goes to the text before step `at`, if its changes are known.
    fn pass(&mut self, at: usize) -> Option<Road> {
        let note = self.steps[at].note;
        let changes = note.changes()?;
        // A copy's change set applies to another file's text.
        let leg = (note.transition != TransitionKind::Copied).then(|| changes.clone());
        self.go_back(Moment::before(at).0, note.before, leg);
        self.road.clone()
    }

    /// Goes from where it is to the state `at`, from which `leg` leads here.
    fn go_back(&mut self, at: usize, known: Option<Fingerprint>, leg: Option<ChangeSet>) {
        let road = self.road.take().zip(leg).and_then(|(road, leg)| {
            Some(Road {
                whole: Rc::new(leg.then(&road.whole).ok()?),
                leg: Leg::new(leg),
                next: self.at,
            })
        });
        (self.at, self.known, self.road) = (at, known, road);
        self.remember();
    }

    fn remember(&mut self) {
        let Some(known) = self.known else {
            return;
        };
        if let Some((next, whole)) = self.shortest.get(&known) {
            self.road = Some(Road {
                whole: whole.clone(),
                leg: Leg::new(ChangeSet::identity(whole.base_len())),
                next: *next,
            });
        } else if let Some(road) = &self.road {
            self.shortest.insert(known, (self.at, road.whole.clone()));
        }
    }

    /// The change that a foreign hand, or a step that is not kept, made of the text after step `at`; `way` leads from
    /// there on.
    fn bridged(&self, at: usize, way: &ChangeSet) -> Option<ChangeSet> {
        if self.steps[at].note.after.is_some() != self.known.is_some() {
            return None;
        }
        let before = self.text_after(at)?;
        let after = way.invert().apply(self.current).ok()?;
        Some(ChangeSet::by_line(&before, &Bytes::from(after)))
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
