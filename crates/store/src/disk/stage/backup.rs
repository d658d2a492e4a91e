//! The backup of a file: its old content and mode next to it, created before the swap and removed if the commit
//! fails.

use std::path::PathBuf;

use rustix::fs::FileType;
use rustix::io::Errno;

use crate::disk::commit_options::{Backup, CommitOptions};
use crate::disk::interrupt::Interrupt;
use crate::disk::notice::Notice;
use crate::disk::sandbox::{attributes, facts, leaf};
use crate::error::{Error, Fault, NotAFile};
use crate::place::{self, RootedPath};
use crate::snapshot::{FileFacts, Snapshot};

use crate::disk::commit::failure::Failure;
use crate::disk::commit::put::Put;
use crate::disk::commit::replaced_file::ReplacedFile;
use crate::disk::fault::{fault, not_a_file};
use crate::disk::stage::temp::{StagedAccess, Temp};
use crate::disk::{commit::made_directories::MadeDirectories, slot::Slot};

#[derive(Debug)]
pub(in crate::disk) struct StagedBackup {
    pub(in crate::disk) put: Put,
    /// The path in reports.
    pub(in crate::disk) shown: PathBuf,
    /// The attributes of the file that the backup could not get.
    pub(in crate::disk) notices: Vec<Notice>,
}

impl StagedBackup {
    /// Stages the text `before` of the file in `slot` under the name of the backup.
    pub(in crate::disk) fn stage(
        requested: &Backup,
        slot: &Slot,
        place: &RootedPath,
        before: &Snapshot,
        options: &CommitOptions,
    ) -> Result<Self, Error> {
        let mut shown = place.shown().as_os_str().to_owned();
        shown.push(&requested.suffix);
        let shown = PathBuf::from(shown);
        refuse_suffix(requested)?;
        let mut name = slot.name.clone();
        name.push(&requested.suffix);
        let backup_slot = slot.sibling(name);
        let mut notices = Vec::new();
        let temp = stage_copy(&backup_slot, slot, before, &options.interrupt, &mut notices)
            .map_err(|reason| reason.at(&shown))?;
        Ok(Self {
            put: Put::new(backup_slot, temp),
            shown,
            notices,
        })
    }

    /// Moves the backup over an earlier one, which is restored if the commit fails.
    pub(in crate::disk) fn apply(&mut self, made: &mut MadeDirectories) -> Result<(), Failure> {
        let slot = self.put.slot();
        let earlier = match earlier_backup(slot).map_err(Failure::Refused)? {
            None => None,
            Some(earlier) => {
                let known = ReplacedFile::open_known(&slot.directory, &slot.name, &earlier);
                Some(known.map_err(Failure::Refused)?.ok_or(Failure::Stale)?)
            }
        };
        self.put.apply(earlier.as_ref(), made, false)
    }
}

fn refuse_suffix(requested: &Backup) -> Result<(), Fault> {
    let bytes = requested.suffix.as_encoded_bytes();
    if bytes.is_empty() || bytes.contains(&b'/') || bytes.contains(&0) {
        return Err(Fault::BackupSuffix);
    }
    Ok(())
}

/// The facts of the earlier backup, which must be a regular file.
fn earlier_backup(slot: &Slot) -> Result<Option<FileFacts>, Fault> {
    match slot.directory.stat(&slot.name) {
        Ok(stat) => match not_a_file(FileType::from_raw_mode(stat.st_mode)) {
            Some(NotAFile::DanglingLink) => Err(Fault::NotAFile(NotAFile::Link)),
            None => Ok(Some(facts::facts(&stat))),
            Some(kind) => Err(Fault::NotAFile(kind)),
        },
        Err(Errno::NOENT) => Ok(None),
        Err(error) => Err(fault("look at", error)),
    }
}

/// Stages a copy of `before`, the file or link in `slot`, for the place `backup`.
fn stage_copy(
    backup: &Slot,
    slot: &Slot,
    before: &Snapshot,
    interrupt: &Interrupt,
    notices: &mut Vec<Notice>,
) -> Result<Temp, Fault> {
    place::refuse_reserved(&backup.name)?;
    earlier_backup(backup)?;
    if before.is_link() {
        return Temp::link(&slot.directory, before.bytes().clone());
    }
    let mut temp = Temp::create(&slot.directory, None, StagedAccess::Private, None)?;
    temp.fill(std::iter::once(&before.bytes()[..]), interrupt)?;
    if let Some((file, facts)) = leaf::open_if_file(&slot.directory, &slot.name)? {
        notices.extend(attributes::copy(Some(&file), &facts, None, &*temp.file()?)?);
    }
    temp.mark_as_ours()?;
    Ok(temp)
}
