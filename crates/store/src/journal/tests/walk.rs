//! Random walks of ten thousand steps over a hundred files. Every undo and redo restores a recorded state.

use std::collections::HashMap;
use std::path::PathBuf;

use bytes::Bytes;

use super::model::{Model, Texts};
use crate::change::{ChangeSet, Deed, Edit};
use crate::error::{Error, Fault};
use crate::journal::UndoTarget;

/// SplitMix64, so that the walk is the same on every machine.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) as usize % sides.max(1)
    }

    fn word(&mut self) -> String {
        let words = ["", "a", "\n", "x\ny\n", "word ", "\u{e9}", "a\nb"];
        words[self.below(words.len())].to_owned()
    }
}

/// One to three random edits that fit the text.
pub(super) fn random_change(dice: &mut Dice, text: &Bytes) -> ChangeSet {
    let mut edits = Vec::new();
    let mut at = 0;
    for _ in 0..=dice.below(3) {
        let start = at + dice.below(text.len() - at + 1);
        let end = start + dice.below((text.len() - start).min(12) + 1);
        edits.push(Edit {
            at: start,
            old: text.slice(start..end),
            new: dice.word().into(),
        });
        at = end;
    }
    ChangeSet::new(text.len(), edits).unwrap()
}

fn random_name(dice: &mut Dice) -> PathBuf {
    format!("f{}", dice.below(100)).into()
}

/// The files that an entry changed, each with its text before and after.
type Touched = HashMap<PathBuf, (Option<Bytes>, Option<Bytes>)>;

#[derive(Default)]
struct Walk {
    model: Model,
    touched: HashMap<u64, Touched>,
    counts: HashMap<&'static str, usize>,
}

impl Walk {
    fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    fn remember(&mut self, id: u64, before: &Texts) {
        let after = &self.model.files;
        let names = before.keys().chain(after.keys());
        let touched = names
            .filter(|name| before.get(*name) != after.get(*name))
            .map(|name| {
                (
                    name.clone(),
                    (before.get(name).cloned(), after.get(name).cloned()),
                )
            })
            .collect();
        self.touched.insert(id, touched);
    }

    fn edit(&mut self, dice: &mut Dice) {
        let before = self.model.files.clone();
        let name = random_name(dice);
        let shown = name.to_str().unwrap();
        let id = match (before.get(&name), dice.below(10)) {
            (None, _) => {
                let mut after = before.clone();
                after.insert(name, dice.word().repeat(20).into());
                self.model.commit(Deed::Edit, None, after)
            }
            (Some(_), 0) => {
                let mut after = before.clone();
                after.remove(&name);
                self.model.commit(Deed::Edit, None, after)
            }
            (Some(_), 1) => {
                let to = random_name(dice);
                if before.contains_key(&to) {
                    return;
                }
                self.model.rename(shown, to.to_str().unwrap())
            }
            (Some(text), _) => {
                let changes = random_change(dice, text);
                self.model.change(None, shown, changes)
            }
        };
        self.remember(id, &before);
        self.count("edit");
    }

    /// Undoes or redoes in order, and checks that the files have the recorded texts.
    fn step_back_or_forth(&mut self, target: &UndoTarget, side: &'static str) {
        let before = self.model.files.clone();
        let (id, targets) = match self.model.undo(target) {
            Ok(done) => done,
            Err(refusal) => {
                assert!(
                    matches!(refusal.fault, Fault::NothingToUndo(_)),
                    "{side}: {refusal:?}"
                );
                return self.count("nothing");
            }
        };
        for target in targets {
            for (name, (was, _)) in &self.touched[&target] {
                assert_eq!(
                    self.model.files.get(name),
                    was.as_ref(),
                    "{side} {target}: {name:?}"
                );
            }
        }
        self.remember(id, &before);
        self.count(side);
    }

    /// Undoes a random entry and redoes it immediately, which must restore the tree.
    fn step_aside(&mut self, dice: &mut Dice) {
        let Some(newest) = self.model.events.len().checked_sub(1) else {
            return;
        };
        let before = self.model.files.clone();
        let id = 1 + (newest - dice.below(newest.min(40) + 1)) as u64;
        match self.model.undo(&UndoTarget::Entry(id)) {
            Err(refusal) => self.refused(&refusal),
            Ok((undo, _)) => {
                self.remember(undo, &before);
                let undone = self.model.files.clone();
                let (redo, _) = self.model.undo(&UndoTarget::Entry(undo)).unwrap();
                assert!(
                    self.model.files == before,
                    "redo {redo} of {undo}, the undo of {id}"
                );
                self.remember(redo, &undone);
                self.count("aside");
            }
        }
    }

    fn refused(&mut self, refusal: &Error) {
        match &refusal.fault {
            Fault::NothingToUndo(_) => self.count("nothing"),
            Fault::UndoConflict { .. } => self.count("conflict"),
            other => panic!("{other:?}"),
        }
    }
}

/// The order in which entries are undone.
#[derive(Clone, Copy)]
enum Manner {
    InOrder,
    AndAside,
}

fn walk(seed: u64, steps: usize, manner: Manner) -> Walk {
    let mut dice = Dice(seed);
    let mut walk = Walk::default();
    for _ in 0..steps {
        match (dice.below(10), manner) {
            (0..4, _) => walk.edit(&mut dice),
            (4..7, Manner::InOrder) => walk.step_back_or_forth(&UndoTarget::LatestEdit, "undo"),
            (7.., Manner::InOrder) => walk.step_back_or_forth(&UndoTarget::LatestUndo, "redo"),
            (4.., Manner::AndAside) => walk.step_aside(&mut dice),
        }
    }
    walk
}

fn assert_occurred(walk: &Walk, kinds: &[&str]) {
    for kind in kinds {
        let count = walk.counts.get(kind).copied().unwrap_or(0);
        assert!(count >= 2, "{kind}: {:?}", walk.counts);
    }
}

/// Walks, then undoes all edits through every recorded state.
fn walk_there_and_back(seed: u64, steps: usize) {
    let mut walk = walk(seed, steps, Manner::InOrder);
    assert_occurred(&walk, &["edit", "undo", "redo", "nothing"]);
    let ends = walk.counts["nothing"];
    while walk.counts["nothing"] == ends {
        walk.step_back_or_forth(&UndoTarget::LatestEdit, "undo");
    }
    assert_eq!(walk.model.files, Texts::new());
}

#[test]
fn ten_thousand_steps_return_to_every_recorded_state() {
    (10..20).for_each(|seed| walk_there_and_back(seed, 1_000));
}

#[test]
fn any_undo_is_refused_or_redone_to_the_byte() {
    for seed in 2..6 {
        let walk = walk(seed, 800, Manner::AndAside);
        assert_occurred(&walk, &["edit", "aside", "nothing", "conflict"]);
    }
}
