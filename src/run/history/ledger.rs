//! Where the journal meets the files: names in the workspace, records of what is about to happen, what
//! other tasks claim.

use std::path::PathBuf;

use super::super::world::Chronicle;
use super::names::JournalNames;
use crate::change::{Claim, Deed};
use crate::disk::Disk;
use crate::journal::{
    Event, Journal, NewEntry, NewFile, Prepared, Pruned, ReadMark, Receipt, Since, Unavailable,
    WorkspaceRoot,
};
use crate::refusal::{Nothing, Reason};
use crate::report::{Notice, Warning};
use crate::snapshot::{Fingerprint, RootedPath, Snapshot};
use crate::text::Span;

/// The journal of the workspace, and the names that files have in it.
#[derive(Debug)]
pub struct Ledger {
    pub journal: Journal,
    pub names: JournalNames,
}

impl Ledger {
    /// The journal, if there is one; makes nothing.
    pub fn find(chronicle: &Chronicle) -> Result<Option<Self>, Unavailable> {
        let Some(base) = &chronicle.base else {
            return Ok(None);
        };
        let root = WorkspaceRoot::at(&chronicle.workspace)?;
        let journal = Journal::find(base, &root)?;
        Ok(journal.map(|journal| Self {
            journal,
            names: JournalNames::below(root.path),
        }))
    }

    /// The journal for somebody who asks what was done: that no place is known for it is no empty history.
    ///
    /// # Errors
    /// `io` when the journal cannot be used, or nothing says where it is.
    pub fn asked_for(chronicle: &Chronicle) -> Result<Option<Self>, Reason> {
        match chronicle.base {
            None => Err(Reason::Io {
                during: "read the journal of",
                error: NO_PLACE.to_owned(),
            }),
            Some(_) => Ok(Self::find(chronicle)?),
        }
    }

    /// The journal, made if need be; `None` where there is no place for it.
    pub fn open(chronicle: &Chronicle) -> Result<Option<Self>, Unavailable> {
        let Some(base) = &chronicle.base else {
            return Ok(None);
        };
        let root = WorkspaceRoot::at(&chronicle.workspace)?;
        Ok(Some(Self {
            journal: Journal::open(base, &root)?,
            names: JournalNames::below(root.path),
        }))
    }

    /// The number of the newest entry.
    ///
    /// # Errors
    /// When the history cannot be read.
    pub fn newest(&self) -> Result<Option<u64>, Unavailable> {
        for event in self.journal.events()? {
            if let Event::Entry(entry) = event? {
                return Ok(Some(entry.id));
            }
        }
        Ok(None)
    }

    /// Prepares to note what becomes of `files`, for which the directories `made` are made.
    pub fn prepare<'a>(
        &self,
        files: &'a [NewFile],
        made: &[PathBuf],
        chronicle: &'a Chronicle,
        kind: Deed,
        task: Option<&'a str>,
    ) -> Result<Prepared<'a>, Unavailable> {
        self.journal.prepare(&NewEntry {
            time: chronicle.time,
            task,
            command: &chronicle.command,
            kind,
            made: made.to_vec(),
            files,
        })
    }

    /// That `task` has read `parts` of `text` at `place`, or all of it.
    pub fn read_mark(
        &self,
        disk: &Disk,
        place: &RootedPath,
        task: &str,
        text: Fingerprint,
        parts: Option<Vec<Span>>,
    ) -> ReadMark {
        ReadMark {
            task: task.to_owned(),
            path: self.names.name(disk, place),
            text,
            parts,
        }
    }

    /// The claims of tasks other than `task` on the text now at `place`.
    pub fn claims(
        &self,
        disk: &Disk,
        place: &RootedPath,
        task: &str,
        text: &Snapshot,
    ) -> Result<Vec<Claim>, Unavailable> {
        let since = self.since(disk, place, task)?;
        Ok(self.claims_since(&since, disk, place, task, text))
    }

    /// The events of the file at `place` since `task` last saw all of it.
    pub fn since(&self, disk: &Disk, place: &RootedPath, task: &str) -> Result<Since, Unavailable> {
        let name = self.names.name(disk, place);
        let mut since = Since::known_to(task, &name, self.settled_of(&name)?)?;
        for entry in since.entries_to_load(task) {
            self.journal.load(entry);
        }
        Ok(since)
    }

    /// The claims of tasks other than `task` on `text`, now at `place`, by the events `since`.
    pub fn claims_since(
        &self,
        since: &Since,
        disk: &Disk,
        place: &RootedPath,
        task: &str,
        text: &Snapshot,
    ) -> Vec<Claim> {
        let stored = |fingerprint: &Fingerprint| self.journal.text(fingerprint);
        since.claims(task, &self.names.name(disk, place), text, &stored)
    }
}

/// The warning about a journal that cannot be used.
pub fn unavailable(error: &Unavailable) -> Warning {
    Warning {
        path: None,
        notice: Notice::NoJournal {
            error: error.to_string(),
        },
    }
}

/// The warning where the user has no place for a journal.
pub fn homeless() -> Warning {
    Warning {
        path: None,
        notice: Notice::NoJournal {
            error: NO_PLACE.to_owned(),
        },
    }
}

/// The warnings about texts that are not kept.
pub fn omissions(receipt: &Receipt) -> impl Iterator<Item = Warning> {
    receipt.omitted.iter().map(|(path, why)| Warning {
        path: Some(path.clone()),
        notice: Notice::NotKept { why: *why },
    })
}

/// The warning about entries that were dropped by the way.
pub fn pruned(pruned: &Pruned) -> Option<Warning> {
    let last = pruned.last?;
    Some(Warning {
        path: None,
        notice: Notice::Pruned {
            entries: pruned.entries,
            last,
            bytes: pruned.bytes,
        },
    })
}

/// Why nothing can be taken back where there is no journal.
pub fn missing() -> Reason {
    Reason::NothingToUndo {
        why: Nothing::Journal,
    }
}

/// Why there is no place for a journal.
const NO_PLACE: &str = "none of INCISE_STATE_DIR, XDG_STATE_HOME and HOME says where it is";
