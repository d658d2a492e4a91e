//! Records a transaction in the journal before the commit, and its end afterwards.
//!
//! The entry is prepared before the locks are taken, and written under the locks. The entries of a directory's files
//! are therefore in the order of their commits.

use std::path::PathBuf;

use super::super::steps::resolver::ResolvedSteps;
use super::super::world::World;
use super::workspace_journal::{self, WorkspaceJournal};
use crate::change::Deed;
use crate::disk::Disk;
use crate::journal::{Durability, NewEntry, NewFile, Prepared, ReadMark, Receipt, Unavailable};
use crate::report::{Report, Warning};
use crate::request::{Journaling, Request, Sync};

/// A stage of recording a transaction.
#[allow(clippy::large_enum_variant, reason = "one of a run, and never kept")]
pub enum Noting<T> {
    /// The request turns the journal off.
    Nowhere,
    /// The transaction is at the stage `T`.
    At(T),
    /// The journal cannot be used, or no state directory is known.
    Failed(Warning),
}

impl<T> Noting<T> {
    fn and_then<U>(self, next: impl FnOnce(T) -> Result<U, Unavailable>) -> Noting<U> {
        match self {
            Self::Nowhere => Noting::Nowhere,
            Self::Failed(warning) => Noting::Failed(warning),
            Self::At(thing) => match next(thing) {
                Ok(next) => Noting::At(next),
                Err(error) => Noting::Failed(workspace_journal::unavailable(&error)),
            },
        }
    }

    fn as_ref(&self) -> Noting<&T> {
        match self {
            Self::Nowhere => Noting::Nowhere,
            Self::At(thing) => Noting::At(thing),
            Self::Failed(warning) => Noting::Failed(warning.clone()),
        }
    }
}

/// A transaction to record: its records, and the directories that it creates.
pub struct Intent {
    journal: WorkspaceJournal,
    records: Vec<NewFile>,
    made: Vec<PathBuf>,
    saw_all_lines: bool,
}

/// A prepared entry. Writing it is fast.
pub struct Worded<'a> {
    journal: &'a WorkspaceJournal,
    prepared: Prepared<'a>,
    durability: Durability,
    marks: Vec<ReadMark>,
}

/// A recorded transaction.
pub struct Noted<'a> {
    journal: &'a WorkspaceJournal,
    receipt: Receipt,
    marks: Vec<ReadMark>,
}

/// The journal's part of a report.
#[derive(Default)]
pub struct JournalOutcome {
    pub undo: Option<u64>,
    pub warnings: Vec<Warning>,
}

impl JournalOutcome {
    /// Adds this outcome to `report`. The search for conflicts may have added the same warnings before.
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

impl Noting<Intent> {
    /// The transaction of `steps`.
    pub fn new(request: &Request, world: &World, disk: &Disk, steps: &ResolvedSteps) -> Self {
        if request.terms.journaling == Journaling::Off {
            return Self::Nowhere;
        }
        let private_names = &world.journal.private_names;
        match WorkspaceJournal::open(&world.journal) {
            Ok(Some(journal)) => Self::At(Intent {
                records: journal.names.records(&steps.files, disk, private_names),
                made: journal.names.made(&steps.files, disk),
                saw_all_lines: steps.saw_all_lines,
                journal,
            }),
            Ok(None) => Self::Failed(workspace_journal::no_state_directory()),
            Err(error) => Self::Failed(workspace_journal::unavailable(&error)),
        }
    }

    /// An edit that was already made, with these `records`.
    pub fn of_records(journal: WorkspaceJournal, records: Vec<NewFile>) -> Self {
        Self::At(Intent {
            journal,
            records,
            made: Vec::new(),
            saw_all_lines: false,
        })
    }

    /// Prepares the entry.
    pub fn worded<'a>(
        &'a self,
        request: &'a Request,
        deed: &Deed,
        world: &'a World,
    ) -> Noting<Worded<'a>> {
        self.as_ref().and_then(|intent| {
            let Intent {
                journal,
                records,
                made,
                saw_all_lines,
            } = intent;
            let task = request.terms.task.as_deref();
            let prepared = journal.store.prepare(&NewEntry {
                time: world.journal.time,
                task,
                command: &world.journal.command,
                kind: deed.clone(),
                made: made.clone(),
                saw_all_lines: *saw_all_lines,
                files: records,
                private_names: world.journal.private_names.clone(),
            })?;
            Ok(Worded {
                journal,
                prepared,
                durability: match request.terms.sync {
                    Sync::Full => Durability::Synced,
                    Sync::None | Sync::File => Durability::Lazy,
                },
                marks: known_whole(records, task),
            })
        })
    }
}

impl<'a> Noting<Worded<'a>> {
    /// Writes the entry.
    pub fn note(self) -> Noting<Noted<'a>> {
        self.and_then(|worded| {
            Ok(Noted {
                journal: worded.journal,
                receipt: worded
                    .journal
                    .store
                    .note_prepared(worded.prepared, worded.durability)?,
                marks: worded.marks,
            })
        })
    }
}

impl Noting<Noted<'_>> {
    /// Records that the transaction was committed.
    pub fn committed(self, world: &World) -> JournalOutcome {
        let Noted {
            journal,
            receipt,
            marks,
        } = match self {
            Self::Nowhere => return JournalOutcome::default(),
            Self::Failed(warning) => {
                return JournalOutcome {
                    undo: None,
                    warnings: vec![warning],
                };
            }
            Self::At(noted) => noted,
        };
        // If this fails, the files show that the transaction was committed. Old entries are pruned by a later run.
        let _ = journal.store.note_done(receipt.id);
        for mark in marks {
            // If this fails, the task is asked to read the lines that others wrote.
            let _ = journal.store.mark_read(mark);
        }
        let pruned = journal
            .store
            .tidy(&receipt, world.journal.time)
            .unwrap_or_default();
        JournalOutcome {
            undo: Some(receipt.id),
            warnings: workspace_journal::omissions(&receipt)
                .chain(workspace_journal::pruned(&pruned))
                .collect(),
        }
    }

    /// Records that nothing was written.
    pub fn refused(self) {
        if let Self::At(noted) = self {
            // If this fails, the files show that the transaction was not committed.
            let _ = noted.journal.store.note_void(noted.receipt.id);
        }
    }
}

/// Marks for the files whose complete text `task` gave: it knows every line. The changes do not show this.
fn known_whole(records: &[NewFile], task: Option<&str>) -> Vec<ReadMark> {
    let mut marks = Vec::new();
    let Some(task) = task else {
        return marks;
    };
    for file in records {
        if let Some(text) = file.record.after
            && file.is_given_whole
            && file.record.before.is_some()
        {
            marks.push(ReadMark {
                task: task.to_owned(),
                path: file.record.path.clone(),
                text,
                parts: None,
            });
        }
    }
    marks
}

/// Records an undo without changes, so that the next undo continues with an older entry.
pub fn without_effect(request: &Request, world: &World, steps: &ResolvedSteps) -> JournalOutcome {
    if steps.kind == Deed::Edit {
        return JournalOutcome::default();
    }
    let intent = match WorkspaceJournal::open(&world.journal) {
        Ok(Some(journal)) => Noting::At(Intent {
            journal,
            records: Vec::new(),
            made: Vec::new(),
            saw_all_lines: false,
        }),
        Ok(None) => return JournalOutcome::default(),
        Err(error) => Noting::Failed(workspace_journal::unavailable(&error)),
    };
    let worded = intent.worded(request, &steps.kind, world);
    JournalOutcome {
        undo: None,
        ..worded.note().committed(world)
    }
}
