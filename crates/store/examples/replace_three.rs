//! Replaces three files all or none, then undoes it.

#![allow(
    clippy::disallowed_methods,
    reason = "an example works in the directory that it is started in"
)]

use std::collections::HashMap;
use std::error::Error;
use std::path::Path;

use bytes::Bytes;
use incise_store::Fault;
use incise_store::disk::{CommitOptions, Disk, Plan, Reach};
use incise_store::journal::{
    self, Event, JournalStore, NewEntry, NewFile, StateBase, UndoTarget, WorkspaceRoot,
};
use incise_store::place::{NewText, Provenance, Transition};
use incise_text::change::{ChangeSet, Deed, Record};

const MAX_SIZE: u64 = 1 << 20;

/// A directory of files with a history.
pub struct Files {
    disk: Disk,
    journal: JournalStore,
}

impl Files {
    /// Opens `directory`; its history is kept below `state`.
    pub fn open(directory: &Path, state: &Path) -> Result<Self, Box<dyn Error>> {
        let base = StateBase(state.to_owned());
        let root = WorkspaceRoot::at(directory)?;
        Ok(Self {
            disk: Disk::open(directory, Reach::Roots(vec![directory.to_owned()]))?,
            journal: JournalStore::open(&base, &root)?,
        })
    }

    /// Replaces every file of `texts`, or none.
    pub fn replace(&mut self, texts: &[(&str, &str)]) -> Result<(), Box<dyn Error>> {
        let mut files = Vec::new();
        for (name, text) in texts {
            let place = self.disk.locate(Path::new(name))?;
            let before = self.disk.read(&place, MAX_SIZE)?.ok_or(Fault::Missing)?;
            let changes = ChangeSet::by_line(before.bytes(), &Bytes::from((*text).to_owned()));
            files.push(Transition {
                place,
                before: Some(before.clone()),
                is_moved_away: false,
                after: Some(NewText {
                    provenance: Provenance::Own,
                    base: before,
                    changes,
                    mode: None,
                    attributes: None,
                }),
                encoding: None,
            });
        }
        self.commit(files, Deed::Edit)
    }

    /// Takes back the latest transaction that stands.
    pub fn undo(&mut self) -> Result<(), Box<dyn Error>> {
        let mut entries = Vec::new();
        for event in self.journal.events()? {
            if let Event::Entry(mut entry) = event? {
                self.journal.load(&mut entry);
                entries.push(entry);
            }
        }
        let entries = entries.into_iter().map(Ok::<_, incise_store::Error>);
        let chosen = journal::choose(&UndoTarget::LatestEdit, entries)?;
        let targets = chosen.kind.takes_back();
        let mut present = HashMap::new();
        for name in journal::paths(&chosen.entries, targets) {
            let place = self.disk.locate(&name)?;
            present.insert(name, self.disk.read(&place, MAX_SIZE)?);
        }
        let stored = |fingerprint: &_| self.journal.text(fingerprint);
        let undone = journal::plan(&chosen.entries, targets, &present, &stored, None)?;
        let mut files = Vec::new();
        for file in undone.files {
            let after = file.after.ok_or(Fault::Missing)?;
            files.push(Transition {
                place: self.disk.locate(&file.place)?,
                before: file.before,
                is_moved_away: false,
                after: Some(NewText {
                    provenance: Provenance::Own,
                    base: after.base,
                    changes: after.changes,
                    mode: after.mode,
                    attributes: after.attributes,
                }),
                encoding: file.encoding,
            });
        }
        self.commit(files, chosen.kind)
    }

    /// Notes the transaction before it happens, under the locks, and how it ended.
    fn commit(&mut self, files: Vec<Transition>, kind: Deed) -> Result<(), Box<dyn Error>> {
        let mut noted = Vec::new();
        for file in &files {
            for (record, text) in Record::of(file, |place| place.shown().to_owned()) {
                noted.push(NewFile {
                    record,
                    base: text.bytes().clone(),
                    is_given_whole: false,
                    is_private: false,
                });
            }
        }
        let prepared = self.journal.prepare(&NewEntry {
            time: 0,
            task: None,
            command: &[],
            kind,
            made: Vec::new(),
            files: &noted,
        })?;
        let options = CommitOptions::default();
        let staged = self.disk.stage(&Plan::checked(files), &options)?;
        let locked = staged.lock().map_err(|why| format!("{why:?}"))?;
        let receipt = self.journal.note_prepared(prepared)?;
        match locked.commit() {
            Ok(_) => Ok(self.journal.note_done(receipt.id)?),
            Err(why) => {
                self.journal.note_void(receipt.id)?;
                Err(format!("nothing was written: {why:?}").into())
            }
        }
    }
}

#[allow(dead_code, reason = "the test runs `Files` alone")]
fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::current_dir()?;
    let mut files = Files::open(&directory, &directory.join(".history"))?;
    files.replace(&[("a.txt", "A\n"), ("b.txt", "B\n"), ("c.txt", "C\n")])?;
    files.undo()
}
