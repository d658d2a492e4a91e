//! Tests of the journal in real directories, and of the functions without I/O.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test reads and makes its own files, and fails by panicking"
)]

mod bundle;
mod claims;
mod earlier_spans;
mod history_end;
mod model;
mod prune;
mod reverted_changes;
mod state;
mod store;
mod undo;
mod walk;

use std::path::Path;

use bytes::Bytes;
use tempfile::TempDir;

use super::{
    Entry, Event, FileNote, JournalStore, NewEntry, NewFile, PrivateNames, Receipt, StateBase,
    WorkspaceRoot,
};
use crate::change::{ChangeSet, Deed, Edit, Record, TransitionKind};
use crate::snapshot::Fingerprint;

/// An arbitrary fixed time.
const NOW: u64 = 1_735_689_660_000;

/// The record of a note whose changes are in memory.
fn record_of(note: &FileNote) -> Record {
    note.with_changes(note.changes.loaded().unwrap().clone())
}

/// A temporary state directory, and the journal in it.
struct World {
    state: TempDir,
}

impl World {
    fn new() -> Self {
        let state = TempDir::new().unwrap();
        Self { state }
    }

    fn base(&self) -> StateBase {
        StateBase(self.state.path().join("incise"))
    }

    fn journal(&self) -> JournalStore {
        JournalStore::open(&self.base(), &root()).unwrap()
    }
}

fn root() -> WorkspaceRoot {
    WorkspaceRoot {
        inode: 2,
        born: 1,
        path: "/srv/tree".into(),
    }
}

/// `len` incompressible bytes that depend on `seed`.
fn noise(seed: u64, len: usize) -> Bytes {
    let mut noise = vec![0; len];
    let mut hasher = blake3::Hasher::new();
    hasher.update(&seed.to_le_bytes());
    hasher.finalize_xof().fill(&mut noise);
    noise.into()
}

/// The record of `changes` to `base`.
fn record(path: &str, transition: TransitionKind, base: &[u8], changes: ChangeSet) -> Record {
    let after = changes.apply(base).unwrap();
    Record {
        path: path.into(),
        from: None,
        transition,
        before: (transition != TransitionKind::Created).then(|| Fingerprint::hash(base)),
        after: (transition != TransitionKind::Removed).then(|| Fingerprint::hash(&after)),
        modes: None,
        attributes: crate::snapshot::Attributes::default(),
        encoding: None,
        changes,
    }
}

/// The record of an edit that replaces `old` with `new` in `base`.
fn edited(path: &str, base: &str, old: &str, new: &str) -> Record {
    let edit = Edit {
        at: base.find(old).unwrap(),
        old: Bytes::copy_from_slice(old.as_bytes()),
        new: Bytes::copy_from_slice(new.as_bytes()),
    };
    let changes = ChangeSet::new(base.len(), vec![edit]).unwrap();
    record(path, TransitionKind::Edited, base.as_bytes(), changes)
}

fn draft(files: &[NewFile]) -> NewEntry<'_> {
    NewEntry {
        time: NOW,
        task: None,
        command: &[],
        kind: Deed::Edit,
        made: Vec::new(),
        saw_all_lines: false,
        files,
    }
}

/// A file of an entry without further properties.
fn new_file(record: &Record, base: &[u8]) -> NewFile {
    NewFile {
        record: record.clone(),
        base: Bytes::copy_from_slice(base),
        is_given_whole: false,
        is_private: record
            .names()
            .any(|name| PrivateNames::default().contain(name)),
    }
}

/// Records one edit and its commit.
fn note_done(journal: &JournalStore, record: &Record, base: &str) -> Receipt {
    let base = base.as_bytes();
    let receipt = journal.note(&draft(&[new_file(record, base)])).unwrap();
    journal.note_done(receipt.id).unwrap();
    receipt
}

fn entries(journal: &JournalStore) -> Vec<Entry> {
    only_entries(journal.events().unwrap().map(Result::unwrap))
}

fn entries_of(journal: &JournalStore, path: &str) -> Vec<u64> {
    let events = journal.events_of(Path::new(path)).unwrap();
    let entries = only_entries(events.map(Result::unwrap));
    entries.iter().map(|entry| entry.id).collect()
}

fn only_entries(events: impl Iterator<Item = Event>) -> Vec<Entry> {
    events
        .filter_map(|event| match event {
            Event::Entry(entry) => Some(entry),
            Event::Read(_) => None,
        })
        .collect()
}
