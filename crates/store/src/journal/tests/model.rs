//! Files and a history in memory. The model uses the functions without I/O as `run` does.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::super::{
    Entry, Event, FileNote, FileUndo, KeptChanges, Present, Since, choose, paths, plan,
};
use crate::change::{ChangeSet, Claim, Deed, TransitionKind};
use crate::error::Error;
use crate::journal::UndoTarget;
use crate::snapshot::{Fingerprint, Snapshot};
use crate::text::Span;

pub(super) type Texts = BTreeMap<PathBuf, Bytes>;

#[derive(Default)]
pub(super) struct Model {
    pub(super) files: Texts,
    /// Oldest first.
    pub(super) events: Vec<Event>,
    /// Every text that a transaction wrote.
    pub(super) stored: HashMap<Fingerprint, Bytes>,
    /// Entries with lower numbers are pruned.
    pub(super) pruned: u64,
    next: u64,
}

impl Model {
    pub(super) fn with_files(files: &[(&str, &str)]) -> Self {
        let files = files
            .iter()
            .map(|(path, text)| (PathBuf::from(path), Bytes::copy_from_slice(text.as_bytes())));
        Self {
            files: files.collect(),
            ..Self::default()
        }
    }

    pub(super) fn text(&self, path: &str) -> &str {
        let text = self.files.get(Path::new(path));
        text.map_or("(no file)", |text| std::str::from_utf8(text).unwrap())
    }

    /// Commits a transaction with the result `after`. The differences become its notes.
    pub(super) fn commit(&mut self, kind: Deed, task: Option<&str>, after: Texts) -> u64 {
        let names: std::collections::BTreeSet<&PathBuf> =
            self.files.keys().chain(after.keys()).collect();
        let notes = names
            .into_iter()
            .filter(|name| self.files.get(*name) != after.get(*name))
            .map(|name| note(name, self.files.get(name), after.get(name)))
            .collect();
        self.commit_notes(kind, task, notes, after)
    }

    pub(super) fn commit_notes(
        &mut self,
        kind: Deed,
        task: Option<&str>,
        notes: Vec<FileNote>,
        after: Texts,
    ) -> u64 {
        self.next += 1;
        for text in after.values() {
            self.stored.insert(Fingerprint::hash(text), text.clone());
        }
        self.files = after;
        self.events.push(Event::Entry(Entry {
            id: self.next,
            time: 0,
            task: task.map(str::to_owned),
            command: Vec::new(),
            kind,
            made: Vec::new(),
            saw_all_lines: false,
            files: notes,
            is_whole: true,
            is_committed: true,
        }));
        self.next
    }

    /// Commits an edit that replaces every `old` in the file with `new`.
    pub(super) fn edit(&mut self, task: Option<&str>, path: &str, old: &str, new: &str) -> u64 {
        let text = self.text(path).to_owned();
        let edits = text
            .match_indices(old)
            .map(|(at, old)| crate::change::Edit {
                at,
                old: Bytes::copy_from_slice(old.as_bytes()),
                new: Bytes::copy_from_slice(new.as_bytes()),
            });
        let changes = ChangeSet::new(text.len(), edits.collect()).unwrap();
        assert!(!changes.is_empty(), "{old:?} is not in {text:?}");
        self.change(task, path, changes)
    }

    pub(super) fn change(&mut self, task: Option<&str>, path: &str, changes: ChangeSet) -> u64 {
        let before = self.files[Path::new(path)].clone();
        let text = Bytes::from(changes.apply(&before).unwrap());
        let note = FileNote {
            changes: KeptChanges::Loaded(changes),
            ..note(Path::new(path), Some(&before), Some(&text))
        };
        let mut after = self.files.clone();
        after.insert(path.into(), text);
        self.commit_notes(Deed::Edit, task, vec![note], after)
    }

    pub(super) fn rename(&mut self, from: &str, to: &str) -> u64 {
        let mut after = self.files.clone();
        let text = after.remove(Path::new(from)).unwrap();
        let note = FileNote {
            from: Some(from.into()),
            transition: TransitionKind::Moved,
            ..note(Path::new(to), Some(&text), Some(&text))
        };
        after.insert(to.into(), text);
        self.commit_notes(Deed::Edit, None, vec![note], after)
    }

    /// Changes a file without the journal, like a foreign tool.
    pub(super) fn overwrite(&mut self, path: &str, text: &str) {
        let text = Bytes::copy_from_slice(text.as_bytes());
        self.files.insert(path.into(), text);
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.events.iter().rev().filter_map(|event| match event {
            Event::Entry(entry) => Some(entry),
            Event::Read(_) => None,
        })
    }

    /// Undoes or redoes `target` in a new transaction. Returns its number and the reverted entries.
    pub(super) fn undo(&mut self, target: &UndoTarget) -> Result<(u64, Vec<u64>), Error> {
        self.undo_as(None, target)
    }

    /// Like [`Self::undo`], by a task.
    pub(super) fn undo_as(
        &mut self,
        task: Option<&str>,
        target: &UndoTarget,
    ) -> Result<(u64, Vec<u64>), Error> {
        let entries = self.entries().cloned().map(Ok::<_, Error>);
        let chosen = choose(target, entries)?;
        let targets = chosen.kind.takes_back().to_vec();
        let present: Present = paths(&chosen.entries, &targets)
            .into_iter()
            .map(|path| {
                let text = self.files.get(&path).cloned();
                (path, text.map(Snapshot::of_text))
            })
            .collect();
        let stored = |fingerprint: &Fingerprint| self.stored.get(fingerprint).cloned();
        let undone = plan(&chosen.entries, &targets, &present, &stored, None)?.files;
        let (notes, after) = self.carry_out(&undone);
        let id = self.commit_notes(chosen.kind, task, notes, after);
        Ok((id, targets))
    }

    /// Carries out a plan like `run`. Returns the notes of the transaction, and the files after it.
    fn carry_out(&self, undone: &[FileUndo]) -> (Vec<FileNote>, Texts) {
        let mut after = self.files.clone();
        let mut notes = Vec::new();
        for FileUndo {
            place: path,
            is_moved_away,
            after: new,
            ..
        } in undone
        {
            match new {
                None => {
                    let text = after.remove(path).unwrap();
                    if !is_moved_away {
                        notes.push(note(path, Some(&text), None));
                    }
                }
                Some(new) => {
                    let base = new.provenance.read_at(path);
                    let base = base.map(|from| self.files[from].clone());
                    let text = Bytes::from(new.text().unwrap());
                    notes.push(FileNote {
                        from: new.provenance.elsewhere().cloned(),
                        transition: new.provenance.kind(),
                        changes: KeptChanges::Loaded(new.changes.clone()),
                        ..note(path, base.as_ref(), Some(&text))
                    });
                    after.insert(path.clone(), text);
                }
            }
        }
        (notes, after)
    }

    /// The claims of tasks other than `task` on the file.
    pub(super) fn claims(&self, task: &str, path: &str) -> Vec<Claim> {
        self.claims_on(task, path, None)
    }

    /// The claims of tasks other than `task` on some places of the file.
    pub(super) fn claims_on(&self, task: &str, path: &str, places: Option<&[Span]>) -> Vec<Claim> {
        let path = Path::new(path);
        let events = self.events.iter().rev().cloned();
        let events = events.filter(|event| match event {
            Event::Entry(entry) => entry.id >= self.pruned && entry.mentions(path),
            Event::Read(mark) => mark.path == path,
        });
        let since = Since::last_seen_by(task, path, events.map(Ok)).unwrap();
        let missing = self.pruned.checked_sub(1).map(|last| 0..=last);
        let since = since.with_missing(missing.into_iter().collect());
        let stored = |fingerprint: &Fingerprint| self.stored.get(fingerprint).cloned();
        let current = Snapshot::of_text(self.files[path].clone());
        since.claims(task, path, &current, places, &stored)
    }
}

fn note(path: &Path, before: Option<&Bytes>, after: Option<&Bytes>) -> FileNote {
    let empty = Bytes::new();
    FileNote {
        path: path.to_owned(),
        from: None,
        transition: match (before, after) {
            (None, _) => TransitionKind::Created,
            (_, None) => TransitionKind::Removed,
            _ => TransitionKind::Edited,
        },
        before: before.map(|text| Fingerprint::hash(text)),
        after: after.map(|text| Fingerprint::hash(text)),
        modes: None,
        attributes: crate::snapshot::Attributes::default(),
        encoding: None,
        changes: KeptChanges::Loaded(ChangeSet::by_line(
            before.unwrap_or(&empty),
            after.unwrap_or(&empty),
        )),
    }
}
