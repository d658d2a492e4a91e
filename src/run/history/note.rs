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
#[allow(clippy::large_enum_variant, reason = "only one exists for each run")]
pub enum NoteStage<T> {
    /// The request turns the journal off.
    Off,
    /// The transaction is at the stage `T`.
    At(T),
    /// The journal cannot be used, or no state directory is known.
    Failed(Warning),
}

impl<T> NoteStage<T> {
    fn and_then<U>(self, next: impl FnOnce(T) -> Result<U, Unavailable>) -> NoteStage<U> {
        match self {
            Self::Off => NoteStage::Off,
            Self::Failed(warning) => NoteStage::Failed(warning),
            Self::At(note) => match next(note) {
                Ok(next) => NoteStage::At(next),
                Err(error) => NoteStage::Failed(workspace_journal::unavailable(&error)),
            },
        }
    }

    fn as_ref(&self) -> NoteStage<&T> {
        match self {
            Self::Off => NoteStage::Off,
            Self::At(note) => NoteStage::At(note),
            Self::Failed(warning) => NoteStage::Failed(warning.clone()),
        }
    }
}

/// A transaction to record.
pub struct UnpreparedNote {
    journal: WorkspaceJournal,
    records: Vec<NewFile>,
    /// The directories that the transaction creates.
    made: Vec<PathBuf>,
    saw_all_lines: bool,
}

/// A prepared entry. Writing it is fast.
pub struct PreparedNote<'a> {
    journal: &'a WorkspaceJournal,
    prepared: Prepared<'a>,
    durability: Durability,
    marks: Vec<ReadMark>,
}

/// A recorded transaction.
pub struct WrittenNote<'a> {
    journal: &'a WorkspaceJournal,
    receipt: Receipt,
    marks: Vec<ReadMark>,
}

/// The journal's part of a report.
#[derive(Default)]
pub struct JournalOutcome {
    /// The number of the entry, which can be undone.
    pub undo: Option<u64>,
    pub warnings: Vec<Warning>,
}

impl JournalOutcome {
    /// Adds this outcome to `report`. The search for conflicts may have added the same warnings before.
    pub fn add_to(self, mut report: Report) -> Report {
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

impl NoteStage<UnpreparedNote> {
    /// The transaction of `steps`.
    pub fn new(request: &Request, world: &World, disk: &Disk, steps: &ResolvedSteps) -> Self {
        if request.terms.journaling == Journaling::Off {
            return Self::Off;
        }
        match WorkspaceJournal::open(&world.journal) {
            Ok(Some(journal)) => Self::At(UnpreparedNote {
                records: journal.names.records(&steps.files, disk),
                made: journal.names.made(&steps.files, disk),
                saw_all_lines: steps.saw_all_lines,
                journal,
            }),
            Ok(None) => Self::Failed(workspace_journal::no_state_directory()),
            Err(error) => Self::Failed(workspace_journal::unavailable(&error)),
        }
    }

    /// An edit that was already made, with these `records`.
    pub fn from_records(journal: WorkspaceJournal, records: Vec<NewFile>) -> Self {
        Self::At(UnpreparedNote {
            journal,
            records,
            made: Vec::new(),
            saw_all_lines: false,
        })
    }

    /// Prepares the entry.
    pub fn prepare<'a>(
        &'a self,
        request: &'a Request,
        deed: &Deed,
        world: &'a World,
    ) -> NoteStage<PreparedNote<'a>> {
        self.as_ref().and_then(|unprepared| {
            let UnpreparedNote {
                journal,
                records,
                made,
                saw_all_lines,
            } = unprepared;
            let task = request.terms.task.as_deref();
            let prepared = journal.store.prepare(&NewEntry {
                time: world.journal.time,
                task,
                command: &world.journal.command,
                kind: deed.clone(),
                made: made.clone(),
                saw_all_lines: *saw_all_lines,
                files: records,
            })?;
            Ok(PreparedNote {
                journal,
                prepared,
                durability: match request.terms.sync {
                    Sync::Full => Durability::Synced,
                    Sync::None | Sync::File => Durability::Lazy,
                },
                marks: marks_of_whole_texts(records, task),
            })
        })
    }
}

impl<'a> NoteStage<PreparedNote<'a>> {
    /// Writes the entry.
    pub fn write(self) -> NoteStage<WrittenNote<'a>> {
        self.and_then(|note| {
            let store = &note.journal.store;
            Ok(WrittenNote {
                journal: note.journal,
                receipt: store.note_prepared(note.prepared, note.durability)?,
                marks: note.marks,
            })
        })
    }
}

impl NoteStage<WrittenNote<'_>> {
    /// Records that the transaction was committed.
    pub fn record_commit(self, world: &World) -> JournalOutcome {
        let WrittenNote {
            journal,
            receipt,
            marks,
        } = match self {
            Self::Off => return JournalOutcome::default(),
            Self::Failed(warning) => {
                return JournalOutcome {
                    undo: None,
                    warnings: vec![warning],
                };
            }
            Self::At(note) => note,
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
    pub fn record_refusal(self) {
        if let Self::At(note) = self {
            // If this fails, the files show that the transaction was not committed.
            let _ = note.journal.store.note_void(note.receipt.id);
        }
    }
}

/// Marks for the files whose complete text `task` gave: it knows every line. The changes do not show this.
fn marks_of_whole_texts(records: &[NewFile], task: Option<&str>) -> Vec<ReadMark> {
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
pub fn record_empty_undo(
    request: &Request,
    world: &World,
    steps: &ResolvedSteps,
) -> JournalOutcome {
    if steps.kind == Deed::Edit {
        return JournalOutcome::default();
    }
    let note = match WorkspaceJournal::open(&world.journal) {
        Ok(Some(journal)) => NoteStage::At(UnpreparedNote {
            journal,
            records: Vec::new(),
            made: Vec::new(),
            saw_all_lines: false,
        }),
        Ok(None) => return JournalOutcome::default(),
        Err(error) => NoteStage::Failed(workspace_journal::unavailable(&error)),
    };
    let prepared = note.prepare(request, &steps.kind, world);
    JournalOutcome {
        undo: None,
        ..prepared.write().record_commit(world)
    }
}
