//! Where the journal meets the files: names in the workspace, records of what is about to happen, what
//! other tasks claim.

use std::path::{Path, PathBuf};

use crate::change::{ChangeSet, Claim, Record, Transition};
use crate::disk::Disk;
use crate::journal::{
    Draft as Note, DraftFile, Journal, Kind, Omitted, ReadMark, Receipt, Root, Since, StateBase,
    Unavailable,
};
use crate::refusal::NotKept;
use crate::report::{Notice, Warning};
use crate::resolve::draft::{Draft, Drafts, Now, Passage, Source};
use crate::snapshot::{FileMode, Fingerprint, RootedPath, Snapshot};

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
}

/// The journal of the workspace, and the workspace's real path.
#[derive(Debug)]
pub struct Ledger {
    pub journal: Journal,
    root: PathBuf,
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
            root: root.path,
        }))
    }

    /// The journal, made if need be; `None` where there is no place for it.
    pub fn open(chronicle: &Chronicle) -> Result<Option<Self>, Unavailable> {
        let Some(base) = &chronicle.base else {
            return Ok(None);
        };
        let root = Root::at(&chronicle.workspace)?;
        Ok(Some(Self {
            journal: Journal::open(base, &root)?,
            root: root.path,
        }))
    }

    /// The workspace, links resolved.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The name that the journal has for `place`: relative to the workspace, or absolute outside it.
    pub fn name(&self, disk: &Disk, place: &RootedPath) -> PathBuf {
        let shown = || disk.cwd().join(place.shown());
        let path = disk.real_path(place).unwrap_or_else(shown);
        match path.strip_prefix(&self.root) {
            Ok(inside) => inside.to_owned(),
            Err(_) => path,
        }
    }

    /// Notes that what `drafts` say is about to be committed.
    pub fn note(
        &self,
        drafts: &Drafts,
        disk: &Disk,
        chronicle: &Chronicle,
        kind: Kind,
        task: Option<&str>,
    ) -> Result<Receipt, Unavailable> {
        let recorded = self.records(drafts, disk);
        let files = recorded.iter().map(|(record, base)| DraftFile {
            record,
            base: base.bytes(),
        });
        self.journal.note(&Note {
            time: chronicle.time,
            task,
            command: &chronicle.command,
            kind,
            files: files.collect(),
        })
    }

    /// Notes a transaction that changes no file.
    pub fn note_empty(
        &self,
        chronicle: &Chronicle,
        kind: Kind,
        task: Option<&str>,
    ) -> Result<Receipt, Unavailable> {
        self.journal.note(&Note {
            time: chronicle.time,
            task,
            command: &chronicle.command,
            kind,
            files: Vec::new(),
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
            path: self.name(disk, place),
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
        let name = self.name(disk, place);
        let mut since = Since::known_to(task, &name, self.journal.events_of(&name)?)?;
        for entry in since.entries_mut() {
            self.journal.load(entry);
        }
        let stored = |fingerprint: &Fingerprint| self.journal.text(fingerprint);
        Ok(since.claims(task, &name, text, &stored))
    }

    /// A record for each file that changes, with the text that its change set applies to.
    fn records(&self, drafts: &Drafts, disk: &Disk) -> Vec<(Record, Snapshot)> {
        let moved_from: Vec<&RootedPath> = drafts.iter().filter_map(moved_from).collect();
        drafts
            .iter()
            .filter(|draft| draft.is_touched())
            .filter_map(|draft| match (draft.before(), draft.now()) {
                (None, None) => None,
                (Some(_), None) if moved_from.contains(&draft.place()) => None,
                (Some(before), None) => Some(removed(self.name(disk, draft.place()), before)),
                (_, Some(now)) => self.present(disk, draft, now),
            })
            .collect()
    }

    fn present(&self, disk: &Disk, draft: &Draft, now: &Now) -> Option<(Record, Snapshot)> {
        let name = |place: &RootedPath| Some(self.name(disk, place));
        let (transition, from) = match now.source() {
            Source::Nothing => (Transition::Created, None),
            Source::Own => (Transition::Edited, None),
            Source::Other { place, .. } if place == draft.place() => (Transition::Edited, None),
            Source::Other {
                place,
                passage: Passage::Moved,
            } => (Transition::Moved, name(place)),
            Source::Other {
                place,
                passage: Passage::Copied,
            } => (Transition::Copied, name(place)),
        };
        let (base, changes) = (now.base(), now.changes());
        let before_mode = base.facts().map(|facts| facts.mode);
        let mode = |mode: FileMode| before_mode.map(|before| (before, mode.of(before)));
        let modes = now.mode().and_then(mode).filter(|(old, new)| old != new);
        let is_same = transition == Transition::Edited && modes.is_none();
        if is_same && !changes.changes_text() {
            return None;
        }
        let record = Record {
            path: self.name(disk, draft.place()),
            from,
            transition,
            before: (transition != Transition::Created).then(|| base.fingerprint()),
            after: Some(Fingerprint::of_pieces(changes.pieces(base.bytes()))),
            modes,
            changes,
        };
        Some((record, base.clone()))
    }
}

/// Where the file of `draft` was moved from.
pub fn moved_from(draft: &Draft) -> Option<&RootedPath> {
    match draft.now()?.source() {
        Source::Other {
            place,
            passage: Passage::Moved,
        } => Some(place),
        _ => None,
    }
}

/// The record of a removal, with the permission bits to come back with.
fn removed(path: PathBuf, before: &Snapshot) -> (Record, Snapshot) {
    let record = Record {
        path,
        from: None,
        transition: Transition::Removed,
        before: Some(before.fingerprint()),
        after: None,
        modes: before
            .facts()
            .map(|facts| (facts.mode, 0))
            .filter(|(mode, _)| *mode != 0),
        changes: ChangeSet::by_line(before.bytes(), &bytes::Bytes::new()),
    };
    (record, before.clone())
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

/// Why nothing can be taken back: the journal cannot be used, or there is none.
pub fn absent(error: Option<Unavailable>) -> crate::refusal::Reason {
    use crate::refusal::{Nothing, Reason};
    match error {
        Some(error) => Reason::Io {
            during: "read the journal of",
            error: error.to_string(),
        },
        None => Reason::NothingToUndo {
            why: Nothing::Journal,
        },
    }
}
