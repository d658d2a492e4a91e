//! Random steps over a hundred files on disk: edits of one or several files, created, deleted and moved files, modes,
//! edits by others in between. Undo and redo of the latest entry, of any entry, and of all entries of a task.
//!
//! The check does not use the algebra of changes. Every file is a list of registers, one per line, and no value is
//! used twice. So the values alone determine the result of an undo. A register with the entry's new value gets its
//! old value back, and a register with the old value stays. With any other value, the undo must be refused.
//! Everything that is undone is redone exactly, also for created, deleted and moved files. Undoing all own edits
//! leads back to the start.

#![cfg(feature = "cli")]
#![allow(
    clippy::disallowed_methods,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test makes its own files and fails by panicking"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};

use incise::change::Deed;
use incise::internal::{
    Chooser, Interrupt, JournalContext, LogFilter, Reach, StateBase, UndoTarget, Watch, World,
};
use incise::refusal::Code;
use incise::report::Report;
use incise::request::{OnConflict, Request, Sync, Terms};
use serde_json::{Value, json};
use tempfile::TempDir;

const NAMES: usize = 100;
const REGISTERS: usize = 8;

/// SplitMix64, which gives the same sequence on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) as usize % sides.max(1)
    }
}

/// A file: an identity that is independent of its name, its registers, its permission bits.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    identity: usize,
    registers: Vec<usize>,
    mode: u32,
}

impl Entry {
    fn text(&self) -> String {
        let mut text = format!("file {}\n", self.identity);
        for (number, value) in self.registers.iter().enumerate() {
            text += &format!("{}\n-- {number}\n", line(number, *value));
        }
        text
    }

    fn of(text: &str, mode: u32) -> Self {
        let mut lines = text.lines();
        let identity = lines.next().unwrap().strip_prefix("file ").unwrap();
        let values = lines.filter_map(|line| line.strip_prefix("r")?.rsplit_once(' '));
        let entry = Self {
            identity: identity.parse().unwrap(),
            registers: values.map(|(_, value)| value.parse().unwrap()).collect(),
            mode,
        };
        assert_eq!(entry.text(), text, "a file that nobody has written");
        entry
    }
}

fn line(register: usize, value: usize) -> String {
    format!("r{register} = {value}")
}

type Tree = BTreeMap<String, Entry>;

/// The effect of a journal entry on one file, determined from the trees before and after.
#[derive(Clone, Debug, Default)]
struct Effect {
    /// Register, value before, value after.
    values: Vec<(usize, usize, usize)>,
    modes: Option<(u32, u32)>,
    /// True if the file was created, deleted or moved.
    is_renamed: bool,
}

/// The kind of a random walk.
#[derive(Clone, Copy, PartialEq)]
enum Manner {
    /// Only the latest entry is undone and redone, and nobody else writes.
    InOrder,
    /// Any entry, several tasks, and edits by others in between.
    AnyOrder,
}

struct Walk {
    files: TempDir,
    _state: TempDir,
    world: World,
    dice: Dice,
    next: usize,
    /// By entry and identity.
    effects: BTreeMap<u64, BTreeMap<usize, Effect>>,
    counts: BTreeMap<&'static str, usize>,
}

fn terms() -> Terms {
    Terms {
        sync: Sync::None,
        on_conflict: OnConflict::Force,
        ..Terms::default()
    }
}

impl Walk {
    fn new(seed: u64) -> Self {
        let (files, state) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let cwd = files.path().canonicalize().unwrap();
        let world = World {
            reach: Reach::Roots(vec![cwd.clone()]),
            interrupt: Interrupt::default(),
            watch: Watch::default(),
            chooser: Chooser::default(),
            journal: JournalContext {
                base: Some(StateBase(state.path().join("state"))),
                workspace: cwd.clone(),
                time: 1_800_000_000_000,
                command: Vec::new(),
                shows: None,
                ..JournalContext::default()
            },
            cwd,
        };
        let mut walk = Self {
            files,
            _state: state,
            world,
            dice: Dice(seed),
            next: 1,
            effects: BTreeMap::new(),
            counts: BTreeMap::new(),
        };
        for number in 0..NAMES * 3 / 4 {
            let entry = walk.new_entry();
            let path = walk.files.path().join(name(number));
            fs::write(&path, entry.text()).unwrap();
            fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        }
        walk
    }

    fn value(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    fn new_entry(&mut self) -> Entry {
        Entry {
            identity: self.value(),
            registers: (0..REGISTERS).map(|_| self.value()).collect(),
            mode: 0o644,
        }
    }

    fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    fn tree(&self) -> Tree {
        let mut tree = Tree::new();
        for entry in fs::read_dir(self.files.path()).unwrap() {
            let entry = entry.unwrap();
            let mode = entry.metadata().unwrap().mode() & 0o7777;
            let text = fs::read_to_string(entry.path()).unwrap();
            let name = entry.file_name().into_string().unwrap();
            tree.insert(name, Entry::of(&text, mode));
        }
        tree
    }

    fn any_file(&mut self, tree: &Tree) -> String {
        let at = self.dice.below(tree.len());
        tree.keys().nth(at).unwrap().clone()
    }

    fn run(&self, edits: Vec<Value>, task: Option<&str>) -> Report {
        let request = json!({"edits": edits});
        let mut request = Request::from_json(request.to_string().as_bytes()).unwrap();
        request.terms = terms();
        request.terms.task = task.map(str::to_owned);
        incise::internal::run(&request, &self.world)
    }

    /// Makes one transaction.
    fn edit(&mut self) {
        let before = self.tree();
        // Keep the number of files below the number of names.
        let kind = match (self.dice.below(10), before.len()) {
            (0 | 4, NAMES..) => 1,
            (kind, _) => kind,
        };
        let edits = match kind {
            0 => vec![self.create(&before)],
            1 => vec![json!({"op": "remove", "path": self.any_file(&before)})],
            2 => vec![self.rename(&before)],
            3 => vec![self.chmod(&before)],
            4 => vec![
                self.create(&before),
                self.chmod(&before),
                self.rename(&before),
            ],
            _ => self.set_registers(&before),
        };
        let task = [None, Some("one"), Some("two")][self.dice.below(3)];
        let report = self.run(edits.clone(), task);
        if !report.refusals.is_empty() {
            // One file was chosen twice.
            assert_eq!(self.tree(), before, "{edits:?}: {:?}", report.refusals);
            return self.count("refused");
        }
        self.remember(report.undo.unwrap(), &before);
        self.count(
            ["create", "remove", "move", "chmod", "all kinds"]
                .get(kind)
                .unwrap_or(&"edit"),
        );
    }

    fn create(&mut self, tree: &Tree) -> Value {
        let text = self.new_entry().text();
        json!({"op": "create", "path": self.free_name(tree), "text": text})
    }

    fn rename(&mut self, tree: &Tree) -> Value {
        json!({"op": "move", "path": self.any_file(tree), "to": self.free_name(tree)})
    }

    fn free_name(&mut self, tree: &Tree) -> String {
        let is_free = |name: &String| !tree.contains_key(name);
        let free: Vec<String> = (0..2 * NAMES).map(name).filter(is_free).collect();
        free[self.dice.below(free.len())].clone()
    }

    fn chmod(&mut self, tree: &Tree) -> Value {
        let path = self.any_file(tree);
        let (old, new) = match tree[&path].mode {
            0o755 => ("100755", "100644"),
            _ => ("100644", "100755"),
        };
        let diff = format!("diff --git a/{path} b/{path}\nold mode {old}\nnew mode {new}\n");
        json!({"op": "patch", "diff": diff})
    }

    /// Sets one or two registers in each of one to three files.
    fn set_registers(&mut self, tree: &Tree) -> Vec<Value> {
        let mut edits = Vec::new();
        for _ in 0..=self.dice.below(3) {
            let path = self.any_file(tree);
            for _ in 0..=self.dice.below(2) {
                let register = self.dice.below(REGISTERS);
                let old = tree[&path].registers[register];
                let (old, new) = (line(register, old), line(register, self.value()));
                edits.push(json!({"op": "replace", "path": path, "old": old, "new": new}));
            }
        }
        edits
    }

    /// An edit by another process, which the journal does not see.
    fn write_as_another(&mut self) {
        let tree = self.tree();
        let path = self.any_file(&tree);
        let mut entry = tree[&path].clone();
        let register = self.dice.below(REGISTERS);
        entry.registers[register] = self.value();
        fs::write(self.files.path().join(path), entry.text()).unwrap();
        self.count("foreign");
    }

    fn remember(&mut self, id: u64, before: &Tree) {
        let after = self.tree();
        let places = |tree: &Tree| -> BTreeMap<usize, (String, Entry)> {
            let place =
                |(name, entry): (&String, &Entry)| (entry.identity, (name.clone(), entry.clone()));
            tree.iter().map(place).collect()
        };
        let (before, after) = (places(before), places(&after));
        let identities: BTreeSet<_> = before.keys().chain(after.keys()).collect();
        let mut effects = BTreeMap::new();
        for identity in identities {
            match (before.get(identity), after.get(identity)) {
                (Some(old), Some(new)) if old == new => {}
                (Some((from, old)), Some((to, new))) => {
                    effects.insert(*identity, effect(old, new, from != to));
                }
                _ => {
                    let is_renamed = true;
                    effects.insert(
                        *identity,
                        Effect {
                            is_renamed,
                            ..Effect::default()
                        },
                    );
                }
            }
        }
        self.effects.insert(id, effects);
    }

    /// The number of the latest entry that undoes others, and these entries, newest first.
    fn latest(&self) -> (u64, Vec<u64>) {
        let filter = LogFilter {
            path: None,
            task: None,
            max: 1,
        };
        let list = incise::internal::log(&filter, &self.world).unwrap();
        let latest = &list.entries[0];
        match &latest.deed {
            Deed::Edit => panic!("an undo is not an edit"),
            Deed::Undo(entries) | Deed::Redo(entries) => (latest.id, entries.clone()),
        }
    }

    /// The result of undoing `entries` in `tree`: `Err` if it must be refused, `None` if the values do not determine
    /// it.
    fn foretell(&self, entries: &[u64], tree: &Tree) -> Option<Result<Tree, ()>> {
        let mut tree = tree.clone();
        let mut is_told = true;
        for id in entries {
            for (identity, effect) in &self.effects[id] {
                let entry = tree.values_mut().find(|entry| entry.identity == *identity);
                is_told &= !effect.is_renamed;
                let Some(entry) = entry else {
                    is_told = false;
                    continue;
                };
                for (register, old, new) in &effect.values {
                    match entry.registers[*register] {
                        now if now == *new => entry.registers[*register] = *old,
                        now if now == *old => {}
                        _ if is_told => return Some(Err(())),
                        _ => return None,
                    }
                }
                if let Some((old, new)) = effect.modes.filter(|(_, new)| entry.mode == *new) {
                    assert_ne!(old, new);
                    entry.mode = old;
                }
            }
        }
        is_told.then_some(Ok(tree))
    }

    /// True if no file of entry `id` was deleted or moved since. A file that is restored with another text, as when
    /// all entries of a task are undone, may count as a different file.
    fn stayed(&self, id: u64) -> bool {
        let mut later = self.effects.range(id + 1..);
        let is_renamed = |identity: &usize, effects: &BTreeMap<usize, Effect>| {
            effects
                .get(identity)
                .is_some_and(|effect| effect.is_renamed)
        };
        !later.any(|(_, effects)| {
            let mut identities = self.effects[&id].keys();
            identities.any(|identity| is_renamed(identity, effects))
        })
    }

    /// Undoes `wanted` and checks the result. True if anything was undone.
    fn take_back(&mut self, wanted: &UndoTarget, what: &'static str) -> bool {
        let before = self.tree();
        let report = incise::internal::run(&Request::undo(wanted.clone(), terms()), &self.world);
        let after = self.tree();
        if let Some(refusal) = report.refusals.first() {
            assert_eq!(after, before, "{wanted:?}: {refusal:?}");
            let code = refusal.code();
            match (code, wanted) {
                (Code::NothingToUndo, _) => self.count("nothing"),
                (Code::UndoConflict, UndoTarget::Entry(id)) => {
                    let foretold = self.foretell(&[*id], &before);
                    let must_not = matches!(foretold, Some(Ok(_))) && self.stayed(*id);
                    assert!(!must_not, "{wanted:?}: {refusal:?}");
                    self.count("conflict");
                }
                (Code::UndoConflict, _) => self.count("conflict"),
                _ => panic!("{wanted:?}: {refusal:?}"),
            }
            return false;
        }
        let (id, taken_back) = self.latest();
        match self.foretell(&taken_back, &before) {
            Some(Ok(expected)) => {
                assert_eq!(after, expected, "{wanted:?} took back {taken_back:?}");
                self.count("foretold");
            }
            Some(Err(())) => panic!("{wanted:?} took back {taken_back:?} over other values"),
            None => self.count("not foretold"),
        }
        match report.undo {
            Some(undo) => assert_eq!(undo, id),
            // Nothing was left to undo.
            None => assert_eq!(after, before, "{wanted:?}"),
        }
        self.remember(id, &before);
        self.count(what);
        true
    }

    /// Undoes any of the latest entries, and then that undo, which must restore the previous state.
    fn aside(&mut self) {
        let Some(newest) = self.effects.keys().next_back().copied() else {
            return;
        };
        let reach = usize::try_from(newest).unwrap().min(60);
        let id = newest - self.dice.below(reach) as u64;
        let before = self.tree();
        if !self.take_back(&UndoTarget::Entry(id), "aside") || self.dice.below(2) == 0 {
            return;
        }
        let undo = self.effects.keys().next_back().copied().unwrap();
        assert!(
            self.take_back(&UndoTarget::Entry(undo), "and back"),
            "{undo} of {id}"
        );
        assert_eq!(self.tree(), before, "{undo}, the undo of {id}, taken back");
    }

    fn step(&mut self, manner: Manner) {
        let is_in_order = manner == Manner::InOrder;
        match self.dice.below(20) {
            0..8 => self.edit(),
            8..12 => drop(self.take_back(&UndoTarget::LatestEdit, "undo")),
            12..15 => drop(self.take_back(&UndoTarget::LatestUndo, "redo")),
            15 if !is_in_order => drop(self.take_back(&UndoTarget::Task("one".to_owned()), "task")),
            16 if !is_in_order => self.write_as_another(),
            17.. if !is_in_order => self.aside(),
            _ => self.edit(),
        }
        let left: Vec<_> = fs::read_dir(self.files.path()).unwrap().flatten().collect();
        let is_ours =
            |entry: &&fs::DirEntry| entry.file_name().to_string_lossy().contains("incise");
        assert!(!left.iter().any(|entry| is_ours(&entry)));
    }

    #[track_caller]
    fn assert_occurred(&self, kinds: &[&str]) {
        for kind in kinds {
            let count = self.counts.get(kind).copied().unwrap_or(0);
            assert!(count > 0, "{kind}: {:?}", self.counts);
        }
        println!("{:?}", self.counts);
    }
}

fn name(number: usize) -> String {
    format!("n{number:03}")
}

fn effect(old: &Entry, new: &Entry, is_renamed: bool) -> Effect {
    let pairs = old.registers.iter().zip(&new.registers).enumerate();
    Effect {
        values: pairs
            .filter(|(_, (old, new))| old != new)
            .map(|(register, (old, new))| (register, *old, *new))
            .collect(),
        modes: Some((old.mode, new.mode)).filter(|(old, new)| old != new),
        is_renamed,
    }
}

const OWN: [&str; 9] = [
    "create",
    "remove",
    "move",
    "chmod",
    "all kinds",
    "edit",
    "undo",
    "redo",
    "foretold",
];

/// Undoes and redoes only our own edits, in order. Undoing all of them must restore the start.
fn there_and_back(seed: u64, steps: usize) {
    let mut walk = Walk::new(seed);
    let start = walk.tree();
    (0..steps).for_each(|_| walk.step(Manner::InOrder));
    walk.assert_occurred(&OWN);
    assert!(!walk.counts.contains_key("conflict"), "{:?}", walk.counts);
    while walk.take_back(&UndoTarget::LatestEdit, "undo") {}
    assert_eq!(walk.tree(), start);
}

fn any_order(seed: u64, steps: usize) {
    let mut walk = Walk::new(seed);
    (0..steps).for_each(|_| walk.step(Manner::AnyOrder));
    walk.assert_occurred(&OWN);
    walk.assert_occurred(&[
        "task",
        "foreign",
        "aside",
        "and back",
        "conflict",
        "not foretold",
    ]);
}

#[test]
fn a_walk_back_ends_where_it_began() {
    there_and_back(1, 150);
}

#[test]
fn any_undo_matches_the_model_or_is_refused() {
    any_order(2, 200);
}

#[test]
#[ignore = "minutes: ten thousand steps on the disk"]
fn ten_thousand_steps_there_and_back() {
    there_and_back(3, 10_000);
}

#[test]
#[ignore = "minutes: ten thousand steps on the disk"]
fn ten_thousand_steps_in_any_order() {
    any_order(4, 10_000);
}
