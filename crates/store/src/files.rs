//! Replaces several files together, and undoes the change: the protocol of [`disk`] and [`journal`] in three calls.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use bytes::Bytes;

use crate::change::{ChangeSet, Deed, Record};
use crate::disk::{
    CommitOptions, Disk, Interrupt, LogPlaces, NotCommitted, Plan, Reach, recover_all,
};
use crate::journal::{
    self, Durability, Event, JournalStore, NewEntry, NewFile, PrivateNames, StateBase, Unavailable,
    UndoTarget, WorkspaceRoot,
};
use crate::place::{NewText, Provenance, Transition};
use crate::{Error, Fault};

/// The size limit of a file, in bytes.
const MAX_SIZE: u64 = 1 << 30;

/// The files below one directory, with a history.
#[derive(Debug)]
pub struct Files {
    disk: Disk,
    journal: JournalStore,
    options: CommitOptions,
}

/// The reason why nothing was written.
#[derive(Debug)]
pub enum FilesError {
    /// Files that cannot be read or written, or the reason why an undo is refused.
    Refused(Vec<Error>),
    /// Other programs changed these files after they were read.
    Changed(Vec<PathBuf>),
    /// Log paths of transactions whose processes were killed. [`Files::open`] recovers these transactions.
    Interrupted(Vec<PathBuf>),
    /// The history cannot be read or written.
    Unavailable(Unavailable),
}

impl Files {
    /// Opens `directory`. The directory `state` contains the history and the transaction logs. If a process was
    /// killed during a transaction in `directory`, this call first completes or undoes the transaction.
    ///
    /// # Errors
    /// If `directory` does not exist, if `state` belongs to another user, or if a transaction cannot be recovered.
    pub fn open(directory: &Path, state: &Path) -> Result<Self, FilesError> {
        let places = LogPlaces {
            state: Some(state.to_owned()),
            workspace: directory.to_owned(),
        };
        let options = CommitOptions {
            logs: Some(places.clone()),
            ..CommitOptions::default()
        };
        let roots = [directory.to_owned()];
        let recovery = recover_all(&places, &roots, options.lock_timeout, &Interrupt::default());
        if !recovery.refusals.is_empty() {
            return Err(FilesError::Refused(recovery.refusals));
        }
        let root = WorkspaceRoot::at(directory)?;
        Ok(Self {
            disk: Disk::open(directory, Reach::Roots(vec![directory.to_owned()]))?,
            journal: JournalStore::open(&StateBase(state.to_owned()), &root)?,
            options,
        })
    }

    /// Replaces the text of every file in `texts`, or of none. The names are relative to the directory.
    ///
    /// # Errors
    /// If a file is missing, outside the directory or cannot be written.
    pub fn replace(
        &mut self,
        texts: &[(impl AsRef<Path>, impl AsRef<[u8]>)],
    ) -> Result<(), FilesError> {
        let mut files = Vec::new();
        for (name, text) in texts {
            let name = name.as_ref();
            let place = self.disk.locate(name)?;
            let Some(before) = self.disk.read(&place, MAX_SIZE)? else {
                return Err(Fault::Missing.at(name).into());
            };
            let text = Bytes::copy_from_slice(text.as_ref());
            let after = NewText {
                provenance: Provenance::Own,
                base: before.clone(),
                changes: ChangeSet::by_line(before.bytes(), &text),
                mode: None,
                attributes: None,
            };
            files.push(Transition {
                place,
                before: Some(before),
                is_moved_away: false,
                after: Some(after),
                encoding: None,
            });
        }
        self.commit(files, Deed::Edit)
    }

    /// Undoes the latest replacement that is not undone. Later changes to other lines of the files are kept.
    ///
    /// # Errors
    /// If there is nothing to undo, or if the replaced lines have changed since.
    pub fn undo(&mut self) -> Result<(), FilesError> {
        let mut entries = Vec::new();
        for event in self.journal.events()? {
            if let Event::Entry(mut entry) = event? {
                self.journal.load(&mut entry);
                entries.push(Ok::<_, Error>(entry));
            }
        }
        let chosen = journal::choose(&UndoTarget::LatestEdit, entries)?;
        let targets = chosen.kind.takes_back();
        let mut present = HashMap::new();
        for name in journal::paths(&chosen.entries, targets) {
            let place = self.disk.locate(&name)?;
            present.insert(name, self.disk.read(&place, MAX_SIZE)?);
        }
        let stored_text = |fingerprint: &_| self.journal.text(fingerprint);
        let undone = journal::plan(&chosen.entries, targets, &present, &stored_text, None)?;
        let mut files = Vec::new();
        for file in undone.files {
            let Some(after) = file.after else {
                return Err(Fault::Missing.at(file.place).into());
            };
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

    /// Commits `files`. The journal entry is written before the commit, under the locks, and its outcome afterwards.
    fn commit(&mut self, files: Vec<Transition>, kind: Deed) -> Result<(), FilesError> {
        let private_names = PrivateNames::default();
        let mut new_files = Vec::new();
        for file in &files {
            for (record, text) in Record::of_transition(file, |place| place.shown().to_owned()) {
                let is_private = record.names().any(|name| private_names.contain(name));
                new_files.push(NewFile {
                    record,
                    base: text.bytes().clone(),
                    is_given_whole: false,
                    is_private,
                });
            }
        }
        #[expect(clippy::disallowed_methods, reason = "the entry records the time")]
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH);
        let prepared = self.journal.prepare(&NewEntry {
            time: since_epoch.map_or(0, |since| since.as_millis() as u64),
            task: None,
            command: &[],
            kind,
            made: Vec::new(),
            saw_all_lines: false,
            files: &new_files,
        })?;
        self.disk.forget_paths();
        let staged = self
            .disk
            .stage(&Plan::checked(files), &self.options, None)?;
        let locked = staged.lock()?;
        let receipt = self.journal.note_prepared(prepared, Durability::Lazy)?;
        if let Err(why) = locked.commit() {
            self.journal.note_void(receipt.id)?;
            return Err(why.into());
        }
        Ok(self.journal.note_done(receipt.id)?)
    }
}

impl From<Error> for FilesError {
    fn from(error: Error) -> Self {
        Self::Refused(vec![error])
    }
}

impl From<Unavailable> for FilesError {
    fn from(unavailable: Unavailable) -> Self {
        Self::Unavailable(unavailable)
    }
}

impl From<NotCommitted> for FilesError {
    fn from(why: NotCommitted) -> Self {
        match why {
            NotCommitted::Refused(errors) => Self::Refused(errors),
            NotCommitted::Stale(files) => {
                let paths = files.places.iter().map(|place| place.shown().to_owned());
                Self::Changed(paths.collect())
            }
            NotCommitted::Pending(pending) => {
                Self::Interrupted(pending.into_iter().map(|one| one.log).collect())
            }
        }
    }
}

impl fmt::Display for FilesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(errors) => {
                for (at, error) in errors.iter().enumerate() {
                    if at > 0 {
                        f.write_str("; ")?;
                    }
                    error.fmt(f)?;
                }
                Ok(())
            }
            Self::Changed(paths) => {
                for path in paths {
                    write!(f, "{}: another program changed the file; ", path.display())?;
                }
                f.write_str("nothing was written")
            }
            Self::Interrupted(logs) => {
                for log in logs {
                    write!(f, "{}: an interrupted transaction; ", log.display())?;
                }
                f.write_str("nothing was written")
            }
            Self::Unavailable(unavailable) => unavailable.fmt(f),
        }
    }
}

impl std::error::Error for FilesError {}
