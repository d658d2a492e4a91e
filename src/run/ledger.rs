//! Where the journal meets the files: names in the workspace, records of what is about to happen, what
//! other tasks claim.

use std::path::PathBuf;

use super::records::{FileRecord, Names};
use crate::change::Claim;
use crate::disk::Disk;
use crate::journal::{
    Draft as Note, DraftFile, Event, Journal, Kind, Omitted, Prepared, ReadMark, Receipt, Root,
    Since, StateBase, Unavailable,
};
use crate::refusal::{NotKept, Nothing, Reason};
use crate::report::{Notice, Warning};
use crate::snapshot::{Fingerprint, RootedPath, Snapshot};

/// What the journal is told about a run, and where it is.
#[derive(Clone, Debug, Default)]
pub struct Chronicle {
    /// Where journals are; `None` where the user has no place for state.
    pub base: Option<StateBase>,
    /// The directory whose journal it is.
    pub workspace: PathBuf,
    /// Now, milliseconds since 1970 (UTC).
    pub time: u64,
    /// The words of the command line, the program's name left out.
    pub command: Vec<String>,
    /// The newest entry when the stream began that this run belongs to. What a task writes later in the stream does
    /// not show that it knows what others wrote before.
    pub stream_after: Option<u64>,
}

/// The journal of the workspace, and the names that files have in it.
#[derive(Debug)]
pub struct Ledger {
    pub journal: Journal,
    pub names: Names,
    stream_after: Option<u64>,
}

impl Ledger {
    /// The journal, if there is one; makes nothing.
    pub fn find(chronicle: &Chronicle) -> Result<Option<Self>, Unavailable> {
        let Some(base) = &chronicle.base else {
            return Ok(None);
        };
        let root = Root::at(&chronicle.workspace)?;
        let journal = Journal::find(base, &root)?;
        Ok(journal.map(|journal| Self {
            journal,
            names: Names::below(root.path),
            stream_after: chronicle.stream_after,
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
        let root = Root::at(&chronicle.workspace)?;
        Ok(Some(Self {
            journal: Journal::open(base, &root)?,
            names: Names::below(root.path),
            stream_after: chronicle.stream_after,
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

    /// Prepares to note what `records` say.
    pub fn prepare<'a>(
        &self,
        records: &'a [FileRecord],
        chronicle: &'a Chronicle,
        kind: Kind,
        task: Option<&'a str>,
    ) -> Result<Prepared<'a>, Unavailable> {
        let files = records.iter().map(|file| DraftFile {
            record: &file.record,
            base: file.base.bytes(),
        });
        self.journal.prepare(&Note {
            time: chronicle.time,
            task,
            command: &chronicle.command,
            kind,
            files: files.collect(),
        })
    }

    /// Notes that `task` has read `text` at `place`.
    pub fn mark_read(
        &self,
        disk: &Disk,
        place: &RootedPath,
        task: &str,
        text: &Snapshot,
    ) -> Result<(), Unavailable> {
        self.journal.mark_read(ReadMark {
            task: task.to_owned(),
            path: self.names.name(disk, place),
            text: text.fingerprint(),
        })
    }

    /// What tasks other than `task` claim of the text now at `place`.
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

    /// What happened to the file at `place` since `task` last knew it.
    pub fn since(&self, disk: &Disk, place: &RootedPath, task: &str) -> Result<Since, Unavailable> {
        let name = self.names.name(disk, place);
        let mut since = Since::known_to(task, &name, self.stream_after, self.told_of(&name)?)?;
        for entry in since.entries_mut() {
            self.journal.load(entry);
        }
        Ok(since)
    }

    /// What tasks other than `task` claim of `text`, now at `place`, by what happened `since`.
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

/// The number of the newest entry of the workspace, 0 before the first: where a stream of runs begins.
pub fn stream_start(chronicle: &Chronicle) -> u64 {
    let newest = Ledger::find(chronicle).and_then(|ledger| match ledger {
        Some(ledger) => ledger.newest(),
        None => Ok(None),
    });
    // A journal that cannot be read is told of by every run.
    newest.ok().flatten().unwrap_or(0)
}

/// What is worth knowing about a journal that cannot be used.
pub fn unavailable(error: &Unavailable) -> Warning {
    Warning {
        path: None,
        notice: Notice::NoJournal {
            error: error.to_string(),
        },
    }
}

/// What is worth knowing where the user has no place for a journal.
pub fn homeless() -> Warning {
    Warning {
        path: None,
        notice: Notice::NoJournal {
            error: NO_PLACE.to_owned(),
        },
    }
}

/// What is worth knowing about texts that are not kept.
pub fn omissions(receipt: &Receipt) -> impl Iterator<Item = Warning> {
    receipt.omitted.iter().map(|(path, why)| Warning {
        path: Some(path.clone()),
        notice: Notice::NotKept {
            why: match why {
                Omitted::Private => NotKept::Private,
                Omitted::TooLarge => NotKept::TooLarge,
            },
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
