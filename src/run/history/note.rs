//! Noting a transaction before it is committed, and how it ended.
//!
//! What is written down is worked out before the locks are taken, and written under them: so the entries of
//! one directory's files are in the order of their commits.

use std::path::PathBuf;

use super::super::steps::gather::Gathered;
use super::super::world::World;
use super::ledger::{self, Ledger};
use super::records::FileRecord;
use crate::disk::Disk;
use crate::journal::{Kind, Prepared, ReadMark, Receipt, Settlement};
use crate::report::{Report, Warning};
use crate::request::{History, Request};
use crate::resolve::draft::ResolvedFile;

/// What is to be noted, and where.
pub enum Intent {
    /// No history is wanted.
    Nowhere,
    /// In the journal, with the directories that are made.
    In(Ledger, Vec<FileRecord>, Vec<PathBuf>),
    /// The journal cannot be used, or there is no place for one.
    Failed(Warning),
}

/// An intent that is worked out: noting it takes a moment.
pub enum Ready<'a> {
    Nowhere,
    In(&'a Ledger, Prepared<'a>, Vec<ReadMark>),
    Failed(Warning),
}

/// A transaction that was noted, or why it was not.
pub enum Noted<'a> {
    Nowhere,
    In(&'a Ledger, Receipt, Vec<ReadMark>),
    Failed(Warning),
}

/// What a report says of the journal.
#[derive(Default)]
pub struct Remark {
    /// The entry that undoes the run.
    pub undo: Option<u64>,
    pub warnings: Vec<Warning>,
}

impl Remark {
    /// `report`, with what there is to say; who looked for other tasks' lines has said some of it.
    pub fn told_in(self, mut report: Report) -> Report {
        for warning in self.warnings {
            if !report.warnings.contains(&warning) {
                report.warnings.push(warning);
            }
        }
        Report {
            undo: self.undo,
            ..report
        }
    }
}

impl Intent {
    /// What `files` are about to become.
    pub fn of(request: &Request, world: &World, disk: &Disk, files: &[ResolvedFile]) -> Self {
        if request.terms.history == History::Drop {
            return Self::Nowhere;
        }
        match Ledger::open(&world.chronicle) {
            Ok(Some(ledger)) => {
                let records = ledger.names.records(files, disk);
                let made = ledger.names.made(files, disk);
                Self::In(ledger, records, made)
            }
            Ok(None) => Self::Failed(ledger::homeless()),
            Err(error) => Self::Failed(ledger::unavailable(&error)),
        }
    }

    /// Works out what is to be written.
    pub fn ready<'a>(&'a self, request: &'a Request, kind: &Kind, world: &'a World) -> Ready<'a> {
        match self {
            Self::Nowhere => Ready::Nowhere,
            Self::Failed(warning) => Ready::Failed(warning.clone()),
            Self::In(ledger, records, made) => {
                let task = request.terms.task.as_deref();
                match ledger.prepare(records, made, &world.chronicle, kind.clone(), task) {
                    Ok(prepared) => Ready::In(ledger, prepared, known_whole(records, task)),
                    Err(error) => Ready::Failed(ledger::unavailable(&error)),
                }
            }
        }
    }
}

impl<'a> Ready<'a> {
    /// Notes it.
    pub fn note(self) -> Noted<'a> {
        match self {
            Self::Nowhere => Noted::Nowhere,
            Self::Failed(warning) => Noted::Failed(warning),
            Self::In(ledger, prepared, marks) => match ledger.journal.note_prepared(prepared) {
                Ok(receipt) => Noted::In(ledger, receipt, marks),
                Err(error) => Noted::Failed(ledger::unavailable(&error)),
            },
        }
    }
}

impl Noted<'_> {
    /// It was committed: says so in the journal. How to undo it comes back.
    pub fn committed(self, world: &World) -> Remark {
        match self {
            Self::Nowhere => Remark::default(),
            Self::In(ledger, receipt, marks) => {
                // Whether it happened can be seen from the files; old entries go another time.
                let _ = ledger.journal.settle(receipt.id, Settlement::Done);
                for mark in marks {
                    // Without it, the task is asked to read what others wrote before.
                    let _ = ledger.journal.mark_read(mark);
                }
                let pruned = ledger.journal.tidy(&receipt, world.chronicle.time);
                let pruned = pruned.unwrap_or_default();
                Remark {
                    undo: Some(receipt.id),
                    warnings: ledger::omissions(&receipt)
                        .chain(ledger::pruned(&pruned))
                        .collect(),
                }
            }
            Self::Failed(warning) => Remark {
                undo: None,
                warnings: vec![warning],
            },
        }
    }

    /// Nothing was written.
    pub fn refused(self) {
        if let Self::In(ledger, receipt, _) = self {
            // If this fails, the files tell that it did not happen.
            let _ = ledger.journal.settle(receipt.id, Settlement::Void);
        }
    }
}

/// That `task` knows every line of the files whose text it gave as a whole: which lines of it differ from those of
/// others does not show that.
fn known_whole(records: &[FileRecord], task: Option<&str>) -> Vec<ReadMark> {
    let Some(task) = task else {
        return Vec::new();
    };
    let edited = |file: &&FileRecord| file.is_given_whole && file.record.before.is_some();
    let mark = |file: &FileRecord| {
        Some(ReadMark {
            task: task.to_owned(),
            path: file.record.path.clone(),
            text: file.record.after?,
            parts: None,
        })
    };
    records.iter().filter(edited).filter_map(mark).collect()
}

/// Notes an undo that found nothing left to change, so that the next one goes on with an older entry.
pub fn note_without_effect(request: &Request, world: &World, gathered: &Gathered) -> Remark {
    if gathered.kind == Kind::Edit {
        return Remark::default();
    }
    let intent = match Ledger::open(&world.chronicle) {
        Ok(Some(ledger)) => Intent::In(ledger, Vec::new(), Vec::new()),
        Ok(None) => return Remark::default(),
        Err(error) => Intent::Failed(ledger::unavailable(&error)),
    };
    let ready = intent.ready(request, &gathered.kind, world);
    Remark {
        undo: None,
        ..ready.note().committed(world)
    }
}
