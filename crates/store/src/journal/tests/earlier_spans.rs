//! Compares claims on a few places with claims on the whole text, in random histories.

use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::super::{Event, ReadMark};
use super::model::Model;
use super::walk::{Dice, random_change};
use crate::change::{ChangeSet, Claim, Edit};
use crate::journal::UndoTarget;
use crate::snapshot::Snapshot;
use crate::text::{LineNumber, LineRange, Span};

const TASKS: [&str; 3] = ["t1", "t2", "t3"];

struct History {
    model: Model,
    dice: Dice,
    path: &'static str,
    /// The number of conflicts found.
    conflicts: usize,
}

impl History {
    fn new(seed: u64) -> Self {
        let text: String = (0..9).map(|line| format!("line {line}\n")).collect();
        Self {
            model: Model::with_files(&[("a", &text)]),
            dice: Dice(seed),
            path: "a",
            conflicts: 0,
        }
    }

    fn text(&self) -> Bytes {
        self.model.files[Path::new(self.path)].clone()
    }

    fn task(&mut self) -> Option<&'static str> {
        TASKS.get(self.dice.below(5)).copied()
    }

    /// A few random lines of the text.
    fn lines(&mut self) -> Option<Span> {
        let text = Snapshot::of_text(self.text());
        let first = 1 + self.dice.below(text.line_count());
        let last = (first + self.dice.below(3)).min(text.line_count());
        let number = LineNumber::new;
        text.span_of(LineRange::new(number(first)?, number(last)?)?)
    }

    /// A random change of whole lines or of any bytes.
    fn change(&mut self) -> ChangeSet {
        let text = self.text();
        let Some(span) = self.lines().filter(|_| self.dice.below(3) > 0) else {
            return random_change(&mut self.dice, &text);
        };
        let old = text.slice(span.range());
        let new = match self.dice.below(5) {
            0 => Bytes::new(),
            1 => Bytes::from([&old[..], b"more\n"].concat()),
            2 => Bytes::from([b"more\n", &old[..]].concat()),
            3 => Bytes::from([b"  ", &old[..]].concat()),
            _ => Bytes::from(format!("new {}\n", self.dice.below(4))),
        };
        let at = span.start();
        ChangeSet::new(text.len(), vec![Edit { at, old, new }]).unwrap()
    }

    fn step(&mut self) {
        let task = self.task();
        match self.dice.below(20) {
            0..9 => {
                let change = self.change();
                if change.changes_text() {
                    self.model.change(task, self.path, change);
                }
            }
            9..12 => {
                let parts = (0..self.dice.below(3)).filter_map(|_| self.lines());
                let mut parts: Vec<Span> = parts.collect();
                parts.sort_unstable();
                let mark = ReadMark {
                    task: task.unwrap_or("t1").into(),
                    path: PathBuf::from(self.path),
                    text: Snapshot::of_text(self.text()).fingerprint(),
                    parts: (!parts.is_empty()).then_some(parts),
                };
                self.model.events.push(Event::Read(mark));
            }
            12..17 => {
                let target = match self.dice.below(4) {
                    0 => UndoTarget::LatestEdit,
                    1 => UndoTarget::LatestUndo,
                    _ => UndoTarget::Entry(1 + self.dice.below(self.model.events.len()) as u64),
                };
                // A refused undo changes nothing.
                let _ = self.model.undo_as(task, &target);
            }
            17 | 18 => {
                let text = self.change().apply(&self.text()).unwrap();
                self.model.files.insert(self.path.into(), text.into());
            }
            _ => {
                let to = if self.path == "a" { "b" } else { "a" };
                self.model.rename(self.path, to);
                self.path = to;
            }
        }
        // An undo may have moved the file back, or may have removed it.
        if !self.model.files.contains_key(Path::new(self.path)) {
            self.path = if self.path == "a" { "b" } else { "a" };
        }
    }

    fn compare(&mut self) {
        for task in TASKS {
            let all = self.model.claims(task, self.path);
            for _ in 0..3 {
                let change = self.change();
                let text = self.text();
                let lines = change.touched_lines(&text);
                let near = self.model.claims_on(task, self.path, Some(&lines));
                let found = change.claim_conflicts(&all, &text);
                assert_eq!(change.claim_conflicts(&near, &text), found, "{task}");
                assert_eq!(
                    entries_with_claims(&near, &lines),
                    entries_with_claims(&all, &lines),
                    "{task}"
                );
                self.conflicts += found.len();
            }
        }
    }
}

/// The entries with claims on some of `parts`.
fn entries_with_claims(claims: &[Claim], parts: &[Span]) -> Vec<u64> {
    let mut entries = Vec::new();
    for claim in claims {
        let mut regions = claim.regions.iter();
        if regions.any(|region| parts.iter().any(|part| part.touches(region.span))) {
            entries.push(claim.entry);
        }
    }
    entries
}

#[test]
fn claims_near_a_change_find_all_conflicts() {
    let mut conflicts = 0;
    for seed in 0..40 {
        let mut history = History::new(seed);
        for _ in 0..40 {
            history.step();
            history.compare();
        }
        conflicts += history.conflicts;
    }
    assert!(conflicts > 1_000, "{conflicts}");
}
