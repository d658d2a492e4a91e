//! Notes a transaction in the journal before it is committed, and its end afterwards.
//!
//! The entry is worked out before the locks are taken, and written under them: so the entries about the files of a
//! directory are in the order of their commits.

use std::path::PathBuf;

use super::super::steps::resolver::ResolvedSteps;
use super::super::world::World;
use super::workspace_journal::{self, WorkspaceJournal};
use crate::change::Deed;
use crate::disk::Disk;
use crate::journal::{Durability, NewEntry, NewFile, Prepared, ReadMark, Receipt, Unavailable};
use crate::report::{Report, Warning};
use crate::request::{Journaling, Request, Sync};

/// Something on its way into the journal.
#[allow(clippy::large_enum_variant, reason = "one of a run, and never kept")]
pub enum Noting<T> {
    /// No history is wanted.
    Nowhere,
    /// There it is.
    At(T),
    /// The journal cannot be used, or there is no place for one.
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

/// A transaction to be noted: records, and the directories that are made.
pub struct Intent {
    journal: WorkspaceJournal,
    records: Vec<NewFile>,
    made: Vec<PathBuf>,
    saw_all_lines: bool,
}

/// An intent that is worked out: noting it takes a moment.
pub struct Worded<'a> {
    journal: &'a WorkspaceJournal,
    prepared: Prepared<'a>,
    durability: Durability,
    marks: Vec<ReadMark>,
}

/// A transaction that was noted.
pub struct Noted<'a> {
    journal: &'a WorkspaceJournal,
    receipt: Receipt,
    marks: Vec<ReadMark>,
}

/// The remarks of a report on the journal.
#[derive(Default)]
pub struct JournalOutcome {
    /// The entry that undoes the run.
    pub undo: Option<u64>,
    pub warnings: Vec<Warning>,
}

impl JournalOutcome {
    /// `report` with these remarks. The search for lines of other tasks may have made some of them already.
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
    /// The intent to make the transitions of `steps`.
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

    /// The intent of an edit that was made already, with these `records`.
    pub fn of_records(journal: WorkspaceJournal, records: Vec<NewFile>) -> Self {
        Self::At(Intent {
            journal,
            records,
            made: Vec::new(),
            saw_all_lines: false,
        })
    }

    /// Works out what is to be written.
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
    /// Notes it.
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
    /// It was committed: says so in the journal. How to undo it comes back.
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
        // Whether it happened can be seen from the files; old entries go another time.
        let _ = journal.store.note_done(receipt.id);
        for mark in marks {
            // Without it, the task is asked to read what others wrote before.
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

    /// Nothing was written.
    pub fn refused(self) {
        if let Self::At(noted) = self {
            // If this fails, the files tell that it did not happen.
            let _ = noted.journal.store.note_void(noted.receipt.id);
        }
    }
}

/// The marks that `task` knows every line of the files whose text it gave as a whole. The changed lines alone would not
/// show that.
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

/// Notes an undo that found nothing left to change, so that the next one goes on with an older entry.
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
