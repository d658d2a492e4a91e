//! From the works of a commit to what its log says.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;

use super::record::{
    DirectoryNote, LoggedInPlace, LoggedMode, LoggedMove, LoggedName, LoggedPut, LoggedRemoval,
    LoggedStep, Mark, TransactionLog,
};
use crate::disk::commit::put;
use crate::disk::commit::rename::kept_beside;
use crate::disk::commit::step::CommitStep;
use crate::disk::fault::fault;
use crate::disk::sandbox::directory::Directory;
use crate::disk::sandbox::inodes::is_file;
use crate::disk::sandbox::leaf;
use crate::disk::slot::Slot;
use crate::disk::stage::staging::{FileWork, Staged};
use crate::error::Fault;
use crate::snapshot::{FileFacts, Identity};

/// Whether a commit needs a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// One name is given or taken: it happens or not.
    None,
    /// One file changes, with something beside it (a backup, new directories) that a crash would leave.
    Wanted,
    /// Several files change together, or several names; or a file in place, bit by bit.
    Required,
}

impl Need {
    pub(super) fn of(works: &[FileWork]) -> Self {
        let steps = works.iter().filter(|work| work.step.is_some()).count();
        let is_more = |work: &FileWork| work.backup.is_some() || !work.slot.parents.is_empty();
        match steps {
            2.. => Self::Required,
            1 if works.iter().any(takes_two_renames) || works.iter().any(writes_in_place) => {
                Self::Required
            }
            1 if works.iter().any(is_more) => Self::Wanted,
            _ => Self::None,
        }
    }
}

/// Whether a file moves to where another one is: they exchange their names, then one name goes. Or its name gets
/// other letters, by way of a third name.
fn takes_two_renames(work: &FileWork) -> bool {
    match &work.step {
        Some(CommitStep::Move(step)) => work.before.is_some() || step.is_respelling(),
        _ => false,
    }
}

fn writes_in_place(work: &FileWork) -> bool {
    matches!(work.step, Some(CommitStep::InPlace(_)))
}

/// Whether a commit of `works` writes a log where it can.
pub(in crate::disk) fn is_wanted(works: &[FileWork]) -> bool {
    Need::of(works) != Need::None
}

/// The log of `staged`, once everything was verified.
pub(super) fn log_of(staged: &Staged) -> Result<TransactionLog, Fault> {
    let mut notes = Notes::default();
    for directory in staged.directories.values() {
        notes.directory(directory);
    }
    for work in &staged.works {
        notes.work(work)?;
    }
    Ok(notes.log)
}

#[derive(Default)]
struct Notes {
    log: TransactionLog,
    numbers: HashMap<Identity, usize>,
}

impl Notes {
    fn directory(&mut self, directory: &Arc<Directory>) -> usize {
        let directories = &mut self.log.directories;
        *self.numbers.entry(directory.identity()).or_insert_with(|| {
            directories.push(DirectoryNote {
                path: directory.outward(OsStr::new("")),
                inode: directory.identity().inode,
            });
            directories.len() - 1
        })
    }

    fn target(&mut self, slot: &Slot) -> LoggedName {
        LoggedName {
            directory: self.directory(&slot.directory),
            parents: Some(slot.parents.iter().collect::<PathBuf>())
                .filter(|parents| !parents.as_os_str().is_empty()),
            name: PathBuf::from(&slot.name),
        }
    }

    fn work(&mut self, work: &FileWork) -> Result<(), Fault> {
        if let Some(backup) = &work.backup {
            let slot = backup.put.slot();
            let earlier = if slot.parents.is_empty() {
                leaf::open(&slot.directory, &slot.name)?.map(|(_, facts)| facts)
            } else {
                None
            };
            let put = self.put(&backup.put, earlier.as_ref())?;
            self.log.operations.push(LoggedStep::Put(put));
        }
        if let Some(step) = &work.step {
            let mut operation = self.step(step, work.verified.as_ref())?;
            if let (Some(LoggedStep::Put(put)), Some(name)) =
                (&mut operation, work.place.present_name())
            {
                let leaving = work
                    .slot
                    .directory
                    .facts(name)
                    .map_err(|error| fault("look at", error))?;
                put.instead_of = leaving.as_ref().map(Mark::of);
            }
            self.log.operations.extend(operation);
        }
        Ok(())
    }

    /// The step on the file whose facts were `verified`; `None` when there is nothing to note, since the
    /// step will find that the file is stale.
    fn step(
        &mut self,
        step: &CommitStep,
        verified: Option<&FileFacts>,
    ) -> Result<Option<LoggedStep>, Fault> {
        Ok(match (step, verified) {
            (CommitStep::Put(put), verified) => Some(LoggedStep::Put(self.put(put, verified)?)),
            (CommitStep::Removal(removal), Some(facts)) => {
                Some(LoggedStep::Removal(LoggedRemoval {
                    at: self.target(removal.slot()),
                    old: Mark::of(facts),
                    kept: PathBuf::from(removal.kept_name()),
                }))
            }
            (CommitStep::Move(step), verified) => {
                let from = step.from();
                let own = leaf::open_entry(&from.directory, &from.name)?;
                let own = own.filter(|(_, facts)| is_file(&from.directory, facts, step.own()));
                own.map(|(_, facts)| {
                    LoggedStep::Move(LoggedMove {
                        from: self.target(from),
                        at: self.target(step.to()),
                        own: Mark::of(&facts),
                        old: verified.map(Mark::of),
                        kept: PathBuf::from(step.kept_name()),
                        respelled: step.is_respelling(),
                    })
                })
            }
            (CommitStep::SetMode(step), Some(facts)) => Some(LoggedStep::SetMode(LoggedMode {
                at: self.target(step.slot()),
                own: Mark::of(facts),
                modes: (facts.mode, step.mode()),
            })),
            (CommitStep::InPlace(step), Some(facts)) => Some(LoggedStep::InPlace(LoggedInPlace {
                at: self.target(step.slot()),
                inode: facts.identity.inode,
                new: PathBuf::from(step.new_text().name()),
                old: PathBuf::from(step.old_text().name()),
                modes: (facts.mode, step.mode().unwrap_or(facts.mode)),
            })),
            (CommitStep::Removal(_) | CommitStep::SetMode(_) | CommitStep::InPlace(_), None) => {
                None
            }
        })
    }

    fn put(&mut self, put: &put::Put, old: Option<&FileFacts>) -> Result<LoggedPut, Fault> {
        let temp = put.temp();
        Ok(LoggedPut {
            at: self.target(put.slot()),
            temp: PathBuf::from(temp.name()),
            new: Mark::of(&put.own()?),
            old: old.map(Mark::of),
            instead_of: None,
            kept: PathBuf::from(kept_beside(temp.name())),
        })
    }
}
