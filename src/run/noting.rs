//! Noting a transaction before it is committed, and how it ended.

use super::World;
use super::job::Job;
use super::ledger::{self, Ledger};
use crate::disk::Disk;
use crate::journal::{Receipt, Settlement, Unavailable};
use crate::report::Report;
use crate::request::History;
use crate::resolve::draft::Drafts;

/// A transaction that was noted, or why it was not.
pub enum Noted {
    /// No history is wanted, or there is no place for it.
    Nowhere,
    /// In the journal.
    In(Ledger, Receipt),
    /// The journal could not be used.
    Failed(Unavailable),
}

impl Noted {
    /// Notes what `drafts` are about to become.
    pub fn before(job: Job<'_>, world: &World, disk: &Disk, drafts: &Drafts) -> Self {
        if job.terms().history == History::Drop {
            return Self::Nowhere;
        }
        let ledger = match Ledger::open(&world.chronicle) {
            Ok(Some(ledger)) => ledger,
            Ok(None) => return Self::Nowhere,
            Err(error) => return Self::Failed(error),
        };
        let task = job.terms().task.as_deref();
        let records = ledger.names.records(drafts, disk);
        match ledger.note(&records, &world.chronicle, job.kind(), task) {
            Ok(receipt) => Self::In(ledger, receipt),
            Err(error) => Self::Failed(error),
        }
    }

    /// It was committed: says so in the journal, and in `report` how to undo it.
    pub fn committed(self, world: &World, report: &mut Report) {
        match self {
            Self::Nowhere => {}
            Self::In(ledger, receipt) => {
                report.undo = Some(receipt.id);
                report.warnings.extend(ledger::omissions(&receipt));
                // Whether it happened can be seen from the files; old entries go another time.
                let _ = ledger.journal.settle(receipt.id, Settlement::Done);
                let _ = ledger.journal.tidy(&receipt, world.chronicle.time);
            }
            Self::Failed(error) => report.warnings.push(ledger::unavailable(&error)),
        }
    }

    /// Nothing was written.
    pub fn refused(self) {
        if let Self::In(ledger, receipt) = self {
            // If this fails, the files tell that it did not happen.
            let _ = ledger.journal.settle(receipt.id, Settlement::Void);
        }
    }
}

/// Notes an undo that found nothing left to change, so that the next one goes on with an older entry.
pub fn note_without_effect(job: Job<'_>, world: &World, report: &mut Report) {
    let Job::TakeBack(_) = job else {
        return;
    };
    let noted = Ledger::open(&world.chronicle).and_then(|ledger| {
        let Some(ledger) = ledger else {
            return Ok(());
        };
        let task = job.terms().task.as_deref();
        let receipt = ledger.note_empty(&world.chronicle, job.kind(), task)?;
        ledger.journal.settle(receipt.id, Settlement::Done)
    });
    if let Err(error) = noted {
        report.warnings.push(ledger::unavailable(&error));
    }
}
