//! The changes from every state of a file to the current text. No I/O.
//!
//! The history is built from the newest transaction to the oldest. A span is mapped edge by edge
//! ([`super::span_tracker`]), because composing all edges would join adjacent changes, and the span would grow with
//! them. If another program changed the file, or a change set is not kept, the texts before and after the gap are
//! compared line by line.

use std::cell::{Ref, RefCell};
use std::collections::HashMap;
use std::ops::RangeInclusive;

use bytes::Bytes;

use super::entry::FileStep;
use super::later_changes::{StoredText, text_after};
use super::text_cursor::TextCursor;
use crate::change::{ChangeSet, TransitionKind};
use crate::snapshot::{Fingerprint, Snapshot};

/// The states of a file, and the known changes between them.
pub(super) struct FileHistory {
    edges: Edges,
    /// Indexed by step.
    lineage: Vec<Lineage>,
    current: Bytes,
    text: RefCell<TextCursor>,
}

/// A state of the file: before or after a step, numbered in turn, or the current text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct State(usize);

impl State {
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

/// The edge that begins at each state, indexed by [`State`].
pub(super) struct Edges(Vec<Option<Edge>>);

/// The changes from one state to a later one.
#[derive(Clone)]
pub(super) struct Edge {
    pub(super) changes: ChangeSet,
    pub(super) inverse: ChangeSet,
    /// The state that the changes lead to: a later state, or the current state itself.
    pub(super) next: State,
    /// The number of edges from here to the current state.
    distance: usize,
    stretch: Stretch,
}

/// Several composed edges. The stretches are chosen so that about log n of them cover n edges to the current state.
#[derive(Clone)]
struct Stretch {
    /// `None` if composing would hide a change, or there are too many edits.
    changes: Option<ChangeSet>,
    /// The state that the stretch leads to.
    next: State,
}

/// The maximum number of edits in a stretch of several edges, which keeps a second copy of each edit.
const MAX_STRETCH_EDITS: usize = 4096;

impl Edges {
    /// The edge that begins at `state`; `None` if the changes from `state` on are unknown.
    pub(super) fn get(&self, state: State) -> Option<&Edge> {
        self.0[state.0].as_ref()
    }

    /// The edge from the current state, a text of `len` bytes, to itself.
    fn present_edge(present: State, len: usize) -> Edge {
        let changes = ChangeSet::identity(len);
        Edge {
            inverse: changes.clone(),
            next: present,
            distance: 0,
            stretch: Stretch {
                changes: Some(changes.clone()),
                next: present,
            },
            changes,
        }
    }

    /// The edge of `changes`, which lead to `next`. `None` if the changes from `next` to the current state are
    /// unknown.
    fn edge_to(&self, next: State, changes: ChangeSet) -> Option<Edge> {
        let edge = self.get(next)?;
        let after_stretch = self.get(edge.stretch.next)?;
        let after_two_stretches = self.get(after_stretch.stretch.next)?;
        // Two stretches of the same length become one, together with the new edge.
        let first_len = edge.distance - after_stretch.distance;
        let second_len = after_stretch.distance - after_two_stretches.distance;
        let is_joined = next != edge.stretch.next && first_len == second_len;
        let stretch = if is_joined {
            let both = compose_stretches(&edge.stretch, &after_stretch.stretch);
            Stretch {
                changes: both.and_then(|both| changes.then_visibly(&both)),
                next: after_stretch.stretch.next,
            }
        } else {
            Stretch {
                changes: Some(changes.clone()),
                next,
            }
        };
        Some(Edge {
            inverse: changes.invert(),
            changes,
            next,
            distance: edge.distance + 1,
            stretch,
        })
    }
}

fn compose_stretches(first: &Stretch, second: &Stretch) -> Option<ChangeSet> {
    let (first, second) = (first.changes.as_ref()?, second.changes.as_ref()?);
    if first.count() + second.count() > MAX_STRETCH_EDITS {
        return None;
    }
    first.then_visibly(second)
}

impl FileHistory {
    /// The history of a file through `steps`, oldest first, to `current`. The entries with the numbers `missing` may
    /// also have been steps of the file.
    pub(super) fn new(
        steps: &[FileStep<'_>],
        missing: &[RangeInclusive<u64>],
        current: &Snapshot,
        stored: StoredText<'_>,
    ) -> Self {
        let present = State(2 * steps.len());
        let mut edges = vec![None; present.0];
        edges.push(Some(Edges::present_edge(present, current.bytes().len())));
        let mut builder = HistoryBuilder {
            steps,
            stored,
            edges: Edges(edges),
            at: present,
            fingerprint: Some(current.fingerprint()),
            text: TextCursor::new(current.bytes(), present),
            state_of_text: HashMap::new(),
        };
        builder.record_text();
        for step in (0..steps.len()).rev() {
            builder.go_back_to_after(step);
            builder.go_back_to_before(step);
        }
        Self {
            edges: builder.edges,
            lineage: lineage(steps, missing),
            current: current.bytes().clone(),
            text: RefCell::new(builder.text),
        }
    }

    pub(super) fn present(&self) -> State {
        State(self.edges.0.len() - 1)
    }

    /// The states before the current one, newest first.
    pub(super) fn past(&self) -> impl Iterator<Item = State> {
        (0..self.present().0).rev().map(State)
    }

    /// The length of the text at `state`; `None` if the changes from `state` on are unknown.
    pub(super) fn len(&self, state: State) -> Option<usize> {
        Some(self.edge(state)?.changes.base_len())
    }

    /// The text at `state`. The cost is small if the previously requested state is near.
    pub(super) fn text(&self, state: State) -> Option<Ref<'_, [u8]>> {
        self.text.borrow_mut().move_to(state, &self.edges)?;
        Some(Ref::map(self.text.borrow(), TextCursor::text))
    }

    /// The edge that begins at `state`; `None` if the changes from `state` on are unknown.
    pub(super) fn edge(&self, state: State) -> Option<&Edge> {
        self.edges.get(state)
    }

    /// The composed changes of many edges from `state` on, and the state that they lead to. `None` if one edge
    /// deleted text that another had inserted.
    pub(super) fn stretch(&self, state: State) -> Option<(&ChangeSet, State)> {
        let stretch = &self.edges.get(state)?.stretch;
        Some((stretch.changes.as_ref()?, stretch.next))
    }

    /// The step whose change is the edge that begins at `state`; `None` if another program made that change.
    pub(super) fn step_from(&self, state: State) -> Option<usize> {
        let step = state.0 / 2;
        if state == State::before(step) && self.edge(state)?.next == State::after(step) {
            Some(step)
        } else {
            None
        }
    }

    /// The edits that `step` undoes or redoes; `step` itself if it is an edit.
    pub(super) fn roots(&self, step: usize) -> &[usize] {
        &self.lineage[step].roots
    }

    /// The later steps that undo and redo `step` in turn; `None` if `step` is not an edit.
    pub(super) fn toggles(&self, step: usize) -> Option<&[usize]> {
        self.lineage[step].toggles.as_deref()
    }

    /// True if one of the edits `roots` was undone.
    pub(super) fn is_any_undone(&self, roots: &[usize]) -> bool {
        roots
            .iter()
            .any(|root| self.toggles(*root).is_some_and(|steps| !steps.is_empty()))
    }

    /// The byte at `offset` of the text at `state`; `None` after the end.
    pub(super) fn byte(&self, state: State, mut offset: usize) -> Option<u8> {
        let mut at = state;
        while at != self.present() {
            let (changes, next) = match self.stretch(at) {
                Some(stretch) => stretch,
                None => {
                    let edge = self.edge(at)?;
                    (&edge.changes, edge.next)
                }
            };
            let edits = changes.edits();
            let after = edits.partition_point(|edit| edit.at <= offset);
            if let Some(last) = after.checked_sub(1) {
                let edit = &edits[last];
                if let Some(&byte) = edit.old.get(offset - edit.at) {
                    return Some(byte);
                }
                offset = changes.result_span(last).end() + (offset - edit.end());
            }
            at = next;
        }
        self.current.get(offset).copied()
    }
}

/// The undos and redos that a step belongs to: see [`FileHistory::roots`] and [`FileHistory::toggles`].
struct Lineage {
    roots: Vec<usize>,
    toggles: Option<Vec<usize>>,
}

/// The lineage of `steps`, oldest first. The entries with the numbers `missing` may also have been steps.
fn lineage(steps: &[FileStep<'_>], missing: &[RangeInclusive<u64>]) -> Vec<Lineage> {
    let mut numbers: HashMap<u64, usize> = HashMap::new();
    for (at, step) in steps.iter().enumerate() {
        numbers.insert(step.entry.id, at);
    }
    let mut lineage: Vec<Lineage> = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let mut roots: Vec<usize> = Vec::new();
        for target in step.entry.kind.takes_back() {
            if let Some(&target) = numbers.get(target)
                && target < at
            {
                roots.extend_from_slice(&lineage[target].roots);
            } else if missing.iter().any(|missing| missing.contains(target)) {
                roots.push(at);
            }
            // Any other target changed only other files.
        }
        roots.sort_unstable();
        roots.dedup();
        if roots.is_empty() {
            roots.push(at);
        }
        for &root in roots.iter().filter(|&&root| root < at) {
            lineage[root].toggles.get_or_insert_default().push(at);
        }
        let toggles = if roots.contains(&at) {
            Some(Vec::new())
        } else {
            None
        };
        lineage.push(Lineage { roots, toggles });
    }
    lineage
}

/// Builds a history backwards.
struct HistoryBuilder<'a> {
    steps: &'a [FileStep<'a>],
    stored: StoredText<'a>,
    /// The edges that begin at `at` or later.
    edges: Edges,
    at: State,
    /// The text at `at`; `None` if there was no file.
    fingerprint: Option<Fingerprint>,
    text: TextCursor,
    /// The latest state with each text. An earlier state with the same text gets an edge to this state.
    state_of_text: HashMap<Fingerprint, State>,
}

impl HistoryBuilder<'_> {
    /// The length of the text at `at`; `None` if the changes from `at` on are unknown.
    fn len(&self) -> Option<usize> {
        Some(self.edges.get(self.at)?.changes.base_len())
    }

    /// Goes back to the text after `step`.
    fn go_back_to_after(&mut self, step: usize) {
        let after = self.steps[step].note.after;
        let changes = if after == self.fingerprint {
            self.len().map(ChangeSet::identity)
        } else {
            self.bridge_gap(step)
        };
        self.go_back(State::after(step), after, changes);
    }

    /// Goes back to the text before `step`, if its changes are known.
    fn go_back_to_before(&mut self, step: usize) {
        let note = self.steps[step].note;
        if let Some(changes) = note.changes.loaded() {
            // The change set of a copy applies to the text of another file.
            let edge = match note.transition {
                TransitionKind::Copied => None,
                _ => Some(changes.clone()),
            };
            self.go_back(State::before(step), note.before, edge);
        }
    }

    /// Goes back to the state `at`. `changes` lead from that state to the previous one of the builder.
    fn go_back(&mut self, at: State, fingerprint: Option<Fingerprint>, changes: Option<ChangeSet>) {
        if let Some(changes) = changes
            && self.len() == Some(changes.result_len())
        {
            self.edges.0[at.0] = self.edges.edge_to(self.at, changes);
        }
        (self.at, self.fingerprint) = (at, fingerprint);
        self.record_text();
    }

    fn record_text(&mut self) {
        let Some(fingerprint) = self.fingerprint else {
            return;
        };
        if let Some(next) = self.state_of_text.get(&fingerprint) {
            if let Some(edge) = self.edges.get(*next) {
                let same = ChangeSet::identity(edge.changes.base_len());
                self.edges.0[self.at.0] = self.edges.edge_to(*next, same);
            }
        } else if self.edges.get(self.at).is_some() {
            self.state_of_text.insert(fingerprint, self.at);
        }
    }

    /// The changes that another program or a missing step made to the text after `step`.
    fn bridge_gap(&mut self, step: usize) -> Option<ChangeSet> {
        if self.steps[step].note.after.is_some() != self.fingerprint.is_some() {
            return None;
        }
        let before = text_after(step, |step| self.steps[step].note, self.stored)?;
        self.text.move_to(self.at, &self.edges)?;
        let after = Bytes::copy_from_slice(self.text.text());
        Some(ChangeSet::by_line(&before, &after))
    }
}
