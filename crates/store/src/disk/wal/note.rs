//! Writes the steps of a commit as a log.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;

use super::record::{
    DirectoryNote, LoggedInPlace, LoggedMode, LoggedMove, LoggedName, LoggedPut, LoggedRemoval,
    LoggedStep, Mark, TransactionLog,
};
use crate::disk::commit::put;
use crate::disk::commit::rename::kept_name_for;
use crate::disk::commit::step::CommitStep;
use crate::disk::fault::fault;
use crate::disk::sandbox::directory::Directory;
use crate::disk::sandbox::inodes::is_file;
use crate::disk::sandbox::leaf;
use crate::disk::slot::Slot;
use crate::disk::stage::staging::{FileWork, Staged};
use crate::error::Fault;
use crate::snapshot::{FileFacts, Identity};

/// The need of a commit for a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// A single rename is atomic.
    None,
    /// A crash could leave a backup or new directories.
    Wanted,
    /// Several files or names change together, or a file is written in place.
    Required,
}

impl Need {
    pub(super) fn new(works: &[FileWork]) -> Self {
        let steps = works.iter().filter(|work| work.step.is_some()).count();
        if steps == 0 {
            return Self::None;
        }
        if steps > 1 || works.iter().any(takes_two_renames) || works.iter().any(writes_in_place) {
            return Self::Required;
        }
        if works.iter().any(adds_files) {
            return Self::Wanted;
        }
        Self::None
    }
}

/// True for a step that creates a backup or new directories.
fn adds_files(work: &FileWork) -> bool {
    work.backup.is_some() || !work.slot.parents.is_empty()
}

/// True for a move over another file (an exchange, then a removal), and for a case-only rename (through a third
/// name).
fn takes_two_renames(work: &FileWork) -> bool {
    match &work.step {
        Some(CommitStep::Move(step)) => work.before.is_some() || step.is_respelling(),
        _ => false,
    }
}

fn writes_in_place(work: &FileWork) -> bool {
    matches!(work.step, Some(CommitStep::InPlace(_)))
}

/// True if a commit of `works` writes a log when possible.
pub(in crate::disk) fn is_wanted(works: &[FileWork]) -> bool {
    Need::new(works) != Need::None
}

/// The log of `staged`, whose files are verified.
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
            parents: if slot.parents.is_empty() {
                None
            } else {
                Some(slot.parents.iter().collect())
            },
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
                put.instead_of = leaving.as_ref().map(Mark::new);
            }
            self.log.operations.extend(operation);
        }
        Ok(())
    }

    /// The log entry of `step` on a file with the `verified` facts. `None` if the file is missing: the step will find
    /// that it is stale.
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
                    old: Mark::new(facts),
                    kept: PathBuf::from(removal.aside().name),
                }))
            }
            (CommitStep::Move(step), verified) => {
                let from = step.from();
                match leaf::open_entry(&from.directory, &from.name)? {
                    Some((_, facts)) if is_file(&from.directory, &facts, step.own()) => {
                        Some(LoggedStep::Move(LoggedMove {
                            from: self.target(from),
                            at: self.target(step.to()),
                            own: Mark::new(&facts),
                            old: verified.map(Mark::new),
                            kept: PathBuf::from(step.kept_name()),
                            respelled: step.is_respelling(),
                        }))
                    }
                    _ => None,
                }
            }
            (CommitStep::SetMode(step), Some(facts)) => Some(LoggedStep::SetMode(LoggedMode {
                at: self.target(step.slot()),
                own: Mark::new(facts),
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
            new: Mark::new(&put.own()?),
            old: old.map(Mark::new),
            instead_of: None,
            kept: PathBuf::from(kept_name_for(temp.name())),
        })
    }
}
